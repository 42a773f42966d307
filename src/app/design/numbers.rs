//! The number of numbered tiles: the wheel over their little tile in the palette, the buttons
//! beside it, and the keys + and −. Of tiles that the level has it changes them all, as one
//! step; of new ones it says which come next.

use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;

use crate::app::document::brush::{ActiveBrush, ChooseBrush};
use crate::app::document::{Document, Edit};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::{has_modifier, keys_are_free, letter, presses};
use crate::puzzle::{Brush, EditCommand, MAX_PUSHES, Palette, Swatch, TileKind};

/// The number of the numbered tiles that are new.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewNumber(pub u8);

impl Default for NewNumber {
    fn default() -> Self {
        Self(3)
    }
}

/// Makes the number of numbered tiles larger or smaller.
#[derive(Message, Clone, Copy, Debug)]
pub struct ChangeNumber {
    /// The brush that paints them.
    pub brush: Brush,
    /// By how much.
    pub by: i8,
}

/// Returns what the tiles of a brush are, if it paints tiles.
pub(super) fn kind_of(brush: Brush, palette: &Palette) -> Option<TileKind> {
    match brush {
        Brush::New(kind) => Some(kind),
        Brush::Colour(colour) if colour.index() < palette.len() => {
            Some(palette.swatch(colour).kind)
        }
        _ => None,
    }
}

fn press(
    In(are_free): In<bool>,
    mut input: MessageReader<KeyboardInput>,
    keys: Res<ButtonInput<KeyCode>>,
    brush: Res<ActiveBrush>,
    mut out: MessageWriter<ChangeNumber>,
) {
    for event in presses(are_free && !has_modifier(&keys), &mut input) {
        let by = match letter(event) {
            Some('+' | '=') => 1,
            Some('-' | '−') => -1,
            _ => continue,
        };
        out.write(ChangeNumber { brush: brush.0, by });
    }
}

fn change(
    mut requests: MessageReader<ChangeNumber>,
    document: Res<Document>,
    brush: Res<ActiveBrush>,
    mut new: ResMut<NewNumber>,
    mut edits: MessageWriter<Edit>,
    mut choices: MessageWriter<ChooseBrush>,
) {
    let palette = &document.draft().palette;
    for &ChangeNumber { brush: changed, by } in requests.read() {
        let Some(TileKind::Numbered(number)) = kind_of(changed, palette) else { continue };
        let moved =
            |number: u8| number.checked_add_signed(by).filter(|n| (1..=MAX_PUSHES).contains(n));
        match changed {
            Brush::Colour(colour) => {
                let Some(number) = moved(number) else { continue };
                let kind = TileKind::Numbered(number);
                let swatch = Swatch { kind, ..palette.swatch(colour).clone() };
                edits.write(Edit(EditCommand::SetSwatch(colour, swatch)));
            }
            _ => {
                // Those that the level has are in rows of their own.
                let mut next = moved(number);
                while let Some(taken) = next
                    && palette.of_kind(TileKind::Numbered(taken)).is_some()
                {
                    next = moved(taken);
                }
                let Some(next) = next else { continue };
                *new = NewNumber(next);
                if brush.0 == changed {
                    choices.write(ChooseBrush(Brush::New(TileKind::Numbered(next))));
                }
            }
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<NewNumber>().add_message::<ChangeNumber>().add_systems(
        Update,
        (keys_are_free.pipe(press), change)
            .chain()
            .before(crate::app::kit::dialog::close_dialogs)
            .in_set(FrameSystems::Input),
    );
}
