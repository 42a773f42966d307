//! Chance that can be repeated: SplitMix64, a stream of numbers that its seed alone
//! decides, in every version and on every machine. Used by the generator, and to choose
//! one of several positions.
//!
//! It is written out here, in ten lines, rather than taken from a library, because what
//! was generated once from a seed must be generated again by every later version.
//!
//! Reference: Steele, Lea, Flood, *Fast Splittable Pseudorandom Number Generators*, 2014.

const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of numbers.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// Returns the stream of `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        finished(self.0)
    }

    /// Returns a number below `bound`, which must not be 0. (One of 2^64 / `bound` numbers
    /// comes more often than it should, which no board shows.)
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// Puts `items` into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

/// Returns a number that depends on all bits of both.
pub(super) const fn mixed(state: u64, value: u64) -> u64 {
    finished((state ^ value).wrapping_add(GAMMA))
}

const fn finished(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        // The numbers that the authors' Java gives for the seed 1234567.
        let mut random = Random::new(1_234_567);
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(expected.map(|_| random.next()), expected);
    }

    #[test]
    fn every_number_below_a_bound_comes() {
        let mut random = Random::new(1);
        let mut counts = [0; 6];
        (0..6000).for_each(|_| counts[random.below(6)] += 1);
        assert!(counts.iter().all(|&count| (850..1150).contains(&count)), "{counts:?}");
        let mut items: Vec<u8> = (0..20).collect();
        random.shuffle(&mut items);
        assert_ne!(items, (0..20).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..20).collect::<Vec<_>>());
    }
}
