//! Whether the level is drawn or played.

use bevy::prelude::*;

/// What the window is for at the moment.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// The level is drawn.
    #[default]
    Design,
    /// The level is played.
    Play,
}

/// Run condition: the level is drawn, not played.
pub fn is_designing(mode: Res<Mode>) -> bool {
    *mode == Mode::Design
}

/// Run condition: the level is played.
pub fn is_playing(mode: Res<Mode>) -> bool {
    *mode == Mode::Play
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Mode>();
}
