//! The rectangle: shown while the button is held, drawn when it goes up.

use std::sync::Arc;

use bevy::prelude::*;

use super::gesture::{Gesture, GestureSystems, Means, Phase};
use super::{Mirrors, Preview};
use crate::app::document::{Document, EditCommand};
use crate::puzzle::{Cell, Draft, Region};

fn draw(
    mut gestures: MessageReader<Gesture>,
    document: Res<Document>,
    mirrors: Res<Mirrors>,
    mut preview: ResMut<Preview>,
    mut edits: MessageWriter<EditCommand>,
) {
    for gesture in gestures.read() {
        let Means::Rectangle(square) = gesture.means else { continue };
        let layout = gesture.layout;
        let Some(size) = document.size(layout) else { continue };
        let region = Region::between(gesture.first, gesture.cell);
        let cells: Vec<Cell> = mirrors.0.spread(&region.cells().collect::<Vec<_>>(), size);
        match gesture.phase {
            Phase::Begin | Phase::Go => {
                let mut draft = Draft::clone(document.draft());
                cells.iter().for_each(|&cell| draft.paint(layout, cell, square));
                let outline = Some((layout, region));
                *preview = Preview { draft: Some(Arc::new(draft)), outline };
            }
            Phase::End => {
                *preview = Preview::default();
                edits.write(EditCommand::Paint { layout, cells, square });
            }
            Phase::Cancel => *preview = Preview::default(),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(GestureSystems::Act));
}
