//! Every method proves what breadth-first search through the rules finds.

use mondrian::puzzle::{Puzzle, Random, write_text};
use mondrian::search::{Aim, Method, Options, Search, Status, Verdict};
use mondrian::trial::{all_methods, is_feasible, oracle, random_puzzle};

use crate::slow;

/// Runs a search to its end and returns the proved cost, `None` when proved unsolvable.
#[track_caller]
pub fn prove(puzzle: &Puzzle, options: &Options) -> Option<u32> {
    let mut search = Search::new(puzzle, options);
    while search.step(u64::MAX) == Status::Running {}
    match &search.outcome().expect("it has finished").verdict {
        Verdict::Optimal { solution } => Some(solution.cost()),
        Verdict::Unsolvable => None,
        other => panic!("not proved by {options:?}: {other:?}"),
    }
}

/// Checks that every method that proves finds `expected`, so far as it is within reach.
#[track_caller]
pub fn assert_all_prove(puzzle: &Puzzle, expected: Option<u32>, what: impl Fn() -> String) {
    for options in all_methods() {
        if is_feasible(&options, expected) {
            assert_eq!(prove(puzzle, &options), expected, "{options:?}\n{}", what());
        }
    }
}

fn describe(puzzle: &Puzzle) -> String {
    let start = puzzle.start();
    let mut text = String::new();
    for y in 0..puzzle.size().height {
        for x in 0..puzzle.size().width {
            let cell = mondrian::puzzle::Cell::new(x, y);
            text.push(match start.tile(cell) {
                Some(colour) => char::from(b'A' + colour.0),
                None if puzzle.board().is_wall(cell) => '#',
                None => '.',
            });
        }
        text.push('\n');
    }
    format!("{text}{:?}\nopening {:?}", puzzle.goal(), puzzle.opening())
}

#[test]
fn every_method_agrees_with_breadth_first_search() {
    let mut random = Random::new(11);
    let (mut solved, mut unsolvable) = (0, 0);
    for nth in 0..if slow() { 10_000 } else { 600 } {
        let side = if slow() { 6 } else { 4 };
        let puzzle = random_puzzle(&mut random, side);
        let expected = oracle(&puzzle);
        *(if expected.is_some() { &mut solved } else { &mut unsolvable }) += 1;
        assert_all_prove(&puzzle, expected, || format!("board {nth}:\n{}", describe(&puzzle)));
    }
    assert!(solved > 50 && unsolvable > 50, "{solved} solved, {unsolvable} unsolvable");
}

#[test]
fn a_look_ahead_is_counted_and_saves_states_that_are_kept() {
    let puzzle = crate::known::board_b();
    let run = |look_ahead| {
        let options = Options {
            method: Method::Mondrian,
            look_ahead,
            aim: Aim::Any,
            ..Options::sequential()
        };
        let mut search = Search::new(&puzzle, &options);
        while search.step(1_000) == Status::Running {}
        let progress = search.progress();
        assert!(search.outcome().unwrap().verdict.solution().is_some());
        (progress.expanded, progress.stored)
    };
    let (plain, looking) = (run(0), run(3));
    assert!(looking.0 > looking.1, "more are expanded for the looks than are kept: {looking:?}");
    assert!(looking.1 < plain.1, "{looking:?} against {plain:?}");
}

#[test]
fn interrupted_searches_end_like_uninterrupted_ones() {
    let mut random = Random::new(12);
    for _ in 0..60 {
        let puzzle = random_puzzle(&mut random, 4);
        let expected = oracle(&puzzle);
        for options in all_methods().into_iter().filter(|o| o.method != Method::Idastar) {
            let mut search = Search::new(&puzzle, &options);
            let mut expanded = 0;
            while search.step(random.u64(1..20)) == Status::Running {
                let progress = search.progress();
                assert!(progress.expanded >= expanded, "counts never fall");
                expanded = progress.expanded;
                assert!(progress.stored >= progress.open);
            }
            let verdict = &search.outcome().expect("it has finished").verdict;
            let cost = verdict.solution().map(|solution| solution.cost());
            assert_eq!((cost, verdict.lower_bound()), (expected, expected), "{options:?}");
        }
    }
}

#[test]
fn the_number_of_threads_changes_no_verdict() {
    let mut random = Random::new(13);
    let boards = (0..100).map(|_| random_puzzle(&mut random, 5));
    for puzzle in boards.chain([crate::known::board_b()]) {
        let run = |threads| {
            let mut search = Search::new(&puzzle, &Options { threads, ..Options::sequential() });
            while search.step(5_000) == Status::Running {}
            let progress = search.progress();
            let verdict = search.outcome().expect("it has finished").verdict.clone();
            (verdict, progress.expanded, progress.generated, progress.stored)
        };
        let cost = |verdict: &Verdict| verdict.solution().map(|solution| solution.cost());
        let one = run(1);
        assert_eq!(run(1), one, "the same happens each time");
        for threads in [2, 3] {
            // What is expanded differs: it depends on which thread has learnt which landmark.
            let (several, ..) = run(threads);
            assert_eq!(cost(&several), cost(&one.0), "{threads} threads");
            assert_eq!(several.lower_bound(), one.0.lower_bound(), "{threads} threads");
        }
    }
}

#[test]
fn mirrored_and_turned_boards_cost_the_same() {
    let draft = mondrian::puzzle::parse_text("A.#.\n..B.\n.A..\n\n..#A\n....\nB..A", None).unwrap();
    let text = write_text(&draft);
    let blocks: Vec<Vec<Vec<char>>> = text
        .split("\n\n")
        .map(|block| block.lines().map(|row| row.chars().collect()).collect())
        .collect();
    let cost = |blocks: &[Vec<Vec<char>>]| {
        let rows = |block: &Vec<Vec<char>>| {
            block.iter().map(|row| row.iter().collect::<String>() + "\n").collect::<String>()
        };
        let text = blocks.iter().map(rows).collect::<Vec<_>>().join("\n");
        let puzzle = mondrian::puzzle::parse_text(&text, None).unwrap().validate().unwrap();
        prove(&puzzle, &Options::sequential())
    };
    let mirror = |block: &Vec<Vec<char>>| -> Vec<Vec<char>> {
        block.iter().map(|row| row.iter().rev().copied().collect()).collect()
    };
    let turn = |block: &Vec<Vec<char>>| -> Vec<Vec<char>> {
        (0..block[0].len()).map(|x| block.iter().rev().map(|row| row[x]).collect()).collect()
    };
    let expected = cost(&blocks);
    assert!(expected.is_some());
    let mut turned = blocks;
    for _ in 0..4 {
        let mirrored: Vec<_> = turned.iter().map(mirror).collect();
        assert_eq!(cost(&mirrored), expected);
        turned = turned.iter().map(turn).collect();
        assert_eq!(cost(&turned), expected);
    }
}
