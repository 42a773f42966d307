//! Live solving: at every pause in drawing the level is solved in the background, by a
//! search of its own with small limits, so that the status line can say what is known
//! of what is on the boards now.
//!
//! Everything known here belongs to one revision of the puzzle; asked about another,
//! [`Live`] knows nothing. So no verdict outlives the edit that made it wrong, not for
//! one frame.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::EventLoopProxyWrapper;

use super::worker::{End, Report, Worker};
use super::{SearchMaker, SolverState, wake};
use crate::app::FrameSystems;
use crate::app::document::{Document, EditCommand};
use crate::app::race::{self, Race};
use crate::app::replay::{Replay, ReplayCommand, Track};
use crate::app::settings::Settings;
use crate::puzzle::{Board, Puzzle, Solution};
use crate::search::{Limits, Options, Outcome, Verdict};

/// How long nothing is drawn before a search begins.
pub const PAUSE: Duration = Duration::from_millis(300);

/// How long one search goes on, at most.
const TIME: Duration = Duration::from_secs(10);

/// What one search may hold.
const MEMORY_BYTES: u64 = 256 << 20;

/// Puzzles with at most so many positions are solved without a pause: that takes
/// milliseconds.
const SMALL: f64 = 20_000.0;

/// What is known of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// No solution is shorter, in moves.
    pub lower_bound: u32,
    /// Moves of the best solution known.
    pub best: Option<u32>,
    /// There is no better one than the best.
    pub proved: bool,
    /// There is no solution.
    pub unsolvable: bool,
    /// Nobody is searching any more.
    pub settled: bool,
}

impl Knowledge {
    /// Says whether there is nothing more to know.
    const fn is_complete(&self) -> bool {
        self.proved || self.unsolvable
    }

    fn of_outcome(outcome: &Outcome) -> Self {
        let verdict = &outcome.verdict;
        Self {
            lower_bound: verdict.lower_bound().unwrap_or(0),
            best: verdict.solution().map(Solution::cost),
            proved: matches!(verdict, Verdict::Optimal { .. }),
            unsolvable: *verdict == Verdict::Unsolvable,
            settled: true,
        }
    }

    /// Returns what both know together.
    fn and(self, other: Self) -> Self {
        let best = self.best.into_iter().chain(other.best).min();
        let lower_bound = self.lower_bound.max(other.lower_bound);
        Self {
            lower_bound,
            best,
            proved: self.proved || other.proved || best.is_some_and(|best| best <= lower_bound),
            unsolvable: self.unsolvable || other.unsolvable,
            settled: self.settled || other.settled,
        }
    }
}

/// What live solving does and has found out.
#[derive(Resource, Default)]
pub struct Live {
    /// What everything here is about, by [`Document::puzzle_revision`].
    revision: Option<u64>,
    job: Option<Worker>,
    /// When the search begins, in the time of the app.
    due: Duration,
    known: Knowledge,
    found: Option<Solution>,
    /// The solution is still to be written into the level.
    to_keep: bool,
}

impl Live {
    /// Returns what the search for the puzzle of this revision has found out.
    fn known(&self, revision: u64) -> Knowledge {
        if self.revision == Some(revision) { self.known } else { Knowledge::default() }
    }

    /// Says whether a search is running.
    pub const fn is_searching(&self) -> bool {
        self.job.is_some()
    }

    fn begin(&mut self, revision: u64, due: Duration) {
        *self = Self { revision: Some(revision), due, ..Self::default() };
    }

    fn apply(&mut self, report: Report) {
        if let Some(progress) = report.progress {
            self.known.lower_bound = self.known.lower_bound.max(progress.lower_bound);
            self.known.best = progress.incumbent.or(self.known.best);
        }
        if let Some(found) = report.found.into_iter().last() {
            self.found = Some(found.solution);
        }
        if let Some(end) = report.end {
            self.job = None;
            self.known.settled = true;
            if let End::Outcome(outcome) = end {
                self.known = self.known.and(Knowledge::of_outcome(&outcome));
            }
            self.to_keep = self.found.is_some();
        }
    }
}

/// Returns what is known of the level on the boards: by its file, by the search of the
/// solver panel, by live solving. `None` when there is nothing to search for.
pub fn knowledge(document: &Document, solver: &SolverState, live: &Live) -> Option<Knowledge> {
    if document.obstacle().is_some() {
        return None;
    }
    document.puzzle()?;
    let of_level = document.draft().best.as_ref().map(|best| Knowledge {
        best: Some(best.moves.len() as u32),
        proved: best.proved,
        ..Knowledge::default()
    });
    let run = solver.run.as_ref().filter(|run| !run.stale);
    let of_run = run.map(|run| {
        let now = Knowledge {
            lower_bound: run.progress.lower_bound,
            best: run.found.last().map(|found| found.solution.cost()),
            ..Knowledge::default()
        };
        let known = run.outcome().map_or(now, |outcome| now.and(Knowledge::of_outcome(outcome)));
        // A search for short solutions alone leaves the rest to be found.
        let is_whole = run.options.limits.max_moves.is_none();
        Knowledge { settled: !run.is_running() && is_whole, ..known }
    });
    let of_live = live.known(document.puzzle_revision());
    Some(of_level.into_iter().chain(of_run).fold(of_live, Knowledge::and))
}

/// Says whether a puzzle has so few positions that it is solved at once.
fn is_small(puzzle: &Puzzle) -> bool {
    let mut free = Board::free_cells(puzzle.board()).count() as f64;
    let mut colours = std::collections::BTreeMap::<u8, u32>::new();
    for (_, colour) in puzzle.start().tiles() {
        *colours.entry(colour.0).or_default() += 1;
    }
    let mut positions = 1.0;
    for &tiles in colours.values() {
        for nth in 1..=tiles {
            positions *= free / f64::from(nth);
            free -= 1.0;
        }
    }
    positions * (puzzle.waypoints().len() + 1) as f64 <= SMALL
}

const fn options() -> Options {
    Options {
        aim: crate::search::Aim::Prove,
        method: crate::search::Method::Engine,
        heuristic: None,
        weight: 2.0,
        move_penalty: 0.0,
        look_ahead: 0,
        tie_break: crate::search::TieBreak::LowH,
        limits: Limits {
            time: Some(TIME),
            memory_bytes: Some(MEMORY_BYTES),
            states: None,
            max_moves: None,
        },
        // The rest of the machine draws, and searches what has been asked for.
        threads: 1,
    }
}

/// What a search is made of.
#[derive(bevy::ecs::system::SystemParam)]
struct Workshop<'w> {
    maker: Res<'w, SearchMaker>,
    proxy: Option<Res<'w, EventLoopProxyWrapper>>,
    time: Res<'w, Time>,
    redraw: MessageWriter<'w, RequestRedraw>,
}

/// Follows the level, waits for the pause, searches, listens.
fn solve_live(
    document: Res<Document>,
    settings: Res<Settings>,
    (solver, race): (Res<SolverState>, Res<Race>),
    mut live: ResMut<Live>,
    mut workshop: Workshop,
) {
    let wanted = settings.live && document.obstacle().is_none();
    let Some(puzzle) = document.puzzle().filter(|_| wanted) else {
        if live.revision.is_some() {
            *live = Live::default();
        }
        return;
    };
    let (revision, now) = (document.puzzle_revision(), workshop.time.elapsed());
    if live.revision != Some(revision) {
        // Dropping the worker stops its search.
        live.begin(revision, if is_small(puzzle) { now } else { now + PAUSE });
    }
    if let Some(report) = live.job.as_ref().and_then(Worker::take) {
        live.apply(report);
    }
    if solver.is_running() || race.is_running() {
        // It gives way: whoever has pressed Solve or Race shall have the machine.
        live.job = None;
        return;
    }
    let known = knowledge(&document, &solver, &live).unwrap_or_default();
    if live.job.is_some() || known.is_complete() || known.settled {
        return;
    }
    if now < live.due {
        workshop.redraw.write(RequestRedraw);
        return;
    }
    let wake = wake(workshop.proxy.as_deref());
    let known = document.draft().best.as_ref().map(|best| best.moves.clone());
    let puzzle = Puzzle::clone(puzzle);
    match Worker::start_with(puzzle, options(), known, workshop.maker.0, wake) {
        Ok(worker) => live.job = Some(worker),
        Err(error) => {
            warn!("no thread for live solving: {error}");
            live.known.settled = true;
        }
    }
}

/// Puts what has been found where it can be used: into the replay, and into the level
/// as soon as that is to be saved anyway. Looking at a level does not change it.
fn keep(
    document: Res<Document>,
    solver: Res<SolverState>,
    replay: Res<Replay>,
    mut live: ResMut<Live>,
    mut edits: MessageWriter<EditCommand>,
    mut replays: MessageWriter<ReplayCommand>,
    mut loaded: Local<Option<u64>>,
) {
    if !live.to_keep || live.revision != Some(document.puzzle_revision()) {
        return;
    }
    let (Some(found), Some(puzzle)) = (live.found.clone(), document.puzzle()) else { return };
    let of_another = solver.run.as_ref().is_none_or(|run| run.stale);
    let best = document.draft().best.as_ref();
    let is_good = best.is_none_or(|best| found.moves().len() <= best.moves.len());
    if *loaded != live.revision && of_another && is_good && !replay.is_open() {
        *loaded = live.revision;
        let palette = document.draft().palette.clone();
        if let Ok(track) = Track::new(puzzle, palette, found.moves()) {
            replays.write(ReplayCommand::Load(Box::new(track)));
        }
    }
    if document.is_dirty() {
        live.to_keep = false;
        let moves = found.moves().to_vec();
        edits.write(EditCommand::KeepBest { moves, proved: live.known.proved });
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Live>().add_systems(
        Update,
        (
            solve_live.after(super::poll).after(race::poll).in_set(FrameSystems::Poll),
            keep.in_set(FrameSystems::Views),
        ),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::parse_text;

    fn puzzle(text: &str) -> Puzzle {
        parse_text(text, None).unwrap().validate().unwrap()
    }

    #[test]
    fn small_is_counted_in_positions() {
        assert!(is_small(&puzzle("BR.\n...\n\n..R\n..B")));
        let fifteen = "123.\n5678\n9abc\ndef4\n\nfedc\nba98\n7654\n321.";
        assert!(!is_small(&puzzle(fifteen)));
    }

    #[test]
    fn two_that_know_something_know_more_together() {
        let bound = Knowledge { lower_bound: 5, ..Knowledge::default() };
        let best = Knowledge { best: Some(7), ..Knowledge::default() };
        let both = bound.and(best);
        assert_eq!((both.lower_bound, both.best, both.proved), (5, Some(7), false));
        let better = Knowledge { best: Some(5), ..best };
        assert!(both.and(better).proved, "the bounds have met");
    }

    #[test]
    fn another_revision_is_not_known() {
        let mut live = Live::default();
        live.begin(3, Duration::ZERO);
        live.known.best = Some(4);
        assert_eq!(live.known(3).best, Some(4));
        assert_eq!(live.known(4), Knowledge::default());
    }
}
