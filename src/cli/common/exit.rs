//! The exit codes of the program, and which one the end of a search calls for.

use std::process::ExitCode;

use crate::search::{Aim, Verdict};

/// How the program ends. Ordered by code: of several levels the highest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::cli) enum Exit {
    /// Every level reached the aim.
    Success = 0,
    /// A fault of our own, or the output cannot be written.
    Internal = 1,
    /// Bad usage, or a file that cannot be read or is not a level.
    Usage = 2,
    /// Solved, but stopped before the proof that was asked for.
    Unproved = 3,
    /// The moves that were to be verified are no solution.
    NotSolved = 4,
    /// Proved unsolvable.
    Unsolvable = 10,
    /// Stopped by a limit without a solution.
    Unknown = 11,
}

impl Exit {
    /// Returns the code that the system sees.
    pub(in crate::cli) const fn code(self) -> u8 {
        self as u8
    }

    /// Returns how a search with this aim and verdict ends.
    pub(in crate::cli) const fn of_verdict(verdict: &Verdict, aim: Aim) -> Self {
        match (verdict, aim) {
            (Verdict::Optimal { .. }, _) => Self::Success,
            (Verdict::Feasible { .. }, Aim::Any | Aim::Improve) => Self::Success,
            (Verdict::Feasible { .. }, Aim::Prove) => Self::Unproved,
            (Verdict::Unsolvable, _) => Self::Unsolvable,
            (Verdict::Unknown { .. }, _) => Self::Unknown,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_aim_is_reached_or_not() {
        let unknown = Verdict::Unknown { lower_bound: 3 };
        for aim in Aim::ALL {
            assert_eq!(Exit::of_verdict(&Verdict::Unsolvable, aim).code(), 10);
            assert_eq!(Exit::of_verdict(&unknown, aim).code(), 11);
        }
        assert!(Exit::Unknown > Exit::Unsolvable && Exit::Usage > Exit::Internal);
    }
}
