//! The keys of the editor that belong to no panel: menu entries, brushes, help.

use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use super::help::ShowHelp;
use super::settings_dialog::ShowSettings;
use crate::app::boards::editable::EditableBoard;
use crate::app::design::brush_row::digit_brushes;
use crate::app::design::tools::clipboard::ClipCommand;
use crate::app::design::tools::select::Selection;
use crate::app::document::brush::ChooseBrush;
use crate::app::document::{Document, Edit};
use crate::app::kit::dialog::{CloseDialog, Dialog};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::{
    KeyOwner, KeyOwners, is_control, is_shift, key_owner, keys_are_free, letter, presses,
};
use crate::app::kit::mode::Mode;
use crate::app::levels::browser::ShowLevels;
use crate::app::levels::file::FileCommand;
use crate::app::levels::properties::ShowProperties;
use crate::app::levels::text::TextCommand;
use crate::app::replay::ReplayBoard;
use crate::puzzle::{Brush, EditCommand};

/// The keys 1 to 9, in order.
const DIGITS: [KeyCode; 9] = [
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Digit7,
    KeyCode::Digit8,
    KeyCode::Digit9,
];

/// The boards of the editor, and the one that is laid over them.
type IsBoard = Or<(With<EditableBoard>, With<ReplayBoard>)>;

/// So does the pointer when it comes to a board: a digit then chooses a brush.
fn leave_field_for_board(
    over: On<Pointer<Over>>,
    boards: Query<(), IsBoard>,
    buttons: Res<ButtonInput<MouseButton>>,
    owners: KeyOwners,
    mut commands: Commands,
) {
    // Text may be marked with the pointer anywhere.
    let marks = buttons.get_pressed().len() > 0;
    if boards.contains(over.entity) && !marks && key_owner(owners) == KeyOwner::Field {
        commands.queue(|world: &mut World| world.resource_mut::<InputFocus>().clear());
    }
}

/// What the keys send.
#[derive(bevy::ecs::system::SystemParam)]
struct Outputs<'w> {
    edits: MessageWriter<'w, Edit>,
    files: MessageWriter<'w, FileCommand>,
    levels: MessageWriter<'w, ShowLevels>,
    properties: MessageWriter<'w, ShowProperties>,
    settings: MessageWriter<'w, ShowSettings>,
    texts: MessageWriter<'w, TextCommand>,
    clips: MessageWriter<'w, ClipCommand>,
}

fn send_commands(
    In(owner): In<KeyOwner>,
    mut input: MessageReader<KeyboardInput>,
    keys: Res<ButtonInput<KeyCode>>,
    (mode, selection): (Res<Mode>, Res<Selection>),
    mut out: Outputs,
) {
    let shift = is_shift(&keys);
    for event in presses(is_control(&keys), &mut input) {
        let Some(letter) = letter(event).filter(|&letter| owner.lets_through(letter, shift)) else {
            continue;
        };
        match (letter, shift) {
            // Those of the editor; the game has its own history, and a paste would end it.
            ('z' | 'y' | 'x', _) | ('v', false) if *mode == Mode::Play => {}
            ('z', false) => drop(out.edits.write(Edit(EditCommand::Undo))),
            ('z', true) | ('y', false) => drop(out.edits.write(Edit(EditCommand::Redo))),
            // Held down, the rest would open one dialog after the other.
            _ if event.repeat => {}
            ('n', false) => drop(out.files.write(FileCommand::New)),
            ('o', false) => drop(out.files.write(FileCommand::Open)),
            ('s', false) => drop(out.files.write(FileCommand::Save)),
            ('s', true) => drop(out.files.write(FileCommand::SaveAs)),
            ('q', false) => drop(out.files.write(FileCommand::Quit)),
            ('l', false) => drop(out.levels.write(ShowLevels)),
            ('i', false) => drop(out.properties.write(ShowProperties)),
            (',', false) => drop(out.settings.write(ShowSettings)),
            // The one place where copying and pasting begin.
            ('c', false) if *mode == Mode::Design && selection.0.is_some() => {
                out.clips.write(ClipCommand::Copy);
            }
            ('c', false) => drop(out.texts.write(TextCommand::CopyLevel)),
            ('x', false) => drop(out.clips.write(ClipCommand::Cut)),
            ('v', false) => drop(out.texts.write(TextCommand::Paste)),
            ('c', true) => drop(out.texts.write(TextCommand::CopyCode)),
            ('v', true) => {
                out.texts.write(TextCommand::AskCode { text: String::new(), problem: None });
            }
            _ => {}
        }
    }
}

fn choose_brushes(
    keys: Res<ButtonInput<KeyCode>>,
    document: Res<Document>,
    mut out: MessageWriter<ChooseBrush>,
) {
    if is_control(&keys) {
        return;
    }
    if keys.just_pressed(KeyCode::Digit0) {
        out.write(ChooseBrush(Brush::Eraser));
    }
    for (index, key) in DIGITS.into_iter().enumerate() {
        if keys.just_pressed(key)
            && let Some(brush) = digit_brushes(&document.draft().palette).nth(index)
        {
            out.write(ChooseBrush(brush));
        }
    }
}

fn toggle_help(
    keys: Res<ButtonInput<KeyCode>>,
    dialogs: Query<(), With<Dialog>>,
    mut help: MessageWriter<ShowHelp>,
    mut close: MessageWriter<CloseDialog>,
) {
    if !keys.just_pressed(KeyCode::F1) {
        return;
    }
    if dialogs.is_empty() {
        help.write(ShowHelp);
    } else {
        close.write(CloseDialog);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(leave_field_for_board).add_systems(
        Update,
        (key_owner.pipe(send_commands), choose_brushes.run_if(keys_are_free), toggle_help)
            .before(crate::app::kit::dialog::close_dialogs)
            .in_set(FrameSystems::Input),
    );
}
