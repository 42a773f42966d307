//! What a tile needs in order to stop, and how many extra moves it may make.
//!
//! The estimates let a tile stop anywhere. But where no wall follows, another tile must stand, and
//! the moves of that one are limited too. [`transitions`] say what a tile needs, [`slack`] and
//! [`allocation`] what it may spend; [`crate::search::engine::reachability`] compares the two.

pub mod allocation;
pub mod lines;
pub mod site_tables;
pub mod slack;
pub mod transitions;
