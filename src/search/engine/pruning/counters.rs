//! What was done in a round of the prover, in numbers. Used by [`crate::search::engine::prover::round`] and by all that
//! is judged by work.

use std::ops::AddAssign;

use super::meter::{Level, Levels};

/// What was done in a round, by one section or by all.
#[derive(Clone, Copy, Default)]
pub struct Done {
    /// States expanded for the first time, and all that were looked at.
    pub expanded: u64,
    pub looked_at: u64,
    pub generated: u64,
    /// The neighbours that were tested for conflicts, and those left out because of them.
    pub paired: u64,
    pub left_out: u64,
    /// The pushes of all that were looked at and not held back.
    pub pushes: u64,
    /// By moves to spare, as far as states are tested.
    pub levels: Levels,
}

impl Done {
    /// Returns the states held back.
    pub fn held_back(&self) -> u64 {
        self.levels.iter().map(|level| level.held_back).sum()
    }

    /// Returns what the relaxed test took, in states looked at.
    pub fn effort(&self) -> u64 {
        self.levels.iter().map(Level::effort).sum()
    }
}

impl AddAssign for Done {
    fn add_assign(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.looked_at += other.looked_at;
        self.generated += other.generated;
        self.paired += other.paired;
        self.left_out += other.left_out;
        self.pushes += other.pushes;
        self.levels.iter_mut().zip(other.levels).for_each(|(own, other)| *own += other);
    }
}
