//! Beam search from both ends, ever wider: the engine's solutions. Goes layer by
//! layer, keeps the states with the lowest estimate of each, and drops what cannot
//! beat the incumbent. A first solution comes from a narrow beam, better ones from
//! wider beams. Proves nothing.
//!
//! Every other time, while the incumbent is near the bound, a round is **aimed**: what cannot
//! beat the incumbent by much is dropped, and estimates are raised by as much as the tests of
//! tightness ([`crate::search::engine::pruning`]) say that they are too low. Far from the bound that is worse
//! than a wider beam. Very near to it a round aims at any better solution: that is the best, or
//! next to it. A round is given up when what it aims at has been proved impossible.
//!
//! References: Reddy, *Speech Understanding Systems*, 1977 (beam search); Lemons,
//! Ruml, Holte, Linares López, *Rectangle Search: An Anytime Beam Search*, 2024 (on
//! widening beams).

use rustc_hash::FxHashSet;

use super::layer::{self, Candidate, Choosing, Kept};
use crate::search::BestOpen;
use crate::search::algorithm::Counts;
use crate::search::engine::prover::LOOKS_PER_STATE;
use crate::search::engine::pruning::expander::Expander;
use crate::search::engine::states::class::Way;
use crate::search::key::Key;
use crate::search::space::Space;

/// States in the first, narrowest beam.
const FIRST_WIDTH: usize = 8;

/// Each round is so many times as wide as the one before.
const WIDENING: usize = 2;

/// The first rounds are no longer than this and so many times the estimate.
const DEEPEST_AT_LEAST: u32 = 20;
const DEEPEST_BY_ESTIMATE: u32 = 4;

/// Aimed rounds take place while the incumbent exceeds what is proved by no more than
/// one part in so many.
const AIMED_WITHIN: u32 = 6;

/// They aim at any better solution where the longest that is better exceeds what is proved by no
/// more than this.
const AT_ANY_WITHIN: u32 = 2;

/// To raise so many estimates takes as long as to expand a state, about.
const TESTS_PER_STATE: u64 = 2;

/// What a step of the beam led to.
pub enum Beamed<K> {
    /// Nothing in particular.
    More,
    /// A better solution: the states along it, from the start to the goal.
    Found(Vec<K>),
    /// The beam will not be made wider.
    Spent,
}

/// Beam searches, one wider than the other.
pub struct Beam<K> {
    expander: Expander,
    /// The ends to begin at; the second only where the goal is one of few states.
    ends: Vec<(Way, Vec<K>)>,
    round: usize,
    width: usize,
    layers: Vec<Vec<Kept<K>>>,
    /// The next state of the last layer to be expanded.
    at: usize,
    candidates: Vec<Candidate<K>>,
    /// The next layer, while it is being chosen by raised estimates.
    choosing: Option<Choosing<K>>,
    seen: FxHashSet<K>,
    /// A round that is longer has lost its way: a wider one is tried instead.
    deepest: u32,
    incumbent: u32,
    /// No solution is shorter.
    bound: u32,
    /// This round looks for solutions of so many moves.
    longest: u32,
    /// This round has no more layers.
    is_over: bool,
    /// This round aims at solutions much better than the incumbent, by raised estimates.
    is_aimed: bool,
    max_moves: u32,
    memory_bytes: u64,
    expanded: u64,
    generated: u64,
    most_stored: u64,
    best: Option<(u16, K, u32)>,
}

impl<K: Key> Beam<K> {
    /// Prepares beams from the start and, if there are `seeds`, from the goal.
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
            choosing: None,
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

    /// Has it go on with another estimate.
    pub fn set_expander(&mut self, expander: Expander) {
        self.expander = expander;
    }

    /// Tells of a solution found elsewhere.
    pub fn lower_incumbent(&mut self, moves: u32) {
        self.incumbent = self.incumbent.min(moves);
    }

    /// Returns the moves of the best solution known; the largest number without one.
    pub const fn incumbent(&self) -> u32 {
        self.incumbent
    }

    /// Tells that no solution is shorter than `bound`.
    pub fn raise_bound(&mut self, bound: u32) {
        self.bound = self.bound.max(bound);
        self.is_over |= self.longest < self.bound;
    }

    /// Expands at most `states` states. Not to be called any more when it is spent.
    pub fn step(&mut self, space: &Space<K>, states: u64) -> Beamed<K> {
        if self.memory_held() > self.memory_bytes {
            return self.retire();
        }
        let mut left = states;
        while left > 0 && !self.expander.is_over() {
            let layer = self.layers.last().expect("a round has a first layer");
            let took = if self.choosing.is_some() {
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

    /// Gives its memory back.
    fn retire(&mut self) -> Beamed<K> {
        (self.layers, self.candidates, self.choosing) = (Vec::new(), Vec::new(), None);
        self.seen = FxHashSet::default();
        Beamed::Spent
    }

    /// Returns the memory that it may hold and does not.
    pub fn spare_bytes(&self) -> u64 {
        self.memory_bytes.saturating_sub(self.memory_held())
    }

    pub fn counts(&self) -> Counts {
        Counts {
            expanded: self.expanded,
            generated: self.generated,
            stored: self.most_stored,
            open: self.choosing.as_ref().map_or(self.candidates.len(), Choosing::len) as u64,
            memory_bytes: self.memory_held(),
        }
    }

    /// Returns the state with the lowest estimate of the layer being made.
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
        self.choosing = None;
        (self.at, self.is_over) = (0, false);
        self.longest = self.next_longest();
    }

    /// Returns how long a solution the next round may find.
    fn next_longest(&self) -> u32 {
        let shorter = self.incumbent.saturating_sub(1).min(self.max_moves);
        let is_at_any = shorter <= self.bound + AT_ANY_WITHIN;
        if self.is_aimed && !is_at_any { self.bound.midpoint(shorter) } else { shorter }
    }

    fn next_round(&mut self) {
        self.round += 1;
        if self.round.is_multiple_of(self.ends.len()) {
            self.is_aimed = !self.is_aimed && self.is_near();
            if !self.is_aimed {
                self.width = self.width.saturating_mul(WIDENING);
                self.deepest = self.deepest.saturating_add(self.deepest / 4);
            }
        }
        self.begin();
    }

    /// Says whether the incumbent is near what is proved: then the estimate is good,
    /// and a narrow beam through the few states that remain when it aims at the middle
    /// finds what a wide one through all misses.
    const fn is_near(&self) -> bool {
        self.incumbent <= self.bound + self.bound / AIMED_WITHIN
    }

    /// Returns how long a solution may be now.
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

    /// Keeps the best candidates as the next layer, or begins to choose them.
    fn next_layer(&mut self) {
        if self.is_aimed {
            let left = self.most().saturating_sub(self.moves() + 1);
            let candidates = std::mem::take(&mut self.candidates);
            self.choosing = Some(Choosing::new(candidates, self.width, left));
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

    /// Goes on to choose the next layer. Returns what that took, in states expanded, which is about
    /// `most`, or less when it has been chosen.
    fn choose(&mut self, space: &Space<K>, most: u64) -> u64 {
        let Some(mut choosing) = self.choosing.take() else { return 0 };
        let way = self.way();
        let (mut tested, mut looks) = (0, 0);
        loop {
            let took = tested / TESTS_PER_STATE + looks / LOOKS_PER_STATE;
            if took >= most || self.expander.is_over() {
                self.choosing = Some(choosing);
                return took;
            }
            let Some((key, spare)) = choosing.next(&mut self.seen) else {
                let (layer, candidates) = choosing.finish(&mut self.seen);
                self.candidates = candidates;
                self.take_layer(layer);
                return took;
            };
            choosing.note(self.expander.raise(space, way, &key, spare));
            looks += self.expander.take_effort().unwrap_or(0);
            tested += 1;
        }
    }

    fn memory_held(&self) -> u64 {
        let kept: usize = self.layers.iter().map(Vec::capacity).sum();
        let bytes = kept * size_of::<Kept<K>>()
            + self.candidates.capacity() * size_of::<Candidate<K>>()
            + self.choosing.as_ref().map_or(0, Choosing::memory_held)
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
        // Wide enough that the round takes long.
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
