//! A block of 512 landmarks, a bit for each: one cache line, and one of the widest vector
//! registers.

use multiversion::multiversion;

/// Words of a block: a cache line.
const WORDS: usize = 8;

/// Landmarks of a block.
pub const BLOCK_BITS: usize = 64 * WORDS;

/// A bit for each landmark of a block.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Block([u64; WORDS]);

/// No landmark.
pub const NONE: Block = Block([0; WORDS]);
/// All landmarks.
pub const ALL: Block = Block([u64::MAX; WORDS]);

/// Numbers of alternatives that are told apart, from 0; the last stands for more too.
pub const ALTERNATIVE_LEVELS: usize = 4;

/// Landmarks by the number of their alternatives.
pub type ByAlternatives = [Block; ALTERNATIVE_LEVELS];

/// Stands for a row without landmarks.
pub const NO_ROW: u32 = u32::MAX;

/// Returns the landmarks that all rows `at` these indices have.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub fn intersection(rows: &[Block], at: &[u32]) -> Block {
    let mut all = ALL.0;
    for &at in at {
        let row = &rows[at as usize].0;
        all.iter_mut().zip(row).for_each(|(all, row)| *all &= row);
    }
    Block(all)
}

/// Sorts the landmarks of `some` by the number of rows `at` these indices that lack them: none,
/// one, two, or more. [`NO_ROW`] lacks all.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
pub fn by_alternatives(some: &Block, rows: &[Block], at: &[u32], ways: &mut ByAlternatives) {
    // With at least that number of alternatives.
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

impl Block {
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Keeps those that others have too.
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
        // Mostly there is none, which is seen from all words together.
        if left.is_empty() { None } else { left.each().next() }
    }

    /// Iterates over the landmarks.
    #[inline]
    pub const fn each(&self) -> Each<'_> {
        Each { words: &self.0, nth: 0, left: self.0[0] }
    }
}

/// Iterates over set bits.
pub struct Each<'a> {
    words: &'a [u64; WORDS],
    nth: usize,
    /// What is left of this word.
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
    use crate::puzzle::random::Random;

    #[test]
    fn ways_are_counted_as_one_by_one() {
        let mut random = Random::new(5);
        let mut bits = |zeros: usize| {
            let mut bits = ALL;
            (0..BLOCK_BITS).filter(|_| random.below(8) < zeros).for_each(|nth| bits.clear(nth));
            bits
        };
        let mut found = [0; 4];
        for count in 0..20 {
            let some = bits(2);
            let rows: Vec<Block> = (0..count).map(|_| bits(1)).collect();
            let mut at: Vec<u32> = (0..count).collect();
            let common = intersection(&rows, &at);
            let nowhere = usize::from(count % 2 == 1);
            at.extend(std::iter::repeat_n(NO_ROW, nowhere));
            let mut all = [ALL; 4];
            by_alternatives(&some, &rows, &at, &mut all);
            for nth in 0..BLOCK_BITS {
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
