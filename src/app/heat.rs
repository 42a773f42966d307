//! A heat map over the boards: where tiles of the colour of the brush stand in good
//! solutions, or how far each cell is from where the colour has to go.

use bevy::feathers::controls::ButtonVariant;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::FrameSystems;
use super::document::{Document, DocumentChanged};
use super::editor::Brush;
use super::results::Results;
use super::solutions::Solutions;
use super::solver::wording;
use super::step_name::colour_name;
use super::theme;
use super::tooltip::Tooltip;
use crate::puzzle::{Cell, Colour, Puzzle, heat};

/// What the map shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeatKind {
    /// Nothing.
    #[default]
    Off,
    /// Where tiles stand in good solutions.
    Standing,
    /// How far it is to the goal.
    Distance,
}

/// A solution is good when it is longer than the best by at most one part in so many.
const GOOD_PART: u32 = 5;

/// The button of a kind.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeatButton(pub HeatKind);

/// What is said about the map.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct HeatText;

/// The map.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct HeatMap {
    /// What it shows.
    pub kind: HeatKind,
    /// The cells with the colour that lies over them.
    pub cells: Vec<(Cell, Color)>,
    /// What is to be said about it.
    words: String,
}

/// The row of the solver panel that switches it.
pub(super) fn scene() -> impl Scene {
    let kinds = [
        (HeatKind::Off, "off", "No heat map"),
        (HeatKind::Standing, "stands", "Where tiles of the brush's colour stand in good solutions"),
        (
            HeatKind::Distance,
            "distance",
            "How near each cell is to where the brush's colour has to go, in moves if a tile could stop anywhere",
        ),
    ];
    let buttons: Vec<_> =
        kinds.into_iter().map(|(kind, name, tip)| button(kind, name, tip)).collect();
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(4), flex_shrink: 0.0 }
        Children [
            (
                Node { align_items: AlignItems::Center }
                Children [
                    ( Node { width: px(72), flex_shrink: 0.0 } Children [ theme::label("Heat map") ] ),
                    ( Node { flex_grow: 1.0, column_gap: px(-1) } Children [ {buttons} ] ),
                ]
            ),
            ( theme::label_dim("") Node { display: Display::None } HeatText ),
        ]
    }
}

fn button(kind: HeatKind, name: &'static str, tip: &'static str) -> impl Scene {
    bsn! {
        theme::button(name)
        Node { flex_grow: 1.0, flex_basis: px(0), padding: UiRect::ZERO }
        HeatButton({kind})
        template_value(Tooltip::new(tip, ""))
        on(move |_: On<Activate>, mut map: ResMut<HeatMap>| { map.kind = kind; })
    }
}

fn compute(
    document: Res<Document>,
    brush: Res<Brush>,
    results: Res<Results>,
    mut map: ResMut<HeatMap>,
) {
    let kind = map.kind;
    let (cells, words) = match (kind, *brush, document.puzzle()) {
        (HeatKind::Off, ..) => (Vec::new(), String::new()),
        (_, Brush::Wall | Brush::Eraser, _) => (Vec::new(), "Choose a colour at the left.".into()),
        (_, _, None) => (Vec::new(), "The level is not complete.".into()),
        (_, Brush::Colour(colour), Some(puzzle)) => {
            let palette = &document.draft().palette;
            let name = colour_name(palette, colour).to_lowercase();
            let warm = theme::color(palette.swatch(colour).rgb);
            let (heats, words) = if kind == HeatKind::Standing {
                standing(puzzle, results.solutions(), colour, &name)
            } else {
                distance(puzzle, colour, &name)
            };
            let lay =
                |(cell, heat): (Cell, f32)| (cell, warm.with_alpha(0.7f32.mul_add(heat, 0.08)));
            (heats.into_iter().map(lay).collect(), words)
        }
    };
    map.set_if_neq(HeatMap { kind, cells, words });
}

/// Cells with their heat, from 0 to 1, and what is to be said.
type Heats = (Vec<(Cell, f32)>, String);

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
    let heats = warm.map(|(cell, &count)| (cell, count as f32 / most as f32)).collect();
    let solutions =
        if count == 1 { "one solution".into() } else { format!("{count} good solutions") };
    (heats, format!("Where {name} stands in {solutions}."))
}

fn distance(puzzle: &Puzzle, colour: Colour, name: &str) -> Heats {
    let found = heat::distances(puzzle, colour);
    let reached: Vec<(Cell, u32)> =
        found.iter().filter_map(|(cell, moves)| moves.map(|moves| (cell, moves))).collect();
    let Some(farthest) = reached.iter().map(|&(_, moves)| moves).max() else {
        return (Vec::new(), format!("The goal asks for no {name}."));
    };
    let heat = |moves: u32| 1.0 - moves as f32 / (farthest + 1) as f32;
    let heats = reached.into_iter().map(|(cell, moves)| (cell, heat(moves))).collect();
    let farthest = wording::moves(farthest);
    (heats, format!("The darker, the nearer is the goal of {name}; {farthest} at most."))
}

fn show(
    map: Res<HeatMap>,
    text: Single<(&mut Text, &mut Node), With<HeatText>>,
    mut buttons: Query<(&HeatButton, &mut ButtonVariant)>,
) {
    let (mut text, mut node) = text.into_inner();
    node.display = if map.words.is_empty() { Display::None } else { Display::Flex };
    text.set_if_neq(Text(map.words.clone()));
    for (button, mut variant) in &mut buttons {
        let is_on = button.0 == map.kind;
        variant.set_if_neq(if is_on { ButtonVariant::Primary } else { ButtonVariant::Normal });
    }
}

/// When the map is computed, so that boards show it in the same frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct HeatSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<HeatMap>().add_systems(
        Update,
        (
            compute
                .run_if(
                    resource_changed::<HeatMap>
                        .or_else(resource_changed::<Brush>)
                        .or_else(resource_changed::<Results>)
                        .or_else(on_message::<DocumentChanged>),
                )
                .in_set(HeatSystems)
                .after(FrameSystems::Poll)
                .before(FrameSystems::Views),
            show.run_if(resource_changed::<HeatMap>).in_set(FrameSystems::Views),
        ),
    );
}
