//! `mondrian check`: every issue of each level, and what is known of its best solution.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;

use super::args::CheckArgs;
use super::common::exit::Exit;
use super::common::goal::Goal;
use super::common::report::{error_json, json_line};
use super::common::say::{say, shown};
use super::common::source::Source;
use crate::puzzle::{Best, Cell, Issue, Layout, Loaded};

/// Prints a line for each issue of each level, then one for the level.
pub(super) fn check(args: &CheckArgs, goal: &Goal, out: &mut impl Write) -> io::Result<Exit> {
    let mut bad = 0;
    for source in &args.levels {
        let is_level = match source.read(goal) {
            Ok(loaded) => Findings::new(&loaded).print(source, args.json, out)?,
            Err(error) if args.json => {
                error_json(out, &source.name(), &error.to_string(), error.place())?;
                false
            }
            Err(error) => {
                for line in error.to_string().lines() {
                    writeln!(out, "{source}: error: {}", shown(line))?;
                }
                false
            }
        };
        bad += usize::from(!is_level);
    }
    if bad == 0 {
        return Ok(Exit::Success);
    }
    out.flush()?;
    say(format_args!("mondrian: {bad} of {} cannot be used", args.levels.len()));
    Ok(Exit::Usage)
}

/// What is to be said of a level: as the designer says it, from the same functions.
struct Findings {
    errors: Vec<Issue>,
    warnings: Vec<Issue>,
    best: Option<Best>,
}

/// An issue, as JSON.
#[derive(JsonSchema, Serialize)]
pub(super) struct IssueEvent<'a> {
    #[schemars(extend("const" = "issue"))]
    event: &'static str,
    level: &'a str,
    severity: &'static str,
    message: String,
    layout: Option<String>,
    cells: Vec<String>,
}

/// A level, as JSON.
#[derive(JsonSchema, Serialize)]
pub(super) struct CheckEvent<'a> {
    #[schemars(extend("const" = "check"))]
    event: &'static str,
    level: &'a str,
    errors: usize,
    warnings: usize,
    /// Of the best solution known.
    moves: Option<usize>,
    /// `proved` by this program, `claimed` by the level, or `known`.
    best: Option<&'static str>,
}

impl Findings {
    fn new(loaded: &Loaded) -> Self {
        let draft = &loaded.draft;
        let errors = draft.validate().err().unwrap_or_default();
        let warnings = draft.warnings().into_iter().chain(loaded.warnings.clone()).collect();
        Self { errors, warnings, best: draft.best.clone() }
    }

    /// Prints all and says whether the level can be used.
    fn print(&self, source: &Source, json: bool, out: &mut impl Write) -> io::Result<bool> {
        let level = source.name();
        let issues = self.errors.iter().map(|issue| ("error", issue));
        for (severity, issue) in issues.chain(self.warnings.iter().map(|i| ("warning", i))) {
            if json {
                json_line(out, &issue_event(&level, severity, issue))?;
            } else {
                writeln!(out, "{source}: {severity}: {}", shown(&issue.to_string()))?;
            }
        }
        let is_usable = self.errors.is_empty();
        if json {
            let best = self.best.as_ref();
            let (errors, warnings) = (self.errors.len(), self.warnings.len());
            let moves = best.map(|best| best.moves.len());
            let best = best.map(standing);
            let level = &level;
            let event = CheckEvent { event: "check", level, errors, warnings, moves, best };
            json_line(out, &event)?;
        } else if is_usable {
            let best = self.best.as_ref().map_or_else(String::new, |best| format!(", {best}"));
            writeln!(out, "{source}: ok{best}")?;
        }
        Ok(is_usable)
    }
}

fn issue_event<'a>(level: &'a str, severity: &'static str, issue: &Issue) -> IssueEvent<'a> {
    let layout = issue.layout().as_ref().map(Layout::to_string);
    let cells = issue.cells().iter().map(Cell::to_string).collect();
    IssueEvent { event: "issue", level, severity, message: issue.to_string(), layout, cells }
}

const fn standing(best: &Best) -> &'static str {
    match (best.proved, best.claimed) {
        (true, _) => "proved",
        (false, true) => "claimed",
        (false, false) => "known",
    }
}
