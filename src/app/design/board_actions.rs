//! The rows above the two boards: clear, copy the start to the goal, fixed or
//! floating goal, or removing the waypoint that is shown.

use bevy::feathers::controls::FeathersRadio;
use bevy::feathers::theme::ThemedText;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, RadioGroup, ValueChange};

use super::targets::Target;
use crate::app::boards::slots::BoardToolsSlot;
use crate::app::document::{Document, Edit};
use crate::app::kit::bound::{checked_if, sends, shown_if};
use crate::app::kit::theme::{self, button};
use crate::app::kit::tooltip::Tooltip;
use crate::puzzle::{Anchor, EditCommand, Layout};

/// The radio button of a fixed or a floating goal.
#[derive(Component, Clone, Copy, Default)]
struct AnchorRadio(Anchor);

fn fill_slots(mut commands: Commands, slots: Query<(Entity, &BoardToolsSlot)>) {
    for (slot, &BoardToolsSlot(layout)) in &slots {
        if layout == Layout::Start {
            commands.spawn_scene(clear_button()).insert(ChildOf(slot));
            commands.spawn_scene(copy_button()).insert(ChildOf(slot));
        } else {
            commands.spawn_scene(anchor_radios()).insert(ChildOf(slot));
            commands.spawn_scene(remove_button()).insert(ChildOf(slot));
        }
    }
}

fn clear_button() -> impl Scene {
    bsn! {
        button("Clear both")
        Node { padding: UiRect::horizontal(px(6)) }
        template_value(Tooltip::new("Takes everything off both boards; Ctrl+Z brings it back", ""))
        sends(Edit(EditCommand::Clear))
    }
}

fn copy_button() -> impl Scene {
    bsn! {
        button("Copy →")
        Node { padding: UiRect::horizontal(px(6)) }
        template_value(Tooltip::new("Puts the tiles of START on GOAL, to be moved there", ""))
        sends(Edit(EditCommand::CopyStartToGoal))
    }
}

/// Removes the waypoint that is shown.
fn remove_button() -> impl Scene {
    bsn! {
        button("Remove waypoint")
        shown_if(|target: Res<Target>| target.0 != Layout::Goal)
        template_value(Tooltip::new("Takes this waypoint out of the level", ""))
        on(|_: On<Activate>, target: Res<Target>, mut out: MessageWriter<Edit>| {
            if let Layout::Waypoint(index) = target.0 {
                out.write(Edit(EditCommand::RemoveWaypoint(index)));
            }
        })
    }
}

/// The radio buttons of the anchor. A waypoint stands where it is drawn: there is nothing to
/// choose.
fn anchor_radios() -> impl Scene {
    bsn! {
        Node { column_gap: px(12), height: px(theme::ROW), align_items: AlignItems::Center }
        RadioGroup
        shown_if(|target: Res<Target>| target.0 == Layout::Goal)
        on(choose_anchor)
        Children [
            (
                @FeathersRadio { @caption: bsn! { Text("Fixed") ThemedText } }
                template_value(Tooltip::new("The goal is reached only on the very cells where it is drawn", ""))
                template_value(AnchorRadio(Anchor::Fixed))
                checked_if(|document: Res<Document>| document.draft().anchor == Anchor::Fixed)
            ),
            (
                @FeathersRadio { @caption: bsn! { Text("Floating") ThemedText } }
                template_value(Tooltip::new("The goal is a pattern that may be reached anywhere on the board", ""))
                template_value(AnchorRadio(Anchor::Floating))
                checked_if(|document: Res<Document>| document.draft().anchor == Anchor::Floating)
            ),
        ]
    }
}

fn choose_anchor(
    change: On<ValueChange<Entity>>,
    radios: Query<&AnchorRadio>,
    mut out: MessageWriter<Edit>,
) {
    if let Ok(radio) = radios.get(change.value) {
        out.write(Edit(EditCommand::SetAnchor(radio.0)));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, fill_slots);
}
