//! `mondrian export`: levels as a web page that plays them; the boards of a level as a PNG,
//! its best solution as an animated GIF.

use std::io::{self, Write};

use super::args::ExportArgs;
use super::exit::Exit;
use super::output::{Output, Outputs};
use super::say::say;
use crate::page::{Pack, page};
use crate::picture::{Look, PictureError, boards_png, solution_gif};
use crate::puzzle::Draft;

/// Draws a level.
type Draw = fn(&Draft, Look, &mut dyn Write) -> Result<(), PictureError>;

/// Writes the page and the pictures that are asked for.
pub(super) fn export(args: &ExportArgs) -> io::Result<Exit> {
    let (png, gif) = (args.png.as_ref(), args.gif.as_ref());
    if args.levels.len() > 1 && (png.is_some() || gif.is_some()) {
        say("mondrian: a picture shows one level; several go into a page (--html)");
        return Ok(Exit::Usage);
    }
    let named = [("--html", args.html.as_ref()), ("--png", png), ("--gif", gif)];
    let binary = png.is_some() || gif.is_some();
    let is_usable = |level| Outputs { level, named: &named, prints: false, binary }.are_usable();
    if !args.levels.iter().all(is_usable) {
        return Ok(Exit::Usage);
    }
    let mut drafts = Vec::new();
    for source in &args.levels {
        let Some((loaded, _)) = source.read_puzzle_or_say() else {
            return Ok(Exit::Usage);
        };
        drafts.push(loaded.draft);
    }
    if gif.is_some() && drafts[0].best.is_none() {
        // Before any file is made.
        let error = PictureError::NoSolution;
        say(args.levels[0].blame(format_args!("{error}; `mondrian solve --save` finds one")));
        return Ok(Exit::Usage);
    }
    let pictures = write_pictures(args, &drafts[0])?;
    let Some(output) = &args.html else { return Ok(pictures) };
    Ok(pictures.max(write_page(args, output, drafts)?))
}

fn write_page(args: &ExportArgs, output: &Output, levels: Vec<Draft>) -> io::Result<Exit> {
    let html = page(&[Pack { title: args.pack.clone(), levels }]);
    match output.write(|out| out.write_all(html.as_bytes())) {
        Ok(()) => Ok(Exit::Success),
        Err(error) => output.failed(error),
    }
}

fn write_pictures(args: &ExportArgs, draft: &Draft) -> io::Result<Exit> {
    let (letters, title) = (args.letters, args.title);
    let look = Look { cell: args.cell, letters, title, ..Look::default() };
    let mut exit = Exit::Success;
    let wanted: [(_, Draw); 2] = [(&args.png, boards_png), (&args.gif, solution_gif)];
    for (output, draw) in wanted {
        let Some(output) = output else { continue };
        exit = exit.max(match output.write(|out| draw(draft, look, out)) {
            Ok(()) => Exit::Success,
            Err(PictureError::Write(error)) => output.failed(error)?,
            Err(error) => {
                say(args.levels[0].blame(error));
                Exit::Usage
            }
        });
    }
    Ok(exit)
}
