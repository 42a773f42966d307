//! Three tiles that are in each other's way more than any two of them: what pairs do not tell.
//!
//! For three tiles the relaxed game of the three ([`crate::search::engine::estimate::pattern`])
//! says how many moves they need, and so what they lose above their slide distances. A bit is
//! kept for where that is more than what any two of them lose: then they lose one move more
//! than these two at least. So three tiles weigh as pairs do ([`super::conflicts`]), the least
//! over all ends that they may go to, and disjoint pairs and triples add up. [`super::building`]
//! computes the tables.
//!
//! Reference: as for pairs, Felner, Korf, Hanan, *Additive Pattern Database Heuristics*, 2004,
//! who chose among triples too.

use super::conflicts::{Conflicts, Pairs, word_and_bit};
use super::matching::Edge;
use super::options::{Options, TOO_MUCH};
use crate::search::key::Key;
use crate::search::space::Space;

/// Where three tiles lose more than two, for all targets.
pub struct Triples {
    pub(super) shape: Shape,
    pub(super) targets: Vec<Vec<u64>>,
}

/// Of the tables: for each two tiles by their ends and sites a row, and in it for each end of a
/// third tile a bit for each site.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub tiles: usize,
    pub sites: usize,
    /// That hold a bit for each site.
    pub words: usize,
}

impl Shape {
    pub const fn new(tiles: usize, sites: usize) -> Self {
        Self { tiles, sites, words: sites.div_ceil(u64::BITS as usize) }
    }

    /// Returns the words of a row.
    pub const fn row_words(self) -> usize {
        self.tiles * self.words
    }

    /// Returns the words of the rows for two ends.
    pub const fn block_words(self) -> usize {
        self.sites * self.sites * self.row_words()
    }

    /// Returns the words of a table.
    pub const fn table_words(self) -> usize {
        self.tiles * self.tiles.saturating_sub(1) / 2 * self.block_words()
    }

    /// Returns where the row of two tiles begins, the lower end first.
    #[inline]
    fn row(self, [low, high]: [Going; 2]) -> usize {
        let pair = high.0 * (high.0 - 1) / 2 + low.0;
        let row = (pair * self.sites + usize::from(low.1)) * self.sites + usize::from(high.1);
        row * self.row_words()
    }
}

/// Words that are fetched together.
const CACHE_LINE: usize = 8;

/// A tile, by its end, and its site.
type Going = (usize, u16);

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
        (targets * Shape::new(tiles, sites).table_words() * size_of::<u64>()) as u64
    }

    /// Returns the row of two tiles.
    #[inline]
    fn row(&self, target: usize, one: Going, two: Going) -> &[u64] {
        let row = self.shape.row(if one.0 < two.0 { [one, two] } else { [two, one] });
        &self.targets[target][row..row + self.shape.row_words()]
    }

    /// Says whether a third tile loses more with the two to whom a row belongs.
    #[inline]
    fn loses(&self, row: &[u64], (end, site): Going) -> bool {
        let (word, bit) = word_and_bit(site);
        row[end * self.shape.words + word] & bit != 0
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
        let Pairs { edges, soft } = pairs;
        let going = |slot: usize| (usize::from(options[slot].tight), sites[slot]);
        let others = |from: usize| {
            (from..sites.len()).filter(move |&other| (without | 1 << one) >> other & 1 == 0)
        };
        let mut seen = 0;
        for two in others(0) {
            let row = self.row(target, going(one), going(two));
            seen ^= row.iter().step_by(CACHE_LINE).fold(0, |seen, word| seen ^ word);
        }
        // Nothing needs what was read, but then all rows are fetched at the same time.
        std::hint::black_box(seen);
        for two in others(0) {
            let row = self.row(target, going(one), going(two));
            let is_soft = soft[one] >> two & 1 != 0;
            let softly = soft[one] | soft[two];
            for three in others(two + 1) {
                let is_soft = is_soft || softly >> three & 1 != 0;
                if !is_soft && !self.loses(row, going(three)) {
                    continue;
                }
                let ends = 1 << one | 1 << two | 1 << three;
                let within = edges.iter().filter(|edge| edge.ends & !ends == 0);
                let most = within.map(|edge| edge.weight).max().unwrap_or(0);
                let slots = [one, two, three];
                let most = most as u8;
                if let Some(weight) = self.weight(conflicts, target, sites, options, slots, most) {
                    edges.push(Edge { ends, weight: weight.into() });
                }
            }
        }
    }

    /// Returns what three tiles make more, by their slots, if that is above `most`.
    fn weight(
        &self,
        conflicts: &Conflicts,
        target: usize,
        sites: &[u16],
        options: &[Options],
        [one, two, three]: [usize; 3],
        most: u8,
    ) -> Option<u8> {
        let mut least = TOO_MUCH;
        for (end, more) in options[one].below(TOO_MUCH) {
            let one = (end, sites[one]);
            for (end, other) in options[two].below(TOO_MUCH) {
                let (two, more) = ((end, sites[two]), more + other);
                if one.0 == two.0 || more >= least {
                    continue;
                }
                let lost = conflicts.lost(target, one, two);
                let row = self.row(target, one, two);
                for (end, other) in options[three].below(TOO_MUCH) {
                    let (three, more) = ((end, sites[three]), more + other);
                    if one.0 == end || two.0 == end || more + lost >= least {
                        continue;
                    }
                    let lost = lost.max(conflicts.lost(target, one, three));
                    let lost = lost.max(conflicts.lost(target, two, three));
                    least = least.min(more + lost + u8::from(self.loses(row, three)));
                    if least <= most {
                        return None;
                    }
                }
            }
        }
        Some(least)
    }
}
