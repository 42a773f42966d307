//! Selects the states that a beam keeps of a layer: those with the lowest estimates, as they are or
//! raised by the checks.

use rustc_hash::FxHashSet;

use crate::search::engine::pruning::MAX_SLACK;
use crate::search::key::Key;

/// The most by which an estimate is raised.
const MAX_RAISE: usize = MAX_SLACK as usize + 1;

/// Candidates raised per state kept: enough to choose from.
const RAISED_PER_KEPT: usize = 4;

/// A state of a layer with the index of its parent in the layer before.
pub type Kept<K> = (K, u32);

/// A state that may be kept.
pub struct Candidate<K> {
    pub estimate: u16,
    /// Breaks ties, differently in each round.
    pub chance: u32,
    pub parent: u32,
    pub key: K,
}

/// Returns those with the lowest estimates that have not been `seen`.
pub fn lowest<K: Key>(
    candidates: &mut [Candidate<K>],
    width: usize,
    seen: &mut FxHashSet<K>,
) -> Vec<Kept<K>> {
    let mut layer = Vec::new();
    for group in by_estimate(candidates) {
        let room = width - layer.len();
        let fresh = in_turn(group, room).iter().filter(|candidate| seen.insert(candidate.key));
        layer.extend(fresh.take(room).map(Candidate::kept));
        if layer.len() == width {
            break;
        }
    }
    layer
}

/// Returns the candidates of each estimate, from the lowest.
fn by_estimate<K>(candidates: &mut [Candidate<K>]) -> impl Iterator<Item = &mut [Candidate<K>]> {
    candidates.sort_unstable_by_key(|candidate| candidate.estimate);
    candidates.chunk_by_mut(|one, next| one.estimate == next.estimate)
}

/// Orders the candidates of one estimate by chance; not if all are taken.
fn in_turn<K>(group: &mut [Candidate<K>], taken: usize) -> &[Candidate<K>] {
    if group.len() > taken {
        group.sort_unstable_by_key(|candidate| candidate.chance);
    }
    group
}

impl<K: Key> Candidate<K> {
    const fn kept(&self) -> Kept<K> {
        (self.key, self.parent)
    }
}

/// A layer that is selected by raised estimates, one candidate after the other: those with the
/// lowest, if they can reach an end in the moves that are left.
pub struct LayerSelection<K> {
    /// By estimate; those of the current estimate in the order in which they are taken.
    candidates: Vec<Candidate<K>>,
    /// The next candidate, and the end of those of the current estimate.
    at: usize,
    end: usize,
    reached: u16,
    /// Raised candidates, by how far they are above the current estimate.
    waiting: [Vec<usize>; MAX_RAISE + 1],
    layer: Vec<Kept<K>>,
    width: usize,
    /// The moves that are left.
    left: u32,
}

impl<K: Key> LayerSelection<K> {
    pub fn new(mut candidates: Vec<Candidate<K>>, width: usize, left: u32) -> Self {
        let reached = by_estimate(&mut candidates).next().map_or(0, |group| group[0].estimate);
        let (waiting, layer) = Default::default();
        let mut selection =
            Self { candidates, at: 0, end: 0, reached, waiting, layer, width, left };
        selection.begin_estimate();
        selection
    }

    /// Returns the next state to raise, and its slack; `None` when the layer is complete.
    /// [`Self::note`] must be called before the next.
    pub fn next(&mut self, seen: &mut FxHashSet<K>) -> Option<(K, u32)> {
        loop {
            while self.at < self.end && self.enough() > 0 {
                let Candidate { key, estimate, .. } = self.candidates[self.at];
                self.at += 1;
                if let Some(spare) = self.left.checked_sub(estimate.into())
                    && seen.insert(key)
                {
                    return Some((key, spare));
                }
            }
            self.keep_ready(seen);
            if self.is_full() || self.end == self.candidates.len() && !self.is_waiting() {
                return None;
            }
            self.reached += 1;
            self.at = self.end;
            self.begin_estimate();
        }
    }

    /// Takes the raise of that state; `None` if it exceeds the slack.
    pub fn note(&mut self, raise: Option<u16>) {
        if let Some(by) = raise {
            self.waiting[usize::from(by)].push(self.at - 1);
        }
    }

    /// Returns the layer, and the candidates. States that were not kept may come again later.
    pub fn finish(self, seen: &mut FxHashSet<K>) -> (Vec<Kept<K>>, Vec<Candidate<K>>) {
        self.waiting.iter().for_each(|waiting| self.forget(waiting, seen));
        (self.layer, self.candidates)
    }

    fn begin_estimate(&mut self) {
        let rest = &self.candidates[self.at..];
        let those = rest.iter().take_while(|candidate| candidate.estimate == self.reached);
        self.end = self.at + those.count();
        let enough = self.enough();
        in_turn(&mut self.candidates[self.at..self.end], enough);
    }

    const fn is_full(&self) -> bool {
        self.layer.len() >= self.width
    }

    fn is_waiting(&self) -> bool {
        self.waiting.iter().any(|waiting| !waiting.is_empty())
    }

    /// Returns how many more candidates surely fill the layer at this estimate.
    fn enough(&self) -> usize {
        let enough = self.width.saturating_mul(RAISED_PER_KEPT).saturating_add(1);
        enough.saturating_sub(self.layer.len() + self.waiting[0].len())
    }

    /// Keeps the candidates with the current estimate.
    fn keep_ready(&mut self, seen: &mut FxHashSet<K>) {
        let mut ready = std::mem::take(&mut self.waiting[0]);
        ready.sort_unstable_by_key(|&nth| self.candidates[nth].chance);
        let room = ready.len().min(self.width - self.layer.len());
        let (kept, not) = ready.split_at(room);
        self.layer.extend(kept.iter().map(|&nth| self.candidates[nth].kept()));
        self.forget(not, seen);
        self.waiting.rotate_left(1);
    }

    fn forget(&self, candidates: &[usize], seen: &mut FxHashSet<K>) {
        for &nth in candidates {
            seen.remove(&self.candidates[nth].key);
        }
    }

    /// Returns the number of candidates.
    pub const fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Returns the memory held.
    pub fn memory_held(&self) -> usize {
        let waiting: usize = self.waiting.iter().map(Vec::capacity).sum();
        self.candidates.capacity() * size_of::<Candidate<K>>()
            + self.layer.capacity() * size_of::<Kept<K>>()
            + waiting * size_of::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Selects a layer with estimates raised by `raise`.
    fn lowest_raised(
        candidates: Vec<Candidate<u64>>,
        width: usize,
        seen: &mut FxHashSet<u64>,
        left: u32,
        mut raise: impl FnMut(&u64, u32) -> Option<u16>,
    ) -> Vec<Kept<u64>> {
        let mut selection = LayerSelection::new(candidates, width, left);
        while let Some((key, spare)) = selection.next(seen) {
            selection.note(raise(&key, spare));
        }
        selection.finish(seen).0
    }

    /// Candidates by estimate, with keys from 1.
    fn candidates(estimates: &[u16]) -> Vec<Candidate<u64>> {
        let candidate = |(nth, &estimate): (usize, &u16)| {
            let nth = nth as u32;
            Candidate { estimate, chance: nth, parent: 10 + nth, key: u64::from(nth) + 1 }
        };
        estimates.iter().enumerate().map(candidate).collect()
    }

    fn keys(layer: &[Kept<u64>]) -> Vec<u64> {
        layer.iter().map(|&(key, _)| key).collect()
    }

    #[test]
    fn the_lowest_are_kept_with_their_parents() {
        let mut seen = FxHashSet::from_iter([3]);
        let layer = lowest(&mut candidates(&[7, 5, 4, 6]), 2, &mut seen);
        assert_eq!(layer, [(2, 11), (4, 13)], "3 was seen before");
        assert_eq!(seen, FxHashSet::from_iter([2, 3, 4]), "1 may come again");
    }

    #[test]
    fn raised_estimates_count() {
        let by = |key: &u64| [2, 0, 3, 1][*key as usize - 1];
        let raised = |left: u32, seen: &mut FxHashSet<u64>| {
            let raise = |key: &u64, spare| Some(by(key)).filter(|&by| u32::from(by) <= spare);
            // Raised: 6, 5, 7, 6.
            keys(&lowest_raised(candidates(&[4, 5, 4, 5]), 3, seen, left, raise))
        };
        let mut seen = FxHashSet::default();
        assert_eq!(raised(9, &mut seen), [2, 1, 4]);
        assert_eq!(seen, FxHashSet::from_iter([1, 2, 4]), "3 may come again");
        assert_eq!(raised(9, &mut FxHashSet::from_iter([2])), [1, 4, 3]);
        let mut seen = FxHashSet::default();
        assert_eq!(raised(5, &mut seen), [2], "the others need more moves");
        assert_eq!(seen.len(), 4, "and later they need no fewer");
    }

    #[test]
    fn no_more_are_raised_than_are_needed() {
        let mut asked = 0;
        let raise = |_: &u64, _| {
            asked += 1;
            Some(0)
        };
        let layer = lowest_raised(candidates(&[4; 100]), 5, &mut FxHashSet::default(), 9, raise);
        assert_eq!(layer.len(), 5);
        assert_eq!(asked, RAISED_PER_KEPT * 5 + 1);
    }
}
