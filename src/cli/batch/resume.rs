//! `--resume OUT`: goes on where a batch was cut off. What OUT answers is left out, half a last
//! line is dropped, and the rest is appended.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use serde::Deserialize;

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
struct Known {
    id: String,
}

/// Opens `path` for appending, without half a last line, and returns what it answers. It is made
/// when it is not there.
///
/// # Errors
/// Says that it cannot be opened, is no regular file, or holds a line that is no answer.
pub(super) fn open(path: &Path) -> Result<(File, Answered), String> {
    let opened = OpenOptions::new().read(true).append(true).create(true).open(path);
    let file = opened.map_err(|error| error.to_string())?;
    if !file.metadata().map_err(|error| error.to_string())?.is_file() {
        return Err("this is not a regular file".into());
    }
    let (answered, length) = read(&file)?;
    file.set_len(length).map_err(|error| error.to_string())?;
    Ok((file, answered))
}

/// Returns what the lines of `file` answer, and where the last whole one ends.
fn read(file: &File) -> Result<(Answered, u64), String> {
    let mut from = BufReader::new(file);
    let mut answered = Answered::default();
    let (mut length, mut line) = (0, Vec::new());
    for number in 1.. {
        line.clear();
        let read = from.read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
        // A line without an end was being written.
        if read == 0 || !line.ends_with(b"\n") {
            break;
        }
        match serde_json::from_slice::<Known>(&line) {
            Ok(known) => *answered.0.entry(known.id).or_default() += 1,
            Err(_) => return Err(format!("line {number} is not an answer of a batch")),
        }
        length += read as u64;
    }
    Ok((answered, length))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn half_a_line_is_dropped_and_what_is_answered_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let whole = "{\"id\":\"a\",\"error\":\"x\"}\n{\"id\":\"a\",\"error\":\"x\"}\n{\"id\":\"b\",\"error\":\"\"}\n";
        let half = "{\"id\":\"c\",\"error\":\"x\"}";
        for cut in 0..=half.len() {
            std::fs::write(&path, format!("{whole}{}", &half[..cut])).unwrap();
            let (mut file, mut answered) = open(&path).unwrap();
            let taken: Vec<bool> =
                ["a", "a", "a", "b", "b", "c"].map(|id| answered.take(id)).to_vec();
            assert_eq!(taken, [true, true, false, true, false, false], "{cut}");
            file.write_all(b"more\n").unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{whole}more\n"), "{cut}");
        }
        // `more` is no answer: this is not our file.
        assert_eq!(open(&path).err().unwrap(), "line 4 is not an answer of a batch");
        assert!(open(folder.path()).is_err());
        assert!(open(&folder.path().join("new")).is_ok());
    }
}
