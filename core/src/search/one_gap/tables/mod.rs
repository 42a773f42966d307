//! The search of boards with one empty cell that are one rich block. A depth-first search with
//! pattern databases raises the lower bound, a beam finds solutions; they take turns and share what
//! they find. What has no solution does not come here.
//! Boards, goals and colours that it does not cover ([`Instance::new`] lists them) are left to the
//! general engine.

mod beam;
mod depth_first;
mod instance;
mod move_pruning;
mod pattern_databases;
mod roots;
mod symmetry;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use self::beam::{Beam, Beamed};
use self::depth_first::{DepthFirst, Searched};
use self::instance::Instance;
use self::pattern_databases::Tables;
use self::pattern_databases::ladder::Ladder;
use self::pattern_databases::site_set::SiteSet;
use crate::puzzle::one_gap::Net;
use crate::puzzle::{Direction, Move, Position};
use crate::search::base::algorithm::{Algorithm, Answer, Counts, Step};
use crate::search::base::key::Key;
use crate::search::base::memory_plan;
use crate::search::base::options::{Aim, Options};
use crate::search::base::outcome::BestOpen;
use crate::search::base::pool::Pool;
use crate::search::base::space::Space;

/// States of the depth-first search between two looks at the clock: about a
/// millisecond of work for each thread.
const SLICE_NODES: u64 = 16_384;

/// The cost of a beam state, in states of the depth-first search.
const BEAM_COST: u64 = 16;

/// The bounds are far apart if they differ by more than one part in this number.
const BOUNDS_FAR_APART: u32 = 8;

/// Prepares to search `space` for solutions of at most `max_moves` moves, or gives it back if
/// it is not for this engine.
pub fn new<K: Key>(
    net: &Net,
    space: Space<K>,
    options: &Options,
    max_moves: u32,
) -> Result<Box<dyn Algorithm>, Box<Space<K>>> {
    fn engine<K: Key, S: SiteSet>(engine: TableSearch<K, S>) -> Box<dyn Algorithm> {
        Box::new(engine)
    }
    let sites = space.cells.len();
    // Which keys and sets of sites belong together is known to the compiler, so that no engine is made
    // that nothing needs: sixteen tiles on more sites need 80 bits, 64 on more 448.
    if const { size_of::<K>() == size_of::<u64>() } && sites <= 16 {
        TableSearch::new(net, space, options, max_moves).map(engine::<K, u16>)
    } else if const { size_of::<K>() > size_of::<u64>() } && sites <= 64 {
        TableSearch::new(net, space, options, max_moves).map(engine::<K, u64>)
    } else if const { size_of::<K>() > 4 * size_of::<u64>() } {
        TableSearch::new(net, space, options, max_moves).map(engine::<K, u128>)
    } else {
        // Never.
        Err(Box::new(space))
    }
}

/// Searches of a board with one empty cell, whose sites fit into an `S`.
struct TableSearch<K, S> {
    space: Space<K>,
    instance: Instance,
    aim: Aim,
    pool: Pool,
    ladder: Ladder,
    beam: Beam<K, S>,
    beam_is_spent: bool,
    /// `None` before the first tables are there.
    prover: Option<Prover<S>>,
    started: bool,
    /// The last step built tables.
    builds_now: bool,
    incumbent: u32,
    /// Without the opening.
    max_moves: u32,
    memory_bytes: u64,
    /// Work in states of the depth-first search: in all, of the beam, and since the tables were
    /// exchanged.
    work: u64,
    beam_work: u64,
    work_on_rung: u64,
}

struct Prover<S> {
    tables: Arc<Tables<S>>,
    depth_first: DepthFirst<S>,
}

impl<K: Key, S: SiteSet> TableSearch<K, S> {
    fn new(
        net: &Net,
        space: Space<K>,
        options: &Options,
        max_moves: u32,
    ) -> Result<Self, Box<Space<K>>> {
        let Some(instance) = Instance::new(net, &space) else { return Err(Box::new(space)) };
        let memory_bytes = options.limits.memory_bytes.unwrap_or(u64::MAX);
        let Some(ladder) = Ladder::new(&instance, memory_bytes) else {
            return Err(Box::new(space));
        };
        let pool = Pool::new(options.threads);
        let left = max_moves.saturating_sub(space.opening.len() as u32);
        let beam = Beam::new(
            &space,
            &instance,
            pool.threads(),
            left,
            memory_plan::TABLES_BEAM.of(memory_bytes),
        );
        Ok(Self {
            space,
            instance,
            aim: options.aim,
            pool,
            ladder,
            beam,
            beam_is_spent: false,
            prover: None,
            started: false,
            builds_now: false,
            incumbent: u32::MAX,
            max_moves: left,
            memory_bytes,
            work: 0,
            beam_work: 0,
            work_on_rung: 0,
        })
    }

    /// Reports what is known before any search.
    fn begin(&mut self) -> Option<Step> {
        self.begin_tables(u64::MAX, 0);
        self.instance.is_goal(&self.instance.tiles).then(|| self.found(&[self.instance.empty]))
    }

    /// Begins the next tables if it is time; the prover holds `held` bytes. The beam gets what is
    /// left of the memory: it finds less without room, but nothing is proved without tables.
    fn begin_tables(&mut self, spent: u64, held: u64) {
        self.ladder.begin(spent, held);
        let left = self.memory_bytes.saturating_sub(held + self.ladder.memory_bytes());
        self.beam_is_spent |=
            self.beam.limit_memory(left.min(memory_plan::TABLES_BEAM.of(self.memory_bytes)));
    }

    /// Returns the lower bound, without the opening.
    fn bound(&self) -> u32 {
        self.prover.as_ref().map_or(0, |prover| prover.depth_first.bound())
    }

    /// Says whether the bounds have met.
    fn answer(&self) -> Option<Answer> {
        let bound = self.bound();
        if bound >= self.incumbent {
            return Some(Answer::Exhausted);
        }
        let opening = self.space.opening.len() as u32;
        (bound > self.max_moves).then_some(Answer::NoneUpTo(self.max_moves + opening))
    }

    fn build(&mut self, states: u64) {
        let Some(tables) = self.ladder.step(&self.instance, &self.pool, states) else { return };
        let states = std::mem::take(&mut self.work_on_rung);
        match &mut self.prover {
            Some(prover) => {
                prover.depth_first.exchange(&self.instance, tables.clone(), states);
                prover.tables = tables;
            }
            None => {
                let (threads, memory) = (self.pool.threads(), self.memory_bytes);
                let depth_first = DepthFirst::new(&self.instance, tables.clone(), threads, memory);
                self.prover = Some(Prover { tables, depth_first });
            }
        }
    }

    /// Says whether it is the beam's turn.
    fn beam_is_next(&self) -> bool {
        let eighths = match self.aim {
            // Any solution will do. There is one, but perhaps none within the limit.
            Aim::Any => 7,
            Aim::Improve => 6,
            // Far from a proof a better solution is worth more.
            Aim::Prove if self.incumbent > self.bound() + self.bound() / BOUNDS_FAR_APART => 6,
            Aim::Prove => 1,
        };
        !self.beam_is_spent && self.beam_work * 8 <= self.work * eighths
    }

    fn step_beam(&mut self, tables: &Tables<S>, states: u64) -> Step {
        self.beam_work += states * BEAM_COST;
        match self.beam.step(&self.space, &self.instance, tables, &self.pool, states) {
            Beamed::More => Step::More,
            Beamed::Spent => {
                self.beam_is_spent = true;
                Step::More
            }
            Beamed::Found(path) => self.found(&path),
        }
    }

    /// Takes a solution, given by the sites that the empty cell passes.
    fn found(&mut self, path: &[u8]) -> Step {
        let moves = path.len() as u32 - 1;
        if moves >= self.incumbent || moves > self.max_moves {
            return Step::More;
        }
        self.incumbent = moves;
        self.beam.lower_incumbent(moves);
        let cell = |site: u8| self.space.cells[usize::from(site)];
        let made = path.windows(2).map(|step| {
            let (to, from) = (cell(step[0]), cell(step[1]));
            let leads = |direction: &Direction| from.step(*direction) == Some(to);
            let direction = Direction::ALL.into_iter().find(leads);
            Move::new(from, direction.expect("sites on a path are next to each other"))
        });
        Step::Found(self.space.opening.iter().copied().chain(made).collect())
    }

    fn memory_held(&self) -> u64 {
        let prover = self.prover.as_ref();
        let prover = prover
            .map_or(0, |prover| prover.tables.memory_bytes() + prover.depth_first.memory_bytes());
        prover + self.ladder.memory_bytes() + self.beam.memory_held()
    }
}

impl<K: Key, S: SiteSet> Algorithm for TableSearch<K, S> {
    fn step(&mut self, nodes: u64) -> Step {
        if !std::mem::replace(&mut self.started, true)
            && let Some(step) = self.begin()
        {
            return step;
        }
        if let Some(answer) = self.answer() {
            return Step::Done(answer);
        }
        // Half of the time each, so that neither waits for the other.
        self.builds_now = self.ladder.is_building() && (self.prover.is_none() || !self.builds_now);
        if self.builds_now {
            self.build(nodes);
            return Step::More;
        }
        let Some(prover) = &self.prover else { return Step::OutOfMemory };
        let tables = prover.tables.clone();
        let held = tables.memory_bytes() + prover.depth_first.memory_bytes();
        self.begin_tables(self.work_on_rung, held);
        self.work += nodes;
        self.work_on_rung += nodes;
        if self.beam_is_next() {
            return self.step_beam(&tables, nodes.div_ceil(BEAM_COST));
        }
        let Some(prover) = &mut self.prover else { return Step::OutOfMemory };
        match prover.depth_first.step(&self.instance, &self.pool, nodes) {
            Searched::More => Step::More,
            Searched::Found(path) => self.found(&path),
        }
    }

    fn tell(&mut self, positions: &[Position]) {
        let moves = positions.len() as u32 - 1;
        self.incumbent = self.incumbent.min(moves);
        self.beam.lower_incumbent(self.incumbent);
    }

    fn slice_nodes(&self) -> u64 {
        SLICE_NODES * self.pool.threads() as u64
    }

    fn counts(&self) -> Counts {
        let beam = &self.beam;
        let mut counts = Counts {
            expanded: beam.expanded(),
            generated: beam.generated(),
            stored: beam.stored(),
            open: beam.open(),
            memory_bytes: self.memory_held(),
        };
        if let Some(Prover { depth_first, .. }) = &self.prover {
            counts.expanded += depth_first.expanded();
            counts.generated += depth_first.generated();
            counts.stored += depth_first.stored();
            counts.open += depth_first.open();
        }
        counts
    }

    fn lower_bound(&self) -> u32 {
        self.space.opening.len() as u32 + self.bound()
    }

    fn best_open(&self) -> Option<BestOpen> {
        let best = self.beam.best_open(&self.space)?;
        Some(BestOpen { moves: best.moves + self.space.opening.len() as u32, ..best })
    }
}
