//! Our own dialog for files: a field for the path, a list of what lies beside it, and
//! the question before another file is written over. What was typed is never lost:
//! when it cannot be opened or written the dialog comes back with it.

use std::path::{Path, PathBuf};

use bevy::input_focus::{AutoFocus, InputFocus};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::Activate;

use super::{Chosen, Purpose};
use crate::app::document::Document;
use crate::app::kit::dialog::{
    CloseDialog, Dialog, FieldText, OnEscape, answer, button_row, close_dialogs, closing, dialog,
    fill_field, is_entered, open, question, scroll_column,
};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{
    self, button, label, label_dim, plain_button, primary_button, stop_button, text_field,
};
use crate::app::kit::tooltip::{Tooltip, explained};

/// Opens the dialog.
#[derive(Message, Clone, Debug)]
pub(super) struct AskOurselves {
    pub(super) purpose: Purpose,
    /// What the field shows at first.
    pub(super) path: String,
    /// Why it did not go well the last time.
    pub(super) problem: Option<String>,
}

impl AskOurselves {
    pub(super) const fn new(purpose: Purpose, path: String) -> Self {
        Self { purpose, path, problem: None }
    }
}

/// The path that was taken last from the field, to come back to when it fails.
#[derive(Resource, Default)]
pub(super) struct TypedPath(pub(super) Option<(Purpose, PathBuf)>);

/// The field for the path.
#[derive(Component, Clone, Copy, Default, Debug)]
pub struct PathField;

/// Takes the path in the field.
#[derive(Message, Clone, Copy, Debug)]
struct TakePath(Purpose);

/// Asks before another file is written over.
#[derive(Message, Clone, Debug)]
pub(super) struct AskOverwrite(pub(super) Purpose, pub(super) PathBuf);

/// What our dialog is for.
#[derive(Resource, Default)]
struct OwnDialog(Option<Purpose>);

/// The dialogs of this file are opened.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct OwnDialogSystems;

fn ask_ourselves(
    mut requests: MessageReader<AskOurselves>,
    dialogs: Query<Entity, With<Dialog>>,
    mut own: ResMut<OwnDialog>,
    mut commands: Commands,
) {
    for AskOurselves { purpose, path, problem } in requests.read() {
        let purpose = *purpose;
        let buttons = bsn_list! {
            closing(button("Cancel")),
            (
                primary_button(purpose.caption())
                template_value(Tooltip::new("Takes the path in the field", "Enter"))
                on(move |_: On<Activate>, mut out: MessageWriter<TakePath>| {
                    out.write(TakePath(purpose));
                })
            ),
        };
        let caption =
            if purpose == Purpose::Folder { "Path of the folder" } else { "Path of the file" };
        let problem: Vec<_> = problem
            .iter()
            .map(|problem| bsn! { label(problem.clone()) theme::Ink(theme::RED) })
            .collect();
        let listed = listing(Path::new(path), purpose);
        let content = bsn_list! {
            {problem},
            label_dim(caption),
            (
                text_field(PathField, 4096)
                Node { flex_grow: 0.0, flex_shrink: 0.0 }
                template_value(Tooltip::new("Where it is, or is to be; a click below fills it in", ""))
            ),
            scroll_column(listed),
            button_row(Box::new(buttons)),
        };
        open(&mut commands, &dialogs, dialog(purpose.title(), 620.0, Box::new(content)));
        own.0 = Some(purpose);
        commands.insert_resource(FieldText::<PathField>::selected(path.clone()));
    }
}

/// Returns the folders and the files that matter beside `path`, each a button.
fn listing(path: &Path, purpose: Purpose) -> Box<dyn SceneList> {
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<(bool, PathBuf)> =
        entries.map(|entry| (!entry.path().is_dir(), entry.path())).collect();
    found.retain(|(is_file, path)| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !name.starts_with('.') && (!is_file || purpose.lists(path))
    });
    found.sort();
    let up = folder.parent().map(|parent| (false, parent.to_owned(), "../".to_owned()));
    let named = found.into_iter().map(|(is_file, path)| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        (is_file, path, if is_file { name } else { name + "/" })
    });
    let rows: Vec<_> = up
        .into_iter()
        .chain(named)
        .map(|(is_file, path, name)| {
            let does = match (is_file, purpose) {
                (false, _) => "Shows what is in",
                (true, Purpose::Open) => "Opens",
                (true, Purpose::Import) => "Reads",
                (true, _) => "Takes the path of",
            };
            bsn! {
                plain_button(name)
                Node { justify_content: JustifyContent::Start }
                template_value(Tooltip(format!("{does} {}", path.display())))
                on(move |_: On<Activate>,
                        mut chosen: MessageWriter<Chosen>,
                        mut ask: MessageWriter<AskOurselves>| {
                    let text = path.display().to_string();
                    if !is_file {
                        ask.write(AskOurselves::new(purpose, text + "/"));
                    } else if !purpose.writes() {
                        chosen.write(Chosen(purpose, path.clone()));
                    } else {
                        ask.write(AskOurselves::new(purpose, text));
                    }
                })
            }
        })
        .collect();
    Box::new(rows)
}

fn take_on_enter(
    keys: Res<ButtonInput<KeyCode>>,
    focus: Res<InputFocus>,
    fields: Query<(), With<PathField>>,
    own: Res<OwnDialog>,
    mut out: MessageWriter<TakePath>,
) {
    if is_entered(&keys, &focus, &fields)
        && let Some(purpose) = own.0
    {
        out.write(TakePath(purpose));
    }
}

/// What is done with the path in the field.
#[derive(bevy::ecs::system::SystemParam)]
struct Outputs<'w> {
    chosen: MessageWriter<'w, Chosen>,
    ask: MessageWriter<'w, AskOurselves>,
    overwrite: MessageWriter<'w, AskOverwrite>,
    close: MessageWriter<'w, CloseDialog>,
}

fn take_path(
    mut requests: MessageReader<TakePath>,
    fields: Query<&EditableText, With<PathField>>,
    document: Res<Document>,
    mut typed: ResMut<TypedPath>,
    mut out: Outputs,
) {
    for &TakePath(purpose) in requests.read() {
        let Ok(field) = fields.single() else { continue };
        let path = PathBuf::from(field.value().to_string().trim());
        if path.as_os_str().is_empty() {
            continue;
        }
        let is_folder = path.is_dir();
        if purpose == Purpose::Folder && !is_folder {
            let problem = Some("There is no such folder.".to_owned());
            let path = path.display().to_string();
            out.ask.write(AskOurselves { purpose, path, problem });
            continue;
        }
        if is_folder && purpose != Purpose::Folder {
            out.ask.write(AskOurselves::new(purpose, path.join("").display().to_string()));
            continue;
        }
        let path = purpose.completed(path);
        typed.0 = Some((purpose, path.clone()));
        if purpose.replaces(&path, &document) {
            out.overwrite.write(AskOverwrite(purpose, path));
        } else {
            out.close.write(CloseDialog);
            out.chosen.write(Chosen(purpose, path));
        }
    }
}

fn ask_overwrite(
    mut questions: MessageReader<AskOverwrite>,
    dialogs: Query<Entity, With<Dialog>>,
    mut commands: Commands,
) {
    for AskOverwrite(purpose, path) in questions.read() {
        let text = format!("{} is there already.", path.display());
        let back = AskOurselves::new(*purpose, path.display().to_string());
        let buttons = bsn_list! {
            ( answer(explained(button("Cancel"), "Goes back; the file stays as it is", "Esc"), back) OnEscape AutoFocus ),
            answer(explained(stop_button("Replace"), "Writes the file anew; what was in it is lost", ""), Chosen(*purpose, path.clone())),
        };
        let scene = question("Replace the file?", text, Box::new(buttons));
        open(&mut commands, &dialogs, scene);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OwnDialog>()
        .init_resource::<TypedPath>()
        .add_message::<AskOurselves>()
        .add_message::<TakePath>()
        .add_message::<AskOverwrite>()
        .add_systems(
            Update,
            (
                (take_on_enter, take_path, fill_field::<PathField>)
                    .chain()
                    .before(close_dialogs)
                    .in_set(FrameSystems::Input),
                (ask_ourselves, ask_overwrite)
                    .chain()
                    .in_set(OwnDialogSystems)
                    .in_set(FrameSystems::Views),
            ),
        );
}
