//! The one place that says what keys mean: the screen, the text field that has the focus,
//! or the dialog or menu that is over both. A field keeps what edits text; Enter, Escape
//! and the pointer on a board take the focus from it.

mod action;

use std::collections::VecDeque;

use bevy::ecs::message::MessageCursor;
use bevy::input::InputSystems;
use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::input::mouse::MouseButtonInput;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::MenuButton;
use bevy::window::RequestRedraw;

pub use action::Action;
pub(in crate::app) use action::{actions, does};

use super::dialog::Dialog;
use super::frame::FrameSystems;
use super::mode::{Mode, is_playing};
use super::open_menus::OpenMenus;

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

/// Keys that give others another meaning: Control, or the command key of a Mac, Shift, Alt.
const CONTROL: [KeyCode; 4] =
    [KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight];
const SHIFT: [KeyCode; 2] = [KeyCode::ShiftLeft, KeyCode::ShiftRight];
const ALT: [KeyCode; 2] = [KeyCode::AltLeft, KeyCode::AltRight];
/// What takes what is in a field.
const ENTER: [KeyCode; 2] = [KeyCode::Enter, KeyCode::NumpadEnter];

fn is_modifier(key: KeyCode) -> bool {
    CONTROL.contains(&key) || SHIFT.contains(&key) || ALT.contains(&key)
}

fn is_enter(key: &KeyboardInput) -> bool {
    key.state.is_pressed() && ENTER.contains(&key.key_code)
}

/// Says whether the control key is held, or the command key of a Mac.
pub fn is_control(keys: &ButtonInput<KeyCode>) -> bool {
    keys.any_pressed(CONTROL)
}

/// Says whether Shift is held.
pub fn is_shift(keys: &ButtonInput<KeyCode>) -> bool {
    keys.any_pressed(SHIFT)
}

/// Says whether Alt is held.
pub fn is_alt(keys: &ButtonInput<KeyCode>) -> bool {
    keys.any_pressed(ALT)
}

/// Says whether a key other than Shift is held that gives other keys another meaning.
pub fn has_modifier(keys: &ButtonInput<KeyCode>) -> bool {
    is_control(keys) || is_alt(keys)
}

/// Holds back for the next frame what comes after another key and changes a modifier: whoever
/// reads a key asks what is held in its frame, and a quick hand presses Ctrl and A and lets both
/// go between two slow ones. So does what lets a modifier go in the frame of a click. Enter has a
/// frame of its own: what is typed is in its field one frame later.
fn part_keys(
    mut keys: ResMut<Messages<KeyboardInput>>,
    (mut clicks, mut lost): (MessageReader<MouseButtonInput>, MessageReader<KeyboardFocusLost>),
    mut cursor: Local<MessageCursor<KeyboardInput>>,
    mut waiting: Local<VecDeque<KeyboardInput>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let has_click = clicks.read().count() > 0;
    if lost.read().count() > 0 {
        waiting.clear();
    }
    waiting.extend(cursor.read(&keys).cloned());
    if waiting.is_empty() {
        return;
    }
    // All that is older has been read by everybody.
    keys.clear();
    let (mut has_key, mut has_enter) = (false, false);
    let waits = |key: &KeyboardInput, has_key| {
        is_enter(key) && has_key
            || is_modifier(key.key_code) && (has_key || has_click && !key.state.is_pressed())
    };
    while let Some(key) = waiting.pop_front_if(|key| !has_enter && !waits(key, has_key)) {
        has_key |= !is_modifier(key.key_code);
        has_enter = is_enter(&key);
        keys.write(key);
    }
    cursor.clear(&keys);
    if !waiting.is_empty() {
        redraw.write(RequestRedraw);
    }
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

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FieldHadFocus>()
        .add_systems(First, notice_field)
        .add_systems(PreUpdate, part_keys.before(InputSystems))
        .add_systems(
            Update,
            (leave_field.run_if(nothing_is_over_the_screen), leave_menu.run_if(is_playing))
                .before(super::dialog::close_dialogs)
                .in_set(FrameSystems::Input),
        );
}
