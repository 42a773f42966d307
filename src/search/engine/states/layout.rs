//! How a stored state is written in bytes, and where in the tables it belongs.
//!
//! The first word of a key is mixed with the others and scrambled, one to one. Its highest bits say in
//! which shard a state lies and need not be stored; the rest is stored and gives the
//! order within the shard. For keys of 8 bytes that leaves at most 7 bytes, and with
//! 3 for the class and the pushes 10 bytes a slot.

use super::class::{Class, Deltas};
use super::move_pruning::Arrival;
use crate::search::key::Key;

/// Shards of a store: so many high bits of the scrambled word.
const SHARD_BITS: u32 = 8;

/// Shards of a store.
pub const SHARDS: usize = 1 << SHARD_BITS;

/// Bits of what is known of pushes, and the two highest of them: one is set if it has not been
/// expanded, or in part only, and the other if in part. In states that are open the bit below
/// tells the turn.
const PUSHES_BITS: u32 = Deltas::BITS + 2;
const IS_OPEN: u64 = 1 << Deltas::BITS;
const IS_PART: u64 = IS_OPEN << 1;
const IS_ODD_TURN: u64 = IS_OPEN >> 1;

/// What is kept of a state besides its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    pub class: Class,
    pub pushes: Pushes,
    /// When it was looked at last, or stored to be looked at; known only while it is open.
    pub turn: Turn,
}

/// The raises of a side, of which each is told from the one before, in which all open states were
/// looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    is_odd: bool,
}

impl Turn {
    #[must_use]
    pub const fn next(self) -> Self {
        Self { is_odd: !self.is_odd }
    }
}

/// What is known of the pushes from a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushes {
    /// It has not been expanded, and was reached so.
    New(Arrival),
    /// The same, but it has been expanded in part: some neighbours were left out that needed
    /// more moves than the bound left them.
    Part(Arrival),
    /// They change the estimates so.
    Change(Deltas),
}

impl Info {
    /// Returns what is kept of a state that has not been expanded.
    pub const fn new(class: Class, arrival: Arrival, turn: Turn) -> Self {
        Self { class, pushes: Pushes::New(arrival), turn }
    }

    /// Returns the same for one that a side begins at.
    pub const fn seed(class: Class, turn: Turn) -> Self {
        Self::new(class, Arrival::UNKNOWN, turn)
    }

    #[inline]
    pub const fn is_new(&self) -> bool {
        matches!(self.pushes, Pushes::New(_))
    }

    /// Says whether it has not been expanded, or in part only.
    #[inline]
    pub const fn is_open(&self) -> bool {
        !matches!(self.pushes, Pushes::Change(_))
    }

    /// Returns what its pushes change; nothing as long as it is open.
    #[inline]
    pub fn deltas(&self) -> Deltas {
        match self.pushes {
            Pushes::New(_) | Pushes::Part(_) => Deltas::default(),
            Pushes::Change(deltas) => deltas,
        }
    }
}

/// Where a state belongs: its shard, and its rank among all states of the shard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub shard: usize,
    /// What is left of the scrambled word, from the highest bit.
    pub order: u64,
}

/// The sizes, in bytes and bits, in which the states of a store are written.
#[derive(Clone, Copy)]
pub struct Shape {
    /// Bits of the first word of a key that are ever set.
    first_bits: u32,
    /// Bytes of the order, then of the rest of the key, then of the info.
    order_bytes: usize,
    pub rest_bytes: usize,
    info_bytes: usize,
    f_bits: u32,
    b_bits: u32,
    /// Classes are stored as the difference to this one.
    least: Class,
}

impl Shape {
    /// Returns the smallest shape for keys whose first word has `first_bits` bits and
    /// that have `rest_bytes` bytes after it.
    pub const fn new(first_bits: u32, rest_bytes: usize, least: Class) -> Self {
        let order_bytes = first_bits.saturating_sub(SHARD_BITS).div_ceil(8) as usize;
        // 5 + 7 bits of class and 11 of pushes: 23, so that 24 ones mean an empty slot.
        Self { first_bits, order_bytes, rest_bytes, info_bytes: 3, f_bits: 5, b_bits: 7, least }
    }

    /// Says whether all classes up to `most` can be written.
    pub const fn holds(&self, most: Class) -> bool {
        let f = most.f.saturating_sub(self.least.f) as u32;
        let b = most.b.saturating_sub(self.least.b) as u32;
        f >> self.f_bits == 0 && b >> self.b_bits == 0
    }

    /// Returns the shape that can write all classes.
    #[must_use]
    pub const fn wide(self) -> Self {
        Self { info_bytes: 5, f_bits: 14, b_bits: 15, ..self }
    }

    /// Returns the bytes of a slot.
    #[inline]
    pub const fn stride(&self) -> usize {
        self.order_bytes + self.rest_bytes + self.info_bytes
    }

    /// Returns where a key belongs.
    #[inline]
    pub fn place<K: Key>(&self, key: &K) -> Place {
        let mut first = key.first_word();
        if self.rest_bytes > 0 {
            first ^= key.rest_hash();
        }
        let aligned = scramble(first, self.first_bits) << (64 - self.first_bits);
        Place { shard: (aligned >> (64 - SHARD_BITS)) as usize, order: aligned << SHARD_BITS }
    }

    /// Returns the key that belongs at `place`; `rest` is what follows its first word.
    #[inline]
    pub fn key<K: Key>(&self, place: Place, rest: &[u8]) -> K {
        let aligned = (place.shard as u64) << (64 - SHARD_BITS) | place.order >> SHARD_BITS;
        let first = unscramble(aligned >> (64 - self.first_bits), self.first_bits);
        if rest.is_empty() {
            return K::ZERO.with_first_word(first);
        }
        let mut key = K::ZERO;
        key.read_rest(rest);
        key.with_first_word(first ^ key.rest_hash())
    }

    /// Reads the order that is written at `at`.
    #[inline]
    pub fn order_at(&self, bytes: &[u8], at: usize) -> u64 {
        let unused = 64 - 8 * self.order_bytes as u32;
        word_at(bytes, at).checked_shl(unused).unwrap_or(0)
    }

    /// Returns what is written after the order of the slot at `at`.
    #[inline]
    pub fn rest_at<'a>(&self, bytes: &'a [u8], at: usize) -> &'a [u8] {
        &bytes[at + self.order_bytes..][..self.rest_bytes]
    }

    /// Reads the info of the slot at `at`; `None` if the slot is empty.
    #[inline]
    pub fn info_at(&self, bytes: &[u8], at: usize) -> Option<Info> {
        let mask = (1 << (8 * self.info_bytes)) - 1;
        let code = word_at(bytes, at + self.order_bytes + self.rest_bytes) & mask;
        if code == mask {
            return None;
        }
        let f = (code >> PUSHES_BITS) as u16 & ((1 << self.f_bits) - 1);
        let b = (code >> (PUSHES_BITS + self.f_bits)) as u16;
        let class = Class { f: self.least.f + f, b: self.least.b + b };
        let is_odd = code & IS_OPEN != 0 && code & IS_ODD_TURN != 0;
        let pushes = if code & IS_OPEN == 0 {
            Pushes::Change(Deltas::from_bits(code as u16))
        } else if code & IS_PART == 0 {
            Pushes::New(Arrival::from_bits(code as u16))
        } else {
            Pushes::Part(Arrival::from_bits(code as u16))
        };
        Some(Info { class, pushes, turn: Turn { is_odd } })
    }

    /// Says whether the slot at `at` is empty.
    #[inline]
    pub fn is_empty_at(&self, bytes: &[u8], at: usize) -> bool {
        ends_empty_slot(bytes[at + self.stride() - 1])
    }

    /// Writes the info of the slot at `at`.
    #[inline]
    pub fn set_info(&self, bytes: &mut [u8], at: usize, info: Info) {
        let (f, b) = (info.class.f - self.least.f, info.class.b - self.least.b);
        let class = u64::from(b) << self.f_bits | u64::from(f);
        let turn = if info.turn.is_odd { IS_ODD_TURN } else { 0 };
        let pushes = match info.pushes {
            Pushes::New(arrival) => u64::from(arrival.bits()) | turn | IS_OPEN,
            Pushes::Part(arrival) => u64::from(arrival.bits()) | turn | IS_OPEN | IS_PART,
            Pushes::Change(deltas) => deltas.bits().into(),
        };
        let code = class << PUSHES_BITS | pushes;
        let at = at + self.order_bytes + self.rest_bytes;
        bytes[at..at + self.info_bytes].copy_from_slice(&code.to_le_bytes()[..self.info_bytes]);
    }

    /// Writes order and rest of the slot at `at`.
    #[inline]
    pub fn set_key(&self, bytes: &mut [u8], at: usize, order: u64, rest: impl FnOnce(&mut [u8])) {
        let unused = 64 - 8 * self.order_bytes as u32;
        let order = order.checked_shr(unused).unwrap_or(0).to_le_bytes();
        bytes[at..at + self.order_bytes].copy_from_slice(&order[..self.order_bytes]);
        rest(&mut bytes[at + self.order_bytes..][..self.rest_bytes]);
    }
}

/// Says whether a slot with this last byte is empty: no info has its highest bit set.
#[inline]
pub const fn ends_empty_slot(last: u8) -> bool {
    last & 0x80 != 0
}

#[inline]
fn word_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

/// Odd, so that multiplying by it can be undone.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
const INVERSE: u64 = inverse(FACTOR);

/// Mixes the low `bits` bits, one to one, so that the highest depend on all.
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

/// Returns what an odd number must be multiplied by to give 1, modulo 2^64. Newton's
/// method: each step doubles the number of right bits, from 3.
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
        let least = Class { f: 7, b: 9 };
        let narrow = Shape::new(64, 3, least);
        let most = Class { f: 7 + 31, b: 9 + 127 };
        assert!(narrow.holds(most));
        assert!(!narrow.holds(Class { f: 7 + 32, b: 9 }) && !narrow.holds(Class { f: 7, b: 137 }));
        assert!(narrow.wide().holds(Class { f: 7 + (1 << 14) - 1, b: 9 + (1 << 15) - 1 }));
        for shape in [narrow, narrow.wide()] {
            let mut bytes = vec![u8::MAX; 3 * shape.stride() + 8];
            let at = shape.stride();
            assert_eq!(shape.info_at(&bytes, at), None);
            assert!(shape.is_empty_at(&bytes, at));
            let key: u128 = 0x00ab_cdef << 64 | 0x0123_4567_89ab_cdef;
            let place = shape.place(&key);
            shape.set_key(&mut bytes, at, place.order, |rest| key.write_rest(rest));
            let known = [Pushes::Change(Deltas::default()), Pushes::Change(Deltas::ALL)];
            let arrivals = [Arrival::UNKNOWN, Arrival::new(0, 0), Arrival::new(62, 3)];
            let open =
                arrivals.into_iter().flat_map(|from| [Pushes::New(from), Pushes::Part(from)]);
            for pushes in known.into_iter().chain(open) {
                let turns = [Turn::default(), Turn::default().next()];
                let is_open = !matches!(pushes, Pushes::Change(_));
                for turn in turns.into_iter().take(1 + usize::from(is_open)) {
                    let info = Info { class: most, pushes, turn };
                    shape.set_info(&mut bytes, at, info);
                    assert_eq!(shape.info_at(&bytes, at), Some(info));
                }
            }
            assert!(!shape.is_empty_at(&bytes, at));
            assert_eq!(shape.order_at(&bytes, at), place.order);
            assert_eq!(shape.key::<u128>(place, shape.rest_at(&bytes, at)), key);
            assert!(shape.is_empty_at(&bytes, 0) && shape.is_empty_at(&bytes, 2 * shape.stride()));
        }
    }
}
