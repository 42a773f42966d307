//! Upper bounds: beams and window repair, which take turns once there is a solution.

pub mod beam;
mod layer;
pub mod repair;

use self::beam::{Beam, Beamed};
use self::repair::Repair;
use crate::search::BestOpen;
use crate::search::algorithm::Counts;
use crate::search::engine::pruning::expander::Expander;
use crate::search::key::Key;
use crate::search::space::Space;

/// Beams and repair.
pub struct Improver<K> {
    beam: Beam<K>,
    beam_is_spent: bool,
    repair: Repair<K>,
    /// The last turn was the repair's.
    repaired: bool,
}

impl<K: Key> Improver<K> {
    pub const fn new(beam: Beam<K>, repair: Repair<K>) -> Self {
        Self { beam, beam_is_spent: false, repair, repaired: false }
    }

    /// Says whether there is anything to do.
    pub fn has_work(&self) -> bool {
        !self.beam_is_spent || self.repair.has_work()
    }

    /// Expands at most `states` states. Returns a better solution as its states.
    pub fn step(&mut self, space: &Space<K>, states: u64) -> Option<Vec<K>> {
        self.repaired = !self.repaired || self.beam_is_spent;
        if self.repaired && self.repair.has_work() {
            let path = self.repair.step(space, states)?;
            self.beam.lower_incumbent((path.len() - 1) as u32);
            return Some(path);
        }
        if self.beam_is_spent {
            return None;
        }
        match self.beam.step(space, states) {
            Beamed::More => None,
            Beamed::Found(path) => {
                self.repair.take(space, path.clone());
                Some(path)
            }
            Beamed::Spent => {
                self.beam_is_spent = true;
                None
            }
        }
    }

    /// Takes a solution found elsewhere; in the meantime there may be a better one here.
    pub fn take(&mut self, space: &Space<K>, path: &[K]) {
        let moves = (path.len() - 1) as u32;
        if moves < self.incumbent() {
            self.beam.lower_incumbent(moves);
            self.repair.take(space, path.to_vec());
        }
    }

    /// Takes a lower bound.
    pub fn raise_bound(&mut self, bound: u32) {
        self.beam.raise_bound(bound);
    }

    /// Goes on with other estimates.
    pub fn set_expander(&mut self, expander: Expander) {
        self.beam.set_expander(expander);
    }

    /// Returns the moves of the best solution known; the largest number without one.
    pub const fn incumbent(&self) -> u32 {
        self.beam.incumbent()
    }

    /// Returns the memory that is free for others because the beams have ended.
    pub fn spare_bytes(&self) -> u64 {
        if self.beam_is_spent { self.beam.spare_bytes() } else { 0 }
    }

    pub fn counts(&self) -> Counts {
        let mut counts = self.beam.counts();
        counts.expanded += self.repair.expanded;
        counts.memory_bytes += self.repair.memory_held();
        counts
    }

    /// Returns the most promising state that waits.
    pub fn best_open(&self, space: &Space<K>) -> Option<BestOpen> {
        self.beam.best_open(space)
    }
}
