//! A walk by the estimate alone: from each state on to that neighbour which looks nearest to the
//! goal, among those where it has not been. It keeps no alternatives, so where all neighbours are
//! known it ends without a solution, and proves nothing either way. Here to be compared with what
//! an open list brings.
//!
//! Reference: Russell, Norvig, *Artificial Intelligence: A Modern Approach*, 4th edition, 2021,
//! 4.1.1 (greedy local search), with the states met so far ruled out.

use rustc_hash::FxHashSet;

use crate::puzzle::Position;
use crate::search::base::algorithm::{Algorithm, Answer, Counts, Step, slice_nodes};
use crate::search::base::clock::{Deadline, Watch};
use crate::search::base::heuristic::Evaluator;
use crate::search::base::key::Key;
use crate::search::base::outcome::BestOpen;
use crate::search::base::space::{Scratch, Space};

/// A greedy walk.
pub(in crate::search) struct GreedyWalk<K> {
    space: Space<K>,
    scratch: Scratch,
    evaluator: Evaluator,
    /// The states of the walk; empty before the first step.
    path: Vec<K>,
    met: FxHashSet<K>,
    max_moves: u32,
    memory_bytes: u64,
    /// Moves of a solution found elsewhere.
    told: Option<u32>,
    generated: u64,
    watch: Watch,
}

impl<K: Key> GreedyWalk<K> {
    /// Makes ready to walk through `space`, for at most `max_moves` moves.
    pub fn new(
        space: Space<K>,
        evaluator: Evaluator,
        max_moves: u32,
        memory_bytes: u64,
        deadline: &Deadline,
    ) -> Self {
        Self {
            scratch: Scratch::new(&space),
            space,
            evaluator,
            path: Vec::new(),
            met: FxHashSet::default(),
            max_moves,
            memory_bytes,
            told: None,
            generated: 0,
            watch: Watch::new(deadline.clone()),
        }
    }

    /// Goes to a state. Says so if that is where the walk ends.
    fn enter(&mut self, key: K) -> Option<Step> {
        self.path.push(key);
        self.met.insert(key);
        if self.space.is_goal(&key) {
            return Some(Step::Found(self.space.moves_along(&self.path)));
        }
        (self.memory_held() > self.memory_bytes).then_some(Step::OutOfMemory)
    }

    /// Returns the best of the neighbours that are new; the first of several that look alike.
    fn best_neighbour(&mut self, key: &K) -> Option<K> {
        let mut new = Vec::new();
        let (met, generated) = (&self.met, &mut self.generated);
        self.space.for_each_successor(key, &mut self.scratch, |_, next| {
            *generated += 1;
            if !met.contains(&next) {
                new.push(next);
            }
        });
        let mut best: Option<(f64, K)> = None;
        for next in new {
            let estimate = self.evaluator.estimate(&self.space, &next);
            if best.is_none_or(|(least, _)| estimate < least) {
                best = Some((estimate, next));
            }
        }
        best.map(|(_, next)| next)
    }

    fn moves(&self) -> u32 {
        (self.space.opening.len() + self.path.len().saturating_sub(1)) as u32
    }

    fn memory_held(&self) -> u64 {
        // A hash set takes one byte more for each entry.
        let met = self.met.capacity() * (size_of::<K>() + 1);
        (met + self.path.capacity() * size_of::<K>()) as u64
    }
}

impl<K: Key> Algorithm for GreedyWalk<K> {
    fn step(&mut self, nodes: u64) -> Step {
        let Some(&last) = self.path.last() else {
            return self.enter(self.space.start).unwrap_or(Step::More);
        };
        let mut at = last;
        for _ in 0..nodes {
            let most =
                self.told.map_or(self.max_moves, |told| self.max_moves.min(told.saturating_sub(1)));
            if self.moves() >= most || self.space.is_goal(&at) {
                return Step::Done(Answer::GaveUp);
            }
            if self.watch.is_over() {
                return Step::Cut;
            }
            let Some(next) = self.best_neighbour(&at) else { return Step::Done(Answer::GaveUp) };
            if let Some(end) = self.enter(next) {
                return end;
            }
            at = next;
        }
        Step::More
    }

    fn tell(&mut self, positions: &[Position]) {
        self.told = Some(self.space.moves_of(positions));
    }

    fn slice_nodes(&self) -> u64 {
        slice_nodes(self.evaluator.steps_per_state(&self.space))
    }

    fn counts(&self) -> Counts {
        Counts {
            expanded: self.path.len().saturating_sub(1) as u64,
            generated: self.generated,
            stored: self.met.len() as u64,
            open: 0,
            memory_bytes: self.memory_held(),
        }
    }

    fn lower_bound(&self) -> u32 {
        self.space.opening.len() as u32
    }

    fn best_open(&self) -> Option<BestOpen> {
        None
    }
}
