//! Chameleons and numbered tiles: whatever claims a proof agrees with breadth-first search through
//! the rules.

use mondrian::puzzle::{Draft, Random, Size, TileKind, write_level};
use mondrian::search::{Heuristic, Method, Options, Search, Status, Verdict};
use mondrian::trial::{Kind, oracle, random_draft, with_changes, with_terrain};

use crate::agreement::{assert_all_prove, prove};
use crate::slow;

/// Returns a random board with chameleons or numbered tiles, half of them with passes or thin
/// walls too.
fn board(random: &mut Random) -> Draft {
    let plain = match random.u8(..3) {
        0 => {
            let is_larger = slow() && random.u8(..20) == 0;
            random_draft(random, if is_larger { 5 } else { 4 })
        }
        1 => {
            let (tiles, wanted) = (&[2, 1], &[2, 1]);
            Kind { size: Size::new(4, 3), walls: 2, tiles, wanted, floating: None }.draft(random)
        }
        _ => {
            let floating = Some(Size::new(2, 2));
            let (tiles, wanted) = (&[1, 1, 1], &[1, 1, 0]);
            Kind { size: Size::new(4, 3), walls: 1, tiles, wanted, floating }.draft(random)
        }
    };
    let with = if random.bool() { with_terrain(&plain, random) } else { plain };
    with_changes(&with, random)
}

#[test]
fn every_method_agrees_with_breadth_first_search() {
    let (mut solved, mut unsolvable, mut chameleons) = (0, 0, 0);
    for nth in 0..if slow() { 20_000 } else { 300 } {
        // Each board has a seed of its own, so that one that fails can be tried alone.
        let draft = board(&mut Random::new(41_000 + nth));
        let puzzle = draft.validate().unwrap();
        let expected = oracle(&puzzle);
        *(if expected.is_some() { &mut solved } else { &mut unsolvable }) += 1;
        let is_chameleon = |kind| kind == TileKind::Chameleon;
        chameleons += usize::from(draft.palette.swatches().iter().any(|s| is_chameleon(s.kind)));
        assert_all_prove(&puzzle, expected, || format!("board {nth}:\n{}", write_level(&draft)));
        if nth % 1_000 == 999 {
            println!("{} boards agree: {solved} solved, {unsolvable} unsolvable", nth + 1);
        }
    }
    assert!(solved > 50 && unsolvable > 50, "{solved} solved, {unsolvable} unsolvable");
    assert!(chameleons > 50, "{chameleons}");
}

#[test]
fn the_engine_agrees_on_thousands_in_pieces_and_on_two_threads() {
    let (mut solved, mut unsolvable) = (0, 0);
    for nth in 0..if slow() { 100_000 } else { 3_000 } {
        let mut random = Random::new(42_000 + nth);
        let draft = board(&mut random);
        let puzzle = draft.validate().unwrap();
        let expected = oracle(&puzzle);
        *(if expected.is_some() { &mut solved } else { &mut unsolvable }) += 1;
        let options = Options { threads: 1 + nth as usize % 2, ..Options::default() };
        assert_eq!(prove(&puzzle, &options), expected, "board {nth}:\n{}", write_level(&draft));
        let mut search = Search::new(&puzzle, &options);
        let mut bound = 0;
        while search.step(random.u64(1..200)) == Status::Running {
            let now = search.progress().lower_bound;
            assert!(bound <= now && expected.is_none_or(|moves| now <= moves), "board {nth}");
            bound = now;
        }
        let found = match &search.outcome().unwrap().verdict {
            Verdict::Optimal { solution } => Some(solution.cost()),
            Verdict::Unsolvable => None,
            other => panic!("board {nth}: {other:?}"),
        };
        assert_eq!(found, expected, "board {nth}:\n{}", write_level(&draft));
    }
    assert!(solved > 1_000 && unsolvable > 500, "{solved} solved, {unsolvable} unsolvable");
}

#[test]
fn a_state_that_has_lost_its_colour_is_given_up() {
    // Two chameleons that soon take the green of their neighbour: then nothing can become yellow.
    let text = r##"(version: 2, title: "",
        palette: {'?': (color: "#808080", kind: chameleon), 'G': (color: "#289449"),
            'R': (color: "#e45125"), 'Y': (color: "#f6dc5a")},
        start: [".....", "....G", "?....", "?.R.#"],
        goal: [".....", "..Y..", ".R...", ".R..#"])"##;
    let puzzle = mondrian::puzzle::parse_level(text).unwrap().draft.validate().unwrap();
    for heuristic in Heuristic::ALL {
        let method = Method::Mondrian;
        let options = Options { method, heuristic: Some(heuristic), ..Options::sequential() };
        let mut search = Search::new(&puzzle, &options);
        while search.step(u64::MAX) == Status::Running {}
        assert_eq!(search.outcome().unwrap().verdict, Verdict::Unsolvable, "{heuristic:?}");
        // Its states once or twice each, not thousands of times.
        let progress = search.progress();
        assert!(progress.expanded < 3 * progress.stored, "{heuristic:?}: {progress:?}");
    }
}

#[test]
fn numbers_are_a_bound() {
    // Nine pushes to and fro, though the goal is one push away.
    let text = r##"(version: 2, title: "", palette: {'9': (color: "#0057a0", moves: 9)},
        start: ["9.."], goal: ["..9"])"##;
    let puzzle = mondrian::puzzle::parse_level(text).unwrap().draft.validate().unwrap();
    for method in [Method::Astar, Method::Engine, Method::BreadthFirst, Method::Idastar] {
        let options = Options { method, ..Options::sequential() };
        assert_eq!(prove(&puzzle, &options), Some(9), "{method:?}");
    }
    let even = text.replace("moves: 9", "moves: 8");
    let puzzle = mondrian::puzzle::parse_level(&even).unwrap().draft.validate().unwrap();
    assert_eq!(prove(&puzzle, &Options::sequential()), None, "an even number leads back");
}
