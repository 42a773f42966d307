//! The states of one side of the search, each once, in shards that threads can work on in parallel.

use std::sync::atomic::{AtomicU64, Ordering};

use super::bucket::Bucket;
use super::layout::{Address, Iteration, Layout, Record, SHARDS};
use super::shard::{Cursor, Inserted, Shard};
use crate::search::base::arena::Full;
use crate::search::base::key::Key;
use crate::search::base::space::Space;

/// The states of one side. Exact: keys are compared, not hashes.
pub struct Store {
    pub layout: Layout,
    pub shards: Vec<Shard>,
}

impl Store {
    /// Prepares a store for buckets from `least` up.
    pub fn new<K: Key>(space: &Space<K>, least: Bucket) -> Self {
        let (first_bits, rest_bytes) = space.bits_and_bytes();
        Self::of_shape(Layout::new(first_bits, rest_bytes, least))
    }

    fn of_shape(layout: Layout) -> Self {
        Self { layout, shards: (0..SHARDS).map(|_| Shard::default()).collect() }
    }

    /// Returns the number of states.
    pub fn len(&self) -> u64 {
        self.shards.iter().map(|shard| shard.len() as u64).sum()
    }

    /// Returns the record of `key`, if it is stored.
    pub fn find<K: Key>(&self, key: &K) -> Option<Record> {
        self.find_at(self.layout.address(key), key)
    }

    /// Like [`Store::find`], with a known address.
    #[inline]
    pub fn find_at<K: Key>(&self, address: Address, key: &K) -> Option<Record> {
        let shard = &self.shards[address.shard];
        shard.find(&self.layout, address.order, key).map(|at| shard.record_at(&self.layout, at))
    }

    /// Inserts a state unless it is stored at no more moves; says whether it was new.
    pub fn insert<K: Key>(
        &mut self,
        key: &K,
        record: Record,
        memory: &MemoryBudget,
    ) -> Result<bool, Full> {
        let Address { shard, order } = self.layout.address(key);
        let allowed = |bytes| memory.take(bytes);
        let shard = &mut self.shards[shard];
        Ok(shard.insert(&self.layout, order, key, record, &allowed)? == Inserted::Added)
    }

    /// Makes sure that buckets up to `most` can be written.
    pub fn make_hold(&mut self, most: Bucket, memory: &MemoryBudget) -> Result<(), Full> {
        if self.layout.holds(most) {
            return Ok(());
        }
        let (old, new) = (self.layout, self.layout.wide());
        self.layout = new;
        let mut shards = self.shards.iter_mut();
        shards.try_for_each(|shard| shard.convert(&old, &new, &|bytes| memory.take(bytes)))
    }

    /// Returns a sample, spread by the scrambled keys: up to `of_each` states of each shard.
    pub fn sample<K: Key>(&self, of_each: usize) -> Vec<K> {
        let mut keys = Vec::new();
        for (shard, table) in self.shards.iter().enumerate() {
            let (mut cursor, mut slots) = (Cursor::default(), usize::MAX);
            for _ in 0..of_each {
                let Some((at, order)) = table.next(&self.layout, &mut cursor, &mut slots) else {
                    break;
                };
                keys.push(table.key_at(&self.layout, Address { shard, order }, at));
            }
        }
        keys
    }

    pub fn memory_bytes(&self) -> u64 {
        let tables: u64 = self.shards.iter().map(Shard::memory_bytes).sum();
        tables + (SHARDS * size_of::<Shard>()) as u64
    }
}

/// Memory that may still be allocated, in bytes, shared by threads.
pub struct MemoryBudget(AtomicU64);

impl MemoryBudget {
    pub const fn new(bytes: u64) -> Self {
        Self(AtomicU64::new(bytes))
    }

    /// Takes `bytes`, or returns false and takes nothing if fewer are left. Whether any of several
    /// threads is refused does not depend on their order.
    pub fn take(&self, bytes: u64) -> bool {
        let rest = |left: u64| left.checked_sub(bytes);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest).is_ok()
    }
}

/// Inserts `states` 8-byte keys, each twice. Returns how many are stored and the bytes they take.
pub fn fill(states: u64) -> (u64, u64) {
    let record = Record::seed(Bucket { f: 0, b: 0 }, Iteration::default());
    let mut store = Store::of_shape(Layout::new(64, 0, record.bucket));
    let memory = MemoryBudget::new(u64::MAX);
    for _ in 0..2 {
        for key in 0..states {
            assert!(store.insert(&key, record, &memory).is_ok(), "nothing limits it");
        }
    }
    (store.len(), store.memory_bytes())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn store(first_bits: u32, rest_bytes: usize) -> Store {
        Store::of_shape(Layout::new(first_bits, rest_bytes, Bucket { f: 0, b: 0 }))
    }

    #[track_caller]
    fn check<K: Key + Ord + std::fmt::Debug>(mut store: Store, keys: impl Fn(u64) -> K) {
        let mut twin = BTreeMap::new();
        let memory = MemoryBudget::new(u64::MAX);
        let mut random = fastrand::Rng::with_seed(11);
        for nth in 0..60_000 {
            let key = keys(random.u64(..40_000));
            let bucket = Bucket { f: (nth % 30) as u16, b: (nth % 120) as u16 };
            let record = Record::seed(bucket, Iteration::default());
            let is_new = store.insert(&key, record, &memory).ok() == Some(true);
            assert_eq!(is_new, !twin.contains_key(&key));
            let held: &mut Bucket = twin.entry(key).or_insert(bucket);
            *held = if bucket.f < held.f { bucket } else { *held };
            if nth == 30_000 {
                assert!(store.make_hold(Bucket { f: 500, b: 900 }, &memory).is_ok());
            }
        }
        assert_eq!(store.len(), twin.len() as u64);
        for number in 0..40_000 {
            let key = keys(number);
            let bucket = store.find(&key).map(|record| record.bucket);
            assert_eq!(bucket.as_ref(), twin.get(&key));
        }
        assert_eq!(walked::<K>(&store), twin.into_keys().collect::<Vec<K>>());
    }

    /// Returns all keys by walking in short steps with an invalidated cursor.
    fn walked<K: Key + Ord>(store: &Store) -> Vec<K> {
        let mut keys = Vec::new();
        for (shard, table) in store.shards.iter().enumerate() {
            let mut cursor = Cursor::default();
            while !cursor.is_done {
                let mut slots = 3;
                while let Some((at, order)) = table.next(&store.layout, &mut cursor, &mut slots) {
                    keys.push(table.key_at(&store.layout, Address { shard, order }, at));
                }
                if keys.len() % 7 == 0 && !cursor.is_done && slots < 3 {
                    cursor.invalidate();
                    let mut slots = 1000;
                    if let Some((at, order)) = table.next(&store.layout, &mut cursor, &mut slots) {
                        keys.push(table.key_at(&store.layout, Address { shard, order }, at));
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
        let (mut store, memory) = (store(64, 0), MemoryBudget::new(u64::MAX));
        let record = Record::seed(Bucket { f: 0, b: 0 }, Iteration::default());
        for key in 0..10_000_u64 {
            assert_eq!(store.insert(&key, record, &memory).ok(), Some(true));
            let before = store.memory_bytes();
            assert_eq!(store.insert(&key, record, &memory).ok(), Some(false));
            assert_eq!(store.memory_bytes(), before, "{key}");
        }
    }

    #[test]
    fn keys_of_eight_bytes_take_at_most_twelve() {
        let (mut store, memory) = (store(64, 0), MemoryBudget::new(u64::MAX));
        let (mut bytes, mut samples) = (0.0, 0.0);
        let record = Record::seed(Bucket { f: 0, b: 0 }, Iteration::default());
        for key in 0..600_000_u64 {
            assert!(store.insert(&key, record, &memory).is_ok());
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
        let memory = MemoryBudget::new(50_000);
        let record = Record::seed(Bucket { f: 0, b: 0 }, Iteration::default());
        let added = (0..100_000_u64).take_while(|key| store.insert(key, record, &memory).is_ok());
        let added = added.count() as u64;
        assert_eq!(store.len(), added);
        assert!(store.memory_bytes() <= 50_000 + (SHARDS * size_of::<Shard>()) as u64);
        assert_eq!(store.find(&(added - 1)), Some(record));
        assert_eq!(store.find(&added), None);
    }
}
