//! Share codes: a whole level, its best solution included, in one line of letters
//! that goes through a chat or a mail. Format: `docs/formats/share-codes.md`. For the
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

pub(super) use self::bits::BitWriter;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use percent_encoding::percent_decode_str;
use rustc_hash::FxHashSet;

use super::{Loaded, TextKind};
use crate::puzzle::rules::{Draft, Issue, ReplayError};

/// What a code begins with, before the number of its version.
const NAME: &str = "mondrian";
/// The version of codes of levels without anything of version 2 of the rules.
const PLAIN_VERSION: u32 = 1;
/// The version of all others. Both are written and read.
const SECOND_VERSION: u32 = 2;
/// Bytes of the checksum.
const CHECKSUM_BYTES: usize = 4;
/// The end of a code is looked for in this many letters, counted anew with every piece.
const MOST_LETTERS: usize = 20_000_000;

/// Why a text is not the code of a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShareError {
    /// It does not begin as a code does.
    #[error("not a share code: it does not begin with `{NAME}{PLAIN_VERSION}:`")]
    NotACode,
    /// It is of another version.
    #[error(
        "version {found} of share codes is not known, only {PLAIN_VERSION} and {SECOND_VERSION}"
    )]
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
    /// All its letters are of one case.
    #[error("the share code has lost its upper or lower case: both are needed, copy it anew")]
    Case,
    /// The checksum is right and yet it is no level.
    #[error("the share code holds no level: {0}")]
    Content(String),
    /// It claims a solution, and its level cannot be played.
    #[error("the share code has a solution to a level that cannot be played: {}", .0.first().map_or_else(String::new, Issue::to_string))]
    Unplayable(Vec<Issue>),
    /// Its solution is none.
    #[error("the solution in the share code does not solve its level: {0}")]
    Solution(#[from] ReplayError),
    /// There are several, and one level is asked for.
    #[error("there are {0} different share codes in the text, and only one level can be read")]
    Several(usize),
    /// There are several, and one of them is wrong.
    #[error("share code {nth} of {of}: {error}")]
    OneOfSeveral {
        /// Which one, from 1.
        nth: usize,
        /// How many there are.
        of: usize,
        /// What is wrong with it.
        error: Box<Self>,
    },
}

/// Returns where a share code begins in `text`, of whatever version, in letters of either
/// case: in words and quotation marks, whoever puts them around it.
pub fn find_share_code(text: &str) -> Option<usize> {
    code_begins(&text.to_ascii_lowercase()).next()
}

/// Returns where codes begin in a text in lower case.
fn code_begins(lower: &str) -> impl Iterator<Item = usize> {
    // The name alone is a word; with its version and a colon it is a code.
    lower.match_indices(NAME).map(|(at, _)| at).filter(|&at| {
        let begins_word = !lower[..at].ends_with(|c: char| c.is_alphanumeric());
        // In a link that is escaped as a whole, `%23` stands before the code.
        let follows_escape = matches!(lower.as_bytes()[..at].last_chunk(),
            Some([b'%', high, low]) if high.is_ascii_hexdigit() && low.is_ascii_hexdigit());
        (begins_word || follows_escape) && Head::of(&lower[at..]).is_some()
    })
}

/// A text that begins with a code, taken apart: `mondrian1:…`, as chat programs make it
/// `mondrian1%3A…`, or with blanks before the colon.
struct Head<'a> {
    version: &'a str,
    /// What follows the colon.
    rest: &'a str,
    /// The colon is percent-encoded, and so may be what follows.
    is_escaped: bool,
}

impl<'a> Head<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let (name, rest) = text.split_at_checked(NAME.len())?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (version, rest) = rest.split_at(digits);
        if !name.eq_ignore_ascii_case(NAME) || digits == 0 {
            return None;
        }
        let rest = rest.trim_start_matches([' ', '\t', '\u{a0}']);
        let escaped = ["%3A", "%3a"].into_iter().find_map(|colon| rest.strip_prefix(colon));
        let rest = escaped.or_else(|| rest.strip_prefix(':'))?;
        Some(Self { version, rest, is_escaped: escaped.is_some() })
    }
}

/// Returns the share code of `draft`. A best solution that does not solve it is left
/// out.
///
/// ```
/// use mondrian_core::puzzle::{Draft, share_code};
/// let draft: Draft = "R..\n...\n\n..R\n...".parse().unwrap();
/// let code = share_code(&draft);
/// assert!(code.starts_with("mondrian1:"));
/// assert_eq!(code.parse::<Draft>().unwrap().validate(), draft.validate());
/// ```
pub fn share_code(draft: &Draft) -> String {
    let mut draft = draft.clone();
    if verify_best(&draft).is_err() {
        draft.best = None;
    }
    let mut bytes = packed::pack(&draft);
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_be_bytes());
    let version = if draft.is_plain() { PLAIN_VERSION } else { SECOND_VERSION };
    format!("{NAME}{version}:{}", URL_SAFE_NO_PAD.encode(bytes))
}

/// Reads the share code in `text`. Lines may break it, words may stand before and after
/// it, quotation marks and brackets around it: its checksum says where it ends. Its
/// solution is replayed through the rules.
///
/// # Errors
/// Says what is wrong with the code, or that there are several different ones. The level itself
/// may have issues, as that of a file may: ask [`Draft::validate`].
pub fn parse_share_code(text: &str) -> Result<Loaded, ShareError> {
    let mut all = parse_share_codes(text)?;
    match all.len() {
        1 => Ok(all.remove(0)),
        several => Err(ShareError::Several(several)),
    }
}

/// Reads all share codes in `text`, one at least; what is there twice is read once. See
/// [`parse_share_code`].
///
/// # Errors
/// Says what is wrong with the first code that cannot be read.
pub fn parse_share_codes(text: &str) -> Result<Vec<Loaded>, ShareError> {
    let lower = text.to_ascii_lowercase();
    let mut begins: Vec<usize> =
        code_begins(&lower).filter(|&at| holds_letters(&lower[at..])).collect();
    if begins.is_empty() {
        begins.extend(code_begins(&lower).next());
    }
    let of = begins.len();
    let (mut known, mut all) = (FxHashSet::default(), Vec::new());
    for (nth, &begin) in begins.iter().enumerate() {
        let end = begins.get(nth + 1).copied().unwrap_or(text.len());
        match parse_one(&text[begin..end]) {
            Ok((loaded, packed)) => {
                if known.insert(packed) {
                    all.push(loaded);
                }
            }
            Err(error) if of == 1 => return Err(error),
            Err(error) => {
                return Err(ShareError::OneOfSeveral { nth: nth + 1, of, error: Box::new(error) });
            }
        }
    }
    if all.is_empty() { Err(ShareError::NotACode) } else { Ok(all) }
}

/// Says whether letters of a code follow its name, at once or in the next line; else the name is part
/// of a sentence.
fn holds_letters(text: &str) -> bool {
    let Some(Head { rest, .. }) = Head::of(text) else { return false };
    let wrapped = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
    let letters = wrapped.bytes().take_while(|&byte| is_of_code(byte.into())).count();
    // No word of a sentence is so long.
    letters > 0 && (wrapped.len() == rest.len() || letters > 20)
}

/// Reads the code that `text` begins with. Returns its bytes too.
fn parse_one(text: &str) -> Result<(Loaded, Vec<u8>), ShareError> {
    let Head { version, rest, is_escaped } = Head::of(text).ok_or(ShareError::NotACode)?;
    let is_plain = match version.parse() {
        Ok(PLAIN_VERSION) => true,
        Ok(SECOND_VERSION) => false,
        _ => return Err(ShareError::Version { found: version.to_owned() }),
    };
    let letters =
        if is_escaped { percent_decode_str(rest).decode_utf8_lossy() } else { rest.into() };
    let packed = packed_bytes(&letters, NAME.len() + version.len() + 1)?;
    let draft = packed::unpack(&packed, is_plain)?;
    verify_best(&draft)?;
    Ok((Loaded::read_from(TextKind::Code, draft), packed))
}

const fn is_of_code(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// Returns the bytes of a code whose checksum is right. `skipped` letters stood before.
fn packed_bytes(rest: &str, skipped: usize) -> Result<Vec<u8>, ShareError> {
    let mut letters = String::new();
    // The first piece is the whole code as a rule; else more lines follow, or words.
    let mut looked_at = 0;
    for piece in rest.split(|c| !is_of_code(c)).filter(|piece| !piece.is_empty()) {
        letters += piece;
        looked_at += letters.len();
        if looked_at > MOST_LETTERS.max(piece.len()) {
            break;
        }
        if let Some(packed) = checked_bytes(&letters) {
            return Ok(packed);
        }
    }
    if let Some((place, found)) = foreign(rest) {
        return Err(ShareError::Character { place: skipped + place, found });
    }
    let has = |wanted: fn(&char) -> bool| letters.chars().any(|c| wanted(&c));
    let one_case = has(char::is_ascii_lowercase) != has(char::is_ascii_uppercase);
    // Of so many letters both cases occur, but for one code in millions.
    Err(if one_case && letters.len() > 24 { ShareError::Case } else { ShareError::Checksum })
}

fn checked_bytes(letters: &str) -> Option<Vec<u8>> {
    // A code of a length that bytes cannot have lacks its end.
    let bytes = URL_SAFE_NO_PAD.decode(letters).ok()?;
    let (packed, checksum) = bytes.split_last_chunk::<CHECKSUM_BYTES>()?;
    (crc32fast::hash(packed) == u32::from_be_bytes(*checksum)).then(|| packed.to_vec())
}

/// Returns the first character within the code that no code has, with its place from 1,
/// white space not counted.
fn foreign(rest: &str) -> Option<(usize, char)> {
    let letters = rest.chars().filter(|c| !c.is_whitespace());
    let last =
        rest.chars().filter(|c| !c.is_whitespace()).enumerate().filter(|&(_, c)| is_of_code(c));
    let last = last.last()?.0;
    let mut inner = letters.enumerate().take(last);
    inner.find(|&(_, c)| !is_of_code(c)).map(|(index, c)| (index + 1, c))
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
            let mut read = parse_share_code(&code).unwrap().draft;
            assert!(!read.best.as_ref().unwrap().proved, "nobody has proved it here");
            read.best.iter_mut().for_each(Best::confirm);
            assert_eq!(read, draft, "{}", level.name);
        }
    }

    #[test]
    fn the_smallest_code_is_as_the_specification_says() {
        // 1 × 1, no colours, no texts: 0 0 0 | 0 | 00000 00000 0 | 0 | 0 0 | 0 | 0 | 0.
        let mut draft = parse_text(".\n\n.", None).unwrap();
        draft.palette = crate::puzzle::rules::Palette::default();
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
    fn a_code_is_found_in_what_people_put_around_it() {
        let draft = builtin::find("exchange").unwrap().draft();
        let code = share_code(&draft);
        let (head, tail) = code.split_at(40);
        let body = &code["mondrian1:".len()..];
        for text in [
            format!("\"{code}\""),
            format!("`{code}`."),
            format!("<{code}>"),
            format!("({code}),"),
            format!("**{code}**"),
            format!("Try this one: {code}. Can you do it in four?"),
            format!("> {head}\n> {tail}\n"),
            format!("{head}\r\n   {tail}\r\n--\r\nBest wishes"),
            format!("MONDRIAN1:{body}"),
            format!("Mondrian1: {body}"),
            format!("mondrian1 : {body}"),
            format!("mondrian1 :{body}"),
            format!("mondrian1%3A{body}"),
            format!("https://a.host/play.html#mondrian1%3a{body}%20"),
            format!("https%3A%2F%2Fa.host%2F%23mondrian1%3A{body}"),
            format!("mondrian1%3A{}%0A{}", &head[10..], tail),
        ] {
            let read = parse_share_code(&text).unwrap().draft;
            assert_eq!(read, parse_share_code(&code).unwrap().draft, "{text}");
        }
        for text in [code.to_lowercase(), code.to_uppercase()] {
            assert_eq!(parse_share_code(&text), Err(ShareError::Case));
        }
    }

    #[test]
    fn of_several_codes_none_is_taken_for_the_only_one() {
        let codes = ["exchange", "four-across"]
            .map(|name| share_code(&builtin::find(name).unwrap().draft()));
        let [one, two] = &codes;
        for text in [format!("{one}\n{two}\n"), format!("First {one}, then https://a.host/#{two}.")]
        {
            assert_eq!(parse_share_code(&text), Err(ShareError::Several(2)), "{text}");
            let read: Vec<_> = parse_share_codes(&text).unwrap();
            let read: Vec<_> = read.iter().map(|loaded| share_code(&loaded.draft)).collect();
            assert_eq!(read.len(), 2);
            for (code, read) in codes.iter().zip(read) {
                assert_eq!(parse_share_code(&read), parse_share_code(code), "in their order");
            }
        }
        // Who quotes a code means the same level.
        for text in [format!("{one}\n> {one}"), format!("{one}\nIt begins with `mondrian1:`.")] {
            assert_eq!(parse_share_code(&text), parse_share_code(one), "{text}");
        }
        let (name, letters) = two.split_once(':').unwrap();
        for text in [format!("{one}\n{name}:\n{letters}"), format!("> {one}\n> {name}: {letters}")]
        {
            assert_eq!(parse_share_code(&text), Err(ShareError::Several(2)), "{text}");
        }
        let text = format!("Codes begin with `mondrian1:`, or mondrian2: with passes. Mine: {one}");
        assert_eq!(parse_share_code(&text), parse_share_code(one));
        let cut = format!("{one}\n{}", &two[..two.len() - 3]);
        let error = parse_share_code(&cut).unwrap_err().to_string();
        assert!(error.starts_with("share code 2 of 2: the share code has been cut"), "{error}");
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
        let best = |moves: &str| Some(Best::read(parse_moves(moves).unwrap(), true));
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
