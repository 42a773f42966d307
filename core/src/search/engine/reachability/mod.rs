//! Reachability under the delete relaxation: of all tiles ([`single`]), and of two or three tiles
//! that are tracked exactly while all others stay relaxed ([`joint`]), where that is not plain to see
//! ([`checks`]). [`by_site`] tabulates it for all sites at once.
//!
//! References: Hoffmann, Nebel, *The FF Planning System*, 2001; Haslum, Geffner, *Admissible
//! Heuristics for Optimal Planning*, 2000.

pub mod by_site;
pub mod checks;
pub mod context;
pub mod joint;
pub mod single;
#[cfg(test)]
mod tests;
pub mod thresholds;
