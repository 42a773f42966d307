//! One side of the prover's search: what it has stored, from where, how far.

use super::class::{Class, Deltas, Wanted, Way};
use super::expand::Expander;
use super::store::{Id, Store};
use crate::search::arena::Full;
use crate::search::key::Key;
use crate::search::space::Space;

/// One side of the search.
pub struct Side<K> {
    pub way: Way,
    pub store: Store<K>,
    /// The states that it begins at, with the estimate ahead.
    seeds: Vec<(K, u16)>,
    /// Whether there is another side: without, all classes have b = 0.
    two_sided: bool,
    /// The least class of its seeds.
    least: Class,
    /// It holds all its states up to this f and this b, or is about to.
    pub most: Class,
    /// States by their b, from the least.
    by_b: Vec<u64>,
    /// States when f and b were raised last.
    len_before: [Id; 2],
}

impl<K: Key> Side<K> {
    /// Prepares a side that begins at `seeds`, to be raised to the first of them.
    pub fn new(way: Way, seeds: Vec<(K, u16)>, two_sided: bool) -> Self {
        let nearest = seeds.iter().map(|&(_, ahead)| ahead).min().unwrap_or(0);
        let least = seed_class(nearest, two_sided);
        let (store, by_b) = (Store::new(), Vec::new());
        Self { way, store, seeds, two_sided, least, most: least, by_b, len_before: [0; 2] }
    }

    /// Returns the pushes that lead to the classes it has just been raised to, and
    /// adds the seeds that lie there. `is_new` names those classes.
    pub fn begin_raise(
        &mut self,
        is_new: impl Fn(Class) -> bool,
        limit_bytes: u64,
    ) -> Result<Wanted, Full> {
        self.len_before = [self.len_before[1], self.store.len()];
        for nth in 0..self.seeds.len() {
            let (key, ahead) = self.seeds[nth];
            let class = seed_class(ahead, self.two_sided);
            if is_new(class) && self.is_within(class) {
                self.insert(key, class, limit_bytes)?;
            }
        }
        let wanted = |class| is_new(class) && self.is_within(class);
        Ok(Wanted::new(self.way, self.two_sided, self.least, self.most, wanted))
    }

    /// Returns the pushes that lead beyond its b but may belong to a solution.
    pub fn beyond(&self) -> Wanted {
        let is_beyond = |class: Class| class.b > self.most.b && class.f <= self.most.f;
        Wanted::new(self.way, self.two_sided, self.least, self.most, is_beyond)
    }

    /// Adds a state unless it is there; says whether it was added.
    pub fn insert(&mut self, key: K, class: Class, limit_bytes: u64) -> Result<bool, Full> {
        let is_new = self.store.insert(key, class, limit_bytes)?;
        if is_new {
            let nth = usize::from(class.b - self.least.b);
            if self.by_b.len() <= nth {
                self.by_b.resize(nth + 1, 0);
            }
            self.by_b[nth] += 1;
        }
        Ok(is_new)
    }

    /// Returns how many states there are to look from for a higher b.
    pub fn frontier(&self) -> u64 {
        let nearest = usize::from(self.most.b - self.least.b).saturating_sub(1);
        self.by_b.iter().skip(nearest).sum()
    }

    /// Says whether it holds all states that it can reach: no push from a stored
    /// state leads outside. Looked at only when raising has added nothing.
    pub fn is_exhausted(&self) -> bool {
        let held = |&(_, ahead): &(K, u16)| self.is_within(seed_class(ahead, self.two_sided));
        let outside = |class| !self.is_within(class);
        self.len_before[0] == self.store.len() && self.seeds.iter().all(held) && {
            let outside = Wanted::new(self.way, self.two_sided, self.least, self.most, outside);
            let leads_out =
                |info: &super::store::Info| info.deltas.intersects(outside.from(info.class));
            !self.store.infos_from(0).iter().any(leads_out)
        }
    }

    fn is_within(&self, class: Class) -> bool {
        class.f <= self.most.f && class.b <= self.most.b
    }

    /// Returns the states from `key`, which lies `moves` from where this side began,
    /// to there, without `key`.
    pub fn chain(&self, space: &Space<K>, expander: &mut Expander, key: &K, moves: u16) -> Vec<K> {
        let mut chain = Vec::new();
        let mut at = *key;
        for left in (0..moves).rev() {
            let (mut back, all) = (None, Deltas::ALL);
            expander.expand(space, self.way.other(), &at, all, all, |next, estimates, _| {
                if back.is_none()
                    && let Some(id) = self.store.find(&next)
                    && self.store.info(id).class.f == left + estimates.ahead(self.way)
                {
                    back = Some(next);
                }
            });
            at = back.expect("a stored state was reached from one a move nearer");
            chain.push(at);
        }
        chain
    }
}

/// Returns the class of a state that a side begins at, no move from its own end.
const fn seed_class(ahead: u16, two_sided: bool) -> Class {
    Class { f: ahead, b: if two_sided { ahead } else { 0 } }
}
