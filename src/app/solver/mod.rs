//! The solver of the designer: owns the running search, hands its newest snapshot
//! to the views once a frame, and never waits for it.
//!
//! ```text
//!   panel, keys --SolverCommand--> this plugin --starts, stops--> Worker (thread)
//!   views <--SolverState, SolverReported, SolverFinished-- poll <--mailbox--'
//! ```

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
pub use state::{Run, Sample, SolverState};
pub(super) use worker::Worker;
pub use worker::{End, MakeSearch};

use super::FrameSystems;
use super::document::{Document, DocumentChanged};
use super::issue_words::issue_words;
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

/// A newer snapshot stands in [`SolverState`].
#[derive(Message, Clone, Copy, Debug)]
pub struct SolverReported {
    /// Better solutions have come with it.
    pub found: bool,
}

/// The search has ended; [`Run::end`] says how.
#[derive(Message, Clone, Copy, Debug)]
pub struct SolverFinished;

/// What makes the search; tests put in one of their own.
#[derive(Resource, Clone, Copy)]
pub struct SearchMaker(pub MakeSearch);

/// The worker of the running search.
#[derive(Resource, Default)]
struct Job(Option<Worker>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SolverState>()
        .init_resource::<SolverSettings>()
        .init_resource::<Job>()
        .insert_resource(SearchMaker(Search::new))
        .add_message::<SolverCommand>()
        .add_message::<SettingsCommand>()
        .add_message::<SolverReported>()
        .add_message::<SolverFinished>()
        .add_systems(
            Update,
            (apply_settings, apply_commands)
                .chain()
                // A size that is typed and entered by the same key is searched.
                .after(super::document::apply_commands)
                .in_set(FrameSystems::Commands),
        )
        .add_systems(Update, (follow_document, poll).chain().in_set(FrameSystems::Poll))
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
    mut state: ResMut<SolverState>,
) {
    for command in commands.read() {
        match command {
            SolverCommand::Solve => {
                let Ok((puzzle, options)) = ready(&document, &settings) else { continue };
                state.started += 1;
                let palette = document.draft().palette.clone();
                let mut run = Run::new(state.started, puzzle.clone(), palette, options);
                // Assigning drops the worker before, which stops its search.
                let known = document.draft().best.as_ref().map(|best| best.moves.clone());
                let wake = wake(proxy.as_deref());
                match Worker::start_with(puzzle, options, known, maker.0, wake) {
                    Ok(worker) => job.0 = Some(worker),
                    Err(error) => run.end = Some(End::Panicked(format!("no thread: {error}"))),
                }
                state.run = Some(run);
            }
            SolverCommand::Stop => {
                if let (Some(worker), Some(run)) = (&job.0, &mut state.run) {
                    worker.stop();
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
fn poll(
    mut job: ResMut<Job>,
    mut state: ResMut<SolverState>,
    mut reported: MessageWriter<SolverReported>,
    mut finished: MessageWriter<SolverFinished>,
) {
    let Some(report) = job.0.as_ref().and_then(Worker::take) else { return };
    let Some(run) = &mut state.run else { return };
    reported.write(SolverReported { found: !report.found.is_empty() });
    run.apply(report);
    if !run.is_running() {
        finished.write(SolverFinished);
        job.0 = None;
    }
}

/// Forgets the search when another level is opened. After an edit compares the
/// level with the one that was searched: undoing the edit makes the results good
/// again.
fn follow_document(
    mut changes: MessageReader<DocumentChanged>,
    document: Res<Document>,
    mut job: ResMut<Job>,
    mut state: ResMut<SolverState>,
) {
    for change in changes.read() {
        if change.opened {
            // Dropping the worker stops its search.
            job.0 = None;
            state.run = None;
        } else if change.puzzle
            && let Some(run) = &mut state.run
        {
            run.stale = document.puzzle().map(|puzzle| &**puzzle) != Some(&run.puzzle);
        }
    }
}
