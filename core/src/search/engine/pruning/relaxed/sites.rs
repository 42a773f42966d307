//! Sets of sites as bits of a word.

use std::ops::{BitAnd, BitOr, Not};

/// A set of sites.
pub trait Sites:
    Copy + Eq + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    const BITS: usize;
    const NONE: Self;
    const ALL: Self;

    /// Returns the set of one site.
    fn bit(site: usize) -> Self;

    /// Returns the sites of the set.
    fn each(self) -> impl Iterator<Item = usize>;

    /// Returns the set of `sites`.
    fn of(sites: &[u16]) -> Self {
        sites.iter().fold(Self::NONE, |all, &site| all | Self::bit(usize::from(site)))
    }
}

macro_rules! words {
    ($($word:ty),*) => {$(
        impl Sites for $word {
            const BITS: usize = Self::BITS as usize;
            const NONE: Self = 0;
            const ALL: Self = Self::MAX;

            #[inline]
            fn bit(site: usize) -> Self {
                1 << site
            }

            #[inline]
            fn each(mut self) -> impl Iterator<Item = usize> {
                std::iter::from_fn(move || {
                    let site = (self != 0).then(|| self.trailing_zeros() as usize)?;
                    self &= self - 1;
                    Some(site)
                })
            }
        }
    )*};
}

words!(u64, u128);
