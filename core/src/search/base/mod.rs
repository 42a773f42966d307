//! What every search stands on: states, estimates, limits, results.

pub(in crate::search) mod algorithm;
pub mod allowance;
pub(in crate::search) mod arena;
pub(in crate::search) mod clock;
pub(in crate::search) mod goal_states;
pub(in crate::search) mod graph;
pub(in crate::search) mod heuristic;
pub(in crate::search) mod key;
pub(in crate::search) mod options;
pub(in crate::search) mod outcome;
pub(in crate::search) mod pool;
pub(in crate::search) mod space;
