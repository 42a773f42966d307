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
    /// By part: its share, and how much of it is above the slide distances of its tiles.
    shares: Vec<u16>,
    above: Vec<i16>,
}

impl Default for Spare {
    fn default() -> Self {
        let (shares, above, none) = (Vec::new(), Vec::new(), [0; MAX_TILES]);
        Self { divisions: 0, by_division: [none; MAX_DIVISIONS], least: none, shares, above }
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
        let mut slacks = [0; MAX_DIVISIONS];
        for (division, slack) in slacks.iter_mut().take(self.divisions).enumerate() {
            *slack = (estimate - estimator.sum(sums, division, target)) as i16;
        }
        self.least[..rows.len()].fill(UNLIMITED);
        let mut is_known = true;
        for slot in 0..rows.len() {
            for (division, part) in estimator.parts(slot).enumerate() {
                let moves = self.above[part] + slacks[division];
                is_known &= moves >= 0;
                let moves = moves.clamp(0, UNLIMITED.into()) as u8;
                self.by_division[division][slot] = moves;
                self.least[slot] = self.least[slot].min(moves);
            }
        }
        is_known
    }
}
