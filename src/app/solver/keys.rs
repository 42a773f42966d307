//! The keys of the solver: F5 and Ctrl+Enter solve, Esc stops.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;

use super::{SolverCommand, SolverState};
use crate::app::FrameSystems;
use crate::app::replay::Replay;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, press_keys.in_set(FrameSystems::Input));
}

fn press_keys(
    keys: Res<ButtonInput<KeyCode>>,
    focus: Res<InputFocus>,
    fields: Query<(), With<EditableText>>,
    state: Res<SolverState>,
    replay: Res<Replay>,
    mut out: MessageWriter<SolverCommand>,
) {
    if focus.get().is_some_and(|entity| fields.contains(entity)) {
        return;
    }
    let control = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    let solve = keys.just_pressed(KeyCode::F5)
        || control && keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter]);
    if solve && !state.is_running() {
        out.write(SolverCommand::Solve);
    }
    // While a replay is open the key closes that, and not a search of an hour.
    if keys.just_pressed(KeyCode::Escape) && state.is_running() && !replay.is_open() {
        out.write(SolverCommand::Stop);
    }
}
