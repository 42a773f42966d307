//! Expands states: generates only the children whose estimates change in wanted ways, found by
//! table lookups before a key is built (partial expansion).
//!
//! Reference: Goldenberg and others, *Enhanced Partial Expansion A\**, 2014.

use super::changing::{self, ChangingStates};
use super::{MAX_SLACK, Pruner};
use crate::search::base::clock::{Deadline, Watch};
use crate::search::base::key::Key;
use crate::search::base::space::{Change, Scratch, Space};
use crate::search::engine::estimate::{Estimator, Sums};
use crate::search::engine::states::bucket::{Delta, Deltas, Estimates, Way};
use crate::search::engine::states::layout::Expansion;
use crate::search::engine::states::move_pruning::CreatingMove;
use crate::search::engine::states::slides::{self, Slide};

/// Assignment steps per state from which expanding it takes long beside reading the clock.
const HEAVY_STEPS: u64 = 100_000;

/// The estimates and the working memory to expand states.
pub struct Expander {
    work: Work,
    scratch: Scratch,
    watch: Watch,
    /// A state takes so long that the clock may be read each time.
    is_heavy: bool,
}

enum Work {
    Plain(Box<Plain>),
    /// Where tiles change.
    Changing(Box<ChangingStates>),
}

struct Plain {
    estimator: Estimator,
    sums: Sums,
    slides: Vec<Slide>,
    pruner: Option<Pruner>,
}

/// What is wanted of a state.
#[derive(Clone, Copy)]
pub struct Look {
    /// Whether it has been expanded.
    pub expansion: Expansion,
    /// The changes of the estimates that are wanted.
    pub wanted: Deltas,
    /// It is expanded unless the checks refute it with so many moves above its estimate; `None`
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
    pub(super) space: &'a Space<K>,
    pub(super) parent: &'a K,
    pub(super) scratch: &'a Scratch,
    pub(super) made: Made<'a>,
}

/// The push that makes a child.
pub(super) enum Made<'a> {
    Slide { slot: usize, direction: usize, to: u16 },
    Change(&'a Change),
}

impl<K: Key> Child<'_, K> {
    /// Returns its key.
    #[inline]
    pub fn key(&self) -> K {
        match self.made {
            Made::Slide { slot, to, .. } => {
                self.space.with_moved(self.parent, self.scratch.sites(), slot, to)
            }
            Made::Change(change) => self.space.changed(self.parent, self.scratch, change),
        }
    }

    /// Returns the move that created it.
    #[inline]
    pub fn created_by(&self) -> CreatingMove {
        match self.made {
            Made::Slide { slot, direction, to } => {
                let slot = self.space.slot_after(self.scratch.sites(), slot, to);
                CreatingMove::new(slot, direction)
            }
            Made::Change(change) => changing::created_by(self.space, self.scratch, change),
        }
    }
}

impl Expander {
    pub fn new<K: Key>(
        space: &Space<K>,
        estimator: Estimator,
        pruner: Option<Pruner>,
        deadline: &Deadline,
    ) -> Self {
        let is_heavy = estimator.steps_per_state() > HEAVY_STEPS;
        let plain = Plain { estimator, sums: Sums::default(), slides: Vec::new(), pruner };
        Self { is_heavy, ..Self::of(space, Work::Plain(Box::new(plain)), deadline) }
    }

    /// Prepares to expand states whose tiles change.
    pub fn changing<K: Key>(space: &Space<K>, states: ChangingStates, deadline: &Deadline) -> Self {
        Self::of(space, Work::Changing(Box::new(states)), deadline)
    }

    fn of<K: Key>(space: &Space<K>, work: Work, deadline: &Deadline) -> Self {
        let watch = Watch::new(deadline.clone());
        Self { work, scratch: Scratch::new(space), watch, is_heavy: false }
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
        let estimates = match &mut self.work {
            Work::Plain(plain) => plain.load(&self.scratch),
            Work::Changing(changing) => changing.load(&self.scratch),
        };
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
        let all = match &mut self.work {
            Work::Plain(plain) => {
                plain.children(space, &self.scratch, (way, key), look, &mut visit)
            }
            Work::Changing(changing) => {
                changing.children(space, &mut self.scratch, (way, key), look, &mut visit)
            }
        };
        space.unload(&mut self.scratch);
        all
    }

    /// Returns the effort of the checks since the last call, in states examined.
    pub fn take_effort(&mut self) -> u64 {
        match &mut self.work {
            Work::Plain(plain) => plain.pruner.as_mut().map_or(0, Pruner::take_effort),
            Work::Changing(_) => 0,
        }
    }

    /// Says whether states are checked at all.
    #[cfg(test)]
    pub fn has_pruner(&self) -> bool {
        self.plain().is_some_and(|plain| plain.pruner.is_some())
    }

    /// Returns the steps of assignments in expanding a state, about.
    pub fn steps_per_state(&self) -> u64 {
        self.plain().map_or(0, |plain| plain.estimator.steps_per_state())
    }

    /// Returns the memory held, without what copies share.
    pub fn memory_bytes(&self) -> u64 {
        let of = |plain: &Plain| {
            let pruner = plain.pruner.as_ref().map_or(0, Pruner::working_bytes);
            plain.estimator.memory_bytes() + pruner
        };
        self.plain().map_or(0, of)
    }

    const fn plain(&self) -> Option<&Plain> {
        match &self.work {
            Work::Plain(plain) => Some(plain),
            Work::Changing(_) => None,
        }
    }
}

impl Plain {
    /// See [`Expander::children`]; the state is loaded.
    #[inline]
    fn children<K: Key>(
        &mut self,
        space: &Space<K>,
        scratch: &Scratch,
        (way, parent): (Way, &K),
        look: Look,
        visit: &mut impl FnMut(Child<'_, K>),
    ) -> Option<Deltas> {
        let estimates = self.load(scratch);
        if look.slack.is_some_and(|slack| self.is_refuted(scratch, way, slack)) {
            return None;
        }
        self.list_slides(space, scratch, way, look.expansion);
        let mut all = match look.expansion {
            Expansion::Expanded(deltas) => deltas,
            Expansion::Unexpanded(_) => Deltas::default(),
        };
        let Self { estimator, sums, slides, .. } = self;
        for &Slide { slot, direction, to, .. } in &*slides {
            let delta = estimator.change(sums, scratch.sites(), slot, to);
            all = all.with(delta);
            if look.wanted.contains(delta) {
                let estimates = estimates.after(delta);
                let made = Made::Slide { slot, direction, to };
                visit(Child { estimates, delta, space, parent, scratch, made });
            }
        }
        Some(all)
    }

    /// Says whether the checks refute the loaded state.
    fn is_refuted(&mut self, scratch: &Scratch, way: Way, slack: u16) -> bool {
        let Self { estimator, sums, pruner, .. } = self;
        let pruner = pruner.as_mut().filter(|_| slack <= MAX_SLACK);
        pruner.is_some_and(|pruner| pruner.refutes((estimator, sums), way, scratch.sites(), slack))
    }

    /// Lists the slides of the loaded state. They are listed first so that the table lookups of
    /// different slides overlap.
    fn list_slides<K: Key>(
        &mut self,
        space: &Space<K>,
        scratch: &Scratch,
        way: Way,
        expansion: Expansion,
    ) {
        let last = expansion.footprint(space, scratch, way);
        let slides = &mut self.slides;
        slides.clear();
        slides::each(space, scratch, way, |slide| {
            if last.as_ref().is_none_or(|last| !last.is_redundant(slide)) {
                slides.push(slide);
            }
        });
    }

    fn load(&mut self, scratch: &Scratch) -> Estimates {
        self.estimator.tidy();
        self.estimator.load(scratch.sites(), &mut self.sums);
        self.sums.estimates
    }
}
