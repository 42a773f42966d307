//! Sets of sites and of tiles as bits.

/// Sites, a bit for each.
pub type SiteSet = u128;

/// Levels with more tiles are not checked: tiles are bits of a word.
pub const MAX_TILES: usize = 64;

/// Iterates over the sites of a set.
#[inline]
pub fn sites_in(mut sites: SiteSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let site = sites.trailing_zeros();
        sites &= sites.wrapping_sub(1);
        (site < SiteSet::BITS).then_some(site as usize)
    })
}
