//! A board on the screen: walls, grid, tiles, letters and the marks of issues. Used
//! by the editor for start and goal, by the solver panel for the best state so far
//! and by the replay, which lets tiles slide by giving them places between cells.
//!
//! ```text
//!   any node with room     the board is centred in it, its cells square
//!     `- board             BoardView: what is to be seen; change it and it is redrawn
//!          |- lines        pools of nodes, reused, never spawned anew each frame
//!          |- passes, hatched
//!          |- walls
//!          |- the grounds and numbers of a heat map
//!          |- ghosts: tiles of the other board
//!          |- tiles, each with its letter or its pattern, and a hairline where it is pale;
//!          |         a chameleon has a ring, a numbered tile its number
//!          |- thin walls
//!          |- marks
//!          `- mirrors and the frame of the selection
//! ```

pub mod coordinates;
mod draw;
mod over;
mod painter;
pub mod patterns;
mod terrain;
mod tiles;

use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::window::RequestRedraw;

use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{self, Fill, Frame};
use crate::app::settings::{Settings, SettingsSystems};
use crate::puzzle::{
    Board, Cell, Draft, Grid, Layout, Palette, Position, Region, Side, Size, Square, Symmetry,
    Terrain,
};

pub use draw::HeatNumber;
pub use terrain::PassView;
pub use tiles::{Face, Ring, TileMarks, TileView, mark_of};

/// Width of the frame of a board, in logical pixels.
const FRAME: f32 = theme::RULE;
/// The smallest side of a cell: boards in less room are cut off.
const MIN_SIDE: f32 = 4.0;
/// The largest side of a cell: a board of one cell does not fill the screen.
const MAX_SIDE: f32 = 192.0;

/// What a board shows. Spawn it as the only child of a node that gives it room.
#[derive(Component, Clone, Debug, PartialEq)]
#[require(Node, CellSide, draw::Pools, Fill(theme::GROUND), Frame(theme::INK))]
pub struct BoardView {
    /// Columns and rows.
    pub size: Size,
    /// Cells that are walls.
    pub walls: Vec<Cell>,
    /// Cells that one colour may enter.
    pub passes: Vec<PassView>,
    /// Sides that no tile slides through.
    pub thin_walls: Vec<Side>,
    /// The side where a thin wall would come.
    pub ghost: Option<Side>,
    /// The tiles, in an order that stays while they slide.
    pub tiles: Vec<TileView>,
    /// Tiles of the other board, where one is seen in the room of both.
    pub ghosts: Vec<TileView>,
    /// Cells that an issue concerns.
    pub marks: Vec<Cell>,
    /// Cells where the tiles can stop that an issue speaks of.
    pub stops: Vec<Cell>,
    /// A region with a frame around it.
    pub outline: Option<Region>,
    /// Cells of a heat map.
    pub heat: Vec<HeatView>,
    /// Where mirrors stand.
    pub mirrors: Symmetry,
}

/// A cell of a heat map, or a side of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatView {
    /// Where it is.
    pub place: HeatPlace,
    /// How strong its ground is: a place in [`theme::HEAT`]; `None` for the ground of the board.
    pub step: Option<usize>,
    /// It is not proved yet: grey, on a ground that has no place in the scale.
    pub is_open: bool,
    /// What the map says of it, for those who do not tell the steps apart.
    pub label: String,
}

/// Where a heat map says something.
pub use crate::puzzle::edit::Place as HeatPlace;

/// How a board is zoomed.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Zoom {
    /// How much larger than its room it is; 1 fits it in.
    pub factor: f32,
    /// Where its middle is, in logical pixels from the middle of its room.
    pub offset: Vec2,
}

impl Default for Zoom {
    fn default() -> Self {
        Self { factor: 1.0, offset: Vec2::ZERO }
    }
}

impl Default for BoardView {
    fn default() -> Self {
        Self::empty(Size::new(1, 1))
    }
}

impl BoardView {
    /// Returns an empty board.
    pub const fn empty(size: Size) -> Self {
        Self {
            size,
            walls: Vec::new(),
            passes: Vec::new(),
            thin_walls: Vec::new(),
            ghost: None,
            tiles: Vec::new(),
            ghosts: Vec::new(),
            marks: Vec::new(),
            stops: Vec::new(),
            outline: None,
            heat: Vec::new(),
            mirrors: Symmetry { left_right: false, up_down: false },
        }
    }

    /// Returns what is drawn in `grid`, with `marks` on the tiles.
    pub fn of_grid(grid: &Grid<Square>, palette: &Palette, marks: TileMarks) -> Self {
        let mut view = Self::empty(grid.size());
        for (cell, square) in grid.iter() {
            match *square {
                Square::Empty => {}
                Square::Wall => view.walls.push(cell),
                Square::Tile(colour) => {
                    let face = Face::at_start(colour, palette);
                    view.tiles.push(TileView::new(cell, face, palette, marks));
                }
            }
        }
        view
    }

    /// Returns a layout of `draft`, which must exist.
    pub fn of_layout(draft: &Draft, layout: Layout, marks: TileMarks) -> Self {
        let mut view = Self::of_grid(draft.layout(layout), &draft.palette, marks);
        if draft.shares_walls(layout) {
            view.show_terrain(&draft.terrain, &draft.palette, marks);
        }
        view
    }

    /// Returns `position` on `board`.
    pub fn of_position(
        board: &Board,
        position: &Position,
        palette: &Palette,
        marks: TileMarks,
    ) -> Self {
        let mut view = Self::empty(board.size());
        view.walls = board.size().cells().filter(|&cell| board.is_wall(cell)).collect();
        let tile = |(cell, colour)| {
            let face = Face::now(colour, position.left(cell), colour, palette);
            TileView::new(cell, face, palette, marks)
        };
        view.tiles = position.tiles().map(tile).collect();
        view.show_terrain(board.terrain(), palette, marks);
        view
    }

    /// Shows passes and thin walls, so far as they lie on the board; those on its edge, which
    /// are wrong, too.
    pub fn show_terrain(&mut self, terrain: &Terrain, palette: &Palette, marks: TileMarks) {
        self.passes = PassView::all(terrain, self.size, palette, marks);
        let inside = |side: &&Side| self.size.contains(side.cell());
        self.thin_walls = terrain.thin_walls.iter().filter(inside).copied().collect();
    }

    /// Returns it with the tiles that `before` has too in their places there, so that
    /// only what differs is drawn anew.
    pub fn in_order_of(mut self, before: &Self) -> Self {
        let mut left = std::mem::take(&mut self.tiles);
        let mut tiles: Vec<Option<TileView>> = before
            .tiles
            .iter()
            .map(|old| {
                let same = left.iter().position(|tile| tile == old)?;
                Some(left.swap_remove(same))
            })
            .collect();
        // The others take what places are free.
        for place in &mut tiles {
            if place.is_none() {
                *place = left.pop();
            }
        }
        self.tiles = tiles.into_iter().flatten().chain(left).collect();
        self
    }

    /// Returns the index of the tile that rests on `cell`.
    pub fn tile_at(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (f32::from(cell.x), f32::from(cell.y));
        self.tiles.iter().position(|tile| tile.x == x && tile.y == y)
    }
}

/// The side of a cell of a board, in logical pixels, whole ones on the screen.
/// Zero until there has been a layout.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct CellSide(pub f32);

/// The largest side of a cell of this board, in logical pixels, where it is another than
/// usual.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct MaxSide(pub f32);

/// Returns which place of a board the pointer is at, given in logical pixels of the window: column
/// and row from its top left corner, in cells. It may lie beside the board.
pub fn place_at(
    view: &BoardView,
    node: &ComputedNode,
    transform: &UiGlobalTransform,
    scale: &UiScale,
    pointer: Vec2,
) -> Option<Vec2> {
    // The window knows nothing of the scale of what is drawn in it.
    let point = pointer / (node.inverse_scale_factor() * scale.0);
    let from_centre = node.normalize_point(*transform, point)? * node.size();
    let frame = FRAME / node.inverse_scale_factor();
    let inner = node.size() - 2.0 * frame;
    let cells = Vec2::new(view.size.width.into(), view.size.height.into());
    Some((from_centre + inner / 2.0) / inner * cells)
}

/// Returns the cell of a board of `size` at a place of it, or the nearest one when the place is
/// beside the board.
pub fn cell_at(size: Size, place: Vec2) -> Cell {
    let along = |at: f32, cells: u8| at.floor().clamp(0.0, f32::from(cells - 1)) as u8;
    Cell::new(along(place.x, size.width), along(place.y, size.height))
}

/// A board and what decides how large it is.
type FittedBoard = (
    &'static BoardView,
    &'static ChildOf,
    &'static mut Node,
    &'static mut CellSide,
    Option<&'static Zoom>,
    Option<&'static MaxSide>,
);

/// Returns the side of a cell of a board that fits into a room: whole physical pixels, so that
/// all lines are equally thin.
fn fitting_in(view: &BoardView, room: &ComputedNode) -> f32 {
    let inner = room.content_box().size() - 2.0 * FRAME / room.inverse_scale_factor();
    (inner.x / f32::from(view.size.width)).min(inner.y / f32::from(view.size.height)).floor()
}

/// Fits each board into the room that its parent has, or makes it so much larger as
/// it is zoomed. Boards side by side that are alike are of one size, which fits into both rooms.
fn fit_boards(
    mut boards: Query<FittedBoard>,
    rooms: Query<(&ComputedNode, &Node), Without<BoardView>>,
) {
    let beside: Vec<(Size, f32)> = boards
        .iter()
        .filter(|(.., zoom, _)| zoom.is_some())
        .filter_map(|(view, parent, ..)| Some((view, rooms.get(parent.parent()).ok()?.0)))
        .filter(|(_, room)| room.size().min_element() > 0.0)
        .map(|(view, room)| (view.size, fitting_in(view, room)))
        .collect();
    for (view, parent, mut node, mut side, zoom, largest) in &mut boards {
        let Ok((room, look)) = rooms.get(parent.parent()) else { continue };
        // What has just come on the screen has no room before the layout.
        let has_room = room.size().min_element() > 0.0;
        let display = if has_room { Display::Flex } else { Display::None };
        if node.display != display {
            node.display = display;
        }
        if !has_room {
            continue;
        }
        let scale = room.inverse_scale_factor();
        let (columns, rows) = (f32::from(view.size.width), f32::from(view.size.height));
        let alike = beside.iter().filter(|(size, _)| zoom.is_some() && *size == view.size);
        let fitting = alike.map(|(_, side)| *side).fold(fitting_in(view, room), f32::min) * scale;
        // What can be moved in its room may be larger than that; the rest stays within.
        let least = if zoom.is_some() { MIN_SIDE } else { scale };
        let fitting = fitting.clamp(least, largest.map_or(MAX_SIDE, |largest| largest.0));
        let zoom = zoom.copied().unwrap_or_default();
        let fitting = (fitting / scale * zoom.factor).round() * scale;
        // The last cell has no line behind it: the frame stands there.
        let extent = Vec2::new(columns, rows) * fitting - 1.0 + 2.0 * FRAME;
        // Absolute: a board that is zoomed must not make its room larger.
        let room = room.content_box().size() * scale;
        let mut corner = (room - extent) / 2.0;
        if look.align_items == AlignItems::FlexStart && extent.y < room.y {
            corner.y = 0.0;
        }
        if look.justify_content == JustifyContent::FlexStart && extent.x < room.x {
            corner.x = 0.0;
        }
        let corner = ((corner + zoom.offset) / scale).round() * scale;
        let place = (px(corner.x), px(corner.y), px(extent.x), px(extent.y));
        if side.0 == fitting && (node.left, node.top, node.width, node.height) == place {
            continue;
        }
        side.set_if_neq(CellSide(fitting));
        (node.left, node.top, node.width, node.height) = place;
        node.position_type = PositionType::Absolute;
        node.border = UiRect::all(px(FRAME));
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

fn restore(settings: Res<Settings>, mut marks: ResMut<TileMarks>) {
    let shown = TileMarks::ALL.into_iter().find(|marks| marks.label() == settings.tile_marks);
    *marks = shown.unwrap_or_default();
}

fn remember(marks: Res<TileMarks>, mut settings: ResMut<Settings>) {
    if settings.tile_marks != marks.label() {
        marks.label().clone_into(&mut settings.tile_marks);
    }
}

/// The drawing of the boards, in `PostUpdate`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) struct BoardSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TileMarks>()
        .init_resource::<patterns::TilePatterns>()
        .add_systems(PreStartup, restore.after(SettingsSystems::Read))
        .add_systems(
            Update,
            remember.run_if(resource_changed::<TileMarks>).in_set(FrameSystems::Views),
        )
        .add_systems(
            PostUpdate,
            (
                (fit_boards, (draw::draw_boards, coordinates::draw_coordinates))
                    .chain()
                    .in_set(BoardSystems)
                    .before(UiSystems::Prepare),
                redraw_when_room_changes.after(UiSystems::PostLayout),
            ),
        );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_that_stay_keep_their_places() {
        let palette = crate::puzzle::parse_text("ABC.\n\n....", None).unwrap().palette;
        let view = |rows: &str| {
            let text = format!("{rows}\n\n....");
            let draft = crate::puzzle::parse_text(&text, Some(&palette)).unwrap();
            BoardView::of_grid(&draft.start, &palette, TileMarks::None)
        };
        let before = view("ABC.");
        let after = view(".BCA").in_order_of(&before);
        assert_eq!(after.tiles[1..], before.tiles[1..], "only the first has moved");
        assert_eq!(after.tiles[0].x, 3.0);
        let fewer = view("..C.").in_order_of(&before);
        assert_eq!(fewer.tiles.len(), 1);
        let more = view("ABCA").in_order_of(&before);
        assert_eq!((more.tiles.len(), &more.tiles[..3]), (4, &before.tiles[..]));
    }
}
