//! How many moves the tiles of a child have to spare, by what the parts of the divisions are
//! estimated at.

use super::arrive::Test;
use super::tables::{Tables, UNLIMITED};
use crate::search::engine::estimate::{Estimator, MAX_DIVISIONS, Sums};

/// Tiles that are looked at together, and how often that is done at most: levels with more
/// tiles are not tested.
pub const LANES: usize = 16;
const BLOCKS: usize = 4;
pub const MAX_TILES: usize = LANES * BLOCKS;

/// Parts of all divisions together, fewer: they are numbered in a byte.
const MAX_PARTS: usize = 256;

/// A small number for each tile, by slot.
pub type ByTile = [[u8; LANES]; BLOCKS];

/// What is known of the state whose children are tested, for one target.
#[derive(Clone, Default)]
pub struct Parent {
    pub is_ready: bool,
    /// By slot, what the tables hold of the tile.
    pub rows: Vec<u32>,
    divisions: Vec<Shares>,
}

/// What is known of a division.
#[derive(Clone, Default)]
struct Shares {
    sum: u16,
    /// The share of the part of each tile, and how much of it is above the slide distances
    /// of all its tiles.
    shares: Vec<u16>,
    above: Vec<i16>,
    /// The same, cut where tiles are unlimited, and the part of each tile.
    least_above: ByTile,
    parts: ByTile,
}

impl Parent {
    pub fn prepare(
        &mut self,
        tables: &Tables,
        group_of_slot: &[usize],
        estimator: &Estimator,
        sums: &Sums,
        sites: &[u16],
        target: usize,
    ) {
        self.is_ready = true;
        let sites = sites.iter().zip(group_of_slot);
        let row = |(&site, &group)| tables.first_row(target, group) + u32::from(site);
        self.rows.clear();
        self.rows.extend(sites.map(row));
        self.divisions.resize_with(estimator.divisions(), Shares::default);
        for (nth, division) in self.divisions.iter_mut().enumerate() {
            division.prepare(tables, &self.rows, estimator, sums, nth, target);
        }
    }

    /// Returns the estimate when the part of the tile of `slot` has these shares, by
    /// division.
    #[inline]
    pub fn estimate_after(&self, slot: usize, shares: &[u16; MAX_DIVISIONS]) -> u16 {
        let sums = self.divisions.iter().zip(shares);
        let sums = sums.map(|(division, &share)| division.sum_after(slot, share));
        sums.max().expect("there is a division")
    }

    /// Sets what the tiles have to spare when that tile has so much `further` to go itself.
    /// Returns false if nothing can be said of that.
    #[inline]
    pub fn set_spare(
        &self,
        test: &mut Test,
        slot: usize,
        shares: &[u16; MAX_DIVISIONS],
        estimate: u16,
        further: i16,
    ) -> bool {
        let blocks = self.rows.len().div_ceil(LANES);
        test.divisions = self.divisions.len();
        test.least[..blocks].fill([UNLIMITED; LANES]);
        let mut is_known = true;
        let divisions = self.divisions.iter().zip(shares).zip(&mut test.by_division);
        for ((division, &share), by_division) in divisions {
            let slack = (estimate - division.sum_after(slot, share)) as i16;
            let more = share as i16 - division.shares[slot] as i16;
            let own = division.above[slot] + more - further + slack;
            // Less only if the shares of very many tiles are less than their distances.
            is_known &= own >= 0;
            let (own, slack) = (cut(own), cut(slack));
            let own_part = division.parts[slot / LANES][slot % LANES];
            let parts = division.parts.iter().zip(&division.least_above);
            let spare = by_division.iter_mut().zip(&mut test.least);
            for ((parts, above), (spare, least)) in parts.zip(spare).take(blocks) {
                for lane in 0..LANES {
                    let other = (above[lane] + slack).min(UNLIMITED);
                    spare[lane] = if parts[lane] == own_part { own } else { other };
                    least[lane] = spare[lane].min(least[lane]);
                }
            }
        }
        is_known
    }
}

/// Returns a number of moves to spare, cut where tiles are unlimited.
#[inline]
fn cut(moves: i16) -> u8 {
    moves.clamp(0, UNLIMITED.into()) as u8
}

impl Shares {
    fn prepare(
        &mut self,
        tables: &Tables,
        rows: &[u32],
        estimator: &Estimator,
        sums: &Sums,
        division: usize,
        target: usize,
    ) {
        self.sum = estimator.sum(sums, division, target);
        self.shares.clear();
        self.above.clear();
        let mut least = [0_i16; MAX_PARTS];
        for (slot, &row) in rows.iter().enumerate() {
            let part = estimator.part(division, slot);
            self.parts[slot / LANES][slot % LANES] = part as u8;
            least[usize::from(part)] += tables.tile(row).least as i16;
        }
        for slot in 0..rows.len() {
            let part = estimator.part(division, slot);
            let share = estimator.share(sums, division, slot, target);
            let above = share as i16 - least[usize::from(part)];
            self.shares.push(share);
            self.above.push(above);
            self.least_above[slot / LANES][slot % LANES] = cut(above);
        }
    }

    /// Returns the sum when the part of this tile has another share.
    #[inline]
    fn sum_after(&self, slot: usize, share: u16) -> u16 {
        self.sum.wrapping_add(share).wrapping_sub(self.shares[slot])
    }
}
