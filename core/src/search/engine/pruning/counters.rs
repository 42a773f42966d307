//! What a round of the prover did. All decisions are based on these counts, never on time.

use std::ops::AddAssign;

use super::check_policy::{SlackLevel, SlackLevels};

/// The work of a round, by one section or in all.
#[derive(Clone, Copy, Default)]
pub struct Counters {
    /// States expanded for the first time, and all that were examined.
    pub expanded: u64,
    pub examined: u64,
    pub generated: u64,
    /// Neighbours checked for conflicts, and those left out for it.
    pub conflict_checked: u64,
    pub left_out: u64,
    /// Pushes of the states that were expanded.
    pub pushes: u64,
    /// By slack, as far as states are checked.
    pub levels: SlackLevels,
}

impl Counters {
    /// Returns the deferred states.
    pub fn deferred(&self) -> u64 {
        self.levels.iter().map(|level| level.deferred).sum()
    }

    /// Returns the effort of landmarks and reachability, in states examined.
    pub fn effort(&self) -> u64 {
        self.levels.iter().map(SlackLevel::effort).sum()
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.examined += other.examined;
        self.generated += other.generated;
        self.conflict_checked += other.conflict_checked;
        self.left_out += other.left_out;
        self.pushes += other.pushes;
        self.levels.iter_mut().zip(other.levels).for_each(|(own, other)| *own += other);
    }
}
