//! Expanding a state for the engine: only the pushes that change the two estimates
//! in wanted ways, found by table look-ups before a key is made.

use super::class::{Delta, Deltas, Estimates, Way};
use super::estimate::{Estimator, Sums};
use crate::search::key::Key;
use crate::search::space::{Scratch, Space};

/// For each of the directions in their order the place of the opposite one.
const OPPOSITE: [usize; 4] = [1, 0, 3, 2];

/// The estimates to both ends and the working memory to expand states.
pub struct Expander {
    estimator: Estimator,
    scratch: Scratch,
    sums: Sums,
    moved: Vec<u16>,
}

impl Expander {
    pub fn new<K: Key>(space: &Space<K>, estimator: Estimator) -> Self {
        let scratch = Scratch::new(space);
        Self { estimator, scratch, sums: Sums::default(), moved: Vec::new() }
    }

    /// Returns the estimates of `key`.
    pub fn estimates<K: Key>(&mut self, space: &Space<K>, key: &K) -> Estimates {
        space.load(key, &mut self.scratch);
        let estimates = self.load_sums(space);
        space.unload(&mut self.scratch);
        estimates
    }

    /// Calls `visit` with each neighbour of `key` along `way` whose push changes the
    /// estimates as `wanted`, with its estimates and the change. Returns `known` and what
    /// the pushes change.
    pub fn expand<K: Key>(
        &mut self,
        space: &Space<K>,
        way: Way,
        key: &K,
        known: Deltas,
        wanted: Deltas,
        mut visit: impl FnMut(K, Estimates, Delta),
    ) -> Deltas {
        space.load(key, &mut self.scratch);
        let estimates = self.load_sums(space);
        let mut all = known;
        for slot in 0..space.tile_count() {
            let cell = space.cells[usize::from(self.scratch.sites()[slot])];
            let runs = self.scratch.occupancy().runs(cell);
            for (nth, &run) in runs.iter().enumerate() {
                let (first, last) = match way {
                    Way::Forward => (run.max(1), run),
                    // Something must have stopped it: its run onwards is 0.
                    Way::Backward if runs[OPPOSITE[nth]] > 0 => continue,
                    Way::Backward => (1, run),
                };
                for steps in first..=last {
                    let to = space.site_after(cell, nth, steps);
                    let delta = self.delta(space, slot, to);
                    all = all.with(delta);
                    if wanted.contains(delta) {
                        let next = space.with_moved(key, self.scratch.sites(), slot, to);
                        visit(next, estimates.after(delta), delta);
                    }
                }
            }
        }
        space.unload(&mut self.scratch);
        all
    }

    /// Returns the steps of the assignments that expanding a state takes, about.
    pub fn steps_per_state(&self) -> u64 {
        self.estimator.steps_per_state()
    }

    /// Returns the memory held by the tables.
    pub fn memory_bytes(&self) -> u64 {
        self.estimator.memory_bytes()
    }

    fn load_sums<K: Key>(&mut self, space: &Space<K>) -> Estimates {
        self.estimator.tidy();
        self.estimator.load(space, self.scratch.sites(), &mut self.sums);
        self.sums.estimates
    }

    /// Returns what it changes to move the tile of `slot` to `to`.
    #[inline]
    fn delta<K: Key>(&mut self, space: &Space<K>, slot: usize, to: u16) -> Delta {
        let nth = space.group_of(slot);
        let group = &space.groups[nth];
        let moved = if group.len == 1 {
            std::slice::from_ref(&to)
        } else {
            self.moved.clear();
            self.moved.extend_from_slice(&self.scratch.sites()[group.slots()]);
            shift(&mut self.moved, slot - group.first, to);
            &self.moved
        };
        self.estimator.change(&self.sums, nth, moved)
    }
}

/// Replaces the site at `at` by `to` and keeps the sites in rising order.
fn shift(sites: &mut [u16], mut at: usize, to: u16) {
    while at > 0 && sites[at - 1] > to {
        sites[at] = sites[at - 1];
        at -= 1;
    }
    while at + 1 < sites.len() && sites[at + 1] < to {
        sites[at] = sites[at + 1];
        at += 1;
    }
    sites[at] = to;
}
