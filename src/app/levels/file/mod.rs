//! New, open, save, quit: what becomes of the files. Nothing that is not
//! saved is lost without a question (`ask_unsaved`); a file that cannot be
//! read gives a message, and what was open stays open.

pub mod ask_overwrite;
pub(in crate::app) mod ask_unsaved;
pub mod recovery;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::{FileDragAndDrop, WindowCloseRequested};

use super::choose_file::{ChooseFile, Chosen, FileFailed, IsChoosing, Purpose, is_changed};
use super::packs::{LevelPlace, is_collection, name_of, read_collection};
use crate::app::document::{Document, Edit};
use crate::app::kit::dialog::{CloseDialog, Dialog};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::notice::ShowNotice;
use crate::app::settings::{Preference, SettingsSystems};
use crate::puzzle::edit::new_draft;
use crate::puzzle::{self, Draft, EditCommand, Loaded, OpenedLevel, TextKind, builtin};
use ask_overwrite::AskOverwrite;
use ask_unsaved::AskUnsaved;

/// Does something with files.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum FileCommand {
    /// Begins a new level.
    New,
    /// Opens this file.
    OpenPath(PathBuf),
    /// Opens a built-in level, by its place in the list.
    OpenBuiltin(usize),
    /// Opens one of the levels in this file, by its number there.
    OpenEntry(PathBuf, usize),
    /// Opens what was saved from a crash.
    Recover(PathBuf),
    /// Opens a level that no file holds: from a share code or the clipboard.
    OpenShared(Box<Loaded>),
    /// Opens a level that has just been made: no file holds it.
    OpenMade(Box<Draft>),
    /// Opens a classic puzzle: there are always others.
    OpenClassic(Box<Draft>),
    /// Writes the level to its file, or asks for one.
    Save,
    /// As `Save`, and goes on with another command when that has gone well.
    SaveThen(Box<Self>),
    /// Writes the level to this file.
    SaveTo(PathBuf),
    /// Ends the program.
    Quit,
}

impl FileCommand {
    /// Returns what opens the level at a place.
    pub(in crate::app) fn open(place: LevelPlace) -> Self {
        match place {
            LevelPlace::Builtin(index) => Self::OpenBuiltin(index),
            LevelPlace::File(path) => Self::OpenPath(path),
            LevelPlace::Entry(path, number) => Self::OpenEntry(path, number),
        }
    }

    /// Says whether it takes the level under edit from the screen.
    const fn leaves_level(&self) -> bool {
        !matches!(self, Self::Save | Self::SaveThen(_) | Self::SaveTo(_))
    }
}

/// A command that the question about unsaved changes has let through.
#[derive(Message, Clone, Debug)]
pub(in crate::app) struct Confirmed(pub FileCommand);

/// The level under edit is now what was saved from a crash in this file.
#[derive(Message, Clone, Debug)]
pub(in crate::app) struct Recovered(pub PathBuf);

/// What is to be done once the level has been saved.
#[derive(Resource, Default)]
struct AfterSave(Option<FileCommand>);

impl AfterSave {
    /// Takes over what is to follow the save that `command` is, or gives up what was to follow.
    fn heed(&mut self, command: &FileCommand) {
        match command {
            FileCommand::SaveThen(next) => self.0 = Some((**next).clone()),
            // The answer to what a save may have asked.
            FileCommand::SaveTo(_) => {}
            _ => self.0 = None,
        }
    }
}

/// Levels that have been made and are still listed somewhere: while another of them is opened
/// none of these is lost.
#[derive(Resource, Default)]
pub(in crate::app) struct StillListed(pub Vec<Draft>);

/// What is done first: opening the level named on the command line.
#[derive(Resource)]
pub struct FirstCommand(pub FileCommand);

/// Where the level under edit was opened from, when no file is its own.
#[derive(Resource, Default, Debug)]
pub(in crate::app) struct OpenedFrom(pub Option<LevelPlace>);

/// What file commands write to.
#[derive(bevy::ecs::system::SystemParam)]
struct Outputs<'w> {
    edits: MessageWriter<'w, Edit>,
    choose: MessageWriter<'w, ChooseFile>,
    chosen: MessageWriter<'w, Chosen>,
    failures: MessageWriter<'w, FileFailed>,
    notices: MessageWriter<'w, ShowNotice>,
    preferences: MessageWriter<'w, Preference>,
    close: MessageWriter<'w, CloseDialog>,
    recovered: MessageWriter<'w, Recovered>,
    from: ResMut<'w, OpenedFrom>,
    exit: MessageWriter<'w, AppExit>,
}

impl Outputs<'_> {
    /// Shows a level that no file holds.
    fn show(&mut self, draft: Draft, unsaved: bool) {
        self.open(OpenedLevel { draft, path: None, warnings: Vec::new(), unsaved });
    }

    fn open(&mut self, level: OpenedLevel) {
        self.edits.write(Edit(EditCommand::Open(Box::new(level))));
        self.close.write(CloseDialog);
    }
}

/// Opens the level file that has been chosen, or writes to it.
fn take_chosen(mut chosen: MessageReader<Chosen>, mut out: MessageWriter<FileCommand>) {
    for Chosen(purpose, path) in chosen.read() {
        out.write(match purpose {
            Purpose::Open => FileCommand::OpenPath(path.clone()),
            Purpose::Save => FileCommand::SaveTo(path.clone()),
            _ => continue,
        });
    }
}

fn handle_commands(
    mut commands: MessageReader<FileCommand>,
    (document, listed): (Res<Document>, Res<StillListed>),
    mut after_save: ResMut<AfterSave>,
    mut ask: MessageWriter<AskUnsaved>,
    mut ask_overwrite: MessageWriter<AskOverwrite>,
    mut confirmed: MessageWriter<Confirmed>,
    mut out: Outputs,
) {
    for command in commands.read() {
        after_save.heed(command);
        match command {
            FileCommand::OpenPath(path) if is_collection(path) => {
                out.chosen.write(Chosen(Purpose::Import, path.clone()));
            }
            command if command.leaves_level() => {
                let is_listed = || listed.0.contains(document.draft());
                let loses_nothing = matches!(command, FileCommand::OpenMade(_)) && is_listed();
                if document.is_dirty() && !loses_nothing {
                    ask.write(AskUnsaved(command.clone()));
                } else {
                    confirmed.write(Confirmed(command.clone()));
                }
            }
            FileCommand::Save | FileCommand::SaveThen(_) | FileCommand::SaveTo(_)
                if let Some(path) = target(command, &document) =>
            {
                if !matches!(command, FileCommand::SaveTo(_))
                    && document.saved().is_some_and(|saved| is_changed(&path, saved))
                {
                    ask_overwrite.write(AskOverwrite(path));
                    continue;
                }
                // After a failure another place is asked for, and then it goes on.
                if save(&path, &document, &mut out) {
                    confirmed.write_batch(after_save.0.take().map(Confirmed));
                }
            }
            _ => {
                out.choose.write(ChooseFile(Purpose::Save));
            }
        }
    }
}

/// Frames in which one dialog makes way for the next.
const FRAMES_TO_ASK: u8 = 4;

/// Gives up what was to follow a save when nothing asks about that save any more.
fn forget(
    dialogs: Query<(), With<Dialog>>,
    is_choosing: IsChoosing,
    mut after_save: ResMut<AfterSave>,
    mut frames: Local<u8>,
) {
    let asks = !dialogs.is_empty() || is_choosing.get();
    *frames = if asks || after_save.0.is_none() { 0 } else { *frames + 1 };
    if *frames > FRAMES_TO_ASK {
        (after_save.0, *frames) = (None, 0);
    }
}

/// Returns the file that a command writes to, if that is known.
fn target(command: &FileCommand, document: &Document) -> Option<PathBuf> {
    match command {
        FileCommand::SaveTo(path) => Some(Purpose::Save.completed(path.clone())),
        _ => document.path().map(Path::to_owned),
    }
}

/// Writes the level to `path` and says whether that went well.
fn save(path: &Path, document: &Document, out: &mut Outputs) -> bool {
    let draft = document.draft().clone();
    match puzzle::save(path, &draft) {
        Ok(()) => {
            out.edits.write(Edit(EditCommand::MarkSaved { path: path.to_owned(), draft }));
            out.preferences.write(Preference::Remember(path.to_owned()));
            out.notices.write(ShowNotice(format!("{} is saved", name_of(path))));
            true
        }
        Err(error) => {
            let (title, text) = ("The level is not saved".to_owned(), error.to_string());
            let instead = Some(Purpose::Save);
            out.failures.write(FileFailed { path: path.to_owned(), title, text, instead });
            false
        }
    }
}

fn handle_confirmed(mut commands: MessageReader<Confirmed>, mut out: Outputs) {
    for Confirmed(command) in commands.read() {
        if command.leaves_level() {
            out.from.0 = None;
        }
        match command {
            FileCommand::New => out.show(new_draft(), false),
            FileCommand::OpenShared(loaded) => {
                let Loaded { draft, warnings, implied_goal, .. } = (**loaded).clone();
                out.open(OpenedLevel { draft, path: None, warnings, unsaved: true });
                if let Some(gap) = implied_goal {
                    let words = format!("No goal was written, so it is {}", gap.words());
                    out.notices.write(ShowNotice(words));
                }
            }
            FileCommand::OpenMade(draft) => out.show((**draft).clone(), true),
            FileCommand::OpenClassic(draft) => out.show((**draft).clone(), false),
            FileCommand::OpenPath(path) => open(path, Some(path.clone()), &mut out),
            FileCommand::Recover(path) => open(path, None, &mut out),
            FileCommand::OpenBuiltin(index) => open_builtin(*index, &mut out),
            FileCommand::OpenEntry(path, number) => open_entry(path, *number, &mut out),
            FileCommand::Quit => {
                out.exit.write(AppExit::Success);
            }
            _ => {}
        }
    }
}

/// Opens the file at `from`; without a place of its own it is what was recovered of another
/// file, or of none.
fn open(from: &Path, path: Option<PathBuf>, out: &mut Outputs) {
    let is_recovery = path.is_none();
    match puzzle::load(from) {
        Ok(loaded) => {
            let path = path.or_else(|| recovery::file_of(from));
            // The file of a text or a share code cannot hold what is added.
            let path = path.filter(|_| loaded.kind == TextKind::Level);
            out.preferences.write_batch(path.clone().map(Preference::Remember));
            let unsaved = is_recovery || path.is_none();
            if is_recovery {
                out.recovered.write(Recovered(from.to_owned()));
            }
            let (draft, warnings) = (loaded.draft, loaded.warnings);
            let file = path.clone().filter(|_| is_recovery);
            out.open(OpenedLevel { draft, path, warnings, unsaved });
            // What the file holds now is what it is saved over.
            if let Some(path) = file
                && let Ok(held) = puzzle::load(&path)
            {
                let draft = Arc::new(held.draft);
                out.edits.write(Edit(EditCommand::MarkSaved { path, draft }));
            }
        }
        Err(error) => fail_to_open(from, error, out),
    }
}

fn open_builtin(index: usize, out: &mut Outputs) {
    if let Some(level) = builtin::levels().get(index) {
        open_from(LevelPlace::Builtin(index), level.draft(), out);
    }
}

fn open_entry(path: &Path, number: usize, out: &mut Outputs) {
    let found = read_collection(path).and_then(|collection| {
        let entry = collection.entries.into_iter().find(|entry| entry.number == number);
        let entry = entry.ok_or_else(|| format!("it has no level {number}"))?;
        entry.level.map_err(|error| error.to_string())
    });
    match found {
        Ok(draft) => open_from(LevelPlace::Entry(path.to_owned(), number), draft, out),
        Err(error) => fail_to_open(path, error, out),
    }
}

/// Opens a level that has no file of its own, and is where it is still when it is left.
fn open_from(place: LevelPlace, draft: Draft, out: &mut Outputs) {
    out.show(draft, false);
    out.from.0 = Some(place);
}

fn fail_to_open(path: &Path, error: impl std::fmt::Display, out: &mut Outputs) {
    let title = format!("{} cannot be opened", name_of(path));
    let text = format!("{}\n{error}", path.display());
    out.failures.write(FileFailed { path: path.to_owned(), title, text, instead: None });
}

fn open_dropped(mut drops: MessageReader<FileDragAndDrop>, mut out: MessageWriter<Chosen>) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            let purpose = if path_buf.is_dir() { Purpose::Folder } else { Purpose::Open };
            out.write(Chosen(purpose, path_buf.clone()));
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

/// File commands are carried out.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) struct FileSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<AfterSave>()
        .init_resource::<StillListed>()
        .init_resource::<OpenedFrom>()
        .add_message::<FileCommand>()
        .add_message::<Confirmed>()
        .add_message::<Recovered>()
        .add_systems(Startup, begin)
        .add_systems(
            Update,
            (
                (open_dropped, quit_when_asked).in_set(FrameSystems::Input),
                (forget, take_chosen, handle_commands, handle_confirmed)
                    .chain()
                    .in_set(FileSystems)
                    .in_set(FrameSystems::Commands)
                    .before(crate::app::document::apply_commands),
            ),
        )
        // A file that is opened is remembered in the same frame.
        .configure_sets(Update, FileSystems.before(SettingsSystems::Apply))
        .add_plugins((ask_unsaved::plugin, ask_overwrite::plugin, recovery::plugin));
}
