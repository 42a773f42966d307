//! Boards with one empty cell: the engine for them against the oracle, its bounds,
//! limits, threads and interruptions.

use mondrian::puzzle::{Layout, Puzzle, Square, parse_text};
use mondrian::search::{Aim, Limits, Method, Options, Search, Status, Stop, Verdict};
use mondrian::trial::oracle;

use crate::agreement::prove;
use crate::slow;

fn puzzle(text: &str) -> Puzzle {
    parse_text(text, None).unwrap().validate().unwrap()
}

/// Returns `rows` with the tiles anywhere; walls stay.
fn shuffled(random: &mut fastrand::Rng, rows: &str) -> String {
    let mut squares: Vec<char> = rows.chars().filter(|c| !"#\n".contains(*c)).collect();
    random.shuffle(&mut squares);
    let mut squares = squares.into_iter();
    let square = |c: char| if "#\n".contains(c) { c } else { squares.next().expect("as many") };
    rows.chars().map(square).collect()
}

/// A 15-puzzle that is not solved in a moment.
const HARD: &str = "olm.\nkcgn\nbhad\nfjei\n\n.abc\ndefg\nhijk\nlmno";

#[test]
fn costs_are_those_of_breadth_first_search() {
    let mut random = fastrand::Rng::with_seed(21);
    let goals = [
        "abc\nde.",
        "abcd\nefg.",
        "#ab\ncde\nfg.",
        "ab#\n.cd\nefg",
        // Equal tiles.
        "aab\nbc.",
        "aabb\ncdd.",
        "#aa\nbbb\ncd.",
        // In a ring, and with a dead end: these are for the general engine.
        "abc\nd#e\nfg.",
        "ab#\n#cd\n#e.",
    ];
    let (mut solved, mut unsolvable) = (0, 0);
    for nth in 0..if slow() { 600 } else { 72 } {
        let goal = goals[nth % goals.len()];
        // Now and then a tile is not asked for.
        let asked = if nth % 4 == 3 { goal.replacen('c', ".", 1) } else { goal.to_string() };
        let text = format!("{}\n\n{asked}", shuffled(&mut random, goal));
        let puzzle = puzzle(&text);
        let expected = oracle(&puzzle);
        *(if expected.is_some() { &mut solved } else { &mut unsolvable }) += 1;
        for threads in [1, 2] {
            let mut search = Search::new(&puzzle, &Options { threads, ..Options::sequential() });
            let mut bound = 0;
            while search.step(random.u64(1..500)) == Status::Running {
                let now = search.progress().lower_bound;
                assert!(now >= bound, "the bound fell from {bound} to {now}\n{text}");
                assert!(expected.is_none_or(|cost| now <= cost), "{now} of {expected:?}\n{text}");
                bound = now;
            }
            let verdict = &search.outcome().expect("it has finished").verdict;
            let cost = verdict.solution().map(|solution| solution.cost());
            assert_eq!((cost, verdict.lower_bound()), (expected, expected), "{text}");
            assert!(matches!(verdict, Verdict::Optimal { .. } | Verdict::Unsolvable));
        }
        assert_eq!(prove(&puzzle, &Options::sequential()), expected, "{text}");
    }
    assert!(solved > 30 && unsolvable > 10, "{solved} solved, {unsolvable} unsolvable");
}

#[test]
fn half_of_the_8_puzzles_are_said_to_be_unsolvable_without_a_search() {
    let mut random = fastrand::Rng::with_seed(22);
    let mut unsolvable = 0;
    for _ in 0..100 {
        let start = shuffled(&mut random, "abc\ndef\ngh.");
        let puzzle = puzzle(&format!("{start}\n\nabc\ndef\ngh."));
        let mut search = Search::new(&puzzle, &Options { aim: Aim::Any, ..Options::sequential() });
        while search.step(u64::MAX) == Status::Running {}
        let verdict = &search.outcome().expect("it has finished").verdict;
        if *verdict == Verdict::Unsolvable {
            assert_eq!(search.progress().expanded, 0);
            unsolvable += 1;
        } else {
            assert!(verdict.solution().is_some());
        }
    }
    assert!((30..=70).contains(&unsolvable), "{unsolvable}");
}

#[test]
fn two_equal_tiles_make_an_odd_15_puzzle_solvable() {
    let odd = "abcd\nefgh\nijkl\nmon.\n\nabcd\nefgh\nijkl\nmno.";
    assert_eq!(prove(&puzzle(odd), &Options::sequential()), None);
    let equal = odd.replace('o', "n").replace('b', "a");
    let cost = prove(&puzzle(&equal), &Options::sequential());
    assert_eq!(cost, Some(0));
    let equal = odd.replace('b', "a");
    assert!(prove(&puzzle(&equal), &Options::sequential()).is_some_and(|cost| cost > 0));
}

#[test]
fn the_opening_counts() {
    let mut draft = parse_text("abc\ndef\ng.h\n\nabc\ndef\ngh.", None).unwrap();
    assert_eq!(prove(&draft.validate().unwrap(), &Options::sequential()), Some(1));
    draft.opening.push("a3R".parse().unwrap());
    assert_eq!(prove(&draft.validate().unwrap(), &Options::sequential()), Some(3));
}

#[test]
fn memory_is_kept_and_so_is_what_is_proved() {
    for bytes in [100_000, 1 << 20, 8 << 20] {
        for threads in [1, 2] {
            let limits = Limits {
                memory_bytes: Some(bytes),
                states: Some(if slow() { 20_000_000 } else { 1_000_000 }),
                ..Limits::NONE
            };
            let options = Options { limits, threads, ..Options::sequential() };
            let mut search = Search::new(&puzzle(HARD), &options);
            while search.step(u64::MAX) == Status::Running {}
            let peak = search.progress().peak_memory_bytes;
            assert!(peak <= bytes, "{peak} of {bytes}, {threads} threads");
            let outcome = search.outcome().expect("it has finished");
            if outcome.stop != Stop::Finished {
                assert_eq!(outcome.stop, Stop::States);
                assert!(outcome.verdict.lower_bound().is_some_and(|bound| bound >= 49));
            }
        }
    }
}

#[test]
fn none_up_to_a_length_is_not_unsolvable() {
    for aim in Aim::ALL {
        let limits = Limits { max_moves: Some(30), ..Limits::NONE };
        let options = Options { aim, limits, ..Options::sequential() };
        let mut search = Search::new(&puzzle("867\n254\n3.1\n\n123\n456\n78."), &options);
        while search.step(u64::MAX) == Status::Running {}
        let outcome = search.outcome().expect("it has finished");
        assert_eq!(outcome.verdict, Verdict::Unknown { lower_bound: 31 }, "{aim:?}");
        assert_eq!(outcome.stop, Stop::Finished);
    }
}

#[test]
fn a_24_puzzle_is_solved_soon() {
    let goal = ".abcd\nefghi\njklmn\nopqrs\ntuvwx";
    let start = "nexui\ncwlbh\nrftj.\nqdmsg\nvpoka";
    for text in [format!("{start}\n\n{goal}"), format!("{}\n\n{goal}", swapped(start))] {
        let options = Options { aim: Aim::Any, ..Options::sequential() };
        let mut search = Search::new(&puzzle(&text), &options);
        while search.step(u64::MAX) == Status::Running {}
        let verdict = &search.outcome().expect("it has finished").verdict;
        let progress = search.progress();
        match verdict {
            Verdict::Unsolvable => assert_eq!(progress.expanded, 0),
            _ => assert!(progress.expanded < 1_000_000 && verdict.solution().is_some()),
        }
    }
}

/// Returns `rows` with the first two tiles exchanged.
fn swapped(rows: &str) -> String {
    let mut chars: Vec<char> = rows.chars().collect();
    chars.swap(0, 1);
    chars.into_iter().collect()
}

#[test]
fn walks_of_the_15_puzzle_agree_with_plain_iterative_deepening() {
    let mut random = fastrand::Rng::with_seed(23);
    for _ in 0..if slow() { 100 } else { 8 } {
        let mut draft =
            parse_text("abcd\nefgh\nijkl\nmno.\n\nabcd\nefgh\nijkl\nmno.", None).unwrap();
        let solved = draft.validate().unwrap();
        let mut position = solved.start().clone();
        for _ in 0..if slow() { 120 } else { 60 } {
            let push =
                random.choice(solved.moves(&position)).expect("a tile next to the empty cell");
            position = solved.apply(&position, push).expect("a legal move");
        }
        for cell in solved.size().cells() {
            let square = position.tile(cell).map_or(Square::Empty, Square::Tile);
            draft.paint(Layout::Start, cell, square);
        }
        let puzzle = draft.validate().unwrap();
        let idastar = Options { method: Method::Idastar, ..Options::sequential() };
        let expected = prove(&puzzle, &idastar);
        for threads in [1, 2] {
            let options = Options { threads, ..Options::sequential() };
            assert_eq!(prove(&puzzle, &options), expected);
        }
    }
}

/// Rooms of every shape: a wall or two in them, narrow places between them, a ring, a dead end, thin
/// walls, equal tiles, waypoints.
const ROOMS: [&str; 6] = [
    "20 1 13 7 9\n11 21 12 15 8\n10 5 23 3 19\n4 2 16 # 22\n17 14 0 6 18\n\n\
     1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 # 19\n20 21 22 23 0",
    "7 15 5 1 9\n0 10 12 # 13\n17 2 4 11 6\n16 8 3 # 14\n\n\
     1 2 3 4 5\n6 7 8 # 9\n10 11 12 13 14\n15 16 17 # 0",
    "bacd#fehgi\njklm.noqpr\n\nacbd#hgief\njklm.nopqr",
    "bacd##fehgi\njklmn.oqpr#\nzzz###yyyvv\nzss##syyuuv\n\n\
     badc##efhgi\nkjlmn.oprq#\nzzz###yyyvv\nszs##syyvuu",
    "bcad.efgh\nijklmnopq\nr#s#t#u#v\nyzACDEFGH\n\n\
     abcd.efgh\nijklmnopq\nr#s#t#u#v\nyzADCEFHG\n\nthin: b1D c3D e1R g2D",
    "ab.\ncde\nfgh\nijk\n\nabc\ndef\nghi\njk.\n\nwaypoint:\nk..\n...\n...\n...\n\n\
     waypoint:\n...\n...\n..a\n...",
];

#[test]
fn rooms_of_every_shape_are_solved_at_once() {
    for text in ROOMS {
        let puzzle = puzzle(text);
        let limits = Limits { states: Some(20_000), ..Limits::default() };
        let options = Options { aim: Aim::Any, limits, ..Options::default() };
        let mut search = Search::new(&puzzle, &options);
        let bound = search.progress().lower_bound;
        assert!(bound > 0, "Manhattan distance\n{text}");
        while search.step(u64::MAX) == Status::Running {}
        let verdict = &search.outcome().expect("it has finished").verdict;
        let solution = verdict.solution().unwrap_or_else(|| panic!("{text}"));
        assert!(solution.cost() >= bound);
    }
}
