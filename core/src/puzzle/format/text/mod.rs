//! Texts of positions: start rows, a blank line, goal rows, and what else belongs to a
//! puzzle. For the clipboard, `mondrian show`, and whatever people paste. Format:
//! `docs/formats/texts.md`.
//!
//! ```text
//!   text --blocks--> lines of each board --cells--> rows of tokens
//!                                                        | meaning: gaps, walls, numbers
//!                                      Draft <--boards---'
//! ```
//!
//! What a writer may have meant in two ways is refused with its place: no guess is worth
//! another puzzle.

mod blocks;
mod boards;
mod brackets;
mod cells;
mod fields;
mod margins;
mod meaning;
mod numbered;
#[cfg(test)]
mod tests;
mod write;

pub use self::numbered::GapPlace;
pub use self::write::{layout_text, plain_text, position_text, write_text};

use crate::puzzle::format::Loaded;
use crate::puzzle::rules::{Draft, Palette};

/// Why a text is not a position: where, what is wrong there, and what the text was taken
/// for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message} (read as {reading})")]
pub struct TextError {
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
    /// The reading that was tried.
    pub reading: &'static str,
}

/// A place in a text, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct At {
    line: usize,
    column: usize,
}

impl At {
    const START: Self = Self { line: 1, column: 1 };

    fn error(self, reading: &'static str, message: impl Into<String>) -> TextError {
        TextError { line: self.line, column: self.column, message: message.into(), reading }
    }
}

/// Readings, as errors name them.
const BOARDS: &str = "start rows, a blank line, goal rows";
const CELLS: &str = "rows of letters, a letter a cell";
const FIELDS: &str = "rows of cells with separators between";
const NUMBERS: &str = "a numbered puzzle";

/// Reads a text of a position. Letters of `palette` are its colours, whatever else they
/// might mean; others get the default colours and are added.
///
/// # Errors
/// Says what is wrong with the text, or how else it could be meant; whether the level is
/// valid is for [`Draft::validate`] to say.
pub fn parse_text(text: &str, palette: Option<&Palette>) -> Result<Draft, TextError> {
    parse_text_with(text, palette, GapPlace::default()).map(|loaded| loaded.draft)
}

/// As [`parse_text`]; a numbered puzzle without a goal gets the one with the gap at `gap`.
///
/// # Errors
/// As [`parse_text`].
pub fn parse_text_with(
    text: &str,
    palette: Option<&Palette>,
    gap: GapPlace,
) -> Result<Loaded, TextError> {
    let empty = Palette::default();
    let palette = palette.unwrap_or(&empty);
    let blocks = blocks::split(text, palette)?;
    boards::level_of(blocks, palette, gap)
}
