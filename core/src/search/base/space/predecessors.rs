//! Predecessors of a packed state: which states a legal push leads from to it.
//!
//! A tile on p may have come in direction d exactly when something stops it behind p in
//! direction d, from any cell of the run before p:
//!
//! ```text
//!   # . . . p #      pushed right from any of the three, it stops on p
//! ```

use std::ops::RangeInclusive;

use super::{Key, Scratch, Space};
use crate::puzzle::Direction;

impl<K: Key> Space<K> {
    /// Calls `visit` with each state from which one push leads to `key`. With waypoints
    /// these are the states that agree with what they have passed; not all of them need
    /// be reachable.
    pub fn for_each_predecessor(&self, key: &K, scratch: &mut Scratch, mut visit: impl FnMut(K)) {
        let stages = self.stages_before(key);
        if self.changing().is_some() {
            return self.for_each_change(key, scratch, true, |_, _, before| {
                for stage in stages.clone() {
                    let before = self.with_stage(&before, stage);
                    if self.has_settled(&before) {
                        visit(before);
                    }
                }
            });
        }
        self.load(key, scratch);
        for slot in 0..self.tile_count() {
            let cell = self.cells[usize::from(scratch.sites()[slot])];
            let runs = self.runs(scratch, slot);
            for nth in 0..Direction::ALL.len() {
                // Up and down stand side by side in `ALL`, left and right too.
                let back = nth ^ 1;
                let length = if runs[nth] == 0 { runs[back] } else { 0 };
                for steps in 1..=length {
                    let from = self.site_after(cell, back, steps);
                    let before = self.with_moved(key, scratch.sites(), slot, from);
                    for stage in stages.clone() {
                        let before = self.with_stage(&before, stage);
                        if self.has_settled(&before) {
                            visit(before);
                        }
                    }
                }
            }
        }
        self.unload(scratch);
    }

    /// Returns how many waypoints may have been passed before `key` was reached.
    fn stages_before(&self, key: &K) -> RangeInclusive<usize> {
        let stage = self.stage(key);
        let passed_here = |&before: &usize| self.fulfils(key, &self.waypoints[before]);
        let first = (0..stage).rev().take_while(passed_here).last();
        first.unwrap_or(stage)..=stage
    }

    /// Says whether no waypoint that `key` has not counted is passed there.
    fn has_settled(&self, key: &K) -> bool {
        let mut after = *key;
        self.advance_stage(&mut after);
        after == *key
    }
}
