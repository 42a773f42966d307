//! What the right board shows: the goal, or one of the waypoints that come before
//! it. The chooser above it, `Goal | 1 | 2 | +`; above the only one that is seen `Start | Goal`.

use bevy::feathers::controls::ButtonVariant;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use crate::app::boards::editable::EditableBoard;
use crate::app::boards::layers::BoardLayers;
use crate::app::boards::slots::PaneHeading;
use crate::app::document::{Document, DocumentChanged, Edit};
use crate::app::kit::bound::sends;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{self, button, heading};
use crate::app::kit::tooltip::Tooltip;
use crate::puzzle::{EditCommand, Layout, MAX_WAYPOINTS};

/// Shows a layout: on the right board, or the start on the left one; on top where one board is
/// seen.
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
    mut layers: ResMut<BoardLayers>,
) {
    let mut next = *target;
    if changes.read().any(|change| change.opened) {
        next = Target::default();
    }
    for &ShowTarget(layout) in requests.read() {
        let is_goal = layout != Layout::Start;
        if is_goal {
            next = Target(layout);
        }
        layers.set_if_neq(BoardLayers { goal_on_top: is_goal, ..*layers });
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

/// Writes what can be shown over the boards: over each what it shows, or over the one that is
/// seen all that there is.
fn show_chooser(
    document: Res<Document>,
    (target, layers): (Res<Target>, Res<BoardLayers>),
    headings: Query<(Entity, &PaneHeading)>,
    mut shown: Local<Option<(usize, Target, BoardLayers)>>,
    mut commands: Commands,
) {
    let waypoints = document.draft().waypoints.len();
    if *shown == Some((waypoints, *target, *layers)) {
        return;
    }
    *shown = Some((waypoints, *target, *layers));
    for (pane, &PaneHeading(layout)) in &headings {
        commands.entity(pane).despawn_related::<Children>();
        if !layers.shows(layout) {
            continue;
        }
        let is_start = layout == Layout::Start;
        let mut parts: Vec<Box<dyn Scene>> = Vec::new();
        if layers.one {
            parts.push(Box::new(tabs(true, waypoints, if is_start { layout } else { target.0 })));
        } else if is_start || waypoints == 0 {
            parts.push(Box::new(heading(if is_start { "START" } else { "GOAL" })));
        } else {
            parts.push(Box::new(tabs(false, waypoints, target.0)));
        }
        if !is_start && waypoints < MAX_WAYPOINTS {
            parts.push(Box::new(add_button(waypoints)));
        }
        for part in parts {
            commands.spawn_scene(part).insert(ChildOf(pane));
        }
    }
}

/// The row of what can be shown, the start with it or without.
fn tabs(with_start: bool, waypoints: usize, shown: Layout) -> impl Scene {
    let start = with_start.then_some(("Start".to_owned(), Layout::Start));
    let goal = std::iter::once(("Goal".to_owned(), Layout::Goal));
    let others = (0..waypoints).map(|index| ((index + 1).to_string(), Layout::Waypoint(index)));
    let all = start.into_iter().chain(goal).chain(others);
    let tabs: Vec<_> = all.map(|(caption, layout)| tab(caption, layout, shown == layout)).collect();
    bsn! { Node { column_gap: px(-1), flex_wrap: FlexWrap::Wrap } Children [ {tabs} ] }
}

fn tab(caption: String, layout: Layout, is_shown: bool) -> impl Scene {
    let variant = if is_shown { ButtonVariant::Primary } else { ButtonVariant::Normal };
    let tip = match layout {
        Layout::Start => "The start, from which the tiles are pushed".to_owned(),
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
                        .or_else(resource_changed::<BoardLayers>)
                        .or_else(run_once),
                )
                .in_set(FrameSystems::Views),
        ),
    );
}
