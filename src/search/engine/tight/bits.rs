//! A bit for each of some hundred landmarks: so much of them is looked at as fits into one line of
//! the cache, and with the widest registers into one of these. Used by [`super::landmarks`].

use multiversion::multiversion;

use super::steps::each_tile;

const WORDS: usize = 8;

/// So many landmarks have a bit.
pub const TIER: usize = 64 * WORDS;

/// A bit for each landmark of a tier.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Bits([u64; WORDS]);

pub const NONE: Bits = Bits([0; WORDS]);
pub const ALL: Bits = Bits([u64::MAX; WORDS]);

/// Returns which of some landmarks all rows have.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub fn in_common(some: &Bits, rows: &[&Bits]) -> Bits {
    let mut all = some.0;
    for row in rows {
        all.iter_mut().zip(&row.0).for_each(|(all, row)| *all &= row);
    }
    Bits(all)
}

/// Returns which of some landmarks all rows have, all but one, all but two, and fewer.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub fn by_ways(some: &Bits, rows: &[&Bits]) -> [Bits; 4] {
    // In so many ways at least.
    let [mut one, mut two, mut three] = [[0; WORDS]; 3];
    for row in rows {
        for nth in 0..WORDS {
            let keeps = some.0[nth] & !row.0[nth];
            three[nth] |= two[nth] & keeps;
            two[nth] |= one[nth] & keeps;
            one[nth] |= keeps;
        }
    }
    let without = |all: &[u64; WORDS], others: [u64; WORDS]| {
        Bits(std::array::from_fn(|nth| all[nth] & !others[nth]))
    };
    [without(&some.0, one), without(&one, two), without(&two, three), Bits(three)]
}

impl Bits {
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Leaves those that others have too.
    #[inline]
    pub fn retain(&mut self, others: &Self) {
        self.0.iter_mut().zip(&others.0).for_each(|(own, other)| *own &= other);
    }

    #[inline]
    pub const fn set(&mut self, nth: usize) {
        self.0[nth / 64] |= 1 << (nth % 64);
    }

    #[inline]
    pub const fn clear(&mut self, nth: usize) {
        self.0[nth / 64] &= !(1 << (nth % 64));
    }

    #[inline]
    pub const fn has(&self, nth: usize) -> bool {
        self.0[nth / 64] >> (nth % 64) & 1 == 1
    }

    /// Returns the first that others do not have.
    #[inline]
    pub fn first_without(&self, others: &Self) -> Option<usize> {
        let words = self.0.iter().zip(&others.0).map(|(own, other)| own & !other);
        let (nth, word) = words.enumerate().find(|&(_, word)| word != 0)?;
        Some(64 * nth + word.trailing_zeros() as usize)
    }

    /// Goes through those that others have too.
    #[inline]
    pub fn each_of(mut self, others: &Self) -> impl Iterator<Item = usize> + use<> {
        self.retain(others);
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(nth, word)| each_tile(word).map(move |bit| 64 * nth + bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::random::Random;

    #[test]
    fn ways_are_counted_as_one_by_one() {
        let mut random = Random::new(5);
        let mut bits = |zeros: usize| {
            let mut bits = ALL;
            (0..TIER).filter(|_| random.below(8) < zeros).for_each(|nth| bits.clear(nth));
            bits
        };
        let mut found = [0; 4];
        for count in 0..20 {
            let some = bits(2);
            let rows: Vec<Bits> = (0..count).map(|_| bits(1)).collect();
            let rows: Vec<&Bits> = rows.iter().collect();
            let (common, by_ways) = (in_common(&some, &rows), by_ways(&some, &rows));
            for nth in 0..TIER {
                let ways = rows.iter().filter(|row| !row.has(nth)).count();
                assert_eq!(common.has(nth), some.has(nth) && ways == 0);
                for (least, those) in by_ways.iter().enumerate() {
                    let is_one = some.has(nth) && ways.min(3) == least;
                    assert_eq!(those.has(nth), is_one, "{nth} {ways} {least}");
                    found[least] += usize::from(is_one);
                }
            }
        }
        assert!(found.iter().all(|&found| found > 100), "{found:?}");
    }
}
