//! Triples of tiles that lose more than any pair within them.
//!
//! The relaxed game of three tiles ([`crate::search::engine::estimate::pattern_database`]) gives
//! their excess over the slide distances. One bit says whether it is larger than that of each pair
//! among the three; then it is at least one larger. So triples have weights as pairs have
//! ([`super::pairs`]): the minimum over all ends, and disjoint pairs and triples add up.
//! [`super::triple_builder`] computes the tables.
//!
//! Fewer than 1 % of the bits are set, and each access is a cache miss. So each row has a
//! **summary** of one word, in which a bit stands for several sites of a third tile. All summaries
//! of a level fit a cache; a row is read only if its summary says so.
//!
//! Reference: Felner, Korf, Hanan, *Additive Pattern Database Heuristics*, 2004, who use triples
//! too.

use super::packing::Edge;
use super::pairs::{ConflictEdges, EndAndSite, PairExcess, SoftPair, word_and_bit};
use super::reduced_costs::{CAPPED, ReducedCosts};
use crate::search::engine::states::sets::{MAX_TILES, tiles_in};
use crate::search::key::Key;
use crate::search::space::Space;

/// Where a triple has more excess than its pairs, for all targets.
pub struct TripleExcess {
    pub(super) layout: TripleLayout,
    pub(super) targets: Vec<Table>,
}

/// The bits of one target.
pub(super) struct Table {
    pub rows: Vec<u64>,
    /// By row.
    pub summaries: Vec<u64>,
}

/// The shape of a table: a row for each pair of ends and sites, holding a bit for each end and site
/// of a third tile.
#[derive(Clone, Copy)]
pub(super) struct TripleLayout {
    pub tiles: usize,
    pub sites: usize,
    /// Words that hold a bit for each site.
    pub words: usize,
    /// Summary bits for each end of a third tile.
    parts: usize,
}

impl TripleLayout {
    pub const fn new(tiles: usize, sites: usize) -> Self {
        let parts = u64::BITS as usize / if tiles == 0 { 1 } else { tiles };
        Self { tiles, sites, words: sites.div_ceil(u64::BITS as usize), parts }
    }

    /// Returns an empty table.
    pub fn table(self) -> Table {
        let rows = self.pairs() * self.block_rows();
        Table { rows: vec![0; rows * self.row_words()], summaries: vec![0; rows] }
    }

    const fn pairs(self) -> usize {
        self.tiles * self.tiles.saturating_sub(1) / 2
    }

    /// Returns the words of a row.
    pub const fn row_words(self) -> usize {
        self.tiles * self.words
    }

    /// Returns the rows for one pair of ends.
    pub const fn block_rows(self) -> usize {
        self.sites * self.sites
    }

    /// Returns the bytes of a table.
    const fn table_bytes(self) -> usize {
        self.pairs() * self.block_rows() * (self.row_words() + 1) * size_of::<u64>()
    }

    /// Returns the row of two tiles.
    #[inline]
    fn row(self, one: EndAndSite, two: EndAndSite) -> usize {
        let (low, high) = if one.0 < two.0 { (one, two) } else { (two, one) };
        let pair = high.0 * (high.0 - 1) / 2 + low.0;
        (pair * self.sites + usize::from(low.1)) * self.sites + usize::from(high.1)
    }

    /// Returns the summary bit of a third tile.
    #[inline]
    pub fn mark(self, (end, site): EndAndSite) -> u64 {
        1 << (end * self.parts + usize::from(site) * self.parts / self.sites)
    }
}

/// The pair tables, the target, the sites and the reduced costs of a state.
type PairsOfState<'a> = (&'a PairExcess, usize, &'a [u16], &'a [ReducedCosts]);

impl TripleExcess {
    /// Returns the configurations to be searched for so many targets.
    pub fn entries<K: Key>(space: &Space<K>, targets: usize) -> u64 {
        let (tiles, sites) = (space.tile_count() as u64, space.cells.len() as u64);
        let triples = tiles * tiles.saturating_sub(1) * tiles.saturating_sub(2) / 6;
        targets as u64 * triples * sites.pow(3)
    }

    /// Returns the memory that the tables take for so many targets.
    pub fn bytes<K: Key>(space: &Space<K>, targets: usize) -> u64 {
        let (tiles, sites) = (space.tile_count(), space.cells.len());
        (targets * TripleLayout::new(tiles, sites).table_bytes()) as u64
    }

    /// Says whether a third tile makes a triple with the two tiles of a row.
    #[inline]
    fn loses(&self, table: &Table, row: usize, third: EndAndSite) -> bool {
        table.summaries[row] & self.layout.mark(third) != 0 && self.is_noted(table, row, third)
    }

    #[inline]
    fn is_noted(&self, table: &Table, row: usize, (end, site): EndAndSite) -> bool {
        let (word, bit) = word_and_bit(site);
        table.rows[row * self.layout.row_words() + end * self.layout.words + word] & bit != 0
    }

    /// Lists all triples that weigh more than the `pairs` within them.
    pub fn list_edges(
        &self,
        conflicts: &PairExcess,
        target: usize,
        sites: &[u16],
        reduced_costs: &[ReducedCosts],
        pairs: &mut ConflictEdges,
    ) {
        for one in 0..sites.len() {
            let lower = (1 << one) - 1;
            self.list_edges_of(conflicts, target, sites, reduced_costs, (one, lower), pairs);
        }
    }

    /// Lists the triples of one tile, without those that contain a tile of `without`, that weigh
    /// more than the `pairs` within them.
    pub fn list_edges_of(
        &self,
        conflicts: &PairExcess,
        target: usize,
        sites: &[u16],
        reduced_costs: &[ReducedCosts],
        (one, without): (usize, u64),
        pairs: &mut ConflictEdges,
    ) {
        let going = |slot: usize| (usize::from(reduced_costs[slot].tight), sites[slot]);
        let others = u64::MAX >> (u64::BITS as usize - sites.len()) & !(without | 1 << one);
        let of = (conflicts, target, sites, reduced_costs);
        let mut thirds = self.losing(target, one, others, &going);
        for soft in &pairs.soft {
            self.add_barred(of, soft, one, others, &mut thirds);
        }
        let edges = &mut pairs.edges;
        for two in tiles_in(others) {
            for three in tiles_in(thirds[two]) {
                let tiles = 1 << one | 1 << two | 1 << three;
                let within = edges.iter().filter(|edge| edge.tiles & !tiles == 0);
                let most = within.map(|edge| edge.weight).max().unwrap_or(0) as u8;
                if let Some(weight) = self.weight(of, [one, two, three], most) {
                    edges.push(Edge { tiles, weight: weight.into() });
                }
            }
        }
    }

    /// Returns, by slot, the tiles of higher slots that make a triple with it and tile `one`, all
    /// at ends of reduced cost 0.
    #[inline]
    fn losing(
        &self,
        target: usize,
        one: usize,
        others: u64,
        going: &impl Fn(usize) -> EndAndSite,
    ) -> [u64; MAX_TILES] {
        let (table, mut losing) = (&self.targets[target], [0; MAX_TILES]);
        let mut slots = [0; MAX_TILES];
        let mut marks = 0;
        for slot in tiles_in(others) {
            slots[going(slot).0] = slot as u8;
            marks |= self.layout.mark(going(slot));
        }
        for two in tiles_in(others) {
            marks &= !self.layout.mark(going(two));
            let row = self.layout.row(going(one), going(two));
            for mark in tiles_in(table.summaries[row] & marks) {
                let three = usize::from(slots[mark / self.layout.parts]);
                losing[two] |= u64::from(self.is_noted(table, row, going(three))) << three;
            }
        }
        losing
    }

    /// Adds the triples with tile `one` in which a third tile keeps a soft pair from its cheaper
    /// ends, by slot as tiles of higher slots.
    #[inline]
    fn add_barred(
        &self,
        of: PairsOfState<'_>,
        soft: &SoftPair,
        one: usize,
        others: u64,
        thirds: &mut [u64; MAX_TILES],
    ) {
        let slots = soft.slots.map(usize::from);
        let pair = 1 << slots[0] | 1 << slots[1];
        if pair & !(others | 1 << one) != 0 {
            return;
        }
        let can = if pair >> one & 1 == 0 { 1 << one } else { others & !pair };
        for third in tiles_in(can).filter(|&third| self.bars(of, soft, third)) {
            let both = (pair | 1 << third) & !(1 << one);
            let two = both.trailing_zeros() as usize;
            thirds[two] |= both & (both - 1);
        }
    }

    /// Says whether a third tile, at its end of reduced cost 0, adds to the excess of a soft pair
    /// at the ends where that loses least.
    #[inline]
    fn bars(&self, of: PairsOfState<'_>, soft: &SoftPair, third: usize) -> bool {
        let (conflicts, target, sites, reduced_costs) = of;
        let third = (usize::from(reduced_costs[third].tight), sites[third]);
        let [one, two] = [0, 1].map(|nth| {
            let (slot, end) = (soft.slots[nth], soft.ends[nth]);
            (usize::from(end), sites[usize::from(slot)])
        });
        third.0 == one.0
            || third.0 == two.0
            || conflicts.exceeds_by_more(target, one, third, soft.excess)
            || conflicts.exceeds_by_more(target, two, third, soft.excess)
            || self.loses(&self.targets[target], self.layout.row(one, two), third)
    }

    /// Returns the weight of a triple if it is above `most`.
    fn weight(
        &self,
        (conflicts, target, sites, reduced_costs): PairsOfState<'_>,
        [one, two, three]: [usize; 3],
        most: u8,
    ) -> Option<u8> {
        let (table, mut least) = (&self.targets[target], CAPPED);
        for (end, more) in reduced_costs[one].below(CAPPED) {
            let one = (end, sites[one]);
            for (end, other) in reduced_costs[two].below(CAPPED) {
                let (two, more) = ((end, sites[two]), more + other);
                if one.0 == two.0 || more >= least {
                    continue;
                }
                let excess = conflicts.excess(target, one, two);
                let row = self.layout.row(one, two);
                for (end, other) in reduced_costs[three].below(CAPPED) {
                    let (three, more) = ((end, sites[three]), more + other);
                    if one.0 == end || two.0 == end || more + excess >= least {
                        continue;
                    }
                    let excess = excess.max(conflicts.excess(target, one, three));
                    let excess = excess.max(conflicts.excess(target, two, three));
                    least = least.min(more + excess + u8::from(self.loses(table, row, three)));
                    if least <= most {
                        return None;
                    }
                }
            }
        }
        Some(least)
    }
}
