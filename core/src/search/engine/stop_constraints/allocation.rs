//! An allocation of extra moves to tiles, and what it leaves of the slack of each partition.
//!
//! Used by the search for an allocation ([`crate::search::engine::landmarks::allocation_search`]).

use super::slack::{MAX_PARTITIONS, Slack};
use super::transitions::EXTRA_LEVELS;

/// Tiles of a level for which there is room.
pub const MAX_ALLOCATED_TILES: usize = 32;

/// Extra moves by slot.
pub type ExtraMoves = [u8; MAX_ALLOCATED_TILES];

/// This many extra moves or more are not told apart.
pub const EXTRA_CAP: u8 = EXTRA_LEVELS as u8;

/// An allocation.
#[derive(Clone, Default)]
pub struct Allocation {
    partition_count: usize,
    /// By partition and slot: the part of the tile.
    parts: [[u8; MAX_ALLOCATED_TILES]; MAX_PARTITIONS],
    state: Snapshot,
}

/// What has been allocated and what is left. Copied at each node of the search, so it is small.
#[derive(Clone, Copy, Default)]
pub struct Snapshot {
    extra: ExtraMoves,
    /// By partition: what is left of the shared slack.
    slacks: [i16; MAX_PARTITIONS],
    /// By partition and slot: what is left of the reserve of the tile's part. A part of several
    /// partitions is repeated in each.
    reserves: [[i8; MAX_ALLOCATED_TILES]; MAX_PARTITIONS],
}

impl Allocation {
    /// Starts with nothing allocated to `tiles` tiles, for `more` moves than the estimate. Returns
    /// false if a reserve does not fit its field.
    pub fn begin(&mut self, slack: &Slack, tiles: usize, more: u8) -> bool {
        self.partition_count = slack.partition_count;
        self.state.extra = [0; MAX_ALLOCATED_TILES];
        self.state.slacks = slack.offsets.map(|slack| slack + i16::from(more));
        for slot in 0..tiles {
            for (partition, &part) in slack.parts_of(slot).iter().enumerate() {
                let reserve = slack.reserves[usize::from(part)];
                if reserve > i8::MAX.into() {
                    return false;
                }
                // There are fewer parts than partitions × tiles, so the number fits.
                self.parts[partition][slot] = part as u8;
                self.state.reserves[partition][slot] = reserve.max(i8::MIN.into()) as i8;
            }
        }
        true
    }

    /// Returns the extra moves allocated to each tile.
    #[inline]
    pub const fn extra(&self) -> &ExtraMoves {
        &self.state.extra
    }

    /// Returns the extra moves that each tile could reach if it alone got more, up to what is
    /// `allowed`.
    #[inline]
    pub fn upper_bounds(&self, allowed: &ExtraMoves) -> ExtraMoves {
        let Snapshot { extra, slacks, reserves } = &self.state;
        let mut left = [i16::MAX; MAX_ALLOCATED_TILES];
        for (slack, reserves) in slacks.iter().zip(reserves).take(self.partition_count) {
            let all = left.iter_mut().zip(reserves);
            all.for_each(|(left, &own)| *left = (*left).min(slack + i16::from(own)));
        }
        let mut upper_bounds = *extra;
        for ((upper_bounds, left), allowed) in upper_bounds.iter_mut().zip(left).zip(allowed) {
            *upper_bounds = (*upper_bounds + left.clamp(0, EXTRA_CAP.into()) as u8).min(*allowed);
        }
        upper_bounds
    }

    /// Returns a copy of the state, for [`Self::restore`].
    #[inline]
    pub const fn snapshot(&self) -> Snapshot {
        self.state
    }

    /// Returns to an earlier state.
    #[inline]
    pub const fn restore(&mut self, before: &Snapshot) {
        self.state = *before;
    }

    /// Raises the extra moves of a tile. Returns false if the slack does not allow it.
    #[inline]
    pub fn raise(&mut self, slot: usize, extra: u8) -> bool {
        for _ in self.state.extra[slot]..extra {
            if !self.take_one(slot) {
                return false;
            }
        }
        self.state.extra[slot] = self.state.extra[slot].max(extra);
        true
    }

    /// Returns an upper bound on the further extra moves of some tiles together.
    #[inline]
    pub fn most_together<const N: usize>(&self, slots: [usize; N]) -> u8 {
        let Snapshot { slacks, reserves, .. } = &self.state;
        let all =
            slacks.iter().zip(reserves).take(self.partition_count).map(|(slack, reserves)| {
                slots.iter().fold(*slack, |all, &slot| all + i16::from(reserves[slot].max(0)))
            });
        all.min().map_or(u8::MAX, |upper_bounds| upper_bounds.clamp(0, u8::MAX.into()) as u8)
    }

    /// Says whether some tiles can have these extra moves together.
    #[inline]
    pub fn affords<const N: usize>(&self, slots: [usize; N], extra: [u8; N]) -> bool {
        let Snapshot { extra: has, slacks, reserves } = &self.state;
        let more: [i16; N] =
            std::array::from_fn(|nth| extra[nth].saturating_sub(has[slots[nth]]).into());
        let all: i16 = more.iter().sum();
        for (partition, &slack) in slacks.iter().enumerate().take(self.partition_count) {
            // Mostly the shared slack is enough.
            if all > slack && all > slack + self.reserves_pay((partition, reserves), slots, more) {
                return false;
            }
        }
        true
    }

    /// Returns how many of `more` moves are paid by the reserves of the parts.
    fn reserves_pay<const N: usize>(
        &self,
        (partition, reserves): (usize, &[[i8; MAX_ALLOCATED_TILES]]),
        slots: [usize; N],
        more: [i16; N],
    ) -> i16 {
        let part = |nth: usize| self.parts[partition][slots[nth]];
        let paid = |nth: usize| {
            let before = (0..nth).filter(|&other| part(other) == part(nth));
            let before: i16 = before.map(|other| more[other]).sum();
            more[nth].min((i16::from(reserves[partition][slots[nth]]) - before).max(0))
        };
        (0..N).map(paid).sum()
    }

    /// Pays for one move of a tile, if the slack allows it.
    fn take_one(&mut self, slot: usize) -> bool {
        let Snapshot { slacks, reserves, .. } = &mut self.state;
        let all = slacks.iter_mut().zip(reserves).zip(&self.parts).take(self.partition_count);
        let mut is_left = true;
        for ((slack, reserves), parts) in all {
            is_left &= *slack + i16::from(reserves[slot]) > 0;
            if reserves[slot] <= 0 {
                *slack -= 1;
            } else {
                let part = parts[slot];
                for (reserve, &other) in reserves.iter_mut().zip(parts) {
                    *reserve -= i8::from(other == part);
                }
            }
        }
        is_left
    }
}
