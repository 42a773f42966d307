//! The question before a file is overwritten that another program has changed since it
//! was opened or saved here.

use std::path::{Path, PathBuf};

use bevy::input_focus::AutoFocus;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::FrameSystems;
use super::dialog::{CloseDialog, Dialog, button_row, dialog, open};
use super::files::FileCommand;
use super::theme::{button, label, primary_button};
use crate::puzzle::{self, Draft, parse_level, write_level};

/// Asks whether this file is to be overwritten.
#[derive(Message, Clone, Debug)]
pub(super) struct AskOverwrite(pub PathBuf);

/// An answer other than cancel: what to do.
#[derive(Message, Clone, Debug)]
struct OverwriteAnswer(FileCommand);

/// Says whether the file holds something else than `saved`. One that is not there any
/// more loses nothing.
pub(super) fn is_changed(path: &Path, saved: &Draft) -> bool {
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
        let path = path.clone();
        let buttons = bsn_list! {
            (
                button("Cancel")
                on(|_: On<Activate>, mut out: MessageWriter<CloseDialog>| {
                    out.write(CloseDialog);
                })
            ),
            (
                button("Overwrite it")
                on(move |_: On<Activate>, mut out: MessageWriter<OverwriteAnswer>| {
                    out.write(OverwriteAnswer(FileCommand::SaveTo(path.clone())));
                })
            ),
            (
                primary_button("Save as…")
                AutoFocus
                on(|_: On<Activate>, mut out: MessageWriter<OverwriteAnswer>| {
                    out.write(OverwriteAnswer(FileCommand::SaveAs));
                })
            ),
        };
        let content = bsn_list! { label(text), button_row(Box::new(buttons)) };
        open(&mut commands, &dialogs, dialog("Overwrite the file?", 480.0, Box::new(content)));
    }
}

fn answer(
    mut answers: MessageReader<OverwriteAnswer>,
    mut files: MessageWriter<FileCommand>,
    mut close: MessageWriter<CloseDialog>,
) {
    for OverwriteAnswer(command) in answers.read() {
        close.write(CloseDialog);
        files.write(command.clone());
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<AskOverwrite>().add_message::<OverwriteAnswer>().add_systems(
        Update,
        (
            answer.before(super::dialog::close_dialogs).in_set(FrameSystems::Input),
            ask.in_set(FrameSystems::Views),
        ),
    );
}
