//! The one reader for all that names a level: a level file, a share code or the text of a
//! position, recognised by its content, whatever the file is called.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::{
    GapPlace, Loaded, MAX_FILE_BYTES, ReadError, ShareError, TextError, find_share_code,
    parse_level, parse_share_code, parse_text_with,
};
use crate::puzzle::rules::{Palette, Square};

/// Why a text is not a level, by what it looks like.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnyTextError {
    /// It looks like a level file, or cannot be read at all.
    #[error(transparent)]
    Level(#[from] ReadError),
    /// It looks like a share code.
    #[error(transparent)]
    Code(#[from] ShareError),
    /// It is a collection of levels.
    #[error("this is {}; `mondrian import FILE FOLDER` makes level files of it", .0.words())]
    Collection(super::Format),
    /// It is HTML, or XML of some other kind; its first element is named.
    #[error(
        "this is markup, <{0}>, and no level of GNOME Atomix: write the cells without tags, \
             such as `1 2 3`, a row a line"
    )]
    Markup(String),
    /// It looks like neither, and is not the text of a position.
    #[error("neither a level file nor a share code, and no text of a position: {0}")]
    Text(#[from] TextError),
}

impl AnyTextError {
    /// Returns line and column of what is wrong, both from 1, where it has a place.
    pub const fn place(&self) -> Option<(usize, usize)> {
        match self {
            Self::Level(ReadError::Syntax { line, column, .. })
            | Self::Text(TextError { line, column, .. }) => Some((*line, *column)),
            Self::Level(ReadError::NotUtf8 { line }) => Some((*line, 1)),
            Self::Collection(_) | Self::Markup(_) | Self::Level(_) | Self::Code(_) => None,
        }
    }

    /// Says whether the text is a collection.
    pub const fn is_collection(&self) -> bool {
        matches!(self, Self::Collection(_))
    }

    /// Returns what is to be said of a text that is no level because of `self`: that it holds
    /// many, where it does, or is markup.
    fn or_collection(self, text: &str) -> Self {
        match (super::Format::of(text), root_element(text)) {
            (super::Format::Level, Some(name)) if matches!(self, Self::Text(_)) => {
                Self::Markup(name.chars().take(20).collect())
            }
            (super::Format::Level, _) => self,
            (format, _) => Self::Collection(format),
        }
    }
}

/// What a text looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// A level file.
    Level,
    /// A share code.
    Code,
    /// The text of a position.
    Position,
}

impl TextKind {
    /// Returns what `text` looks like.
    pub fn of(text: &str) -> Self {
        if is_level_file(text) {
            Self::Level
        } else if find_share_code(text).is_some() {
            Self::Code
        } else {
            Self::Position
        }
    }
}

/// Says whether `text` begins as a level file does: a bracket and a field, with comments
/// and attributes before them. A position may begin with a bracket or a stroke too.
fn is_level_file(text: &str) -> bool {
    let rest = behind_comments(text.trim_start_matches('\u{feff}'));
    // A bracket alone is what is left of one.
    let Some(rest) = rest.strip_prefix('(') else { return false };
    let rest = behind_comments(rest);
    let name = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
    // A share code in brackets looks like a field.
    let is_code = find_share_code(rest) == Some(0);
    let has_field = name > 0 && !is_code && behind_comments(&rest[name..]).starts_with(':');
    has_field || rest.is_empty() || rest.trim_end() == ")"
}

/// Returns the name of the first element of a text that is XML or HTML.
pub(super) fn root_element(text: &str) -> Option<&str> {
    let mut text = text.trim_start_matches('\u{feff}').trim_start();
    let name = loop {
        let ends = [("<?", "?>"), ("<!--", "-->"), ("<!", ">")];
        let Some((_, end)) = ends.into_iter().find(|(begin, _)| text.starts_with(begin)) else {
            break text.strip_prefix('<')?;
        };
        text = text[text.find(end)? + end.len()..].trim_start();
    };
    let end = name.find(|c: char| !(c.is_alphanumeric() || "-_:.".contains(c)))?;
    let is_tag = name[end..].starts_with(|c: char| c.is_whitespace() || "/>".contains(c));
    let is_name = name.starts_with(char::is_alphabetic);
    (is_name && is_tag && name.contains('>')).then(|| &name[..end])
}

/// Returns what follows white space, comments and attributes.
fn behind_comments(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        let end = if text.starts_with("//") || text.starts_with("#![") {
            text.find('\n')
        } else if text.starts_with("/*") {
            text.find("*/").map(|at| at + 2)
        } else {
            None
        };
        match end {
            Some(end) => text = &text[end..],
            None => return text,
        }
    }
}

/// Reads a level from `text`. The letters of a position are those of `palette`, and get
/// default colours where it lacks them.
///
/// # Errors
/// Says what is wrong with the text, taken for what it looks like.
pub fn parse_any(text: &str, palette: Option<&Palette>) -> Result<Loaded, AnyTextError> {
    parse_any_with(text, palette, GapPlace::default())
}

/// As [`parse_any`]; a numbered puzzle without a goal gets the one with the gap at `gap`.
///
/// # Errors
/// As [`parse_any`].
pub fn parse_any_with(
    text: &str,
    palette: Option<&Palette>,
    gap: GapPlace,
) -> Result<Loaded, AnyTextError> {
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        let message = "there is nothing to read".into();
        return Err(ReadError::Syntax { line: 1, column: 1, message }.into());
    }
    // With a bracket and a colon among its letters a position may look like anything.
    let is_strange = |palette: &Palette| ['(', ':'].iter().all(|&c| palette.find(c).is_some());
    if palette.is_some_and(is_strange)
        && let Ok(loaded) = parse_text_with(text, palette, gap)
    {
        return Ok(loaded);
    }
    let read = match TextKind::of(text) {
        TextKind::Level => parse_level(text).map_err(AnyTextError::from),
        TextKind::Code => parse_share_code(text).map_err(AnyTextError::from),
        TextKind::Position => parse_text_with(text, palette, gap).map_err(AnyTextError::from),
    };
    match read {
        // One board alone: several lines of numbers may be several puzzles.
        Ok(loaded) if loaded.kind == TextKind::Position && asks_for_nothing(&loaded) => {
            if_no_collection(loaded, text)
        }
        Ok(loaded) => Ok(loaded),
        Err(error) => Err(error.or_collection(text)),
    }
}

fn asks_for_nothing(loaded: &Loaded) -> bool {
    let goal = &loaded.draft.goal;
    goal.size().cells().all(|cell| !matches!(goal[cell], Square::Tile(_)))
}

fn if_no_collection(loaded: Loaded, text: &str) -> Result<Loaded, AnyTextError> {
    match super::Format::of(text) {
        super::Format::Level => Ok(loaded),
        format => Err(AnyTextError::Collection(format)),
    }
}

/// Reads the level in the file at `path`, whatever it is called.
///
/// # Errors
/// See [`parse_any`]; the file is named by whoever reports it.
pub fn load(path: &Path) -> Result<Loaded, AnyTextError> {
    load_with(path, GapPlace::default())
}

/// As [`load`]; see [`parse_any_with`].
///
/// # Errors
/// As [`load`].
pub fn load_with(path: &Path, gap: GapPlace) -> Result<Loaded, AnyTextError> {
    let file = open_file(path)?;
    let bytes = file.metadata().map_err(ReadError::Io)?.len();
    if bytes > MAX_FILE_BYTES {
        return Err(ReadError::TooLarge { bytes }.into());
    }
    // A pipe has no length beforehand.
    parse_any_with(&read_text(file)?, None, gap)
}

/// Opens what can be read: no folder.
///
/// # Errors
/// It cannot be opened, or is a folder.
pub fn open_file(path: &Path) -> Result<File, ReadError> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
    }
    Ok(file)
}

/// Reads a text to its end, as far as a level goes.
///
/// # Errors
/// Says that it cannot be read, is too long, or is no text.
pub fn read_text(source: impl Read) -> Result<String, ReadError> {
    read_text_up_to(source, MAX_FILE_BYTES)
}

/// As [`read_text`], with `most` bytes at most.
///
/// # Errors
/// As [`read_text`].
pub fn read_text_up_to(source: impl Read, most: u64) -> Result<String, ReadError> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(ReadError::TooLarge { bytes: bytes.len() as u64 });
    }
    utf8(bytes)
}

/// Returns `bytes` as a text. What Windows calls Unicode, UTF-16 with its mark, is one.
fn utf8(bytes: Vec<u8>) -> Result<String, ReadError> {
    let wide = |pair: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks_exact(2).map(|two| pair([two[0], two[1]]));
        char::decode_utf16(units).collect::<Result<String, _>>()
    };
    let decoded = match bytes.get(..2) {
        Some([0xff, 0xfe]) if bytes.len().is_multiple_of(2) => wide(u16::from_le_bytes).ok(),
        Some([0xfe, 0xff]) if bytes.len().is_multiple_of(2) => wide(u16::from_be_bytes).ok(),
        _ => None,
    };
    if let Some(text) = decoded {
        return Ok(text);
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        ReadError::NotUtf8 { line: before.iter().filter(|&&b| b == b'\n').count() + 1 }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{builtin, plain_text, share_code, write_text};

    #[test]
    fn each_kind_is_recognised() {
        let level = builtin::find("exchange").unwrap();
        let draft = level.draft();
        let read = crate::puzzle::parse_level(level.text).unwrap().draft;
        for text in [level.text.to_owned(), format!("// mine\n{}", level.text), share_code(&draft)]
        {
            assert_eq!(parse_any(&text, None).unwrap().draft, read);
        }
        let position = parse_any(&write_text(&draft), None).unwrap().draft;
        assert_eq!((position.start, position.goal), (draft.start, draft.goal));
    }

    #[test]
    fn a_code_in_brackets_is_a_code() {
        let code = share_code(&builtin::find("exchange").unwrap().draft());
        for text in [format!("({code})"), format!("( {code} )."), format!("[{code}]")] {
            assert_eq!(parse_any(&text, None).unwrap().kind, TextKind::Code, "{text}");
        }
    }

    #[test]
    fn errors_are_those_of_the_kind() {
        let error = |text| parse_any(text, None).unwrap_err().to_string();
        assert!(error("(version: 1").starts_with("line 1"));
        assert!(error("mondrian1:A").starts_with("the share code"));
        assert!(error("hello").starts_with("neither a level file"));
        assert!(error("(B.\n...\n\n...").starts_with("neither a level file"));
        assert!(error("(verion: 1)").starts_with("line 1"));
        assert!(error("(").starts_with("line 1"));
        assert!(error(" \n").contains("nothing to read"));
        for text in [
            "<table><tr><td>8</td><td>0</td></tr></table>",
            "<!-- mine -->\n<!DOCTYPE html>\n<html><body>8 6 7</body></html>",
            "<svg/>",
        ] {
            assert!(error(text).starts_with("this is markup, <"), "{}", error(text));
        }
    }

    #[test]
    fn a_position_may_begin_as_a_level_file_does() {
        for text in ["(B.\n...\n\n...\n.(B", "/B.\n...\n\n...\n./B", "#B\n.#\n\n#.\nB#"] {
            assert_eq!(parse_any(text, None).unwrap().kind, TextKind::Position, "{text}");
        }
    }

    #[test]
    fn files_are_told_by_what_they_hold() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("any.mondrian.ron");
        let draft = builtin::find("exchange").unwrap().draft();
        let wide: Vec<u8> = [0xff, 0xfe]
            .into_iter()
            .chain(plain_text(&draft).encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        for bytes in [share_code(&draft).into_bytes(), plain_text(&draft).into_bytes(), wide] {
            std::fs::write(&path, bytes).unwrap();
            let loaded = load(&path).unwrap();
            assert_eq!(loaded.draft.validate().ok(), draft.validate().ok());
            assert_ne!(loaded.kind, TextKind::Level);
        }
        std::fs::write(&path, [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a]).unwrap();
        assert!(load(&path).unwrap_err().to_string().contains("not a text in UTF-8"));
    }
}
