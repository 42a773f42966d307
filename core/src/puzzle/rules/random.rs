//! Chance that can be repeated: SplitMix64, a stream of numbers that its seed alone
//! decides, in every version and on every machine. Used wherever a seed is promised: by the
//! generator, shuffles and the self-check; and to choose one of several positions.
//!
//! It is written out here, in ten lines, rather than taken from a library, because what
//! was made once from a seed must be made again by every later version.
//!
//! Reference: Steele, Lea, Flood, *Fast Splittable Pseudorandom Number Generators*, 2014.

use std::ops::{Bound, RangeBounds};

const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

/// Declares a number of a type within a range, all equally likely but for what [`Random::below`]
/// says.
macro_rules! within {
    ($($name:ident),+) => {
        $(
            /// Returns a number of this type within `range`.
            ///
            /// # Panics
            /// When the range is empty.
            pub fn $name(&mut self, range: impl RangeBounds<$name>) -> $name {
                let bound = |bound: Bound<&$name>| bound.map(|&number| number as u64);
                let (start, end) = (bound(range.start_bound()), bound(range.end_bound()));
                self.within(start, end, $name::MAX as u64) as $name
            }
        )+
    };
}

impl Random {
    /// Returns the stream of `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    within!(u8, u32, u64, usize);

    /// Returns true as often as false.
    pub const fn bool(&mut self) -> bool {
        self.next() >> 63 == 1
    }

    /// Returns a number from 0 up to 1, without 1.
    pub fn f64(&mut self) -> f64 {
        // As many bits as a number of this type holds.
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns one of `items`, if there are any.
    pub fn choice<I>(&mut self, items: I) -> Option<I::Item>
    where
        I: IntoIterator<IntoIter: ExactSizeIterator>,
    {
        let mut items = items.into_iter();
        let count = items.len();
        if count == 0 { None } else { items.nth(self.below(count)) }
    }

    fn within(&mut self, start: Bound<u64>, end: Bound<u64>, most: u64) -> u64 {
        let first = match start {
            Bound::Included(start) => start,
            Bound::Excluded(start) => start + 1,
            Bound::Unbounded => 0,
        };
        let last = match end {
            Bound::Included(end) => Some(end),
            Bound::Excluded(end) => end.checked_sub(1),
            Bound::Unbounded => Some(most),
        };
        let last = last.filter(|&last| last >= first).expect("a range that is not empty");
        let count = u128::from(last - first) + 1;
        first + ((u128::from(self.next()) * count) >> 64) as u64
    }

    /// Returns the next number.
    pub(crate) const fn next(&mut self) -> u64 {
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
pub(crate) const fn mixed(state: u64, value: u64) -> u64 {
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
    fn what_is_drawn_from_a_seed_stays_the_same() {
        let mut random = Random::new(7);
        let drawn = (
            [random.u8(..), random.u8(2..=5), random.u8(3..4)],
            [random.u32(..100), random.u32(1..=8)],
            [random.u64(..), random.u64(..=1)],
            random.usize(10..20),
            [random.bool(), random.bool(), random.bool()],
            random.f64(),
            random.choice(['a', 'b', 'c']),
            random.choice(Vec::<char>::new()),
        );
        assert_eq!(
            format!("{drawn:?}"),
            "([99, 2, 3], [58, 4], [4601199455465548305, 0], 13, [false, false, false], \
             0.9598740765730915, Some('c'), None)"
        );
        let mut items: Vec<u8> = (0..10).collect();
        random.shuffle(&mut items);
        assert_eq!(items, [5, 0, 2, 9, 3, 1, 6, 4, 7, 8]);
    }

    #[test]
    fn ranges_are_kept_to_their_ends() {
        let mut random = Random::new(2);
        let mut seen = [false; 6];
        for _ in 0..1_000 {
            let number = random.u8(2..=5);
            assert!((2..6).contains(&number) && (0.0..1.0).contains(&random.f64()));
            seen[usize::from(number)] = true;
        }
        assert_eq!(seen, [false, false, true, true, true, true]);
        assert_eq!((random.u8(255..), random.usize(..1)), (255, 0));
        let empty = std::panic::catch_unwind(|| Random::new(1).u8(3..3));
        assert!(empty.is_err());
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
