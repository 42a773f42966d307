//! What this program has proved: which puzzles, and the moves of their best solutions. A
//! level file may say "proved" because somebody wrote it there; the program says so of what
//! stands here, and of what it proves while it runs.
//!
//! A file of lines in the data folder of the user, or in `MONDRIAN_DATA`:
//!
//! ```text
//!   1 22 CAgAAQ… 1a2b3c4d
//!   | |  |       `- CRC-32 of what stands before, so that half a line is none
//!   | |  `- the puzzle, [`Puzzle::identity`] in base64url
//!   | `- moves of its best solution
//!   `- version
//! ```
//!
//! Lines are appended by one write each, so that several programs may do so at once. A file
//! that cannot be written is no error: what it would hold is proved again when it is asked
//! for. Until [`use_file_of_user`] has been called nothing is remembered beyond the process.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::puzzle::{Draft, Puzzle, write_bytes};

/// The version of the lines.
const VERSION: &str = "1";
/// Names the folder of the file; empty for none.
const VARIABLE: &str = "MONDRIAN_DATA";
/// The name of the file.
const NAME: &str = "proofs.txt";
/// A file that grows beyond this loses its older half.
const MOST_BYTES: u64 = 8 << 20;

/// What is known, and how far the file has been read.
#[derive(Default)]
struct Proofs {
    path: Option<PathBuf>,
    read_up_to: u64,
    known: HashMap<String, u32>,
}

static PROOFS: LazyLock<Mutex<Proofs>> = LazyLock::new(Mutex::default);

fn proofs() -> MutexGuard<'static, Proofs> {
    // Nothing between locking and unlocking leaves it half written.
    PROOFS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Remembers proofs in the data folder of the user from now on.
pub fn use_file_of_user() {
    let folder = match std::env::var_os(VARIABLE) {
        Some(folder) => (!folder.is_empty()).then(|| PathBuf::from(folder)),
        None => directories::ProjectDirs::from("", "", "mondrian")
            .map(|project| project.data_dir().to_owned()),
    };
    proofs().path = folder.map(|folder| folder.join(NAME));
}

/// Remembers that no solution of `puzzle` is shorter than one of `moves` moves, which has
/// been found.
pub fn remember(puzzle: &Puzzle, moves: u32) {
    proofs().add(&key_of(puzzle), moves);
}

/// Takes the best solution of `draft` for proved if it is one that this program has proved.
pub fn confirm(draft: &mut Draft) {
    let Some(best) = &mut draft.best else { return };
    let moves = best.moves.len() as u32;
    if best.proved {
        return;
    }
    let Ok(puzzle) = Draft { best: None, ..draft.clone() }.validate() else { return };
    if let Some(best) = draft.best.as_mut().filter(|_| is_proved(&puzzle, moves)) {
        best.claimed = true;
        best.confirm();
    }
}

/// Says whether `moves` are the fewest that solve `puzzle`, as has been proved.
pub fn is_proved(puzzle: &Puzzle, moves: u32) -> bool {
    proved(puzzle) == Some(moves)
}

/// Returns the moves of the best solution of `puzzle`, where that has been proved.
pub fn proved(puzzle: &Puzzle) -> Option<u32> {
    let mut proofs = proofs();
    proofs.refresh();
    proofs.known.get(&key_of(puzzle)).copied()
}

fn key_of(puzzle: &Puzzle) -> String {
    URL_SAFE_NO_PAD.encode(puzzle.identity())
}

impl Proofs {
    fn add(&mut self, key: &str, moves: u32) {
        self.refresh();
        if self.known.get(key) == Some(&moves) {
            return;
        }
        self.known.insert(key.to_owned(), moves);
        // Nobody is told when it fails: the solution is good without it.
        let _ = self.append(&line_of(key, moves));
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

    /// Keeps the newer half of the lines.
    fn shorten(&self, path: &Path) -> io::Result<()> {
        let text = std::fs::read_to_string(path)?;
        let lines: Vec<&str> = text.lines().collect();
        let kept = lines[lines.len() / 2..].join("\n") + "\n";
        write_bytes(path, kept.as_bytes())
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
        self.known.extend(text.lines().filter_map(parsed));
    }
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

    fn at(path: &Path) -> Proofs {
        Proofs { path: Some(path.to_owned()), ..Proofs::default() }
    }

    fn known(path: &Path, key: &str) -> Option<u32> {
        let mut proofs = at(path);
        proofs.refresh();
        proofs.known.get(key).copied()
    }

    #[test]
    fn what_is_remembered_is_known_to_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join(NAME);
        let (mut one, mut other) = (at(&path), at(&path));
        one.add("abc", 22);
        other.add("def", 7);
        one.add("abc", 22);
        one.refresh();
        assert_eq!((one.known["abc"], one.known["def"]), (22, 7));
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 2);
    }

    #[test]
    fn half_a_line_and_nonsense_are_no_proofs() {
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
        at(&path).add("def", 7);
        assert_eq!((known(&path, "abc"), known(&path, "def")), (Some(22), Some(7)));
        std::fs::write(&path, whole.replace("22", "21") + "\n").unwrap();
        assert_eq!(known(&path, "abc"), None);
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_no_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let mut proofs = at(&file.join(NAME));
        proofs.add("abc", 22);
        assert_eq!(proofs.known["abc"], 22);
    }

    #[test]
    fn a_file_that_grows_too_large_keeps_its_newer_half() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        let long = "x".repeat(1 << 20);
        for moves in 0..9 {
            at(&path).add(&format!("{long}{moves}"), moves);
        }
        assert!(std::fs::metadata(&path).unwrap().len() < MOST_BYTES);
        assert_eq!(known(&path, &format!("{long}8")), Some(8));
        assert_eq!(known(&path, &format!("{long}0")), None);
    }
}
