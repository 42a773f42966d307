//! What tiles look like: their colours, what is written or drawn on them to tell the colours
//! apart, the number of pushes left, the ring of a chameleon.

use bevy::prelude::*;

use super::patterns;
use crate::app::kit::theme;
use crate::puzzle::{Cell, Colour, Palette, TileKind};

/// What is drawn on tiles to tell their colours apart; a label is drawn always.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TileMarks {
    /// Nothing.
    #[default]
    None,
    /// The letters of the colours.
    Letters,
    /// A pattern for each colour.
    Patterns,
}

impl TileMarks {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::None, Self::Letters, Self::Patterns];

    /// Returns the next one, the first after the last.
    pub const fn next(self) -> Self {
        match self {
            Self::None => Self::Letters,
            Self::Letters => Self::Patterns,
            Self::Patterns => Self::None,
        }
    }

    /// Returns the word on the screen.
    pub const fn label(self) -> &'static str {
        match self {
            Self::None => "plain",
            Self::Letters => "letters",
            Self::Patterns => "patterns",
        }
    }
}

/// The ring of a chameleon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ring {
    /// It is no chameleon.
    #[default]
    None,
    /// It has no colour yet.
    Whole,
    /// It has taken a colour.
    Faint,
}

/// What a tile is, as it stands at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// Its colour now.
    pub colour: Colour,
    /// How many times it must still be pushed, if it is numbered.
    pub left: u8,
    /// Whether it was a chameleon at the start.
    pub was_chameleon: bool,
}

impl Face {
    /// Returns a tile as it is drawn before any move.
    pub fn at_start(colour: Colour, palette: &Palette) -> Self {
        Self { colour, left: palette.swatch(colour).kind.pushes(), was_chameleon: false }
    }

    /// Returns a tile as it is now, which had the colour `first` at the start.
    pub fn now(colour: Colour, left: u8, first: Colour, palette: &Palette) -> Self {
        let was_chameleon = palette.swatch(first).kind == TileKind::Chameleon;
        Self { colour, left, was_chameleon }
    }
}

/// A tile on a board.
#[derive(Clone, Debug, PartialEq)]
pub struct TileView {
    /// The column of its left edge, between two columns while it slides.
    pub x: f32,
    /// The row of its upper edge.
    pub y: f32,
    /// Its colour.
    pub color: Color,
    /// What is written on it; empty for nothing.
    pub letter: String,
    /// Which pattern is drawn on it.
    pub pattern: Option<usize>,
    /// The ring of a chameleon.
    pub ring: Ring,
}

impl TileView {
    /// Returns the tile that rests on `cell`.
    pub fn new(cell: Cell, face: Face, palette: &Palette, marks: TileMarks) -> Self {
        let swatch = palette.swatch(face.colour);
        let (mut letter, pattern) = mark_of(face.colour, palette, marks);
        if matches!(swatch.kind, TileKind::Numbered(_)) {
            letter = face.left.to_string();
        }
        let ring = match swatch.kind {
            TileKind::Chameleon => Ring::Whole,
            _ if face.was_chameleon => Ring::Faint,
            _ => Ring::None,
        };
        let color = theme::color(swatch.rgb);
        Self { x: f32::from(cell.x), y: f32::from(cell.y), color, letter, pattern, ring }
    }

    /// Gives it another face where it is drawn.
    pub fn turn(&mut self, face: Face, palette: &Palette, marks: TileMarks) {
        let (x, y) = (self.x, self.y);
        *self = Self { x, y, ..Self::new(Cell::new(0, 0), face, palette, marks) };
    }
}

/// Returns what is written on tiles of a colour before the first move and the pattern drawn on
/// them. A chameleon has its ring, a numbered tile its number: neither needs a pattern.
pub fn mark_of(colour: Colour, palette: &Palette, marks: TileMarks) -> (String, Option<usize>) {
    let swatch = palette.swatch(colour);
    match (swatch.kind, &swatch.label, marks) {
        (TileKind::Numbered(pushes), ..) => (pushes.to_string(), None),
        (_, Some(label), _) => (label.clone(), None),
        (_, None, TileMarks::Letters) => (swatch.symbol.to_string(), None),
        (TileKind::Plain, None, TileMarks::Patterns) => {
            (String::new(), Some(colour.index() % patterns::COUNT))
        }
        (_, None, _) => (String::new(), None),
    }
}
