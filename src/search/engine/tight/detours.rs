//! How many detours the tiles of a state make: small numbers for all of them in one word, so that
//! they are compared at once. Used by the relaxed test ([`super::relaxed`]) and by
//! [`super::landmarks`].

use super::steps::{LEVELS, each};

/// Detours by slot, [`BITS`] bits for each, the highest of which is 0.
pub type Detours = u128;

/// Bits for one tile.
pub const BITS: u32 = 4;

/// Tiles that there is room for.
pub const MAX_TILES: usize = (Detours::BITS / BITS) as usize;

/// As many detours as this or more are not told apart.
pub const MANY: u8 = LEVELS as u8;

/// One, and the highest bit, for each tile.
const ONES: Detours = Detours::MAX / 15;
const HIGHEST: Detours = ONES << (BITS - 1);

/// So many of all tiles.
#[inline]
pub const fn all(detours: u8) -> Detours {
    ONES * detours as Detours
}

/// Returns those of one tile.
#[inline]
pub const fn of_slot(detours: Detours, slot: usize) -> u8 {
    (detours >> (BITS * slot as u32)) as u8 & 15
}

/// Returns the same with others for one tile.
#[inline]
pub const fn with(detours: Detours, slot: usize, new: u8) -> Detours {
    let at = BITS * slot as u32;
    detours & !(15 << at) | (new as Detours) << at
}

/// Slots, by the highest bit of each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Slots(Detours);

/// Returns the slots of which the first has no more than the second.
#[inline]
pub const fn at_most(first: Detours, second: Detours) -> Slots {
    Slots(((second | HIGHEST) - first) & HIGHEST)
}

impl Slots {
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns how many there are: mostly few.
    #[inline]
    pub const fn count(self) -> u32 {
        let (mut bits, mut count) = (self.0, 0);
        while bits != 0 {
            bits &= bits - 1;
            count += 1;
        }
        count
    }

    /// Goes through them.
    #[inline]
    pub fn each(self) -> impl Iterator<Item = usize> {
        each(self.0).map(|bit| bit / BITS as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::random::Random;

    #[test]
    fn they_are_compared_as_one_by_one() {
        let mut random = Random::new(3);
        for _ in 0..1_000 {
            let mut numbers =
                || -> [u8; MAX_TILES] { std::array::from_fn(|_| random.below(8) as u8) };
            let (first, second) = (numbers(), numbers());
            let packed = |numbers: [u8; MAX_TILES]| {
                numbers.iter().enumerate().fold(all(7), |all, (slot, &one)| with(all, slot, one))
            };
            let slots = at_most(packed(first), packed(second));
            let naive: Vec<usize> =
                (0..MAX_TILES).filter(|&slot| first[slot] <= second[slot]).collect();
            assert_eq!(slots.each().collect::<Vec<_>>(), naive);
            assert_eq!((slots.count() as usize, slots.is_empty()), (naive.len(), naive.is_empty()));
            assert_eq!(of_slot(packed(first), 7), first[7]);
        }
    }
}
