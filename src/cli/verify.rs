//! `mondrian verify`: replays moves through the rules, and says how many they are and whether
//! fewer are enough.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::args::VerifyArgs;
use super::common::exit::Exit;
use super::common::goal::Goal;
use super::common::report::json_line;
use super::common::say::{say, shown_path};
use super::common::source::Source;
use crate::proofs;
use crate::puzzle::{
    AnyTextError, Draft, Move, PlanStep, Puzzle, Solution, open_file, parse_moves_of, parse_plan,
    read_text,
};
use crate::words::{self, figures};

/// Replays the moves and prints one line about them.
pub(super) fn verify(args: &VerifyArgs, goal: &Goal, out: &mut impl Write) -> io::Result<Exit> {
    let is_piped =
        args.solution.as_deref() == Some("-") || args.plan.as_deref() == Some(Path::new("-"));
    if is_piped && args.level == Source::Stdin {
        say("mondrian: standard input holds the level or the moves, not both");
        return Ok(Exit::Usage);
    }
    let Some((loaded, puzzle)) = args.level.read_puzzle(goal, args.json.then_some(out))? else {
        return Ok(Exit::Usage);
    };
    let moves = match read_moves(args, &puzzle) {
        Ok(moves) => moves,
        Err(message) => {
            say(format_args!("mondrian: {message}"));
            return Ok(Exit::Usage);
        }
    };
    let found = Found::new(&loaded.draft, &puzzle, moves);
    let level = args.level.name();
    if args.json {
        json_line(out, &found.event(&level))?;
    } else {
        writeln!(out, "{}", found.text())?;
    }
    Ok(found.exit(args.best))
}

/// Returns the moves that the command line names.
///
/// # Errors
/// Says what is wrong with them.
fn read_moves(args: &VerifyArgs, puzzle: &Puzzle) -> Result<Vec<Move>, String> {
    if let Some(path) = &args.plan {
        let blamed = |error: &dyn Display| format!("--plan {}: {error}", shown_path(path));
        let text = if path == Path::new("-") { stdin() } else { file(path) };
        let steps = parse_plan(&text.map_err(|error| blamed(&error))?);
        let steps = steps.map_err(|error| blamed(&error))?;
        return moves_of(&steps, puzzle).map_err(|error| blamed(&error));
    }
    match args.solution.as_deref().unwrap_or_default() {
        "-" => {
            let text = stdin().map_err(|error| format!("--solution -: {error}"))?;
            parse_moves_of(&text, puzzle).map_err(|error| format!("--solution -: {error}"))
        }
        moves => parse_moves_of(moves, puzzle).map_err(|error| format!("--solution: {error}")),
    }
}

fn stdin() -> Result<String, AnyTextError> {
    Ok(read_text(io::stdin().lock())?)
}

fn file(path: &Path) -> Result<String, AnyTextError> {
    Ok(read_text(open_file(path)?)?)
}

/// Returns the moves of a plan. Where a tile comes to rest must be where the rules say: else the
/// plan is of another level.
fn moves_of(steps: &[PlanStep], puzzle: &Puzzle) -> Result<Vec<Move>, String> {
    let mut position = puzzle.start().clone();
    let mut moves = Vec::new();
    for &PlanStep { line, push, to } in steps {
        moves.push(push);
        // An illegal move is for the replay to report.
        let Some(landing) = puzzle.landing(&position, push) else { continue };
        if landing != to {
            return Err(format!("line {line}: {push} leads to {landing}, not to {to}"));
        }
        position = puzzle.apply(&position, push).expect("it leads somewhere");
    }
    Ok(moves)
}

/// What is known of the moves.
struct Found {
    moves: usize,
    solution: Result<Solution, String>,
    /// The moves of the best solution, where this program has proved it.
    proved: Option<u32>,
    /// The moves of the best solution that the level holds.
    known: Option<u32>,
}

/// How good a solution is.
#[derive(Clone, Copy, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
enum Standing {
    /// No solution is shorter, as this program has proved.
    Proved,
    /// A shorter solution is known.
    Longer,
    /// Neither.
    Unknown,
}

/// What is known of the moves, as JSON.
#[derive(JsonSchema, Serialize)]
pub(super) struct VerifyEvent<'a> {
    #[schemars(extend("const" = "verify"))]
    event: &'static str,
    level: &'a str,
    solves: bool,
    moves: usize,
    /// None of what does not solve the level.
    best: Option<Standing>,
    /// The fewest moves that are known to be enough.
    least_known: Option<u32>,
    /// Why the moves do not solve the level.
    message: Option<&'a str>,
}

impl Found {
    fn new(draft: &Draft, puzzle: &Puzzle, moves: Vec<Move>) -> Self {
        let best = draft.best.as_ref();
        let known = best.map(|best| best.moves.len() as u32);
        // The levels that come with the program are proved by its tests.
        let proved = best.filter(|best| best.proved).and(known);
        Self {
            moves: moves.len(),
            solution: puzzle.verify(moves).map_err(|error| error.to_string()),
            proved: proved.or_else(|| proofs::proved(puzzle)),
            known,
        }
    }

    /// Returns the fewest moves that are known to be enough, these ones among them.
    fn least_known(&self) -> Option<u32> {
        let own = self.solution.as_ref().ok().map(Solution::cost);
        [own, self.proved, self.known].into_iter().flatten().min()
    }

    /// Returns what the moves are among the solutions; `None` when they are none.
    fn standing(&self) -> Option<Standing> {
        let cost = self.solution.as_ref().ok()?.cost();
        Some(if self.proved == Some(cost) {
            Standing::Proved
        } else if self.least_known().is_some_and(|least| least < cost) {
            Standing::Longer
        } else {
            Standing::Unknown
        })
    }

    fn exit(&self, best: bool) -> Exit {
        match self.standing() {
            None => Exit::NotSolved,
            Some(Standing::Longer | Standing::Unknown) if best => Exit::Unproved,
            Some(_) => Exit::Success,
        }
    }

    fn event<'a>(&'a self, level: &'a str) -> VerifyEvent<'a> {
        VerifyEvent {
            event: "verify",
            level,
            solves: self.solution.is_ok(),
            moves: self.moves,
            best: self.standing(),
            least_known: self.least_known(),
            message: self.solution.as_ref().err().map(String::as_str),
        }
    }

    fn text(&self) -> String {
        let solution = match &self.solution {
            Ok(solution) => solution,
            Err(message) => return format!("no solution: {message}"),
        };
        let moves = figures::moves(solution.cost());
        let least = self.least_known().unwrap_or(solution.cost());
        match self.standing() {
            Some(Standing::Proved) => words::proved(solution.cost()),
            Some(Standing::Longer) if self.proved == Some(least) => {
                format!("{moves}; the best solution has {least}, proved")
            }
            Some(Standing::Longer) => format!("{moves}; a solution of {least} is known"),
            _ => format!("{moves}, not proved the best"),
        }
    }
}
