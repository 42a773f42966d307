//! States of puzzles whose tiles change: chameleons, which take colours, and numbered tiles, which
//! count their pushes. They are moved by the rules themselves, on positions.
//!
//! The tiles of a state stand in the order of their sites, so that equal positions have equal keys:
//!
//! ```text
//!   fields   sites | stage, if there are waypoints | colours | pushes left
//! ```

use super::{Key, Push, Space};
use crate::puzzle::{Cell, Colour, Position, Puzzle};

/// Returns the largest value of the fields of colours and pushes.
pub(super) fn largest_value(puzzle: &Puzzle) -> usize {
    let tiles = puzzle.start().tiles();
    let values = tiles.map(|(cell, colour)| colour.index().max(puzzle.start().left(cell).into()));
    values.max().unwrap_or(0)
}

impl<K: Key> Space<K> {
    /// Returns the key of a position whose tiles change.
    pub(super) fn key_of_changing(&self, position: &Position, stage: usize) -> K {
        let mut key = K::ZERO;
        let tiles = self.tile_count();
        let first = tiles + usize::from(!self.waypoints.is_empty());
        for (nth, (cell, colour)) in position.tiles().enumerate() {
            let mut set = |field: usize, value| key.set(self.fields[field], self.mask, value);
            set(nth, self.sites[cell]);
            set(first + nth, colour.0.into());
            set(first + tiles + nth, position.left(cell).into());
        }
        self.with_stage(&key, stage)
    }

    /// Returns the position of a key of [`Space::key_of_changing`].
    pub(super) fn changed_position(&self, key: &K) -> Position {
        let tiles = self.tile_count();
        let first = tiles + usize::from(!self.waypoints.is_empty());
        let get = |field: usize| key.get(self.fields[field], self.mask);
        let cell = |nth: usize| self.cells[usize::from(get(nth))];
        let placed = (0..tiles).map(|nth| (cell(nth), Colour(get(first + nth) as u8)));
        let mut position = Position::from_tiles(self.sites.size(), placed);
        for nth in 0..tiles {
            position.set_left(cell(nth), get(first + tiles + nth) as u8);
        }
        position
    }

    /// Calls `visit` with each push that the rules allow at `key` and the state after it.
    pub(super) fn for_each_change(&self, puzzle: &Puzzle, key: &K, mut visit: impl FnMut(Push, K)) {
        let (position, stage) = (self.changed_position(key), self.stage(key));
        let slots: Vec<Cell> = position.tiles().map(|(cell, _)| cell).collect();
        for push in puzzle.moves(&position) {
            let landing = puzzle.landing(&position, push);
            let after = puzzle.apply(&position, push);
            let (to, next) = landing.zip(after).expect("a legal move");
            let slot = slots.iter().position(|&cell| cell == push.from).expect("a tile is pushed");
            let made = Push {
                slot: slot as u16,
                from: self.sites[push.from],
                to: self.sites[to],
                direction: push.direction,
            };
            visit(made, self.key_of_changing(&next, puzzle.waypoints_passed(stage, &next)));
        }
    }
}
