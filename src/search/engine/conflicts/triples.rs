//! Three tiles that are in each other's way more than any two of them: what pairs do not tell.
//!
//! For three tiles the relaxed game of the three ([`crate::search::engine::estimate::pattern_database`])
//! says how many moves they need, and so what they lose above their slide distances. A bit is
//! kept for where that is more than what any two of them lose: then they lose one move more
//! than these two at least. So three tiles weigh as pairs do ([`super::pairs`]), the least
//! over all ends that they may go to, and disjoint pairs and triples add up. [`super::triple_builder`]
//! computes the tables.
//!
//! Few bits are set, and each look at one waits for memory. So each row has an **outline** of one
//! word, a bit for some sites of a third tile together: all outlines are small enough to be
//! near, and mostly say that there is nothing to look at.
//!
//! Reference: as for pairs, Felner, Korf, Hanan, *Additive Pattern Database Heuristics*, 2004,
//! who chose among triples too.

use super::packing::Edge;
use super::pairs::{Conflicts, Going, Pairs, Soft, word_and_bit};
use super::reduced_costs::{Options, TOO_MUCH};
use crate::search::engine::stops::slack::MAX_TILES;
use crate::search::engine::stops::transitions::each_tile;
use crate::search::key::Key;
use crate::search::space::Space;

/// Where three tiles lose more than two, for all targets.
pub struct Triples {
    pub(super) shape: Shape,
    pub(super) targets: Vec<Table>,
}

/// The same for one target.
pub(super) struct Table {
    pub rows: Vec<u64>,
    /// By row.
    pub outlines: Vec<u64>,
}

/// Of the tables: for each two tiles by their ends and sites a row, and in it for each end of a
/// third tile a bit for each site.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub tiles: usize,
    pub sites: usize,
    /// That hold a bit for each site.
    pub words: usize,
    /// Bits of an outline for each end of a third tile.
    parts: usize,
}

impl Shape {
    pub const fn new(tiles: usize, sites: usize) -> Self {
        let parts = u64::BITS as usize / if tiles == 0 { 1 } else { tiles };
        Self { tiles, sites, words: sites.div_ceil(u64::BITS as usize), parts }
    }

    /// Returns the table of a target before anything is noted.
    pub fn table(self) -> Table {
        let rows = self.pairs() * self.block_rows();
        Table { rows: vec![0; rows * self.row_words()], outlines: vec![0; rows] }
    }

    const fn pairs(self) -> usize {
        self.tiles * self.tiles.saturating_sub(1) / 2
    }

    /// Returns the words of a row.
    pub const fn row_words(self) -> usize {
        self.tiles * self.words
    }

    /// Returns the rows for two ends.
    pub const fn block_rows(self) -> usize {
        self.sites * self.sites
    }

    /// Returns the bytes of a table.
    const fn table_bytes(self) -> usize {
        self.pairs() * self.block_rows() * (self.row_words() + 1) * size_of::<u64>()
    }

    /// Returns the number of the row of two tiles.
    #[inline]
    fn row(self, one: Going, two: Going) -> usize {
        let (low, high) = if one.0 < two.0 { (one, two) } else { (two, one) };
        let pair = high.0 * (high.0 - 1) / 2 + low.0;
        (pair * self.sites + usize::from(low.1)) * self.sites + usize::from(high.1)
    }

    /// Returns the bit of an outline for a third tile.
    #[inline]
    pub fn mark(self, (end, site): Going) -> u64 {
        1 << (end * self.parts + usize::from(site) * self.parts / self.sites)
    }
}

/// What is known of pairs, the target, and the tiles of a state.
type Known<'a> = (&'a Conflicts, usize, &'a [u16], &'a [Options]);

impl Triples {
    /// Returns how many configurations must be looked at to compute the tables for so many
    /// targets.
    pub fn entries<K: Key>(space: &Space<K>, targets: usize) -> u64 {
        let (tiles, sites) = (space.tile_count() as u64, space.cells.len() as u64);
        let triples = tiles * tiles.saturating_sub(1) * tiles.saturating_sub(2) / 6;
        targets as u64 * triples * sites.pow(3)
    }

    /// Returns the memory that the tables for so many targets take.
    pub fn bytes<K: Key>(space: &Space<K>, targets: usize) -> u64 {
        let (tiles, sites) = (space.tile_count(), space.cells.len());
        (targets * Shape::new(tiles, sites).table_bytes()) as u64
    }

    /// Says whether a third tile loses more with two that have a row of this number.
    #[inline]
    fn loses(&self, table: &Table, row: usize, third: Going) -> bool {
        table.outlines[row] & self.shape.mark(third) != 0 && self.is_noted(table, row, third)
    }

    #[inline]
    fn is_noted(&self, table: &Table, row: usize, (end, site): Going) -> bool {
        let (word, bit) = word_and_bit(site);
        table.rows[row * self.shape.row_words() + end * self.shape.words + word] & bit != 0
    }

    /// Lists the triples that weigh something, and more than the `pairs` that belong to them.
    pub fn list_edges(
        &self,
        conflicts: &Conflicts,
        target: usize,
        sites: &[u16],
        options: &[Options],
        pairs: &mut Pairs,
    ) {
        for one in 0..sites.len() {
            let lower = (1 << one) - 1;
            self.list_edges_of(conflicts, target, sites, options, (one, lower), pairs);
        }
    }

    /// Lists the triples that weigh something, of one tile with others none of which is in
    /// `without`, and more than the `pairs` that belong to them.
    pub fn list_edges_of(
        &self,
        conflicts: &Conflicts,
        target: usize,
        sites: &[u16],
        options: &[Options],
        (one, without): (usize, u64),
        pairs: &mut Pairs,
    ) {
        let going = |slot: usize| (usize::from(options[slot].tight), sites[slot]);
        let others = u64::MAX >> (u64::BITS as usize - sites.len()) & !(without | 1 << one);
        let of = (conflicts, target, sites, options);
        let mut thirds = self.losing(target, one, others, &going);
        for soft in &pairs.soft {
            self.add_barred(of, soft, one, others, &mut thirds);
        }
        let edges = &mut pairs.edges;
        for two in each_tile(others) {
            for three in each_tile(thirds[two]) {
                let ends = 1 << one | 1 << two | 1 << three;
                let within = edges.iter().filter(|edge| edge.ends & !ends == 0);
                let most = within.map(|edge| edge.weight).max().unwrap_or(0) as u8;
                if let Some(weight) = self.weight(of, [one, two, three], most) {
                    edges.push(Edge { ends, weight: weight.into() });
                }
            }
        }
    }

    /// Returns, by slot, with which tiles of higher slots a tile loses more together with one,
    /// at the ends that cost nothing more.
    #[inline]
    fn losing(
        &self,
        target: usize,
        one: usize,
        others: u64,
        going: &impl Fn(usize) -> Going,
    ) -> [u64; MAX_TILES] {
        let (table, mut losing) = (&self.targets[target], [0; MAX_TILES]);
        let mut slots = [0; MAX_TILES];
        let mut marks = 0;
        for slot in each_tile(others) {
            slots[going(slot).0] = slot as u8;
            marks |= self.shape.mark(going(slot));
        }
        for two in each_tile(others) {
            marks &= !self.shape.mark(going(two));
            let row = self.shape.row(going(one), going(two));
            for mark in each_tile(table.outlines[row] & marks) {
                let three = usize::from(slots[mark / self.shape.parts]);
                losing[two] |= u64::from(self.is_noted(table, row, going(three))) << three;
            }
        }
        losing
    }

    /// Adds, by slot and tiles of higher slots, what makes three with tile `one` of which a soft
    /// pair is barred from its cheapest ends by the third.
    #[inline]
    fn add_barred(
        &self,
        of: Known<'_>,
        soft: &Soft,
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
        for third in each_tile(can).filter(|&third| self.bars(of, soft, third)) {
            let both = (pair | 1 << third) & !(1 << one);
            let two = both.trailing_zeros() as usize;
            thirds[two] |= both & (both - 1);
        }
    }

    /// Says whether a soft pair may make more because of a third tile, when all go to the ends
    /// that are cheapest for the pair and the tile.
    #[inline]
    fn bars(&self, of: Known<'_>, soft: &Soft, third: usize) -> bool {
        let (conflicts, target, sites, options) = of;
        let third = (usize::from(options[third].tight), sites[third]);
        let [one, two] = [0, 1].map(|nth| {
            let (slot, end) = (soft.slots[nth], soft.ends[nth]);
            (usize::from(end), sites[usize::from(slot)])
        });
        third.0 == one.0
            || third.0 == two.0
            || conflicts.loses_more(target, one, third, soft.lost)
            || conflicts.loses_more(target, two, third, soft.lost)
            || self.loses(&self.targets[target], self.shape.row(one, two), third)
    }

    /// Returns what three tiles make more, by their slots, if that is above `most`.
    fn weight(
        &self,
        (conflicts, target, sites, options): Known<'_>,
        [one, two, three]: [usize; 3],
        most: u8,
    ) -> Option<u8> {
        let (table, mut least) = (&self.targets[target], TOO_MUCH);
        for (end, more) in options[one].below(TOO_MUCH) {
            let one = (end, sites[one]);
            for (end, other) in options[two].below(TOO_MUCH) {
                let (two, more) = ((end, sites[two]), more + other);
                if one.0 == two.0 || more >= least {
                    continue;
                }
                let lost = conflicts.lost(target, one, two);
                let row = self.shape.row(one, two);
                for (end, other) in options[three].below(TOO_MUCH) {
                    let (three, more) = ((end, sites[three]), more + other);
                    if one.0 == end || two.0 == end || more + lost >= least {
                        continue;
                    }
                    let lost = lost.max(conflicts.lost(target, one, three));
                    let lost = lost.max(conflicts.lost(target, two, three));
                    least = least.min(more + lost + u8::from(self.loses(table, row, three)));
                    if least <= most {
                        return None;
                    }
                }
            }
        }
        Some(least)
    }
}
