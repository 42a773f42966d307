//! The question before unsaved changes are lost: save, discard or cancel.

use bevy::input_focus::AutoFocus;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::FrameSystems;
use super::dialog::{CloseDialog, Dialog, button_row, dialog, open};
use super::document::Document;
use super::files::{Confirmed, FileCommand};
use super::theme::{button, label, primary_button};

/// Asks what is to become of the changes before this is done.
#[derive(Message, Clone, Debug)]
pub(super) struct AskUnsaved(pub FileCommand);

/// An answer other than cancel.
#[derive(Message, Clone, Debug)]
struct UnsavedAnswer {
    save: bool,
    then: FileCommand,
}

fn ask(
    mut questions: MessageReader<AskUnsaved>,
    document: Res<Document>,
    dialogs: Query<Entity, With<Dialog>>,
    mut commands: Commands,
) {
    for AskUnsaved(then) in questions.read() {
        let text = format!("“{}” has changes that are not saved.", document.display_name());
        let (save_then, discard_then) = (then.clone(), then.clone());
        let buttons = bsn_list! {
            (
                button("Cancel")
                on(|_: On<Activate>, mut out: MessageWriter<CloseDialog>| {
                    out.write(CloseDialog);
                })
            ),
            (
                button("Discard")
                on(move |_: On<Activate>, mut out: MessageWriter<UnsavedAnswer>| {
                    out.write(UnsavedAnswer { save: false, then: discard_then.clone() });
                })
            ),
            (
                primary_button("Save")
                AutoFocus
                on(move |_: On<Activate>, mut out: MessageWriter<UnsavedAnswer>| {
                    out.write(UnsavedAnswer { save: true, then: save_then.clone() });
                })
            ),
        };
        let content = bsn_list! { label(text), button_row(Box::new(buttons)) };
        open(&mut commands, &dialogs, dialog("Save the changes?", 420.0, Box::new(content)));
    }
}

fn answer(
    mut answers: MessageReader<UnsavedAnswer>,
    mut files: MessageWriter<FileCommand>,
    mut confirmed: MessageWriter<Confirmed>,
    mut close: MessageWriter<CloseDialog>,
) {
    for answer in answers.read() {
        close.write(CloseDialog);
        if answer.save {
            files.write(FileCommand::SaveThen(Box::new(answer.then.clone())));
        } else {
            confirmed.write(Confirmed(answer.then.clone()));
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<AskUnsaved>().add_message::<UnsavedAnswer>().add_systems(
        Update,
        (
            answer.before(super::dialog::close_dialogs).in_set(FrameSystems::Input),
            ask.in_set(FrameSystems::Views),
        ),
    );
}
