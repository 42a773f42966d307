//! The window and what holds the rest together: bars, menus, keys, settings. The one
//! folder that knows all others.

pub mod actions;
pub(in crate::app) mod frame_times;
pub mod help;
mod logo;
pub mod more_menu;
pub(in crate::app) mod requirements;
pub mod settings_dialog;
pub mod shortcuts;
pub mod status_bar;
pub(in crate::app) mod top_bar;
pub(in crate::app) mod window;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        status_bar::plugin,
        help::plugin,
        top_bar::plugin,
        shortcuts::plugin,
        window::plugin,
    ));
    app.add_plugins((settings_dialog::plugin, frame_times::plugin));
}
