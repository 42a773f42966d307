//! When the pair tables of conflicts are computed: once that costs little beside the search.

use std::sync::Arc;

use super::{ENTRIES_PER_EXAMINED, Stage, TableGrowth};
use crate::search::base::key::Key;
use crate::search::base::memory_plan;
use crate::search::base::pool::Pool;
use crate::search::base::space::Space;
use crate::search::engine::conflicts::pairs::PairExcess;

impl TableGrowth {
    /// Says whether pair tables are due.
    pub(super) fn conflicts_are_due<K: Key>(
        &self,
        space: &Space<K>,
        work: u64,
        bytes_left: u64,
    ) -> bool {
        let patterns_are_next = !matches!(self.stage, Stage::Done);
        if self.conflicts_bytes.is_some() || self.pruner.is_none() || patterns_are_next {
            return false;
        }
        let targets = self.asked.len();
        PairExcess::entries(space, targets).is_some_and(|entries| {
            (work >= entries / ENTRIES_PER_EXAMINED || self.is_hurried)
                && PairExcess::bytes(space, targets) <= memory_plan::TABLE.of(bytes_left)
        })
    }

    /// Computes the pair tables, and says whether there are any now.
    pub(super) fn learn_conflicts<K: Key>(&mut self, space: &Space<K>, pool: &Pool) -> bool {
        self.conflicts_bytes = Some(0);
        let known = PairExcess::new(space, pool, &self.rays, &self.distances, &self.asked);
        let (Some(known), Some(pruner)) = (known, &mut self.pruner) else { return false };
        pruner.set_conflicts(Arc::new(known));
        self.conflicts_bytes = Some(PairExcess::bytes(space, self.asked.len()));
        true
    }
}
