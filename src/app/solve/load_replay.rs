//! Which solution is loaded without being asked for: the best one that is known of the
//! board that is drawn. A solution of another board goes as soon as the board does.

use bevy::prelude::*;

use super::results::{Results, SheetId, best};
use crate::app::document::{Document, DocumentChanged};
use crate::app::kit::frame::FrameSystems;
use crate::app::replay::{Replay, Track};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        follow_results
            .run_if(
                on_message::<DocumentChanged>
                    .or_else(resource_changed::<Results>)
                    .or_else(resource_changed::<Replay>),
            )
            .after(FrameSystems::Poll)
            .before(FrameSystems::Views),
    );
}

/// Returns the best solution known of the board that is drawn, to be watched.
pub fn best_track(document: &Document, results: &Results) -> Option<Track> {
    let best = best(document, results)?;
    Track::new(document.puzzle()?, document.draft().palette.clone(), &best.moves).ok()
}

/// Loads each better solution of the board, unless somebody is watching another.
fn follow_results(
    document: Res<Document>,
    results: Res<Results>,
    mut replay: ResMut<Replay>,
    mut offered: Local<Option<(SheetId, usize)>>,
) {
    let is_of_board =
        |track: &Track| document.puzzle().is_some_and(|puzzle| **puzzle == track.puzzle);
    if replay.playhead().is_some_and(|playhead| !is_of_board(&playhead.track)) {
        replay.unload();
        *offered = None;
    }
    if let Some(playhead) = replay.playhead()
        && playhead.track.palette != document.draft().palette
    {
        replay.recolour(&document.draft().palette);
    }
    let (Some(sheet), Some(best)) = (results.shown(), best(&document, &results)) else { return };
    let is_news = offered.is_none_or(|(id, moves)| id != sheet.id || best.moves.len() < moves);
    if !is_news || replay.is_open() {
        return;
    }
    *offered = Some((sheet.id, best.moves.len()));
    if let Some(track) = best_track(&document, &results) {
        replay.load(track);
    }
}
