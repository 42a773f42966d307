//! Which tile stands on which cell: a state of the search.

use super::{Cell, Colour, Grid, Palette, Size, Square, TileKind};

/// A tile on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Tile {
    colour: Colour,
    /// How many times it must still be pushed; 0 of tiles that are not numbered.
    left: u8,
}

/// Which colour stands on which cell, and how often numbered tiles must still be pushed.
///
/// ```
/// use mondrian_core::puzzle::{Cell, Puzzle};
/// let puzzle: Puzzle = "R..\n...\n\n..R\n...".parse().unwrap();
/// let after = puzzle.apply(puzzle.start(), "a1R".parse().unwrap()).unwrap();
/// assert!(after.tile(Cell::new(2, 0)).is_some() && puzzle.goal().is_reached(&after));
/// assert_eq!(puzzle.moves(&after).len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    tiles: Grid<Option<Tile>>,
}

impl Position {
    /// Returns the tiles of `layout`, none of them numbered.
    pub fn new(layout: &Grid<Square>) -> Self {
        let tiles = layout.iter().filter_map(|(cell, square)| Some((cell, square.colour()?)));
        Self::from_tiles(layout.size(), tiles)
    }

    /// Returns the tiles of `layout` before the first move, in the colours of `palette`.
    pub(in crate::puzzle) fn at_start(layout: &Grid<Square>, palette: &Palette) -> Self {
        let mut position = Self::new(layout);
        for (cell, colour) in position.clone().tiles() {
            if let TileKind::Numbered(moves) = palette.swatch(colour).kind {
                position.set_left(cell, moves);
            }
        }
        position
    }

    /// Returns the position of the given size with these tiles, none of which must still be
    /// pushed.
    pub fn from_tiles(size: Size, tiles: impl IntoIterator<Item = (Cell, Colour)>) -> Self {
        let mut position = Self { tiles: Grid::new(size, None) };
        for (cell, colour) in tiles {
            position.tiles[cell] = Some(Tile { colour, left: 0 });
        }
        position
    }

    /// Returns the colour of the tile on `cell`; `None` without one or outside.
    pub fn tile(&self, cell: Cell) -> Option<Colour> {
        self.tiles.get(cell).copied().flatten().map(|tile| tile.colour)
    }

    /// Returns how many times the numbered tile on `cell` must still be pushed; 0 for all
    /// others.
    pub fn left(&self, cell: Cell) -> u8 {
        self.tiles.get(cell).copied().flatten().map_or(0, |tile| tile.left)
    }

    /// Says whether no tile must still be pushed.
    pub fn is_spent(&self) -> bool {
        self.tiles.iter().all(|(_, tile)| tile.is_none_or(|tile| tile.left == 0))
    }

    /// Returns the tiles, row by row.
    pub fn tiles(&self) -> impl Iterator<Item = (Cell, Colour)> {
        self.tiles.iter().filter_map(|(cell, tile)| tile.map(|tile| (cell, tile.colour)))
    }

    /// Returns width and height of the board.
    pub const fn size(&self) -> Size {
        self.tiles.size()
    }

    /// Returns the position after the tile on `from` has moved to `to`.
    pub(crate) fn with_moved(&self, from: Cell, to: Cell) -> Self {
        let mut next = self.clone();
        let tile = next.tiles[from].take();
        next.tiles[to] = tile;
        next
    }

    /// Gives the tile on `cell` another colour.
    pub(super) fn recolour(&mut self, cell: Cell, colour: Colour) {
        if let Some(tile) = &mut self.tiles[cell] {
            tile.colour = colour;
        }
    }

    /// Says how many times the tile on `cell` must still be pushed.
    pub(crate) fn set_left(&mut self, cell: Cell, left: u8) {
        if let Some(tile) = &mut self.tiles[cell] {
            tile.left = left;
        }
    }
}
