//! Where a level comes from: a file, `builtin:NAME`, a share code, or `-` for
//! standard input, where it may be any of the texts that a level can be.

use std::ffi::OsString;
use std::fmt;
use std::io::Read as _;
use std::path::PathBuf;

use super::say::say;
use crate::puzzle::{
    AnyTextError, Issue, Loaded, MAX_FILE_BYTES, Puzzle, ReadError, ShareError, builtin,
    is_share_code, load, parse_any, parse_share_code, utf8,
};

/// What stands where the command line takes a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A level file.
    File(PathBuf),
    /// The name of a level that comes with the program.
    Builtin(String),
    /// A share code.
    Code(String),
    /// What comes through a pipe. It can be read once.
    Stdin,
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
    /// The share code is none.
    #[error(transparent)]
    Code(#[from] ShareError),
    /// What comes through the pipe is no level.
    #[error(transparent)]
    Text(#[from] AnyTextError),
    /// The level has issues.
    #[error("{}", .0.iter().map(Issue::to_string).collect::<Vec<_>>().join("\n"))]
    Invalid(Vec<Issue>),
}

impl From<OsString> for Source {
    fn from(text: OsString) -> Self {
        let Some(word) = text.to_str() else { return Self::File(text.into()) };
        if let Some(name) = word.strip_prefix("builtin:") {
            Self::Builtin(name.to_owned())
        } else if word == "-" {
            Self::Stdin
        } else if is_share_code(word) {
            Self::Code(word.to_owned())
        } else {
            Self::File(text.into())
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Builtin(name) => write!(f, "builtin:{name}"),
            // Hundreds of letters would say nothing.
            Self::Code(_) => f.write_str("share code"),
            Self::Stdin => f.write_str("-"),
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
            Self::Code(code) => Ok(parse_share_code(code)?),
            Self::Stdin => Ok(parse_any(&read_stdin()?, None)?),
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

/// Reads standard input to its end, as far as a level goes.
fn read_stdin() -> Result<String, ReadError> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(ReadError::TooLarge { bytes: bytes.len() as u64 });
    }
    utf8(bytes)
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
        assert_eq!(source("mondrian1:x"), Source::Code("mondrian1:x".into()));
        assert_eq!(source("./mondrian1:x"), Source::File("./mondrian1:x".into()));
        assert_eq!(source("builtin:a/b").to_string(), "builtin:a/b");
        assert_eq!(source("x").blame("one\ntwo"), "x: one\nx: two");
        assert!(matches!(source("builtin:none").read(), Err(SourceError::NoBuiltin)));
    }
}
