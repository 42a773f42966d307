//! What every method looks like from outside, and which one serves which options.

use super::{BestOpen, Options};
use crate::puzzle::{Move, Puzzle};

/// What a step of a method led to.
pub(super) enum Step {
    /// Nothing in particular.
    More,
    /// A better solution: all its moves, the opening included.
    Found(Vec<Move>),
    /// It cannot go on within the memory limit.
    OutOfMemory,
    /// There is nothing left to look at.
    Done(Answer),
}

/// What it means that nothing is left to look at: the last solution found is the
/// best, or, without any, one of these.
pub(super) enum Answer {
    /// There is no solution.
    Exhausted,
    /// There is no solution of at most so many moves; longer ones were not looked for.
    NoneUpTo(u32),
}

/// Counts for [`super::Progress`], with the same meaning.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    pub expanded: u64,
    pub generated: u64,
    pub stored: u64,
    pub open: u64,
    pub memory_bytes: u64,
}

/// A method at work on one puzzle.
pub(super) trait Algorithm: Send {
    /// Expands at most `nodes` states, or returns sooner.
    fn step(&mut self, nodes: u64) -> Step;
    /// Returns what it has done and holds.
    fn counts(&self) -> Counts;
    /// Returns what is proved: no solution is shorter, in moves.
    fn lower_bound(&self) -> u32;
    /// Returns the state that looks best of those waiting.
    fn best_open(&self) -> Option<BestOpen>;
}

/// Returns the method that `options` ask for, ready to search `puzzle`.
pub(super) fn new(_puzzle: &Puzzle, _options: &Options) -> Box<dyn Algorithm> {
    todo!("methods come next")
}
