//! The moves of the solution in the replay, in words and in notation; a click on one
//! goes there. Those that look wrong, for the score gets worse or a tile leaves its goal, are
//! marked.
//! With a second solution chosen, the two stand side by side instead.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::text::LineBreak;
use bevy::ui_widgets::Activate;

use super::move_row::{MoveRow, line};
use super::side_by_side;
use crate::app::document::{Document, Edit};
use crate::app::kit::bound::{caption_of, enabled_if, sends, shown_if, text_of};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{self, Fill, Frame};
use crate::app::kit::tooltip::{Tooltip, explained};
use crate::app::replay::{Replay, ReplayCommand, Track};
use crate::app::solve::SolverCommand;
use crate::app::solve::results::{Results, knowledge};
use crate::app::solve::solutions::{SolutionCommand, words};
use crate::puzzle::{EditCommand, Move};
use crate::search::{CounterIntuitive, counter_intuitive};
use crate::words::figures;

/// What the rows hang in.
#[derive(Component, Clone, Copy, Debug, Default)]
struct Rows;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<TakeIntoPlay>().add_systems(
        Update,
        (
            list_moves.run_if(resource_changed::<Replay>.or_else(resource_changed::<Results>)),
            show_place.run_if(|replay: Res<Replay>| replay.is_open()),
        )
            .chain()
            .in_set(FrameSystems::Views),
    );
}

pub(super) fn scene() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(theme::GAP), flex_shrink: 0.0, display: Display::None }
        #MovesPanel
        shown_if(|replay: Res<Replay>| replay.is_open())
        Children [
            (
                Node { margin: UiRect::top(px(6)) }
                Children [
                    ( theme::heading("") text_of(title) ),
                ]
            ),
            (
                Node { column_gap: px(-1) }
                Children [
                    (
                        explained(theme::button("Copy words"), "Copies the moves as lines such as \u{201c}blue at c8 up\u{201d}", "")
                        Node { flex_grow: 1.0, padding: UiRect::ZERO }
                        sends(SolutionCommand::CopyWords)
                    ),
                    (
                        explained(theme::button("Copy notation"), "Copies the moves such as c8U", "")
                        Node { flex_grow: 1.0, padding: UiRect::ZERO }
                        sends(SolutionCommand::CopyNotation)
                    ),
                ]
            ),
            (
                Node { column_gap: px(-1), row_gap: px(-1), flex_wrap: FlexWrap::Wrap }
                Children [
                    (
                        explained(theme::button(""), "Makes the moves up to here the opening, with which every solution must begin", "")
                        Node { flex_grow: 1.0 }
                        caption_of(|replay: Res<Replay>| match made(&replay) {
                            [] => "No opening".to_owned(),
                            _ => "As opening".to_owned(),
                        })
                        enabled_if(|replay: Res<Replay>, document: Res<Document>| made(&replay) != document.draft().opening)
                        on(|_: On<Activate>, replay: Res<Replay>, mut edits: MessageWriter<Edit>| {
                            edits.write(as_opening(&replay));
                        })
                    ),
                    (
                        explained(theme::button("Solve from here"), "Makes them the opening, and solves", "")
                        Node { flex_grow: 1.0 }
                        on(|_: On<Activate>, replay: Res<Replay>, mut edits: MessageWriter<Edit>, mut solver: MessageWriter<SolverCommand>| {
                            edits.write(as_opening(&replay));
                            solver.write(SolverCommand::Solve);
                        })
                    ),
                    (
                        explained(theme::button("Play"), "Lets you play on from here by hand", "")
                        Node { flex_grow: 1.0 }
                        on(play_on_activate)
                    ),
                ]
            ),
            ( Node { flex_direction: FlexDirection::Column } Rows ),
        ]
    }
}

/// `22 moves`.
fn title(replay: Res<Replay>) -> String {
    let playhead = replay.playhead();
    playhead.map_or_else(String::new, |it| figures::moves(it.track.move_count() as u32))
}

/// Returns the moves up to the position on the board.
fn made(replay: &Replay) -> &[Move] {
    replay.playhead().map_or(&[], |playhead| &playhead.track.moves[..playhead.at()])
}

fn as_opening(replay: &Replay) -> Edit {
    Edit(EditCommand::SetOpening(made(replay).to_vec()))
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

fn play_on_activate(
    _: On<Activate>,
    (replay, document, results): (Res<Replay>, Res<Document>, Res<Results>),
    mut out: MessageWriter<TakeIntoPlay>,
) {
    let Some(playhead) = replay.playhead() else { return };
    let moves = playhead.track.moves.clone();
    let known = knowledge(&document, &results).unwrap_or_default();
    let proved = known.proved && known.best == Some(moves.len() as u32);
    out.write(TakeIntoPlay { moves, made: playhead.at(), proved });
}

/// What is listed: which track, beside which other.
type Listed = Option<(Vec<Move>, Option<Vec<Move>>)>;

fn list_moves(
    replay: Res<Replay>,
    results: Res<Results>,
    rows: Single<Entity, With<Rows>>,
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
    let frame = if is_on { theme::INK } else { theme::NONE };
    let ground = if is_on && filled { theme::INK } else { theme::NONE };
    bsn! {
        Node { width: px(9), height: px(9), flex_shrink: 0.0, border: px(2) }
        Frame(frame)
        Fill({ground})
        Pickable::IGNORE
    }
}

fn legend(worse: u32, leaving: u32) -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(2), padding: UiRect::bottom(px(4)) }
        Children [
            (
                Node { column_gap: px(6), align_items: AlignItems::Center }
                Children [ mark(true, true), theme::label_dim(format!("seems farther from the goal: {}", figures::moves(worse))) ]
            ),
            (
                Node { column_gap: px(6), align_items: AlignItems::Center }
                Children [ mark(true, false), theme::label_dim(format!("a tile leaves its goal: {}", figures::moves(leaving))) ]
            ),
        ]
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
            ( Node { width: px(18), flex_shrink: 0.0, justify_content: JustifyContent::End } Pickable::IGNORE Children [ theme::label_dim(number) ] ),
            ( Node { width: px(30), flex_shrink: 0.0 } Pickable::IGNORE Children [ theme::label(notation) ] ),
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
fn show_place(replay: Res<Replay>, mut rows: Query<(&MoveRow, &Hovered, &mut Fill)>) {
    let Some(playhead) = replay.playhead() else { return };
    let made = playhead.at().checked_sub(1);
    for (row, hovered, mut ground) in &mut rows {
        let paint = if made == Some(row.0) {
            theme::FIELD_HOVER
        } else if hovered.get() {
            theme::FIELD
        } else {
            theme::NONE
        };
        ground.set_if_neq(Fill(paint));
    }
}
