//! One side of the prover's search: what it has stored, from where, how far; and
//! the classes that a push leads to and comes from.

use std::collections::VecDeque;

use super::expand::{Delta, Deltas, Expander, Way};
use super::store::{Class, Id, Store};
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
    /// The least f, and b, of its seeds.
    least: Class,
    /// Classes up to this b are filled or pending.
    pub k: u16,
    pending: VecDeque<Class>,
}

impl<K: Key> Side<K> {
    /// Begins a side at `seeds`, with the class of those that are nearest to the
    /// other end.
    pub fn new(way: Way, seeds: Vec<(K, u16)>, two_sided: bool) -> Self {
        let f = seeds.iter().map(|&(_, ahead)| ahead).min().unwrap_or(0);
        let least = Class { b: if two_sided { f } else { 0 }, f };
        let pending = VecDeque::from([least]);
        Self { way, store: Store::new(), seeds, two_sided, least, k: least.b, pending }
    }

    /// Returns the next class to be filled, and begins it.
    pub fn begin_class(&mut self) -> Option<Class> {
        let class = self.pending.pop_front()?;
        self.store.begin(class);
        Some(class)
    }

    /// Adds the seeds that belong to `class`, which was begun just now.
    pub fn add_seeds(&mut self, class: Class, spare_bytes: u64) -> Result<(), Full> {
        for &(key, ahead) in &self.seeds {
            if ahead == class.f && (ahead == class.b || !self.two_sided) {
                self.store.insert(key, spare_bytes)?;
            }
        }
        Ok(())
    }

    /// Raises k by 1; f goes up to `bound`.
    pub fn raise_k(&mut self, bound: u16) {
        self.k += 1;
        let b = self.k;
        self.pending.extend((self.least.f..=bound).map(|f| Class { b, f }));
    }

    /// Lets f go up to `bound`, which is 1 more than before.
    pub fn raise_f(&mut self, bound: u16) {
        self.pending.extend((self.least.b..=self.k).map(|b| Class { b, f: bound }));
    }

    /// Returns how many states there are to look from for a higher k.
    pub fn frontier(&self) -> u64 {
        let near = self.store.classes().filter(|(class, _)| class.b + 2 > self.k);
        near.map(|(_, members)| u64::from(members.end - members.first)).sum()
    }

    /// Says whether it holds all states that it can reach: no push from a stored
    /// state leads to a class that is not filled yet.
    pub fn is_exhausted(&self, bound: u16) -> bool {
        let is_filled = |class: Class| class.f <= bound && class.b <= self.k;
        let seeded = |&(_, ahead): &(K, u16)| {
            is_filled(Class { b: if self.two_sided { ahead } else { 0 }, f: ahead })
        };
        self.seeds.iter().all(seeded)
            && self.store.classes().all(|(class, members)| {
                let beyond = self.deltas_where(class, |next| !is_filled(next));
                !members.deltas.intersects(beyond)
            })
    }

    /// Returns the class after a push from a state of `class`.
    pub fn class_after(&self, class: Class, delta: Delta) -> Class {
        let (own, other) = match self.way {
            Way::Forward => (delta.goal, delta.start),
            Way::Backward => (delta.start, delta.goal),
        };
        let f = class.f + (1 + own) as u16;
        let b = if self.two_sided { class.b + (2 + own - other) as u16 } else { 0 };
        Class { b, f }
    }

    /// Returns the class from which `delta` leads to `class`, if there can be one.
    pub fn class_before(&self, class: Class, delta: Delta) -> Option<Class> {
        let step = self.class_after(Class { b: 0, f: 0 }, delta);
        Some(Class { b: class.b.checked_sub(step.b)?, f: class.f.checked_sub(step.f)? })
    }

    /// Returns the pushes that may lead to `class`, that within it first.
    pub fn sources_of(&self, class: Class) -> Vec<Delta> {
        let (within, mut sources): (Vec<_>, Vec<_>) = Delta::all()
            .filter(|&delta| self.class_before(class, delta).is_some())
            .partition(|&delta| self.class_before(class, delta) == Some(class));
        // Without another side three pushes lead back to the class: taken as one.
        sources.splice(0..0, within.into_iter().take(1));
        sources
    }

    /// Returns the pushes from `class` that lead to a class as wanted.
    pub fn deltas_where(&self, class: Class, is_wanted: impl Fn(Class) -> bool) -> Deltas {
        let fits = Delta::all().filter(|&delta| is_wanted(self.class_after(class, delta)));
        fits.fold(Deltas::default(), Deltas::with)
    }

    /// Returns the pushes that lead beyond k but may belong to a solution of at most
    /// `bound` moves.
    pub fn deltas_beyond(&self, class: Class, bound: u16) -> Deltas {
        self.deltas_where(class, |next| next.b > self.k && next.f <= bound)
    }

    /// Returns the stored states from which such pushes lead, by class.
    pub fn classes_to_probe(&self, bound: u16) -> Vec<(Class, Id, Id)> {
        let near = self.store.classes().filter(|&(class, members)| {
            members.deltas.intersects(self.deltas_beyond(class, bound))
        });
        let mut classes: Vec<_> =
            near.map(|(class, members)| (class, members.first, members.end)).collect();
        classes.sort_unstable();
        classes
    }

    /// Returns the states from `key`, which lies `moves` from where this side began,
    /// to there, without `key`.
    pub fn chain(&self, space: &Space<K>, expander: &mut Expander, key: &K, moves: u16) -> Vec<K> {
        let mut chain = Vec::new();
        let mut at = *key;
        for left in (0..moves).rev() {
            let (mut back, all) = (None, Deltas::ALL);
            expander.expand(space, self.way.other(), &at, all, all, |next, estimates| {
                if back.is_none()
                    && let Some(id) = self.store.find(&next)
                    && self.store.class_of(id).f == left + estimates.ahead(self.way)
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
