//! The generator: levels of a wanted size and difficulty, solvable by construction and
//! rated. Used by `mondrian generate` and by the designer.
//!
//! A board with random walls and a random goal is searched backwards from the goal, layer
//! by layer, so that every position met is solvable and its distance is known; the start
//! is a position of the farthest layer that the recipe allows. Where the layers within the
//! limit do not go far enough, a random walk goes on backwards from the last complete one,
//! and the engine proves how far it has come. A board that offers nothing is thrown away
//! for the next.
//!
//! Every level of a series has a stream of chance of its own, made from the seed and its
//! number, and nothing depends on time: the same seed gives the same levels, in whatever
//! order and on however many threads they are made.
//!
//! References: Thompson, *Retrograde Analysis of Certain Endgames*, 1986; Collette, Raskin,
//! Servais, *On the Symbolic Computation of the Hardest Configurations of the Rush Hour
//! Game*, 2006; Taylor, Parberry, *Procedural Generation of Sokoban Levels*, 2011 (the
//! state farthest from the goal as the start).

mod board;
mod recipe;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use self::recipe::{Generated, MAX_GENERATED_COLOURS, Rating, Recipe, RecipeError};
use super::explore::{Explore, Limits};
use super::intuition::counter_intuitive;
use crate::puzzle::random::{Random, mixed};
use crate::puzzle::{Best, Draft, Position, Puzzle, Solution};
use crate::search::base::options::Options;
use crate::search::base::outcome::{Status, Verdict};
use crate::search::base::pool::Pool;
use crate::search::run::Search;

/// Memory for one listing: a guard only, `Recipe::positions` comes first.
const MEMORY_BYTES: u64 = 2 << 30;

/// Steps of a random walk for each move that is lacking.
const WALK_STEPS: u32 = 3;

/// Makes the levels of these numbers on `threads` threads and hands each to `made` as soon
/// as it is there, in no particular order; `None` when it was given up. Ends early when
/// `stop` becomes true, and hands over what is there by then.
///
/// # Errors
/// The recipe cannot be followed.
///
/// ```
/// use std::sync::{Mutex, atomic::AtomicBool};
/// use mondrian_core::search::generate::{Recipe, generate};
/// let recipe = Recipe { tiles: 2, colours: 2, moves: 4..=6, ..Recipe::default() };
/// let levels = Mutex::new(Vec::new());
/// let made = |_, level: Option<_>| levels.lock().unwrap().extend(level);
/// generate(&recipe, 0..2, 1, &AtomicBool::new(false), made).unwrap();
/// let levels = levels.into_inner().unwrap();
/// assert!(levels.iter().all(|level| (4..=6).contains(&level.rating.moves)));
/// ```
pub fn generate(
    recipe: &Recipe,
    numbers: impl IntoIterator<Item = u32>,
    threads: usize,
    stop: &AtomicBool,
    made: impl Fn(u32, Option<Generated>) + Send + Sync,
) -> Result<(), RecipeError> {
    recipe.check()?;
    let mut numbers: Vec<u32> = numbers.into_iter().collect();
    Pool::new(threads).each(&mut numbers, |number| {
        let level = generate_one(recipe, *number, stop);
        if level.is_some() || !stop.load(Ordering::Relaxed) {
            made(*number, level);
        }
    });
    Ok(())
}

/// Makes the level of this number, or returns `None` when no board offers one or when
/// `stop` becomes true.
fn generate_one(recipe: &Recipe, number: u32, stop: &AtomicBool) -> Option<Generated> {
    let stream = mixed(recipe.seed, number.into());
    for attempt in 1..=recipe.attempts {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut random = Random::new(mixed(stream, attempt.into()));
        let Some(draft) = board::random_board(recipe, &mut random) else { continue };
        let Ok(puzzle) = draft.validate() else { continue };
        let Some((start, moves)) = far_start(recipe, &puzzle, &mut random, stop) else { continue };
        let mut draft = draft.with_start(&start);
        let Some(rating) = rate(recipe, &mut draft, moves, stop) else { continue };
        draft.title = format!("Generated {}-{}", recipe.seed, number + 1);
        return Some(Generated { number, draft, rating, attempts: attempt });
    }
    None
}

/// Returns a start for `puzzle`, as far from its goal as the recipe allows, and how far
/// that is if it is known.
fn far_start(
    recipe: &Recipe,
    puzzle: &Puzzle,
    random: &mut Random,
    stop: &AtomicBool,
) -> Option<(Position, Option<u32>)> {
    let (least, most) = (*recipe.moves.start(), *recipe.moves.end());
    let mut explore = Explore::from_goal(puzzle, limits(recipe), 1).ok()?;
    // Each step takes one round: no more is listed than is wanted.
    while explore.by_moves().len() as u64 <= u64::from(most)
        && explore.step_for(Duration::ZERO) == Status::Running
    {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
    }
    let farthest = (explore.by_moves().len() as u32).checked_sub(1)?.min(most);
    let start = explore.pick(farthest..=farthest, random.next())?;
    if farthest >= least {
        return Some((start, Some(farthest)));
    }
    if explore.listed().is_some() || puzzle.has_one_empty_cell() {
        return None;
    }
    Some((walk_back(puzzle, start, WALK_STEPS * (most.min(2 * least) - farthest), random), None))
}

fn limits(recipe: &Recipe) -> Limits {
    Limits {
        positions: Some(recipe.positions),
        memory_bytes: Some(MEMORY_BYTES),
        ..Limits::default()
    }
}

/// Returns a position from which a walk of so many legal moves leads to `position`.
fn walk_back(puzzle: &Puzzle, position: Position, steps: u32, random: &mut Random) -> Position {
    let mut at = position;
    for _ in 0..steps {
        let mut before = puzzle.predecessors(&at);
        if before.is_empty() {
            break;
        }
        at = before.swap_remove(random.below(before.len())).1;
    }
    at
}

/// Solves the level, puts its best solution into it, and rates it. `None` when nothing is
/// proved within the limit, when it is not what was asked for, or when it is cancelled.
fn rate(
    recipe: &Recipe,
    draft: &mut Draft,
    known: Option<u32>,
    stop: &AtomicBool,
) -> Option<Rating> {
    let puzzle = draft.validate().ok()?;
    let mut explore = Explore::from_start(&puzzle, limits(recipe), 1);
    while explore.step_for(Duration::ZERO) == Status::Running {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
    }
    let solution = match explore.path_to_goal(puzzle.start(), 0) {
        Some(moves) => puzzle.verify(moves).expect("a path to the goal"),
        None => prove(recipe, &puzzle, stop)?,
    };
    let moves = solution.cost();
    assert!(known.is_none_or(|known| known == moves), "{known:?} moves backwards, {moves} proved");
    if !recipe.moves.contains(&moves) {
        return None;
    }
    let measured = explore.measured();
    let surprises = counter_intuitive(&puzzle, &solution);
    draft.best = Some(Best::found(solution.moves().to_vec(), true));
    Some(Rating {
        moves,
        shortest_solutions: measured.map(|measured| measured.shortest_solutions),
        counter_intuitive: surprises.len(),
        positions: explore.listed().map(|listed| listed.positions),
        dead: measured.map(|measured| measured.dead),
    })
}

/// Returns the best solution, proved by the engine.
fn prove(recipe: &Recipe, puzzle: &Puzzle, stop: &AtomicBool) -> Option<Solution> {
    let mut options = Options::sequential();
    options.limits.states = Some(recipe.positions);
    options.limits.memory_bytes = Some(MEMORY_BYTES);
    let mut search = Search::new(puzzle, &options);
    while search.step(1 << 14) == Status::Running {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
    }
    match &search.outcome()?.verdict {
        Verdict::Optimal { solution } => Some(solution.clone()),
        _ => None,
    }
}
