//! Asking for a file: by the desktop's own dialog, through the portal, or where
//! there is none by a field and a list of our own.

mod fallback;
mod purpose;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use bevy::input_focus::AutoFocus;
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, futures::check_ready};
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

pub use fallback::PathField;
pub use purpose::Purpose;
pub(in crate::app) use purpose::is_changed;

use crate::app::document::Document;
use crate::app::kit::dialog::{Dialog, ShowMessage, answer, closing, open, question};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::theme::{button, primary_button};
use fallback::{AskOurselves, AskOverwrite, TypedPath};

/// Without a portal the answer is "cancelled" at once; nobody cancels so fast.
const NOBODY_IS_SO_FAST: Duration = Duration::from_millis(300);

/// Asks for a file or a folder.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChooseFile(pub Purpose);

/// A file or a folder has been chosen. Whoever serves the purpose goes on with it.
#[derive(Message, Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen(pub Purpose, pub PathBuf);

/// A file that was asked for could not be read or written.
#[derive(Message, Clone, Debug)]
pub(in crate::app) struct FileFailed {
    /// The file.
    pub path: PathBuf,
    /// What has happened.
    pub title: String,
    /// Why.
    pub text: String,
    /// What another file may be chosen for instead.
    pub instead: Option<Purpose>,
}

/// Whether the desktop's own dialog is tried first.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsePortal(pub bool);

impl UsePortal {
    /// Says whether there may be a portal: it is reached through the session bus.
    /// Asking in vain would cost half a second.
    pub fn of_system() -> Self {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let socket = std::env::var_os("XDG_RUNTIME_DIR").map(|dir| PathBuf::from(dir).join("bus"));
        let has_bus =
            is_set("DBUS_SESSION_BUS_ADDRESS") || socket.is_some_and(|socket| socket.exists());
        Self(has_bus || !cfg!(target_os = "linux"))
    }
}

/// What the desktop's dialog has said.
enum Answer {
    Chosen(PathBuf),
    Cancelled,
    /// There is none, it seems.
    NoDialog,
}

/// The desktop's dialog while it is open.
#[derive(Resource)]
struct Asked {
    purpose: Purpose,
    answer: Task<Answer>,
}

/// Whether the desktop's dialog is open.
#[derive(bevy::ecs::system::SystemParam)]
pub(in crate::app) struct IsChoosing<'w>(Option<Res<'w, Asked>>);

impl IsChoosing<'_> {
    /// Says whether it is.
    pub(in crate::app) const fn get(&self) -> bool {
        self.0.is_some()
    }
}

fn ask(
    mut requests: MessageReader<ChooseFile>,
    document: Res<Document>,
    portal: Res<UsePortal>,
    asked: Option<Res<Asked>>,
    wake: Option<Res<EventLoopProxyWrapper>>,
    mut ourselves: MessageWriter<AskOurselves>,
    mut commands: Commands,
) {
    for &ChooseFile(purpose) in requests.read() {
        if asked.is_some() {
            continue;
        }
        let suggestion = purpose.suggestion(&document);
        if !portal.0 {
            ourselves.write(AskOurselves::new(purpose, suggestion));
            continue;
        }
        let wake = wake.as_ref().map(|wake| (***wake).clone());
        let answer = AsyncComputeTaskPool::get().spawn(async move {
            // Timed here: on a loaded machine the next frame may be late.
            let since = Instant::now();
            let answer = match ask_portal(purpose, PathBuf::from(suggestion)).await {
                Some(path) => Answer::Chosen(path),
                None if since.elapsed() < NOBODY_IS_SO_FAST => Answer::NoDialog,
                None => Answer::Cancelled,
            };
            // A finished task does not wake the event loop by itself.
            if let Some(wake) = wake {
                let _ = wake.send_event(WinitUserEvent::WakeUp);
            }
            answer
        });
        commands.insert_resource(Asked { purpose, answer });
    }
}

async fn ask_portal(purpose: Purpose, suggestion: PathBuf) -> Option<PathBuf> {
    let (name, endings) = purpose.filter();
    let mut dialog = rfd::AsyncFileDialog::new().add_filter(name, endings);
    if purpose == Purpose::Import {
        // It is told by what it holds, whatever it is called.
        dialog = dialog.add_filter("All files", &["*"]);
    }
    if let Some(folder) = suggestion.parent() {
        dialog = dialog.set_directory(folder);
    }
    let file = match purpose {
        Purpose::Open | Purpose::Import => dialog.pick_file().await,
        Purpose::Folder => dialog.pick_folder().await,
        Purpose::Save | Purpose::Png | Purpose::Gif | Purpose::Page | Purpose::Race => {
            let name = suggestion.file_name().unwrap_or_default().to_string_lossy();
            dialog.set_file_name(name).save_file().await
        }
    };
    file.map(|file| file.path().to_owned())
}

fn take_answer(
    asked: Option<ResMut<Asked>>,
    document: Res<Document>,
    mut portal: ResMut<UsePortal>,
    mut ourselves: MessageWriter<AskOurselves>,
    mut overwrite: MessageWriter<AskOverwrite>,
    mut chosen: MessageWriter<Chosen>,
    mut commands: Commands,
) {
    let Some(mut asked) = asked else { return };
    let Some(answer) = check_ready(&mut asked.answer) else { return };
    let purpose = asked.purpose;
    match answer {
        Answer::Chosen(path) => {
            let whole = purpose.completed(path.clone());
            // The desktop has asked about the file as it was named, which may be another.
            if whole != path && purpose.replaces(&whole, &document) {
                overwrite.write(AskOverwrite(purpose, whole));
            } else {
                chosen.write(Chosen(purpose, whole));
            }
        }
        Answer::NoDialog => {
            // The next time it is not asked in vain.
            portal.0 = false;
            ourselves.write(AskOurselves::new(purpose, purpose.suggestion(&document)));
        }
        Answer::Cancelled => {}
    }
    commands.remove_resource::<Asked>();
}

/// Says what has gone wrong: where the path was typed, with the path to be mended.
fn report_failures(
    mut failures: MessageReader<FileFailed>,
    typed: Res<TypedPath>,
    dialogs: Query<Entity, With<Dialog>>,
    mut ourselves: MessageWriter<AskOurselves>,
    mut messages: MessageWriter<ShowMessage>,
    mut commands: Commands,
) {
    for FileFailed { path, title, text, instead } in failures.read() {
        match &typed.0 {
            Some((purpose, typed)) if typed == path => {
                let problem = Some(format!("{title}\n{text}"));
                let path = path.display().to_string();
                ourselves.write(AskOurselves { purpose: *purpose, path, problem });
            }
            _ if let Some(instead) = instead => {
                let buttons = bsn_list! {
                    closing(button("Cancel")),
                    ( answer(primary_button("Save as…"), ChooseFile(*instead)) AutoFocus ),
                };
                let scene = question(title.clone(), text.clone(), Box::new(buttons));
                open(&mut commands, &dialogs, scene);
            }
            _ => {
                messages.write(ShowMessage { title: title.clone(), text: text.clone() });
            }
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<UsePortal>()
        .add_message::<ChooseFile>()
        .add_message::<Chosen>()
        .add_message::<FileFailed>()
        .add_systems(
            Update,
            (
                take_answer.in_set(FrameSystems::Input),
                (ask, report_failures)
                    .before(fallback::OwnDialogSystems)
                    .in_set(FrameSystems::Views),
            ),
        )
        .add_plugins(fallback::plugin);
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use bevy::tasks::TaskPool;

    use super::*;

    /// Returns the question and what is chosen when the desktop's dialog has
    /// taken this name for a file to be saved.
    fn after(path: PathBuf) -> (Vec<PathBuf>, Vec<Chosen>) {
        let mut world = World::new();
        world.init_resource::<Document>();
        world.init_resource::<UsePortal>();
        world.init_resource::<Messages<AskOurselves>>();
        world.init_resource::<Messages<AskOverwrite>>();
        world.init_resource::<Messages<Chosen>>();
        let pool = AsyncComputeTaskPool::get_or_init(TaskPool::new);
        let answer = pool.spawn(async { Answer::Chosen(path) });
        world.insert_resource(Asked { purpose: Purpose::Save, answer });
        while world.contains_resource::<Asked>() {
            world.run_system_once(take_answer).unwrap();
            std::thread::yield_now();
        }
        let mut questions = world.resource_mut::<Messages<AskOverwrite>>();
        let questions = questions.drain().map(|AskOverwrite(_, path)| path).collect();
        (questions, world.resource_mut::<Messages<Chosen>>().drain().collect())
    }

    #[test]
    fn a_file_that_the_desktop_has_not_asked_about_is_asked_about() {
        let folder = tempfile::tempdir().unwrap();
        let (named, whole) = (folder.path().join("a"), folder.path().join("a.mondrian.ron"));
        let saves = || vec![Chosen(Purpose::Save, whole.clone())];
        assert_eq!(after(named.clone()), (vec![], saves()));
        std::fs::write(&whole, "mine").unwrap();
        assert_eq!(after(named), (vec![whole.clone()], vec![]));
        // The desktop has asked.
        assert_eq!(after(whole.clone()), (vec![], saves()));
    }
}
