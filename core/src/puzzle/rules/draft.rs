//! A level under edit: anything that the mouse can draw, valid or not. The
//! designer edits drafts, level files are read into drafts, and
//! [`Draft::validate`] turns one into a [`super::Puzzle`] or into its issues.

use super::{Board, Cell, Colour, Grid, Move, Palette, Position, Side, Size, Terrain};

/// What is drawn in one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Square {
    /// Nothing. In a goal: whatever it may be.
    #[default]
    Empty,
    /// A fixed black wall.
    Wall,
    /// A tile, or in a goal the colour that is asked for.
    Tile(Colour),
}

impl Square {
    /// Returns the colour of the tile, if there is one.
    pub const fn colour(self) -> Option<Colour> {
        match self {
            Self::Tile(colour) => Some(colour),
            Self::Empty | Self::Wall => None,
        }
    }
}

/// Whether the goal stands where it is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// It stands where it is drawn.
    #[default]
    Fixed,
    /// It may be reached anywhere on the board (the rule of Atomix).
    Floating,
}

/// One of the pictures that a level consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layout {
    /// Where the tiles stand at first.
    Start,
    /// What is to be reached.
    Goal,
    /// What is to be passed on the way, by its place in the list, from 0.
    Waypoint(usize),
}

impl std::fmt::Display for Layout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Start => f.write_str("start"),
            Self::Goal => f.write_str("goal"),
            Self::Waypoint(index) => write!(f, "waypoint {}", index + 1),
        }
    }
}

/// The best solution known, as a level file keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// Its moves, the opening included.
    pub moves: Vec<Move>,
    /// No shorter one exists, as this program has proved: in this process, or as
    /// [`crate::proofs`] remembers.
    pub proved: bool,
    /// Whoever wrote the level says that no shorter one exists. Counts for nothing.
    pub claimed: bool,
}

impl Best {
    /// Returns a solution that this program has found, and proved the best or not.
    pub const fn found(moves: Vec<Move>, proved: bool) -> Self {
        Self { moves, proved, claimed: false }
    }

    /// Returns a solution from a file that says whether it has been proved.
    pub const fn read(moves: Vec<Move>, claimed: bool) -> Self {
        Self { moves, proved: false, claimed }
    }

    /// Says what a file is to say: that somebody has proved it.
    pub const fn is_said_to_be_best(&self) -> bool {
        self.proved || self.claimed
    }

    /// Takes a claim for proved.
    pub const fn confirm(&mut self) {
        self.proved |= self.claimed;
        self.claimed = false;
    }
}

/// `22 moves, proved`, `22 moves, claimed the best`, `22 moves known`.
impl std::fmt::Display for Best {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = self.moves.len();
        let moves = if count == 1 { "move" } else { "moves" };
        let standing = match (self.proved, self.claimed) {
            (true, _) => ", proved",
            (false, true) => ", claimed the best",
            (false, false) => " known",
        };
        write!(f, "{count} {moves}{standing}")
    }
}

/// A level under edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// What the level is called.
    pub title: String,
    /// Who made it.
    pub author: String,
    /// Whatever its author wants to say.
    pub note: String,
    /// The colours.
    pub palette: Palette,
    /// Walls and tiles at first.
    pub start: Grid<Square>,
    /// Passes and thin walls, which all layouts share but a floating goal.
    pub terrain: Terrain,
    /// What is to be reached: of the size of `start` if fixed, else of its own.
    pub goal: Grid<Square>,
    /// Whether the goal is fixed or floating.
    pub anchor: Anchor,
    /// Moves that every solution must begin with.
    pub opening: Vec<Move>,
    /// Layouts to be passed in this order before the goal, of the size of `start`.
    pub waypoints: Vec<Grid<Square>>,
    /// The best solution known.
    pub best: Option<Best>,
}

impl Draft {
    /// Returns an empty draft with the ancestor's palette.
    pub fn new(size: Size) -> Self {
        Self {
            title: String::new(),
            author: String::new(),
            note: String::new(),
            palette: Palette::ancestral(),
            start: Grid::new(size, Square::Empty),
            terrain: Terrain::default(),
            goal: Grid::new(size, Square::Empty),
            anchor: Anchor::Fixed,
            opening: Vec::new(),
            waypoints: Vec::new(),
            best: None,
        }
    }

    /// Returns this draft with its tiles where `position`, of the same size, has them:
    /// another level, so without opening and best solution. How often numbered tiles have been
    /// pushed is forgotten.
    #[must_use]
    pub fn with_start(&self, position: &Position) -> Self {
        let mut draft = Self { opening: Vec::new(), best: None, ..self.clone() };
        for cell in self.start.size().cells() {
            draft.start[cell] = match position.tile(cell) {
                Some(colour) => Square::Tile(colour),
                None if self.start[cell] == Square::Wall => Square::Wall,
                None => Square::Empty,
            };
        }
        draft
    }

    /// Says whether it has nothing of version 2 of the rules: no passes, thin walls, chameleons
    /// or numbered tiles, in its palette neither.
    pub fn is_plain(&self) -> bool {
        self.terrain.is_plain() && self.palette.is_plain()
    }

    /// Returns the board of the start.
    pub fn board(&self) -> Board {
        Board::new(&self.start, &self.terrain)
    }

    /// Returns the grid of `layout`; a waypoint must exist.
    pub fn layout(&self, layout: Layout) -> &Grid<Square> {
        match layout {
            Layout::Start => &self.start,
            Layout::Goal => &self.goal,
            Layout::Waypoint(index) => &self.waypoints[index],
        }
    }

    /// Returns the grid of `layout` for changing; a waypoint must exist.
    pub fn layout_mut(&mut self, layout: Layout) -> &mut Grid<Square> {
        match layout {
            Layout::Start => &mut self.start,
            Layout::Goal => &mut self.goal,
            Layout::Waypoint(index) => &mut self.waypoints[index],
        }
    }

    /// Returns all layouts, the start first.
    pub fn layouts(&self) -> impl Iterator<Item = Layout> + use<> {
        let waypoints = (0..self.waypoints.len()).map(Layout::Waypoint);
        [Layout::Start, Layout::Goal].into_iter().chain(waypoints)
    }

    /// Says whether walls of `layout` stand on the board of the start: true for all
    /// but a floating goal, whose grid is its own.
    pub fn shares_walls(&self, layout: Layout) -> bool {
        layout != Layout::Goal || self.anchor == Anchor::Fixed
    }

    /// Draws `square` on `cell` of `layout`. A wall drawn or removed on one layout
    /// is drawn or removed on all that share walls; a floating goal takes no walls.
    /// A wall takes the place of a pass. Cells outside are left alone.
    pub fn paint(&mut self, layout: Layout, cell: Cell, square: Square) {
        if !self.layout(layout).size().contains(cell) {
            return;
        }
        if !self.shares_walls(layout) {
            if square != Square::Wall {
                self.layout_mut(layout)[cell] = square;
            }
            return;
        }
        if square == Square::Wall {
            self.terrain.passes.remove(&cell);
        }
        let sharing: Vec<_> = self.layouts().filter(|&other| self.shares_walls(other)).collect();
        for other in sharing {
            let Some(target) = self.layout(other).get(cell).copied() else { continue };
            if square == Square::Wall {
                self.layout_mut(other)[cell] = Square::Wall;
            } else if target == Square::Wall {
                self.layout_mut(other)[cell] = Square::Empty;
            }
        }
        self.layout_mut(layout)[cell] = square;
    }

    /// Makes `cell` a pass of `colour`, or none. A pass takes the place of a wall. Cells
    /// outside are left alone.
    pub fn paint_pass(&mut self, cell: Cell, colour: Option<Colour>) {
        let Some(&square) = self.start.get(cell) else { return };
        match colour {
            None => drop(self.terrain.passes.remove(&cell)),
            Some(colour) => {
                if square == Square::Wall {
                    self.paint(Layout::Start, cell, Square::Empty);
                }
                self.terrain.passes.insert(cell, colour);
            }
        }
    }

    /// Puts a thin wall on `side`, or takes it away. On edges and outside nothing is put.
    pub fn paint_thin_wall(&mut self, side: Side, is_there: bool) {
        if !is_there {
            self.terrain.thin_walls.remove(&side);
        } else if side.between(self.start.size()).is_some() {
            self.terrain.thin_walls.insert(side);
        }
    }

    /// Returns this draft on a board of another size, what is drawn moved by
    /// (`dx`, `dy`) cells; what no longer fits is lost. The opening moves along and
    /// is dropped when a cell of it is lost; the best solution is dropped. A floating
    /// goal gets a grid of the new size and is moved into it as far as it fits.
    #[must_use]
    pub fn resized(&self, size: Size, dx: i16, dy: i16) -> Self {
        let mut draft = self.clone();
        for layout in self.layouts() {
            let grid = self.layout(layout);
            let (dx, dy) =
                if self.shares_walls(layout) { (dx, dy) } else { kept_within(grid, size, dx, dy) };
            *draft.layout_mut(layout) = grid.moved_onto(size, dx, dy, Square::Empty);
        }
        let moved = |cell: Cell| {
            let x = u8::try_from(i16::from(cell.x) + dx).ok()?;
            let y = u8::try_from(i16::from(cell.y) + dy).ok()?;
            Some(Cell::new(x, y)).filter(|&cell| size.contains(cell))
        };
        draft.terrain = self.terrain.moved(moved);
        if draft.start != self.start || draft.terrain != self.terrain {
            let moved = |push: &Move| Some(Move { from: moved(push.from)?, ..*push });
            let opening: Option<Vec<Move>> = self.opening.iter().map(moved).collect();
            draft.opening = opening.unwrap_or_default();
            draft.best = None;
        }
        draft
    }

    /// Returns the draft with a waypoint more, the last before the goal: it shows
    /// the walls and asks for nothing yet.
    #[must_use]
    pub fn with_waypoint(&self) -> Self {
        let mut draft = self.clone();
        let mut grid = Grid::new(self.start.size(), Square::Empty);
        for (cell, &square) in self.start.iter() {
            if square == Square::Wall {
                grid[cell] = square;
            }
        }
        draft.waypoints.push(grid);
        draft
    }
}

/// Returns the shift nearest to (`dx`, `dy`) that keeps the tiles of `grid` within
/// `size`, each axis by itself, where there is one.
fn kept_within(grid: &Grid<Square>, size: Size, dx: i16, dy: i16) -> (i16, i16) {
    let tiles = || grid.iter().filter(|(_, s)| s.colour().is_some()).map(|(cell, _)| cell);
    let kept = |at: fn(Cell) -> u8, by: i16, side: u8| {
        let (Some(first), Some(last)) = (tiles().map(at).min(), tiles().map(at).max()) else {
            return by;
        };
        by.min(i16::from(side) - 1 - i16::from(last)).max(-i16::from(first))
    };
    (kept(|cell| cell.x, dx, size.width), kept(|cell| cell.y, dy, size.height))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Direction;

    const A1: Cell = Cell::new(0, 0);
    const B1: Cell = Cell::new(1, 0);

    #[test]
    fn walls_are_shared_and_tiles_are_not() {
        let mut draft = Draft::new(Size::new(3, 2));
        let red = Square::Tile(Colour(2));
        draft.paint(Layout::Goal, A1, red);
        assert_eq!(draft.start[A1], Square::Empty);
        draft.paint(Layout::Start, A1, Square::Wall);
        assert_eq!(draft.goal[A1], Square::Wall);
        draft.paint(Layout::Goal, A1, red);
        assert_eq!(draft.start[A1], Square::Empty, "a tile replaces the shared wall");
        assert_eq!(draft.goal[A1], red);
        draft.paint(Layout::Start, A1, Square::Empty);
        assert_eq!(draft.goal[A1], red, "erasing where no wall is leaves the goal alone");
    }

    #[test]
    fn a_floating_goal_has_no_walls() {
        let mut draft = Draft::new(Size::new(3, 2));
        draft.anchor = Anchor::Floating;
        draft.paint(Layout::Goal, A1, Square::Wall);
        draft.paint(Layout::Start, B1, Square::Wall);
        assert_eq!(draft.goal, Grid::new(Size::new(3, 2), Square::Empty));
    }

    #[test]
    fn resizing_keeps_what_fits() {
        let mut draft = Draft::new(Size::new(3, 2));
        draft.paint(Layout::Start, B1, Square::Wall);
        let moved = draft.resized(Size::new(4, 4), 2, 1);
        assert_eq!(moved.start[Cell::new(3, 1)], Square::Wall);
        assert_eq!(moved.goal[Cell::new(3, 1)], Square::Wall);
        let cut = draft.resized(Size::new(1, 1), 0, 0);
        assert_eq!(cut.start, Grid::new(Size::new(1, 1), Square::Empty));
    }

    #[test]
    fn the_opening_moves_with_the_board() {
        let mut draft = Draft::new(Size::new(3, 2));
        draft.paint(Layout::Start, B1, Square::Wall);
        draft.opening = vec![Move::new(A1, Direction::Down)];
        let moved = draft.resized(Size::new(4, 2), 1, 0);
        assert_eq!(moved.opening, [Move::new(B1, Direction::Down)]);
        assert!(draft.resized(Size::new(2, 2), -1, 0).opening.is_empty());
    }

    #[test]
    fn a_floating_goal_keeps_what_fits() {
        let mut draft = Draft::new(Size::new(4, 1));
        draft.anchor = Anchor::Floating;
        let red = Square::Tile(Colour(2));
        draft.paint(Layout::Goal, Cell::new(3, 0), red);
        let cut = draft.resized(Size::new(2, 1), 0, 0);
        assert_eq!(cut.goal[B1], red);
        let grown = cut.resized(Size::new(6, 2), 1, 1);
        assert_eq!(grown.goal[Cell::new(2, 1)], red);
    }

    #[test]
    fn a_new_waypoint_shows_the_walls() {
        let mut draft = Draft::new(Size::new(3, 2));
        draft.paint(Layout::Start, A1, Square::Wall);
        draft.paint(Layout::Start, B1, Square::Tile(Colour(0)));
        let draft = draft.with_waypoint();
        assert_eq!(draft.waypoints[0][A1], Square::Wall);
        assert_eq!(draft.waypoints[0][B1], Square::Empty);
    }
}
