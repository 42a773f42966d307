//! When a search learns of conflicts between its tiles ([`crate::search::engine::pruning`]): first
//! of pairs, then of triples, each once that takes little beside the search.

use std::sync::Arc;

use super::{Climbed, ENTRIES_PER_STATE, Ladder, RUNGS, Sample, TABLE_SHARE};
use crate::search::engine::conflicts::pairs::Conflicts;
use crate::search::engine::conflicts::triple_builder::{Building, TooLong};
use crate::search::engine::conflicts::triples::Triples;
use crate::search::engine::estimate::{Estimator, Sums};
use crate::search::engine::pruning::{Question, Tightness};
use crate::search::engine::states::class::Way;
use crate::search::key::Key;
use crate::search::pool::Pool;
use crate::search::space::Space;

/// What pairs tell, or triples more than pairs, is used if it leaves no more than this part of
/// the states of which that before tells nothing.
const WORTH_PAIRS: f64 = 0.9;
const WORTH_TRIPLES: f64 = 0.8;

/// Targets that triples are computed for, at most.
const TRIPLES_TARGETS: usize = 3;

/// The part of the memory left that triples may take, one in so many.
const TRIPLES_SHARE: u64 = 8;

/// Which conflicts are to be learnt.
#[derive(Clone, Copy)]
pub(super) enum Lesson {
    Pairs,
    Triples,
}

impl Ladder {
    /// Returns what is due, if anything is.
    pub(super) fn lesson<K: Key>(
        &self,
        space: &Space<K>,
        expanded: u64,
        bytes_left: u64,
    ) -> Option<Lesson> {
        if self.conflicts_are_due(space, expanded, bytes_left) {
            return Some(Lesson::Pairs);
        }
        self.triples_are_due(space, expanded, bytes_left).then_some(Lesson::Triples)
    }

    /// Learns that, or goes on with it.
    pub(super) fn learn<K: Key>(
        &mut self,
        space: &Space<K>,
        pool: &Pool,
        lesson: Lesson,
        sample: impl FnOnce() -> Sample,
    ) -> Climbed {
        let is_better = match lesson {
            Lesson::Pairs => self.learn_conflicts(space, pool, &sample()),
            Lesson::Triples => self.learn_triples(space, pool, sample),
        };
        if is_better { Climbed::Up } else { Climbed::Working }
    }

    /// Says whether it is time to compute the tables of conflicts: once that takes little beside
    /// the search.
    fn conflicts_are_due<K: Key>(&self, space: &Space<K>, expanded: u64, bytes_left: u64) -> bool {
        let is_early = expanded < RUNGS[0].after && !self.is_hurried;
        if self.conflicts_bytes.is_some() || self.tightness.is_none() || self.rung == 0 || is_early
        {
            return false;
        }
        let targets = self.asked.len();
        Conflicts::entries(space, targets).is_some_and(|entries| {
            (expanded >= entries / ENTRIES_PER_STATE || self.is_hurried)
                && Conflicts::bytes(space, targets) <= bytes_left / TABLE_SHARE
        })
    }

    /// Computes the tables of conflicts. Says whether they tell of enough states of the
    /// `sample` that their estimates are too low; else it does without.
    fn learn_conflicts<K: Key>(&mut self, space: &Space<K>, pool: &Pool, sample: &Sample) -> bool {
        self.conflicts_bytes = Some(0);
        let known = Conflicts::new(space, pool, &self.rays, &self.distances, &self.asked);
        let (Some(known), Some(tightness)) = (known, &self.tightness) else { return false };
        let mut knowing = tightness.clone();
        knowing.set_conflicts(Arc::new(known));
        let pays = self.pays(None, &mut knowing, sample);
        if pays {
            self.conflicts_bytes = Some(Conflicts::bytes(space, self.asked.len()));
            self.tightness = Some(knowing);
        }
        pays
    }

    /// The same for triples.
    fn triples_are_due<K: Key>(&self, space: &Space<K>, expanded: u64, bytes_left: u64) -> bool {
        let is_early = |known: &Tightness| known.conflicts().is_some() && known.is_early();
        let knows = self.tightness.as_ref().is_some_and(is_early);
        let targets = self.asked.len();
        let is_late = expanded >= Triples::entries(space, targets) / ENTRIES_PER_STATE;
        let fits = || Triples::bytes(space, targets) <= bytes_left / TRIPLES_SHARE;
        let begins = || targets <= TRIPLES_TARGETS && (is_late || self.is_hurried) && fits();
        knows && (self.building.is_some() || self.triples_bytes.is_none() && begins())
    }

    /// Computes some of the tables of triples. Says, when that is done, whether they tell of
    /// enough states of the sample of which pairs do not; else it does without.
    fn learn_triples<K: Key>(
        &mut self,
        space: &Space<K>,
        pool: &Pool,
        sample: impl FnOnce() -> Sample,
    ) -> bool {
        let Some(tightness) = self.tightness.clone() else { return false };
        let Some(pairs) = tightness.conflicts() else { return false };
        let mut building = self.building.take().unwrap_or_else(|| {
            self.triples_bytes = Some(Triples::bytes(space, self.asked.len()));
            Building::new(&self.rays, pairs)
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
        let mut knowing = tightness.clone();
        knowing.set_triples(Arc::new(building.finish()));
        let pays = self.pays(Some(tightness), &mut knowing, &sample());
        if pays {
            self.tightness = Some(knowing);
        } else {
            self.triples_bytes = Some(0);
        }
        pays
    }

    /// Says whether what is known more than `before` tells of enough states of the `sample` of
    /// which that told nothing.
    fn pays(&mut self, before: Option<Tightness>, after: &mut Tightness, sample: &Sample) -> bool {
        let mut left = |by: &mut Tightness| not_told(&mut self.estimator, by, sample) as f64;
        let states = sample.iter().map(Vec::len).sum::<usize>() as f64;
        let (before, worth) = match before {
            Some(mut before) => (left(&mut before), WORTH_TRIPLES),
            None => (states, WORTH_PAIRS),
        };
        left(after) <= worth * before || self.is_hurried
    }

    /// Returns the moves that conflicts tell of the states of each side, as far as they do.
    pub(super) fn told_at_least(&mut self, sample: &Sample) -> Vec<u16> {
        let Self { estimator, tightness, .. } = self;
        let mut all = estimates(estimator, None, sample);
        let Some(tightness) = tightness.as_mut().filter(|known| known.is_early()) else {
            return vec![0; all.len()];
        };
        let mut told = all.iter_mut();
        for (way, states) in [Way::Forward, Way::Backward].into_iter().zip(sample) {
            for (sites, told) in states.iter().zip(&mut told) {
                *told = tightness.told_at_least(way, sites, *told);
            }
        }
        all
    }
}

/// Returns the estimates of what lies ahead of the states of each side, raised by what the landmarks
/// learnt so far tell, if these are given.
pub(super) fn estimates(
    estimator: &mut Estimator,
    landmarks: Option<&Tightness>,
    sample: &Sample,
) -> Vec<u16> {
    let mut landmarks = landmarks.cloned();
    let mut sums = Sums::default();
    let mut all = Vec::new();
    for (way, states) in [Way::Forward, Way::Backward].into_iter().zip(sample) {
        for sites in states {
            estimator.load(sites, &mut sums);
            let told = landmarks.as_mut().map_or(0, |known| {
                known.forget();
                known.told_above(estimator, &sums, way, sites, Question::LANDMARKS)
            });
            all.push(sums.estimates.ahead(way) + told);
        }
    }
    all
}

/// Raises what is lower than the other.
pub(super) fn raise(estimates: &mut [u16], others: &[u16]) {
    estimates.iter_mut().zip(others).for_each(|(own, &other)| *own = other.max(*own));
}

/// Returns of how many states conflicts do not tell that their estimates are too low.
fn not_told(estimator: &mut Estimator, tightness: &mut Tightness, sample: &Sample) -> usize {
    let question = Question { conflicts: true, ..Question::NONE };
    let mut sums = Sums::default();
    let mut passes = 0;
    for (way, states) in [Way::Forward, Way::Backward].into_iter().zip(sample) {
        for sites in states {
            estimator.load(sites, &mut sums);
            tightness.forget();
            passes += usize::from(tightness.may_suffice(estimator, &sums, way, sites, question));
        }
    }
    passes
}
