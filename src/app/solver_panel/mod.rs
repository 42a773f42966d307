//! The solver panel, the right column: what to search for and how, Solve and Stop,
//! what the search says, the best state so far, the solutions. A view of
//! [`super::solver::SolverState`] and [`super::solver::SolverSettings`]; its widgets only send messages.

mod best_open;
mod choosers;
mod fields;
mod figures;
mod live_switch;
mod parts;
mod solutions;
mod verdict;

use bevy::prelude::*;

pub use best_open::{BestOpenBoard, BestOpenText};
pub use choosers::AimButton;
pub use figures::Figure;
pub use live_switch::LiveBox;
pub(super) use parts::sign;
pub use solutions::{SolutionRow, SolutionsTitle};
pub use verdict::{SolveButton, StaleNote, StopButton, VerdictText};

use super::layout::SolverSlot;
use super::theme;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, fill_slot).add_plugins((
        best_open::plugin,
        choosers::plugin,
        fields::plugin,
        figures::plugin,
        live_switch::plugin,
        solutions::plugin,
        verdict::plugin,
    ));
}

fn fill_slot(slot: Single<Entity, With<SolverSlot>>, mut commands: Commands) {
    let slot = ChildOf(*slot);
    commands.spawn_scene(heading()).insert(slot.clone());
    commands.spawn_scene(choosers::scene()).insert(slot.clone());
    commands.spawn_scene(fields::scene()).insert(slot.clone());
    commands.spawn_scene(live_switch::scene()).insert(slot.clone());
    commands.spawn_scene(verdict::scene()).insert(slot.clone());
    commands.spawn_scene(figures::scene()).insert(slot.clone());
    commands.spawn_scene(best_open::scene()).insert(slot.clone());
    commands.spawn_scene(solutions::scene()).insert(slot);
}

/// As high as the headings of the boards, with which it stands in a line.
fn heading() -> impl Scene {
    bsn! {
        Node { height: px(theme::ROW), flex_shrink: 0.0, align_items: AlignItems::Center }
        Children [ theme::heading("SOLVER") ]
    }
}
