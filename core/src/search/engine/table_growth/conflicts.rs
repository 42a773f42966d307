//! When the pair tables of conflicts are computed: once that costs little beside the search.

use std::sync::Arc;

use super::{ENTRIES_PER_EXPANDED, MAX_LEFT, Sample, Stage, TABLE_SHARE, TableGrowth};
use crate::search::engine::conflicts::pairs::PairExcess;
use crate::search::engine::estimate::{Estimator, Sums};
use crate::search::engine::pruning::Pruner;
use crate::search::engine::states::bucket::Way;
use crate::search::key::Key;
use crate::search::pool::Pool;
use crate::search::space::Space;

impl TableGrowth {
    /// Says whether pair tables are due.
    pub(super) fn conflicts_are_due<K: Key>(
        &self,
        space: &Space<K>,
        expanded: u64,
        bytes_left: u64,
    ) -> bool {
        let patterns_are_next = !matches!(self.stage, Stage::Done);
        if self.conflicts_bytes.is_some() || self.pruner.is_none() || patterns_are_next {
            return false;
        }
        let targets = self.asked.len();
        PairExcess::entries(space, targets).is_some_and(|entries| {
            (expanded >= entries / ENTRIES_PER_EXPANDED || self.is_hurried)
                && PairExcess::bytes(space, targets) <= bytes_left / TABLE_SHARE
        })
    }

    /// Computes the pair tables. Says whether they refute enough states of the sample; else they
    /// are dropped.
    pub(super) fn learn_conflicts<K: Key>(
        &mut self,
        space: &Space<K>,
        pool: &Pool,
        sample: &Sample,
    ) -> bool {
        self.conflicts_bytes = Some(0);
        let known = PairExcess::new(space, pool, &self.rays, &self.distances, &self.asked);
        let (Some(known), Some(pruner)) = (known, &self.pruner) else { return false };
        let mut knowing = pruner.clone();
        knowing.set_conflicts(Arc::new(known));
        let states = sample.iter().map(Vec::len).sum::<usize>() as f64;
        let left = count_unrefuted(&mut self.estimator, &mut knowing, sample) as f64;
        let pays = left <= MAX_LEFT * states || self.is_hurried;
        if pays {
            self.conflicts_bytes = Some(PairExcess::bytes(space, self.asked.len()));
            self.pruner = Some(knowing);
        }
        pays
    }
}

/// Calls `visit` with each state of the sample, its direction and its sums.
fn for_each(
    sample: &Sample,
    estimator: &mut Estimator,
    mut visit: impl FnMut(&Estimator, &Sums, Way, &[u16]),
) {
    let mut sums = Sums::default();
    for (way, states) in [Way::Forward, Way::Backward].into_iter().zip(sample) {
        for sites in states {
            estimator.load(sites, &mut sums);
            visit(estimator, &sums, way, sites);
        }
    }
}

/// Returns the estimates of the sample.
pub(super) fn estimates(estimator: &mut Estimator, sample: &Sample) -> Vec<u16> {
    let mut all = Vec::new();
    for_each(sample, estimator, |_, sums, way, _| all.push(sums.estimates.ahead(way)));
    all
}

/// Returns how many states conflicts do not refute.
fn count_unrefuted(estimator: &mut Estimator, pruner: &mut Pruner, sample: &Sample) -> usize {
    let mut left = 0;
    for_each(sample, estimator, |_, sums, way, sites| {
        left += usize::from(!pruner.conflicts_exceed(way, sites, sums.estimates.ahead(way)));
    });
    left
}
