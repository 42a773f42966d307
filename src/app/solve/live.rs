//! Live solving: at every pause in drawing the level is solved in the background, by a
//! search of its own with small limits, so that the verdict bar can say what is known of
//! what is on the boards now.
//!
//! What it finds stands on the sheet of its board (`results`), so no verdict outlives the
//! edit that made it wrong, not for one frame, and an edit that is taken back needs no
//! second search.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::EventLoopProxyWrapper;

use super::results::{Results, Sheet, SheetId, knowledge};
use crate::app::document::Document;
use crate::app::kit::frame::FrameSystems;
use crate::app::settings::Settings;
use crate::app::work::answers::KnownAnswers;
use crate::app::work::claims::{ClaimSystems, Claims};
use crate::app::work::wake::{SearchMaker, wake};
use crate::app::work::worker::{End, Report, Worker};
use crate::proofs;
use crate::puzzle::{Board, Puzzle};
use crate::search::{Limits, Options, Verdict};

/// How long nothing is drawn before a search begins.
pub const PAUSE: Duration = Duration::from_millis(300);

/// How long one search goes on, at most.
const TIME: Duration = Duration::from_secs(10);

/// What one search may hold.
const MEMORY_BYTES: u64 = 256 << 20;

/// Puzzles with at most so many positions are solved without a pause: that takes
/// milliseconds.
const SMALL: f64 = 20_000.0;

/// The search that live solving has begun, or is about to.
#[derive(Resource, Default)]
pub struct Live {
    /// The board that it is of.
    sheet: Option<SheetId>,
    job: Option<Worker>,
    /// When the search begins, in the time of the app.
    due: Duration,
}

impl Live {
    /// Says whether a search is running.
    pub const fn is_searching(&self) -> bool {
        self.job.is_some()
    }

    fn begin(&mut self, sheet: SheetId, due: Duration) {
        // Dropping the worker stops its search.
        *self = Self { sheet: Some(sheet), job: None, due };
    }
}

/// Writes what the search has reported on the sheet of its board; returns whether it has
/// ended.
fn take(sheet: &mut Sheet, report: Report) -> bool {
    if let Some(progress) = report.progress {
        sheet.live.learn(&Verdict::Unknown { lower_bound: progress.lower_bound });
        sheet.live_states = progress.expanded;
    }
    if let Some(found) = report.found.into_iter().last() {
        sheet.live.learn(&Verdict::new(Some(found.solution), Some(found.lower_bound)));
    }
    let Some(end) = report.end else { return false };
    sheet.live_settled = true;
    if let End::Outcome(outcome) = end {
        sheet.live.learn(&outcome.verdict);
    }
    true
}

/// Writes on a sheet what has been found out about its board before it was drawn.
fn remember(sheet: &mut Sheet, known: &Verdict) {
    if let Some(moves) = known.optimum() {
        proofs::remember(&sheet.puzzle, moves);
    }
    sheet.live.learn(known);
    sheet.live_settled |= known.is_settled();
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
pub(super) struct Workshop<'w> {
    maker: Res<'w, SearchMaker>,
    proxy: Option<Res<'w, EventLoopProxyWrapper>>,
    time: Res<'w, Time>,
    redraw: MessageWriter<'w, RequestRedraw>,
}

/// Recalls what has been found out about a board before it was drawn, whether it is to be
/// searched now or not.
fn recall(
    mut results: ResMut<Results>,
    answers: Res<KnownAnswers>,
    mut seen: Local<Option<SheetId>>,
) {
    let shown = results.shown().map(|sheet| sheet.id);
    if *seen == shown {
        return;
    }
    *seen = shown;
    let known = results.shown().and_then(|sheet| answers.0.get(&sheet.puzzle.identity()));
    if let (Some(known), Some(sheet)) = (known, results.bypass_change_detection().shown_mut()) {
        remember(sheet, &known);
        results.set_changed();
    }
}

/// Follows the level, waits for the pause, searches, listens.
pub(super) fn solve_live(
    document: Res<Document>,
    settings: Res<Settings>,
    claims: Res<Claims>,
    mut results: ResMut<Results>,
    mut live: ResMut<Live>,
    answers: Res<KnownAnswers>,
    mut workshop: Workshop,
) {
    let wanted = settings.live && document.obstacle().is_none();
    let Some(sheet) = results.shown().filter(|_| wanted) else {
        if live.sheet.is_some() {
            *live = Live::default();
        }
        return;
    };
    let (id, now) = (sheet.id, workshop.time.elapsed());
    if live.sheet != Some(id) {
        live.begin(id, if is_small(&sheet.puzzle) { now } else { now + PAUSE });
    }
    if let Some(report) = live.job.as_ref().and_then(Worker::take)
        && let Some(sheet) = results.shown_mut()
        && take(sheet, report)
    {
        live.job = None;
        answers.0.put(&sheet.puzzle.identity(), &sheet.live);
    }
    if results.is_running() || !claims.are_none() {
        // It gives way: whoever has pressed Solve or Race shall have the machine.
        if live.job.is_some() {
            live.job = None;
        }
        return;
    }
    let known = knowledge(&document, &results).unwrap_or_default();
    if live.job.is_some() || known.is_complete() || known.settled {
        return;
    }
    if now < live.due {
        workshop.redraw.write(RequestRedraw);
        return;
    }
    let (Some(puzzle), Some(sheet)) = (document.puzzle(), results.shown()) else { return };
    let wake = wake(workshop.proxy.as_deref());
    let told = super::told(&document, sheet);
    let puzzle = Puzzle::clone(puzzle);
    match Worker::start(puzzle, options(), told, workshop.maker.0, wake) {
        Ok(worker) => live.job = Some(worker),
        Err(error) => {
            warn!("no thread for live solving: {error}");
            if let Some(sheet) = results.shown_mut() {
                sheet.live_settled = true;
            }
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Live>().add_systems(
        Update,
        (recall, solve_live)
            .chain()
            .after(super::poll)
            .after(ClaimSystems)
            .in_set(FrameSystems::Poll),
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
}
