//! What a step of the prover led to, or why it cannot go on.

use crate::search::algorithm::Answer;
use crate::search::arena::Full;

/// What a step of the prover led to.
pub enum Progressed {
    /// Nothing in particular.
    More,
    /// A better solution: see [`super::Prover::path`].
    Found,
    /// There is nothing left to look at.
    Done(Answer),
}

/// Why the prover cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Its memory is full.
    Full,
    /// The deadline of the search has come in the middle of a round, which proves nothing.
    Over,
}

impl From<Full> for Halt {
    fn from(_: Full) -> Self {
        Self::Full
    }
}
