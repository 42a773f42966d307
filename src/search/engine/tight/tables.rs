//! What the test of tightness looks up: for each site, on the way to each goal site, where
//! a tile may stop that goes one move nearer, and what must stop it there.

use crate::puzzle::Direction;
use crate::search::heuristic::distance::{Distances, FAR};
use crate::search::key::Key;
use crate::search::space::{NO_SITE, Space};

/// Instead of distances that cannot be gone: so long that no estimate is, and so short
/// that those of all tiles can be added.
const LONG: u16 = 1 << 9;

/// A site at which a run may end, and the site behind it; that after the last one is a
/// wall.
#[derive(Clone, Copy)]
pub struct Stop {
    pub at: u16,
    pub behind: u16,
}

/// What does not change.
pub struct Tables {
    pub sites: usize,
    /// By `goal site * sites + site`.
    pub distances: Vec<u16>,
    /// The same: the stops one move nearer to the goal site begin here, and end where the
    /// next begin.
    pub first_stops: Vec<u32>,
    pub stops: Vec<Stop>,
}

impl Tables {
    pub fn new<K: Key>(space: &Space<K>, distances: &Distances) -> Self {
        let sites = distances.sites();
        let runs: Vec<Vec<Stop>> = (0..sites).map(|site| stops_from(space, site)).collect();
        let (mut first_stops, mut stops) = (Vec::with_capacity(sites * sites + 1), Vec::new());
        for goal in 0..sites as u16 {
            let to = distances.to(goal);
            for (site, run) in runs.iter().enumerate() {
                first_stops.push(stops.len() as u32);
                let is_nearer =
                    |stop: &&Stop| to[site] != FAR && to[usize::from(stop.at)] < to[site];
                stops.extend(run.iter().filter(is_nearer));
            }
        }
        first_stops.push(stops.len() as u32);
        let all = (0..sites as u16).flat_map(|goal| distances.to(goal));
        let distances = all.map(|&moves| moves.min(LONG)).collect();
        Self { sites, distances, first_stops, stops }
    }

    /// Returns the distance from a site to the nearest of these targets.
    #[inline]
    pub fn left(&self, targets: &[u16], site: u16) -> u16 {
        let to = |&goal: &u16| self.distances[usize::from(goal) * self.sites + usize::from(site)];
        targets.iter().map(to).min().unwrap_or(0)
    }
}

/// Returns where a run from a site may end.
fn stops_from<K: Key>(space: &Space<K>, site: usize) -> Vec<Stop> {
    let mut stops = Vec::new();
    for direction in Direction::ALL {
        let next = |cell| {
            let next = space.sites.size().neighbour(cell, direction)?;
            (space.sites[next] != NO_SITE).then_some(next)
        };
        let mut at = next(space.cells[site]);
        while let Some(cell) = at {
            at = next(cell);
            let behind = at.map_or(space.cells.len() as u16, |cell| space.sites[cell]);
            stops.push(Stop { at: space.sites[cell], behind });
        }
    }
    stops
}
