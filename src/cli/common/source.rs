//! Where a level comes from: a file, `builtin:NAME`, `-` for standard input, or the
//! argument itself. What is read may be any of the texts that a level can be.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::goal::Goal;
use super::report::error_json;
use super::say::{say, shown, shown_path};
use crate::proofs;
use crate::puzzle::builtin::{self, Builtin};
use crate::puzzle::{
    AnyTextError, Collection, CollectionError, Draft, GapPlace, LevelError, Loaded,
    MAX_COLLECTION_BYTES, Puzzle, TextKind, collection_name, find_share_code, load_with, open_file,
    parse_any_with, parse_collection, read_text, read_text_up_to, write_level,
};

/// What stands where the command line takes a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Source {
    /// A level file.
    File(PathBuf),
    /// The name of a level that comes with the program.
    Builtin(String),
    /// A share code, or the text of a position.
    Text(String),
    /// What comes through a pipe. It can be read once.
    Stdin,
}

/// Why there is no level to work with.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum SourceError {
    /// No such level comes with the program.
    #[error("there is no such level; `mondrian levels` lists them")]
    NoBuiltin,
    /// It cannot be read, or is no level.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// `--goal` is there, and nothing goes by it.
    #[error("--goal has no effect: it is for numbered puzzles that are written without a goal")]
    UnusedGoal,
    /// It is a collection that cannot be read.
    #[error(transparent)]
    Collection(#[from] CollectionError),
}

impl From<AnyTextError> for SourceError {
    fn from(error: AnyTextError) -> Self {
        Self::Level(error.into())
    }
}

impl SourceError {
    /// Returns line and column of what is wrong, where it has a place.
    pub(in crate::cli) const fn place(&self) -> Option<(usize, usize)> {
        match self {
            Self::Level(error) => error.place(),
            Self::Collection(error) => Some((error.line, error.column)),
            Self::NoBuiltin | Self::UnusedGoal => None,
        }
    }
}

impl From<OsString> for Source {
    fn from(text: OsString) -> Self {
        let Some(word) = text.to_str() else { return Self::File(text.into()) };
        if let Some(name) = word.strip_prefix("builtin:") {
            Self::Builtin(name.to_owned())
        } else if word == "-" {
            Self::Stdin
        } else if is_text(word) {
            Self::Text(word.to_owned())
        } else {
            Self::File(text.into())
        }
    }
}

/// Returns a level that comes with the program.
pub(in crate::cli) fn builtin_draft(name: &str) -> Result<Draft, SourceError> {
    builtin::find(name).map(Builtin::draft).ok_or(SourceError::NoBuiltin)
}

/// Says whether an argument is the level itself: a share code, several lines, a list of
/// numbers, or one with its size before it (`3x3:8,6,…`). The name of a file that is there is a
/// file, and so is what could be one.
fn is_text(word: &str) -> bool {
    let begins_with_code = find_share_code(word).is_some_and(|at| {
        !word[..at].contains(|c: char| c.is_alphanumeric() || "./\\".contains(c))
    });
    // A link to a page that plays the level.
    let is_link = find_share_code(word).is_some_and(|at| {
        let before = &word[..at];
        before.contains("://") && before.ends_with('#') && !before.contains(char::is_whitespace)
    });
    if begins_with_code || is_link {
        return true;
    }
    if word.contains('\n') {
        return !Path::new(word).exists();
    }
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == 'x');
    let has_size = word.starts_with(|c: char| c.is_ascii_digit()) && rest.len() + 2 < word.len();
    let numbers = if has_size { rest } else { word };
    let is_list = numbers.contains([' ', ',', ';', '[', '(', '/'])
        && numbers.chars().any(|c| c.is_ascii_digit())
        && !numbers.contains(char::is_alphabetic);
    is_list && !word.starts_with('/') && !Path::new(word).exists()
        || word.starts_with('(') && TextKind::of(word) == TextKind::Level
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => f.write_str(&shown_path(path)),
            Self::Builtin(name) => write!(f, "builtin:{}", shown(name)),
            // Hundreds of letters would say nothing.
            Self::Text(text) => f.write_str(match TextKind::of(text) {
                TextKind::Code => "share code",
                TextKind::Level | TextKind::Position => "argument",
            }),
            Self::Stdin => f.write_str("-"),
        }
    }
}

impl Source {
    /// Returns what programs know the source by: as it is displayed, but every character as it is.
    pub(in crate::cli) fn name(&self) -> String {
        match self {
            Self::File(path) => path.to_string_lossy().into_owned(),
            Self::Builtin(name) => format!("builtin:{name}"),
            Self::Text(_) | Self::Stdin => self.to_string(),
        }
    }

    /// Reads the level, which may have issues. Its best solution is proved where this program
    /// has proved it. Which goal goes without saying is said.
    ///
    /// # Errors
    /// It does not name the source: [`Source::blame`] does.
    pub(in crate::cli) fn read(&self, goal: &Goal) -> Result<Loaded, SourceError> {
        let mut loaded = match self {
            Self::File(path) => load_with(path, goal.gap())?,
            Self::Builtin(name) => Loaded::made(builtin_draft(name)?),
            Self::Text(text) => parse_any_with(text, None, goal.gap())?,
            Self::Stdin => {
                let text = read_text(io::stdin().lock()).map_err(AnyTextError::from)?;
                parse_any_with(&text, None, goal.gap())?
            }
        };
        self.check_goal(goal, loaded.implied_goal)?;
        proofs::confirm(&mut loaded.draft);
        Ok(loaded)
    }

    /// Says which goal goes without saying, unless the command line does.
    ///
    /// # Errors
    /// The command line does, and there is none that it could be.
    pub(in crate::cli) fn check_goal(
        &self,
        goal: &Goal,
        implied: Option<GapPlace>,
    ) -> Result<(), SourceError> {
        if let Some(note) = goal.note(implied)? {
            say(self.blame(format_args!("note: {note}")));
        }
        Ok(())
    }

    /// Reads all levels that are there: those of a collection, or the one level.
    ///
    /// # Errors
    /// It does not name the source: [`Source::blame`] does.
    pub(in crate::cli) fn read_collection(&self, goal: &Goal) -> Result<Collection, SourceError> {
        let read = |from: Box<dyn Read>| read_text_up_to(from, MAX_COLLECTION_BYTES);
        let text = match self {
            Self::File(path) => open_file(path).and_then(|file| read(Box::new(file))),
            Self::Builtin(name) => Ok(write_level(&builtin_draft(name)?)),
            Self::Text(text) => Ok(text.clone()),
            Self::Stdin => read(Box::new(io::stdin())),
        };
        let text = text.map_err(AnyTextError::from)?;
        let collection = parse_collection(&text, &self.stem(), goal.gap())?;
        self.check_goal(goal, collection.implied_goal)?;
        Ok(collection)
    }

    /// Returns what the levels in it are called when they have no title of their own.
    pub(in crate::cli) fn stem(&self) -> String {
        match self {
            Self::File(path) => collection_name(path),
            Self::Builtin(name) => collection_name(Path::new(name)),
            Self::Text(_) | Self::Stdin => "levels".into(),
        }
    }

    /// Reads the level and validates it. Says what was dropped while reading. `None` if it is no
    /// puzzle: what is wrong is said in a sentence, or as an object in `json`.
    ///
    /// # Errors
    /// Nothing can be written there.
    pub(in crate::cli) fn read_puzzle(
        &self,
        goal: &Goal,
        json: Option<&mut dyn Write>,
    ) -> io::Result<Option<(Loaded, Puzzle)>> {
        let puzzle = |loaded: Loaded| Ok((Puzzle::try_from(&loaded.draft)?, loaded));
        match (self.read(goal).and_then(puzzle), json) {
            (Ok((puzzle, loaded)), _) => {
                for warning in &loaded.warnings {
                    say(self.blame(format_args!("warning: {warning}")));
                }
                return Ok(Some((loaded, puzzle)));
            }
            (Err(error), Some(mut json)) => {
                error_json(&mut json, &self.name(), &error.to_string(), error.place())?;
            }
            (Err(error), None) => say(self.blame(error)),
        }
        Ok(None)
    }

    /// Returns `message` with the source named on every line.
    pub(in crate::cli) fn blame(&self, message: impl fmt::Display) -> String {
        let message = message.to_string();
        message.lines().map(|line| format!("{self}: {line}")).collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_a_file_or_a_builtin_level() {
        let source = |text: &str| Source::from(OsString::from(text));
        assert_eq!(source("builtin:a/b"), Source::Builtin("a/b".into()));
        assert_eq!(source("./builtin:a"), Source::File("./builtin:a".into()));
        assert_eq!(source("-"), Source::Stdin);
        assert_eq!(source("mondrian1:x"), Source::Text("mondrian1:x".into()));
        let link = "https://a.example/player.html#mondrian1:x";
        assert_eq!(source(link), Source::Text(link.into()));
        for text in ["`MONDRIAN1:x`.", "[[1,2],[3,0]]", "1 2 3 0", "(B.\n..\n\n..\n(B", "B.\n\n.B"]
        {
            assert_eq!(source(text), Source::Text(text.into()));
        }
        for path in ["/no/such/file", "(1).mondrian.ron", "level 2.txt", "Cargo.toml", "8"] {
            assert_eq!(source(path), Source::File(path.into()));
        }
        assert_eq!(source("3x3:8,6,7,2,5,4,3,0,1"), Source::Text("3x3:8,6,7,2,5,4,3,0,1".into()));
        assert_eq!(source("2x2 1 2 3 0"), Source::Text("2x2 1 2 3 0".into()));
        for path in ["3x3:a,b", "3x3", "3x3.txt"] {
            assert_eq!(source(path), Source::File(path.into()));
        }
        assert_eq!(source("mondrian1%3Ax"), Source::Text("mondrian1%3Ax".into()));
        let odd = Source::File("a\nb\u{1b}.txt".into());
        assert_eq!(
            (odd.to_string(), odd.name()),
            ("a\\nb\\u{1b}.txt".into(), "a\nb\u{1b}.txt".into())
        );
        assert_eq!(source("./mondrian1:x"), Source::File("./mondrian1:x".into()));
        assert_eq!(source("builtin:a/b").to_string(), "builtin:a/b");
        assert_eq!(source("x").blame("one\ntwo"), "x: one\nx: two");
        assert!(matches!(builtin_draft("none"), Err(SourceError::NoBuiltin)));
    }
}
