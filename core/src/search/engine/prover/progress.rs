//! The result of a step of the prover, and why it must stop.

use crate::search::base::algorithm::Answer;
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
