//! The moves that are given to tiles of a state, from what there is to spare: the book-keeping of
//! the relaxed test ([`super::relaxed`], which says what may be given).

use super::detours::{Detours, MANY, of_slot, with};
use super::shares::{ALL_DIVISIONS, Spare};

/// The moves that have been given.
#[derive(Clone, Default)]
pub struct Giving {
    pub has: Detours,
    /// By division, what is left to spare.
    slacks: [i16; ALL_DIVISIONS],
    /// By part, what is left of its reserve.
    reserves: Vec<i16>,
    /// The parts whose reserves were used, in order.
    used: Vec<u16>,
}

/// What had been given at some time.
pub struct Before {
    has: Detours,
    slacks: [i16; ALL_DIVISIONS],
    used: usize,
}

impl Giving {
    /// Begins with nothing given, where so many moves more than the estimate may be made.
    pub fn begin(&mut self, spare: &Spare, more: u8) {
        self.reserves.clone_from(&spare.above);
        self.slacks = spare.slacks.map(|slack| slack + i16::from(more));
        self.has = 0;
        self.used.clear();
    }

    /// Returns the detours that so many tiles may have in the end, each if it alone is given more,
    /// and none more than is `allowed`.
    pub fn most(&self, spare: &Spare, tiles: usize, allowed: Detours) -> Detours {
        (0..tiles).fold(0, |all, slot| {
            let more = self.left(spare, slot).clamp(0, MANY.into()) as u8;
            let most = of_slot(self.has, slot) + more;
            with(all, slot, most.min(of_slot(allowed, slot)))
        })
    }

    /// Returns how many moves a tile may still be given.
    #[inline]
    fn left(&self, spare: &Spare, slot: usize) -> i16 {
        let parts = spare.parts_of(slot).iter().zip(&self.slacks);
        parts.map(|(&part, slack)| slack + self.reserves[usize::from(part)]).min().unwrap_or(0)
    }

    /// Returns what has been given, to come back to it.
    pub const fn now(&self) -> Before {
        Before { has: self.has, slacks: self.slacks, used: self.used.len() }
    }

    /// Takes back what has been given since.
    pub fn undo(&mut self, before: Before) {
        (self.has, self.slacks) = (before.has, before.slacks);
        for part in self.used.drain(before.used..) {
            self.reserves[usize::from(part)] += 1;
        }
    }

    /// Gives a tile moves until it makes so many detours. Returns false if it may not have them.
    pub fn give(&mut self, spare: &Spare, slot: usize, detours: u8) -> bool {
        let has = of_slot(self.has, slot);
        for _ in has..detours {
            if self.left(spare, slot) <= 0 {
                return false;
            }
            self.take(spare, slot);
        }
        self.has = with(self.has, slot, has.max(detours));
        true
    }

    /// Takes a move for a tile.
    fn take(&mut self, spare: &Spare, slot: usize) {
        let parts = spare.parts_of(slot);
        // Outside the patterns a part belongs to all divisions: what it has, it gives once.
        let mut reserves = [0; ALL_DIVISIONS];
        for (reserve, &part) in reserves.iter_mut().zip(parts) {
            *reserve = self.reserves[usize::from(part)];
        }
        for (nth, &part) in parts.iter().enumerate() {
            if reserves[nth] <= 0 {
                self.slacks[nth] -= 1;
            } else if !parts[..nth].contains(&part) {
                self.reserves[usize::from(part)] -= 1;
                self.used.push(part);
            }
        }
    }
}
