//! The search: finds solutions of puzzles and proves that there is no better one.
//! No Bevy, no printing. The command line and the designer both step a [`Search`].

mod algorithm;
mod arena;
mod best_first;
mod breadth_first;
mod engine;
mod heuristic;
mod hindsight;
mod idastar;
mod key;
mod look_ahead;
pub mod measure;
mod methods;
mod options;
mod outcome;
mod run;
mod space;

pub use hindsight::Hindsight;
pub use options::{Aim, Heuristic, Limits, MAX_LOOK_AHEAD, Method, Options, TieBreak};
pub use outcome::{BestOpen, Found, Outcome, Progress, Stop, Verdict};
pub use run::{Search, Status};
