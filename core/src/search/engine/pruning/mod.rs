//! Refutes states whose estimate is too low: the pruning of the prover.
//!
//! A state with g moves behind it and estimate h is on a solution of at most C moves only if it can
//! be solved in h + s moves, s = C − g − h (its **slack**). The prover asks this of each state with
//! a slack of 0 to [`MAX_SLACK`] before it is expanded. A cascade of admissible checks
//! ([`cascade`]) answers, the cheap ones first where they refute enough ([`check_policy`] decides):
//!
//! 1. conflicts: disjoint pairs and triples of tiles in each other's way
//!    ([`crate::search::engine::conflicts`]); where there are many tiles, neighbours are checked
//!    before they are stored;
//! 2. known landmarks: is there an allocation of the slack that satisfies them
//!    ([`crate::search::engine::landmarks`])?
//! 3. supports: can each tile be stopped on its way within its slack
//!    ([`crate::search::engine::stop_constraints`]), by the partitions of the estimates and then by that of
//!    the state?
//! 4. verification of the allocation by reachability, from which landmarks are learnt
//!    ([`crate::search::engine::reachability`]).
//!
//! All checks are admissible, since what they require holds in every solution. They ignore what is
//! in the way of a move and when a tile stands where, but for two or three tiles in the last. A
//! state that passes with h + s passes with more, unless a limit of effort let it pass. Backward
//! the same holds for the ways from the start to the state; tiles of one colour are then told apart
//! by where they end.
//!
//! References: Zhang, Bacchus, *MaxSAT Heuristics for Cost Optimal Planning*, 2012; Tolpin, Beja,
//! Shimony, Felner, Karpas, *Toward Rational Deployment of Multiple Heuristics in A\**, 2013 (lazy
//! evaluation of expensive heuristics, where it pays).

mod cascade;
pub mod check_list;
pub mod check_policy;
pub mod counters;
pub mod expander;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use self::check_list::Checks;
use crate::search::engine::conflicts::neighbours::{NeighbourBounds, Push};
use crate::search::engine::conflicts::pairs::PairExcess;
use crate::search::engine::conflicts::reduced_costs::ReducedCostCache;
use crate::search::engine::conflicts::triples::TripleExcess;
use crate::search::engine::estimate::pattern_database::TargetSites;
use crate::search::engine::estimate::{Estimator, Sums};
use crate::search::engine::landmarks::allocation_search::AllocationSearch;
use crate::search::engine::states::bucket::Way;
use crate::search::engine::states::sets::MAX_TILES;
use crate::search::engine::stop_constraints::site_tables::SiteTables;
use crate::search::engine::stop_constraints::slack::Slack;
use crate::search::engine::stop_constraints::support_check::SupportCheck;
use crate::search::heuristic::distance::Distances;
use crate::search::key::Key;
use crate::search::space::Space;

/// States with more slack than this are not checked: almost all of them pass.
pub const MAX_SLACK: u16 = 4;

/// The range around an estimate in which the conflict bound is looked for.
const ABOUT: u16 = 6;

/// Moves tried for each tile in the time that examining a state takes: converts effort to states.
const WAYS_PER_LOOK: u64 = 4;

/// When conflicts are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConflictTiming {
    Never,
    /// When a state is about to be expanded.
    BeforeExpansion,
    /// When a neighbour is about to be stored.
    BeforeStorage,
}

/// Neighbours are checked before they are stored on levels with so many tiles, in all and for each
/// placement of the goal. With fewer tiles a state is reached so often that storing it and checking
/// once is cheaper. (Our own tests are about few tiles.)
const EARLY_TILES: usize = if cfg!(test) { 3 } else { 12 };
const TILES_PER_PLACEMENT: usize = 4;

/// The checks: their tables and working memory.
#[derive(Clone)]
pub struct Pruner {
    tables: Arc<SiteTables>,
    /// `None` until it has been computed.
    conflicts: Option<Arc<PairExcess>>,
    triples: Option<Arc<TripleExcess>>,
    cache: ReducedCostCache,
    neighbours: NeighbourBounds,
    /// The last state was refuted by conflicts alone, for all targets.
    by_conflicts: bool,
    /// Whether the partition by conflicts refuted it, for some target; `None` if it was not tried.
    by_partition: Option<bool>,
    /// Landmarks or reachability refuted it, for some target.
    by_landmarks: bool,
    group_of_slot: Vec<usize>,
    /// The start and the placements of the goal.
    targets: usize,
    /// By slot: the tile's row in the tables.
    rows: Vec<u32>,
    /// Without and with the partition by conflicts: the slack, and what it allows, if computed.
    slacks: [Slack; 2],
    allowed: [Option<Allowed>; 2],
    support_check: SupportCheck,
    search: AllocationSearch,
    /// The effort of landmarks and reachability since it was taken last, in moves tried; `None` if
    /// they were not used.
    effort: Option<u64>,
}

/// What slack a state has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Allowed {
    /// Unlimited, as far as is known.
    Any,
    Some,
    /// Less than none: conflicts alone need more moves.
    TooFew,
}

impl Pruner {
    /// Prepares the checks for the ends `asked` by the start and by each placement of the goal,
    /// with `landmark_bytes` for landmarks. `None` if there are too many tiles or sites, or tiles
    /// that may end anywhere.
    pub fn new<K: Key>(
        space: &Space<K>,
        distances: &Distances,
        asked: &[TargetSites],
        landmark_bytes: u64,
    ) -> Option<Self> {
        let is_spare = |targets: &TargetSites| {
            targets.iter().zip(&space.groups).any(|(sites, group)| sites.len() < group.len)
        };
        if space.tile_count() > MAX_TILES || asked[1..].iter().any(is_spare) {
            return None;
        }
        let groups = space.groups.iter().enumerate();
        let group_of_slot = groups.flat_map(|(nth, group)| group.slots().map(move |_| nth));
        Some(Self {
            tables: Arc::new(SiteTables::new(space, distances, asked)?),
            conflicts: None,
            triples: None,
            cache: ReducedCostCache::default(),
            neighbours: NeighbourBounds::default(),
            by_conflicts: false,
            by_partition: None,
            by_landmarks: false,
            group_of_slot: group_of_slot.collect(),
            targets: asked.len(),
            rows: Vec::new(),
            slacks: Default::default(),
            allowed: [None; 2],
            support_check: SupportCheck::default(),
            search: AllocationSearch::new(asked.len(), landmark_bytes),
            effort: None,
        })
    }

    /// Adds the pair tables.
    pub fn set_conflicts(&mut self, conflicts: Arc<PairExcess>) {
        self.conflicts = Some(conflicts);
        self.reset();
    }

    /// Returns the pair tables.
    pub fn conflicts(&self) -> Option<&PairExcess> {
        self.conflicts.as_deref()
    }

    /// Returns when conflicts are checked.
    pub fn when_conflicts(&self) -> ConflictTiming {
        match self.conflicts {
            None => ConflictTiming::Never,
            Some(_) if self.is_early() => ConflictTiming::BeforeStorage,
            Some(_) => ConflictTiming::BeforeExpansion,
        }
    }

    /// Says whether conflicts, once known, are checked before states are stored.
    pub fn is_early(&self) -> bool {
        let tiles = self.group_of_slot.len();
        tiles >= EARLY_TILES && tiles >= TILES_PER_PLACEMENT * (self.targets - 1)
    }

    /// Adds the triple tables; the pair tables must be there.
    pub fn set_triples(&mut self, triples: Arc<TripleExcess>) {
        self.triples = Some(triples);
        self.reset();
    }

    /// Says whether this or a copy has learnt landmarks.
    pub fn knows_landmarks(&self) -> bool {
        self.search.memory_bytes() > 0
    }

    /// Returns the memory shared by copies, without that of conflicts.
    pub fn table_bytes(&self) -> u64 {
        self.tables.memory_bytes() + self.search.memory_bytes()
    }

    /// Says whether the state may be solved (backward: reached from the start) within its estimate
    /// and the slack of `checks`.
    pub fn may_suffice(
        &mut self,
        estimator: &Estimator,
        sums: &Sums,
        way: Way,
        sites: &[u16],
        checks: Checks,
    ) -> bool {
        let estimate = sums.estimates.ahead(way);
        self.by_conflicts = checks.conflicts;
        (self.by_partition, self.by_landmarks) = (None, false);
        self.targets_of(way).any(|target| {
            let own = estimator.largest(sums, target);
            let slack = (estimate + checks.slack).checked_sub(own);
            slack.is_some_and(|slack| {
                let checks = Checks { slack, ..checks };
                self.reaches(estimator, sums, target, sites, checks)
            })
        })
    }

    /// Must be called before another state or its neighbours are evaluated.
    pub fn reset(&mut self) {
        self.neighbours.reset();
    }

    /// Says whether the state needs more than `most` moves after a push, by its conflicts.
    #[inline]
    pub fn neighbour_exceeds(&mut self, way: Way, sites: &[u16], push: Push, most: u16) -> bool {
        let targets = self.targets_of(way);
        let Self { conflicts, triples, neighbours, cache, .. } = self;
        let (known, triples) = (conflicts.as_deref(), triples.as_deref());
        known.is_some_and(|known| {
            neighbours.exceed((known, triples), cache, targets, sites, push, most)
        })
    }

    /// Returns a lower bound by conflicts, if it is near the `estimate`; else 0 or a weaker one.
    pub fn conflict_bound(&mut self, way: Way, sites: &[u16], estimate: u16) -> u16 {
        self.reset();
        let targets = self.targets_of(way);
        let mut exceed = |most| targets.clone().all(|target| self.exceeds(target, sites, most));
        let about = estimate.saturating_sub(ABOUT)..estimate + ABOUT;
        about.take_while(|&most| exceed(most)).last().map_or(0, |most| most + 1)
    }

    const fn targets_of(&self, way: Way) -> Range<usize> {
        match way {
            Way::Forward => 1..self.targets,
            Way::Backward => 0..1,
        }
    }

    fn reaches(
        &mut self,
        estimator: &Estimator,
        sums: &Sums,
        target: usize,
        sites: &[u16],
        checks: Checks,
    ) -> bool {
        let estimate = estimator.largest(sums, target);
        if checks.conflicts && self.exceeds(target, sites, estimate + checks.slack) {
            return false;
        }
        self.by_conflicts = false;
        let has_more = checks.supports || checks.partition || checks.landmarks;
        !has_more || self.run_checks((estimator, sums), estimate, target, sites, checks)
    }

    fn exceeds(&mut self, target: usize, sites: &[u16], most: u16) -> bool {
        let Self { conflicts, triples, neighbours, cache, .. } = self;
        conflicts.as_deref().is_some_and(|known| {
            let partition = neighbours.partition_of(known, cache, target, sites);
            partition.exceeds((known, triples.as_deref()), target, sites, most)
        })
    }

    /// Says whether conflicts alone refuted the last state.
    pub const fn is_by_conflicts(&self) -> bool {
        self.by_conflicts
    }

    /// Says whether landmarks or reachability refuted it, for some target.
    pub const fn is_by_landmarks(&self) -> bool {
        self.by_landmarks
    }

    /// Says whether the partition by conflicts was tried on it, and refuted it.
    pub const fn is_by_partition(&self) -> Option<bool> {
        self.by_partition
    }

    /// Returns the effort of landmarks and reachability since the last call, in states examined;
    /// `None` if they were not used.
    pub fn take_effort(&mut self) -> Option<u64> {
        // So many moves are tried for each tile in the time of one state.
        let tiles = self.group_of_slot.len() as u64;
        self.effort.take().map(|ways| ways.div_ceil(WAYS_PER_LOOK * tiles))
    }
}
