//! Boards as pictures, drawn without a window or a graphics card: for PNG files, for
//! animated GIFs of solutions, and for the small pictures in the list of levels.
//!
//! ```text
//!   Draft, Puzzle --board--> Picture (RGB) --png, gif--> a file, as it is drawn
//!                              ^ lettering: the labels of tiles, title, legend

mod board;
mod canvas;
mod contrast;
mod gif;
mod graph;
mod legend;
mod lettering;
mod png;
mod race;
mod terrain;
mod title;

pub use board::{boards, position_thumbnail, thumbnail};
pub use canvas::Picture;
pub use contrast::{HAIRLINE_SIDE, SHAPE_CONTRAST, TEXT_CONTRAST, contrast, hairline, ink_on};
pub use gif::solution_gif;
pub use graph::{LayeredGraph, LayeredNode, explained_graph, graph_colour, graph_picture};
pub use png::{boards_png, picture_png};
pub use race::{RACE_TITLES, RaceLine, race_png};
pub use terrain::{hatch, pale, thin_wall_width};

/// The smallest and the largest side of a cell, in pixels.
pub const CELL_RANGE: std::ops::RangeInclusive<u32> = 4..=128;

/// What boards are drawn on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// White, with black walls.
    #[default]
    White,
    /// The dark theme of the designer, with light walls.
    Dark,
}

/// How boards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Side of a cell in pixels, within [`CELL_RANGE`].
    pub cell: u32,
    /// Writes the symbol of each colour on its tiles, where the palette has no label
    /// for it.
    pub letters: bool,
    /// Writes the title of the level above them, where it has one.
    pub title: bool,
    /// What they are drawn on.
    pub ground: Ground,
}

impl Default for Look {
    fn default() -> Self {
        Self { cell: 40, letters: false, title: false, ground: Ground::White }
    }
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The level cannot be played.
    #[error("the level has issues: {0}")]
    Invalid(String),
    /// No solution is known.
    #[error("no solution is known")]
    NoSolution,
    /// The moves are none of this level.
    #[error(transparent)]
    Replay(#[from] crate::puzzle::ReplayError),
    /// A graph has more positions in a row than can be drawn.
    #[error("{found} positions stand in one row, more than {most}")]
    LongRow {
        /// How many.
        found: usize,
        /// The most that are drawn.
        most: usize,
    },
    /// The picture cannot be encoded.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
    /// What is drawn cannot be written.
    #[error(transparent)]
    Write(#[from] std::io::Error),
}
