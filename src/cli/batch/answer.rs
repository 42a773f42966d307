//! The lines that `batch` writes. Whatever differs from run to run stands in `timing`.

use serde::Serialize;

use crate::puzzle::{Solution, format_moves};
use crate::search::{Heuristic, Options, Search};

/// The answer to one input; its fields and their order are part of the format (README,
/// "Batch").
#[derive(Serialize)]
pub(super) struct Answer {
    id: String,
    #[serde(flatten)]
    what: What,
}

#[derive(Serialize)]
#[serde(untagged)]
enum What {
    Solved {
        /// Of this program: another one may find another solution as good.
        version: &'static str,
        #[serde(flatten)]
        solved: Box<Solved>,
    },
    Error {
        error: String,
    },
}

impl Answer {
    /// Returns the answer of a search, or that there is none and why.
    pub(super) fn new(id: String, solved: Result<Solved, String>) -> Self {
        let what = match solved {
            Ok(solved) => {
                What::Solved { version: env!("CARGO_PKG_VERSION"), solved: Box::new(solved) }
            }
            Err(error) => What::Error { error },
        };
        Self { id, what }
    }
}

/// What a search has found, and what it took.
#[derive(Serialize)]
pub(super) struct Solved {
    result: SearchResult,
    timing: Timing,
}

#[derive(Serialize)]
struct SearchResult {
    verdict: &'static str,
    moves: Option<u32>,
    lower_bound: Option<u32>,
    solution: Option<String>,
    stop: &'static str,
    method: &'static str,
    heuristic: Option<&'static str>,
}

#[derive(Serialize)]
struct Timing {
    expanded: u64,
    generated: u64,
    stored: u64,
    seconds: f64,
    peak_memory_bytes: u64,
}

impl Solved {
    /// Returns what `search`, which has ended, has found.
    pub(super) fn new(search: &Search, options: &Options) -> Self {
        let outcome = search.outcome().expect("it has ended");
        let progress = search.progress();
        let solution = outcome.verdict.solution();
        let result = SearchResult {
            verdict: outcome.verdict.name(),
            moves: solution.map(Solution::cost),
            lower_bound: outcome.verdict.lower_bound(),
            solution: solution.map(|solution| format_moves(solution.moves())),
            stop: outcome.stop.name(),
            method: options.method.name(),
            heuristic: options.effective_heuristic().map(Heuristic::name),
        };
        let timing = Timing {
            expanded: progress.expanded,
            generated: progress.generated,
            stored: progress.stored,
            seconds: progress.elapsed.as_secs_f64(),
            peak_memory_bytes: progress.peak_memory_bytes,
        };
        Self { result, timing }
    }
}
