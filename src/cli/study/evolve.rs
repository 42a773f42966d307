//! `mondrian evolve`: levels made out of one by single strokes, each proved.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use super::args::EvolveArgs;
use super::folder::{is_made, is_saved};
use crate::cli::common::exit::Exit;
use crate::cli::common::goal::Goal;
use crate::cli::common::interrupt;
use crate::cli::common::progress::LiveLine;
use crate::cli::common::say::say;
use crate::puzzle::{share_code, write_level};
use crate::search::evolve::{Aims, Event, Evolved, evolve as grow};
use crate::words::{self, figures};

/// How long it goes on where nothing is said.
const TIME: Duration = Duration::from_mins(5);

/// A level as JSON; its fields and their order are part of the format (docs/cli/generate.md).
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "EvolvedLevel")]
pub(in crate::cli) struct LevelObject<'a> {
    #[schemars(extend("const" = "level"))]
    event: &'static str,
    number: usize,
    seed: u64,
    moves: u32,
    strokes: u64,
    file: Option<&'a str>,
    share_code: String,
}

/// Evolves levels and writes each as soon as it is kept.
pub(in crate::cli) fn evolve(
    args: &EvolveArgs,
    goal: &Goal,
    out: &mut impl Write,
) -> io::Result<Exit> {
    let Some((loaded, _)) = args.level.read_puzzle(goal, args.json.then_some(out))? else {
        return Ok(Exit::Usage);
    };
    let size = loaded.draft.start.size();
    if let Some(cell) = args.keep.0.iter().find(|&&cell| !size.contains(cell)) {
        say(format_args!("mondrian: --keep: {cell} lies outside the board"));
        return Ok(Exit::Usage);
    }
    let folder = args.making.folder();
    if !is_made(folder) {
        return Ok(Exit::Internal);
    }
    let aims = Aims {
        moves: args.moves.clone(),
        pinned: args.keep.0.clone(),
        symmetry: args.symmetry.symmetry(),
        kinds: args.change.clone(),
        seed: args.seed,
        strokes: args.strokes,
        states: args.states,
    };
    let time = args.time.or_else(|| args.strokes.is_none().then_some(TIME));
    let threads = args.making.threads();
    let stop = interrupt::watch();
    let mut live = LiveLine::new(!args.json);
    let (mut kept, mut failed, mut error) = (0, false, None);
    grow(&loaded.draft, &aims, time, threads, &stop, |event| match event {
        Event::Progress(progress) => live.draw(|| {
            let best = progress.best.map_or_else(|| "none kept".to_owned(), figures::moves);
            let at_hand =
                progress.at_hand.map_or_else(|| "-".to_owned(), |moves| moves.to_string());
            let tried = figures::levels(progress.strokes);
            format!("{tried} tried, {at_hand} moves at hand, best: {best}")
        }),
        Event::Kept(level) => {
            live.clear();
            kept += 1;
            match write(args, folder, kept, &level, out) {
                Ok(written) => failed |= !written,
                Err(reason) => {
                    error = Some(reason);
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
    });
    live.clear();
    match error {
        Some(error) => Err(error),
        None if failed => Ok(Exit::Internal),
        None if kept == 0 => {
            say("mondrian: no level with so many moves was found; give it more time");
            Ok(Exit::Unknown)
        }
        None => Ok(Exit::Success),
    }
}

/// Writes a level; returns whether it could be saved.
fn write(
    args: &EvolveArgs,
    folder: Option<&Path>,
    number: usize,
    level: &Evolved,
    out: &mut impl Write,
) -> io::Result<bool> {
    let name = format!("evolved-{}-{number:03}.mondrian.ron", args.seed);
    if folder.is_some_and(|folder| !is_saved(&folder.join(&name), &level.draft)) {
        return Ok(false);
    }
    let file = folder.is_some().then_some(name.as_str());
    if args.json {
        let (moves, strokes) = (level.moves, level.strokes);
        let share_code = share_code(&level.draft);
        let event = "level";
        let object =
            LevelObject { event, number, seed: args.seed, moves, strokes, file, share_code };
        serde_json::to_writer(&mut *out, &object)?;
        writeln!(out)?;
    } else {
        if file.is_none() {
            writeln!(out, "{}", write_level(&level.draft))?;
        }
        let proved = words::proved(level.moves);
        let tried = figures::levels(level.strokes);
        let name = file.unwrap_or(&level.draft.title);
        say(format_args!("{name}: {proved}; {tried} tried"));
    }
    out.flush()?;
    Ok(true)
}
