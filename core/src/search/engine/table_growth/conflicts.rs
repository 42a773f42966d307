//! When the tables of conflicts are computed: pairs, then triples, each once that costs little
//! beside the search.

use std::sync::Arc;

use super::{Climbed, ENTRIES_PER_EXPANDED, Ladder, RUNGS, Sample, TABLE_SHARE};
use crate::search::engine::conflicts::pairs::PairExcess;
use crate::search::engine::conflicts::triple_builder::{TooLong, TripleBuilder};
use crate::search::engine::conflicts::triples::TripleExcess;
use crate::search::engine::estimate::{Estimator, Sums};
use crate::search::engine::pruning::Pruner;
use crate::search::engine::pruning::check_list::Checks;
use crate::search::engine::states::bucket::Way;
use crate::search::key::Key;
use crate::search::pool::Pool;
use crate::search::space::Space;

/// Pairs are used if they leave at most this part of the states, triples if they leave at most this
/// part of those that pairs leave.
const PAIRS_MAX_LEFT: f64 = 0.9;
const TRIPLES_MAX_LEFT: f64 = 0.8;

/// Targets for which triples are computed, at most.
const MAX_TRIPLE_TARGETS: usize = 3;

/// The share of the free memory, one in so many, for triples.
const TRIPLE_MEMORY_SHARE: u64 = 8;

/// The tables to be computed.
#[derive(Clone, Copy)]
pub(super) enum Lesson {
    Pairs,
    TripleExcess,
}

impl Ladder {
    /// Returns what is due, if anything.
    pub(super) fn lesson<K: Key>(
        &self,
        space: &Space<K>,
        expanded: u64,
        bytes_left: u64,
    ) -> Option<Lesson> {
        if self.conflicts_are_due(space, expanded, bytes_left) {
            return Some(Lesson::Pairs);
        }
        self.triples_are_due(space, expanded, bytes_left).then_some(Lesson::TripleExcess)
    }

    /// Computes it, or goes on with it.
    pub(super) fn learn<K: Key>(
        &mut self,
        space: &Space<K>,
        pool: &Pool,
        lesson: Lesson,
        sample: impl FnOnce() -> Sample,
    ) -> Climbed {
        let is_better = match lesson {
            Lesson::Pairs => self.learn_conflicts(space, pool, &sample()),
            Lesson::TripleExcess => self.learn_triples(space, pool, sample),
        };
        if is_better { Climbed::Up } else { Climbed::Working }
    }

    /// Says whether pair tables are due.
    fn conflicts_are_due<K: Key>(&self, space: &Space<K>, expanded: u64, bytes_left: u64) -> bool {
        let is_early = expanded < RUNGS[0].after && !self.is_hurried;
        if self.conflicts_bytes.is_some() || self.pruner.is_none() || self.rung == 0 || is_early {
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
    fn learn_conflicts<K: Key>(&mut self, space: &Space<K>, pool: &Pool, sample: &Sample) -> bool {
        self.conflicts_bytes = Some(0);
        let known = PairExcess::new(space, pool, &self.rays, &self.distances, &self.asked);
        let (Some(known), Some(pruner)) = (known, &self.pruner) else { return false };
        let mut knowing = pruner.clone();
        knowing.set_conflicts(Arc::new(known));
        let pays = self.pays(None, &mut knowing, sample);
        if pays {
            self.conflicts_bytes = Some(PairExcess::bytes(space, self.asked.len()));
            self.pruner = Some(knowing);
        }
        pays
    }

    /// Says whether triple tables are due.
    fn triples_are_due<K: Key>(&self, space: &Space<K>, expanded: u64, bytes_left: u64) -> bool {
        let is_early = |known: &Pruner| known.conflicts().is_some() && known.is_early();
        let knows = self.pruner.as_ref().is_some_and(is_early);
        let targets = self.asked.len();
        let is_late = expanded >= TripleExcess::entries(space, targets) / ENTRIES_PER_EXPANDED;
        let fits = || TripleExcess::bytes(space, targets) <= bytes_left / TRIPLE_MEMORY_SHARE;
        let begins = || targets <= MAX_TRIPLE_TARGETS && (is_late || self.is_hurried) && fits();
        knows && (self.building.is_some() || self.triples_bytes.is_none() && begins())
    }

    /// Computes some triple tables. Says, when all are done, whether they refute enough states of
    /// the sample that pairs do not; else they are dropped.
    fn learn_triples<K: Key>(
        &mut self,
        space: &Space<K>,
        pool: &Pool,
        sample: impl FnOnce() -> Sample,
    ) -> bool {
        let Some(pruner) = self.pruner.clone() else { return false };
        let Some(pairs) = pruner.conflicts() else { return false };
        let mut building = self.building.take().unwrap_or_else(|| {
            self.triples_bytes = Some(TripleExcess::bytes(space, self.asked.len()));
            TripleBuilder::new(&self.rays, pairs)
        });
        match building.step(pool, &self.rays, pairs) {
            Ok(false) => {
                self.building = Some(building);
                return false;
            }
            Ok(true) => {}
            Err(TooLong) => {
                self.triples_bytes = Some(0);
                return false;
            }
        }
        let mut knowing = pruner.clone();
        knowing.set_triples(Arc::new(building.finish()));
        let pays = self.pays(Some(pruner), &mut knowing, &sample());
        if pays {
            self.pruner = Some(knowing);
        } else {
            self.triples_bytes = Some(0);
        }
        pays
    }

    /// Says whether `after` refutes enough states of the sample that `before` does not.
    fn pays(&mut self, before: Option<Pruner>, after: &mut Pruner, sample: &Sample) -> bool {
        let mut left = |by: &mut Pruner| count_unrefuted(&mut self.estimator, by, sample) as f64;
        let states = sample.iter().map(Vec::len).sum::<usize>() as f64;
        let (before, worth) = match before {
            Some(mut before) => (left(&mut before), TRIPLES_MAX_LEFT),
            None => (states, PAIRS_MAX_LEFT),
        };
        left(after) <= worth * before || self.is_hurried
    }

    /// Returns the conflict bounds of the sample, as far as there are any.
    pub(super) fn conflict_bound(&mut self, sample: &Sample) -> Vec<u16> {
        let Self { estimator, pruner, .. } = self;
        let mut all = estimates(estimator, None, sample);
        let Some(pruner) = pruner.as_mut().filter(|known| known.is_early()) else {
            return vec![0; all.len()];
        };
        let mut bounds = all.iter_mut();
        for (way, states) in [Way::Forward, Way::Backward].into_iter().zip(sample) {
            for (sites, bounds) in states.iter().zip(&mut bounds) {
                *bounds = pruner.conflict_bound(way, sites, *bounds);
            }
        }
        all
    }
}

/// Returns the estimates of the sample, raised by known landmarks if given.
pub(super) fn estimates(
    estimator: &mut Estimator,
    landmarks: Option<&Pruner>,
    sample: &Sample,
) -> Vec<u16> {
    let mut landmarks = landmarks.cloned();
    let mut sums = Sums::default();
    let mut all = Vec::new();
    for (way, states) in [Way::Forward, Way::Backward].into_iter().zip(sample) {
        for sites in states {
            estimator.load(sites, &mut sums);
            let bounds = landmarks.as_mut().map_or(0, |known| {
                known.reset();
                known.excess_over_estimate(estimator, &sums, way, sites, Checks::LANDMARKS)
            });
            all.push(sums.estimates.ahead(way) + bounds);
        }
    }
    all
}

/// Raises estimates to the larger of both.
pub(super) fn raise(estimates: &mut [u16], others: &[u16]) {
    estimates.iter_mut().zip(others).for_each(|(own, &other)| *own = other.max(*own));
}

/// Returns how many states conflicts do not refute.
fn count_unrefuted(estimator: &mut Estimator, pruner: &mut Pruner, sample: &Sample) -> usize {
    let question = Checks { conflicts: true, ..Checks::NONE };
    let mut sums = Sums::default();
    let mut passes = 0;
    for (way, states) in [Way::Forward, Way::Backward].into_iter().zip(sample) {
        for sites in states {
            estimator.load(sites, &mut sums);
            pruner.reset();
            passes += usize::from(pruner.may_suffice(estimator, &sums, way, sites, question));
        }
    }
    passes
}
