//! Random puzzles of the kinds that a search is most likely to get wrong: every method
//! against the oracle, bounds on the way included.

use mondrian::puzzle::{Puzzle, Random, Size, parse_text};
use mondrian::search::{Heuristic, Limits, Method, Options, Search, Status, Stop, Verdict};
use mondrian::trial::{Kind, all_methods, oracle, random_puzzle};

use crate::agreement::prove;
use crate::slow;

/// Returns a random puzzle of this kind.
fn puzzle_of(random: &mut Random, kind: Kind<'_>) -> Puzzle {
    kind.draft(random).validate().expect("only valid levels are made")
}

/// Checks the engine in small steps, its bounds included, and the quicker methods.
#[track_caller]
fn check(random: &mut Random, puzzle: &Puzzle, nth: usize) {
    let expected = oracle(puzzle);
    for threads in [1, 2] {
        let mut search = Search::new(puzzle, &Options { threads, ..Options::sequential() });
        let mut bound = 0;
        while search.step(random.u64(1..200)) == Status::Running {
            let now = search.progress().lower_bound;
            assert!(now >= bound, "{nth}: the bound fell from {bound} to {now}");
            assert!(expected.is_none_or(|cost| now <= cost), "{nth}: {now} of {expected:?}");
            bound = now;
        }
        let verdict = &search.outcome().expect("it has finished").verdict;
        let cost = verdict.solution().map(|solution| solution.cost());
        assert_eq!((cost, verdict.lower_bound()), (expected, expected), "{nth}: {puzzle:?}");
        assert!(matches!(verdict, Verdict::Optimal { .. } | Verdict::Unsolvable), "{nth}");
    }
    for method in [Method::Astar, Method::Mondrian] {
        let options = Options { method, ..Options::sequential() };
        assert_eq!(prove(puzzle, &options), expected, "{nth}: {method:?} {puzzle:?}");
    }
}

/// Checks so many puzzles of one kind; at least one must take some moves.
#[track_caller]
fn check_kind(seed: u64, count: usize, kind: Kind<'_>) {
    // Two streams: how often a search is stepped must not decide which boards come.
    let (mut boards, mut steps) = (Random::new(seed), Random::new(seed));
    let mut longest = 0;
    for nth in 0..if slow() { 20 * count } else { count } {
        let puzzle = puzzle_of(&mut boards, kind);
        longest = longest.max(oracle(&puzzle).unwrap_or(0));
        check(&mut steps, &puzzle, nth);
    }
    assert!(longest >= 2, "{longest} moves at most");
}

const fn kind(width: u8, height: u8) -> Kind<'static> {
    let size = Size::new(width, height);
    Kind { size, walls: 0, tiles: &[], wanted: &[], floating: None }
}

#[test]
fn floating_goals_of_equal_tiles_with_spare_ones() {
    let floating = Some(Size::new(3, 2));
    let kind = Kind { walls: 1, tiles: &[3, 1], wanted: &[2, 1], floating, ..kind(4, 4) };
    check_kind(21, 25, kind);
    let kind = Kind { walls: 3, tiles: &[4, 2], wanted: &[3, 1], ..kind };
    check_kind(22, 10, kind);
}

#[test]
fn goals_with_more_states_than_can_be_listed() {
    // The spare tiles stand in 23 · 22 / 2 · 21 · 20 ways and more.
    let kind = Kind { walls: 1, tiles: &[1, 2, 1, 1], wanted: &[1, 0, 0, 0], ..kind(5, 5) };
    check_kind(23, 20, kind);
    let floating = Some(Size::new(2, 2));
    let kind = Kind { tiles: &[2, 1, 1], wanted: &[2, 0, 0], floating, ..kind };
    check_kind(24, 20, kind);
}

/// With so many goal states there is no backward side; the tile in the row above
/// passes the goal for ever.
#[test]
fn unsolvable_with_more_goal_states_than_can_be_listed() {
    let start = "R..####\n#######\nA.....B\n.......\n.......\n.......\n......C\n";
    let goal = ".R.####\n#######\n.......\n.......\n.......\n.......\n.......\n";
    let puzzle = parse_text(&format!("{start}\n{goal}"), None).unwrap().validate().unwrap();
    for method in [Method::Engine, Method::Astar] {
        let options = Options { method, ..Options::sequential() };
        assert_eq!(prove(&puzzle, &options), None, "{method:?}");
    }
    for (most, expected) in [(3, Verdict::Unknown { lower_bound: 4 }), (500, Verdict::Unsolvable)] {
        let limits = Limits { max_moves: Some(most), ..Limits::NONE };
        let mut search = Search::new(&puzzle, &Options { limits, ..Options::sequential() });
        while search.step(u64::MAX) == Status::Running {}
        assert_eq!(search.outcome().expect("it has finished").verdict, expected);
    }
}

#[test]
fn boards_with_one_empty_cell() {
    check_kind(25, 20, Kind { tiles: &[1, 7], wanted: &[1, 0], ..kind(3, 3) });
    check_kind(26, 10, Kind { tiles: &[2, 2, 1], wanted: &[2, 1, 1], ..kind(3, 2) });
    check_kind(27, 15, Kind { walls: 1, tiles: &[3, 4], wanted: &[3, 2], ..kind(3, 3) });
}

#[test]
fn large_groups_of_equal_tiles() {
    check_kind(28, 10, Kind { walls: 2, tiles: &[6, 1], wanted: &[6, 1], ..kind(4, 3) });
    check_kind(29, 4, Kind { tiles: &[12], wanted: &[8], ..kind(4, 4) });
    // More configurations than a dense table holds, but few states to be reached.
    check_kind(34, 12, Kind { tiles: &[22], wanted: &[5], ..kind(5, 5) });
    // So many that they are not assigned but estimated crudely.
    check_kind(35, 3, Kind { tiles: &[1, 54], wanted: &[1, 20], ..kind(8, 7) });
}

#[test]
fn rows_and_columns() {
    check_kind(30, 20, Kind { walls: 0, tiles: &[1, 1], wanted: &[1, 1], ..kind(3, 2) });
    let mut random = Random::new(31);
    for nth in 0..40 {
        let (long, walls) = (random.u8(2..=9), random.usize(..2));
        let size = if random.bool() { Size::new(long, 1) } else { Size::new(1, long) };
        let tiles = if long > 4 { &[2, 1][..] } else { &[1, 0] };
        let kind = Kind { size, walls, tiles, wanted: tiles, ..kind(1, 1) };
        let puzzle = puzzle_of(&mut random, kind);
        check(&mut random, &puzzle, nth);
    }
}

#[test]
fn full_boards_do_not_move() {
    for (text, expected) in [("AB\nBA\n\nAB\n..", Some(0)), ("AB\nBA\n\nBA\n..", None)] {
        let puzzle = parse_text(text, None).unwrap().validate().unwrap();
        for options in all_methods() {
            assert_eq!(prove(&puzzle, &options), expected, "{options:?}");
        }
    }
}

#[test]
fn spare_tiles_that_fill_the_board_are_no_burden() {
    let (mut start, mut goal) = (vec![vec!['W'; 8]; 8], vec![vec!['.'; 8]; 8]);
    (start[0][0], start[7][7], goal[1][1]) = ('R', '.', 'R');
    let rows = |rows: &[Vec<char>]| {
        rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect::<String>()
    };
    let text = rows(&start) + "\n" + &rows(&goal);
    let puzzle = parse_text(&text, None).unwrap().validate().unwrap();
    // The hole goes 13 steps to the side of the tile and one takes its place; round
    // the tile it takes 2 steps more, and again one.
    assert_eq!(prove(&puzzle, &Options::sequential()), Some(13 + 1 + 2 + 1));
}

#[test]
fn a_length_that_is_asked_for_bounds_every_method() {
    let mut random = Random::new(32);
    for _ in 0..120 {
        let puzzle = random_puzzle(&mut random, 4);
        let expected = oracle(&puzzle);
        let most = random.u32(..9);
        for options in all_methods() {
            let is_slow = options.method == Method::Idastar
                && options.heuristic != Some(Heuristic::SlideDistance);
            if is_slow {
                continue;
            }
            let limits = Limits {
                max_moves: Some(most),
                states: (options.method == Method::Idastar).then_some(2_000),
                ..Limits::NONE
            };
            let mut search = Search::new(&puzzle, &Options { limits, ..options });
            let mut bound = 0;
            while search.step(50) == Status::Running {
                bound = bound.max(search.progress().lower_bound);
            }
            let outcome = search.outcome().expect("it has finished");
            let what = format!("{options:?} up to {most}, {expected:?}: {outcome:?} {puzzle:?}");
            if outcome.stop == Stop::States {
                continue;
            }
            match &outcome.verdict {
                Verdict::Optimal { solution } => {
                    assert_eq!(Some(solution.cost()), expected, "{what}");
                    assert!(solution.cost() <= most, "{what}");
                }
                Verdict::Unsolvable => assert_eq!(expected, None, "{what}"),
                Verdict::Unknown { lower_bound } => {
                    assert!(*lower_bound > most && *lower_bound >= bound, "{what}");
                    assert!(expected.is_none_or(|cost| cost >= *lower_bound), "{what}");
                }
                Verdict::Feasible { .. } => panic!("{what}"),
            }
        }
    }
}

#[test]
fn a_memory_limit_makes_no_verdict_wrong() {
    let mut random = Random::new(33);
    let mut stopped = 0;
    for nth in 0..if slow() { 2_000 } else { 60 } {
        let tiles: &[usize] = if random.bool() { &[2, 1, 1] } else { &[3, 1] };
        let kind = Kind { walls: 2, tiles, wanted: tiles, ..kind(4, 4) };
        let puzzle = puzzle_of(&mut random, kind);
        let expected = oracle(&puzzle);
        let methods = [Method::Engine, Method::Astar, Method::Mondrian, Method::Greedy];
        for method in methods.into_iter().chain([Method::BreadthFirst]) {
            let limits = Limits { memory_bytes: Some(random.u64(20_000..300_000)), ..Limits::NONE };
            let mut search =
                Search::new(&puzzle, &Options { method, limits, ..Options::sequential() });
            while search.step(u64::MAX) == Status::Running {}
            let outcome = search.outcome().expect("it has finished");
            let what = format!("{nth}: {method:?} {limits:?} {expected:?} {outcome:?}");
            stopped += u32::from(outcome.stop == Stop::Memory);
            match &outcome.verdict {
                Verdict::Optimal { solution } => {
                    assert_eq!(Some(solution.cost()), expected, "{what}");
                }
                Verdict::Unsolvable => assert_eq!(expected, None, "{what}"),
                Verdict::Unknown { lower_bound } | Verdict::Feasible { lower_bound, .. } => {
                    assert_eq!(outcome.stop, Stop::Memory, "{what}");
                    assert!(expected.is_none_or(|cost| cost >= *lower_bound), "{what}");
                }
            }
        }
    }
    assert!(stopped > 10, "{stopped} stopped by the limit");
}

/// Spare tiles that some goal states want in the other half of the board, five colours
/// of them: such a state is no start of a search back, however large the sum of what is
/// missing to it.
#[test]
fn spare_tiles_of_many_colours_that_cannot_change_sides() {
    let puzzle = parse_text("RAB#DE\nC..#..\n\n...#..\n..R#..\n", None);
    let puzzle = puzzle.unwrap().validate().unwrap();
    let expected = oracle(&puzzle);
    assert!(expected.is_some_and(|moves| moves > 1));
    assert_eq!(prove(&puzzle, &Options::sequential()), expected);
}

/// The same where nothing leads to the goal: to know that, it must be enough to have seen
/// what can be seen, or the bound rises for ever.
#[test]
fn spare_tiles_that_cannot_change_sides_put_off_no_proof() {
    for text in ["B..#B\n\n.B.#.\n", "B#BR\n..#.\n\n.#..\n..#B\n"] {
        let puzzle = parse_text(text, None).unwrap().validate().unwrap();
        assert_eq!(oracle(&puzzle), None);
        let limits = Limits { states: Some(10_000), ..Limits::NONE };
        let mut search = Search::new(&puzzle, &Options { limits, ..Options::sequential() });
        while search.step(u64::MAX) == Status::Running {}
        assert_eq!(search.outcome().expect("it has finished").verdict, Verdict::Unsolvable);
        assert!(search.progress().lower_bound < 20, "{:?}", search.progress());
    }
}
