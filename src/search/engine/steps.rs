//! The moves that a state allows, forward and backward, before a key is made of any: for
//! the engine's expander and for the windows of its repair.

use super::class::Way;
use crate::puzzle::Cell;
use crate::search::key::Key;
use crate::search::space::{Scratch, Space};

/// For each of the directions in their order the place of the opposite one.
pub const OPPOSITE: [usize; 4] = [1, 0, 3, 2];

/// A move that a state allows.
#[derive(Clone, Copy)]
pub struct Step {
    pub slot: usize,
    pub from: Cell,
    /// Its direction and its length in cells.
    pub direction: usize,
    pub cells: u8,
    pub to: u16,
}

/// Calls `visit` with each move that leads on from the state that is loaded, going `way`.
#[inline]
pub fn each<K: Key>(space: &Space<K>, loaded: &Scratch, way: Way, mut visit: impl FnMut(Step)) {
    for slot in 0..space.tile_count() {
        let from = space.cells[usize::from(loaded.sites()[slot])];
        let runs = loaded.occupancy().runs(from);
        for (direction, &run) in runs.iter().enumerate() {
            let (first, longest) = match way {
                Way::Forward => (run.max(1), run),
                // Something must have stopped it: its run onwards is 0.
                Way::Backward if runs[OPPOSITE[direction]] > 0 => continue,
                Way::Backward => (1, run),
            };
            for cells in first..=longest {
                let to = space.site_after(from, direction, cells);
                visit(Step { slot, from, direction, cells, to });
            }
        }
    }
}
