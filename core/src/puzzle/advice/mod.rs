//! What can be said of a level without a search: warnings, what one empty cell can reach, where tiles can
//! stop, likeness, games that are lost.
//!
//! `classic` makes the numbered puzzles of any size and shuffles them, every start that can be solved equally likely;
//! `perft` counts move sequences, a checksum of the rules.

pub(in crate::puzzle) mod classic;
pub mod heat;
pub(in crate::puzzle) mod likeness;
mod lost;
pub(crate) mod one_gap;
pub mod perft;
mod stops;
mod warnings;

pub use classic::{CLASSIC_SIDES, classic, is_shuffled, shuffled};
pub use likeness::{Alike, Likeness};
pub use lost::{Lost, lost};
