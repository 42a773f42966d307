//! What is known of puzzles, kept by the puzzle itself: going back and forth costs nothing.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use crate::puzzle::Solution;
use crate::search::base::outcome::Verdict;

/// Puzzles that are remembered; when there are more, all are forgotten. Some hundred bytes each.
const MOST: usize = 200_000;

/// What is known of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// No solution is shorter than this, in moves.
    pub lower_bound: u32,
    /// The best solution known.
    pub solution: Option<Solution>,
    /// It has no solution, as has been proved.
    pub is_unsolvable: bool,
}

impl Known {
    /// Returns what a search has shown.
    pub fn of(verdict: &Verdict) -> Self {
        Self {
            lower_bound: verdict.lower_bound().unwrap_or(0),
            solution: verdict.solution().cloned(),
            is_unsolvable: *verdict == Verdict::Unsolvable,
        }
    }

    /// Returns it as a verdict.
    pub fn verdict(&self) -> Verdict {
        let lower_bound = self.lower_bound;
        match &self.solution {
            None if self.is_unsolvable => Verdict::Unsolvable,
            None => Verdict::Unknown { lower_bound },
            Some(solution) if solution.cost() <= lower_bound => {
                Verdict::Optimal { solution: solution.clone() }
            }
            Some(solution) => Verdict::Feasible { solution: solution.clone(), lower_bound },
        }
    }

    /// Returns the moves of the shortest solution, once they are proved.
    pub fn optimum(&self) -> Option<u32> {
        let moves = self.solution.as_ref()?.cost();
        (moves <= self.lower_bound).then_some(moves)
    }

    /// Says whether nothing is left to find out.
    pub fn is_settled(&self) -> bool {
        self.is_unsolvable || self.optimum().is_some()
    }

    /// Adds what is known of the same puzzle elsewhere; returns whether that says more.
    pub fn learn(&mut self, other: &Self) -> bool {
        let before = (self.lower_bound, self.moves(), self.is_unsolvable);
        self.lower_bound = self.lower_bound.max(other.lower_bound);
        self.is_unsolvable |= other.is_unsolvable;
        let better =
            other.moves().is_some_and(|moves| self.moves().is_none_or(|known| moves < known));
        if better {
            self.solution.clone_from(&other.solution);
        }
        before != (self.lower_bound, self.moves(), self.is_unsolvable)
    }

    fn moves(&self) -> Option<u32> {
        self.solution.as_ref().map(Solution::cost)
    }
}

/// What is known of all puzzles that have been asked about.
#[derive(Debug, Default)]
pub struct Answers(Mutex<FxHashMap<Vec<u8>, Known>>);

impl Answers {
    fn open(&self) -> MutexGuard<'_, FxHashMap<Vec<u8>, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns what is known of the puzzle with this
    /// [identity](crate::puzzle::Puzzle::identity).
    pub fn get(&self, identity: &[u8]) -> Option<Known> {
        self.open().get(identity).cloned()
    }

    /// Adds what is known of it.
    pub fn put(&self, identity: &[u8], known: &Known) {
        let mut all = self.open();
        if all.len() >= MOST && !all.contains_key(identity) {
            all.clear();
        }
        all.entry(identity.to_vec()).or_default().learn(known);
    }
}
