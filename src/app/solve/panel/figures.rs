//! The figures of the search, as a table.

use bevy::prelude::*;

use crate::app::kit::bound::text_of;
use crate::app::kit::theme;
use crate::app::kit::tooltip::explained;
use crate::app::solve::Run;
use crate::app::solve::results::{Results, Sheet};
use crate::words::figures::{memory, score, short_count, time};

/// One figure: its name, what it tells somebody who has never searched, and its value.
type Figure = (&'static str, &'static str, fn(&Sheet, &Run) -> Option<String>);

const FIGURES: [Figure; 8] = [
    ("best so far", "Moves of the shortest solution found so far", |_, run| {
        Some(run.progress.incumbent?.to_string())
    }),
    ("at least", "No solution can have fewer moves than this: it is proved", |_, run| {
        Some(run.progress.lower_bound.to_string())
    }),
    ("positions tried", "Positions from which all moves have been tried", |_, run| {
        Some(short_count(run.progress.expanded))
    }),
    ("tried per second", "Positions tried in a second, just now", |_, run| {
        Some(short_count(run.per_second))
    }),
    ("positions waiting", "Positions that have been reached and wait to be tried", |_, run| {
        Some(short_count(run.progress.open))
    }),
    (
        "nearest seems",
        "How far from the goal the most promising position that waits seems to be: the lower, the nearer",
        |_, run| Some(score(run.progress.best_open.as_ref()?.score)),
    ),
    (
        "memory",
        "Memory that the search holds, or the counting of the solutions after it if that took more",
        |sheet, run| Some(memory(run.progress.memory_bytes.max(sheet.counting_bytes))),
    ),
    ("time", "How long the search has run", |_, run| Some(time(run.progress.elapsed))),
];

pub(super) fn scene() -> impl Scene {
    let figures = Vec::from(FIGURES.map(figure));
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(2), flex_shrink: 0.0 }
        Children [ {figures} ]
    }
}

fn figure((name, about, value): Figure) -> impl Scene {
    let words = move |results: Res<Results>| {
        let shown = results.shown().and_then(|sheet| value(sheet, sheet.run.as_ref()?));
        shown.unwrap_or_else(|| "-".to_owned())
    };
    bsn! {
        explained(bsn! { Node { justify_content: JustifyContent::SpaceBetween } }, about, "")
        Children [
            theme::label_dim(name),
            ( theme::label_dim("-") template_value(Name::new(name)) theme::Ink(theme::INK) text_of(words) ),
        ]
    }
}
