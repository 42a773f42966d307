//! The plan of memory: which part of a search may hold which fraction of the limit. What is not
//! named here is the rest, and belongs to the open and closed lists of whoever searches.
//!
//! ```text
//! engine                          methods to study
//! ├─ IMPROVER                     └─ STUDY_BEAMS
//! │  ├─ CONFLICTS
//! │  └─ each thread               one empty cell
//! │     ├─ REPLANNING             ├─ ONE_GAP_BEAMS
//! │     ├─ ASSIGNMENTS            └─ tables
//! │     └─ LAYER                     ├─ TABLES_BEAM
//! └─ prover                          ├─ ROOTS
//!    ├─ ROUND                        └─ WALKS
//!    └─ TABLE, each
//! what if
//! └─ LISTINGS
//! ```
//!
//! Each is taken of what its parent has; a TABLE of what is free when it is begun.

/// A fraction of the memory: numerator and denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction(u64, u64);

impl Fraction {
    /// Returns this fraction of so many bytes, rounded down.
    pub const fn of(self, bytes: u64) -> u64 {
        bytes / self.1 * self.0
    }

    /// Returns what is left of so many bytes without it.
    pub const fn rest(self, bytes: u64) -> u64 {
        bytes - self.of(bytes)
    }
}

/// The engine's improver, if its threads need as much.
pub const IMPROVER: Fraction = Fraction(1, 4);
/// The improver's table of tiles in each other's way.
pub const CONFLICTS: Fraction = Fraction(1, 8);
/// Replanning, of a thread of the improver.
pub const REPLANNING: Fraction = Fraction(1, 16);
/// The assignments of tiles to ends that a beam keeps.
pub const ASSIGNMENTS: Fraction = Fraction(1, 8);
/// One layer of a beam; the rest is for those before it.
pub const LAYER: Fraction = Fraction(1, 2);
/// The neighbours of a round of the prover: they are counted only afterwards.
pub const ROUND: Fraction = Fraction(1, 8);
/// One table of the prover, and all its landmarks. States are checked if the site tables take no
/// more.
pub const TABLE: Fraction = Fraction(1, 32);
/// Beams beside the methods to study.
pub const STUDY_BEAMS: Fraction = Fraction(1, 8);
/// Beams on boards with one empty cell.
pub const ONE_GAP_BEAMS: Fraction = Fraction(1, 8);
/// The beam beside the pattern databases, at most.
pub const TABLES_BEAM: Fraction = Fraction(1, 4);
/// What that beam may hold when it grows: it may double.
pub const GROWING: Fraction = Fraction(1, 2);
/// What that beam may hold when the next one is wider: each part of it may double, too.
pub const WIDENING: Fraction = Fraction(1, 4);
/// The roots of the depth-first search.
pub const ROOTS: Fraction = Fraction(1, 8);
/// The walks of the empty cell while the automaton of moves is made.
pub const WALKS: Fraction = Fraction(1, 8);
/// Listings that serve many levels of a what-if; the searches of single ones have the rest.
pub const LISTINGS: Fraction = Fraction(1, 2);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fraction_and_its_rest_are_the_whole_at_any_limit() {
        for bytes in [0, 1, 7, 1 << 20, u64::MAX] {
            for fraction in [IMPROVER, TABLE, Fraction(3, 8)] {
                assert_eq!(fraction.of(bytes) + fraction.rest(bytes), bytes);
            }
        }
        assert_eq!((IMPROVER.of(1 << 30), Fraction(3, 8).of(64)), (1 << 28, 24));
    }
}
