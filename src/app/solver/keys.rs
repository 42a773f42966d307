//! The keys of the solver: F5 and Ctrl+Enter solve, Esc stops.

use bevy::prelude::*;

use super::{SolverCommand, SolverState};
use crate::app::FrameSystems;
use crate::app::dialog::close_dialogs;
use crate::app::replay::Replay;
use crate::app::shortcuts::keys_are_free;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        press_keys.run_if(keys_are_free).before(close_dialogs).in_set(FrameSystems::Input),
    );
}

fn press_keys(
    keys: Res<ButtonInput<KeyCode>>,
    state: Res<SolverState>,
    replay: Res<Replay>,
    mut out: MessageWriter<SolverCommand>,
) {
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
