//! Files in the data folder of the user that hold a number of moves for each of many puzzles,
//! known by what they are and not by where they lie: what has been proved ([`super::proofs`]), and
//! what the player has reached ([`super::progress`]). The folder is that of the system, or the one
//! that `MONDRIAN_DATA` names. A file of lines:
//!
//! ```text
//!   1 22 CAgAAQ… 1a2b3c4d
//!   | |  |       `- CRC-32 of what stands before, so that half a line is none
//!   | |  `- the puzzle, [`Puzzle::identity`] in base64url
//!   | `- moves
//!   `- version
//! ```
//!
//! Of several lines for a puzzle the fewest moves count. Lines are appended by one write each, so
//! that several programs may do so at once. Until [`use_files_of_user`] has been called nothing is
//! remembered beyond the process.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::puzzle::{Puzzle, write_bytes};

/// The version of the lines.
const VERSION: &str = "1";
/// Names the folder of the files; empty for none.
const VARIABLE: &str = "MONDRIAN_DATA";
/// A file that grows beyond this loses what it says twice, and then perhaps its older half.
const MOST_BYTES: u64 = 8 << 20;

/// Remembers proofs and progress in the data folder of the user from now on.
pub fn use_files_of_user() {
    let folder = match std::env::var_os(VARIABLE) {
        Some(folder) => (!folder.is_empty()).then(|| PathBuf::from(folder)),
        None => directories::ProjectDirs::from("", "", "mondrian")
            .map(|project| project.data_dir().to_owned()),
    };
    if let Some(folder) = folder {
        use_folder(&folder);
    }
}

/// Remembers proofs and progress in `folder` from now on.
pub fn use_folder(folder: &Path) {
    for store in [&PROOFS, &PROGRESS] {
        store.lock().use_file(folder.join(store.name));
    }
}

/// What has been proved.
pub(crate) static PROOFS: Store = Store::new("proofs.txt");
/// What the player has reached.
pub(crate) static PROGRESS: Store = Store::new("progress.txt");

/// Records that all threads share.
pub(crate) struct Store {
    /// The name of the file.
    name: &'static str,
    records: LazyLock<Mutex<Records>>,
}

impl Store {
    const fn new(name: &'static str) -> Self {
        Self { name, records: LazyLock::new(Mutex::default) }
    }

    fn lock(&self) -> MutexGuard<'_, Records> {
        // Nothing between locking and unlocking leaves it half written.
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the moves of `puzzle`.
    pub(crate) fn get(&self, puzzle: &Puzzle) -> Option<u32> {
        self.lock().get(puzzle)
    }

    /// Remembers the moves of `puzzle`, unless fewer are known, and says whether it did. A file
    /// that cannot be written is no error: its puzzles are known as long as the program runs.
    pub(crate) fn add(&self, puzzle: &Puzzle, moves: u32) -> bool {
        self.lock().add_key(&key_of(puzzle), moves)
    }
}

/// What is known, and how far the file has been read.
#[derive(Default)]
struct Records {
    path: Option<PathBuf>,
    read_up_to: u64,
    known: HashMap<String, u32>,
}

impl Records {
    /// Reads and writes the file at `path` from now on.
    fn use_file(&mut self, path: PathBuf) {
        (self.path, self.read_up_to) = (Some(path), 0);
    }

    fn get(&mut self, puzzle: &Puzzle) -> Option<u32> {
        self.refresh();
        self.known.get(&key_of(puzzle)).copied()
    }

    fn add_key(&mut self, key: &str, moves: u32) -> bool {
        self.refresh();
        let is_better = self.insert(key.to_owned(), moves);
        if is_better {
            let _ = self.append(&line_of(key, moves));
        }
        is_better
    }

    fn insert(&mut self, key: String, moves: u32) -> bool {
        let known = self.known.entry(key).or_insert(u32::MAX);
        let is_better = moves < *known;
        *known = moves.min(*known);
        is_better
    }

    fn append(&self, line: &str) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        // Whatever was cut off before it does not spoil this one.
        let begin = if file.metadata()?.len() > self.read_up_to { "\n" } else { "" };
        file.write_all(format!("{begin}{line}\n").as_bytes())?;
        if file.metadata()?.len() > MOST_BYTES { self.shorten(path) } else { Ok(()) }
    }

    /// Keeps a line for each puzzle; where that is not enough, the newer half of them.
    fn shorten(&self, path: &Path) -> io::Result<()> {
        let text = std::fs::read_to_string(path)?;
        let mut kept_keys = HashSet::new();
        let mut lines: Vec<&str> = text
            .lines()
            .filter(|line| {
                parsed(line).is_some_and(|(key, moves)| {
                    self.known.get(&key).is_none_or(|&known| moves <= known)
                        && kept_keys.insert(key)
                })
            })
            .collect();
        let bytes: usize = lines.iter().map(|line| line.len() + 1).sum();
        if bytes as u64 > MOST_BYTES / 2 {
            lines.drain(..lines.len() / 2);
        }
        write_bytes(path, (lines.join("\n") + "\n").as_bytes())
    }

    /// Reads what has been written since it was read last, by this program or another.
    fn refresh(&mut self) {
        let Some(path) = &self.path else { return };
        let Ok(mut file) = File::open(path) else { return };
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        if length < self.read_up_to {
            self.read_up_to = 0;
        }
        if length == self.read_up_to || file.seek(SeekFrom::Start(self.read_up_to)).is_err() {
            return;
        }
        let mut bytes = Vec::new();
        if file.read_to_end(&mut bytes).is_err() {
            return;
        }
        // A line without an end is still being written.
        let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        self.read_up_to += end as u64;
        let text = String::from_utf8_lossy(&bytes[..end]);
        for (key, moves) in text.lines().filter_map(parsed) {
            self.insert(key, moves);
        }
    }
}

fn key_of(puzzle: &Puzzle) -> String {
    URL_SAFE_NO_PAD.encode(puzzle.identity())
}

fn line_of(key: &str, moves: u32) -> String {
    let text = format!("{VERSION} {moves} {key}");
    format!("{text} {:08x}", crc32fast::hash(text.as_bytes()))
}

fn parsed(line: &str) -> Option<(String, u32)> {
    let (text, checksum) = line.rsplit_once(' ')?;
    let is_whole = u32::from_str_radix(checksum, 16) == Ok(crc32fast::hash(text.as_bytes()));
    let (moves, key) = text.strip_prefix(VERSION)?.strip_prefix(' ')?.split_once(' ')?;
    is_whole.then(|| Some((key.to_owned(), moves.parse().ok()?)))?
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "records.txt";

    fn at(path: &Path) -> Records {
        Records { path: Some(path.to_owned()), ..Records::default() }
    }

    fn known(path: &Path, key: &str) -> Option<u32> {
        let mut records = at(path);
        records.refresh();
        records.known.get(key).copied()
    }

    #[test]
    fn what_is_remembered_is_known_to_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join(NAME);
        let (mut one, mut other) = (at(&path), at(&path));
        assert!(one.add_key("abc", 22));
        assert!(other.add_key("def", 7));
        assert!(!one.add_key("abc", 22));
        one.refresh();
        assert_eq!((one.known["abc"], one.known["def"]), (22, 7));
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 2);
    }

    #[test]
    fn half_a_line_and_nonsense_are_no_records() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        let whole = line_of("abc", 22);
        for end in 0..whole.len() {
            std::fs::write(&path, format!("{}\n", &whole[..end])).unwrap();
            assert_eq!(known(&path, "abc"), None, "{}", &whole[..end]);
        }
        std::fs::write(&path, [whole.as_bytes(), b"\n\xff 3 nonsense\n2 1 abc 0\n1 4 ab"].concat())
            .unwrap();
        assert_eq!(known(&path, "abc"), Some(22));
        at(&path).add_key("def", 7);
        assert_eq!((known(&path, "abc"), known(&path, "def")), (Some(22), Some(7)));
        std::fs::write(&path, whole.replace("22", "21") + "\n").unwrap();
        assert_eq!(known(&path, "abc"), None);
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_no_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let mut records = at(&file.join(NAME));
        records.add_key("abc", 22);
        assert_eq!(records.known["abc"], 22);
    }

    #[test]
    fn a_file_that_grows_too_large_keeps_its_newer_half() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        let long = "x".repeat(1 << 20);
        for moves in 0..9 {
            at(&path).add_key(&format!("{long}{moves}"), moves);
        }
        assert!(std::fs::metadata(&path).unwrap().len() < MOST_BYTES);
        assert_eq!(known(&path, &format!("{long}8")), Some(8));
        assert_eq!(known(&path, &format!("{long}0")), None);
    }

    #[test]
    fn the_fewest_moves_count_and_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        let mut records = at(&path);
        for (moves, is_better) in [(24, true), (26, false), (22, true), (23, false)] {
            assert_eq!(records.add_key("abc", moves), is_better);
        }
        assert_eq!(known(&path, "abc"), Some(22));
        std::fs::write(&path, format!("{}\n{}\n", line_of("abc", 22), line_of("abc", 30))).unwrap();
        assert_eq!(known(&path, "abc"), Some(22));
        // What is said again and again goes before anything else is forgotten.
        let long = "x".repeat(1 << 20);
        let mut records = at(&path);
        for moves in (100..110).rev() {
            records.add_key(&long, moves);
        }
        assert!(std::fs::metadata(&path).unwrap().len() < MOST_BYTES / 2);
        assert_eq!((known(&path, &long), known(&path, "abc")), (Some(100), Some(22)));
    }
}
