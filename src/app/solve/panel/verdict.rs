//! Solve and Stop, and which method the figures below are of when another is chosen. What
//! is known stands in the verdict bar.

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::Activate;

use crate::app::document::{Document, DocumentChanged};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme;
use crate::app::kit::tooltip::Tooltip;
use crate::app::solve::results::Results;
use crate::app::solve::{SolverCommand, ready};
use crate::app::work::search_settings::SolverSettings;
use crate::words;

/// The big button, while the board that is drawn is not searched.
#[derive(Component, Clone, Copy, Default)]
pub struct SolveButton;

/// The one that takes its place while it is.
#[derive(Component, Clone, Copy, Default)]
pub struct StopButton;

/// The line that names the method of the figures when another one is chosen.
#[derive(Component, Clone, Copy, Default)]
pub struct MethodNote;

/// Height of the big button, in logical pixels.
const BUTTON: f32 = 36.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (show_buttons, show_method)
            .run_if(
                resource_changed::<Results>
                    .or_else(resource_changed::<SolverSettings>)
                    .or_else(on_message::<DocumentChanged>),
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
            (
                theme::label_dim("")
                Node { display: Display::None }
                MethodNote
            ),
        ]
    }
}

fn show_buttons(
    results: Res<Results>,
    document: Res<Document>,
    settings: Res<SolverSettings>,
    solve: Single<(Entity, &mut Node, Has<InteractionDisabled>), With<SolveButton>>,
    mut stop: Single<&mut Node, (With<StopButton>, Without<SolveButton>)>,
    mut commands: Commands,
) {
    let running = results.is_shown_running();
    let (entity, mut solve, disabled) = solve.into_inner();
    solve.display = if running { Display::None } else { Display::Flex };
    stop.display = if running { Display::Flex } else { Display::None };
    match (ready(&document, &settings).is_ok(), disabled) {
        (true, true) => drop(commands.entity(entity).remove::<InteractionDisabled>()),
        (false, false) => drop(commands.entity(entity).insert(InteractionDisabled)),
        _ => {}
    }
}

fn show_method(
    results: Res<Results>,
    settings: Res<SolverSettings>,
    note: Single<(&mut Node, &mut Text), With<MethodNote>>,
) {
    let (mut node, mut text) = note.into_inner();
    let method = results.run().map(|run| run.options.method);
    let other = method.filter(|&method| method != settings.method);
    node.display = if other.is_some() { Display::Flex } else { Display::None };
    if let Some(method) = other {
        text.set_if_neq(Text(format!("by {}", words::method(method).label)));
    }
}
