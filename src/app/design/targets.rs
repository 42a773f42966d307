//! What the right board shows: the goal, or one of the waypoints that come before
//! it. The chooser above it, `Goal | 1 | 2 | +`.

use bevy::feathers::controls::ButtonVariant;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use crate::app::boards::editable::EditableBoard;
use crate::app::boards::slots::PaneHeading;
use crate::app::document::{Document, DocumentChanged, Edit};
use crate::app::kit::bound::sends;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{self, button, heading};
use crate::app::kit::tooltip::Tooltip;
use crate::puzzle::{EditCommand, Layout, MAX_WAYPOINTS};

/// Shows a layout on the right board; the start stands on the left one always.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowTarget(pub Layout);

/// The button that shows a layout.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetButton(pub Layout);

impl Default for TargetButton {
    fn default() -> Self {
        Self(Layout::Goal)
    }
}

/// The button that adds a waypoint.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct AddWaypointButton;

/// The layout on the right board.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target(pub Layout);

impl Default for Target {
    fn default() -> Self {
        Self(Layout::Goal)
    }
}

fn choose(
    mut requests: MessageReader<ShowTarget>,
    mut changes: MessageReader<DocumentChanged>,
    document: Res<Document>,
    mut target: ResMut<Target>,
) {
    let mut next = *target;
    if changes.read().any(|change| change.opened) {
        next = Target::default();
    }
    for &ShowTarget(layout) in requests.read() {
        if layout != Layout::Start {
            next = Target(layout);
        }
    }
    if document.size(next.0).is_none() {
        next = Target::default();
    }
    target.set_if_neq(next);
}

fn show_board(target: Res<Target>, mut boards: Query<&mut EditableBoard>) {
    for mut board in &mut boards {
        if board.0 != Layout::Start {
            board.set_if_neq(EditableBoard(target.0));
        }
    }
}

fn show_chooser(
    document: Res<Document>,
    target: Res<Target>,
    headings: Query<(Entity, &PaneHeading)>,
    mut shown: Local<Option<(usize, Target)>>,
    mut commands: Commands,
) {
    let waypoints = document.draft().waypoints.len();
    if *shown == Some((waypoints, *target)) {
        return;
    }
    *shown = Some((waypoints, *target));
    let Some((pane, _)) = headings.iter().find(|(_, heading)| heading.0 == Layout::Goal) else {
        return;
    };
    commands.entity(pane).despawn_related::<Children>();
    let mut parts: Vec<Box<dyn Scene>> = Vec::new();
    if waypoints == 0 {
        parts.push(Box::new(heading("GOAL")));
    } else {
        let mut tabs = vec![tab("Goal".to_owned(), Layout::Goal, *target)];
        tabs.extend(
            (0..waypoints)
                .map(|index| tab((index + 1).to_string(), Layout::Waypoint(index), *target)),
        );
        parts.push(Box::new(bsn! {
            Node { column_gap: px(-1), flex_wrap: FlexWrap::Wrap }
            Children [ {tabs} ]
        }));
    }
    if waypoints < MAX_WAYPOINTS {
        parts.push(Box::new(add_button(waypoints)));
    }
    for part in parts {
        commands.spawn_scene(part).insert(ChildOf(pane));
    }
}

fn tab(caption: String, layout: Layout, target: Target) -> impl Scene {
    let is_shown = target.0 == layout;
    let variant = if is_shown { ButtonVariant::Primary } else { ButtonVariant::Normal };
    let tip = match layout {
        Layout::Waypoint(index) => format!("Waypoint {}, to be passed on the way", index + 1),
        _ => "The goal, to be reached at the end".to_owned(),
    };
    bsn! {
        button(caption)
        Node { min_width: px(theme::ROW), padding: UiRect::horizontal(px(6)) }
        template_value(variant)
        template_value(Tooltip(tip))
        TargetButton({layout})
        sends(ShowTarget(layout))
    }
}

fn add_button(waypoints: usize) -> impl Scene {
    let next = Layout::Waypoint(waypoints);
    bsn! {
        button("+")
        Node { width: px(theme::ROW), padding: UiRect::ZERO }
        template_value(Tooltip::new("Adds a waypoint: a picture that must be passed before the goal", ""))
        AddWaypointButton
        on(move |_: On<Activate>,
                 mut edits: MessageWriter<Edit>,
                 mut show: MessageWriter<ShowTarget>| {
            edits.write(Edit(EditCommand::AddWaypoint));
            show.write(ShowTarget(next));
        })
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Target>().add_message::<ShowTarget>().add_systems(
        Update,
        (
            (choose, show_board).chain().after(FrameSystems::Commands).before(FrameSystems::Poll),
            show_chooser
                .run_if(
                    on_message::<DocumentChanged>
                        .or_else(resource_changed::<Target>)
                        .or_else(run_once),
                )
                .in_set(FrameSystems::Views),
        ),
    );
}
