//! Where the command line writes what is asked for by name: a path, or `-` for standard
//! output.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

use super::exit::Exit;
use super::say::{say, shown_path};
use super::source::Source;
use super::stdout::stdout;
use crate::puzzle::{link_target, write_file};

/// What stands where the command line takes a file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Output {
    /// What is printed.
    Stdout,
    /// A file, a device or a pipe.
    File(PathBuf),
}

/// Returns the parser of an output.
pub(in crate::cli) fn output() -> impl TypedValueParser<Value = Output> {
    // It refuses the empty text, which would be the folder in which the program runs.
    PathBufValueParser::new().map(|path: PathBuf| match path.to_str() {
        Some("-") => Output::Stdout,
        _ => Output::File(path),
    })
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdout => f.write_str("-"),
            Self::File(path) => f.write_str(&shown_path(path)),
        }
    }
}

impl Output {
    /// Writes there whatever `write` writes.
    ///
    /// # Errors
    /// What `write` or the system says; what a file held before is untouched.
    pub(in crate::cli) fn write<E: From<io::Error>>(
        &self,
        write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            Self::Stdout => {
                let mut out = BufWriter::new(stdout());
                write(&mut out)?;
                Ok(out.flush()?)
            }
            Self::File(path) => write_file(path, write),
        }
    }

    /// Says that it cannot be written. Of standard output whoever runs the command says so.
    pub(in crate::cli) fn failed(&self, error: io::Error) -> io::Result<Exit> {
        match self {
            Self::Stdout => Err(error),
            Self::File(path) => {
                say(format_args!("mondrian: cannot write {}: {error}", shown_path(path)));
                Ok(Exit::Internal)
            }
        }
    }
}

/// The outputs of a command, with their options, and what else they must not be.
pub(in crate::cli) struct Outputs<'a> {
    /// What the command reads, which is not to be overwritten.
    pub(in crate::cli) level: &'a Source,
    /// The option by which each is asked for, and what it names.
    pub(in crate::cli) named: &'a [(&'static str, Option<&'a Output>)],
    /// Whether the command prints something else.
    pub(in crate::cli) prints: bool,
    /// Whether they hold bytes that no terminal can show.
    pub(in crate::cli) binary: bool,
}

impl Outputs<'_> {
    /// Says what is wrong with the outputs before anything is done for them. Returns
    /// whether they can be written to.
    pub(in crate::cli) fn are_usable(&self) -> bool {
        let problem = self.problem();
        if let Some(problem) = &problem {
            say(format_args!("mondrian: {problem}"));
        }
        problem.is_none()
    }

    /// Returns what is wrong with the outputs.
    pub(in crate::cli) fn problem(&self) -> Option<String> {
        let level = match self.level {
            Source::File(path) => place_of(path).filter(|_| path.is_file()),
            _ => None,
        };
        let mut taken: Vec<(&str, Place)> = Vec::new();
        for (option, output) in self.named {
            let Some(output) = output else { continue };
            let place = match output {
                Output::Stdout if self.prints => {
                    return Some(format!("{option} -: standard output has the rest already"));
                }
                Output::Stdout if self.binary && io::stdout().is_terminal() => {
                    return Some(format!("{option} -: a picture is not written to a terminal"));
                }
                Output::Stdout => Place::of_stdout(),
                Output::File(path) => match place_of(path) {
                    Some(place) => place,
                    // Writing to it will say what is wrong.
                    None => continue,
                },
            };
            if level.as_ref() == Some(&place) {
                return Some(format!("{option} {output}: this is the level itself"));
            }
            if let Some((other, _)) = taken.iter().find(|(_, other)| *other == place) {
                return Some(format!("{other} and {option} name the same file: {output}"));
            }
            taken.push((option, place));
        }
        None
    }
}

/// What tells files apart, whatever they are called.
#[derive(PartialEq, Eq)]
enum Place {
    Stdout,
    /// One that is there: its device and its number on it.
    #[cfg(unix)]
    Node(u64, u64),
    /// One that is not there yet, or whose system has no such numbers.
    Path(PathBuf),
}

impl Place {
    fn of_stdout() -> Self {
        #[cfg(unix)]
        if let Ok(metadata) = std::fs::metadata("/dev/stdout") {
            return node(&metadata);
        }
        Self::Stdout
    }
}

#[cfg(unix)]
fn node(metadata: &std::fs::Metadata) -> Place {
    use std::os::unix::fs::MetadataExt as _;
    Place::Node(metadata.dev(), metadata.ino())
}

/// Returns where `path` leads, or `None` when that cannot be told.
fn place_of(path: &Path) -> Option<Place> {
    #[cfg(unix)]
    if let Ok(metadata) = std::fs::metadata(path) {
        return Some(node(&metadata));
    }
    let target = link_target(path);
    if let Ok(path) = target.canonicalize() {
        return Some(Place::Path(path));
    }
    let folder = target.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
    Some(Place::Path(folder.join(target.file_name()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(level: &Path, png: &Path, gif: &Path) -> Option<String> {
        let (png, gif) = (Output::File(png.to_owned()), Output::File(gif.to_owned()));
        let named = [("--png", Some(&png)), ("--dot", None), ("--gif", Some(&gif))];
        let level = Source::File(level.to_owned());
        Outputs { level: &level, named: &named, prints: false, binary: true }.problem()
    }

    #[test]
    fn one_file_is_known_under_all_its_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["level", "a", "b"] {
            std::fs::write(path(name), "").unwrap();
        }
        std::fs::create_dir(path("sub")).unwrap();
        let check = |one: &str, other: &str| problem(&path("level"), &path(one), &path(other));
        assert_eq!(check("a", "b"), None);
        assert_eq!(check("new", "newer"), None);
        for (one, other) in [("a", "a"), ("a", "./sub/../a"), ("new", "sub/../new")] {
            let found = check(one, other).expect(other);
            assert!(found.starts_with("--png and --gif name the same file: "), "{found}");
        }
        assert!(check("a", "sub/../level").unwrap().ends_with("this is the level itself"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            std::fs::hard_link(path("a"), path("hard")).unwrap();
            symlink("a", path("soft")).unwrap();
            symlink("sub/../new", path("dangling")).unwrap();
            symlink("level", path("to-level")).unwrap();
            for (one, other) in [("a", "hard"), ("soft", "hard"), ("new", "dangling")] {
                assert!(check(one, other).is_some(), "{one} and {other}");
            }
            assert!(check("to-level", "b").is_some());
        }
    }

    #[test]
    fn standard_output_is_taken_once() {
        let (level, dash) = (Source::Stdin, Output::Stdout);
        let problem = |named: &[(&'static str, Option<&Output>)], prints| {
            Outputs { level: &level, named, prints, binary: false }.problem()
        };
        assert_eq!(problem(&[("--png", Some(&dash))], false), None);
        let twice = problem(&[("--png", Some(&dash)), ("--gif", Some(&dash))], false);
        assert_eq!(twice.unwrap(), "--png and --gif name the same file: -");
        let taken = problem(&[("--png", Some(&dash))], true).unwrap();
        assert_eq!(taken, "--png -: standard output has the rest already");
    }
}
