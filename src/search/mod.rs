//! The search: finds solutions of puzzles and proves that there is no better one.
//! No Bevy, no printing. The command line and the designer both step a [`Search`].

mod algorithm;
mod arena;
mod best_first;
mod breadth_first;
mod engine;
mod heuristic;
mod idastar;
mod key;
pub mod measure;
mod methods;
mod options;
mod outcome;
mod race;
mod run;
mod shuffle;
mod space;

pub use options::{Aim, Heuristic, Limits, Method, Options, TieBreak};
pub use outcome::{BestOpen, Found, Outcome, Progress, Stop, Verdict};
pub use race::{First, Racer, Row};
pub use run::{Search, Status};
pub use shuffle::Shuffle;
