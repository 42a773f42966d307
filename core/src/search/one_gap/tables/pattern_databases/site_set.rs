//! Sets of sites as the bits of one word, as wide as the board needs.

/// A set of sites.
pub trait SiteSet: Copy + Default + PartialEq + Send + Sync + 'static {
    /// Without any site.
    const EMPTY: Self;

    /// Returns the set of `site` alone.
    fn of(site: u8) -> Self;
    /// Returns the sites below `count`.
    fn below(count: usize) -> Self;
    /// Returns the sites that are in both.
    fn and(self, other: Self) -> Self;
    /// Returns the sites that are in one or both.
    fn or(self, other: Self) -> Self;
    /// Returns the sites that are not in `other`.
    fn without(self, other: Self) -> Self;
    /// Returns the sites that are in one alone.
    fn xor(self, other: Self) -> Self;
    /// Returns the number of sites.
    fn count(self) -> u32;
    /// Returns the `nth` eight sites as bits.
    fn byte(self, nth: usize) -> usize;
    /// Takes the first site out of it.
    fn pop(&mut self) -> Option<u8>;

    /// Returns the sites in rising order.
    fn sites(mut self) -> impl Iterator<Item = u8> {
        std::iter::from_fn(move || self.pop())
    }
}

macro_rules! site_set {
    ($word:ty) => {
        impl SiteSet for $word {
            const EMPTY: Self = 0;

            #[inline]
            fn of(site: u8) -> Self {
                1 << site
            }

            #[inline]
            fn below(count: usize) -> Self {
                Self::MAX.checked_shr(Self::BITS - count as u32).unwrap_or(0)
            }

            #[inline]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }

            #[inline]
            fn byte(self, nth: usize) -> usize {
                usize::from((self >> (8 * nth)) as u8)
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }

            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            fn without(self, other: Self) -> Self {
                self & !other
            }

            #[inline]
            fn pop(&mut self) -> Option<u8> {
                let first = self.trailing_zeros() as u8;
                (*self != 0).then(|| {
                    *self &= *self - 1;
                    first
                })
            }
        }
    };
}

site_set!(u16);
site_set!(u64);
site_set!(u128);
