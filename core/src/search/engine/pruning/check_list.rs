//! Which checks are run on a state, and with how much slack.

use super::{MAX_SLACK, Pruner};
use crate::search::engine::estimate::{Estimator, Sums};
use crate::search::engine::states::bucket::Way;

/// The checks to run, in order, until one refutes the state.
#[derive(Clone, Copy)]
pub struct Checks {
    /// The moves above the estimate with which the state may be solved.
    pub slack: u16,
    /// Conflicts; supports by the partitions of the estimates; supports by the partition of the
    /// state; known landmarks; and verification, which learns landmarks.
    pub conflicts: bool,
    pub supports: bool,
    pub partition: bool,
    pub landmarks: bool,
    pub learn: bool,
}

impl Checks {
    /// None, with no slack.
    pub const NONE: Self = Self {
        slack: 0,
        conflicts: false,
        supports: false,
        partition: false,
        landmarks: false,
        learn: false,
    };

    /// Known landmarks, with no slack.
    pub const LANDMARKS: Self = Self { landmarks: true, ..Self::NONE };
}

impl Pruner {
    /// Returns how far the estimate of a state is too low according to `tests`, up to one more than
    /// [`MAX_SLACK`].
    pub fn excess_over_estimate(
        &mut self,
        estimator: &Estimator,
        sums: &Sums,
        way: Way,
        sites: &[u16],
        tests: Checks,
    ) -> u16 {
        let mut passes =
            |slack| self.may_suffice(estimator, sums, way, sites, Checks { slack, ..tests });
        (0..=MAX_SLACK).find(|&slack| passes(slack)).unwrap_or(MAX_SLACK + 1)
    }
}
