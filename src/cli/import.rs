//! `mondrian import`: the levels of collections as level files, a folder for each set.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::args::ImportArgs;
use super::exit::Exit;
use super::say::say;
use super::source::Source;
use crate::puzzle::{Alike, Collection, Draft, Likeness, builtin, load, write_bytes, write_level};

/// The ending of level files.
const ENDING: &str = ".mondrian.ron";
/// Letters of a title that go into the name of its file.
const MOST_LETTERS: usize = 60;

/// Writes the levels of each collection and prints the files that are there now.
pub(super) fn import(args: &ImportArgs, out: &mut impl Write) -> io::Result<Exit> {
    let Some((folder, files)) = args.paths.split_last().filter(|(_, files)| !files.is_empty())
    else {
        say("mondrian: name the files, and behind them the folder for their levels");
        return Ok(Exit::Usage);
    };
    let folder = Path::new(folder);
    let mut importer =
        Importer { written: HashSet::new(), known: known(folder), exit: Exit::Success };
    for source in files.iter().cloned().map(Source::from) {
        match source.read_collection() {
            Ok(collection) => importer.write(&source, &collection, folder, out)?,
            Err(error) => {
                say(source.blame(error));
                importer.exit = importer.exit.max(Exit::Usage);
            }
        }
    }
    Ok(importer.exit)
}

/// A level that is there already: what it is called, and what it is known by.
type Known = (String, Likeness);

/// Returns the levels that come with the program and those in `folder` and the folders in it,
/// by their keys.
fn known(folder: &Path) -> HashMap<Vec<u8>, Known> {
    let builtins =
        builtin::levels().iter().map(|level| (format!("builtin:{}", level.name), level.draft()));
    let mut paths = level_files(folder);
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        paths.extend(level_files(&entry.path()));
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

fn level_files(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| path.to_string_lossy().ends_with(ENDING)).collect()
}

struct Importer {
    /// The files of this import.
    written: HashSet<PathBuf>,
    known: HashMap<Vec<u8>, Known>,
    exit: Exit,
}

impl Importer {
    fn write(
        &mut self,
        source: &Source,
        collection: &Collection,
        folder: &Path,
        out: &mut impl Write,
    ) -> io::Result<()> {
        // One level by itself is in no set.
        let is_set = !collection.title.is_empty();
        let folder = if is_set { folder.join(slug(&collection.title)) } else { folder.to_owned() };
        if let Err(error) = std::fs::create_dir_all(&folder) {
            say(format_args!("mondrian: cannot make the folder {}: {error}", folder.display()));
            self.exit = self.exit.max(Exit::Internal);
            return Ok(());
        }
        for remark in &collection.remarks {
            say(source.blame(format_args!("warning: {remark}")));
        }
        let most = collection.entries.iter().map(|entry| entry.number).max().unwrap_or(0);
        let digits = most.to_string().len().max(2);
        let mut refused = 0;
        for entry in &collection.entries {
            for remark in &entry.remarks {
                say(source.blame(format_args!("warning: {remark}")));
            }
            match &entry.level {
                Ok(draft) => {
                    let slug = slug(&draft.title);
                    let name =
                        if is_set { format!("{:0digits$}-{slug}", entry.number) } else { slug };
                    let path = self.free(folder.join(name.clone() + ENDING), |nth| {
                        folder.join(format!("{name}-{nth}{ENDING}"))
                    });
                    self.write_level(&path, draft, out)?;
                }
                Err(error) => {
                    say(source.blame(error));
                    refused += 1;
                }
            }
        }
        if refused > 0 {
            say(source.blame(format_args!(
                "{refused} of {} levels are refused",
                collection.entries.len()
            )));
            self.exit = self.exit.max(Exit::Usage);
        }
        Ok(())
    }

    /// Returns the first path that no other level of this import has.
    fn free(&mut self, first: PathBuf, next: impl Fn(usize) -> PathBuf) -> PathBuf {
        let paths = std::iter::once(first).chain((2..).map(next));
        let path = paths.into_iter().find(|path| !self.written.contains(path)).expect("endless");
        self.written.insert(path.clone());
        path
    }

    /// Writes a level unless it is there, and names the level that it is a likeness of.
    fn write_level(&mut self, path: &Path, draft: &Draft, out: &mut impl Write) -> io::Result<()> {
        let text = write_level(draft);
        let there = std::fs::read(path);
        let is_there = there.as_ref().is_ok_and(|bytes| bytes == text.as_bytes());
        let written = match there {
            Ok(_) if is_there => Ok(()),
            Ok(_) => Err(format!("{}: not written, there is such a file", path.display())),
            Err(_) => write_bytes(path, text.as_bytes())
                .map_err(|error| format!("mondrian: cannot write {}: {error}", path.display())),
        };
        if let Err(message) = written {
            say(message);
            self.exit = self.exit.max(Exit::Internal);
            return Ok(());
        }
        let name = path.display().to_string();
        if let Some(likeness) = Likeness::of(draft) {
            let key = likeness.key().to_vec();
            match self.known.get(&key) {
                Some((other, known)) if *other != name => {
                    let how = match likeness.to(known) {
                        Some(Alike::Turned) => ", turned",
                        Some(Alike::Mirrored) => ", mirrored",
                        Some(Alike::Same) | None => "",
                    };
                    say(format_args!("{name}: the same game as {other}{how}"));
                }
                Some(_) => {}
                None => {
                    self.known.insert(key, (name.clone(), likeness));
                }
            }
        }
        writeln!(out, "{name}")
    }
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
