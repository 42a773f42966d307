//! The bound of one state by its conflicts, and the additive partition of its tiles behind it.
//!
//! The chosen disjoint pairs and triples partition the tiles: each chosen edge is a part, every
//! other tile a part of its own. This gives slack to tiles like the partitions of the estimates do
//! ([`crate::search::engine::stop_constraints::slack`]). Suppose a solution makes x moves more than all dual
//! values ([`super::assignment`]) and weights together. Then the tiles of a part make at most the
//! weight of the part + x more than their dual values and those of the ends they go to; a single
//! tile makes at most x more. No tile goes to an end whose reduced cost alone is larger.

use std::ops::Range;

use super::packing::{Edge, outweigh, sort_greedily};
use super::pairs::{ConflictEdges, PairExcess};
use super::reduced_costs::{ReducedCostCache, ReducedCosts};
use super::triples::TripleExcess;

/// The tables of pairs, and of triples once they exist.
pub type ConflictTables<'a> = (&'a PairExcess, Option<&'a TripleExcess>);

/// The bound of one state for one target.
#[derive(Clone, Default)]
pub struct StatePartition {
    pub is_current: bool,
    /// The cost of the assignments, in all and by colour.
    pub base_moves: i16,
    pub base_by_group: Vec<i16>,
    pub reduced_costs: Vec<ReducedCosts>,
    pub pairs: ConflictEdges,
    /// Whether triples have been added.
    pub has_triples: bool,
    pub triples: Vec<Edge>,
    /// Disjoint edges chosen greedily.
    pub chosen: Vec<Edge>,
    /// Working memory: all edges.
    edges: Vec<Edge>,
}

impl StatePartition {
    /// Evaluates a state by pairs.
    pub fn evaluate(
        &mut self,
        known: &PairExcess,
        cache: &mut ReducedCostCache,
        target: usize,
        sites: &[u16],
    ) {
        let Self { base_moves, base_by_group, reduced_costs, pairs, .. } = self;
        reduced_costs.clear();
        base_by_group.clear();
        for group in known.groups() {
            base_by_group.push(known.append_reduced_costs(
                target,
                group,
                sites,
                cache,
                reduced_costs,
            ));
        }
        *base_moves = base_by_group.iter().sum();
        pairs.clear();
        known.list_pairs(target, sites, reduced_costs, pairs);
        self.triples.clear();
        self.choose();
        (self.is_current, self.has_triples) = (true, false);
    }

    /// Adds the triples.
    pub fn add_triples(
        &mut self,
        known: &PairExcess,
        more: &TripleExcess,
        target: usize,
        sites: &[u16],
    ) {
        let Self { reduced_costs, pairs, triples, .. } = self;
        let count = pairs.edges.len();
        more.list_edges(known, target, sites, reduced_costs, pairs);
        triples.extend(pairs.edges.drain(count..));
        self.choose();
        self.has_triples = true;
    }

    /// Adds the triples unless they are there.
    pub fn ensure_triples(
        &mut self,
        known: &PairExcess,
        more: &TripleExcess,
        target: usize,
        sites: &[u16],
    ) {
        if !self.has_triples {
            self.add_triples(known, more, target, sites);
        }
    }

    /// Chooses disjoint edges greedily.
    fn choose(&mut self) {
        let Self { pairs, triples, chosen, .. } = self;
        chosen.clear();
        chosen.extend(pairs.edges.iter().chain(&*triples));
        sort_greedily(chosen);
        let mut used = 0;
        chosen.retain(|edge| {
            let is_free = edge.tiles & used == 0;
            used |= if is_free { edge.tiles } else { 0 };
            is_free
        });
    }

    /// Returns the moves by the chosen edges.
    pub fn moves(&self) -> i16 {
        self.base_moves + weigh(&self.chosen)
    }

    /// Says whether the state needs more than `most` moves.
    pub fn exceeds(
        &mut self,
        (known, triples): ConflictTables<'_>,
        target: usize,
        sites: &[u16],
        most: u16,
    ) -> bool {
        let left = most as i16 - self.base_moves;
        if left < 0 || self.moves() > most as i16 || self.outweigh(left) {
            return true;
        }
        let Some(triples) = triples else { return false };
        self.ensure_triples(known, triples, target, sites);
        self.moves() > most as i16 || self.outweigh(left)
    }

    fn outweigh(&mut self, left: i16) -> bool {
        self.edges.clear();
        self.edges.extend(self.pairs.edges.iter().chain(&self.triples));
        outweigh(&mut self.edges, left)
    }

    /// Writes the reduced costs after a push of the tile in `slot`, with the sites after it. Returns the
    /// tiles whose pairs change, and by how much the cost of the assignments does.
    #[inline]
    pub fn reduced_costs_after(
        &self,
        known: &PairExcess,
        cache: &mut ReducedCostCache,
        target: usize,
        sites: &[u16],
        slot: usize,
        reduced_costs: &mut Vec<ReducedCosts>,
    ) -> (u64, i16) {
        let nth = known.groups().partition_point(|group| group.end <= slot);
        let group = &known.groups()[nth];
        reduced_costs.clear();
        reduced_costs.extend_from_slice(&self.reduced_costs[..group.start]);
        let now = known.append_reduced_costs(target, group, sites, cache, reduced_costs);
        reduced_costs.extend_from_slice(&self.reduced_costs[group.end..]);
        let differs = |&other: &usize| reduced_costs[other] != self.reduced_costs[other];
        let changed = group.clone().filter(differs).fold(1 << slot, |all: u64, one| all | 1 << one);
        (changed, now - self.base_by_group[nth])
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

/// Returns the weight of disjoint edges.
pub fn weigh<'a>(edges: impl IntoIterator<Item = &'a Edge>) -> i16 {
    edges.into_iter().map(|edge| edge.weight).sum()
}
