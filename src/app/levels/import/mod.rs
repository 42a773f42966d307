//! Importing a collection: it is read, asked about, and made level files of, all in the
//! background. No file that is there is written over. What is refused is shown with its place, and
//! what is the same game as another level is named.
//!
//! ```text
//!   Chosen(Import) --read--> question (which folder) --write--> what has become of it
//! ```

mod outcome;

use std::path::{Path, PathBuf};

use bevy::input_focus::{AutoFocus, InputFocus};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::Activate;
use bevy::winit::EventLoopProxyWrapper;

use self::outcome::Outcome;
use super::browser::ShowPack;
use super::choose_file::{Chosen, FileFailed, Purpose};
use super::packs::{name_of, read_collection};
use crate::app::kit::dialog::{
    Dialog, FieldText, answer, button_row, close_dialogs, closing, dialog, fill_field, is_entered,
    open, scroll_column,
};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::notice::ShowNotice;
use crate::app::kit::theme::{self, button, heading, label, label_dim, primary_button, text_field};
use crate::app::kit::tooltip::{Tooltip, explained};
use crate::app::settings::{Preference, Settings};
use crate::app::work::job::Job;
use crate::app::work::wake::wake;
use crate::puzzle::{Collection, Importer};
use crate::words::figures;

/// Width of the dialogs, in logical pixels.
const WIDTH: f32 = 620.0;

/// Makes level files in the folder that stands in the field.
#[derive(Message, Clone, Copy, Debug)]
struct TakeFolder;

/// The field for the folder.
#[derive(Component, Clone, Copy, Default, Debug)]
pub struct ImportField;

/// What comes of the work.
enum Found {
    Read(PathBuf, Result<Collection, String>),
    Written(Outcome),
}

/// The collection that is being imported.
#[derive(Resource, Default)]
pub struct Import {
    job: Option<Job<Found>>,
    read: Option<(PathBuf, Collection)>,
}

impl Import {
    /// Says whether a collection is being read or written.
    pub const fn is_running(&self) -> bool {
        self.job.is_some()
    }
}

/// Reads the collection that has been chosen.
fn begin(
    mut chosen: MessageReader<Chosen>,
    mut import: ResMut<Import>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
) {
    let collections = chosen.read().filter(|Chosen(purpose, _)| *purpose == Purpose::Import);
    let Some(Chosen(_, path)) = collections.last().cloned() else { return };
    import.read = None;
    import.job = Some(Job::start(wake(proxy.as_deref()), move |outlet| {
        let read = read_collection(&path);
        outlet.send(Found::Read(path, read));
    }));
}

/// What follows from what was found.
#[derive(bevy::ecs::system::SystemParam)]
struct Outputs<'w, 's> {
    dialogs: Query<'w, 's, Entity, With<Dialog>>,
    failures: MessageWriter<'w, FileFailed>,
    preferences: MessageWriter<'w, Preference>,
    notices: MessageWriter<'w, ShowNotice>,
    packs: MessageWriter<'w, ShowPack>,
    settings: Res<'w, Settings>,
    commands: Commands<'w, 's>,
}

fn poll(mut import: ResMut<Import>, mut out: Outputs) {
    let import = import.bypass_change_detection();
    let Some(job) = &mut import.job else { return };
    let found = job.take();
    if !job.is_running() {
        import.job = None;
    }
    for found in found {
        match found {
            Found::Read(path, Ok(collection)) => {
                let folder = suggested(&out.settings);
                let scene = question(&path, &collection);
                open(&mut out.commands, &out.dialogs, scene);
                out.commands.insert_resource(FieldText::<ImportField>::new(folder));
                import.read = Some((path, collection));
            }
            Found::Read(path, Err(error)) => {
                let title = format!("{} cannot be imported", name_of(&path));
                let text = format!("{}\n{error}", path.display());
                out.failures.write(FileFailed { path, title, text, instead: None });
            }
            Found::Written(outcome) => tell(outcome, &mut out),
        }
    }
}

/// Returns the folder in which the question suggests to make the one for the levels: beside the
/// pack that was added last, or among the documents.
fn suggested(settings: &Settings) -> String {
    let beside = settings.folders.iter().rev().find(|path| path.is_dir());
    let beside = beside.and_then(|path| path.parent()).map(Path::to_owned);
    let documents = || {
        let user = directories::UserDirs::new()?;
        Some(user.document_dir().unwrap_or(user.home_dir()).join("Mondrian"))
    };
    beside.or_else(documents).unwrap_or_default().display().to_string()
}

fn question(path: &Path, collection: &Collection) -> impl Scene + use<> {
    let (count, refused) = outcome::counts(collection);
    let what = match collection.title.as_str() {
        "" => "A level".to_owned(),
        title => format!("{title}: {}", figures::levels(count as u64)),
    };
    let place = path.display().to_string();
    let errors: Vec<Box<dyn Scene>> =
        refused.iter().map(|line| Box::new(label_dim(line.clone())) as _).collect();
    let refused_words = match errors.len() {
        0 => Vec::new(),
        number => {
            let words = format!("{} refused", outcome::are(number));
            vec![bsn! { label(words) theme::Ink(theme::RED) }]
        }
    };
    let list = path.to_owned();
    let buttons = bsn_list! {
        (
            answer(
                explained(
                    button("List the file as it is"),
                    "Makes no files: the levels stay in this one, and are listed as a pack",
                    "",
                ),
                Chosen(Purpose::Folder, list),
            )
        ),
        ( Node { flex_grow: 1.0 } ),
        closing(button("Cancel")),
        (
            primary_button("Import")
            template_value(Tooltip::new("Makes a level file of each; no file that is there is changed", "Enter"))
            on(|_: On<Activate>, mut out: MessageWriter<TakeFolder>| { out.write(TakeFolder); })
        ),
    };
    let content = bsn_list! {
        heading(what),
        label_dim(place),
        {refused_words},
        scroll_column(Box::new(errors)),
        label("A folder for the levels is made in this one:"),
        (
            text_field(ImportField, 4096)
            Node { flex_grow: 0.0, flex_shrink: 0.0 }
            template_value(Tooltip::new("The folder of the collection is made in it, unless it is there", ""))
        ),
        button_row(Box::new(buttons)),
    };
    dialog("Import levels", WIDTH, Box::new(content))
}

fn take_folder(
    mut requests: MessageReader<TakeFolder>,
    keys: Res<ButtonInput<KeyCode>>,
    focus: Res<InputFocus>,
    fields: Query<&EditableText, With<ImportField>>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut import: ResMut<Import>,
) {
    let asked = requests.read().count() > 0;
    let Ok(field) = fields.single() else { return };
    if import.is_running() || !asked && !is_entered(&keys, &focus, &fields) {
        return;
    }
    let folder = PathBuf::from(field.value().to_string().trim());
    if folder.as_os_str().is_empty() {
        return;
    }
    let Some((_, collection)) = import.read.take() else { return };
    import.job = Some(Job::start(wake(proxy.as_deref()), move |outlet| {
        let folder = std::path::absolute(&folder).unwrap_or(folder);
        let mut importer = Importer::new(&folder);
        let into = importer.folder_of(&collection);
        let imported = importer.import(&collection);
        outlet.send(Found::Written(Outcome::new(&collection, into, imported)));
    }));
}

/// Lists what is there now, and says first what should be known of it.
fn tell(outcome: Outcome, out: &mut Outputs) {
    let folder = outcome.folder.clone();
    if outcome.is_there() {
        out.preferences.write(Preference::AddFolder(folder.clone()));
    }
    if outcome.is_plain() {
        out.notices.write(ShowNotice(outcome.headline()));
        out.packs.write(ShowPack(folder));
        return;
    }
    let lines: Vec<Box<dyn Scene>> = outcome
        .lines
        .iter()
        .map(|line| Box::new(label_dim(line.clone())) as Box<dyn Scene>)
        .collect();
    let show: Vec<Box<dyn Scene>> = if outcome.is_there() {
        vec![Box::new(bsn! {
            answer(
                explained(primary_button("Show the levels"), "Shows the pack that they are now", "Enter"),
                ShowPack(folder),
            )
            AutoFocus
        })]
    } else {
        Vec::new()
    };
    let buttons = bsn_list! { closing(button("Close")), {show} };
    let headline = outcome.headline();
    let content = bsn_list! {
        label(headline),
        scroll_column(Box::new(lines)),
        button_row(Box::new(buttons)),
    };
    open(&mut out.commands, &out.dialogs, dialog("Imported", WIDTH, Box::new(content)));
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Import>().add_message::<TakeFolder>().add_systems(
        Update,
        (
            (take_folder, fill_field::<ImportField>)
                .chain()
                .before(close_dialogs)
                .in_set(FrameSystems::Input),
            begin.after(super::file::FileSystems).in_set(FrameSystems::Commands),
            poll.in_set(FrameSystems::Views),
        ),
    );
}
