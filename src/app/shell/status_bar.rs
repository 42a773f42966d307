//! The left part of the bar at the bottom: what is on the boards, and what has just been
//! tried in vain. What is wrong and what is known stands in the verdict bar.

use bevy::prelude::*;

use crate::app::boards::slots::StatusSlot;
use crate::app::design::tools::Tool;
use crate::app::design::tools::gesture::HoverCell;
use crate::app::document::{Document, DocumentChanged};
use crate::app::kit::bound::text_of;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::notice::ShowHint;
use crate::app::kit::theme::{label, label_dim};
use crate::puzzle::edit::colour_name;
use crate::puzzle::{Draft, Square, format_moves};

/// The text.
#[derive(Component, Clone, Default)]
pub struct StatusText;

fn fill_slot(mut commands: Commands, slot: Single<Entity, With<StatusSlot>>) {
    let text = bsn! {
        label("")
        Node { flex_grow: 1.0, flex_basis: px(0) }
        StatusText
    };
    let hover = bsn! {
        label_dim("")
        Node { flex_shrink: 0.0 }
        text_of(hovered)
    };
    commands.spawn_scene(text).insert(ChildOf(*slot));
    commands.spawn_scene(hover).insert(ChildOf(*slot));
}

fn show_hint(mut hints: MessageReader<ShowHint>, mut text: Single<&mut Text, With<StatusText>>) {
    if let Some(ShowHint(hint)) = hints.read().last() {
        (**hint).clone_into(&mut text.0);
    }
}

/// Names the cell under the pointer and its colour.
fn hovered(hover: Res<HoverCell>, document: Res<Document>) -> String {
    let draft = document.draft();
    let on = |(layout, cell)| {
        let square = document.size(layout).and_then(|_| draft.layout(layout).get(cell).copied());
        match square {
            Some(Square::Wall) => format!("{cell} wall"),
            Some(Square::Tile(colour)) => {
                format!("{cell} {}", colour_name(&draft.palette, colour).to_lowercase())
            }
            _ => match draft.terrain.pass(cell).filter(|_| draft.shares_walls(layout)) {
                Some(colour) => {
                    format!("{cell} {} pass", colour_name(&draft.palette, colour).to_lowercase())
                }
                None => cell.to_string(),
            },
        }
    };
    hover.0.map(on).unwrap_or_default()
}

fn show_status(document: Res<Document>, mut text: Single<&mut Text, With<StatusText>>) {
    text.0 = facts(document.draft());
}

/// Returns what is on the boards, with what they do not show.
fn facts(draft: &Draft) -> String {
    let tiles = draft.start.iter().filter(|(_, square)| square.colour().is_some()).count();
    let counted =
        |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let mut parts = vec![draft.start.size().to_string(), counted(tiles, "tile")];
    if !draft.opening.is_empty() {
        parts.push(format!("opening {}", format_moves(&draft.opening)));
    }
    if !draft.waypoints.is_empty() {
        parts.push(counted(draft.waypoints.len(), "waypoint"));
    }
    parts.join(", ")
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ShowHint>().add_systems(Startup, fill_slot).add_systems(
        Update,
        (
            show_status.run_if(
                on_message::<DocumentChanged>.or_else(resource_changed::<Tool>).or_else(run_once),
            ),
            show_hint,
        )
            .chain()
            .in_set(FrameSystems::Views),
    );
}
