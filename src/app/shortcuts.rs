//! The keys of the editor, and the one place that says what keys mean: the screen, the
//! text field that has the focus, or the dialog or menu that is over both. A field keeps
//! what edits text; Enter, Escape and the pointer on a board take the focus from it.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::MenuButton;

use super::FrameSystems;
use super::dialog::{CloseDialog, Dialog};
use super::document::{Document, EditCommand};
use super::editor::{Brush, ChooseBrush, EditableBoard};
use super::files::FileCommand;
use super::help::ShowHelp;
use super::level_text::TextCommand;
use super::levels::ShowLevels;
use super::open_menus::OpenMenus;
use super::palette_panel::brushes;
use super::play::{Mode, is_playing};
use super::properties::ShowProperties;
use super::replay::ReplayBoard;
use super::settings::ShowSettings;
use super::tools::clipboard::ClipCommand;
use super::tools::select::Selection;

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

/// What the keys of a frame mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyOwner {
    /// The editor, or the game.
    Screen,
    /// A text field of the screen.
    Field,
    /// A dialog or a menu.
    Above,
}

impl KeyOwner {
    /// Says whether a letter with Ctrl acts: in a field all that edit no text do, and the
    /// program can be ended wherever one is.
    pub const fn lets_through(self, letter: char, shift: bool) -> bool {
        match self {
            Self::Screen => true,
            Self::Field => shift || !matches!(letter, 'a' | 'c' | 'v' | 'x'),
            Self::Above => letter == 'q' && !shift,
        }
    }
}

/// Whether a text field had the focus when the frame began: the key that gives it back is
/// still the field's.
#[derive(Resource, Default)]
struct FieldHadFocus(bool);

/// What may take the keys from the editor and the game.
#[derive(bevy::ecs::system::SystemParam)]
pub struct KeyOwners<'w, 's> {
    focus: Res<'w, InputFocus>,
    had_focus: Res<'w, FieldHadFocus>,
    fields: Query<'w, 's, (), With<EditableText>>,
    dialogs: Query<'w, 's, (), With<Dialog>>,
    menus: OpenMenus<'w, 's>,
}

/// Returns what the keys mean now.
pub fn key_owner(owners: KeyOwners) -> KeyOwner {
    let in_field = || owners.focus.get().is_some_and(|entity| owners.fields.contains(entity));
    if !owners.dialogs.is_empty() || owners.menus.have_keys() {
        KeyOwner::Above
    } else if owners.had_focus.0 || in_field() {
        KeyOwner::Field
    } else {
        KeyOwner::Screen
    }
}

/// Run condition: keys mean the editor, not the game, a text field, a dialog or a menu.
pub fn keys_are_free(mode: Res<Mode>, owners: KeyOwners) -> bool {
    *mode == Mode::Design && key_owner(owners) == KeyOwner::Screen
}

/// Run condition: keys mean neither a dialog nor a menu.
pub fn nothing_is_over_the_screen(owners: KeyOwners) -> bool {
    key_owner(owners) != KeyOwner::Above
}

fn notice_field(
    focus: Res<InputFocus>,
    fields: Query<(), With<EditableText>>,
    mut had_focus: ResMut<FieldHadFocus>,
) {
    had_focus.0 = focus.get().is_some_and(|entity| fields.contains(entity));
}

/// Enter and Escape give the focus from a field back to the boards: what is typed next
/// means them.
fn leave_field(
    keys: Res<ButtonInput<KeyCode>>,
    fields: Query<(), With<EditableText>>,
    mut focus: ResMut<InputFocus>,
) {
    let leaves = keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter, KeyCode::Escape]);
    if leaves && focus.get().is_some_and(|entity| fields.contains(entity)) {
        focus.clear();
    }
}

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

/// A menu that closes leaves the focus on its button, which takes the arrows: those are of
/// the game.
fn leave_menu(
    menus: OpenMenus,
    buttons: Query<(), With<MenuButton>>,
    mut focus: ResMut<InputFocus>,
) {
    if menus.have_closed() && focus.get().is_some_and(|entity| buttons.contains(entity)) {
        focus.clear();
    }
}

/// Says whether the control key is held, or the command key of a Mac.
pub fn is_control(keys: &ButtonInput<KeyCode>) -> bool {
    const CONTROL: [KeyCode; 4] =
        [KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight];
    is_held(keys, CONTROL)
}

/// Says whether Shift is held.
pub fn is_shift(keys: &ButtonInput<KeyCode>) -> bool {
    is_held(keys, [KeyCode::ShiftLeft, KeyCode::ShiftRight])
}

/// Says whether Alt is held.
pub fn is_alt(keys: &ButtonInput<KeyCode>) -> bool {
    is_held(keys, [KeyCode::AltLeft, KeyCode::AltRight])
}

/// Says whether a key other than Shift is held that gives other keys another meaning.
pub fn has_modifier(keys: &ButtonInput<KeyCode>) -> bool {
    is_control(keys) || is_alt(keys)
}

/// Says whether one of these keys has been down in this frame: a quick hand presses
/// and releases it between two slow frames.
fn is_held<const N: usize>(keys: &ButtonInput<KeyCode>, which: [KeyCode; N]) -> bool {
    keys.any_pressed(which) || keys.any_just_released(which)
}

/// Returns the keys that go down, none unless they are free. All are read in any case, so
/// that none typed into a field is taken for a shortcut when the field is gone.
pub fn presses<'a>(
    are_free: bool,
    input: &'a mut MessageReader<KeyboardInput>,
) -> impl Iterator<Item = &'a KeyboardInput> {
    input.read().filter(move |event| are_free && event.state.is_pressed())
}

/// Returns the letter that a key writes, in lower case: shortcuts go by that and not by
/// the place of the key.
pub fn letter(event: &KeyboardInput) -> Option<char> {
    match &event.logical_key {
        Key::Character(text) => text.chars().next().map(|letter| letter.to_ascii_lowercase()),
        _ => None,
    }
}

/// What the keys send.
#[derive(bevy::ecs::system::SystemParam)]
struct Outputs<'w> {
    edits: MessageWriter<'w, EditCommand>,
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
            ('z', false) => drop(out.edits.write(EditCommand::Undo)),
            ('z', true) | ('y', false) => drop(out.edits.write(EditCommand::Redo)),
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
        let chosen = brushes(&document.draft().palette).nth(index);
        if keys.just_pressed(key)
            && let Some(brush) = chosen.filter(|brush| *brush != Brush::Eraser)
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
    app.init_resource::<FieldHadFocus>().add_observer(leave_field_for_board);
    app.add_systems(First, notice_field).add_systems(
        Update,
        (
            key_owner.pipe(send_commands),
            choose_brushes.run_if(keys_are_free),
            leave_field.run_if(nothing_is_over_the_screen),
            leave_menu.run_if(is_playing),
            toggle_help,
        )
            .before(super::dialog::close_dialogs)
            .in_set(FrameSystems::Input),
    );
}
