//! `mondrian export`: the boards of a level as a PNG, its best solution as an
//! animated GIF.

use std::path::Path;

use super::args::ExportArgs;
use super::exit::Exit;
use super::say::say;
use crate::picture::{Look, PictureError, boards_png, solution_gif};
use crate::puzzle::{Draft, write_atomically};

/// Draws a level as the bytes of a file.
type Make = fn(&Draft, Look) -> Result<Vec<u8>, PictureError>;

/// Writes the pictures that are asked for.
pub(super) fn export(args: &ExportArgs) -> Exit {
    let source = &args.level;
    let Some((loaded, _)) = source.read_puzzle_or_say() else {
        return Exit::Usage;
    };
    let (letters, title) = (args.letters, args.title);
    let look = Look { cell: args.cell, letters, title, ..Look::default() };
    let mut exit = Exit::Success;
    let wanted: [(_, Make); 2] = [(&args.png, boards_png), (&args.gif, solution_gif)];
    for (path, make) in wanted {
        let Some(path) = path else { continue };
        if let Err(message) = write(path, make(&loaded.draft, look)) {
            say(source.blame(message));
            exit = Exit::Usage;
        }
    }
    exit
}

fn write(path: &Path, picture: Result<Vec<u8>, PictureError>) -> Result<(), String> {
    let picture = picture.map_err(|error| match error {
        PictureError::NoSolution => {
            format!("{error}; `mondrian solve --save` finds one")
        }
        _ => error.to_string(),
    })?;
    write_atomically(path, &picture)
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}
