//! `mondrian bench`: all levels of a folder one after the other, as a table.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use super::args::BenchArgs;
use super::common::exit::Exit;
use super::common::goal::Goal;
use super::common::interrupt;
use super::common::progress::{LiveLine, run_to_end};
use super::common::say::{say, shown};
use super::common::source::Source;
use crate::puzzle::LEVEL_ENDING;
use crate::search::{Aim, Options, Progress, Search, Verdict};
use crate::words::figures;

/// What is known of a level when its time is over.
struct Row {
    level: String,
    verdict: &'static str,
    moves: Option<u32>,
    bound: Option<u32>,
    progress: Progress,
}

/// Solves each level with the limits anew, prints a row for each as soon as it has
/// ended, and returns the highest exit code of all.
pub(super) fn bench(args: &BenchArgs, goal: &Goal, out: &mut impl Write) -> io::Result<Exit> {
    let levels = match all_levels(&args.levels) {
        Ok(levels) => levels,
        Err(message) => {
            say(message);
            return Ok(Exit::Usage);
        }
    };
    let options = Options { method: args.method, ..super::options::with_limits(&args.limits) };
    let width = width_of_names(&levels);
    print_head(out, args.csv, width)?;
    let (mut exit, mut proved, mut solved) = (Exit::Success, 0, 0);
    let mut not_begun = String::new();
    let stop = interrupt::watch();
    for (done, source) in levels.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            not_begun = format!(", {} not begun", levels.len() - done);
            exit = exit.max(Exit::Unknown);
            break;
        }
        let Some((_, puzzle)) = source.read_puzzle(goal, None)? else {
            exit = exit.max(Exit::Usage);
            continue;
        };
        let mut search = Search::new(&puzzle, &options);
        run_to_end(&mut search, &mut LiveLine::new(!args.csv), &stop, |_| Ok(()))?;
        let verdict = &search.outcome().expect("a finished search has one").verdict;
        exit = exit.max(Exit::of_verdict(verdict, Aim::Prove));
        proved += u32::from(matches!(verdict, Verdict::Optimal { .. } | Verdict::Unsolvable));
        solved += u32::from(verdict.solution().is_some());
        let row = Row {
            level: name_of(source),
            verdict: verdict.name(),
            moves: verdict.solution().map(|solution| solution.cost()),
            bound: verdict.lower_bound(),
            progress: search.progress(),
        };
        print_row(out, args.csv, &row, width)?;
    }
    let count = figures::levels(levels.len() as u64);
    say(format_args!("{count}: {solved} with a solution, {proved} proved{not_begun}"));
    Ok(exit)
}

/// Returns the levels named and those in the folders named, in the order of their
/// names.
fn all_levels(sources: &[Source]) -> Result<Vec<Source>, String> {
    let mut levels = Vec::new();
    for source in sources {
        match source {
            Source::File(path) if path.is_dir() => {
                let files = files_in(path)
                    .map_err(|error| source.blame(format_args!("cannot be read: {error}")))?;
                if files.is_empty() {
                    return Err(source.blame(format_args!("holds no file named *{LEVEL_ENDING}")));
                }
                levels.extend(files.into_iter().map(Source::File));
            }
            other => levels.push(other.clone()),
        }
    }
    Ok(levels)
}

fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let is_level = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().to_lowercase().ends_with(LEVEL_ENDING));
        if is_level {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Returns what a level is called in the table: its file without the folder.
fn name_of(source: &Source) -> String {
    let Source::File(path) = source else { return source.name() };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.strip_suffix(LEVEL_ENDING).unwrap_or(&name).to_owned()
}

fn print_head(out: &mut impl Write, csv: bool, width: usize) -> io::Result<()> {
    if csv {
        writeln!(out, "level,verdict,moves,bound,seconds,states_stored,memory_bytes")?;
    } else {
        let titles = ["level", "verdict", "moves", "bound", "time", "stored", "memory"];
        print_cells(out, titles.map(str::to_owned), width)?;
        writeln!(
            out,
            "|{:-<1$}|------------|-------|-------|-----------|----------------|----------|",
            "",
            width + 2
        )?;
    }
    out.flush()
}

fn print_row(out: &mut impl Write, csv: bool, row: &Row, width: usize) -> io::Result<()> {
    let number = |number: Option<u32>| number.map(|number| number.to_string());
    let Progress { elapsed, stored, peak_memory_bytes, .. } = row.progress;
    if csv {
        let (moves, bound) = (number(row.moves), number(row.bound));
        let (moves, bound) = (moves.unwrap_or_default(), bound.unwrap_or_default());
        let seconds = elapsed.as_secs_f64();
        let level = csv_field(&row.level);
        let verdict = row.verdict;
        writeln!(
            out,
            "{level},{verdict},{moves},{bound},{seconds:.3},{stored},{peak_memory_bytes}"
        )?;
    } else {
        let none = || "–".to_owned();
        let cells = [
            shown(&row.level).replace('|', "\\|"),
            row.verdict.to_owned(),
            number(row.moves).unwrap_or_else(none),
            number(row.bound).unwrap_or_else(none),
            figures::time(elapsed),
            figures::grouped(stored),
            figures::memory(peak_memory_bytes),
        ];
        print_cells(out, cells, width)?;
    }
    out.flush()
}

/// Quotes what would otherwise end a field (RFC 4180).
fn csv_field(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn width_of_names(levels: &[Source]) -> usize {
    levels.iter().map(|level| shown(&name_of(level)).chars().count()).max().unwrap_or(0).max(5)
}

/// Prints a row of a Markdown table whose first column is `width` letters wide.
fn print_cells(out: &mut impl Write, cells: [String; 7], width: usize) -> io::Result<()> {
    let [level, verdict, moves, bound, time, stored, memory] = cells;
    writeln!(
        out,
        "| {level:width$} | {verdict:10} | {moves:>5} | {bound:>5} | {time:>9} | {stored:>14} | {memory:>8} |"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(names: &[&str], folder: &Path, csv: bool) -> (String, Exit) {
        let levels = names.iter().map(|name| match name.strip_prefix("builtin:") {
            Some(name) => Source::Builtin(name.to_owned()),
            None => Source::File(folder.join(name)),
        });
        let limits = super::super::args::LimitArgs {
            time: None,
            memory: Some(64 << 20),
            states: Some(100_000),
            threads: Some(1),
        };
        let method = crate::search::Method::Engine;
        let args = BenchArgs { levels: levels.collect(), method, limits, csv };
        let mut out = Vec::new();
        let exit = bench(&args, &Goal::default(), &mut out).unwrap();
        (String::from_utf8(out).unwrap(), exit)
    }

    #[test]
    fn the_levels_of_a_folder_stand_in_a_table() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).unwrap();
        };
        write("b.mondrian.ron", "(version: 1, title: \"one\", start: [\"R..\"], goal: [\"..R\"])");
        write("a,.mondrian.ron", "(version: 1, title: \"no\", start: [\"R#.\"], goal: [\"..R\"])");
        write("readme.txt", "no level");
        let (text, exit) = table(&["."], folder.path(), true);
        assert!(exit == Exit::Unsolvable);
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(rows[0][..4], ["level", "verdict", "moves", "bound"]);
        assert!(text.lines().nth(1).unwrap().starts_with("\"a,\",unsolvable,,,"), "{text}");
        assert_eq!(rows[2][..4], ["b", "optimal", "1", "1"]);

        let (text, _) = table(&["b.mondrian.ron", "builtin:twins"], folder.path(), false);
        let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
        assert_eq!(text.lines().count(), 4);
        assert!(widths.iter().all(|&width| width == widths[0]), "{text}");
    }

    #[test]
    fn a_folder_without_levels_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(
            all_levels(&[Source::File(folder.path().into())]).unwrap_err().contains("holds no")
        );
    }
}
