//! Puzzles whose tiles change: the prover by estimates that know what they may still become, without
//! tables of patterns and pairs, and without an improver.

use std::collections::VecDeque;

use super::prover::portfolio::Portfolio;
use super::prover::progress::Progressed;
use super::pruning::changing::ChangingStates;
use super::pruning::expander::Expander;
use super::{DEAD, MAX_MOVES, retain_near};
use crate::puzzle::Position;
use crate::search::base::algorithm::{Algorithm, Answer, Counts, Step, slice_nodes};
use crate::search::base::clock::Deadline;
use crate::search::base::goal_states;
use crate::search::base::heuristic::Evaluator;
use crate::search::base::key::Key;
use crate::search::base::options::{Heuristic, Options};
use crate::search::base::outcome::BestOpen;
use crate::search::base::pool::Pool;
use crate::search::base::space::Space;

/// Goal states at most for a search from the goal. Where tiles may stand anywhere there are thousands, and
/// search from the start takes fewer states.
const MAX_GOAL_STATES: usize = 1;

/// The prover at work.
pub(super) struct Changing<K> {
    space: Space<K>,
    prover: Portfolio<K>,
    pool: Pool,
    memory_bytes: u64,
    /// Results to be reported before the next step.
    pending: VecDeque<Step>,
}

impl<K: Key> Changing<K> {
    /// Prepares to search `space`, or gives it back if it has waypoints or estimates that do not
    /// fit.
    pub fn new(
        space: Space<K>,
        options: &Options,
        max_moves: u32,
        memory_bytes: u64,
        deadline: &Deadline,
    ) -> Result<Self, Box<Space<K>>> {
        let evaluator = Evaluator::new(&space, Heuristic::SlideDistance);
        let highest = evaluator.highest(&space);
        let Some(estimator) = evaluator.into_changing() else { return Err(Box::new(space)) };
        if !space.waypoints.is_empty() || highest >= f64::from(DEAD / 2) {
            return Err(Box::new(space));
        }
        let left = max_moves.saturating_sub(space.opening.len() as u32).min(MAX_MOVES) as u16;
        let pool = Pool::new(options.threads);
        let mut seeds = goal_states::list(&space, &space.goal.placements, MAX_GOAL_STATES);
        let estimator = if seeds.is_some() { estimator } else { estimator.without_start() };
        let states = ChangingStates::new(&space, estimator);
        let expander = || Expander::changing(&space, states.clone(), deadline);
        if let Some(seeds) = &mut seeds {
            retain_near(&space, &mut expander(), seeds);
        }
        let mut pending = VecDeque::new();
        if space.is_goal(&space.start) {
            pending.push_back(Step::Found(space.moves_along(&[space.start])));
            pending.push_back(Step::Done(Answer::Exhausted));
        } else if seeds.as_ref().is_some_and(Vec::is_empty) {
            pending.push_back(Step::Done(Answer::Exhausted));
        }
        let prover = Portfolio::new(&space, pool.threads(), expander, seeds, left);
        Ok(Self { space, prover, pool, memory_bytes, pending })
    }

    fn opening(&self) -> u32 {
        self.space.opening.len() as u32
    }
}

impl<K: Key> Algorithm for Changing<K> {
    fn step(&mut self, nodes: u64) -> Step {
        if let Some(step) = self.pending.pop_front() {
            return step;
        }
        let (space, prover, memory) = (&self.space, &mut self.prover, self.memory_bytes);
        let ((), progressed) = self.pool.join(|| (), || prover.step(space, nodes, memory));
        let (space, prover) = (&self.space, &self.prover);
        Progressed::step_of(progressed, self.opening(), || space.moves_along(prover.path()))
    }

    fn tell(&mut self, positions: &[Position]) {
        // The start is the goal: the first step says so.
        if positions.len() > 1 {
            let moves = positions.len() - 1;
            self.prover.lower_incumbent(u16::try_from(moves).unwrap_or(u16::MAX));
        }
    }

    fn slice_nodes(&self) -> u64 {
        slice_nodes(0)
    }

    fn counts(&self) -> Counts {
        self.prover.counts()
    }

    fn lower_bound(&self) -> u32 {
        // What leads nowhere is no bound.
        let bound = Some(self.prover.bound()).filter(|&bound| bound < DEAD);
        self.opening() + u32::from(bound.unwrap_or(0))
    }

    fn best_open(&self) -> Option<BestOpen> {
        None
    }
}
