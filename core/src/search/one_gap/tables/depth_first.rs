//! Iterative deepening A* with the pattern databases, on all threads: the proof.
//!
//! Each round looks, depth first, at all paths whose moves and estimate stay within
//! the bound, and notes the least that was cut. The estimate is never too high, so a
//! round without a solution proves that none is shorter than that, which is the next
//! bound; the first solution found is one of the best. Nothing more is asked of the
//! estimate: it may differ between two visits, and the tables may be exchanged for
//! better ones in the middle of a round. It is not consistent, so a child may tell more than its
//! parent did: what a child needs, less one move, the parent needs too (bidirectional pathmax).
//!
//! The rounds begin not at the start but at the **roots**: all positions at a certain
//! distance from it, found once by breadth-first search. Every shortest solution that
//! is as long passes through one of them. The threads share them out; which thread
//! takes which makes no difference to what a round proves.
//!
//! References: Korf, *Depth-First Iterative-Deepening*, 1985; Rao, Kumar, Ramesh, *A
//! Parallel Implementation of Iterative-Deepening-A\**, 1987 (sharing out subtrees); Felner, Zahavi
//! and others, *Inconsistent Heuristics in Theory and Practice*, 2011 (bidirectional pathmax).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::instance::Instance;
use super::move_pruning::{MOST_NEIGHBOURS, MovePruning, PRUNED};
use super::pattern_databases::site_set::SiteSet;
use super::pattern_databases::{LookedUp, Placed, Sums, Tables, VIEWS};
use super::roots::{ROOTS, Root, roots};
use super::symmetry::{Graph, NONE};
use crate::search::base::memory_plan;
use crate::search::base::pool::Pool;

/// A neighbour of a position.
#[derive(Clone, Copy, Default)]
struct Child<S> {
    /// The empty cell after the move.
    empty: u8,
    /// Of the automaton of moves, after the move.
    state: u32,
    sums: Sums,
    /// The patterns after the move; while it is made, as they were before it.
    placed: [Placed<S>; VIEWS],
}

/// A position on the path of a worker.
#[derive(Clone, Copy, Default)]
struct Frame<S> {
    empty: u8,
    /// Where the empty cell was before.
    before: u8,
    /// The children from `next` to `count` have not been searched.
    next: u8,
    count: u8,
    children: [Child<S>; MOST_NEIGHBOURS],
}

/// A position that comes to the path.
struct Entered {
    empty: u8,
    before: u8,
    state: u32,
    sums: Sums,
}

/// What all threads search alike in a round.
struct Round<'a, S> {
    graph: &'a Graph,
    tables: &'a Tables<S>,
    pruning: &'a MovePruning,
    bound: u32,
}

/// A thread's part: depth-first search below one root.
#[derive(Default)]
struct Worker<S> {
    root: Option<usize>,
    /// Moves from the start to the root.
    root_moves: u32,
    tiles: Vec<u8>,
    now: LookedUp<S>,
    /// The first `depth` are the path; the others are left from longer ones.
    frames: Vec<Frame<S>>,
    depth: usize,
    /// The least moves and estimate that were cut.
    least_cut: u32,
    /// The sites that the empty cell passes from the root to the goal.
    found: Option<Vec<u8>>,
    expanded: u64,
    generated: u64,
}

/// The result of a step.
pub enum Searched {
    /// Go on.
    More,
    /// A best solution: the sites that the empty cell passes.
    Found(Vec<u8>),
}

/// The search.
pub struct DepthFirst<S> {
    tables: Arc<Tables<S>>,
    pruning: Arc<MovePruning>,
    /// For the automaton while it is made.
    pruning_bytes: u64,
    roots: Vec<Root>,
    /// All roots have been looked up in these tables.
    are_looked_up: bool,
    /// Roots of this round that have not been searched.
    pending: Vec<usize>,
    workers: Vec<Worker<S>>,
    /// No solution is shorter.
    bound: u32,
    least_cut: u32,
    /// A solution that the breadth-first search came upon.
    near: Option<Vec<u8>>,
}

impl<S: SiteSet> DepthFirst<S> {
    /// Finds the roots.
    pub fn new(
        instance: &Instance,
        tables: Arc<Tables<S>>,
        threads: usize,
        memory_bytes: u64,
    ) -> Self {
        // Twice its tiles: among the positions seen and in the layer.
        let root_bytes = 3 * instance.tiles.len() + 2 * size_of::<Root>();
        let most = (memory_plan::ROOTS.of(memory_bytes) / root_bytes as u64).clamp(1, ROOTS as u64);
        let (roots, near) = roots(instance, most as usize);
        let least = tables.look_up(&instance.tiles, &mut LookedUp::default());
        let bound = least.into_iter().max().unwrap_or(0).into();
        let worker = || Worker { least_cut: u32::MAX, ..Worker::default() };
        let pruning_bytes = memory_plan::WALKS.of(memory_bytes);
        let pruning = MovePruning::worth(&instance.graph, 0, pruning_bytes);
        let mut search = Self {
            tables,
            pruning,
            pruning_bytes,
            roots,
            are_looked_up: false,
            pending: Vec::new(),
            workers: (0..threads).map(|_| worker()).collect(),
            bound: with_parity(instance, bound),
            least_cut: u32::MAX,
            near,
        };
        if let Some(path) = &search.near {
            search.bound = path.len() as u32 - 1;
        } else {
            search.bound = search.bound.max(search.roots[0].path.len() as u32 - 1);
            search.bound = with_parity(instance, search.bound);
            search.begin_round();
        }
        search
    }

    /// Returns the lower bound.
    pub const fn bound(&self) -> u32 {
        self.bound
    }

    /// Goes on with better tables, and prunes as is worth it where `states` states were searched
    /// with the ones before.
    pub fn exchange(&mut self, instance: &Instance, tables: Arc<Tables<S>>, states: u64) {
        self.tables = tables;
        self.are_looked_up = false;
        self.pruning = MovePruning::worth(&instance.graph, states, self.pruning_bytes);
        // What was under way starts again; what was proved is kept.
        let begun = self.workers.iter_mut().filter_map(|worker| worker.root.take());
        self.pending.extend(begun);
    }

    /// Expands about `states` states; must not be called after a solution.
    pub fn step(&mut self, instance: &Instance, pool: &Pool, states: u64) -> Searched {
        if let Some(path) = self.near.take() {
            return Searched::Found(path);
        }
        let share = states.div_ceil(self.workers.len() as u64);
        let (pending, roots, taken) = (&self.pending, &self.roots, AtomicUsize::new(0));
        let (tables, pruning) = (&*self.tables, &self.pruning);
        let round = Round { graph: &instance.graph, tables, pruning, bound: self.bound };
        pool.each(&mut self.workers, |worker| {
            worker.run(&round, share, || {
                // The best are last.
                let nth = pending.len().checked_sub(taken.fetch_add(1, Ordering::Relaxed) + 1)?;
                Some((pending[nth], &roots[pending[nth]]))
            });
        });
        let taken = taken.into_inner();
        self.pending.truncate(self.pending.len().saturating_sub(taken));
        if let Some(worker) = self.workers.iter_mut().find(|worker| worker.found.is_some()) {
            let root = &self.roots[worker.root.expect("it was found below a root")];
            let below = worker.found.take().unwrap_or_default();
            return Searched::Found(root.path.iter().copied().chain(below).collect());
        }
        if self.pending.is_empty() && self.workers.iter().all(|worker| worker.root.is_none()) {
            let cuts = self.workers.iter_mut();
            let cuts = cuts.map(|worker| std::mem::replace(&mut worker.least_cut, u32::MAX));
            let cut = cuts.min().map_or(self.least_cut, |cut| cut.min(self.least_cut));
            self.bound = with_parity(instance, cut.max(self.bound + 1));
            self.begin_round();
        }
        Searched::More
    }

    /// Gathers the roots that a solution within the bound may pass through.
    fn begin_round(&mut self) {
        if !std::mem::replace(&mut self.are_looked_up, true) {
            let mut now = LookedUp::default();
            for root in &mut self.roots {
                let sums = self.tables.look_up(&root.tiles, &mut now);
                let estimate = u32::from(sums.into_iter().max().unwrap_or(0));
                root.least = root.path.len() as u32 - 1 + estimate;
            }
        }
        let mut found = Vec::new();
        self.least_cut = u32::MAX;
        for (nth, &Root { least, .. }) in self.roots.iter().enumerate() {
            if least <= self.bound {
                found.push((std::cmp::Reverse(least), nth));
            } else {
                self.least_cut = self.least_cut.min(least);
            }
        }
        found.sort_unstable();
        self.pending = found.into_iter().map(|(_, nth)| nth).collect();
    }

    pub fn expanded(&self) -> u64 {
        self.workers.iter().map(|worker| worker.expanded).sum()
    }

    pub fn generated(&self) -> u64 {
        self.workers.iter().map(|worker| worker.generated).sum()
    }

    /// Returns the number of roots and positions on paths.
    pub fn stored(&self) -> u64 {
        let frames: usize = self.workers.iter().map(|worker| worker.frames.capacity()).sum();
        (self.roots.len() + frames) as u64
    }

    pub fn open(&self) -> u64 {
        self.pending.len() as u64
    }

    /// Returns the memory held, the tables aside.
    pub fn memory_bytes(&self) -> u64 {
        let root = self.roots.first().map_or(0, |root| root.tiles.len() + root.path.capacity());
        let frames: usize = self.workers.iter().map(|worker| worker.frames.capacity()).sum();
        let bytes = self.roots.len() * (root + size_of::<Root>()) + frames * size_of::<Frame<S>>();
        (bytes + self.pending.capacity() * size_of::<usize>()) as u64 + self.pruning.memory_bytes()
    }
}

/// Returns the least length of a solution that is at least `bound`: where the goal
/// leaves one site for the empty cell, every move takes it to the other shade.
fn with_parity(instance: &Instance, bound: u32) -> u32 {
    let [goal] = instance.free_goals[..] else { return bound };
    let moves = u32::from(instance.graph.distances(instance.empty, |_| true)[usize::from(goal)]);
    bound + (bound + moves) % 2
}

impl<S: SiteSet> Worker<S> {
    /// Searches below one root after the other, until so many states have been expanded or a
    /// solution is found.
    fn run<'a>(
        &mut self,
        round: &Round<'_, S>,
        states: u64,
        mut next_root: impl FnMut() -> Option<(usize, &'a Root)>,
    ) {
        let end = self.expanded + states;
        while self.expanded < end {
            if self.root.is_none() {
                let Some((nth, root)) = next_root() else { return };
                self.enter(round, nth, root);
                continue;
            }
            if round.tables.views() == 1 {
                self.descend::<1>(round, end);
            } else {
                self.descend::<VIEWS>(round, end);
            }
            if self.found.is_some() {
                return;
            }
        }
    }

    /// Begins at a root, unless it is beyond the bound.
    fn enter(&mut self, round: &Round<'_, S>, nth: usize, root: &Root) {
        self.tiles.clear();
        self.tiles.extend_from_slice(&root.tiles);
        let sums = round.tables.look_up(&self.tiles, &mut self.now);
        self.root_moves = root.path.len() as u32 - 1;
        let least = self.root_moves + u32::from(sums.into_iter().max().unwrap_or(0));
        if least > round.bound {
            self.least_cut = self.least_cut.min(least);
            return;
        }
        self.root = Some(nth);
        let (empty, before) = match root.path[..] {
            [.., before, empty] => (empty, before),
            ref path => (path[0], NONE),
        };
        let state = round.pruning.after_path(round.graph, &root.path);
        self.depth = 0;
        let entered = Entered { empty, before, state, sums };
        if round.tables.views() == 1 {
            self.list_children::<1>(round, entered);
        } else {
            self.list_children::<VIEWS>(round, entered);
        }
    }

    /// Goes on below the root, in so many views.
    fn descend<const USED: usize>(&mut self, round: &Round<'_, S>, end: u64) {
        while self.expanded < end {
            let frame = &mut self.frames[self.depth - 1];
            if frame.next == frame.count {
                if !self.retreat::<USED>() {
                    self.root = None;
                    return;
                }
                continue;
            }
            let before = frame.empty;
            let child = &mut frame.children[usize::from(frame.next)];
            frame.next += 1;
            let Child { empty, state, sums, .. } = *child;
            for placed in &mut child.placed[..USED] {
                *placed = self.now.replace(*placed);
            }
            self.tiles[usize::from(before)] = self.tiles[usize::from(empty)];
            self.tiles[usize::from(empty)] = NONE;
            self.list_children::<USED>(round, Entered { empty, before, state, sums });
            if sums[0] == 0 {
                // All patterns are at their goals.
                let path = &self.frames[1..self.depth];
                self.found = Some(path.iter().map(|frame| frame.empty).collect());
                return;
            }
        }
    }

    /// Adds a position to the path, with those of its children that are within the bound.
    ///
    /// All children are looked up before they are compared: the processor then waits for memory
    /// once for each view, not once for each child.
    #[inline]
    fn list_children<const USED: usize>(
        &mut self,
        round: &Round<'_, S>,
        Entered { empty, before, state, sums }: Entered,
    ) {
        let Round { graph, tables, pruning, bound } = *round;
        if self.depth == self.frames.len() {
            self.frames.push(Frame::default());
        }
        let frame = &mut self.frames[self.depth];
        self.depth += 1;
        self.expanded += 1;
        (frame.empty, frame.before, frame.next) = (empty, before, 0);
        let mut count = 0;
        let mut moving = [(0, 0); MOST_NEIGHBOURS];
        for (nth, &to) in graph.around(empty).iter().enumerate() {
            let after = pruning.after(state, nth);
            if after != PRUNED {
                moving[count] = (self.tiles[usize::from(to)], nth);
                (frame.children[count].empty, frame.children[count].state) = (to, after);
                count += 1;
            }
        }
        self.generated += count as u64;
        let most = bound.saturating_sub(self.root_moves + self.depth as u32);
        for (view, now) in sums.into_iter().enumerate().take(USED) {
            for (child, &(tile, nth)) in frame.children[..count].iter_mut().zip(&moving) {
                let placed = tables.moved(view, &self.now, tile, empty, nth);
                child.sums[view] = now.wrapping_add_signed(self.now.rise(placed));
                child.placed[view] = placed;
            }
            let mut left = 0;
            for nth in 0..count {
                let sum = u32::from(frame.children[nth].sums[view]);
                if sum > most + 2 {
                    // So far from a child the position itself is beyond the bound.
                    self.least_cut = self.least_cut.min(bound + sum - most - 2);
                    frame.count = 0;
                    return;
                } else if sum > most {
                    self.least_cut = self.least_cut.min(bound + sum - most);
                } else {
                    if left < nth {
                        frame.children[left] = frame.children[nth];
                        moving[left] = moving[nth];
                    }
                    left += 1;
                }
            }
            count = left;
        }
        frame.count = count as u8;
    }

    /// Takes the last move back; returns false at the root.
    fn retreat<const USED: usize>(&mut self) -> bool {
        self.depth -= 1;
        let [.., last, frame] = &mut self.frames[..=self.depth] else { return false };
        for placed in &mut last.children[usize::from(last.next) - 1].placed[..USED] {
            *placed = self.now.replace(*placed);
        }
        let (from, to) = (usize::from(frame.before), usize::from(frame.empty));
        self.tiles[to] = self.tiles[from];
        self.tiles[from] = NONE;
        true
    }
}
