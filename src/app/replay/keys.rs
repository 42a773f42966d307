//! The keys of the replay: Space plays and pauses, the arrows step, Home and End
//! go to the ends, Esc goes back to the level under edit.

use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui_widgets::{Button, MenuItem, MenuPopup, Slider};

use super::{Replay, ReplayCommand};
use crate::app::boards::zoom::HasPanned;
use crate::app::design::tools::Held;
use crate::app::design::tools::cell_cursor::CellCursor;
use crate::app::kit::dialog::close_dialogs;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::{has_modifier, keys_are_free};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (press_keys, let_go_of_buttons)
            .chain()
            .run_if(keys_are_free)
            .before(close_dialogs)
            .in_set(FrameSystems::Input),
    );
}

/// Widgets that answer the arrows, Home and End themselves.
type TakesKeys = Or<(With<Slider>, With<MenuItem>, With<MenuPopup>)>;

#[expect(clippy::too_many_arguments, reason = "a system names all that it reads and writes")]
fn press_keys(
    keys: Res<ButtonInput<KeyCode>>,
    focus: Res<InputFocus>,
    taking_keys: Query<(), TakesKeys>,
    buttons: Query<(), With<Button>>,
    replay: Res<Replay>,
    panned: Res<HasPanned>,
    held: Held,
    cursor: Res<CellCursor>,
    mut out: MessageWriter<ReplayCommand>,
) {
    // On a board that has the focus the keys draw.
    if replay.playhead().is_none()
        || cursor.at.is_some()
        || focus.get().is_some_and(|entity| taking_keys.contains(entity))
    {
        return;
    }
    if has_modifier(&keys) {
        return;
    }
    // It plays when it goes up: until then it may still move a board. A button under
    // the focus is pressed by it.
    let on_button = focus.get().is_some_and(|entity| buttons.contains(entity));
    if keys.just_released(KeyCode::Space) && !panned.0 && !on_button {
        out.write(ReplayCommand::TogglePlay);
    }
    for key in keys.get_just_pressed() {
        match key {
            KeyCode::ArrowLeft => out.write(ReplayCommand::Back),
            KeyCode::ArrowRight => out.write(ReplayCommand::Forward),
            KeyCode::Home => out.write(ReplayCommand::First),
            KeyCode::End => out.write(ReplayCommand::Last),
            KeyCode::Escape if replay.is_open() && held.is_nothing() => {
                out.write(ReplayCommand::Close)
            }
            _ => continue,
        };
    }
}

/// Takes the focus from a button that was clicked with the mouse: Space would press
/// it again and not play the solution. Who goes by the keyboard keeps it.
fn let_go_of_buttons(
    mut focus: ResMut<InputFocus>,
    visible: Res<InputFocusVisible>,
    mouse: Res<ButtonInput<MouseButton>>,
    buttons: Query<(), With<Button>>,
) {
    let clicked = focus.get().is_some_and(|entity| buttons.contains(entity));
    if clicked && !visible.0 && mouse.get_pressed().len() == 0 {
        focus.clear();
    }
}
