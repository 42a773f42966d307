//! Estimates for puzzles whose tiles change.
//!
//! **Coloured tiles and chameleons.** All cells that are asked for a colour or for a chameleon get
//! tiles of their own at the least cost: tiles of the colour, and chameleons, which may take any.
//! Never too high, for in a solution some tile comes to each cell, by moves of its own; the distances
//! are those of the colour that is asked for, which enters its passes, while a chameleon enters none.
//! Consistent: one move changes the costs of one tile by at most 1, and a colour that is taken only
//! forbids.
//!
//! **Numbered tiles** are pushed exactly as often as they say, so what is left of that is what they
//! need: the estimate is exact but for what is in the way. Where no walk of exactly as many moves
//! leads to the cell that asks for them there is no way.
//!
//! The same holds of the way back to the start, where the tiles of a state are what is asked for.

mod rows;
mod study;
#[cfg(test)]
mod tests;
mod walks;

use std::sync::Arc;

use self::rows::{End, Row, SETS, Tables, Tiles};
use self::walks::Walks;
use super::{Assignment, Evaluator, UNREACHABLE};
use crate::puzzle::TileKind;
use crate::search::base::key::Key;
use crate::search::base::space::{Change, Changing, Placed, Scratch, Space};

/// The estimate of a state that leads nowhere.
pub const NEVER: u16 = u16::MAX / 4;

/// Estimates of states, by what a push changes. Copies share their tables.
pub struct ChangeEstimator {
    tables: Arc<Tables>,
    assignment: Assignment,
    /// The state that is loaded, and the one after a change.
    tiles: Tiles,
    after: Tiles,
    /// By end, then by group.
    rows: Vec<Row>,
    rows_after: Vec<Row>,
    /// By end, of the state that is loaded.
    sums: Vec<u16>,
    /// The first end that counts: 1 without the start.
    first: usize,
}

impl Clone for ChangeEstimator {
    fn clone(&self) -> Self {
        Self { first: self.first, ..Self::of(Arc::clone(&self.tables)) }
    }
}

impl ChangeEstimator {
    /// Prepares the estimates by `costs`: by class, goal site and site.
    pub fn new<K: Key>(space: &Space<K>, changing: &Changing, costs: &[Vec<Vec<f64>>]) -> Self {
        let kinds: Vec<TileKind> = (0..space.groups.len()).map(|nth| changing.kind(nth)).collect();
        let moves = |&cost: &f64| if cost < f64::from(NEVER) { cost as u16 } else { NEVER };
        let of_class = |class: &Vec<Vec<f64>>| class.iter().flatten().map(moves).collect();
        let most = kinds.iter().map(|kind| match kind {
            TileKind::Numbered(moves) => usize::from(*moves),
            TileKind::Plain | TileKind::Chameleon => 0,
        });
        let mut tables = Tables {
            class_of: space.groups.iter().map(|group| group.class.min(costs.len() - 1)).collect(),
            costs: costs.iter().map(of_class).collect(),
            sites: space.cells.len(),
            walks: Walks::new(space, most.max().unwrap_or(0)),
            ends: Vec::new(),
            goals: Vec::new(),
            kinds,
        };
        let mut scratch = Scratch::new(space);
        space.load(&space.start, &mut scratch);
        let mut start = Tiles::default();
        start.fill(&tables, placed(&scratch));
        tables.ends.push(End { tiles: start, is_start: true, is_last: false });
        let goals = space.waypoints.iter().map(|goal| (goal, false)).chain([(&space.goal, true)]);
        for (goal, is_last) in goals {
            tables.goals.push(tables.ends.len());
            tables.add_goal(goal, is_last);
        }
        tables.goals.push(tables.ends.len());
        Self::of(Arc::new(tables))
    }

    fn of(tables: Arc<Tables>) -> Self {
        let rows = vec![[0; SETS]; tables.ends.len() * tables.kinds.len()];
        let (tiles, after) = (Tiles::default(), Tiles::default());
        let assignment = Assignment::default();
        let (rows_after, sums) = (rows.clone(), Vec::new());
        Self { tables, assignment, tiles, after, rows_after, rows, sums, first: 0 }
    }

    /// Says that every state is near the start: nothing is searched from the goal.
    #[must_use]
    pub fn without_start(self) -> Self {
        Self { first: 1, ..self }
    }

    /// Returns the moves from `key` to the goal, and to the next waypoint, at least: the larger of
    /// the two numbers.
    pub fn moves_to_goals<K: Key>(
        &mut self,
        space: &Space<K>,
        scratch: &mut Scratch,
        key: &K,
    ) -> u16 {
        space.load(key, scratch);
        self.tiles.fill(&self.tables, placed(scratch));
        space.unload(scratch);
        let mut most = 0;
        for goal in [space.stage(key), self.tables.goals.len() - 2] {
            let mut least = NEVER;
            for end in self.tables.goals[goal]..self.tables.goals[goal + 1] {
                self.fill(end, false);
                least = least.min(self.tables.sum(end, &self.tiles, &self.rows));
            }
            most = most.max(least);
        }
        most
    }

    /// Loads a state without waypoints. Returns the moves to the goal and to the start, at least.
    pub fn load(&mut self, scratch: &Scratch) -> (u16, u16) {
        self.tiles.fill(&self.tables, placed(scratch));
        (self.first..self.tables.ends.len()).for_each(|end| self.fill(end, false));
        let Self { tables, tiles, rows, sums, first, .. } = self;
        sums.clear();
        sums.resize(*first, 0);
        sums.extend((*first..tables.ends.len()).map(|end| tables.sum(end, tiles, rows)));
        self.nearest(|end| self.sums[end])
    }

    /// Returns the same of the state after a change of the one that is loaded.
    pub fn after<K: Key>(
        &mut self,
        space: &Space<K>,
        scratch: &Scratch,
        change: &Change,
    ) -> (u16, u16) {
        if change.paints() {
            let mut placed = space.tiles_after(scratch, change);
            placed.sort_unstable();
            self.after.fill(&self.tables, placed.into_iter());
            (self.first..self.tables.ends.len()).for_each(|end| self.fill(end, true));
            return self.nearest(|end| self.tables.sum(end, &self.after, &self.rows_after));
        }
        let group = scratch.faces().of(change.slot);
        // The order within a group does not matter here.
        let moved = (group as u8, change.to, change.left);
        let before = std::mem::replace(&mut self.tiles.placed[change.slot], moved);
        let first = self.tiles.open.iter().position(|open| usize::from(open.0) == group);
        let open = first.map(|first| first + change.slot - self.tiles.firsts[group]);
        if let Some(open) = open {
            self.tiles.open[open].1 = change.to;
        }
        let to_start = if self.first == 0 { self.sum_after(0, group) } else { 0 };
        let ends = 1..self.tables.ends.len();
        let to_goal = ends.map(|end| self.sum_after(end, group)).min().unwrap_or(NEVER);
        self.tiles.placed[change.slot] = before;
        if let Some(open) = open {
            self.tiles.open[open].1 = before.1;
        }
        (to_goal, to_start)
    }

    /// Returns the cells that each placement of the goal asks for: groups and sites.
    pub fn goals(&self) -> impl Iterator<Item = impl Iterator<Item = (usize, u16)>> {
        let cell = |tile: &Placed| (usize::from(tile.0), tile.1);
        self.tables.ends[1..].iter().map(move |end| end.tiles.placed.iter().map(cell))
    }

    /// Returns the moves that a tile of `group` takes between two sites, at least.
    pub fn distance(&self, group: usize, from: u16, to: u16) -> u16 {
        let (costs, sites) = (&self.tables.costs[self.tables.class_of[group]], self.tables.sites);
        costs[usize::from(to) * sites + usize::from(from)]
    }

    /// Says whether just so many moves may lead a numbered tile there.
    pub fn walk_leads(&self, moves: u8, from: u16, to: u16) -> bool {
        self.tables.walks.lead(moves, from, to)
    }

    /// Returns the least over the placements of the goal, and that of the start.
    fn nearest(&self, sum: impl Fn(usize) -> u16) -> (u16, u16) {
        let to_goal = (1..self.tables.ends.len()).map(&sum).min();
        (to_goal.unwrap_or(NEVER), if self.first == 0 { sum(0) } else { 0 })
    }

    /// Returns the sum of an end after a tile of `group` has moved, in [`Self::tiles`].
    fn sum_after(&mut self, end: usize, group: usize) -> u16 {
        let groups = self.tables.kinds.len();
        let range = end * groups..(end + 1) * groups;
        let Self { tables, assignment, tiles, rows, rows_after, sums, .. } = self;
        let target = &tables.ends[end];
        if tables.kinds[group] == TileKind::Chameleon && !target.is_start {
            rows_after[range.clone()].copy_from_slice(&rows[range.clone()]);
            for other in 0..groups {
                if !matches!(tables.kinds[other], TileKind::Numbered(_)) {
                    rows_after[range.start + other] = tables.row(assignment, target, tiles, other);
                }
            }
        } else {
            let row = tables.row(assignment, target, tiles, group);
            let at = range.start + group;
            if is_same(&row, &rows[at]) {
                return sums[end];
            }
            let before = std::mem::replace(&mut rows[at], row);
            let sum = tables.sum(end, tiles, rows);
            rows[at] = before;
            return sum;
        }
        tables.sum(end, tiles, rows_after)
    }

    /// Computes all rows of an end, of the state that is loaded or of the one after.
    fn fill(&mut self, end: usize, is_after: bool) {
        let Self { tables, assignment, tiles, after, rows, rows_after, .. } = self;
        let (tiles, rows) = if is_after { (after, rows_after) } else { (tiles, rows) };
        let groups = tables.kinds.len();
        for group in 0..groups {
            rows[end * groups + group] = tables.row(assignment, &tables.ends[end], tiles, group);
        }
    }
}

/// Compares two rows: a few instructions, where `==` calls a function.
fn is_same(one: &Row, other: &Row) -> bool {
    one.iter().zip(other).fold(0, |all, (one, other)| all | (one ^ other)) == 0
}

fn placed(scratch: &Scratch) -> impl Iterator<Item = Placed> + '_ {
    let tile = |(slot, &site): (usize, &u16)| {
        (scratch.faces().of(slot) as u8, site, scratch.faces().left(slot))
    };
    scratch.sites().iter().enumerate().map(tile)
}
