//! Keeps the best solution with the level as soon as it is found, so that saving, the
//! question before it is lost and the recovery file know of it. The document itself
//! checks that it solves the level and is better than what it has.

use bevy::prelude::*;

use super::results::Results;
use crate::app::document::{Document, DocumentChanged, Edit};
use crate::app::kit::frame::FrameSystems;
use crate::puzzle::EditCommand;
use crate::puzzle::edit::is_better;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        keep_best
            // The level may be again what was searched: an edit has been taken back.
            .run_if(resource_changed::<Results>.or_else(on_message::<DocumentChanged>))
            .in_set(FrameSystems::Views),
    );
}

/// What was searched on request is kept as soon as it is found. What live solving has
/// found is kept when that has ended, and only in a level that is to be saved anyway, for
/// looking at a level does not change it; or where it proves what the level claims.
fn keep_best(document: Res<Document>, results: Res<Results>, mut out: MessageWriter<Edit>) {
    let Some(sheet) = results.shown() else { return };
    let Some((moves, proved)) = sheet.best() else { return };
    let was_asked_for = sheet.run.is_some() || sheet.legs.is_some();
    let claim = document.draft().best.as_ref().filter(|best| best.claimed);
    let is_proof = proved && claim.is_some_and(|claim| claim.moves.len() == moves.len());
    if !(was_asked_for || is_proof || document.is_dirty() && sheet.live_settled) {
        return;
    }
    if is_better(document.draft().best.as_ref(), &moves, proved) {
        out.write(Edit(EditCommand::KeepBest { moves, proved, in_play: false }));
    }
}
