//! What draws on a board: rectangles, and nodes that are used again from one picture to the next.

use bevy::prelude::*;

use super::patterns::TilePatterns;
use crate::app::kit::theme::{Fill, Paint};
use crate::puzzle::Cell;

/// Letters are left out in smaller cells, in logical pixels.
pub(super) const MIN_LETTER_SIDE: f32 = 14.0;

/// A rectangle on a board, in logical pixels from the inner top left corner.
#[derive(Clone, Copy)]
pub(super) struct Patch {
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub height: f32,
}

impl Patch {
    /// Covers a cell, but for the line to the right of it and below.
    pub fn of_cell(x: f32, y: f32, side: f32) -> Self {
        Self { left: x * side, top: y * side, width: side - 1.0, height: side - 1.0 }
    }

    /// Lies so far within this one.
    pub fn within(self, by: f32) -> Self {
        Self {
            left: self.left + by,
            top: self.top + by,
            width: self.width - 2.0 * by,
            height: self.height - 2.0 * by,
        }
    }

    /// Covers a cell and the lines, so that walls run together.
    pub fn of_wall(cell: Cell, side: f32) -> Self {
        let (x, y) = (f32::from(cell.x), f32::from(cell.y));
        Self { width: side, height: side, ..Self::of_cell(x, y, side) }
    }

    pub fn node(&self) -> Node {
        Node {
            position_type: PositionType::Absolute,
            left: px(self.left),
            top: px(self.top),
            width: px(self.width),
            height: px(self.height),
            ..default()
        }
    }
}

/// Draws one board.
pub(super) struct Painter<'a, 'w, 's> {
    pub commands: &'a mut Commands<'w, 's>,
    pub board: Entity,
    pub side: f32,
    /// The ground of the board as the theme shows it.
    pub ground: Color,
    pub assets: &'a AssetServer,
    pub patterns: &'a TilePatterns,
}

impl Painter<'_, '_, '_> {
    /// Gives the nodes of a pool these places and colours; what is left over is
    /// kept out of sight for the next time.
    pub fn fill_pool(
        &mut self,
        pool: &mut Vec<Entity>,
        nodes: impl Iterator<Item = (Node, Paint)>,
        z: i32,
    ) {
        let mut used = 0;
        for (node, color) in nodes {
            if used == pool.len() {
                let fixed = (ZIndex(z), Pickable::IGNORE, ChildOf(self.board));
                pool.push(self.commands.spawn(fixed).id());
            }
            self.commands.entity(pool[used]).insert((node, Fill(color)));
            used += 1;
        }
        self.hide(&pool[used..]);
    }

    pub fn hide(&mut self, spare: &[Entity]) {
        for &node in spare {
            self.commands.entity(node).insert(Node { display: Display::None, ..default() });
        }
    }
}
