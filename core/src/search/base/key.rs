//! Packed positions: the exact keys of closed sets, in several widths.
//!
//! A key is a row of equal fields, one for each tile, that hold the site on which
//! the tile stands. Two positions have the same key exactly when they are equal,
//! because tiles of one colour are kept in rising order.

/// A packed position, or the part of a search state that tells it from all others.
pub(in crate::search) trait Key:
    Copy + Ord + std::hash::Hash + Send + Sync + 'static
{
    /// Bits that one field cannot cross the border of.
    const WORD_BITS: u32;
    /// Words.
    const WORDS: u32;
    /// All fields 0.
    const ZERO: Self;

    /// Returns the field of `mask` at `at`.
    fn get(&self, at: FieldAt, mask: u64) -> u16;
    /// Writes the field of `mask` at `at`.
    fn set(&mut self, at: FieldAt, mask: u64, value: u16);
    /// Returns a hash whose high and low bits both depend on all fields.
    fn hash64(&self) -> u64;
    /// Returns the first 64 bits.
    fn first_word(&self) -> u64;
    /// Returns the key with other first 64 bits.
    #[must_use]
    fn with_first_word(self, word: u64) -> Self;
    /// Writes what follows the first 64 bits, the lowest byte first; bytes that are 0
    /// in all keys may be left out at the end.
    fn write_rest(&self, bytes: &mut [u8]);
    /// Reads what [`Key::write_rest`] wrote.
    fn read_rest(&mut self, bytes: &[u8]);
    /// Returns a hash of what follows the first 64 bits: 0 if nothing does.
    fn rest_hash(&self) -> u64;
}

/// Returns how many bits of the first word and how many bytes after it are needed to
/// write a `K` with `fields` fields of `bits` bits.
pub(super) const fn bits_and_bytes<K: Key>(bits: u32, fields: usize) -> (u32, usize) {
    let last = field_at::<K>(bits, fields.saturating_sub(1));
    let end = last.word as usize * 64 + last.bit as usize + bits as usize;
    if end <= 64 {
        (end as u32, 0)
    } else {
        // What lies beyond the last field of a word of several is 0, and does no harm.
        (64, (end - 64).div_ceil(8))
    }
}

/// Where a field lies: the word and the bit in it.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::search) struct FieldAt {
    pub word: u16,
    pub bit: u16,
}

/// Mixes 64 bits: multiply, fold the high half down, multiply again.
const fn mix(value: u64) -> u64 {
    let wide = (value as u128).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    let folded = (wide >> 64) as u64 ^ wide as u64;
    folded.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ (folded >> 32)
}

/// Mixes the words of a key one after the other.
#[inline]
fn mix_all(words: &[u64]) -> u64 {
    words.iter().fold(0, |hash, word| mix(hash.rotate_left(23) ^ word))
}

impl Key for u64 {
    const WORD_BITS: u32 = 64;
    const WORDS: u32 = 1;
    const ZERO: Self = 0;

    #[inline]
    fn get(&self, at: FieldAt, mask: u64) -> u16 {
        (self >> at.bit & mask) as u16
    }

    #[inline]
    fn set(&mut self, at: FieldAt, mask: u64, value: u16) {
        *self = *self & !(mask << at.bit) | u64::from(value) << at.bit;
    }

    #[inline]
    fn hash64(&self) -> u64 {
        mix(*self)
    }

    #[inline]
    fn first_word(&self) -> u64 {
        *self
    }

    #[inline]
    fn with_first_word(self, word: u64) -> Self {
        word
    }

    #[inline]
    fn write_rest(&self, _: &mut [u8]) {}

    #[inline]
    fn read_rest(&mut self, _: &[u8]) {}

    #[inline]
    fn rest_hash(&self) -> u64 {
        0
    }
}

impl Key for u128 {
    const WORD_BITS: u32 = 128;
    const WORDS: u32 = 1;
    const ZERO: Self = 0;

    #[inline]
    fn get(&self, at: FieldAt, mask: u64) -> u16 {
        ((self >> at.bit) as u64 & mask) as u16
    }

    #[inline]
    fn set(&mut self, at: FieldAt, mask: u64, value: u16) {
        *self = *self & !(Self::from(mask) << at.bit) | Self::from(value) << at.bit;
    }

    #[inline]
    fn hash64(&self) -> u64 {
        mix(mix(*self as u64) ^ (*self >> 64) as u64)
    }

    #[inline]
    fn first_word(&self) -> u64 {
        *self as u64
    }

    #[inline]
    fn with_first_word(self, word: u64) -> Self {
        self >> 64 << 64 | Self::from(word)
    }

    #[inline]
    fn write_rest(&self, bytes: &mut [u8]) {
        let rest = ((self >> 64) as u64).to_le_bytes();
        bytes.copy_from_slice(&rest[..bytes.len()]);
    }

    #[inline]
    fn read_rest(&mut self, bytes: &[u8]) {
        let mut rest = [0; 8];
        rest[..bytes.len()].copy_from_slice(bytes);
        *self = Self::from(*self as u64) | Self::from(u64::from_le_bytes(rest)) << 64;
    }

    #[inline]
    fn rest_hash(&self) -> u64 {
        mix((self >> 64) as u64)
    }
}

impl<const N: usize> Key for [u64; N] {
    const WORD_BITS: u32 = 64;
    const WORDS: u32 = N as u32;
    const ZERO: Self = [0; N];

    #[inline]
    fn get(&self, at: FieldAt, mask: u64) -> u16 {
        self[usize::from(at.word)].get(at, mask)
    }

    #[inline]
    fn set(&mut self, at: FieldAt, mask: u64, value: u16) {
        self[usize::from(at.word)].set(at, mask, value);
    }

    #[inline]
    fn hash64(&self) -> u64 {
        mix_all(self)
    }

    #[inline]
    fn first_word(&self) -> u64 {
        self[0]
    }

    #[inline]
    fn with_first_word(mut self, word: u64) -> Self {
        self[0] = word;
        self
    }

    fn write_rest(&self, bytes: &mut [u8]) {
        for (bytes, word) in bytes.chunks_mut(8).zip(&self[1..]) {
            bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]);
        }
    }

    fn read_rest(&mut self, bytes: &[u8]) {
        for (bytes, word) in bytes.chunks(8).zip(&mut self[1..]) {
            let mut whole = [0; 8];
            whole[..bytes.len()].copy_from_slice(bytes);
            *word = u64::from_le_bytes(whole);
        }
    }

    #[inline]
    fn rest_hash(&self) -> u64 {
        mix_all(&self[1..])
    }
}

/// Whether there are keys of all widths. Each is a copy of all that searches: a web page does
/// without some, whose positions have wider keys there.
pub(in crate::search) const ALL_WIDTHS: bool = cfg!(not(target_family = "wasm"));

/// Calls `$function::<K>(…)` with the narrowest key `K` that holds `$fields`
/// fields of `$bits` bits.
macro_rules! with_key {
    ($bits:expr, $fields:expr, $function:ident($($argument:expr),*)) => {{
        use $crate::search::base::key::{ALL_WIDTHS, fits};
        let (bits, fields) = ($bits, $fields);
        if fits::<u64>(bits, fields) { $function::<u64>($($argument),*) }
        else if ALL_WIDTHS && fits::<u128>(bits, fields) { $function::<u128>($($argument),*) }
        else if ALL_WIDTHS && fits::<[u64; 4]>(bits, fields) { $function::<[u64; 4]>($($argument),*) }
        else if ALL_WIDTHS && fits::<[u64; 12]>(bits, fields) { $function::<[u64; 12]>($($argument),*) }
        else { $function::<[u64; WIDEST]>($($argument),*) }
    }};
}
pub(in crate::search) use with_key;

/// Words of the widest key: 255 tiles and the stage on a board of 1,024 cells, six
/// fields of ten bits a word.
pub(in crate::search) const WIDEST: usize = 43;

/// Says whether `K` holds `fields` fields of `bits` bits.
pub(in crate::search) const fn fits<K: Key>(bits: u32, fields: usize) -> bool {
    fields as u64 <= (K::WORD_BITS / bits) as u64 * K::WORDS as u64
}

/// Returns where field number `nth` of `bits` bits lies in `K`.
pub(super) const fn field_at<K: Key>(bits: u32, nth: usize) -> FieldAt {
    let per_word = (K::WORD_BITS / bits) as usize;
    FieldAt { word: (nth / per_word) as u16, bit: (nth % per_word) as u16 * bits as u16 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_fields<K: Key>(bits: u32) {
        let mask = (1 << bits) - 1;
        let count = (K::WORD_BITS / bits * K::WORDS) as usize;
        assert!(fits::<K>(bits, count) && !fits::<K>(bits, count + 1));
        let mut random = fastrand::Rng::with_seed(bits.into());
        let mut values = vec![0; count];
        let mut key = K::ZERO;
        for _ in 0..4 * count {
            let nth = random.usize(..count);
            values[nth] = random.u16(..1 << bits);
            let before = key;
            key.set(field_at::<K>(bits, nth), mask, values[nth]);
            assert_eq!(before == key, before.hash64() == key.hash64());
            for (nth, &value) in values.iter().enumerate() {
                assert_eq!(key.get(field_at::<K>(bits, nth), mask), value);
            }
        }
    }

    #[test]
    fn fields_are_apart_in_every_width() {
        for bits in 1..=10 {
            check_fields::<u64>(bits);
            check_fields::<u128>(bits);
            check_fields::<[u64; 4]>(bits);
        }
        check_fields::<[u64; WIDEST]>(10);
    }

    #[test]
    fn the_widest_key_holds_the_largest_board() {
        assert!(fits::<[u64; WIDEST]>(10, 256));
    }
}
