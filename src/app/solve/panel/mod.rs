//! The solver panel, the right column, in two depths: Solve and Stop, the map, the solutions, the
//! boards before; and, folded at its foot, how the search goes about it, in what limits, its
//! figures, the most promising position. A view of
//! [`super::results::Results`] and [`crate::app::work::search_settings::SolverSettings`]; its widgets only send messages.

mod best_open;
mod choosers;
mod earlier;
mod fields;
mod figures;
mod legs;
mod live_switch;
mod move_row;
mod moves;
mod plot;
mod shortest;
mod side_by_side;
mod solutions;
mod verdict;

use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;

pub use best_open::{BestOpenBoard, BestOpenText};
pub use earlier::{EarlierRow, EarlierTitle};
pub use move_row::MoveRow;
pub use moves::TakeIntoPlay;
pub use plot::PlotImage;
pub use shortest::{ShortestRow, ShortestTitle};

use super::heat;
use crate::app::boards::slots::{NextSlot, SearchSlot, SolverSlot};
use crate::app::design::board_panel::opening_row;
use crate::app::kit::bound::shown_if;
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::app::settings::{Fold, folding_of, is_unfolded};

/// The most of the height of the window that the second depth takes, in percent.
const MOST: f32 = 50.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, (fill_slot, fill_search_slot)).add_plugins((
        best_open::plugin,
        earlier::plugin,
        fields::plugin,
        moves::plugin,
        plot::plugin,
        shortest::plugin,
    ));
}

/// What everybody needs. Solve and the map stand above the lists: they stay where they are however
/// long those grow.
fn fill_slot(slot: Single<Entity, With<SolverSlot>>, mut commands: Commands) {
    let parts: [Box<dyn Scene>; 9] = [
        Box::new(verdict::scene()),
        Box::new(live_switch::scene()),
        Box::new(legs::scene()),
        Box::new(heat::scene()),
        Box::new(
            bsn! { Node { flex_direction: FlexDirection::Column, flex_shrink: 0.0 } NextSlot },
        ),
        Box::new(solutions::scene()),
        Box::new(shortest::scene()),
        Box::new(earlier::scene()),
        Box::new(moves::scene()),
    ];
    for part in parts {
        commands.spawn_scene(part).insert(ChildOf(*slot));
    }
}

/// What those need who study searches, folded at first.
fn fill_search_slot(slot: Single<Entity, With<SearchSlot>>, mut commands: Commands) {
    let title = bsn! {
        folding_of(Fold::HowItSearches)
        template_value(Tooltip::new("The method, its limits, and what the search is doing, in figures", ""))
    };
    let area = bsn! {
        Node {
            flex_direction: FlexDirection::Column,
            row_gap: px(theme::GAP),
            max_height: vh(MOST),
            // The bar of what scrolls stands at the edge of the column.
            margin: UiRect::right(px(-theme::PADDING)),
            padding: UiRect { left: px(0), right: px(theme::PADDING), top: px(theme::GAP), bottom: px(theme::GAP) },
            overflow: Overflow::scroll_y(),
        }
        ScrollArea
        #HowItSearches
        shown_if(is_unfolded(Fold::HowItSearches))
        Children [
            choosers::scene(),
            fields::scene(),
            opening_row(),
            figures::scene(),
            plot::scene(),
            best_open::scene(),
        ]
    };
    commands.spawn_scene(title).insert(ChildOf(*slot));
    commands.spawn_scene(area).insert(ChildOf(*slot));
}
