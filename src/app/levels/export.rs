//! What is made of the level for others: pictures and pages.

use std::io::Write;
use std::path::Path;

use bevy::prelude::*;

use super::choose_file::{Chosen, FileFailed, Purpose};
use super::packs::name_of;
use crate::app::document::Document;
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::notice::ShowNotice;
use crate::app::settings::Settings;
use crate::page::{self, Pack};
use crate::picture::{Look, PictureError, boards_png, solution_gif};
use crate::puzzle::{Draft, write_file};
use crate::words::issue_words;

/// Writes what a file has been chosen for.
fn export(
    mut chosen: MessageReader<Chosen>,
    document: Res<Document>,
    settings: Res<Settings>,
    mut report: ExportReport,
) {
    let draft = document.draft();
    let look = Look { title: settings.titles, ..Look::default() };
    for Chosen(purpose, path) in chosen.read() {
        match purpose {
            Purpose::Png => report.write(path, |file| boards_png(draft, look, file)),
            Purpose::Gif => report.write(path, |file| solution_gif(draft, look, file)),
            Purpose::Page => report.tell(path, write_page(path, draft)),
            _ => {}
        }
    }
}

/// Writes a web page that plays a level.
fn write_page(path: &Path, draft: &Draft) -> Result<(), String> {
    if let Err(issues) = draft.validate() {
        let first = issues.first().map(|issue| issue_words(issue, &draft.palette));
        return Err(format!("It cannot be played yet: {}", first.unwrap_or_default()));
    }
    let pack = Pack { title: String::new(), levels: vec![draft.clone()] };
    let html = page::page(&[pack]);
    write_file(path, |file| file.write_all(html.as_bytes()))
        .map_err(|error: std::io::Error| error.to_string())
}

/// Where it is said how the writing of a file went.
#[derive(bevy::ecs::system::SystemParam)]
pub(in crate::app) struct ExportReport<'w> {
    notices: MessageWriter<'w, ShowNotice>,
    failures: MessageWriter<'w, FileFailed>,
}

impl ExportReport<'_> {
    /// Writes a picture to `path` and says how that went.
    pub(in crate::app) fn write(
        &mut self,
        path: &Path,
        draw: impl FnOnce(&mut dyn Write) -> Result<(), PictureError>,
    ) {
        self.tell(path, write_file(path, draw).map_err(|error| error.to_string()));
    }

    fn tell(&mut self, path: &Path, written: Result<(), String>) {
        let name = name_of(path);
        match written {
            Ok(()) => drop(self.notices.write(ShowNotice(format!("{name} is written")))),
            Err(text) => {
                let (path, title) = (path.to_owned(), format!("{name} is not written"));
                self.failures.write(FileFailed { path, title, text, instead: None });
            }
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        export.before(crate::app::document::apply_commands).in_set(FrameSystems::Commands),
    );
}
