//! `mondrian explain`: a search step by step: what is taken from the open list and why,
//! and what becomes of each successor.

use std::io::{self, Write};
use std::sync::atomic::Ordering;

use super::args::ExplainArgs;
use crate::cli::common::exit::Exit;
use crate::cli::common::goal::Goal;
use crate::cli::common::interrupt;
use crate::cli::common::say::say;
use crate::puzzle::{Draft, Puzzle};
use crate::report::{EndObject, StepLine, rows};
use crate::search::{Fate, Made, Method, Options, TraceStep, Tracer};
use crate::words::figures;

/// Memory for the open list and the closed set.
const MEMORY_BYTES: u64 = 1 << 30;

/// Prints the steps that are asked for, and how the search ended if it did.
pub(in crate::cli) fn explain(
    args: &ExplainArgs,
    goal: &Goal,
    out: &mut impl Write,
) -> io::Result<Exit> {
    let source = &args.level;
    let Some((loaded, puzzle)) = source.read_puzzle(goal, args.json.then_some(out))? else {
        return Ok(Exit::Usage);
    };
    let mut options =
        Options { method: args.method, heuristic: args.heuristic, ..Options::default() };
    options.tie_break = args.tie_break.unwrap_or_default();
    options.limits.memory_bytes = Some(MEMORY_BYTES);
    let mut tracer = match Tracer::new(&puzzle, &options) {
        Ok(tracer) => tracer,
        Err(error) => {
            say(source.blame(error));
            return Ok(Exit::Usage);
        }
    };
    let teller = Teller { puzzle: &puzzle, draft: &loaded.draft, options: &options };
    let stop = interrupt::watch();
    for nth in 0..args.skip.saturating_add(args.steps) {
        if stop.load(Ordering::Relaxed) {
            say(format_args!("mondrian: stopped after {} steps", figures::grouped(nth)));
            let solved = tracer.solution().is_some();
            return Ok(if solved { Exit::Unproved } else { Exit::Unknown });
        }
        let Some(step) = tracer.step() else {
            return teller.end(&tracer, out, args.json);
        };
        if nth < args.skip {
            continue;
        }
        if args.json {
            teller.step_json(&step, out)?;
        } else {
            teller.step_text(&step, out)?;
        }
    }
    Ok(Exit::Success)
}

/// Writes steps.
struct Teller<'a> {
    puzzle: &'a Puzzle,
    draft: &'a Draft,
    options: &'a Options,
}

impl Teller<'_> {
    fn step_text(&self, step: &TraceStep, out: &mut impl Write) -> io::Result<()> {
        let pushed = step.push.map_or(String::new(), |push| format!(", reached by {push}"));
        writeln!(
            out,
            "step {}: taken {}{pushed}",
            step.number,
            self.figures(step.moves, step.estimate, step.rank)
        )?;
        let others = match step.ties {
            0 => "no other position has so low a rank".to_owned(),
            1 => "one other has the same; ties are broken by ".to_owned() + self.tie_break(),
            ties => format!(
                "{} others have the same; ties are broken by {}",
                figures::grouped(ties),
                self.tie_break()
            ),
        };
        writeln!(out, "  {others}")?;
        for row in rows(self.puzzle.board(), &step.position, &self.draft.palette) {
            writeln!(out, "    {row}")?;
        }
        let count = step.made.len();
        writeln!(out, "  {count} successor{}:", if count == 1 { "" } else { "s" })?;
        for made in &step.made {
            writeln!(
                out,
                "    {:5} {:28} {}",
                made.push.to_string(),
                self.figures(made.moves, made.estimate, made.rank),
                fate_text(made)
            )?;
        }
        let incumbent = step.incumbent.map_or("no solution yet".to_owned(), |moves| {
            format!("best solution {}", figures::moves(moves))
        });
        let (open, stored) = (figures::grouped(step.open), figures::grouped(step.stored));
        writeln!(out, "  then {open} open of {stored} met, {incumbent}\n")
    }

    const fn tie_break(&self) -> &'static str {
        self.options.tie_break.name()
    }

    /// Returns g, h and what the open list is ordered by, under the name it has there.
    fn figures(&self, moves: u32, estimate: f64, rank: f64) -> String {
        let number = |value: f64| {
            if value.is_infinite() {
                "infinite".to_owned()
            } else {
                // Whole numbers as such, others with what tells them apart.
                let text = format!("{value:.2}");
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
        };
        let (h, rank) = (number(estimate), number(rank));
        match self.options.method {
            Method::Greedy => format!("g {moves}  h {h}"),
            Method::Mondrian => format!("g {moves}  h {h}  score {rank}"),
            Method::WeightedAstar => {
                format!("g {moves}  h {h}  f {rank} = g + {} h", self.options.weight)
            }
            _ => format!("g {moves}  h {h}  f {rank}"),
        }
    }

    fn step_json(&self, step: &TraceStep, out: &mut impl Write) -> io::Result<()> {
        let line = StepLine::new(step, self.puzzle.board(), &self.draft.palette);
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)
    }

    /// Tells how the search ended. (The JSON of a search that ended ends with its steps.)
    fn end(&self, tracer: &Tracer, out: &mut impl Write, json: bool) -> io::Result<Exit> {
        let end = EndObject::new(tracer);
        let exit = match end.why {
            "solved" => Exit::Success,
            "unsolvable" => Exit::Unsolvable,
            _ => Exit::Unknown,
        };
        if !json {
            writeln!(out, "{}", end.message)?;
        }
        Ok(exit)
    }
}

const fn fate_text(made: &Made) -> &'static str {
    match made.fate {
        Fate::New => "new",
        Fate::Duplicate => "duplicate: met before on as few moves",
        Fate::Better => "better: met before on more moves, opened again",
        Fate::PutOff => "put off: met before on more moves, opened again when there is a solution",
        Fate::Goal => "goal: a better solution than before",
        Fate::Pruned => "pruned: it cannot lead to a better solution",
    }
}
