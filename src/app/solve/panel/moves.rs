//! The moves of the solution in the replay, in words and in notation; a click on one
//! goes there. Those that look wrong, for the score gets worse or a tile leaves its goal, are
//! marked.
//! With a second solution chosen, the two stand side by side instead.

use bevy::feathers::cursor::EntityCursor;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::text::LineBreak;
use bevy::ui_widgets::{Activate, Button as WidgetButton};
use bevy::window::SystemCursorIcon;

use super::side_by_side;
use crate::app::document::{Document, DocumentChanged, Edit};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::app::replay::{Replay, ReplayCommand, Track};
use crate::app::solve::SolverCommand;
use crate::app::solve::results::{Results, knowledge};
use crate::app::solve::solutions::{SolutionCommand, words};
use crate::puzzle::{EditCommand, Move};
use crate::search::{CounterIntuitive, counter_intuitive};
use crate::words::figures;

/// The part of the panel that is there while a solution is watched.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct MovesPanel;

/// Its heading.
#[derive(Component, Clone, Copy, Debug, Default)]
struct MovesTitle;

/// What the rows hang in.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Rows;

/// The row of a move, from 0.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveRow(pub usize);

/// The buttons of the panel.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MovesButton {
    /// Copies the moves in words.
    #[default]
    CopyWords,
    /// Copies them as notation.
    CopyNotation,
    /// Makes the moves made so far the opening of the level.
    Begin,
    /// Does so, and solves.
    SolveFromHere,
    /// Goes on by hand from the position on the board.
    Play,
}

/// Height of a row, in logical pixels.
const ROW: f32 = 19.0;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<TakeIntoPlay>().add_systems(
        Update,
        (
            (show_panel, list_moves).chain().run_if(
                resource_changed::<Replay>
                    .or_else(resource_changed::<Results>)
                    .or_else(on_message::<DocumentChanged>),
            ),
            show_place.run_if(|replay: Res<Replay>| replay.is_open()),
        )
            .chain()
            .in_set(FrameSystems::Views),
    );
}

pub(super) fn scene() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(theme::GAP), flex_shrink: 0.0, display: Display::None }
        MovesPanel
        Children [
            (
                Node { align_items: AlignItems::Center, column_gap: px(-1), margin: UiRect::top(px(6)) }
                Children [
                    ( theme::heading("") MovesTitle ),
                    Node { flex_grow: 1.0 },
                    theme::label_dim("Copy "),
                    button("words", MovesButton::CopyWords, "Copies the moves as lines such as \u{201c}blue at c8 up\u{201d}"),
                    button("notation", MovesButton::CopyNotation, "Copies the moves such as c8U"),
                ]
            ),
            (
                Node { column_gap: px(-1) }
                Children [
                    (
                        button("", MovesButton::Begin, "Makes the moves up to here the opening, with which every solution must begin")
                        Node { flex_grow: 1.0 }
                    ),
                    (
                        button("Solve from here", MovesButton::SolveFromHere, "Makes them the opening, and solves")
                        Node { flex_grow: 1.0 }
                    ),
                    (
                        button("Play", MovesButton::Play, "Lets you play on from here by hand")
                        Node { flex_grow: 1.0 }
                    ),
                ]
            ),
            ( Node { flex_direction: FlexDirection::Column } Rows ),
        ]
    }
}

fn button(caption: &'static str, which: MovesButton, tip: &'static str) -> impl Scene {
    bsn! {
        theme::button(caption)
        template_value(which)
        template_value(Tooltip::new(tip, ""))
        on(button_on_activate)
    }
}

/// Plays the level from the position after the first moves of a solution, which is then
/// what hints tell.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct TakeIntoPlay {
    /// The solution, the opening included.
    pub moves: Vec<Move>,
    /// How many of its moves are made.
    pub made: usize,
    /// No shorter one exists.
    pub proved: bool,
}

fn button_on_activate(
    activate: On<Activate>,
    buttons: Query<&MovesButton>,
    replay: Res<Replay>,
    mut solutions: MessageWriter<SolutionCommand>,
    mut edits: MessageWriter<Edit>,
    (mut solver, mut play): (MessageWriter<SolverCommand>, MessageWriter<TakeIntoPlay>),
    (document, results): (Res<Document>, Res<Results>),
) {
    let (Ok(&button), Some(playhead)) = (buttons.get(activate.entity), replay.playhead()) else {
        return;
    };
    let moves = &playhead.track.moves;
    let made = moves[..playhead.at()].to_vec();
    match button {
        MovesButton::CopyWords => drop(solutions.write(SolutionCommand::CopyWords)),
        MovesButton::CopyNotation => drop(solutions.write(SolutionCommand::CopyNotation)),
        MovesButton::Begin => drop(edits.write(Edit(EditCommand::SetOpening(made)))),
        MovesButton::SolveFromHere => {
            edits.write(Edit(EditCommand::SetOpening(made)));
            solver.write(SolverCommand::Solve);
        }
        MovesButton::Play => {
            let known = knowledge(&document, &results).unwrap_or_default();
            let proved = known.proved && known.best == Some(moves.len() as u32);
            play.write(TakeIntoPlay { moves: moves.clone(), made: made.len(), proved });
        }
    }
}

fn show_panel(
    replay: Res<Replay>,
    document: Res<Document>,
    mut panel: Single<&mut Node, With<MovesPanel>>,
    buttons: Query<(Entity, &MovesButton, &Children)>,
    mut texts: Query<&mut Text>,
    mut commands: Commands,
) {
    let display = if replay.is_open() { Display::Flex } else { Display::None };
    if panel.display != display {
        panel.display = display;
    }
    let Some(playhead) = replay.playhead() else { return };
    let made = &playhead.track.moves[..playhead.at()];
    for (entity, &button, children) in &buttons {
        let is_on = match button {
            MovesButton::Begin => *made != *document.draft().opening,
            _ => true,
        };
        if is_on {
            commands.entity(entity).remove::<bevy::ui::InteractionDisabled>();
        } else {
            commands.entity(entity).insert(bevy::ui::InteractionDisabled);
        }
        if button != MovesButton::Begin {
            continue;
        }
        let words = if made.is_empty() { "No opening" } else { "As opening" };
        for &child in children {
            if let Ok(mut text) = texts.get_mut(child) {
                text.set_if_neq(Text::new(words));
            }
        }
    }
}

/// What is listed: which track, beside which other.
type Listed = Option<(Vec<Move>, Option<Vec<Move>>)>;

fn list_moves(
    replay: Res<Replay>,
    results: Res<Results>,
    rows: Single<Entity, With<Rows>>,
    mut title: Single<&mut Text, With<MovesTitle>>,
    mut listed: Local<Listed>,
    mut commands: Commands,
) {
    let Some(playhead) = replay.playhead().filter(|_| replay.is_open()) else { return };
    let track = &playhead.track;
    let solutions = results.solutions();
    let shown = solutions.shown(track);
    let other = solutions.compared().filter(|other| shown.is_none_or(|shown| shown.id != other.id));
    let other = other.map(|other| other.solution.moves().to_vec());
    let wanted = Some((track.moves.clone(), other));
    if *listed == wanted {
        return;
    }
    listed.clone_from(&wanted);
    title.0 = figures::moves(track.move_count() as u32);
    commands.entity(*rows).despawn_children();
    let parts = match wanted.and_then(|(_, other)| other) {
        Some(other) => side_by_side::rows(track, &other),
        None => in_words(track, &surprises(track)),
    };
    for part in parts {
        commands.spawn_scene(part).insert(ChildOf(*rows));
    }
}

/// Returns the moves that are marked; none of a list that is no solution.
fn surprises(track: &Track) -> Vec<CounterIntuitive> {
    let solution = track.puzzle.verify(track.moves.clone()).ok();
    solution.map(|solution| counter_intuitive(&track.puzzle, &solution)).unwrap_or_default()
}

fn in_words(track: &Track, surprises: &[CounterIntuitive]) -> Vec<Box<dyn Scene>> {
    let rising = surprises.iter().filter(|surprise| surprise.rises.is_some()).count();
    let leaving = surprises.iter().filter(|surprise| surprise.leaves_goal).count();
    let mut parts: Vec<Box<dyn Scene>> = vec![Box::new(legend(rising as u32, leaving as u32))];
    for index in 0..track.move_count() {
        let surprise = surprises.iter().find(|surprise| surprise.index == index).copied();
        parts.push(Box::new(row(track, index, surprise)));
    }
    parts
}

/// A filled square where the score gets worse, an empty one where a tile leaves its
/// goal: told apart without colours.
fn mark(is_on: bool, filled: bool) -> impl Scene {
    let frame = if is_on { theme::BLACK } else { Color::NONE };
    let ground = if is_on && filled { theme::BLACK } else { Color::NONE };
    bsn! {
        Node { width: px(9), height: px(9), flex_shrink: 0.0, border: px(2) }
        BorderColor::all(frame)
        BackgroundColor({ground})
        Pickable::IGNORE
    }
}

fn legend(worse: u32, leaving: u32) -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(2), padding: UiRect::bottom(px(4)) }
        Children [
            (
                Node { column_gap: px(6), align_items: AlignItems::Center }
                Children [ mark(true, true), theme::label_dim(format!("the score (slide distance) gets worse: {}", figures::moves(worse))) ]
            ),
            (
                Node { column_gap: px(6), align_items: AlignItems::Center }
                Children [ mark(true, false), theme::label_dim(format!("a tile leaves its goal: {}", figures::moves(leaving))) ]
            ),
        ]
    }
}

/// A line that goes somewhere when it is clicked. Not reached by Tab: the arrows step
/// through the moves already.
pub(super) fn line(at: usize) -> impl Scene {
    bsn! {
        Node { height: px(ROW), flex_shrink: 0.0, align_items: AlignItems::Center, column_gap: px(6), padding: UiRect::horizontal(px(4)) }
        BackgroundColor(Color::NONE)
        WidgetButton
        Hovered
        EntityCursor::System(SystemCursorIcon::Pointer)
        MoveRow({at})
    }
}

fn row(track: &Track, index: usize, surprise: Option<CounterIntuitive>) -> impl Scene + use<> {
    let number = (index + 1).to_string();
    let notation = track.moves[index].to_string();
    let words = words::of_move(track, index);
    let rises = surprise.and_then(|surprise| surprise.rises);
    let leaves_goal = surprise.is_some_and(|surprise| surprise.leaves_goal);
    let tip = rises.map_or_else(
        || "Goes to this move".to_owned(),
        |(before, after)| {
            format!("Goes to this move, after which at least {after} seem to be left instead of {before}")
        },
    );
    bsn! {
        line(index)
        template_value(Tooltip(tip))
        on(move |_: On<Activate>, mut out: MessageWriter<ReplayCommand>| {
            out.write(ReplayCommand::Seek(index + 1));
        })
        Children [
            ( Node { width: px(22), flex_shrink: 0.0, justify_content: JustifyContent::End } Pickable::IGNORE Children [ theme::label_dim(number) ] ),
            ( Node { width: px(46), flex_shrink: 0.0 } Pickable::IGNORE Children [ theme::label(notation) ] ),
            (
                Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), overflow: Overflow::clip() }
                Pickable::IGNORE
                Children [ ( theme::label(words) TextLayout { linebreak: LineBreak::NoWrap } ) ]
            ),
            mark(rises.is_some(), true),
            mark(leaves_goal, false),
        ]
    }
}

/// Marks the move that has just been made.
fn show_place(replay: Res<Replay>, mut rows: Query<(&MoveRow, &Hovered, &mut BackgroundColor)>) {
    let Some(playhead) = replay.playhead() else { return };
    let made = playhead.at().checked_sub(1);
    for (row, hovered, mut ground) in &mut rows {
        let paint = if made == Some(row.0) {
            theme::FIELD_PRESSED
        } else if hovered.get() {
            theme::FIELD_HOVER
        } else {
            Color::NONE
        };
        ground.set_if_neq(BackgroundColor(paint));
    }
}
