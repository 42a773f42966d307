//! The states that one side of the engine's search has reached, each once, in shards
//! that can be worked on at the same time.

use std::sync::atomic::{AtomicU64, Ordering};

use super::class::Class;
use super::layout::{Info, Place, SHARDS, Shape, Turn};
use super::shard::{Inserted, Shard, Walk};
use crate::search::arena::Full;
use crate::search::key::Key;
use crate::search::space::Space;

/// The states of one side. Exact: states are compared by their keys, not by hashes.
pub struct Store {
    pub shape: Shape,
    pub shards: Vec<Shard>,
}

impl Store {
    /// Prepares a store for states of classes from `least` on.
    pub fn new<K: Key>(space: &Space<K>, least: Class) -> Self {
        let (first_bits, rest_bytes) = space.bits_and_bytes();
        Self::of_shape(Shape::new(first_bits, rest_bytes, least))
    }

    fn of_shape(shape: Shape) -> Self {
        Self { shape, shards: (0..SHARDS).map(|_| Shard::default()).collect() }
    }

    /// Returns the number of states.
    pub fn len(&self) -> u64 {
        self.shards.iter().map(|shard| shard.len() as u64).sum()
    }

    /// Returns what is kept of the state of `key`, if it is there.
    pub fn find<K: Key>(&self, key: &K) -> Option<Info> {
        self.find_at(self.shape.place(key), key)
    }

    /// As [`Store::find`], when it is known where the state belongs.
    #[inline]
    pub fn find_at<K: Key>(&self, place: Place, key: &K) -> Option<Info> {
        let shard = &self.shards[place.shard];
        shard.find(&self.shape, place.order, key).map(|at| shard.info_at(&self.shape, at))
    }

    /// Adds a state of which this is known, unless it is there at no more moves; says whether it
    /// was added.
    pub fn insert<K: Key>(&mut self, key: &K, info: Info, memory: &Memory) -> Result<bool, Full> {
        let Place { shard, order } = self.shape.place(key);
        let allowed = |bytes| memory.take(bytes);
        let shard = &mut self.shards[shard];
        Ok(shard.insert(&self.shape, order, key, info, &allowed)? == Inserted::Added)
    }

    /// Makes sure that all classes up to `most` can be written.
    pub fn make_hold(&mut self, most: Class, memory: &Memory) -> Result<(), Full> {
        if self.shape.holds(most) {
            return Ok(());
        }
        let (old, new) = (self.shape, self.shape.wide());
        self.shape = new;
        let mut shards = self.shards.iter_mut();
        shards.try_for_each(|shard| shard.reshape(&old, &new, &|bytes| memory.take(bytes)))
    }

    /// Returns some of the states, chosen by their mixed keys: so many of each shard, or all.
    pub fn sample<K: Key>(&self, of_each: usize) -> Vec<K> {
        let mut keys = Vec::new();
        for (shard, table) in self.shards.iter().enumerate() {
            let (mut walk, mut slots) = (Walk::default(), usize::MAX);
            for _ in 0..of_each {
                let Some((at, order)) = table.next(&self.shape, &mut walk, &mut slots) else {
                    break;
                };
                keys.push(table.key_at(&self.shape, Place { shard, order }, at));
            }
        }
        keys
    }

    pub fn memory_bytes(&self) -> u64 {
        let tables: u64 = self.shards.iter().map(Shard::memory_bytes).sum();
        tables + (SHARDS * size_of::<Shard>()) as u64
    }
}

/// Memory that may be allocated, in bytes.
pub struct Memory(AtomicU64);

impl Memory {
    pub const fn new(bytes: u64) -> Self {
        Self(AtomicU64::new(bytes))
    }

    /// Takes `bytes`; returns false and takes nothing if so much is not left. Whether
    /// all of several threads are refused nothing does not depend on their order.
    pub fn take(&self, bytes: u64) -> bool {
        let rest = |left: u64| left.checked_sub(bytes);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest).is_ok()
    }
}

/// Adds so many states with keys of 8 bytes to a store, each twice. Returns how many it
/// holds then, and its bytes.
pub fn fill(states: u64) -> (u64, u64) {
    let info = Info::seed(Class { f: 0, b: 0 }, Turn::default());
    let mut store = Store::of_shape(Shape::new(64, 0, info.class));
    let memory = Memory::new(u64::MAX);
    for _ in 0..2 {
        for key in 0..states {
            assert!(store.insert(&key, info, &memory).is_ok(), "nothing limits it");
        }
    }
    (store.len(), store.memory_bytes())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn store(first_bits: u32, rest_bytes: usize) -> Store {
        Store::of_shape(Shape::new(first_bits, rest_bytes, Class { f: 0, b: 0 }))
    }

    #[track_caller]
    fn check<K: Key + Ord + std::fmt::Debug>(mut store: Store, keys: impl Fn(u64) -> K) {
        let mut twin = BTreeMap::new();
        let memory = Memory::new(u64::MAX);
        let mut random = fastrand::Rng::with_seed(11);
        for nth in 0..60_000 {
            let key = keys(random.u64(..40_000));
            let class = Class { f: (nth % 30) as u16, b: (nth % 120) as u16 };
            let info = Info::seed(class, Turn::default());
            let is_new = store.insert(&key, info, &memory).ok() == Some(true);
            assert_eq!(is_new, !twin.contains_key(&key));
            let held: &mut Class = twin.entry(key).or_insert(class);
            *held = if class.f < held.f { class } else { *held };
            if nth == 30_000 {
                assert!(store.make_hold(Class { f: 500, b: 900 }, &memory).is_ok());
            }
        }
        assert_eq!(store.len(), twin.len() as u64);
        for number in 0..40_000 {
            let key = keys(number);
            let class = store.find(&key).map(|info| info.class);
            assert_eq!(class.as_ref(), twin.get(&key));
        }
        assert_eq!(walked::<K>(&store), twin.into_keys().collect::<Vec<K>>());
    }

    /// Returns all keys by walking in short steps that forget where they stood.
    fn walked<K: Key + Ord>(store: &Store) -> Vec<K> {
        let mut keys = Vec::new();
        for (shard, table) in store.shards.iter().enumerate() {
            let mut walk = Walk::default();
            while !walk.is_done {
                let mut slots = 3;
                while let Some((at, order)) = table.next(&store.shape, &mut walk, &mut slots) {
                    keys.push(table.key_at(&store.shape, Place { shard, order }, at));
                }
                if keys.len() % 7 == 0 && !walk.is_done && slots < 3 {
                    walk.lose_place();
                    let mut slots = 1000;
                    if let Some((at, order)) = table.next(&store.shape, &mut walk, &mut slots) {
                        keys.push(table.key_at(&store.shape, Place { shard, order }, at));
                    }
                }
            }
        }
        keys.sort_unstable();
        keys
    }

    #[test]
    fn keys_of_every_width_are_held_once() {
        check(store(17, 0), |nth| nth);
        check(store(64, 0), |nth| nth.wrapping_mul(0x1234_5678_9abc_def1));
        check(store(64, 5), |nth| u128::from(nth % 200) | u128::from(nth / 200) << 64);
        check(store(64, 20), |nth| [7, nth % 3, nth / 3, 5]);
    }

    #[test]
    fn adding_what_is_there_moves_nothing() {
        let (mut store, memory) = (store(64, 0), Memory::new(u64::MAX));
        let info = Info::seed(Class { f: 0, b: 0 }, Turn::default());
        for key in 0..10_000_u64 {
            assert_eq!(store.insert(&key, info, &memory).ok(), Some(true));
            let before = store.memory_bytes();
            assert_eq!(store.insert(&key, info, &memory).ok(), Some(false));
            assert_eq!(store.memory_bytes(), before, "{key}");
        }
    }

    #[test]
    fn keys_of_eight_bytes_take_at_most_twelve() {
        let (mut store, memory) = (store(64, 0), Memory::new(u64::MAX));
        let (mut bytes, mut samples) = (0.0, 0.0);
        let info = Info::seed(Class { f: 0, b: 0 }, Turn::default());
        for key in 0..600_000_u64 {
            assert!(store.insert(&key, info, &memory).is_ok());
            if key >= 200_000 && key % 20_000 == 0 {
                bytes += store.memory_bytes() as f64 / store.len() as f64;
                samples += 1.0;
            }
        }
        assert!(bytes / samples <= 12.0, "{}", bytes / samples);
    }

    #[test]
    fn what_is_refused_is_not_added() {
        let mut store = store(64, 0);
        let memory = Memory::new(50_000);
        let info = Info::seed(Class { f: 0, b: 0 }, Turn::default());
        let added = (0..100_000_u64).take_while(|key| store.insert(key, info, &memory).is_ok());
        let added = added.count() as u64;
        assert_eq!(store.len(), added);
        assert!(store.memory_bytes() <= 50_000 + (SHARDS * size_of::<Shard>()) as u64);
        assert_eq!(store.find(&(added - 1)), Some(info));
        assert_eq!(store.find(&added), None);
    }
}
