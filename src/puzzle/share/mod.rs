//! Share codes: a whole level, its best solution included, in one line of letters
//! that goes through a chat or a mail. Format: README, "Share codes". For the
//! clipboard of the designer, `mondrian share`, and wherever a level is read.
//!
//! ```text
//!   mondrian1:AmJveC4uLg…
//!   |       | `- base64url without padding:  packed level, CRC-32 of it (4 bytes)
//!   |       `- version
//!   `- name
//! ```

mod bits;
mod packed;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::{Draft, Issue, Loaded, ReplayError};

/// What a code begins with, before the number of its version.
const NAME: &str = "mondrian";
/// The version that is written and read.
const VERSION: u32 = 1;
/// Bytes of the checksum.
const CHECKSUM_BYTES: usize = 4;

/// Why a text is not the code of a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShareError {
    /// It does not begin as a code does.
    #[error("not a share code: it does not begin with `{NAME}{VERSION}:`")]
    NotACode,
    /// It is of another version.
    #[error("version {found} of share codes is not known, only version {VERSION}")]
    Version {
        /// The version of the code.
        found: String,
    },
    /// A character stands in it that no code has.
    #[error("character {place} of the share code, {found:?}, does not belong there")]
    Character {
        /// Its place in the code, white space not counted, from 1.
        place: usize,
        /// The character.
        found: char,
    },
    /// A part is missing, or a character is another one.
    #[error("the share code has been cut off or changed: its checksum is wrong")]
    Checksum,
    /// The checksum is right and yet it is no level.
    #[error("the share code holds no level: {0}")]
    Content(String),
    /// It claims a solution, and its level cannot be played.
    #[error("the share code has a solution to a level that cannot be played: {}", .0.first().map_or_else(String::new, Issue::to_string))]
    Unplayable(Vec<Issue>),
    /// Its solution is none.
    #[error("the solution in the share code does not solve its level: {0}")]
    Solution(#[from] ReplayError),
}

/// Says whether `text` begins as a share code does, of whatever version.
pub fn is_share_code(text: &str) -> bool {
    version_and_rest(text).is_some()
}

fn version_and_rest(text: &str) -> Option<(&str, &str)> {
    let (version, rest) = text.trim_start().strip_prefix(NAME)?.split_once(':')?;
    let is_number = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some((version, rest))
}

/// Returns the share code of `draft`. A best solution that does not solve it is left
/// out.
pub fn share_code(draft: &Draft) -> String {
    let mut draft = draft.clone();
    if verify_best(&draft).is_err() {
        draft.best = None;
    }
    let mut bytes = packed::pack(&draft);
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_be_bytes());
    format!("{NAME}{VERSION}:{}", URL_SAFE_NO_PAD.encode(bytes))
}

/// Reads a share code. White space in it is skipped: mails break long lines. Its
/// solution is replayed through the rules.
///
/// # Errors
/// Says what is wrong with the code. The level itself may have issues, as that of a
/// file may: ask [`Draft::validate`].
pub fn parse_share_code(text: &str) -> Result<Loaded, ShareError> {
    let (version, rest) = version_and_rest(text).ok_or(ShareError::NotACode)?;
    if version.parse() != Ok(VERSION) {
        return Err(ShareError::Version { found: version.to_owned() });
    }
    let letters: String = rest.chars().filter(|c| !c.is_whitespace()).collect();
    let belongs = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if let Some((index, found)) = letters.chars().enumerate().find(|&(_, c)| !belongs(c)) {
        let place = NAME.len() + version.len() + 1 + index + 1;
        return Err(ShareError::Character { place, found });
    }
    // A code of a length that bytes cannot have lacks its end.
    let bytes = URL_SAFE_NO_PAD.decode(letters).map_err(|_| ShareError::Checksum)?;
    let (packed, checksum) =
        bytes.split_last_chunk::<CHECKSUM_BYTES>().ok_or(ShareError::Checksum)?;
    if crc32fast::hash(packed) != u32::from_be_bytes(*checksum) {
        return Err(ShareError::Checksum);
    }
    let draft = packed::unpack(packed)?;
    verify_best(&draft)?;
    Ok(Loaded { draft, warnings: Vec::new() })
}

/// Replays the best solution, if there is one.
fn verify_best(draft: &Draft) -> Result<(), ShareError> {
    if let Some(best) = &draft.best {
        let puzzle = draft.validate().map_err(ShareError::Unplayable)?;
        puzzle.verify(best.moves.clone())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Best, builtin, parse_moves, parse_text};

    fn code_of(bytes: &[u8]) -> String {
        let mut bytes = bytes.to_vec();
        bytes.extend(crc32fast::hash(&bytes).to_be_bytes());
        format!("mondrian1:{}", URL_SAFE_NO_PAD.encode(bytes))
    }

    #[test]
    fn every_built_in_level_comes_back_with_its_solution() {
        for level in builtin::levels() {
            let draft = level.draft();
            let code = share_code(&draft);
            assert!(code.len() < 700 && !code.contains(char::is_whitespace), "{code}");
            assert_eq!(parse_share_code(&code).unwrap().draft, draft, "{}", level.name);
        }
    }

    #[test]
    fn the_smallest_code_is_as_the_specification_says() {
        // 1 × 1, no colours, no texts: 0 0 0 | 0 | 00000 00000 0 | 0 | 0 0 | 0 | 0 | 0.
        let mut draft = parse_text(".\n\n.", None).unwrap();
        draft.palette = super::super::Palette::default();
        let packed = packed::pack(&draft);
        assert_eq!(packed, [0; 8]);
        assert_eq!(share_code(&draft), code_of(&packed));
    }

    #[test]
    fn every_change_of_a_letter_is_noticed() {
        let code = share_code(&builtin::find("exchange").unwrap().draft());
        for at in "mondrian1:".len()..code.len() {
            let mut changed = code.clone().into_bytes();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(parse_share_code(&changed), Err(ShareError::Checksum), "letter {at}");
            assert_eq!(parse_share_code(&code[..at]), Err(ShareError::Checksum), "cut at {at}");
        }
        assert_eq!(parse_share_code(&(code.clone() + "A")), Err(ShareError::Checksum));
        let wrapped = format!("\n {} \r\n {}\n", &code[..20], &code[20..]);
        assert!(parse_share_code(&wrapped).is_ok());
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let error = |text: &str| parse_share_code(text).unwrap_err().to_string();
        assert!(error("").contains("does not begin with `mondrian1:`"));
        assert!(error("mondrian:AAAA").contains("does not begin"));
        assert!(error("mondrian12:AAAA").starts_with("version 12 of share codes"));
        assert_eq!(
            error("mondrian1:AB!D"),
            "character 13 of the share code, '!', does not belong there"
        );
        assert!(error(&code_of(&[])).starts_with("the share code holds no level: it ends"));
        assert!(error(&code_of(&[0; 9])).contains("more follows"));
    }

    #[test]
    fn a_solution_that_is_none_is_refused() {
        let mut draft = parse_text("B..\n...\n\n...\n..B", None).unwrap();
        let best = |moves: &str| Some(Best { moves: parse_moves(moves).unwrap(), proved: true });
        draft.best = best("a1D a2R");
        assert_eq!(parse_share_code(&share_code(&draft)).unwrap().draft, draft);
        for (moves, message) in
            [("a1D", "the goal is not reached at the end"), ("a1L", "move 1, a1L, moves nothing")]
        {
            draft.best = best(moves);
            let error = parse_share_code(&code_of(&packed::pack(&draft))).unwrap_err();
            assert!(error.to_string().ends_with(message), "{error}");
            let code = share_code(&draft);
            assert_eq!(parse_share_code(&code).unwrap().draft.best, None, "never written");
        }
    }
}
