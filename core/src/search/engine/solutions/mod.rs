//! Upper bounds: solutions, and better and better ones, of boards where no proof is in reach.
//!
//! Beams take states in the order of a cheap guide ([`guide`], [`evaluation`], [`beam`]) whose
//! parameters are found by evolution ([`population`]). Solutions are repaired ([`repair`]), by
//! [`windows`] or for some tiles ([`replan`]). Each thread is a [`worker`]: it hears of the others
//! between steps only, so nothing depends on how fast they are.
//!
//! All of it works on rows of sites and hashes ([`board`]), not on exact keys, and proves nothing:
//! each solution is replayed before it is reported.

mod beam;
pub mod board;
mod conflicts;
mod evaluation;
mod guide;
mod plan;
mod population;
mod repair;
mod replan;
#[cfg(test)]
mod tests;
mod windows;
mod worker;

use std::ops::Range;

use self::board::{Board, Push, pushes_along};
use self::conflicts::Conflicts;
use self::population::Population;
use self::worker::Worker;
use crate::search::base::algorithm::Counts;
use crate::search::base::clock::{Deadline, Watch};
use crate::search::base::key::Key;
use crate::search::base::memory_plan;
use crate::search::base::outcome::BestOpen;
use crate::search::base::pool::Pool;
use crate::search::base::space::Space;

/// The memory of a worker, at least: so much for narrow beams, the rows of its stop costs, and so
/// many bytes for each tile on each site.
const LEAST_MEMORY: u64 = 128 << 10;
const TABLES: u64 = 32;

/// Tables of conflicts that take so many states are made before anything else: on crowded boards the
/// first beams need them.
const CONFLICTS_AT_ONCE: u64 = 100_000;

/// The improver.
pub struct Improver {
    board: Board,
    /// The numbers of the tables of conflicts that are still to be made; the first of these, and the
    /// states that are due to it.
    tables: Range<usize>,
    making: Option<Conflicts>,
    due: u64,
    workers: Vec<Worker>,
    population: Population,
    /// No solution is shorter.
    bound: u32,
}

impl Improver {
    /// Prepares as many workers as there are threads, within so many bytes; fewer, or none, if those
    /// are so few that more would be of no use.
    pub fn new(
        mut board: Board,
        threads: usize,
        max_moves: u32,
        memory_bytes: u64,
        deadline: &Deadline,
    ) -> Self {
        let conflicts_bytes = memory_plan::CONFLICTS.of(memory_bytes);
        let memory_bytes = memory_bytes - conflicts_bytes;
        let rows = guide::most_rows_bytes(&board) as u64;
        let least = LEAST_MEMORY + rows + TABLES * (board.tiles() * board.sites()) as u64;
        let workers = (memory_bytes / least).min(threads as u64) as usize;
        let memory = memory_bytes / workers.max(1) as u64;
        board.rays = board.rays.until(deadline);
        // Without a list of goal states no beam goes backward, to the start.
        let first = usize::from(board.ends.is_empty());
        let fitting = (conflicts_bytes / Conflicts::bytes(&board).max(1)) as usize;
        let tables = first..board.conflicts.len().min(first.saturating_add(fitting));
        let at_once = Conflicts::states(&board) <= CONFLICTS_AT_ONCE;
        let worker = |nth| Worker::new(&board, nth, memory, Watch::new(deadline.clone()));
        Self {
            workers: (0..workers).map(worker).collect(),
            population: Population::new(max_moves),
            bound: 0,
            tables,
            making: None,
            due: if at_once { CONFLICTS_AT_ONCE } else { 0 },
            board,
        }
    }

    /// Says whether there is anything to do.
    pub const fn has_work(&self) -> bool {
        !self.workers.is_empty() && self.population.incumbent > self.bound
    }

    /// Goes on with the tables of conflicts, each of which takes a moment to a minute, as long as a
    /// worker takes for so many states.
    fn tabulate_conflicts(&mut self, states: u64) {
        let Self { board, tables, making, due, .. } = self;
        let states_per_pair = Conflicts::states_per_pair(board);
        *due += states;
        while tables.start < tables.end && *due >= states_per_pair {
            let table = making.get_or_insert_with(|| Conflicts::new(board));
            if table.is_complete() {
                board.conflicts[tables.start] = making.take();
                tables.start += 1;
                continue;
            }
            *due -= states_per_pair;
            if table.tabulate(board, board.ends_of(tables.start)).is_none() {
                (*making, *tables) = (None, 0..0);
            }
        }
    }

    /// Expands about `states` states. Returns a better solution.
    pub fn step(&mut self, pool: &Pool, states: u64) -> Option<Vec<Push>> {
        let each = states.div_ceil(self.workers.len().max(1) as u64);
        self.tabulate_conflicts(each);
        let (board, population) = (&self.board, &self.population);
        pool.each(&mut self.workers, |worker| worker.step(board, population, each));
        let mut best = None;
        for worker in &mut self.workers {
            for report in worker.reports.drain(..) {
                best = self.population.take(board, report).or(best);
            }
        }
        self.population.note_work(states);
        best
    }

    /// Takes a solution found elsewhere; in the meantime there may be a better one here.
    pub fn take<K: Key>(&mut self, space: &Space<K>, path: &[K]) {
        if ((path.len() - 1) as u32) < self.population.incumbent {
            self.population.tell(pushes_along(space, path));
        }
    }

    /// Takes a lower bound.
    pub fn raise_bound(&mut self, bound: u32) {
        self.bound = self.bound.max(bound);
    }

    /// Returns the moves of the best solution known; the largest number without one.
    pub const fn incumbent(&self) -> u32 {
        self.population.incumbent
    }

    /// Returns the states along a solution.
    pub fn keys<K: Key>(&self, space: &Space<K>, pushes: &[Push]) -> Vec<K> {
        self.board.keys(space, pushes)
    }

    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        let conflicts = self.board.conflicts.iter().flatten().chain(&self.making);
        let conflicts = conflicts.map(Conflicts::memory_held);
        counts.memory_bytes += conflicts.sum::<usize>() as u64;
        for worker in &self.workers {
            let beam = &worker.beam;
            counts.expanded += beam.expanded;
            counts.generated += beam.generated;
            counts.stored += beam.most_held() as u64;
            counts.open += beam.candidates() as u64;
            counts.memory_bytes += worker.memory_held();
        }
        counts
    }

    /// Returns the most promising state that waits.
    pub fn best_open<K: Key>(&self, space: &Space<K>) -> Option<BestOpen> {
        let (state, order, moves) = self.workers.first()?.beam.best(&self.board)?;
        let position = space.position_of(&self.board.key(space, &state));
        let score = f64::from(order) / f64::from(guide::UNIT);
        Some(BestOpen { position, score, moves })
    }
}
