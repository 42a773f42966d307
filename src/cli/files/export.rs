//! `mondrian export`: levels as a web page that plays them or as a level set of KAtomic; the
//! boards of a level as a PNG, its best solution as an animated GIF, the level as a planning
//! problem.

use std::io::{self, Write};

use crate::cli::args::ExportArgs;
use crate::cli::common::exit::Exit;
use crate::cli::common::goal::Goal;
use crate::cli::common::output::{Output, Outputs};
use crate::cli::common::say::say;
use crate::page::{Pack, page};
use crate::picture::{Look, PictureError, boards_png, solution_gif};
use crate::puzzle::{Draft, pddl, write_katomic};

/// Draws a level.
type Draw = fn(&Draft, Look, &mut dyn Write) -> Result<(), PictureError>;

/// Writes the page, the texts and the pictures that are asked for.
pub(in crate::cli) fn export(args: &ExportArgs, goal: &Goal) -> io::Result<Exit> {
    if !is_usable(args) {
        return Ok(Exit::Usage);
    }
    let mut drafts = Vec::new();
    for source in &args.levels {
        let Some((loaded, _)) = source.read_puzzle(goal, None)? else {
            return Ok(Exit::Usage);
        };
        drafts.push(loaded.draft);
    }
    if args.gif.is_some() && drafts[0].best.is_none() {
        // Before any file is made.
        let error = PictureError::NoSolution;
        say(args.levels[0].blame(format_args!("{error}; `mondrian solve --save` finds one")));
        return Ok(Exit::Usage);
    }
    let Some(texts) = texts(args, &drafts) else { return Ok(Exit::Usage) };
    let mut exit = write_pictures(args, &drafts[0])?;
    for (output, text) in texts {
        exit = exit.max(write_text(output, &text)?);
    }
    if let Some(output) = &args.html {
        let page = page(&[Pack { title: args.pack.clone(), levels: drafts }]);
        exit = exit.max(write_text(output, &page)?);
    }
    Ok(exit)
}

/// Says what is asked for that cannot be, and returns whether nothing is.
fn is_usable(args: &ExportArgs) -> bool {
    let (png, gif) = (args.png.as_ref(), args.gif.as_ref());
    let binary = png.is_some() || gif.is_some();
    if args.levels.len() > 1 && args.pddl.is_some() {
        say("mondrian: a planning problem is one level");
        return false;
    }
    if args.levels.len() > 1 && binary {
        say(
            "mondrian: a picture shows one level; several go into a page (--html) or a set (--katomic)",
        );
        return false;
    }
    let planning = args.pddl.iter().flatten().map(|output| ("--pddl", Some(output)));
    let named: Vec<_> = [
        ("--html", args.html.as_ref()),
        ("--katomic", args.katomic.as_ref()),
        ("--png", png),
        ("--gif", gif),
    ]
    .into_iter()
    .chain(planning)
    .collect();
    let is_usable = |level| Outputs { level, named: &named, prints: false, binary }.are_usable();
    args.levels.iter().all(is_usable)
}

/// Returns the texts that are asked for and where they go, or says why there is none.
fn texts<'a>(args: &'a ExportArgs, drafts: &[Draft]) -> Option<Vec<(&'a Output, String)>> {
    let mut texts = Vec::new();
    if let Some(output) = &args.katomic {
        match write_katomic(&args.pack, drafts) {
            Ok(set) => texts.push((output, set)),
            Err((index, error)) => {
                say(args.levels[index].blame(error));
                return None;
            }
        }
    }
    if let Some([domain, problem]) = args.pddl.as_deref() {
        match pddl(&drafts[0]) {
            Ok(both) => texts.extend([(domain, both.0), (problem, both.1)]),
            Err(error) => {
                say(args.levels[0].blame(error));
                return None;
            }
        }
    }
    Some(texts)
}

fn write_text(output: &Output, text: &str) -> io::Result<Exit> {
    match output.write(|out| out.write_all(text.as_bytes())) {
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
