//! What a tile needs so that it can stop, and how many moves it has to spare.

pub mod allocation;
pub mod site_tables;
pub mod slack;
pub mod support_check;
pub mod support_sets;
pub mod transitions;
