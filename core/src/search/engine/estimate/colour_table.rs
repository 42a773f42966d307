//! Slide distances of the tiles of one colour to each target, by the cheapest assignment.
//!
//! The tiles of a colour are looked up together: the assignment of a **configuration** (their sites
//! in rising order) is computed on first use and kept in a table by the rank of the configuration.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

use rustc_hash::FxHashMap;

use super::DEAD;
pub(in crate::search) use crate::search::base::heuristic::Assignment;
use crate::search::base::heuristic::distance::{Distances, NO_WAY};
use crate::search::base::key::Key;
use crate::search::base::space::{Space, Wanted};

/// Sites and costs in hashed rows (16 MiB); beyond that all are dropped.
const MAX_HASHED: usize = 8 << 20;

/// More equal tiles than this are not assigned, which would take too long; their estimate is cruder
/// (see [`Goals::crude_cost`]).
const MAX_ASSIGNED: usize = 48;

/// Says whether the tiles could reach what is `wanted` if none were in the way of another.
pub fn is_reachable<K: Key>(
    space: &Space<K>,
    distances: &Distances,
    sites: &[u16],
    wanted: &Wanted,
) -> bool {
    wanted.iter().all(|(group, goal)| {
        let mut goals = Goals::new(vec![goal.clone()], distances, *group);
        goals.cost(0, &sites[space.groups[*group].slots()]) < DEAD
    })
}

/// The targets of one colour.
#[derive(Clone)]
struct Goals {
    /// By target: its sites.
    targets: Arc<[Vec<u16>]>,
    distances: Distances,
    group: usize,
    assignment: Assignment,
}

impl Goals {
    fn new(targets: Vec<Vec<u16>>, distances: &Distances, group: usize) -> Self {
        let (targets, distances) = (targets.into(), distances.clone());
        Self { targets, distances, group, assignment: Assignment::default() }
    }

    /// Returns the cost of bringing tiles from `sites` to target `nth`.
    fn cost(&mut self, nth: usize, sites: &[u16]) -> u16 {
        if sites.len() > MAX_ASSIGNED {
            return self.crude_cost(nth, sites);
        }
        let (distances, group) = (&self.distances, self.group);
        let cost = |goal: u16, tile: usize| match distances.of_group(group, goal)[tile] {
            NO_WAY => f64::INFINITY,
            moves => f64::from(moves),
        };
        let tiles = sites.iter().map(|&site| usize::from(site));
        let least = self.assignment.least_cost(&cost, &self.targets[nth], tiles);
        if least.is_finite() { least as u16 } else { DEAD }
    }

    /// Returns the larger of two numbers that one move lowers by at most 1: the goal sites without
    /// a tile, and the distance from the nearest tile to the goal site that is farthest from all
    /// tiles.
    fn crude_cost(&self, nth: usize, sites: &[u16]) -> u16 {
        let (mut without, mut farthest) = (0, 0);
        for &goal in &self.targets[nth] {
            let to = self.distances.of_group(self.group, goal);
            let nearest = sites.iter().map(|&site| to[usize::from(site)]).min().unwrap_or(NO_WAY);
            without += u16::from(nearest > 0);
            farthest = farthest.max(nearest);
        }
        if farthest == NO_WAY { DEAD } else { without.max(farthest) }
    }
}

/// The costs of the configurations of one colour, a row for each with its cost to each target.
/// Copies share a dense table.
#[derive(Clone)]
pub struct ColourTable {
    tiles: usize,
    goals: Goals,
    costs: Costs,
}

#[derive(Clone)]
enum Costs {
    /// By rank, then by target: the cost + 1; 0 where it has not been computed.
    Dense {
        /// `binomials[nth][site]`: the rank that `site` adds as the nth tile.
        binomials: Vec<Vec<usize>>,
        costs: Arc<[AtomicU16]>,
    },
    /// Where a dense table would be too large: by configuration where its row begins.
    Hashed { rows: FxHashMap<Box<[u16]>, usize>, costs: Vec<u16> },
}

impl ColourTable {
    /// Prepares the table of the `tiles` of `group`, dense if that takes at most `most_dense`
    /// entries.
    pub fn new(
        (group, tiles): (usize, usize),
        targets: Vec<Vec<u16>>,
        distances: &Distances,
        most_dense: usize,
    ) -> Self {
        let sites = distances.sites();
        let goals = Goals::new(targets, distances, group);
        let dense = binomials(sites, tiles, most_dense).and_then(|binomials| {
            let last = binomials.last().expect("a group has tiles");
            let entries = last[sites] * goals.targets.len();
            let costs = || std::iter::repeat_with(AtomicU16::default).take(entries).collect();
            (entries <= most_dense).then(|| Costs::Dense { binomials, costs: costs() })
        });
        let hashed = || Costs::Hashed { rows: FxHashMap::default(), costs: Vec::new() };
        Self { tiles, goals, costs: dense.unwrap_or_else(hashed) }
    }

    /// Returns the number of targets: the start and the placements of the goal.
    pub fn targets(&self) -> usize {
        self.goals.targets.len()
    }

    /// Appends the costs of a configuration to each target to `row`.
    #[inline]
    pub fn push(&mut self, sites: &[u16], row: &mut Vec<u16>) {
        debug_assert_eq!(sites.len(), self.tiles);
        let targets = self.targets();
        match &mut self.costs {
            Costs::Dense { binomials, costs } => {
                let ranks = sites.iter().zip(binomials);
                let rank: usize = ranks.map(|(&site, ranks)| ranks[usize::from(site)]).sum();
                let costs = &costs[rank * targets..][..targets];
                // The last is written last, and other threads write the same.
                if costs[targets - 1].load(Ordering::Acquire) == 0 {
                    for (nth, cost) in costs.iter().enumerate() {
                        cost.store(self.goals.cost(nth, sites) + 1, Ordering::Release);
                    }
                }
                row.extend(costs.iter().map(|cost| cost.load(Ordering::Relaxed) - 1));
            }
            Costs::Hashed { rows, costs } => {
                let at = rows.get(sites).copied().unwrap_or_else(|| {
                    let at = costs.len();
                    rows.insert(sites.into(), at);
                    costs.extend((0..targets).map(|nth| self.goals.cost(nth, sites)));
                    at
                });
                row.extend_from_slice(&costs[at..][..targets]);
            }
        }
    }

    /// Drops hashed rows when there are many.
    pub fn forget_if_many(&mut self) {
        if let Costs::Hashed { rows, costs } = &mut self.costs
            && rows.len() * self.tiles + costs.len() > MAX_HASHED
        {
            rows.clear();
            costs.clear();
        }
    }

    /// Returns the steps of assignments in expanding a state with unknown neighbours; 0 with a
    /// dense table, where they soon are known.
    pub fn steps_per_state(&self) -> u64 {
        if let Costs::Dense { .. } = self.costs {
            return 0;
        }
        let tiles = self.tiles as u64;
        let each = |target: &Vec<u16>| {
            let goals = target.len() as u64;
            if self.tiles > MAX_ASSIGNED { goals } else { goals * goals }
        };
        4 * tiles * tiles * self.goals.targets.iter().map(each).sum::<u64>()
    }

    /// Returns the memory held, without what copies share.
    pub fn memory_bytes(&self) -> u64 {
        let Costs::Hashed { rows, costs } = &self.costs else { return 0 };
        let per_row = size_of::<(Box<[u16]>, usize)>() + 2 * self.tiles;
        (costs.capacity() * size_of::<u16>() + rows.capacity() * per_row) as u64
    }

    /// Returns the memory that copies share.
    pub fn shared_bytes(&self) -> u64 {
        let Costs::Dense { costs, .. } = &self.costs else { return 0 };
        size_of_val(&**costs) as u64
    }
}

/// Returns `table[nth][site]` = site choose (nth + 1), for ranks of rising sites; the last entry of
/// the last row is the number of configurations. `None` if that is more than `most`.
fn binomials(sites: usize, tiles: usize, most: usize) -> Option<Vec<Vec<usize>>> {
    let mut table: Vec<Vec<usize>> = vec![(0..=sites).collect()];
    for nth in 1..tiles {
        let mut row = vec![0; sites + 1];
        for site in 1..=sites {
            row[site] = row[site - 1] + table[nth - 1][site - 1];
        }
        if row[sites] > most {
            return None;
        }
        table.push(row);
    }
    Some(table)
}
