//! What the page may ask for.

use std::time::Duration;

use mondrian_core::search::{Aim, Heuristic, Limits, Method, Options, TieBreak};
use mondrian_core::words;
use serde::Deserialize;

use crate::editing::{BrushName, Edit};

/// Memory that a search may hold unless told: a browser gives a page four times as much.
pub const MEMORY_BYTES: u64 = 1 << 30;

/// A request, by its name.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// What is this core?
    About {},
    /// Which levels are these?
    Read { text: String },
    /// Where do these moves lead?
    Play {
        code: String,
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        moves: String,
    },
    /// What is said of a game that is won?
    Won {
        title: String,
        moves: u32,
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        helped: bool,
        /// The best solution known.
        shortest: Option<Shortest>,
    },
    /// What is the code of the level with this solution?
    Share {
        code: String,
        solution: String,
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        proved: bool,
    },
    /// A new level, empty.
    New { width: u8, height: u8 },
    /// What do these edits make of a level?
    Edit { code: String, edits: Vec<Edit> },
    /// What does the file of a level say?
    File { code: String },
    /// Begins a search from a position.
    Solve(Solve),
    /// Searches on.
    Step { ms: u64 },
    /// Ends the search.
    Stop {},
    /// What is known about a position?
    Hint(Ask),
    /// Begins to find out what each cell would do.
    WhatIf(AskWhatIf),
    /// Begins to make a level.
    Make(Make),
    /// Begins to change a level until it needs more moves, or fewer.
    Vary(Vary),
    /// Begins a search that is told step by step.
    Explain(Explain),
    /// Takes so many steps of it.
    Next {
        steps: u64,
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<_>", optional))]
        open: usize,
    },
}

/// How many moves a solution has, and whether there is a shorter one.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Shortest {
    moves: u32,
    standing: Standing,
}

/// Who says that there is none.
#[derive(Deserialize, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    Known,
    Claimed,
    Proved,
}

impl From<Shortest> for words::Shortest {
    fn from(Shortest { moves, standing }: Shortest) -> Self {
        let is = |other| standing == other;
        Self { moves, proved: is(Standing::Proved), claimed: is(Standing::Claimed) }
    }
}

/// A search to begin.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Solve {
    pub code: String,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub moves: String,
    aim: Option<String>,
    method: Option<String>,
    heuristic: Option<String>,
    weight: Option<f64>,
    tie_break: Option<String>,
    max_moves: Option<u32>,
    seconds: Option<f64>,
    memory_bytes: Option<u64>,
    states: Option<u64>,
    /// Begins with nothing, whatever solution the level has.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub fresh: bool,
}

/// A hint that is asked for.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Ask {
    pub code: String,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub moves: String,
    pub grade: u8,
    pub known: Option<KnownSolution>,
    memory_bytes: Option<u64>,
}

/// A solution of the whole level that the page has.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct KnownSolution {
    pub solution: String,
    pub proved: bool,
}

/// What would a stroke with this brush do, on each cell of the start and of another layout?
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct AskWhatIf {
    pub code: String,
    pub brush: BrushName,
    pub target: String,
    pub memory_bytes: Option<u64>,
}

/// A level that is wanted. The same seed makes the same.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Make {
    pub width: u8,
    pub height: u8,
    pub tiles: usize,
    pub colours: usize,
    pub walls: usize,
    pub least: u32,
    pub most: u32,
    pub seed: u32,
}

/// How a level is to be changed that needs so many moves.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Vary {
    pub code: String,
    pub moves: u32,
    pub harder: bool,
    pub seed: u32,
}

/// A search to be told step by step.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Explain {
    pub code: String,
    method: String,
    heuristic: Option<String>,
    weight: Option<f64>,
    tie_break: Option<String>,
}

impl Solve {
    /// Returns the options of the search.
    pub fn options(&self) -> Result<Options, String> {
        let limits = Limits {
            time: self.seconds.map(duration).transpose()?,
            memory_bytes: Some(self.memory_bytes.unwrap_or(MEMORY_BYTES)),
            states: self.states,
            max_moves: self.max_moves,
        };
        Ok(Options {
            aim: find("aim", self.aim.as_deref(), &Aim::ALL, |aim| aim.name())?.unwrap_or_default(),
            limits,
            ..studied(
                self.method.as_deref(),
                self.heuristic.as_deref(),
                self.weight,
                self.tie_break.as_deref(),
            )?
        })
    }
}

impl Ask {
    /// Returns the options of its search.
    pub fn options(&self) -> Options {
        let memory_bytes = Some(self.memory_bytes.unwrap_or(MEMORY_BYTES));
        Options { limits: Limits { memory_bytes, ..Limits::NONE }, ..Options::sequential() }
    }
}

impl Explain {
    /// Returns the options of the search.
    pub fn options(&self) -> Result<Options, String> {
        let mut options = studied(
            Some(&self.method),
            self.heuristic.as_deref(),
            self.weight,
            self.tie_break.as_deref(),
        )?;
        options.limits.memory_bytes = Some(MEMORY_BYTES);
        Ok(options)
    }
}

/// Returns the options that say how a search proceeds.
fn studied(
    method: Option<&str>,
    heuristic: Option<&str>,
    weight: Option<f64>,
    tie_break: Option<&str>,
) -> Result<Options, String> {
    let default = Options::sequential();
    let weight = weight.unwrap_or(default.weight);
    if !(weight.is_finite() && weight >= 1.0) {
        return Err(format!("a weight is at least 1, not {weight}"));
    }
    Ok(Options {
        method: find("method", method, &Method::ALL, |method| method.name())?.unwrap_or_default(),
        heuristic: find("heuristic", heuristic, &Heuristic::ALL, |heuristic| heuristic.name())?,
        tie_break: find("tie-break", tie_break, &TieBreak::ALL, |tie_break| tie_break.name())?
            .unwrap_or_default(),
        weight,
        ..default
    })
}

/// Returns the one of `all` that has this name.
fn find<T: Copy>(
    what: &str,
    name: Option<&str>,
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
) -> Result<Option<T>, String> {
    let Some(name) = name else { return Ok(None) };
    let found = all.iter().copied().find(|&one| name_of(one) == name);
    found.map(Some).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|&one| name_of(one)).collect();
        format!("no {what} is called `{name}`: there are {}", names.join(", "))
    })
}

fn duration(seconds: f64) -> Result<Duration, String> {
    Duration::try_from_secs_f64(seconds).map_err(|error| format!("{seconds} seconds: {error}"))
}
