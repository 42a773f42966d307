//! All ways to divide the tiles among the cells of a goal that the bound allows.

use std::ops::Range;

use super::{Role, Tile};

/// Divides the tiles among the cells of a placement of the goal.
pub(super) struct Division<'a, S> {
    pub tiles: &'a mut [Tile<S>],
    pub roles: &'a mut [Role],
    pub goals: usize,
    pub placement: Range<usize>,
    pub within: u16,
    /// The tiles of the goals so far.
    pub chosen: &'a mut Vec<usize>,
    pub is_possible: bool,
    /// Cells that may still be served, over all ways.
    pub steps: u32,
}

impl<S> Division<'_, S> {
    /// Serves `goal` and those after it by tiles that are not `taken`, after so many moves of these.
    pub fn serve(&mut self, goal: usize, taken: u64, moves: u16) {
        if self.steps == 0 {
            return;
        }
        self.steps -= 1;
        if goal == self.placement.end {
            self.note(taken, moves);
            return;
        }
        for slot in 0..self.tiles.len() {
            let after = moves.saturating_add(self.roles[slot * self.goals + goal].moves);
            if taken >> slot & 1 == 0 && after <= self.within {
                self.chosen.push(slot);
                self.serve(goal + 1, taken | 1 << slot, after);
                self.chosen.pop();
            }
        }
    }

    /// Notes what is needed beside each tile.
    fn note(&mut self, taken: u64, moves: u16) {
        self.is_possible = true;
        for (goal, &slot) in self.placement.clone().zip(&*self.chosen) {
            let role = &mut self.roles[slot * self.goals + goal];
            role.rest = role.rest.min(moves - role.moves);
        }
        for (slot, tile) in self.tiles.iter_mut().enumerate() {
            if taken >> slot & 1 == 0 {
                tile.spare = tile.spare.min(moves);
            }
        }
    }
}
