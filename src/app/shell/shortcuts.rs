//! The keys that belong to no panel: those of the table of actions, brushes, help.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::{MenuAction, MenuEvent};

use super::actions::Action;
use super::help::ShowHelp;
use super::more_menu::MoreMenu;
use crate::app::boards::editable::EditableBoard;
use crate::app::design::brush_row::digit_brushes;
use crate::app::design::tools::clipboard::ClipCommand;
use crate::app::design::tools::select::Selection;
use crate::app::document::Document;
use crate::app::document::brush::ChooseBrush;
use crate::app::kit::dialog::{CloseDialog, Dialog};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::{
    KeyOwner, KeyOwners, is_control, is_shift, key_owner, keys_are_free, letter, presses,
};
use crate::app::kit::mode::Mode;
use crate::app::replay::ReplayBoard;
use crate::puzzle::Brush;

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

/// Does what a key stands for. While the menu is open those that it shows choose its entries.
fn press(
    In(owner): In<KeyOwner>,
    mut input: MessageReader<KeyboardInput>,
    keys: Res<ButtonInput<KeyCode>>,
    (mode, selection): (Res<Mode>, Res<Selection>),
    menus: Query<(Entity, &Visibility), With<MoreMenu>>,
    mut commands: Commands,
) {
    let open = menus.iter().find(|(_, visibility)| **visibility == Visibility::Visible);
    for event in presses(true, &mut input) {
        let Some((name, is_let_through)) = name_of(event, &keys, owner) else { continue };
        let action = Action::of_key(&name).filter(|action| !event.repeat || action.repeats);
        if let (Some((source, _)), Some(action)) = (open, action)
            && action.is_in_menu()
        {
            action.send(&mut commands);
            commands.trigger(MenuEvent { source, action: MenuAction::CloseAll });
        } else if is_let_through {
            let clip = match name.as_str() {
                "Ctrl+C" if selection.0.is_some() => Some(ClipCommand::Copy),
                "Ctrl+X" => Some(ClipCommand::Cut),
                _ => None,
            };
            if let Some(clip) = clip.filter(|_| *mode == Mode::Design && !event.repeat) {
                commands.write_message(clip);
            } else if let Some(action) = action
                && (*mode == Mode::Design || !action.is_of_editor)
            {
                action.send(&mut commands);
            }
        }
    }
}

/// Returns what a key is called, and whether it acts now.
fn name_of(
    event: &KeyboardInput,
    keys: &ButtonInput<KeyCode>,
    owner: KeyOwner,
) -> Option<(String, bool)> {
    match (&event.logical_key, letter(event)) {
        (Key::F7 | Key::F8 | Key::F9, _) => {
            Some((format!("{:?}", event.logical_key), owner != KeyOwner::Above))
        }
        (_, Some(letter)) if is_control(keys) => {
            let shift = if is_shift(keys) { "Shift+" } else { "" };
            let name = format!("Ctrl+{shift}{}", letter.to_ascii_uppercase());
            Some((name, owner.lets_through(letter, is_shift(keys))))
        }
        _ => None,
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
        (key_owner.pipe(press), choose_brushes.run_if(keys_are_free), toggle_help)
            .before(crate::app::kit::dialog::close_dialogs)
            .in_set(FrameSystems::Input),
    );
}
