//! Hints: what is known about the position on the board, told grade by grade.

use mondrian_core::hints::{self, Left, NAMES_TILE, WHOLE};
use mondrian_core::puzzle::{Best, Game, Move, format_moves};
use mondrian_core::report::ResultLine;
use mondrian_core::search::Verdict;
use serde::Serialize;

use crate::searching::Searching;

/// What is known of a level that is played, and the search for more.
pub struct Hints {
    /// The code of the level.
    pub code: String,
    known: hints::Hints,
    /// The moves that had been made when the search began, and the search.
    job: Option<(Vec<Move>, Searching)>,
    /// So many of its solutions are known; and whether its end is.
    found: usize,
    is_over: bool,
}

/// What is known about a position, as far as it is to be told.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HintObject {
    running: bool,
    grade: u8,
    #[cfg_attr(test, ts(type = "\"searching\" | \"moves\" | \"unsolvable\" | \"unknown\""))]
    state: &'static str,
    at_least: Option<u32>,
    left: Option<usize>,
    proved: bool,
    tile: Option<usize>,
    cell: Option<String>,
    #[serde(rename = "move")]
    push: Option<String>,
    to: Option<String>,
    rest: Option<String>,
    /// Why there is no solution, once the search has ended without one.
    words: Option<String>,
    result: Option<ResultLine<'static>>,
}

impl Hints {
    /// Returns hints for a level about which nothing is known.
    pub fn new(code: String) -> Self {
        Self { code, known: hints::Hints::default(), job: None, found: 0, is_over: false }
    }

    /// Makes ready to tell of the position after these moves; `best` are solutions of the whole level.
    /// Says whether a search from there has to be begun.
    pub fn ask(&mut self, made: &[Move], best: &[Best]) -> bool {
        self.update();
        if self.job_at(made).is_some() || self.known.rest(made).is_some() {
            return false;
        }
        self.known.stop();
        self.known.ask_again();
        self.job = None;
        let on_the_way = best.iter().find(|best| best.moves.starts_with(made));
        !self.known.adopt(on_the_way, made) && !matches!(self.known.left(made), Left::None { .. })
    }

    /// Takes the search from the position after these moves.
    pub fn search(&mut self, made: Vec<Move>, mut searching: Searching) {
        if let Some(rest) = self.known.rest(&made) {
            searching.tell(rest.to_vec());
        }
        self.known.begin(made.clone());
        (self.job, self.found, self.is_over) = (Some((made, searching)), 0, false);
    }

    /// Returns the search.
    pub fn searching(&mut self) -> Option<&mut Searching> {
        self.job.as_mut().map(|(_, job)| job)
    }

    /// Takes over what the search has found since.
    fn update(&mut self) {
        let Some((_, job)) = &self.job else { return };
        if self.is_over {
            return;
        }
        let search = job.search();
        search.found()[self.found..]
            .iter()
            .for_each(|found| self.known.find(found.solution.moves()));
        self.found = search.found().len();
        self.known.prove(search.progress().lower_bound);
        if let Some(outcome) = search.outcome() {
            self.known.end(outcome);
            self.is_over = true;
        }
    }

    fn job_at(&self, made: &[Move]) -> Option<&Searching> {
        self.job.as_ref().filter(|(at, _)| at == made).map(|(_, job)| job)
    }

    /// Returns what is known about the position of `game`, up to this grade.
    pub fn tell(&self, game: &Game, grade: u8) -> HintObject {
        let made = game.moves();
        let rest = self.known.rest(&made);
        let job = self.job_at(&made);
        let verdict = job.and_then(|job| job.search().outcome()).map(|outcome| &outcome.verdict);
        let proved = self.known.is_proved(&made);
        let grade = if rest.is_some() { grade.clamp(1, WHOLE) } else { 1 };
        let next = rest.and_then(|rest| rest.first().copied());
        let tile = next.and_then(|push| game.tile_at(push.from));
        let from_grade = |least: u8| move |_: &Move| grade >= least;
        let words = match self.known.left(&made) {
            Left::None { words, .. } => Some(words),
            _ => None,
        };
        let landing = |push: Move| game.puzzle().landing(&game.position(), push);
        HintObject {
            running: job.is_some_and(Searching::is_running),
            grade,
            state: match (rest, verdict) {
                (Some(_), _) => "moves",
                (None, Some(Verdict::Unsolvable)) => "unsolvable",
                (None, Some(_)) => "unknown",
                // What is known without its search has been proved.
                (None, None) if words.is_some() => "unsolvable",
                (None, None) => "searching",
            },
            at_least: if proved {
                rest.map(|rest| rest.len() as u32)
            } else {
                job.map(|job| job.search().progress().lower_bound)
            },
            left: rest.map(<[_]>::len),
            proved,
            tile: tile.filter(|_| grade >= NAMES_TILE),
            cell: next.filter(from_grade(NAMES_TILE)).map(|push| push.from.to_string()),
            push: next.filter(from_grade(3)).map(|push| push.to_string()),
            to: next.filter(from_grade(3)).and_then(landing).map(|cell| cell.to_string()),
            rest: rest.filter(|_| grade >= WHOLE).map(format_moves),
            words,
            result: job.and_then(Searching::result),
        }
    }
}
