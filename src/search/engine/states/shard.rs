//! A part of the states that one side has reached: a sorted table with gaps.
//!
//! States lie in the order of their scrambled keys ([`super::layout`]), each at or
//! after the slot where it would lie if all were spread evenly. So a look-up begins
//! near its end, most of the table can be full, growing is copying in order, and a
//! walk through the table can go on where it stopped although states were added.
//!
//! Reference: Amble, Knuth, *Ordered Hash Tables*, 1974.

use super::layout::{Info, Place, Shape, ends_empty_slot};
use crate::search::arena::Full;
use crate::search::key::Key;

/// Slots of the smallest table.
const FIRST_SLOTS: usize = 16;

/// Read beyond the last slot, never used.
const PADDING: usize = 8;

/// One shard of a store.
#[derive(Default)]
pub struct Shard {
    /// The states that are spread over so many slots; some slots more follow.
    slots: usize,
    len: usize,
    bytes: Vec<u8>,
}

/// What became of an insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// It is new.
    Added,
    /// It was there at more moves.
    Improved,
    /// It was there.
    Known,
}

/// What an insertion takes: nothing is allocated beyond what this allows.
pub type Allowance<'a> = &'a dyn Fn(u64) -> bool;

impl Shard {
    pub const fn len(&self) -> usize {
        self.len
    }

    pub const fn memory_bytes(&self) -> u64 {
        self.bytes.capacity() as u64
    }

    /// Returns where the slot of a state lies.
    #[inline]
    pub fn find<K: Key>(&self, shape: &Shape, order: u64, key: &K) -> Option<usize> {
        self.search(shape, order, key).ok()
    }

    /// Reads a byte of the slot at which the search for `order` begins.
    #[inline]
    fn touch(&self, shape: &Shape, order: u64) -> u8 {
        self.bytes.get(self.home(order) * shape.stride()).copied().unwrap_or(0)
    }

    /// Returns what is kept of all its states.
    pub fn infos(&self, shape: &Shape) -> impl Iterator<Item = Info> {
        let slots = (0..self.slot_bytes()).step_by(shape.stride());
        slots.filter_map(|at| shape.info_at(&self.bytes, at))
    }

    /// Returns what is kept of the state whose slot is at `at`.
    #[inline]
    pub fn info_at(&self, shape: &Shape, at: usize) -> Info {
        shape.info_at(&self.bytes, at).expect("a slot that holds a state")
    }

    #[inline]
    pub fn set_info(&mut self, shape: &Shape, at: usize, info: Info) {
        shape.set_info(&mut self.bytes, at, info);
    }

    /// Adds a state, or lowers its class if it is there with a higher f.
    #[inline]
    pub fn insert<K: Key>(
        &mut self,
        shape: &Shape,
        order: u64,
        key: &K,
        info: Info,
        allowed: Allowance<'_>,
    ) -> Result<Inserted, Full> {
        loop {
            // A state that is there leaves all in its place: walks rely on it.
            let at = match self.search(shape, order, key) {
                Ok(at) => {
                    if self.info_at(shape, at).class.f <= info.class.f {
                        return Ok(Inserted::Known);
                    }
                    self.set_info(shape, at, info);
                    return Ok(Inserted::Improved);
                }
                Err(at) => at,
            };
            if self.len * 10 < self.slots * 9 && self.make_room(shape, at) {
                shape.set_key(&mut self.bytes, at, order, |rest| key.write_rest(rest));
                shape.set_info(&mut self.bytes, at, info);
                self.len += 1;
                return Ok(Inserted::Added);
            }
            self.grow(shape, allowed)?;
        }
    }

    /// Returns the next state of a walk: where its slot lies, and its order. Looks at
    /// no more than `slots` slots, and lowers that.
    #[inline]
    pub fn next(&self, shape: &Shape, walk: &mut Walk, slots: &mut usize) -> Option<(usize, u64)> {
        let (stride, end) = (shape.stride(), self.slot_bytes());
        let mut at = walk.at.unwrap_or_else(|| self.resume(shape, walk));
        while at < end && *slots > 0 {
            *slots -= 1;
            let next = at + stride;
            if !shape.is_empty_at(&self.bytes, at) {
                let order = shape.order_at(&self.bytes, at);
                let passed = if order == walk.order { walk.passed + 1 } else { 1 };
                *walk = Walk { order, passed, at: Some(next), is_done: false };
                return Some((at, order));
            }
            at = next;
        }
        walk.at = Some(at);
        walk.is_done = at >= end;
        None
    }

    /// Returns where a walk goes on after states have been added.
    fn resume(&self, shape: &Shape, walk: &Walk) -> usize {
        let (stride, end) = (shape.stride(), self.slot_bytes());
        let mut at = self.home(walk.order) * stride;
        let mut passed = 0;
        while at < end {
            if !shape.is_empty_at(&self.bytes, at) {
                let order = shape.order_at(&self.bytes, at);
                // A state is added behind those of the same order.
                if order > walk.order || order == walk.order && passed == walk.passed {
                    break;
                }
                passed += u32::from(order == walk.order);
            }
            at += stride;
        }
        at
    }

    /// Returns what follows the order in the slot at `at`.
    #[inline]
    pub fn key_at<K: Key>(&self, shape: &Shape, place: Place, at: usize) -> K {
        shape.key(place, shape.rest_at(&self.bytes, at))
    }

    /// Writes all states anew in another shape.
    pub fn reshape(
        &mut self,
        old: &Shape,
        new: &Shape,
        allowed: Allowance<'_>,
    ) -> Result<(), Full> {
        if self.slots == 0 { Ok(()) } else { self.rebuild(old, new, self.slots, allowed) }
    }

    fn slot_bytes(&self) -> usize {
        self.bytes.len().saturating_sub(PADDING)
    }

    /// Returns the slot from which on a state of this order lies.
    #[inline]
    fn home(&self, order: u64) -> usize {
        spread_evenly(order, self.slots)
    }

    /// Returns where the slot of a state lies, or else where it should.
    #[inline]
    fn search<K: Key>(&self, shape: &Shape, order: u64, key: &K) -> Result<usize, usize> {
        let stride = shape.stride();
        let end = self.slot_bytes();
        let mut at = self.home(order) * stride;
        while at < end && !shape.is_empty_at(&self.bytes, at) {
            let other = shape.order_at(&self.bytes, at);
            if other > order {
                break;
            }
            if other == order && self.has_rest(shape, at, key) {
                return Ok(at);
            }
            at += stride;
        }
        Err(at)
    }

    #[inline]
    fn has_rest<K: Key>(&self, shape: &Shape, at: usize, key: &K) -> bool {
        let rest = shape.rest_at(&self.bytes, at);
        rest.is_empty() || {
            let mut other = K::ZERO.with_first_word(key.first_word());
            other.read_rest(rest);
            other == *key
        }
    }

    /// Moves the states from the slot at `at` on by one slot, up to the next gap;
    /// returns false if there is none.
    #[inline]
    fn make_room(&mut self, shape: &Shape, at: usize) -> bool {
        let (stride, end) = (shape.stride(), self.slot_bytes());
        let mut slots = self.bytes[at..end].chunks_exact(stride);
        let gap = slots.position(|slot| ends_empty_slot(slot[stride - 1]));
        let Some(nth) = gap else { return false };
        let gap = at + nth * stride;
        self.bytes.copy_within(at..gap, at + stride);
        true
    }

    fn grow(&mut self, shape: &Shape, allowed: Allowance<'_>) -> Result<(), Full> {
        let slots = (self.slots + self.slots / 9 + 2).max(FIRST_SLOTS);
        self.rebuild(shape, shape, slots, allowed)
    }

    /// Spreads all states over `slots` slots. Old and new table are held at the same
    /// time for a moment.
    fn rebuild(
        &mut self,
        old: &Shape,
        new: &Shape,
        slots: usize,
        allowed: Allowance<'_>,
    ) -> Result<(), Full> {
        let mut slots = slots;
        loop {
            let total = slots + spare_slots(slots);
            let len = total * new.stride() + PADDING;
            if !allowed((len as u64).saturating_sub(self.memory_bytes())) {
                return Err(Full);
            }
            if let Some(bytes) = self.spread(old, new, slots, len) {
                self.slots = slots;
                self.bytes = bytes;
                return Ok(());
            }
            slots += slots / 9 + 2;
        }
    }

    /// Returns all states spread over `slots` slots in a table of `len` bytes, unless
    /// the last of them do not fit.
    fn spread(&self, old: &Shape, new: &Shape, slots: usize, len: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![u8::MAX; len];
        let stride = new.stride();
        let mut next = 0;
        for at in (0..self.slot_bytes()).step_by(old.stride()) {
            if old.is_empty_at(&self.bytes, at) {
                continue;
            }
            let order = old.order_at(&self.bytes, at);
            let home = spread_evenly(order, slots) * stride;
            let to = home.max(next);
            if to + stride + PADDING > len {
                return None;
            }
            if old.stride() == stride {
                bytes[to..to + stride].copy_from_slice(&self.bytes[at..at + stride]);
            } else {
                let rest = old.rest_at(&self.bytes, at);
                new.set_key(&mut bytes, to, order, |to| to.copy_from_slice(rest));
                new.set_info(&mut bytes, to, self.info_at(old, at));
            }
            next = to + stride;
        }
        Some(bytes)
    }
}

/// States whose places in memory are fetched together: the processor waits for all at
/// once instead of for one after the other.
pub const TOGETHER: usize = 32;

/// Fetches the places of at most [`TOGETHER`] states before they are looked up or added,
/// and returns them. `shards` are all of a store, or a section that begins at a multiple
/// of its length.
pub fn fetch<'a, K: Key>(
    shape: &Shape,
    shards: &[Shard],
    keys: impl Iterator<Item = &'a K>,
) -> [Place; TOGETHER] {
    let mut places = [Place::default(); TOGETHER];
    let mut seen = 0;
    for (place, key) in places.iter_mut().zip(keys) {
        *place = shape.place(key);
        seen ^= shards[place.shard % shards.len()].touch(shape, place.order);
    }
    // Nothing needs what was read, but it must be.
    std::hint::black_box(seen);
    places
}

/// Returns where a state of this order lies if all are spread evenly over `slots`.
#[inline]
const fn spread_evenly(order: u64, slots: usize) -> usize {
    ((order as u128 * slots as u128) >> 64) as usize
}

/// Slots after the last one that states are spread over, for those that lie behind
/// where they should.
const fn spare_slots(slots: usize) -> usize {
    let share = slots / 64;
    8 + if share > 1000 { 1000 } else { share }
}

/// A walk through the states of a shard in order.
#[derive(Clone, Copy, Default)]
pub struct Walk {
    /// The order of the last state, and how many of that order have been passed.
    order: u64,
    passed: u32,
    /// The next slot, as long as nothing has been added.
    at: Option<usize>,
    /// Whether the end has been reached.
    pub is_done: bool,
}

impl Walk {
    /// Must be called when states have been added to the shard.
    pub const fn lose_place(&mut self) {
        self.at = None;
    }
}
