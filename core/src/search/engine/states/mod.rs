//! States of the bidirectional search: how they are sorted into buckets, moved, and stored.
//!
//! The lowest folder of the engine; nothing here knows an estimate's tables or a reason to prune.

pub mod bucket;
pub mod layout;
pub mod move_pruning;
pub mod sets;
pub mod shard;
pub mod slides;
pub mod store;
