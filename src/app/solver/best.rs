//! Keeps the best solution with the level as soon as it is found, so that saving, the
//! question before it is lost and the recovery file know of it. The document itself
//! checks that it solves the level and is better than what it has.

use bevy::prelude::*;

use super::{SolverFinished, SolverReported, SolverState};
use crate::app::FrameSystems;
use crate::app::document::{Document, DocumentChanged, EditCommand};
use crate::app::edit::is_better;
use crate::search::Verdict;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, keep_best.in_set(FrameSystems::Views));
}

fn keep_best(
    mut reported: MessageReader<SolverReported>,
    mut finished: MessageReader<SolverFinished>,
    mut changed: MessageReader<DocumentChanged>,
    state: Res<SolverState>,
    document: Res<Document>,
    mut out: MessageWriter<EditCommand>,
) {
    let found = reported.read().filter(|report| report.found).count() > 0;
    let finished = finished.read().count() > 0;
    // The level may be again what was searched: an edit has been taken back.
    let changed = changed.read().count() > 0;
    if !(found || finished || changed) {
        return;
    }
    let Some(run) = state.run.as_ref().filter(|run| !run.stale) else { return };
    let proved =
        run.outcome().is_some_and(|outcome| matches!(outcome.verdict, Verdict::Optimal { .. }));
    let Some(found) = run.found.last() else { return };
    let moves = found.solution.moves();
    if is_better(document.draft().best.as_ref(), moves, proved) {
        let moves = moves.to_vec();
        out.write(EditCommand::KeepBest { moves, proved });
    }
}
