//! What validation says of a draft, once for each that is drawn.

use std::sync::Arc;

use crate::puzzle::rules::{Draft, Issue, Puzzle};

/// What is known about a draft without a search.
pub struct Checked {
    pub puzzle: Option<Arc<Puzzle>>,
    pub issues: Vec<Issue>,
    pub warnings: Vec<Issue>,
}

impl Checked {
    pub fn new(draft: &Draft) -> Self {
        let (puzzle, issues) = match draft.validate() {
            Ok(puzzle) => (Some(Arc::new(puzzle)), Vec::new()),
            Err(issues) => (None, issues),
        };
        Self { puzzle, issues, warnings: draft.warnings() }
    }
}
