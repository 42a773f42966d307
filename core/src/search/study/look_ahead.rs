//! A short brute-force look ahead, for the method `mondrian`: a state is ranked by the
//! best that can be made of it within a few moves, not by what it looks like now. So
//! the search walks over small rises of the score, which hide a way down behind them.
//!
//! ```text
//!   score  3 --- 4 --- 4 --- 1        ranked 3 by itself; with a look of three moves
//!          ^ here                     ahead by what the 1 is worth
//! ```
//!
//! Only the order changes, so nothing that the method guarantees. Every state whose
//! moves are generated for a look counts as expanded.

use crate::search::base::clock::Watch;
use crate::search::base::heuristic::Evaluator;
use crate::search::base::key::Key;
use crate::search::base::space::{Scratch, Space};

/// How many states one look expands at most: with many tiles a few moves lead to
/// millions, and limits are not looked at meanwhile.
pub(super) const MOST_EXPANDED: u64 = 10_000;

/// A look ahead from one state.
pub(super) struct Look<'a, K> {
    pub space: &'a Space<K>,
    pub scratch: &'a mut Scratch,
    pub evaluator: &'a mut Evaluator,
    /// When the deadline has come, what is seen by then must do.
    pub watch: &'a mut Watch,
    /// States whose moves were generated.
    pub expanded: u64,
    /// States made by that.
    pub generated: u64,
}

impl<K: Key> Look<'_, K> {
    /// Returns the least rank of `key`, which is `own`, and of all states that at most
    /// `depth` moves lead to; `rank` is that of a state by the moves made to reach it
    /// and its estimate.
    pub fn best_rank(
        &mut self,
        key: &K,
        moves: u16,
        own: f64,
        depth: u32,
        rank: &impl Fn(u16, f64) -> f64,
    ) -> f64 {
        // Nothing is better than a goal.
        let is_spent = self.expanded >= MOST_EXPANDED;
        if depth == 0 || own <= 0.0 || is_spent || self.watch.is_over() {
            return own;
        }
        let mut children = Vec::new();
        self.space.for_each_successor(key, self.scratch, |_, child| children.push(child));
        self.expanded += 1;
        self.generated += children.len() as u64;
        let mut best = own;
        for child in children {
            let estimate = self.evaluator.estimate(self.space, &child);
            let own = rank(moves + 1, estimate);
            best = best.min(self.best_rank(&child, moves + 1, own, depth - 1, rank));
            if best <= 0.0 {
                break;
            }
        }
        best
    }
}
