//! Tab passes over controls that are not shown: those of parts of the screen that are
//! away at the moment. Bevy's navigation goes by the tree alone.

use bevy::input_focus::tab_navigation::{NavAction, TabNavigation};
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;

use super::frame::FrameSystems;

/// No screen has more controls that are hidden one after the other.
const MOST: usize = 500;

fn pass_over(
    keys: Res<ButtonInput<KeyCode>>,
    nodes: Query<&ComputedNode>,
    navigation: TabNavigation,
    mut focus: ResMut<InputFocus>,
) {
    // Only then: what a dialog focuses as it appears has no size yet.
    if !keys.just_pressed(KeyCode::Tab) {
        return;
    }
    let backwards = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    for _ in 0..MOST {
        let is_hidden = |entity| {
            nodes.get(entity).is_ok_and(|node: &ComputedNode| node.size().min_element() <= 0.0)
        };
        if !focus.get().is_some_and(is_hidden) {
            return;
        }
        let action = if backwards { NavAction::Previous } else { NavAction::Next };
        let Ok(next) = navigation.navigate(&focus, action) else { return };
        focus.set(next, FocusCause::Navigated);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, pass_over.before(FrameSystems::Input));
}
