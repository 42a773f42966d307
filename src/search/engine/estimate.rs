//! Slide-distance estimates for the engine: kept as one number for each placement,
//! so that a push changes them only by the tile that moved.
//!
//! The tiles of one colour are looked up together: the cheapest assignment of a
//! **configuration** (their sites in rising order) is computed when it is met first
//! and kept in a table by the rank of the configuration among all of them.

use rustc_hash::FxHashMap;

use crate::search::heuristic::distance::{Distances, FAR};
use crate::search::key::Key;
use crate::search::space::{Space, Wanted};

/// An estimate that no state has which can be solved.
pub const DEAD: u16 = u16::MAX / 4;

/// Tables are kept dense up to so many entries, else by hashing.
const MAX_DENSE: usize = 4 << 20;

/// Configurations kept by hashing; at more, they are forgotten and begun anew.
const MAX_HASHED: usize = 1 << 18;

/// The cost of bringing the tiles of a space to a target: a goal with its
/// placements, or the start.
pub struct Estimator {
    placements: usize,
    groups: Vec<Option<GroupTable>>,
}

/// Working memory for one state: its estimate for each placement.
#[derive(Clone, Default)]
pub struct Sums {
    sums: Vec<u16>,
    rows: Vec<usize>,
    /// The least of the sums: the estimate.
    pub least: u16,
}

impl Estimator {
    /// Prepares the estimates to `target`, whose placements all ask for the same
    /// number of tiles of each group.
    pub fn new<K: Key>(space: &Space<K>, distances: &Distances, target: &[Wanted]) -> Self {
        let table = |group: usize| {
            let sites_of = |wanted: &Wanted| -> Vec<u16> {
                let found = wanted.iter().find(|(nth, _)| *nth == group);
                found.map_or_else(Vec::new, |(_, sites)| sites.clone())
            };
            let goals: Vec<Vec<u16>> = target.iter().map(sites_of).collect();
            let tiles = space.groups[group].len;
            (!goals[0].is_empty()).then(|| GroupTable::new(tiles, &goals, distances))
        };
        let groups = (0..space.groups.len()).map(table).collect();
        Self { placements: target.len(), groups }
    }

    /// Computes the estimate of the state with these sites.
    pub fn load<K: Key>(&mut self, space: &Space<K>, sites: &[u16], sums: &mut Sums) {
        sums.sums.clear();
        sums.sums.resize(self.placements, 0);
        sums.rows.clear();
        for (group, table) in space.groups.iter().zip(&mut self.groups) {
            let Some(table) = table else {
                sums.rows.push(0);
                continue;
            };
            let row = table.row(&sites[group.slots()]);
            sums.rows.push(row);
            for (sum, cost) in sums.sums.iter_mut().zip(table.costs(row)) {
                *sum = (*sum + cost).min(DEAD);
            }
        }
        sums.least = sums.sums.iter().copied().min().unwrap_or(0);
    }

    /// Returns the estimate after the sites of `group` have become `sites`.
    #[inline]
    pub fn after(&mut self, sums: &Sums, group: usize, sites: &[u16]) -> u16 {
        let Some(table) = &mut self.groups[group] else {
            return sums.least;
        };
        let row = table.row(sites);
        if self.placements == 1 {
            return sums.least - table.costs[sums.rows[group]] + table.costs[row];
        }
        let (new, old) = (table.costs(row), table.costs(sums.rows[group]));
        let changed = sums.sums.iter().zip(new).zip(old);
        // A sum that was cut at DEAD stays above every sum that was not.
        changed.map(|((sum, new), old)| sum - old.min(sum) + new).fold(u16::MAX, u16::min)
    }

    /// Returns the memory held.
    pub fn memory_bytes(&self) -> u64 {
        self.groups.iter().flatten().map(GroupTable::memory_bytes).sum()
    }
}

/// The costs of the configurations of one group, a row of one cost a placement.
struct GroupTable {
    tiles: usize,
    /// For each placement the goal sites.
    goals: Vec<Vec<u16>>,
    /// Distances to each goal site that occurs, by `[goal site][site]`.
    distances: FxHashMap<u16, Vec<u16>>,
    /// `binomials[nth][site]`: the rank that `site` adds as the nth tile.
    binomials: Vec<Vec<usize>>,
    costs: Vec<u16>,
    /// By configuration, where the table is too large to be dense.
    hashed: Option<FxHashMap<Box<[u16]>, usize>>,
    assignment: crate::search::heuristic::Assignment,
}

/// A row that has not been computed.
const UNKNOWN: u16 = u16::MAX;

impl GroupTable {
    fn new(tiles: usize, goals: &[Vec<u16>], distances: &Distances) -> Self {
        let sites = distances.sites();
        let wanted = goals.iter().flatten();
        let distances = wanted.map(|&site| (site, distances.to(site).to_vec())).collect();
        let binomials = binomials(sites, tiles);
        let rows = binomials.as_ref().and_then(|table| {
            let last = table.last().expect("a group has tiles");
            last[sites].checked_mul(goals.len()).filter(|&entries| entries <= MAX_DENSE)
        });
        let dense = vec![UNKNOWN; rows.unwrap_or(0)];
        let mut table = Self {
            tiles,
            goals: goals.to_vec(),
            distances,
            binomials: binomials.unwrap_or_default(),
            costs: dense,
            hashed: rows.is_none().then(FxHashMap::default),
            assignment: Default::default(),
        };
        if tiles == 1 {
            (0..sites as u16)
                .for_each(|site| table.compute(usize::from(site) * goals.len(), &[site]));
        }
        table
    }

    /// Returns where the costs of a configuration begin.
    #[inline]
    fn row(&mut self, sites: &[u16]) -> usize {
        if let [site] = sites {
            return usize::from(*site) * self.goals.len();
        }
        if self.hashed.is_some() {
            return self.hashed_row(sites);
        }
        let ranks = sites.iter().zip(&self.binomials);
        let rank: usize = ranks.map(|(&site, ranks)| ranks[usize::from(site)]).sum();
        let row = rank * self.goals.len();
        if self.costs[row] == UNKNOWN {
            self.compute(row, sites);
        }
        row
    }

    fn hashed_row(&mut self, sites: &[u16]) -> usize {
        let hashed = self.hashed.get_or_insert_default();
        if let Some(&row) = hashed.get(sites) {
            return row;
        }
        let row = self.costs.len();
        hashed.insert(sites.into(), row);
        self.costs.resize(row + self.goals.len(), UNKNOWN);
        self.compute(row, sites);
        row
    }

    /// Forgets hashed rows when there are many. Rows handed out before are void.
    fn forget_if_many(&mut self) {
        if let Some(hashed) = &mut self.hashed
            && hashed.len() > MAX_HASHED
        {
            hashed.clear();
            self.costs.clear();
        }
    }

    fn compute(&mut self, row: usize, sites: &[u16]) {
        debug_assert_eq!(sites.len(), self.tiles);
        for (nth, goal) in self.goals.iter().enumerate() {
            let cost = |site: u16, tile: usize| match self.distances[&site][tile] {
                FAR => f64::INFINITY,
                moves => f64::from(moves),
            };
            let tiles = sites.iter().map(|&site| usize::from(site));
            let least = self.assignment.least_cost(&cost, goal, tiles);
            self.costs[row + nth] = if least.is_finite() { least as u16 } else { DEAD };
        }
    }

    #[inline]
    fn costs(&self, row: usize) -> &[u16] {
        &self.costs[row..row + self.goals.len()]
    }

    fn memory_bytes(&self) -> u64 {
        let per_row = size_of::<(Box<[u16]>, usize)>() + 2 * self.tiles;
        let hashed = self.hashed.as_ref().map_or(0, |hashed| hashed.capacity() * per_row);
        (self.costs.capacity() * size_of::<u16>() + hashed) as u64
    }
}

impl Estimator {
    /// Drops what is kept by hashing when it has grown large; to be called while no
    /// [`Sums`] are in use.
    pub fn tidy(&mut self) {
        self.groups.iter_mut().flatten().for_each(GroupTable::forget_if_many);
    }
}

/// Returns `table[nth][site]` = site choose (nth + 1), for ranks of rising sites;
/// the last entry of the last row is the number of configurations. `None` when
/// that is beyond reckoning.
fn binomials(sites: usize, tiles: usize) -> Option<Vec<Vec<usize>>> {
    let mut table: Vec<Vec<usize>> = vec![(0..=sites).collect()];
    for nth in 1..tiles {
        let mut row = vec![0; sites + 1];
        for site in 1..=sites {
            row[site] = row[site - 1] + table[nth - 1][site - 1];
        }
        if row[sites] > MAX_DENSE {
            return None;
        }
        table.push(row);
    }
    Some(table)
}
