//! The result of a step of the prover, and why it must stop.

use crate::puzzle::Move;
use crate::search::base::algorithm::{Answer, Step};
use crate::search::base::arena::Full;

/// The result of a step.
pub enum Progressed {
    /// Go on.
    More,
    /// A better solution: see [`super::Prover::path`].
    Found,
    /// The search is over.
    Done(Answer),
}

impl Progressed {
    /// Returns what is told of a step: bounds with the moves of the opening, and the moves that were
    /// `found`.
    pub fn step_of(
        progressed: Result<Self, Halt>,
        opening: u32,
        found: impl FnOnce() -> Vec<Move>,
    ) -> Step {
        match progressed {
            Err(Halt::Full) => Step::OutOfMemory,
            Err(Halt::Over) => Step::Cut,
            Ok(Self::More) => Step::More,
            Ok(Self::Found) => Step::Found(found()),
            Ok(Self::Done(Answer::NoneUpTo(moves))) => {
                Step::Done(Answer::NoneUpTo(moves + opening))
            }
            Ok(Self::Done(answer)) => Step::Done(answer),
        }
    }
}

/// Why the prover must stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Its memory is full.
    Full,
    /// The deadline came in the middle of a round: the round proves nothing.
    Over,
}

impl From<Full> for Halt {
    fn from(_: Full) -> Self {
        Self::Full
    }
}
