//! Asking for a file: by the desktop's own dialog, through the portal, or where
//! there is none by a field and a list of our own.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::input_focus::{AutoFocus, InputFocus};
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, futures::check_ready};
use bevy::text::{EditableText, TextEdit};
use bevy::ui_widgets::Activate;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

use super::FrameSystems;
use super::dialog::{CloseDialog, Dialog, button_row, dialog, open, scroll_column};
use super::document::Document;
use super::files::{ENDING, FileCommand, with_ending};
use super::theme::{
    button, label, label_dim, plain_button, primary_button, stop_button, text_field,
};

/// Without a portal the answer is "cancelled" at once; nobody cancels so fast.
const NOBODY_IS_SO_FAST: Duration = Duration::from_millis(300);

/// Asks for a file.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChooseFile {
    /// One to open.
    Open,
    /// One to write to.
    Save,
}

/// Whether the desktop's own dialog is tried first.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsePortal(pub bool);

/// The desktop's dialog while it is open.
#[derive(Resource)]
struct Asked {
    choose: ChooseFile,
    since: Instant,
    answer: Task<Option<PathBuf>>,
}

/// Opens our own dialog.
#[derive(Message, Clone, Debug)]
struct AskOurselves {
    choose: ChooseFile,
    path: String,
}

/// The field for the path.
#[derive(Component, Clone, Copy, Default, Debug)]
pub struct PathField;

/// Takes the path in the field.
#[derive(Message, Clone, Copy, Debug)]
struct TakePath(ChooseFile);

/// Asks before another file is written over.
#[derive(Message, Clone, Debug)]
struct AskOverwrite(PathBuf);

/// What our dialog is for.
#[derive(Resource, Default)]
struct OwnDialog(Option<ChooseFile>);

fn ask(
    mut requests: MessageReader<ChooseFile>,
    document: Res<Document>,
    portal: Res<UsePortal>,
    asked: Option<Res<Asked>>,
    wake: Option<Res<EventLoopProxyWrapper>>,
    mut ourselves: MessageWriter<AskOurselves>,
    mut commands: Commands,
) {
    for &choose in requests.read() {
        if asked.is_some() {
            continue;
        }
        if !portal.0 {
            ourselves.write(AskOurselves { choose, path: suggestion(&document, choose) });
            continue;
        }
        let suggestion = PathBuf::from(suggestion(&document, choose));
        let wake = wake.as_ref().map(|wake| (***wake).clone());
        let answer = AsyncComputeTaskPool::get().spawn(async move {
            let answer = ask_portal(choose, &suggestion).await;
            // A finished task does not wake the event loop by itself.
            if let Some(wake) = wake {
                let _ = wake.send_event(WinitUserEvent::WakeUp);
            }
            answer
        });
        commands.insert_resource(Asked { choose, since: Instant::now(), answer });
    }
}

async fn ask_portal(choose: ChooseFile, suggestion: &Path) -> Option<PathBuf> {
    let mut dialog = rfd::AsyncFileDialog::new().add_filter("Mondrian levels", &["ron"]);
    if let Some(folder) = suggestion.parent() {
        dialog = dialog.set_directory(folder);
    }
    let file = match choose {
        ChooseFile::Open => dialog.pick_file().await,
        ChooseFile::Save => {
            let name = suggestion.file_name().unwrap_or_default().to_string_lossy();
            dialog.set_file_name(name).save_file().await
        }
    };
    file.map(|file| file.path().to_owned())
}

/// Returns the path that the question begins with.
fn suggestion(document: &Document, choose: ChooseFile) -> String {
    let folder = document.path().and_then(Path::parent).map(Path::to_owned);
    let folder = folder.or_else(|| std::env::current_dir().ok()).unwrap_or_default();
    let path = match choose {
        ChooseFile::Open => folder.join(""),
        ChooseFile::Save => match document.path() {
            Some(path) => path.to_owned(),
            None => folder.join(format!("{}{ENDING}", file_stem(&document.display_name()))),
        },
    };
    path.display().to_string()
}

/// Returns a title as the name of a file.
fn file_stem(title: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let words = title.to_lowercase().chars().map(plain).collect::<String>();
    words.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

fn take_answer(
    asked: Option<ResMut<Asked>>,
    document: Res<Document>,
    mut ourselves: MessageWriter<AskOurselves>,
    mut files: MessageWriter<FileCommand>,
    mut commands: Commands,
) {
    let Some(mut asked) = asked else { return };
    let Some(answer) = check_ready(&mut asked.answer) else { return };
    let choose = asked.choose;
    match answer {
        Some(path) => {
            files.write(taken(choose, path));
        }
        None if asked.since.elapsed() < NOBODY_IS_SO_FAST => {
            ourselves.write(AskOurselves { choose, path: suggestion(&document, choose) });
        }
        None => {}
    }
    commands.remove_resource::<Asked>();
}

const fn taken(choose: ChooseFile, path: PathBuf) -> FileCommand {
    match choose {
        ChooseFile::Open => FileCommand::OpenPath(path),
        ChooseFile::Save => FileCommand::SaveTo(path),
    }
}

fn ask_ourselves(
    mut requests: MessageReader<AskOurselves>,
    dialogs: Query<Entity, With<Dialog>>,
    mut own: ResMut<OwnDialog>,
    mut commands: Commands,
) {
    for AskOurselves { choose, path } in requests.read() {
        let choose = *choose;
        let (title, caption) = match choose {
            ChooseFile::Open => ("Open a level", "Open"),
            ChooseFile::Save => ("Save the level", "Save"),
        };
        let buttons = bsn_list! {
            (
                button("Cancel")
                on(|_: On<Activate>, mut out: MessageWriter<CloseDialog>| {
                    out.write(CloseDialog);
                })
            ),
            (
                primary_button(caption)
                on(move |_: On<Activate>, mut out: MessageWriter<TakePath>| {
                    out.write(TakePath(choose));
                })
            ),
        };
        let listed = listing(Path::new(path), choose);
        let content = bsn_list! {
            label_dim("Path of the file"),
            ( text_field(PathField, 4096) Node { flex_grow: 0.0, flex_shrink: 0.0 } ),
            scroll_column(listed),
            button_row(Box::new(buttons)),
        };
        open(&mut commands, &dialogs, dialog(title, 620.0, Box::new(content)));
        own.0 = Some(choose);
        commands.insert_resource(FieldText(path.clone()));
    }
}

/// What the field is to show once it has been spawned.
#[derive(Resource)]
struct FieldText(String);

fn fill_field(
    text: Option<Res<FieldText>>,
    mut fields: Query<(Entity, &mut EditableText), With<PathField>>,
    mut commands: Commands,
) {
    if let Some(text) = text
        && let Ok((entity, mut field)) = fields.single_mut()
    {
        field.queue_edit(TextEdit::SelectAll);
        field.queue_edit(TextEdit::Insert(text.0.as_str().into()));
        commands.entity(entity).insert(AutoFocus);
        commands.remove_resource::<FieldText>();
    }
}

/// Returns the folders and level files beside `path`, each a button.
fn listing(path: &Path, choose: ChooseFile) -> Box<dyn SceneList> {
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<(bool, PathBuf)> =
        entries.map(|entry| (!entry.path().is_dir(), entry.path())).collect();
    found.retain(|(is_file, path)| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        !name.starts_with('.') && (!is_file || name.ends_with(".ron"))
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
            bsn! {
                plain_button(name)
                Node { justify_content: JustifyContent::Start }
                on(move |_: On<Activate>,
                        mut files: MessageWriter<FileCommand>,
                        mut ask: MessageWriter<AskOurselves>| {
                    let text = path.display().to_string();
                    if !is_file {
                        ask.write(AskOurselves { choose, path: text + "/" });
                    } else if choose == ChooseFile::Open {
                        files.write(FileCommand::OpenPath(path.clone()));
                    } else {
                        ask.write(AskOurselves { choose, path: text });
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
    if keys.just_pressed(KeyCode::Enter)
        && focus.get().is_some_and(|entity| fields.contains(entity))
        && let Some(choose) = own.0
    {
        out.write(TakePath(choose));
    }
}

fn take_path(
    mut requests: MessageReader<TakePath>,
    fields: Query<&EditableText, With<PathField>>,
    document: Res<Document>,
    mut files: MessageWriter<FileCommand>,
    mut ask: MessageWriter<AskOurselves>,
    mut overwrite: MessageWriter<AskOverwrite>,
    mut close: MessageWriter<CloseDialog>,
) {
    for &TakePath(choose) in requests.read() {
        let Ok(field) = fields.single() else { continue };
        let path = PathBuf::from(field.value().to_string().trim());
        if path.as_os_str().is_empty() {
            continue;
        }
        if path.is_dir() {
            ask.write(AskOurselves { choose, path: path.join("").display().to_string() });
            continue;
        }
        let path = if choose == ChooseFile::Save { with_ending(path) } else { path };
        let is_own = document.path() == Some(&path);
        if choose == ChooseFile::Save && path.exists() && !is_own {
            overwrite.write(AskOverwrite(path));
        } else {
            close.write(CloseDialog);
            files.write(taken(choose, path));
        }
    }
}

fn ask_overwrite(
    mut questions: MessageReader<AskOverwrite>,
    dialogs: Query<Entity, With<Dialog>>,
    mut commands: Commands,
) {
    for AskOverwrite(path) in questions.read() {
        let text = format!("{} is there already.", path.display());
        let path = path.clone();
        let buttons = bsn_list! {
            (
                button("Cancel")
                AutoFocus
                on(|_: On<Activate>, mut out: MessageWriter<CloseDialog>| {
                    out.write(CloseDialog);
                })
            ),
            (
                stop_button("Replace")
                on(move |_: On<Activate>,
                        mut files: MessageWriter<FileCommand>,
                        mut close: MessageWriter<CloseDialog>| {
                    close.write(CloseDialog);
                    files.write(FileCommand::SaveTo(path.clone()));
                })
            ),
        };
        let content = bsn_list! { label(text), button_row(Box::new(buttons)) };
        open(&mut commands, &dialogs, dialog("Replace the file?", 480.0, Box::new(content)));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<UsePortal>()
        .init_resource::<OwnDialog>()
        .add_message::<ChooseFile>()
        .add_message::<AskOurselves>()
        .add_message::<TakePath>()
        .add_message::<AskOverwrite>()
        .add_systems(
            Update,
            (
                (take_answer, take_on_enter, take_path)
                    .chain()
                    .before(super::dialog::close_dialogs)
                    .in_set(FrameSystems::Input),
                (ask, ask_ourselves, ask_overwrite).chain().in_set(FrameSystems::Views),
                fill_field.in_set(FrameSystems::Input),
            ),
        );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_become_names_of_files() {
        assert_eq!(file_stem("Mondrian2, the first puzzle"), "mondrian2-the-first-puzzle");
        assert_eq!(file_stem("../x"), "x");
    }
}
