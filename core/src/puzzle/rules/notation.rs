//! Moves and their notation: `d1L` pushes the tile on d1 to the left.

use std::fmt;
use std::str::FromStr;

use super::{Cell, Direction};

/// A push of the tile on one cell in one direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The cell on which the tile stands before the push.
    pub from: Cell,
    /// The direction in which it is pushed.
    pub direction: Direction,
}

impl Move {
    /// Returns the push of the tile on `from` in `direction`.
    pub const fn new(from: Cell, direction: Direction) -> Self {
        Self { from, direction }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.direction.letter())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a move (a cell and one of U D L R, such as d1L)")]
pub struct ParseMoveError(pub String);

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseMoveError(text.chars().take(20).collect());
        let letter = text.chars().next_back().ok_or_else(error)?;
        let direction = Direction::from_letter(letter).ok_or_else(error)?;
        let cell = &text[..text.len() - letter.len_utf8()];
        Ok(Self::new(cell.parse().map_err(|_| error())?, direction))
    }
}

/// Reads moves with white space between them.
///
/// # Errors
/// Names the first word that is not a move.
pub fn parse_moves(text: &str) -> Result<Vec<Move>, ParseMoveError> {
    text.split_whitespace().map(str::parse).collect()
}

/// Writes moves with single spaces between them.
pub fn format_moves(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_round_trip() {
        let text = "d1L a32U af7R b10D";
        let moves = parse_moves(text).unwrap();
        assert_eq!(moves[0], Move::new(Cell::new(3, 0), Direction::Left));
        assert_eq!(format_moves(&moves), text);
        assert_eq!(parse_moves("  "), Ok(vec![]));
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for text in ["d1", "L", "d1l", "d1LL", "1dL", "d1 L", "d1É"] {
            assert!(parse_moves(text).is_err(), "{text:?}");
        }
    }
}
