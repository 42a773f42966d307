//! The oracle: breadth-first search written on the rules alone, without any of the code
//! of the search.

use std::collections::HashSet;

use crate::puzzle::Puzzle;

/// What breadth-first search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oracle {
    /// The fewest moves of a solution, the opening included.
    Moves(u32),
    /// There is no solution.
    Unsolvable,
    /// There are more positions than were allowed.
    GivenUp,
}

/// Returns the fewest moves of a solution, or `None` when there is none.
pub fn oracle(puzzle: &Puzzle) -> Option<u32> {
    match oracle_within(puzzle, usize::MAX) {
        Oracle::Moves(moves) => Some(moves),
        Oracle::Unsolvable | Oracle::GivenUp => None,
    }
}

/// Looks at no more than about `most` positions.
pub fn oracle_within(puzzle: &Puzzle, most: usize) -> Oracle {
    let opened = puzzle.replay(puzzle.opening()).expect("validation replays the opening");
    let stage = opened.iter().fold(0, |stage, position| puzzle.waypoints_passed(stage, position));
    let start = (stage, opened.last().expect("the start at least").clone());
    let mut seen = HashSet::from([start.clone()]);
    let mut layer = vec![start];
    let mut moves = puzzle.opening().len() as u32;
    while !layer.is_empty() {
        let mut next_layer = Vec::new();
        for (stage, position) in &layer {
            if *stage == puzzle.waypoints().len() && puzzle.goal().is_reached(position) {
                return Oracle::Moves(moves);
            }
            for push in puzzle.moves(position) {
                let next = puzzle.apply(position, push).expect("a legal move");
                let next = (puzzle.waypoints_passed(*stage, &next), next);
                if seen.insert(next.clone()) {
                    next_layer.push(next);
                }
            }
        }
        if seen.len() > most {
            return Oracle::GivenUp;
        }
        layer = next_layer;
        moves += 1;
    }
    Oracle::Unsolvable
}
