//! The methods to study: one algorithm a file, each on the estimates of `heuristic`.
//!
//! `forward` puts beams beside A\* for what the engine cannot hold.

pub(in crate::search) mod best_first;
pub(in crate::search) mod breadth_first;
pub(in crate::search) mod forward;
pub(in crate::search) mod greedy_walk;
pub(in crate::search) mod idastar;
mod look_ahead;
