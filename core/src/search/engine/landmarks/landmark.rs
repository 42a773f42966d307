//! A learnt landmark, as it comes out of an explanation.

use crate::search::engine::reachability::by_site::SitesByExtra;
use crate::search::engine::reachability::thresholds::{PairThreshold, TripleThreshold};

/// A disjunctive landmark: some tile makes the extra moves that it needs from its site, or the
/// tiles of the core together make what they need.
pub struct Landmark {
    /// By slot: from which sites a tile needs at most that number of extra moves.
    pub within: Vec<SitesByExtra>,
    pub core: Core,
}

/// The tiles that must arrive: one, or several together.
pub enum Core {
    One,
    Two(PairCore),
    /// Three, for the sites on which they stood.
    Three {
        slots: [usize; 3],
        sites: [usize; 3],
        threshold: TripleThreshold,
    },
}

/// Two tiles that must arrive together.
pub struct PairCore {
    pub slots: [usize; 2],
    /// By the sites of both: the extra moves with which they do.
    pub thresholds: Vec<PairThreshold>,
}
