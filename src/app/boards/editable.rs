//! Boards that are drawn on.

use bevy::prelude::*;

use crate::puzzle::Layout;

/// A board that is painted on, and the layout that it shows.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct EditableBoard(pub Layout);
