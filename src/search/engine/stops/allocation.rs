//! The moves that are given to tiles of a state, from what there is to spare: the book-keeping of
//! the relaxed test ([`crate::search::engine::landmarks::search`], which says what may be given).

use super::slack::{ALL_DIVISIONS, Spare};
use super::transitions::LEVELS;

/// Tiles that there is room for.
pub const MAX_TILES: usize = 32;

/// How many detours the tiles make, by slot.
pub type Detours = [u8; MAX_TILES];

/// As many detours as this or more are not told apart.
pub const MANY: u8 = LEVELS as u8;

/// The moves that have been given.
#[derive(Clone, Default)]
pub struct Giving {
    divisions: usize,
    /// By division and slot, the part that the tile belongs to.
    parts: [[u8; MAX_TILES]; ALL_DIVISIONS],
    given: Given,
}

/// What has been given, and what is left. It is copied for each way of giving moves, so it is kept
/// small.
#[derive(Clone, Copy, Default)]
pub struct Given {
    has: Detours,
    /// By division, what is left to spare.
    slacks: [i16; ALL_DIVISIONS],
    /// By division and slot, what is left of the reserve of the tile's part. That of a part which
    /// belongs to several divisions stands in each of them.
    reserves: [[i8; MAX_TILES]; ALL_DIVISIONS],
}

impl Giving {
    /// Begins with nothing given to so many tiles, where so many moves more than the estimate may
    /// be made. Returns false if the reserve of a part is too large to be counted.
    pub fn begin(&mut self, spare: &Spare, tiles: usize, more: u8) -> bool {
        self.divisions = spare.divisions;
        self.given.has = [0; MAX_TILES];
        self.given.slacks = spare.slacks.map(|slack| slack + i16::from(more));
        for slot in 0..tiles {
            for (division, &part) in spare.parts_of(slot).iter().enumerate() {
                let reserve = spare.above[usize::from(part)];
                if reserve > i8::MAX.into() {
                    return false;
                }
                // There are no more parts than divisions and tiles have.
                self.parts[division][slot] = part as u8;
                self.given.reserves[division][slot] = reserve.max(i8::MIN.into()) as i8;
            }
        }
        true
    }

    /// Returns the detours that each tile has been given.
    #[inline]
    pub const fn has(&self) -> &Detours {
        &self.given.has
    }

    /// Returns the detours that each tile may have in the end, if it alone is given more, and none
    /// more than is `allowed`.
    #[inline]
    pub fn most(&self, allowed: &Detours) -> Detours {
        let Given { has, slacks, reserves } = &self.given;
        let mut left = [i16::MAX; MAX_TILES];
        for (slack, reserves) in slacks.iter().zip(reserves).take(self.divisions) {
            let all = left.iter_mut().zip(reserves);
            all.for_each(|(left, &own)| *left = (*left).min(slack + i16::from(own)));
        }
        let mut most = *has;
        for ((most, left), allowed) in most.iter_mut().zip(left).zip(allowed) {
            *most = (*most + left.clamp(0, MANY.into()) as u8).min(*allowed);
        }
        most
    }

    /// Returns what has been given, to come back to it.
    #[inline]
    pub const fn now(&self) -> Given {
        self.given
    }

    /// Comes back to what had been given.
    #[inline]
    pub const fn go_back(&mut self, before: &Given) {
        self.given = *before;
    }

    /// Gives a tile moves until it makes so many detours. Returns false if it may not have them.
    #[inline]
    pub fn give(&mut self, slot: usize, detours: u8) -> bool {
        for _ in self.given.has[slot]..detours {
            if !self.take(slot) {
                return false;
            }
        }
        self.given.has[slot] = self.given.has[slot].max(detours);
        true
    }

    /// Returns how many more detours some tiles may have together at most.
    #[inline]
    pub fn most_together<const N: usize>(&self, slots: [usize; N]) -> u8 {
        let Given { slacks, reserves, .. } = &self.given;
        let all = slacks.iter().zip(reserves).take(self.divisions).map(|(slack, reserves)| {
            slots.iter().fold(*slack, |all, &slot| all + i16::from(reserves[slot].max(0)))
        });
        all.min().map_or(u8::MAX, |most| most.clamp(0, u8::MAX.into()) as u8)
    }

    /// Says whether so many detours may be given to some tiles together.
    #[inline]
    pub fn affords<const N: usize>(&self, slots: [usize; N], detours: [u8; N]) -> bool {
        let Given { has, slacks, reserves } = &self.given;
        let more: [i16; N] =
            std::array::from_fn(|nth| detours[nth].saturating_sub(has[slots[nth]]).into());
        let all: i16 = more.iter().sum();
        for (division, &slack) in slacks.iter().enumerate().take(self.divisions) {
            // Mostly there is enough without what parts have in reserve.
            if all > slack && all > slack + self.reserves_pay((division, reserves), slots, more) {
                return false;
            }
        }
        true
    }

    /// Returns how many of so many moves more for some tiles the reserves of their parts pay.
    fn reserves_pay<const N: usize>(
        &self,
        (division, reserves): (usize, &[[i8; MAX_TILES]]),
        slots: [usize; N],
        more: [i16; N],
    ) -> i16 {
        let part = |nth: usize| self.parts[division][slots[nth]];
        let paid = |nth: usize| {
            let before = (0..nth).filter(|&other| part(other) == part(nth));
            let before: i16 = before.map(|other| more[other]).sum();
            more[nth].min((i16::from(reserves[division][slots[nth]]) - before).max(0))
        };
        (0..N).map(paid).sum()
    }

    /// Says whether moves for a tile leave no more for others than as many for another tile would.
    #[inline]
    pub fn costs_no_less(&self, slot: usize, other: usize) -> bool {
        let all = self.given.reserves.iter().zip(&self.parts).take(self.divisions);
        all.into_iter().all(|(reserves, parts)| reserves[slot] <= 0 || parts[slot] == parts[other])
    }

    /// Takes a move for a tile, if there is one left.
    fn take(&mut self, slot: usize) -> bool {
        let Given { slacks, reserves, .. } = &mut self.given;
        let all = slacks.iter_mut().zip(reserves).zip(&self.parts).take(self.divisions);
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
