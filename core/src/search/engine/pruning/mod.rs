//! Prunes states by what their tiles need, beyond the estimates.
//!
//! A state is checked before it is expanded, with the moves above its estimate that the bound
//! leaves, its **slack**. It is refuted if
//!
//! 1. its conflicts cost more moves than the slack ([`crate::search::engine::conflicts`]);
//! 2. no allocation of the slack satisfies the known landmarks
//!    ([`crate::search::engine::landmarks`]);
//! 3. or none passes the reachability checks
//!    ([`crate::search::engine::reachability`]), from which new landmarks are learnt.
//!
//! All three are admissible, since what they require holds in every solution: a refuted state needs
//! more moves than estimate and slack together. It is deferred, and checked again at the next bound
//! with one move more. They ignore what is in the way of a move and when a tile stands where, but
//! for two or three tiles in the last. A state that is not refuted with some slack is not with more,
//! unless a limit of effort spared it. Backward the same holds for the ways from the start to the state;
//! tiles of one colour are then told apart by where they end.
//!
//! Where tiles change there is another check ([`relaxed`]), forward alone.
//!
//! What landmarks and verification cost counts as work of the prover: their **effort** is given in
//! states examined, so that nothing depends on the machine. Learning is left out: its share falls
//! as the search goes on.

pub mod changing;
pub mod counters;
pub mod expander;
mod relaxed;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use crate::search::base::heuristic::distance::Distances;
use crate::search::base::key::Key;
use crate::search::base::space::Space;
use crate::search::engine::conflicts::pairs::PairExcess;
use crate::search::engine::conflicts::partition::StatePartition;
use crate::search::engine::conflicts::reduced_costs::ReducedCostCache;
use crate::search::engine::estimate::pattern_database::TargetSites;
use crate::search::engine::estimate::{Estimator, Sums};
use crate::search::engine::landmarks::allocation_search::{AllocationSearch, STATE_COST};
use crate::search::engine::reachability::context::Context;
use crate::search::engine::states::bucket::Way;
use crate::search::engine::states::sets::MAX_TILES;
use crate::search::engine::stop_constraints::site_tables::SiteTables;
use crate::search::engine::stop_constraints::slack::{PartitionOfState, Slack};

/// States with more slack than this are not checked: hardly any would be refuted.
const MAX_SLACK: u16 = 4;

/// The checks: their tables and working memory.
#[derive(Clone)]
pub struct Pruner {
    tables: Arc<SiteTables>,
    /// `None` until they have been computed.
    conflicts: Option<Arc<PairExcess>>,
    cache: ReducedCostCache,
    partition: StatePartition,
    group_of_slot: Vec<usize>,
    /// The start and the placements of the goal.
    targets: usize,
    /// By slot: the tile's row in the tables.
    rows: Vec<u32>,
    slack: Slack,
    search: AllocationSearch,
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
            cache: ReducedCostCache::default(),
            partition: StatePartition::default(),
            group_of_slot: group_of_slot.collect(),
            targets: asked.len(),
            rows: Vec::new(),
            slack: Slack::default(),
            search: AllocationSearch::new(asked.len(), landmark_bytes),
        })
    }

    /// Adds the pair tables.
    pub fn set_conflicts(&mut self, conflicts: Arc<PairExcess>) {
        self.conflicts = Some(conflicts);
    }

    /// Returns the memory shared by copies, without that of conflicts.
    pub fn table_bytes(&self) -> u64 {
        self.tables.memory_bytes() + self.search.memory_bytes()
    }

    /// Returns the working memory, which copies do not share.
    pub fn working_bytes(&self) -> u64 {
        self.cache.memory_bytes() + self.search.working_bytes()
    }

    /// Says whether the state cannot be solved (backward: reached from the start) within its estimate
    /// and so much `slack`.
    pub fn refutes(
        &mut self,
        (estimator, sums): (&Estimator, &Sums),
        way: Way,
        sites: &[u16],
        slack: u16,
    ) -> bool {
        let (of, most) = ((estimator, sums), sums.estimates.ahead(way) + slack);
        targets_of(way, self.targets).all(|target| self.refutes_target(of, target, sites, most))
    }

    /// Says whether the state needs more than `most` moves by its conflicts.
    #[cfg(test)]
    pub fn conflicts_exceed(&mut self, way: Way, sites: &[u16], most: u16) -> bool {
        let Some(known) = self.conflicts.as_deref() else { return false };
        let (partition, cache) = (&mut self.partition, &mut self.cache);
        targets_of(way, self.targets).all(|target| {
            partition.evaluate(known, cache, target, sites);
            partition.moves() > most as i16
        })
    }

    /// Says whether the state cannot reach one target within `most` moves.
    fn refutes_target(
        &mut self,
        (estimator, sums): (&Estimator, &Sums),
        target: usize,
        sites: &[u16],
        most: u16,
    ) -> bool {
        let (of, estimate) = ((estimator, sums), sums.to_target(target));
        let Some(slack) = most.checked_sub(estimate) else { return true };
        let mut of_state = None;
        if let Some(known) = self.conflicts.as_deref() {
            self.partition.evaluate(known, &mut self.cache, target, sites);
            if self.partition.moves() > most as i16 {
                return true;
            }
            of_state = Some(PartitionOfState { known, partition: &self.partition, sites });
        }
        let tiles = sites.iter().zip(&*self.group_of_slot);
        self.rows.clear();
        self.rows.extend(
            tiles.map(|(&site, &group)| self.tables.first_row(target, group) + u32::from(site)),
        );
        if !self.slack.compute(&self.tables, &self.rows, of, target, (estimate, slack), of_state) {
            return false;
        }
        let context = Context { tables: &self.tables, slack: &self.slack, is_back: target == 0 };
        self.search.refutes(context, target, (&self.rows, sites), slack as u8)
    }

    /// Returns the effort of landmarks and reachability since the last call, in states examined.
    pub fn take_effort(&mut self) -> u64 {
        let tiles = self.group_of_slot.len() as u64;
        std::mem::take(&mut self.search.effort).div_ceil(STATE_COST * tiles)
    }
}

/// Returns those of `targets` to which a state is on its way.
const fn targets_of(way: Way, targets: usize) -> Range<usize> {
    match way {
        Way::Forward => 1..targets,
        Way::Backward => 0..1,
    }
}
