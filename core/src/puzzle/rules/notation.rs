//! Moves and their notation: `d1L` pushes the tile on d1 to the left. And names of what can be chosen, with
//! the way back.

use std::fmt;
use std::str::FromStr;

use super::{Cell, Direction, Puzzle};

/// A push of the tile on one cell in one direction.
///
/// ```
/// use mondrian_core::puzzle::{Cell, Direction, Move};
/// let push: Move = "d1L".parse().unwrap();
/// assert_eq!(push, Move::new(Cell::new(3, 0), Direction::Left));
/// assert_eq!(push.to_string(), "d1L");
/// ```
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

/// Why a text is not a list of moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// A word is not a move.
    #[error("`{0}` is not a move (a cell and one of U D L R, such as d1L)")]
    Word(String),
    /// A number counts another move than the one it stands before.
    #[error("`{found}` stands before move {next}: moves are missing, or counted otherwise")]
    Number {
        /// The number.
        found: String,
        /// The move it stands before, from 1.
        next: usize,
    },
    /// The empty cell cannot go there.
    #[error(
        "letter {nth}, {letter}: the empty cell cannot go there (each letter says where it goes)"
    )]
    Stuck {
        /// Which letter, from 1.
        nth: usize,
        /// The letter.
        letter: char,
    },
    /// Letters alone are moves of the only empty cell, and there are more.
    #[error(
        "letters alone are moves of the only empty cell, and this board has not one empty cell"
    )]
    ManyGaps,
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseMoveError::Word(shown(text));
        let letter = text.chars().next_back().ok_or_else(error)?;
        let direction = Direction::from_letter(letter).ok_or_else(error)?;
        let cell = &text[..text.len() - letter.len_utf8()];
        Ok(Self::new(cell.parse().map_err(|_| error())?, direction))
    }
}

/// Reads moves as people write them: white space, commas or semicolons between them, letters of
/// either case, and numbers before them that count up from 1 (`1. d1L 2. c2U`).
///
/// # Errors
/// Names the first word that is not a move, or the number that is not the next one.
pub fn parse_moves(text: &str) -> Result<Vec<Move>, ParseMoveError> {
    let mut moves = Vec::new();
    for word in words(text) {
        let word = unnumbered(word, moves.len() + 1)?;
        if !word.is_empty() {
            moves.push(word.parse().or_else(|error| in_other_case(word).ok_or(error))?);
        }
    }
    Ok(moves)
}

/// As [`parse_moves`]; on a board with one empty cell the moves may also be those of that cell,
/// `RULD…`: each letter says where the empty cell goes, so `R` pushes the tile to the right of
/// it to the left.
///
/// # Errors
/// As [`parse_moves`]; or the empty cell cannot go where a letter says, or there are several.
pub fn parse_moves_of(text: &str, puzzle: &Puzzle) -> Result<Vec<Move>, ParseMoveError> {
    let letters: String = words(text).collect();
    if letters.is_empty() || !letters.chars().all(|c| "UDLRudlr".contains(c)) {
        return parse_moves(text);
    }
    if !puzzle.has_one_empty_cell() {
        return Err(ParseMoveError::ManyGaps);
    }
    let mut position = puzzle.start().clone();
    let mut moves = Vec::new();
    for (nth, letter) in (1..).zip(letters.chars()) {
        let stuck = || ParseMoveError::Stuck { nth, letter };
        let direction = Direction::from_letter(letter.to_ascii_uppercase()).ok_or_else(stuck)?;
        let gap = puzzle.gap(&position).ok_or_else(stuck)?;
        let from = puzzle.size().neighbour(gap, direction).ok_or_else(stuck)?;
        let push = Move::new(from, direction.opposite());
        position = puzzle.apply(&position, push).ok_or_else(stuck)?;
        moves.push(push);
    }
    Ok(moves)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
    words.filter(|word| !word.is_empty())
}

/// Returns a word without the number of the move before it.
fn unnumbered(word: &str, next: usize) -> Result<&str, ParseMoveError> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = word.split_at(digits);
    let Some(rest) = rest.strip_prefix(['.', ')', ':']).filter(|_| digits > 0) else {
        return Ok(word);
    };
    if number.parse() != Ok(next) {
        return Err(ParseMoveError::Number { found: shown(number), next });
    }
    Ok(rest)
}

fn in_other_case(word: &str) -> Option<Move> {
    let mut word = word.to_ascii_lowercase();
    let letter = word.pop()?.to_ascii_uppercase();
    word.push(letter);
    word.parse().ok()
}

fn shown(text: &str) -> String {
    text.chars().take(20).collect()
}

/// Writes moves with single spaces between them.
pub fn format_moves(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// A name that is none of those that there are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {what} `{name}`; there are {}", .known.join(", "))]
pub struct UnknownName {
    /// What it should be the name of, such as `method`.
    pub what: &'static str,
    /// What was said.
    pub name: String,
    /// The names that there are.
    pub known: Vec<&'static str>,
}

/// Gives the variants of types their names, in the order in which they are offered: `ALL`, `name`,
/// `Display`, and `FromStr` for `"astar".parse::<Method>()`. A variant without a name does not compile.
/// Whoever uses it imports `UnknownName`.
macro_rules! named {
    ($($what:literal: $type:ty { $($variant:ident = $name:literal,)+ })+) => {$(
        impl $type {
            /// All, in the order in which they are offered.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// Returns the name on the command line.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.into_iter().find(|known| known.name() == name);
                found.ok_or_else(|| UnknownName {
                    what: $what,
                    name: name.to_owned(),
                    known: Self::ALL.iter().map(|known| known.name()).collect(),
                })
            }
        }
    )+};
}

pub(crate) use named;

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
        for text in [
            "d1",
            "L",
            "d1LL",
            "1dL",
            "d1 L",
            "d1É",
            "d1/L",
            "d1-L",
            "2. d1L",
            "1. d1L 3. d1R",
            "d1L.",
            "0. d1L",
        ] {
            assert!(parse_moves(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        let moves = parse_moves("c3L c2D aa1U").unwrap();
        for text in [
            "c3L, c2D, aa1U",
            "c3L,c2D;aa1U",
            "1. c3L 2. c2D 3. aa1U",
            "1.c3L\n2.c2D\n3.aa1U\n",
            "1) c3L\n2) c2D\n3) aa1U",
            "c3l c2d aa1u",
            "C3L C2D AA1U",
        ] {
            assert_eq!(parse_moves(text).as_ref(), Ok(&moves), "{text:?}");
        }
    }

    #[test]
    fn letters_alone_say_where_the_only_empty_cell_goes() {
        let puzzle = |text| crate::puzzle::parse_text(text, None).unwrap().validate().unwrap();
        let eight = puzzle("123\n456\n7.8\n\n123\n456\n78.");
        for text in ["R", "r", " R\n"] {
            assert_eq!(parse_moves_of(text, &eight), parse_moves("c3L"), "{text}");
        }
        for text in ["ULDR", "u l d r", "U,L,D,R"] {
            let moves = parse_moves_of(text, &eight);
            assert_eq!(moves, parse_moves("b2D a2R a3U b3L"), "{text}");
        }
        assert_eq!(parse_moves_of("c3L", &eight), parse_moves("c3L"));
        assert_eq!(parse_moves_of("", &eight), Ok(vec![]));
        let stuck = ParseMoveError::Stuck { nth: 2, letter: 'D' };
        assert_eq!(parse_moves_of("RD", &eight), Err(stuck));
        assert!(parse_moves_of("c3L R", &eight).is_err(), "one or the other");
        let many = puzzle("R..\n...\n\n..R\n...");
        assert_eq!(parse_moves_of("R", &many), Err(ParseMoveError::ManyGaps));
        // What the board does not let pass.
        let walled = puzzle("1.2\n\n12.\n\nthin: a1R");
        assert_eq!(parse_moves_of("R", &walled), parse_moves("c1L"));
        assert_eq!(
            parse_moves_of("L", &walled),
            Err(ParseMoveError::Stuck { nth: 1, letter: 'L' })
        );
    }
}
