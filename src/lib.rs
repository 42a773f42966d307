//! Mondrian: design and solve sliding-tile puzzles in the manner of Mondrian2.

pub mod puzzle;
pub mod search;
