//! The slides of a state in both directions, listed before any key is built.

use super::bucket::Way;
use crate::puzzle::Cell;
use crate::search::base::key::Key;
use crate::search::base::space::{Scratch, Space};

/// A slide of one tile.
#[derive(Clone, Copy)]
pub struct Slide {
    pub slot: usize,
    pub from: Cell,
    /// Direction index and length in cells.
    pub direction: usize,
    pub cells: u8,
    pub to: u16,
}

/// Calls `visit` with each slide of the loaded state in direction `way`.
#[inline]
pub fn each<K: Key>(space: &Space<K>, loaded: &Scratch, way: Way, mut visit: impl FnMut(Slide)) {
    for slot in 0..space.tile_count() {
        each_of(space, loaded, way, slot, &mut visit);
    }
}

/// Calls `visit` with each slide of the tile in `slot`.
#[inline]
pub fn each_of<K: Key>(
    space: &Space<K>,
    loaded: &Scratch,
    way: Way,
    slot: usize,
    mut visit: impl FnMut(Slide),
) {
    let from = space.cells[usize::from(loaded.sites()[slot])];
    let runs = u32::from_le_bytes(space.runs(loaded, slot));
    let mut open = match way {
        Way::Forward => nonzero(runs),
        // A predecessor needs a stop behind the tile: its run onwards is 0.
        Way::Backward => nonzero(runs) & !nonzero(opposite(runs)),
    };
    // Iterates over open directions only: a branch per direction would be mispredicted.
    while open != 0 {
        let direction = (open.trailing_zeros() / u8::BITS) as usize;
        open &= open - 1;
        let run = runs.to_le_bytes()[direction];
        let first = if way == Way::Forward { run } else { 1 };
        for cells in first..=run {
            let to = space.site_after(from, direction, cells);
            visit(Slide { slot, from, direction, cells, to });
        }
    }
}

/// Sets the top bit of each byte that is between 1 and 127.
const fn nonzero(bytes: u32) -> u32 {
    (bytes + 0x7f7f_7f7f) & 0x8080_8080
}

/// Swaps the bytes of opposite directions.
const fn opposite(bytes: u32) -> u32 {
    (bytes & 0x00ff_00ff) << u8::BITS | bytes >> u8::BITS & 0x00ff_00ff
}
