//! Draws what a [`BoardView`] shows, touching only what has changed.

use bevy::feathers::constants::fonts;
use bevy::prelude::*;
use bevy::text::FontSource;

use super::painter::{MIN_LETTER_SIDE, Painter, Patch};
use super::patterns::TilePatterns;
use super::terrain::PassNodes;
use super::{BoardView, CellSide, HeatPlace, HeatView, Ring, TileView};
use crate::app::kit::theme;
use crate::app::settings::{Settings, Theme};
use crate::picture::{self, HAIRLINE_SIDE};
use crate::puzzle::{Cell, Direction, Size};

/// Cells have no lines between them up to this side, in logical pixels.
const MAX_SIDE_WITHOUT_LINES: f32 = 2.5;
/// What a heat map says is left out in less room, in logical pixels.
const MIN_LABEL_ROOM: f32 = 13.0;
/// So many times as large as its part of the width a letter of a heat map may be.
const LETTER_IN_WIDTH: f32 = 1.6;
/// The middle of the ring of a chameleon goes so far across its cell.
const RING: f32 = 0.64;
/// How strong the ring of a chameleon is that has taken a colour.
const FAINT_RING: f32 = 0.35;

/// The nodes of a board by kind, reused from one picture to the next, and what
/// they show, so that only what differs is touched.
#[derive(Component, Default)]
pub(super) struct Pools {
    lines: Vec<Entity>,
    walls: Vec<Entity>,
    passes: Vec<PassNodes>,
    thin_walls: Vec<Entity>,
    heat: Vec<Entity>,
    numbers: Vec<Entity>,
    ghosts: Vec<Entity>,
    tiles: Vec<Entity>,
    letters: Vec<Entity>,
    rings: Vec<Entity>,
    marks: Vec<Entity>,
    stops: Vec<Entity>,
    mirrors: Vec<Entity>,
    outline: Vec<Entity>,
    drawn: Option<(BoardView, f32, Theme)>,
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
                ground: theme::GROUND.color(theme),
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

/// What a heat map says.
#[derive(Component)]
pub struct HeatNumber;

/// Returns the room beside a side of a cell, within it: so the side is seen, and the rooms of the
/// sides at the right and below do not touch.
fn beside(cell: Patch, direction: Direction, side: f32) -> Patch {
    let (width, height) = ((side * 0.46).round(), (side * 0.27).round());
    // A thin wall lies half in the cell.
    let gap = (picture::thin_wall_width(side as u32) as f32 / 2.0).ceil() + 1.0;
    let middle = |from: f32, room: f32| from + ((side - room) / 2.0).round();
    let (far_left, far_top) = (cell.left + side - width - gap, cell.top + side - height - gap);
    let (left, top) = match direction {
        Direction::Right => (far_left, middle(cell.top, height)),
        Direction::Left => (cell.left + gap, middle(cell.top, height)),
        Direction::Down => (middle(cell.left, width), far_top),
        Direction::Up => (middle(cell.left, width), cell.top + gap),
    };
    Patch { left, top, width, height }
}

impl Painter<'_, '_, '_> {
    /// Draws what differs from what is drawn.
    fn draw<'a>(&mut self, view: &'a BoardView, drawn: Option<&'a BoardView>, pools: &mut Pools) {
        if drawn.is_none_or(|drawn| drawn.size != view.size) {
            self.draw_lines(view.size, &mut pools.lines);
        }
        if drawn.is_none_or(|drawn| drawn.walls != view.walls) {
            self.draw_walls(&view.walls, &mut pools.walls);
        }
        if drawn.is_none_or(|drawn| drawn.passes != view.passes) {
            self.draw_passes(&view.passes, &mut pools.passes);
        }
        let walls = |view: &'a BoardView| (view.size, view.ghost, &view.thin_walls);
        if drawn.is_none_or(|drawn| walls(drawn) != walls(view)) {
            self.draw_thin_walls(view, &mut pools.thin_walls);
        }
        let heat = |view: &'a BoardView| (&view.heat, &view.passes);
        if drawn.is_none_or(|drawn| heat(drawn) != heat(view)) {
            self.draw_heat(view, pools);
        }
        let ghosts = |view: &'a BoardView| (&view.ghosts, &view.tiles);
        if drawn.is_none_or(|drawn| ghosts(drawn) != ghosts(view)) {
            self.draw_ghosts(view, &mut pools.ghosts);
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
        let nodes = walls.iter().map(|&cell| (Patch::of_wall(cell, side).node(), theme::INK));
        self.fill_pool(pool, nodes, 1);
    }

    fn draw_heat(&mut self, view: &BoardView, pools: &mut Pools) {
        let heat = &view.heat;
        let patches: Vec<Patch> = heat.iter().map(|heat| self.patch_of(heat.place, view)).collect();
        let node = |patch: &Patch| Node {
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..patch.node()
        };
        // None is left without a ground: it may lie over a tile, a wall, a pass.
        let ground = |heat: &HeatView| match heat.step {
            Some(step) => theme::HEAT[step],
            None if heat.is_open => theme::FIELD,
            None => theme::GROUND,
        };
        let nodes = patches.iter().zip(heat).map(|(patch, heat)| (node(patch), ground(heat)));
        self.fill_pool(&mut pools.heat, nodes, 1);
        for (index, cell) in heat.iter().enumerate() {
            let z = if matches!(cell.place, HeatPlace::Cell(_)) { 1 } else { 4 };
            self.commands.entity(pools.heat[index]).insert(ZIndex(z));
            if index == pools.numbers.len() {
                let fixed = (Pickable::IGNORE, ChildOf(pools.heat[index]));
                pools.numbers.push(self.commands.spawn(fixed).id());
            }
            let Patch { width, height, .. } = patches[index];
            let number = if width < MIN_LABEL_ROOM { String::new() } else { cell.label.clone() };
            let length = number.chars().count().max(2) as f32;
            let fitting = (width * LETTER_IN_WIDTH / length).min(height).floor();
            self.commands.entity(pools.numbers[index]).insert((
                Text(number),
                theme::Ink(if cell.is_open { theme::FAINT } else { theme::INK }),
                HeatNumber,
                TextFont {
                    font: FontSource::Handle(self.assets.load(fonts::REGULAR)),
                    font_size: FontSize::Px(fitting.clamp(8.0, 18.0)),
                    ..default()
                },
            ));
        }
    }

    /// Returns the room of a place of a heat map.
    fn patch_of(&self, place: HeatPlace, view: &BoardView) -> Patch {
        let side = self.side;
        let of_cell = |cell: Cell| Patch::of_cell(f32::from(cell.x), f32::from(cell.y), side);
        match place {
            // A pass is to be seen around its number.
            HeatPlace::Cell(cell) if view.passes.iter().any(|pass| pass.cell == cell) => {
                of_cell(cell).within((side / 8.0).round())
            }
            HeatPlace::Cell(cell) => of_cell(cell),
            HeatPlace::Over(cell) => of_cell(cell).within((side / 6.0).round()),
            HeatPlace::Side(between) => beside(of_cell(between.cell()), between.direction(), side),
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
                let ring = (Pickable::IGNORE, ChildOf(pools.tiles[index]));
                pools.rings.push(self.commands.spawn(ring).id());
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
            let look = |tile: &TileView| TileView { x: 0.0, y: 0.0, ..tile.clone() };
            if before.map(look) != Some(look(tile)) {
                self.draw_letter(tile, pools.letters[index]);
                self.draw_pattern(tile, pools.tiles[index]);
                self.draw_ring(tile, line.is_some(), pools.rings[index]);
            }
        }
        let spare = view.tiles.len().min(pools.tiles.len());
        self.hide(&pools.tiles[spare..]);
    }

    /// Draws the ring of a chameleon in the middle of its tile.
    fn draw_ring(&mut self, tile: &TileView, has_hairline: bool, ring: Entity) {
        let alpha = match tile.ring {
            Ring::None => return self.hide(&[ring]),
            Ring::Whole => 1.0,
            Ring::Faint => FAINT_RING,
        };
        let width = (self.side / 12.0).round().max(1.0);
        let across = (self.side * RING + width).round();
        // It is placed within the hairline.
        let line = if has_hairline { 1.0 } else { 0.0 };
        let off = ((self.side - 1.0 - across) / 2.0).round() - line;
        let node = Node {
            border_radius: BorderRadius::MAX,
            border: UiRect::all(px(width)),
            ..Patch { left: off, top: off, width: across, height: across }.node()
        };
        let ink = theme::ink_on(tile.color).with_alpha(alpha);
        self.commands.entity(ring).insert((node, BorderColor::all(ink)));
    }

    fn draw_pattern(&mut self, tile: &TileView, node: Entity) {
        match tile.pattern {
            Some(pattern) => {
                self.commands.entity(node).insert(self.patterns.node(pattern, tile.color))
            }
            None => self.commands.entity(node).remove::<ImageNode>(),
        };
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
}
