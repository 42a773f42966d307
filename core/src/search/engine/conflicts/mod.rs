//! Conflict bounds: pairs of tiles in each other's way, chosen anew for each state.
//!
//! [`pairs`] tabulates by how much two tiles exceed their slide distances together;
//! [`reduced_costs`] extends that to equal tiles; disjoint pairs make the [`partition`] of a state.
//!
//! Reference: Felner, Korf, Hanan, *Additive Pattern Database Heuristics*, 2004 (cost partitioning
//! chosen for each state).

pub mod pairs;
pub mod partition;
pub mod reduced_costs;
