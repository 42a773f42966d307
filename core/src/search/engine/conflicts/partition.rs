//! The bound of one state by its conflicts, and the additive partition of its tiles behind it.
//!
//! The chosen disjoint pairs partition the tiles: each chosen pair is a part, every other tile a
//! part of its own. This gives slack to tiles like the partitions of the estimates do
//! ([`crate::search::engine::stop_constraints::slack`]). Suppose a solution makes x moves more than all dual
//! values ([`super::reduced_costs`]) and weights together. Then the tiles of a part make at most the
//! weight of the part + x more than their dual values and those of the ends they go to; a single
//! tile makes at most x more. No tile goes to an end whose reduced cost alone is larger.

use std::ops::Range;

use super::pairs::PairExcess;
use super::reduced_costs::{ReducedCostCache, ReducedCosts};

/// Two tiles, a bit each, and their weight.
#[derive(Clone, Copy)]
pub struct Edge {
    pub tiles: u64,
    pub weight: i16,
}

/// The bound of one state for one target.
#[derive(Clone, Default)]
pub struct StatePartition {
    /// The cost of the assignments.
    base_moves: i16,
    reduced_costs: Vec<ReducedCosts>,
    /// Disjoint edges chosen greedily.
    pub chosen: Vec<Edge>,
}

impl StatePartition {
    /// Evaluates a state.
    pub fn evaluate(
        &mut self,
        known: &PairExcess,
        cache: &mut ReducedCostCache,
        target: usize,
        sites: &[u16],
    ) {
        let Self { base_moves, reduced_costs, chosen } = self;
        reduced_costs.clear();
        *base_moves = 0;
        for group in known.groups() {
            *base_moves += known.append_reduced_costs(target, group, sites, cache, reduced_costs);
        }
        chosen.clear();
        known.list_pairs(target, sites, reduced_costs, chosen);
        chosen.sort_unstable_by_key(|edge| -edge.weight);
        let mut used = 0;
        chosen.retain(|edge| {
            let is_free = edge.tiles & used == 0;
            used |= if is_free { edge.tiles } else { 0 };
            is_free
        });
    }

    /// Returns the moves by the chosen edges.
    pub fn moves(&self) -> i16 {
        self.base_moves + self.chosen.iter().map(|edge| edge.weight).sum::<i16>()
    }

    /// Returns by how much a tile may exceed its slide distance to the nearest end, which is
    /// `least`, if it makes at most `excess` moves more than the dual values of itself and its end.
    pub fn above(
        &self,
        known: &PairExcess,
        target: usize,
        group: &Range<usize>,
        (slot, site): (usize, u16),
        (least, excess): (i16, i16),
    ) -> i16 {
        if group.len() == 1 {
            return 0;
        }
        let ends = self.reduced_costs[slot].all(group.len());
        let can = ends.filter(|&(_, more)| i16::from(more) <= excess);
        let numbers = can.map(|(end, more)| known.distance(target, end, site) - i16::from(more));
        numbers.max().map_or(0, |most| most - least)
    }
}
