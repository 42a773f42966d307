//! Expanding a state for the engine: only the pushes that change the two estimates
//! in wanted ways, found by table look-ups before a key is made.

use super::class::{Delta, Deltas, Estimates, Way};
use super::estimate::{Estimator, Sums};
use super::tight::Tightness;
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
    tightness: Option<Tightness>,
}

/// A neighbour of a state that is expanded.
pub struct Child<'a, K> {
    pub estimates: Estimates,
    /// What the push changed.
    pub delta: Delta,
    space: &'a Space<K>,
    parent: &'a K,
    way: Way,
    slot: usize,
    to: u16,
    sites: &'a [u16],
    tightness: &'a mut Option<Tightness>,
}

impl<K: Key> Child<'_, K> {
    /// Returns its key.
    #[inline]
    pub fn key(&self) -> K {
        self.space.with_moved(self.parent, self.sites, self.slot, self.to)
    }

    /// Says whether, as far as can be told, the estimate of what lies ahead may be exact.
    #[inline]
    pub fn may_be_exact(&mut self) -> bool {
        let Some(tightness) = self.tightness else { return true };
        let estimate = self.estimates.ahead(self.way);
        tightness.may_be_exact(self.way, self.sites, self.slot, self.to, estimate)
    }
}

impl Expander {
    pub fn new<K: Key>(
        space: &Space<K>,
        estimator: Estimator,
        tightness: Option<Tightness>,
    ) -> Self {
        let scratch = Scratch::new(space);
        Self { estimator, scratch, sums: Sums::default(), moved: Vec::new(), tightness }
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
        self.children(space, way, key, known, wanted, |child| {
            visit(child.key(), child.estimates, child.delta);
        })
    }

    /// As [`Expander::expand`]; makes keys only when they are asked for.
    pub fn children<K: Key>(
        &mut self,
        space: &Space<K>,
        way: Way,
        key: &K,
        known: Deltas,
        wanted: Deltas,
        mut visit: impl FnMut(Child<'_, K>),
    ) -> Deltas {
        space.load(key, &mut self.scratch);
        let estimates = self.load_sums(space);
        if let Some(tightness) = &mut self.tightness {
            tightness.begin();
        }
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
                        visit(Child {
                            estimates: estimates.after(delta),
                            delta,
                            space,
                            parent: key,
                            way,
                            slot,
                            to,
                            sites: self.scratch.sites(),
                            tightness: &mut self.tightness,
                        });
                    }
                }
            }
        }
        space.unload(&mut self.scratch);
        all
    }

    /// Says whether children can be told whose estimate is too low.
    pub const fn tells_tightness(&self) -> bool {
        self.tightness.is_some()
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
