//! Whether both boards are seen side by side, or one of them in the room of both, with the other
//! as a ghost on it. Painting works on the one that is on top.

use bevy::prelude::*;

use crate::app::kit::frame::FrameSystems;
use crate::app::settings::{Settings, SettingsSystems};
use crate::puzzle::Layout;

/// Which boards are seen.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardLayers {
    /// One, as large as can be.
    pub one: bool,
    /// The goal, or the waypoint that stands in its place, is on top.
    pub goal_on_top: bool,
    /// A solution is watched, in the place of the start.
    pub is_watched: bool,
}

impl BoardLayers {
    /// Says whether a board is seen; a waypoint stands in the place of the goal.
    pub fn shows(&self, layout: Layout) -> bool {
        let is_start = layout == Layout::Start;
        !self.one || is_start == (self.is_watched || !self.goal_on_top)
    }

    /// Says whether the tiles of the other board are seen on this one.
    pub fn has_ghosts(&self, layout: Layout) -> bool {
        self.one && self.shows(layout)
    }
}

/// Shows one board or both, or the other one of the two.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShowLayers {
    /// One board, or both again.
    Toggle,
    /// The one that is not on top.
    Flip,
}

fn change(mut requests: MessageReader<ShowLayers>, mut layers: ResMut<BoardLayers>) {
    for request in requests.read() {
        match request {
            ShowLayers::Toggle => layers.one ^= true,
            ShowLayers::Flip => layers.goal_on_top ^= true,
        }
    }
}

fn restore(settings: Res<Settings>, mut layers: ResMut<BoardLayers>) {
    layers.one = settings.one_board;
}

fn remember(layers: Res<BoardLayers>, mut settings: ResMut<Settings>) {
    if settings.one_board != layers.one {
        settings.one_board = layers.one;
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardLayers>()
        .add_message::<ShowLayers>()
        .add_systems(PreStartup, restore.after(SettingsSystems::Read))
        .add_systems(
            Update,
            (
                change.in_set(FrameSystems::Commands),
                remember.run_if(resource_changed::<BoardLayers>).in_set(FrameSystems::Views),
            ),
        );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_board_is_seen_or_both_and_what_is_watched_always() {
        let seen = |layers: BoardLayers| {
            [Layout::Start, Layout::Goal, Layout::Waypoint(0)].map(|layout| layers.shows(layout))
        };
        let both = BoardLayers::default();
        assert_eq!(seen(both), [true; 3]);
        let start = BoardLayers { one: true, ..both };
        assert_eq!(seen(start), [true, false, false]);
        let goal = BoardLayers { goal_on_top: true, ..start };
        assert_eq!(seen(goal), [false, true, true]);
        assert_eq!(seen(BoardLayers { is_watched: true, ..goal }), [true, false, false]);
    }
}
