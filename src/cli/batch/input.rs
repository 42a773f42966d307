//! What `batch` reads: lines of JSON objects, or the levels of collections. Read on a thread of
//! its own, which is never further ahead than the channel is long.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;

use super::Wanted;
use super::task::{Task, id_of_line, read_line};
use crate::cli::common::goal::Goal;
use crate::cli::common::say::say;
use crate::cli::common::source::{Source, builtin_draft};
use crate::puzzle::{
    CollectionError, Draft, Format, MAX_COLLECTION_BYTES, open_file, parse_collection, write_level,
};

/// A line that is longer is answered with an error, unread.
const MAX_LINE_BYTES: usize = 16 << 20;

/// One input.
pub(super) struct Job {
    /// What the line says, or the name of the input and the place in it.
    id: String,
    level: Level,
}

/// What is to be solved.
pub(super) enum Level {
    /// A line that should be a JSON object, or why it is none.
    Line(Result<String, String>),
    /// A level of a collection, or why it is none.
    Draft(Box<Result<Draft, CollectionError>>),
}

impl Job {
    /// Returns the id and what is to be solved.
    pub(super) fn into_parts(self) -> (String, Level) {
        (self.id, self.level)
    }
}

impl Level {
    /// Returns what is to be solved.
    ///
    /// # Errors
    /// Says why nothing can be.
    pub(super) fn read(self, goal: &Goal) -> Result<Task, String> {
        match self {
            Self::Line(text) => read_line(&text?, goal),
            Self::Draft(level) => level.map(Task::of_draft).map_err(|error| error.to_string()),
        }
    }
}

/// Sends the inputs of all files that are wanted, and ends when nobody takes them any more. What
/// cannot be read is said, and remembered in `unreadable`.
pub(super) fn feed(
    files: &[Source],
    goal: &Goal,
    wanted: &mut Wanted,
    jobs: &SyncSender<Job>,
    unreadable: &AtomicBool,
) {
    for source in files {
        match feed_one(source, goal, wanted, jobs) {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                say(source.blame(error));
                unreadable.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// Sends the inputs of a file; `false` when nobody takes them any more.
fn feed_one(
    source: &Source,
    goal: &Goal,
    wanted: &mut Wanted,
    jobs: &SyncSender<Job>,
) -> io::Result<bool> {
    let from: Box<dyn Read> = match source {
        Source::File(path) => Box::new(open_file(path).map_err(io::Error::other)?),
        Source::Stdin => Box::new(io::stdin()),
        Source::Text(text) => Box::new(Cursor::new(text.clone().into_bytes())),
        Source::Builtin(name) => {
            let draft = builtin_draft(name).map_err(io::Error::other)?;
            Box::new(Cursor::new(write_level(&draft).into_bytes()))
        }
    };
    let mut from = BufReader::new(from);
    let head = head(&mut from)?;
    if begins_lines(&head) {
        return feed_lines(source, Cursor::new(head).chain(from), wanted, jobs);
    }
    let mut bytes = head;
    (&mut from)
        .take(MAX_COLLECTION_BYTES.saturating_sub(bytes.len() as u64))
        .read_to_end(&mut bytes)?;
    let is_whole = from.fill_buf()?.is_empty();
    let text = std::str::from_utf8(&bytes).ok().filter(|_| is_whole);
    match text {
        Some(text) if !holds_lines(text) => feed_levels(source, goal, text, wanted, jobs),
        _ => feed_lines(source, Cursor::new(bytes).chain(from), wanted, jobs),
    }
}

/// What some editors put before the first line.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns what stands up to the end of the first line that is not empty, without a byte order mark.
fn head(from: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    while head.trim_ascii().is_empty() && head.len() < MAX_LINE_BYTES {
        if from.take(MAX_LINE_BYTES as u64).read_until(b'\n', &mut head)? == 0 {
            break;
        }
        if head.starts_with(BYTE_ORDER_MARK) {
            head.drain(..BYTE_ORDER_MARK.len());
        }
    }
    Ok(head)
}

/// Says whether the first line is a JSON object, or what is left of one, and no level set of
/// jsatomix.
fn begins_lines(head: &[u8]) -> bool {
    let line = head.trim_ascii();
    let is_set = || {
        serde_json::from_slice::<serde_json::Value>(line)
            .is_ok_and(|value| value.get("levels").is_some() && value.get("level").is_none())
    };
    line.starts_with(b"{") && line != b"{" && !is_set()
}

/// Says whether a text whose first line is nothing known has lines of objects behind it.
fn holds_lines(text: &str) -> bool {
    Format::of(text) == Format::Level && text.lines().any(|line| line.starts_with("{\""))
}

fn feed_levels(
    source: &Source,
    goal: &Goal,
    text: &str,
    wanted: &mut Wanted,
    jobs: &SyncSender<Job>,
) -> io::Result<bool> {
    if text.trim().is_empty() {
        return Ok(true);
    }
    let levels = match parse_collection(text, &source.stem(), goal.gap()) {
        Ok(collection) => {
            source.check_goal(goal, collection.implied_goal).map_err(io::Error::other)?;
            collection.entries.into_iter().map(|entry| entry.level).collect()
        }
        Err(error) => vec![Err(error)],
    };
    Ok((1..).zip(levels).all(|(number, level)| {
        let id = format!("{}:{number}", source.name());
        !wanted.is(&id) || jobs.send(Job { id, level: Level::Draft(Box::new(level)) }).is_ok()
    }))
}

fn feed_lines(
    source: &Source,
    mut from: impl BufRead,
    wanted: &mut Wanted,
    jobs: &SyncSender<Job>,
) -> io::Result<bool> {
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let limit = MAX_LINE_BYTES as u64 + 1;
        if (&mut from).take(limit).read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let text = if bytes.len() > MAX_LINE_BYTES {
            skip_line(&mut from, bytes.last())?;
            Err(format!("the line is longer than {MAX_LINE_BYTES} bytes"))
        } else {
            std::str::from_utf8(&bytes).map_err(|_| "the line is not a text in UTF-8".to_owned())
        };
        if text.as_ref().is_ok_and(|text| text.trim().is_empty()) {
            continue;
        }
        let read = text.and_then(|text| Ok((id_of_line(text)?, text)));
        let (id, text) = read.map_or_else(|error| (None, Err(error)), |(id, text)| (id, Ok(text)));
        let id = id.unwrap_or_else(|| format!("{}:{number}", source.name()));
        if !wanted.is(&id) {
            continue;
        }
        let level = Level::Line(text.map(str::to_owned));
        if jobs.send(Job { id, level }).is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Reads over the rest of a line, of which `last` has been read.
fn skip_line(from: &mut impl BufRead, last: Option<&u8>) -> io::Result<()> {
    let mut is_at_end = last == Some(&b'\n');
    while !is_at_end {
        let buffer = from.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        is_at_end = end.is_some() || buffer.is_empty();
        let length = end.map_or(buffer.len(), |end| end + 1);
        from.consume(length);
    }
    Ok(())
}
