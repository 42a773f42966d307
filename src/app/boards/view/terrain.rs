//! Passes and thin walls on a board of the screen, as in exported pictures: a pass in a pale
//! shade of its colour with hatching, a thin wall as a rule on the line between two cells.

use bevy::feathers::constants::fonts;
use bevy::prelude::*;
use bevy::text::FontSource;

use super::painter::{MIN_LETTER_SIDE, Painter, Patch};
use super::{BoardView, TileMarks, mark_of};
use crate::app::kit::theme;
use crate::picture;
use crate::puzzle::{Cell, Direction, Palette, Size, Terrain};

/// Smaller cells have no hatching, in logical pixels.
const MIN_HATCHED_SIDE: f32 = 8.0;
/// Part of a cell that its sign takes, amid the hatching.
const SIGN: f32 = 0.6;

/// A pass on a board.
#[derive(Clone, Debug, PartialEq)]
pub struct PassView {
    /// Where it is.
    pub cell: Cell,
    /// The colour that may enter.
    pub color: Color,
    /// What is written on tiles of that colour; empty for nothing.
    pub letter: String,
    /// The pattern that is drawn on them.
    pub pattern: Option<usize>,
}

impl PassView {
    /// Returns the passes of a board of `size`.
    pub(super) fn all(
        terrain: &Terrain,
        size: Size,
        palette: &Palette,
        marks: TileMarks,
    ) -> Vec<Self> {
        let inside = terrain.passes.iter().filter(|(cell, _)| size.contains(**cell));
        inside
            .map(|(&cell, &colour)| {
                let (letter, pattern) = mark_of(colour, palette, marks);
                let color = theme::color(palette.swatch(colour).rgb);
                Self { cell, color, letter, pattern }
            })
            .collect()
    }
}

/// The nodes of a pass.
#[derive(Clone, Copy)]
pub(super) struct PassNodes {
    ground: Entity,
    sign: Entity,
    letter: Entity,
}

impl Painter<'_, '_, '_> {
    pub(super) fn draw_passes(&mut self, passes: &[PassView], pool: &mut Vec<PassNodes>) {
        for (index, pass) in passes.iter().enumerate() {
            if index == pool.len() {
                let board = self.board;
                let mut spawn = |z, parent| {
                    let fixed = (ZIndex(z), Pickable::IGNORE, ChildOf(parent));
                    self.commands.spawn(fixed).id()
                };
                let ground = spawn(0, board);
                let sign = spawn(0, ground);
                pool.push(PassNodes { ground, sign, letter: spawn(0, sign) });
            }
            self.draw_pass(pass, pool[index]);
        }
        for spare in &pool[passes.len()..] {
            self.hide(&[spare.ground]);
        }
    }

    fn draw_pass(&mut self, pass: &PassView, nodes: PassNodes) {
        let (rgb, ground) = (theme::rgb(pass.color), theme::rgb(self.ground));
        let pale = theme::color(picture::pale(rgb, ground));
        let centred = |node: Node| Node {
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..node
        };
        let patch = Patch::of_cell(f32::from(pass.cell.x), f32::from(pass.cell.y), self.side);
        let mut own = self.commands.entity(nodes.ground);
        own.insert((centred(patch.node()), BackgroundColor(pale)));
        if self.side >= MIN_HATCHED_SIDE {
            let hatch = theme::color(picture::hatch(rgb, ground));
            own.insert(self.patterns.hatching(hatch, self.side));
        } else {
            own.remove::<ImageNode>();
        }
        let is_signed =
            self.side >= MIN_LETTER_SIDE && (pass.pattern.is_some() || !pass.letter.is_empty());
        let side = (self.side * SIGN).round();
        let display = if is_signed { Display::Flex } else { Display::None };
        let sign = Node { display, width: px(side), height: px(side), ..default() };
        let mut own = self.commands.entity(nodes.sign);
        own.insert((centred(sign), BackgroundColor(pale)));
        match pass.pattern {
            Some(pattern) => own.insert(self.patterns.node(pattern, pale)),
            None => own.remove::<ImageNode>(),
        };
        let length = pass.letter.chars().count().max(2) as f32;
        self.commands.entity(nodes.letter).insert((
            Text::new(pass.letter.clone()),
            TextColor(theme::ink_on(pale)),
            TextFont {
                font: FontSource::Handle(self.assets.load(fonts::REGULAR)),
                font_size: FontSize::Px((self.side * 0.9 / length).floor()),
                ..default()
            },
        ));
    }

    /// Draws thin walls over tiles, which would hide half of them. One on the edge of the board
    /// is wrong, and red.
    pub(super) fn draw_thin_walls(&mut self, view: &BoardView, pool: &mut Vec<Entity>) {
        let side = self.side;
        let width = picture::thin_wall_width(side as u32) as f32;
        let ghost = view.ghost.iter().map(|&wall| (wall, theme::FAINT));
        let walls = view.thin_walls.iter().map(|&wall| {
            let is_inner = wall.between(view.size).is_some();
            (wall, if is_inner { theme::INK } else { theme::RED })
        });
        let inner = |cells: u8| f32::from(cells) * side - 1.0;
        let (right, bottom) = (inner(view.size.width), inner(view.size.height));
        let nodes = ghost.chain(walls).map(|(wall, ink)| {
            let (x, y) = (f32::from(wall.cell().x), f32::from(wall.cell().y));
            let cell = Patch::of_cell(x, y, side);
            // The line stands behind the cell, in the middle of the rule. At its ends the rule
            // covers the crossings, so that those that meet are joined.
            let before = (width / 2.0).floor();
            let along = |start: f32, edge: f32| {
                let first = (start - 1.0 - before).max(0.0);
                (first, (start + side - 1.0 - before + width).min(edge) - first)
            };
            let (top, height) = along(cell.top, bottom);
            let (left, across) = along(cell.left, right);
            let rule = match wall.direction() {
                Direction::Right => {
                    Patch { left: cell.left + cell.width - before, top, width, height }
                }
                Direction::Left => Patch { left: cell.left, top, width, height },
                Direction::Down => {
                    let top = cell.top + cell.height - before;
                    Patch { left, top, width: across, height: width }
                }
                Direction::Up => Patch { left, top: cell.top, width: across, height: width },
            };
            (rule.node(), ink)
        });
        self.fill_pool(pool, nodes, 3);
    }
}
