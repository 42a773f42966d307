//! Numbers for placements: where the tiles of a pattern stand.
//!
//! A placement is a set of sites and an order, which says what tile stands on which of them. Sets
//! are numbered by the combinatorial number system: sites s₀ < s₁ < … have the number
//! Σ C(sⱼ, j + 1). Orders are numbered by their Lehmer codes. A move changes a set by two sites;
//! the order it changes only if the tile passes others of the pattern in the numbering of sites.
//!
//! Reference: Knuth, *The Art of Computer Programming* 4A, 7.2.1.2 and 7.2.1.3.

use super::super::symmetry::MAX_SITES;
use super::site_set::SiteSet;

/// The most tiles of a pattern.
pub const MAX_PATTERN_TILES: usize = 8;

/// C(site, rank + 1), by rank and site, modulo 2³²: sets with larger numbers have no tables.
static BINOMIALS: [[u32; MAX_SITES]; MAX_PATTERN_TILES] = binomials();

const fn binomials() -> [[u32; MAX_SITES]; MAX_PATTERN_TILES] {
    let mut table = [[0_u32; MAX_SITES]; MAX_PATTERN_TILES];
    let mut site = 1;
    while site < MAX_SITES {
        table[0][site] = site as u32;
        let mut rank = 1;
        while rank < MAX_PATTERN_TILES {
            table[rank][site] = table[rank][site - 1].wrapping_add(table[rank - 1][site - 1]);
            rank += 1;
        }
        site += 1;
    }
    table
}

/// Returns the number of a set of sites, given in rising order.
pub fn number_of_set(sites: impl Iterator<Item = u8>) -> u32 {
    sites.enumerate().map(|(rank, site)| BINOMIALS[rank][usize::from(site)]).sum()
}

/// Sites whose part of a number is looked up at once.
const LOOKED_UP: usize = 8;

/// What eight sites in a row add to the number of a set: by the sites of the set before them, and
/// by which of the eight are in it.
type Parts = [[u32; 1 << LOOKED_UP]; 2 * MAX_PATTERN_TILES];

/// Boards of up to this many sites have tables of parts: larger ones need more, and have
/// sets of few sites.
const SITES_WITH_PARTS: usize = 2 * LOOKED_UP;

/// How many of eight bits are set: not every processor has an instruction for it.
static COUNTS: [u8; 1 << LOOKED_UP] = {
    let mut counts = [0; 1 << LOOKED_UP];
    let mut bits = 1;
    while bits < counts.len() {
        counts[bits] = counts[bits / 2] + (bits % 2) as u8;
        bits += 1;
    }
    counts
};

/// Numbers sets, fast on small boards.
pub struct Sets {
    parts: Option<Box<[Parts; 2]>>,
}

impl Sets {
    /// Prepares to number sets of at most [`MAX_PATTERN_TILES`] of so many sites.
    pub fn new(sites: usize) -> Self {
        let part = |before: usize, sites: &mut dyn Iterator<Item = usize>| {
            let ranked = sites.zip(before..).filter(|(_, rank)| *rank < MAX_PATTERN_TILES);
            ranked.fold(0, |part: u32, (site, rank)| part.wrapping_add(BINOMIALS[rank][site]))
        };
        let parts = |nth: usize| -> Parts {
            std::array::from_fn(|before| {
                std::array::from_fn(|bits| {
                    let sites = (0..LOOKED_UP).filter(|site| bits >> site & 1 > 0);
                    part(before, &mut sites.map(|site| nth * LOOKED_UP + site))
                })
            })
        };
        let has_parts = sites <= SITES_WITH_PARTS;
        Self { parts: has_parts.then(|| Box::new([parts(0), parts(1)])) }
    }

    /// Returns the number of a set.
    #[inline(always)]
    pub fn number<S: SiteSet>(&self, set: S) -> u32 {
        match &self.parts {
            Some(parts) => {
                let (low, high) = (set.byte(0), set.byte(1));
                let before = usize::from(COUNTS[low % COUNTS.len()]);
                parts[0][0][low % COUNTS.len()]
                    .wrapping_add(parts[1][before % parts[1].len()][high % COUNTS.len()])
            }
            None => number_of_set(set.sites()),
        }
    }

    /// Returns the memory held.
    pub fn memory_bytes(&self) -> u64 {
        self.parts.as_ref().map_or(0, |parts| size_of_val(&**parts) as u64)
    }
}

/// Pairs of ranks.
const TURNS: usize = MAX_PATTERN_TILES * MAX_PATTERN_TILES;

/// The orders of a number of tiles, and what becomes of them when a tile passes others.
pub struct Orders {
    tiles: usize,
    count: usize,
    /// By the rank of the tile before and after; empty where they are the same.
    turns: [Vec<u16>; TURNS],
}

impl Orders {
    /// Lists the orders of so many tiles, [`MAX_PATTERN_TILES`] at most.
    pub fn new(tiles: usize) -> Self {
        let count = (1..=tiles).product();
        // By rank, the orders after the tile there and the next one have changed places: of a
        // Lehmer code that changes two digits.
        let weight = |rank: usize| (1..tiles - rank).product::<usize>();
        let swapped = |rank: usize, order: usize| {
            let (high, low) = (weight(rank), weight(rank + 1));
            let (one, other) = (order / high % (tiles - rank), order / low % (tiles - rank - 1));
            let digits = if one <= other { (other + 1, one) } else { (other, one - 1) };
            (order - one * high - other * low + digits.0 * high + digits.1 * low) as u16
        };
        let swap = |rank: usize| (0..count).map(|order| swapped(rank, order)).collect();
        let swaps: Vec<Vec<u16>> = (0..tiles.saturating_sub(1)).map(swap).collect();
        let turns = std::array::from_fn(|turn| {
            let (from, to) = (turn / MAX_PATTERN_TILES, turn % MAX_PATTERN_TILES);
            if from == to || from.max(to) >= tiles {
                return Vec::new();
            }
            let mut turn: Vec<u16> = (0..count as u16).collect();
            let passed = from.min(to)..from.max(to);
            let mut pass = |rank: usize| {
                turn.iter_mut().for_each(|order| *order = swaps[rank][usize::from(*order)]);
            };
            if from < to {
                passed.for_each(&mut pass)
            } else {
                passed.rev().for_each(&mut pass)
            }
            turn
        });
        Self { tiles, count, turns }
    }

    /// Returns the number of orders.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Returns the number of tiles.
    pub const fn tiles(&self) -> usize {
        self.tiles
    }

    /// Returns, by order, the one after the tile of rank `from` has become that of rank `to`,
    /// which is another.
    #[inline]
    pub fn turn(&self, from: u32, to: u32) -> &[u16] {
        &self.turns[(from as usize * MAX_PATTERN_TILES + to as usize) % TURNS]
    }

    /// Returns the memory held.
    pub fn memory_bytes(&self) -> u64 {
        self.turns.iter().map(|turn| (turn.len() * size_of::<u16>()) as u64).sum()
    }
}

/// The number of an order: the tiles are told in the order of their sites.
#[derive(Clone, Copy, Default)]
pub struct Order {
    number: u16,
    /// Bits of the tiles that have been told, in a field that leaves no gap: many orders are then
    /// cleared at once.
    told: u16,
}

impl Order {
    /// Tells the tile on the next site; `tiles` is how many there are in all.
    #[inline]
    pub fn tell(&mut self, tiles: usize, tile: u8) {
        let told = usize::from(self.told) % COUNTS.len();
        let lower = COUNTS[told & ((1 << tile) - 1)];
        let left = tiles as u16 - u16::from(COUNTS[told]);
        self.number = self.number * left + u16::from(tile - lower);
        self.told |= 1 << tile;
    }

    /// Returns its number, once all have been told.
    pub const fn number(self) -> u16 {
        self.number
    }

    /// Returns the number of the order of all `tiles`, given by their sites in rising order.
    pub fn of(tiles: usize, placed: &[u8]) -> u16 {
        let mut order = Self::default();
        placed.iter().for_each(|&tile| order.tell(tiles, tile));
        order.number
    }
}
