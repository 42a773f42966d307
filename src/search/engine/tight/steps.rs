//! What the relaxed test looks up: for a tile on its way to its ends, where it may come to
//! stand next, what must hold it there, and by how much that is a detour.

use super::needs::Link;
use super::tables::Sites;
use crate::search::heuristic::distance::FAR;

/// A move leads one nearer, or is a detour of one or two moves; so many kinds there are.
pub const DETOURS: usize = 3;

/// What a tile may do on one site, by how much it is a detour.
#[derive(Clone, Copy, Default)]
pub struct Steps {
    /// The sites to which it may go.
    pub to: [Sites; DETOURS],
    /// Those of them where it needs nothing to stop.
    pub free: [Sites; DETOURS],
    /// The sites of which one must hold another tile for the rest.
    pub needed: [Sites; DETOURS],
    /// The sites from which it may go on if this one holds another tile.
    pub from: [Sites; DETOURS],
}

/// Returns the steps by site, for ends to which the tile takes `least` moves.
pub fn steps(least: &[u16], links: &[Vec<Link>]) -> Vec<Steps> {
    let mut steps = vec![Steps::default(); least.len()];
    for (site, links) in links.iter().enumerate() {
        for &Link { to, needed } in links {
            let (before, after) = (least[site], least[usize::from(to)]);
            if before == FAR || after == FAR {
                continue;
            }
            // More, or less than none, would be a slide over more cells than are empty.
            let detour = usize::from(1 + after).wrapping_sub(before.into());
            if detour >= DETOURS {
                continue;
            }
            steps[site].to[detour] |= 1 << to;
            if needed == 0 {
                steps[site].free[detour] |= 1 << to;
            } else {
                steps[site].needed[detour] |= needed;
                steps[needed.trailing_zeros() as usize].from[detour] |= 1 << site;
            }
        }
    }
    steps
}

/// Where the moves lead that need a certain site to be held.
pub struct Held {
    sites: usize,
    /// By the site that they begin at, then by the one that is needed.
    to: Vec<Sites>,
}

impl Held {
    pub fn new(links: &[Vec<Link>]) -> Self {
        let sites = links.len();
        let mut to = vec![0; sites * sites];
        for (from, links) in links.iter().enumerate() {
            for link in links.iter().filter(|link| link.needed != 0) {
                to[from * sites + link.needed.trailing_zeros() as usize] |= 1 << link.to;
            }
        }
        Self { sites, to }
    }

    #[inline]
    pub fn to(&self, from: usize, needed: usize) -> Sites {
        self.to[from * self.sites + needed]
    }

    pub const fn memory_bytes(&self) -> usize {
        self.to.capacity() * size_of::<Sites>()
    }
}
