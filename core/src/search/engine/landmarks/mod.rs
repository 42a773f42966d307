//! Disjunctive landmarks learnt from failed states, and the [`search`] for an allocation of the
//! slack that satisfies all of them.

pub mod block;
pub mod explain;
pub mod landmark;
pub mod pair_table;
pub mod search;
pub mod shared;
pub mod store;
pub mod violated;
