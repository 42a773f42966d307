//! Boards whose optimum is known from elsewhere.

use mondrian::puzzle::{Puzzle, parse_text};
use mondrian::search::{Method, Options, Search, Status, Verdict};

use crate::agreement::prove;

fn puzzle(text: &str) -> Puzzle {
    parse_text(text, None).unwrap().validate().unwrap()
}

/// The second board of mondrianMaker.
pub fn board_b() -> Puzzle {
    puzzle(
        "BG......\nRO......\n........\n........\n........\n........\n........\n........\n\n\
         ........\n........\n........\n........\n........\n.....BG.\n.....RO.\n........",
    )
}

#[test]
fn board_b_takes_15_moves() {
    assert_eq!(prove(&board_b(), &Options::sequential()), Some(15));
}

#[test]
fn the_ancestors_method_gets_better_until_15_is_proved_on_board_b() {
    let options = Options { method: Method::Mondrian, ..Options::sequential() };
    let mut search = Search::new(&board_b(), &options);
    while search.step(u64::MAX) == Status::Running {}
    let costs: Vec<u32> = search.found().iter().map(|found| found.solution.cost()).collect();
    assert!(costs.len() > 1, "a first solution, then better ones: {costs:?}");
    assert!(costs.is_sorted_by(|a, b| a > b), "{costs:?}");
    assert_eq!(costs.last(), Some(&15));
    let verdict = &search.outcome().expect("it has finished").verdict;
    assert!(matches!(verdict, Verdict::Optimal { .. }), "{verdict:?}");
}

#[test]
fn the_two_hardest_8_puzzles_take_31_moves() {
    // Reinefeld, Complete Solution of the Eight-Puzzle, 1993.
    for start in ["867\n254\n3.1", "647\n85.\n321"] {
        let puzzle = puzzle(&format!("{start}\n\n123\n456\n78."));
        for method in [Method::Engine, Method::Astar, Method::BreadthFirst] {
            let options = Options { method, ..Options::sequential() };
            assert_eq!(prove(&puzzle, &options), Some(31), "{start} by {method:?}");
        }
    }
}

#[test]
fn odd_8_puzzles_are_unsolvable() {
    let puzzle = puzzle("123\n456\n87.\n\n123\n456\n78.");
    assert_eq!(prove(&puzzle, &Options::sequential()), None);
}
