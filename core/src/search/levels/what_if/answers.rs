//! What is known of puzzles, kept by the puzzle itself: going back and forth costs nothing.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use crate::search::base::outcome::Verdict;

/// Puzzles that are remembered; when there are more, all are forgotten. Some hundred bytes each.
const MOST: usize = 200_000;

/// What is known of all puzzles that have been asked about.
#[derive(Debug, Default)]
pub struct Answers(Mutex<FxHashMap<Vec<u8>, Verdict>>);

impl Answers {
    fn open(&self) -> MutexGuard<'_, FxHashMap<Vec<u8>, Verdict>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns what is known of the puzzle with this
    /// [identity](crate::puzzle::Puzzle::identity).
    pub fn get(&self, identity: &[u8]) -> Option<Verdict> {
        self.open().get(identity).cloned()
    }

    /// Adds what is known of it.
    pub fn put(&self, identity: &[u8], known: &Verdict) {
        let mut all = self.open();
        if all.len() >= MOST && !all.contains_key(identity) {
            all.clear();
        }
        all.entry(identity.to_vec()).or_default().learn(known);
    }
}
