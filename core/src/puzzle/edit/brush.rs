//! What is painted with.

use crate::puzzle::rules::{Colour, Palette, Square, TileKind};

/// What is painted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brush {
    /// Walls.
    Wall,
    /// Thin walls, on sides of cells.
    ThinWall,
    /// Tiles of one entry of the palette: coloured, numbered, or chameleons.
    Colour(Colour),
    /// Cells that only tiles of this colour enter.
    Pass(Colour),
    /// Chameleons or numbered tiles that the palette lacks: it gets them with the first that
    /// is painted.
    New(TileKind),
    /// Nothing: it erases.
    Eraser,
}

impl Default for Brush {
    fn default() -> Self {
        Self::Colour(Colour(0))
    }
}

impl Brush {
    /// Returns the one that paints `square`.
    pub const fn of(square: Square) -> Self {
        match square {
            Square::Wall => Self::Wall,
            Square::Tile(colour) => Self::Colour(colour),
            Square::Empty => Self::Eraser,
        }
    }

    /// Returns the entry of the palette that it speaks of.
    pub const fn colour(self) -> Option<Colour> {
        match self {
            Self::Colour(colour) | Self::Pass(colour) => Some(colour),
            Self::Wall | Self::ThinWall | Self::New(_) | Self::Eraser => None,
        }
    }

    /// Says whether `palette` has what it paints.
    pub fn fits(self, palette: &Palette) -> bool {
        match self {
            Self::Colour(colour) => colour.index() < palette.len(),
            Self::Pass(colour) => {
                colour.index() < palette.len() && palette.swatch(colour).kind == TileKind::Plain
            }
            Self::Wall | Self::ThinWall | Self::New(_) | Self::Eraser => true,
        }
    }

    /// Returns what it is now that the palette may be another one; `kind` is what its tiles
    /// were.
    pub fn followed(self, palette: &Palette, kind: TileKind) -> Self {
        match self {
            Self::New(kind) => palette.of_kind(kind).map_or(self, Self::Colour),
            _ if self.fits(palette) => self,
            // Undo has taken away the first one that was painted, and with it its entry.
            Self::Colour(_) if kind != TileKind::Plain => Self::New(kind),
            _ if palette.is_empty() => Self::Wall,
            _ => Self::default(),
        }
    }
}
