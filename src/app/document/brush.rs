//! What the left button paints.

use bevy::prelude::*;

use super::Document;
use crate::app::kit::frame::FrameSystems;
use crate::puzzle::{Colour, Square};

/// What the left button paints.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brush {
    /// Walls.
    Wall,
    /// Tiles of one colour.
    Colour(Colour),
    /// Nothing: it erases.
    Eraser,
}

impl Default for Brush {
    fn default() -> Self {
        Self::Colour(Colour(0))
    }
}

impl Brush {
    /// Returns what it paints.
    pub const fn square(self) -> Square {
        match self {
            Self::Wall => Square::Wall,
            Self::Colour(colour) => Square::Tile(colour),
            Self::Eraser => Square::Empty,
        }
    }

    /// Returns the one that paints `square`.
    pub const fn of(square: Square) -> Self {
        match square {
            Square::Wall => Self::Wall,
            Square::Tile(colour) => Self::Colour(colour),
            Square::Empty => Self::Eraser,
        }
    }
}

/// Takes another brush.
#[derive(Message, Clone, Copy, Debug)]
pub struct ChooseBrush(pub Brush);

fn change_brush(
    mut choices: MessageReader<ChooseBrush>,
    document: Res<Document>,
    mut brush: ResMut<Brush>,
) {
    let colours = document.draft().palette.len();
    for &ChooseBrush(chosen) in choices.read() {
        if !matches!(chosen, Brush::Colour(colour) if colour.index() >= colours) {
            brush.set_if_neq(chosen);
        }
    }
    // Another level may have fewer colours, or none.
    if matches!(*brush, Brush::Colour(colour) if colour.index() >= colours) {
        *brush = if colours > 0 { Brush::default() } else { Brush::Wall };
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Brush>()
        .add_message::<ChooseBrush>()
        .add_systems(Update, change_brush.after(FrameSystems::Commands).before(FrameSystems::Poll));
}
