//! The columns beside the board: what is to be reached and the counter at the left,
//! buttons and options at the right. Its widgets only send messages.

use bevy::feathers::controls::FeathersCheckbox;
use bevy::feathers::theme::ThemedText;
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::{Activate, ValueChange};

use super::screen::{LeftSlot, RightSlot, TargetBoard};
use super::{Game, Hints, Play, PlayCommand};
use crate::app::boards::view::BoardView;
use crate::app::document::{Document, DocumentChanged};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::mode::is_playing;
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::app::levels::classics::ShowClassics;
use crate::app::levels::packs::next::{OpenNext, OpenPlace};
use crate::app::settings::{Preference, Settings};
use crate::app::solve::results::{Results, best};
use crate::app::work::ShowRace;
use crate::hints::Left;
use crate::progress;
use crate::puzzle::Best;

/// A text that follows the game.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayText {
    /// `GOAL`, or which waypoint comes next.
    #[default]
    Target,
    /// Where it may be reached, if not where it is drawn.
    TargetNote,
    /// `12 / 22`.
    Moves,
    /// What the second number is.
    Best,
    /// The fewest moves in which the player has solved the level.
    Own,
}

/// A button of the column at the right.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayButton {
    /// Takes the last move back.
    #[default]
    Undo,
    /// Makes it again.
    Redo,
    /// To the start.
    Restart,
    /// A hint.
    Hint,
    /// A solution from here, or its playing.
    Solve,
    /// One move of it.
    Step,
    /// The next level of the pack that is not solved.
    Next,
    /// Another classic puzzle.
    Classics,
    /// Methods side by side.
    Race,
}

/// A box of the options.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChoiceBox {
    /// Faint marks of the goal on the board.
    #[default]
    GoalMarks,
    /// The ways of the tiles.
    Trails,
    /// Where the tiles stood at first.
    StartPlaces,
    /// Arrows move the empty cell and not the tile beside it.
    ArrowsMoveGap,
}

impl ChoiceBox {
    const ALL: [Self; 4] = [Self::GoalMarks, Self::Trails, Self::StartPlaces, Self::ArrowsMoveGap];

    const fn caption(self) -> &'static str {
        match self {
            Self::GoalMarks => "Goal on the board",
            Self::Trails => "Trails",
            Self::StartPlaces => "Start places",
            Self::ArrowsMoveGap => "Arrows move the gap",
        }
    }

    /// Returns what it shows, and its key.
    const fn explained(self) -> (&'static str, &'static str) {
        match self {
            Self::GoalMarks => ("Marks on the board where tiles must end", "G"),
            Self::Trails => ("Draws the ways that tiles have gone", "T"),
            Self::StartPlaces => ("Rings the cells where tiles stood at first", "O"),
            Self::ArrowsMoveGap => ("An arrow moves the gap that way, not the tile beside it", ""),
        }
    }

    const fn of(self, settings: &Settings) -> bool {
        match self {
            Self::GoalMarks => settings.play.goal_marks,
            Self::Trails => settings.play.trails,
            Self::StartPlaces => settings.play.start_places,
            Self::ArrowsMoveGap => settings.play.arrows_move_gap,
        }
    }

    /// Returns the settings with this one set.
    pub(super) fn set(self, settings: &Settings, value: bool) -> Preference {
        let mut choices = settings.play;
        match self {
            Self::GoalMarks => choices.goal_marks = value,
            Self::Trails => choices.trails = value,
            Self::StartPlaces => choices.start_places = value,
            Self::ArrowsMoveGap => choices.arrows_move_gap = value,
        }
        Preference::Play(choices)
    }

    /// Returns the settings with this one the other way.
    pub(super) fn toggle(self, settings: &Settings) -> Preference {
        self.set(settings, !self.of(settings))
    }
}

fn fill_slots(
    left: Single<Entity, With<LeftSlot>>,
    right: Single<Entity, With<RightSlot>>,
    mut commands: Commands,
) {
    commands.spawn_scene(target()).insert(ChildOf(*left));
    commands.spawn_scene(counter()).insert(ChildOf(*left));
    for part in buttons() {
        commands.spawn_scene(part).insert(ChildOf(*right));
    }
}

fn target() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(theme::GAP), flex_shrink: 0.0 }
        template_value(Tooltip::new("What is to be reached next; colours count, not which tile it is", ""))
        Children [
            ( theme::heading("GOAL") template_value(PlayText::Target) ),
            (
                Node { width: percent(100), height: px(182), flex_shrink: 0.0 }
                Children [ ( BoardView TargetBoard ) ]
            ),
            ( theme::label_dim("") template_value(PlayText::TargetNote) ),
        ]
    }
}

fn counter() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(2), flex_shrink: 0.0, margin: UiRect::top(px(14)) }
        template_value(Tooltip::new("Moves made, and behind the line the fewest with which the level is known to be solved", ""))
        Children [
            theme::heading("MOVES"),
            ( theme::heading("") TextFont { font_size: FontSize::Px(40.0) } template_value(PlayText::Moves) ),
            ( theme::label_dim("") template_value(PlayText::Best) ),
            ( theme::label_dim("") template_value(PlayText::Own) ),
        ]
    }
}

fn buttons() -> Vec<Box<dyn Scene>> {
    let solve = bsn! {
        theme::primary_button("Solve from here")
        template_value(PlayButton::Solve)
        template_value(Tooltip::new("Search for the shortest way from here, then play it", "S"))
        on(button_on_activate)
    };
    let boxes: Vec<_> = ChoiceBox::ALL.into_iter().map(choice_box).collect();
    vec![
        Box::new(theme::heading("GAME")),
        Box::new(pair(
            button(
                "Take back",
                PlayButton::Undo,
                Tooltip::new("Take the last move back", "Ctrl+Z"),
            ),
            button("Again", PlayButton::Redo, Tooltip::new("Make it again", "Ctrl+Y")),
        )),
        Box::new(pair(
            button(
                "Restart",
                PlayButton::Restart,
                Tooltip::new("Back to the start; Again leads on", "R"),
            ),
            button(
                "Next unsolved",
                PlayButton::Next,
                Tooltip::new("The next level of this pack that you have not solved", "U"),
            ),
        )),
        Box::new(part("HINTS")),
        Box::new(pair(
            button("Hint", PlayButton::Hint, Tooltip::new("Tell a little more each time", "H")),
            button(
                "One move",
                PlayButton::Step,
                Tooltip::new("Make the next move of the solution", "N"),
            ),
        )),
        Box::new(solve),
        Box::new(part("SHOW")),
        Box::new(bsn! {
            Node { flex_direction: FlexDirection::Column, row_gap: px(4), flex_shrink: 0.0 }
            Children [ {boxes} ]
        }),
        Box::new(bsn! { Node { flex_grow: 1.0 } }),
        Box::new(button(
            "Classic puzzles…",
            PlayButton::Classics,
            Tooltip::new("8-, 15-, 24-puzzle, any size, shuffled", "K"),
        )),
        Box::new(button(
            "Methods side by side…",
            PlayButton::Race,
            Tooltip::new("Race the methods of search on this board", "M"),
        )),
    ]
}

/// The heading of a part below another.
fn part(title: &'static str) -> impl Scene {
    bsn! {
        Node { margin: UiRect::top(px(14)), flex_shrink: 0.0 }
        Children [ theme::heading(title) ]
    }
}

fn pair(one: impl Scene, other: impl Scene) -> impl Scene {
    bsn! {
        Node { column_gap: px(-1), flex_shrink: 0.0 }
        Children [
            ( one Node { flex_grow: 1.0, flex_basis: px(0) } ),
            ( other Node { flex_grow: 1.0, flex_basis: px(0) } ),
        ]
    }
}

fn button(caption: &'static str, which: PlayButton, tooltip: Tooltip) -> impl Scene {
    bsn! {
        theme::button(caption)
        template_value(which)
        template_value(tooltip)
        on(button_on_activate)
    }
}

fn choice_box(which: ChoiceBox) -> impl Scene {
    bsn! {
        @FeathersCheckbox { @caption: bsn! { Text({which.caption()}) ThemedText } }
        template_value(which)
        template_value(Tooltip::new(which.explained().0, which.explained().1))
        on(move |change: On<ValueChange<bool>>, settings: Res<Settings>, mut out: MessageWriter<Preference>| {
            out.write(which.set(&settings, change.value));
        })
    }
}

fn button_on_activate(
    activate: On<Activate>,
    buttons: Query<&PlayButton>,
    (play, hints): (Res<Play>, Res<Hints>),
    mut out: MessageWriter<PlayCommand>,
    mut next: MessageWriter<OpenNext>,
    mut classics: MessageWriter<ShowClassics>,
    mut race: MessageWriter<ShowRace>,
) {
    let Ok(button) = buttons.get(activate.entity) else { return };
    let command = match button {
        PlayButton::Undo => PlayCommand::Undo,
        PlayButton::Redo => PlayCommand::Redo,
        PlayButton::Restart => PlayCommand::Restart,
        PlayButton::Hint => PlayCommand::Hint,
        PlayButton::Solve => {
            let left = play.game().map(|game| hints.left(&game.moves()));
            // It says so.
            let stops = matches!(left, Some(Left::Searching { .. }));
            if stops { PlayCommand::Stop } else { PlayCommand::Solve }
        }
        PlayButton::Step => PlayCommand::Step,
        PlayButton::Next => {
            next.write(OpenNext);
            return;
        }
        PlayButton::Classics => {
            classics.write(ShowClassics);
            return;
        }
        PlayButton::Race => {
            race.write(ShowRace);
            return;
        }
    };
    out.write(command);
}

fn show_texts(
    play: Res<Play>,
    document: Res<Document>,
    results: Res<Results>,
    mut texts: Query<(&PlayText, &mut Text)>,
) {
    let Some(game) = play.game() else { return };
    let best = best(&document, &results);
    for (&which, mut text) in &mut texts {
        text.set_if_neq(Text(words(game, best.as_ref(), which)));
    }
}

fn words(game: &Game, best: Option<&Best>, which: PlayText) -> String {
    let waypoints = game.puzzle().waypoints().len();
    let passed = game.passed();
    match which {
        PlayText::Target if passed < waypoints => {
            format!("WAYPOINT {} OF {waypoints}", passed + 1)
        }
        PlayText::Target => "GOAL".to_owned(),
        PlayText::TargetNote => {
            let floats = game.target().placements().len() > 1;
            let opening = game.puzzle().opening().len();
            match (floats, opening) {
                (true, _) => "Anywhere on the board.".to_owned(),
                (false, 0) => String::new(),
                (false, 1) => "The opening, 1 move, is played.".to_owned(),
                (false, count) => format!("The opening, {count} moves, is played."),
            }
        }
        PlayText::Moves => {
            let made = game.steps().len();
            best.map_or_else(|| made.to_string(), |best| format!("{made} / {}", best.moves.len()))
        }
        PlayText::Best => match best {
            Some(best) if best.proved => "best possible, proved".to_owned(),
            Some(_) => "best known, not proved".to_owned(),
            None => "no solution known yet".to_owned(),
        },
        PlayText::Own => match progress::best(game.puzzle()) {
            Some(own) => format!("your best: {own}"),
            None => "your best: none yet".to_owned(),
        },
    }
}

fn show_buttons(
    play: Res<Play>,
    hints: Res<Hints>,
    place: OpenPlace,
    buttons: Query<(Entity, &PlayButton, &Children, Has<InteractionDisabled>)>,
    mut texts: Query<&mut Text>,
    mut commands: Commands,
) {
    let Some(game) = play.game() else { return };
    let left = hints.left(&game.moves());
    for (entity, button, children, disabled) in &buttons {
        let enabled = match button {
            PlayButton::Undo | PlayButton::Restart => game.can_undo(),
            PlayButton::Redo => game.can_redo(),
            PlayButton::Hint | PlayButton::Solve | PlayButton::Step => !game.is_won(),
            PlayButton::Next => place.get().is_some(),
            PlayButton::Classics | PlayButton::Race => true,
        };
        match (enabled, disabled) {
            (true, true) => drop(commands.entity(entity).remove::<InteractionDisabled>()),
            (false, false) => drop(commands.entity(entity).insert(InteractionDisabled)),
            _ => {}
        }
        if *button != PlayButton::Solve {
            continue;
        }
        let caption = if hints.is_playing() {
            "Stop"
        } else if matches!(left, Left::Moves { .. }) {
            "Play the solution"
        } else if hints.is_searching() {
            "Stop searching"
        } else {
            "Solve from here"
        };
        for &child in children {
            if let Ok(mut text) = texts.get_mut(child) {
                text.set_if_neq(Text::new(caption));
            }
        }
    }
}

fn show_boxes(
    settings: Res<Settings>,
    boxes: Query<(Entity, &ChoiceBox, Has<Checked>)>,
    mut commands: Commands,
) {
    for (entity, which, checked) in &boxes {
        match (which.of(&settings), checked) {
            (true, false) => drop(commands.entity(entity).insert(Checked)),
            (false, true) => drop(commands.entity(entity).remove::<Checked>()),
            _ => {}
        }
    }
}

/// The option of the arrows is there where it means something.
fn show_arrow_option(play: Res<Play>, mut boxes: Query<(&ChoiceBox, &mut Node)>) {
    let has_gap = play.game().is_some_and(|game| game.gap().is_some());
    for (which, mut node) in &mut boxes {
        let display = if *which != ChoiceBox::ArrowsMoveGap || has_gap {
            Display::Flex
        } else {
            Display::None
        };
        if node.display != display {
            node.display = display;
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    let something_changed = resource_changed::<Play>
        .or_else(resource_changed::<Hints>)
        .or_else(resource_changed::<Results>)
        .or_else(on_message::<DocumentChanged>)
        .or_else(resource_changed::<crate::app::kit::mode::Mode>);
    app.add_systems(Startup, fill_slots).add_systems(
        Update,
        (
            (show_texts, show_buttons, show_arrow_option)
                .run_if(is_playing.and_then(something_changed)),
            show_boxes.run_if(resource_changed::<Settings>),
        )
            .in_set(FrameSystems::Views),
    );
}
