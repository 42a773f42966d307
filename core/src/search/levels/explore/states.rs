//! All states met, each once, layer by layer, with their distances to the goal: divided
//! by hash into shards, so that each thread works on shards of its own.
//!
//! ```text
//!   keys      k0 | k1 k2 k3 | k4 …       in the order in which they are met
//!   starts    0    1          4          where each layer begins: so depths need no room
//!   index     open addressing, a power of two long, of the places in `keys`, each beside
//!             some bits of the hash: most other keys are ruled out without a look at them
//!   to_goal   by place, filled from the goal backwards
//! ```
//!
//! 8 bytes a state for the narrowest key, 5 to 11 for the index, 2 for the distance.

use std::ops::RangeInclusive;

use crate::search::base::heuristic::distance::NO_WAY;
use crate::search::base::key::Key;
use crate::search::base::space::Space;

/// No state.
const NONE: u32 = u32::MAX;

/// The low bits of an entry of the index are the place, the others the highest of the hash.
/// So a shard has room for 67 million states, which take a gigabyte.
const PLACE_BITS: u32 = 26;
const PLACE: u32 = (1 << PLACE_BITS) - 1;

/// Returns in how many ways the tiles can stand on the board, waypoints passed or not, or
/// a bound above it.
pub fn arrangements<K: Key>(space: &Space<K>) -> u128 {
    let mut free = space.cells.len() as u128;
    let mut ways = 1 + space.waypoints.len() as u128;
    if let Some(changing) = space.changing() {
        // Tiles that are equal may become different ones.
        let of_tile = (0..space.tile_count() as u128).map(|taken| free - taken);
        return of_tile.fold(ways.saturating_mul(changing.most_faces()), u128::saturating_mul);
    }
    for group in &space.groups {
        // Choosing sites one after the other keeps the product whole.
        for nth in 1..=group.len as u128 {
            ways = ways.saturating_mul(free) / nth;
            free -= 1;
        }
    }
    ways
}

/// Returns the bits of the hash that stand beside a place.
const fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32 & !PLACE
}

/// The states of one part of the hashes.
pub struct Shard<K> {
    keys: Vec<K>,
    starts: Vec<u32>,
    index: Vec<u32>,
    to_goal: Vec<u16>,
    /// Places of the states met last, and of those before them, to go on from.
    last: Vec<u32>,
    front: Vec<u32>,
}

/// States that a shard holds, about: few enough to fit a cache.
const SHARD_STATES: u128 = 1 << 13;
const MAX_SHARDS: u128 = 1 << 9;

/// Returns how many shards, a power of two, suit a listing of at most `most` states.
pub fn shard_count(most: u128) -> usize {
    let wanted = (most / SHARD_STATES).clamp(1, MAX_SHARDS);
    (wanted as usize).next_power_of_two()
}

/// Returns the shard of `key` of so many: by the high bits of its hash, the low ones find
/// its place.
pub fn shard_of<K: Key>(key: &K, shards: usize) -> usize {
    (key.hash64() >> 32) as usize & (shards - 1)
}

impl<K: Key> Shard<K> {
    /// Returns a shard without states.
    pub const fn new() -> Self {
        Self {
            keys: Vec::new(),
            starts: Vec::new(),
            index: Vec::new(),
            to_goal: Vec::new(),
            last: Vec::new(),
            front: Vec::new(),
        }
    }

    /// Returns the states, layer by layer.
    pub fn keys(&self) -> &[K] {
        &self.keys
    }

    /// Returns the memory held, in bytes.
    pub const fn memory_bytes(&self) -> u64 {
        let words = self.starts.capacity()
            + self.index.capacity()
            + self.last.capacity()
            + self.front.capacity();
        let keys = self.keys.capacity() * size_of::<K>();
        (keys + words * size_of::<u32>() + self.to_goal.capacity() * size_of::<u16>()) as u64
    }

    /// Begins a new layer: what is entered from now on belongs to it.
    pub fn begin_layer(&mut self) {
        self.starts.push(self.keys.len() as u32);
    }

    /// Returns the number of states met since the last turn.
    pub const fn last_len(&self) -> usize {
        self.last.len()
    }

    /// Enters `key` unless it is there.
    pub fn enter(&mut self, key: K) {
        if (self.keys.len() + 1) * 4 > self.index.len() * 3 {
            self.grow();
        }
        let slot = self.slot_of(&key);
        if self.index[slot] == NONE {
            let place = self.keys.len() as u32;
            // The last one with all bits of the tag would be no state.
            assert!(place < PLACE, "a listing of more states than any memory holds");
            self.index[slot] = tag(key.hash64()) | place;
            self.last.push(place);
            if self.keys.len() == self.keys.capacity() {
                self.keys.reserve_exact((self.keys.len() / 4).max(16));
            }
            self.keys.push(key);
        }
    }

    /// Returns the place of `key`, if it is there.
    pub fn find(&self, key: &K) -> Option<usize> {
        if self.index.is_empty() {
            return None;
        }
        let entry = self.index[self.slot_of(key)];
        (entry != NONE).then_some((entry & PLACE) as usize)
    }

    /// Returns the states of `layer`.
    pub fn layer(&self, layer: usize) -> &[K] {
        let start = |layer: usize| self.starts.get(layer).map(|&at| at as usize);
        let end = start(layer + 1).unwrap_or(self.keys.len());
        &self.keys[start(layer).unwrap_or(end)..end]
    }

    /// Returns the states at one of these distances to the goal.
    pub fn at_distance(&self, distances: RangeInclusive<u16>) -> impl Iterator<Item = &K> {
        let states = self.to_goal.iter().zip(&self.keys);
        states.filter(move |(distance, _)| distances.contains(distance)).map(|(_, key)| key)
    }

    /// Returns the layer of the state at `place`.
    pub fn depth(&self, place: usize) -> usize {
        // Layers in which this shard has no states begin at one place.
        self.starts.partition_point(|&start| start as usize <= place) - 1
    }

    /// Returns the distance to the goal of the state at `place`, in moves, or [`NO_WAY`].
    pub fn to_goal(&self, place: usize) -> u16 {
        self.to_goal.get(place).copied().unwrap_or(NO_WAY)
    }

    /// Gives all states for which `is_goal` holds the distance 0, no other one any.
    pub fn mark_goals(&mut self, mut is_goal: impl FnMut(&K) -> bool) {
        self.to_goal = vec![NO_WAY; self.keys.len()];
        for (place, key) in self.keys.iter().enumerate() {
            if is_goal(key) {
                self.to_goal[place] = 0;
                self.last.push(place as u32);
            }
        }
    }

    /// Gives `key` this distance to the goal if it is there and has none.
    pub fn mark(&mut self, key: &K, distance: u16) {
        if let Some(place) = self.find(key)
            && self.to_goal[place] == NO_WAY
        {
            self.to_goal[place] = distance;
            self.last.push(place as u32);
        }
    }

    /// Makes the states that were met last the ones to go on from.
    pub fn turn(&mut self) {
        std::mem::swap(&mut self.last, &mut self.front);
        self.last.clear();
    }

    /// Returns the states to go on from, without the first `skip`, at most `most`.
    pub fn front(&self, skip: usize, most: usize) -> impl Iterator<Item = K> {
        let places = self.front.iter().skip(skip).take(most);
        places.map(|&place| self.keys[place as usize])
    }

    /// Returns the slot of the index where `key` is, or where it belongs.
    fn slot_of(&self, key: &K) -> usize {
        let mask = self.index.len() - 1;
        let hash = key.hash64();
        let mut slot = hash as usize & mask;
        loop {
            let entry = self.index[slot];
            let is_like = || entry & !PLACE == tag(hash);
            if entry == NONE || is_like() && self.keys[(entry & PLACE) as usize] == *key {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let len = (2 * self.index.len()).max(16);
        let mut index = std::mem::take(&mut self.index);
        index.clear();
        index.resize(len, NONE);
        for (place, key) in (0..).zip(&self.keys) {
            // All keys differ: the first free slot is theirs.
            let hash = key.hash64();
            let mut slot = hash as usize & (len - 1);
            while index[slot] != NONE {
                slot = (slot + 1) & (len - 1);
            }
            index[slot] = tag(hash) | place;
        }
        self.index = index;
    }
}
