//! Which method serves which options: the one place that knows them all.

use crate::puzzle::Puzzle;
use crate::search::base::algorithm::Algorithm;
use crate::search::base::clock::Deadline;
use crate::search::base::heuristic::Evaluator;
use crate::search::base::key::{Key, WIDEST, with_key};
use crate::search::base::memory_plan;
use crate::search::base::options::{Heuristic, Limits, Method, Options};
use crate::search::base::space::{Space, fields_needed};
use crate::search::engine;
use crate::search::one_gap;
pub(in crate::search) use crate::search::study::best_first::{BestFirst, Order, Traced};
use crate::search::study::breadth_first::BreadthFirst;
use crate::search::study::forward::{Beam, Forward};
use crate::search::study::greedy_walk::GreedyWalk;
use crate::search::study::idastar::IdaStar;

/// No method looks for longer solutions: moves are counted in 16 bits.
const MAX_MOVES: u32 = 60_000;

/// Returns the length of the solutions looked for, in moves, the opening included.
pub(super) fn max_moves(options: &Options) -> u32 {
    options.limits.max_moves.map_or(MAX_MOVES, |moves| moves.min(MAX_MOVES))
}

/// Returns the method that `options` ask for, ready to search `puzzle`. It is not to
/// be stepped when the opening alone is longer than [`max_moves`].
pub(super) fn new(puzzle: &Puzzle, options: &Options, deadline: &Deadline) -> Box<dyn Algorithm> {
    let (bits, fields) = fields_needed(puzzle);
    with_key!(bits, fields, with_width(puzzle, options, deadline))
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

fn with_width<K: Key>(
    puzzle: &Puzzle,
    options: &Options,
    deadline: &Deadline,
) -> Box<dyn Algorithm> {
    let space = Space::<K>::new(puzzle);
    let max_moves = max_moves(options);
    let memory_bytes = options.limits.memory_bytes.unwrap_or(u64::MAX);
    match options.method {
        Method::BreadthFirst => {
            return Box::new(BreadthFirst::new(space, max_moves, memory_bytes, deadline));
        }
        Method::Idastar => {
            let evaluator = evaluator(&space, options);
            return Box::new(IdaStar::new(space, evaluator, max_moves, deadline));
        }
        Method::GreedyWalk => {
            let evaluator = evaluator(&space, options);
            let walk = GreedyWalk::new(space, evaluator, max_moves, memory_bytes, deadline);
            return Box::new(walk);
        }
        Method::Engine => {
            return one_gap::new(puzzle, space, options, max_moves, deadline, |space, options| {
                with_engine(puzzle, space, options, deadline)
            });
        }
        Method::Astar | Method::WeightedAstar | Method::Greedy | Method::Mondrian => {}
    }
    Box::new(best_first(space, options).until(deadline))
}

/// Returns the engine, or what searches puzzles that it cannot hold, with beams beside what has first
/// solutions late.
fn with_engine<K: Key>(
    puzzle: &Puzzle,
    space: Space<K>,
    options: &Options,
    deadline: &Deadline,
) -> Box<dyn Algorithm> {
    let max_moves = max_moves(options);
    let memory_bytes = options.limits.memory_bytes.unwrap_or(u64::MAX);
    let left = memory_plan::STUDY_BEAMS.rest(memory_bytes);
    let is_changing = space.changing().is_some();
    let of_engine = if is_changing { left } else { memory_bytes };
    let prover = match engine::new(space, options, max_moves, of_engine, deadline) {
        Ok(engine) if !is_changing => return engine,
        Ok(prover) => prover,
        Err(out_of_range) => {
            let limits = Limits { memory_bytes: Some(left), ..options.limits };
            let options = Options { limits, ..*options };
            Box::new(best_first(*out_of_range, &options).until(deadline))
        }
    };
    let space = Space::<K>::new(puzzle);
    let evaluator = evaluator(&space, options);
    let beam = Beam::new(space, evaluator, max_moves, memory_bytes, deadline);
    // A* is slower, and has its first solution last of all.
    Box::new(Forward::new(beam, prover, if is_changing { 8 } else { 2 }))
}

/// Returns the method with an open list that `options` ask for: A* unless it has one.
fn best_first<K: Key>(space: Space<K>, options: &Options) -> BestFirst<K> {
    let order = match options.method {
        Method::WeightedAstar => Order::Weighted(options.weight),
        Method::Greedy => Order::Greedy,
        Method::Mondrian => Order::Mondrian(options.move_penalty),
        Method::Engine
        | Method::Astar
        | Method::BreadthFirst
        | Method::Idastar
        | Method::GreedyWalk => Order::Astar,
    };
    let evaluator = evaluator(&space, options);
    let memory_bytes = options.limits.memory_bytes.unwrap_or(u64::MAX);
    let (tie_break, max_moves) = (options.tie_break, max_moves(options));
    let search = BestFirst::new(space, evaluator, order, tie_break, max_moves, memory_bytes);
    let looks = matches!(order, Order::Mondrian(_));
    search.looking_ahead(if looks { options.look_ahead } else { 0 })
}

/// Returns the method that `options` ask for, to be watched at work; `None` when it keeps no
/// open list.
pub(super) fn traced(puzzle: &Puzzle, options: &Options) -> Option<Box<dyn Traced>> {
    let (bits, fields) = fields_needed(puzzle);
    options.method.breaks_ties().then(|| with_key!(bits, fields, traced_with(puzzle, options)))
}

fn traced_with<K: Key>(puzzle: &Puzzle, options: &Options) -> Box<dyn Traced> {
    // What a look ahead sees is no part of the story that is told.
    let options = Options { look_ahead: 0, ..*options };
    Box::new(best_first(Space::<K>::new(puzzle), &options))
}

fn evaluator<K: Key>(space: &Space<K>, options: &Options) -> Evaluator {
    Evaluator::new(space, options.effective_heuristic().unwrap_or_default())
}
