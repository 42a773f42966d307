//! The files of one part of the browser, read: what they are called, how good their
//! best solution is, how they look. Runs in the background.

use std::path::{Path, PathBuf};

use super::card::PICTURE;
use crate::app::boards::thumbnail::Grain;
use crate::app::levels::file::ENDING;
use crate::app::settings::Settings;
use crate::picture::Picture;
use crate::puzzle::{Draft, load};

/// Files that are shown of one folder: more could not be overlooked, and each is a
/// picture in memory.
const MOST_FILES: usize = 300;

/// What is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ShelfKind {
    /// The files used last.
    Recent(Vec<PathBuf>),
    /// The levels in a folder.
    Folder(PathBuf),
}

/// Files that have been read.
pub(super) struct Shelf {
    pub(super) found: Vec<Found>,
    /// What is to be said about the rest.
    pub(super) note: Option<String>,
}

/// A level in a file.
pub(super) struct Found {
    pub(super) path: PathBuf,
    pub(super) title: String,
    pub(super) best: String,
    pub(super) proved: bool,
    pub(super) picture: Picture,
}

/// Returns what there is to be listed beside the built-in levels.
pub(super) fn wanted(settings: &Settings) -> Vec<ShelfKind> {
    let recent = (!settings.recent.is_empty()).then(|| ShelfKind::Recent(settings.recent.clone()));
    recent.into_iter().chain(settings.folders.iter().cloned().map(ShelfKind::Folder)).collect()
}

impl ShelfKind {
    pub(super) fn title(&self) -> String {
        match self {
            Self::Recent(_) => "RECENT FILES".to_owned(),
            Self::Folder(folder) => folder.display().to_string(),
        }
    }

    pub(super) fn folder(&self) -> Option<&Path> {
        match self {
            Self::Recent(_) => None,
            Self::Folder(folder) => Some(folder),
        }
    }
}

/// Reads the files.
pub(super) fn read(kind: ShelfKind, grain: Grain) -> Shelf {
    let (paths, mut notes) = match kind {
        // Those that are gone are left out: nobody can do anything about them.
        ShelfKind::Recent(paths) => {
            (paths.into_iter().filter(|path| path.exists()).collect(), Vec::new())
        }
        ShelfKind::Folder(folder) => match level_files(&folder) {
            Ok(paths) => (paths, Vec::new()),
            Err(error) => (Vec::new(), vec![format!("The folder cannot be read: {error}")]),
        },
    };
    if paths.is_empty() && notes.is_empty() {
        notes.push(format!("There is no file *{ENDING}."));
    }
    if paths.len() > MOST_FILES {
        notes.push(format!("{} more files are not shown.", paths.len() - MOST_FILES));
    }
    let mut found = Vec::new();
    for path in paths.into_iter().take(MOST_FILES) {
        match load(&path) {
            Ok(mut loaded) => {
                crate::proofs::confirm(&mut loaded.draft);
                found.push(described(path, &loaded.draft, grain));
            }
            Err(_) => {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                notes.push(format!("{name} is no level."));
            }
        }
    }
    Shelf { found, note: (!notes.is_empty()).then(|| notes.join("\n")) }
}

fn level_files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(ENDING) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn described(path: PathBuf, draft: &Draft, grain: Grain) -> Found {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let title = match draft.title.trim() {
        "" => file.trim_end_matches(ENDING).to_owned(),
        title => title.to_owned(),
    };
    let picture = grain.thumbnail(draft, PICTURE);
    Found { title, best: best_words(draft), proved: super::card::is_proved(draft), picture, path }
}

/// Returns how good the best solution known is.
pub(super) fn best_words(draft: &Draft) -> String {
    draft.best.as_ref().map_or_else(|| "not solved yet".to_owned(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Ground;

    const GRAIN: Grain = Grain { density: 1.0, ground: Ground::White };
    use crate::puzzle::{parse_moves, parse_text, save};

    #[test]
    fn the_levels_of_a_folder_are_read_and_the_rest_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(format!("{name}{ENDING}"));
        let mut draft = parse_text("B..\n\n..B", None).unwrap();
        save(&file("b"), &draft).unwrap();
        draft.title = "Solved".into();
        let moves = parse_moves("a1R").unwrap();
        draft.best = Some(crate::puzzle::Best::found(moves, true));
        save(&file("a"), &draft).unwrap();
        std::fs::write(file("c"), "nonsense").unwrap();
        std::fs::write(folder.path().join("notes.txt"), "").unwrap();
        let shelf = read(ShelfKind::Folder(folder.path().into()), GRAIN);
        let words: Vec<_> =
            shelf.found.iter().map(|found| (found.title.as_str(), found.best.as_str())).collect();
        assert_eq!(words, [("Solved", "1 move, claimed the best"), ("b", "not solved yet")]);
        assert_eq!(shelf.note.unwrap(), format!("c{ENDING} is no level."));
        let missing = read(ShelfKind::Folder(folder.path().join("none")), GRAIN);
        assert!(missing.note.unwrap().starts_with("The folder cannot be read"));
        let recent = read(ShelfKind::Recent(vec![file("a"), file("gone")]), GRAIN);
        assert_eq!((recent.found.len(), recent.note), (1, None));
    }
}
