//! The figures of the search, as a table.

use bevy::prelude::*;

use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::app::solve::Run;
use crate::app::solve::results::{Results, Sheet};
use crate::words::figures;

/// One figure, by what it tells.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Figure {
    /// States expanded.
    #[default]
    LookedAt,
    /// States waiting.
    Open,
    /// States expanded per second.
    PerSecond,
    /// Memory held.
    Memory,
    /// Moves of the best solution.
    Best,
    /// Time spent.
    Time,
    /// The proved lower bound.
    AtLeast,
    /// Score of the best state waiting.
    Score,
}

impl Figure {
    /// Returns what it tells, in a sentence for somebody who has never searched.
    const fn explained(self) -> &'static str {
        match self {
            Self::LookedAt => "Positions from which all moves have been tried",
            Self::Open => "Positions that have been reached and wait to be looked at",
            Self::PerSecond => "Positions looked at in a second, just now",
            Self::Memory => {
                "Memory that the search holds, or the counting of the ways after it if that took more"
            }
            Self::Best => "Moves of the shortest solution found so far",
            Self::Time => "How long the search has run",
            Self::AtLeast => "No solution can have fewer moves than this: it is proved",
            Self::Score => {
                "How far from the goal the most promising position that waits seems to be: the lower, the nearer"
            }
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show_figures.run_if(resource_exists_and_changed::<Results>).in_set(FrameSystems::Views),
    );
}

pub(super) fn scene() -> impl Scene {
    bsn! {
        Node { column_gap: px(16), flex_shrink: 0.0 }
        Children [
            column(vec![
                figure("looked at", Figure::LookedAt),
                figure("open", Figure::Open),
                figure("best", Figure::Best),
                figure("at least", Figure::AtLeast),
            ]),
            column(vec![
                figure("per second", Figure::PerSecond),
                figure("memory", Figure::Memory),
                figure("best score", Figure::Score),
                figure("time", Figure::Time),
            ]),
        ]
    }
}

fn column(figures: Vec<impl Scene + 'static>) -> impl Scene {
    bsn! {
        Node {
            flex_direction: FlexDirection::Column,
            row_gap: px(2),
            flex_grow: 1.0,
            flex_basis: px(0),
        }
        Children [ {figures} ]
    }
}

fn figure(name: &'static str, figure: Figure) -> impl Scene {
    bsn! {
        Node { justify_content: JustifyContent::SpaceBetween }
        template_value(Tooltip::new(figure.explained(), ""))
        Children [
            theme::label_dim(name),
            ( theme::label_dim("-") TextColor(theme::BLACK) template_value(figure) ),
        ]
    }
}

fn show_figures(results: Res<Results>, mut figures: Query<(&Figure, &mut Text)>) {
    for (&figure, mut text) in &mut figures {
        let run = results.shown().and_then(|sheet| Some((sheet, sheet.run.as_ref()?)));
        let words = run.map_or_else(|| "-".to_owned(), |(sheet, run)| words(sheet, run, figure));
        text.set_if_neq(Text(words));
    }
}

fn words(sheet: &Sheet, run: &Run, figure: Figure) -> String {
    let progress = &run.progress;
    let none = || "-".to_owned();
    match figure {
        Figure::LookedAt => figures::short_count(progress.expanded),
        Figure::Open => figures::short_count(progress.open),
        Figure::PerSecond => figures::short_count(run.per_second),
        Figure::Memory => figures::memory(progress.memory_bytes.max(sheet.counting_bytes)),
        Figure::Best => progress.incumbent.map_or_else(none, |moves| moves.to_string()),
        Figure::Time => figures::time(progress.elapsed),
        Figure::AtLeast => progress.lower_bound.to_string(),
        Figure::Score => {
            progress.best_open.as_ref().map_or_else(none, |best| figures::score(best.score))
        }
    }
}
