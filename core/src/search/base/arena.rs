//! The states that a search has met, each once, with how they were reached. Used by
//! best-first and breadth-first search.

use super::key::Key;

/// The number of a state in an [`Arena`], in the order in which they were met.
pub(in crate::search) type Id = u32;

/// No state.
const NONE: Id = Id::MAX;

/// What is kept of a state.
#[derive(Clone, Copy)]
pub(in crate::search) struct Node<K> {
    pub key: K,
    /// The state before it on the best path known; itself at the start.
    pub parent: Id,
    /// Moves on that path.
    pub moves: u16,
    /// Whether it waits to be expanded.
    pub open: bool,
}

/// All states met. Exact: states are compared by their keys, not by hashes.
pub(in crate::search) struct Arena<K> {
    nodes: Vec<Node<K>>,
    /// Open addressing with linear probing; a power of two long.
    index: Vec<Id>,
    limit_bytes: u64,
}

/// The states do not fit the memory limit.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Full;

impl<K: Key> Arena<K> {
    /// Returns an arena that stays below `limit_bytes`.
    pub fn new(limit_bytes: u64) -> Self {
        Self { nodes: Vec::new(), index: vec![NONE; 1 << 10], limit_bytes }
    }

    /// Returns the state of `id`.
    pub fn get(&self, id: Id) -> &Node<K> {
        &self.nodes[id as usize]
    }

    /// Returns the state of `id` for changing; not its key.
    pub fn get_mut(&mut self, id: Id) -> &mut Node<K> {
        &mut self.nodes[id as usize]
    }

    /// Returns the number of states.
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the memory held.
    pub const fn memory_bytes(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<Node<K>>();
        let index = self.index.capacity() * size_of::<Id>();
        (nodes + index) as u64
    }

    /// Returns the number of the state of `key`, and whether it has been met before.
    /// A new one gets `node` and is open.
    ///
    /// # Errors
    /// [`Full`] when a new one does not fit.
    pub fn enter(&mut self, key: K, parent: Option<Id>, moves: u16) -> Result<(Id, bool), Full> {
        self.reserve()?;
        let slot = self.slot_of(&key);
        let id = self.index[slot];
        if id != NONE {
            return Ok((id, true));
        }
        let id = self.nodes.len() as Id;
        self.index[slot] = id;
        self.nodes.push(Node { key, parent: parent.unwrap_or(id), moves, open: true });
        Ok((id, false))
    }

    /// Returns the states from the start to `id`.
    pub fn path_to(&self, id: Id) -> Vec<K> {
        let mut path = vec![self.get(id).key];
        let mut at = id;
        while self.get(at).parent != at {
            at = self.get(at).parent;
            path.push(self.get(at).key);
        }
        path.reverse();
        path
    }

    /// Returns the slot where `key` is, or where it belongs.
    fn slot_of(&self, key: &K) -> usize {
        let mask = self.index.len() - 1;
        let mut slot = key.hash64() as usize & mask;
        while self.index[slot] != NONE && self.nodes[self.index[slot] as usize].key != *key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Makes room for one more state. While a part grows, its old and its new
    /// memory are held at the same time, and both count.
    fn reserve(&mut self) -> Result<(), Full> {
        if self.nodes.len() == self.nodes.capacity() {
            let more = (self.nodes.len() / 2).max(1 << 10);
            let needed = (self.nodes.len() + more) * size_of::<Node<K>>();
            if self.nodes.len() + more >= NONE as usize
                || self.memory_bytes() + needed as u64 > self.limit_bytes
            {
                return Err(Full);
            }
            self.nodes.reserve_exact(more);
        }
        if self.nodes.len() * 4 >= self.index.len() * 3 {
            let needed = 2 * self.index.len() * size_of::<Id>();
            if self.memory_bytes() + needed as u64 > self.limit_bytes {
                return Err(Full);
            }
            let len = 2 * self.index.len();
            let mut index = vec![NONE; len];
            for (id, node) in (0..).zip(&self.nodes) {
                // All keys differ: the first free slot is theirs.
                let mut slot = node.key.hash64() as usize & (len - 1);
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
