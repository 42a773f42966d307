//! `mondrian solve`: solves levels one after the other.

use std::io::{self, Write};

use super::args::SolveArgs;
use super::exit::Exit;
use super::progress::{LiveLine, run_to_end};
use super::report::{result_json, result_text, solution_json, solution_text};
use super::save::save_if_better;
use super::say::say;
use super::source::Source;
use crate::proofs;
use crate::search::{Found, Options, Search, Verdict};

/// Solves each level and returns the highest exit code of all.
pub(super) fn solve(args: &SolveArgs, out: &mut impl Write) -> io::Result<Exit> {
    let options = match super::options::of_solve(args) {
        Ok(options) => options,
        Err(message) => {
            say(format_args!("mondrian: {message}"));
            return Ok(Exit::Usage);
        }
    };
    let mut exit = Exit::Success;
    for source in &args.levels {
        exit = exit.max(solve_level(source, &options, args, out)?);
    }
    Ok(exit)
}

fn solve_level(
    source: &Source,
    options: &Options,
    args: &SolveArgs,
    out: &mut impl Write,
) -> io::Result<Exit> {
    let Some((loaded, puzzle)) = source.read_puzzle_or_tell(args.json, out)? else {
        return Ok(Exit::Usage);
    };
    let level = source.to_string();
    // One level speaks for itself, of several each line says which.
    let prefix = if args.levels.len() > 1 { format!("{level}: ") } else { String::new() };
    let mut search = Search::new(&puzzle, options);
    if let Some(best) = loaded.draft.best.as_ref().filter(|_| args.begins_with_known(options)) {
        search.tell(best.moves.clone()).expect("it was replayed when it was read");
    }
    let on_found = |found: &Found| {
        if args.json {
            return solution_json(out, &level, found);
        }
        say(format_args!("{prefix}{}", solution_text(found)));
        Ok(())
    };
    run_to_end(&mut search, &mut LiveLine::new(!args.json), on_found)?;
    let outcome = search.outcome().expect("a finished search has one");
    if args.json {
        result_json(out, &level, outcome, &search.progress(), options)?;
    } else {
        write!(out, "{prefix}{}", result_text(outcome, &search.progress()))?;
        out.flush()?;
    }
    if let Verdict::Optimal { solution } = &outcome.verdict {
        proofs::remember(&puzzle, solution.cost());
    }
    let exit = Exit::of_verdict(&outcome.verdict, args.aim);
    let saved = !args.save || save_if_better(source, &loaded.draft, &outcome.verdict);
    Ok(if saved { exit } else { exit.max(Exit::Usage) })
}
