//! The tools that draw on the boards: one file a family. A press becomes a
//! [`gesture`], whose meaning is decided in one place; the tool that it means sends
//! [`crate::app::document::Edit`]s, and shows a [`Preview`] of what it will do
//! when the button goes up.

pub mod cell_cursor;
pub mod clipboard;
pub mod edges;
mod fill;
pub mod gesture;
mod keys;
mod paint;
mod pointer;
mod rectangle;
pub mod select;
pub mod sides;

use std::sync::Arc;

use bevy::prelude::*;

use crate::app::document::brush::ChooseBrush;
use crate::app::kit::frame::FrameSystems;
use crate::puzzle::{Draft, Layout, Region, Symmetry};

/// What a drag with the left button does.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Paints along the way.
    #[default]
    Paint,
    /// Fills a rectangle.
    Rectangle,
    /// Fills connected cells that show the same.
    Fill,
    /// Selects a region, or moves the one that is selected.
    Select,
    /// Draws what has been copied where it is clicked.
    Stamp,
}

/// Takes another tool.
#[derive(Message, Clone, Copy, Debug)]
pub struct ChooseTool(pub Tool);

/// Where mirrors stand on the boards.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mirrors(pub Symmetry);

/// What the boards show in place of the document while a tool is at work.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Preview {
    /// The draft as it would be.
    pub draft: Option<Arc<Draft>>,
    /// A frame around the region that is concerned.
    pub outline: Option<(Layout, Region)>,
}

/// Lays down what the hand holds: a copy to be placed, a selection.
#[derive(Message, Clone, Copy, Debug)]
pub struct PutAway;

/// What Escape would lay down.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Held<'w> {
    tool: Res<'w, Tool>,
    selection: Res<'w, select::Selection>,
    active: Res<'w, gesture::Active>,
}

impl Held<'_> {
    /// Says whether there is nothing, so that Escape may mean something else.
    pub fn is_nothing(&self) -> bool {
        *self.tool != Tool::Stamp && self.selection.0.is_none() && !self.active.is_under_way()
    }
}

fn change_tool(
    mut choices: MessageReader<ChooseTool>,
    mut brushes: MessageReader<ChooseBrush>,
    mut tool: ResMut<Tool>,
) {
    // Whoever takes a colour wants to paint with it.
    if brushes.read().count() > 0 && matches!(*tool, Tool::Select | Tool::Stamp) {
        *tool = Tool::Paint;
    }
    for &ChooseTool(chosen) in choices.read() {
        tool.set_if_neq(chosen);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Tool>()
        .init_resource::<Mirrors>()
        .init_resource::<Preview>()
        .add_message::<ChooseTool>()
        .add_message::<PutAway>()
        .add_systems(Update, change_tool.after(FrameSystems::Commands).before(FrameSystems::Poll))
        .add_plugins((
            pointer::plugin,
            keys::plugin,
            paint::plugin,
            rectangle::plugin,
            sides::plugin,
            fill::plugin,
            select::plugin,
            clipboard::plugin,
            cell_cursor::plugin,
            edges::plugin,
        ));
}
