//! What states of the relaxed game a database has, and how pushes lead from some to others.
//!
//! A state is a placement of the pattern tiles and the region over which the empty cell wanders,
//! which they may cut in pieces. States with the same set of sites under the tiles and the same
//! region are a **block**: one bit for each order of the tiles. A push of a tile to the next site
//! leads from one block to another and changes all orders alike, so a block is expanded as a whole.
//!
//! A push goes to a site of the other shade, so all states at one depth have sets of one shade.

use std::sync::Arc;

use super::super::symmetry::{Graph, NONE};
use super::placements::{Orders, number_of_set};
use super::site_set::SiteSet;

/// A push that leads to a block.
#[derive(Clone, Copy)]
pub struct Push {
    /// The block that it comes from, among those of its shade.
    pub source: u32,
    /// The set of that block.
    pub set: u32,
    /// The rank of the tile before it and after it.
    ranks: [u8; 2],
}

/// The blocks of all patterns of so many tiles on a board: they do not depend on the goal.
pub struct Blocks {
    /// Words of a block.
    pub words: usize,
    pub orders: Arc<Orders>,
    /// By set the number of its first block; one more at the end.
    first: Vec<u32>,
    /// The same among the blocks of sets of each shade.
    first_by_shade: [Vec<u32>; 2],
    /// By set its shade.
    shades: Vec<u8>,
    /// By block its first push; one more at the end.
    first_push: Vec<u32>,
    /// Those that lead to a block; the pushes back are those from it.
    pushes: Vec<Push>,
}

impl Blocks {
    /// Lists the blocks of `tiles` tiles on a board.
    pub fn new(graph: &Graph, tiles: usize) -> Self {
        match graph.sites() {
            0..=16 => Self::with::<u16>(graph, tiles),
            17..=64 => Self::with::<u64>(graph, tiles),
            _ => Self::with::<u128>(graph, tiles),
        }
    }

    fn with<S: SiteSet>(graph: &Graph, tiles: usize) -> Self {
        let board = Board::<S>::new(graph);
        let distances = graph.distances(0, |_| true);
        let mut sets = Vec::new();
        let mut shades = Vec::new();
        for_each_set(graph.sites(), tiles, |sites| {
            sets.push(sites.iter().fold(S::EMPTY, |set, &site| set.or(S::of(site))));
            shades.push(sites.iter().fold(0, |sum, &site| sum ^ distances[usize::from(site)] & 1));
        });
        let lowest: Vec<S> = sets.iter().map(|&set| board.lowest_of_regions(set)).collect();
        let (mut first, mut first_by_shade) = (vec![0], [vec![0], vec![0]]);
        for (lowest, &shade) in lowest.iter().zip(&shades) {
            first.push(first[first.len() - 1] + lowest.count());
            for (other, first) in (0..).zip(&mut first_by_shade) {
                let more = if other == shade { lowest.count() } else { 0 };
                first.push(first[first.len() - 1] + more);
            }
        }
        let (mut first_push, mut pushes) = (vec![0], Vec::new());
        for (&set, (mut starts, &shade)) in sets.iter().zip(lowest.iter().copied().zip(&shades)) {
            while let Some(start) = starts.pop() {
                let region = board.region(board.free(set), start);
                board.for_each_push(set, region, |from, to| {
                    let source = set.without(S::of(to)).or(S::of(from));
                    let number = number_of_set(source.sites()) as usize;
                    let nth = match lowest[number].count() {
                        1 => 0,
                        _ => {
                            let mut region = board.region(board.free(source), to);
                            let start = region.pop().expect("the tile came here");
                            lowest[number].and(S::below(start.into())).count()
                        }
                    };
                    let before = source.and(S::below(from.into())).count() as u8;
                    let after = set.and(S::below(to.into())).count() as u8;
                    let source = first_by_shade[usize::from(1 - shade)][number] + nth;
                    pushes.push(Push { source, set: number as u32, ranks: [before, after] });
                });
                first_push.push(pushes.len() as u32);
            }
        }
        let orders = Arc::new(Orders::new(tiles));
        let words = orders.count().div_ceil(64);
        Self { words, orders, first, first_by_shade, shades, first_push, pushes }
    }

    /// Returns the number of sets.
    pub const fn sets(&self) -> usize {
        self.shades.len()
    }

    /// Returns the shade of a set.
    pub fn shade(&self, set: usize) -> u8 {
        self.shades[set]
    }

    /// Returns the blocks of the sets before `set`.
    pub fn before(&self, set: usize) -> usize {
        self.first[set] as usize
    }

    /// Returns the blocks of the sets before `set` that are of one shade.
    pub fn before_of_shade(&self, set: usize, shade: u8) -> usize {
        self.first_by_shade[usize::from(shade)][set] as usize
    }

    /// Returns the pushes that lead to a block.
    pub fn pushes(&self, block: usize) -> &[Push] {
        &self.pushes[self.first_push[block] as usize..self.first_push[block + 1] as usize]
    }

    /// Returns what a push does to the orders: `None` for nothing.
    #[inline]
    pub fn turn(&self, Push { ranks: [before, after], .. }: Push) -> Option<&[u16]> {
        (before != after).then(|| self.orders.turn(before.into(), after.into()))
    }

    /// Returns the block that has the tiles on `sites` and the empty cell on `empty`, among those
    /// of its set.
    pub fn region(graph: &Graph, sites: &[u8], empty: u8) -> usize {
        let mut region = vec![NONE; graph.sites()];
        let mut regions = 0;
        for start in 0..graph.sites() as u8 {
            if region[usize::from(start)] != NONE || sites.contains(&start) {
                continue;
            }
            let mut open = vec![start];
            while let Some(site) = open.pop() {
                region[usize::from(site)] = regions;
                let is_new =
                    |next: &u8| region[usize::from(*next)] == NONE && !sites.contains(next);
                open.extend(graph.neighbours(site).filter(is_new));
            }
            regions += 1;
        }
        region[usize::from(empty)].into()
    }

    /// Returns the memory held.
    pub fn memory_bytes(&self) -> u64 {
        let numbers = self.first.len() * 3 + self.first_push.len();
        let pushes = self.pushes.len() * size_of::<Push>();
        self.orders.memory_bytes()
            + (numbers * size_of::<u32>() + self.shades.len() + pushes) as u64
    }
}

/// The sites as sets.
struct Board<S> {
    /// For each site those next to it.
    around: Vec<S>,
    all: S,
}

impl<S: SiteSet> Board<S> {
    fn new(graph: &Graph) -> Self {
        let around = |site: u8| {
            let next = graph.neighbours(site);
            next.fold(S::EMPTY, |set, next| set.or(S::of(next)))
        };
        let sites = graph.sites();
        Self { around: (0..sites as u8).map(around).collect(), all: S::below(sites) }
    }

    fn free(&self, set: S) -> S {
        self.all.without(set)
    }

    /// Returns the sites of `free` that can be reached from `from`, one of them.
    fn region(&self, free: S, from: u8) -> S {
        let mut region = S::of(from);
        let mut new = region;
        while let Some(site) = new.pop() {
            let more = self.around[usize::from(site)].and(free).without(region);
            region = region.or(more);
            new = new.or(more);
        }
        region
    }

    /// Returns the lowest sites of the regions beside the tiles on `set`.
    fn lowest_of_regions(&self, set: S) -> S {
        let free = self.free(set);
        let (mut left, mut lowest) = (free, S::EMPTY);
        while let Some(site) = left.pop() {
            lowest = lowest.or(S::of(site));
            left = left.without(self.region(free, site));
        }
        lowest
    }

    /// Calls `call` with where a tile came from, in `region`, and where it is now, in `set`.
    fn for_each_push(&self, set: S, region: S, mut call: impl FnMut(u8, u8)) {
        for to in set.sites() {
            for from in self.around[usize::from(to)].and(region).sites() {
                call(from, to);
            }
        }
    }
}

/// Calls `call` with all sets of `count` sites, in rising order of their numbers.
fn for_each_set(sites: usize, count: usize, mut call: impl FnMut(&[u8])) {
    let mut chosen: Vec<u8> = (0..count as u8).collect();
    loop {
        call(&chosen);
        let end = |nth: usize| chosen.get(nth + 1).copied().unwrap_or(sites as u8);
        let Some(nth) = (0..count).find(|&nth| chosen[nth] + 1 < end(nth)) else { return };
        chosen[nth] += 1;
        (0..nth).for_each(|nth| chosen[nth] = nth as u8);
    }
}
