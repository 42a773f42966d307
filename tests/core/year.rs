//! `levels/year.txt`, a puzzle for every day: graded as `docs/designer/packs.md` says, no two alike, and
//! a sample of them proved. `levels/make_year.py` makes it.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use mondrian::puzzle::{Draft, Format, Likeness, Square, parse_share_code};
use mondrian::search::{Options, Search, Status, counter_intuitive};

use crate::support::{fast_or_slow, repository, run};

/// Day, moves, counter-intuitive moves, and how many shortest solutions at most.
type Grade = (&'static str, RangeInclusive<usize>, RangeInclusive<usize>, u64);

const GRADES: [Grade; 7] = [
    ("Monday", 4..=5, 0..=0, 12),
    ("Tuesday", 6..=7, 0..=1, 12),
    ("Wednesday", 8..=9, 1..=9, 24),
    ("Thursday", 10..=11, 1..=9, 16),
    ("Friday", 12..=14, 2..=9, 12),
    ("Saturday", 15..=17, 3..=99, 12),
    ("Sunday", 18..=22, 3..=99, 24),
];

fn codes() -> Vec<String> {
    let text = std::fs::read_to_string(repository("levels/year.txt")).unwrap();
    assert_eq!(Format::of(&text), Format::Codes, "the designer lists it as a pack");
    text.lines().map(str::to_owned).collect()
}

fn level(code: &str) -> Draft {
    parse_share_code(code).unwrap_or_else(|error| panic!("{code}: {error}")).draft
}

/// Returns the fewest moves that solve a level; `None` where there is no level or no solution.
fn fewest_moves(draft: &Draft) -> Option<u32> {
    let puzzle = draft.validate().ok()?;
    let mut search = Search::new(&puzzle, &Options::sequential());
    while search.step(10_000) == Status::Running {}
    search.outcome()?.verdict.solution().map(mondrian::puzzle::Solution::cost)
}

/// Returns the level without each one tile and, where the goal asks for its colour, without each one
/// mark of it.
fn with_one_tile_less(draft: &Draft) -> Vec<Draft> {
    let bare = Draft { best: None, ..draft.clone() };
    let tiles = draft.start.iter().filter(|(_, square)| matches!(square, Square::Tile(_)));
    let mut all = Vec::new();
    for (cell, square) in tiles {
        let mut less = bare.clone();
        less.start[cell] = Square::Empty;
        let marks: Vec<_> = draft.goal.iter().filter(|(_, mark)| *mark == square).collect();
        if marks.is_empty() {
            all.push(less.clone());
        }
        for (mark, _) in marks {
            let mut less = less.clone();
            less.goal[mark] = Square::Empty;
            all.push(less);
        }
    }
    all
}

#[test]
fn every_day_has_a_level_of_its_grade() {
    let codes = codes();
    assert_eq!(codes.len(), 366);
    for (number, code) in codes.iter().enumerate() {
        let (week, (day, moves, surprises, _)) = (number / 7 + 1, &GRADES[number % 7]);
        let draft = level(code);
        assert_eq!(draft.title, format!("{day} {week}"));
        let best = draft.best.as_ref().expect("a solution").moves.clone();
        assert!(moves.contains(&best.len()), "{}: {} moves", draft.title, best.len());
        let puzzle = draft.validate().unwrap();
        let solution = puzzle.verify(best).unwrap();
        let found = counter_intuitive(&puzzle, &solution).len();
        // Of what `evolve` has made another shortest solution was looked at.
        let is_evolved = number % 7 == 6 && week % 4 == 0;
        assert!(is_evolved || surprises.contains(&found), "{}: {found}", draft.title);
    }
}

#[test]
fn no_two_days_are_alike() {
    let mut known = BTreeMap::new();
    for draft in codes().iter().map(|code| level(code)) {
        let likeness = Likeness::of(&draft).unwrap();
        if let Some(other) = known.insert(likeness.key().to_vec(), draft.title.clone()) {
            panic!("{} is {other}, turned or mirrored or not", draft.title);
        }
    }
}

#[test]
fn days_are_proved_have_few_shortest_solutions_and_need_all_tiles() {
    let codes = codes();
    // A week somewhere; `SLOW_TESTS=1` proves the year.
    for number in fast_or_slow(28 * 7..29 * 7, 0..codes.len()) {
        let (_, _, _, shortest) = &GRADES[number % 7];
        let draft = level(&codes[number]);
        let moves = draft.best.as_ref().unwrap().moves.len();
        let told = run(["analyse", &codes[number], "--no-walls", "--json", "--threads", "1"]);
        let told: serde_json::Value = serde_json::from_str(&told.out).unwrap();
        assert_eq!(
            (told["verdict"].as_str(), told["moves"].as_u64()),
            (Some("optimal"), Some(moves as u64))
        );
        let ways: u64 = told["shortest_solutions"].as_str().unwrap().parse().unwrap();
        assert!(ways <= *shortest, "{}: {ways} shortest solutions", draft.title);
        for less in with_one_tile_less(&draft) {
            assert_ne!(fewest_moves(&less), Some(moves as u32), "{} has an idle tile", draft.title);
        }
    }
}
