//! What conflicts say of one state: the moves that its tiles make at least to a target, by
//! disjoint pairs and triples that weigh much. Used by [`crate::search::engine::pruning::Tightness`] of states and by
//! [`super::neighbours`] of their neighbours.
//!
//! It divides the tiles too, each state in its own way, into those that are in each other's way
//! and single ones. So it says what they have to spare as the divisions of the estimates do
//! ([`crate::search::engine::stops::slack`]). With the numbers of [`super::assignment`]: say that a solution makes x moves
//! more than all numbers and weights together. Then the tiles of a pair or triple make no more
//! than its weight + x above the numbers of their own and of the ends that they go to, a single
//! tile no more than x. None of them goes to an end that alone costs more than that.

use std::ops::Range;

use super::packing::{Edge, outweighs, sort};
use super::pairs::{Conflicts, Pairs};
use super::reduced_costs::{Memory, Options};
use super::triples::Triples;

/// What is known of pairs, and of triples.
pub type Known<'a> = (&'a Conflicts, Option<&'a Triples>);

/// What is said of one state and one target.
#[derive(Clone, Default)]
pub struct Packing {
    pub is_known: bool,
    /// What all tiles go at least, and those of each colour.
    pub all: i16,
    pub of_groups: Vec<i16>,
    pub options: Vec<Options>,
    pub pairs: Pairs,
    /// Triples, once they are asked for.
    pub has_triples: bool,
    pub triples: Vec<Edge>,
    /// Disjoint ones that weigh much together.
    pub heaviest: Vec<Edge>,
    /// All, when more than the heaviest are asked for.
    edges: Vec<Edge>,
}

impl Packing {
    /// Learns of a state but for its triples.
    pub fn learn(&mut self, known: &Conflicts, memory: &mut Memory, target: usize, sites: &[u16]) {
        let Self { all, of_groups, options, pairs, .. } = self;
        options.clear();
        of_groups.clear();
        for group in known.groups() {
            of_groups.push(known.append_options(target, group, sites, memory, options));
        }
        *all = of_groups.iter().sum();
        pairs.clear();
        known.list_pairs(target, sites, options, pairs);
        self.triples.clear();
        self.choose();
        (self.is_known, self.has_triples) = (true, false);
    }

    /// Learns of the triples too.
    pub fn learn_triples(
        &mut self,
        known: &Conflicts,
        more: &Triples,
        target: usize,
        sites: &[u16],
    ) {
        let Self { options, pairs, triples, .. } = self;
        let count = pairs.edges.len();
        more.list_edges(known, target, sites, options, pairs);
        triples.extend(pairs.edges.drain(count..));
        self.choose();
        self.has_triples = true;
    }

    /// The same, unless it has.
    pub fn know_triples(
        &mut self,
        known: &Conflicts,
        more: &Triples,
        target: usize,
        sites: &[u16],
    ) {
        if !self.has_triples {
            self.learn_triples(known, more, target, sites);
        }
    }

    /// Chooses the heaviest.
    fn choose(&mut self) {
        let Self { pairs, triples, heaviest, .. } = self;
        heaviest.clear();
        heaviest.extend(pairs.edges.iter().chain(&*triples));
        sort(heaviest);
        let mut used = 0;
        heaviest.retain(|edge| {
            let is_free = edge.ends & used == 0;
            used |= if is_free { edge.ends } else { 0 };
            is_free
        });
    }

    /// Returns the moves that the heaviest say.
    pub fn moves(&self) -> i16 {
        self.all + weigh(&self.heaviest)
    }

    /// Says whether its tiles need more than `most` moves.
    pub fn exceeds(
        &mut self,
        (known, triples): Known<'_>,
        target: usize,
        sites: &[u16],
        most: u16,
    ) -> bool {
        let left = most as i16 - self.all;
        if left < 0 || self.moves() > most as i16 || self.outweighs(left) {
            return true;
        }
        let Some(triples) = triples else { return false };
        self.know_triples(known, triples, target, sites);
        self.moves() > most as i16 || self.outweighs(left)
    }

    fn outweighs(&mut self, left: i16) -> bool {
        self.edges.clear();
        self.edges.extend(self.pairs.edges.iter().chain(&self.triples));
        outweighs(&mut self.edges, left)
    }

    /// Returns by how much the tile in a slot may exceed its slide distance to the nearest of
    /// its ends, of which it is `least` away, though it makes no more than `excess` moves above
    /// the numbers of its own and of its end.
    pub fn above(
        &self,
        known: &Conflicts,
        target: usize,
        group: &Range<usize>,
        (slot, site): (usize, u16),
        (least, excess): (i16, i16),
    ) -> i16 {
        if group.len() == 1 {
            return 0;
        }
        let ends = self.options[slot].all(group.len());
        let can = ends.filter(|&(_, more)| i16::from(more) <= excess);
        let numbers = can.map(|(end, more)| known.distance(target, end, site) - i16::from(more));
        numbers.max().map_or(0, |most| most - least)
    }
}

/// Returns what disjoint pairs and triples weigh together.
pub fn weigh<'a>(edges: impl IntoIterator<Item = &'a Edge>) -> i16 {
    edges.into_iter().map(|edge| edge.weight).sum()
}
