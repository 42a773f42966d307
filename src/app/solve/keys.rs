//! The keys of the solver: F5 and Ctrl+Enter solve, Esc stops, Shift+F5 switches live
//! solving on and off.

use bevy::prelude::*;

use super::SolverCommand;
use super::results::Results;
use crate::app::design::tools::Held;
use crate::app::kit::dialog::close_dialogs;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::{is_control, is_shift, keys_are_free, nothing_is_over_the_screen};
use crate::app::kit::mode::is_designing;
use crate::app::replay::Replay;
use crate::app::settings::{Preference, Settings};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            (press_solve, press_live).run_if(nothing_is_over_the_screen.and_then(is_designing)),
            press_stop.run_if(keys_are_free),
        )
            .before(close_dialogs)
            .in_set(FrameSystems::Input),
    );
}

/// Acts in a text field too: neither key types anything, and who has just typed a
/// limit wants to see what it does.
fn press_solve(
    keys: Res<ButtonInput<KeyCode>>,
    results: Res<Results>,
    mut out: MessageWriter<SolverCommand>,
) {
    let solve = keys.just_pressed(KeyCode::F5) && !is_shift(&keys)
        || is_control(&keys) && keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter]);
    if solve && !results.is_shown_running() {
        out.write(SolverCommand::Solve);
    }
}

fn press_live(
    keys: Res<ButtonInput<KeyCode>>,
    settings: Res<Settings>,
    mut out: MessageWriter<Preference>,
) {
    if keys.just_pressed(KeyCode::F5) && is_shift(&keys) {
        out.write(Preference::Live(!settings.live));
    }
}

fn press_stop(
    keys: Res<ButtonInput<KeyCode>>,
    results: Res<Results>,
    replay: Res<Replay>,
    held: Held,
    mut out: MessageWriter<SolverCommand>,
) {
    // While a replay is open or something is selected the key closes that, and not a
    // search of an hour.
    let is_free = !replay.is_open() && held.is_nothing();
    if keys.just_pressed(KeyCode::Escape) && results.is_running() && is_free {
        out.write(SolverCommand::Stop);
    }
}
