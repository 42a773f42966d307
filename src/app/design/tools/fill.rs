//! The fill: draws on all cells that are connected with the one under the pointer
//! and show the same.

use bevy::prelude::*;

use super::Mirrors;
use super::gesture::{Gesture, GestureSystems, Means, Phase};
use super::sides::drawn_on;
use crate::app::document::{Document, Edit};

fn fill(
    mut gestures: MessageReader<Gesture>,
    document: Res<Document>,
    mirrors: Res<Mirrors>,
    mut edits: MessageWriter<Edit>,
) {
    for gesture in gestures.read() {
        let Means::Fill(brush) = gesture.means else { continue };
        let layout = gesture.layout;
        if gesture.phase == Phase::Begin
            && let Some(size) = document.size(layout)
        {
            let alike = document.draft().alike_from(layout, gesture.cell);
            let cells = mirrors.0.spread(&alike, size);
            edits.write(Edit(drawn_on(layout, cells, brush, size)));
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fill.in_set(GestureSystems::Act));
}
