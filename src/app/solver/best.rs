//! Keeps the best solution with the level, so that saving keeps it. The document
//! itself checks that it solves the level and is better than what it has.

use bevy::prelude::*;

use super::{SolverFinished, SolverState};
use crate::app::FrameSystems;
use crate::app::document::EditCommand;
use crate::search::Verdict;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, keep_best.in_set(FrameSystems::Views));
}

fn keep_best(
    mut finished: MessageReader<SolverFinished>,
    state: Res<SolverState>,
    mut out: MessageWriter<EditCommand>,
) {
    if finished.read().count() == 0 {
        return;
    }
    let Some(run) = state.run.as_ref().filter(|run| !run.stale) else { return };
    let proved =
        run.outcome().is_some_and(|outcome| matches!(outcome.verdict, Verdict::Optimal { .. }));
    if let Some(found) = run.found.last() {
        let moves = found.solution.moves().to_vec();
        out.write(EditCommand::KeepBest { moves, proved });
    }
}
