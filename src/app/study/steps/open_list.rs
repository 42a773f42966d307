//! The open list beside the boards: the positions that wait, the next one first, each with its
//! figures and a bar of the moves made and the moves that are left.
//!
//! ```text
//!   OPEN LIST  34 wait
//!   1 ┌──┐ c8U   g 3  h 4  f 7
//!     └──┘ ███░░░░
//!   2 …
//! ```

use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;

use super::Steps;
use crate::app::boards::thumbnail::{Painter, board};
use crate::app::kit::scrollbar;
use crate::app::kit::theme::{self, heading, label, label_dim};
use crate::search::{TraceStep, Waiting};
use crate::words::figures::grouped;

/// Width of the column, and sides of its boards, in logical pixels.
pub(super) const WIDTH: f32 = 232.0;
const SIDE: f32 = 44.0;
/// Height of a bar.
const BAR: f32 = 6.0;

/// Returns the column of the open list after `step`.
pub(super) fn open_list(
    step: &TraceStep,
    steps: &Steps,
    painter: &mut Painter,
) -> impl Scene + use<> {
    let open = steps.open();
    let said = match (step.open, open.len()) {
        (0, _) => "It is empty.".to_owned(),
        (count, 0) => format!("None of the {} left can lead to anything better.", grouped(count)),
        (count, _) => format!("{} wait, the next one first", grouped(count)),
    };
    let most = open.iter().map(|it| f64::from(it.moves) + it.estimate).fold(1.0, f64::max);
    let rows: Vec<_> = (1..)
        .zip(open)
        .map(|(nth, waiting)| {
            let picture = painter.position(&steps.draft, &waiting.position, SIDE);
            row(nth, waiting, steps, picture, most)
        })
        .collect();
    let more = (step.open as usize).saturating_sub(open.len());
    let more = if more > 0 && !open.is_empty() {
        format!("and {} more", grouped(more as u64))
    } else {
        String::new()
    };
    bsn! {
        Node {
            width: px(WIDTH),
            flex_shrink: 0.0,
            flex_direction: FlexDirection::Column,
            row_gap: px(6),
            min_height: px(0),
        }
        Children [
            heading("OPEN LIST"),
            label_dim(said),
            (
                Node {
                    flex_direction: FlexDirection::Column,
                    row_gap: px(6),
                    min_height: px(0),
                    padding: UiRect::right(px(scrollbar::ROOM)),
                    overflow: Overflow::scroll_y(),
                }
                ScrollArea
                Children [ {rows}, label_dim(more) ]
            ),
        ]
    }
}

fn row(
    nth: usize,
    waiting: &Waiting,
    steps: &Steps,
    picture: Handle<Image>,
    most: f64,
) -> impl Scene + use<> {
    let push = waiting.push.map_or_else(|| "start".to_owned(), |push| push.to_string());
    let figures = steps.figures(waiting.moves, waiting.estimate, waiting.rank);
    let part = |value: f64| percent((value / most * 100.0) as f32);
    bsn! {
        Node { column_gap: px(8), align_items: AlignItems::Center, flex_shrink: 0.0 }
        Children [
            ( Node { width: px(16), flex_shrink: 0.0 } Children [ label_dim(nth.to_string()) ] ),
            board(picture, SIDE),
            (
                Node { flex_direction: FlexDirection::Column, row_gap: px(1), flex_grow: 1.0, min_width: px(0) }
                Children [
                    label(push),
                    label_dim(figures),
                    (
                        Node { height: px(BAR) }
                        Children [
                            ( Node { width: {part(f64::from(waiting.moves))}, height: px(BAR) } theme::Fill(theme::INK) ),
                            ( Node { width: {part(waiting.estimate)}, height: px(BAR) } theme::Fill(theme::FIELD_PRESSED) ),
                        ]
                    ),
                ]
            ),
        ]
    }
}
