//! Window repair: makes the best solution known shorter by looking for shorter ways between
//! states along it.
//!
//! The moves of a solution lie in a row, but most do not depend on those just before them. So
//! before each **window** of the row is solved anew, the moves of some tiles are brought
//! together in it: moves that follow each other change places wherever that leads to the same
//! state ([`plan`]). Then a shorter way is looked for on which only the colours move that
//! move in the window ([`window`]), or, every other time, another way that is as short: what
//! cannot become shorter in one step may in two. Windows become as long as can be solved with
//! so many states, and these more when nothing is found. Proves nothing.
//!
//! References: Siddiqui, Haslum, *Continuing Plan Quality Optimisation*, 2015 (windows of a
//! plan whose order has been loosened); Chrpa, Siddiqui, *Exploiting Block Deordering for
//! Improving Planners Efficiency*, 2015.

mod plan;
#[cfg(test)]
mod tests;
mod window;

use rustc_hash::FxHashMap;

use self::plan::Plan;
use self::window::{Searched, Task, Window};
use crate::search::clock::{Deadline, Watch};
use crate::search::heuristic::distance::Distances;
use crate::search::key::Key;
use crate::search::random::Random;
use crate::search::space::{Scratch, Space};

/// Moves of the first window, and states that may be expanded for one.
const FIRST_LENGTH: usize = 8;
const FIRST_STATES: u64 = 2_000;

/// Moves of a window, at least.
const LEAST_LENGTH: usize = 2;

/// To begin a window takes as long as so many states, about.
const STATES_PER_WINDOW: u64 = 100;

/// So many states are expanded before memory is looked at.
const AT_ONCE: u64 = 256;

/// After so many windows for each move without anything found, each may take twice as long.
const WINDOWS_PER_MOVE: usize = 1;

/// A window that is being solved.
struct Running {
    /// The states of the plan where it begins and ends.
    first: usize,
    last: usize,
    /// Another way of as many moves will do.
    varies: bool,
    /// What it may still take.
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
    /// Moves of the next window: of one that is to become shorter, and of one that varies.
    lengths: [usize; 2],
    /// States that a window may take.
    states: u64,
    /// Windows since something was found.
    windows: usize,
    /// No way between the ends of the plan is shorter.
    is_spent: bool,
    /// A window has taken all the memory.
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

    /// Takes a solution, by the states along it.
    pub fn take(&mut self, space: &Space<K>, states: Vec<K>) {
        self.plan = Some(Plan::new(space, &mut self.scratch, states));
        self.running = None;
        self.windows = 0;
        self.is_spent = false;
    }

    /// Says whether there is a solution that may become shorter.
    pub fn has_work(&self) -> bool {
        self.plan_length() >= LEAST_LENGTH && !self.is_spent
    }

    fn plan_length(&self) -> usize {
        self.plan.as_ref().map_or(0, Plan::len)
    }

    /// Expands at most `states` states, fewer for what else takes time. Returns a shorter
    /// solution, by the states along it.
    pub fn step(&mut self, space: &Space<K>, states: u64) -> Option<Vec<K>> {
        let mut left = states;
        while left > 0 && self.has_work() && !self.watch.is_over_now() {
            // To change the plan takes as long as to expand the states along it.
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

    /// Puts another way in the place of the window. Returns the solution if that made it
    /// shorter.
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

    /// Ends a window in which nothing was found, because there is nothing if it is `solved`.
    fn end_window(&mut self, solved: bool) {
        let Some(Running { first, last, varies, .. }) = self.running.take() else { return };
        let length = &mut self.lengths[usize::from(varies)];
        *length = if solved { *length + 1 } else { (*length - 1).max(LEAST_LENGTH) };
        self.is_spent = solved && !varies && last - first == self.plan_length();
        if self.is_spent {
            self.window.release();
        }
    }

    /// Gathers some moves and begins to solve the window there anew. Returns the solution if
    /// that alone made it shorter.
    fn next_window(&mut self, space: &Space<K>) -> Option<Vec<K>> {
        let plan = self.plan.as_mut()?;
        self.windows += 1;
        if self.windows > WINDOWS_PER_MOVE * plan.len() {
            self.windows = 0;
            // More than fit in memory would be of no use.
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
            // In another order some moves do nothing together.
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

/// Returns a way without what lies between two visits to the same state.
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
