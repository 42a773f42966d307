//! A bit for each of some hundred landmarks: so much of them is looked at as fits into one line of
//! the cache, and with the widest registers into one of these. Used by [`super::store`].

use multiversion::multiversion;

const WORDS: usize = 8;

/// So many landmarks have a bit.
pub const TIER: usize = 64 * WORDS;

/// A bit for each landmark of a tier.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Bits([u64; WORDS]);

pub const NONE: Bits = Bits([0; WORDS]);
pub const ALL: Bits = Bits([u64::MAX; WORDS]);

/// The place of a row that has no landmarks.
pub const NOWHERE: u32 = u32::MAX;

/// Returns which landmarks all those rows have that are `at` these places.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub fn in_common(rows: &[Bits], at: &[u32]) -> Bits {
    let mut all = ALL.0;
    for &at in at {
        let row = &rows[at as usize].0;
        all.iter_mut().zip(row).for_each(|(all, row)| *all &= row);
    }
    Bits(all)
}

/// Writes which of some landmarks all those rows have that are `at` these places, all but one, all
/// but two, and fewer; of [`NOWHERE`] there is a row that has none.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub fn by_ways(some: &Bits, rows: &[Bits], at: &[u32], ways: &mut [Bits; 4]) {
    // In so many ways at least.
    let [mut one, mut two, mut three] = [[0; WORDS]; 3];
    for &at in at {
        let row = rows.get(at as usize).unwrap_or(&NONE);
        for nth in 0..WORDS {
            let keeps = some.0[nth] & !row.0[nth];
            three[nth] |= two[nth] & keeps;
            two[nth] |= one[nth] & keeps;
            one[nth] |= keeps;
        }
    }
    for nth in 0..WORDS {
        ways[0].0[nth] = some.0[nth] & !one[nth];
        ways[1].0[nth] = one[nth] & !two[nth];
        ways[2].0[nth] = two[nth] & !three[nth];
        ways[3].0[nth] = three[nth];
    }
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

    /// Returns those that others have too.
    #[inline]
    pub fn and(&self, others: &Self) -> Self {
        Self(std::array::from_fn(|nth| self.0[nth] & others.0[nth]))
    }

    /// Returns the first that others do not have.
    #[inline]
    pub fn first_without(&self, others: &Self) -> Option<usize> {
        let left = Self(std::array::from_fn(|nth| self.0[nth] & !others.0[nth]));
        // Mostly there is none, which is seen of all words together.
        if left.is_empty() { None } else { left.each().next() }
    }

    /// Goes through them.
    #[inline]
    pub const fn each(&self) -> Each<'_> {
        Each { words: &self.0, nth: 0, left: self.0[0] }
    }
}

/// Goes through what has a bit.
pub struct Each<'a> {
    words: &'a [u64; WORDS],
    nth: usize,
    /// Of this word.
    left: u64,
}

impl Iterator for Each<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.left == 0 {
            self.nth += 1;
            self.left = *self.words.get(self.nth)?;
        }
        let bit = self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        Some(64 * self.nth + bit)
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
            let mut at: Vec<u32> = (0..count).collect();
            let common = in_common(&rows, &at);
            let nowhere = usize::from(count % 2 == 1);
            at.extend(std::iter::repeat_n(NOWHERE, nowhere));
            let mut all = [ALL; 4];
            by_ways(&some, &rows, &at, &mut all);
            for nth in 0..TIER {
                let ways = rows.iter().filter(|row| !row.has(nth)).count();
                assert_eq!(common.has(nth), ways == 0);
                let ways = ways + nowhere;
                for (least, those) in all.iter().enumerate() {
                    let is_one = some.has(nth) && ways.min(3) == least;
                    assert_eq!(those.has(nth), is_one, "{nth} {ways} {least}");
                    found[least] += usize::from(is_one);
                }
            }
        }
        assert!(found.iter().all(|&found| found > 100), "{found:?}");
    }
}
