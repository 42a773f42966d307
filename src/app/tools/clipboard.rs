//! Copy, cut and paste of regions. What has been copied hangs on the pointer and is
//! drawn where it is clicked, until Escape or the right button lays it down.

use std::sync::Arc;

use bevy::prelude::*;

use super::gesture::{Gesture, GestureSystems, HoverCell, Means, Phase};
use super::select::{EraseSelection, Selection};
use super::{ChooseTool, Preview, PutAway, Tool};
use crate::app::FrameSystems;
use crate::app::document::{Document, DocumentChanged, EditCommand};
use crate::app::status::ShowHint;
use crate::puzzle::{Clip, Draft};

/// What has been copied last.
#[derive(Resource, Default)]
pub struct RegionClip(pub Option<Arc<Clip>>);

/// Does something with the selected region or with what has been copied.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipCommand {
    /// Copies the selected region.
    Copy,
    /// Copies it and removes it.
    Cut,
    /// Takes what has been copied in the hand.
    Paste,
}

fn handle(
    mut commands: MessageReader<ClipCommand>,
    document: Res<Document>,
    selection: Res<Selection>,
    mut clip: ResMut<RegionClip>,
    mut erase: MessageWriter<EraseSelection>,
    mut tools: MessageWriter<ChooseTool>,
    mut hints: MessageWriter<ShowHint>,
) {
    for command in commands.read() {
        if *command == ClipCommand::Paste {
            if clip.0.is_some() {
                tools.write(ChooseTool(Tool::Stamp));
                hints.write(ShowHint("Click where the copy goes. Esc lays it down."));
            }
            continue;
        }
        let Some((layout, region)) = selection.0 else { continue };
        let Some(copied) = document.draft().clip(layout, region) else { continue };
        clip.0 = Some(Arc::new(copied));
        if *command == ClipCommand::Cut {
            erase.write(EraseSelection);
        }
    }
}

fn stamp(
    mut gestures: MessageReader<Gesture>,
    document: Res<Document>,
    clip: Res<RegionClip>,
    mut edits: MessageWriter<EditCommand>,
) {
    for gesture in gestures.read() {
        let is_click = gesture.means == Means::Stamp && gesture.phase == Phase::Begin;
        let (true, Some(clip)) = (is_click, &clip.0) else { continue };
        let Some(size) = document.size(gesture.layout) else { continue };
        let corner = clip.around(gesture.cell, size).corner;
        edits.write(EditCommand::Paste { layout: gesture.layout, clip: clip.clone(), corner });
    }
}

/// Shows the copy under the pointer.
fn show(
    tool: Res<Tool>,
    hover: Res<HoverCell>,
    clip: Res<RegionClip>,
    document: Res<Document>,
    mut shown: Local<bool>,
    mut preview: ResMut<Preview>,
) {
    if *tool != Tool::Stamp {
        if std::mem::take(&mut *shown) {
            *preview = Preview::default();
        }
        return;
    }
    let (Some(clip), Some((layout, cell))) = (&clip.0, hover.0) else {
        preview.set_if_neq(Preview::default());
        return;
    };
    let Some(size) = document.size(layout) else { return };
    let region = clip.around(cell, size);
    let mut draft = Draft::clone(document.draft());
    draft.paste(layout, clip, region.corner);
    *preview = Preview { draft: Some(Arc::new(draft)), outline: Some((layout, region)) };
    *shown = true;
}

fn lay_down(
    mut requests: MessageReader<PutAway>,
    tool: Res<Tool>,
    mut tools: MessageWriter<ChooseTool>,
) {
    if requests.read().count() > 0 && *tool == Tool::Stamp {
        tools.write(ChooseTool(Tool::Select));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RegionClip>()
        .add_message::<ClipCommand>()
        .add_systems(
            Update,
            ((handle, stamp).in_set(GestureSystems::Act), lay_down.in_set(FrameSystems::Commands)),
        )
        .add_systems(
            Update,
            show.run_if(
                resource_changed::<Tool>
                    .or_else(resource_changed::<HoverCell>)
                    .or_else(on_message::<DocumentChanged>),
            )
            .after(FrameSystems::Poll)
            .before(FrameSystems::Views),
        );
}
