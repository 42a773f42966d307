//! States of the search from both ends: how they are classed, moved and stored.

pub mod class;
pub mod layout;
pub mod move_pruning;
pub mod shard;
pub mod slides;
pub mod store;
