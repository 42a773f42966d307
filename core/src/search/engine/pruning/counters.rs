//! What a round of the prover did: decisions are based on these counts, not on time.

use std::ops::AddAssign;

/// The work of a round, by one section or in all.
#[derive(Clone, Copy, Default)]
pub struct Counters {
    /// States expanded for the first time, and all that were examined.
    pub expanded: u64,
    pub examined: u64,
    pub generated: u64,
    /// The effort of landmarks and verification, in states examined.
    pub effort: u64,
    /// Pushes of states with far changes that lead out of the rectangle.
    pub far_out: u64,
}

impl Counters {
    /// Returns the states examined, with checks converted to these.
    pub const fn work(&self) -> u64 {
        self.examined + self.effort
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.examined += other.examined;
        self.generated += other.generated;
        self.effort += other.effort;
        self.far_out += other.far_out;
    }
}
