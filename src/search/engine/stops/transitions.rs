//! What the relaxed test looks up: for a tile on its way to its ends, where it may come to
//! stand next, what must hold it there, and by how much that is a detour; and where it comes
//! to as long as nothing needs to hold it.

use super::site_tables::Sites;
use super::support_sets::Link;
use crate::search::heuristic::distance::FAR;

/// A move leads one nearer, or is a detour of one or two moves; so many kinds there are.
pub const DETOURS: usize = 3;

/// Moves of a detour that one tile may make altogether are told apart, from 0.
pub const LEVELS: usize = 5;

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

/// Where a tile comes to from one site by stopping only where it needs nothing, by how much
/// all of that is a detour at most.
#[derive(Clone, Copy, Default)]
pub struct Reach {
    /// The sites, with that one.
    pub to: [Sites; LEVELS],
    /// The sites of which one must hold another tile for it to go on from one of these.
    pub needed: [Sites; LEVELS],
}

/// Returns that by site, for ends to which the tile takes `least` moves.
pub fn reach(least: &[u16], steps: &[Steps]) -> Vec<Reach> {
    let mut reach = vec![Reach::default(); steps.len()];
    let mut nearest: Vec<usize> = (0..steps.len()).collect();
    // What is no detour leads nearer, so that is known then.
    nearest.sort_by_key(|&site| least[site]);
    for level in 0..LEVELS {
        for &site in &nearest {
            let (mut to, mut needed) = (1 << site, 0);
            for detour in 0..DETOURS.min(level + 1) {
                needed |= steps[site].needed[detour];
                for next in each(steps[site].free[detour]) {
                    to |= reach[next].to[level - detour];
                    needed |= reach[next].needed[level - detour];
                }
            }
            reach[site].to[level] = to;
            reach[site].needed[level] = needed;
        }
    }
    reach
}

/// Goes through the sites of a set.
#[inline]
pub fn each(mut sites: Sites) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let site = sites.trailing_zeros();
        sites &= sites.wrapping_sub(1);
        (site < Sites::BITS).then_some(site as usize)
    })
}

/// Goes through the tiles of a set.
#[inline]
pub fn each_tile(mut tiles: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let nth = tiles.trailing_zeros();
        tiles &= tiles.wrapping_sub(1);
        (nth < u64::BITS).then_some(nth as usize)
    })
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
