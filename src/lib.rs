//! Mondrian: design and solve sliding-tile puzzles in the manner of Mondrian2.

#[cfg(feature = "app")]
pub mod app;
pub mod cli;
pub mod picture;
pub mod puzzle;
pub mod search;
pub mod trial;
