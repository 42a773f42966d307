//! The greedy walk: always to the best neighbour that is new, and nothing claimed.

use std::collections::HashSet;

use mondrian::puzzle::{Position, Puzzle, Random};
use mondrian::search::{Heuristic, Method, Options, Search, Status, Stop, Verdict};
use mondrian::trial::{oracle, random_puzzle};

fn walk(puzzle: &Puzzle, nodes: u64) -> Search {
    let (method, heuristic) = (Method::GreedyWalk, Some(Heuristic::Misplaced));
    let mut search = Search::new(puzzle, &Options { method, heuristic, ..Options::sequential() });
    while search.step(nodes) == Status::Running {}
    search
}

/// Returns the goal cells that lack their colour, in the placement that lacks fewest.
fn misplaced(puzzle: &Puzzle, position: &Position) -> usize {
    let lacking = |demand: &mondrian::puzzle::Demand| {
        demand.iter().filter(|(cell, colour)| position.tile(*cell) != Some(*colour)).count()
    };
    puzzle.goal().placements().iter().map(lacking).min().expect("one placement at least")
}

#[test]
fn it_goes_to_the_best_neighbour_that_is_new_and_claims_nothing() {
    let mut random = Random::new(61);
    let (mut solved, mut gave_up) = (0, 0);
    for _ in 0..300 {
        let puzzle = random_puzzle(&mut random, 5);
        if !puzzle.waypoints().is_empty() {
            continue;
        }
        let search = walk(&puzzle, u64::MAX);
        let outcome = search.outcome().unwrap();
        assert_eq!(walk(&puzzle, 1).outcome().unwrap(), outcome, "in pieces");
        let best = oracle(&puzzle);
        assert!(best.is_none_or(|best| outcome.verdict.lower_bound().unwrap() <= best));
        let Some(solution) = outcome.verdict.solution() else {
            assert_eq!(outcome.stop, Stop::GaveUp);
            assert!(matches!(outcome.verdict, Verdict::Unknown { .. }), "{outcome:?}");
            gave_up += 1;
            continue;
        };
        solved += 1;
        let positions = puzzle.replay(solution.moves()).unwrap();
        let positions = &positions[puzzle.opening().len()..];
        let mut met = HashSet::new();
        for pair in positions.windows(2) {
            assert!(met.insert(pair[0].clone()), "nowhere twice");
            let moves = puzzle.moves(&pair[0]).into_iter();
            let neighbours = moves.map(|push| puzzle.apply(&pair[0], push).unwrap());
            let new = neighbours.filter(|next| !met.contains(next));
            let least = new.map(|next| misplaced(&puzzle, &next)).min().unwrap();
            assert_eq!(misplaced(&puzzle, &pair[1]), least, "{puzzle:?}");
        }
    }
    assert!(solved > 20 && gave_up > 20, "{solved} solved, {gave_up} given up");
}
