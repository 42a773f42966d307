//! The states that one side of the engine's search has reached, each once.

use super::class::{Class, Deltas};
use crate::search::arena::Full;
use crate::search::key::Key;

/// The number of a state in a [`Store`], in the order in which they were reached.
pub type Id = u32;

const NONE: Id = Id::MAX;

/// What is kept of a state besides its key.
#[derive(Clone, Copy)]
pub struct Info {
    pub class: Class,
    /// What its pushes change; empty before it is first expanded.
    pub deltas: Deltas,
}

/// The states of one side. Exact: states are compared by their keys, not by hashes.
pub struct Store<K> {
    keys: Vec<K>,
    infos: Vec<Info>,
    /// Open addressing with linear probing; a power of two long.
    index: Vec<Id>,
}

impl<K: Key> Store<K> {
    pub fn new() -> Self {
        Self { keys: Vec::new(), infos: Vec::new(), index: vec![NONE; 1 << 10] }
    }

    pub const fn len(&self) -> Id {
        self.keys.len() as Id
    }

    pub fn key(&self, id: Id) -> &K {
        &self.keys[id as usize]
    }

    pub fn info(&self, id: Id) -> Info {
        self.infos[id as usize]
    }

    pub fn set_deltas(&mut self, id: Id, deltas: Deltas) {
        self.infos[id as usize].deltas = deltas;
    }

    /// Returns what is kept of the states from `first` on.
    pub fn infos_from(&self, first: Id) -> &[Info] {
        &self.infos[first as usize..]
    }

    /// Adds a state unless it is there; says whether it was added. While something
    /// grows, its old and its new memory are held at the same time, and both count
    /// towards `limit_bytes`.
    pub fn insert(&mut self, key: K, class: Class, limit_bytes: u64) -> Result<bool, Full> {
        self.reserve(limit_bytes)?;
        let slot = self.slot_of(&key);
        if self.index[slot] != NONE {
            return Ok(false);
        }
        self.index[slot] = self.len();
        self.keys.push(key);
        self.infos.push(Info { class, deltas: Deltas::default() });
        Ok(true)
    }

    /// Returns the state of `key`.
    pub fn find(&self, key: &K) -> Option<Id> {
        let id = self.index[self.slot_of(key)];
        (id != NONE).then_some(id)
    }

    pub const fn memory_bytes(&self) -> u64 {
        let keys = self.keys.capacity() * size_of::<K>();
        let infos = self.infos.capacity() * size_of::<Info>();
        (keys + infos + self.index.capacity() * size_of::<Id>()) as u64
    }

    fn slot_of(&self, key: &K) -> usize {
        let mask = self.index.len() - 1;
        let mut slot = key.hash64() as usize & mask;
        while self.index[slot] != NONE && self.keys[self.index[slot] as usize] != *key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn reserve(&mut self, limit_bytes: u64) -> Result<(), Full> {
        if self.keys.len() == self.keys.capacity() {
            let more = (self.keys.len() / 4).max(1 << 10);
            let each = size_of::<K>() + size_of::<Info>();
            if self.keys.len() + more >= NONE as usize
                || self.memory_bytes() + ((self.keys.len() + more) * each) as u64 > limit_bytes
            {
                return Err(Full);
            }
            self.keys.reserve_exact(more);
            self.infos.reserve_exact(more);
        }
        if self.keys.len() * 4 >= self.index.len() * 3 {
            let len = 2 * self.index.len();
            if self.memory_bytes() + (len * size_of::<Id>()) as u64 > limit_bytes {
                return Err(Full);
            }
            let mut index = vec![NONE; len];
            for (id, key) in (0..).zip(&self.keys) {
                // All keys differ: the first free slot is theirs.
                let mut slot = key.hash64() as usize & (len - 1);
                while index[slot] != NONE {
                    slot = (slot + 1) & (len - 1);
                }
                index[slot] = id;
            }
            self.index = index;
        }
        Ok(())
    }
}
