//! The rectangle: shown while the button is held, drawn when it goes up.

use std::sync::Arc;

use bevy::prelude::*;

use super::gesture::{Gesture, GestureSystems, Means, Phase};
use super::sides::drawn_on;
use super::{Mirrors, Preview};
use crate::app::document::{Document, Edit};
use crate::puzzle::edit::edited;
use crate::puzzle::{Cell, Region};

fn draw(
    mut gestures: MessageReader<Gesture>,
    document: Res<Document>,
    mirrors: Res<Mirrors>,
    mut preview: ResMut<Preview>,
    mut edits: MessageWriter<Edit>,
) {
    for gesture in gestures.read() {
        let Means::Rectangle(brush) = gesture.means else { continue };
        let layout = gesture.layout;
        let Some(size) = document.size(layout) else { continue };
        let region = Region::between(gesture.first, gesture.cell);
        let cells: Vec<Cell> = mirrors.0.spread(&region.cells().collect::<Vec<_>>(), size);
        match gesture.phase {
            Phase::Begin | Phase::Go => {
                let before = document.draft();
                let draft = edited(before, before, &drawn_on(layout, cells, brush, size));
                let outline = Some((layout, region));
                *preview = Preview { draft: draft.map(Arc::new), outline };
            }
            Phase::End => {
                *preview = Preview::default();
                edits.write(Edit(drawn_on(layout, cells, brush, size)));
            }
            Phase::Cancel => *preview = Preview::default(),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(GestureSystems::Act));
}
