//! `--resume OUT`: goes on where a batch was cut off. What OUT answers is left out, half a last
//! line is dropped, and the rest is appended.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::cli::common::say::say;

/// How often each id has been answered.
#[derive(Default)]
pub(super) struct Answered(HashMap<String, u32>);

impl Answered {
    /// Says whether an input with this id has been answered, once for each answer.
    pub(super) fn take(&mut self, id: &str) -> bool {
        let Some(count) = self.0.get_mut(id) else { return false };
        *count -= 1;
        if *count == 0 {
            self.0.remove(id);
        }
        true
    }
}

/// What an answer is known by.
#[derive(Deserialize)]
struct AnswerLine {
    id: String,
    result: Option<IgnoredAny>,
    error: Option<IgnoredAny>,
}

/// Returns the id of an answer, or `None` if the line is something else, such as an input.
fn id_of_answer(line: &[u8]) -> Option<String> {
    let known = serde_json::from_slice::<AnswerLine>(line).ok()?;
    (known.result.is_some() != known.error.is_some()).then_some(known.id)
}

/// Says whether `line` is the beginning of an answer, which was being written.
fn begins_answer(line: &[u8]) -> bool {
    let is_beginning = |of: &[u8], line: &[u8]| of.starts_with(line) || line.starts_with(of);
    let before = b"{\"id\":\"";
    let after_id = line.get(before.len()..).and_then(|rest| {
        let mut is_escaped = false;
        let end = rest.iter().position(|&byte| {
            let is_end = byte == b'"' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            is_end
        })?;
        Some(&rest[end + 1..])
    });
    let goes_on =
        |rest| is_beginning(b",\"version\":\"", rest) || is_beginning(b",\"error\":\"", rest);
    is_beginning(before, line)
        && after_id.is_none_or(goes_on)
        && (is_cut_off(line) || is_cut_off(&[line, b"0"].concat()))
}

/// Says whether JSON ends too early. A number that is cut after its point, sign or `e` counts as
/// wrong, not as cut off: it takes a digit to tell.
fn is_cut_off(line: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(line).is_err_and(|error| error.is_eof())
}

/// Opens `path` for appending, without half a last line, and returns what it answers. It is made
/// when it is not there, and locked until it is closed.
///
/// # Errors
/// Says that it cannot be opened, is no regular file, is being written by another batch, or
/// holds what is no answer. Then it stays as it is.
pub(super) fn open(path: &Path) -> Result<(File, Answered), String> {
    let opened = OpenOptions::new().read(true).append(true).create(true).open(path);
    let mut file = opened.map_err(|error| error.to_string())?;
    if !file.metadata().map_err(|error| error.to_string())?.is_file() {
        return Err("this is not a regular file".into());
    }
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err("another batch is writing to it".into()),
        // Some network file systems know no locks.
        Err(TryLockError::Error(error)) => {
            let path = path.display();
            say(format_args!("{path}: warning: it cannot be locked against others: {error}"));
        }
    }
    let read = read(&file)?;
    let mended = match read.last {
        Last::Whole => Ok(()),
        Last::WithoutEnd => file.write_all(b"\n"),
        Last::Torn => file.set_len(read.length),
    };
    mended.map_err(|error| error.to_string())?;
    Ok((file, read.answered))
}

/// What a file holds.
struct Read {
    answered: Answered,
    /// Bytes of the whole lines.
    length: u64,
    last: Last,
}

/// What the last line is.
enum Last {
    Whole,
    /// A whole answer, but for the end of the line.
    WithoutEnd,
    /// The beginning of an answer.
    Torn,
}

fn read(file: &File) -> Result<Read, String> {
    let mut from = BufReader::new(file);
    let mut read = Read { answered: Answered::default(), length: 0, last: Last::Whole };
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if from.read_until(b'\n', &mut line).map_err(|error| error.to_string())? == 0 {
            break;
        }
        if let Some(id) = id_of_answer(&line) {
            *read.answered.0.entry(id).or_default() += 1;
        } else if begins_answer(&line) && !line.ends_with(b"\n") {
            read.last = Last::Torn;
            break;
        } else {
            return Err(format!("line {number} is not an answer of a batch"));
        }
        if !line.ends_with(b"\n") {
            read.last = Last::WithoutEnd;
        }
        read.length += line.len() as u64;
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = "{\"id\":\"a\",\"error\":\"x\"}\n{\"id\":\"a\",\"error\":\"x\"}\n\
                         {\"id\":\"b\",\"error\":\"\"}\n";

    #[test]
    fn half_a_line_is_dropped_and_what_is_answered_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        for last in [
            r#"{"id":"c \" é \\","error":"x \u0007"}"#,
            r#"{"id":"c","version":"0.1.0","result":{"moves":null,"a":[1.5e3]},"timing":{"s":2}}"#,
        ] {
            let id = serde_json::from_str::<AnswerLine>(last).unwrap().id;
            for cut in 0..=last.len() {
                let half = [WHOLE.as_bytes(), &last.as_bytes()[..cut]].concat();
                std::fs::write(&path, half).unwrap();
                let (mut file, mut answered) = open(&path).unwrap();
                let taken: Vec<bool> =
                    ["a", "a", "a", "b", "b"].map(|id| answered.take(id)).to_vec();
                assert_eq!(taken, [true, true, false, true, false], "{cut}");
                // One that is whole but for the end of its line is an answer.
                let is_whole = cut == last.len();
                assert_eq!(answered.take(&id), is_whole);
                file.write_all(b"more\n").unwrap();
                let kept = if is_whole { format!("{last}\n") } else { String::new() };
                let text = std::fs::read_to_string(&path).unwrap();
                assert_eq!(text, format!("{WHOLE}{kept}more\n"), "{cut}");
            }
        }
        assert!(open(folder.path()).is_err());
        assert!(open(&folder.path().join("new")).is_ok());
    }

    #[test]
    fn what_is_no_answer_is_refused_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        for other in [
            "more\n",
            "(version: 1, start: [\"R.\"], goal: [\".R\"])",
            "(version: 1, start: [\"R.\"], goal: [\".R\"])\n",
            "{\"id\":\"a\",\"level\":\"R.\"}\n",
            "{\"id\":\"a\",\"level\":\"R.\"}",
            "{\"id\":\"a\",\"lev",
            "{\"id\":\"a\",\"version\":\"1\"}",
            "{\"id\":\"a\",\"error\":\"x\"}more",
            "{\"id\":\"a\",\"error\":\"x\"}-",
            "{\"id\":\"a\",\"error\":\"x\"",
            "{\"ID\":",
            "\n",
            "\0\0\0",
        ] {
            for before in ["", WHOLE] {
                // A torn answer is none where others follow.
                let after = if other.ends_with("\"x\"") { "\n" } else { "" };
                let text = format!("{before}{other}{after}");
                std::fs::write(&path, &text).unwrap();
                let line = before.lines().count() + 1;
                let error = open(&path).err().unwrap_or_else(|| panic!("{text}"));
                assert_eq!(error, format!("line {line} is not an answer of a batch"), "{text}");
                assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
            }
        }
    }

    #[test]
    fn a_second_one_is_told_that_there_is_a_first() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        std::fs::write(&path, format!("{WHOLE}{{\"id\":")).unwrap();
        let first = open(&path).unwrap();
        assert_eq!(open(&path).err().unwrap(), "another batch is writing to it");
        drop(first);
        assert!(open(&path).is_ok());
    }
}
