//! The question before unsaved changes are lost: save, discard or cancel.

use bevy::input_focus::AutoFocus;
use bevy::prelude::*;

use super::{Confirmed, FileCommand};
use crate::app::document::Document;
use crate::app::kit::dialog::{Dialog, answer, closing, open, question};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{button, primary_button};
use crate::app::kit::tooltip::explained;

/// Asks what is to become of the changes before this is done.
#[derive(Message, Clone, Debug)]
pub(in crate::app) struct AskUnsaved(pub FileCommand);

fn ask(
    mut questions: MessageReader<AskUnsaved>,
    document: Res<Document>,
    dialogs: Query<Entity, With<Dialog>>,
    mut commands: Commands,
) {
    for AskUnsaved(then) in questions.read() {
        let name = document.display_name();
        let text = match document.path() {
            Some(_) => format!("“{name}” has changes that are not saved."),
            None => format!("“{name}” is not saved yet."),
        };
        let save = FileCommand::SaveThen(Box::new(then.clone()));
        let buttons = bsn_list! {
            closing(button("Cancel")),
            answer(explained(button("Discard"), "Goes on; the changes are lost", ""), Confirmed(then.clone())),
            ( answer(explained(primary_button("Save"), "Saves the level first, then goes on", ""), save) AutoFocus ),
        };
        let scene = question("Save the changes?", text, Box::new(buttons));
        open(&mut commands, &dialogs, scene);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<AskUnsaved>().add_systems(Update, ask.in_set(FrameSystems::Views));
}
