//! The search: finds solutions of puzzles and proves that there is no better one.
//! No Bevy, no printing. The command line and the designer both step a [`Search`].
//!
//! Rooms, each of which knows those before it alone: `base`, `study`, `one_gap`, `engine`, `run`,
//! `levels`.

mod base;
mod engine;
mod levels;
mod one_gap;
mod run;
mod study;

pub use base::allowance;
pub use base::clock::Stopwatch;
pub use base::options::{Aim, Heuristic, Limits, MAX_LOOK_AHEAD, Method, Options, TieBreak};
pub use base::outcome::{BestOpen, Found, Outcome, Progress, Status, Stop, Verdict};
pub use levels::intuition::{CounterIntuitive, counter_intuitive};
pub use levels::race::{First, Racer, Row};
pub use levels::reason::{Reason, grouped};
pub use levels::shuffle::Shuffle;
pub use levels::{evolve, explore, generate, what_if};
pub use run::step_tree::{Branch, step_tree};
pub use run::tracer::{NotTraced, Tracer};
pub use run::{Search, measure};
pub use study::best_first::{Fate, Made, TraceStep, Waiting};
