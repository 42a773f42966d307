//! Cells of a board and the four directions. Used by every other module.

use std::fmt;
use std::str::FromStr;

/// The largest width and height of a board, in cells.
pub const MAX_SIDE: u8 = 32;

/// One cell of a board, counted from the top left corner, which is `a1`.
///
/// Cells are ordered row by row, from left to right.
///
/// ```
/// use mondrian_core::puzzle::Cell;
/// assert_eq!(Cell::new(3, 0).to_string(), "d1");
/// assert_eq!("aa12".parse(), Ok(Cell::new(26, 11)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Row, 0 at the top. First, so that the derived order is row by row.
    pub y: u8,
    /// Column, 0 at the left.
    pub x: u8,
}

impl Cell {
    /// Returns the cell in column `x` and row `y`, both from 0.
    pub const fn new(x: u8, y: u8) -> Self {
        Self { y, x }
    }

    /// Returns the neighbour in direction `direction`, or `None` left of column 0
    /// or above row 0. The right and the lower edge are the board's to know.
    pub fn step(self, direction: Direction) -> Option<Self> {
        let (dx, dy) = direction.offset();
        let x = self.x.checked_add_signed(dx)?;
        let y = self.y.checked_add_signed(dy)?;
        Some(Self { y, x })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |n: u8| char::from(b'a' + n % 26);
        if self.x >= 26 {
            write!(f, "{}", letter(self.x / 26 - 1))?;
        }
        write!(f, "{}{}", letter(self.x), u32::from(self.y) + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text is not the name of a cell on a board of the largest size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a cell (a column letter and a row number, such as d1)")]
pub struct ParseCellError(pub String);

impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseCellError(text.chars().take(20).collect());
        let digits_at = text.find(|c: char| c.is_ascii_digit()).ok_or_else(error)?;
        let (column, row) = text.split_at(digits_at);
        let x = match column.as_bytes() {
            [a @ b'a'..=b'z'] => a - b'a',
            [b'a', b @ b'a'..=b'z'] => 26 + (b - b'a'),
            _ => return Err(error()),
        };
        // `u8::from_str` would accept a sign and leading zeros, which are not names.
        if row.starts_with('0') || !row.bytes().all(|b| b.is_ascii_digit()) {
            return Err(error());
        }
        let y = row.parse::<u8>().map_err(|_| error())? - 1;
        if x >= MAX_SIDE || y >= MAX_SIDE {
            return Err(error());
        }
        Ok(Self::new(x, y))
    }
}

/// One of the four directions in which a tile is pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Towards row 1.
    Up,
    /// Away from row 1.
    Down,
    /// Towards column a.
    Left,
    /// Away from column a.
    Right,
}

impl Direction {
    /// All four, in the order of the notation: U, D, L, R.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// Returns the step of one cell as (columns to the right, rows down).
    pub const fn offset(self) -> (i8, i8) {
        match self {
            Self::Up => (0, -1),
            Self::Down => (0, 1),
            Self::Left => (-1, 0),
            Self::Right => (1, 0),
        }
    }

    /// Returns the direction back.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Returns the letter of the notation: `U`, `D`, `L` or `R`.
    pub const fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Down => 'D',
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }

    /// Returns the direction that `letter` stands for.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'U' => Some(Self::Up),
            'D' => Some(Self::Down),
            'L' => Some(Self::Left),
            'R' => Some(Self::Right),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_name_round_trips() {
        let mut names = std::collections::HashSet::new();
        for y in 0..MAX_SIDE {
            for x in 0..MAX_SIDE {
                let cell = Cell::new(x, y);
                assert_eq!(cell.to_string().parse(), Ok(cell));
                assert!(names.insert(cell.to_string()));
            }
        }
        assert_eq!(Cell::new(25, 0).to_string(), "z1");
        assert_eq!(Cell::new(26, 31).to_string(), "aa32");
    }

    #[test]
    fn what_is_no_cell_is_refused() {
        for text in [
            "", "a", "1", "A1", "a0", "a01", "a+1", "a33", "ag1", "ba1", "aaa1", "a1b", "é1", "a1é",
        ] {
            assert!(text.parse::<Cell>().is_err(), "{text:?}");
        }
    }
}
