//! What `solve` prints: lines for people, or JSON objects, one a line.

use std::io::{self, Write};

use serde::Serialize;

use super::units::{format_count, format_moves_count, format_seconds, format_size};
use crate::puzzle::format_moves;
use crate::report::{ResultLine, SolutionLine};
use crate::search::{Found, Options, Outcome, Progress, Stop, Verdict};

/// Prints a better solution as JSON.
pub(in crate::cli) fn solution_json(
    out: &mut impl Write,
    level: &str,
    found: &Found,
) -> io::Result<()> {
    json_line(out, &SolutionLine::new(level, found))
}

/// Prints the end of a search as JSON.
pub(in crate::cli) fn result_json(
    out: &mut impl Write,
    level: &str,
    outcome: &Outcome,
    progress: &Progress,
    options: &Options,
) -> io::Result<()> {
    json_line(out, &ResultLine::new(level, outcome, progress, options))
}

/// What cannot be read, as JSON.
#[derive(Serialize)]
struct ErrorEvent<'a> {
    event: &'static str,
    level: &'a str,
    message: &'a str,
    line: Option<usize>,
    column: Option<usize>,
}

/// Prints that a level cannot be read as JSON.
pub(in crate::cli) fn error_json(
    out: &mut impl Write,
    level: &str,
    message: &str,
    place: Option<(usize, usize)>,
) -> io::Result<()> {
    let (line, column) = place.unzip();
    json_line(out, &ErrorEvent { event: "error", level, message, line, column })
}

/// Prints an object on a line of its own.
pub(in crate::cli) fn json_line(out: &mut impl Write, event: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, event)?;
    writeln!(out)?;
    // Whoever reads along must not wait for a buffer to fill.
    out.flush()
}

/// Returns a better solution as a line for people.
pub(in crate::cli) fn solution_text(found: &Found) -> String {
    if found.is_told {
        return format!("{} known, from the level", format_moves_count(found.solution.cost()));
    }
    format!(
        "{} (at least {}), {}",
        format_moves_count(found.solution.cost()),
        found.lower_bound,
        format_seconds(found.elapsed)
    )
}

/// Returns the end of a search as lines for people: what is known, what it cost,
/// and the moves.
pub(in crate::cli) fn result_text(outcome: &Outcome, progress: &Progress) -> String {
    let mut text = verdict_text(outcome);
    text += &format!(
        " ({} states, {}, {})\n",
        format_count(progress.expanded),
        format_seconds(progress.elapsed),
        format_size(progress.peak_memory_bytes)
    );
    if let Some(solution) = outcome.verdict.solution() {
        text += &format_moves(solution.moves());
        text.push('\n');
    }
    text
}

/// Returns what is known at the end of a search; where something is left open, why it ended.
pub(in crate::cli) fn verdict_text(outcome: &Outcome) -> String {
    let stopped = match outcome.stop {
        Stop::Finished => "",
        Stop::Time => "; stopped by the time limit",
        Stop::Memory => "; stopped by the memory limit",
        Stop::States => "; stopped by the limit of states",
        Stop::Cancelled => "; stopped",
        Stop::GaveUp => "; the method could go no further",
    };
    let words = verdict_words(&outcome.verdict);
    match outcome.verdict {
        Verdict::Optimal { .. } | Verdict::Unsolvable => words,
        Verdict::Feasible { .. } | Verdict::Unknown { .. } => words + stopped,
    }
}

/// Returns what is known, such as `22 moves, proved the best`.
pub(in crate::cli) fn verdict_words(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Optimal { solution } => {
            format!("{}, proved the best", format_moves_count(solution.cost()))
        }
        Verdict::Feasible { solution, lower_bound } => {
            let moves = format_moves_count(solution.cost());
            format!("{moves}, at least {lower_bound} are needed")
        }
        Verdict::Unsolvable => "no solution exists, proved".to_owned(),
        Verdict::Unknown { lower_bound } => {
            let needed = format_moves_count(*lower_bound);
            format!("no solution found, at least {needed} needed")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{parse_moves, parse_text};

    fn outcome(verdict: Verdict, stop: Stop) -> String {
        let progress = Progress { expanded: 6_614_000, ..Progress::default() };
        result_text(&Outcome { verdict, stop }, &progress)
    }

    #[test]
    fn results_read_as_sentences() {
        let puzzle = parse_text("R..\n\n..R", None).unwrap().validate().unwrap();
        let solution = puzzle.verify(parse_moves("a1R").unwrap()).unwrap();
        let cost = " (6,614,000 states, 0.00 s, 0.0 KiB)\n";
        assert_eq!(
            outcome(Verdict::Optimal { solution: solution.clone() }, Stop::Finished),
            format!("1 move, proved the best{cost}a1R\n")
        );
        assert_eq!(
            outcome(Verdict::Feasible { solution, lower_bound: 0 }, Stop::Time),
            format!("1 move, at least 0 are needed; stopped by the time limit{cost}a1R\n")
        );
        assert_eq!(
            outcome(Verdict::Unsolvable, Stop::Finished),
            format!("no solution exists, proved{cost}")
        );
        assert_eq!(
            outcome(Verdict::Unknown { lower_bound: 9 }, Stop::Memory),
            format!(
                "no solution found, at least 9 moves needed; stopped by the memory limit{cost}"
            )
        );
    }
}
