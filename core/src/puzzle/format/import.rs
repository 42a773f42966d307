//! Levels of collections as level files: a folder for each set, a file for each level, and no
//! file that is there is written over. What is the same game as another level, turned or
//! mirrored or not, is named.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::{fmt, io};

use super::{Collection, CollectionError, NewFiles, builtin, load, make_folder, write_level};
use crate::puzzle::advice::{Alike, Likeness};
use crate::puzzle::rules::Draft;

/// The ending of level files.
pub const LEVEL_ENDING: &str = ".mondrian.ron";
/// Letters of a title that go into the name of its file.
const MOST_LETTERS: usize = 60;

/// What has become of a level, or is to be said of it.
#[derive(Debug)]
pub enum Imported {
    /// Something about how a level, or the whole collection, was read.
    Remark(CollectionError),
    /// A level cannot be said in the rules of this program.
    Refused(CollectionError),
    /// This file holds a level now.
    Written(PathBuf),
    /// There is such a file, with something else in it. It stays.
    Occupied(PathBuf),
    /// This file cannot be written.
    Failed(PathBuf, io::Error),
    /// The level in a file is the same game as another one.
    Same(SameGame),
}

/// Two levels that are one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameGame {
    /// The file of the level.
    pub path: PathBuf,
    /// What the other one is called: its file, or `builtin:NAME`.
    pub other: String,
    /// How they are alike.
    pub alike: Alike,
}

impl fmt::Display for SameGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the same game as {}{}", self.other, self.alike.suffix())
    }
}

/// A level that is there already: what it is called, and what it is known by.
type Resident = (String, Likeness);

/// Writes the levels of collections into a folder.
pub struct Importer {
    folder: PathBuf,
    /// The files of this import.
    written: HashSet<PathBuf>,
    /// By the keys of their likenesses.
    known: HashMap<Vec<u8>, Resident>,
}

impl Importer {
    /// Reads what is in `folder` already.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), written: HashSet::new(), known: known(folder) }
    }

    /// Returns the folder for the levels of `collection`. One level by itself is in no set.
    pub fn folder_of(&self, collection: &Collection) -> PathBuf {
        match collection.title.as_str() {
            "" => self.folder.clone(),
            title => self.folder.join(slug(title)),
        }
    }

    /// Writes the levels of `collection` and says what has become of each, in their order.
    ///
    /// # Errors
    /// The folder cannot be made; nothing is written.
    pub fn import(&mut self, collection: &Collection) -> io::Result<Vec<Imported>> {
        let folder = self.folder_of(collection);
        make_folder(&folder)?;
        let mut files = NewFiles::default();
        let most = collection.entries.iter().map(|entry| entry.number).max().unwrap_or(0);
        let digits = most.to_string().len().max(2);
        let remarks = |remarks: &[CollectionError]| -> Vec<Imported> {
            remarks.iter().cloned().map(Imported::Remark).collect()
        };
        let mut said = remarks(&collection.remarks);
        for entry in &collection.entries {
            said.extend(remarks(&entry.remarks));
            let draft = match &entry.level {
                Ok(draft) => draft,
                Err(error) => {
                    said.push(Imported::Refused(error.clone()));
                    continue;
                }
            };
            let slug = slug(&draft.title);
            let is_set = !collection.title.is_empty();
            let name = if is_set { format!("{:0digits$}-{slug}", entry.number) } else { slug };
            let path = self.free(folder.join(name.clone() + LEVEL_ENDING), |nth| {
                folder.join(format!("{name}-{nth}{LEVEL_ENDING}"))
            });
            said.extend(self.write(path, draft, &mut files));
        }
        let mut failed: HashMap<PathBuf, io::Error> = files.finish().into_iter().collect();
        for one in &mut said {
            if let Imported::Written(path) = one
                && let Some((path, error)) = failed.remove_entry(path)
            {
                *one = Imported::Failed(path, error);
            }
        }
        Ok(said)
    }

    /// Returns the first path that no other level of this import has.
    fn free(&mut self, first: PathBuf, next: impl Fn(usize) -> PathBuf) -> PathBuf {
        let paths = std::iter::once(first).chain((2..).map(next));
        let path = paths.into_iter().find(|path| !self.written.contains(path)).expect("endless");
        self.written.insert(path.clone());
        path
    }

    /// Writes a level unless it is there, and names the level that it is a likeness of.
    fn write(&mut self, path: PathBuf, draft: &Draft, files: &mut NewFiles) -> Vec<Imported> {
        let text = write_level(draft);
        match std::fs::read(&path) {
            Ok(bytes) if bytes == text.as_bytes() => {}
            Ok(_) => return vec![Imported::Occupied(path)],
            Err(_) => {
                if let Err(error) = files.write(&path, text.as_bytes()) {
                    return vec![Imported::Failed(path, error)];
                }
            }
        }
        let same = self.same(&path, draft).map(Imported::Same);
        same.into_iter().chain([Imported::Written(path)]).collect()
    }

    /// Returns the level that is the same game as the one in the file at `path`, and remembers
    /// that one.
    fn same(&mut self, path: &Path, draft: &Draft) -> Option<SameGame> {
        let likeness = Likeness::of(draft)?;
        let name = path.display().to_string();
        let key = likeness.key().to_vec();
        let Some((other, known)) = self.known.get(&key) else {
            self.known.insert(key, (name, likeness));
            return None;
        };
        let alike = likeness.to(known)?;
        (*other != name).then(|| SameGame { path: path.to_owned(), other: other.clone(), alike })
    }
}

/// Returns the levels that come with the program and those in `folder` and the folders in it,
/// by their keys.
fn known(folder: &Path) -> HashMap<Vec<u8>, Resident> {
    let builtins =
        builtin::levels().iter().map(|level| (format!("builtin:{}", level.name), level.draft()));
    let mut paths = level_files(folder).unwrap_or_default();
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        paths.extend(level_files(&entry.path()).unwrap_or_default());
    }
    paths.sort();
    let files = paths.into_iter().filter_map(|path| {
        let draft = load(&path).ok()?.draft;
        Some((path.display().to_string(), draft))
    });
    let mut known = HashMap::new();
    for (name, draft) in builtins.chain(files) {
        if let Some(likeness) = Likeness::of(&draft) {
            known.entry(likeness.key().to_vec()).or_insert((name, likeness));
        }
    }
    known
}

/// Returns the level files in `folder`, in order.
///
/// # Errors
/// The folder cannot be read.
pub fn level_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(LEVEL_ENDING) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Returns `title` as a part of a file name: letters and digits in lower case, a dash between.
fn slug(title: &str) -> String {
    let mut slug = String::new();
    for letter in title.chars().flat_map(char::to_lowercase).take(MOST_LETTERS) {
        if letter.is_alphanumeric() {
            slug.push(letter);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "level".to_owned() } else { slug.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn titles_become_names_of_files() {
        for (title, expected) in [
            ("Formic Acid", "formic-acid"),
            ("α-Pinen (2)", "α-pinen-2"),
            ("../../etc/passwd", "etc-passwd"),
            ("  ", "level"),
            ("CON: a\0b", "con-a-b"),
        ] {
            assert_eq!(slug(title), expected);
        }
        assert_eq!(slug(&"x".repeat(500)).len(), super::MOST_LETTERS);
    }
}
