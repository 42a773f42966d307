//! Beam search from both ends with growing width: the engine's solutions. Proves nothing.
//!
//! Layer by layer the states with the lowest estimates are kept, and those that cannot beat the
//! incumbent dropped. A narrow beam finds a first solution, wider ones find better ones.
//!
//! While the incumbent is near the bound, every other round is **aimed**: it drops what cannot beat
//! the incumbent by much, and raises estimates by what the checks
//! ([`crate::search::engine::pruning`]) refute. Far from the bound that is worse than a wider beam.
//! Very near the bound a round aims at any better solution: that is optimal, or almost. A round is
//! given up when its aim has been refuted.
//!
//! References: Reddy, *Speech Understanding Systems*, 1977 (beam search); Lemons, Ruml, Holte,
//! Linares López, *Rectangle Search: An Anytime Beam Search*, 2024 (widening beams).

use rustc_hash::FxHashSet;

use super::layer::{self, Candidate, Kept, LayerSelection};
use crate::search::BestOpen;
use crate::search::algorithm::Counts;
use crate::search::engine::prover::EXAMINED_PER_EXPANDED;
use crate::search::engine::pruning::expander::Expander;
use crate::search::engine::states::bucket::Way;
use crate::search::key::Key;
use crate::search::space::Space;

/// States kept by the first, narrowest beam.
const FIRST_WIDTH: usize = 8;

/// Each round is wider by this factor.
const WIDENING_FACTOR: usize = 2;

/// The first rounds have at most this many layers, plus so many times the estimate.
const DEEPEST_AT_LEAST: u32 = 20;
const DEEPEST_BY_ESTIMATE: u32 = 4;

/// Rounds are aimed while the incumbent exceeds the bound by at most one part in so many.
const AIM_WITHIN_PART: u32 = 6;

/// They aim at any better solution if the longest of these exceeds the bound by at most this.
const AIM_AT_ANY_WITHIN: u32 = 2;

/// Estimates raised in the time of expanding a state.
const RAISES_PER_EXPANDED: u64 = 2;

/// The result of a step.
pub enum Beamed<K> {
    /// Go on.
    More,
    /// A better solution: its states from the start to the goal.
    Found(Vec<K>),
    /// The beam will not be made wider.
    Spent,
}

/// Beam searches of growing width.
pub struct Beam<K> {
    expander: Expander,
    /// The ends to start from; the second only if the goal has few states.
    ends: Vec<(Way, Vec<K>)>,
    round: usize,
    width: usize,
    layers: Vec<Vec<Kept<K>>>,
    /// The next state of the last layer to be expanded.
    at: usize,
    candidates: Vec<Candidate<K>>,
    /// The next layer, while it is selected by raised estimates.
    selection: Option<LayerSelection<K>>,
    seen: FxHashSet<K>,
    /// A round with more layers is given up for a wider one.
    deepest: u32,
    incumbent: u32,
    /// No solution is shorter.
    bound: u32,
    /// The longest solution that this round looks for.
    longest: u32,
    /// This round has no more layers.
    is_over: bool,
    /// This round is aimed.
    is_aimed: bool,
    max_moves: u32,
    memory_bytes: u64,
    expanded: u64,
    generated: u64,
    most_stored: u64,
    best: Option<(u16, K, u32)>,
}

impl<K: Key> Beam<K> {
    /// Prepares beams from the start and, given `seeds`, from the goal.
    pub fn new(
        space: &Space<K>,
        mut expander: Expander,
        seeds: Option<Vec<K>>,
        max_moves: u32,
        memory_bytes: u64,
    ) -> Self {
        let mut ends = vec![(Way::Forward, vec![space.start])];
        ends.extend(seeds.map(|seeds| (Way::Backward, seeds)));
        let ahead = expander.estimates(space, &space.start).to_goal;
        let mut beam = Self {
            expander,
            deepest: DEEPEST_AT_LEAST + DEEPEST_BY_ESTIMATE * u32::from(ahead),
            ends,
            round: 0,
            width: FIRST_WIDTH,
            layers: Vec::new(),
            at: 0,
            candidates: Vec::new(),
            selection: None,
            seen: FxHashSet::default(),
            incumbent: u32::MAX,
            bound: 0,
            longest: max_moves,
            is_over: false,
            is_aimed: false,
            max_moves,
            memory_bytes,
            expanded: 0,
            generated: 0,
            most_stored: 0,
            best: None,
        };
        beam.begin();
        beam
    }

    /// Goes on with other estimates.
    pub fn set_expander(&mut self, expander: Expander) {
        self.expander = expander;
    }

    /// Takes a solution found elsewhere.
    pub fn lower_incumbent(&mut self, moves: u32) {
        self.incumbent = self.incumbent.min(moves);
    }

    /// Returns the moves of the best solution known; the largest number without one.
    pub const fn incumbent(&self) -> u32 {
        self.incumbent
    }

    /// Takes a lower bound.
    pub fn raise_bound(&mut self, bound: u32) {
        self.bound = self.bound.max(bound);
        self.is_over |= self.longest < self.bound;
    }

    /// Expands at most `states` states. Must not be called once spent.
    pub fn step(&mut self, space: &Space<K>, states: u64) -> Beamed<K> {
        if self.memory_held() > self.memory_bytes {
            return self.retire();
        }
        let mut left = states;
        while left > 0 && !self.expander.is_over() {
            let layer = self.layers.last().expect("a round has a first layer");
            let took = if self.selection.is_some() {
                self.choose(space, left)
            } else if let Some(&(key, _)) = layer.get(self.at) {
                if let Some(path) = self.expand(space, &key) {
                    self.next_round();
                    return Beamed::Found(path);
                }
                1
            } else {
                self.next_layer();
                1
            };
            left = left.saturating_sub(took);
            if self.is_over {
                // A wider round would not fit.
                if self.memory_held() > self.memory_bytes / 2 {
                    return self.retire();
                }
                self.next_round();
            }
        }
        Beamed::More
    }

    /// Frees its memory.
    fn retire(&mut self) -> Beamed<K> {
        (self.layers, self.candidates, self.selection) = (Vec::new(), Vec::new(), None);
        self.seen = FxHashSet::default();
        Beamed::Spent
    }

    /// Returns the memory it may hold and does not.
    pub fn spare_bytes(&self) -> u64 {
        self.memory_bytes.saturating_sub(self.memory_held())
    }

    pub fn counts(&self) -> Counts {
        Counts {
            expanded: self.expanded,
            generated: self.generated,
            stored: self.most_stored,
            open: self.selection.as_ref().map_or(self.candidates.len(), LayerSelection::len) as u64,
            memory_bytes: self.memory_held(),
        }
    }

    /// Returns the state with the lowest estimate of the layer in progress.
    pub fn best_open(&self, space: &Space<K>) -> Option<BestOpen> {
        let (estimate, key, moves) = self.best?;
        let position = space.position_of(&key);
        Some(BestOpen { position, score: estimate.into(), moves })
    }

    fn way(&self) -> Way {
        self.ends[self.round % self.ends.len()].0
    }

    fn begin(&mut self) {
        let (_, seeds) = &self.ends[self.round % self.ends.len()];
        let layer: Vec<Kept<K>> = seeds.iter().map(|&key| (key, 0)).collect();
        self.seen.clear();
        self.seen.extend(seeds);
        self.layers.clear();
        self.layers.push(layer);
        self.candidates.clear();
        self.selection = None;
        (self.at, self.is_over) = (0, false);
        self.longest = self.next_longest();
    }

    /// Returns the longest solution that the next round may find.
    fn next_longest(&self) -> u32 {
        let shorter = self.incumbent.saturating_sub(1).min(self.max_moves);
        let is_at_any = shorter <= self.bound + AIM_AT_ANY_WITHIN;
        if self.is_aimed && !is_at_any { self.bound.midpoint(shorter) } else { shorter }
    }

    fn next_round(&mut self) {
        self.round += 1;
        if self.round.is_multiple_of(self.ends.len()) {
            self.is_aimed = !self.is_aimed && self.is_near();
            if !self.is_aimed {
                self.width = self.width.saturating_mul(WIDENING_FACTOR);
                self.deepest = self.deepest.saturating_add(self.deepest / 4);
            }
        }
        self.begin();
    }

    /// Says whether the incumbent is near the bound. Then few states remain when a beam aims at the
    /// middle, and a narrow one finds what a wide one through all states misses.
    const fn is_near(&self) -> bool {
        self.incumbent <= self.bound + self.bound / AIM_WITHIN_PART
    }

    /// Returns the longest solution wanted now.
    fn most(&self) -> u32 {
        self.longest.min(self.incumbent.saturating_sub(1))
    }

    /// Moves of the states in the last layer.
    fn moves(&self) -> u32 {
        (self.layers.len() - 1) as u32
    }

    /// Expands the next state of the last layer; returns a better solution.
    fn expand(&mut self, space: &Space<K>, key: &K) -> Option<Vec<K>> {
        let (way, moves, parent) = (self.way(), self.moves() + 1, self.at as u32);
        let most = self.most();
        let salt = (self.round as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut arrived = None;
        let (candidates, generated) = (&mut self.candidates, &mut self.generated);
        self.expander.expand(space, way, key, |next, estimates| {
            *generated += 1;
            let estimate = estimates.ahead(way);
            if moves + u32::from(estimate) > most {
                return;
            }
            if estimate == 0 {
                arrived = Some(next);
                return;
            }
            let chance = ((next.hash64() ^ salt).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as u32;
            candidates.push(Candidate { estimate, chance, parent, key: next });
        });
        self.expanded += 1;
        self.at += 1;
        let stored = self.seen.len() + self.candidates.len();
        self.most_stored = self.most_stored.max(stored as u64);
        self.incumbent = if arrived.is_some() { moves } else { self.incumbent };
        arrived.map(|end| self.path(end, parent))
    }

    /// Returns the states of a solution that ends in `end`.
    fn path(&self, end: K, parent: u32) -> Vec<K> {
        let mut path = vec![end];
        let mut at = parent;
        for layer in self.layers.iter().rev() {
            let (key, before) = layer[at as usize];
            path.push(key);
            at = before;
        }
        if self.way() == Way::Forward {
            path.reverse();
        }
        path
    }

    /// Keeps the best candidates as the next layer, or starts to select them.
    fn next_layer(&mut self) {
        if self.is_aimed {
            let left = self.most().saturating_sub(self.moves() + 1);
            let candidates = std::mem::take(&mut self.candidates);
            self.selection = Some(LayerSelection::new(candidates, self.width, left));
        } else {
            let layer = layer::lowest(&mut self.candidates, self.width, &mut self.seen);
            self.take_layer(layer);
        }
    }

    /// Goes on to the next layer, or notes that there is none.
    fn take_layer(&mut self, layer: Vec<Kept<K>>) {
        let moves = self.moves() + 1;
        self.best = self.candidates.first().map(|c| (c.estimate, c.key, moves)).or(self.best);
        self.candidates.clear();
        self.at = 0;
        self.is_over |= layer.is_empty() || moves > self.deepest;
        if !self.is_over {
            self.layers.push(layer);
        }
    }

    /// Goes on selecting the next layer. Returns the work in states expanded: about `most`, or less
    /// when it is done.
    fn choose(&mut self, space: &Space<K>, most: u64) -> u64 {
        let Some(mut selection) = self.selection.take() else { return 0 };
        let way = self.way();
        let (mut tested, mut looks) = (0, 0);
        loop {
            let took = tested / RAISES_PER_EXPANDED + looks / EXAMINED_PER_EXPANDED;
            if took >= most || self.expander.is_over() {
                self.selection = Some(selection);
                return took;
            }
            let Some((key, spare)) = selection.next(&mut self.seen) else {
                let (layer, candidates) = selection.finish(&mut self.seen);
                self.candidates = candidates;
                self.take_layer(layer);
                return took;
            };
            selection.note(self.expander.raise(space, way, &key, spare));
            looks += self.expander.take_effort().unwrap_or(0);
            tested += 1;
        }
    }

    fn memory_held(&self) -> u64 {
        let kept: usize = self.layers.iter().map(Vec::capacity).sum();
        let bytes = kept * size_of::<Kept<K>>()
            + self.candidates.capacity() * size_of::<Candidate<K>>()
            + self.selection.as_ref().map_or(0, LayerSelection::memory_held)
            + self.seen.capacity() * (size_of::<K>() + 1);
        bytes as u64 + self.expander.memory_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::engine::truth;

    #[test]
    fn an_aimed_round_is_given_up_when_its_aim_is_refuted() {
        let (_, space) = truth::first_puzzle();
        let expander = truth::expander(&space, &[]);
        let mut beam = Beam::new(&space, expander, None, 100, 1 << 30);
        beam.lower_incumbent(26);
        beam.raise_bound(19);
        // Wide enough for a long round.
        (beam.is_aimed, beam.width) = (true, 1 << 12);
        beam.begin();
        assert_eq!(beam.longest, 22, "between 19 and 25");
        beam.raise_bound(22);
        assert!(matches!(beam.step(&space, 100), Beamed::More));
        assert!(beam.is_aimed && beam.round == 0, "22 may be possible");
        beam.raise_bound(23);
        assert!(matches!(beam.step(&space, 1), Beamed::More));
        assert_eq!((beam.round, beam.is_aimed, beam.longest), (1, false, 25));
        beam.is_aimed = true;
        beam.begin();
        assert_eq!(beam.longest, 25, "any better one is the best, or next to it");
    }
}
