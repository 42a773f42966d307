//! Reduced costs of equal tiles: what each end costs a tile more than the dual values account for.
//! Cached by the sites of the tiles.

use std::hash::BuildHasher;
use std::ops::Range;

use rustc_hash::FxBuildHasher;

use super::assignment::{Costs, MAX_EQUAL_TILES, solve};

/// The reduced costs of one tile at the ends of its colour.
#[derive(Clone, Copy)]
pub struct ReducedCosts {
    /// The first end of its colour.
    base: u8,
    /// An end of reduced cost 0, a different one for each tile.
    pub tight: u8,
    /// For each end of its colour, from the lowest bits: the reduced cost.
    more: u16,
}

/// Bits of one reduced cost; their highest value stands for all above.
const BITS_PER_END: usize = 2;

/// Ends of this reduced cost or more are not considered.
pub const CAPPED: u8 = (1 << BITS_PER_END) - 1;

impl ReducedCosts {
    /// Returns those of a tile that is the only one of its colour.
    pub const fn single(slot: usize) -> Self {
        Self { base: slot as u8, tight: slot as u8, more: u16::MAX << BITS_PER_END }
    }

    /// Returns the ends of reduced cost below `most`, which is at most [`CAPPED`], with that cost.
    #[inline]
    pub fn below(self, most: u8) -> impl Iterator<Item = (usize, u8)> {
        self.of(!(self.more & self.more >> 1) & LOWEST_BITS).filter(move |&(_, more)| more < most)
    }

    /// Returns all `ends` of the colour with their reduced costs, up to [`CAPPED`].
    pub fn all(self, ends: usize) -> impl Iterator<Item = (usize, u8)> {
        self.of(LOWEST_BITS).take(ends)
    }

    /// Returns the ends whose lowest bits are set.
    #[inline]
    fn of(self, mut bits: u16) -> impl Iterator<Item = (usize, u8)> {
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
            let end = bit as usize / BITS_PER_END;
            (bit < u16::BITS).then(|| (usize::from(self.base) + end, more_at(self.more, end)))
        })
    }
}

/// The lowest bit of each end's field.
const LOWEST_BITS: u16 = 0x5555;

#[inline]
const fn more_at(more: u16, end: usize) -> u8 {
    (more >> (BITS_PER_END * end)) as u8 & CAPPED
}

/// A direct-mapped cache of reduced costs.
#[derive(Clone, Default)]
pub struct ReducedCostCache(Vec<CacheEntry>);

/// The reduced costs of some equal tiles.
#[derive(Clone, Copy, Default)]
struct CacheEntry {
    /// The target + 1, the first slot and the sites; all 0 in an empty entry.
    key: (u16, u16, [u16; MAX_EQUAL_TILES]),
    /// The cost of the assignment.
    total: i16,
    /// By tile in the order of sites: see [`ReducedCosts`], with ends counted from the first of the
    /// colour.
    tight: [u8; MAX_EQUAL_TILES],
    more: [u16; MAX_EQUAL_TILES],
}

/// Entries of the cache: some hundred kilobytes, so that it stays in the second-level cache.
const CACHE_ENTRIES: usize = 1 << 13;

impl ReducedCostCache {
    /// Appends the reduced costs of the tiles in `slots` to `reduced_costs` and returns the cost of
    /// their assignment; `distance` is the slide distance from a site to an end.
    pub fn append(
        &mut self,
        target: usize,
        slots: &Range<usize>,
        sites: &[u16],
        distance: impl Fn(usize, u16) -> i16,
        reduced_costs: &mut Vec<ReducedCosts>,
    ) -> i16 {
        let len = sites.len();
        let (ranks, ordered) = in_order(sites);
        // The target counts from 1, so an empty entry matches nothing.
        let key = (target as u16 + 1, slots.start as u16, ordered);
        if self.0.is_empty() {
            self.0.resize_with(CACHE_ENTRIES, CacheEntry::default);
        }
        let entry = &mut self.0[FxBuildHasher.hash_one(key) as usize % CACHE_ENTRIES];
        if entry.key != key {
            *entry = compute(key, slots, &ordered[..len], distance);
        }
        let base = slots.start as u8;
        reduced_costs.extend(ranks[..len].iter().map(|&rank| {
            let (tight, more) = (base + entry.tight[rank], entry.more[rank]);
            ReducedCosts { base, tight, more }
        }));
        entry.total
    }
}

fn compute(
    key: (u16, u16, [u16; MAX_EQUAL_TILES]),
    slots: &Range<usize>,
    sites: &[u16],
    distance: impl Fn(usize, u16) -> i16,
) -> CacheEntry {
    let mut costs = Costs::default();
    for (costs, &site) in costs.iter_mut().zip(sites) {
        let row = costs.iter_mut().zip(slots.clone());
        row.for_each(|(cost, end)| *cost = distance(end, site));
    }
    let duals = solve(sites.len(), &costs);
    let mut more = [u16::MAX; MAX_EQUAL_TILES];
    for (tile, more) in more.iter_mut().enumerate().take(sites.len()) {
        for (end, &cost) in costs[tile].iter().enumerate().take(sites.len()) {
            let cost = cost - duals.tiles[tile] - duals.ends[end];
            let cost = cost.min(CAPPED.into()) as u16;
            *more ^= (cost ^ u16::from(CAPPED)) << (BITS_PER_END * end);
        }
    }
    let total = duals.tiles.iter().chain(&duals.ends).sum();
    CacheEntry { key, total, tight: duals.end_of, more }
}

/// Returns the rank of each site, and the sites in order.
fn in_order(sites: &[u16]) -> ([usize; MAX_EQUAL_TILES], [u16; MAX_EQUAL_TILES]) {
    let (mut ranks, mut ordered) = ([0; MAX_EQUAL_TILES], [u16::MAX; MAX_EQUAL_TILES]);
    for (rank, &site) in ranks.iter_mut().zip(sites) {
        *rank = sites.iter().filter(|&&other| other < site).count();
        ordered[*rank] = site;
    }
    (ranks, ordered)
}
