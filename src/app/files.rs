//! New, open, save, save as, quit: what becomes of the files. Nothing that is not
//! saved is lost without a question (`unsaved`); a file that cannot be
//! read gives a message, and what was open stays open.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::window::{FileDragAndDrop, WindowCloseRequested};

use super::FrameSystems;
use super::choose_file::ChooseFile;
use super::dialog::{CloseDialog, ShowMessage};
use super::document::{Document, EditCommand, OpenedLevel, new_draft};
use super::unsaved::AskUnsaved;
use crate::puzzle::{self, builtin};

/// The ending of level files.
pub const ENDING: &str = ".mondrian.ron";

/// Does something with files.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum FileCommand {
    /// Begins a new level.
    New,
    /// Asks for a file and opens it.
    Open,
    /// Opens this file.
    OpenPath(PathBuf),
    /// Opens a built-in level, by its place in the list.
    OpenBuiltin(usize),
    /// Opens what was saved from a crash.
    Recover(PathBuf),
    /// Writes the level to its file, or asks for one.
    Save,
    /// As `Save`, and goes on with another command when that has gone well.
    SaveThen(Box<Self>),
    /// Asks for a file and writes the level to it.
    SaveAs,
    /// Writes the level to this file.
    SaveTo(PathBuf),
    /// Ends the program.
    Quit,
}

impl FileCommand {
    /// Says whether it takes the level under edit from the screen.
    const fn leaves_level(&self) -> bool {
        !matches!(self, Self::Save | Self::SaveThen(_) | Self::SaveAs | Self::SaveTo(_))
    }
}

/// A command that the question about unsaved changes has let through.
#[derive(Message, Clone, Debug)]
pub(super) struct Confirmed(pub FileCommand);

/// What is to be done once the level has been saved.
#[derive(Resource, Default)]
struct AfterSave(Option<FileCommand>);

/// What is done first: opening the level named on the command line.
#[derive(Resource)]
pub struct FirstCommand(pub FileCommand);

/// What file commands write to.
#[derive(bevy::ecs::system::SystemParam)]
struct Outputs<'w> {
    edits: MessageWriter<'w, EditCommand>,
    choose: MessageWriter<'w, ChooseFile>,
    messages: MessageWriter<'w, ShowMessage>,
    close: MessageWriter<'w, CloseDialog>,
    exit: MessageWriter<'w, AppExit>,
}

fn handle_commands(
    mut commands: MessageReader<FileCommand>,
    document: Res<Document>,
    mut after_save: ResMut<AfterSave>,
    mut ask: MessageWriter<AskUnsaved>,
    mut confirmed: MessageWriter<Confirmed>,
    mut out: Outputs,
) {
    for command in commands.read() {
        match command {
            FileCommand::SaveThen(next) => after_save.0 = Some((**next).clone()),
            // The answer to the question that a save may have asked.
            FileCommand::SaveTo(_) => {}
            // Whatever waited for a save that was given up.
            _ => after_save.0 = None,
        }
        match command {
            command if command.leaves_level() => {
                if document.is_dirty() {
                    ask.write(AskUnsaved(command.clone()));
                } else {
                    confirmed.write(Confirmed(command.clone()));
                }
            }
            FileCommand::Save | FileCommand::SaveThen(_) | FileCommand::SaveTo(_)
                if let Some(path) = target(command, &document) =>
            {
                let next = after_save.0.take();
                if save(&path, &document, &mut out) {
                    confirmed.write_batch(next.map(Confirmed));
                }
            }
            _ => {
                out.choose.write(ChooseFile::Save);
            }
        }
    }
}

/// Returns the file that a command writes to, if that is known.
fn target(command: &FileCommand, document: &Document) -> Option<PathBuf> {
    match command {
        FileCommand::SaveTo(path) => Some(with_ending(path.clone())),
        _ => document.path().map(Path::to_owned),
    }
}

/// Returns `path` with the ending of level files where it has none.
pub(super) fn with_ending(path: PathBuf) -> PathBuf {
    if path.extension().is_some() {
        return path;
    }
    let mut name = path.into_os_string();
    name.push(ENDING);
    name.into()
}

/// Writes the level to `path` and says whether that went well.
fn save(path: &Path, document: &Document, out: &mut Outputs) -> bool {
    let draft = document.draft().clone();
    match puzzle::save(path, &draft) {
        Ok(()) => {
            out.edits.write(EditCommand::MarkSaved { path: path.to_owned(), draft });
            true
        }
        Err(error) => {
            let title = "The level is not saved".to_owned();
            out.messages.write(ShowMessage { title, text: error.to_string() });
            false
        }
    }
}

fn handle_confirmed(mut commands: MessageReader<Confirmed>, mut out: Outputs) {
    for Confirmed(command) in commands.read() {
        match command {
            FileCommand::New => {
                let level = OpenedLevel {
                    draft: new_draft(),
                    path: None,
                    warnings: Vec::new(),
                    unsaved: false,
                };
                out.edits.write(EditCommand::Open(Box::new(level)));
            }
            FileCommand::Open => {
                out.choose.write(ChooseFile::Open);
            }
            FileCommand::OpenPath(path) => open(path, Some(path.clone()), &mut out),
            FileCommand::Recover(path) => open(path, None, &mut out),
            FileCommand::OpenBuiltin(index) => open_builtin(*index, &mut out),
            FileCommand::Quit => {
                out.exit.write(AppExit::Success);
            }
            _ => {}
        }
    }
}

/// Opens the file at `from`; without a place of its own the level is unsaved.
fn open(from: &Path, path: Option<PathBuf>, out: &mut Outputs) {
    match puzzle::load(from) {
        Ok(loaded) => {
            let unsaved = path.is_none();
            let (draft, warnings) = (loaded.draft, loaded.warnings);
            let level = OpenedLevel { draft, path, warnings, unsaved };
            out.edits.write(EditCommand::Open(Box::new(level)));
            out.close.write(CloseDialog);
        }
        Err(error) => {
            let name = from.file_name().unwrap_or(from.as_os_str()).to_string_lossy();
            let title = format!("{name} cannot be opened");
            out.messages.write(ShowMessage { title, text: format!("{}\n{error}", from.display()) });
        }
    }
}

fn open_builtin(index: usize, out: &mut Outputs) {
    if let Some(level) = builtin::levels().get(index) {
        let level =
            OpenedLevel { draft: level.draft(), path: None, warnings: Vec::new(), unsaved: false };
        out.edits.write(EditCommand::Open(Box::new(level)));
        out.close.write(CloseDialog);
    }
}

fn open_dropped(mut drops: MessageReader<FileDragAndDrop>, mut out: MessageWriter<FileCommand>) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            out.write(FileCommand::OpenPath(path_buf.clone()));
        }
    }
}

fn quit_when_asked(
    mut asked: MessageReader<WindowCloseRequested>,
    mut out: MessageWriter<FileCommand>,
) {
    if asked.read().count() > 0 {
        out.write(FileCommand::Quit);
    }
}

fn begin(first: Option<Res<FirstCommand>>, mut out: MessageWriter<FileCommand>) {
    if let Some(first) = first {
        out.write(first.0.clone());
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<AfterSave>()
        .add_message::<FileCommand>()
        .add_message::<Confirmed>()
        .add_systems(Startup, begin)
        .add_systems(
            Update,
            (
                (open_dropped, quit_when_asked).in_set(FrameSystems::Input),
                (handle_commands, handle_confirmed)
                    .chain()
                    .in_set(FrameSystems::Commands)
                    .before(super::document::apply_commands),
            ),
        );
}
