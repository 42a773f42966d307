//! Disjunctive landmarks learnt from failed states, and the [search](allocation_search) for an allocation of the
//! slack that satisfies all of them.

pub mod allocation_search;
pub mod block;
pub mod explain;
pub mod landmark;
pub mod pair_table;
pub mod store;
pub mod store_view;
pub mod violated;
