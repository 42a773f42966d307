//! Searches in the background: the thread, its limits, what wakes the window.

pub mod answers;
pub mod claims;
pub(in crate::app) mod job;
pub mod search_settings;
pub mod wake;
pub mod worker;

use bevy::prelude::*;

/// Asks for the methods side by side; the dialog is in `study/race`.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowRace;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ShowRace>().add_plugins((
        answers::plugin,
        wake::plugin,
        claims::plugin,
        search_settings::plugin,
    ));
}
