//! Expanding a state for the engine: only the pushes that change the two estimates
//! in wanted ways, found by table look-ups before a key is made.

use super::class::{Delta, Deltas, Estimates, GoalChanges, Way};
use super::estimate::{Estimator, Sums};
use crate::search::key::Key;
use crate::search::space::{Scratch, Space};

/// For each of the directions in their order the place of the opposite one.
const OPPOSITE: [usize; 4] = [1, 0, 3, 2];

/// The estimates to both ends and the working memory to expand states.
pub struct Expander {
    to_goal: Estimator,
    /// Without it the estimate to the start is 0 everywhere.
    to_start: Option<Estimator>,
    scratch: Scratch,
    goal_sums: Sums,
    start_sums: Sums,
    moved: Vec<u16>,
}

impl Expander {
    pub fn new<K: Key>(space: &Space<K>, to_goal: Estimator, to_start: Option<Estimator>) -> Self {
        Self {
            to_goal,
            to_start,
            scratch: Scratch::new(space),
            goal_sums: Sums::default(),
            start_sums: Sums::default(),
            moved: Vec::new(),
        }
    }

    /// Returns the estimates of `key`.
    pub fn estimates<K: Key>(&mut self, space: &Space<K>, key: &K) -> Estimates {
        space.load(key, &mut self.scratch);
        let estimates = self.load_sums(space);
        space.unload(&mut self.scratch);
        estimates
    }

    /// Calls `visit` with each neighbour of `key` along `way` whose push changes the
    /// estimates as `wanted`, with its estimates and the change. Returns what all pushes change,
    /// if that is not known already.
    pub fn expand<K: Key>(
        &mut self,
        space: &Space<K>,
        way: Way,
        key: &K,
        known: Deltas,
        wanted: Deltas,
        mut visit: impl FnMut(K, Estimates, Delta),
    ) -> Deltas {
        space.load(key, &mut self.scratch);
        let estimates = self.load_sums(space);
        // What is known already need not be found out by pushes that nobody wants.
        let goals = if known.is_empty() { GoalChanges::ALL } else { wanted.goal_changes() };
        let mut all = known;
        for slot in 0..space.tile_count() {
            let cell = space.cells[usize::from(self.scratch.sites()[slot])];
            let runs = self.scratch.occupancy().runs(cell);
            for (nth, &run) in runs.iter().enumerate() {
                let (first, last) = match way {
                    Way::Forward => (run.max(1), run),
                    // Something must have stopped it: its run onwards is 0.
                    Way::Backward if runs[OPPOSITE[nth]] > 0 => continue,
                    Way::Backward => (1, run),
                };
                for steps in first..=last {
                    let to = space.site_after(cell, nth, steps);
                    let Some(delta) = self.delta(space, slot, to, goals) else { continue };
                    all = all.with(delta);
                    if wanted.contains(delta) {
                        let next = space.with_moved(key, self.scratch.sites(), slot, to);
                        visit(next, estimates.after(delta), delta);
                    }
                }
            }
        }
        space.unload(&mut self.scratch);
        all
    }

    /// Returns the steps of the assignments that expanding a state takes, about.
    pub fn steps_per_state(&self) -> u64 {
        let to_start = self.to_start.as_ref().map_or(0, Estimator::steps_per_state);
        self.to_goal.steps_per_state() + to_start
    }

    /// Returns the memory held by the tables.
    pub fn memory_bytes(&self) -> u64 {
        let to_start = self.to_start.as_ref().map_or(0, Estimator::memory_bytes);
        self.to_goal.memory_bytes() + to_start
    }

    fn load_sums<K: Key>(&mut self, space: &Space<K>) -> Estimates {
        self.to_goal.tidy();
        self.to_goal.load(space, self.scratch.sites(), &mut self.goal_sums);
        if let Some(to_start) = &mut self.to_start {
            to_start.tidy();
            to_start.load(space, self.scratch.sites(), &mut self.start_sums);
        }
        Estimates { to_goal: self.goal_sums.least, to_start: self.start_sums.least }
    }

    /// Returns what it changes to move the tile of `slot` to `to`, if the change of
    /// the estimate to the goal is one of `goals`.
    #[inline]
    fn delta<K: Key>(
        &mut self,
        space: &Space<K>,
        slot: usize,
        to: u16,
        goals: GoalChanges,
    ) -> Option<Delta> {
        let nth = space.group_of(slot);
        let group = &space.groups[nth];
        let moved = if group.len == 1 {
            std::slice::from_ref(&to)
        } else {
            self.moved.clear();
            self.moved.extend_from_slice(&self.scratch.sites()[group.slots()]);
            shift(&mut self.moved, slot - group.first, to);
            &self.moved
        };
        let change = |after: u16, before: u16| (after as i16 - before as i16) as i8;
        let goal = change(self.to_goal.after(&self.goal_sums, nth, moved), self.goal_sums.least);
        if !goals.contain(goal) {
            return None;
        }
        let start = match &mut self.to_start {
            Some(to_start) => {
                change(to_start.after(&self.start_sums, nth, moved), self.start_sums.least)
            }
            None => 0,
        };
        Some(Delta { goal, start })
    }
}

/// Replaces the site at `at` by `to` and keeps the sites in rising order.
fn shift(sites: &mut [u16], mut at: usize, to: u16) {
    while at > 0 && sites[at - 1] > to {
        sites[at] = sites[at - 1];
        at -= 1;
    }
    while at + 1 < sites.len() && sites[at + 1] < to {
        sites[at] = sites[at + 1];
        at += 1;
    }
    sites[at] = to;
}
