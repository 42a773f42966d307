//! What if: how many moves the level would need with one stroke more. The map over the boards
//! (`map`) asks it for the brush in hand on every cell. The list of next strokes (`strokes`, shown by
//! `panel`, called by `words`) asks it for everything that could be drawn. Both work in the `workshop`.

pub mod map;
pub mod panel;
pub mod strokes;
mod words;
mod workshop;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((map::plugin, strokes::plugin, panel::plugin));
}
