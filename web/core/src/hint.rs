//! Hints: what is known about the position on the board, told grade by grade.

use mondrian_core::puzzle::game::Plan;
use mondrian_core::puzzle::{Game, Move, format_moves};
use mondrian_core::report::ResultLine;
use mondrian_core::search::Verdict;
use serde::Serialize;

use crate::searching::Searching;

/// The last grade: the whole way.
const WHOLE: u8 = 4;

/// The solution that hints follow and the search for it.
pub struct Hints {
    /// The code of the level.
    pub code: String,
    /// A solution from some position on.
    pub plan: Option<Plan>,
    /// The moves that had been made when the search began, and the search.
    pub job: Option<(Vec<Move>, Searching)>,
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
    result: Option<ResultLine<'static>>,
}

impl Hints {
    /// Returns hints for a level about which nothing is known.
    pub const fn new(code: String) -> Self {
        Self { code, plan: None, job: None }
    }

    /// Says whether a search from this position has to be begun: nothing is known of it, or
    /// nothing that is proved to be the best.
    pub fn needs_search(&self, made: &[Move]) -> bool {
        if self.job_at(made).is_some() {
            return false;
        }
        let is_known = |plan: &Plan| plan.rest(made).is_some();
        !self.plan.as_ref().is_some_and(is_known)
    }

    /// Takes a solution of the whole level, if these moves are on its way. Says whether it is
    /// proved to be the best.
    pub fn adopt(&mut self, solution: &[Move], proved: bool, made: &[Move]) -> bool {
        if !solution.starts_with(made) {
            return false;
        }
        self.plan = Some(Plan { base: Vec::new(), moves: solution.to_vec(), proved });
        proved
    }

    /// Takes over what the search has found since.
    pub fn update(&mut self) {
        let Some((at, job)) = &self.job else { return };
        let known =
            self.plan.as_ref().and_then(|plan| plan.rest(at)).map_or(usize::MAX, <[_]>::len);
        let better =
            job.search().found().last().filter(|found| found.solution.moves().len() < known);
        if let Some(found) = better {
            let moves = found.solution.moves().to_vec();
            self.plan = Some(Plan { base: at.clone(), moves, proved: false });
        }
        if let Some(Verdict::Optimal { solution }) = job.search().outcome().map(|end| &end.verdict)
        {
            let moves = solution.moves().to_vec();
            self.plan = Some(Plan { base: at.clone(), moves, proved: true });
        }
    }

    fn job_at(&self, made: &[Move]) -> Option<&Searching> {
        self.job.as_ref().filter(|(at, _)| at == made).map(|(_, job)| job)
    }

    /// Returns what is known about the position of `game`, up to this grade.
    pub fn tell(&self, game: &Game, grade: u8) -> HintObject {
        let made = game.moves();
        let rest = self.plan.as_ref().and_then(|plan| plan.rest(&made));
        let job = self.job_at(&made);
        let running = job.is_some_and(Searching::is_running);
        let verdict = job.and_then(|job| job.search().outcome()).map(|outcome| &outcome.verdict);
        let proved = rest.is_some() && self.plan.as_ref().is_some_and(|plan| plan.proved);
        let grade = if rest.is_some() { grade.clamp(1, WHOLE) } else { 1 };
        let next = rest.and_then(|rest| rest.first().copied());
        let tile = next.and_then(|push| game.tile_at(push.from));
        let from_grade = |least: u8| move |_: &Move| grade >= least;
        let landing = |push: Move| game.puzzle().landing(&game.position(), push);
        HintObject {
            running,
            grade,
            state: match (rest, verdict) {
                (Some(_), _) => "moves",
                (None, Some(Verdict::Unsolvable)) => "unsolvable",
                (None, Some(_)) => "unknown",
                (None, None) => "searching",
            },
            at_least: if proved {
                rest.map(|rest| rest.len() as u32)
            } else {
                job.map(|job| job.search().progress().lower_bound)
            },
            left: rest.map(<[_]>::len),
            proved,
            tile: tile.filter(|_| grade >= 2),
            cell: next.filter(from_grade(2)).map(|push| push.from.to_string()),
            push: next.filter(from_grade(3)).map(|push| push.to_string()),
            to: next.filter(from_grade(3)).and_then(landing).map(|cell| cell.to_string()),
            rest: rest.filter(|_| grade >= WHOLE).map(format_moves),
            result: job.and_then(Searching::result),
        }
    }
}
