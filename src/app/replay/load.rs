//! Which solution is loaded without being asked for: the newest of the running
//! search, and the best one that the level under edit brings.

use bevy::prelude::*;

use super::{Replay, ReplayCommand, Track};
use crate::app::FrameSystems;
use crate::app::document::{Document, DocumentChanged};
use crate::app::solver::{SolverReported, SolverState};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (load_known, load_newest).chain().in_set(FrameSystems::Poll));
}

/// Takes the best solution that an opened level brings, and drops it when an edit
/// makes another puzzle of the level. What a search has found stays.
fn load_known(
    mut changes: MessageReader<DocumentChanged>,
    document: Res<Document>,
    state: Res<SolverState>,
    mut out: MessageWriter<ReplayCommand>,
) {
    let searched = !state.found().is_empty();
    let concerns = |change: &DocumentChanged| change.opened || change.puzzle && !searched;
    if !changes.read().any(concerns) {
        return;
    }
    let draft = document.draft();
    let track = document
        .puzzle()
        .zip(draft.best.as_ref())
        .and_then(|(puzzle, best)| Track::new(puzzle, draft.palette.clone(), &best.moves).ok());
    out.write(track.map_or(ReplayCommand::Unload, |track| ReplayCommand::Load(Box::new(track))));
}

/// Takes each better solution, unless somebody is watching another.
fn load_newest(
    mut reports: MessageReader<SolverReported>,
    state: Res<SolverState>,
    replay: Res<Replay>,
    mut out: MessageWriter<ReplayCommand>,
) {
    if !reports.read().any(|report| report.found) || replay.is_open() {
        return;
    }
    if let Some(run) = &state.run
        && let Some(found) = run.found.last()
        && let Ok(track) = Track::new(&run.puzzle, run.palette.clone(), found.solution.moves())
    {
        out.write(ReplayCommand::Load(Box::new(track)));
    }
}
