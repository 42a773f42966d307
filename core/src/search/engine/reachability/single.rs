//! Reachability of all tiles under the delete relaxation, with extra moves allocated to each.
//!
//! Where a tile has come once, it supports others forever after, and nothing is in its way. Two
//! tiles that could each arrive only after the other never do.
//!
//! Reference: Hoffmann, Nebel, *The FF Planning System*, 2001 (delete relaxation).

use super::context::Context;
use crate::search::engine::states::sets::{SiteSet, sites_in};
use crate::search::engine::stop_constraints::site_tables::SiteTables;
use crate::search::engine::stop_constraints::transitions::EXTRA_LEVELS;

/// Where the tiles of a state come.
#[derive(Clone, Default)]
pub struct Reachability {
    pub tiles: Vec<TileReach>,
    /// The sites that at least one and two tiles reach.
    once: SiteSet,
    twice: SiteSet,
    /// Tiles that have not arrived, and tiles that may go on, a bit for each.
    pub unreached: u64,
    active: u64,
}

#[derive(Clone, Copy)]
pub struct TileReach {
    /// By extra moves: the sites reached with at most that number.
    reached: [SiteSet; EXTRA_LEVELS],
    /// The sites that other tiles know of.
    published: SiteSet,
    /// The blockers that would let it go on, and those among them not looked at since something
    /// changed.
    blockers: SiteSet,
    fresh_blockers: SiteSet,
    /// The rows of its site and of the first site.
    row: u32,
    pub first: u32,
    /// The extra moves allocated to it.
    extra: u8,
}

impl TileReach {
    /// Starts on a site; its rows in the tables.
    pub fn new(tables: &SiteTables, (row, first): (u32, u32), extra: u8) -> Self {
        let reached = [0; EXTRA_LEVELS];
        let mut tile =
            Self { reached, published: 0, blockers: 0, fresh_blockers: 0, row, first, extra };
        tile.enter(tables, (row - first) as usize, 0);
        tile
    }

    /// Returns its first site.
    #[inline]
    pub const fn site(&self) -> usize {
        (self.row - self.first) as usize
    }

    /// Returns the extra moves allocated to it.
    #[inline]
    pub const fn extra(&self) -> usize {
        self.extra as usize
    }

    /// Returns the sites that it reaches.
    #[inline]
    pub const fn sites(&self) -> SiteSet {
        self.reached[self.extra as usize]
    }

    /// Lets it enter a site with so many extra moves, and go on without support.
    #[inline]
    fn enter(&mut self, tables: &SiteTables, site: usize, level: usize) {
        let (closure, left) = (tables.closure(self.first, site), usize::from(self.extra) - level);
        for (reached, to) in self.reached[level..=level + left].iter_mut().zip(&closure.to) {
            *reached |= to;
        }
        self.blockers |= closure.blockers[left];
        self.fresh_blockers |= closure.blockers[left];
    }

    /// Lets it go on where other tiles stand on `held`. Returns the number of moves tried.
    fn extend(&mut self, context: Context<'_>, held: SiteSet) -> u64 {
        let (tables, mut ways) = (context.tables, 0);
        for blocker in sites_in(held) {
            let from = tables.transitions(self.first, blocker).unblocks;
            for (cost, from) in from.into_iter().enumerate().take(usize::from(self.extra) + 1) {
                let last = usize::from(self.extra) - cost;
                for site in sites_in(from & self.reached[last]) {
                    ways += 1;
                    let level = (0..last).find(|&level| self.reached[level] >> site & 1 == 1);
                    let after = level.unwrap_or(last) + cost;
                    let to = tables.supported_moves(context.is_back).to(site, blocker);
                    let to = to & tables.transitions(self.first, site).to[cost];
                    for to in sites_in(to & !self.reached[after]) {
                        self.enter(tables, to, after);
                    }
                }
            }
        }
        ways
    }

    /// Returns the blockers that would let it go on.
    #[inline]
    pub const fn blockers(&self) -> SiteSet {
        self.blockers
    }

    /// Returns the row of its first site.
    #[inline]
    pub const fn row(&self) -> u32 {
        self.row
    }
}

impl Reachability {
    /// Starts with tiles that go wherever no support is needed. Returns their number.
    pub fn begin(&mut self, tables: &SiteTables, tiles: impl Iterator<Item = TileReach>) -> u64 {
        self.tiles.clear();
        self.tiles.extend(tiles);
        (self.once, self.twice) = (0, 0);
        self.unreached = u64::MAX >> (64 - self.tiles.len());
        self.active = 0;
        for nth in 0..self.tiles.len() {
            self.publish(tables, nth);
        }
        for (nth, tile) in self.tiles.iter().enumerate() {
            self.active |= u64::from(tile.blockers & self.supports_for(tile) != 0) << nth;
        }
        self.tiles.len() as u64
    }

    /// Returns the sites that others than this tile reach.
    #[inline]
    pub const fn supports_for(&self, tile: &TileReach) -> SiteSet {
        self.once & !tile.published | self.twice
    }

    /// Returns the sites that others than some tiles reach, at the end of a run.
    #[inline]
    pub fn supports_for_all(&self, some: &[usize]) -> SiteSet {
        let tiles = self.tiles.iter().enumerate().filter(|(nth, _)| !some.contains(nth));
        tiles.fold(0, |all, (_, tile)| all | tile.published)
    }

    /// Lets all tiles go wherever they can. Returns the number of moves tried.
    pub fn run(&mut self, context: Context<'_>) -> u64 {
        let mut looked_at = 0;
        while self.active != 0 {
            let nth = self.active.trailing_zeros() as usize;
            self.active &= self.active - 1;
            let held = self.supports_for(&self.tiles[nth]);
            let tile = &mut self.tiles[nth];
            while held & tile.fresh_blockers != 0 {
                let held = held & std::mem::take(&mut tile.fresh_blockers);
                looked_at += tile.extend(context, held);
            }
            looked_at += 1;
            let news = self.publish(context.tables, nth);
            if news != 0 {
                self.wake(news);
            }
        }
        looked_at
    }

    /// Makes the new sites of a tile known. Returns those that one more tile can reach, up to two.
    #[inline]
    fn publish(&mut self, tables: &SiteTables, nth: usize) -> SiteSet {
        let tile = &mut self.tiles[nth];
        let new = tile.sites() & !tile.published;
        tile.published |= new;
        if new & tables.ends(tile.first) != 0 {
            self.unreached &= !(1 << nth);
        }
        let news = new & !self.twice;
        self.twice |= self.once & new;
        self.once |= new;
        news
    }

    /// Wakes the tiles that may go on with support on these sites.
    fn wake(&mut self, news: SiteSet) {
        for (nth, tile) in self.tiles.iter_mut().enumerate() {
            // Where two tiles can stand, one of them is another tile.
            let held = tile.blockers & news & (!tile.published | self.twice);
            tile.fresh_blockers |= held;
            self.active |= u64::from(held != 0) << nth;
        }
    }
}
