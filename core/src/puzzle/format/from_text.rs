//! From a text to a draft or a puzzle in one step: `text.parse::<Puzzle>()`.

use std::str::FromStr;

use super::{AnyTextError, parse_any};
use crate::puzzle::rules::{Draft, Issue, Puzzle};

/// Why a text is no level that can be solved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// It cannot be read.
    #[error(transparent)]
    Text(#[from] AnyTextError),
    /// It can be read, and has issues; a line for each.
    #[error("{}", .0.iter().map(Issue::to_string).collect::<Vec<_>>().join("\n"))]
    Issues(Vec<Issue>),
}

impl LevelError {
    /// Returns line and column of what cannot be read, from 1, where it has a place.
    pub const fn place(&self) -> Option<(usize, usize)> {
        match self {
            Self::Text(error) => error.place(),
            Self::Issues(_) => None,
        }
    }
}

/// Reads a level file, a share code or the text of a position, whichever it is.
///
/// ```
/// use mondrian_core::puzzle::{Draft, Size};
/// let draft: Draft = "R..\n...\n\n..R\n...".parse().unwrap();
/// assert_eq!(draft.start.size(), Size::new(3, 2));
/// ```
impl FromStr for Draft {
    type Err = AnyTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse_any(text, None).map(|loaded| loaded.draft)
    }
}

impl TryFrom<&Draft> for Puzzle {
    type Error = LevelError;

    fn try_from(draft: &Draft) -> Result<Self, Self::Error> {
        draft.validate().map_err(LevelError::Issues)
    }
}

/// Reads a [`Draft`] and validates it.
///
/// ```
/// use mondrian_core::puzzle::Puzzle;
/// use mondrian_core::search::{Options, Verdict};
/// let puzzle: Puzzle = "BR.\n...\n\n.BR\n...".parse().unwrap();
/// let outcome = puzzle.solve(&Options::default());
/// assert!(matches!(outcome.verdict, Verdict::Optimal { solution } if solution.cost() == 2));
/// let error = "RR\n..\n\nBB\n..".parse::<Puzzle>().unwrap_err();
/// assert!(error.to_string().contains("asks for 2 of 'B'"));
/// ```
impl FromStr for Puzzle {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::try_from(&text.parse::<Draft>()?)
    }
}
