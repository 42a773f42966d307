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
    /// How many moves the level would need with what the hand holds there.
    WhatIf,
}

/// The map.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct HeatMap {
    /// What it shows.
    pub kind: HeatKind,
    /// Its cells over START.
    pub cells: Vec<HeatView>,
    /// Its cells over the board at the right.
    pub target_cells: Vec<HeatView>,
    /// What the first and the last step of the scale mean, where it is to be shown.
    pub scale: Option<(String, String)>,
    /// What is to be said about it.
    pub words: String,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<HeatMap>();
}
