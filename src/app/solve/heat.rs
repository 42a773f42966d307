//! A heat map over the boards: where tiles of the colour of the brush stand in good
//! solutions, or how far each cell is from where the colour has to go.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::results::Results;
use super::results::Solutions;
use crate::app::boards::heat_map::{HeatKind, HeatMap};
use crate::app::boards::view::{HeatPlace, HeatView};
use crate::app::document::brush::ActiveBrush;
use crate::app::document::{Document, DocumentChanged};
use crate::app::kit::bound::{chosen_if, shown_if, text_of};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::puzzle::edit::colour_name;
use crate::puzzle::{Cell, Colour, Puzzle, heat};
use crate::words::figures;

/// A solution is good when it is longer than the best by at most one part in so many.
const GOOD_PART: u32 = 5;

/// The row of the solver panel that switches it.
pub(in crate::app) fn scene() -> impl Scene {
    let kinds = [
        (HeatKind::Off, "off", "Shows no map over START"),
        (
            HeatKind::Standing,
            "visits",
            "Writes on each cell how often the brush's colour stands there in the best solutions found",
        ),
        (
            HeatKind::Distance,
            "how far",
            "Writes on each cell how many moves the brush's colour needs from there to its goal, if it could stop anywhere",
        ),
        (
            HeatKind::WhatIf,
            "what if",
            "Writes on each cell how many moves the level would need with what the brush paints there, or with what is selected moved there",
        ),
    ];
    let buttons: Vec<_> =
        kinds.into_iter().map(|(kind, name, tip)| button(kind, name, tip)).collect();
    let steps: Vec<_> = theme::HEAT
        .into_iter()
        .map(|ground| {
            bsn! {
                Node { flex_grow: 1.0, height: px(10) }
                theme::Fill(ground)
            }
        })
        .collect();
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(4), flex_shrink: 0.0 }
        Children [
            (
                Node { flex_direction: FlexDirection::Column, row_gap: px(2), margin: UiRect::top(px(theme::GAP)) }
                template_value(Tooltip::new("A map over START for the colour that is chosen at the left", ""))
                Children [
                    theme::heading("Map"),
                    ( Node { column_gap: px(-1) } Children [ {buttons} ] ),
                ]
            ),
            (
                Node { height: px(theme::LINE), align_items: AlignItems::Center, column_gap: px(6) }
                shown_if(|map: Res<HeatMap>| map.kind == HeatKind::WhatIf)
                Children [
                    ( theme::label_dim("") text_of(|map: Res<HeatMap>| ends(&map).0) ),
                    ( Node { flex_grow: 1.0, height: px(10) } Children [ {steps} ] ),
                    ( theme::label_dim("") text_of(|map: Res<HeatMap>| ends(&map).1) ),
                ]
            ),
            (
                theme::label_dim("")
                Node { min_height: px(2.0 * theme::LINE) }
                #HeatText
                shown_if(|map: Res<HeatMap>| !map.words.is_empty())
                text_of(|map: Res<HeatMap>| map.words.clone())
            ),
        ]
    }
}

fn button(kind: HeatKind, name: &'static str, tip: &'static str) -> impl Scene {
    bsn! {
        theme::button(name)
        Node { flex_grow: 1.0, padding: UiRect::ZERO }
        template_value(Tooltip::new(tip, ""))
        on(move |_: On<Activate>, mut map: ResMut<HeatMap>| { map.kind = kind; })
        chosen_if(move |map: Res<HeatMap>| map.kind == kind)
    }
}

fn compute(
    document: Res<Document>,
    brush: Res<ActiveBrush>,
    results: Res<Results>,
    mut map: ResMut<HeatMap>,
) {
    let kind = map.kind;
    if kind == HeatKind::WhatIf {
        // Whoever solves what might be writes it (`what_if`).
        return;
    }
    let (cells, words) = match (kind, brush.colour(), document.puzzle()) {
        (HeatKind::Off, ..) => (Vec::new(), String::new()),
        (_, None, _) => (Vec::new(), "Choose a colour at the left.".into()),
        (_, _, None) => (Vec::new(), "The level is not complete.".into()),
        (_, Some(colour), Some(puzzle)) => {
            let palette = &document.draft().palette;
            let name = colour_name(palette, colour).to_lowercase();
            if kind == HeatKind::Standing {
                standing(puzzle, results.solutions(), colour, &name)
            } else {
                distance(puzzle, colour, &name)
            }
        }
    };
    map.set_if_neq(HeatMap { kind, cells, words, ..HeatMap::default() });
}

fn view(cell: Cell, step: usize, number: u32) -> HeatView {
    HeatView {
        place: HeatPlace::Cell(cell),
        step: Some(step),
        is_open: false,
        label: number.to_string(),
    }
}

/// Cells with their heat, and what is to be said.
type Heats = (Vec<HeatView>, String);

/// Returns the place in the scale for `part` of `all`, which is at least 1: the last for all.
pub(in crate::app) fn step(part: u32, all: u32) -> usize {
    let last = theme::HEAT.len() - 1;
    (part as usize * last).div_ceil(all as usize).min(last)
}

fn standing(puzzle: &Puzzle, solutions: &Solutions, colour: Colour, name: &str) -> Heats {
    let Some(best) = solutions.best() else {
        return (Vec::new(), "Solve first: it shows where tiles stand in solutions.".into());
    };
    let good = |moves: &u32| *moves <= best + best / GOOD_PART;
    let good: Vec<_> = solutions
        .all()
        .iter()
        .filter(|known| good(&known.solution.cost()))
        .map(|known| known.solution.moves())
        .collect();
    let count = good.len();
    let Ok(counts) = heat::standing(puzzle, good, colour) else {
        return (Vec::new(), String::new());
    };
    let most = counts.iter().map(|(_, &count)| count).max().unwrap_or(0).max(1);
    let warm = counts.iter().filter(|&(_, &count)| count > 0);
    let heats = warm.map(|(cell, &number)| view(cell, step(number, most), number));
    let solutions =
        if count == 1 { "one solution".into() } else { format!("{count} good solutions") };
    (heats.collect(), format!("In how many positions of {solutions} {name} stands there."))
}

fn distance(puzzle: &Puzzle, colour: Colour, name: &str) -> Heats {
    let found = heat::distances(puzzle, colour);
    let reached: Vec<(Cell, u32)> =
        found.iter().filter_map(|(cell, moves)| moves.map(|moves| (cell, moves))).collect();
    let Some(farthest) = reached.iter().map(|&(_, moves)| moves).max() else {
        return (Vec::new(), format!("The goal asks for no {name}."));
    };
    let heat = |(cell, number)| view(cell, step(farthest - number, farthest.max(1)), number);
    let farthest = figures::moves(farthest);
    let words = format!(
        "How many moves it is from there to a goal of {name}, if tiles could stop anywhere: {farthest} at most."
    );
    (reached.into_iter().map(heat).collect(), words)
}

/// Returns what is said at both ends of the scale.
fn ends(map: &HeatMap) -> (String, String) {
    map.scale.clone().unwrap_or_default()
}

/// When the map is computed, so that boards show it in the same frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) struct HeatSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        compute
            .run_if(
                resource_changed::<HeatMap>
                    .or_else(resource_changed::<ActiveBrush>)
                    .or_else(resource_changed::<Results>)
                    .or_else(on_message::<DocumentChanged>),
            )
            .in_set(HeatSystems)
            .after(FrameSystems::Poll)
            .before(FrameSystems::Views),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_runs_from_the_first_to_the_last_step() {
        assert_eq!([0, 1, 5, 10].map(|part| step(part, 10)), [0, 1, 2, 4]);
        assert_eq!(step(0, 1), 0);
        assert_eq!([1, 2].map(|part| step(part, 2)), [2, 4]);
    }
}
