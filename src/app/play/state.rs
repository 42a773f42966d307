//! The game that is played and what moves on its board.

use std::time::Duration;

use bevy::prelude::*;

use super::motion::Motion;
use super::{Game, PlayCommand, Step};
use crate::app::boards::view::Face;
use crate::app::document::Document;
use crate::puzzle::edit::played_from_start;
use crate::puzzle::game::{Pushed, direction_between};
use crate::puzzle::{Cell, Direction, Issue, TileKind};

/// The game and what moves on its board.
#[derive(Resource, Default)]
pub struct Play {
    pub(super) game: Option<Game>,
    pub(super) motion: Motion,
    /// What the tiles were before the last push: they change when it has landed.
    before: Vec<Face>,
    /// While the own solution is shown again: how long the board has rested.
    watched: Option<Duration>,
    /// What the last command could not do.
    pub(super) refused: Option<&'static str>,
    /// Counts the games, so that views know when to draw anew.
    pub(super) serial: u64,
    /// Whether the position where one stops becomes the goal. The goal of the game says nothing then:
    /// it is the start.
    pub(super) makes_goal: bool,
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
    pub(super) fn is_won(&self) -> bool {
        !self.makes_goal && self.game().is_some_and(|game| !game.is_at_start() && game.is_won())
    }

    /// Says whether the level is solved and all tiles are at rest.
    pub fn shows_win(&self) -> bool {
        self.is_won() && !self.motion.is_sliding()
    }

    /// Says whether the own solution is shown again.
    pub const fn is_watched(&self) -> bool {
        self.watched.is_some()
    }

    /// Shows the own solution no further; says whether it did.
    pub(super) const fn interrupt(&mut self) -> bool {
        self.motion.end_win();
        self.watched.take().is_some()
    }

    /// Returns what moves on the board.
    pub const fn motion(&self) -> &Motion {
        &self.motion
    }

    /// Returns what a tile is as it is drawn: one that is on its way changes when it lands.
    pub(super) fn face(&self, game: &Game, tile: usize) -> Face {
        let before = self.before.get(tile).filter(|_| self.motion.is_sliding());
        before.copied().unwrap_or_else(|| face(game, tile))
    }

    /// Begins a game on the level under edit, or goes on with the one that stands if
    /// the level is still the same. Says whether there is a game.
    pub(super) fn begin(&mut self, document: &Document) -> bool {
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
        self.interrupt();
        self.serial += 1;
        true
    }

    /// Begins a game on the start, whose end becomes the goal.
    ///
    /// # Errors
    /// Says why it cannot be played.
    pub(super) fn begin_to_goal(&mut self, document: &Document) -> Result<(), Vec<Issue>> {
        let draft = played_from_start(document.draft());
        self.game = Some(Game::new(draft.validate()?, draft.palette));
        self.motion.stop();
        self.refused = None;
        self.serial += 1;
        self.makes_goal = true;
        Ok(())
    }

    /// Drops a game that makes the goal: it is of no use to any other.
    pub(super) fn end_making_goal(&mut self) {
        if std::mem::take(&mut self.makes_goal) {
            self.game = None;
            self.motion.stop();
        }
    }

    /// Pushes a tile and lets it slide, or shows that it cannot.
    pub(super) fn push(&mut self, tile: usize, direction: Direction, slides: bool) {
        let Some(game) = &mut self.game else { return };
        let before = (0..game.cells().len()).map(|tile| face(game, tile)).collect();
        match game.push(tile, direction) {
            Pushed::Moved(Step { push, to, .. }) => {
                self.before = before;
                self.motion.slide(tile, push.from, to, slides);
                self.celebrate(slides);
            }
            Pushed::Blocked => {
                self.motion.jerk(tile, direction);
                self.refused = Some(refusal(game, tile));
            }
        }
    }

    /// Begins the picture of a win, if it is one.
    fn celebrate(&mut self, slides: bool) {
        if self.is_won() {
            self.motion.begin_win(slides);
            self.game.iter_mut().for_each(|game| game.selected = None);
        }
    }

    /// Makes the next move of the own solution that is shown again, when it is time.
    pub(super) fn watch_on(&mut self, time: Duration, slides: bool) {
        let Some(rested) = self.watched.filter(|_| !self.motion.is_sliding()) else { return };
        self.watched = Some(rested + time);
        if rested + time < super::REST {
            return;
        }
        let Some(game) = &mut self.game else { return };
        let steps = game.redo();
        let is_over = !game.can_redo() || game.is_won();
        self.watched = (!is_over).then_some(Duration::ZERO);
        self.show_steps(&steps, false, slides);
        self.celebrate(slides);
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

    pub(super) fn apply(&mut self, command: PlayCommand, arrows_move_gap: bool, slides: bool) {
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
                if !steps.is_empty() {
                    self.celebrate(slides);
                }
            }
            PlayCommand::Watch if game.is_won() && !self.makes_goal => {
                game.restart();
                self.motion.stop();
                self.watched = Some(Duration::ZERO);
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
