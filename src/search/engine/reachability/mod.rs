//! Whether tiles can reach their ends if nothing is ever undone: each alone, two together, three.

pub mod pairs;
pub mod single;
pub mod triples;
