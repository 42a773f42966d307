//! What every search stands on: states, estimates, limits, results.
//!
//! - `options`, `outcome`: what goes in and comes out; `algorithm`: the trait that every method implements.
//! - `space`: a puzzle compiled into packed states (`key`). `changing`: those with chameleons or numbered tiles,
//!   moved by the rules themselves.
//! - `memory_plan`: which part of a search may hold how much of the limit.
//! - `clock`: the one place that reads the clock. Whatever holds a `Deadline` stops when it expires or when the
//!   program is interrupted.

pub(in crate::search) mod algorithm;
pub mod allowance;
pub(in crate::search) mod arena;
pub(in crate::search) mod clock;
pub(in crate::search) mod goal_states;
pub(in crate::search) mod heuristic;
pub(in crate::search) mod key;
pub(in crate::search) mod memory_plan;
pub(in crate::search) mod options;
pub(in crate::search) mod outcome;
pub(in crate::search) mod pool;
pub(in crate::search) mod space;
