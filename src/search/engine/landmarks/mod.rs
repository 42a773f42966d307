//! Landmarks that are learnt from states that fail, and the search for a way to keep them all.

pub mod block;
pub mod explain;
pub mod pair_table;
pub mod search;
pub mod shared;
pub mod store;
pub mod violated;
