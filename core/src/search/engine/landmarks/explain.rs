//! Explains why a state fails, by a landmark that holds for every state.
//!
//! Suppose a tile does not arrive under the delete relaxation
//! ([`crate::search::engine::reachability::single`]): others would have to support it on some of
//! the sites X, and none comes there with its extra moves. Then **some tile makes more extra
//! moves**: that tile, to arrive without support on X, or another, to come to X. How many it needs
//! depends only on its own site, since all others are taken to support it anywhere but on X. So it
//! is tabulated for all sites at once, and the landmark holds for every state: a disjunction over
//! the tiles, "tile i makes at least dᵢ(site of i) extra moves".
//!
//! The same for two tiles that cannot arrive together
//! ([`crate::search::engine::reachability::joint`]): they make more extra moves, tabulated for each
//! two sites, or another tile comes to X. For three tiles the requirement is not tabulated but holds
//! for the sites on which they stood, wherever the others are.
//!
//! **Admissible.** Let Yᵢ be those sites of X that tile i reaches anyway. Suppose that in a
//! solution, before a certain move, tiles come to X only by i on Yᵢ, and that this move is the
//! first by which a tile i comes to another site of X (or, for the tile that must arrive, to its
//! end). Before it, tiles stood on X only where they may. So up to this move i was supported on X
//! only on the Yₖ of others, and made at least the extra moves that it needs when it is barred from
//! support on the rest of X. If no tile makes that many, there is no such move: then the failing
//! tiles do not arrive, or have arrived in the game of two, barred in the same way. Backward, the
//! moves taken back count from the last.
//!
//! X is made as small as possible while the landmark still refutes the state it was learnt from:
//! fewer sites are harder to reach, so the landmark refutes more states.
//!
//! References: Hoffmann, Porteous, Sebastia, *Ordered Landmarks in Planning*, 2004 (landmarks);
//! Helmert, Domshlak, *Landmarks, Critical Paths and Abstractions*, 2009 (landmarks from cuts);
//! Haslum, Slaney, Thiébaux, *Minimal Landmarks for Optimal Delete-Free Planning*, 2012; Steinmetz,
//! Hoffmann, *State Space Search Nogood Learning*, 2017 (generalising a dead end). Landmarks whose
//! requirements are tabulated by site, and so hold for all states, are our own.

use super::landmark::{Core, Landmark, PairCore};
use crate::search::engine::reachability::by_site::{
    SitesByExtra, can_reach, pair_thresholds, sites_within,
};
use crate::search::engine::reachability::checks::JointChecks;
use crate::search::engine::reachability::context::Context;
use crate::search::engine::reachability::single::{Reachability, TileReach};
use crate::search::engine::states::sets::{SiteSet, sites_in};

/// Returns a landmark that refutes a state in which some tiles fail: one does not arrive at the end
/// of a run, or two or three do not arrive together.
pub fn explain(
    context: Context<'_>,
    reachable: &Reachability,
    failing: &[usize],
    joint: &mut JointChecks,
) -> Landmark {
    let failure = Failure { context, reachable, failing };
    let sites = failure.minimise(failure.candidate_sites(), joint);
    let barred = failure.unsupported_sites(sites, failing);
    let core = match *failing {
        [one, two] => {
            let slots = [one, two];
            let firsts = slots.map(|slot| reachable.tiles[slot].first);
            Core::Two(PairCore { slots, thresholds: pair_thresholds(context, firsts, barred) })
        }
        [one, two, last] => {
            let slots = [one, two, last];
            let tiles = slots.map(|slot| &reachable.tiles[slot]);
            let threshold = joint.triples.threshold(context, tiles, !barred);
            Core::Three { slots, sites: tiles.map(TileReach::site), threshold }
        }
        _ => Core::One,
    };
    let within = (0..reachable.tiles.len()).map(|nth| failure.sites_by_extra(sites, nth)).collect();
    Landmark { within, core }
}

/// What is to be explained.
struct Failure<'a> {
    context: Context<'a>,
    reachable: &'a Reachability,
    failing: &'a [usize],
}

impl Failure<'_> {
    /// Returns sites that suffice for an explanation: those that the failing tiles lack, and, for
    /// tiles that would come to these, those that they lack.
    fn candidate_sites(&self) -> SiteSet {
        let tiles = &self.reachable.tiles;
        let lacks = |tile: &TileReach| tile.blockers() & !self.reachable.supports_for(tile);
        let blockers = self.failing.iter().fold(0, |all, &nth| all | tiles[nth].blockers());
        let mut sites = blockers & !self.reachable.supports_for_all(self.failing);
        loop {
            let before = sites;
            for (nth, tile) in tiles.iter().enumerate() {
                if self.escapes(sites, nth) {
                    sites |= lacks(tile);
                }
            }
            if sites == before {
                return sites;
            }
        }
    }

    /// Drops sites that are not needed.
    fn minimise(&self, mut sites: SiteSet, joint: &mut JointChecks) -> SiteSet {
        let order: Vec<usize> = sites_in(sites).collect();
        // Checks are expensive, so as many sites as possible are dropped at once.
        let mut at_once = (order.len() / 2).max(1);
        let mut left = &order[..];
        while !left.is_empty() {
            let (some, rest) = left.split_at(at_once.min(left.len()));
            let fewer = some.iter().fold(sites, |sites, site| sites & !(1 << site));
            let is_left_out = sites == fewer || self.still_explains(fewer, joint);
            if is_left_out {
                sites = fewer;
            }
            if is_left_out || some.len() == 1 {
                left = rest;
            }
            at_once = if is_left_out { some.len() * 2 } else { some.len().div_ceil(2) };
        }
        sites
    }

    /// Says whether the landmark by these sites still refutes the state.
    fn still_explains(&self, sites: SiteSet, joint: &mut JointChecks) -> bool {
        if self.any_escapes(sites) {
            return false;
        }
        let (tiles, held) = (&self.reachable.tiles, !self.unsupported_sites(sites, self.failing));
        match *self.failing {
            [one, two] => !joint.pairs.arrive(self.context, [&tiles[one], &tiles[two]], held),
            [one, two, last] => {
                !joint.triples.arrive(self.context, [one, two, last].map(|nth| &tiles[nth]), held)
            }
            _ => true,
        }
    }

    /// Says whether a tile has enough extra moves to satisfy the landmark.
    fn any_escapes(&self, sites: SiteSet) -> bool {
        // Most likely a failing one.
        let first = self.failing.iter().copied();
        first.chain(0..self.reachable.tiles.len()).any(|nth| self.escapes(sites, nth))
    }

    /// Says whether a tile has enough extra moves to satisfy the landmark.
    fn escapes(&self, sites: SiteSet, nth: usize) -> bool {
        let (tile, goals) = (&self.reachable.tiles[nth], self.forbidden_sites(sites, nth));
        // Mostly it does not come there with any support.
        self.context.tables.within(tile.row())[tile.extra()] & goals != 0
            && can_reach(self.context, tile, self.unsupported_sites(sites, &[nth]), goals)
    }

    /// Returns the sites that the tile must not reach.
    fn forbidden_sites(&self, sites: SiteSet, nth: usize) -> SiteSet {
        let tile = &self.reachable.tiles[nth];
        let ends = if *self.failing == [nth] { self.context.tables.ends(tile.first) } else { 0 };
        sites & !tile.sites() | ends
    }

    /// Returns from where it reaches them, by extra moves.
    fn sites_by_extra(&self, sites: SiteSet, nth: usize) -> SitesByExtra {
        let first = self.reachable.tiles[nth].first;
        sites_within(
            self.context,
            first,
            self.unsupported_sites(sites, &[nth]),
            self.forbidden_sites(sites, nth),
        )
    }

    /// Returns those of the sites on which no other tile supports these.
    fn unsupported_sites(&self, sites: SiteSet, some: &[usize]) -> SiteSet {
        sites & !self.reachable.supports_for_all(some)
    }
}
