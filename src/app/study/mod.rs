//! Dialogs that tell about the level and about searching: a search step by step, all
//! positions of the level, and levels made by chance. Opened from the menu More and by
//! keys.

mod generator;
mod positions;
pub mod race;
mod steps;

use bevy::prelude::*;

pub use generator::Generator;
pub use generator::card::GeneratedCard;
pub use generator::form::FormField;
pub use positions::Positions;
pub use steps::{StepCommand, Steps};

use crate::app::document::{Document, DocumentChanged};
use crate::app::kit::dialog::{CloseDialog, ShowMessage};
use crate::app::kit::frame::FrameSystems;
use crate::puzzle::Puzzle;

/// Opens one of the dialogs.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShowStudy {
    /// A search step by step.
    Steps,
    /// All positions of the level.
    Positions,
    /// All positions of a small level as a graph.
    Graph,
    /// Levels that are made by chance.
    Generator,
}

/// Returns the level as a puzzle; says what is wrong when it is none.
fn puzzle_or_message(
    document: &Document,
    messages: &mut MessageWriter<ShowMessage>,
) -> Option<Puzzle> {
    match document.draft().validate() {
        Ok(puzzle) => Some(puzzle),
        Err(issues) => {
            let lines: Vec<String> = issues.iter().map(ToString::to_string).collect();
            messages.write(ShowMessage {
                title: "The level cannot be studied yet".to_owned(),
                text: lines.join("\n"),
            });
            None
        }
    }
}

/// Removes a resource when the dialog that has a `Body` is closed: work goes with its
/// dialog.
fn end_with_dialog<Work: Resource, Body: Component>(
    work: Option<Res<Work>>,
    bodies: Query<(), With<Body>>,
    mut was_open: Local<bool>,
    mut commands: Commands,
) {
    let is_open = !bodies.is_empty();
    if work.is_some() && *was_open && !is_open {
        commands.remove_resource::<Work>();
    }
    *was_open = is_open;
}

/// Closes what tells of a level when that is another one: a file may be dropped on the
/// window while a dialog is open.
fn close_with_level(
    mut changes: MessageReader<DocumentChanged>,
    steps: Option<Res<Steps>>,
    positions: Option<Res<Positions>>,
    mut out: MessageWriter<CloseDialog>,
) {
    let is_other = changes.read().any(|change| change.opened || change.puzzle);
    if is_other && (steps.is_some() || positions.is_some()) {
        out.write(CloseDialog);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ShowStudy>()
        .add_systems(Update, close_with_level.in_set(FrameSystems::Poll))
        .add_plugins((race::plugin, steps::plugin, positions::plugin, generator::plugin));
}
