//! The byte layout of a stored state.
//!
//! The first word of a key is mixed with the others and scrambled by a bijection. Its highest bits
//! select the shard and are not stored; the rest is stored and orders the states of a shard. For
//! 8-byte keys that leaves at most 7 bytes; with 3 bytes for bucket and expansion a slot takes 10.

use super::bucket::{Bucket, Deltas};
use super::move_pruning::CreatingMove;
use crate::search::base::key::Key;

/// High bits of the scrambled word that select the shard.
const SHARD_BITS: u32 = 8;

/// Shards of a store.
pub const SHARDS: usize = 1 << SHARD_BITS;

/// Bits of the expansion field and its flag: `IS_OPEN` marks a state that has not been expanded; in
/// these the bit below holds the iteration.
const PUSHES_BITS: u32 = Deltas::BITS + 1;
const IS_OPEN: u64 = 1 << Deltas::BITS;
const IS_ODD_ITERATION: u64 = IS_OPEN >> 1;

/// What is stored of a state besides its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    pub bucket: Bucket,
    pub expansion: Expansion,
    /// The iteration in which it was last examined or queued; only open states keep it.
    pub iteration: Iteration,
}

/// The parity of a raise. One bit is enough to tell a raise from the one before, because every
/// raise examines all open states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Iteration {
    is_odd: bool,
}

impl Iteration {
    #[must_use]
    pub const fn next(self) -> Self {
        Self { is_odd: !self.is_odd }
    }
}

/// Whether a state has been expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// Not yet; it was created by this move.
    Unexpanded(CreatingMove),
    /// Its pushes change the estimates in these ways.
    Expanded(Deltas),
}

impl Record {
    /// Returns the record of a state that has not been expanded.
    pub const fn new(bucket: Bucket, created_by: CreatingMove, iteration: Iteration) -> Self {
        Self { bucket, expansion: Expansion::Unexpanded(created_by), iteration }
    }

    /// Returns the record of a seed.
    pub const fn seed(bucket: Bucket, iteration: Iteration) -> Self {
        Self::new(bucket, CreatingMove::UNKNOWN, iteration)
    }

    /// Returns the record after an expansion that found these changes.
    #[must_use]
    pub const fn expanded(self, deltas: Deltas) -> Self {
        Self { expansion: Expansion::Expanded(deltas), ..self }
    }

    /// Says whether it has not been expanded.
    #[inline]
    pub const fn is_open(&self) -> bool {
        matches!(self.expansion, Expansion::Unexpanded(_))
    }

    /// Returns the changes that its pushes make; empty while it is open.
    #[inline]
    pub fn deltas(&self) -> Deltas {
        match self.expansion {
            Expansion::Unexpanded(_) => Deltas::default(),
            Expansion::Expanded(deltas) => deltas,
        }
    }
}

/// The position of a state in a store: its shard and its rank in the shard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Address {
    pub shard: usize,
    /// The scrambled word without the shard bits, left-aligned.
    pub order: u64,
}

/// The field widths of a stored state.
#[derive(Clone, Copy)]
pub struct Layout {
    /// Bits of the first key word that are ever set.
    first_bits: u32,
    /// Bytes of the order, of the rest of the key, and of the record.
    order_bytes: usize,
    pub rest_bytes: usize,
    record_bytes: usize,
    f_bits: u32,
    b_bits: u32,
    /// Buckets are stored relative to this one.
    least: Bucket,
}

impl Layout {
    /// Returns the smallest layout for keys with `first_bits` bits in the first word and
    /// `rest_bytes` bytes after it.
    pub const fn new(first_bits: u32, rest_bytes: usize, least: Bucket) -> Self {
        let order_bytes = first_bits.saturating_sub(SHARD_BITS).div_ceil(8) as usize;
        // 6 + 7 bits of bucket and 10 of expansion make 23, so 24 ones can mark an empty slot.
        Self { first_bits, order_bytes, rest_bytes, record_bytes: 3, f_bits: 6, b_bits: 7, least }
    }

    /// Says whether all buckets up to `most` fit.
    pub const fn holds(&self, most: Bucket) -> bool {
        let f = most.f.saturating_sub(self.least.f) as u32;
        let b = most.b.saturating_sub(self.least.b) as u32;
        f >> self.f_bits == 0 && b >> self.b_bits == 0
    }

    /// Returns a layout in which all buckets fit.
    #[must_use]
    pub const fn wide(self) -> Self {
        Self { record_bytes: 5, f_bits: 14, b_bits: 15, ..self }
    }

    /// Returns the size of a slot in bytes.
    #[inline]
    pub const fn stride(&self) -> usize {
        self.order_bytes + self.rest_bytes + self.record_bytes
    }

    /// Returns the address of a key.
    #[inline]
    pub fn address<K: Key>(&self, key: &K) -> Address {
        let mut first = key.first_word();
        if self.rest_bytes > 0 {
            first ^= key.rest_hash();
        }
        let aligned = scramble(first, self.first_bits) << (64 - self.first_bits);
        Address { shard: (aligned >> (64 - SHARD_BITS)) as usize, order: aligned << SHARD_BITS }
    }

    /// Returns the key at `address`; `rest` is what follows its first word.
    #[inline]
    pub fn key<K: Key>(&self, address: Address, rest: &[u8]) -> K {
        let aligned = (address.shard as u64) << (64 - SHARD_BITS) | address.order >> SHARD_BITS;
        let first = unscramble(aligned >> (64 - self.first_bits), self.first_bits);
        if rest.is_empty() {
            return K::ZERO.with_first_word(first);
        }
        let mut key = K::ZERO;
        key.read_rest(rest);
        key.with_first_word(first ^ key.rest_hash())
    }

    /// Reads the order of the slot at byte `at`.
    #[inline]
    pub fn order_at(&self, bytes: &[u8], at: usize) -> u64 {
        let unused = 64 - 8 * self.order_bytes as u32;
        word_at(bytes, at).checked_shl(unused).unwrap_or(0)
    }

    /// Returns the rest of the key of the slot at byte `at`.
    #[inline]
    pub fn rest_at<'a>(&self, bytes: &'a [u8], at: usize) -> &'a [u8] {
        &bytes[at + self.order_bytes..][..self.rest_bytes]
    }

    /// Reads the record of the slot at byte `at`; `None` if the slot is empty.
    #[inline]
    pub fn record_at(&self, bytes: &[u8], at: usize) -> Option<Record> {
        let mask = (1 << (8 * self.record_bytes)) - 1;
        let code = word_at(bytes, at + self.order_bytes + self.rest_bytes) & mask;
        if code == mask {
            return None;
        }
        let f = (code >> PUSHES_BITS) as u16 & ((1 << self.f_bits) - 1);
        let b = (code >> (PUSHES_BITS + self.f_bits)) as u16;
        let bucket = Bucket { f: self.least.f + f, b: self.least.b + b };
        let is_odd = code & IS_OPEN != 0 && code & IS_ODD_ITERATION != 0;
        let expansion = if code & IS_OPEN == 0 {
            Expansion::Expanded(Deltas::from_bits(code as u16))
        } else {
            Expansion::Unexpanded(CreatingMove::from_bits(code as u16))
        };
        Some(Record { bucket, expansion, iteration: Iteration { is_odd } })
    }

    /// Says whether the slot at byte `at` is empty.
    #[inline]
    pub fn is_empty_at(&self, bytes: &[u8], at: usize) -> bool {
        ends_empty_slot(bytes[at + self.stride() - 1])
    }

    /// Writes the record of the slot at byte `at`.
    #[inline]
    pub fn set_record(&self, bytes: &mut [u8], at: usize, record: Record) {
        let (f, b) = (record.bucket.f - self.least.f, record.bucket.b - self.least.b);
        let bucket = u64::from(b) << self.f_bits | u64::from(f);
        let iteration = if record.iteration.is_odd { IS_ODD_ITERATION } else { 0 };
        let expansion = match record.expansion {
            Expansion::Unexpanded(created_by) => u64::from(created_by.bits()) | iteration | IS_OPEN,
            Expansion::Expanded(deltas) => deltas.bits().into(),
        };
        let code = bucket << PUSHES_BITS | expansion;
        let at = at + self.order_bytes + self.rest_bytes;
        bytes[at..at + self.record_bytes].copy_from_slice(&code.to_le_bytes()[..self.record_bytes]);
    }

    /// Writes order and rest of the key of the slot at byte `at`.
    #[inline]
    pub fn set_key(&self, bytes: &mut [u8], at: usize, order: u64, rest: impl FnOnce(&mut [u8])) {
        let unused = 64 - 8 * self.order_bytes as u32;
        let order = order.checked_shr(unused).unwrap_or(0).to_le_bytes();
        bytes[at..at + self.order_bytes].copy_from_slice(&order[..self.order_bytes]);
        rest(&mut bytes[at + self.order_bytes..][..self.rest_bytes]);
    }
}

/// Says whether a slot with this last byte is empty: no record has its highest bit set.
#[inline]
pub const fn ends_empty_slot(last: u8) -> bool {
    last & 0x80 != 0
}

#[inline]
fn word_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

/// Odd, so multiplication by it is a bijection modulo 2^64.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
const INVERSE: u64 = inverse(FACTOR);

/// Mixes the low `bits` bits by a bijection, so that the high bits depend on all of them.
#[inline]
const fn scramble(word: u64, bits: u32) -> u64 {
    let (mask, half) = (u64::MAX >> (64 - bits), bits.div_ceil(2));
    let word = word.wrapping_mul(FACTOR) & mask;
    let word = word ^ word >> half;
    let word = word.wrapping_mul(FACTOR) & mask;
    let word = word ^ word >> half;
    word.wrapping_mul(FACTOR) & mask
}

#[inline]
const fn unscramble(word: u64, bits: u32) -> u64 {
    let (mask, half) = (u64::MAX >> (64 - bits), bits.div_ceil(2));
    let word = word.wrapping_mul(INVERSE) & mask;
    let word = word ^ word >> half;
    let word = word.wrapping_mul(INVERSE) & mask;
    let word = word ^ word >> half;
    word.wrapping_mul(INVERSE) & mask
}

/// Returns the inverse of an odd number modulo 2^64. Newton's method: each step doubles the number
/// of correct bits, from 3.
const fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    let mut bits = 3;
    while bits < 64 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
        bits *= 2;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scrambling_can_be_undone_at_every_width() {
        let mut random = fastrand::Rng::with_seed(3);
        for bits in 1..=64 {
            for _ in 0..100 {
                let word = random.u64(..) >> (64 - bits);
                let scrambled = scramble(word, bits);
                assert!(scrambled <= u64::MAX >> (64 - bits));
                assert_eq!(unscramble(scrambled, bits), word);
            }
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let least = Bucket { f: 7, b: 9 };
        let narrow = Layout::new(64, 3, least);
        let most = Bucket { f: 7 + 63, b: 9 + 127 };
        assert!(narrow.holds(most));
        assert!(
            !narrow.holds(Bucket { f: 7 + 64, b: 9 }) && !narrow.holds(Bucket { f: 7, b: 137 })
        );
        assert!(narrow.wide().holds(Bucket { f: 7 + (1 << 14) - 1, b: 9 + (1 << 15) - 1 }));
        for layout in [narrow, narrow.wide()] {
            let mut bytes = vec![u8::MAX; 3 * layout.stride() + 8];
            let at = layout.stride();
            assert_eq!(layout.record_at(&bytes, at), None);
            assert!(layout.is_empty_at(&bytes, at));
            let key: u128 = 0x00ab_cdef << 64 | 0x0123_4567_89ab_cdef;
            let address = layout.address(&key);
            layout.set_key(&mut bytes, at, address.order, |rest| key.write_rest(rest));
            let known = [Expansion::Expanded(Deltas::default()), Expansion::Expanded(Deltas::ALL)];
            let creating_moves =
                [CreatingMove::UNKNOWN, CreatingMove::new(0, 0), CreatingMove::new(62, 3)];
            let open = creating_moves.map(Expansion::Unexpanded);
            for expansion in known.into_iter().chain(open) {
                let iterations = [Iteration::default(), Iteration::default().next()];
                let is_open = matches!(expansion, Expansion::Unexpanded(_));
                for iteration in iterations.into_iter().take(1 + usize::from(is_open)) {
                    let record = Record { bucket: most, expansion, iteration };
                    layout.set_record(&mut bytes, at, record);
                    assert_eq!(layout.record_at(&bytes, at), Some(record));
                }
            }
            assert!(!layout.is_empty_at(&bytes, at));
            assert_eq!(layout.order_at(&bytes, at), address.order);
            assert_eq!(layout.key::<u128>(address, layout.rest_at(&bytes, at)), key);
            assert!(
                layout.is_empty_at(&bytes, 0) && layout.is_empty_at(&bytes, 2 * layout.stride())
            );
        }
    }
}
