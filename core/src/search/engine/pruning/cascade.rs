//! The cascade of checks for one state and one target. The slack of the tiles is computed once for
//! all of them.

use super::check_list::Checks;
use super::{Allowed, Pruner};
use crate::search::engine::estimate::{Estimator, Sums};
use crate::search::engine::reachability::context::Context;
use crate::search::engine::stop_constraints::slack::PartitionOfState;

impl Pruner {
    /// Says whether the state passes all checks asked for.
    pub(super) fn run_checks(
        &mut self,
        of: (&Estimator, &Sums),
        estimate: u16,
        target: usize,
        sites: &[u16],
        Checks { slack, supports, partition, landmarks: asks_landmarks, learn, .. }: Checks,
    ) -> bool {
        let tiles = sites.iter().zip(&*self.group_of_slot);
        self.rows.clear();
        self.rows.extend(
            tiles.map(|(&site, &group)| self.tables.first_row(target, group) + u32::from(site)),
        );
        self.allowed = [None; 2];
        let asked = (estimate, slack);
        let knows = self.conflicts.is_some();
        if asks_landmarks {
            let refuted = match self.slack_of(of, target, asked, sites, knows) {
                Allowed::Any => return true,
                Allowed::Some => !self.has_allocation(target, sites, (knows, slack), false),
                Allowed::TooFew => true,
            };
            self.by_landmarks |= refuted;
            if refuted {
                // Even if no landmark had to be looked at.
                self.effort.get_or_insert(0);
                return false;
            }
        }
        if supports {
            match self.slack_of(of, target, asked, sites, false) {
                Allowed::Any => return true,
                _ if !self.is_supported(false, slack) => return false,
                _ => {}
            }
        }
        if partition && knows {
            let refuted = match self.slack_of(of, target, asked, sites, true) {
                Allowed::Any => return true,
                Allowed::Some => !self.is_supported(true, slack),
                Allowed::TooFew => true,
            };
            *self.by_partition.get_or_insert(false) |= refuted;
            if refuted {
                return false;
            }
        }
        if !asks_landmarks || !learn || !self.search.should_verify() {
            return true;
        }
        let can = self.slack_of(of, target, asked, sites, knows) == Allowed::Some;
        let refuted = can && !self.has_allocation(target, sites, (knows, slack), true);
        self.by_landmarks |= refuted;
        !refuted
    }

    /// Checks the supports.
    fn is_supported(&mut self, with_conflicts: bool, slack: u16) -> bool {
        let slacks = &mut self.slacks[usize::from(with_conflicts)];
        slacks.distribute(self.rows.len(), slack);
        self.support_check.passes(&self.tables, &self.rows, slacks)
    }

    /// Computes the slack, also by the partition of the state if `with_conflicts`.
    fn slack_of(
        &mut self,
        of: (&Estimator, &Sums),
        target: usize,
        asked: (u16, u16),
        sites: &[u16],
        with_conflicts: bool,
    ) -> Allowed {
        let Self { tables, conflicts, triples, rows, slacks, allowed, neighbours, cache, .. } =
            self;
        let (slacks, allowed) =
            (&mut slacks[usize::from(with_conflicts)], &mut allowed[usize::from(with_conflicts)]);
        if let Some(allowed) = *allowed {
            return allowed;
        }
        let (mut of_state, mut moves) = (None, 0);
        if let Some(known) = conflicts.as_deref().filter(|_| with_conflicts) {
            let partition = neighbours.partition_of(known, cache, target, sites);
            if let Some(triples) = triples.as_deref() {
                partition.ensure_triples(known, triples, target, sites);
            }
            moves = partition.moves();
            of_state = Some(PartitionOfState { known, partition, sites });
        }
        let now = if moves > (asked.0 + asked.1) as i16 {
            Allowed::TooFew
        } else if slacks.compute(tables, rows, of, target, asked, of_state) {
            Allowed::Some
        } else {
            Allowed::Any
        };
        *allowed = Some(now);
        now
    }

    /// Searches for an allocation of the slack.
    fn has_allocation(
        &mut self,
        target: usize,
        sites: &[u16],
        (with_conflicts, more): (bool, u16),
        learn: bool,
    ) -> bool {
        let Self { tables, slacks, search, rows, .. } = self;
        let slack = &slacks[usize::from(with_conflicts)];
        let context = Context { tables, slack, is_back: target == 0 };
        let passes = search.passes(context, target, (rows, sites), more as u8, learn);
        *self.effort.get_or_insert(0) += search.take_effort();
        passes
    }
}
