//! The bar of the replay: first, back, play, forward, last; the slider with
//! `7 / 22`; the move just made; how fast it plays.

use bevy::prelude::*;

use super::{Playhead, Replay, ReplayCommand, Speed, slider};
use crate::app::boards::slots::ReplaySlot;
use crate::app::kit::bound::{chosen_if, enabled_if, ink_of, sends, text_of};
use crate::app::kit::icons::{Icon, icon, icon_of};
use crate::app::kit::theme;
use crate::app::kit::tooltip::{Tooltip, explained};
use crate::words::figures;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, fill_slot);
}

fn fill_slot(slot: Single<Entity, With<ReplaySlot>>, mut commands: Commands) {
    let can_back = |playhead: &Playhead| playhead.at() > 0;
    let can_forward = |playhead: &Playhead| playhead.at() < playhead.track.move_count();
    let speeds: Vec<_> = Speed::ALL.into_iter().map(speed_button).collect();
    let slot = ChildOf(*slot);
    // Neighbours in a row share the line between them.
    let buttons = bsn! {
        Node { column_gap: px(-1), flex_shrink: 0.0 }
        Children [
            button(icon(Icon::First), ReplayCommand::First, can_back, "Before the first move", "Home"),
            button(icon(Icon::Back), ReplayCommand::Back, can_back, "One move back", "Left"),
            button(bsn! { icon(Icon::Play) icon_of(play_or_pause) }, ReplayCommand::TogglePlay, has_moves, "Play or pause", "Space"),
            button(icon(Icon::Forward), ReplayCommand::Forward, can_forward, "One move forward", "Right"),
            button(icon(Icon::Last), ReplayCommand::Last, can_forward, "After the last move", "End"),
        ]
    };
    let texts = bsn! {
        // Of one width whatever it says: the slider must not move under a drag.
        Node { width: px(132), flex_shrink: 0.0, justify_content: JustifyContent::Center }
        Children [
            text(bsn! { theme::label("") #Stepper text_of(stepper) }, "Moves made of all moves of this solution"),
            text(bsn! { theme::label("") #LastMove text_of(last_move) }, "The move just made: the cell of the tile, and up, down, left or right"),
        ]
    };
    commands.spawn_scene(buttons).insert(slot.clone());
    commands.spawn_scene(slider::scene()).insert(slot.clone());
    commands.spawn_scene(texts).insert(slot.clone());
    commands
        .spawn_scene(bsn! { Node { column_gap: px(-1), flex_shrink: 0.0 } Children [ {speeds} ] })
        .insert(slot);
}

/// A button that can be pressed where it leads somewhere.
fn button(
    sign: impl Scene,
    command: ReplayCommand,
    leads_on: fn(&Playhead) -> bool,
    tip: &str,
    key: &str,
) -> impl Scene {
    let is_usable = move |replay: Res<Replay>| replay.playhead().is_some_and(leads_on);
    let ink = move |replay: Res<Replay>| match is_usable(replay) {
        true => theme::INK,
        false => theme::FAINT,
    };
    bsn! {
        explained(theme::button(""), tip, key)
        Node { width: px(32), padding: UiRect::ZERO }
        sends(command)
        enabled_if(is_usable)
        Children [ ( sign ink_of(ink) ) ]
    }
}

fn text(words: impl Scene, tip: &str) -> impl Scene {
    let tooltip = Tooltip::new(tip, "");
    bsn! {
        Node { flex_grow: 1.0, flex_shrink: 0.0, justify_content: JustifyContent::Center }
        template_value(tooltip)
        Children [ ( words ) ]
    }
}

fn speed_button(speed: Speed) -> impl Scene {
    bsn! {
        explained(theme::button(speed.label()), "How fast the replay plays", "")
        chosen_if(move |replay: Res<Replay>| replay.speed() == speed)
        sends(ReplayCommand::Speed(speed))
    }
}

fn has_moves(playhead: &Playhead) -> bool {
    playhead.track.move_count() > 0
}

fn play_or_pause(replay: Res<Replay>) -> Icon {
    let plays = replay.playhead().is_some_and(Playhead::is_playing);
    if plays { Icon::Pause } else { Icon::Play }
}

/// `7 / 22`, while the replay is open.
fn stepper(replay: Res<Replay>) -> String {
    let playhead = replay.playhead().filter(|_| replay.is_open());
    playhead.map_or_else(String::new, |playhead| {
        format!("{} / {}", playhead.at(), playhead.track.move_count())
    })
}

/// The notation of the move just made. While the replay is not open its board is away: then it
/// says what would be replayed.
fn last_move(replay: Res<Replay>) -> String {
    let Some(playhead) = replay.playhead() else { return String::new() };
    if !replay.is_open() {
        return format!("solution, {}", figures::moves(playhead.track.move_count() as u32));
    }
    let last = playhead.at().checked_sub(1);
    last.map_or_else(String::new, |last| playhead.track.moves[last].to_string())
}
