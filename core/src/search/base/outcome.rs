//! What a search tells: progress while it runs, each better solution, the verdict.

use std::time::Duration;

use crate::puzzle::{Position, Solution};

/// Whether what is stepped wants to be stepped again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is more to do.
    Running,
    /// The outcome is there.
    Finished,
}

/// What is known of a puzzle: at the end of a search, or of several together.
///
/// ```
/// use mondrian_core::{puzzle::Puzzle, search::{Options, Verdict}};
/// let puzzle: Puzzle = "RB.\n\nBR.".parse().unwrap();
/// let verdict = puzzle.solve(&Options::default()).verdict;
/// assert_eq!((&verdict, verdict.name()), (&Verdict::Unsolvable, "unsolvable"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No shorter solution exists.
    Optimal {
        /// The solution.
        solution: Solution,
    },
    /// A solution, but a shorter one may exist.
    Feasible {
        /// The best one found.
        solution: Solution,
        /// No solution is shorter than this, in moves.
        lower_bound: u32,
    },
    /// No solution exists.
    Unsolvable,
    /// No solution was found.
    Unknown {
        /// No solution is shorter than this, in moves.
        lower_bound: u32,
    },
}

impl Verdict {
    /// Returns what is known by a solution and a proved lower bound, in moves; there is no bound where
    /// there is no solution at all. A solution has been replayed, so it says more than that.
    pub fn new(solution: Option<Solution>, lower_bound: Option<u32>) -> Self {
        match (solution, lower_bound) {
            (None, None) => Self::Unsolvable,
            (None, Some(lower_bound)) => Self::Unknown { lower_bound },
            (Some(solution), Some(bound)) if solution.cost() <= bound => Self::Optimal { solution },
            (Some(solution), bound) => {
                Self::Feasible { solution, lower_bound: bound.unwrap_or_default() }
            }
        }
    }

    /// Returns the name in the JSON of the command line.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Optimal { .. } => "optimal",
            Self::Feasible { .. } => "feasible",
            Self::Unsolvable => "unsolvable",
            Self::Unknown { .. } => "unknown",
        }
    }

    /// Returns the best solution, if there is one.
    pub const fn solution(&self) -> Option<&Solution> {
        match self {
            Self::Optimal { solution } | Self::Feasible { solution, .. } => Some(solution),
            Self::Unsolvable | Self::Unknown { .. } => None,
        }
    }

    /// Returns the proved lower bound in moves; `None` when there is no solution.
    pub const fn lower_bound(&self) -> Option<u32> {
        match self {
            Self::Optimal { solution } => Some(solution.cost()),
            Self::Feasible { lower_bound, .. } | Self::Unknown { lower_bound } => {
                Some(*lower_bound)
            }
            Self::Unsolvable => None,
        }
    }

    /// Returns the moves of the shortest solution, once they are proved.
    pub const fn optimum(&self) -> Option<u32> {
        match self {
            Self::Optimal { solution } => Some(solution.cost()),
            _ => None,
        }
    }

    /// Says whether nothing is left to find out.
    pub const fn is_settled(&self) -> bool {
        matches!(self, Self::Optimal { .. } | Self::Unsolvable)
    }

    /// Adds what is known of the same puzzle elsewhere; returns whether that says more.
    pub fn learn(&mut self, other: &Self) -> bool {
        let solutions = self.solution().into_iter().chain(other.solution());
        let best = solutions.min_by_key(|solution| solution.cost()).cloned();
        let bounds = self.lower_bound().zip(other.lower_bound());
        let together = Self::new(best, bounds.map(|(own, its)| own.max(its)));
        let says_more = together != *self;
        *self = together;
        says_more
    }
}

impl Default for Verdict {
    /// Nothing is known.
    fn default() -> Self {
        Self::Unknown { lower_bound: 0 }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It reached its aim, or there was nothing left to look at.
    Finished,
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The limit of states.
    States,
    /// Somebody stopped it.
    Cancelled,
    /// Its method could go no further, and nothing is proved.
    GaveUp,
}

impl Stop {
    /// Returns the name in the JSON of the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Time => "time",
            Self::Memory => "memory",
            Self::States => "states",
            Self::Cancelled => "cancelled",
            Self::GaveUp => "gave-up",
        }
    }
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What is known.
    pub verdict: Verdict,
    /// Why it ended.
    pub stop: Stop,
}

/// A solution that was better than all before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The solution, replayed.
    pub solution: Solution,
    /// The lower bound that was proved by then, in moves.
    pub lower_bound: u32,
    /// Time spent searching by then.
    pub elapsed: Duration,
    /// States expanded by then.
    pub expanded: u64,
    /// It was given to the search.
    pub is_told: bool,
}

/// A snapshot of a search. Counts never fall while it runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// States whose moves were generated.
    pub expanded: u64,
    /// States made by that.
    pub generated: u64,
    /// The most states held at once.
    pub stored: u64,
    /// States waiting to be expanded; may fall.
    pub open: u64,
    /// Memory that the search holds now.
    pub memory_bytes: u64,
    /// The most memory that it held at once.
    pub peak_memory_bytes: u64,
    /// Time spent searching.
    pub elapsed: Duration,
    /// No solution is shorter than this, in moves.
    pub lower_bound: u32,
    /// Moves of the best solution so far.
    pub incumbent: Option<u32>,
    /// The state that looks best of those waiting, if the method has one.
    pub best_open: Option<BestOpen>,
}

/// The state that looks best of those waiting to be expanded.
#[derive(Clone, Debug, PartialEq)]
pub struct BestOpen {
    /// The state.
    pub position: Position,
    /// Its heuristic value: 0 at a goal.
    pub score: f64,
    /// Moves made to reach it.
    pub moves: u32,
}
