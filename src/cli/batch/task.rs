//! One line of `batch`: an id, a level, and options of `solve` by their names.

use std::ops::RangeInclusive;
use std::sync::{Arc, Once};

use clap::Parser as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::MEMORY_BYTES;
use super::answer::{EvolvedObject, Solved, Study};
use crate::cli::args::{SearchArgs, named};
use crate::cli::common::goal::Goal;
use crate::cli::common::say::say;
use crate::cli::common::source::SourceError;
use crate::cli::options::of_search;
use crate::cli::study::args::{Cells, parse_cells, parse_moves_range};
use crate::cli::study::{Strokes, find_what_if};
use crate::puzzle::{Cell, Draft, GapPlace, Issue, builtin, parse_any_with};
use crate::search::Search;
use crate::search::evolve::{Aims, Event, evolve};

/// What a line may say beside its id and its level: the options of `solve` that concern the
/// search, read as the command line reads them.
#[derive(clap::Parser, Debug)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct LineArgs {
    #[arg(long, value_parser = named(&GapPlace::ALL, GapPlace::name))]
    goal: Option<GapPlace>,
    /// The line asks what strokes of this kind would do, as `analyse --what-if` does.
    #[arg(long, value_parser = named(&Strokes::ALL, Strokes::name))]
    what_if: Option<Strokes>,
    /// The line asks for levels of so many moves, as `evolve --moves` does.
    #[arg(long, value_parser = parse_moves_range, conflicts_with = "what_if")]
    evolve: Option<RangeInclusive<u32>>,
    #[arg(long, value_parser = parse_cells, requires = "evolve")]
    keep: Option<Cells>,
    #[arg(long, requires = "evolve")]
    seed: Option<u64>,
    #[arg(long, requires = "evolve")]
    strokes: Option<u64>,
    #[command(flatten)]
    search: SearchArgs,
}

impl LineArgs {
    fn asked(self) -> Asked {
        if let Some(moves) = self.evolve {
            let keep = self.keep.map(|cells| cells.0).unwrap_or_default();
            let (seed, strokes) = (self.seed.unwrap_or(1), self.strokes.unwrap_or(STROKES));
            return Asked::Evolve { moves, keep, seed, strokes };
        }
        self.what_if.map_or(Asked::Solution, Asked::WhatIf)
    }
}

/// A level, and what is asked about it.
pub(super) struct Task {
    draft: Draft,
    search: SearchArgs,
    asked: Asked,
}

/// What is asked about a level.
#[derive(Default)]
enum Asked {
    /// Its best solution.
    #[default]
    Solution,
    /// What strokes would do.
    WhatIf(Strokes),
    /// Levels made of it.
    Evolve { moves: RangeInclusive<u32>, keep: Vec<Cell>, seed: u64, strokes: u64 },
}

/// Levels that are tried for one line where it says nothing.
const STROKES: u64 = 1_000;

impl Task {
    /// Returns the task of solving `draft` as the command line says.
    pub(super) fn of_draft(draft: Draft) -> Self {
        Self { draft, search: SearchArgs::default(), asked: Asked::default() }
    }

    /// Answers what is asked; what the line does not say, `defaults` say.
    ///
    /// # Errors
    /// Says what is wrong with the level or its options.
    pub(super) fn solve(self, defaults: &SearchArgs) -> Result<Solved, String> {
        let mut search_args = self.search.or(defaults);
        if search_args.limits.threads.is_some_and(|threads| threads != 1) {
            return Err("each level is searched with one thread".into());
        }
        search_args.limits.threads = Some(1);
        search_args.limits.memory.get_or_insert(MEMORY_BYTES);
        let options = of_search(&search_args)?;
        let puzzle = self.draft.validate().map_err(|issues| join(&issues))?;
        match self.asked {
            Asked::Solution => {}
            Asked::WhatIf(strokes) => {
                let stop = Arc::default();
                let strokes = strokes.of(&self.draft, None);
                let (found, _, took) =
                    find_what_if(&self.draft, &strokes, options.limits, 1, &stop);
                return Ok(Solved::of_study(Study::WhatIf(found), took));
            }
            Asked::Evolve { moves, keep, seed, strokes } => {
                let mut aims = Aims::new(moves, seed);
                (aims.pinned, aims.strokes) = (keep, Some(strokes));
                aims.states = options.limits.states.unwrap_or(aims.states);
                let mut levels = Vec::new();
                let time = options.limits.time;
                let took = evolve(&self.draft, &aims, time, 1, &Arc::default(), |event| {
                    if let Event::Kept(level) = event {
                        levels.push(EvolvedObject::new(&level));
                    }
                });
                return Ok(Solved::of_study(Study::Evolved { levels }, took));
            }
        }
        let mut search = Search::new(&puzzle, &options);
        if let Some(best) = self.draft.best.filter(|_| search_args.begins_with_known(&options)) {
            search.tell(best.moves).expect("it was replayed when it was read");
        }
        search.step(u64::MAX);
        Ok(Solved::new(&search, &options))
    }
}

fn join(issues: &[Issue]) -> String {
    issues.iter().map(Issue::to_string).collect::<Vec<_>>().join("; ")
}

/// What is read of a line before it is known whether it is to be answered.
#[derive(Deserialize)]
struct Id {
    #[serde(default, deserialize_with = "present")]
    id: Option<Value>,
}

/// Reads a value that is there, `null` too.
fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

/// Returns the id of a line, if it has one. The rest is only passed over.
///
/// # Errors
/// Says why it is no input.
pub(super) fn id_of_line(text: &str) -> Result<Option<String>, String> {
    if !text.trim_start().starts_with('{') {
        return Err("not a JSON object".into());
    }
    let line = serde_json::from_str(text).map_err(|error| format!("not a JSON object: {error}"));
    match line? {
        Id { id: Some(Value::String(id)) } => Ok(Some(id)),
        Id { id: None } => Ok(None),
        Id { id: Some(_) } => Err("the id is not a text".into()),
    }
}

/// Reads a line that has an id, or may do without.
pub(super) fn read_line(text: &str, goal: &Goal) -> Result<Task, String> {
    let fields: Result<Map<String, Value>, _> = serde_json::from_str(text);
    let mut fields = fields.map_err(|error| format!("not a JSON object: {error}"))?;
    fields.remove("id");
    match fields.remove("level") {
        Some(Value::String(level)) => read_task(&level, &fields, goal),
        _ => Err("there is no level, which is a text".into()),
    }
}

fn read_task(level: &str, fields: &Map<String, Value>, goal: &Goal) -> Result<Task, String> {
    let args = if fields.is_empty() { None } else { Some(read_options(fields)?) };
    let (own, search, asked) =
        args.map_or_else(Default::default, |args| (args.goal, args.search.clone(), args.asked()));
    let draft = if let Some(name) = level.strip_prefix("builtin:") {
        let found =
            builtin::find(name).ok_or_else(|| format!("there is no level builtin:{name}"))?;
        if own.is_some() {
            return Err(SourceError::UnusedGoal.to_string());
        }
        found.draft()
    } else {
        let read = parse_any_with(level, None, own.unwrap_or_else(|| goal.gap()));
        let loaded = read.map_err(|error| error.to_string())?;
        if own.is_some() && loaded.implied_goal.is_none() {
            return Err(SourceError::UnusedGoal.to_string());
        }
        // What the command line says is for lines that need it.
        if own.is_none()
            && loaded.implied_goal.is_some()
            && let Ok(Some(note)) = goal.note(loaded.implied_goal)
        {
            // Of a million lines one is enough.
            static SAID: Once = Once::new();
            SAID.call_once(|| say(format_args!("mondrian: note: {note}")));
        }
        loaded.draft
    };
    Ok(Task { draft, search, asked })
}

/// Reads the other fields as options: `"max_moves": 20` is `--max-moves 20`.
fn read_options(fields: &Map<String, Value>) -> Result<LineArgs, String> {
    let mut words = Vec::new();
    for (name, value) in fields {
        let option = format!("--{}", name.replace('_', "-"));
        match value {
            Value::Bool(true) => words.push(option),
            Value::Bool(false) | Value::Null => {}
            Value::Number(number) => words.push(format!("{option}={number}")),
            Value::String(text) => words.push(format!("{option}={text}")),
            Value::Array(_) | Value::Object(_) => {
                return Err(format!("{name} is no option of a search"));
            }
        }
    }
    LineArgs::try_parse_from(words).map_err(|error| {
        let said = error.to_string();
        let first = said.lines().next().unwrap_or_default();
        first.strip_prefix("error: ").unwrap_or(first).to_owned()
    })
}
