//! The lines that `batch` writes. Whatever differs from run to run stands in `timing`.

use serde::Serialize;

use crate::report::{Effort, Findings};
use crate::search::{Options, Search};

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
    result: Findings,
    timing: Effort,
}

impl Solved {
    /// Returns what `search`, which has ended, has found.
    pub(super) fn new(search: &Search, options: &Options) -> Self {
        let outcome = search.outcome().expect("it has ended");
        Self { result: Findings::new(outcome, options), timing: Effort::new(&search.progress()) }
    }
}
