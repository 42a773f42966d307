//! One shard of a store: an ordered hash table.
//!
//! States are sorted by their scrambled keys ([`super::layout`]), each at or after the slot where
//! it would be if all were spread evenly. So a lookup starts close to its target, the table can be
//! nearly full, growing copies in order, and a cursor can resume after insertions.
//!
//! Reference: Amble, Knuth, *Ordered Hash Tables*, 1974.

use super::layout::{Address, Layout, Record, ends_empty_slot};
use crate::search::base::arena::Full;
use crate::search::base::key::Key;

/// Slots of the smallest table.
const FIRST_SLOTS: usize = 16;

/// Bytes after the last slot, so that words can be read there.
const PADDING: usize = 8;

/// One shard of a store.
#[derive(Default)]
pub struct Shard {
    /// The slots over which states are spread; a few more follow.
    slots: usize,
    len: usize,
    bytes: Vec<u8>,
}

/// The result of an insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// It was new.
    Added,
    /// It was stored at more moves.
    Improved,
    /// It was stored already.
    Duplicate,
}

/// Asked before each allocation with the bytes it takes; `false` refuses.
pub type Allowance<'a> = &'a dyn Fn(u64) -> bool;

impl Shard {
    pub const fn len(&self) -> usize {
        self.len
    }

    pub const fn memory_bytes(&self) -> u64 {
        self.bytes.capacity() as u64
    }

    /// Returns the byte position of the slot of a state.
    #[inline]
    pub fn find<K: Key>(&self, layout: &Layout, order: u64, key: &K) -> Option<usize> {
        self.search(layout, order, key).ok()
    }

    /// Reads a byte of the slot where the search for `order` starts.
    #[inline]
    fn touch(&self, layout: &Layout, order: u64) -> u8 {
        self.bytes.get(self.home(order) * layout.stride()).copied().unwrap_or(0)
    }

    /// Returns the records of all states.
    pub fn records(&self, layout: &Layout) -> impl Iterator<Item = Record> {
        let slots = (0..self.slot_bytes()).step_by(layout.stride());
        slots.filter_map(|at| layout.record_at(&self.bytes, at))
    }

    /// Returns the record of the state at byte `at`.
    #[inline]
    pub fn record_at(&self, layout: &Layout, at: usize) -> Record {
        layout.record_at(&self.bytes, at).expect("a slot that holds a state")
    }

    #[inline]
    pub fn set_record(&mut self, layout: &Layout, at: usize, record: Record) {
        layout.set_record(&mut self.bytes, at, record);
    }

    /// Inserts a state, or lowers its bucket if it is stored with a higher f.
    #[inline]
    pub fn insert<K: Key>(
        &mut self,
        layout: &Layout,
        order: u64,
        key: &K,
        record: Record,
        allowed: Allowance<'_>,
    ) -> Result<Inserted, Full> {
        loop {
            // A duplicate moves nothing: cursors rely on it.
            let at = match self.search(layout, order, key) {
                Ok(at) => {
                    if self.record_at(layout, at).bucket.f <= record.bucket.f {
                        return Ok(Inserted::Duplicate);
                    }
                    self.set_record(layout, at, record);
                    return Ok(Inserted::Improved);
                }
                Err(at) => at,
            };
            if self.len * 10 < self.slots * 9 && self.make_room(layout, at) {
                layout.set_key(&mut self.bytes, at, order, |rest| key.write_rest(rest));
                layout.set_record(&mut self.bytes, at, record);
                self.len += 1;
                return Ok(Inserted::Added);
            }
            self.grow(layout, allowed)?;
        }
    }

    /// Returns the next state of a cursor: byte position and order. Examines at most `slots` slots
    /// and subtracts them.
    #[inline]
    pub fn next(
        &self,
        layout: &Layout,
        cursor: &mut Cursor,
        slots: &mut usize,
    ) -> Option<(usize, u64)> {
        let (stride, end) = (layout.stride(), self.slot_bytes());
        let mut at = cursor.at.unwrap_or_else(|| self.resume(layout, cursor));
        while at < end && *slots > 0 {
            *slots -= 1;
            let next = at + stride;
            if !layout.is_empty_at(&self.bytes, at) {
                let order = layout.order_at(&self.bytes, at);
                let passed = if order == cursor.order { cursor.passed + 1 } else { 1 };
                *cursor = Cursor { order, passed, at: Some(next), is_done: false };
                return Some((at, order));
            }
            at = next;
        }
        cursor.at = Some(at);
        cursor.is_done = at >= end;
        None
    }

    /// Returns where a cursor resumes after insertions.
    fn resume(&self, layout: &Layout, cursor: &Cursor) -> usize {
        let (stride, end) = (layout.stride(), self.slot_bytes());
        let mut at = self.home(cursor.order) * stride;
        let mut passed = 0;
        while at < end {
            if !layout.is_empty_at(&self.bytes, at) {
                let order = layout.order_at(&self.bytes, at);
                // A state is inserted behind those of equal order.
                if order > cursor.order || order == cursor.order && passed == cursor.passed {
                    break;
                }
                passed += u32::from(order == cursor.order);
            }
            at += stride;
        }
        at
    }

    /// Returns the key of the state at byte `at`.
    #[inline]
    pub fn key_at<K: Key>(&self, layout: &Layout, address: Address, at: usize) -> K {
        layout.key(address, layout.rest_at(&self.bytes, at))
    }

    /// Rewrites all states in another layout.
    pub fn convert(
        &mut self,
        old: &Layout,
        new: &Layout,
        allowed: Allowance<'_>,
    ) -> Result<(), Full> {
        if self.slots == 0 { Ok(()) } else { self.rebuild(old, new, self.slots, allowed) }
    }

    fn slot_bytes(&self) -> usize {
        self.bytes.len().saturating_sub(PADDING)
    }

    /// Returns the slot at which the search for this order starts.
    #[inline]
    fn home(&self, order: u64) -> usize {
        spread_evenly(order, self.slots)
    }

    /// Returns the byte position of a state, or of the place where it belongs.
    #[inline]
    fn search<K: Key>(&self, layout: &Layout, order: u64, key: &K) -> Result<usize, usize> {
        let stride = layout.stride();
        let end = self.slot_bytes();
        let mut at = self.home(order) * stride;
        while at < end && !layout.is_empty_at(&self.bytes, at) {
            let other = layout.order_at(&self.bytes, at);
            if other > order {
                break;
            }
            if other == order && self.has_rest(layout, at, key) {
                return Ok(at);
            }
            at += stride;
        }
        Err(at)
    }

    #[inline]
    fn has_rest<K: Key>(&self, layout: &Layout, at: usize, key: &K) -> bool {
        let rest = layout.rest_at(&self.bytes, at);
        rest.is_empty() || {
            let mut other = K::ZERO.with_first_word(key.first_word());
            other.read_rest(rest);
            other == *key
        }
    }

    /// Shifts the states from byte `at` to the next gap by one slot; returns false if there is no
    /// gap.
    #[inline]
    fn make_room(&mut self, layout: &Layout, at: usize) -> bool {
        let (stride, end) = (layout.stride(), self.slot_bytes());
        let mut slots = self.bytes[at..end].chunks_exact(stride);
        let gap = slots.position(|slot| ends_empty_slot(slot[stride - 1]));
        let Some(nth) = gap else { return false };
        let gap = at + nth * stride;
        self.bytes.copy_within(at..gap, at + stride);
        true
    }

    fn grow(&mut self, layout: &Layout, allowed: Allowance<'_>) -> Result<(), Full> {
        let slots = (self.slots + self.slots / 9 + 2).max(FIRST_SLOTS);
        self.rebuild(layout, layout, slots, allowed)
    }

    /// Spreads all states over `slots` slots. Both tables exist for a moment.
    fn rebuild(
        &mut self,
        old: &Layout,
        new: &Layout,
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

    /// Returns all states spread over `slots` slots in `len` bytes, or `None` if the last do not
    /// fit.
    fn spread(&self, old: &Layout, new: &Layout, slots: usize, len: usize) -> Option<Vec<u8>> {
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
                new.set_record(&mut bytes, to, self.record_at(old, at));
            }
            next = to + stride;
        }
        Some(bytes)
    }
}

/// States that are prefetched together, so that their cache misses overlap.
pub const PREFETCH_BATCH: usize = 32;

/// Touches the slots of up to [`PREFETCH_BATCH`] states and returns their addresses. `shards` are
/// all of a store, or a section that starts at a multiple of its length.
pub fn prefetch<'a, K: Key>(
    layout: &Layout,
    shards: &[Shard],
    keys: impl Iterator<Item = &'a K>,
) -> [Address; PREFETCH_BATCH] {
    let mut addresses = [Address::default(); PREFETCH_BATCH];
    let mut seen = 0;
    for (address, key) in addresses.iter_mut().zip(keys) {
        *address = layout.address(key);
        seen ^= shards[address.shard % shards.len()].touch(layout, address.order);
    }
    // The value is not used, but the reads must happen.
    std::hint::black_box(seen);
    addresses
}

/// Returns the slot of this order when all are spread evenly over `slots`.
#[inline]
const fn spread_evenly(order: u64, slots: usize) -> usize {
    ((order as u128 * slots as u128) >> 64) as usize
}

/// Extra slots at the end for states that overflow.
const fn spare_slots(slots: usize) -> usize {
    let share = slots / 64;
    8 + if share > 1000 { 1000 } else { share }
}

/// A position in a walk through a shard in order.
#[derive(Clone, Copy, Default)]
pub struct Cursor {
    /// The order of the last state, and how many of that order have been passed.
    order: u64,
    passed: u32,
    /// The next slot, until something is inserted.
    at: Option<usize>,
    /// Whether the walk has ended.
    pub is_done: bool,
}

impl Cursor {
    /// Must be called after an insertion into the shard.
    pub const fn invalidate(&mut self) {
        self.at = None;
    }
}
