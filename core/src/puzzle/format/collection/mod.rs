//! Files of many levels, as other games and the literature write them: KAtomic's level sets,
//! the levels of GNOME Atomix and of jsatomix, lists of numbered puzzles, share codes one a
//! line, level files one after the other. Recognised by their content, never by their names.
//! Formats: `docs/formats/collections.md`.
//!
//! ```text
//!   text --Format::of--> katomic | atomix_xml | jsatomix --> Scene --> Draft
//!                        number_list | codes | one level ------------> Draft
//! ```
//!
//! A level that cannot be said in the rules of this program is refused with its place, and
//! the others are read.

mod atomix_xml;
mod atoms;
mod jsatomix;
mod katomic;
mod katomic_write;
mod level_files;
mod number_list;
mod scene;
#[cfg(test)]
mod tests;

pub use self::katomic_write::{KatomicError, write_katomic};

use std::path::Path;

use super::{
    AnyTextError, GapPlace, Loaded, ShareError, find_share_code, parse_any_with, parse_share_code,
    parse_share_codes,
};
use crate::puzzle::format::any_text::root_element;
use crate::puzzle::rules::Draft;

/// Larger collections are refused unread: a million numbered puzzles are smaller.
pub const MAX_COLLECTION_BYTES: u64 = 64 << 20;

/// What a text holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A level set of KAtomic (`.dat`).
    Katomic,
    /// A level of GNOME Atomix (XML).
    AtomixXml,
    /// A level set of jsatomix (JSON, or the JavaScript module around it).
    Jsatomix,
    /// Numbered puzzles, one a line.
    NumberList,
    /// Share codes, one a line.
    Codes,
    /// Level files, one after the other.
    LevelFiles,
    /// Anything else: one level, if it is one.
    Level,
}

impl Format {
    /// Returns what it is called.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Katomic => "a level set of KAtomic",
            Self::AtomixXml => "a level of GNOME Atomix",
            Self::Jsatomix => "a level set of jsatomix",
            Self::NumberList => "a list of numbered puzzles",
            Self::Codes => "a list of share codes",
            Self::LevelFiles => "a file of several levels",
            Self::Level => "a level",
        }
    }

    /// Returns what `text` looks like.
    pub fn of(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        let first =
            text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
        let Some(first) = first else { return Self::Level };
        if first.starts_with("[Level") && first.ends_with(']') {
            return Self::Katomic;
        }
        if root_element(text) == Some("level") {
            return Self::AtomixXml;
        }
        if jsatomix::is_level_set(text) {
            return Self::Jsatomix;
        }
        if number_list::is_list(text) {
            return Self::NumberList;
        }
        if level_files::are_several(text) {
            return Self::LevelFiles;
        }
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let is_code = |line: &str| {
            let is_one = find_share_code(line) == Some(0) && find_share_code(&line[1..]).is_none();
            is_one && !line.contains(char::is_whitespace)
        };
        if lines.clone().count() > 1 && lines.all(is_code) {
            return Self::Codes;
        }
        Self::Level
    }
}

/// What is wrong with a collection or one of its levels, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct CollectionError {
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
}

impl CollectionError {
    fn new(line: usize, message: impl Into<String>) -> Self {
        Self::at(line, 1, message)
    }

    fn at(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self { line, column, message: message.into() }
    }
}

/// One level of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number in the collection, from 1, as the collection counts.
    pub number: usize,
    /// The level, or why it is none.
    pub level: Result<Draft, CollectionError>,
    /// What should be known of how it was read.
    pub remarks: Vec<CollectionError>,
}

/// Levels that stand in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// What they are called together; empty for a single level.
    pub title: String,
    /// The levels in their order.
    pub entries: Vec<Entry>,
    /// What should be known of the collection as a whole.
    pub remarks: Vec<CollectionError>,
    /// There are numbered puzzles without a goal of their own: where theirs has the gap.
    pub implied_goal: Option<GapPlace>,
}

impl Collection {
    /// Returns a collection of levels that have goals of their own.
    pub(super) const fn new(title: String, entries: Vec<Entry>) -> Self {
        Self { title, entries, remarks: Vec::new(), implied_goal: None }
    }
}

/// Reads the levels in `text`. `name`, such as the name of its file without the ending, is the
/// title of a list that has none of its own; the goals of numbered puzzles have their gap at
/// `gap`.
///
/// # Errors
/// Says what is wrong with the text as a whole. What is wrong with one level stands in its
/// [`Entry`].
pub fn parse_collection(
    text: &str,
    name: &str,
    gap: GapPlace,
) -> Result<Collection, CollectionError> {
    let text = text.trim_start_matches('\u{feff}');
    match Format::of(text) {
        Format::Katomic => katomic::parse(text),
        Format::AtomixXml => atomix_xml::parse(text),
        Format::Jsatomix => jsatomix::parse(text),
        Format::NumberList => number_list::parse(text, name, gap),
        Format::Codes => Ok(codes(text, name)),
        Format::LevelFiles => Ok(level_files::parse(text, name, gap)),
        Format::Level => one_level(text, gap),
    }
}

/// Returns what the levels in a file are called when they have no title of their own: its name
/// without what says what kind of file it is, all behind the first dot but one at the beginning.
pub fn collection_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let end = name.char_indices().skip(1).find(|&(_, c)| c == '.').map_or(name.len(), |(at, _)| at);
    name[..end].to_owned()
}

fn codes(text: &str, name: &str) -> Collection {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let entries = (1..).zip(lines).map(|(number, (index, line))| {
        let read = parse_share_code(line);
        let level = read.map_err(|error| CollectionError::new(index + 1, error.to_string()));
        entry_of(number, index + 1, level)
    });
    Collection::new(name.to_owned(), entries.collect())
}

/// Reads one level, or the levels of all share codes in a text.
fn one_level(text: &str, gap: GapPlace) -> Result<Collection, CollectionError> {
    let read = parse_any_with(text, None, gap).map(|loaded| vec![loaded]);
    let read = read.or_else(|error| match error {
        AnyTextError::Code(ShareError::Several(_)) => Ok(parse_share_codes(text)?),
        error => Err(error),
    });
    let all = read.map_err(|error: AnyTextError| {
        let (line, column) = error.place().unwrap_or((1, 1));
        let message = error.to_string();
        // The place is said once.
        let bare = message.strip_prefix(&format!("line {line}, column {column}: "));
        CollectionError::at(line, column, bare.unwrap_or(&message))
    })?;
    let implied_goal = all.iter().find_map(|loaded| loaded.implied_goal);
    let entries = (1..).zip(all).map(|(number, loaded)| entry_of(number, 1, Ok(loaded))).collect();
    Ok(Collection { implied_goal, ..Collection::new(String::new(), entries) })
}

fn entry_of(number: usize, line: usize, level: Result<Loaded, CollectionError>) -> Entry {
    let remarks = level.as_ref().map_or_else(
        |_| Vec::new(),
        |loaded| {
            let warnings = loaded.warnings.iter();
            warnings.map(|issue| CollectionError::new(line, issue.to_string())).collect()
        },
    );
    let level = level.and_then(|loaded| validated(loaded.draft, line));
    Entry { number, level, remarks }
}

/// Returns `draft` when it is a puzzle.
fn validated(draft: Draft, line: usize) -> Result<Draft, CollectionError> {
    match draft.validate() {
        Ok(_) => Ok(draft),
        Err(issues) => {
            let issues: Vec<String> = issues.iter().map(ToString::to_string).collect();
            Err(CollectionError::new(line, issues.join("; ")))
        }
    }
}
