//! Draws what a [`BoardView`] shows, touching only what has changed.

use bevy::feathers::constants::fonts;
use bevy::prelude::*;
use bevy::text::FontSource;

use super::patterns::TilePatterns;
use super::{BoardView, CellSide, HeatView, TileView};
use crate::app::kit::theme;
use crate::app::settings::appearance::painted;
use crate::app::settings::{Settings, Theme};
use crate::picture::HAIRLINE_SIDE;
use crate::puzzle::{Cell, Region, Size};

/// Cells have no lines between them up to this side, in logical pixels.
const MAX_SIDE_WITHOUT_LINES: f32 = 2.5;
/// Letters are left out in smaller cells, in logical pixels.
const MIN_LETTER_SIDE: f32 = 14.0;
/// Length of the dashes of a mirror, and of the gaps between them.
const DASH: f32 = 6.0;

/// The nodes of a board by kind, reused from one picture to the next, and what
/// they show, so that only what differs is touched.
#[derive(Component, Default)]
pub(super) struct Pools {
    lines: Vec<Entity>,
    walls: Vec<Entity>,
    heat: Vec<Entity>,
    numbers: Vec<Entity>,
    tiles: Vec<Entity>,
    letters: Vec<Entity>,
    marks: Vec<Entity>,
    stops: Vec<Entity>,
    mirrors: Vec<Entity>,
    outline: Vec<Entity>,
    drawn: Option<(BoardView, f32, Theme)>,
}

/// A rectangle on a board, in logical pixels from the inner top left corner.
struct Patch {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
}

impl Patch {
    /// Covers a cell, but for the line to the right of it and below.
    fn of_cell(x: f32, y: f32, side: f32) -> Self {
        Self { left: x * side, top: y * side, width: side - 1.0, height: side - 1.0 }
    }

    /// Covers a cell and the lines, so that walls run together.
    fn of_wall(cell: Cell, side: f32) -> Self {
        let (x, y) = (f32::from(cell.x), f32::from(cell.y));
        Self { width: side, height: side, ..Self::of_cell(x, y, side) }
    }

    fn node(&self) -> Node {
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

/// Redraws the boards that have changed: there is something else to be drawn, or the same
/// in another size or theme.
pub(super) fn draw_boards(
    mut commands: Commands,
    mut boards: Query<(Entity, Ref<BoardView>, Ref<CellSide>, &mut Pools)>,
    assets: Res<AssetServer>,
    patterns: Res<TilePatterns>,
    settings: Res<Settings>,
) {
    let theme = settings.theme;
    for (board, view, side, mut pools) in &mut boards {
        let is_as_drawn = pools.drawn.as_ref().is_some_and(|(_, _, drawn)| *drawn == theme);
        if side.0 > 0.0 && (!is_as_drawn || view.is_changed() || side.is_changed()) {
            let drawn = pools.drawn.take();
            let mut painter = Painter {
                commands: &mut commands,
                board,
                side: side.0,
                ground: painted(theme::WHITE, theme),
                assets: &assets,
                patterns: &patterns,
            };
            // The rest follows the theme by itself; hairlines are of no theme.
            let same = drawn.filter(|&(_, drawn, of)| (drawn, of) == (side.0, theme));
            painter.draw(&view, same.as_ref().map(|(view, ..)| view), &mut pools);
            pools.drawn = Some((BoardView::clone(&view), side.0, theme));
        }
    }
}

/// Draws one board.
struct Painter<'a, 'w, 's> {
    commands: &'a mut Commands<'w, 's>,
    board: Entity,
    side: f32,
    /// The ground of the board as the theme shows it.
    ground: Color,
    assets: &'a AssetServer,
    patterns: &'a TilePatterns,
}

impl Painter<'_, '_, '_> {
    /// Draws what differs from what is drawn.
    fn draw(&mut self, view: &BoardView, drawn: Option<&BoardView>, pools: &mut Pools) {
        if drawn.is_none_or(|drawn| drawn.size != view.size) {
            self.draw_lines(view.size, &mut pools.lines);
        }
        if drawn.is_none_or(|drawn| drawn.walls != view.walls) {
            self.draw_walls(&view.walls, &mut pools.walls);
        }
        if drawn.is_none_or(|drawn| drawn.heat != view.heat) {
            self.draw_heat(&view.heat, pools);
        }
        if drawn.is_none_or(|drawn| drawn.marks != view.marks) {
            self.draw_marks(&view.marks, &mut pools.marks);
        }
        if drawn.is_none_or(|drawn| drawn.stops != view.stops) {
            self.draw_stops(&view.stops, &mut pools.stops);
        }
        let frame = |view: &BoardView| (view.size, view.mirrors, view.outline);
        if drawn.is_none_or(|drawn| frame(drawn) != frame(view)) {
            self.draw_mirrors(view, &mut pools.mirrors);
            self.draw_outline(view.outline, &mut pools.outline);
        }
        self.draw_tiles(view, drawn.map_or(&[], |drawn| &drawn.tiles), pools);
    }

    fn draw_lines(&mut self, size: Size, pool: &mut Vec<Entity>) {
        let side = self.side;
        let along = |cells: u8| f32::from(cells) * side - 1.0;
        let (width, height) = (along(size.width), along(size.height));
        let columns = (1..size.width).map(|x| Patch {
            left: f32::from(x) * side - 1.0,
            top: 0.0,
            width: 1.0,
            height,
        });
        let rows = (1..size.height).map(|y| Patch {
            left: 0.0,
            top: f32::from(y) * side - 1.0,
            width,
            height: 1.0,
        });
        // Between cells of two pixels there would be more line than cell.
        let lines = columns.chain(rows).filter(|_| side > MAX_SIDE_WITHOUT_LINES);
        let lines = lines.map(|patch| (patch.node(), theme::GRID));
        self.fill_pool(pool, lines, 0);
    }

    fn draw_walls(&mut self, walls: &[Cell], pool: &mut Vec<Entity>) {
        let side = self.side;
        let nodes = walls.iter().map(|&cell| (Patch::of_wall(cell, side).node(), theme::BLACK));
        self.fill_pool(pool, nodes, 1);
    }

    fn draw_heat(&mut self, heat: &[HeatView], pools: &mut Pools) {
        let side = self.side;
        let node = |cell: Cell| Node {
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..Patch::of_cell(f32::from(cell.x), f32::from(cell.y), side).node()
        };
        let nodes = heat.iter().map(|cell| (node(cell.cell), theme::HEAT[cell.step]));
        self.fill_pool(&mut pools.heat, nodes, 1);
        for (index, cell) in heat.iter().enumerate() {
            if index == pools.numbers.len() {
                let fixed = (Pickable::IGNORE, ChildOf(pools.heat[index]));
                pools.numbers.push(self.commands.spawn(fixed).id());
            }
            let number =
                if side < MIN_LETTER_SIDE { String::new() } else { cell.number.to_string() };
            let length = number.len().max(2) as f32;
            self.commands.entity(pools.numbers[index]).insert((
                Text(number),
                TextColor(theme::BLACK),
                TextFont {
                    font: FontSource::Handle(self.assets.load(fonts::REGULAR)),
                    font_size: FontSize::Px((side * 0.8 / length).floor().clamp(8.0, 18.0)),
                    ..default()
                },
            ));
        }
    }

    fn draw_tiles(&mut self, view: &BoardView, drawn: &[TileView], pools: &mut Pools) {
        for (index, tile) in view.tiles.iter().enumerate() {
            let before = drawn.get(index);
            if before == Some(tile) {
                continue;
            }
            if index == pools.tiles.len() {
                let node = self.commands.spawn((ZIndex(2), Pickable::IGNORE, ChildOf(self.board)));
                pools.tiles.push(node.id());
                let letter = (Pickable::IGNORE, ChildOf(pools.tiles[index]));
                pools.letters.push(self.commands.spawn(letter).id());
            }
            let line = theme::hairline(tile.color, self.ground);
            let line = line.filter(|_| self.side > HAIRLINE_SIDE as f32);
            let node = Node {
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                border: UiRect::all(px(if line.is_some() { 1 } else { 0 })),
                ..Patch::of_cell(tile.x, tile.y, self.side).node()
            };
            self.commands.entity(pools.tiles[index]).insert((
                node,
                BackgroundColor(tile.color),
                BorderColor::all(line.unwrap_or(Color::NONE)),
            ));
            let look = |tile: &TileView| (tile.letter.clone(), tile.pattern, tile.color);
            if before.map(look) != Some(look(tile)) {
                self.draw_letter(tile, pools.letters[index]);
                self.draw_pattern(tile, pools.tiles[index]);
            }
        }
        let spare = view.tiles.len().min(pools.tiles.len());
        self.hide(&pools.tiles[spare..]);
    }

    fn draw_pattern(&mut self, tile: &TileView, node: Entity) {
        match tile.pattern {
            Some(pattern) => {
                self.commands.entity(node).insert(self.patterns.node(pattern, tile.color))
            }
            None => self.commands.entity(node).remove::<ImageNode>(),
        };
    }

    /// Draws dashes along each mirror.
    fn draw_mirrors(&mut self, view: &BoardView, pool: &mut Vec<Entity>) {
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
        self.fill_pool(pool, nodes, 4);
    }

    /// Draws a blue frame with a white one inside it around a region.
    fn draw_outline(&mut self, outline: Option<Region>, pool: &mut Vec<Entity>) {
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
            (Node { border: UiRect::all(px(1)), ..patch.node() }, Color::NONE)
        });
        self.fill_pool(pool, nodes, 5);
        for &frame in pool.iter() {
            self.commands
                .entity(frame)
                .insert((BorderColor::all(theme::WHITE), Outline::new(px(2), px(0), theme::BLUE)));
        }
    }

    fn draw_letter(&mut self, tile: &TileView, letter: Entity) {
        let text = if self.side < MIN_LETTER_SIDE { "" } else { &tile.letter };
        let length = text.chars().count().max(2) as f32;
        self.commands.entity(letter).insert((
            Text::new(text),
            TextColor(theme::ink_on(tile.color)),
            TextFont {
                font: FontSource::Handle(self.assets.load(fonts::BOLD)),
                font_size: FontSize::Px((self.side * 1.1 / length).floor()),
                ..default()
            },
        ));
    }

    /// Draws a red ring around a white one, to be seen on tiles of any colour.
    fn draw_marks(&mut self, marks: &[Cell], pool: &mut Vec<Entity>) {
        let side = self.side;
        let ring = (side / 14.0).round().clamp(1.0, 3.0);
        let nodes = marks.iter().map(|&cell| {
            let patch = Patch::of_cell(f32::from(cell.x), f32::from(cell.y), side);
            let inner = Patch {
                left: patch.left + ring,
                top: patch.top + ring,
                width: patch.width - 2.0 * ring,
                height: patch.height - 2.0 * ring,
            };
            (Node { border: UiRect::all(px(ring)), ..inner.node() }, Color::NONE)
        });
        self.fill_pool(pool, nodes, 3);
        for &mark in pool.iter() {
            self.commands.entity(mark).insert((
                BorderColor::all(theme::WHITE),
                Outline::new(px(ring), px(0), theme::RED),
            ));
        }
    }

    /// Draws a small black square with a white rim, to be seen on tiles of any colour.
    fn draw_stops(&mut self, stops: &[Cell], pool: &mut Vec<Entity>) {
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
            (Node { border: UiRect::all(px(1)), ..dot.node() }, theme::BLACK)
        });
        self.fill_pool(pool, nodes, 3);
        for &dot in pool.iter() {
            self.commands.entity(dot).insert(BorderColor::all(theme::WHITE));
        }
    }

    /// Gives the nodes of a pool these places and colours; what is left over is
    /// kept out of sight for the next time.
    fn fill_pool(
        &mut self,
        pool: &mut Vec<Entity>,
        nodes: impl Iterator<Item = (Node, Color)>,
        z: i32,
    ) {
        let mut used = 0;
        for (node, color) in nodes {
            if used == pool.len() {
                let fixed = (ZIndex(z), Pickable::IGNORE, ChildOf(self.board));
                pool.push(self.commands.spawn(fixed).id());
            }
            self.commands.entity(pool[used]).insert((node, BackgroundColor(color)));
            used += 1;
        }
        self.hide(&pool[used..]);
    }

    fn hide(&mut self, spare: &[Entity]) {
        for &node in spare {
            self.commands.entity(node).insert(Node { display: Display::None, ..default() });
        }
    }
}
