//! What can be wrong with a draft, each issue with the cells that it concerns, so
//! that the command line can name them and the designer can mark them.

use std::fmt;

use thiserror::Error;

use super::{Cell, Layout, MAX_COLOURS, MAX_PUSHES, MAX_SIDE, Side, Size};

/// The most tiles that a board may hold.
pub const MAX_TILES: usize = 255;

/// The most tiles of a board that has chameleons or numbered tiles among them.
pub const MAX_CHANGING_TILES: usize = 80;

/// The most waypoints that a level may have.
pub const MAX_WAYPOINTS: usize = 255;

/// The most moves that an opening may have: no search looks for longer solutions.
pub const MAX_OPENING: usize = 60_000;

/// One thing that is wrong with a draft or with a level file that could be read.
///
/// ```
/// use mondrian_core::puzzle::{Draft, Layout};
/// let draft: Draft = "RR\n..\n\nBB\n..".parse().unwrap();
/// let issues = draft.validate().unwrap_err();
/// assert_eq!(issues[0].to_string(), "goal, a1 b1: asks for 2 of 'B', the start has 0");
/// assert_eq!(issues[0].layout(), Some(Layout::Goal));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Issue {
    /// A layout has no cells, or more rows or columns than allowed.
    #[error("{layout}: {width} × {height} cells, allowed are 1 to {MAX_SIDE} each way")]
    SizeOutOfRange { layout: Layout, width: usize, height: usize },
    /// A row is shorter or longer than the first; `row` counts from 0.
    #[error("{layout}, row {}: {found} cells, the first row has {expected}", .row + 1)]
    RowLength { layout: Layout, row: usize, found: usize, expected: usize },
    /// A character in a row is not in the palette.
    #[error("{layout}, {cell}: {symbol:?} is not in the palette")]
    UnknownColour { layout: Layout, cell: Cell, symbol: char },
    /// An entry of the palette has a symbol that may not stand for a colour.
    #[error("palette: {symbol:?} may not stand for a colour ('.' is empty, '#' a wall)")]
    BadSymbol { symbol: char },
    /// An entry of the palette has no colour that can be read.
    #[error("palette, {symbol:?}: {text:?} is not a colour such as \"#e45125\"")]
    BadColour { symbol: char, text: String },
    /// An entry of the palette for tiles of a colour has none.
    #[error("palette, {symbol:?}: the colour is missing")]
    NoColour { symbol: char },
    /// An entry of the palette is both a chameleon and a numbered tile.
    #[error("palette, {symbol:?}: a chameleon has no number of moves")]
    NumberedChameleon { symbol: char },
    /// The number of pushes of a numbered tile is out of range.
    #[error("palette, {symbol:?}: {found} moves, allowed are 1 to {MAX_PUSHES}")]
    BadPushes { symbol: char, found: u32 },
    /// The palette has too many entries.
    #[error("palette: {found} colours, allowed are {MAX_COLOURS}")]
    PaletteTooLarge { found: usize },
    /// A fixed goal or a waypoint does not have the size of the start.
    #[error("{layout}: {found} cells, the start has {expected}")]
    SizeMismatch { layout: Layout, found: Size, expected: Size },
    /// A floating goal is larger than the board.
    #[error("goal: {found} cells, larger than the board of {board}")]
    FloatingGoalTooLarge { found: Size, board: Size },
    /// A floating goal has walls.
    #[error("goal, {}: a floating goal has no walls", cell_names(.cells))]
    FloatingGoalWalls { cells: Vec<Cell> },
    /// A floating goal fits nowhere between the walls, on passes of its colours alone.
    #[error("goal: it fits nowhere between the walls of the board")]
    NoPlacement { cells: Vec<Cell> },
    /// A goal or a waypoint has walls where the start has none.
    #[error("{layout}, {}: a wall where the start has none", cell_names(.cells))]
    WallMismatch { layout: Layout, cells: Vec<Cell> },
    /// A goal or a waypoint asks for a tile where the start has a wall.
    #[error("{layout}, {}: a tile where the start has a wall", cell_names(.cells))]
    GoalOnWall { layout: Layout, cells: Vec<Cell> },
    /// A pass lies beyond the board.
    #[error("passes, {}: outside of the board", cell_names(.cells))]
    PassOutside { cells: Vec<Cell> },
    /// The layer of passes does not have the size of the start.
    #[error("passes: {width} × {height} cells, the start has {expected}")]
    PassesSize { width: usize, height: usize, expected: Size },
    /// A row of the layer of passes is shorter or longer than those of the start; `row`
    /// counts from 0.
    #[error("passes, row {}: {found} cells, the start has {expected}", .row + 1)]
    PassesRowLength { row: usize, found: usize, expected: usize },
    /// A character in the layer of passes is not in the palette.
    #[error("passes, {cell}: {symbol:?} is not in the palette")]
    UnknownPass { cell: Cell, symbol: char },
    /// The layer of passes has walls where the start has none.
    #[error("passes, {}: a wall where the start has none", cell_names(.cells))]
    PassesWalls { cells: Vec<Cell> },
    /// A pass lies on a wall.
    #[error("passes, {}: a pass on a wall", cell_names(.cells))]
    PassOnWall { cells: Vec<Cell> },
    /// A pass is for chameleons or for numbered tiles.
    #[error("passes, {}: a pass is for tiles of a colour, {symbol:?} is none", cell_names(.cells))]
    PassWithoutColour { symbol: char, cells: Vec<Cell> },
    /// Chameleons touch coloured tiles at the start.
    #[error("start, {}: a chameleon beside a coloured tile", cell_names(.cells))]
    ChameleonTouches { cells: Vec<Cell> },
    /// A tile stands on a pass of another colour, or is asked for there.
    #[error("{layout}, {}: a tile on a pass of another colour", cell_names(.cells))]
    TileOnPass { layout: Layout, cells: Vec<Cell> },
    /// A text is not a list of sides of cells.
    #[error("thin_walls: {text}")]
    BadThinWalls { text: String },
    /// A thin wall stands on an edge of the board, or beyond it.
    #[error("thin walls, {}: on the edge of the board or outside", side_names(.sides))]
    ThinWallOutside { sides: Vec<Side>, cells: Vec<Cell> },
    /// A goal or a waypoint asks for more tiles of a colour than there are.
    #[error("{layout}, {}: asks for {wanted} of {symbol:?}, the start has {available}", cell_names(.cells))]
    TooFewTiles { layout: Layout, symbol: char, wanted: usize, available: usize, cells: Vec<Cell> },
    /// A goal or a waypoint asks for nothing.
    #[error("{layout}: no tile is asked for")]
    EmptyGoal { layout: Layout },
    /// The board holds more tiles than allowed.
    #[error("start: {found} tiles, allowed are {MAX_TILES}")]
    TooManyTiles { found: usize },
    /// A board with chameleons or numbered tiles holds more tiles than allowed.
    #[error(
        "start: {found} tiles, allowed are {MAX_CHANGING_TILES} with chameleons or numbered tiles"
    )]
    TooManyChangingTiles { found: usize },
    /// The level has more waypoints than allowed.
    #[error("waypoints: {found}, allowed are {MAX_WAYPOINTS}")]
    TooManyWaypoints { found: usize },
    /// A text is not a list of moves; `place` names the field.
    #[error("{place}: {text}")]
    BadMoves { place: &'static str, text: String },
    /// A move of the opening moves nothing; `index` counts from 0.
    #[error("opening, move {}: {text} moves nothing", .index + 1)]
    IllegalOpening { index: usize, text: String, cell: Cell },
    /// The best solution of a level file does not solve it: it is dropped.
    #[error("best: dropped, {why}")]
    BestDropped { why: String },
    /// The opening has more moves than any search looks for.
    #[error("opening: {found} moves, allowed are {MAX_OPENING}")]
    OpeningTooLong { found: usize },
    /// The start shows the goal already.
    #[error("goal: the start shows it already, there is nothing to solve")]
    NothingToSolve,
    /// No tile of the start can be moved, and the goal is not reached.
    #[error("start: unsolvable, no tile has an empty cell beside it")]
    NothingMoves,
    /// Walls keep all tiles that could serve from cells of a goal or a waypoint.
    #[error("{layout}, {}: walled off, no tile of the colour can get there", cell_names(.cells))]
    OutOfReach { layout: Layout, cells: Vec<Cell> },
    /// No tile of a colour can ever stop on cells of a goal or a waypoint that ask for it;
    /// `stops` are the cells of the start where one can, `stoppers` those beside a single cell
    /// on which a wall, or a tile that stays, would let one stop there. A floating goal is drawn
    /// on other cells than it stands on: there `cells` are all that it asks for the colour.
    #[error(
        "{layout}, {}: {symbol:?} can never stop there, only on {}{}",
        cell_names(.cells), cell_names(.stops), stopper_words(.stoppers)
    )]
    CannotStop {
        layout: Layout,
        symbol: char,
        cells: Vec<Cell>,
        stops: Vec<Cell>,
        stoppers: Vec<Cell>,
    },
    /// With one empty cell a goal or a waypoint can never be reached; no cells are named where it is
    /// the whole board.
    #[error("{layout}{}: unsolvable, {why}", at_cells(.cells))]
    OneGap { layout: Layout, why: Hindrance, cells: Vec<Cell> },
    /// Free cells of the start that no tile can get to.
    #[error("start, {}: closed off, no tile can get there", cell_names(.cells))]
    ClosedOff { cells: Vec<Cell> },
    /// A goal or a waypoint does not show walls that the start has.
    #[error("{layout}, {}: walls of the start are not drawn", cell_names(.cells))]
    WallsNotDrawn { layout: Layout, cells: Vec<Cell> },
}

/// Returns what would help, to be put after what is wrong: `; a stopper on c1 would make it stop there`.
fn stopper_words(stoppers: &[Cell]) -> String {
    let names: Vec<_> = stoppers.iter().map(ToString::to_string).collect();
    match &names[..] {
        [] => String::new(),
        names => format!("; a stopper on {} would make it stop there", names.join(" or ")),
    }
}

/// Why a goal cannot be reached with one empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// An odd permutation of the tiles of a block.
    Parity,
    /// Tiles of a ring in another order.
    Ring,
    /// A tile would have to pass a narrow place.
    Narrow,
    /// The gap never comes there.
    Still,
}

impl fmt::Display for Hindrance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Parity => "by parity: two tiles would have to change places",
            Self::Ring => "the tiles of a ring only go around, in one order",
            Self::Narrow => "tiles cannot pass one another in a narrow place",
            Self::Still => "the one empty cell never comes there",
        })
    }
}

impl Issue {
    /// Says whether the draft can be solved in spite of it.
    pub const fn is_warning(&self) -> bool {
        matches!(
            self,
            Self::BestDropped { .. } | Self::ClosedOff { .. } | Self::WallsNotDrawn { .. }
        ) || self.spares_the_search()
    }

    /// Says whether it tells what a search would end with, so that none is needed:
    /// no move has to be made, or none can help.
    pub const fn spares_the_search(&self) -> bool {
        self.forbids_every_solution() || matches!(self, Self::NothingToSolve)
    }

    /// Says whether it is the reason why no moves lead to the goal.
    pub const fn forbids_every_solution(&self) -> bool {
        matches!(
            self,
            Self::NothingMoves
                | Self::OutOfReach { .. }
                | Self::CannotStop { .. }
                | Self::OneGap { .. }
        )
    }

    /// Returns the layout that is concerned, if it is one.
    pub const fn layout(&self) -> Option<Layout> {
        match self {
            Self::SizeOutOfRange { layout, .. }
            | Self::RowLength { layout, .. }
            | Self::UnknownColour { layout, .. }
            | Self::SizeMismatch { layout, .. }
            | Self::WallMismatch { layout, .. }
            | Self::GoalOnWall { layout, .. }
            | Self::TooFewTiles { layout, .. }
            | Self::OutOfReach { layout, .. }
            | Self::CannotStop { layout, .. }
            | Self::OneGap { layout, .. }
            | Self::WallsNotDrawn { layout, .. }
            | Self::TileOnPass { layout, .. }
            | Self::EmptyGoal { layout } => Some(*layout),
            Self::FloatingGoalTooLarge { .. }
            | Self::FloatingGoalWalls { .. }
            | Self::NoPlacement { .. }
            | Self::NothingToSolve => Some(Layout::Goal),
            Self::TooManyTiles { .. }
            | Self::TooManyChangingTiles { .. }
            | Self::IllegalOpening { .. }
            | Self::NothingMoves
            | Self::PassOutside { .. }
            | Self::PassesSize { .. }
            | Self::PassesRowLength { .. }
            | Self::UnknownPass { .. }
            | Self::PassesWalls { .. }
            | Self::PassOnWall { .. }
            | Self::PassWithoutColour { .. }
            | Self::ChameleonTouches { .. }
            | Self::ThinWallOutside { .. }
            | Self::ClosedOff { .. } => Some(Layout::Start),
            Self::BadSymbol { .. }
            | Self::BadColour { .. }
            | Self::NoColour { .. }
            | Self::NumberedChameleon { .. }
            | Self::BadPushes { .. }
            | Self::PaletteTooLarge { .. }
            | Self::TooManyWaypoints { .. }
            | Self::BadMoves { .. }
            | Self::BadThinWalls { .. }
            | Self::OpeningTooLong { .. }
            | Self::BestDropped { .. } => None,
        }
    }

    /// Returns the cells of the start where the tiles can stop that cannot on
    /// [`Issue::cells`].
    pub fn stops(&self) -> &[Cell] {
        match self {
            Self::CannotStop { stops, .. } => stops,
            _ => &[],
        }
    }

    /// Returns what would mend it, to be put after the words of the issue; nothing where that is not
    /// known.
    pub fn remedy(&self) -> String {
        match self {
            Self::CannotStop { stoppers, .. } => stopper_words(stoppers),
            _ => String::new(),
        }
    }

    /// Returns the cells of [`Issue::layout`] that are concerned.
    pub fn cells(&self) -> &[Cell] {
        match self {
            Self::UnknownColour { cell, .. }
            | Self::UnknownPass { cell, .. }
            | Self::IllegalOpening { cell, .. } => std::slice::from_ref(cell),
            Self::FloatingGoalWalls { cells }
            | Self::NoPlacement { cells }
            | Self::WallMismatch { cells, .. }
            | Self::GoalOnWall { cells, .. }
            | Self::OutOfReach { cells, .. }
            | Self::CannotStop { cells, .. }
            | Self::OneGap { cells, .. }
            | Self::ClosedOff { cells }
            | Self::PassOutside { cells }
            | Self::PassesWalls { cells }
            | Self::PassOnWall { cells }
            | Self::PassWithoutColour { cells, .. }
            | Self::ChameleonTouches { cells }
            | Self::TileOnPass { cells, .. }
            | Self::ThinWallOutside { cells, .. }
            | Self::WallsNotDrawn { cells, .. }
            | Self::TooFewTiles { cells, .. } => cells,
            _ => &[],
        }
    }
}

/// Returns the names of up to eight cells, and how many more there are.
pub fn cell_names(cells: &[Cell]) -> String {
    names(cells)
}

/// Returns the names of cells to be put after that of their layout.
fn at_cells(cells: &[Cell]) -> String {
    if cells.is_empty() { String::new() } else { format!(", {}", names(cells)) }
}

fn side_names(sides: &[Side]) -> String {
    names(sides)
}

fn names<T: std::fmt::Display>(all: &[T]) -> String {
    const SHOWN: usize = 8;
    let mut text = all.iter().take(SHOWN).map(T::to_string).collect::<Vec<_>>().join(" ");
    if all.len() > SHOWN {
        text += &format!(" and {} more", all.len() - SHOWN);
    }
    text
}
