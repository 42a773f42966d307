//! Thresholds: with which extra moves two or three tiles arrive together, as upward closed sets.

use crate::search::engine::stop_constraints::allocation::{EXTRA_CAP, ExtraMoves};
use crate::search::engine::stop_constraints::transitions::EXTRA_LEVELS;

/// The extra moves with which two tiles arrive together: for each number of the first, how many the
/// second needs. Numbers up to [`EXTRA_LEVELS`] are told apart; with that many they may arrive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairThreshold(u16);

impl PairThreshold {
    /// Bits of one number: up to [`EXTRA_LEVELS`].
    const BITS: usize = 3;

    /// Takes the fewest of the second tile by those of the first.
    pub fn new(seconds: [u8; EXTRA_LEVELS]) -> Self {
        let bits = seconds.iter().enumerate();
        Self(bits.fold(0, |all, (first, &second)| all | u16::from(second) << (Self::BITS * first)))
    }

    #[inline]
    pub const fn second(self, first: usize) -> u8 {
        (self.0 >> (Self::BITS * first) & 7) as u8
    }

    /// Says whether the tiles in these slots arrive.
    #[inline]
    pub const fn is_satisfied(self, [one, other]: [usize; 2], has: &ExtraMoves) -> bool {
        self.second(has[one] as usize) <= has[other]
    }

    /// Lists the minimal combinations with which they do, from what they have up to what they can
    /// have.
    pub fn alternatives(
        self,
        [one, other]: [usize; 2],
        has: &ExtraMoves,
        can: &ExtraMoves,
    ) -> impl Iterator<Item = [u8; 2]> {
        let mut fewest = u8::MAX;
        let (least, most) = (has[other], can[other]);
        (has[one]..=can[one]).filter_map(move |first| {
            let second = if first < EXTRA_CAP { self.second(first.into()) } else { 0 }.max(least);
            let is_new = second < fewest && second <= most;
            fewest = fewest.min(second);
            is_new.then_some([first, second])
        })
    }
}

/// Extra moves of three tiles together that are told apart, and of each tile up to one more.
pub const MAX_EXTRA: usize = 3;
const WIDTH: usize = MAX_EXTRA + 2;

/// The combinations with at most this many extra moves in all.
const SUM_AT_MOST: [u128; 3 * WIDTH] = {
    let mut together = [0; 3 * WIDTH];
    let mut bit = 0;
    while bit < WIDTH * WIDTH * WIDTH {
        let mut all = bit / (WIDTH * WIDTH) + bit / WIDTH % WIDTH + bit % WIDTH;
        while all < 3 * WIDTH {
            together[all] |= 1 << bit;
            all += 1;
        }
        bit += 1;
    }
    together
};

/// With which extra moves three tiles arrive together: a bit for each combination, those of the
/// third adjacent. With more than [`MAX_EXTRA`] in all they are taken to arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TripleThreshold(u128);

/// By tile, least and most: the combinations in which its extra moves are within these limits.
const EXTRA_WITHIN: [[[u128; WIDTH]; WIDTH]; 3] = {
    let mut within = [[[0; WIDTH]; WIDTH]; 3];
    let mut at = 0;
    while at < 3 * WIDTH * WIDTH * WIDTH * WIDTH * WIDTH {
        let (bit, rest) = (at % (WIDTH * WIDTH * WIDTH), at / (WIDTH * WIDTH * WIDTH));
        let (least, most, nth) = (rest % WIDTH, rest / WIDTH % WIDTH, rest / (WIDTH * WIDTH));
        let extra = [bit / (WIDTH * WIDTH), bit / WIDTH % WIDTH, bit % WIDTH][nth];
        if least <= extra && extra <= most {
            within[nth][least][most] |= 1 << bit;
        }
        at += 1;
    }
    within
};

impl TripleThreshold {
    /// The combinations with more than [`MAX_EXTRA`] in all.
    pub const WITH_MORE: Self = {
        let (mut all, mut bit) = (0, 0);
        while bit < WIDTH * WIDTH * WIDTH {
            let extra = bit / (WIDTH * WIDTH) + bit / WIDTH % WIDTH + bit % WIDTH;
            all |= ((extra > MAX_EXTRA) as u128) << bit;
            bit += 1;
        }
        Self(all)
    };

    /// All combinations.
    pub const ALL: Self = Self(u128::MAX);

    /// Adds a combination.
    pub const fn insert(&mut self, extra: [usize; 3]) {
        self.0 |= Self::bit(extra);
    }

    const fn bit([one, two, three]: [usize; 3]) -> u128 {
        1 << ((one * WIDTH + two) * WIDTH + three)
    }

    /// Says whether they arrive with these extra moves.
    pub const fn may(self, extra: [usize; 3]) -> bool {
        self.0 & Self::bit(extra) != 0
    }

    /// Says whether the tiles in these slots arrive.
    #[inline]
    pub fn is_satisfied(self, slots: [usize; 3], has: &ExtraMoves) -> bool {
        self.may(slots.map(|slot| has[slot].into()))
    }

    /// Lists the minimal combinations with which they arrive, up to what each can have and `more`
    /// in all.
    #[inline]
    pub fn alternatives(
        self,
        slots: [usize; 3],
        (has, can): (&ExtraMoves, &ExtraMoves),
        more: u8,
    ) -> impl Iterator<Item = [u8; 3]> + use<> {
        let most = slots.iter().fold(more, |all, &slot| all.saturating_add(has[slot]));
        let mut all = self.0 & SUM_AT_MOST[usize::from(most).min(3 * WIDTH - 1)];
        for (within, slot) in EXTRA_WITHIN.iter().zip(slots) {
            all &= within[usize::from(has[slot])][usize::from(can[slot]).min(WIDTH - 1)];
        }
        // A combination with one extra move less is not minimal.
        let one_more = all << (WIDTH * WIDTH)
            | (all & EXTRA_WITHIN[1][0][WIDTH - 2]) << WIDTH
            | (all & EXTRA_WITHIN[2][0][WIDTH - 2]) << 1;
        let mut fewest = all & !one_more;
        std::iter::from_fn(move || {
            let bit = fewest.trailing_zeros() as usize;
            fewest &= fewest.wrapping_sub(1);
            let extra = [bit / (WIDTH * WIDTH), bit / WIDTH % WIDTH, bit % WIDTH];
            (bit < u128::BITS as usize).then_some(extra.map(|extra| extra as u8))
        })
    }

    /// Returns the extra moves with which one tile arrives if the others make none.
    pub fn alone(self, nth: usize) -> usize {
        let with = |extra| {
            let mut all = [0; 3];
            all[nth] = extra;
            all
        };
        (0..=MAX_EXTRA).find(|&extra| self.may(with(extra))).unwrap_or(MAX_EXTRA + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::random::Random;

    #[test]
    fn alternatives_are_minimal() {
        let mut random = Random::new(3);
        for _ in 0..1_000 {
            let mut threshold = TripleThreshold::WITH_MORE;
            for _ in 0..random.below(4) {
                // With more extra moves than enough they arrive too.
                let enough: [usize; 3] = std::array::from_fn(|_| random.below(WIDTH));
                for bit in 0..WIDTH * WIDTH * WIDTH {
                    let all = [bit / (WIDTH * WIDTH), bit / WIDTH % WIDTH, bit % WIDTH];
                    if (0..3).all(|nth| all[nth] >= enough[nth]) {
                        threshold.0 |= TripleThreshold::bit(all);
                    }
                }
            }
            let (mut has, mut can) = (ExtraMoves::default(), ExtraMoves::default());
            for slot in 0..3 {
                has[slot] = random.below(3) as u8;
                can[slot] = has[slot] + random.below(EXTRA_LEVELS - 2) as u8;
            }
            let together = random.below(2 * EXTRA_LEVELS) as u8;
            let most = |slot: usize| has[slot]..=can[slot];
            let mut expected = Vec::new();
            for all in most(0).flat_map(|one| {
                most(1).flat_map(move |two| most(2).map(move |last| [one, two, last]))
            }) {
                let may = |all: [u8; 3]| threshold.may(all.map(usize::from));
                let needs = |nth: usize| {
                    let mut fewer = all;
                    fewer[nth] = fewer[nth].saturating_sub(1);
                    all[nth] == has[nth] || !may(fewer)
                };
                let more = (0..3).map(|nth| all[nth] - has[nth]).sum::<u8>();
                let is_way = more <= together && may(all) && (0..3).all(needs);
                expected.extend(is_way.then_some(all));
            }
            let ways = threshold.alternatives([0, 1, 2], (&has, &can), together);
            assert_eq!(ways.collect::<Vec<_>>(), expected);
        }
    }
}
