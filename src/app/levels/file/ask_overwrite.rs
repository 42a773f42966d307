//! The question before a file is overwritten that another program has changed since it
//! was opened or saved here.

use std::path::PathBuf;

use bevy::input_focus::AutoFocus;
use bevy::prelude::*;

use crate::app::kit::dialog::{Dialog, answer, closing, open, question};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{button, primary_button};
use crate::app::kit::tooltip::explained;
use crate::app::levels::choose_file::{ChooseFile, Chosen, Purpose};
use crate::app::levels::packs::name_of;

/// Asks whether this file is to be overwritten.
#[derive(Message, Clone, Debug)]
pub(in crate::app) struct AskOverwrite(pub PathBuf);

fn ask(
    mut questions: MessageReader<AskOverwrite>,
    dialogs: Query<Entity, With<Dialog>>,
    mut commands: Commands,
) {
    for AskOverwrite(path) in questions.read() {
        let name = name_of(path);
        let text = format!("Another program has changed {name} since it was opened here.");
        let buttons = bsn_list! {
            closing(button("Cancel")),
            answer(explained(button("Overwrite it"), "Saves this level; what the other program wrote is lost", ""), Chosen(Purpose::Save, path.clone())),
            ( answer(explained(primary_button("Save as…"), "Saves this level to another file; both stay", ""), ChooseFile(Purpose::Save)) AutoFocus ),
        };
        let scene = question("Overwrite the file?", text, Box::new(buttons));
        open(&mut commands, &dialogs, scene);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<AskOverwrite>().add_systems(Update, ask.in_set(FrameSystems::Views));
}
