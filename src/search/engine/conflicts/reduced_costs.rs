//! The ends that each tile may go to, and what it costs there more than what the duals of its
//! colour count for it. Used by [`super::pairs`].

use std::hash::BuildHasher;
use std::ops::Range;

use rustc_hash::FxBuildHasher;

use super::assignment::{Costs, MOST, duals};

/// Where a tile may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The first end of its colour.
    base: u8,
    /// An end that costs nothing more, another for each tile.
    pub tight: u8,
    /// For each end of its colour, from the lowest bits: what it costs more.
    more: u16,
}

/// What an end costs more is written in so many bits; as much as they hold stands for all above.
const BITS: usize = 2;

/// Ends that cost so much more are no options.
pub const TOO_MUCH: u8 = (1 << BITS) - 1;

impl Options {
    /// Those of the only tile of its colour.
    pub const fn single(slot: usize) -> Self {
        Self { base: slot as u8, tight: slot as u8, more: u16::MAX << BITS }
    }

    /// Returns the ends that cost less than `most` more, and what they cost; `most` is
    /// [`TOO_MUCH`] at most.
    #[inline]
    pub fn below(self, most: u8) -> impl Iterator<Item = (usize, u8)> {
        self.of(!(self.more & self.more >> 1) & EACH).filter(move |&(_, more)| more < most)
    }

    /// Returns all ends of the colour, of which there are so many, and what they cost more, or
    /// [`TOO_MUCH`].
    pub fn all(self, ends: usize) -> impl Iterator<Item = (usize, u8)> {
        self.of(EACH).take(ends)
    }

    /// Returns the ends at these bits.
    #[inline]
    fn of(self, mut bits: u16) -> impl Iterator<Item = (usize, u8)> {
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
            let end = bit as usize / BITS;
            (bit < u16::BITS).then(|| (usize::from(self.base) + end, more_at(self.more, end)))
        })
    }
}

/// The lowest bit of each end.
const EACH: u16 = 0x5555;

#[inline]
const fn more_at(more: u16, end: usize) -> u8 {
    (more >> (BITS * end)) as u8 & TOO_MUCH
}

/// Options that have been computed, by a hash of what they are of.
#[derive(Clone, Default)]
pub struct Memory(Vec<Remembered>);

/// The options of some equal tiles.
#[derive(Clone, Copy, Default)]
struct Remembered {
    /// The target, the first slot and the sites; nothing at first.
    of: (u16, u16, [u16; MOST]),
    /// What all go at least.
    all: i16,
    /// By tile, in the order of their sites: see [`Options`], but for the ends of their colour.
    tight: [u8; MOST],
    more: [u16; MOST],
}

/// What is remembered, at most.
const REMEMBERED: usize = 1 << 13;

impl Memory {
    /// Appends the options of the tiles of one colour, by their slots and sites, to `options`.
    /// Returns what they go at least; `distance` tells what a tile goes from a site to an end.
    pub fn append(
        &mut self,
        target: usize,
        slots: &Range<usize>,
        sites: &[u16],
        distance: impl Fn(usize, u16) -> i16,
        options: &mut Vec<Options>,
    ) -> i16 {
        let len = sites.len();
        let (ranks, ordered) = in_order(sites);
        // So what is remembered of nothing is of no tiles.
        let of = (target as u16 + 1, slots.start as u16, ordered);
        if self.0.is_empty() {
            self.0.resize_with(REMEMBERED, Remembered::default);
        }
        let remembered = &mut self.0[FxBuildHasher.hash_one(of) as usize % REMEMBERED];
        if remembered.of != of {
            *remembered = compute(of, slots, &ordered[..len], distance);
        }
        let base = slots.start as u8;
        options.extend(ranks[..len].iter().map(|&rank| {
            let (tight, more) = (base + remembered.tight[rank], remembered.more[rank]);
            Options { base, tight, more }
        }));
        remembered.all
    }
}

fn compute(
    of: (u16, u16, [u16; MOST]),
    slots: &Range<usize>,
    sites: &[u16],
    distance: impl Fn(usize, u16) -> i16,
) -> Remembered {
    let mut costs = Costs::default();
    for (costs, &site) in costs.iter_mut().zip(sites) {
        let row = costs.iter_mut().zip(slots.clone());
        row.for_each(|(cost, end)| *cost = distance(end, site));
    }
    let duals = duals(sites.len(), &costs);
    let mut more = [u16::MAX; MOST];
    for (tile, more) in more.iter_mut().enumerate().take(sites.len()) {
        for (end, &cost) in costs[tile].iter().enumerate().take(sites.len()) {
            let cost = cost - duals.tiles[tile] - duals.ends[end];
            let cost = cost.min(TOO_MUCH.into()) as u16;
            *more ^= (cost ^ u16::from(TOO_MUCH)) << (BITS * end);
        }
    }
    let all = duals.tiles.iter().chain(&duals.ends).sum();
    Remembered { of, all, tight: duals.end_of, more }
}

/// Returns, of some sites, which place each has when they are put in order, and the order.
fn in_order(sites: &[u16]) -> ([usize; MOST], [u16; MOST]) {
    let (mut ranks, mut ordered) = ([0; MOST], [u16::MAX; MOST]);
    for (rank, &site) in ranks.iter_mut().zip(sites) {
        *rank = sites.iter().filter(|&&other| other < site).count();
        ordered[*rank] = site;
    }
    (ranks, ordered)
}
