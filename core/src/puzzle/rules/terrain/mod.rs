//! What a board has beside its walls: passes, which one colour enters, and thin walls on the
//! sides of cells.
//!
//! ```text
//!   a1|b1      a thin wall between a1 and b1: the right side of a1, `a1R`
//!   --         a thin wall between a1 and a2: the lower side of a1, `a1D`
//!   a2 b2
//! ```

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use super::{Cell, Colour, Direction, Move, Size};

/// A side of a cell. Two cells that are neighbours share one: it is named by the left or the
/// upper of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side {
    cell: Cell,
    direction: Direction,
}

impl Side {
    /// Returns the side of `cell` in `direction`.
    pub fn new(cell: Cell, direction: Direction) -> Self {
        let other = match direction {
            Direction::Up | Direction::Left => cell.step(direction),
            Direction::Down | Direction::Right => None,
        };
        match other {
            Some(cell) => Self { cell, direction: direction.opposite() },
            // The upper and the left edge belong to one cell.
            None => Self { cell, direction },
        }
    }

    /// Returns the sides that two cells of a board share, row by row.
    pub fn inner(size: Size) -> impl Iterator<Item = Self> {
        let sides = size.cells().flat_map(|cell| {
            [Direction::Right, Direction::Down].map(|direction| Self::new(cell, direction))
        });
        sides.filter(move |side| side.between(size).is_some())
    }

    /// Returns the cell that it is named by.
    pub const fn cell(self) -> Cell {
        self.cell
    }

    /// Returns on which side of [`Side::cell`] it lies.
    pub const fn direction(self) -> Direction {
        self.direction
    }

    /// Returns the two cells that it divides, or `None` on an edge of a board of `size` and
    /// outside.
    pub fn between(self, size: Size) -> Option<(Cell, Cell)> {
        let inside = size.contains(self.cell);
        inside.then(|| size.neighbour(self.cell, self.direction)).flatten().map(|b| (self.cell, b))
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.cell, self.direction.letter())
    }
}

impl fmt::Debug for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text is not the side of a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a side (a cell and one of U D L R, such as b1R)")]
pub struct ParseSideError(pub String);

impl FromStr for Side {
    type Err = ParseSideError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // A side is written as a push is.
        let push: Move =
            text.parse().map_err(|_| ParseSideError(text.chars().take(20).collect()))?;
        Ok(Self::new(push.from, push.direction))
    }
}

/// Passes and thin walls. It may hold what lies outside of the board: validation says so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terrain {
    /// The colour that may enter each pass.
    pub passes: BTreeMap<Cell, Colour>,
    /// The sides that no tile slides through.
    pub thin_walls: BTreeSet<Side>,
}

impl Terrain {
    /// Says whether there is neither a pass nor a thin wall.
    pub fn is_plain(&self) -> bool {
        self.passes.is_empty() && self.thin_walls.is_empty()
    }

    /// Returns the colour that may enter `cell`, where it is a pass.
    pub fn pass(&self, cell: Cell) -> Option<Colour> {
        self.passes.get(&cell).copied()
    }

    /// Says whether a thin wall stands on the side of `cell` in `direction`.
    pub fn has_thin_wall(&self, cell: Cell, direction: Direction) -> bool {
        !self.thin_walls.is_empty() && self.thin_walls.contains(&Side::new(cell, direction))
    }

    /// Returns what becomes of it when each cell that `moved` gives a new place goes there and
    /// the others are lost. A thin wall goes with either of its cells, if both go the same way.
    pub(in crate::puzzle) fn moved(&self, moved: impl Fn(Cell) -> Option<Cell>) -> Self {
        let passes = self.passes.iter().filter_map(|(&cell, &colour)| Some((moved(cell)?, colour)));
        let side = |side: &Side| {
            let other = side.cell.step(side.direction)?;
            let (cell, other) = (moved(side.cell)?, moved(other)?);
            (cell.step(side.direction) == Some(other)).then(|| Side::new(cell, side.direction))
        };
        Self {
            passes: passes.collect(),
            thin_walls: self.thin_walls.iter().filter_map(side).collect(),
        }
    }

    /// Returns the thin walls as a level file and a text have them.
    pub(in crate::puzzle) fn thin_walls_text(&self) -> String {
        self.thin_walls.iter().map(Side::to_string).collect::<Vec<_>>().join(" ")
    }
}

/// Reads sides with white space between them.
///
/// # Errors
/// Names the first word that is not a side.
pub(in crate::puzzle) fn parse_sides(text: &str) -> Result<BTreeSet<Side>, ParseSideError> {
    text.split_whitespace().map(str::parse).collect()
}
