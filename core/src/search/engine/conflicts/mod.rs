//! Conflict bounds: pairs and triples of tiles in each other's way, packed anew for each state.
//!
//! [`pairs`] and [`triples`] tabulate by how much tiles exceed their slide distances together;
//! [`assignment`] and [`reduced_costs`] extend that to equal tiles; [`packing`] chooses disjoint
//! ones, which make the [`partition`] of a state, and [`neighbours`] evaluates the bound
//! incrementally.
//!
//! Reference: Felner, Korf, Hanan, *Additive Pattern Database Heuristics*, 2004 (cost partitioning
//! chosen for each state).

pub mod assignment;
pub mod neighbours;
pub mod packing;
pub mod pairs;
pub mod partition;
pub mod reduced_costs;
pub mod triple_builder;
pub mod triples;
