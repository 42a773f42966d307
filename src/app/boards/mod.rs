//! Boards on the screen: how they are drawn, where they stand, how large they are.

pub(in crate::app) mod cover;
pub mod editable;
pub mod heat_map;
pub mod layers;
pub mod slots;
pub(in crate::app) mod thumbnail;
pub mod view;
pub mod zoom;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((layers::plugin, slots::plugin, view::plugin, zoom::plugin, heat_map::plugin));
    app.add_plugins(cover::plugin);
}
