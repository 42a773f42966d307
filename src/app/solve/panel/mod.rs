//! The solver panel, the right column: what to search for and how, Solve and Stop,
//! its figures, the best state so far, the solutions, the boards before. A view of
//! [`super::results::Results`] and [`crate::app::work::search_settings::SolverSettings`]; its widgets only send messages.

mod best_open;
mod choosers;
mod earlier;
mod fields;
mod figures;
mod legs;
mod live_switch;
mod moves;
mod plot;
mod shortest;
mod side_by_side;
mod solutions;
mod verdict;

use bevy::prelude::*;

pub use best_open::{BestOpenBoard, BestOpenText};
pub use earlier::{EarlierRow, EarlierTitle};
pub use moves::{MoveRow, TakeIntoPlay};
pub use plot::PlotImage;
pub use shortest::{ShortestRow, ShortestTitle};

use super::heat;
use crate::app::boards::slots::SolverSlot;
use crate::app::kit::bound::shown_if;
use crate::app::kit::theme;
use crate::app::replay::Replay;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, fill_slot).add_plugins((
        best_open::plugin,
        earlier::plugin,
        fields::plugin,
        moves::plugin,
        plot::plugin,
        shortest::plugin,
    ));
}

fn fill_slot(slot: Single<Entity, With<SolverSlot>>, mut commands: Commands) {
    let slot = ChildOf(*slot);
    commands.spawn_scene(heading()).insert(slot.clone());
    let settings = commands.spawn_scene(while_editing()).insert(slot.clone()).id();
    for part in [choosers_and_fields(), Box::new(live_switch::scene())] {
        commands.spawn_scene(part).insert(ChildOf(settings));
    }
    commands.spawn_scene(verdict::scene()).insert(slot.clone());
    commands.spawn_scene(legs::scene()).insert(slot.clone());
    let figures = commands.spawn_scene(while_editing()).insert(slot.clone()).id();
    let parts: [Box<dyn Scene>; 3] =
        [Box::new(figures::scene()), Box::new(plot::scene()), Box::new(best_open::scene())];
    for part in parts {
        commands.spawn_scene(part).insert(ChildOf(figures));
    }
    commands.spawn_scene(solutions::scene()).insert(slot.clone());
    commands.spawn_scene(shortest::scene()).insert(slot.clone());
    commands.spawn_scene(earlier::scene()).insert(slot.clone());
    commands.spawn_scene(heat::scene()).insert(slot.clone());
    commands.spawn_scene(moves::scene()).insert(slot);
}

fn choosers_and_fields() -> Box<dyn Scene> {
    Box::new(bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(theme::GAP), flex_shrink: 0.0 }
        Children [ choosers::scene(), fields::scene() ]
    })
}

/// What is not looked at while a solution is watched: the list of its moves has its room then.
fn while_editing() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(theme::GAP), flex_shrink: 0.0 }
        shown_if(|replay: Res<Replay>| !replay.is_open())
    }
}

/// As high as the headings of the boards, with which it stands in a line.
fn heading() -> impl Scene {
    bsn! {
        Node { height: px(theme::ROW), flex_shrink: 0.0, align_items: AlignItems::Center }
        Children [ theme::heading("SOLVER") ]
    }
}
