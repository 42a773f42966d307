//! The selection: a region of one layout, drawn as a frame, and moved with what it
//! holds. A drag begun with Ctrl moves a copy.

use std::sync::Arc;

use bevy::prelude::*;

use super::gesture::{Gesture, GestureSystems, Means, Phase};
use super::{Preview, PutAway};
use crate::app::document::{Document, DocumentChanged, Edit};
use crate::app::kit::frame::FrameSystems;
use crate::puzzle::{Cell, Draft, EditCommand, Layout, Region};

/// The region that is selected.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection(pub Option<(Layout, Region)>);

impl Selection {
    /// Says whether a cell of a layout is selected.
    pub fn holds(&self, layout: Layout, cell: Cell) -> bool {
        self.0.is_some_and(|(own, region)| own == layout && region.contains(cell))
    }
}

fn select(
    mut gestures: MessageReader<Gesture>,
    mut selection: ResMut<Selection>,
    mut preview: ResMut<Preview>,
    mut had_one: Local<bool>,
) {
    for gesture in gestures.read() {
        if gesture.means != Means::Select {
            continue;
        }
        let region = Region::between(gesture.first, gesture.cell);
        match gesture.phase {
            Phase::Begin => {
                *had_one = selection.0.take().is_some();
                preview.outline = Some((gesture.layout, region));
            }
            Phase::Go => preview.outline = Some((gesture.layout, region)),
            Phase::End => {
                *preview = Preview::default();
                // A click beside the selection takes it away.
                let is_click = gesture.first == gesture.cell;
                let is_region = !(is_click && *had_one);
                selection.0 = is_region.then_some((gesture.layout, region));
            }
            Phase::Cancel => *preview = Preview::default(),
        }
    }
}

fn move_region(
    mut gestures: MessageReader<Gesture>,
    document: Res<Document>,
    mut selection: ResMut<Selection>,
    mut preview: ResMut<Preview>,
    mut edits: MessageWriter<Edit>,
) {
    for gesture in gestures.read() {
        let Means::Move { copy } = gesture.means else { continue };
        let (Some((layout, region)), Some(size)) = (selection.0, document.size(gesture.layout))
        else {
            continue;
        };
        let along = |to: u8, from: u8| i16::from(to) - i16::from(from);
        let (dx, dy) =
            (along(gesture.cell.x, gesture.first.x), along(gesture.cell.y, gesture.first.y));
        let target = region.moved(dx, dy, size);
        match gesture.phase {
            Phase::Begin | Phase::Go => {
                let mut draft = Draft::clone(document.draft());
                draft.move_region(layout, region, target.corner, copy);
                let outline = Some((layout, target));
                *preview = Preview { draft: Some(Arc::new(draft)), outline };
            }
            Phase::End => {
                *preview = Preview::default();
                if target != region {
                    let corner = target.corner;
                    edits.write(Edit(EditCommand::MoveRegion { layout, region, corner, copy }));
                    selection.0 = Some((layout, target));
                }
            }
            Phase::Cancel => *preview = Preview::default(),
        }
    }
}

/// Removes what is drawn in the selected region.
#[derive(Message, Clone, Copy, Debug)]
pub struct EraseSelection;

fn erase(
    mut requests: MessageReader<EraseSelection>,
    selection: Res<Selection>,
    mut edits: MessageWriter<Edit>,
) {
    if requests.read().count() > 0
        && let Some((layout, region)) = selection.0
    {
        edits.write(Edit(EditCommand::EraseRegion { layout, region }));
    }
}

fn deselect(mut requests: MessageReader<PutAway>, mut selection: ResMut<Selection>) {
    if requests.read().count() > 0 {
        selection.set_if_neq(Selection(None));
    }
}

/// Keeps the selection on the board, which may have become smaller.
fn follow_document(document: Res<Document>, mut selection: ResMut<Selection>) {
    let Some((layout, region)) = selection.0 else { return };
    let within = document.size(layout).and_then(|size| region.within(size));
    selection.set_if_neq(Selection(within.map(|region| (layout, region))));
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Selection>()
        .add_message::<EraseSelection>()
        .add_systems(Update, ((select, move_region).chain(), erase).in_set(GestureSystems::Act))
        .add_systems(
            Update,
            (deselect, follow_document.run_if(on_message::<DocumentChanged>))
                .chain()
                .after(FrameSystems::Commands)
                .before(FrameSystems::Poll),
        );
}
