//! Parts of the search by themselves, to be timed by `benches/`: each returns a result
//! that can be checked.

use crate::puzzle::Puzzle;
use crate::search::base::heuristic::Evaluator;
use crate::search::base::key::{Key, WIDEST, with_key};
use crate::search::base::options::Heuristic;
use crate::search::base::space::{Scratch, Space, fields_needed};
use crate::search::engine;

/// Returns the number of sequences of `depth` legal moves from the start, by packed
/// states: the same as [`crate::puzzle::perft::sequences`].
pub fn sequences(puzzle: &Puzzle, depth: u32) -> u64 {
    let (bits, fields) = fields_needed(puzzle);
    with_key!(bits, fields, sequences_with(puzzle, depth))
}

fn sequences_with<K: Key>(puzzle: &Puzzle, depth: u32) -> u64 {
    let space = Space::<K>::new(puzzle);
    let mut count = 0;
    each_sequence(&space, &space.start, &mut scratches(&space, depth), &mut |_| count += 1);
    count
}

/// Returns the sum of the estimates after all sequences of `depth` legal moves.
pub fn estimates(puzzle: &Puzzle, heuristic: Heuristic, depth: u32) -> f64 {
    let (bits, fields) = fields_needed(puzzle);
    with_key!(bits, fields, estimates_with(puzzle, heuristic, depth))
}

fn estimates_with<K: Key>(puzzle: &Puzzle, heuristic: Heuristic, depth: u32) -> f64 {
    let space = Space::<K>::new(puzzle);
    let mut evaluator = Evaluator::new(&space, heuristic);
    let mut sum = 0.0;
    each_sequence(&space, &space.start, &mut scratches(&space, depth), &mut |key| {
        sum += evaluator.estimate(&space, key);
    });
    sum
}

/// Returns working memory for sequences of `depth` moves.
fn scratches<K: Key>(space: &Space<K>, depth: u32) -> Vec<Scratch> {
    (0..depth).map(|_| Scratch::new(space)).collect()
}

/// Calls `visit` with the state after each sequence of as many moves as there are
/// `scratches`.
fn each_sequence<K: Key>(
    space: &Space<K>,
    key: &K,
    scratches: &mut [Scratch],
    visit: &mut impl FnMut(&K),
) {
    let Some((scratch, others)) = scratches.split_first_mut() else { return visit(key) };
    space.for_each_successor(key, scratch, |_, next| each_sequence(space, &next, others, visit));
}

/// Adds `states` different states with keys of 8 bytes to a closed set of the engine, each
/// twice. Returns how many it holds then, and its bytes.
pub fn closed_set(states: u64) -> (u64, u64) {
    engine::fill_store(states)
}
