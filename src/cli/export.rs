//! `mondrian export`: the boards of a level as a PNG, its best solution as an
//! animated GIF.

use std::io::{self, Write};

use super::args::ExportArgs;
use super::exit::Exit;
use super::output::Outputs;
use super::say::say;
use crate::picture::{Look, PictureError, boards_png, solution_gif};
use crate::puzzle::Draft;

/// Draws a level.
type Draw = fn(&Draft, Look, &mut dyn Write) -> Result<(), PictureError>;

/// Writes the pictures that are asked for.
pub(super) fn export(args: &ExportArgs) -> io::Result<Exit> {
    let source = &args.level;
    let named = [("--png", args.png.as_ref()), ("--gif", args.gif.as_ref())];
    if !(Outputs { level: source, named: &named, prints: false, binary: true }.are_usable()) {
        return Ok(Exit::Usage);
    }
    let Some((loaded, _)) = source.read_puzzle_or_say() else {
        return Ok(Exit::Usage);
    };
    let (letters, title) = (args.letters, args.title);
    let look = Look { cell: args.cell, letters, title, ..Look::default() };
    if args.gif.is_some() && loaded.draft.best.is_none() {
        // Before any file is made.
        let error = PictureError::NoSolution;
        say(source.blame(format_args!("{error}; `mondrian solve --save` finds one")));
        return Ok(Exit::Usage);
    }
    let mut exit = Exit::Success;
    let wanted: [(_, Draw); 2] = [(&args.png, boards_png), (&args.gif, solution_gif)];
    for (output, draw) in wanted {
        let Some(output) = output else { continue };
        exit = exit.max(match output.write(|out| draw(&loaded.draft, look, out)) {
            Ok(()) => Exit::Success,
            Err(PictureError::Write(error)) => output.failed(error)?,
            Err(error) => {
                say(source.blame(error));
                Exit::Usage
            }
        });
    }
    Ok(exit)
}
