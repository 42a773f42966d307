//! The search: finds solutions of puzzles and proves that there is no better one.
//! No Bevy, no printing. The command line and the designer both step a [`Search`].

mod algorithm;
pub mod allowance;
mod arena;
mod best_first;
mod breadth_first;
mod clock;
mod constructive;
mod engine;
pub mod evolve;
pub mod explore;
mod forward;
pub mod generate;
mod goal_states;
mod graph;
mod greedy_walk;
mod heuristic;
mod idastar;
mod intuition;
mod key;
mod look_ahead;
pub mod measure;
mod methods;
mod options;
mod outcome;
mod pool;
mod race;
mod reason;
mod run;
mod shuffle;
mod space;
mod tracer;
pub mod what_if;

pub use best_first::{Fate, Made, TraceStep, Waiting};
pub use intuition::{CounterIntuitive, counter_intuitive};
pub use options::{Aim, Heuristic, Limits, MAX_LOOK_AHEAD, Method, Options, TieBreak};
pub use outcome::{BestOpen, Found, Outcome, Progress, Status, Stop, Verdict};
pub use race::{First, Racer, Row};
pub use reason::{Reason, grouped};
pub use run::Search;
pub use shuffle::Shuffle;
pub use tracer::{NotTraced, Tracer};
