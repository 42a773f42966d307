//! What is found out of levels by searching: their positions, what if, why not, the race of the
//! methods; and new levels.

pub mod evolve;
pub mod explore;
pub mod generate;
pub(in crate::search) mod intuition;
pub(in crate::search) mod race;
pub(in crate::search) mod reason;
pub(in crate::search) mod shuffle;
pub mod what_if;
