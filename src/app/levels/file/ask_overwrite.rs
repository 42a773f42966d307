//! The question before a file is overwritten that another program has changed since it
//! was opened or saved here.

use std::path::{Path, PathBuf};

use bevy::input_focus::AutoFocus;
use bevy::prelude::*;

use super::FileCommand;
use crate::app::kit::dialog::{Dialog, answer, closing, open, question};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{button, primary_button};
use crate::app::kit::tooltip::explained;
use crate::puzzle::{self, Draft, parse_level, write_level};

/// Asks whether this file is to be overwritten.
#[derive(Message, Clone, Debug)]
pub(in crate::app) struct AskOverwrite(pub PathBuf);

/// Says whether the file holds something else than `saved`. One that is not there any
/// more loses nothing.
pub(in crate::app) fn is_changed(path: &Path, saved: &Draft) -> bool {
    if !path.exists() {
        return false;
    }
    // What was saved, as it is read.
    let saved = parse_level(&write_level(saved)).map(|loaded| loaded.draft);
    let found = puzzle::load(path).map(|loaded| loaded.draft);
    !matches!((saved, found), (Ok(saved), Ok(found)) if saved == found)
}

fn ask(
    mut questions: MessageReader<AskOverwrite>,
    dialogs: Query<Entity, With<Dialog>>,
    mut commands: Commands,
) {
    for AskOverwrite(path) in questions.read() {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let text = format!("Another program has changed {name} since it was opened here.");
        let buttons = bsn_list! {
            closing(button("Cancel")),
            answer(explained(button("Overwrite it"), "Saves this level; what the other program wrote is lost", ""), FileCommand::SaveTo(path.clone())),
            ( answer(explained(primary_button("Save as…"), "Saves this level to another file; both stay", ""), FileCommand::SaveAs) AutoFocus ),
        };
        let scene = question("Overwrite the file?", text, Box::new(buttons));
        open(&mut commands, &dialogs, scene);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<AskOverwrite>().add_systems(Update, ask.in_set(FrameSystems::Views));
}
