//! Reduced costs of equal tiles: what each end costs a tile more than the dual values account for.
//! Cached by the sites of the tiles.
//!
//! The dual values of the assignment give each tile and each end a number, so that no tile's
//! distance to an end is less than the sum of their two numbers, and all numbers add up to the cost
//! of the cheapest assignment ([`crate::search::base::heuristic::Assignment`]).

use std::hash::BuildHasher;
use std::ops::Range;

use rustc_hash::FxBuildHasher;

pub(in crate::search) use crate::search::base::heuristic::Assignment;

/// Tiles of one colour, at most: more would not fit the 16 bits of their reduced costs.
pub const MAX_EQUAL_TILES: usize = 8;

/// The reduced costs of one tile at the ends of its colour.
#[derive(Clone, Copy)]
pub struct ReducedCosts {
    /// The first end of its colour.
    base: u8,
    /// An end of reduced cost 0, a different one for each tile.
    pub tight: u8,
    /// For each end of its colour two bits, from the lowest on: the reduced cost.
    packed: u16,
}

/// Bits of one reduced cost; their highest value stands for all above.
const BITS_PER_END: usize = 2;

/// Ends of this reduced cost or more are not considered.
pub const CAPPED: u8 = (1 << BITS_PER_END) - 1;

impl ReducedCosts {
    /// Returns those of a tile that is the only one of its colour.
    pub const fn single(slot: usize) -> Self {
        Self { base: slot as u8, tight: slot as u8, packed: u16::MAX << BITS_PER_END }
    }

    /// Returns the ends of reduced cost below `most`, which is at most [`CAPPED`], with that cost.
    #[inline]
    pub fn below(self, most: u8) -> impl Iterator<Item = (usize, u8)> {
        self.of(!(self.packed & self.packed >> 1) & LOWEST_BITS)
            .filter(move |&(_, more)| more < most)
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
            (bit < u16::BITS).then(|| (usize::from(self.base) + end, cost_at(self.packed, end)))
        })
    }
}

/// The lowest bit of each end's field.
const LOWEST_BITS: u16 = 0x5555;

#[inline]
const fn cost_at(packed: u16, end: usize) -> u8 {
    (packed >> (BITS_PER_END * end)) as u8 & CAPPED
}

/// A direct-mapped cache of reduced costs.
#[derive(Clone, Default)]
pub struct ReducedCostCache {
    entries: Vec<CacheEntry>,
    assignment: Assignment,
}

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
    packed: [u16; MAX_EQUAL_TILES],
}

/// Entries of the cache: some hundred kilobytes, so that it stays in the second-level cache.
const CACHE_ENTRIES: usize = 1 << 13;

impl ReducedCostCache {
    /// Returns the memory held.
    pub fn memory_bytes(&self) -> u64 {
        size_of_val(&self.entries[..]) as u64
    }

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
        if self.entries.is_empty() {
            self.entries.resize_with(CACHE_ENTRIES, CacheEntry::default);
        }
        let entry = &mut self.entries[FxBuildHasher.hash_one(key) as usize % CACHE_ENTRIES];
        if entry.key != key {
            let moves = |tile: u16, end: usize| {
                f64::from(distance(slots.start + end, ordered[usize::from(tile)]))
            };
            *entry = CacheEntry { key, ..compute(&mut self.assignment, len, &moves) };
        }
        let base = slots.start as u8;
        reduced_costs.extend(ranks[..len].iter().map(|&rank| {
            let (tight, packed) = (base + entry.tight[rank], entry.packed[rank]);
            ReducedCosts { base, tight, packed }
        }));
        entry.total
    }
}

/// Computes the entry of so many tiles in order of their sites; `moves` are those of a tile to an
/// end.
fn compute(
    assignment: &mut Assignment,
    len: usize,
    moves: &impl Fn(u16, usize) -> f64,
) -> CacheEntry {
    let tiles: [u16; MAX_EQUAL_TILES] = std::array::from_fn(|tile| tile as u16);
    // The duals of a tile are those of a "goal" here, since tile after tile is assigned.
    let duals = assignment.duals(moves, &tiles[..len], 0..len);
    let mut entry = CacheEntry { packed: [u16::MAX; MAX_EQUAL_TILES], ..CacheEntry::default() };
    for (&tile, packed) in tiles[..len].iter().zip(&mut entry.packed) {
        for (end, dual) in duals.tiles.iter().enumerate() {
            let reduced = moves(tile, end) - duals.goals[usize::from(tile)] - dual;
            let reduced = reduced.min(CAPPED.into()) as u16;
            *packed ^= (reduced ^ u16::from(CAPPED)) << (BITS_PER_END * end);
        }
    }
    for (end, &tile) in duals.goal_of.iter().enumerate() {
        entry.tight[tile - 1] = end as u8;
    }
    entry.total = duals.goals.iter().chain(duals.tiles).sum::<f64>() as i16;
    entry
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
