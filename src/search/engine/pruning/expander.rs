//! Expanding a state for the engine: only the pushes that change the two estimates
//! in wanted ways, found by table look-ups before a key is made.

use super::{MAX_SPARE, Push, Question, Tightness, When};
use crate::search::clock::{Deadline, Watch};
use crate::search::engine::estimate::{Estimator, Sums};
use crate::search::engine::states::class::{Delta, Deltas, Estimates, Way};
use crate::search::engine::states::layout::Pushes;
use crate::search::engine::states::move_pruning::{Arrival, LastMove};
use crate::search::engine::states::slides::{self, Step};
use crate::search::key::Key;
use crate::search::space::{Scratch, Space};

/// Steps of the assignments for one state, from which on it takes long beside a look at the
/// clock.
const HEAVY_STEPS: u64 = 100_000;

/// The estimates to both ends and the working memory to expand states.
pub struct Expander {
    estimator: Estimator,
    scratch: Scratch,
    sums: Sums,
    steps: Vec<Step>,
    tightness: Option<Tightness>,
    watch: Watch,
    /// A state takes so long that the clock may be read each time.
    is_heavy: bool,
}

/// What is looked for among the pushes of a state.
#[derive(Clone, Copy)]
pub struct Look {
    /// What is known of them.
    pub pushes: Pushes,
    /// Which of them are wanted.
    pub wanted: Deltas,
    /// None are where the answer to this is no.
    pub question: Option<Question>,
}

impl Look {
    /// At all that is wanted of these.
    pub const fn at(pushes: Pushes, wanted: Deltas) -> Self {
        Self { pushes, wanted, question: None }
    }
}

/// A neighbour of a state that is expanded.
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
    way: Way,
    tightness: Option<&'a mut Tightness>,
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

    /// Says whether the conflicts of its tiles tell that it needs more than `most` moves.
    #[inline]
    pub fn exceeds(&mut self, most: u16) -> bool {
        let push = Push { slot: self.slot, to: self.to };
        let Self { way, sites, tightness, .. } = self;
        tightness.as_mut().is_some_and(|known| known.child_exceeds(*way, sites, push, most))
    }
}

impl Expander {
    pub fn new<K: Key>(
        space: &Space<K>,
        estimator: Estimator,
        tightness: Option<Tightness>,
        deadline: &Deadline,
    ) -> Self {
        let scratch = Scratch::new(space);
        let (sums, steps, watch) = (Sums::default(), Vec::new(), Watch::new(deadline.clone()));
        let is_heavy = estimator.steps_per_state() > HEAVY_STEPS;
        Self { estimator, scratch, sums, steps, tightness, watch, is_heavy }
    }

    /// Says whether the search has to end. To be asked before each state: many take long.
    #[inline]
    pub fn is_over(&mut self) -> bool {
        if self.is_heavy { self.watch.is_over_now() } else { self.watch.is_over() }
    }

    /// Says whether it has to by now.
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

    /// Calls `visit` with each neighbour of `key` along `way`, with its estimates.
    pub fn expand<K: Key>(
        &mut self,
        space: &Space<K>,
        way: Way,
        key: &K,
        mut visit: impl FnMut(K, Estimates),
    ) {
        let look = Look::at(Pushes::New(Arrival::UNKNOWN), Deltas::ALL);
        self.children(space, way, key, look, |child| visit(child.key(), child.estimates));
    }

    /// Calls `visit` with each neighbour of `key` along `way` that is looked for. Returns what
    /// is known of its pushes, and what else they change; `None` if it needs more moves than
    /// it has. Where the pushes are new some are left out (see [`crate::search::engine::states::move_pruning`]).
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
        if look.question.is_some_and(|question| self.lacks_moves(way, question)) {
            space.unload(&mut self.scratch);
            return None;
        }
        self.list_steps(space, way, look.pushes);
        let mut all = match look.pushes {
            Pushes::Change(deltas) => deltas,
            Pushes::New(_) | Pushes::Part(_) => Deltas::default(),
        };
        let Self { estimator, scratch, sums, steps, tightness, .. } = self;
        let mut tightness = tightness.as_mut();
        let (sites, parent) = (scratch.sites(), key);
        for &Step { slot, direction, to, .. } in &*steps {
            let delta = estimator.change(sums, sites, slot, to);
            all = all.with(delta);
            if look.wanted.contains(delta) {
                let estimates = estimates.after(delta);
                let tightness = tightness.as_deref_mut();
                visit(Child {
                    estimates,
                    delta,
                    space,
                    parent,
                    slot,
                    direction,
                    to,
                    sites,
                    way,
                    tightness,
                });
            }
        }
        space.unload(&mut self.scratch);
        Some(all)
    }

    /// Returns by how much the estimate of `key` is told to be too low, up to one more than is
    /// tested; `None` if by more than `spare`, of which landmarks that have been learnt elsewhere
    /// are asked too.
    pub fn raise<K: Key>(
        &mut self,
        space: &Space<K>,
        way: Way,
        key: &K,
        spare: u32,
    ) -> Option<u16> {
        if self.tightness.is_none() {
            return Some(0);
        }
        space.load(key, &mut self.scratch);
        self.load_sums();
        let known = Question { more: spare as u16, ..Question::LANDMARKS };
        let raise = if spare <= MAX_SPARE.into() && self.lacks_moves(way, known) {
            None
        } else {
            let Self { estimator, scratch, sums, tightness, .. } = self;
            let (sites, tests) = (scratch.sites(), Question::QUICK);
            tightness.as_mut().map(|known| known.told_above(estimator, sums, way, sites, tests))
        };
        space.unload(&mut self.scratch);
        raise.filter(|&raise| u32::from(raise) <= spare)
    }

    /// Says whether the answer is no for the state that is loaded.
    fn lacks_moves(&mut self, way: Way, question: Question) -> bool {
        let Self { estimator, scratch, sums, tightness, .. } = self;
        let tightness = tightness.as_mut();
        tightness.is_some_and(|tightness| {
            !tightness.may_suffice(estimator, sums, way, scratch.sites(), question)
        })
    }

    /// Lists the steps of the state that is loaded: by themselves, for what a step changes is
    /// then looked up without waiting for where the next one leads.
    fn list_steps<K: Key>(&mut self, space: &Space<K>, way: Way, pushes: Pushes) {
        let last = match pushes {
            Pushes::Change(_) => None,
            Pushes::New(arrival) | Pushes::Part(arrival) => {
                LastMove::new(space, &self.scratch, way, arrival)
            }
        };
        let Self { steps, scratch, .. } = self;
        steps.clear();
        slides::each(space, scratch, way, |step| {
            if last.as_ref().is_none_or(|last| !last.makes_needless(step)) {
                steps.push(step);
            }
        });
    }

    /// Returns how many pushes the state expanded last has, but for those left out.
    #[inline]
    pub const fn pushes(&self) -> usize {
        self.steps.len()
    }

    /// Returns what the relaxed test has taken since this was asked last, in states looked at;
    /// `None` if it was not made.
    pub fn take_effort(&mut self) -> Option<u64> {
        self.tightness.as_mut().and_then(Tightness::take_effort)
    }

    /// Returns when states are tested for conflicts.
    pub fn conflicts(&self) -> When {
        self.tightness.as_ref().map_or(When::Never, Tightness::when_conflicts)
    }

    /// Says whether the state looked at last was told by the conflicts of its tiles
    /// alone.
    pub fn is_by_conflicts(&self) -> bool {
        self.tightness.as_ref().is_some_and(Tightness::is_by_conflicts)
    }

    /// Says whether it was told by the relaxed test.
    pub fn is_by_relaxed(&self) -> bool {
        self.tightness.as_ref().is_some_and(Tightness::is_by_relaxed)
    }

    /// Says of that state whether the division by conflicts was tried, and told.
    pub fn is_by_packing(&self) -> Option<bool> {
        self.tightness.as_ref().and_then(Tightness::is_by_packing)
    }

    /// Says whether states can be told whose estimate is too low.
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
        if let Some(tightness) = &mut self.tightness {
            tightness.forget();
        }
        self.sums.estimates
    }
}
