//! A thin bar at the right of whatever scrolls, to be seen only while there is more
//! than fits.

use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui::{IgnoreScroll, UiSystems};
use bevy::ui_widgets::{ControlOrientation, ScrollArea, ScrollIntoView, Scrollbar, ScrollbarThumb};

use super::frame::FrameSystems;
use super::theme;

/// Width of the bar, in logical pixels.
const WIDTH: f32 = 6.0;
/// The least length of its handle.
const MIN_LENGTH: f32 = 24.0;

/// Room to leave at the right of content that reaches the edge of its scroll area.
pub const ROOM: f32 = WIDTH + 6.0;

fn spawn_bar(add: On<Add, ScrollArea>, mut commands: Commands) {
    let bar = Scrollbar::new(add.entity, ControlOrientation::Vertical, MIN_LENGTH);
    commands.spawn((
        Node {
            position_type: PositionType::Absolute,
            right: px(0),
            top: px(0),
            bottom: px(0),
            width: px(WIDTH),
            ..default()
        },
        // It stands still while its neighbours move.
        IgnoreScroll(BVec2::TRUE),
        Visibility::Hidden,
        ZIndex(5),
        bar,
        ChildOf(add.entity),
        children![(ScrollbarThumb::default(), theme::Fill(theme::DIM))],
    ));
}

fn show_where_needed(
    areas: Query<&ComputedNode, With<ScrollArea>>,
    mut bars: Query<(&Scrollbar, &mut Visibility)>,
) {
    for (bar, mut visibility) in &mut bars {
        let Ok(area) = areas.get(bar.target) else { continue };
        // Half a pixel comes of rounding.
        let is_needed = area.content_size().y > area.size().y + 0.5;
        let wanted = if is_needed { Visibility::Inherited } else { Visibility::Hidden };
        visibility.set_if_neq(wanted);
    }
}

/// Brings what the keyboard has reached into view, and whatever scrolls around it.
fn scroll_to_focus(
    focus: Res<InputFocus>,
    visible: Res<InputFocusVisible>,
    parents: Query<&ChildOf>,
    areas: Query<(), With<ScrollArea>>,
    mut commands: Commands,
) {
    let Some(focused) = focus.get().filter(|_| visible.0) else { return };
    let around = parents.iter_ancestors(focused).filter(|&parent| areas.contains(parent));
    for entity in std::iter::once(focused).chain(around) {
        commands.trigger(ScrollIntoView { entity });
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(spawn_bar)
        .add_systems(
            Update,
            scroll_to_focus.run_if(resource_changed::<InputFocus>).in_set(FrameSystems::Views),
        )
        .add_systems(PostUpdate, show_where_needed.after(UiSystems::PostLayout));
}
