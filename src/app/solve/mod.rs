//! The solver of the designer: owns the running search, hands its newest snapshot
//! to the views once a frame, and never waits for it.
//!
//! ```text
//!   panel, keys --SolverCommand--> this plugin --starts, stops--> Worker (thread)
//!   views <--Results, SolverReported, SolverFinished-- poll <-----mailbox--'
//! ```
//!
//! What a search finds stands on the sheet of the board that it was asked for
//! ([`results`]), whatever is drawn by then.

pub mod actions;
pub mod count;
pub mod heat;
pub mod issues_panel;
mod keep_best;
mod keys;
pub mod legs;
pub mod live;
pub(in crate::app) mod load_replay;
pub mod panel;
pub mod results;
pub mod solutions;
mod state;
pub mod verdict_bar;

use bevy::prelude::*;
use bevy::winit::EventLoopProxyWrapper;

pub use state::{Run, Sample};

use crate::app::document::{Document, DocumentChanged};
use crate::app::kit::frame::FrameSystems;
use crate::app::work::search_settings::{SettingsCommand, SolverSettings};
use crate::app::work::wake::{SearchMaker, wake};
use crate::app::work::worker::{End, Told, Worker};
use crate::puzzle::Puzzle;
use crate::search::Options;
use crate::words::issue_words;
use results::{ResultSystems, Results, Sheet, SheetId};

/// A request to the solver.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverCommand {
    /// Searches the level under edit, as the settings say. A running search stops.
    Solve,
    /// Ends the running search with what is known by now.
    Stop,
}

/// The worker of the running search, and the sheet that it is written on.
#[derive(Resource, Default)]
struct Job {
    worker: Option<(SheetId, Worker)>,
    /// How many searches have been started.
    started: u64,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Job>()
        .add_message::<SolverCommand>()
        .add_message::<SettingsCommand>()
        .add_systems(
            Update,
            (apply_settings, apply_commands)
                .chain()
                // A size that is typed and entered by the same key is searched.
                .after(ResultSystems)
                .in_set(FrameSystems::Commands),
        )
        .add_systems(Update, (end_with_level, poll).chain().in_set(FrameSystems::Poll))
        .add_plugins((
            results::plugin,
            verdict_bar::plugin,
            solutions::plugin,
            issues_panel::plugin,
        ))
        .add_plugins((keep_best::plugin, count::plugin, keys::plugin, live::plugin, legs::plugin))
        .add_plugins((heat::plugin, panel::plugin, load_replay::plugin));
}

/// Says whether a search can begin.
pub fn is_ready(document: &Document, settings: &SolverSettings) -> bool {
    settings.fault().is_none() && document.obstacle().is_none() && document.puzzle().is_some()
}

/// Returns the puzzle and the options for a search, or why there can be none.
///
/// # Errors
/// Says in words of the user what must be done first.
pub fn ready(document: &Document, settings: &SolverSettings) -> Result<(Puzzle, Options), String> {
    let options = settings.options()?;
    match (document.obstacle(), document.puzzle()) {
        (Some(issue), _) => Err(issue_words(issue, &document.draft().palette)),
        (None, Some(puzzle)) => Ok((Puzzle::clone(puzzle), options)),
        (None, None) => Err("the level is not complete".to_owned()),
    }
}

fn apply_settings(
    mut commands: MessageReader<SettingsCommand>,
    mut settings: ResMut<SolverSettings>,
) {
    for command in commands.read() {
        settings.apply(command);
    }
}

fn apply_commands(
    mut commands: MessageReader<SolverCommand>,
    document: Res<Document>,
    settings: Res<SolverSettings>,
    maker: Res<SearchMaker>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut job: ResMut<Job>,
    mut results: ResMut<Results>,
) {
    for command in commands.read() {
        match command {
            SolverCommand::Solve => {
                let Ok((puzzle, options)) = ready(&document, &settings) else { continue };
                // What the search before has found stays on its sheet.
                let before = job.worker.take().map(|(id, _)| id);
                let run = before.and_then(|id| results.get_mut(id)?.run.as_mut());
                if let Some(run) = run.filter(|run| run.is_running()) {
                    run.abandon();
                }
                let Some(sheet) = results.shown_mut() else { continue };
                job.started += 1;
                let mut run = Run::new(job.started, puzzle.clone(), options);
                let told = told(&document, sheet);
                let wake = wake(proxy.as_deref());
                match Worker::start(puzzle, options, told, maker.0, wake) {
                    Ok(worker) => job.worker = Some((sheet.id, worker)),
                    Err(error) => run.end = Some(End::Panicked(format!("no thread: {error}"))),
                }
                sheet.run = Some(run);
            }
            SolverCommand::Stop => {
                let Some((id, worker)) = &job.worker else { continue };
                worker.stop();
                if let Some(run) = results.get_mut(*id).and_then(|sheet| sheet.run.as_mut()) {
                    run.stopping = true;
                }
            }
        }
    }
}

/// Returns what a search begins with: where the searches before have come to. Of a board of which all
/// is known it shows once more how that is found.
fn told(document: &Document, sheet: &Sheet) -> Told {
    let of_level = document.draft().best.as_ref().map(|best| best.moves.clone());
    let known = sheet.own_knowledge();
    if known.is_complete() {
        return Told { solution: of_level, lower_bound: 0 };
    }
    let of_sheet = sheet.best().map(|(moves, _)| moves);
    let solution = of_level.into_iter().chain(of_sheet).min_by_key(Vec::len);
    Told { solution, lower_bound: known.lower_bound }
}

/// Takes over what the worker has reported since the last frame.
fn poll(mut job: ResMut<Job>, mut results: ResMut<Results>) {
    let Some((id, worker)) = &job.worker else { return };
    let Some(report) = worker.take() else { return };
    let is_over = report.end.is_some();
    if let Some(sheet) = results.get_mut(*id)
        && let Some(run) = &mut sheet.run
    {
        sheet.solutions.add_all(&report.found, run.options.method);
        run.apply(report);
    }
    if is_over {
        job.worker = None;
    }
}

/// Ends the search when another level is opened: dropping the worker stops it.
fn end_with_level(mut changes: MessageReader<DocumentChanged>, mut job: ResMut<Job>) {
    if changes.read().any(|change| change.opened) {
        job.worker = None;
    }
}
