//! What can be said of a level without a search: warnings, parity, where tiles can stop, likeness.

pub(in crate::puzzle) mod classic;
pub mod heat;
pub(in crate::puzzle) mod likeness;
mod parity;
pub mod perft;
mod stops;
mod warnings;

pub use classic::{CLASSIC_SIDES, classic, is_shuffled, shuffled};
pub use likeness::{Alike, Likeness};
pub(crate) use parity::cycles;
