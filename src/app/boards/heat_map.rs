//! The heat map that a board shows.

use bevy::prelude::*;

use super::view::HeatView;

/// What the map shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeatKind {
    /// Nothing.
    #[default]
    Off,
    /// Where tiles stand in good solutions.
    Standing,
    /// How far it is to the goal.
    Distance,
}

/// The map.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct HeatMap {
    /// What it shows.
    pub kind: HeatKind,
    /// Its cells.
    pub cells: Vec<HeatView>,
    /// What is to be said about it.
    pub words: String,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<HeatMap>();
}
