//! Play mode: the level on one large board, played by hand. This file owns the mode and
//! the game and carries commands out; the rest of the folder reads pointer and keys,
//! searches for hints, and draws.
//!
//! ```text
//!   pointer, keys, panel --PlayCommand--> apply_commands --> Play (game, motion)
//!                                            |                   |
//!                                         Hints <--worker        '--> board, panel
//! ```

pub(in crate::app) mod actions;
mod board;
mod hint;
mod keys;
mod lost;
mod mode_buttons;
mod motion;
mod overlay;
mod panel;
mod pointer;
mod screen;
mod state;
mod status_line;
mod trails;
mod win;

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

pub use board::PlayBoard;
pub use hint::Hints;
pub use motion::Motion;
pub use screen::{PlayScreen, TargetBoard};
pub use state::Play;
pub use status_line::PlayLine;

pub(in crate::app) use mode_buttons::buttons as mode_buttons;

use crate::app::document::{Document, DocumentChanged, Edit};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::mode::{Mode, is_playing};
use crate::app::kit::notice::ShowNotice;
use crate::app::settings::Settings;
use crate::app::solve::panel::TakeIntoPlay;
use crate::app::solve::results::{Results, best};
use crate::hints::NAMES_TILE;
use crate::progress;
use crate::puzzle::{EditCommand, Issue};
use crate::words::issue_words;

pub use crate::puzzle::game::{Game, Step};
use crate::puzzle::{Cell, Direction, Move};

/// Space around what is in the columns beside the board, in logical pixels.
const PADDING: f32 = 16.0;
/// Between two moves of a solution that plays by itself.
const REST: Duration = Duration::from_millis(140);

/// A request to play mode.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayCommand {
    /// Plays the level under edit.
    Enter,
    /// Plays its start to a goal that is not there yet.
    EnterToGoal,
    /// Makes the position on the board that goal, and goes back to drawing.
    TakeGoal,
    /// Goes back to drawing; the game stays as it is.
    Leave,
    /// Presses an arrow: pushes the chosen tile, or on a board with one empty cell the
    /// tile beside it.
    Arrow(Direction),
    /// Drags a tile.
    Drag { tile: usize, direction: Direction },
    /// Clicks on a cell: chooses its tile, or pushes the chosen one that way.
    Click(Cell),
    /// Chooses the next tile, or the one before.
    SelectNext { backwards: bool },
    /// Takes the last move back.
    Undo,
    /// Makes it again.
    Redo,
    /// Goes back to the start.
    Restart,
    /// Says more: how many moves are left, which tile, the move, the rest.
    Hint,
    /// Looks for a solution from here; with one in hand plays it, or stops playing it.
    Solve,
    /// Makes one move of the solution.
    Step,
    /// Shows the own moves again, once they have solved the level.
    Watch,
    /// Copies what has been reached, for others.
    Share,
    /// Ends what is under way: the solution that plays, the search, the choice of a
    /// tile; with nothing under way leaves.
    Stop,
}

fn apply_commands(
    mut commands: MessageReader<PlayCommand>,
    (document, results, settings): (Res<Document>, Res<Results>, Res<Settings>),
    (mut mode, mut play, mut hints): (ResMut<Mode>, ResMut<Play>, ResMut<Hints>),
    search: hint::SearchParts,
    (mut notices, mut edits): (MessageWriter<ShowNotice>, MessageWriter<Edit>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for &command in commands.read() {
        redraw.write(RequestRedraw);
        // Whatever is done by hand interrupts the solution that plays.
        let was_playing = hints.interrupt() | play.interrupt();
        match command {
            PlayCommand::Enter if play.begin(&document) => {
                mode.set_if_neq(Mode::Play);
            }
            PlayCommand::Enter => {
                notices.write(nothing_to_play(&document, document.issues()));
            }
            PlayCommand::EnterToGoal => match play.begin_to_goal(&document) {
                Ok(()) => {
                    hints.forget();
                    mode.set_if_neq(Mode::Play);
                }
                Err(issues) => {
                    notices.write(nothing_to_play(&document, &issues));
                }
            },
            PlayCommand::TakeGoal => {
                let moves = play.game().filter(|_| play.makes_goal).map(Game::moves);
                if let Some(moves) = moves.filter(|moves| !moves.is_empty()) {
                    edits.write(Edit(EditCommand::PlayToGoal(moves)));
                    leave(&mut mode, &mut play, &mut hints);
                }
            }
            PlayCommand::Leave => leave(&mut mode, &mut play, &mut hints),
            PlayCommand::Stop if was_playing || hints.stop() => {}
            PlayCommand::Stop => match &mut play.game {
                Some(game) if game.selected.is_some() => game.selected = None,
                _ => leave(&mut mode, &mut play, &mut hints),
            },
            PlayCommand::Solve if was_playing => {}
            PlayCommand::Hint | PlayCommand::Solve | PlayCommand::Step if play.makes_goal => {
                play.refused = Some("There is no goal yet: it will be where you stop.");
            }
            PlayCommand::Hint | PlayCommand::Solve | PlayCommand::Step => {
                play.refused = None;
                let Some(game) = &play.game else { continue };
                let known = best(&document, &results);
                if let Some(push) = hints.apply(command, game, known.as_ref(), &search) {
                    make_planned(&mut play, push, settings.animation);
                }
            }
            _ if *mode == Mode::Play => {
                let made = play.game.as_ref().map(Game::moves).unwrap_or_default();
                let is_told = hints.grade(&made) >= NAMES_TILE;
                play.apply(command, settings.play.arrows_move_gap, settings.animation);
                if let Some(game) =
                    play.game.as_mut().filter(|game| is_told && game.steps().len() > made.len())
                {
                    game.mark_helped();
                }
            }
            _ => {}
        }
    }
}

fn take_solutions(
    mut requests: MessageReader<TakeIntoPlay>,
    document: Res<Document>,
    (mut mode, mut play, mut hints): (ResMut<Mode>, ResMut<Play>, ResMut<Hints>),
) {
    for TakeIntoPlay { moves, made, proved } in requests.read() {
        if !play.begin(&document) {
            continue;
        }
        mode.set_if_neq(Mode::Play);
        play.apply(PlayCommand::Restart, false, false);
        let opening = &document.draft().opening;
        if !moves.starts_with(opening) {
            continue;
        }
        for &push in moves.iter().take(*made).skip(opening.len()) {
            make_planned(&mut play, push, false);
        }
        // The goal may be another one since they were found.
        if document.puzzle().is_some_and(|puzzle| puzzle.verify(moves.clone()).is_ok()) {
            hints.follow(moves.clone(), *proved);
        }
    }
}

/// Says why there is nothing to play.
fn nothing_to_play(document: &Document, issues: &[Issue]) -> ShowNotice {
    let why = issues.first().map(|issue| issue_words(issue, &document.draft().palette));
    let why = why.unwrap_or_else(|| "it is not complete".to_owned());
    ShowNotice(format!("Nothing to play yet. {why}"))
}

fn leave(mode: &mut ResMut<Mode>, play: &mut Play, hints: &mut Hints) {
    hints.stop();
    play.end_making_goal();
    mode.set_if_neq(Mode::Design);
}

/// Makes a move of the solution.
fn make_planned(play: &mut Play, push: Move, slides: bool) {
    let Some(game) = &mut play.game else { return };
    game.begin_gesture();
    game.selected = None;
    if let Some(tile) = game.tile_at(push.from) {
        play.push(tile, push.direction, slides);
        play.game.iter_mut().for_each(Game::mark_helped);
    }
}

/// Lets tiles slide on, and the solution play.
fn advance(
    mut play: ResMut<Play>,
    mut hints: ResMut<Hints>,
    settings: Res<Settings>,
    time: Res<Time>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if play.motion.is_moving() {
        play.motion.advance(time.delta());
        redraw.write(RequestRedraw);
    }
    if play.is_watched() {
        redraw.write(RequestRedraw);
        play.watch_on(time.delta(), settings.animation);
    }
    let made = play.game.as_ref().map(Game::moves).unwrap_or_default();
    if let Some(push) = hints.asked_step(&made) {
        hints.end_asked_step();
        make_planned(&mut play, push, settings.animation);
        redraw.write(RequestRedraw);
    }
    if hints.is_playing() {
        redraw.write(RequestRedraw);
        if play.motion.is_sliding() {
            return;
        }
        let made = play.game.as_ref().map(Game::moves).unwrap_or_default();
        if let Some(push) = hints.next_to_play(&made, time.delta()) {
            make_planned(&mut play, push, settings.animation);
        }
    }
}

/// Takes another level when the one that is played is changed.
fn follow_document(
    mut changes: MessageReader<DocumentChanged>,
    document: Res<Document>,
    mut mode: ResMut<Mode>,
    mut play: ResMut<Play>,
    mut hints: ResMut<Hints>,
) {
    for change in changes.read() {
        if change.opened {
            play.end_making_goal();
            play.game = None;
        }
        if !(change.opened || change.puzzle) {
            continue;
        }
        hints.forget();
        if *mode == Mode::Play && !play.begin(&document) {
            *mode = Mode::Design;
        }
    }
}

/// Keeps what the player has found with the level, if it is the best so far, and remembers that
/// it is solved, if nobody has helped.
fn keep_win(
    play: Res<Play>,
    mut kept: Local<Option<(u64, Vec<Move>)>>,
    mut edits: MessageWriter<Edit>,
) {
    let Some(game) = play.game().filter(|_| play.is_won()) else { return };
    let moves = game.moves();
    // The same moves may win another game.
    let win = Some((play.serial, moves.clone()));
    if *kept != win {
        *kept = win;
        if game.is_own() {
            progress::remember(game.puzzle(), moves.len() as u32);
        }
        edits.write(Edit(EditCommand::KeepBest { moves, proved: false, in_play: true }));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Play>()
        .add_message::<PlayCommand>()
        .add_systems(
            Update,
            (
                (
                    (advance, apply_commands)
                        .chain()
                        .run_if(is_playing.or_else(on_message::<PlayCommand>)),
                    take_solutions.run_if(on_message::<TakeIntoPlay>),
                )
                    .chain()
                    .after(crate::app::document::apply_commands)
                    .in_set(FrameSystems::Commands),
                (follow_document, keep_win.run_if(is_playing.and_then(resource_changed::<Play>)))
                    .chain()
                    .before(hint::HintSystems)
                    .in_set(FrameSystems::Poll),
            ),
        )
        .add_plugins((mode_buttons::plugin, screen::plugin, board::plugin, overlay::plugin))
        .add_plugins((
            panel::plugin,
            win::plugin,
            status_line::plugin,
            pointer::plugin,
            keys::plugin,
            hint::plugin,
            lost::plugin,
        ));
}
