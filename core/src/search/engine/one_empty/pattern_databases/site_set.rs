//! Sets of sites as the bits of one word, as wide as the board needs.

/// A set of sites.
pub trait SiteSet: Copy + PartialEq + Send + Sync + 'static {
    /// Without any site.
    const EMPTY: Self;

    /// Returns the set of `site` alone.
    fn of(site: u8) -> Self;
    /// Returns the sites below `count`.
    fn below(count: usize) -> Self;
    /// Says whether `site` is in it.
    fn has(self, site: u8) -> bool;
    /// Returns the sites that are in both.
    fn and(self, other: Self) -> Self;
    /// Returns the sites that are in one or both.
    fn or(self, other: Self) -> Self;
    /// Returns the sites that are not in `other`.
    fn without(self, other: Self) -> Self;
    /// Takes the first site out of it.
    fn pop(&mut self) -> Option<u8>;
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
                Self::MAX >> (Self::BITS as usize - count)
            }

            #[inline]
            fn has(self, site: u8) -> bool {
                self >> site & 1 > 0
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
site_set!(u32);
site_set!(u64);
site_set!(u128);
