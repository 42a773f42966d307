//! The rows above the two boards: clear, copy the start to the goal, fixed or
//! floating goal, or removing the waypoint that is shown.

use bevy::feathers::controls::FeathersRadio;
use bevy::feathers::theme::ThemedText;
use bevy::prelude::*;
use bevy::ui::Checked;
use bevy::ui_widgets::{Activate, RadioGroup, ValueChange};

use super::targets::Target;
use crate::app::boards::slots::BoardToolsSlot;
use crate::app::document::{Document, DocumentChanged, Edit};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{self, button};
use crate::app::kit::tooltip::Tooltip;
use crate::puzzle::{Anchor, EditCommand, Layout};

/// The radio button of a fixed or a floating goal.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnchorRadio(pub Anchor);

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
        on(|_: On<Activate>, mut out: MessageWriter<Edit>| {
            out.write(Edit(EditCommand::Clear));
        })
    }
}

fn copy_button() -> impl Scene {
    bsn! {
        button("Copy →")
        Node { padding: UiRect::horizontal(px(6)) }
        template_value(Tooltip::new("Puts the tiles of START on GOAL, to be moved there", ""))
        on(|_: On<Activate>, mut out: MessageWriter<Edit>| {
            out.write(Edit(EditCommand::CopyStartToGoal));
        })
    }
}

/// Removes the waypoint that is shown.
#[derive(Component, Clone, Default)]
pub struct RemoveWaypointButton;

fn remove_button() -> impl Scene {
    bsn! {
        button("Remove waypoint")
        Node { display: Display::None }
        RemoveWaypointButton
        template_value(Tooltip::new("Takes this waypoint out of the level", ""))
        on(|_: On<Activate>, target: Res<Target>, mut out: MessageWriter<Edit>| {
            if let Layout::Waypoint(index) = target.0 {
                out.write(Edit(EditCommand::RemoveWaypoint(index)));
            }
        })
    }
}

/// The radio buttons of the anchor.
#[derive(Component, Clone, Default)]
struct AnchorRadios;

/// A waypoint stands where it is drawn: there is nothing to choose.
fn show_tools_of_target(
    target: Res<Target>,
    mut radios: Single<&mut Node, With<AnchorRadios>>,
    mut remove: Single<&mut Node, (With<RemoveWaypointButton>, Without<AnchorRadios>)>,
) {
    let is_goal = target.0 == Layout::Goal;
    let shown = |shown: bool| if shown { Display::Flex } else { Display::None };
    radios.display = shown(is_goal);
    remove.display = shown(!is_goal);
}

fn anchor_radios() -> impl Scene {
    bsn! {
        Node { column_gap: px(12), height: px(theme::ROW), align_items: AlignItems::Center }
        RadioGroup
        AnchorRadios
        on(choose_anchor)
        Children [
            (
                @FeathersRadio { @caption: bsn! { Text("Fixed") ThemedText } }
                template_value(Tooltip::new("The goal is reached only on the very cells where it is drawn", ""))
                template_value(AnchorRadio(Anchor::Fixed))
                Checked
            ),
            (
                @FeathersRadio { @caption: bsn! { Text("Floating") ThemedText } }
                template_value(Tooltip::new("The goal is a pattern that may be reached anywhere on the board", ""))
                template_value(AnchorRadio(Anchor::Floating))
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

fn show_anchor(
    document: Res<Document>,
    radios: Query<(Entity, &AnchorRadio)>,
    mut commands: Commands,
) {
    for (entity, radio) in &radios {
        if radio.0 == document.draft().anchor {
            commands.entity(entity).insert(Checked);
        } else {
            commands.entity(entity).remove::<Checked>();
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, fill_slots).add_systems(
        Update,
        (
            show_anchor.run_if(on_message::<DocumentChanged>),
            show_tools_of_target.run_if(resource_changed::<Target>),
        )
            .in_set(FrameSystems::Views),
    );
}
