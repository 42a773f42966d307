//! `mondrian export`: levels as a web page that plays them or as a level set of KAtomic; the
//! boards of a level as a PNG, its best solution as an animated GIF, the level as a planning
//! problem.

use std::io::{self, Write};

use super::args::ExportArgs;
use super::exit::Exit;
use super::output::{Output, Outputs};
use super::say::say;
use crate::page::{Pack, page};
use crate::picture::{Look, PictureError, boards_png, solution_gif};
use crate::puzzle::{Draft, pddl, write_katomic};

/// Draws a level.
type Draw = fn(&Draft, Look, &mut dyn Write) -> Result<(), PictureError>;

/// Writes the page and the pictures that are asked for.
pub(super) fn export(args: &ExportArgs) -> io::Result<Exit> {
    let (png, gif) = (args.png.as_ref(), args.gif.as_ref());
    let plan = args.pddl.as_ref().and_then(|both| Some((both.first()?, both.get(1)?)));
    if args.levels.len() > 1 && plan.is_some() {
        say("mondrian: a planning problem is one level");
        return Ok(Exit::Usage);
    }
    if args.levels.len() > 1 && (png.is_some() || gif.is_some()) {
        say(
            "mondrian: a picture shows one level; several go into a page (--html) or a set (--katomic)",
        );
        return Ok(Exit::Usage);
    }
    let (html, katomic) = (args.html.as_ref(), args.katomic.as_ref());
    let (domain, problem) = plan.unzip();
    let named = [
        ("--html", html),
        ("--katomic", katomic),
        ("--pddl", domain),
        ("--pddl", problem),
        ("--png", png),
        ("--gif", gif),
    ];
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
    let set = match katomic.map(|output| (output, write_katomic(&args.pack, &drafts))) {
        None => None,
        Some((output, Ok(set))) => Some((output, set)),
        Some((_, Err((index, error)))) => {
            say(args.levels[index].blame(error));
            return Ok(Exit::Usage);
        }
    };
    let planning = match plan.map(|outputs| (outputs, pddl(&drafts[0]))) {
        None => None,
        Some((outputs, Ok(texts))) => Some((outputs, texts)),
        Some((_, Err(error))) => {
            say(args.levels[0].blame(error));
            return Ok(Exit::Usage);
        }
    };
    let mut exit = write_pictures(args, &drafts[0])?;
    if let Some((output, set)) = set {
        exit = exit.max(write_text(output, &set)?);
    }
    if let Some(((domain, problem), texts)) = planning {
        exit = exit.max(write_text(domain, &texts.0)?).max(write_text(problem, &texts.1)?);
    }
    if let Some(output) = html {
        let page = page(&[Pack { title: args.pack.clone(), levels: drafts }]);
        exit = exit.max(write_text(output, &page)?);
    }
    Ok(exit)
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
