//! Solving leg by leg, for levels with waypoints: the button, and under it the moves of
//! each leg and the totals with and without the waypoints.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use crate::app::document::Document;
use crate::app::kit::bound::{caption_of, enabled_if, shown_if, text_of};
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::app::solve::is_ready;
use crate::app::solve::legs::{Leg, LegsCommand, LegsRun};
use crate::app::solve::results::Results;
use crate::app::work::search_settings::SolverSettings;
use crate::words::figures;

pub(super) fn scene() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(4), flex_shrink: 0.0, display: Display::None }
        shown_if(|document: Res<Document>| !document.draft().waypoints.is_empty())
        Children [
            (
                theme::button("Solve leg by leg")
                #SolveLegs
                enabled_if(is_enabled)
                caption_of(|results: Res<Results>| {
                    if is_running(results) { "Stop" } else { "Solve leg by leg" }.to_owned()
                })
                template_value(Tooltip::new("Finds the best way to each waypoint from the last one, then solves the level without waypoints", ""))
                on(|_: On<Activate>, results: Res<Results>, mut out: MessageWriter<LegsCommand>| {
                    out.write(if is_running(results) { LegsCommand::Stop } else { LegsCommand::Start });
                })
            ),
            (
                theme::label("")
                #LegsText
                shown_if(|results: Res<Results>| legs(&results).is_some())
                text_of(result)
            ),
        ]
    }
}

/// Returns the legs of the board that is drawn.
fn legs(results: &Results) -> Option<&LegsRun> {
    results.shown()?.legs.as_ref()
}

fn is_running(results: Res<Results>) -> bool {
    legs(&results).is_some_and(LegsRun::is_running)
}

fn result(results: Res<Results>) -> String {
    legs(&results).map(words).unwrap_or_default()
}

/// Says whether the button can be pressed: what runs can always be stopped.
fn is_enabled(
    document: Res<Document>,
    settings: Res<SolverSettings>,
    results: Res<Results>,
) -> bool {
    let can_start = || !results.is_running() && is_ready(&document, &settings);
    legs(&results).is_some_and(LegsRun::is_running) || can_start()
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
