//! The number of numbered tiles: the wheel over their little tile in the palette, the buttons
//! beside it, and the keys + and −. Of tiles that the level has it changes them all, as one
//! step; of new ones it says which come next.

use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::MouseScrollUnit;
use bevy::prelude::*;

use super::brush_row::{BrushTile, kind_of};
use crate::app::document::brush::{ActiveBrush, ChooseBrush};
use crate::app::document::{Document, Edit};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::{has_modifier, keys_are_free, letter, presses};
use crate::puzzle::{Brush, EditCommand, MAX_PUSHES, Swatch, TileKind};

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

/// The wheel over a little tile; over one without a number it scrolls the palette.
pub(super) fn swatch_on_scroll(
    mut scroll: On<Pointer<Scroll>>,
    tiles: Query<&BrushTile>,
    document: Res<Document>,
    mut out: MessageWriter<ChangeNumber>,
) {
    let Ok(&BrushTile(brush)) = tiles.get(scroll.entity) else { return };
    if !matches!(kind_of(brush, &document.draft().palette), Some(TileKind::Numbered(_))) {
        return;
    }
    scroll.propagate(false);
    let notches = match scroll.unit {
        MouseScrollUnit::Line => scroll.y,
        MouseScrollUnit::Pixel => scroll.y.signum(),
    };
    if notches != 0.0 {
        out.write(ChangeNumber { brush, by: notches.clamp(-9.0, 9.0).round() as i8 });
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
