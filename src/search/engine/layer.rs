//! The states that a beam keeps of a layer: those with the lowest estimates, as they are or
//! raised by what is told of them. Used by [`super::beam`].

use rustc_hash::FxHashSet;

use super::tight::MAX_SPARE;
use crate::search::key::Key;

/// By so much are estimates raised at most.
const HIGHEST_RAISE: usize = MAX_SPARE as usize + 1;

/// So many times as many states as are kept are enough to choose from.
const ENOUGH: usize = 4;

/// A state of a layer with the place of its parent in the layer before.
pub type Kept<K> = (K, u32);

/// A state that may be kept.
pub struct Candidate<K> {
    pub estimate: u16,
    /// Breaks ties, differently in each round.
    pub chance: u32,
    pub parent: u32,
    pub key: K,
}

/// What choosing takes of memory for each candidate, beyond the candidate.
pub const BYTES_EACH: usize = size_of::<usize>();

/// Returns those with the lowest estimates of what was not `seen` before.
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

/// The same, of those that may come to their end in `left` moves, with estimates that are
/// raised: `raise` says by how much, nothing if that is more than there is to spare.
pub fn lowest_raised<K: Key>(
    candidates: &mut [Candidate<K>],
    width: usize,
    seen: &mut FxHashSet<K>,
    left: u32,
    mut raise: impl FnMut(&K, u32) -> Option<u16>,
) -> Vec<Kept<K>> {
    let mut raised = Raised { waiting: Default::default(), layer: Vec::new(), width };
    let mut groups = by_estimate(candidates).peekable();
    let mut reached = groups.peek().map_or(0, |group| group[0].estimate);
    while !raised.is_full() && (groups.peek().is_some() || raised.is_waiting()) {
        let group = groups.next_if(|group| group[0].estimate == reached).unwrap_or_default();
        for candidate in in_turn(group, raised.enough()) {
            if raised.enough() == 0 {
                break;
            }
            let spare = left.checked_sub(candidate.estimate.into());
            if let Some(spare) = spare
                && seen.insert(candidate.key)
                && let Some(by) = raise(&candidate.key, spare)
            {
                raised.waiting[usize::from(by)].push(candidate);
            }
        }
        raised.keep_ready(seen);
        reached += 1;
    }
    raised.finish(seen)
}

/// Returns those of each estimate, from the lowest.
fn by_estimate<K>(candidates: &mut [Candidate<K>]) -> impl Iterator<Item = &mut [Candidate<K>]> {
    candidates.sort_unstable_by_key(|candidate| candidate.estimate);
    candidates.chunk_by_mut(|one, next| one.estimate == next.estimate)
}

/// Returns those of one estimate in the order in which they are taken; as they come, where
/// there are so few that all are.
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

/// A layer that is being chosen.
struct Raised<'a, K> {
    /// By how much the raised estimate is above the one that is reached.
    waiting: [Vec<&'a Candidate<K>>; HIGHEST_RAISE + 1],
    layer: Vec<Kept<K>>,
    width: usize,
}

impl<K: Key> Raised<'_, K> {
    const fn is_full(&self) -> bool {
        self.layer.len() >= self.width
    }

    fn is_waiting(&self) -> bool {
        self.waiting.iter().any(|waiting| !waiting.is_empty())
    }

    /// Returns how many more are sure to fill the layer with this estimate.
    fn enough(&self) -> usize {
        let enough = self.width.saturating_mul(ENOUGH).saturating_add(1);
        enough.saturating_sub(self.layer.len() + self.waiting[0].len())
    }

    /// Keeps those with the estimate that is reached, and goes on to the next. What is not
    /// kept may come again later.
    fn keep_ready(&mut self, seen: &mut FxHashSet<K>) {
        let mut ready = std::mem::take(&mut self.waiting[0]);
        ready.sort_unstable_by_key(|candidate| candidate.chance);
        let room = ready.len().min(self.width - self.layer.len());
        let (kept, not) = ready.split_at(room);
        self.layer.extend(kept.iter().map(|candidate| candidate.kept()));
        forget(not, seen);
        self.waiting.rotate_left(1);
    }

    fn finish(self, seen: &mut FxHashSet<K>) -> Vec<Kept<K>> {
        self.waiting.iter().for_each(|waiting| forget(waiting, seen));
        self.layer
    }
}

fn forget<K: Key>(candidates: &[&Candidate<K>], seen: &mut FxHashSet<K>) {
    for candidate in candidates {
        seen.remove(&candidate.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            keys(&lowest_raised(&mut candidates(&[4, 5, 4, 5]), 3, seen, left, raise))
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
        let layer =
            lowest_raised(&mut candidates(&[4; 100]), 5, &mut FxHashSet::default(), 9, raise);
        assert_eq!(layer.len(), 5);
        assert_eq!(asked, ENOUGH * 5 + 1);
    }
}
