//! The state that looks best of those waiting, drawn small, with its score and the
//! moves made to reach it. At the end: the position that the best solution reaches.

use std::time::Duration;

use bevy::prelude::*;

use crate::app::boards::view::{BoardView, TileMarks};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::app::settings::{Fold, Settings, is_unfolded};
use crate::app::solve::Run;
use crate::app::solve::results::Results;
use crate::puzzle::Position;
use crate::words::figures;

/// A running search shows another state at most so often.
const SHOWN_EVERY: Duration = Duration::from_millis(200);

/// The room for the small board, in logical pixels.
const SIDE: f32 = 72.0;

/// The small board.
#[derive(Component, Clone, Copy, Default)]
pub struct BestOpenBoard;

/// The words beside the picture.
#[derive(Component, Clone, Copy, Default)]
pub struct BestOpenText;

/// The row of both.
#[derive(Component, Clone, Copy, Default)]
struct BestOpenRow;

pub(super) fn plugin(app: &mut App) {
    let something_changed = resource_changed::<Results>
        .or_else(resource_changed::<TileMarks>)
        .or_else(resource_changed::<Settings>);
    app.add_systems(
        Update,
        show_best
            .run_if(is_unfolded(Fold::HowItSearches).and_then(something_changed))
            .in_set(FrameSystems::Views),
    );
}

pub(super) fn scene() -> impl Scene {
    bsn! {
        Node { column_gap: px(10), align_items: AlignItems::Center, flex_shrink: 0.0, display: Display::None }
        BestOpenRow
        template_value(Tooltip::new("The most promising position that waits; at the end, the goal as the best solution reaches it", ""))
        Children [
            (
                Node {
                    width: px(SIDE),
                    height: px(SIDE),
                    flex_shrink: 0.0,
                    align_items: AlignItems::Center,
                    justify_content: JustifyContent::Center,
                }
                Children [ ( BoardView BestOpenBoard ) ]
            ),
            (
                Node { flex_direction: FlexDirection::Column, row_gap: px(4), flex_shrink: 1.0 }
                Children [
                    theme::label("Most promising"),
                    ( theme::label_dim("") BestOpenText ),
                ]
            ),
        ]
    }
}

/// Returns the position to be drawn and what is said of it.
fn shown(run: &Run) -> Option<(Position, String)> {
    if let Some(best) = &run.progress.best_open
        && (run.is_running() || run.found.is_empty())
    {
        let words = format!(
            "seems {} away\nafter {}",
            figures::score(best.score),
            figures::moves(best.moves)
        );
        return Some((best.position.clone(), words));
    }
    let solution = &run.found.last()?.solution;
    let last = run.puzzle.replay(solution.moves()).ok()?.pop()?;
    Some((last, format!("goal reached\nafter {}", figures::moves(solution.cost()))))
}

fn show_best(
    results: Res<Results>,
    marks: Res<TileMarks>,
    mut row: Single<&mut Node, With<BestOpenRow>>,
    mut board: Single<&mut BoardView, With<BestOpenBoard>>,
    mut text: Single<&mut Text, With<BestOpenText>>,
    mut shown_last: Local<Option<(u64, Duration, TileMarks)>>,
) {
    if let Some(run) = results.run().filter(|run| run.is_running()) {
        let now = run.progress.elapsed;
        let is_fresh = |&(serial, shown, with): &(u64, Duration, TileMarks)| {
            serial == run.serial && with == *marks && now < shown + SHOWN_EVERY
        };
        if shown_last.as_ref().is_some_and(is_fresh) {
            return;
        }
        *shown_last = Some((run.serial, now, *marks));
    }
    let best = results.run().and_then(|run| Some((run, shown(run)?)));
    let palette =
        results.shown().and_then(|sheet| sheet.draft.as_ref()).map(|draft| &draft.palette);
    let display = if best.is_some() { Display::Flex } else { Display::None };
    if row.display != display {
        row.display = display;
    }
    if let (Some((run, (position, words))), Some(palette)) = (best, palette) {
        let picture = BoardView::of_position(run.puzzle.board(), &position, palette, *marks);
        let picture = picture.in_order_of(&board);
        board.set_if_neq(picture);
        text.set_if_neq(Text(words));
    }
}
