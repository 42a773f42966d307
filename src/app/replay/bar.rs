//! The bar of the replay: first, back, play, forward, last; the slider with
//! `7 / 22`; the move just made; how fast it plays.

use bevy::feathers::constants::fonts;
use bevy::feathers::controls::ButtonVariant;
use bevy::prelude::*;
use bevy::text::FontSourceTemplate;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::Activate;

use super::{Playhead, Replay, ReplayCommand, Speed, slider};
use crate::app::boards::slots::ReplaySlot;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::words::figures;

/// One of the buttons of the bar.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReplayButton {
    /// To the position before the first move.
    First,
    /// One move back.
    Back,
    /// Play or pause.
    #[default]
    Play,
    /// One move forward.
    Forward,
    /// To the position after the last move.
    Last,
}

impl ReplayButton {
    fn tooltip(self) -> Tooltip {
        match self {
            Self::First => Tooltip::new("Before the first move", "Home"),
            Self::Back => Tooltip::new("One move back", "Left"),
            Self::Play => Tooltip::new("Play or pause", "Space"),
            Self::Forward => Tooltip::new("One move forward", "Right"),
            Self::Last => Tooltip::new("After the last move", "End"),
        }
    }
}

/// One of the three speeds.
#[derive(Component, Clone, Copy, Default)]
pub struct SpeedButton(pub Speed);

/// A text that follows the replay.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReplayText {
    /// `7 / 22`.
    #[default]
    Stepper,
    /// The notation of the move just made.
    Move,
}

/// The sign on a button.
#[derive(Component, Clone, Copy, Debug, Default)]
struct ButtonSign(ReplayButton);

const PLAY: &str = "\u{25ba}";
const PAUSE: &str = "||";

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, fill_slot).add_systems(
        Update,
        (show_texts, show_speed, enable)
            .run_if(resource_exists_and_changed::<Replay>)
            .in_set(FrameSystems::Views),
    );
}

fn fill_slot(slot: Single<Entity, With<ReplaySlot>>, mut commands: Commands) {
    let buttons = [
        (ReplayButton::First, "|\u{25c4}"),
        (ReplayButton::Back, "\u{25c4}"),
        (ReplayButton::Play, PLAY),
        (ReplayButton::Forward, "\u{25ba}"),
        (ReplayButton::Last, "\u{25ba}|"),
    ];
    let buttons: Vec<_> = buttons.into_iter().map(|(which, sign)| button(which, sign)).collect();
    let speeds: Vec<_> = Speed::ALL.into_iter().map(speed_button).collect();
    let slot = ChildOf(*slot);
    commands.spawn_scene(row(buttons)).insert(slot.clone());
    commands.spawn_scene(slider::scene()).insert(slot.clone());
    let texts = bsn! {
        // Of one width whatever it says: the slider must not move under a drag.
        Node { width: px(132), flex_shrink: 0.0, justify_content: JustifyContent::Center }
        Children [ text(ReplayText::Stepper), text(ReplayText::Move) ]
    };
    commands.spawn_scene(texts).insert(slot.clone());
    commands.spawn_scene(row(speeds)).insert(slot);
}

/// Neighbours in a row share the line between them.
fn row(buttons: Vec<impl Scene + 'static>) -> impl Scene {
    bsn! { Node { column_gap: px(-1), flex_shrink: 0.0 } Children [ {buttons} ] }
}

fn button(which: ReplayButton, sign: &'static str) -> impl Scene {
    bsn! {
        theme::button("")
        Node { width: px(32), padding: UiRect::ZERO }
        template_value(which)
        template_value(which.tooltip())
        on(button_on_activate)
        Children [ (
            Text({sign})
            TextFont { font: FontSourceTemplate::Handle(fonts::MONO), font_size: FontSize::Px(theme::TEXT) }
            TextColor(theme::BLACK)
            Pickable::IGNORE
            ButtonSign({which})
        ) ]
    }
}

fn text(which: ReplayText) -> impl Scene {
    let tip = match which {
        ReplayText::Stepper => "Moves made of all moves of this solution",
        ReplayText::Move => "The move just made: the cell of the tile, and up, down, left or right",
    };
    bsn! {
        Node { flex_grow: 1.0, flex_shrink: 0.0, justify_content: JustifyContent::Center }
        template_value(Tooltip::new(tip, ""))
        Children [ ( theme::label("") template_value(which) ) ]
    }
}

fn speed_button(speed: Speed) -> impl Scene {
    bsn! {
        theme::button(speed.label())
        SpeedButton({speed})
        template_value(Tooltip::new("How fast the replay plays", ""))
        on(move |_: On<Activate>, mut out: MessageWriter<ReplayCommand>| {
            out.write(ReplayCommand::Speed(speed));
        })
    }
}

fn button_on_activate(
    activate: On<Activate>,
    buttons: Query<&ReplayButton>,
    mut out: MessageWriter<ReplayCommand>,
) {
    let Ok(button) = buttons.get(activate.entity) else { return };
    out.write(match button {
        ReplayButton::First => ReplayCommand::First,
        ReplayButton::Back => ReplayCommand::Back,
        ReplayButton::Play => ReplayCommand::TogglePlay,
        ReplayButton::Forward => ReplayCommand::Forward,
        ReplayButton::Last => ReplayCommand::Last,
    });
}

fn show_texts(
    replay: Res<Replay>,
    mut texts: Query<(&ReplayText, &mut Text), Without<ButtonSign>>,
    mut signs: Query<(&ButtonSign, &mut Text)>,
) {
    let playhead = replay.playhead();
    for (which, mut text) in &mut texts {
        let words =
            playhead.map_or_else(String::new, |playhead| words(playhead, *which, replay.is_open()));
        text.set_if_neq(Text(words));
    }
    let playing = playhead.is_some_and(Playhead::is_playing);
    for (sign, mut text) in &mut signs {
        if sign.0 == ReplayButton::Play {
            text.set_if_neq(Text::new(if playing { PAUSE } else { PLAY }));
        }
    }
}

/// While the replay is not open its board is away: then it says what would be replayed.
fn words(playhead: &Playhead, which: ReplayText, is_open: bool) -> String {
    let (at, count) = (playhead.at(), playhead.track.move_count());
    match which {
        ReplayText::Stepper if !is_open => String::new(),
        ReplayText::Stepper => format!("{at} / {count}"),
        ReplayText::Move if !is_open => format!("solution, {}", figures::moves(count as u32)),
        ReplayText::Move => at
            .checked_sub(1)
            .map_or_else(String::new, |last| playhead.track.moves[last].to_string()),
    }
}

fn show_speed(replay: Res<Replay>, mut buttons: Query<(&SpeedButton, &mut ButtonVariant)>) {
    for (button, mut variant) in &mut buttons {
        let chosen = button.0 == replay.speed();
        variant.set_if_neq(if chosen { ButtonVariant::Primary } else { ButtonVariant::Normal });
    }
}

/// Buttons that lead nowhere cannot be pressed.
fn enable(
    replay: Res<Replay>,
    buttons: Query<(Entity, &ReplayButton, Has<InteractionDisabled>)>,
    mut signs: Query<(&ButtonSign, &mut TextColor)>,
    mut commands: Commands,
) {
    let leads_somewhere = |button: ReplayButton| {
        replay.playhead().is_some_and(|playhead| match button {
            ReplayButton::First | ReplayButton::Back => playhead.at() > 0,
            ReplayButton::Forward | ReplayButton::Last => {
                playhead.at() < playhead.track.move_count()
            }
            ReplayButton::Play => playhead.track.move_count() > 0,
        })
    };
    for (entity, &button, disabled) in &buttons {
        match (leads_somewhere(button), disabled) {
            (true, true) => drop(commands.entity(entity).remove::<InteractionDisabled>()),
            (false, false) => drop(commands.entity(entity).insert(InteractionDisabled)),
            _ => {}
        }
    }
    for (sign, mut color) in &mut signs {
        let paint = if leads_somewhere(sign.0) { theme::BLACK } else { theme::FAINT };
        color.set_if_neq(TextColor(paint));
    }
}
