//! What the test of tightness looks up: for a tile with so many moves to spare, the sites
//! that it may stand on, and which sites must hold other tiles for it to arrive at all.

use rustc_hash::FxHashMap;

pub use super::support_sets::MAX_SETS;
use super::support_sets::{Link, Needs};
use super::transitions::{Held, Reach, Steps, reach, steps};
use crate::puzzle::Direction;
use crate::search::engine::estimate::pattern_database::Asked;
use crate::search::engine::reachability::pairs::Lines;
use crate::search::heuristic::distance::{Distances, FAR};
use crate::search::key::Key;
use crate::search::space::{NO_SITE, Space};

/// Sites, a bit for each.
pub type Sites = u128;

/// Moves to spare that are told apart: from 0. With the last number, or more, a tile may
/// stand anywhere and always arrives.
pub const LEVELS: usize = 7;
pub const UNLIMITED: u8 = (LEVELS - 1) as u8;

/// Rows of all tables together, at most: some megabytes.
const MAX_ROWS: usize = 1 << 14;

/// A tile on one site, on its way to the nearest of its targets.
#[derive(Clone, Copy)]
pub struct Tile {
    /// By moves to spare: the sites on which it may stand.
    pub within: [Sites; LEVELS],
    /// The same: where the sets begin of sites all of which must hold other tiles, and how
    /// many there are; one of them must. None is needed if there are none.
    sets: [(u32, u32); LEVELS],
    /// What all these sets have in common.
    common: [Sites; LEVELS],
}

/// What does not change.
pub struct Tables {
    groups: usize,
    /// By `target * groups + group`, the row of the first site.
    first_rows: Vec<u32>,
    sites: usize,
    /// By the row of the first site, divided by the number of sites: where a tile has arrived.
    ends: Vec<Sites>,
    tiles: Vec<Tile>,
    /// The moves that each takes at least.
    least: Vec<u16>,
    sets: Vec<Sites>,
    /// What each may do there.
    steps: Vec<Steps>,
    reach: Vec<Reach>,
    /// By row of the first site: its sites, the nearest first.
    nearest_first: Vec<u16>,
    /// For the ways to the goal, and back to the start.
    held: [Held; 2],
    lines: Lines,
}

impl Tables {
    /// Computes the tables of all groups for what is asked of them: by the start first, whose
    /// ways lead to a site, then by the placements of the goal, to which they lead. Returns
    /// `None` where that would be too much.
    pub fn new<K: Key>(space: &Space<K>, distances: &Distances, asked: &[Asked]) -> Option<Self> {
        let sites = distances.sites();
        if sites > Sites::BITS as usize {
            return None;
        }
        let links = links(space);
        let groups = space.groups.len();
        let (first_rows, ends, tiles, least, sets, steps, reach) = Default::default();
        let nearest_first = Vec::new();
        let held = [0, 1].map(|nth| Held::new(&links[nth]));
        let lines = Lines::new(space);
        let mut tables = Self {
            groups,
            first_rows,
            sites,
            ends,
            tiles,
            least,
            sets,
            steps,
            reach,
            nearest_first,
            held,
            lines,
        };
        let mut known = FxHashMap::default();
        for (target, asked) in asked.iter().enumerate() {
            let is_start = target == 0;
            for ends in asked {
                let next = tables.tiles.len() as u32;
                let row = *known.entry((is_start, ends)).or_insert(next);
                tables.first_rows.push(row);
                if row == next {
                    tables.add(distances, ends, &links[usize::from(is_start)]);
                }
            }
            if tables.tiles.len() > MAX_ROWS {
                return None;
            }
        }
        tables.tiles.shrink_to_fit();
        tables.sets.shrink_to_fit();
        tables.steps.shrink_to_fit();
        tables.reach.shrink_to_fit();
        Some(tables)
    }

    /// Adds the rows of all sites for one group and one target.
    fn add(&mut self, distances: &Distances, ends: &[u16], links: &[Vec<Link>]) {
        let nearest = |site: usize| ends.iter().map(|&end| distances.to(end)[site]).min();
        let least: Vec<u16> =
            (0..distances.sites()).map(|site| nearest(site).unwrap_or(0)).collect();
        let steps = steps(&least, links);
        self.reach.extend(reach(&least, &steps));
        let mut nearest_first: Vec<u16> = (0..least.len() as u16).collect();
        nearest_first.sort_by_key(|&site| least[usize::from(site)]);
        self.nearest_first.extend(nearest_first);
        // Where nothing is asked of a tile it has arrived anywhere.
        let all = ends.iter().fold(0, |all, &end| all | 1 << end);
        self.ends.push(if ends.is_empty() { Sites::MAX } else { all });
        self.steps.extend(steps);
        let mut needs = Needs::new(&least, links);
        for site in 0..least.len() as u16 {
            let own = least[usize::from(site)];
            let mut tile =
                Tile { within: [Sites::MAX; LEVELS], sets: [(0, 0); LEVELS], common: [0; LEVELS] };
            let levels = if own == FAR { 0 } else { UNLIMITED };
            for spare in 0..levels.into() {
                let to = distances.to(site).iter().zip(&least).enumerate();
                let near = to.filter(|&(_, (&to, &left))| {
                    to != FAR && left != FAR && to + left <= own + spare
                });
                let level = usize::from(spare);
                tile.within[level] = near.fold(0, |sites, (site, _)| sites | 1 << site);
                let sets = needs.of(site, own + spare);
                tile.sets[level] = (self.sets.len() as u32, sets.len() as u32);
                if !sets.is_empty() {
                    tile.common[level] = sets.iter().fold(Sites::MAX, |all, set| all & set);
                }
                self.sets.extend_from_slice(sets);
            }
            self.tiles.push(tile);
            self.least.push(own);
        }
    }

    /// Returns the row of the first site for this target and this group.
    #[inline]
    pub fn first_row(&self, target: usize, group: usize) -> u32 {
        self.first_rows[target * self.groups + group]
    }

    /// Returns where a tile has arrived whose first row this is.
    #[inline]
    pub fn ends(&self, first_row: u32) -> Sites {
        self.ends[first_row as usize / self.sites]
    }

    #[inline]
    pub fn tile(&self, row: u32) -> &Tile {
        &self.tiles[row as usize]
    }

    /// Returns the moves that the tile takes at least.
    #[inline]
    pub fn least(&self, row: u32) -> u16 {
        self.least[row as usize]
    }

    /// Returns the sets of sites one of which must hold other tiles; none if nothing is
    /// needed.
    #[inline]
    pub fn sets(&self, tile: &Tile, spare: usize) -> &[Sites] {
        let (first, len) = tile.sets[spare];
        &self.sets[first as usize..][..len as usize]
    }

    /// Returns what a tile may do on a site, by the row of the first site.
    #[inline]
    pub fn steps(&self, first_row: u32, site: usize) -> &Steps {
        &self.steps[first_row as usize + site]
    }

    /// Returns the sites in order, the nearest to its ends first, in the same way.
    #[inline]
    pub fn nearest_first(&self, first_row: u32) -> &[u16] {
        &self.nearest_first[first_row as usize..][..self.sites]
    }

    /// Returns where it comes to from there if nothing holds it, in the same way.
    #[inline]
    pub fn reach(&self, first_row: u32, site: usize) -> &Reach {
        &self.reach[first_row as usize + site]
    }

    /// Returns where the moves lead that depend on a site: those to the goal, or back.
    #[inline]
    pub const fn held(&self, is_back: bool) -> &Held {
        &self.held[is_back as usize]
    }

    #[inline]
    pub const fn lines(&self) -> &Lines {
        &self.lines
    }

    /// Returns the number of sites.
    #[inline]
    pub const fn sites(&self) -> usize {
        self.sites
    }

    pub fn memory_bytes(&self) -> u64 {
        let row = size_of::<Tile>() + size_of::<u16>() + size_of::<Steps>() + size_of::<Reach>();
        let sets = self.sets.capacity() * size_of::<Sites>();
        let held: usize = self.held.iter().map(Held::memory_bytes).sum();
        (self.tiles.capacity() * row + sets + held + self.lines.memory_bytes()) as u64
    }

    /// Says whether a tile can arrive if other tiles stand on these sites.
    #[inline]
    pub fn arrives(&self, tile: &Tile, spare: usize, others: Sites) -> bool {
        tile.sets[spare].1 == 0
            || tile.common[spare] & !others == 0
                && self.sets(tile, spare).iter().any(|set| set & !others == 0)
    }
}

/// Returns for each site where a tile may come to stand after it, and the other way round.
fn links<K: Key>(space: &Space<K>) -> [Vec<Vec<Link>>; 2] {
    let mut links = [vec![Vec::new(); space.cells.len()], vec![Vec::new(); space.cells.len()]];
    for (from, &cell) in space.cells.iter().enumerate() {
        for direction in Direction::ALL {
            let next = |cell| {
                let next = space.sites.size().neighbour(cell, direction)?;
                (space.sites[next] != NO_SITE).then_some(next)
            };
            let mut at = next(cell);
            while let Some(cell) = at {
                at = next(cell);
                let to = space.sites[cell];
                let needed = at.map_or(0, |behind| 1 << space.sites[behind]);
                links[0][from].push(Link { to, needed });
                links[1][usize::from(to)].push(Link { to: from as u16, needed });
            }
        }
    }
    links
}
