//! Whether a menu or a chooser is open: its keys mean it and nothing behind it. Run
//! conditions of keys ask.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui_widgets::MenuPopup;

/// Whether a menu was open when the frame began. Escape and Enter close it before
/// systems that read keys see them.
#[derive(Resource, Default)]
struct WasOpen(bool);

/// The menus of the window.
#[derive(SystemParam)]
pub struct OpenMenus<'w, 's> {
    was_open: Res<'w, WasOpen>,
    popups: Query<'w, 's, &'static Visibility, With<MenuPopup>>,
}

impl OpenMenus<'_, '_> {
    /// Says whether the keys of this frame mean a menu: one that was open when it began,
    /// or that one of them has opened.
    pub fn have_keys(&self) -> bool {
        self.was_open.0 || self.popups.iter().any(is_open)
    }

    /// Says whether the last menu was closed in this frame.
    pub fn have_closed(&self) -> bool {
        self.was_open.0 && !self.popups.iter().any(is_open)
    }
}

fn is_open(popup: &Visibility) -> bool {
    *popup == Visibility::Visible
}

fn notice(popups: Query<&Visibility, With<MenuPopup>>, mut was_open: ResMut<WasOpen>) {
    was_open.0 = popups.iter().any(is_open);
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<WasOpen>().add_systems(First, notice);
}
