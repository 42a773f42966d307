//! The level under edit: the one resource that holds it and the one system that writes it,
//! `apply_commands`. Everybody else sends an [`Edit`] and hears a [`DocumentChanged`].

pub mod brush;

use bevy::prelude::*;

use crate::app::kit::frame::FrameSystems;
use crate::puzzle::{EditCommand, edit};

/// The level under edit.
#[derive(Resource, Default, Deref)]
pub struct Document(edit::Document);

/// Edits the document. What changes nothing is no step of the undo history.
#[derive(Message, Clone, Debug)]
pub struct Edit(pub EditCommand);

/// The document has changed. Sent once a frame in which it did.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentChanged {
    /// The puzzle is another one: results for the one before are stale.
    pub puzzle: bool,
    /// Another level has been opened.
    pub opened: bool,
}

pub(in crate::app) fn apply_commands(
    mut edits: MessageReader<Edit>,
    mut document: ResMut<Document>,
    mut changed: MessageWriter<DocumentChanged>,
) {
    if edits.is_empty() {
        return;
    }
    let (revision, puzzle_revision) = (document.revision(), document.puzzle_revision());
    let mut opened = false;
    for Edit(command) in edits.read() {
        if let EditCommand::Open(level) = command {
            opened = true;
            let mut level = level.clone();
            crate::proofs::confirm(&mut level.draft);
            document.0.apply(&EditCommand::Open(level));
        } else {
            document.0.apply(command);
        }
    }
    if document.revision() != revision {
        let puzzle = document.puzzle_revision() != puzzle_revision;
        changed.write(DocumentChanged { puzzle, opened });
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Document>()
        .add_message::<Edit>()
        .add_message::<DocumentChanged>()
        .add_systems(Update, apply_commands.in_set(FrameSystems::Commands))
        .add_plugins(brush::plugin);
}
