//! Expands states: generates only the children whose estimates change in wanted ways, found by
//! table lookups before a key is built (partial expansion).
//!
//! Reference: Goldenberg and others, *Enhanced Partial Expansion A\**, 2014.

use super::{MAX_SLACK, Pruner};
use crate::search::base::clock::{Deadline, Watch};
use crate::search::base::key::Key;
use crate::search::base::space::{Scratch, Space};
use crate::search::engine::estimate::{Estimator, Sums};
use crate::search::engine::states::bucket::{Delta, Deltas, Estimates, Way};
use crate::search::engine::states::layout::Expansion;
use crate::search::engine::states::move_pruning::{CreatingMove, Footprint};
use crate::search::engine::states::slides::{self, Slide};

/// Assignment steps per state from which expanding it takes long beside reading the clock.
const HEAVY_STEPS: u64 = 100_000;

/// The estimates and the working memory to expand states.
pub struct Expander {
    estimator: Estimator,
    scratch: Scratch,
    sums: Sums,
    slides: Vec<Slide>,
    pruner: Option<Pruner>,
    watch: Watch,
    /// A state takes so long that the clock may be read each time.
    is_heavy: bool,
}

/// What is wanted of a state.
#[derive(Clone, Copy)]
pub struct Look {
    /// Whether it has been expanded.
    pub expansion: Expansion,
    /// The changes of the estimates that are wanted.
    pub wanted: Deltas,
    /// It is expanded only if it passes the checks with so many moves above its estimate; `None`
    /// for no checks.
    pub slack: Option<u16>,
}

impl Look {
    /// Wants these changes, without checks.
    pub const fn at(expansion: Expansion, wanted: Deltas) -> Self {
        Self { expansion, wanted, slack: None }
    }
}

/// A child of the state that is expanded.
pub struct Child<'a, K> {
    pub estimates: Estimates,
    /// What the push changed.
    pub delta: Delta,
    space: &'a Space<K>,
    parent: &'a K,
    slot: usize,
    direction: usize,
    to: u16,
    sites: &'a [u16],
}

impl<K: Key> Child<'_, K> {
    /// Returns its key.
    #[inline]
    pub fn key(&self) -> K {
        self.space.with_moved(self.parent, self.sites, self.slot, self.to)
    }

    /// Returns the move that created it.
    #[inline]
    pub fn created_by(&self) -> CreatingMove {
        let slot = self.space.slot_after(self.sites, self.slot, self.to);
        CreatingMove::new(slot, self.direction)
    }
}

impl Expander {
    pub fn new<K: Key>(
        space: &Space<K>,
        estimator: Estimator,
        pruner: Option<Pruner>,
        deadline: &Deadline,
    ) -> Self {
        let scratch = Scratch::new(space);
        let (sums, slides, watch) = (Sums::default(), Vec::new(), Watch::new(deadline.clone()));
        let is_heavy = estimator.steps_per_state() > HEAVY_STEPS;
        Self { estimator, scratch, sums, slides, pruner, watch, is_heavy }
    }

    /// Says whether the search must end. Ask before each state, since many take long.
    #[inline]
    pub fn is_over(&mut self) -> bool {
        if self.is_heavy { self.watch.is_over_now() } else { self.watch.is_over() }
    }

    /// Says whether the search must end, by reading the clock now.
    pub fn is_over_now(&mut self) -> bool {
        self.watch.is_over_now()
    }

    /// Returns the estimates of `key`.
    pub fn estimates<K: Key>(&mut self, space: &Space<K>, key: &K) -> Estimates {
        space.load(key, &mut self.scratch);
        let estimates = self.load_sums();
        space.unload(&mut self.scratch);
        estimates
    }

    /// Calls `visit` with each neighbour of `key` in direction `way`, and its estimates.
    pub fn expand<K: Key>(
        &mut self,
        space: &Space<K>,
        way: Way,
        key: &K,
        mut visit: impl FnMut(K, Estimates),
    ) {
        let look = Look::at(Expansion::Unexpanded(CreatingMove::UNKNOWN), Deltas::ALL);
        self.children(space, way, key, look, |child| visit(child.key(), child.estimates));
    }

    /// Calls `visit` with each wanted child of `key` in direction `way`. Returns all changes that
    /// its pushes make, as far as known; `None` if the checks refute the state. Redundant pushes
    /// are left out ([`crate::search::engine::states::move_pruning`]).
    pub fn children<K: Key>(
        &mut self,
        space: &Space<K>,
        way: Way,
        key: &K,
        look: Look,
        mut visit: impl FnMut(Child<'_, K>),
    ) -> Option<Deltas> {
        space.load(key, &mut self.scratch);
        let estimates = self.load_sums();
        if look.slack.is_some_and(|slack| self.lacks_moves(way, slack)) {
            space.unload(&mut self.scratch);
            return None;
        }
        self.list_slides(space, way, look.expansion);
        let mut all = match look.expansion {
            Expansion::Expanded(deltas) => deltas,
            Expansion::Unexpanded(_) => Deltas::default(),
        };
        let Self { estimator, scratch, sums, slides, .. } = self;
        let (sites, parent) = (scratch.sites(), key);
        for &Slide { slot, direction, to, .. } in &*slides {
            let delta = estimator.change(sums, sites, slot, to);
            all = all.with(delta);
            if look.wanted.contains(delta) {
                let estimates = estimates.after(delta);
                visit(Child { estimates, delta, space, parent, slot, direction, to, sites });
            }
        }
        space.unload(&mut self.scratch);
        Some(all)
    }

    /// Says whether the checks refute the loaded state.
    fn lacks_moves(&mut self, way: Way, slack: u16) -> bool {
        let Self { estimator, scratch, sums, pruner, .. } = self;
        let pruner = pruner.as_mut().filter(|_| slack <= MAX_SLACK);
        pruner.is_some_and(|pruner| {
            !pruner.may_suffice((estimator, sums), way, scratch.sites(), slack)
        })
    }

    /// Lists the slides of the loaded state. They are listed first so that the table lookups of
    /// different slides overlap.
    fn list_slides<K: Key>(&mut self, space: &Space<K>, way: Way, expansion: Expansion) {
        let last = match expansion {
            Expansion::Expanded(_) => None,
            Expansion::Unexpanded(created_by) => {
                Footprint::new(space, &self.scratch, way, created_by)
            }
        };
        let Self { slides, scratch, .. } = self;
        slides.clear();
        slides::each(space, scratch, way, |slide| {
            if last.as_ref().is_none_or(|last| !last.is_redundant(slide)) {
                slides.push(slide);
            }
        });
    }

    /// Returns the effort of the checks since the last call, in states examined.
    pub fn take_effort(&mut self) -> u64 {
        self.pruner.as_mut().map_or(0, Pruner::take_effort)
    }

    /// Says whether states are checked at all.
    #[cfg(test)]
    pub const fn has_pruner(&self) -> bool {
        self.pruner.is_some()
    }

    /// Returns the steps of assignments in expanding a state, about.
    pub fn steps_per_state(&self) -> u64 {
        self.estimator.steps_per_state()
    }

    /// Returns the memory held, without what copies share.
    pub fn memory_bytes(&self) -> u64 {
        self.estimator.memory_bytes() + self.pruner.as_ref().map_or(0, Pruner::working_bytes)
    }

    fn load_sums(&mut self) -> Estimates {
        self.estimator.tidy();
        self.estimator.load(self.scratch.sites(), &mut self.sums);
        self.sums.estimates
    }
}
