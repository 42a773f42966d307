//! The moves that a state allows, forward and backward, before a key is made of any: for
//! the engine's expander and for the windows of its repair.

use super::class::Way;
use crate::puzzle::Cell;
use crate::search::key::Key;
use crate::search::space::{Scratch, Space};

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
        each_of(space, loaded, way, slot, &mut visit);
    }
}

/// Calls `visit` with each of those moves that the tile in `slot` makes.
#[inline]
pub fn each_of<K: Key>(
    space: &Space<K>,
    loaded: &Scratch,
    way: Way,
    slot: usize,
    mut visit: impl FnMut(Step),
) {
    let from = space.cells[usize::from(loaded.sites()[slot])];
    let runs = u32::from_le_bytes(loaded.occupancy().runs(from));
    let mut open = match way {
        Way::Forward => nonzero(runs),
        // Something must have stopped it: its run onwards is 0.
        Way::Backward => nonzero(runs) & !nonzero(opposite(runs)),
    };
    // Directions are not looked at one after the other: which are open cannot be foreseen.
    while open != 0 {
        let direction = (open.trailing_zeros() / u8::BITS) as usize;
        open &= open - 1;
        let run = runs.to_le_bytes()[direction];
        let first = if way == Way::Forward { run } else { 1 };
        for cells in first..=run {
            let to = space.site_after(from, direction, cells);
            visit(Step { slot, from, direction, cells, to });
        }
    }
}

/// Returns the highest bit of each byte that is not 0 and below 128, as runs are.
const fn nonzero(bytes: u32) -> u32 {
    (bytes + 0x7f7f_7f7f) & 0x8080_8080
}

/// Returns the byte of each direction in the place of the opposite one.
const fn opposite(bytes: u32) -> u32 {
    (bytes & 0x00ff_00ff) << u8::BITS | bytes >> u8::BITS & 0x00ff_00ff
}
