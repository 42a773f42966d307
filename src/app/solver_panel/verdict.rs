//! Solve and Stop, and under them what is known, as a sentence: why the level
//! cannot be solved yet, what the search has proved so far, the verdict.

use bevy::feathers::controls::{ButtonVariant, FeathersButton};
use bevy::feathers::theme::ThemedText;
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::Activate;

use crate::app::document::{Document, DocumentChanged};
use crate::app::solver::{
    End, Run, SolverCommand, SolverSettings, SolverState, ready, wording,
};
use crate::app::{FrameSystems, theme};

/// The big button: Solve, or Stop while a search runs.
#[derive(Component, Clone, Copy, Default)]
pub struct SolveButton;

/// The sentence under the button.
#[derive(Component, Clone, Copy, Default)]
pub struct VerdictText;

/// What follows the search and the level here.
#[derive(Component, Clone, Copy, Default, PartialEq, Eq)]
enum Shown {
    #[default]
    ButtonCaption,
    /// The results are those of an earlier version of the level.
    Stale,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (show_button, show_verdict, show_stale)
            .run_if(anything_changed)
            .in_set(FrameSystems::Views),
    );
}

pub(super) fn scene() -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(6), flex_shrink: 0.0 }
        Children [
            (
                @FeathersButton {
                    @caption: bsn! { Text("Solve") ThemedText template_value(Shown::ButtonCaption) },
                    @variant: ButtonVariant::Primary,
                }
                Node { height: px(34) }
                SolveButton
                on(button_on_activate)
            ),
            ( theme::heading("") VerdictText ),
            ( theme::label_dim("of an earlier version of the level") template_value(Shown::Stale) ),
        ]
    }
}

fn button_on_activate(
    _: On<Activate>,
    state: Res<SolverState>,
    mut out: MessageWriter<SolverCommand>,
) {
    out.write(if state.is_running() { SolverCommand::Stop } else { SolverCommand::Solve });
}

fn anything_changed(
    state: Res<SolverState>,
    settings: Res<SolverSettings>,
    mut documents: MessageReader<DocumentChanged>,
) -> bool {
    state.is_changed() || settings.is_changed() || documents.read().count() > 0
}

fn show_button(
    state: Res<SolverState>,
    document: Res<Document>,
    settings: Res<SolverSettings>,
    button: Single<(Entity, &mut ButtonVariant, Has<InteractionDisabled>), With<SolveButton>>,
    mut texts: Query<(&Shown, &mut Text)>,
    mut commands: Commands,
) {
    let running = state.is_running();
    let (entity, mut variant, is_disabled) = button.into_inner();
    let disabled = !running && ready(&document, &settings).is_err();
    if disabled && !is_disabled {
        commands.entity(entity).insert(InteractionDisabled);
    } else if !disabled && is_disabled {
        commands.entity(entity).remove::<InteractionDisabled>();
    }
    variant.set_if_neq(if running { ButtonVariant::Normal } else { ButtonVariant::Primary });
    for (shown, mut text) in &mut texts {
        if *shown == Shown::ButtonCaption {
            text.set_if_neq(Text::new(if running { "Stop" } else { "Solve" }));
        }
    }
}

fn show_verdict(
    state: Res<SolverState>,
    document: Res<Document>,
    settings: Res<SolverSettings>,
    sentence: Single<(&mut Text, &mut TextColor), With<VerdictText>>,
) {
    let (mut text, mut color) = sentence.into_inner();
    let (words, paint) = match (&state.run, ready(&document, &settings)) {
        (Some(run), _) if run.is_running() => (sentence_of(run), theme::BLACK),
        (_, Err(reason)) => (reason, theme::RED),
        (Some(run), Ok(_)) if matches!(run.end, Some(End::Panicked(_))) => {
            (sentence_of(run), theme::RED)
        }
        (Some(run), Ok(_)) => (sentence_of(run), theme::BLACK),
        (None, Ok(_)) => ("ready to solve".to_owned(), theme::DIM),
    };
    text.set_if_neq(Text(words));
    color.set_if_neq(TextColor(paint));
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

fn show_stale(state: Res<SolverState>, mut nodes: Query<(&Shown, &mut Node)>) {
    let stale = state.run.as_ref().is_some_and(|run| run.stale);
    for (shown, mut node) in &mut nodes {
        if *shown == Shown::Stale {
            node.display = if stale { Display::Flex } else { Display::None };
        }
    }
}
