//! Solving leg by leg, for levels with waypoints: the button, and under it the moves of
//! each leg and the totals with and without the waypoints.

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::Activate;

use crate::app::document::{Document, DocumentChanged};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::app::solve::legs::{Leg, LegsCommand, LegsRun};
use crate::app::solve::ready;
use crate::app::solve::results::Results;
use crate::app::work::search_settings::SolverSettings;
use crate::words::figures;

/// The part of the panel.
#[derive(Component, Clone, Copy, Debug, Default)]
struct LegsPart;

/// The button that begins or ends it.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct LegsButton;

/// What has come out.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct LegsText;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (show, enable)
            .run_if(
                on_message::<DocumentChanged>
                    .or_else(resource_changed::<Results>)
                    .or_else(resource_changed::<SolverSettings>),
            )
            .in_set(FrameSystems::Views),
    );
}

pub(super) fn scene() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(4), flex_shrink: 0.0, display: Display::None }
        LegsPart
        Children [
            (
                theme::button("Solve leg by leg")
                LegsButton
                template_value(Tooltip::new("Finds the best way to each waypoint from the last one, then solves the level without waypoints", ""))
                on(|_: On<Activate>, results: Res<Results>, mut out: MessageWriter<LegsCommand>| {
                    let is_running = legs(&results).is_some_and(LegsRun::is_running);
                    out.write(if is_running { LegsCommand::Stop } else { LegsCommand::Start });
                })
            ),
            ( theme::label("") Node { display: Display::None } LegsText ),
        ]
    }
}

/// Returns the legs of the board that is drawn.
fn legs(results: &Results) -> Option<&LegsRun> {
    results.shown()?.legs.as_ref()
}

/// The text of the totals, apart from the part that it stands in.
type ResultOnly = (With<LegsText>, Without<LegsPart>);

fn show(
    document: Res<Document>,
    results: Res<Results>,
    mut part: Single<&mut Node, (With<LegsPart>, Without<LegsText>)>,
    captions: Single<&Children, With<LegsButton>>,
    mut texts: Query<&mut Text, Without<LegsText>>,
    result: Single<(&mut Text, &mut Node), ResultOnly>,
) {
    let has_waypoints = !document.draft().waypoints.is_empty();
    part.display = if has_waypoints { Display::Flex } else { Display::None };
    let is_running = legs(&results).is_some_and(LegsRun::is_running);
    for &child in *captions {
        if let Ok(mut text) = texts.get_mut(child) {
            let words = if is_running { "Stop" } else { "Solve leg by leg" };
            text.set_if_neq(Text::new(words));
        }
    }
    let words = legs(&results).map(words).unwrap_or_default();
    let (mut text, mut node) = result.into_inner();
    node.display = if words.is_empty() { Display::None } else { Display::Flex };
    text.set_if_neq(Text(words));
}

/// Says whether the button can be pressed: what runs can always be stopped.
fn enable(
    document: Res<Document>,
    settings: Res<SolverSettings>,
    results: Res<Results>,
    button: Single<(Entity, Has<InteractionDisabled>), With<LegsButton>>,
    mut commands: Commands,
) {
    let (entity, is_disabled) = *button;
    let is_running = legs(&results).is_some_and(LegsRun::is_running);
    let can_start = ready(&document, &settings).is_ok() && !results.is_running();
    match (is_running || can_start, is_disabled) {
        (true, true) => drop(commands.entity(entity).remove::<InteractionDisabled>()),
        (false, false) => drop(commands.entity(entity).insert(InteractionDisabled)),
        _ => {}
    }
}

/// Returns what has come out by now.
fn words(run: &LegsRun) -> String {
    let of_leg = |leg: &Leg| match (leg.moves, leg.proved) {
        (Some(moves), true) => moves.to_string(),
        (Some(moves), false) => format!("{moves}?"),
        (None, true) => "no way".to_owned(),
        (None, false) => "none found".to_owned(),
    };
    let mut legs: Vec<String> = run.legs.iter().map(of_leg).collect();
    let is_under_way = run.is_running() && !run.has_arrived() && !run.gave_up();
    if is_under_way {
        legs.push("\u{2026}".to_owned());
    }
    let mut lines = vec![match run.total() {
        Some(total) => format!("Leg by leg: {} = {}", legs.join(" + "), figures::moves(total)),
        None => format!("Leg by leg: {}", legs.join(" + ")),
    }];
    match run.without {
        Some(Leg { moves: Some(moves), proved }) => {
            let proof = if proved { ", proved" } else { ", the best found" };
            lines.push(format!("Without waypoints: {}{proof}", figures::moves(moves)));
        }
        Some(Leg { moves: None, proved: true }) => {
            lines.push("Without waypoints: unsolvable too".to_owned());
        }
        Some(Leg { moves: None, proved: false }) => {
            lines.push("Without waypoints: none found".to_owned());
        }
        None if run.is_running() && !is_under_way => {
            lines.push("Without waypoints: \u{2026}".to_owned());
        }
        None => {}
    }
    if run.stopped {
        lines.push("Stopped.".to_owned());
    }
    lines.join("\n")
}
