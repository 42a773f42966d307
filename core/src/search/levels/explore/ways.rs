//! How many shortest solutions there are: the ways along positions each of which is one move
//! nearer to the goal are added up, layer by layer, some positions at a time.

use std::collections::hash_map::IntoIter;

use rustc_hash::FxHashMap;

use crate::search::base::heuristic::distance::NO_WAY;
use crate::search::base::key::Key;
use crate::search::base::space::{Scratch, Space};

/// What the positions take that are reached from those looked at together, about.
const STEP_BYTES: usize = 1 << 20;

/// What a step of the counting led to.
pub enum Count {
    /// There is more to do.
    More,
    /// All are counted.
    Done,
    /// There is not enough room.
    Full,
}

/// The counting at work.
pub struct Ways<K> {
    /// Positions so many moves from the start that have not been gone on from, with the ways
    /// to each, and what they take.
    here: IntoIter<K, u128>,
    here_bytes: usize,
    /// Those one move nearer to the goal.
    next: FxHashMap<K, u128>,
    counted: u128,
    begun: bool,
    scratch: Scratch,
}

impl<K: Key> Ways<K> {
    pub fn new(space: &Space<K>) -> Self {
        Self {
            here: FxHashMap::default().into_iter(),
            here_bytes: 0,
            next: FxHashMap::default(),
            counted: 0,
            begun: false,
            scratch: Scratch::new(space),
        }
    }

    /// Returns how many solutions have been counted, `u128::MAX` standing for that and more.
    pub const fn counted(&self) -> u128 {
        self.counted
    }

    /// Returns the memory held, in bytes.
    pub fn memory_bytes(&self) -> u64 {
        (self.here_bytes + table_bytes(&self.next)) as u64
    }

    /// Goes on from some positions, taking no more than `room` bytes more. `distance` is that
    /// of a position to the goal.
    pub fn step(&mut self, space: &Space<K>, distance: impl Fn(&K) -> u16, room: u64) -> Count {
        if !std::mem::replace(&mut self.begun, true) {
            self.next.insert(space.start, 1);
        }
        if self.here.len() == 0 {
            if self.next.is_empty() {
                return Count::Done;
            }
            self.here_bytes = table_bytes(&self.next);
            self.here = std::mem::take(&mut self.next).into_iter();
        }
        // Four pushes of each tile, about.
        let pushes = 4 * space.tile_count().max(1);
        let together = (STEP_BYTES / entry_bytes::<K>() / pushes).max(1);
        let Self { here, next, counted, scratch, .. } = self;
        if !has_room(next, together * pushes, room) {
            return Count::Full;
        }
        for (state, ways) in here.by_ref().take(together) {
            let left = distance(&state);
            if left == 0 {
                *counted = counted.saturating_add(ways);
            }
            if left == 0 || left == NO_WAY {
                continue;
            }
            space.for_each_successor(&state, scratch, |_, key| {
                if distance(&key).checked_add(1) == Some(left) {
                    let sum = next.entry(key).or_default();
                    *sum = sum.saturating_add(ways);
                }
            });
        }
        Count::More
    }
}

/// Returns the states along shortest ways from the start to the goal, `most` of them at most, in
/// the order of their pushes. `distance` is that of a position to the goal.
pub fn shortest<K: Key>(
    space: &Space<K>,
    distance: impl Fn(&K) -> u16,
    most: usize,
) -> Vec<Vec<K>> {
    let (mut ways, mut scratch) = (Vec::new(), Scratch::new(space));
    if distance(&space.start) == NO_WAY {
        return ways;
    }
    // Depth first: one way, and by state of it what else could come there.
    let (mut way, mut waiting) = (Vec::new(), vec![vec![space.start]]);
    while let Some(next) = waiting.last_mut().filter(|_| ways.len() < most) {
        let Some(state) = next.pop() else {
            waiting.pop();
            way.pop();
            continue;
        };
        way.push(state);
        let left = distance(&state);
        let mut nearer = Vec::new();
        if left == 0 {
            ways.push(way.clone());
        } else {
            space.for_each_successor(&state, &mut scratch, |_, key| {
                if distance(&key).checked_add(1) == Some(left) {
                    nearer.push(key);
                }
            });
            nearer.reverse();
        }
        waiting.push(nearer);
    }
    ways
}

/// What an entry of a table takes, with the byte that tells whether it is there.
const fn entry_bytes<K>() -> usize {
    size_of::<(K, u128)>() + 1
}

/// What a table takes: one part in eight of it stays empty.
fn table_bytes<K>(table: &FxHashMap<K, u128>) -> usize {
    table.capacity() * entry_bytes::<K>() / 7 * 8
}

/// Says whether a table may take so many entries more: when it grows, the old and the new
/// one are held at the same time.
fn has_room<K>(table: &FxHashMap<K, u128>, more: usize, room: u64) -> bool {
    let needed = table.len() + more;
    needed <= table.capacity() || {
        let entries = (2 * table.capacity()).max(needed);
        (entries * entry_bytes::<K>() / 7 * 8) as u64 <= room
    }
}
