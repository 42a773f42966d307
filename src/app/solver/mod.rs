//! The solver of the designer: owns the running search, hands its newest snapshot
//! to the views once a frame, and never waits for it.
//!
//! ```text
//!   panel, keys --SolverCommand--> this plugin --starts, stops--> Worker (thread)
//!   views <--Results, SolverReported, SolverFinished-- poll <-----mailbox--'
//! ```
//!
//! What a search finds stands on the sheet of the board that it was asked for
//! ([`super::results`]), whatever is drawn by then.

mod best;
pub mod count;
mod keys;
pub mod legs;
pub mod live;
mod settings;
mod state;
pub mod wording;
mod worker;

use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

pub use settings::{Field, SettingsCommand, SolverSettings};
pub use state::{Run, Sample};
pub(super) use worker::Worker;
pub use worker::{End, MakeSearch};

use super::FrameSystems;
use super::document::{Document, DocumentChanged};
use super::issue_words::issue_words;
use super::results::{ResultSystems, Results, SheetId};
use crate::puzzle::Puzzle;
use crate::search::{Options, Search};
pub(super) use worker::Wake;

/// A request to the solver.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverCommand {
    /// Searches the level under edit, as the settings say. A running search stops.
    Solve,
    /// Ends the running search with what is known by now.
    Stop,
}

/// What makes the search; tests put in one of their own.
#[derive(Resource, Clone, Copy)]
pub struct SearchMaker(pub MakeSearch);

/// The worker of the running search, and the sheet that it is written on.
#[derive(Resource, Default)]
struct Job {
    worker: Option<(SheetId, Worker)>,
    /// How many searches have been started.
    started: u64,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SolverSettings>()
        .init_resource::<Job>()
        .insert_resource(SearchMaker(Search::new))
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
        .add_plugins((best::plugin, count::plugin, keys::plugin, live::plugin, legs::plugin));
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
                let known = document.draft().best.as_ref().map(|best| best.moves.clone());
                let wake = wake(proxy.as_deref());
                match Worker::start_with(puzzle, options, known, maker.0, wake) {
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

/// Returns what asks for a frame: in a window the event loop sleeps until
/// something wakes it; without one somebody else makes the frames.
pub(super) fn wake(proxy: Option<&EventLoopProxyWrapper>) -> Wake {
    let Some(proxy) = proxy else { return Box::new(|| {}) };
    let proxy = (**proxy).clone();
    // It fails when the window is gone: nobody is left to wake.
    Box::new(move || {
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    })
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
