//! What the solver does by a key.

use bevy::prelude::*;

use super::SolverCommand;
use super::results::Results;
use crate::app::kit::keys::Action;
use crate::app::kit::mode::Mode;
use crate::app::settings::{Preference, Settings};

/// Solves the level, unless it is searched already.
pub const SOLVE: Action = Action::new(
    "Solve",
    "F5, Ctrl+Enter",
    "Searches for better solutions and the proof that none is shorter",
    |out| {
        out.queue(|world: &mut World| {
            if !world.resource::<Results>().is_shown_running() {
                world.write_message(SolverCommand::Solve);
            }
        });
    },
)
.within(Some(Mode::Design));

/// Switches solving while drawing on and off.
pub const LIVE: Action = Action::new(
    "Solve while drawing",
    "Shift+F5",
    "At every pause, in the background, for ten seconds at most: the answer stands in the bar over \
     the boards",
    |out| {
        out.queue(|world: &mut World| {
            let live = world.resource::<Settings>().live;
            world.write_message(Preference::Live(!live));
        });
    },
)
.within(Some(Mode::Design));

pub(in crate::app) const ACTIONS: &[Action] = &[SOLVE, LIVE];
