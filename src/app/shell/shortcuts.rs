//! The keys of the table of actions, and those of brushes and the help.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::{MenuAction, MenuEvent};

use super::actions::{action_of_key, entry_of_key};
use super::help::ShowHelp;
use super::more_menu::MoreMenu;
use crate::app::boards::editable::EditableBoard;
use crate::app::design::actions::COPY;
use crate::app::design::brush_row::digit_brushes;
use crate::app::design::tools::gesture::GestureSystems;
use crate::app::design::tools::select::Selection;
use crate::app::document::Document;
use crate::app::document::brush::ChooseBrush;
use crate::app::kit::dialog::{CloseDialog, Dialog};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::{
    KeyOwner, KeyOwners, is_alt, is_control, is_shift, key_owner, keys_are_free, letter, presses,
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
    for event in presses(!is_alt(&keys), &mut input) {
        let Some((name, acts)) = name_of(event, &keys, owner) else { continue };
        if let Some((source, _)) = open
            && let Some(entry) = entry_of_key(&name)
        {
            if !event.repeat {
                entry.send(&mut commands);
                commands.trigger(MenuEvent { source, action: MenuAction::CloseAll });
            }
            continue;
        }
        let copies_region = name == "Ctrl+C" && *mode == Mode::Design && selection.0.is_some();
        let action = if copies_region { Some(&COPY) } else { action_of_key(&name, *mode) };
        if let Some(action) = action.filter(|it| acts && (!event.repeat || it.repeats)) {
            action.send(&mut commands);
        }
    }
}

/// Returns what a key is called, and whether it acts now: in a field those do that edit no text.
fn name_of(
    event: &KeyboardInput,
    keys: &ButtonInput<KeyCode>,
    owner: KeyOwner,
) -> Option<(String, bool)> {
    let (control, shift) = (is_control(keys), is_shift(keys));
    let on_screen = owner == KeyOwner::Screen;
    let (name, acts) = match &event.logical_key {
        Key::Enter if control => ("Enter".to_owned(), owner != KeyOwner::Above),
        key @ (Key::F5 | Key::F7 | Key::F8 | Key::F9) => {
            (format!("{key:?}"), owner != KeyOwner::Above)
        }
        Key::Backspace => ("Backspace".to_owned(), on_screen),
        Key::ArrowLeft => ("Left".to_owned(), on_screen),
        Key::ArrowRight => ("Right".to_owned(), on_screen),
        Key::ArrowUp => ("Up".to_owned(), on_screen),
        Key::ArrowDown => ("Down".to_owned(), on_screen),
        _ => {
            let letter = letter(event)?;
            let acts = if control { owner.lets_through(letter, shift) } else { on_screen };
            (letter.to_ascii_uppercase().to_string(), acts)
        }
    };
    let with = |is_held, name| if is_held { name } else { "" };
    Some((format!("{}{}{name}", with(control, "Ctrl+"), with(shift, "Shift+")), acts))
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
        (
            // What is in the hand has changed before the pointer does something with it.
            key_owner.pipe(press).before(GestureSystems::Read),
            choose_brushes.run_if(keys_are_free),
            toggle_help,
        )
            .before(crate::app::kit::dialog::close_dialogs)
            .in_set(FrameSystems::Input),
    );
}
