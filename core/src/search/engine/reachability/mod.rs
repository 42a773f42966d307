//! Reachability under the delete relaxation: of all tiles ([`single`]), and of two ([`pairs`]) and
//! three ([`triples`]) tiles that are tracked exactly while all others stay relaxed. [`by_site`]
//! tabulates it for all sites at once.
//!
//! References: Hoffmann, Nebel, *The FF Planning System*, 2001; Haslum, Geffner, *Admissible
//! Heuristics for Optimal Planning*, 2000.

pub mod by_site;
pub mod context;
pub mod pairs;
pub mod single;
#[cfg(test)]
mod tests;
pub mod thresholds;
pub mod triples;
