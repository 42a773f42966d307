//! `mondrian compare`: the methods one after the other on one level, as a table.

use std::io::{self, Write};
use std::time::Duration;

use super::args::CompareArgs;
use super::exit::Exit;
use super::progress::{LiveLine, run_to_end};
use super::say::say;
use super::units::{format_count, format_seconds, format_size};
use crate::puzzle::Puzzle;
use crate::search::{Method, Options, Search, Verdict};

/// The time limit of each method unless another is said: some never end.
const DEFAULT_TIME: Duration = Duration::from_mins(1);

/// Runs every method on the level and prints a row for each as soon as it has ended.
///
/// The exit code is the lowest: what the best of the methods has reached.
pub(super) fn compare(args: &CompareArgs, out: &mut impl Write) -> io::Result<Exit> {
    let source = &args.level;
    let puzzle = match source.read_puzzle() {
        Ok((_, puzzle)) => puzzle,
        Err(error) => {
            say(source.blame(&error));
            return Ok(Exit::Usage);
        }
    };
    let mut options = super::options::with_limits(&args.limits);
    options.limits.time.get_or_insert(DEFAULT_TIME);
    let titles = ["method", "moves", "proved", "expanded", "stored", "seconds", "memory"];
    print_row(out, titles.map(str::to_owned))?;
    let mut exit = Exit::Unknown;
    for method in Method::ALL {
        let options = Options { method, ..options };
        let (row, reached) = run_method(&puzzle, &options)?;
        print_row(out, row)?;
        exit = exit.min(reached);
    }
    Ok(exit)
}

fn run_method(puzzle: &Puzzle, options: &Options) -> io::Result<([String; 7], Exit)> {
    let mut search = Search::new(puzzle, options);
    run_to_end(&mut search, &mut LiveLine::new(true), |_| Ok(()))?;
    let progress = search.progress();
    let verdict = &search.outcome().expect("a finished search has one").verdict;
    let moves = verdict.solution().map(|solution| solution.cost().to_string());
    let proved = match verdict {
        Verdict::Optimal { .. } | Verdict::Unsolvable => "yes".to_owned(),
        Verdict::Feasible { lower_bound, .. } | Verdict::Unknown { lower_bound } => {
            format!("at least {lower_bound}")
        }
    };
    let row = [
        options.method.name().to_owned(),
        moves.unwrap_or_else(|| "none".to_owned()),
        proved,
        format_count(progress.expanded),
        format_count(progress.stored),
        format_seconds(progress.elapsed),
        format_size(progress.peak_memory_bytes),
    ];
    Ok((row, Exit::of_verdict(verdict, options.aim)))
}

fn print_row(out: &mut impl Write, row: [String; 7]) -> io::Result<()> {
    let [method, moves, proved, expanded, stored, seconds, memory] = row;
    writeln!(
        out,
        "{method:14}  {moves:>5}  {proved:>12}  {expanded:>13}  {stored:>13}  {seconds:>9}  {memory:>8}"
    )?;
    out.flush()
}
