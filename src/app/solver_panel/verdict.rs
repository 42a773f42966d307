//! Solve and Stop, and under them what is known, as a sentence: why the level
//! cannot be solved yet, what the search has proved so far, the verdict.

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::Activate;

use crate::app::document::{Document, DocumentChanged};
use crate::app::solver::count::WayCount;
use crate::app::solver::live::{Live, knowledge};
use crate::app::solver::{End, Run, SolverCommand, SolverSettings, SolverState, ready, wording};
use crate::app::tooltip::Tooltip;
use crate::app::{FrameSystems, theme};

/// The big button, while no search runs.
#[derive(Component, Clone, Copy, Default)]
pub struct SolveButton;

/// The one that takes its place while a search runs.
#[derive(Component, Clone, Copy, Default)]
pub struct StopButton;

/// The sentence under the button.
#[derive(Component, Clone, Copy, Default)]
pub struct VerdictText;

/// The line that says that the results are not of what is on the screen now: the
/// level has been edited since, or another method chosen.
#[derive(Component, Clone, Copy, Default)]
pub struct StaleNote;

/// How many shortest solutions there are.
#[derive(Component, Clone, Copy, Default)]
pub struct WaysText;

/// Height of the big button, in logical pixels.
const BUTTON: f32 = 36.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            (show_buttons, show_verdict, show_stale).run_if(anything_changed),
            show_ways.run_if(resource_changed::<WayCount>.or_else(resource_changed::<SolverState>)),
        )
            .in_set(FrameSystems::Views),
    );
}

pub(super) fn scene() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(6), flex_shrink: 0.0 }
        Children [
            (
                theme::primary_button("Solve")
                Node { height: px(BUTTON) }
                SolveButton
                template_value(Tooltip::new("Searches for better solutions and the proof that none is shorter", "F5"))
                on(|_: On<Activate>, mut out: MessageWriter<SolverCommand>| {
                    out.write(SolverCommand::Solve);
                })
            ),
            (
                theme::stop_button("Stop")
                Node { height: px(BUTTON), display: Display::None }
                StopButton
                template_value(Tooltip::new("Ends the search with what is known by now", "Esc"))
                on(|_: On<Activate>, mut out: MessageWriter<SolverCommand>| {
                    out.write(SolverCommand::Stop);
                })
            ),
            ( theme::heading("") VerdictText ),
            (
                theme::label_dim("")
                Node { display: Display::None }
                WaysText
            ),
            (
                theme::label_dim("")
                Node { display: Display::None }
                StaleNote
            ),
        ]
    }
}

fn anything_changed(
    state: Res<SolverState>,
    settings: Res<SolverSettings>,
    live: Res<Live>,
    mut documents: MessageReader<DocumentChanged>,
) -> bool {
    state.is_changed() || live.is_changed() || settings.is_changed() || documents.read().count() > 0
}

fn show_buttons(
    state: Res<SolverState>,
    document: Res<Document>,
    settings: Res<SolverSettings>,
    solve: Single<(Entity, &mut Node, Has<InteractionDisabled>), With<SolveButton>>,
    mut stop: Single<&mut Node, (With<StopButton>, Without<SolveButton>)>,
    mut commands: Commands,
) {
    let running = state.is_running();
    let (entity, mut solve, disabled) = solve.into_inner();
    solve.display = if running { Display::None } else { Display::Flex };
    stop.display = if running { Display::Flex } else { Display::None };
    match (ready(&document, &settings).is_ok(), disabled) {
        (true, true) => drop(commands.entity(entity).remove::<InteractionDisabled>()),
        (false, false) => drop(commands.entity(entity).insert(InteractionDisabled)),
        _ => {}
    }
}

fn show_verdict(
    state: Res<SolverState>,
    document: Res<Document>,
    settings: Res<SolverSettings>,
    live: Res<Live>,
    sentence: Single<(&mut Text, &mut TextColor), With<VerdictText>>,
) {
    let (mut text, mut color) = sentence.into_inner();
    let (words, paint) = match (&state.run, ready(&document, &settings)) {
        (Some(run), _) if run.is_running() => (sentence_of(run), theme::BLACK),
        // Nothing is wrong with a level that is not begun.
        (None, Err(_)) if document.is_blank() => {
            ("paint START and GOAL first".to_owned(), theme::DIM)
        }
        (_, Err(reason)) => (reason, theme::RED),
        (Some(run), Ok(_)) if matches!(run.end, Some(End::Panicked(_))) => {
            (sentence_of(run), theme::RED)
        }
        (Some(run), Ok(_)) => (sentence_of(run), theme::BLACK),
        (None, Ok(_)) if knowledge(&document, &state, &live).is_some_and(|all| all.unsolvable) => {
            ("known: unsolvable, proved".to_owned(), theme::RED)
        }
        (None, Ok(_)) => (known_before(&document), theme::DIM),
    };
    text.set_if_neq(Text(words));
    color.set_if_neq(TextColor(paint));
}

/// Returns what is known before the first search: what the level brings.
fn known_before(document: &Document) -> String {
    document.draft().best.as_ref().map_or_else(
        || "ready to solve".to_owned(),
        |best| {
            let moves = wording::moves(best.moves.len() as u32);
            if best.proved { format!("known: {moves}, proved") } else { format!("known: {moves}") }
        },
    )
}

/// Returns what a search says of itself.
fn sentence_of(run: &Run) -> String {
    match &run.end {
        None if run.stopping => "stopping".to_owned(),
        None => wording::running(&run.progress),
        Some(End::Outcome(outcome)) => wording::verdict(outcome, run.options.limits.max_moves),
        Some(End::Panicked(message)) => format!("the search failed: {message}"),
    }
}

fn show_ways(
    state: Res<SolverState>,
    count: Res<WayCount>,
    text: Single<(&mut Node, &mut Text), With<WaysText>>,
) {
    let (mut node, mut text) = text.into_inner();
    let words = wording::ways(state.run.as_ref().and_then(|run| count.of(run.serial)));
    node.display = if words.is_empty() { Display::None } else { Display::Flex };
    text.set_if_neq(Text(words));
}

fn show_stale(
    state: Res<SolverState>,
    settings: Res<SolverSettings>,
    note: Single<(&mut Node, &mut Text, &mut TextColor), With<StaleNote>>,
) {
    let (mut node, mut text, mut color) = note.into_inner();
    let words = state.run.as_ref().and_then(|run| {
        let method = run.options.method;
        if run.stale {
            Some(("of an earlier version of the level".to_owned(), theme::RED))
        } else if method != settings.method {
            Some((format!("by {}", wording::method_label(method)), theme::DIM))
        } else {
            None
        }
    });
    node.display = if words.is_some() { Display::Flex } else { Display::None };
    if let Some((words, paint)) = words {
        text.set_if_neq(Text(words));
        color.set_if_neq(TextColor(paint));
    }
}
