//! Play mode: the level on one large board, played by hand. This file owns the mode and
//! the game and carries commands out; the rest of the folder reads pointer and keys,
//! searches for hints, and draws.
//!
//! ```text
//!   pointer, keys, panel --PlayCommand--> apply_commands --> Play (game, motion)
//!                                            |                   |
//!                                         Hints <--worker        '--> board, panel
//! ```

mod board;
mod hint;
mod keys;
mod mode_buttons;
mod motion;
mod overlay;
mod panel;
mod pointer;
mod screen;
mod status_line;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

pub use board::PlayBoard;
pub use hint::Hints;
pub use motion::Motion;
pub use screen::{PlayScreen, TargetBoard};
pub use status_line::PlayLine;

pub(in crate::app) use mode_buttons::buttons as mode_buttons;

use crate::app::boards::view::Face;
use crate::app::document::{Document, DocumentChanged, Edit};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::mode::{Mode, is_playing};
use crate::app::kit::notice::ShowNotice;
use crate::app::settings::Settings;
use crate::app::solve::panel::TakeIntoPlay;
use crate::app::solve::results::{Results, best};
use crate::hints::NAMES_TILE;
use crate::progress;
use crate::puzzle::edit::played_from_start;
use crate::puzzle::{EditCommand, Issue};
use crate::words::issue_words;

pub use crate::puzzle::game::{Game, Step};
use crate::puzzle::game::{Pushed, direction_between};
use crate::puzzle::{Cell, Direction, Move, TileKind};

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
    /// Ends what is under way: the solution that plays, the search, the choice of a
    /// tile; with nothing under way leaves.
    Stop,
}

/// The game and what moves on its board.
#[derive(Resource, Default)]
pub struct Play {
    game: Option<Game>,
    motion: Motion,
    /// What the tiles were before the last push: they change when it has landed.
    before: Vec<Face>,
    /// What the last command could not do.
    refused: Option<&'static str>,
    /// Counts the games, so that views know when to draw anew.
    serial: u64,
    /// Whether the position where one stops becomes the goal. The goal of the game says nothing then:
    /// it is the start.
    makes_goal: bool,
}

impl Play {
    /// Returns the game; `None` before the first.
    pub const fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// Says whether the position where one stops becomes the goal.
    pub const fn makes_goal(&self) -> bool {
        self.makes_goal
    }

    /// Says whether the level is solved, by a move at least.
    fn is_won(&self) -> bool {
        !self.makes_goal && self.game().is_some_and(|game| !game.is_at_start() && game.is_won())
    }

    /// Returns what moves on the board.
    pub const fn motion(&self) -> &Motion {
        &self.motion
    }

    /// Returns what a tile is as it is drawn: one that is on its way changes when it lands.
    fn face(&self, game: &Game, tile: usize) -> Face {
        let before = self.before.get(tile).filter(|_| self.motion.is_sliding());
        before.copied().unwrap_or_else(|| face(game, tile))
    }

    /// Begins a game on the level under edit, or goes on with the one that stands if
    /// the level is still the same. Says whether there is a game.
    fn begin(&mut self, document: &Document) -> bool {
        self.end_making_goal();
        let Some(puzzle) = document.puzzle() else { return false };
        let palette = document.draft().palette.clone();
        match &mut self.game {
            Some(game) if *game.puzzle() == **puzzle => game.palette = palette,
            _ => {
                self.game = Some(Game::new((**puzzle).clone(), palette));
                self.motion.stop();
                self.refused = None;
            }
        }
        self.serial += 1;
        true
    }

    /// Begins a game on the start, whose end becomes the goal.
    ///
    /// # Errors
    /// Says why it cannot be played.
    fn begin_to_goal(&mut self, document: &Document) -> Result<(), Vec<Issue>> {
        let draft = played_from_start(document.draft());
        self.game = Some(Game::new(draft.validate()?, draft.palette));
        self.motion.stop();
        self.refused = None;
        self.serial += 1;
        self.makes_goal = true;
        Ok(())
    }

    /// Drops a game that makes the goal: it is of no use to any other.
    fn end_making_goal(&mut self) {
        if std::mem::take(&mut self.makes_goal) {
            self.game = None;
            self.motion.stop();
        }
    }

    /// Pushes a tile and lets it slide, or shows that it cannot.
    fn push(&mut self, tile: usize, direction: Direction, slides: bool) {
        let Some(game) = &mut self.game else { return };
        let before = (0..game.cells().len()).map(|tile| face(game, tile)).collect();
        match game.push(tile, direction) {
            Pushed::Moved(Step { push, to, .. }) => {
                self.before = before;
                self.motion.slide(tile, push.from, to, slides);
            }
            Pushed::Blocked => {
                self.motion.jerk(tile, direction);
                self.refused = Some(refusal(game, tile));
            }
        }
    }

    /// Slides the tiles between `cell` and the gap; says whether they can.
    fn push_row(&mut self, cell: Cell, slides: bool) -> bool {
        let Some((tiles, direction)) = self.game.as_ref().and_then(|game| game.row_to_gap(cell))
        else {
            return false;
        };
        for tile in tiles {
            self.push(tile, direction, slides);
        }
        true
    }

    /// Slides tiles back or forth that undo or redo has moved.
    fn show_steps(&mut self, steps: &[Step], back: bool, slides: bool) {
        // What is taken back is what it was before at once.
        self.before.clear();
        for step in steps {
            let (before, to) =
                if back { (step.to, step.push.from) } else { (step.push.from, step.to) };
            self.motion.slide(step.tile, before, to, slides);
        }
    }

    fn apply(&mut self, command: PlayCommand, arrows_move_gap: bool, slides: bool) {
        let Some(game) = &mut self.game else { return };
        self.refused = None;
        game.begin_gesture();
        match command {
            PlayCommand::Arrow(arrow) => self.press_arrow(arrow, arrows_move_gap, slides),
            PlayCommand::Drag { tile, direction } => {
                let cell = game.cells()[tile];
                let row = game.row_to_gap(cell).filter(|&(_, towards)| towards == direction);
                if row.is_none() || !self.push_row(cell, slides) {
                    self.push(tile, direction, slides);
                }
            }
            PlayCommand::Click(cell) => self.click(cell, slides),
            PlayCommand::SelectNext { backwards } => game.select_next(backwards),
            PlayCommand::Undo => {
                let steps = game.undo();
                self.show_steps(&steps, true, slides);
            }
            PlayCommand::Redo => {
                let steps = game.redo();
                self.show_steps(&steps, false, slides);
            }
            PlayCommand::Restart => {
                game.restart();
                game.selected = None;
                self.motion.stop();
            }
            _ => {}
        }
    }

    fn press_arrow(&mut self, arrow: Direction, arrows_move_gap: bool, slides: bool) {
        let Some(game) = &self.game else { return };
        if let Some(gap) = game.gap() {
            // The tile comes from the side to which the gap goes.
            let direction = if arrows_move_gap { arrow.opposite() } else { arrow };
            let from = game.puzzle().size().neighbour(gap, direction.opposite());
            match from.and_then(|from| game.tile_at(from)) {
                Some(tile) => self.push(tile, direction, slides),
                None => self.refused = Some("There is no tile on that side of the empty cell."),
            }
        } else if let Some(tile) = game.selected {
            self.push(tile, arrow, slides);
        } else {
            self.refused = Some("Choose a tile first: click it, or press Tab.");
        }
    }

    fn click(&mut self, cell: Cell, slides: bool) {
        let Some(game) = &mut self.game else { return };
        let tile = game.tile_at(cell);
        if game.gap().is_some() {
            let Some(tile) = tile else { return };
            if !self.push_row(cell, slides) {
                self.motion.jerk(tile, Direction::Up);
                self.refused = Some("Only tiles in the row or column of the empty cell can move.");
            }
            return;
        }
        match (tile, game.selected) {
            (Some(tile), selected) => {
                game.selected = (selected != Some(tile)).then_some(tile);
            }
            (None, Some(selected)) => match direction_between(game.cells()[selected], cell) {
                Some(direction) => self.push(selected, direction, slides),
                None => game.selected = None,
            },
            (None, None) => {}
        }
    }
}

/// Returns what a tile is at the position of a game.
fn face(game: &Game, tile: usize) -> Face {
    Face::now(game.colour(tile), game.left(tile), game.first_colour(tile), &game.palette)
}

/// Says why a tile does not move.
fn refusal(game: &Game, tile: usize) -> &'static str {
    let kind = game.palette.swatch(game.colour(tile)).kind;
    if matches!(kind, TileKind::Numbered(_)) && game.left(tile) == 0 {
        return "It has been pushed as often as its number said.";
    }
    "That tile is blocked on that side."
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
        let was_playing = hints.interrupt();
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
            status_line::plugin,
            pointer::plugin,
            keys::plugin,
            hint::plugin,
        ));
}
