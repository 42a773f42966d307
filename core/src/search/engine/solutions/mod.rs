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
    /// The table of conflicts that is made, its number, and states that are due to it.
    making: Option<Conflicts>,
    table: usize,
    due: u64,
    /// The memory for tables.
    conflicts_bytes: u64,
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
        let rows = guide::most_rows_bytes(&board) as u64;
        let tables = rows + TABLES * (board.tiles() * board.sites()) as u64;
        let conflicts_bytes = memory_plan::CONFLICTS.of(memory_bytes);
        let memory_bytes = memory_bytes - conflicts_bytes;
        let workers = (memory_bytes / (LEAST_MEMORY + tables)).min(threads as u64) as usize;
        let memory = memory_bytes / workers.max(1) as u64;
        board.rays = board.rays.until(deadline);
        let pairs = (board.tiles() * board.tiles().saturating_sub(1) / 2) as u64;
        let at_once = pairs * Conflicts::states_per_pair(&board) <= CONFLICTS_AT_ONCE;
        let worker = |nth| Worker::new(&board, nth, memory, Watch::new(deadline.clone()));
        Self {
            workers: (0..workers).map(worker).collect(),
            population: Population::new(max_moves),
            bound: 0,
            making: None,
            // Without a list of goal states no beam goes backward.
            table: usize::from(board.ends.is_empty()),
            due: if at_once { CONFLICTS_AT_ONCE } else { 0 },
            conflicts_bytes,
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
        let bytes = Conflicts::bytes(&self.board);
        let states_per_pair = Conflicts::states_per_pair(&self.board);
        self.due += states;
        while self.due >= states_per_pair && self.table < self.board.conflicts.len() {
            if self.making.is_none() {
                let made = self.board.conflicts.iter().flatten().count() as u64;
                if bytes * (1 + made) > self.conflicts_bytes {
                    self.table = usize::MAX;
                    return;
                }
                self.making = Some(Conflicts::new(&self.board));
            }
            let Some(making) = &mut self.making else { return };
            if making.is_complete() {
                self.board.conflicts[self.table] = self.making.take();
                self.table += 1;
                continue;
            }
            self.due -= states_per_pair;
            if making.tabulate(&self.board, self.board.ends_of(self.table)).is_none() {
                (self.making, self.table) = (None, usize::MAX);
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
