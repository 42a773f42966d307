//! Relaxed moves of a single tile, by what they cost above the slide distance.
//!
//! A move may stop on any free cell of its run if the cell behind it is a wall or can be occupied
//! by another tile, the **blocker**. A move costs 0 extra if it brings the tile one move nearer to
//! its ends, 1 if it keeps the distance and 2 if it leads one move away.

use crate::search::base::heuristic::distance::NO_WAY;
use crate::search::engine::states::sets::{SiteSet, sites_in};

/// A relaxed move to a site, and the blocker: the one site that must be occupied for it to stop
/// there, or none if a wall stops it.
#[derive(Clone, Copy)]
pub struct RelaxedMove {
    pub to: u16,
    pub blocker: SiteSet,
}

/// Extra costs of a move: 0, 1 or 2.
pub const EXTRA_COSTS: usize = 3;

/// Extra moves of one tile that are told apart, from 0.
pub const EXTRA_LEVELS: usize = 5;

/// The relaxed moves of a tile from one site, by extra cost.
#[derive(Clone, Copy, Default)]
pub struct Transitions {
    /// The sites it may go to.
    pub to: [SiteSet; EXTRA_COSTS],
    /// Those among them where a wall stops it.
    pub free: [SiteSet; EXTRA_COSTS],
    /// The blockers of the others.
    pub blockers: [SiteSet; EXTRA_COSTS],
    /// The sites from which a move becomes possible if this site is occupied.
    pub unblocks: [SiteSet; EXTRA_COSTS],
}

/// Returns the relaxed moves by site, for ends at slide distance `least`.
pub fn transitions(least: &[u16], moves_from: &[Vec<RelaxedMove>]) -> Vec<Transitions> {
    let mut transitions = vec![Transitions::default(); least.len()];
    for (site, moves_from) in moves_from.iter().enumerate() {
        for &RelaxedMove { to, blocker } in moves_from {
            let (before, after) = (least[site], least[usize::from(to)]);
            if before == NO_WAY || after == NO_WAY {
                continue;
            }
            // Other values belong to slides over more cells than are free.
            let cost = usize::from(1 + after).wrapping_sub(before.into());
            if cost >= EXTRA_COSTS {
                continue;
            }
            transitions[site].to[cost] |= 1 << to;
            if blocker == 0 {
                transitions[site].free[cost] |= 1 << to;
            } else {
                transitions[site].blockers[cost] |= blocker;
                transitions[blocker.trailing_zeros() as usize].unblocks[cost] |= 1 << site;
            }
        }
    }
    transitions
}

/// What a tile reaches from one site by moves that need no blocker, by the extra moves allowed.
#[derive(Clone, Copy, Default)]
pub struct FreeClosure {
    /// The sites, including the first.
    pub to: [SiteSet; EXTRA_LEVELS],
    /// The blockers that would let it go on from one of them.
    pub blockers: [SiteSet; EXTRA_LEVELS],
}

/// Returns the closures by site, for ends at slide distance `least`.
pub fn free_closures(least: &[u16], transitions: &[Transitions]) -> Vec<FreeClosure> {
    let mut closures = vec![FreeClosure::default(); transitions.len()];
    let mut nearest: Vec<usize> = (0..transitions.len()).collect();
    // A move without extra cost leads nearer, so its closure is known already.
    nearest.sort_by_key(|&site| least[site]);
    for level in 0..EXTRA_LEVELS {
        for &site in &nearest {
            let (mut to, mut blockers) = (1 << site, 0);
            for cost in 0..EXTRA_COSTS.min(level + 1) {
                blockers |= transitions[site].blockers[cost];
                for next in sites_in(transitions[site].free[cost]) {
                    to |= closures[next].to[level - cost];
                    blockers |= closures[next].blockers[level - cost];
                }
            }
            closures[site].to[level] = to;
            closures[site].blockers[level] = blockers;
        }
    }
    closures
}

/// The targets of moves that depend on a blocker.
pub struct SupportedMoves {
    sites: usize,
    /// By first site, then by blocker.
    to: Vec<SiteSet>,
}

impl SupportedMoves {
    pub fn new(moves_from: &[Vec<RelaxedMove>]) -> Self {
        let sites = moves_from.len();
        let mut to = vec![0; sites * sites];
        for (from, moves_from) in moves_from.iter().enumerate() {
            for step in moves_from.iter().filter(|step| step.blocker != 0) {
                to[from * sites + step.blocker.trailing_zeros() as usize] |= 1 << step.to;
            }
        }
        Self { sites, to }
    }

    #[inline]
    pub fn to(&self, from: usize, blocker: usize) -> SiteSet {
        self.to[from * self.sites + blocker]
    }

    pub const fn memory_bytes(&self) -> usize {
        self.to.capacity() * size_of::<SiteSet>()
    }
}
