//! What every screen is made of: looks, dialogs, keys, the order of a frame. Knows no level.

pub(in crate::app) mod bound;
pub mod dialog;
pub(in crate::app) mod folding;
pub mod frame;
pub(in crate::app) mod hidden_focus;
pub(in crate::app) mod icons;
pub mod keys;
pub mod mode;
pub mod notice;
pub mod open_menus;
pub(in crate::app) mod parts;
pub(in crate::app) mod quick_clicks;
pub(in crate::app) mod scrollbar;
pub mod theme;
pub mod tooltip;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        frame::plugin,
        bound::plugin,
        mode::plugin,
        keys::plugin,
        theme::plugin,
        scrollbar::plugin,
        icons::plugin,
    ));
    app.add_plugins((
        dialog::plugin,
        open_menus::plugin,
        tooltip::plugin,
        notice::plugin,
        quick_clicks::plugin,
        hidden_focus::plugin,
        folding::plugin,
    ));
}
