//! Conflict bounds of the neighbours of a state, incrementally and before their keys are built.
//!
//! A push moves one tile. So only pairs and triples with that tile change, and those with equal
//! tiles whose ends change for it. All others are taken over from the state that is expanded.
//! Triples are looked at only where pairs do not refute the neighbour.

use std::ops::Range;

use super::packing::{Edge, outweigh};
use super::pairs::{ConflictEdges, PairExcess};
use super::partition::{ConflictTables, StatePartition, weigh};
use super::reduced_costs::{ReducedCostCache, ReducedCosts};
use crate::search::engine::states::sets::tiles_in;

/// The bounds of the state that is expanded, and working memory.
#[derive(Clone, Default)]
pub struct NeighbourBounds {
    /// By target; valid where `is_current`.
    partitions: Vec<StatePartition>,
    /// The target that was not exceeded last time: most likely to be so again.
    last: usize,
    sites: Vec<u16>,
    reduced_costs: Vec<ReducedCosts>,
    pairs: ConflictEdges,
}

/// A tile and the site it is pushed to.
#[derive(Clone, Copy)]
pub struct Push {
    pub slot: usize,
    pub to: u16,
}

impl NeighbourBounds {
    /// Must be called before another state is evaluated.
    pub fn reset(&mut self) {
        self.partitions.iter_mut().for_each(|partition| partition.is_current = false);
        self.last = 0;
    }

    /// Returns the partition of the state for a target, by pairs at least.
    pub fn partition_of(
        &mut self,
        known: &PairExcess,
        cache: &mut ReducedCostCache,
        target: usize,
        sites: &[u16],
    ) -> &mut StatePartition {
        self.ensure_targets(target + 1);
        let partition = &mut self.partitions[target];
        if !partition.is_current {
            partition.evaluate(known, cache, target, sites);
        }
        partition
    }

    fn ensure_targets(&mut self, targets: usize) {
        if self.partitions.len() < targets {
            self.partitions.resize_with(targets, StatePartition::default);
        }
    }

    /// Says whether the state needs more than `most` moves to each of the targets after a push.
    pub fn exceed(
        &mut self,
        (known, triples): ConflictTables<'_>,
        cache: &mut ReducedCostCache,
        targets: Range<usize>,
        sites: &[u16],
        push: Push,
        most: u16,
    ) -> bool {
        self.ensure_targets(targets.end);
        self.sites.clear();
        self.sites.extend_from_slice(sites);
        self.sites[push.slot] = push.to;
        let last = self.last;
        let is_first = targets.contains(&last);
        if is_first && !self.exceeds((known, triples), cache, last, sites, push, most) {
            return false;
        }
        for target in targets {
            let is_asked = is_first && target == last;
            if !is_asked && !self.exceeds((known, triples), cache, target, sites, push, most) {
                self.last = target;
                return false;
            }
        }
        true
    }

    fn exceeds(
        &mut self,
        (known, triples): ConflictTables<'_>,
        cache: &mut ReducedCostCache,
        target: usize,
        before: &[u16],
        push: Push,
        most: u16,
    ) -> bool {
        let Self { partitions, sites, reduced_costs, pairs, .. } = self;
        let parent = &mut partitions[target];
        if !parent.is_current {
            parent.evaluate(known, cache, target, before);
        }
        // A push brings a tile at most one move nearer.
        if parent.base_moves > most as i16 + 1 {
            return true;
        }
        let (changed, change) =
            parent.reduced_costs_after(known, cache, target, sites, push.slot, reduced_costs);
        let left = most as i16 - parent.base_moves - change;
        if left < 0 {
            return true;
        }
        let stay = |edge: &&Edge| edge.tiles & changed == 0;
        if weigh(parent.chosen.iter().filter(stay)) > left {
            return true;
        }
        pairs.take_without(&parent.pairs, changed);
        for one in tiles_in(changed) {
            let others = (0..sites.len())
                .filter(|&two| two != one && (changed >> two & 1 == 0 || two > one));
            known.list_pairs_of(target, sites, reduced_costs, one, others, pairs);
        }
        if outweigh(&mut pairs.edges, left) {
            return true;
        }
        let Some(triples) = triples else { return false };
        if !parent.has_triples {
            parent.add_triples(known, triples, target, before);
            if weigh(parent.chosen.iter().filter(stay)) > left {
                return true;
            }
        }
        pairs.edges.extend(parent.triples.iter().filter(stay));
        let mut without = 0;
        for one in tiles_in(changed) {
            triples.list_edges_of(known, target, sites, reduced_costs, (one, without), pairs);
            without |= 1 << one;
        }
        outweigh(&mut pairs.edges, left)
    }
}
