//! Packs: levels that belong together. Those that come with the program, the level files of a
//! folder, the levels of one file (a collection), the files used last. Each is read as a whole
//! and knows what the program and the player have reached in it; which level is the next one
//! that is not solved is asked here too ([`next`]).

pub mod next;

use std::path::{Path, PathBuf};

use crate::app::settings::Settings;
use crate::progress::Progress;
use crate::proofs;
use crate::puzzle::{
    AnyTextError, Collection, Draft, Format, GapPlace, LEVEL_ENDING, MAX_COLLECTION_BYTES, Puzzle,
    ReadError, builtin, collection_name, level_files, load, open_file, parse_collection,
    read_text_up_to,
};
use crate::words::figures;

/// Levels that are read of one pack: more than anyone can browse, and each is a picture in
/// memory.
pub(in crate::app) const MOST_LEVELS: usize = 1_000;

/// A pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pack {
    /// The files used last.
    Recent(Vec<PathBuf>),
    /// Levels that come with the program, by the name of their pack.
    Builtin(&'static str),
    /// The level files in a folder.
    Folder(PathBuf),
    /// The levels in one file.
    File(PathBuf),
}

/// Where a level lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelPlace {
    /// It comes with the program; its place in the list.
    Builtin(usize),
    /// It has a file of its own.
    File(PathBuf),
    /// It is one of several in a file; its number there.
    Entry(PathBuf, usize),
}

impl Default for LevelPlace {
    fn default() -> Self {
        Self::Builtin(0)
    }
}

impl LevelPlace {
    /// Returns the pack that the level is in.
    pub(in crate::app) fn pack(&self) -> Option<Pack> {
        Some(match self {
            Self::Builtin(index) => Pack::Builtin(builtin::levels().get(*index)?.pack),
            Self::File(path) => Pack::Folder(path.parent()?.to_owned()),
            Self::Entry(path, _) => Pack::File(path.clone()),
        })
    }

    /// Says which level of its pack it is, `Lessons: level 2 of 6`, without reading others; nothing
    /// for a file that is alone.
    pub(in crate::app) fn words(&self) -> Option<String> {
        let pack = self.pack()?;
        let (number, count) = match (self, &pack) {
            (Self::Builtin(index), Pack::Builtin(name)) => {
                let indexes = (0..).zip(builtin::levels()).filter(|(_, it)| it.pack == *name);
                (indexes.clone().position(|(at, _)| at == *index)?, indexes.count())
            }
            (Self::File(path), Pack::Folder(folder)) => {
                let paths = level_files(folder).ok().filter(|paths| paths.len() > 1)?;
                (paths.iter().position(|other| other == path)?, paths.len())
            }
            (Self::Entry(_, number), _) => {
                return Some(format!("{}: level {number}", pack.title()));
            }
            _ => return None,
        };
        Some(format!("{}: level {} of {count}", pack.title(), number + 1))
    }
}

/// A level of a pack.
#[derive(Clone, Debug)]
pub(in crate::app) struct PackLevel {
    pub(in crate::app) place: LevelPlace,
    /// What it is called on the screen.
    pub(in crate::app) title: String,
    pub(in crate::app) draft: Draft,
    /// The best that is known of it.
    pub(in crate::app) known: Option<Known>,
    pub(in crate::app) progress: Progress,
}

/// How good the best solution of a level is that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct Known {
    pub(in crate::app) moves: u32,
    /// By this program.
    pub(in crate::app) proved: bool,
    /// The same as it is said on the screen.
    pub(in crate::app) words: String,
}

impl Known {
    /// Returns the best solution that the level holds, or what has been proved of it before.
    fn of(draft: &Draft, puzzle: Option<&Puzzle>) -> Option<Self> {
        if let Some(best) = &draft.best {
            let moves = best.moves.len() as u32;
            return Some(Self { moves, proved: best.proved, words: best.to_string() });
        }
        let moves = proofs::proved(puzzle?)?;
        let words = format!("{}, proved", figures::moves(moves));
        Some(Self { moves, proved: true, words })
    }
}

impl PackLevel {
    fn new(place: LevelPlace, mut draft: Draft, untitled: impl FnOnce() -> String) -> Self {
        proofs::confirm(&mut draft);
        let title = match draft.title.trim() {
            "" => untitled(),
            title => title.to_owned(),
        };
        let puzzle = Draft { best: None, ..draft.clone() }.validate().ok();
        let known = Known::of(&draft, puzzle.as_ref());
        let moves = known.as_ref().map(|known| known.moves);
        let progress = puzzle.map_or(Progress::Open, |puzzle| Progress::of(&puzzle, moves));
        Self { place, title, draft, known, progress }
    }

    fn builtin(index: usize) -> Option<Self> {
        let level = builtin::levels().get(index)?;
        Some(Self::new(LevelPlace::Builtin(index), level.draft(), || level.name.to_owned()))
    }

    fn file(path: PathBuf) -> Option<Self> {
        let draft = load(&path).ok()?.draft;
        let name = name_of(&path);
        let place = LevelPlace::File(path);
        Some(Self::new(place, draft, || name.trim_end_matches(LEVEL_ENDING).to_owned()))
    }
}

/// A pack that has been read.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct PackLevels {
    pub(in crate::app) levels: Vec<PackLevel>,
    /// What is to be said about the rest, sentence by sentence.
    pub(in crate::app) notes: Vec<String>,
}

impl Pack {
    /// Returns the packs there are: files used last, those that the user has added, those that
    /// come with the program.
    pub(in crate::app) fn all(settings: &Settings) -> Vec<Self> {
        let recent = (!settings.recent.is_empty()).then(|| Self::Recent(settings.recent.clone()));
        let added = settings.folders.iter().cloned().map(Self::added);
        let mut builtins: Vec<Self> =
            builtin::levels().iter().map(|level| Self::Builtin(level.pack)).collect();
        builtins.dedup();
        recent.into_iter().chain(added).chain(builtins).collect()
    }

    /// Returns the pack at a path that the user has added.
    pub(in crate::app) fn added(path: PathBuf) -> Self {
        if path.is_file() { Self::File(path) } else { Self::Folder(path) }
    }

    /// Returns what it is called on the screen.
    pub(in crate::app) fn title(&self) -> String {
        match self {
            Self::Recent(_) => "Recent files".to_owned(),
            Self::Builtin(name) => {
                let mut letters = name.chars();
                letters
                    .next()
                    .map(|first| first.to_uppercase().to_string() + letters.as_str())
                    .unwrap_or_default()
            }
            Self::Folder(path) | Self::File(path) => name_of(path),
        }
    }

    /// Returns the path that the user has added.
    pub(in crate::app) fn path(&self) -> Option<&Path> {
        match self {
            Self::Recent(_) | Self::Builtin(_) => None,
            Self::Folder(path) | Self::File(path) => Some(path),
        }
    }

    /// Reads its levels.
    pub(in crate::app) fn read(&self) -> PackLevels {
        match self {
            Self::Builtin(name) => {
                let indexes = (0..).zip(builtin::levels()).filter(|(_, level)| level.pack == *name);
                let levels = indexes.filter_map(|(index, _)| PackLevel::builtin(index)).collect();
                PackLevels { levels, notes: Vec::new() }
            }
            // Those that are gone are left out: nobody can do anything about them.
            Self::Recent(paths) => {
                read_files(paths.iter().filter(|path| path.exists()).cloned().collect())
            }
            Self::Folder(folder) => match level_files(folder) {
                Ok(paths) => read_files(paths),
                Err(error) => cannot("The folder cannot be read", error),
            },
            Self::File(path) => match read_collection(path) {
                Ok(collection) => read_entries(path, collection),
                Err(error) => cannot("The file cannot be read", error),
            },
        }
    }
}

/// Returns what a file or a folder is called, without where it lies.
pub(in crate::app) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn cannot(what: &str, why: impl std::fmt::Display) -> PackLevels {
    PackLevels { levels: Vec::new(), notes: vec![format!("{what}: {why}")] }
}

fn read_files(paths: Vec<PathBuf>) -> PackLevels {
    let mut read = PackLevels::default();
    if paths.is_empty() {
        read.notes.push(format!("There is no file *{LEVEL_ENDING}."));
    }
    read.note_left_out(paths.len());
    for path in paths.into_iter().take(MOST_LEVELS) {
        match PackLevel::file(path.clone()) {
            Some(level) => read.levels.push(level),
            None => read.notes.push(format!("{} is no level.", name_of(&path))),
        }
    }
    read
}

fn read_entries(path: &Path, collection: Collection) -> PackLevels {
    let mut read = PackLevels::default();
    read.note_left_out(collection.entries.len());
    for entry in collection.entries.into_iter().take(MOST_LEVELS) {
        match entry.level {
            Ok(draft) => {
                let place = LevelPlace::Entry(path.to_owned(), entry.number);
                let untitled = || format!("Level {}", entry.number);
                read.levels.push(PackLevel::new(place, draft, untitled));
            }
            Err(error) => read.notes.push(format!("Level {}: {error}", entry.number)),
        }
    }
    read
}

impl PackLevels {
    fn note_left_out(&mut self, count: usize) {
        if count > MOST_LEVELS {
            self.notes.push(format!("{} more are not shown.", count - MOST_LEVELS));
        }
    }
}

/// Reads the levels in a file.
///
/// # Errors
/// Says why they cannot be read, with the place.
pub(in crate::app) fn read_collection(path: &Path) -> Result<Collection, String> {
    let text = collection_text(path).map_err(|error| error.to_string())?;
    parse_collection(&text, &collection_name(path), GapPlace::default())
        .map_err(|error| error.to_string())
}

/// Says whether a file is a collection, and no level.
pub(in crate::app) fn is_collection(path: &Path) -> bool {
    match load(path) {
        Err(AnyTextError::Level(ReadError::TooLarge { .. })) => {
            collection_text(path).is_ok_and(|text| Format::of(&text) != Format::Level)
        }
        read => read.is_err_and(|error| error.is_collection()),
    }
}

/// Reads the text of a file, as long as collections may be.
///
/// # Errors
/// It cannot be read, is too long, or is no text.
fn collection_text(path: &Path) -> Result<String, ReadError> {
    read_text_up_to(open_file(path)?, MAX_COLLECTION_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Best, parse_moves, parse_text, save};

    #[test]
    fn the_levels_of_a_folder_are_read_and_the_rest_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(format!("{name}{LEVEL_ENDING}"));
        let mut draft = parse_text("B..\n\n..B", None).unwrap();
        save(&file("b"), &draft).unwrap();
        draft.title = "Solved".into();
        draft.best = Some(Best::found(parse_moves("a1R").unwrap(), true));
        save(&file("a"), &draft).unwrap();
        std::fs::write(file("c"), "nonsense").unwrap();
        std::fs::write(folder.path().join("notes.txt"), "").unwrap();
        let read = Pack::Folder(folder.path().into()).read();
        let titles: Vec<_> = read.levels.iter().map(|level| level.title.as_str()).collect();
        assert_eq!(titles, ["Solved", "b"]);
        assert_eq!(read.notes, [format!("c{LEVEL_ENDING} is no level.")]);
        let place = LevelPlace::File(file("a"));
        assert_eq!(read.levels[0].place, place);
        assert_eq!(place.pack(), Some(Pack::Folder(folder.path().into())));
    }

    #[test]
    fn a_level_knows_its_place_in_its_pack() {
        let lesson =
            builtin::levels().iter().position(|level| level.name.starts_with("lessons/02"));
        let words = LevelPlace::Builtin(lesson.unwrap()).words();
        assert_eq!(words.as_deref(), Some("Lessons: level 2 of 6"));
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(format!("{name}{LEVEL_ENDING}"));
        let draft = parse_text("B..\n\n..B", None).unwrap();
        save(&file("b"), &draft).unwrap();
        let place = LevelPlace::File(file("b"));
        assert_eq!(place.words(), None, "it is alone");
        save(&file("a"), &draft).unwrap();
        assert!(place.words().unwrap().ends_with(": level 2 of 2"));
        let entry = LevelPlace::Entry("korf.txt".into(), 3);
        assert_eq!(entry.words().as_deref(), Some("korf.txt: level 3"));
    }

    #[test]
    fn a_file_of_many_levels_is_a_pack() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("korf.txt");
        std::fs::write(&path, "1 1 2 0 3\n2 0 1 2 3\n").unwrap();
        let pack = Pack::added(path.clone());
        assert_eq!(pack, Pack::File(path.clone()));
        let read = pack.read();
        assert_eq!(read.levels.len(), 2, "{:?}", read.notes);
        assert_eq!(read.levels[1].place, LevelPlace::Entry(path.clone(), 2));
        std::fs::write(&path, "?").unwrap();
        assert!(pack.read().notes[0].starts_with("The file cannot be read: line 1"));
    }

    #[test]
    fn folders_that_are_empty_or_gone_are_said_to_be() {
        let folder = tempfile::tempdir().unwrap();
        let note = |path: &Path| Pack::Folder(path.into()).read().notes.join(" ");
        assert_eq!(note(folder.path()), format!("There is no file *{LEVEL_ENDING}."));
        assert!(note(&folder.path().join("gone")).starts_with("The folder cannot be read: "));
    }

    #[test]
    fn every_builtin_level_is_in_its_pack() {
        let packs = Pack::all(&Settings::default());
        let count: usize = packs.iter().map(|pack| pack.read().levels.len()).sum();
        assert_eq!(count, builtin::levels().len());
        assert_eq!(packs[0].title(), "Mondrian");
    }
}
