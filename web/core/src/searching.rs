//! A search that the page steps, and what it tells after each step.

use std::time::Duration;

use mondrian_core::puzzle::{Draft, Move, Puzzle};
use mondrian_core::report::{ProgressLine, ResultLine, SolutionLine};
use mondrian_core::search::{Options, Progress, Reason, Search, Status, Verdict};
use mondrian_core::words::{figures, verdict};
use serde::Serialize;

use crate::level::LevelObject;
use crate::making::{CellObject, Made};

/// What the command line calls the level of such a search.
const LEVEL: &str = "share code";

/// A search that runs or has ended.
pub struct Searching {
    search: Search,
    puzzle: Puzzle,
    draft: Draft,
    /// Whether it began at the start of the level.
    pub is_whole: bool,
    /// So many solutions have been told.
    told: usize,
}

/// What has happened since the page asked last.
#[derive(Serialize, Default)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EventsObject {
    running: bool,
    events: Vec<Event>,
    /// What is known now, if anything is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    words: Option<String>,
    /// Cells of which more is known, where it is asked what each would do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    cells: Vec<CellObject>,
    /// A level that has been made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    level: Option<Box<LevelObject>>,
}

/// A line of the command line.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
enum Event {
    Solution(SolutionLine<'static>),
    Progress(ProgressLine),
    Result(ResultLine<'static>),
}

impl EventsObject {
    /// Returns that a search runs and has told nothing yet.
    pub fn begun() -> Self {
        Self { running: true, ..Self::default() }
    }

    /// Returns that nothing runs.
    pub fn nothing() -> Self {
        Self::default()
    }

    /// Says whether there is more to come.
    pub const fn is_running(&self) -> bool {
        self.running
    }

    /// Returns what has been made.
    pub fn made(made: Made) -> Self {
        let Made { is_over, cells, level, words } = made;
        let (words, level) = (Some(words), level.map(Box::new));
        Self { running: !is_over, events: Vec::new(), words, cells, level }
    }
}

impl Searching {
    /// Makes ready to search.
    pub fn new(puzzle: &Puzzle, draft: &Draft, options: &Options) -> Self {
        let search = Search::new(puzzle, options);
        Self { search, puzzle: puzzle.clone(), draft: draft.clone(), is_whole: false, told: 0 }
    }

    /// Returns the search.
    pub const fn search(&self) -> &Search {
        &self.search
    }

    /// Tells of a solution that is known already: only shorter ones are looked for.
    pub fn tell(&mut self, moves: Vec<Move>) {
        // One that is none is none to begin with.
        let _ = self.search.tell(moves);
    }

    /// Says whether there is more to do.
    pub fn is_running(&self) -> bool {
        self.search.status() == Status::Running
    }

    /// Searches for about so long and tells what has been found.
    pub fn step(&mut self, slice: Duration) -> EventsObject {
        if !self.is_running() {
            return EventsObject::nothing();
        }
        let _ = self.search.step_for(slice);
        self.events()
    }

    /// Ends with what is known by now.
    pub fn stop(&mut self) -> EventsObject {
        if !self.is_running() {
            return EventsObject::nothing();
        }
        self.search.cancel();
        self.events()
    }

    /// Returns how the search has ended.
    pub fn result(&self) -> Option<ResultLine<'static>> {
        let outcome = self.search.outcome()?;
        let (progress, options) = (self.search.progress(), self.search.options());
        Some(ResultLine::new(LEVEL, outcome, &progress, options))
    }

    fn events(&mut self) -> EventsObject {
        let found = &self.search.found()[self.told..];
        let mut events: Vec<_> =
            found.iter().map(|found| Event::Solution(SolutionLine::new(LEVEL, found))).collect();
        self.told = self.search.found().len();
        events.push(match self.result() {
            Some(result) => Event::Result(result),
            None => {
                let (board, palette) = (self.puzzle.board(), &self.draft.palette);
                Event::Progress(ProgressLine::new(&self.search.progress(), board, palette))
            }
        });
        let words = self.words();
        EventsObject { running: self.is_running(), events, words, ..EventsObject::default() }
    }

    /// Returns what is known now; of a level without a solution also why.
    fn words(&self) -> Option<String> {
        let progress = self.search.progress();
        let Some(outcome) = self.search.outcome() else { return known(&progress) };
        let words = verdict(outcome, None);
        if outcome.verdict != Verdict::Unsolvable || !self.is_whole {
            return Some(words);
        }
        let states = progress.expanded;
        let reason = Reason::shown(&self.draft).unwrap_or(Reason::Exhausted { states });
        Some(format!("{words}: {reason}"))
    }
}

/// Returns what a search that goes on knows: `at least 9 moves`, `14 moves, at least 9 needed`.
fn known(progress: &Progress) -> Option<String> {
    match (progress.incumbent, progress.lower_bound) {
        (None, 0) => None,
        (None, bound) => Some(format!("at least {}", figures::moves(bound))),
        (Some(moves), 0) => Some(figures::moves(moves)),
        (Some(moves), bound) => Some(format!("{}, at least {bound} needed", figures::moves(moves))),
    }
}
