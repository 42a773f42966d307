//! `mondrian generate`: levels of a wanted size and difficulty, rated.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use schemars::JsonSchema;
use serde::Serialize;

use super::analysis_text::format_ways;
use super::args::GenerateArgs;
use super::folder::{is_made, is_saved};
use crate::cli::common::exit::Exit;
use crate::cli::common::interrupt;
use crate::cli::common::progress::LiveLine;
use crate::cli::common::say::say;
use crate::puzzle::{share_code, write_level};
use crate::search::generate::{Generated, Recipe, generate as make};
use crate::words::{self, figures};

/// Makes the levels and writes each as soon as those before it are written.
pub(in crate::cli) fn generate(
    args: &GenerateArgs,
    out: &mut (impl Write + Send),
) -> io::Result<Exit> {
    let recipe = Recipe {
        size: args.size,
        tiles: args.tiles,
        colours: args.colours.unwrap_or(args.tiles),
        walls: args.walls,
        passes: args.passes,
        thin_walls: args.thin_walls,
        symmetry: args.symmetry.symmetry(),
        floating: args.floating,
        moves: args.moves.clone(),
        seed: args.seed,
        attempts: args.attempts,
        positions: args.positions,
    };
    if !is_made(args.making.folder()) {
        return Ok(Exit::Internal);
    }
    let threads = args.making.threads();
    let writer = Mutex::new(Writer::new(args, out));
    let stop = interrupt::watch();
    let made = |number, level| {
        let mut writer = writer.lock().expect("a writer does not panic");
        if writer.take(number, level).is_err() {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let Some(end) = first(args).checked_add(args.count) else {
        say("mondrian: --first and --count together go beyond the last number");
        return Ok(Exit::Usage);
    };
    if let Err(error) = make(&recipe, first(args)..end, threads, &stop, made) {
        say(format_args!("mondrian: {error}"));
        return Ok(Exit::Usage);
    }
    writer.into_inner().expect("a writer does not panic").finish(&stop)
}

/// Returns the number of the first level, from 0.
const fn first(args: &GenerateArgs) -> u32 {
    args.first.saturating_sub(1)
}

/// What is known of a level, as JSON; its fields and their order are part of the format
/// (docs/cli/generate.md).
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "GeneratedLevel")]
pub(in crate::cli) struct LevelObject<'a> {
    #[schemars(extend("const" = "level"))]
    event: &'static str,
    number: u32,
    seed: u64,
    moves: u32,
    shortest_solutions: Option<String>,
    counter_intuitive: usize,
    positions: Option<u64>,
    dead: Option<u64>,
    attempts: u32,
    file: Option<&'a str>,
    share_code: String,
}

/// Puts the levels out in their order, whichever is ready first.
struct Writer<'a, W> {
    args: &'a GenerateArgs,
    out: &'a mut W,
    live: LiveLine,
    next: u32,
    waiting: BTreeMap<u32, Option<Generated>>,
    written: u32,
    failed: bool,
    error: Option<io::Error>,
}

impl<'a, W: Write> Writer<'a, W> {
    fn new(args: &'a GenerateArgs, out: &'a mut W) -> Self {
        Self {
            args,
            out,
            live: LiveLine::new(!args.json),
            next: first(args),
            waiting: BTreeMap::new(),
            written: 0,
            failed: false,
            error: None,
        }
    }

    /// Takes a level, or that it was given up; `Err` when nothing can be written any more.
    fn take(&mut self, number: u32, level: Option<Generated>) -> Result<(), ()> {
        self.waiting.insert(number, level);
        while let Some(level) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.live.clear();
            let written = level.map_or(Ok(()), |level| self.write(&level));
            if let Err(error) = written {
                self.error = Some(error);
                return Err(());
            }
        }
        let (done, count) = (self.next - first(self.args), self.args.count);
        self.live.draw(|| format!("{done} of {count} looked for"));
        Ok(())
    }

    fn write(&mut self, level: &Generated) -> io::Result<()> {
        let name = format!("generated-{}-{:03}.mondrian.ron", self.args.seed, level.number + 1);
        let mut file = None;
        if let Some(folder) = self.args.making.folder() {
            if !is_saved(&folder.join(&name), &level.draft) {
                self.failed = true;
                return Ok(());
            }
            file = Some(name.as_str());
        }
        self.written += 1;
        if self.args.json {
            serde_json::to_writer(&mut *self.out, &object(level, self.args.seed, file))?;
            writeln!(self.out)?;
        } else {
            if file.is_none() {
                writeln!(self.out, "{}", write_level(&level.draft))?;
            }
            say(format_args!("{}: {}", file.unwrap_or(&level.draft.title), rating_text(level)));
        }
        self.out.flush()
    }

    /// Writes what has come before its turn, and says what is lacking.
    fn finish(mut self, stop: &AtomicBool) -> io::Result<Exit> {
        self.live.clear();
        if let Some(error) = self.error {
            return Err(error);
        }
        for level in std::mem::take(&mut self.waiting).into_values().flatten() {
            self.write(&level)?;
        }
        let lacking = self.args.count.saturating_sub(self.written);
        if self.failed {
            return Ok(Exit::Internal);
        }
        if lacking > 0 && stop.load(Ordering::Relaxed) {
            say(format_args!("mondrian: stopped; {lacking} of {} not made", self.args.count));
            return Ok(Exit::Unknown);
        }
        if lacking > 0 {
            say(format_args!(
                "mondrian: {lacking} of {} levels were not found in {} boards each; \
                 ask for other moves, or for more --attempts",
                self.args.count, self.args.attempts
            ));
            return Ok(Exit::Unknown);
        }
        Ok(Exit::Success)
    }
}

fn object<'a>(level: &Generated, seed: u64, file: Option<&'a str>) -> LevelObject<'a> {
    let rating = &level.rating;
    LevelObject {
        event: "level",
        number: level.number + 1,
        seed,
        moves: rating.moves,
        shortest_solutions: rating.shortest_solutions.map(|ways| ways.to_string()),
        counter_intuitive: rating.counter_intuitive,
        positions: rating.positions,
        dead: rating.dead,
        attempts: level.attempts,
        file,
        share_code: share_code(&level.draft),
    }
}

/// Returns what is known of a level as a line for people.
fn rating_text(level: &Generated) -> String {
    let rating = &level.rating;
    let mut parts = vec![
        words::proved(rating.moves),
        format!("{} counter-intuitive", rating.counter_intuitive),
    ];
    if let Some(ways) = rating.shortest_solutions {
        parts.push(format!("shortest solutions {}", format_ways(ways)));
    }
    match (rating.positions, rating.dead) {
        (Some(positions), Some(dead)) => {
            parts.push(format!(
                "positions {}, dead {}",
                figures::grouped(positions),
                figures::grouped(dead)
            ));
        }
        _ => parts.push("positions not all listed".to_owned()),
    }
    parts.join("; ")
}
