//! How many moves the tiles of a state have to spare, by what the parts of the divisions are
//! estimated at: those of the estimates, and that of the state itself by its conflicts
//! ([`crate::search::engine::conflicts::partition`]).

use super::site_tables::{Tables, UNLIMITED};
use crate::search::engine::conflicts::pairs::Conflicts;
use crate::search::engine::conflicts::partition::Packing;
use crate::search::engine::estimate::{Estimator, MAX_DIVISIONS, Sums};

/// Those of the estimates, and that by conflicts.
pub const ALL_DIVISIONS: usize = MAX_DIVISIONS + 1;

/// Levels with more tiles are not tested.
pub const MAX_TILES: usize = 64;

/// A small number for each tile, by slot.
pub type ByTile = [u8; MAX_TILES];

/// What the tiles of a state have to spare by each division.
#[derive(Clone)]
pub struct Spare {
    pub divisions: usize,
    pub by_division: [ByTile; ALL_DIVISIONS],
    /// By division, how many moves may be given to tiles beyond that.
    pub more: [u8; ALL_DIVISIONS],
    /// The most that each may have in the end.
    pub highest: ByTile,
    /// By part: how much its share is above the slide distances of its tiles, and in the division
    /// by conflicts what the ends of equal tiles allow above that.
    pub above: Vec<i16>,
    /// By division: how much the estimate is above its sum; that by conflicts may be above the
    /// estimate.
    pub slacks: [i16; ALL_DIVISIONS],
    /// By slot, then by division.
    parts: Vec<u16>,
    /// By part.
    shares: Vec<u16>,
}

/// The division of a state by conflicts.
#[derive(Clone, Copy)]
pub struct Packed<'a> {
    pub known: &'a Conflicts,
    pub packing: &'a Packing,
    pub sites: &'a [u16],
}

impl Default for Spare {
    fn default() -> Self {
        let ((above, parts, shares), none) = (Default::default(), [0; MAX_TILES]);
        let (by_division, slacks) = ([none; ALL_DIVISIONS], [0; ALL_DIVISIONS]);
        let (more, highest) = ([0; ALL_DIVISIONS], none);
        Self { divisions: 0, by_division, more, highest, above, slacks, parts, shares }
    }
}

impl Spare {
    /// Computes it for the state whose tiles have these `rows` in the tables and whose
    /// `estimate` to the target this is, if all may make so many moves `more`. Returns false if
    /// nothing can be said: that happens only where the shares of very many tiles are less than
    /// their distances.
    #[inline]
    pub fn compute(
        &mut self,
        tables: &Tables,
        rows: &[u32],
        (estimator, sums): (&Estimator, &Sums),
        target: usize,
        (estimate, more): (u16, u16),
        packed: Option<Packed<'_>>,
    ) -> bool {
        estimator.shares(sums, target, &mut self.shares);
        self.above.clear();
        self.above.extend(self.shares.iter().map(|&share| share as i16));
        let divisions = estimator.divisions();
        for (slot, &row) in rows.iter().enumerate() {
            let least = tables.least(row) as i16;
            let mut parts = estimator.parts(slot);
            let first = parts.next();
            // Outside the patterns a part belongs to all divisions.
            let others = parts.filter(|&part| Some(part) != first);
            first.into_iter().chain(others).for_each(|part| self.above[part] -= least);
        }
        for (division, slack) in self.slacks.iter_mut().take(divisions).enumerate() {
            *slack = (estimate - estimator.sum(sums, division, target)) as i16;
        }
        self.divisions = divisions;
        let mut part_by_conflicts = [0; MAX_TILES];
        if let Some(packed) = packed {
            self.slacks[divisions] = estimate as i16 - packed.packing.moves();
            self.divisions += 1;
            self.add_parts(tables, rows, packed, (target, more), &mut part_by_conflicts);
        }
        self.parts.clear();
        let mut is_known = true;
        for (slot, &part) in part_by_conflicts.iter().enumerate().take(rows.len()) {
            let by_conflicts = packed.map(|_| usize::from(part));
            for (division, part) in estimator.parts(slot).chain(by_conflicts).enumerate() {
                self.parts.push(part as u16);
                let (above, slack) = (self.above[part], self.slacks[division]);
                is_known &= above + slack.max(0) >= 0;
            }
        }
        is_known
    }

    /// Computes what each of so many tiles may have by each division, if all may make so many moves
    /// more.
    pub fn divide(&mut self, tiles: usize, more: u16) {
        for (more_by, slack) in self.more.iter_mut().zip(self.slacks) {
            *more_by = (more as i16 + slack.min(0)).max(0) as u8;
        }
        self.highest[..tiles].fill(UNLIMITED);
        for slot in 0..tiles {
            for division in 0..self.divisions {
                let part = self.parts[slot * self.divisions + division];
                let (above, slack) = (self.above[usize::from(part)], self.slacks[division]);
                let moves = |moves: i16| moves.clamp(0, UNLIMITED.into()) as u8;
                self.by_division[division][slot] = moves(above + slack.max(0));
                self.highest[slot] = self.highest[slot].min(moves(above + slack + more as i16));
            }
        }
    }

    /// Adds the parts of the division by conflicts, and notes which that of each tile is.
    fn add_parts(
        &mut self,
        tables: &Tables,
        rows: &[u32],
        packed: Packed<'_>,
        (target, more): (usize, u16),
        part_of: &mut [u16; MAX_TILES],
    ) {
        let Packed { known, packing, sites } = packed;
        let slack = self.slacks[self.divisions - 1] + more as i16;
        let mut weights = [0; MAX_TILES];
        let first = self.above.len() as u16;
        for edge in &packing.heaviest {
            let part = self.above.len() as u16;
            self.above.push(edge.weight);
            for slot in (0..rows.len()).filter(|slot| edge.ends >> slot & 1 != 0) {
                (part_of[slot], weights[slot]) = (part, edge.weight);
            }
        }
        for group in known.groups() {
            for slot in group.clone() {
                if part_of[slot] < first {
                    part_of[slot] = self.above.len() as u16;
                    self.above.push(0);
                }
                let least = tables.least(rows[slot]) as i16;
                let (tile, excess) = ((slot, sites[slot]), slack + weights[slot]);
                let above = packing.above(known, target, group, tile, (least, excess));
                self.above[usize::from(part_of[slot])] += above;
            }
        }
    }

    /// Returns the parts of a tile, by division.
    #[inline]
    pub fn parts_of(&self, slot: usize) -> &[u16] {
        &self.parts[slot * self.divisions..][..self.divisions]
    }
}
