//! A level from a text that may be a level file, a share code or the text of a
//! position: what comes from the clipboard or through a pipe.

use super::{
    Loaded, Palette, ReadError, ShareError, TextError, is_share_code, parse_level,
    parse_share_code, parse_text,
};

/// Why a text is not a level, by what it looks like.
#[derive(Debug, thiserror::Error)]
pub enum AnyTextError {
    /// It looks like a level file.
    #[error(transparent)]
    Level(#[from] ReadError),
    /// It looks like a share code.
    #[error(transparent)]
    Code(#[from] ShareError),
    /// It looks like neither, and is not the text of a position.
    #[error("neither a level file nor a share code, and no text of a position: {0}")]
    Text(#[from] TextError),
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
    /// Returns what `text` looks like, by its first characters.
    pub fn of(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if is_share_code(text) {
            Self::Code
        } else if text.starts_with(['(', '/']) || text.starts_with("#!") {
            // The bracket of the level, or a comment or an attribute before it.
            Self::Level
        } else {
            Self::Position
        }
    }
}

/// Reads a level from `text`. The letters of a position are those of `palette`, or
/// get the default colours without one.
///
/// # Errors
/// Says what is wrong with the text, taken for what it looks like.
pub fn parse_any(text: &str, palette: Option<&Palette>) -> Result<Loaded, AnyTextError> {
    match TextKind::of(text) {
        TextKind::Level => Ok(parse_level(text)?),
        TextKind::Code => Ok(parse_share_code(text)?),
        TextKind::Position => {
            let text = text.trim_start_matches('\u{feff}');
            Ok(Loaded { draft: parse_text(text, palette)?, warnings: Vec::new() })
        }
    }
}

/// Returns `bytes` as a text.
///
/// # Errors
/// Names the line where it is none.
pub fn utf8(bytes: Vec<u8>) -> Result<String, ReadError> {
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        ReadError::NotUtf8 { line: before.iter().filter(|&&b| b == b'\n').count() + 1 }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{builtin, share_code, write_text};

    #[test]
    fn each_kind_is_recognised() {
        let level = builtin::find("exchange").unwrap();
        let draft = level.draft();
        for text in [level.text.to_owned(), format!("// mine\n{}", level.text), share_code(&draft)]
        {
            assert_eq!(parse_any(&text, None).unwrap().draft, draft);
        }
        let position = parse_any(&write_text(&draft), None).unwrap().draft;
        assert_eq!((position.start, position.goal), (draft.start, draft.goal));
    }

    #[test]
    fn errors_are_those_of_the_kind() {
        let error = |text| parse_any(text, None).unwrap_err().to_string();
        assert!(error("(version: 1").starts_with("line 1"));
        assert!(error("mondrian1:A").starts_with("the share code"));
        assert!(error("hello").starts_with("neither a level file"));
    }
}
