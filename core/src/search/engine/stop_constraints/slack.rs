//! The slack of the tiles of a state: how many moves each may make beyond its slide distance.
//!
//! Suppose a solution takes T moves from a state, and an additive partition of the tiles estimates
//! S. Each part makes at least its share of S. So no part makes more than its share + T − S, and no
//! tile more than what that leaves after the slide distances of the other tiles of its part. The
//! least over both partitions is the slack of the tile: over that of the estimate, and over that
//! of the state itself by its conflicts ([`crate::search::engine::conflicts::partition`]).
//!
//! In each partition the extra moves are paid from two accounts: the **reserve** of a part (its
//! share less the slide distances of its tiles), and what all parts share, T − S.

use super::site_tables::SiteTables;
use crate::search::engine::conflicts::pairs::PairExcess;
use crate::search::engine::conflicts::partition::StatePartition;
use crate::search::engine::estimate::{Estimator, Sums};
use crate::search::engine::states::sets::MAX_TILES;

/// The partition of the estimate, and that by conflicts.
pub const MAX_PARTITIONS: usize = 2;

/// The slack of a state by each partition.
#[derive(Clone, Default)]
pub struct Slack {
    pub partition_count: usize,
    /// By part: its reserve. In the partition by conflicts it includes what the choice of ends
    /// allows equal tiles.
    pub reserves: Vec<i16>,
    /// By partition: what is added to the slack of the state, since this partition estimates less, or
    /// more where it is negative.
    pub offsets: [i16; MAX_PARTITIONS],
    /// By slot, then by partition.
    parts: Vec<u16>,
    /// By part: its share of the estimate.
    shares: Vec<u16>,
}

/// The partition of a state by conflicts.
#[derive(Clone, Copy)]
pub struct PartitionOfState<'a> {
    pub known: &'a PairExcess,
    pub partition: &'a StatePartition,
    pub sites: &'a [u16],
}

impl Slack {
    /// Computes the slack of the state whose tiles have these `rows` in the tables, for `more`
    /// moves than its `estimate`. Returns false if nothing can be said: only where the shares of
    /// very many tiles are less than their slide distances.
    #[inline]
    pub fn compute(
        &mut self,
        tables: &SiteTables,
        rows: &[u32],
        (estimator, sums): (&Estimator, &Sums),
        target: usize,
        (estimate, more): (u16, u16),
        of_state: Option<PartitionOfState<'_>>,
    ) -> bool {
        estimator.shares(sums, target, &mut self.shares);
        self.reserves.clear();
        self.reserves.extend(self.shares.iter().map(|&share| share as i16));
        for (slot, &row) in rows.iter().enumerate() {
            self.reserves[estimator.part(slot)] -= tables.least(row) as i16;
        }
        (self.offsets[0], self.partition_count) = (0, 1);
        let mut part_by_slot = [0; MAX_TILES];
        if let Some(of_state) = of_state {
            self.offsets[1] = estimate as i16 - of_state.partition.moves();
            self.partition_count = 2;
            self.add_state_partition(tables, rows, of_state, (target, more), &mut part_by_slot);
        }
        self.parts.clear();
        let mut is_known = true;
        for (slot, &part) in part_by_slot.iter().enumerate().take(rows.len()) {
            let by_conflicts = of_state.map(|_| usize::from(part));
            let parts = std::iter::once(estimator.part(slot)).chain(by_conflicts);
            for (partition, part) in parts.enumerate() {
                self.parts.push(part as u16);
                let (reserves, slack) = (self.reserves[part], self.offsets[partition]);
                is_known &= reserves + slack.max(0) >= 0;
            }
        }
        is_known
    }

    /// Adds the parts of the partition by conflicts and enters them in `part_of`.
    fn add_state_partition(
        &mut self,
        tables: &SiteTables,
        rows: &[u32],
        of_state: PartitionOfState<'_>,
        (target, more): (usize, u16),
        part_of: &mut [u16; MAX_TILES],
    ) {
        let PartitionOfState { known, partition, sites } = of_state;
        let slack = self.offsets[1] + more as i16;
        let mut weights = [0; MAX_TILES];
        let first = self.reserves.len() as u16;
        for edge in &partition.chosen {
            let part = self.reserves.len() as u16;
            self.reserves.push(edge.weight);
            for slot in (0..rows.len()).filter(|slot| edge.tiles >> slot & 1 != 0) {
                (part_of[slot], weights[slot]) = (part, edge.weight);
            }
        }
        for group in known.groups() {
            for slot in group.clone() {
                if part_of[slot] < first {
                    part_of[slot] = self.reserves.len() as u16;
                    self.reserves.push(0);
                }
                let least = tables.least(rows[slot]) as i16;
                let (tile, excess) = ((slot, sites[slot]), slack + weights[slot]);
                let reserves = partition.above(known, target, group, tile, (least, excess));
                self.reserves[usize::from(part_of[slot])] += reserves;
            }
        }
    }

    /// Returns the parts of a tile, by partition.
    #[inline]
    pub fn parts_of(&self, slot: usize) -> &[u16] {
        &self.parts[slot * self.partition_count..][..self.partition_count]
    }
}
