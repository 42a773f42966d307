//! `mondrian solve`: solves levels one after the other.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::args::SolveArgs;
use super::common::exit::Exit;
use super::common::goal::Goal;
use super::common::interrupt;
use super::common::progress::{LiveLine, run_to_end};
use super::common::report::{result_json, result_text, solution_json, solution_text};
use super::common::save::save_if_better;
use super::common::say::say;
use super::common::source::Source;
use crate::proofs;
use crate::puzzle::{Loaded, Puzzle};
use crate::search::{Found, Options, Reason, Search, Verdict};

/// Solves each level and returns the highest exit code of all.
pub(super) fn solve(args: &SolveArgs, goal: &Goal, out: &mut impl Write) -> io::Result<Exit> {
    let options = match super::options::of_search(&args.search) {
        Ok(options) => options,
        Err(message) => {
            say(format_args!("mondrian: {message}"));
            return Ok(Exit::Usage);
        }
    };
    let mut exit = Exit::Success;
    let mut stop: Option<Arc<AtomicBool>> = None;
    for (done, source) in args.levels.iter().enumerate() {
        if is_set(stop.as_deref()) {
            let left = args.levels.len() - done;
            say(format_args!("mondrian: stopped; {left} of {} not begun", args.levels.len()));
            return Ok(exit.max(Exit::Unknown));
        }
        let Some((loaded, puzzle)) = source.read_puzzle(goal, args.json.then_some(out))? else {
            exit = exit.max(Exit::Usage);
            continue;
        };
        let stop = stop.get_or_insert_with(interrupt::watch);
        let task = Task { source, loaded: &loaded, puzzle: &puzzle, options: &options, stop };
        exit = exit.max(task.solve(args, out)?);
    }
    Ok(exit)
}

fn is_set(stop: Option<&AtomicBool>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// A level to be solved.
struct Task<'a> {
    source: &'a Source,
    loaded: &'a Loaded,
    puzzle: &'a Puzzle,
    options: &'a Options,
    stop: &'a Arc<AtomicBool>,
}

impl Task<'_> {
    fn solve(&self, args: &SolveArgs, out: &mut impl Write) -> io::Result<Exit> {
        let level = self.source.name();
        // One level speaks for itself, of several each line says which.
        let prefix =
            if args.levels.len() > 1 { format!("{}: ", self.source) } else { String::new() };
        let mut search = Search::new(self.puzzle, self.options);
        let known = self.loaded.draft.best.as_ref();
        if let Some(best) = known.filter(|_| args.search.begins_with_known(self.options)) {
            search.tell(best.moves.clone()).expect("it was replayed when it was read");
        }
        let on_found = |found: &Found| {
            if args.json {
                return solution_json(out, &level, found);
            }
            say(format_args!("{prefix}{}", solution_text(found)));
            Ok(())
        };
        let mut live = LiveLine::new(!args.json);
        let told = run_to_end(&mut search, &mut live, self.stop, on_found);
        let outcome = search.outcome().expect("a finished search has one");
        let told = told.and_then(|()| {
            if args.json {
                return result_json(out, &level, outcome, &search.progress(), self.options);
            }
            write!(out, "{prefix}{}", result_text(outcome, &search.progress()))?;
            out.flush()
        });
        // What was found is not lost when nobody reads any more.
        let verdict = &outcome.verdict;
        if let Verdict::Optimal { solution } = verdict {
            proofs::remember(self.puzzle, solution.cost());
        }
        let saved = !args.save || save_if_better(self.source, &self.loaded.draft, verdict);
        told?;
        if *verdict == Verdict::Unsolvable {
            let expanded = search.progress().expanded;
            let reason = Reason::of(&self.loaded.draft, self.puzzle, expanded);
            say(format_args!("{prefix}{reason}"));
        }
        Ok(if saved { Exit::of_verdict(verdict, self.options.aim) } else { Exit::Internal })
    }
}
