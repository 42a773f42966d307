//! The numbers of `puzzle/random`, for searches and the generator.

pub(super) use crate::puzzle::random::{Random, mixed};
