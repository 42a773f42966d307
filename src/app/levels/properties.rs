//! Title, author and note of the level, in a dialog.

use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::{AutoFocus, InputFocus};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::Activate;

use super::file::FileCommand;
use crate::app::document::{Document, Edit};
use crate::app::kit::dialog::{CloseDialog, Dialog, button_row, closing, dialog, is_entered, open};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::keys::{is_control, is_shift, letter, presses};
use crate::app::kit::theme::{button, label_dim, primary_button, text_field, write_into};
use crate::app::kit::tooltip::Tooltip;
use crate::puzzle::EditCommand;

/// Opens the dialog.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowProperties;

/// One of the fields.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PropertyField {
    /// What the level is called.
    #[default]
    Title,
    /// Who made it.
    Author,
    /// Whatever is to be said.
    Note,
}

/// Takes what is in the fields.
#[derive(Message, Clone, Copy, Debug)]
struct TakeProperties;

fn show(
    mut requests: MessageReader<ShowProperties>,
    dialogs: Query<Entity, With<Dialog>>,
    mut commands: Commands,
) {
    for _ in requests.read() {
        let buttons = bsn_list! {
            closing(button("Cancel")),
            (
                primary_button("OK")
                template_value(Tooltip::new("Takes what is in the fields", "Enter"))
                on(|_: On<Activate>, mut out: MessageWriter<TakeProperties>| {
                    out.write(TakeProperties);
                })
            ),
        };
        let content = bsn_list! {
            field("Title", PropertyField::Title, "What the level is called, here and in its file"),
            field("Author", PropertyField::Author, "Who has made the level"),
            field("Note", PropertyField::Note, "Whatever else is to be known of it"),
            button_row(Box::new(buttons)),
        };
        open(&mut commands, &dialogs, dialog("About the level", 480.0, Box::new(content)));
    }
}

fn field(caption: &'static str, field: PropertyField, tip: &'static str) -> impl Scene {
    bsn! {
        Node { flex_direction: FlexDirection::Column, row_gap: px(4) }
        template_value(Tooltip::new(tip, ""))
        Children [
            label_dim(caption),
            ( text_field(field, 400) Node { flex_grow: 0.0 } ),
        ]
    }
}

/// Shows what the level has in fields that have just appeared.
fn fill_fields(
    mut fields: Query<(Entity, &PropertyField, &mut EditableText), Added<PropertyField>>,
    document: Res<Document>,
    mut commands: Commands,
) {
    for (entity, field, mut text) in &mut fields {
        let draft = document.draft();
        let value = match field {
            PropertyField::Title => &draft.title,
            PropertyField::Author => &draft.author,
            PropertyField::Note => &draft.note,
        };
        write_into(&mut text, value);
        if *field == PropertyField::Title {
            commands.entity(entity).insert(AutoFocus);
        }
    }
}

/// Ctrl+S takes what is in the fields and saves the level with it, one frame later: until
/// then it is not in the level.
fn save_on_key(
    mut input: MessageReader<KeyboardInput>,
    keys: Res<ButtonInput<KeyCode>>,
    fields: Query<(), With<PropertyField>>,
    mut saves: Local<bool>,
    mut take: MessageWriter<TakeProperties>,
    mut files: MessageWriter<FileCommand>,
) {
    if std::mem::take(&mut *saves) {
        files.write(FileCommand::Save);
    }
    let is_asked = is_control(&keys) && !is_shift(&keys) && !fields.is_empty();
    if presses(is_asked, &mut input).any(|event| letter(event) == Some('s')) {
        take.write(TakeProperties);
        *saves = true;
    }
}

fn take(
    mut requests: MessageReader<TakeProperties>,
    keys: Res<ButtonInput<KeyCode>>,
    focus: Res<InputFocus>,
    fields: Query<(&PropertyField, &EditableText)>,
    document: Res<Document>,
    mut edits: MessageWriter<Edit>,
    mut close: MessageWriter<CloseDialog>,
) {
    let asked = requests.read().count() > 0;
    if fields.is_empty() || !(asked || is_entered(&keys, &focus, &fields)) {
        return;
    }
    let draft = document.draft();
    let (mut title, mut author, mut note) =
        (draft.title.clone(), draft.author.clone(), draft.note.clone());
    for (field, text) in &fields {
        let value = text.value().to_string();
        match field {
            PropertyField::Title => title = value,
            PropertyField::Author => author = value,
            PropertyField::Note => note = value,
        }
    }
    edits.write(Edit(EditCommand::SetTexts { title, author, note }));
    close.write(CloseDialog);
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ShowProperties>().add_message::<TakeProperties>().add_systems(
        Update,
        (
            (save_on_key, take, fill_fields)
                .chain()
                .before(crate::app::kit::dialog::close_dialogs)
                .in_set(FrameSystems::Input),
            show.in_set(FrameSystems::Views),
        ),
    );
}
