//! Says of many states that their estimate is too low: the pruning of the prover.
//!
//! The slide distance lets a tile stop anywhere. But where no wall follows, another tile
//! must stand, and that has a way of its own to go. Suppose that the estimate of a state
//! is exact. Then each tile goes one of its shortest ways and makes no other move. The
//! test collects, for each tile, the sites where it can come to stand: at first where it
//! stands; then the sites one move nearer to its goal, if a wall follows there or a site
//! where another tile can come to stand. When no site can be added any more and a tile
//! has not come to its goal, the estimate is too low by 1 at least.
//!
//! It never says so wrongly: in a solution as short as the estimate every site where a
//! tile stops is added, in the order of the solution, for what stops it there is a wall,
//! or a tile on a site added before. What stands in the way of a move is not looked at.
//! Backward the same holds for the ways from the start to the state.
//!
//! The children of a state differ in one tile each. So the sites are collected once for
//! their parent, and for each child those are added that the tile which has moved makes
//! possible. What only its old ways make possible stays: the test says yes too often then,
//! but hardly ever, and takes a fraction of the time.

mod tables;
#[cfg(test)]
mod tests;
mod ways;

use self::tables::Tables;
use self::ways::{MAX_TILES, Task, Ways};
use super::class::Way;
use super::estimate::pattern::{Asked, by_group};
use crate::search::heuristic::distance::Distances;
use crate::search::key::Key;
use crate::search::space::{Space, Wanted};

/// The test: its tables and its working memory.
pub struct Tightness {
    tables: Tables,
    ends: Ends,
    /// For each placement, what was collected for the parent.
    parents: Vec<Parent>,
    /// Whether the parents are those of this state.
    is_ready: bool,
    /// For a child that has nothing in common with its parent.
    single: Ways,
    child: Vec<u16>,
}

/// Where all ways begin and end.
struct Ends {
    /// For each group the first slot and how many there are.
    groups: Vec<(usize, usize)>,
    /// For each placement of the goal what is asked of each group.
    goal: Vec<Asked>,
    start: Vec<u16>,
}

/// What was collected for a parent and one placement of the goal.
#[derive(Default)]
struct Parent {
    ways: Ways,
    is_collected: bool,
}

impl Tightness {
    /// Prepares the test for the `placements` of the goal, unless there are too many
    /// tiles, or tiles of which nothing is asked beside some of their colour of which
    /// something is.
    pub fn new<K: Key>(
        space: &Space<K>,
        distances: &Distances,
        placements: &[Wanted],
    ) -> Option<Self> {
        let tiles = space.tile_count();
        let groups = space.groups.len();
        let goal: Vec<_> = placements.iter().map(|wanted| by_group(groups, wanted)).collect();
        let is_spare = |targets: &Asked| {
            targets.iter().zip(&space.groups).any(|(sites, group)| sites.len() < group.len)
        };
        if tiles > MAX_TILES || goal.iter().any(is_spare) {
            return None;
        }
        let groups = space.groups.iter();
        Some(Self {
            tables: Tables::new(space, distances),
            parents: goal.iter().map(|_| Parent::default()).collect(),
            ends: Ends {
                groups: groups.map(|group| (group.first, group.len)).collect(),
                goal,
                start: (0..tiles).map(|slot| space.site(&space.start, slot)).collect(),
            },
            is_ready: false,
            single: Ways::default(),
            child: Vec::new(),
        })
    }

    /// Must be called before the children of another parent are asked for.
    pub const fn begin(&mut self) {
        self.is_ready = false;
    }

    /// Says whether so many moves, the estimate of the child, may be enough: from it to the
    /// goal, or backward from the start to it. The child is that of the parent on `sites`
    /// whose tile of `slot` has moved to `to`.
    pub fn may_be_exact(
        &mut self,
        way: Way,
        sites: &[u16],
        slot: usize,
        to: u16,
        estimate: u16,
    ) -> bool {
        if !self.is_ready {
            self.is_ready = true;
            self.prepare_parents(way, sites);
        }
        let placements = if way == Way::Forward { self.parents.len() } else { 1 };
        (0..placements).any(|nth| self.may_be_exact_to(nth, way, sites, (slot, to), estimate))
    }

    fn may_be_exact_to(
        &mut self,
        placement: usize,
        way: Way,
        sites: &[u16],
        (slot, to): (usize, u16),
        estimate: u16,
    ) -> bool {
        let ways = &self.parents[placement].ways;
        let Some(task) = ways.task_after(&self.tables, way, slot, to) else {
            return self.is_exact_for_single(way, sites, (slot, to), estimate);
        };
        let least = ways.least - ways.tasks[slot].least + task.least;
        if least != estimate {
            // Equal tiles have farther to go than each to its nearest goal, or this
            // placement is too far away.
            return least < estimate;
        }
        let Parent { ways, is_collected } = &mut self.parents[placement];
        if !std::mem::replace(is_collected, true) {
            ways.collect(&self.tables);
        }
        ways.arrive_after(&self.tables, slot, to, task)
    }

    fn prepare_parents(&mut self, way: Way, sites: &[u16]) {
        let placements = if way == Way::Forward { self.parents.len() } else { 1 };
        for (nth, parent) in self.parents[..placements].iter_mut().enumerate() {
            parent.is_collected = false;
            self.ends.set_tasks(&mut parent.ways, &self.tables, way, nth, sites);
        }
    }

    /// Where one of several equal tiles has moved backward, all of them have another task.
    fn is_exact_for_single(
        &mut self,
        way: Way,
        sites: &[u16],
        (slot, to): (usize, u16),
        estimate: u16,
    ) -> bool {
        let ways = &mut self.single;
        self.child.clear();
        self.child.extend_from_slice(sites);
        self.child[slot] = to;
        self.ends.set_tasks(ways, &self.tables, way, 0, &self.child);
        ways.least < estimate || ways.collect(&self.tables)
    }
}

impl Ends {
    /// Sets the tasks from these sites to a placement of the goal, or from the start to
    /// these sites.
    fn set_tasks(
        &self,
        ways: &mut Ways,
        tables: &Tables,
        way: Way,
        placement: usize,
        sites: &[u16],
    ) {
        ways.targets.clear();
        ways.tasks.clear();
        ways.least = 0;
        for (nth, &(first, len)) in self.groups.iter().enumerate() {
            let first_target = ways.targets.len() as u16;
            let (own, from) = match way {
                Way::Forward => (self.goal[placement][nth].as_slice(), sites),
                Way::Backward => (&sites[first..first + len], self.start.as_slice()),
            };
            ways.targets.extend_from_slice(own);
            for &from in &from[first..first + len] {
                let least = tables.left(own, from);
                ways.least += least;
                ways.tasks.push(Task { from, first_target, targets: own.len() as u16, least });
            }
        }
    }
}
