//! What is asked of a state: which tests of tightness are made, with how many moves to spare.
//! Used by the prover, the beams and the ladder.

use super::{MAX_SPARE, Tightness};
use crate::search::engine::estimate::{Estimator, Sums};
use crate::search::engine::states::class::Way;

/// What is asked of a state.
#[derive(Clone, Copy)]
pub struct Question {
    /// Whether it may be solved, or backward reached, with so many moves more than its
    /// estimate.
    pub more: u16,
    /// Which tests are made, until one says no: whether tiles that are in each other's way have
    /// enough moves; the landmarks of the relaxed one; the quick one; the same with the division by
    /// conflicts too; and what is not known of the relaxed one, if it `learns`.
    pub conflicts: bool,
    pub quick: bool,
    pub packed: bool,
    pub relaxed: bool,
    pub learns: bool,
}

impl Question {
    /// Nothing, with no move to spare.
    pub const NONE: Self = Self {
        more: 0,
        conflicts: false,
        quick: false,
        packed: false,
        relaxed: false,
        learns: false,
    };

    /// The landmarks that are known, with no move to spare.
    pub const LANDMARKS: Self = Self { relaxed: true, ..Self::NONE };

    /// All tests but the relaxed one, with no move to spare.
    pub const QUICK: Self = Self { conflicts: true, quick: true, packed: true, ..Self::NONE };
}

impl Tightness {
    /// Returns how many moves above its estimate the state with these sites and sums is told to
    /// need, up to one more than is tested.
    pub fn told_above(
        &mut self,
        estimator: &Estimator,
        sums: &Sums,
        way: Way,
        sites: &[u16],
        tests: Question,
    ) -> u16 {
        let mut passes =
            |more| self.may_suffice(estimator, sums, way, sites, Question { more, ..tests });
        (0..=MAX_SPARE).find(|&more| passes(more)).unwrap_or(MAX_SPARE + 1)
    }
}
