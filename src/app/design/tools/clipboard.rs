//! Copy, cut and paste of regions. What has been copied hangs on the pointer and is
//! drawn where it is clicked, until Escape or the right button lays it down. It is
//! copied as text too: so Ctrl+V knows what was copied last, here or elsewhere.

use std::sync::Arc;

use bevy::prelude::*;

use super::gesture::{Gesture, GestureSystems, HoverCell, Means, Phase};
use super::select::{EraseSelection, Selection};
use super::{ChooseTool, Preview, PutAway, Tool};
use crate::app::document::{Document, DocumentChanged, Edit};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::notice::ShowHint;
use crate::puzzle::{Clip, Draft, EditCommand, Layout, Transform, layout_text};

/// What has been copied last.
#[derive(Resource, Default)]
pub struct RegionClip(pub Option<Arc<Clip>>);

impl RegionClip {
    /// Returns the rows of what has been copied.
    pub fn text(&self) -> Option<String> {
        let clip = self.0.as_ref()?;
        let mut draft = Draft::new(clip.squares.size());
        draft.palette = clip.palette.clone();
        draft.start = clip.squares.clone();
        Some(layout_text(&draft, Layout::Start))
    }
}

/// What hangs on the pointer while a copy is placed: what has been copied, as it has
/// been turned since.
#[derive(Resource, Default)]
pub struct InHand(Option<Arc<Clip>>);

/// Does something with the selected region or with what has been copied.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipCommand {
    /// Copies the selected region.
    Copy,
    /// Copies it and removes it.
    Cut,
    /// Takes what has been copied in the hand.
    Paste,
    /// Turns or mirrors what is in the hand.
    Turn(Transform),
}

/// A region has been copied: it is now in [`RegionClip`].
#[derive(Message, Clone, Copy, Debug)]
pub struct RegionCopied;

/// Hangs what has been copied on the pointer.
pub fn take_in_hand(tools: &mut MessageWriter<ChooseTool>, hints: &mut MessageWriter<ShowHint>) {
    tools.write(ChooseTool(Tool::Stamp));
    hints.write(ShowHint("Click where the copy goes; R turns it. Esc lays it down."));
}

#[expect(clippy::too_many_arguments, reason = "a system names all that it reads and writes")]
fn handle(
    mut commands: MessageReader<ClipCommand>,
    document: Res<Document>,
    selection: Res<Selection>,
    mut clip: ResMut<RegionClip>,
    mut in_hand: ResMut<InHand>,
    mut erase: MessageWriter<EraseSelection>,
    mut tools: MessageWriter<ChooseTool>,
    mut hints: MessageWriter<ShowHint>,
    mut regions: MessageWriter<RegionCopied>,
) {
    for command in commands.read() {
        if *command == ClipCommand::Paste {
            if clip.0.is_some() {
                take_in_hand(&mut tools, &mut hints);
            }
            continue;
        }
        if let ClipCommand::Turn(transform) = *command {
            in_hand.0 = in_hand.0.as_ref().map(|clip| Arc::new(clip.transformed(transform)));
            continue;
        }
        let Some((layout, region)) = selection.0 else { continue };
        let Some(copied) = document.draft().clip(layout, region) else { continue };
        clip.0 = Some(Arc::new(copied));
        regions.write(RegionCopied);
        if *command == ClipCommand::Cut {
            erase.write(EraseSelection);
        }
    }
}

/// Takes what has been copied in the hand as it is, when that begins.
fn take_up(tool: Res<Tool>, clip: Res<RegionClip>, mut in_hand: ResMut<InHand>) {
    if *tool == Tool::Stamp {
        in_hand.0.clone_from(&clip.0);
    }
}

fn stamp(
    mut gestures: MessageReader<Gesture>,
    document: Res<Document>,
    clip: Res<InHand>,
    mut edits: MessageWriter<Edit>,
) {
    for gesture in gestures.read() {
        let is_click = gesture.means == Means::Stamp && gesture.phase == Phase::Begin;
        let (true, Some(clip)) = (is_click, &clip.0) else { continue };
        let Some(size) = document.size(gesture.layout) else { continue };
        let corner = clip.around(gesture.cell, size).corner;
        edits.write(Edit(EditCommand::Paste {
            layout: gesture.layout,
            clip: clip.clone(),
            corner,
        }));
    }
}

/// Shows the copy under the pointer.
fn show(
    tool: Res<Tool>,
    hover: Res<HoverCell>,
    clip: Res<InHand>,
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
        .add_message::<RegionCopied>()
        .init_resource::<InHand>()
        .add_message::<ClipCommand>()
        .add_systems(
            Update,
            ((handle, stamp).in_set(GestureSystems::Act), lay_down.in_set(FrameSystems::Commands)),
        )
        .add_systems(
            Update,
            (
                take_up.run_if(resource_changed::<Tool>.or_else(resource_changed::<RegionClip>)),
                show.run_if(
                    resource_changed::<Tool>
                        .or_else(resource_changed::<InHand>)
                        .or_else(resource_changed::<HoverCell>)
                        .or_else(on_message::<DocumentChanged>),
                ),
            )
                .chain()
                .after(FrameSystems::Poll)
                .before(FrameSystems::Views),
        );
}
