//! The states that one side of the engine's search has reached, each once, in
//! classes of equal priority.

use rustc_hash::FxHashMap;

use super::expand::Deltas;
use crate::search::arena::Full;
use crate::search::key::Key;

/// The number of a state in a [`Store`], in the order in which they were reached.
pub type Id = u32;

const NONE: Id = Id::MAX;

/// The class of a state: moves + own estimate, and 2 × moves + own estimate − other
/// estimate (see [`super::prover`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class {
    pub b: u16,
    pub f: u16,
}

/// The states of one class: they stand one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Members {
    pub first: Id,
    pub end: Id,
    /// All changes of the estimates that a push of one of them makes.
    pub deltas: Deltas,
}

/// The states of one side.
pub struct Store<K> {
    keys: Vec<K>,
    /// For each state what its pushes change; empty before it is first expanded.
    deltas: Vec<Deltas>,
    index: Vec<Id>,
    classes: FxHashMap<Class, Members>,
    /// Classes by their first state.
    order: Vec<(Id, Class)>,
}

impl<K: Key> Store<K> {
    pub fn new() -> Self {
        Self {
            keys: Vec::new(),
            deltas: Vec::new(),
            index: vec![NONE; 1 << 10],
            classes: FxHashMap::default(),
            order: Vec::new(),
        }
    }

    pub const fn len(&self) -> Id {
        self.keys.len() as Id
    }

    pub fn key(&self, id: Id) -> &K {
        &self.keys[id as usize]
    }

    pub fn deltas(&self, id: Id) -> Deltas {
        self.deltas[id as usize]
    }

    pub fn set_deltas(&mut self, id: Id, deltas: Deltas) {
        self.deltas[id as usize] = deltas;
    }

    /// Adds a state unless it is there; says whether it was added.
    pub fn insert(&mut self, key: K, spare_bytes: u64) -> Result<bool, Full> {
        self.reserve(spare_bytes)?;
        let slot = self.slot_of(&key);
        if self.index[slot] != NONE {
            return Ok(false);
        }
        self.index[slot] = self.len();
        self.keys.push(key);
        self.deltas.push(Deltas::default());
        Ok(true)
    }

    /// Returns the state of `key`.
    pub fn find(&self, key: &K) -> Option<Id> {
        let id = self.index[self.slot_of(key)];
        (id != NONE).then_some(id)
    }

    /// Begins a class: the states added from now on are its members.
    pub fn begin(&mut self, class: Class) -> Id {
        let first = self.len();
        self.order.push((first, class));
        first
    }

    /// Ends the class that was begun last. An empty one is forgotten.
    pub fn end(&mut self, deltas: Deltas) {
        let &(first, class) = self.order.last().expect("a class was begun");
        let end = self.len();
        if first == end {
            self.order.pop();
        } else {
            self.classes.insert(class, Members { first, end, deltas });
        }
    }

    /// Returns the first state of the class that was begun last.
    pub fn first_of_last_class(&self) -> Id {
        self.order.last().map_or(0, |&(first, _)| first)
    }

    pub fn members(&self, class: Class) -> Option<Members> {
        self.classes.get(&class).copied()
    }

    pub fn classes(&self) -> impl Iterator<Item = (Class, Members)> {
        self.classes.iter().map(|(&class, &members)| (class, members))
    }

    /// Returns the class of a state.
    pub fn class_of(&self, id: Id) -> Class {
        let after = self.order.partition_point(|&(first, _)| first <= id);
        self.order[after - 1].1
    }

    pub const fn memory_bytes(&self) -> u64 {
        let keys = self.keys.capacity() * size_of::<K>();
        let deltas = self.deltas.capacity() * size_of::<Deltas>();
        (keys + deltas + self.index.capacity() * size_of::<Id>()) as u64
    }

    fn slot_of(&self, key: &K) -> usize {
        let mask = self.index.len() - 1;
        let mut slot = key.hash64() as usize & mask;
        while self.index[slot] != NONE && self.keys[self.index[slot] as usize] != *key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Makes room for one more state with at most `spare_bytes` more, old and new
    /// memory together while something grows.
    fn reserve(&mut self, spare_bytes: u64) -> Result<(), Full> {
        if self.keys.len() == self.keys.capacity() {
            let more = (self.keys.len() / 4).max(1 << 10);
            let each = size_of::<K>() + size_of::<Deltas>();
            if self.keys.len() + more >= NONE as usize
                || ((self.keys.len() + more) * each) as u64 > spare_bytes
            {
                return Err(Full);
            }
            self.keys.reserve_exact(more);
            self.deltas.reserve_exact(more);
        }
        if self.keys.len() * 4 >= self.index.len() * 3 {
            let len = 2 * self.index.len();
            if (len * size_of::<Id>()) as u64 > spare_bytes {
                return Err(Full);
            }
            self.index = vec![NONE; len];
            for id in 0..self.len() {
                let slot = self.slot_of(&self.keys[id as usize]);
                self.index[slot] = id;
            }
        }
        Ok(())
    }
}
