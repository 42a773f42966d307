//! `mondrian compare`: the methods one after the other on one level, as a table.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::args::CompareArgs;
use super::common::exit::Exit;
use super::common::goal::Goal;
use super::common::interrupt;
use super::common::output::Outputs;
use super::common::progress::{LiveLine, run_to_end};
use super::common::say::say;
use crate::picture::{PictureError, RaceLine, race_png};
use crate::puzzle::Puzzle;
use crate::search::{Method, Options, Row, Search, Stop};
use crate::words::figures;

/// The time limit of each method unless another is said: some never end.
const DEFAULT_TIME: Duration = Duration::from_mins(1);

/// Runs every method on the level and prints a row for each as soon as it has ended.
///
/// The exit code is the lowest: what the best of the methods has reached.
pub(super) fn compare(args: &CompareArgs, goal: &Goal, out: &mut impl Write) -> io::Result<Exit> {
    let source = &args.level;
    let named = [("--png", args.png.as_ref())];
    if !(Outputs { level: source, named: &named, prints: true, binary: true }.are_usable()) {
        return Ok(Exit::Usage);
    }
    let Some((loaded, puzzle)) = source.read_puzzle(goal, None)? else {
        return Ok(Exit::Usage);
    };
    let mut options = super::options::with_limits(&args.limits);
    options.limits.time.get_or_insert(DEFAULT_TIME);
    let titles = ["method", "moves", "proved", "expanded", "stored", "seconds", "memory"];
    print_row(out, titles.map(str::to_owned))?;
    let mut exit = Exit::Unknown;
    let mut rows = Vec::new();
    let stop = interrupt::watch();
    for method in Method::ALL {
        if stop.load(Ordering::Relaxed) {
            let left = Method::ALL.len() - rows.len();
            say(format_args!("mondrian: stopped; {left} of {} not begun", Method::ALL.len()));
            break;
        }
        let options = Options { method, ..options };
        let row = run_method(&puzzle, &options, &stop)?;
        print_row(out, words(method, &row))?;
        if let Some(outcome) = &row.outcome {
            exit = exit.min(Exit::of_verdict(&outcome.verdict, options.aim));
        }
        rows.push((method, row));
    }
    let Some(png) = &args.png else { return Ok(exit) };
    match png.write(|out| race_png(&loaded.draft, &lines(&rows), args.title, out)) {
        Ok(()) => Ok(exit),
        Err(PictureError::Write(error)) => png.failed(error),
        Err(error) => png.failed(io::Error::other(error)),
    }
}

fn run_method(puzzle: &Puzzle, options: &Options, stop: &Arc<AtomicBool>) -> io::Result<Row> {
    let mut search = Search::new(puzzle, options);
    run_to_end(&mut search, &mut LiveLine::new(true), stop, |_| Ok(()))?;
    Ok(Row::of(&search))
}

fn words(method: Method, row: &Row) -> [String; 7] {
    let progress = &row.progress;
    [
        method.name().to_owned(),
        row.moves().map_or_else(|| "none".to_owned(), |moves| moves.to_string()),
        row.proof(),
        figures::grouped(progress.expanded),
        figures::grouped(progress.stored),
        figures::time(progress.elapsed),
        figures::memory(progress.peak_memory_bytes),
    ]
}

/// Returns the lines of the picture: as the table, and the moves of the first solution.
fn lines(rows: &[(Method, Row)]) -> Vec<RaceLine> {
    let most = rows.iter().map(|(_, row)| row.progress.expanded).max().unwrap_or(0).max(1);
    let line = |(method, row): &(Method, Row)| {
        let [name, best, proof, expanded, stored, seconds, memory] = words(*method, row);
        let first = row.first.map_or_else(|| "none".to_owned(), |first| first.moves.to_string());
        let stopped = row.outcome.as_ref().is_some_and(|outcome| outcome.stop != Stop::Finished);
        let seconds = if stopped { seconds + " !" } else { seconds };
        let cells = [first, best, proof, expanded, stored, seconds, memory];
        let part = row.progress.expanded as f32 / most as f32;
        RaceLine { name, cells, part, proved: row.is_proved() }
    };
    rows.iter().map(line).collect()
}

fn print_row(out: &mut impl Write, row: [String; 7]) -> io::Result<()> {
    let [method, moves, proved, expanded, stored, seconds, memory] = row;
    writeln!(
        out,
        "{method:14}  {moves:>5}  {proved:>12}  {expanded:>13}  {stored:>13}  {seconds:>9}  {memory:>8}"
    )?;
    out.flush()
}
