//! The engine: a solution soon, better ones after it, and the proof.
//!
//! An improver ([`solutions`]) and a bidirectional search ([`prover`]) work on one puzzle side by
//! side. An incumbent ends the proof early, a proof ends the rest. Tables are computed once the
//! search takes long ([`table_growth`]). The folders in their order, from the bottom up, each of which
//! knows only those before it: `states`, `estimate`, `conflicts`, `stop_constraints`, `reachability`,
//! `landmarks`, `pruning`, `table_growth`, `prover`, `solutions`. `docs/engine.md` is the way through.

mod changing;
mod conflicts;
mod estimate;
mod landmarks;
mod prover;
mod pruning;
mod reachability;
mod solutions;
mod states;
mod stop_constraints;
mod table_growth;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use self::changing::Changing;
use self::estimate::{DEAD, is_reachable};
use self::prover::portfolio::Portfolio;
use self::prover::progress::Progressed;
use self::pruning::expander::Expander;
use self::solutions::Improver;
use self::solutions::board::Board;
pub(super) use self::states::store::fill as fill_store;
use self::table_growth::{Grown, TableGrowth, YOUNG_STATES};
use super::base::algorithm::{Algorithm, Answer, Counts, Step, slice_nodes};
use super::base::clock::Deadline;
use super::base::goal_states;
use super::base::heuristic::distance::Distances;
use super::base::key::Key;
use super::base::memory_plan;
use super::base::options::Options;
use super::base::outcome::BestOpen;
use super::base::pool::Pool;
use super::base::space::{Space, Wanted};
use crate::puzzle::Position;

/// Goal states listed at most, if the goal leaves tiles free.
const MAX_GOAL_STATES: usize = 20_000;

/// Longest solutions looked for: twice as many moves and an estimate still fit 16 bits, and no
/// bucket that matters is that of dead states.
const MAX_MOVES: u32 = (DEAD / 2) as u32;

/// Shares of the states are counted in 64ths.
const ALL_STATES: u64 = 64;

/// The share of the improver when the proof is young or near, and when it is far. Its states take
/// about a tenth of the time of the prover's, so 62 of 64 states are four fifths of the time.
const PART_NEAR: u64 = 8;
const PART_FAR: u64 = 62;

/// For so many states the improver looks for a first solution before all else: next to no time, and
/// mostly enough.
const FIRST_STATES: u64 = 100_000;

/// The first slice, in states; each is twice as long as the one before. Until the prover has done so
/// much work the improver has this part: small levels are proved by then, and improving what cannot
/// be improved would take six times as long.
const FIRST_SLICE: u64 = 64;
const FIRST_WORK: u64 = 1 << 8;
const PART_FIRST: u64 = 16;

/// A proof is near when it is expected to examine no more states than this; the part grows with the
/// square root.
const NEAR_STATES: f64 = 1e8;

/// More than this no thread of the improver needs: wide beams, some hundred layers deep.
const IMPROVER_MEMORY_PER_THREAD: u64 = 128 << 20;

/// Slices of one thread between two looks at the clock: waking the threads should cost little.
const SLICES_PER_LOOK: u64 = 16;

/// Returns the engine for `space`, or gives `space` back if there is none.
pub(super) fn new<K: Key>(
    space: Space<K>,
    options: &Options,
    max_moves: u32,
    memory_bytes: u64,
    deadline: &Deadline,
) -> Result<Box<dyn Algorithm>, Box<Space<K>>> {
    if space.changing().is_some() {
        let engine = Changing::new(space, options, max_moves, memory_bytes, deadline);
        return engine.map(|engine| Box::new(engine) as Box<dyn Algorithm>);
    }
    Engine::new(space, options, max_moves, memory_bytes, deadline)
        .map(|engine| Box::new(engine) as Box<dyn Algorithm>)
}

/// The engine at work.
struct Engine<K> {
    space: Space<K>,
    /// Moves of the opening, which are not counted by the searches.
    opening: u16,
    /// `None` if there is nothing to search.
    runners: Option<Runners<K>>,
    pool: Pool,
    deadline: Deadline,
    /// States between two looks at the clock.
    slice_nodes: u64,
    /// The length of the next slice at most, in states.
    next_slice: u64,
    /// States that the improver may expand, in 64ths.
    turns: u64,
    /// Results to be reported before the next step.
    pending: VecDeque<Step>,
}

struct Runners<K> {
    improver: Improver,
    prover: Portfolio<K>,
    /// All goal states, if they are not too many.
    seeds: Option<Vec<K>>,
    tables: TableGrowth,
    threads: usize,
    max_moves: u16,
    /// For the prover and the tables.
    memory_bytes: u64,
    /// The counts of provers that have been replaced.
    before: Counts,
}

impl<K: Key> Runners<K> {
    /// Improves the estimates if that pays, and starts the proof again with them. Says whether
    /// there was anything to do.
    fn grow_tables(&mut self, space: &Space<K>, pool: &Pool) -> bool {
        let (prover, tables) = (&self.prover, &mut self.tables);
        let counts = prover.counts();
        let left = self.memory_bytes.saturating_sub(counts.memory_bytes + tables.memory_bytes());
        match tables.grow(space, pool, prover.work(), left, || prover.sample(space)) {
            Grown::No => return false,
            Grown::Working => {}
            Grown::Better => self.begin_anew(space),
        }
        true
    }

    fn begin_anew(&mut self, space: &Space<K>) {
        let tables = &self.tables;
        self.before += self.prover.counts().of_the_past();
        let (bound, incumbent) = (self.prover.bound(), self.improver.incumbent());
        let expander = || tables.expander(space);
        if let Some(seeds) = &mut self.seeds {
            retain_near(space, &mut tables.expander(space), seeds);
        }
        let seeds = self.seeds.clone();
        self.prover = Portfolio::new(space, self.threads, expander, seeds, self.max_moves);
        self.prover.raise_bound(bound);
        self.prover.lower_incumbent(u16::try_from(incumbent).unwrap_or(u16::MAX));
    }
}

impl<K: Key> Engine<K> {
    /// Prepares to search `space`, whose tiles do not change, or gives it back if it has waypoints or
    /// is a huge maze whose estimates do not fit the tables.
    fn new(
        space: Space<K>,
        options: &Options,
        max_moves: u32,
        memory_bytes: u64,
        deadline: &Deadline,
    ) -> Result<Self, Box<Space<K>>> {
        let distances = Distances::new(&space);
        let highest = space.tile_count() * usize::from(distances.longest());
        if !space.waypoints.is_empty() || highest >= usize::from(DEAD / 2) {
            return Err(Box::new(space));
        }
        let opening = space.opening.len() as u16;
        let left = max_moves.saturating_sub(opening.into()).min(MAX_MOVES) as u16;
        let pool = Pool::new(options.threads);
        let (mut runners, mut pending) = (None, VecDeque::new());
        if space.is_goal(&space.start) {
            pending.push_back(Step::Found(space.moves_along(&[space.start])));
        } else {
            let threads = pool.threads();
            runners = self::runners(&space, distances, threads, left, memory_bytes, deadline);
        }
        let steps = runners.as_mut().map_or(0, |runners| runners.prover.steps_per_state());
        Ok(Self {
            space,
            opening,
            runners,
            pool,
            deadline: deadline.clone(),
            slice_nodes: SLICES_PER_LOOK * slice_nodes(steps),
            next_slice: FIRST_SLICE,
            turns: 0,
            pending,
        })
    }

    /// Returns the part of the states that the improver expands, in 64ths.
    fn improver_part(&self) -> u64 {
        let Some(runners) = &self.runners else { return 0 };
        let prover = &runners.prover;
        let gap = runners.improver.incumbent().saturating_sub(prover.bound().into());
        if !runners.improver.has_work() {
            return 0;
        }
        if prover.work() < FIRST_WORK {
            return PART_FIRST;
        }
        let has_solution = runners.improver.incumbent() < u32::MAX;
        if !has_solution && runners.improver.counts().expanded < FIRST_STATES {
            return PART_FAR;
        }
        if prover.work() < YOUNG_STATES {
            return PART_NEAR;
        }
        // No solution yet, or no proof within reach.
        if gap > u32::from(prover.bound()) / 2 {
            return PART_FAR;
        }
        // `None`: too little is known of how the work grows.
        let states = prover.expected().unwrap_or(0.0);
        let by_proof = (PART_NEAR as f64 * (states / NEAR_STATES).sqrt()) as u64;
        by_proof.clamp(PART_NEAR, PART_FAR)
    }

    /// Steps improver and prover, in parallel if there are threads. Each hears what the other found
    /// only afterwards, so nothing depends on which was faster.
    fn step_both(&mut self, improver_states: u64, prover_states: u64) {
        let Some(runners) = &mut self.runners else {
            return self.pending.push_back(Step::Done(Answer::Exhausted));
        };
        let (space, pool) = (&self.space, &self.pool);
        let (improver, prover) = (&mut runners.improver, &mut runners.prover);
        improver.raise_bound(prover.bound().into());
        let improve = || {
            let better = (improver_states > 0).then(|| improver.step(pool, improver_states));
            better.flatten().map(|pushes| improver.keys(space, &pushes))
        };
        // The tables grow while it searches.
        let memory = runners.memory_bytes.saturating_sub(runners.tables.memory_bytes());
        let prove = || prover.step(space, prover_states, memory);
        let (improved, progressed) = pool.join(improve, prove);
        if let Some(path) = improved {
            prover.lower_incumbent((path.len() - 1) as u16);
            self.pending.push_back(Step::Found(self.space.moves_along(&path)));
        }
        let told = Progressed::step_of(progressed, self.opening.into(), || {
            let path = runners.prover.path();
            runners.improver.take(&self.space, path);
            self.space.moves_along(path)
        });
        if !matches!(told, Step::More) {
            self.pending.push_back(told);
        }
    }
}

impl<K: Key> Engine<K> {
    fn step_slice(&mut self, nodes: u64) -> Step {
        self.turns += nodes * self.improver_part();
        let share = self.turns / ALL_STATES;
        self.turns %= ALL_STATES;
        if self.pending.is_empty() {
            let (space, pool) = (&self.space, &self.pool);
            if self.runners.as_mut().is_some_and(|runners| runners.grow_tables(space, pool)) {
                return if self.deadline.is_over() { Step::Cut } else { Step::More };
            }
            self.step_both(share, nodes - share);
        }
        self.pending.pop_front().unwrap_or(Step::More)
    }
}

impl<K: Key> Algorithm for Engine<K> {
    fn step(&mut self, nodes: u64) -> Step {
        let mut left = nodes;
        loop {
            let slice = left.min(self.next_slice);
            self.next_slice = self.next_slice.saturating_mul(2);
            left -= slice;
            match self.step_slice(slice) {
                Step::More if left > 0 => {}
                step => return step,
            }
        }
    }

    fn tell(&mut self, positions: &[Position]) {
        let Some(runners) = &mut self.runners else { return };
        let path: Vec<K> = positions.iter().map(|at| self.space.key_of(at, 0)).collect();
        // The start is the goal: the first step says so.
        if path.len() > 1 {
            let moves = (path.len() - 1) as u32;
            runners.prover.lower_incumbent(u16::try_from(moves).unwrap_or(u16::MAX));
            runners.improver.take(&self.space, &path);
        }
    }

    fn slice_nodes(&self) -> u64 {
        self.slice_nodes
    }

    fn counts(&self) -> Counts {
        let Some(runners) = &self.runners else { return Counts::default() };
        let mut counts = runners.before;
        counts += runners.improver.counts();
        counts += runners.prover.counts();
        counts.memory_bytes += runners.tables.memory_bytes();
        counts
    }

    fn lower_bound(&self) -> u32 {
        let bound = self.runners.as_ref().map_or(0, |runners| runners.prover.bound());
        u32::from(self.opening) + u32::from(bound)
    }

    fn best_open(&self) -> Option<BestOpen> {
        let best = self.runners.as_ref()?.improver.best_open(&self.space)?;
        Some(BestOpen { moves: best.moves + u32::from(self.opening), ..best })
    }
}

/// Returns the searches, or `None` if the estimate alone proves that there is no solution.
fn runners<K: Key>(
    space: &Space<K>,
    distances: Distances,
    threads: usize,
    max_moves: u16,
    memory_bytes: u64,
    deadline: &Deadline,
) -> Option<Runners<K>> {
    let sites: Vec<u16> =
        (0..space.tile_count()).map(|slot| space.site(&space.start, slot)).collect();
    let reachable = |wanted: &&Wanted| is_reachable(space, &distances, &sites, wanted);
    let placements: Vec<Wanted> = space.goal.placements.iter().filter(reachable).cloned().collect();
    if placements.is_empty() {
        return None;
    }
    let groups = space.groups.iter().enumerate();
    let start: Wanted = groups.map(|(nth, g)| (nth, sites[g.slots()].to_vec())).collect();
    let seeds = goal_states::list(space, &placements, MAX_GOAL_STATES);
    let improver_bytes =
        memory_plan::IMPROVER.of(memory_bytes).min(threads as u64 * IMPROVER_MEMORY_PER_THREAD);
    let rest = memory_bytes - improver_bytes;
    let start = seeds.is_some().then_some(start);
    let tables =
        TableGrowth::new(space, distances.clone(), placements.clone(), start, rest, deadline);
    let expander = || tables.expander(space);
    let seeds = seeds.map(|mut seeds| {
        retain_near(space, &mut expander(), &mut seeds);
        seeds
    });
    if seeds.as_ref().is_some_and(Vec::is_empty) {
        return None;
    }
    let board = Board::new(space, distances, &placements, seeds.as_deref());
    let improver = Improver::new(board, threads, max_moves.into(), improver_bytes, deadline);
    let prover = Portfolio::new(space, threads, expander, seeds.clone(), max_moves);
    Some(Runners {
        improver,
        prover,
        seeds,
        tables,
        threads,
        max_moves,
        memory_bytes: rest,
        before: Counts::default(),
    })
}

/// Drops goal states that cannot be reached. Spare tiles may stand where none can come from, and a
/// side that waited for such a state to come within its reach would never be exhausted.
fn retain_near<K: Key>(space: &Space<K>, expander: &mut Expander, seeds: &mut Vec<K>) {
    seeds.retain(|key| expander.estimates(space, key).to_start < DEAD);
}
