//! How many moves the tiles of a state have to spare, by what the parts of the divisions are
//! estimated at.

use super::tables::{Tables, UNLIMITED};
use crate::search::engine::estimate::{Estimator, MAX_DIVISIONS, Sums};

/// Levels with more tiles are not tested.
pub const MAX_TILES: usize = 64;

/// A small number for each tile, by slot.
pub type ByTile = [u8; MAX_TILES];

/// What the tiles of a state have to spare: by each division, and the least of all.
#[derive(Clone)]
pub struct Spare {
    pub divisions: usize,
    pub by_division: [ByTile; MAX_DIVISIONS],
    pub least: ByTile,
    /// By part: how much its share is above the slide distances of its tiles.
    pub above: Vec<i16>,
    /// By division: how much the estimate is above its sum.
    pub slacks: [i16; MAX_DIVISIONS],
    /// By slot, then by division.
    parts: Vec<u16>,
    /// By part.
    shares: Vec<u16>,
}

impl Default for Spare {
    fn default() -> Self {
        let ((above, parts, shares), none) = (Default::default(), [0; MAX_TILES]);
        let (by_division, slacks) = ([none; MAX_DIVISIONS], [0; MAX_DIVISIONS]);
        Self { divisions: 0, by_division, least: none, above, slacks, parts, shares }
    }
}

impl Spare {
    /// Computes it for the state whose tiles have these `rows` in the tables and whose
    /// `estimate` to the target this is. Returns false if nothing can be said: that happens
    /// only where the shares of very many tiles are less than their distances.
    #[inline]
    pub fn compute(
        &mut self,
        tables: &Tables,
        rows: &[u32],
        estimator: &Estimator,
        sums: &Sums,
        target: usize,
        estimate: u16,
    ) -> bool {
        estimator.shares(sums, target, &mut self.shares);
        self.above.clear();
        self.above.extend(self.shares.iter().map(|&share| share as i16));
        self.divisions = estimator.divisions();
        for (slot, &row) in rows.iter().enumerate() {
            let least = tables.least(row) as i16;
            let mut parts = estimator.parts(slot);
            let first = parts.next();
            // Outside the patterns a part belongs to all divisions.
            let others = parts.filter(|&part| Some(part) != first);
            first.into_iter().chain(others).for_each(|part| self.above[part] -= least);
        }
        for (division, slack) in self.slacks.iter_mut().take(self.divisions).enumerate() {
            *slack = (estimate - estimator.sum(sums, division, target)) as i16;
        }
        self.least[..rows.len()].fill(UNLIMITED);
        self.parts.clear();
        let mut is_known = true;
        for slot in 0..rows.len() {
            for (division, part) in estimator.parts(slot).enumerate() {
                self.parts.push(part as u16);
                let moves = self.above[part] + self.slacks[division];
                is_known &= moves >= 0;
                let moves = moves.clamp(0, UNLIMITED.into()) as u8;
                self.by_division[division][slot] = moves;
                self.least[slot] = self.least[slot].min(moves);
            }
        }
        is_known
    }

    /// Returns the parts of a tile, by division.
    #[inline]
    pub fn parts_of(&self, slot: usize) -> &[u16] {
        &self.parts[slot * self.divisions..][..self.divisions]
    }
}
