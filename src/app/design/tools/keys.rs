//! The keys of the tools that ask what has the focus or is in the hand: Delete, Ctrl+A, Esc.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

use super::cell_cursor::FocusedBoard;
use super::select::{EraseSelection, Selection};
use super::{ChooseTool, Held, PutAway, Tool};
use crate::app::boards::editable::EditableBoard;
use crate::app::document::Document;
use crate::app::kit::dialog::close_dialogs;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::{has_modifier, is_control, keys_are_free, letter, presses};
use crate::puzzle::{Layout, Region};

fn erase(
    In(are_free): In<bool>,
    mut input: MessageReader<KeyboardInput>,
    keys: Res<ButtonInput<KeyCode>>,
    board: FocusedBoard,
    mut out: MessageWriter<EraseSelection>,
) {
    for event in presses(are_free && !has_modifier(&keys), &mut input) {
        // On a board with the focus they erase a cell.
        let erases = matches!(event.logical_key, Key::Delete | Key::Backspace);
        if erases && board.layout().is_none() {
            out.write(EraseSelection);
        }
    }
}

/// Ctrl+A selects the whole board on which the selection is, or START.
fn select_all(
    In(are_free): In<bool>,
    mut input: MessageReader<KeyboardInput>,
    keys: Res<ButtonInput<KeyCode>>,
    document: Res<Document>,
    boards: Query<&EditableBoard>,
    mut selection: ResMut<Selection>,
    mut tools: MessageWriter<ChooseTool>,
) {
    for event in presses(are_free && is_control(&keys), &mut input) {
        if letter(event) != Some('a') {
            continue;
        }
        let own = selection.0.map(|(layout, _)| layout);
        let shown = own.filter(|own| boards.iter().any(|board| board.0 == *own));
        let layout = shown.unwrap_or(Layout::Start);
        let Some(size) = document.size(layout) else { continue };
        selection.0 = Some((layout, Region::whole(size)));
        tools.write(ChooseTool(Tool::Select));
    }
}

fn escape(keys: Res<ButtonInput<KeyCode>>, held: Held, mut put_away: MessageWriter<PutAway>) {
    if keys.just_pressed(KeyCode::Escape) && !held.is_nothing() {
        put_away.write(PutAway);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (keys_are_free.pipe(erase), keys_are_free.pipe(select_all), escape.run_if(keys_are_free))
            .before(close_dialogs)
            .in_set(FrameSystems::Input),
    );
}
