//! The lines that `batch` writes. Whatever differs from run to run stands in `timing`.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use crate::cli::study::WhatIfFindings;
use crate::puzzle::share_code;
use crate::report::{Effort, Findings};
use crate::search::evolve::Evolved;
use crate::search::{Options, Search};

/// The answer to one input; its fields and their order are part of the format
/// (`docs/cli/batch.md`).
#[derive(JsonSchema, Serialize)]
pub(in crate::cli) struct Answer {
    id: String,
    #[serde(flatten)]
    what: What,
}

#[derive(JsonSchema, Serialize)]
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

/// What has been found, and what it took.
#[derive(JsonSchema, Serialize)]
#[serde(untagged)]
pub(super) enum Solved {
    Search { result: Findings, timing: Effort },
    Study { result: Study, timing: Seconds },
}

#[derive(JsonSchema, Serialize)]
pub(super) struct Seconds {
    seconds: f64,
}

/// What was asked about a level beside its solution.
#[derive(JsonSchema, Serialize)]
#[serde(untagged)]
pub(super) enum Study {
    WhatIf(WhatIfFindings),
    Evolved { levels: Vec<EvolvedObject> },
}

/// A level that has evolved.
#[derive(JsonSchema, Serialize)]
pub(super) struct EvolvedObject {
    moves: u32,
    strokes: u64,
    share_code: String,
}

impl EvolvedObject {
    pub(super) fn new(level: &Evolved) -> Self {
        let share_code = share_code(&level.draft);
        Self { moves: level.moves, strokes: level.strokes, share_code }
    }
}

impl Solved {
    /// Returns what was found out in another way, in so much time.
    pub(super) const fn of_study(result: Study, took: Duration) -> Self {
        Self::Study { result, timing: Seconds { seconds: took.as_secs_f64() } }
    }

    /// Returns what `search`, which has ended, has found.
    pub(super) fn new(search: &Search, options: &Options) -> Self {
        let outcome = search.outcome().expect("it has ended");
        let (result, timing) = (Findings::new(outcome, options), Effort::new(&search.progress()));
        Self::Search { result, timing }
    }
}
