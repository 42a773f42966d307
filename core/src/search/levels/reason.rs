//! Why a puzzle has no solution, in the simplest words that are true: something that shows
//! on the board, or else how much has been looked at. Used by `mondrian solve` and by the
//! designer, after a search has proved that there is none.

use std::fmt;
use std::time::Duration;

use super::explore::{Explore, Limits};
use crate::puzzle::{Draft, Issue, Puzzle};
use crate::search::base::outcome::Status;

/// Why no moves lead to the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It shows without a search.
    Shown(Issue),
    /// Moves lead to this many positions, and none of them is the goal.
    Listed { positions: u64 },
    /// A search has looked at this many states, from one end or from both, and nothing is left.
    Exhausted { states: u64 },
}

impl Reason {
    /// Returns what shows on the board without a search, if that is a reason.
    pub fn shown(draft: &Draft) -> Option<Self> {
        let reasons = draft.warnings().into_iter().filter(Issue::forbids_every_solution);
        // "Nothing can move" is the least helpful reason, so it comes last.
        reasons.min_by_key(|issue| *issue == Issue::NothingMoves).map(Self::Shown)
    }

    /// Returns the reason for a puzzle that has been proved unsolvable by looking at so
    /// many states. What moves lead to is counted where that is quickly done.
    pub fn of(draft: &Draft, puzzle: &Puzzle, states: u64) -> Self {
        Self::shown(draft)
            .or_else(|| Self::listed(puzzle, QUICK, 1, || false))
            .unwrap_or(Self::Exhausted { states })
    }

    /// Lists what moves lead to, within limits and until `is_stopped`; `None` when that
    /// ends before all is listed, or the goal is among it.
    pub fn listed(
        puzzle: &Puzzle,
        limits: Limits,
        threads: usize,
        is_stopped: impl Fn() -> bool,
    ) -> Option<Self> {
        const SLICE: Duration = Duration::from_millis(20);
        let mut explore = Explore::from_start(puzzle, limits, threads);
        while explore.step_for(SLICE) == Status::Running {
            if is_stopped() {
                return None;
            }
        }
        let measured = explore.measured()?;
        let positions = explore.listed()?.positions;
        measured.optimum.is_none().then_some(Self::Listed { positions })
    }
}

/// What may be listed where somebody waits for it: a tenth of a second or so.
const QUICK: Limits = Limits { time: None, memory_bytes: Some(64 << 20), positions: Some(200_000) };

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shown(issue) => write!(f, "{issue}"),
            Self::Listed { positions } => {
                write!(f, "all {} positions looked at, none is the goal", grouped(*positions))
            }
            Self::Exhausted { states } => {
                write!(f, "{} states looked at, and nothing is left", grouped(*states))
            }
        }
    }
}

/// Returns `number` with a comma between thousands: `75,819`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let parts: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|part| std::str::from_utf8(part).expect("digits"))
        .collect();
    parts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{parse_level, parse_text};
    use crate::search::{Options, Search, Verdict};

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let draft = parse_text(text, None).unwrap();
        let puzzle = draft.validate().unwrap();
        let mut search = Search::new(&puzzle, &Options::sequential());
        while search.step(10_000) == Status::Running {}
        assert_eq!(search.outcome().unwrap().verdict, Verdict::Unsolvable, "{text}");
        let states = search.progress().expanded;
        assert_eq!(Reason::of(&draft, &puzzle, states).to_string(), expected, "{text}");
    }

    #[test]
    fn the_simplest_reason_is_named() {
        check(
            "B..\n\n.B.",
            "goal, b1: 'B' can never stop there, only on a1 c1; a stopper on c1 would make it stop there",
        );
        check("B#..\n\n.#.B", "goal, d1: walled off, no tile of the colour can get there");
        check(
            "123\n456\n87.\n\n123\n456\n78.",
            "goal: unsolvable, by parity: two tiles would have to change places",
        );
        // Each cell can be had, not both at once: the tiles keep their order.
        check("BR..\n\n..RB", "all 3 positions looked at, none is the goal");
    }

    #[test]
    fn pushes_left_are_part_of_a_position() {
        let text = r##"(version: 2, title: "", palette: {'8': (color: "#0057a0", moves: 8)},
            start: ["8.."], goal: ["..8"])"##;
        let puzzle = parse_level(text).unwrap().draft.validate().unwrap();
        let listed = Reason::listed(&puzzle, QUICK, 1, || false);
        assert_eq!(listed, Some(Reason::Listed { positions: 9 }));
    }

    #[test]
    fn numbers_are_grouped() {
        let words = |positions| Reason::Listed { positions }.to_string();
        assert!(words(4_553).starts_with("all 4,553 positions"));
        assert!(words(999).starts_with("all 999 "));
        assert!(words(1_000_000).starts_with("all 1,000,000 "));
        assert_eq!(
            Reason::Exhausted { states: 61_100 }.to_string(),
            "61,100 states looked at, and nothing is left"
        );
    }

    #[test]
    fn a_level_that_can_be_solved_has_no_reason() {
        let draft = parse_text("BR.\n...\n\n..R\n..B", None).unwrap();
        assert_eq!(Reason::shown(&draft), None);
        assert_eq!(Reason::listed(&draft.validate().unwrap(), QUICK, 1, || false), None);
    }
}
