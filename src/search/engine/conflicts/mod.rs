//! Tiles that are in each other's way: lower bounds by pairs and triples, chosen anew for each
//! state.

pub mod assignment;
pub mod neighbours;
pub mod packing;
pub mod pairs;
pub mod partition;
pub mod reduced_costs;
pub mod triple_builder;
pub mod triples;
