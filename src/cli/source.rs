//! Where a level comes from: a file, or `builtin:NAME`.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use super::say::say;
use crate::puzzle::{Issue, Loaded, Puzzle, ReadError, builtin, load};

/// What stands where the command line takes a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A level file.
    File(PathBuf),
    /// The name of a level that comes with the program.
    Builtin(String),
}

/// Why there is no level to work with.
#[derive(Debug, thiserror::Error)]
pub(super) enum SourceError {
    /// No such level comes with the program.
    #[error("there is no such level; `mondrian levels` lists them")]
    NoBuiltin,
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The level has issues.
    #[error("{}", .0.iter().map(Issue::to_string).collect::<Vec<_>>().join("\n"))]
    Invalid(Vec<Issue>),
}

impl From<OsString> for Source {
    fn from(text: OsString) -> Self {
        match text.to_str().and_then(|text| text.strip_prefix("builtin:")) {
            Some(name) => Self::Builtin(name.to_owned()),
            None => Self::File(text.into()),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Builtin(name) => write!(f, "builtin:{name}"),
        }
    }
}

impl Source {
    /// Reads the level, which may have issues.
    ///
    /// # Errors
    /// It does not name the source: [`Source::blame`] does.
    pub(super) fn read(&self) -> Result<Loaded, SourceError> {
        match self {
            Self::File(path) => Ok(load(path)?),
            Self::Builtin(name) => {
                let level = builtin::find(name).ok_or(SourceError::NoBuiltin)?;
                Ok(Loaded { draft: level.draft(), warnings: Vec::new() })
            }
        }
    }

    /// Reads the level and validates it.
    ///
    /// # Errors
    /// It does not name the source: [`Source::blame`] does.
    pub(super) fn read_puzzle(&self) -> Result<(Loaded, Puzzle), SourceError> {
        let loaded = self.read()?;
        let puzzle = loaded.draft.validate().map_err(SourceError::Invalid)?;
        Ok((loaded, puzzle))
    }

    /// Reads the level and validates it. Says what is wrong when it cannot be solved,
    /// and what was dropped while reading.
    pub(super) fn read_puzzle_or_say(&self) -> Option<(Loaded, Puzzle)> {
        match self.read_puzzle() {
            Ok((loaded, puzzle)) => {
                for warning in &loaded.warnings {
                    say(self.blame(format_args!("warning: {warning}")));
                }
                Some((loaded, puzzle))
            }
            Err(error) => {
                say(self.blame(&error));
                None
            }
        }
    }

    /// Returns `message` with the source named on every line.
    pub(super) fn blame(&self, message: impl fmt::Display) -> String {
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
        assert_eq!(source("builtin:a/b").to_string(), "builtin:a/b");
        assert_eq!(source("x").blame("one\ntwo"), "x: one\nx: two");
        assert!(matches!(source("builtin:none").read(), Err(SourceError::NoBuiltin)));
    }
}
