//! Slide-distance estimates for the engine: to the start, and to each placement of the
//! goal, kept so that a push changes them only by the tile that moved.
//!
//! The tiles of one colour are looked up together: the cheapest assignment of a
//! **configuration** (their sites in rising order) is computed when it is met first
//! and kept in a table by the rank of the configuration among all of them.

use rustc_hash::FxHashMap;

use super::class::{Delta, Estimates};
use crate::search::heuristic::Assignment;
use crate::search::heuristic::distance::{Distances, FAR};
use crate::search::key::Key;
use crate::search::space::{Space, Wanted};

/// An estimate that no state has which can be solved.
pub const DEAD: u16 = u16::MAX / 4;

/// Tables are kept dense up to so many entries, else by hashing.
const MAX_DENSE: usize = 4 << 20;

/// Configurations kept by hashing, and their costs; at more, they are forgotten and
/// begun anew.
const MAX_HASHED: usize = 1 << 18;
const MAX_HASHED_COSTS: usize = 16 << 20;

/// More equal tiles than this are not assigned: that takes too long. Their estimate
/// is cruder (see [`Goals::crude_cost`]).
const MAX_ASSIGNED: usize = 48;

/// The cost of bringing the tiles of a space to the goal, for each of its placements,
/// and to the start.
pub struct Estimator {
    placements: usize,
    groups: Vec<GroupTable>,
}

/// Working memory for one state: its estimates.
#[derive(Clone, Default)]
pub struct Sums {
    /// To each placement of the goal.
    to_placements: Vec<u16>,
    /// Where the costs of each group lie.
    rows: Vec<usize>,
    /// The estimates; that to the goal is the least of those to its placements.
    pub estimates: Estimates,
}

impl Estimator {
    /// Prepares the estimates to `goal`, whose placements all ask for the same number
    /// of tiles of each group, and to the `start`; without it that estimate is 0.
    pub fn new<K: Key>(
        space: &Space<K>,
        distances: &Distances,
        goal: &[Wanted],
        start: Option<&Wanted>,
    ) -> Self {
        let table = |group: usize| {
            let sites_of = |wanted: &Wanted| -> Vec<u16> {
                let found = wanted.iter().find(|(nth, _)| *nth == group);
                found.map_or_else(Vec::new, |(_, sites)| sites.clone())
            };
            let start = start.map_or_else(Vec::new, sites_of);
            let targets = std::iter::once(start).chain(goal.iter().map(sites_of)).collect();
            GroupTable::new(space.groups[group].len, targets, distances)
        };
        Self { placements: goal.len(), groups: (0..space.groups.len()).map(table).collect() }
    }

    /// Computes the estimates of the state with these sites.
    pub fn load<K: Key>(&mut self, space: &Space<K>, sites: &[u16], sums: &mut Sums) {
        sums.to_placements.clear();
        sums.to_placements.resize(self.placements, 0);
        sums.rows.clear();
        let mut to_start: u16 = 0;
        for (group, table) in space.groups.iter().zip(&mut self.groups) {
            let row = table.row(&sites[group.slots()]);
            sums.rows.push(row);
            let (start, goal) = table.costs(row);
            to_start = (to_start + start).min(DEAD);
            for (sum, cost) in sums.to_placements.iter_mut().zip(goal) {
                *sum = (*sum + cost).min(DEAD);
            }
        }
        let to_goal = sums.to_placements.iter().copied().min().unwrap_or(0);
        sums.estimates = Estimates { to_goal, to_start };
    }

    /// Returns how the estimates change when the sites of `group` become `sites`.
    #[inline]
    pub fn change(&mut self, sums: &Sums, group: usize, sites: &[u16]) -> Delta {
        let table = &mut self.groups[group];
        let row = table.row(sites);
        let old = sums.rows[group];
        let change = |after: u16, before: u16| (after as i16 - before as i16) as i8;
        if self.placements == 1 {
            let costs = &table.costs;
            let goal = change(costs[row + 1], costs[old + 1]);
            return Delta { goal, start: change(costs[row], costs[old]) };
        }
        let ((start, new), (old_start, old)) = (table.costs(row), table.costs(old));
        let changed = sums.to_placements.iter().zip(new).zip(old);
        // A sum that was cut at DEAD stays above every sum that was not.
        let to_goal = changed.map(|((sum, new), old)| sum - old.min(sum) + new);
        let to_goal = to_goal.fold(u16::MAX, u16::min);
        let goal = change(to_goal, sums.estimates.to_goal);
        Delta { goal, start: change(start, old_start) }
    }

    /// Returns the steps of the assignments that expanding a state takes, about.
    pub fn steps_per_state(&self) -> u64 {
        self.groups.iter().map(GroupTable::steps_per_state).sum()
    }

    /// Returns the memory held.
    pub fn memory_bytes(&self) -> u64 {
        self.groups.iter().map(GroupTable::memory_bytes).sum()
    }
}

/// Says whether the tiles could be brought from their `sites`, by slot, to what is
/// `wanted` if none were in the way of another.
pub fn is_reachable<K: Key>(
    space: &Space<K>,
    distances: &Distances,
    sites: &[u16],
    wanted: &Wanted,
) -> bool {
    wanted.iter().all(|(group, goal)| {
        let mut goals = Goals::new(vec![goal.clone()], distances);
        goals.cost(0, &sites[space.groups[*group].slots()]) < DEAD
    })
}

/// What the start and the placements of the goal ask of one group.
struct Goals {
    /// For each of them the sites.
    targets: Vec<Vec<u16>>,
    sites: usize,
    /// For each goal site its row of distances.
    row_of: Vec<u16>,
    /// The rows, of one distance a site.
    rows: Vec<u16>,
    assignment: Assignment,
}

impl Goals {
    fn new(targets: Vec<Vec<u16>>, distances: &Distances) -> Self {
        let sites = distances.sites();
        let (mut row_of, mut rows) = (vec![u16::MAX; sites], Vec::new());
        for &site in targets.iter().flatten() {
            if row_of[usize::from(site)] == u16::MAX {
                row_of[usize::from(site)] = (rows.len() / sites) as u16;
                rows.extend_from_slice(distances.to(site));
            }
        }
        Self { targets, sites, row_of, rows, assignment: Assignment::default() }
    }

    /// Returns the distances to `goal`, by site.
    fn to(&self, goal: u16) -> &[u16] {
        &self.rows[usize::from(self.row_of[usize::from(goal)]) * self.sites..][..self.sites]
    }

    /// Returns the cost of bringing tiles from `sites` to target `nth`.
    fn cost(&mut self, nth: usize, sites: &[u16]) -> u16 {
        if sites.len() > MAX_ASSIGNED {
            return self.crude_cost(nth, sites);
        }
        let (row_of, rows) = (&self.row_of, &self.rows);
        let cost = |goal: u16, tile: usize| match rows
            [usize::from(row_of[usize::from(goal)]) * self.sites + tile]
        {
            FAR => f64::INFINITY,
            moves => f64::from(moves),
        };
        let tiles = sites.iter().map(|&site| usize::from(site));
        let least = self.assignment.least_cost(&cost, &self.targets[nth], tiles);
        if least.is_finite() { least as u16 } else { DEAD }
    }

    /// Returns the larger of two numbers that one move lowers by at most 1: the goal
    /// sites without a tile, and the distance from the nearest tile to the goal site
    /// that is farthest from all tiles.
    fn crude_cost(&self, nth: usize, sites: &[u16]) -> u16 {
        let (mut without, mut farthest) = (0, 0);
        for &goal in &self.targets[nth] {
            let to = self.to(goal);
            let nearest = sites.iter().map(|&site| to[usize::from(site)]).min().unwrap_or(FAR);
            without += u16::from(nearest > 0);
            farthest = farthest.max(nearest);
        }
        if farthest == FAR { DEAD } else { without.max(farthest) }
    }
}

/// The costs of the configurations of one group: a row of that to the start and one
/// for each placement of the goal.
struct GroupTable {
    tiles: usize,
    goals: Goals,
    /// `binomials[nth][site]`: the rank that `site` adds as the nth tile.
    binomials: Vec<Vec<usize>>,
    costs: Vec<u16>,
    /// By configuration, where the table is too large to be dense.
    hashed: Option<FxHashMap<Box<[u16]>, usize>>,
}

/// A row that has not been computed.
const UNKNOWN: u16 = u16::MAX;

impl GroupTable {
    fn new(tiles: usize, targets: Vec<Vec<u16>>, distances: &Distances) -> Self {
        let sites = distances.sites();
        let goals = Goals::new(targets, distances);
        let binomials = binomials(sites, tiles);
        let rows = binomials.as_ref().and_then(|table| {
            let last = table.last().expect("a group has tiles");
            last[sites].checked_mul(goals.targets.len()).filter(|&entries| entries <= MAX_DENSE)
        });
        let dense = vec![UNKNOWN; rows.unwrap_or(0)];
        let mut table = Self {
            tiles,
            goals,
            binomials: binomials.unwrap_or_default(),
            costs: dense,
            hashed: rows.is_none().then(FxHashMap::default),
        };
        if tiles == 1 {
            let row = |site: u16, table: &Self| usize::from(site) * table.targets();
            (0..sites as u16).for_each(|site| table.compute(row(site, &table), &[site]));
        }
        table
    }

    /// Returns where the costs of a configuration begin.
    #[inline]
    fn row(&mut self, sites: &[u16]) -> usize {
        if let [site] = sites {
            return usize::from(*site) * self.targets();
        }
        if self.hashed.is_some() {
            return self.hashed_row(sites);
        }
        let ranks = sites.iter().zip(&self.binomials);
        let rank: usize = ranks.map(|(&site, ranks)| ranks[usize::from(site)]).sum();
        let row = rank * self.targets();
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
        self.costs.resize(row + self.targets(), UNKNOWN);
        self.compute(row, sites);
        row
    }

    /// Forgets hashed rows when there are many. Rows handed out before are void.
    fn forget_if_many(&mut self) {
        if let Some(hashed) = &mut self.hashed
            && (hashed.len() > MAX_HASHED || self.costs.len() > MAX_HASHED_COSTS)
        {
            hashed.clear();
            self.costs.clear();
        }
    }

    fn compute(&mut self, row: usize, sites: &[u16]) {
        debug_assert_eq!(sites.len(), self.tiles);
        for nth in 0..self.targets() {
            self.costs[row + nth] = self.goals.cost(nth, sites);
        }
    }

    #[inline]
    const fn targets(&self) -> usize {
        self.goals.targets.len()
    }

    /// Returns the steps of the assignments that expanding a state takes when none of
    /// its neighbours has been met; 0 with a dense table, for there they soon have.
    fn steps_per_state(&self) -> u64 {
        if self.hashed.is_none() {
            return 0;
        }
        let tiles = self.tiles as u64;
        let each = |target: &Vec<u16>| {
            let goals = target.len() as u64;
            if self.tiles > MAX_ASSIGNED { goals } else { goals * goals }
        };
        4 * tiles * tiles * self.goals.targets.iter().map(each).sum::<u64>()
    }

    /// Returns the cost to the start and those to the placements of the goal.
    #[inline]
    fn costs(&self, row: usize) -> (u16, &[u16]) {
        let row = &self.costs[row..row + self.targets()];
        (row[0], &row[1..])
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
        self.groups.iter_mut().for_each(GroupTable::forget_if_many);
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
