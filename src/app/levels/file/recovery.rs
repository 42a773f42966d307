//! The recovery file: what is not saved is written aside every few seconds, never
//! over the user's file, and offered when the program starts after a crash. It is a level file;
//! a comment in its last line names the user's.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bevy::app::AppExit;
use bevy::input_focus::AutoFocus;
use bevy::prelude::*;
use bevy::time::common_conditions::on_real_timer;

use super::{FileCommand, Recovered};
use crate::app::document::Document;
use crate::app::kit::dialog::{Dialog, answer, closing, open, question};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{button, primary_button};
use crate::app::kit::tooltip::explained;
use crate::puzzle::{self, Draft, LEVEL_ENDING, write_file, write_level};

/// Time between two looks at whether there is something to write.
pub(in crate::app) const PERIOD: Duration = Duration::from_secs(2);

/// The frame in which the offer is made, of those without a dialog.
const OFFER_FRAME: u32 = 4;

/// The folder of the recovery files; nothing is written without one.
#[derive(Resource, Clone, Debug, Default)]
pub struct RecoveryFolder(pub Option<PathBuf>);

impl RecoveryFolder {
    /// Returns the folder that the system has for such files.
    pub fn of_system() -> Self {
        let project = directories::ProjectDirs::from("", "", "mondrian");
        Self(project.map(|project| project.data_local_dir().join("recovery")))
    }

    /// Returns the file of this run. Each run has its own, so that two windows do
    /// not write over each other, nor a process over what one of its number left.
    fn own_file(&self) -> Option<PathBuf> {
        static NAME: LazyLock<String> = LazyLock::new(|| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            format!("{}-{}{LEVEL_ENDING}", std::process::id(), since.as_millis())
        });
        Some(self.0.as_ref()?.join(&*NAME))
    }
}

/// The revision that was written last.
#[derive(Resource, Default)]
struct Written(Option<u64>);

/// What is to become of a file that was found.
#[derive(Message, Clone, Debug)]
struct RecoveryAnswer {
    path: PathBuf,
    recover: bool,
}

/// Says whether something would be lost: more than an empty board of another size.
fn is_worth_keeping(document: &Document) -> bool {
    let draft = document.draft();
    let holds = || document.path().is_some() || **draft != Draft::new(draft.start.size());
    document.is_dirty() && holds()
}

fn write_aside(document: Res<Document>, folder: Res<RecoveryFolder>, mut written: ResMut<Written>) {
    let Some(path) = folder.own_file() else { return };
    if !is_worth_keeping(&document) {
        if written.0.take().is_some() {
            remove(&path);
        }
        return;
    }
    if written.0 == Some(document.revision()) {
        return;
    }
    let folder = path.parent().unwrap_or(&path);
    let result = std::fs::create_dir_all(folder)
        .map_err(|error| error.to_string())
        .and_then(|()| write(&path, document.draft(), document.path()));
    match result {
        Ok(()) => written.0 = Some(document.revision()),
        // Once is enough: the next edit tries again.
        Err(error) => {
            written.0 = Some(document.revision());
            warn!("no recovery file: {error}");
        }
    }
}

/// What the last line of a recovery file begins with where the level has a file.
const OF: &str = "// of ";

fn write(path: &Path, draft: &Draft, of: Option<&Path>) -> Result<(), String> {
    let of = of.and_then(Path::to_str).filter(|of| !of.contains(char::is_control));
    let last = of.map_or_else(String::new, |of| format!("{OF}{of}\n"));
    let text = write_level(draft) + &last;
    write_file(path, |file| file.write_all(text.as_bytes()))
        .map_err(|error: std::io::Error| error.to_string())
}

/// Returns the file of the level that is kept in a recovery file.
fn named_in(recovery: &Path) -> Option<PathBuf> {
    let text = std::fs::read_to_string(recovery).ok()?;
    Some(text.lines().next_back()?.strip_prefix(OF)?.into())
}

fn written(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|about| about.modified()).ok()
}

/// Returns the file that a level which is recovered is of; none if that has been written since:
/// to save over it would lose that.
pub(super) fn file_of(recovery: &Path) -> Option<PathBuf> {
    named_in(recovery).filter(|file| written(file) <= written(recovery))
}

/// Returns what is asked about a recovery file: which level it is, and of when.
fn words(recovery: &Path) -> String {
    let file = named_in(recovery);
    let title = puzzle::load(recovery).map(|loaded| loaded.draft.title).unwrap_or_default();
    let level = match (title.trim(), &file) {
        ("", None) => "a level without a title".to_owned(),
        ("", Some(file)) => file.display().to_string(),
        (title, None) => format!("“{title}”"),
        (title, Some(file)) => format!("“{title}” ({})", file.display()),
    };
    let age = written(recovery).and_then(|written| written.elapsed().ok()).unwrap_or_default();
    format!("The program ended {} before {level} was saved.", ago(age))
}

/// Returns `12 minutes ago`.
fn ago(age: Duration) -> String {
    let of = |count, unit| match count {
        1 => format!("1 {unit} ago"),
        _ => format!("{count} {unit}s ago"),
    };
    match age.as_secs() / 60 {
        0 => "a moment ago".to_owned(),
        minutes @ 1..60 => of(minutes, "minute"),
        minutes @ 60..1440 => of(minutes / 60, "hour"),
        minutes => of(minutes / 1440, "day"),
    }
}

fn remove(path: &Path) {
    if let Err(error) = std::fs::remove_file(path)
        && error.kind() != std::io::ErrorKind::NotFound
    {
        warn!("cannot remove {}: {error}", path.display());
    }
}

/// Forgets the file when the program ends as it should. Ended by Ctrl+C in the terminal
/// it has asked nobody: the file stays.
fn clean_up(mut exits: MessageReader<AppExit>, folder: Res<RecoveryFolder>) {
    if exits.read().any(AppExit::is_success)
        && let Some(path) = folder.own_file()
    {
        remove(&path);
    }
}

/// Returns the newest file whose program runs no more.
fn left_over(folder: &Path, own: &Path) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let files = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let process: u32 = name.strip_suffix(LEVEL_ENDING)?.split('-').next()?.parse().ok()?;
        (entry.path() != own && !is_running(process))
            .then(|| (entry.metadata().and_then(|m| m.modified()).ok(), entry.path()))
    });
    files.max().map(|(_, path)| path)
}

/// Says whether another process runs; elsewhere than on Linux that is not known, and no
/// file is held back for it.
fn is_running(process: u32) -> bool {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{process}/stat")) else { return false };
    // One that has been killed stays until its parent asks for it. The state comes after
    // the name, which may hold anything.
    let state = status.rsplit_once(") ").map_or("", |(_, rest)| rest);
    process != std::process::id() && !state.starts_with(['Z', 'X'])
}

/// Offers what was left over, once the file named on the command line is open or what
/// is wrong with it has been read.
fn offer(
    folder: Res<RecoveryFolder>,
    dialogs: Query<Entity, With<Dialog>>,
    mut frames: Local<u32>,
    mut commands: Commands,
) {
    if !dialogs.is_empty() {
        return;
    }
    *frames += 1;
    if *frames != OFFER_FRAME {
        return;
    }
    let found = folder.0.as_deref().zip(folder.own_file());
    let Some(path) = found.and_then(|(folder, own)| left_over(folder, &own)) else { return };
    let what = |recover| RecoveryAnswer { path: path.clone(), recover };
    let buttons = bsn_list! {
        closing(button("Not now")),
        answer(explained(button("Discard it"), "Deletes what was kept of that level", ""), what(false)),
        ( answer(explained(primary_button("Recover"), "Opens the level as it was a few seconds before the end", ""), what(true)) AutoFocus ),
    };
    let scene = question("Recover the level?", words(&path), Box::new(buttons));
    open(&mut commands, &dialogs, scene);
}

fn obey(mut answers: MessageReader<RecoveryAnswer>, mut files: MessageWriter<FileCommand>) {
    for RecoveryAnswer { path, recover } in answers.read() {
        if *recover {
            files.write(FileCommand::Recover(path.clone()));
        } else {
            remove(path);
        }
    }
}

/// Makes a file that has been opened the one of this run: it goes when the level is
/// saved. One that could not be opened stays where it is.
fn take_over(
    mut recovered: MessageReader<Recovered>,
    document: Res<Document>,
    folder: Res<RecoveryFolder>,
    mut written: ResMut<Written>,
) {
    for Recovered(path) in recovered.read() {
        if folder.own_file().is_some_and(|own| std::fs::rename(path, own).is_ok()) {
            written.0 = Some(document.revision());
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RecoveryFolder>()
        .init_resource::<Written>()
        .add_message::<RecoveryAnswer>()
        .add_systems(
            Update,
            (
                obey.in_set(FrameSystems::Input),
                offer.in_set(FrameSystems::Views),
                (take_over, write_aside.run_if(on_real_timer(PERIOD / 2)))
                    .chain()
                    .in_set(FrameSystems::Views),
            ),
        )
        // What was drawn since the last look is kept too when the program is ended.
        .add_systems(Last, (write_aside, clean_up).chain().run_if(on_message::<AppExit>));
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn ages_are_rough() {
        let ago = |seconds| super::ago(Duration::from_secs(seconds));
        assert_eq!([0, 59, 60].map(ago), ["a moment ago", "a moment ago", "1 minute ago"]);
        assert_eq!([7_200, 86_399, 90_000].map(ago), ["2 hours ago", "23 hours ago", "1 day ago"]);
    }

    #[test]
    fn a_process_that_was_killed_does_not_run() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        assert!(is_running(child.id()));
        child.kill().unwrap();
        // Nobody has asked for it yet: it is there still.
        while is_running(child.id()) {
            std::thread::yield_now();
        }
        child.wait().unwrap();
        assert!(!is_running(child.id()) && !is_running(std::process::id()));
    }
}
