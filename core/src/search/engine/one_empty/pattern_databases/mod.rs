//! The estimate: pattern databases for all tiles added up, looked at straight and in
//! a mirror, and how it changes with a move.
//!
//! A symmetry of the board that maps the goal onto itself (tiles of one colour onto
//! tiles of one colour) maps every position to one as far from the goal. Looking the
//! mirrored position up in the same databases divides the tiles in another way, and
//! the larger sum of the two is still not too high.

pub mod cache;
pub mod database;
pub mod ladder;
mod partition;
mod site_set;

use self::database::{Shape, Values};
use self::partition::{Partition, divide};
use super::graph::{NONE, Symmetry};
use super::task::Task;

/// The most views of a position: straight and mirrored.
pub const VIEWS: usize = 2;

/// The sums of the views, in moves; 0 for one that is not used.
pub type Sums = [u16; VIEWS];

/// How the tiles are divided among databases.
pub struct Plan {
    partition: Partition,
    pub shapes: Vec<Shape>,
}

impl Plan {
    /// Divides the tiles of `task` into patterns of at most `largest` tiles.
    pub fn new(task: &Task, largest: usize) -> Self {
        let partition = divide(&task.graph, &task.units, largest);
        let shape = |group: &Vec<usize>| Shape {
            graph: task.graph.clone(),
            goals: group.iter().map(|&unit| task.units[unit].goals.clone()).collect(),
            free_goals: task.free_goals.clone(),
        };
        Self { shapes: partition.iter().map(shape).collect(), partition }
    }
}

/// Where the tiles are looked up in one view.
struct View {
    /// By tile its pattern.
    pattern: Vec<u8>,
    /// By `tile * sites + site`, what it adds to the index of its pattern.
    parts: Vec<u32>,
}

/// The databases of a plan.
pub struct Tables {
    sites: usize,
    /// The last, for tiles that the goal does not ask for, is all 0.
    databases: Vec<Values>,
    views: Vec<View>,
}

/// The indexes of a position in all databases and what stands there.
#[derive(Clone, Default)]
pub struct LookedUp {
    /// By `view * databases + pattern`.
    pub indexes: Vec<u32>,
    pub values: Vec<u8>,
}

impl LookedUp {
    /// Puts each change in place, and what was there before into the change.
    #[inline]
    pub fn swap(&mut self, changes: &mut [Change]) {
        for change in changes {
            std::mem::swap(&mut self.indexes[change.at], &mut change.index);
            std::mem::swap(&mut self.values[change.at], &mut change.value);
        }
    }
}

/// A tile that moves, as one view sees it.
#[derive(Clone, Copy)]
pub struct Change {
    /// Its place among what is looked up.
    pub at: usize,
    pub index: u32,
    pub value: u8,
}

impl Change {
    /// Stands for no change; not to be put in place.
    pub const NONE: Self = Self { at: 0, index: 0, value: 0 };
}

impl Tables {
    /// Puts the databases of `plan` together, in its order.
    pub fn new(task: &Task, plan: &Plan, mut databases: Vec<Values>) -> Self {
        let sites = task.graph.sites();
        let straight: Symmetry = (0..sites as u8).collect();
        let mut views = vec![view(task, plan, &straight, databases.len())];
        let useful = |map: &&Symmetry| is_useful(task, plan, map);
        let mirror = task.symmetries.iter().find(useful);
        views.extend(mirror.map(|map| view(task, plan, map, databases.len())));
        databases.push([0].into());
        Self { sites, databases, views }
    }

    /// Returns the number of views.
    pub const fn views(&self) -> usize {
        self.views.len()
    }

    /// Looks a position up, given by the tile on each site.
    pub fn look_up(&self, tiles: &[u8], found: &mut LookedUp) -> Sums {
        let patterns = self.databases.len();
        found.indexes.clear();
        found.indexes.resize(patterns * VIEWS, 0);
        found.values.clear();
        found.values.resize(patterns * VIEWS, 0);
        let mut sums = [0; VIEWS];
        for (nth, view) in self.views.iter().enumerate() {
            let indexes = &mut found.indexes[nth * patterns..][..patterns];
            for (site, &tile) in tiles.iter().enumerate().filter(|(_, tile)| **tile != NONE) {
                let part = view.parts[usize::from(tile) * self.sites + site];
                let index = &mut indexes[usize::from(view.pattern[usize::from(tile)])];
                *index = index.wrapping_add(part);
            }
            for (pattern, database) in self.databases.iter().enumerate() {
                let value = database[indexes[pattern] as usize];
                found.values[nth * patterns + pattern] = value;
                sums[nth] += u16::from(value);
            }
        }
        sums
    }

    /// Returns what changes in a view when `tile` moves between two sites.
    #[inline]
    pub fn change(&self, view: usize, now: &LookedUp, tile: u8, from: u8, to: u8) -> Change {
        let seen = &self.views[view];
        let pattern = usize::from(seen.pattern[usize::from(tile)]);
        let parts = &seen.parts[usize::from(tile) * self.sites..][..self.sites];
        let at = view * self.databases.len() + pattern;
        let index = now.indexes[at]
            .wrapping_add(parts[usize::from(to)])
            .wrapping_sub(parts[usize::from(from)]);
        Change { at, index, value: self.databases[pattern][index as usize] }
    }

    /// Returns the memory held.
    pub fn memory_bytes(&self) -> u64 {
        let parts: usize = self.views.iter().map(|view| view.parts.len() * 4).sum();
        let values: usize = self.databases.iter().map(|values| values.len()).sum();
        (parts + values) as u64
    }
}

/// Returns the unit whose goals are those of `unit` in a mirror.
fn mirrored(task: &Task, map: &Symmetry, unit: usize) -> Option<usize> {
    let image = |goals: &[u8]| {
        let mut image: Vec<u8> = goals.iter().map(|&site| map[usize::from(site)]).collect();
        image.sort_unstable();
        image
    };
    let goals = image(&task.units[unit].goals);
    task.units.iter().position(|other| other.goals == goals)
}

/// Says whether the goal is the same in the mirror, but the patterns are not.
fn is_useful(task: &Task, plan: &Plan, map: &Symmetry) -> bool {
    let images: Option<Vec<usize>> =
        (0..task.units.len()).map(|unit| mirrored(task, map, unit)).collect();
    let Some(images) = images else { return false };
    !plan.partition.iter().all(|group| {
        let mut image: Vec<usize> = group.iter().map(|&unit| images[unit]).collect();
        image.sort_unstable();
        plan.partition.iter().any(|other| {
            let mut other = other.clone();
            other.sort_unstable();
            other == image
        })
    })
}

fn view(task: &Task, plan: &Plan, map: &Symmetry, spare: usize) -> View {
    let sites = task.graph.sites();
    let mut view = View {
        pattern: vec![spare as u8; task.tile_count],
        parts: vec![0; task.tile_count * sites],
    };
    for (nth, group) in plan.partition.iter().enumerate() {
        let mut weight = 1;
        for &seen_as in group {
            let unit =
                (0..task.units.len()).find(|&unit| mirrored(task, map, unit) == Some(seen_as));
            let unit = unit.expect("a symmetry of the goal maps units onto units");
            for &tile in &task.units[unit].tiles {
                view.pattern[usize::from(tile)] = nth as u8;
                let parts = &mut view.parts[usize::from(tile) * sites..][..sites];
                for (part, &seen_on) in parts.iter_mut().zip(map) {
                    *part = u32::from(seen_on) * weight;
                }
                weight = weight.wrapping_mul(sites as u32);
            }
        }
    }
    view
}
