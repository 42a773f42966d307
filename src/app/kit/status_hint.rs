//! What is said at the bottom of the window about what has just been tried.

use bevy::prelude::*;

/// Says something about what has just been tried, until the next edit or tool.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowHint(pub &'static str);
