//! What is made of the level for others: pictures and pages.

use std::io::Write;
use std::path::Path;

use bevy::prelude::*;

use super::{FileFailed, Outputs, name_of};
use crate::app::document::Document;
use crate::app::kit::notice::ShowNotice;
use crate::page::{self, Pack};
use crate::picture::{Look, PictureError};
use crate::puzzle::{Draft, write_file};
use crate::words::issue_words;

/// Writes what `draw` draws of the level to `path`.
pub(super) fn picture(
    path: &Path,
    document: &Document,
    draw: fn(&Draft, Look, &mut dyn Write) -> Result<(), PictureError>,
    out: &mut Outputs,
) {
    let look = Look { title: out.settings.titles, ..Look::default() };
    let draw = |file: &mut dyn Write| draw(document.draft(), look, file);
    write_picture(path, draw, &mut out.notices, &mut out.failures);
}

/// Writes a web page that plays the level to `path`.
pub(super) fn page(path: &Path, document: &Document, out: &mut Outputs) {
    let written = write_page(path, document.draft());
    tell_of_export(path, written, &mut out.notices, &mut out.failures);
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

/// Writes a picture to `path` and says how that went.
pub(in crate::app) fn write_picture(
    path: &Path,
    draw: impl FnOnce(&mut dyn Write) -> Result<(), PictureError>,
    notices: &mut MessageWriter<ShowNotice>,
    failures: &mut MessageWriter<FileFailed>,
) {
    let written = write_file(path, draw).map_err(|error| error.to_string());
    tell_of_export(path, written, notices, failures);
}

/// Says how the writing of what has been made of the level went.
fn tell_of_export(
    path: &Path,
    written: Result<(), String>,
    notices: &mut MessageWriter<ShowNotice>,
    failures: &mut MessageWriter<FileFailed>,
) {
    let name = name_of(path);
    match written {
        Ok(()) => drop(notices.write(ShowNotice(format!("{name} is written")))),
        Err(text) => {
            let title = format!("{name} is not written");
            failures.write(FileFailed { path: path.to_owned(), title, text, instead: None });
        }
    }
}
