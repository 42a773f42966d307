//! Window repair: shortens the best solution known by solving windows of it again.
//!
//! Most moves of a solution do not depend on those just before them. So before a **window** is
//! solved again, the moves of some tiles are brought together in it: neighbouring moves change
//! places wherever that leads to the same state ([`plan`]). Then a shorter way is searched on which
//! only the colours move that move in the window ([`window`]), or, every other time, a different
//! way of the same length: what cannot be shortened in one step may be in two. Windows grow as long
//! as they can be solved within a budget of states, which grows when nothing is found. Proves
//! nothing.
//!
//! References: Siddiqui, Haslum, *Continuing Plan Quality Optimisation*, 2015 (windows of a
//! deordered plan); Chrpa, Siddiqui, *Exploiting Block Deordering for Improving Planners
//! Efficiency*, 2015.

mod plan;
#[cfg(test)]
mod tests;
mod window;

use rustc_hash::FxHashMap;

use self::plan::Plan;
use self::window::{Searched, Task, Window};
use crate::puzzle::random::Random;
use crate::search::clock::{Deadline, Watch};
use crate::search::heuristic::distance::Distances;
use crate::search::key::Key;
use crate::search::space::{Scratch, Space};

/// Moves of the first window, and its budget of states: what small gains need.
const FIRST_LENGTH: usize = 8;
const FIRST_STATES: u64 = 2_000;

/// Moves of a window, at least: one move cannot be shortened.
const LEAST_LENGTH: usize = 2;

/// The cost of starting a window, in states.
const STATES_PER_WINDOW: u64 = 100;

/// States expanded between two looks at the memory.
const AT_ONCE: u64 = 256;

/// After so many windows for each move without success, the budget doubles.
const WINDOWS_PER_MOVE: usize = 1;

/// A window that is being solved.
struct Running {
    /// The states of the plan at its ends.
    first: usize,
    last: usize,
    /// A different way of the same length will do.
    varies: bool,
    /// What is left of its budget.
    states: u64,
}

/// Repairs one solution after the other.
pub struct Repair<K> {
    memory_bytes: u64,
    distances: Distances,
    scratch: Scratch,
    random: Random,
    /// The best solution known.
    plan: Option<Plan<K>>,
    window: Window<K>,
    running: Option<Running>,
    /// Moves of the next window: of one to be shortened, and of one that varies.
    lengths: [usize; 2],
    /// The budget of a window, in states.
    states: u64,
    /// Windows since the last success.
    windows: usize,
    /// No way between the ends of the plan is shorter.
    is_spent: bool,
    /// A window has used all the memory.
    is_full: bool,
    watch: Watch,
    pub expanded: u64,
}

impl<K: Key> Repair<K> {
    /// Prepares the repair within so many bytes, about.
    pub fn new(
        space: &Space<K>,
        distances: Distances,
        memory_bytes: u64,
        deadline: &Deadline,
    ) -> Self {
        Self {
            watch: Watch::new(deadline.clone()),
            memory_bytes,
            distances,
            scratch: Scratch::new(space),
            random: Random::new(1),
            plan: None,
            window: Window::new(),
            running: None,
            lengths: [FIRST_LENGTH; 2],
            states: FIRST_STATES,
            windows: 0,
            is_spent: false,
            is_full: false,
            expanded: 0,
        }
    }

    /// Takes a solution as its states.
    pub fn take(&mut self, space: &Space<K>, states: Vec<K>) {
        self.plan = Some(Plan::new(space, &mut self.scratch, states));
        self.running = None;
        self.windows = 0;
        self.is_spent = false;
    }

    /// Says whether there is a solution that may be shortened.
    pub fn has_work(&self) -> bool {
        self.plan_length() >= LEAST_LENGTH && !self.is_spent
    }

    fn plan_length(&self) -> usize {
        self.plan.as_ref().map_or(0, Plan::len)
    }

    /// Expands at most `states` states, fewer for other work. Returns a shorter solution as its
    /// states.
    pub fn step(&mut self, space: &Space<K>, states: u64) -> Option<Vec<K>> {
        let mut left = states;
        while left > 0 && self.has_work() && !self.watch.is_over_now() {
            // Changing the plan costs as much as expanding its states.
            let to_change = self.plan_length() as u64;
            let Some(running) = &mut self.running else {
                let better = self.next_window(space);
                if better.is_some() {
                    return better;
                }
                left = left.saturating_sub(STATES_PER_WINDOW + to_change);
                continue;
            };
            let may_take = left.min(running.states).min(AT_ONCE);
            let mut rest = may_take;
            let random = &mut self.random;
            let watch = &mut self.watch;
            let searched = self.window.step(space, &mut self.scratch, random, watch, &mut rest);
            let done = may_take - rest;
            running.states -= done;
            self.expanded += done;
            left -= done;
            match searched {
                Searched::Found(way) => {
                    let better = self.put_in(space, &way);
                    if better.is_some() {
                        return better;
                    }
                    left = left.saturating_sub(to_change);
                }
                Searched::None => self.end_window(true),
                Searched::More if running.states == 0 => self.end_window(false),
                Searched::More if self.memory_held() > self.memory_bytes => {
                    self.is_full = true;
                    self.window.release();
                    self.end_window(false);
                }
                Searched::More => {}
            }
        }
        None
    }

    /// Replaces the window by another way. Returns the solution if it became shorter.
    fn put_in(&mut self, space: &Space<K>, way: &[K]) -> Option<Vec<K>> {
        let running = self.running.take()?;
        let old = self.plan.as_ref()?.states();
        let path = [&old[..running.first], way, &old[running.last + 1..]].concat();
        let path = without_loops(&path);
        if path.len() < old.len() {
            self.take(space, path.clone());
            return Some(path);
        }
        self.lengths[usize::from(running.varies)] += 1;
        self.plan = Some(Plan::new(space, &mut self.scratch, path));
        None
    }

    /// Ends a window without success; if `solved`, there is nothing to find.
    fn end_window(&mut self, solved: bool) {
        let Some(Running { first, last, varies, .. }) = self.running.take() else { return };
        let length = &mut self.lengths[usize::from(varies)];
        *length = if solved { *length + 1 } else { (*length - 1).max(LEAST_LENGTH) };
        self.is_spent = solved && !varies && last - first == self.plan_length();
        if self.is_spent {
            self.window.release();
        }
    }

    /// Gathers some moves and starts to solve the window there. Returns the solution if gathering
    /// alone shortened it.
    fn next_window(&mut self, space: &Space<K>) -> Option<Vec<K>> {
        let plan = self.plan.as_mut()?;
        self.windows += 1;
        if self.windows > WINDOWS_PER_MOVE * plan.len() {
            self.windows = 0;
            // More states than fit in memory would be of no use.
            self.states = if self.is_full { self.states } else { 2 * self.states };
        }
        let mut focus = vec![false; space.tile_count()];
        let tiles = 1 + self.random.below(space.tile_count().div_ceil(2));
        for _ in 0..tiles {
            focus[plan.tile(self.random.below(plan.len()))] = true;
        }
        let pivot = self.random.below(plan.len());
        plan.gather(space, &mut self.scratch, pivot, &focus);
        let varies = self.random.below(2) > 0;
        let length = self.lengths[usize::from(varies)].min(plan.len());
        let first = pivot.saturating_sub(length / 2).min(plan.len() - length);
        let last = first + length;
        let ends = [plan.states()[first], plan.states()[last]];
        let most = length as u16 - u16::from(!varies);
        let mut movable = vec![length == plan.len(); space.groups.len()];
        (first..last).for_each(|nth| movable[space.group_of(plan.tile(nth))] = true);
        let slots = (0..space.tile_count()).filter(|&slot| movable[space.group_of(slot)]).collect();
        self.running = Some(Running { first, last, varies, states: self.states });
        if ends[0] == ends[1] {
            // After reordering some moves cancel out.
            return self.put_in(space, &ends[..1]);
        }
        self.window.begin(space, &self.distances, Task { ends, most, slots });
        None
    }

    /// Returns the memory held, about.
    pub fn memory_held(&self) -> u64 {
        self.window.memory_held()
    }
}

/// Cuts out what lies between two visits to the same state.
fn without_loops<K: Key>(path: &[K]) -> Vec<K> {
    let mut last = FxHashMap::default();
    last.extend(path.iter().enumerate().map(|(nth, key)| (*key, nth)));
    let mut kept = Vec::new();
    let mut at = 0;
    while let Some(key) = path.get(at) {
        kept.push(*key);
        at = last[key] + 1;
    }
    kept
}
