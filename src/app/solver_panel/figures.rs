//! The figures of the search: the ancestor's bar (open / looked at), and a table.

use bevy::prelude::*;

use crate::app::solver::{Run, SolverState, wording};
use crate::app::tooltip::Tooltip;
use crate::app::{FrameSystems, theme};

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
    /// Open and looked at, on the bar.
    Bar,
}

impl Figure {
    /// Returns what it tells, in a sentence for somebody who has never searched.
    const fn explained(self) -> &'static str {
        match self {
            Self::LookedAt => "Positions from which all moves have been tried",
            Self::Open => "Positions that have been reached and wait to be looked at",
            Self::PerSecond => "Positions looked at in a second, just now",
            Self::Memory => "Memory that the search holds",
            Self::Best => "Moves of the shortest solution found so far",
            Self::Time => "How long the search has run",
            Self::AtLeast => "No solution can have fewer moves than this: it is proved",
            Self::Score => {
                "How far from the goal the most promising position that waits seems to be: the lower, the nearer"
            }
            Self::Bar => {
                "Positions that wait, and positions looked at; yellow is the share that waits"
            }
        }
    }
}

/// The filled part of the bar.
#[derive(Component, Clone, Copy, Default)]
struct BarFill;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (show_figures, show_bar)
            .run_if(resource_exists_and_changed::<SolverState>)
            .in_set(FrameSystems::Views),
    );
}

pub(super) fn scene() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(6), flex_shrink: 0.0 }
        Children [
            bar(),
            (
                Node { column_gap: px(16) }
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
            ),
        ]
    }
}

fn bar() -> impl Scene {
    bsn! {
        Node {
            height: px(20),
            border: px(1),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
        }
        BorderColor::all(theme::BLACK)
        BackgroundColor(theme::WHITE)
        template_value(Tooltip::new(Figure::Bar.explained(), ""))
        Children [
            (
                Node {
                    position_type: PositionType::Absolute,
                    left: px(0),
                    top: px(0),
                    bottom: px(0),
                    width: percent(0),
                }
                BackgroundColor(theme::YELLOW)
                BarFill
            ),
            ( theme::label("0 / 0") TextFont { font_size: FontSize::Px(theme::SMALL) } template_value(Figure::Bar) ),
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

fn show_figures(state: Res<SolverState>, mut figures: Query<(&Figure, &mut Text)>) {
    for (&figure, mut text) in &mut figures {
        let words = match (&state.run, figure) {
            (Some(run), _) => words(run, figure),
            (None, Figure::Bar) => "0 / 0".to_owned(),
            (None, _) => "-".to_owned(),
        };
        text.set_if_neq(Text(words));
    }
}

fn words(run: &Run, figure: Figure) -> String {
    let progress = &run.progress;
    let none = || "-".to_owned();
    match figure {
        Figure::LookedAt => wording::short_count(progress.expanded),
        Figure::Open => wording::short_count(progress.open),
        Figure::PerSecond => wording::short_count(run.per_second),
        Figure::Memory => wording::memory(progress.memory_bytes),
        Figure::Best => progress.incumbent.map_or_else(none, |moves| moves.to_string()),
        Figure::Time => wording::time(progress.elapsed),
        Figure::AtLeast => progress.lower_bound.to_string(),
        Figure::Score => {
            progress.best_open.as_ref().map_or_else(none, |best| wording::score(best.score))
        }
        Figure::Bar => {
            format!("{} / {}", wording::grouped(progress.open), wording::grouped(progress.expanded))
        }
    }
}

/// Fills the part of the bar that is open of all that the search has come across.
fn show_bar(state: Res<SolverState>, mut fill: Single<&mut Node, With<BarFill>>) {
    let counts = state.run.as_ref().map(|run| (run.progress.open, run.progress.expanded));
    let (open, looked_at) = counts.map_or((0.0, 0.0), |(open, all)| (open as f32, all as f32));
    fill.width = percent(100.0 * open / (open + looked_at).max(1.0));
}
