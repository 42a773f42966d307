//! Drawing a level: the panels around the boards, and the tools.

pub mod actions;
pub mod board_actions;
pub mod board_panel;
pub mod brush_row;
pub mod colour_dialog;
pub mod history_panel;
pub mod numbers;
pub mod overlays;
pub mod palette_panel;
pub mod targets;
pub mod toolbar;
pub mod tools;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        overlays::plugin,
        tools::plugin,
        toolbar::plugin,
        targets::plugin,
        palette_panel::plugin,
        colour_dialog::plugin,
    ));
    app.add_plugins((
        numbers::plugin,
        board_panel::plugin,
        history_panel::plugin,
        board_actions::plugin,
    ));
}
