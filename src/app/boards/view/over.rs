//! What lies over the tiles of a board: the marks of issues, mirrors, the frame of a selection.

use bevy::prelude::*;

use super::BoardView;
use super::painter::{Painter, Patch};
use crate::app::kit::theme::{self, Around, Frame, Paint};
use crate::picture;
use crate::puzzle::{Cell, Region};

/// Length of the dashes of a mirror, and of the gaps between them.
const DASH: f32 = 6.0;

impl Painter<'_, '_, '_> {
    /// Draws dashes along each mirror.
    pub(super) fn draw_mirrors(&mut self, view: &BoardView, pool: &mut Vec<Entity>) {
        let side = self.side;
        let (width, height) = (f32::from(view.size.width), f32::from(view.size.height));
        let (width, height) = (width * side - 1.0, height * side - 1.0);
        let mut dashes = Vec::new();
        let starts = |length: f32| {
            let count = (length / (2.0 * DASH)).ceil() as u16;
            (0..count).map(move |index| f32::from(index) * 2.0 * DASH).map(move |at| {
                // The last one ends where the board does.
                (at, DASH.min(length - at))
            })
        };
        if view.mirrors.left_right {
            let left = (width / 2.0).floor() - 1.0;
            dashes.extend(starts(height).map(|(top, height)| Patch {
                left,
                top,
                width: 2.0,
                height,
            }));
        }
        if view.mirrors.up_down {
            let top = (height / 2.0).floor() - 1.0;
            dashes.extend(starts(width).map(|(left, width)| Patch {
                left,
                top,
                width,
                height: 2.0,
            }));
        }
        let nodes = dashes.iter().map(|patch| (patch.node(), theme::BLUE));
        self.fill_pool(pool, nodes, 5);
    }

    /// Draws a blue frame with a white one inside it around a region.
    pub(super) fn draw_outline(&mut self, outline: Option<Region>, pool: &mut Vec<Entity>) {
        let side = self.side;
        let nodes = outline.iter().map(|region| {
            let (x, y) = (f32::from(region.corner.x), f32::from(region.corner.y));
            let (width, height) = (f32::from(region.size.width), f32::from(region.size.height));
            let patch = Patch {
                left: x * side + 1.0,
                top: y * side + 1.0,
                width: width * side - 3.0,
                height: height * side - 3.0,
            };
            (Node { border: UiRect::all(px(1)), ..patch.node() }, theme::NONE)
        });
        self.fill_pool(pool, nodes, 6);
        for &frame in pool.iter() {
            self.commands.entity(frame).insert((
                Frame(theme::GROUND),
                Outline::new(px(2), px(0), Color::NONE),
                Around(theme::BLUE),
            ));
        }
    }

    /// Draws the tiles of the other board: pale ones with a ring of their whole colour on cells
    /// without a tile, for tints of red and green look alike to many eyes; small ones in the
    /// corner of a tile.
    pub(super) fn draw_ghosts(&mut self, view: &BoardView, pool: &mut Vec<Entity>) {
        let side = self.side;
        let ground = theme::rgb(self.ground);
        let ghosts: Vec<_> = view
            .ghosts
            .iter()
            .map(|ghost| {
                let cell = Patch::of_cell(ghost.x, ghost.y, side);
                let is_covered =
                    view.tiles.iter().any(|tile| (tile.x, tile.y) == (ghost.x, ghost.y));
                let pale = theme::color(picture::pale(theme::rgb(ghost.color), ground));
                (is_covered, cell, ghost.color, pale)
            })
            .collect();
        let size = (side * 0.26).round().max(5.0);
        let gap = (side * 0.06).round() + 1.0;
        let ring = (side * 0.08).round().max(2.0);
        let nodes = ghosts.iter().map(|&(is_covered, cell, color, pale)| {
            if is_covered {
                let (left, top) = (cell.left + side - gap - size, cell.top + side - gap - size);
                let corner = Patch { left, top, width: size, height: size };
                (corner.node(), Paint::Own(color))
            } else {
                (
                    Node {
                        border: UiRect::all(px(ring)),
                        ..cell.within((side * 0.05).round()).node()
                    },
                    Paint::Own(pale),
                )
            }
        });
        self.fill_pool(pool, nodes, 3);
        for (&node, &(is_covered, _, color, _)) in pool.iter().zip(&ghosts) {
            let mut node = self.commands.entity(node);
            node.insert(BorderColor::all(color));
            // White around the small ones and a hairline where the colour is pale.
            let line = if is_covered {
                Color::WHITE
            } else {
                theme::hairline(color, self.ground).unwrap_or(Color::NONE)
            };
            node.insert(Outline::new(px(if is_covered { 2 } else { 1 }), px(0), line));
        }
    }

    /// Draws a red ring around a white one, to be seen on tiles of any colour.
    pub(super) fn draw_marks(&mut self, marks: &[Cell], pool: &mut Vec<Entity>) {
        let side = self.side;
        let ring = (side / 14.0).round().clamp(1.0, 3.0);
        let nodes = marks.iter().map(|&cell| {
            let patch = Patch::of_cell(f32::from(cell.x), f32::from(cell.y), side);
            let inner = patch.within(ring);
            (Node { border: UiRect::all(px(ring)), ..inner.node() }, theme::NONE)
        });
        self.fill_pool(pool, nodes, 4);
        for &mark in pool.iter() {
            self.commands.entity(mark).insert((
                Frame(theme::GROUND),
                Outline::new(px(ring), px(0), Color::NONE),
                Around(theme::RED),
            ));
        }
    }

    /// Draws a small black square with a white rim, to be seen on tiles of any colour.
    pub(super) fn draw_stops(&mut self, stops: &[Cell], pool: &mut Vec<Entity>) {
        let side = self.side;
        let size = (side / 4.0).round().clamp(3.0, 12.0);
        let nodes = stops.iter().map(|&cell| {
            let cell = Patch::of_cell(f32::from(cell.x), f32::from(cell.y), side);
            let dot = Patch {
                left: cell.left + ((cell.width - size) / 2.0).round(),
                top: cell.top + ((cell.height - size) / 2.0).round(),
                width: size,
                height: size,
            };
            (Node { border: UiRect::all(px(1)), ..dot.node() }, theme::INK)
        });
        self.fill_pool(pool, nodes, 4);
        for &dot in pool.iter() {
            self.commands.entity(dot).insert(Frame(theme::GROUND));
        }
    }
}
