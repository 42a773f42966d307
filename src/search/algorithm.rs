//! What every method looks like from outside, and which one serves which options.

use super::best_first::{BestFirst, Order};
use super::breadth_first::BreadthFirst;
use super::engine::Engine;
use super::heuristic::Evaluator;
use super::idastar::IdaStar;
use super::key::{Key, WIDEST, with_key};
use super::space::{Space, fields_needed};
use super::{BestOpen, Heuristic, Method, Options};
use crate::puzzle::{Move, Puzzle};

/// No method looks for longer solutions: moves are counted in 16 bits.
const MAX_MOVES: u32 = 60_000;

/// Returns the length of the solutions looked for, in moves, the opening included.
pub(super) fn max_moves(options: &Options) -> u32 {
    options.limits.max_moves.map_or(MAX_MOVES, |moves| moves.min(MAX_MOVES))
}

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
pub(super) fn slice_nodes(steps_per_state: u64) -> u64 {
    (SLICE_STEPS / steps_per_state.max(1)).clamp(1, SLICE_NODES)
}

/// Returns the method that `options` ask for, ready to search `puzzle`. It is not to
/// be stepped when the opening alone is longer than [`max_moves`].
pub(super) fn new(puzzle: &Puzzle, options: &Options) -> Box<dyn Algorithm> {
    let (bits, fields) = fields_needed(puzzle);
    with_key!(bits, fields, with_width(puzzle, options))
}

/// Returns what is proved before any search, in moves: the opening and the slide
/// distance after it, which is never too high.
pub(super) fn bound_at_start(puzzle: &Puzzle, options: &Options) -> u32 {
    if options.method == Method::Engine {
        return 0; // It knows by itself.
    }
    let (bits, fields) = fields_needed(puzzle);
    with_key!(bits, fields, bound_with_width(puzzle))
}

fn bound_with_width<K: Key>(puzzle: &Puzzle) -> u32 {
    let space = Space::<K>::new(puzzle);
    let estimate = Evaluator::new(&space, Heuristic::SlideDistance).estimate(&space, &space.start);
    let moves = if estimate.is_finite() { estimate as u32 } else { 0 };
    space.opening.len() as u32 + moves
}

fn with_width<K: Key>(puzzle: &Puzzle, options: &Options) -> Box<dyn Algorithm> {
    let mut space = Space::<K>::new(puzzle);
    let max_moves = max_moves(options);
    let memory_bytes = options.limits.memory_bytes.unwrap_or(u64::MAX);
    let order = match options.method {
        Method::BreadthFirst => {
            return Box::new(BreadthFirst::new(space, max_moves, memory_bytes));
        }
        Method::Idastar => {
            let evaluator = evaluator(&space, options);
            return Box::new(IdaStar::new(space, evaluator, max_moves));
        }
        Method::Engine => match Engine::new(space, options, max_moves, memory_bytes) {
            Ok(engine) => return Box::new(engine),
            Err(out_of_range) => {
                space = *out_of_range;
                Order::Astar
            }
        },
        Method::Astar => Order::Astar,
        Method::WeightedAstar => Order::Weighted(options.weight),
        Method::Greedy => Order::Greedy,
        Method::Mondrian => Order::Mondrian(options.move_penalty),
    };
    let evaluator = evaluator(&space, options);
    Box::new(BestFirst::new(space, evaluator, order, max_moves, memory_bytes))
}

fn evaluator<K: Key>(space: &Space<K>, options: &Options) -> Evaluator {
    Evaluator::new(space, options.effective_heuristic().unwrap_or_default())
}
