//! What a search finds and how it ends.

use serde::Serialize;

use super::rows;
use crate::puzzle::{Board, Palette, Solution, format_moves};
use crate::search::{Found, Heuristic, Options, Outcome, Progress};

/// A better solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolutionLine<'a> {
    #[cfg_attr(feature = "typescript", ts(type = "\"solution\""))]
    #[cfg_attr(feature = "schema", schemars(extend("const" = "solution")))]
    event: &'static str,
    level: &'a str,
    moves: u32,
    lower_bound: u32,
    solution: String,
    seconds: f64,
}

impl<'a> SolutionLine<'a> {
    /// Returns the object of a solution.
    pub fn new(level: &'a str, found: &Found) -> Self {
        Self {
            event: "solution",
            level,
            moves: found.solution.cost(),
            lower_bound: found.lower_bound,
            solution: format_moves(found.solution.moves()),
            seconds: found.elapsed.as_secs_f64(),
        }
    }
}

/// What a search has found, and why it ended: the same whenever it is repeated.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Findings {
    verdict: &'static str,
    moves: Option<u32>,
    lower_bound: Option<u32>,
    solution: Option<String>,
    stop: &'static str,
    method: &'static str,
    heuristic: Option<&'static str>,
}

impl Findings {
    /// Returns the object of the end of a search.
    pub fn new(outcome: &Outcome, options: &Options) -> Self {
        let solution = outcome.verdict.solution();
        Self {
            verdict: outcome.verdict.name(),
            moves: solution.map(Solution::cost),
            lower_bound: outcome.verdict.lower_bound(),
            solution: solution.map(|solution| format_moves(solution.moves())),
            stop: outcome.stop.name(),
            method: options.method.name(),
            heuristic: options.effective_heuristic().map(Heuristic::name),
        }
    }
}

/// What a search has taken.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Effort {
    expanded: u64,
    generated: u64,
    stored: u64,
    seconds: f64,
    peak_memory_bytes: u64,
}

impl Effort {
    /// Returns the object of how far a search has come.
    pub const fn new(progress: &Progress) -> Self {
        Self {
            expanded: progress.expanded,
            generated: progress.generated,
            stored: progress.stored,
            seconds: progress.elapsed.as_secs_f64(),
            peak_memory_bytes: progress.peak_memory_bytes,
        }
    }
}

/// The end of a search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResultLine<'a> {
    #[cfg_attr(feature = "typescript", ts(type = "\"result\""))]
    #[cfg_attr(feature = "schema", schemars(extend("const" = "result")))]
    event: &'static str,
    level: &'a str,
    #[serde(flatten)]
    findings: Findings,
    threads: usize,
    #[serde(flatten)]
    effort: Effort,
}

impl<'a> ResultLine<'a> {
    /// Returns the object of the end of a search.
    pub fn new(level: &'a str, outcome: &Outcome, progress: &Progress, options: &Options) -> Self {
        Self {
            event: "result",
            level,
            findings: Findings::new(outcome, options),
            threads: options.threads,
            effort: Effort::new(progress),
        }
    }
}

/// How far a search is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ProgressLine {
    #[cfg_attr(feature = "typescript", ts(type = "\"progress\""))]
    event: &'static str,
    moves: Option<u32>,
    lower_bound: u32,
    expanded: u64,
    generated: u64,
    stored: u64,
    open: u64,
    seconds: f64,
    memory_bytes: u64,
    peak_memory_bytes: u64,
    /// The state that looks best of those waiting, if the method has one.
    position: Option<Vec<String>>,
    g: Option<u32>,
    h: Option<f64>,
}

impl ProgressLine {
    /// Returns the object of a search that goes on.
    pub fn new(progress: &Progress, board: &Board, palette: &Palette) -> Self {
        let best = progress.best_open.as_ref();
        Self {
            event: "progress",
            moves: progress.incumbent,
            lower_bound: progress.lower_bound,
            expanded: progress.expanded,
            generated: progress.generated,
            stored: progress.stored,
            open: progress.open,
            seconds: progress.elapsed.as_secs_f64(),
            memory_bytes: progress.memory_bytes,
            peak_memory_bytes: progress.peak_memory_bytes,
            position: best.map(|best| rows(board, &best.position, palette)),
            g: best.map(|best| best.moves),
            h: best.map(|best| best.score),
        }
    }
}

/// What cannot be read or done, and where that is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorLine {
    #[cfg_attr(feature = "typescript", ts(type = "\"error\""))]
    #[cfg_attr(feature = "schema", schemars(extend("const" = "error")))]
    event: &'static str,
    level: Option<String>,
    message: String,
    line: Option<usize>,
    column: Option<usize>,
}

impl ErrorLine {
    /// Returns the object of an error of a level, if it is one's.
    pub fn new(level: Option<&str>, message: impl Into<String>) -> Self {
        let (level, message) = (level.map(str::to_owned), message.into());
        Self { event: "error", level, message, line: None, column: None }
    }

    /// Names the place in the text.
    #[must_use]
    pub fn at(self, line: Option<usize>, column: Option<usize>) -> Self {
        Self { line, column, ..self }
    }
}
