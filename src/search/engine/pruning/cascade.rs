//! The tests of one state and one target that are made one after the other, until one says no, and
//! what its tiles have to spare, which is computed once for all of them. Used by [`super::Tightness`].

use super::checks::Question;
use super::{Allowed, Tightness};
use crate::search::engine::estimate::{Estimator, Sums};
use crate::search::engine::reachability::single::Case;
use crate::search::engine::stops::slack::Packed;

impl Tightness {
    /// Says whether its tiles may arrive, as far as those tests tell that are asked for.
    pub(super) fn arrives(
        &mut self,
        of: (&Estimator, &Sums),
        estimate: u16,
        target: usize,
        sites: &[u16],
        Question { more, quick, packed, relaxed: is_relaxed, learns, .. }: Question,
    ) -> bool {
        let tiles = sites.iter().zip(&*self.group_of_slot);
        self.rows.clear();
        self.rows.extend(
            tiles.map(|(&site, &group)| self.tables.first_row(target, group) + u32::from(site)),
        );
        self.allowed = [None; 2];
        let asked = (estimate, more);
        let knows = self.conflicts.is_some();
        if is_relaxed {
            let told = match self.allow(of, target, asked, sites, knows) {
                Allowed::Any => return true,
                Allowed::Some => {
                    !self.come_one_after_the_other(target, sites, (knows, more), false)
                }
                Allowed::TooFew => true,
            };
            self.by_relaxed |= told;
            if told {
                // Even if nothing had to be asked.
                self.effort.get_or_insert(0);
                return false;
            }
        }
        if quick {
            match self.allow(of, target, asked, sites, false) {
                Allowed::Any => return true,
                _ if !self.may_arrive(false, more) => return false,
                _ => {}
            }
        }
        if packed && knows {
            let told = match self.allow(of, target, asked, sites, true) {
                Allowed::Any => return true,
                Allowed::Some => !self.may_arrive(true, more),
                Allowed::TooFew => true,
            };
            *self.by_packing.get_or_insert(false) |= told;
            if told {
                return false;
            }
        }
        if !is_relaxed || !learns || !self.relaxed.is_to_look() {
            return true;
        }
        let can = self.allow(of, target, asked, sites, knows) == Allowed::Some;
        let told = can && !self.come_one_after_the_other(target, sites, (knows, more), true);
        self.by_relaxed |= told;
        !told
    }

    /// Makes the quick test.
    fn may_arrive(&mut self, is_packed: bool, more: u16) -> bool {
        let spare = &mut self.spare[usize::from(is_packed)];
        spare.divide(self.rows.len(), more);
        self.test.passes(&self.tables, &self.rows, spare)
    }

    /// Says how many moves tiles have to spare, where the division by conflicts may be one more.
    fn allow(
        &mut self,
        of: (&Estimator, &Sums),
        target: usize,
        asked: (u16, u16),
        sites: &[u16],
        is_packed: bool,
    ) -> Allowed {
        let Self { tables, conflicts, triples, rows, spare, allowed, children, memory, .. } = self;
        let (spare, allowed) =
            (&mut spare[usize::from(is_packed)], &mut allowed[usize::from(is_packed)]);
        if let Some(allowed) = *allowed {
            return allowed;
        }
        let (mut packed, mut moves) = (None, 0);
        if let Some(known) = conflicts.as_deref().filter(|_| is_packed) {
            let packing = children.packing(known, memory, target, sites);
            if let Some(triples) = triples.as_deref() {
                packing.know_triples(known, triples, target, sites);
            }
            moves = packing.moves();
            packed = Some(Packed { known, packing, sites });
        }
        let now = if moves > (asked.0 + asked.1) as i16 {
            Allowed::TooFew
        } else if spare.compute(tables, rows, of, target, asked, packed) {
            Allowed::Some
        } else {
            Allowed::Any
        };
        *allowed = Some(now);
        now
    }

    /// Makes the relaxed test with what has been computed to be spare.
    fn come_one_after_the_other(
        &mut self,
        target: usize,
        sites: &[u16],
        (is_packed, more): (bool, u16),
        learns: bool,
    ) -> bool {
        let Self { tables, spare, relaxed, rows, .. } = self;
        let spare = &spare[usize::from(is_packed)];
        let case = Case { tables, spare, is_back: target == 0 };
        let passes = relaxed.passes(case, target, (rows, sites), more as u8, learns);
        *self.effort.get_or_insert(0) += relaxed.take_effort();
        passes
    }
}
