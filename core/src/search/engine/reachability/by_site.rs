//! Reachability for all sites at once: from where a tile, or two tiles together, reach their ends.
//!
//! Tables of landmarks are computed by it. Instead of following a state's tiles forward, it goes
//! from the ends backwards, by extra moves.

#[cfg(test)]
mod tests;

use super::context::Context;
use super::single::TileReach;
use super::thresholds::PairThreshold;
use crate::search::base::heuristic::distance::NO_WAY;
use crate::search::engine::states::sets::{SiteSet, sites_in};
use crate::search::engine::stop_constraints::transitions::{EXTRA_COSTS, EXTRA_LEVELS};

/// By extra moves, from 0: sites of a tile.
pub type SitesByExtra = [SiteSet; EXTRA_LEVELS];

/// Says whether a tile reaches a goal with its extra moves if others support it anywhere but on
/// `barred`.
pub fn can_reach(context: Context<'_>, tile: &TileReach, barred: SiteSet, goals: SiteSet) -> bool {
    let mut on: SitesByExtra = [0; EXTRA_LEVELS];
    on[0] = 1 << tile.site();
    for level in 0..=tile.extra() {
        let (mut new, mut seen) = (on[level], on[..level].iter().fold(0, |all, on| all | on));
        while new & !seen != 0 {
            let site = (new & !seen).trailing_zeros() as usize;
            seen |= 1 << site;
            for cost in 0..EXTRA_COSTS.min(tile.extra() + 1 - level) {
                on[level + cost] |= context.destinations(tile.first, site, cost, barred);
            }
            new |= on[level];
        }
        if on[level] & goals != 0 {
            return true;
        }
    }
    false
}

/// Returns, by extra moves, the sites from which a tile reaches a goal if others support it
/// anywhere but on `barred`.
pub fn sites_within(
    context: Context<'_>,
    first: u32,
    barred: SiteSet,
    goals: SiteSet,
) -> SitesByExtra {
    let tables = context.tables;
    let mut all = [goals; EXTRA_LEVELS];
    for level in 0..EXTRA_LEVELS {
        let mut from = all[level.saturating_sub(1)];
        // A move without extra cost leads nearer, so its result is known.
        for &site in tables.nearest_first(first) {
            let site = usize::from(site);
            let transitions = tables.transitions(first, site);
            let comes = |cost: usize| {
                let goals = if cost == 0 { from } else { all[level - cost] };
                transitions.to[cost] & goals != 0
                    && context.destinations(first, site, cost, barred) & goals != 0
            };
            if from >> site & 1 == 0 && (0..EXTRA_COSTS.min(level + 1)).any(comes) {
                from |= 1 << site;
            }
        }
        all[level] = from;
    }
    all
}

/// Returns, by the sites of two tiles, the extra moves with which they arrive together if others
/// support them anywhere but on `barred`.
pub fn pair_thresholds(
    context: Context<'_>,
    firsts: [u32; 2],
    barred: SiteSet,
) -> Vec<PairThreshold> {
    let sites = context.tables.sites();
    let allowed = firsts.map(|first| {
        let of = |site: usize| -> [SiteSet; EXTRA_COSTS] {
            std::array::from_fn(|cost| context.destinations(first, site, cost, barred))
        };
        (0..sites).map(of).collect()
    });
    let comes = |&site: &usize| context.tables.least(firsts[1] + site as u32) != NO_WAY;
    let all = (0..sites).filter(comes).fold(0, |all, site| all | 1 << site);
    let rows = vec![0; EXTRA_LEVELS * EXTRA_LEVELS * sites];
    let mut two = PairTable { context, firsts, barred, allowed, sites, all, rows };
    for first in 0..EXTRA_LEVELS {
        for second in 0..EXTRA_LEVELS - first {
            for &site in context.tables.nearest_first(firsts[0]) {
                let row = two.row([first, second], usize::from(site));
                let at = two.at([first, second], usize::from(site));
                two.rows[at] = row;
            }
        }
    }
    let of = |one: usize, other: usize| {
        let arrives = |extra| two.rows[two.at(extra, one)] >> other & 1 == 1;
        PairThreshold::new(std::array::from_fn(|first| {
            // With so many extra moves in all they are taken to arrive.
            let second = (0..EXTRA_LEVELS - first).find(|&second| arrives([first, second]));
            second.unwrap_or(EXTRA_LEVELS - first) as u8
        }))
    };
    (0..sites * sites).map(|both| of(both / sites, both % sites)).collect()
}

/// The table of two tiles under construction, from the ends backwards.
struct PairTable<'a> {
    context: Context<'a>,
    firsts: [u32; 2],
    barred: SiteSet,
    /// By tile and site: where it may go with the support of others, by extra cost.
    allowed: [Vec<[SiteSet; EXTRA_COSTS]>; 2],
    sites: usize,
    /// The sites from which the second tile can reach an end at all.
    all: SiteSet,
    /// By the extra moves of both, then by the site of the first: the sites of the second from
    /// which they arrive.
    rows: Vec<SiteSet>,
}

impl PairTable<'_> {
    const fn at(&self, [first, second]: [usize; 2], site: usize) -> usize {
        (first * EXTRA_LEVELS + second) * self.sites + site
    }

    /// Returns a row, when those with fewer extra moves and of nearer sites are known.
    fn row(&self, [first, second]: [usize; 2], site: usize) -> SiteSet {
        let Self { context, firsts, barred, .. } = *self;
        let (tables, lines) = (context.tables, context.tables.lines());
        let ends = firsts.map(|first| tables.ends(first));
        let mut row = if ends[0] >> site & 1 == 1 { ends[1] } else { 0 };
        if first > 0 {
            row |= self.rows[self.at([first - 1, second], site)];
        }
        if second > 0 {
            row |= self.rows[self.at([first, second - 1], site)];
        }
        if row == self.all {
            return row;
        }
        let transitions = tables.transitions(firsts[0], site);
        for cost in 0..EXTRA_COSTS.min(first + 1) {
            let after = |to: usize| self.rows[self.at([first - cost, second], to)];
            for to in sites_in(self.allowed[0][site][cost]) {
                row |= after(to) & !lines.swept(site, to);
            }
            for blocker in sites_in(transitions.blockers[cost] & barred) {
                // The second stands beyond the end of the move, so not in the way.
                for to in sites_in(context.destinations_by(firsts[0], site, cost, blocker)) {
                    row |= after(to) & 1 << blocker;
                }
            }
        }
        for &from in tables.nearest_first(firsts[1]) {
            let from = usize::from(from);
            if row >> from & 1 == 1 {
                continue;
            }
            let open = lines.open(from, site);
            let goes = |cost: usize| {
                let least =
                    if cost == 0 { row } else { self.rows[self.at([first, second - cost], site)] };
                let to = self.allowed[1][from][cost];
                (to | context.destinations_by(firsts[1], from, cost, site)) & open & least != 0
            };
            if (0..EXTRA_COSTS.min(second + 1)).any(goes) {
                row |= 1 << from;
            }
        }
        row
    }
}
