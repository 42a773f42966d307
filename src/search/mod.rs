//! The search: finds solutions of puzzles and proves that there is no better one.
//! No Bevy, no printing. The command line and the designer both step a [`Search`].

mod algorithm;
mod options;
mod outcome;
mod run;

pub use options::{Aim, Heuristic, Limits, Method, Options};
pub use outcome::{BestOpen, Found, Outcome, Progress, Stop, Verdict};
pub use run::{Search, Status};
