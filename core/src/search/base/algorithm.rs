//! What every method looks like from outside.

use std::ops::AddAssign;

use super::outcome::BestOpen;
use crate::puzzle::{Move, Position};

/// What a step of a method led to.
pub(in crate::search) enum Step {
    /// Nothing in particular.
    More,
    /// A better solution: all its moves, the opening included.
    Found(Vec<Move>),
    /// It cannot go on within the memory limit.
    OutOfMemory,
    /// Its deadline has come in the middle of it. Not to be stepped again.
    Cut,
    /// There is nothing left to look at.
    Done(Answer),
}

/// What it means that nothing is left to look at: as a rule the last solution found is the
/// best, or, without any, one of these.
pub(in crate::search) enum Answer {
    /// There is no solution.
    Exhausted,
    /// There is no solution of at most this many moves; longer ones were not looked for.
    NoneUpTo(u32),
    /// It can go no further, which proves nothing; nor is the last solution the best then.
    GaveUp,
}

/// Counts for [`crate::search::Progress`], with the same meaning.
#[derive(Clone, Copy, Default)]
pub(in crate::search) struct Counts {
    pub expanded: u64,
    pub generated: u64,
    pub stored: u64,
    pub open: u64,
    pub memory_bytes: u64,
}

impl Counts {
    /// Returns what counts of a search that is given up: not what it holds.
    pub(in crate::search) fn of_the_past(self) -> Self {
        Self { expanded: self.expanded, generated: self.generated, ..Self::default() }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.stored += other.stored;
        self.open += other.open;
        self.memory_bytes += other.memory_bytes;
    }
}

/// A method at work on one puzzle.
pub(in crate::search) trait Algorithm: Send {
    /// Expands at most `nodes` states, or returns sooner.
    fn step(&mut self, nodes: u64) -> Step;
    /// Takes a solution found elsewhere, by the positions along it after the opening: only
    /// shorter ones are looked for from now on.
    fn tell(&mut self, positions: &[Position]);
    /// Returns how many states may be expanded between two looks at the clock.
    fn slice_nodes(&self) -> u64;
    /// Returns what it has done and holds.
    fn counts(&self) -> Counts;
    /// Returns what is proved: no solution is shorter, in moves.
    fn lower_bound(&self) -> u32;
    /// Returns the state that looks best of those waiting.
    fn best_open(&self) -> Option<BestOpen>;
}

/// Expansions between two looks at the clock: about a millisecond of work on most
/// boards, and on those where a state takes long not many more steps than these.
const SLICE_NODES: u64 = 1024;
const SLICE_STEPS: u64 = 16_000_000;

/// Returns how many states may be expanded between two looks at the clock when the
/// assignments for one take so many steps.
pub(in crate::search) fn slice_nodes(steps_per_state: u64) -> u64 {
    (SLICE_STEPS / steps_per_state.max(1)).clamp(1, SLICE_NODES)
}
