//! The left part of the bar at the bottom: what is wrong with the draft, or that
//! it is ready to be solved; and what is known of its solutions.

use bevy::prelude::*;
use bevy::text::LineBreak;

use super::FrameSystems;
use super::document::{Document, DocumentChanged};
use super::issue_words::issue_words;
use super::layout::StatusSlot;
use super::settings::Settings;
use super::solver::live::{Live, knowledge};
use super::solver::{SolverState, wording};
use super::step_name::colour_name;
use super::theme::{self, heading, label, label_dim};
use super::tools::Tool;
use super::tools::gesture::HoverCell;
use crate::puzzle::{Draft, Issue, Square, format_moves};

/// The square that tells at a glance.
#[derive(Component, Clone, Default)]
struct StatusLight;

/// The text.
#[derive(Component, Clone, Default)]
pub struct StatusText;

/// Says something about what has just been tried, until the next edit or tool.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowHint(pub &'static str);

/// What is known of the level on the boards, by live solving and otherwise.
#[derive(Component, Clone, Default)]
pub struct LiveText;

/// What is on the cell under the pointer.
#[derive(Component, Clone, Default)]
pub struct HoverText;

fn fill_slot(mut commands: Commands, slot: Single<Entity, With<StatusSlot>>) {
    let light = bsn! {
        Node { width: px(12), height: px(12), flex_shrink: 0.0, border: UiRect::all(px(1)) }
        BorderColor::all(theme::BLACK)
        BackgroundColor(theme::WHITE)
        StatusLight
    };
    let text = bsn! {
        label("Ready")
        Node { flex_grow: 1.0, flex_basis: px(0) }
        StatusText
    };
    commands.spawn_scene(light).insert(ChildOf(*slot));
    let live = bsn! {
        heading("")
        Node { flex_shrink: 0.0 }
        TextLayout { linebreak: LineBreak::NoWrap }
        LiveText
    };
    commands.spawn_scene(live).insert(ChildOf(*slot));
    let hover = bsn! {
        label_dim("")
        Node { flex_shrink: 0.0 }
        HoverText
    };
    commands.spawn_scene(text).insert(ChildOf(*slot));
    commands.spawn_scene(hover).insert(ChildOf(*slot));
}

fn show_hint(
    mut hints: MessageReader<ShowHint>,
    mut text: Single<&mut Text, With<StatusText>>,
    mut light: Single<&mut BackgroundColor, With<StatusLight>>,
) {
    if let Some(ShowHint(hint)) = hints.read().last() {
        (**hint).clone_into(&mut text.0);
        light.0 = theme::YELLOW;
    }
}

/// Names the cell under the pointer and its colour.
fn show_hover(
    hover: Res<HoverCell>,
    document: Res<Document>,
    mut text: Single<&mut Text, With<HoverText>>,
) {
    let draft = document.draft();
    let on = |(layout, cell)| {
        let square = document.size(layout).and_then(|_| draft.layout(layout).get(cell).copied());
        match square {
            Some(Square::Wall) => format!("{cell} wall"),
            Some(Square::Tile(colour)) => {
                format!("{cell} {}", colour_name(&draft.palette, colour).to_lowercase())
            }
            _ => cell.to_string(),
        }
    };
    text.set_if_neq(Text(hover.0.map(on).unwrap_or_default()));
}

/// Says what is known now: asked anew in every frame, so that nothing stays that an
/// edit of this frame has made untrue.
fn show_live(
    settings: Res<Settings>,
    document: Res<Document>,
    solver: Res<SolverState>,
    live: Res<Live>,
    mut text: Single<&mut Text, With<LiveText>>,
) {
    let words = if settings.live {
        wording::live(knowledge(&document, &solver, &live))
    } else {
        String::new()
    };
    text.set_if_neq(Text(words));
}

/// Says whether it is proved that no moves lead to the goal.
fn is_unsolvable(document: &Document, solver: &SolverState, live: &Live) -> bool {
    knowledge(document, solver, live).is_some_and(|known| known.unsolvable)
}

/// Run condition: a proof that there is no solution has come or has gone.
fn solvability_changed(
    document: Res<Document>,
    solver: Res<SolverState>,
    live: Res<Live>,
    mut before: Local<bool>,
) -> bool {
    let now = is_unsolvable(&document, &solver, &live);
    std::mem::replace(&mut *before, now) != now
}

fn show_status(
    document: Res<Document>,
    (solver, live): (Res<SolverState>, Res<Live>),
    mut text: Single<&mut Text, With<StatusText>>,
    mut light: Single<&mut BackgroundColor, With<StatusLight>>,
) {
    let (status, color) = status(&document, is_unsolvable(&document, &solver, &live));
    text.0 = status;
    light.0 = color;
}

/// Returns the text and the colour of the light.
fn status(document: &Document, is_unsolvable: bool) -> (String, Color) {
    let draft = document.draft();
    let tiles = draft.start.iter().filter(|(_, square)| square.colour().is_some()).count();
    let issues = document.issues();
    let words = |issue| issue_words(issue, &draft.palette);
    match issues {
        _ if tiles == 0 => {
            ("Paint tiles on START, then where they shall end on GOAL.".to_owned(), theme::WHITE)
        }
        [] if is_unsolvable => ("No moves lead to the goal.".to_owned(), theme::RED),
        [] => {
            let is_told = |issue: &&Issue| {
                issue.spares_the_search() || matches!(issue, Issue::BestDropped { .. })
            };
            document.warnings().find(is_told).map_or_else(
                || (ready(draft, tiles), theme::BLUE),
                |warning| (words(warning), theme::YELLOW),
            )
        }
        [only] => (words(only), theme::RED),
        [first, rest @ ..] => (format!("{} (and {} more)", words(first), rest.len()), theme::RED),
    }
}

/// Returns what there is to solve, with what the boards do not show.
fn ready(draft: &Draft, tiles: usize) -> String {
    let counted =
        |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let mut parts = vec![draft.start.size().to_string(), counted(tiles, "tile")];
    if !draft.opening.is_empty() {
        parts.push(format!("opening {}", format_moves(&draft.opening)));
    }
    if !draft.waypoints.is_empty() {
        parts.push(counted(draft.waypoints.len(), "waypoint"));
    }
    format!("Ready: {}.", parts.join(", "))
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ShowHint>().add_systems(Startup, fill_slot).add_systems(
        Update,
        (
            (
                show_status.run_if(
                    on_message::<DocumentChanged>
                        .or_else(resource_changed::<Tool>)
                        .or_else(solvability_changed)
                        .or_else(run_once),
                ),
                show_hint,
            )
                .chain(),
            show_live,
            show_hover.run_if(resource_changed::<HoverCell>.or_else(on_message::<DocumentChanged>)),
        )
            .in_set(FrameSystems::Views),
    );
}
