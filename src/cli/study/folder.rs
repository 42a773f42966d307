//! The folder that levels are written into: `--out` of `generate` and `evolve`.

use std::path::Path;

use crate::cli::common::say::say;
use crate::proofs;
use crate::puzzle::{Draft, make_folder, save};

/// Makes the folder if there is none. Says why when that cannot be.
pub(super) fn is_made(folder: Option<&Path>) -> bool {
    let Some(folder) = folder else { return true };
    let made = make_folder(folder);
    if let Err(error) = &made {
        say(format_args!("mondrian: cannot make the folder {}: {error}", folder.display()));
    }
    made.is_ok()
}

/// Saves a level that has been made here; a file that is there stays as it is. What has been proved
/// of it is remembered, so that the file counts as proved here. Says why when it is not saved.
pub(super) fn is_saved(path: &Path, draft: &Draft) -> bool {
    if let (Some(best), Ok(puzzle)) = (&draft.best, draft.validate())
        && best.proved
    {
        proofs::remember(&puzzle, best.moves.len() as u32);
    }
    let saved = if path.exists() {
        Err(format!("{}: not written, there is such a file", path.display()))
    } else {
        save(path, draft).map_err(|error| error.to_string())
    };
    if let Err(message) = &saved {
        say(message);
    }
    saved.is_ok()
}
