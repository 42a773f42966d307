//! Which solution is loaded without being asked for: the newest of the running
//! search, and the best one of a level that has just been opened.

use bevy::prelude::*;

use super::{Replay, ReplayCommand, Track};
use crate::app::FrameSystems;
use crate::app::document::{Document, DocumentChanged};
use crate::app::solver::{SolverReported, SolverState};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (load_known, load_newest).chain().in_set(FrameSystems::Poll));
}

/// Takes the best solution that an opened level brings.
fn load_known(
    mut changes: MessageReader<DocumentChanged>,
    document: Res<Document>,
    mut out: MessageWriter<ReplayCommand>,
) {
    if !changes.read().any(|change| change.opened) {
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
