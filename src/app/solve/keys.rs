//! Esc stops the search, where it means nothing else.

use bevy::prelude::*;

use super::SolverCommand;
use super::results::Results;
use crate::app::design::tools::Held;
use crate::app::kit::dialog::close_dialogs;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::keys_are_free;
use crate::app::replay::Replay;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        press_stop.run_if(keys_are_free).before(close_dialogs).in_set(FrameSystems::Input),
    );
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
