//! Perft: counts of move sequences and of distinct positions by depth. A checksum
//! of the rules that can be compared with counts made elsewhere.

use rustc_hash::FxHashSet;

use crate::puzzle::rules::{Position, Puzzle};

/// Returns the number of sequences of `depth` legal moves from the start, goals
/// or not.
pub fn sequences(puzzle: &Puzzle, depth: u32) -> u64 {
    fn count(puzzle: &Puzzle, position: &Position, depth: u32) -> u64 {
        let moves = puzzle.moves(position);
        if depth <= 1 {
            return if depth == 0 { 1 } else { moves.len() as u64 };
        }
        let next = |push| puzzle.apply(position, push).expect("a legal move");
        moves.into_iter().map(|push| count(puzzle, &next(push), depth - 1)).sum()
    }
    count(puzzle, puzzle.start(), depth)
}

/// Returns, for each number of moves from 0 to `depth`, how many positions need
/// just so many from the start.
pub fn layers(puzzle: &Puzzle, depth: u32) -> Vec<u64> {
    let mut seen = FxHashSet::default();
    seen.insert(puzzle.start().clone());
    let mut layer = vec![puzzle.start().clone()];
    let mut counts = vec![1];
    for _ in 0..depth {
        let mut next_layer = Vec::new();
        for position in &layer {
            for push in puzzle.moves(position) {
                let next = puzzle.apply(position, push).expect("a legal move");
                if seen.insert(next.clone()) {
                    next_layer.push(next);
                }
            }
        }
        layer = next_layer;
        counts.push(layer.len() as u64);
    }
    counts
}
