//! A board on the screen: walls, grid, tiles, letters and the marks of issues. Used
//! by the editor for start and goal, by the solver panel for the best state so far
//! and by the replay, which lets tiles slide by giving them places between cells.
//!
//! ```text
//!   any node with room     the board is centred in it, its cells square
//!     `- board             BoardView: what is to be seen; change it and it is redrawn
//!          |- lines        pools of nodes, reused, never spawned anew each frame
//!          |- walls
//!          |- tiles, each with its letter
//!          `- marks
//! ```

use bevy::feathers::constants::fonts;
use bevy::prelude::*;
use bevy::text::FontSource;
use bevy::ui::UiSystems;
use bevy::window::RequestRedraw;

use super::theme;
use crate::puzzle::{Board, Cell, Colour, Grid, Palette, Position, Size, Square};

/// Width of the frame of a board, in logical pixels.
const FRAME: f32 = theme::RULE;
/// The smallest side of a cell: boards in less room are cut off.
const MIN_SIDE: f32 = 4.0;
/// The largest side of a cell: a board of one cell does not fill the screen.
const MAX_SIDE: f32 = 96.0;
/// Letters are left out in smaller cells, in logical pixels.
const MIN_LETTER_SIDE: f32 = 14.0;

/// What a board shows. Spawn it as the only child of a node that gives it room.
#[derive(Component, Clone, Debug, PartialEq)]
#[require(Node, CellSide, Pools, BackgroundColor(theme::WHITE), BorderColor::all(theme::BLACK))]
pub struct BoardView {
    /// Columns and rows.
    pub size: Size,
    /// Cells that are walls.
    pub walls: Vec<Cell>,
    /// The tiles, in an order that stays while they slide.
    pub tiles: Vec<TileView>,
    /// Cells that an issue concerns.
    pub marks: Vec<Cell>,
}

/// A tile on a board.
#[derive(Clone, Debug, PartialEq)]
pub struct TileView {
    /// The column of its left edge, between two columns while it slides.
    pub x: f32,
    /// The row of its upper edge.
    pub y: f32,
    /// Its colour.
    pub color: Color,
    /// What is written on it; empty for nothing.
    pub letter: String,
}

impl Default for BoardView {
    fn default() -> Self {
        Self::empty(Size::new(1, 1))
    }
}

impl BoardView {
    /// Returns an empty board.
    pub const fn empty(size: Size) -> Self {
        Self { size, walls: Vec::new(), tiles: Vec::new(), marks: Vec::new() }
    }

    /// Returns what is drawn in `grid`; `letters` writes the symbol of each colour
    /// on its tiles, where the palette has no label for it.
    pub fn of_grid(grid: &Grid<Square>, palette: &Palette, letters: bool) -> Self {
        let mut view = Self::empty(grid.size());
        for (cell, square) in grid.iter() {
            match *square {
                Square::Empty => {}
                Square::Wall => view.walls.push(cell),
                Square::Tile(colour) => view.tiles.push(tile(cell, colour, palette, letters)),
            }
        }
        view
    }

    /// Returns `position` on `board`.
    pub fn of_position(
        board: &Board,
        position: &Position,
        palette: &Palette,
        letters: bool,
    ) -> Self {
        let mut view = Self::empty(board.size());
        view.walls = board.size().cells().filter(|&cell| board.is_wall(cell)).collect();
        view.tiles =
            position.tiles().map(|(cell, colour)| tile(cell, colour, palette, letters)).collect();
        view
    }

    /// Returns the index of the tile that rests on `cell`.
    pub fn tile_at(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (f32::from(cell.x), f32::from(cell.y));
        self.tiles.iter().position(|tile| tile.x == x && tile.y == y)
    }
}

fn tile(cell: Cell, colour: Colour, palette: &Palette, letters: bool) -> TileView {
    let swatch = palette.swatch(colour);
    let letter = match &swatch.label {
        Some(label) => label.clone(),
        None if letters => swatch.symbol.to_string(),
        None => String::new(),
    };
    TileView { x: f32::from(cell.x), y: f32::from(cell.y), color: theme::color(swatch.rgb), letter }
}

/// The side of a cell of a board, in logical pixels, whole ones on the screen.
/// Zero until there has been a layout.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct CellSide(pub f32);

/// Returns the cell of a board that is drawn at `point`, in physical pixels of the
/// window, or the nearest one when `point` is beside the board.
pub fn cell_at(
    view: &BoardView,
    node: &ComputedNode,
    transform: &UiGlobalTransform,
    point: Vec2,
) -> Option<Cell> {
    let from_centre = node.normalize_point(*transform, point)? * node.size();
    let frame = FRAME / node.inverse_scale_factor();
    let inner = node.size() - 2.0 * frame;
    let from_corner = from_centre + inner / 2.0;
    let along = |at: f32, extent: f32, cells: u8| {
        let cell = (at / extent * f32::from(cells)).floor();
        cell.clamp(0.0, f32::from(cells - 1)) as u8
    };
    Some(Cell::new(
        along(from_corner.x, inner.x, view.size.width),
        along(from_corner.y, inner.y, view.size.height),
    ))
}

/// The nodes of a board by kind, reused from one picture to the next, and what
/// they show, so that only what differs is touched.
#[derive(Component, Default)]
struct Pools {
    lines: Vec<Entity>,
    walls: Vec<Entity>,
    tiles: Vec<Entity>,
    letters: Vec<Entity>,
    marks: Vec<Entity>,
    drawn: Option<(BoardView, f32)>,
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

/// Fits each board into the room that its parent has.
fn fit_boards(
    mut boards: Query<(&BoardView, &ChildOf, &mut Node, &mut CellSide)>,
    rooms: Query<&ComputedNode>,
) {
    for (view, parent, mut node, mut side) in &mut boards {
        let Ok(room) = rooms.get(parent.parent()) else { continue };
        let scale = room.inverse_scale_factor();
        let inner = room.content_box().size() - 2.0 * FRAME / scale;
        let (columns, rows) = (f32::from(view.size.width), f32::from(view.size.height));
        // Whole physical pixels, so that all lines are equally thin.
        let fitting = (inner.x / columns).min(inner.y / rows).floor() * scale;
        let fitting = fitting.clamp(MIN_SIDE, MAX_SIDE);
        // The last cell has no line behind it: the frame stands there.
        let extent = |cells: f32| px(cells * fitting - 1.0 + 2.0 * FRAME);
        if side.0 == fitting && node.width == extent(columns) && node.height == extent(rows) {
            continue;
        }
        side.0 = fitting;
        (node.width, node.height) = (extent(columns), extent(rows));
        node.border = UiRect::all(px(FRAME));
        node.flex_shrink = 0.0;
    }
}

/// Asks for another frame when the room of a board has changed: boards are fitted
/// before the layout, so this frame still shows the old size.
fn redraw_when_room_changes(
    boards: Query<&ChildOf, With<BoardView>>,
    rooms: Query<(), Changed<ComputedNode>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if boards.iter().any(|parent| rooms.contains(parent.parent())) {
        redraw.write(RequestRedraw);
    }
}

/// There is something else to be drawn, or the same in another size.
type BoardChanged = Or<(Changed<BoardView>, Changed<CellSide>)>;

/// Redraws the boards that have changed.
fn draw_boards(
    mut commands: Commands,
    mut boards: Query<(Entity, &BoardView, &CellSide, &mut Pools), BoardChanged>,
    assets: Res<AssetServer>,
) {
    for (board, view, side, mut pools) in &mut boards {
        if side.0 > 0.0 {
            let drawn = pools.drawn.take();
            let mut painter = Painter { commands: &mut commands, board, side: side.0 };
            painter.draw(view, drawn.as_ref(), &mut pools, &assets);
            pools.drawn = Some((view.clone(), side.0));
        }
    }
}

/// Draws one board.
struct Painter<'a, 'w, 's> {
    commands: &'a mut Commands<'w, 's>,
    board: Entity,
    side: f32,
}

impl Painter<'_, '_, '_> {
    /// Draws what differs from what is drawn.
    fn draw(
        &mut self,
        view: &BoardView,
        drawn: Option<&(BoardView, f32)>,
        pools: &mut Pools,
        assets: &AssetServer,
    ) {
        let drawn = drawn.filter(|(_, side)| *side == self.side).map(|(view, _)| view);
        if drawn.is_none_or(|drawn| drawn.size != view.size) {
            self.draw_lines(view.size, &mut pools.lines);
        }
        if drawn.is_none_or(|drawn| drawn.walls != view.walls) {
            self.draw_walls(&view.walls, &mut pools.walls);
        }
        if drawn.is_none_or(|drawn| drawn.marks != view.marks) {
            self.draw_marks(&view.marks, &mut pools.marks);
        }
        self.draw_tiles(view, drawn.map_or(&[], |drawn| &drawn.tiles), pools, assets);
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
        let lines = columns.chain(rows).map(|patch| (patch.node(), theme::GRID));
        self.fill_pool(pool, lines, 0);
    }

    fn draw_walls(&mut self, walls: &[Cell], pool: &mut Vec<Entity>) {
        let side = self.side;
        let nodes = walls.iter().map(|&cell| (Patch::of_wall(cell, side).node(), theme::BLACK));
        self.fill_pool(pool, nodes, 1);
    }

    fn draw_tiles(
        &mut self,
        view: &BoardView,
        drawn: &[TileView],
        pools: &mut Pools,
        assets: &AssetServer,
    ) {
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
            let node = Node {
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                ..Patch::of_cell(tile.x, tile.y, self.side).node()
            };
            self.commands.entity(pools.tiles[index]).insert((node, BackgroundColor(tile.color)));
            let is_same =
                |before: &TileView| before.letter == tile.letter && before.color == tile.color;
            if !before.is_some_and(is_same) {
                self.draw_letter(tile, pools.letters[index], assets);
            }
        }
        let spare = view.tiles.len().min(pools.tiles.len());
        self.hide(&pools.tiles[spare..]);
    }

    fn draw_letter(&mut self, tile: &TileView, letter: Entity, assets: &AssetServer) {
        let text = if self.side < MIN_LETTER_SIDE { "" } else { &tile.letter };
        let length = text.chars().count().max(2) as f32;
        self.commands.entity(letter).insert((
            Text::new(text),
            TextColor(theme::ink_on(tile.color)),
            TextFont {
                font: FontSource::Handle(assets.load(fonts::BOLD)),
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

/// The drawing of the boards, in `PostUpdate`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct BoardSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        (
            (fit_boards, draw_boards).chain().in_set(BoardSystems).before(UiSystems::Prepare),
            redraw_when_room_changes.after(UiSystems::PostLayout),
        ),
    );
}
