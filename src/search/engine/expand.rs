//! Expanding a state for the engine: only the pushes that change the two estimates
//! in wanted ways, found by table look-ups before a key is made.

use super::arrival::{Arrival, LastMove};
use super::class::{Delta, Deltas, Estimates, Way};
use super::estimate::{Estimator, Sums};
use super::shape::Pushes;
use super::steps::{self, Step};
use super::tight::{Asking, Tightness};
use crate::search::key::Key;
use crate::search::space::{Scratch, Space};

/// The estimates to both ends and the working memory to expand states.
pub struct Expander {
    estimator: Estimator,
    scratch: Scratch,
    sums: Sums,
    steps: Vec<Step>,
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
    direction: usize,
    to: u16,
    sites: &'a [u16],
    estimator: &'a mut Estimator,
    sums: &'a Sums,
    tightness: &'a mut Option<Tightness>,
}

impl<K: Key> Child<'_, K> {
    /// Returns its key.
    #[inline]
    pub fn key(&self) -> K {
        self.space.with_moved(self.parent, self.sites, self.slot, self.to)
    }

    /// Returns how it was reached.
    #[inline]
    pub fn arrival(&self) -> Arrival {
        let slot = self.space.slot_after(self.sites, self.slot, self.to);
        Arrival::new(slot, self.direction)
    }

    /// Returns how many moves more than the estimate of what lies ahead are needed, as far as
    /// can be told: the first of the numbers in `more`, which rise, that may be enough, or 1
    /// more than the last.
    #[inline]
    pub fn lacking(&mut self, more: &[u16]) -> u16 {
        let Some(tightness) = self.tightness else { return 0 };
        let Self { way, sites, slot, to, .. } = *self;
        let asking = Asking { way, sites, slot, to, estimate: self.estimates.ahead(way) };
        tightness.lacking(self.estimator, self.sums, &asking, more)
    }
}

impl Expander {
    pub fn new<K: Key>(
        space: &Space<K>,
        estimator: Estimator,
        tightness: Option<Tightness>,
    ) -> Self {
        let scratch = Scratch::new(space);
        let (sums, steps) = (Sums::default(), Vec::new());
        Self { estimator, scratch, sums, steps, tightness }
    }

    /// Returns the estimates of `key`.
    pub fn estimates<K: Key>(&mut self, space: &Space<K>, key: &K) -> Estimates {
        space.load(key, &mut self.scratch);
        let estimates = self.load_sums();
        space.unload(&mut self.scratch);
        estimates
    }

    /// Calls `visit` with each neighbour of `key` along `way`, with its estimates.
    pub fn expand<K: Key>(
        &mut self,
        space: &Space<K>,
        way: Way,
        key: &K,
        mut visit: impl FnMut(K, Estimates),
    ) {
        let pushes = Pushes::New(Arrival::UNKNOWN);
        self.children(space, way, key, pushes, Deltas::ALL, |child| {
            visit(child.key(), child.estimates);
        });
    }

    /// Calls `visit` with each neighbour of `key` along `way` whose push changes the
    /// estimates as `wanted`, with its estimates and the change. Returns what is known of
    /// its pushes, and what else they change. Where they are new some are left out (see
    /// [`super::arrival`]).
    pub fn children<K: Key>(
        &mut self,
        space: &Space<K>,
        way: Way,
        key: &K,
        pushes: Pushes,
        wanted: Deltas,
        mut visit: impl FnMut(Child<'_, K>),
    ) -> Deltas {
        space.load(key, &mut self.scratch);
        let estimates = self.load_sums();
        if let Some(tightness) = &mut self.tightness {
            tightness.begin();
        }
        self.list_steps(space, way, pushes);
        let mut all = match pushes {
            Pushes::Change(deltas) => deltas,
            Pushes::New(_) => Deltas::default(),
        };
        let Self { estimator, scratch, sums, steps, tightness } = self;
        let sites = scratch.sites();
        for &Step { slot, direction, to, .. } in &*steps {
            let delta = estimator.change(sums, sites, slot, to);
            all = all.with(delta);
            if wanted.contains(delta) {
                let estimates = estimates.after(delta);
                let parent = key;
                visit(Child {
                    estimates,
                    delta,
                    space,
                    parent,
                    way,
                    slot,
                    direction,
                    to,
                    sites,
                    estimator,
                    sums,
                    tightness,
                });
            }
        }
        space.unload(&mut self.scratch);
        all
    }

    /// Lists the steps of the state that is loaded: by themselves, for what a step changes is
    /// then looked up without waiting for where the next one leads.
    fn list_steps<K: Key>(&mut self, space: &Space<K>, way: Way, pushes: Pushes) {
        let last = match pushes {
            Pushes::Change(_) => None,
            Pushes::New(arrival) => LastMove::new(space, &self.scratch, way, arrival),
        };
        let Self { steps, scratch, .. } = self;
        steps.clear();
        steps::each(space, scratch, way, |step| {
            if last.as_ref().is_none_or(|last| !last.makes_needless(step)) {
                steps.push(step);
            }
        });
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

    fn load_sums(&mut self) -> Estimates {
        self.estimator.tidy();
        self.estimator.load(self.scratch.sites(), &mut self.sums);
        self.sums.estimates
    }
}
