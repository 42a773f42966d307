//! What `solve` prints: lines for people, or JSON objects, one a line.

use std::io::{self, Write};

use serde::Serialize;

use crate::puzzle::format_moves;
use crate::report::{ErrorLine, ResultLine, SolutionLine};
use crate::search::{Found, Options, Outcome, Progress};
use crate::words::{self, figures};

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

/// Prints that a level cannot be read as JSON.
pub(in crate::cli) fn error_json(
    out: &mut impl Write,
    level: &str,
    message: &str,
    place: Option<(usize, usize)>,
) -> io::Result<()> {
    let (line, column) = place.unzip();
    json_line(out, &ErrorLine::new(Some(level), message).at(line, column))
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
        return format!("{} known, from the level", figures::moves(found.solution.cost()));
    }
    format!(
        "{} (at least {}), {}",
        figures::moves(found.solution.cost()),
        found.lower_bound,
        figures::time(found.elapsed)
    )
}

/// Returns the end of a search as lines for people: what is known, what it cost,
/// and the moves.
pub(in crate::cli) fn result_text(outcome: &Outcome, progress: &Progress) -> String {
    let mut text = words::verdict(outcome, None);
    text += &format!(
        " ({} states, {}, {})\n",
        figures::grouped(progress.expanded),
        figures::time(progress.elapsed),
        figures::memory(progress.peak_memory_bytes)
    );
    if let Some(solution) = outcome.verdict.solution() {
        text += &format_moves(solution.moves());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{parse_moves, parse_text};
    use crate::search::{Stop, Verdict};

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
            format!("1 move; stopped at the time limit{cost}a1R\n")
        );
        assert_eq!(
            outcome(Verdict::Unsolvable, Stop::Finished),
            format!("cannot be solved, proved{cost}")
        );
        assert_eq!(
            outcome(Verdict::Unknown { lower_bound: 9 }, Stop::Memory),
            format!(
                "no solution found, at least 9 moves needed; stopped at the memory limit{cost}"
            )
        );
    }
}
