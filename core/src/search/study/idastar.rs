//! Iterative deepening A*: depth-first searches, each to a larger limit of moves +
//! h. Holds no states but those on its path, and may therefore expand a state many
//! times: best where few paths meet, as in the 15-puzzle.
//!
//! A search to a limit that cuts nothing has looked at every path that does not
//! return to a state of its own, so a puzzle without a solution is recognised, but
//! only after all such paths. With a heuristic that is not admissible the first
//! solution need not be the best; the limit then rises until nothing that could be
//! better is cut, as in best-first search.
//!
//! Reference: Korf, *Depth-First Iterative-Deepening: An Optimal Admissible Tree
//! Search*, 1985.

use crate::puzzle::Position;
use crate::search::base::algorithm::{Algorithm, Answer, Counts, Step, slice_nodes};
use crate::search::base::clock::{Deadline, Watch};
use crate::search::base::heuristic::{Evaluator, UNREACHABLE};
use crate::search::base::key::Key;
use crate::search::base::outcome::BestOpen;
use crate::search::base::space::{Scratch, Space};

/// A state on the path, with the successors that are still to be looked at.
struct Frame<K> {
    key: K,
    /// By falling estimate: the most promising is taken first, from the end.
    successors: Vec<(f64, K)>,
}

/// An IDA* search.
pub(in crate::search) struct IdaStar<K> {
    space: Space<K>,
    scratch: Scratch,
    evaluator: Evaluator,
    path: Vec<Frame<K>>,
    /// Paths of a higher moves + h are cut; nothing before the first step.
    limit: Option<f64>,
    /// The least moves + h that was cut in this round.
    next_limit: f64,
    max_moves: u32,
    incumbent: Option<u32>,
    /// A path was cut only because it needs more than `max_moves`.
    cut: bool,
    expanded: u64,
    generated: u64,
    deepest: u64,
    watch: Watch,
    /// An estimate takes so long that the clock may be read each time.
    is_heavy: bool,
    /// The deadline has come in the middle of a state.
    is_cut: bool,
}

impl<K: Key> IdaStar<K> {
    /// Makes ready to search `space` for solutions of at most `max_moves` moves.
    pub fn new(space: Space<K>, evaluator: Evaluator, max_moves: u32, deadline: &Deadline) -> Self {
        Self {
            watch: Watch::new(deadline.clone()),
            is_heavy: evaluator.is_heavy(&space),
            is_cut: false,
            scratch: Scratch::new(&space),
            space,
            evaluator,
            path: Vec::new(),
            limit: None,
            next_limit: UNREACHABLE,
            max_moves,
            incumbent: None,
            cut: false,
            expanded: 0,
            generated: 0,
            deepest: 0,
        }
    }

    fn moves(&self) -> u32 {
        (self.space.opening.len() + self.path.len().saturating_sub(1)) as u32
    }

    /// Says whether a state after `moves` moves is to be looked at in this round.
    fn admits(&mut self, moves: u32, estimate: f64) -> bool {
        let left = if self.evaluator.is_admissible() || estimate == 0.0 { estimate } else { 1.0 };
        let least = f64::from(moves) + left;
        if self.incumbent.is_some_and(|best| least >= f64::from(best)) {
            return false;
        }
        if least > f64::from(self.max_moves) {
            self.cut |= least < UNREACHABLE;
            return false;
        }
        let total = f64::from(moves) + estimate;
        if self.limit.is_some_and(|limit| total > limit) {
            self.next_limit = self.next_limit.min(total);
            return false;
        }
        true
    }

    /// Puts a state on the path, or reports it when it is a goal.
    fn enter(&mut self, key: K) -> Option<Step> {
        let successors = Vec::new();
        self.path.push(Frame { key, successors });
        self.deepest = self.deepest.max(self.path.len() as u64);
        if self.space.is_goal(&key) {
            self.incumbent = Some(self.moves());
            let path: Vec<K> = self.path.iter().map(|frame| frame.key).collect();
            self.path.pop();
            return Some(Step::Found(self.space.moves_along(&path)));
        }
        self.expand();
        None
    }

    /// Finds the successors of the last state on the path.
    fn expand(&mut self) {
        let key = self.path.last().expect("a state has been entered").key;
        let moves = self.moves() + 1;
        let mut found = Vec::new();
        self.space.for_each_successor(&key, &mut self.scratch, |_, next| found.push(next));
        self.expanded += 1;
        self.generated += found.len() as u64;
        let mut successors = Vec::with_capacity(found.len());
        for next in found {
            if self.path.iter().any(|frame| frame.key == next) {
                continue;
            }
            if self.is_heavy && self.watch.is_over_now() {
                self.is_cut = true;
                break;
            }
            let estimate = self.evaluator.estimate(&self.space, &next);
            if self.admits(moves, estimate) {
                successors.push((estimate, next));
            }
        }
        successors.sort_by(|a, b| b.0.total_cmp(&a.0));
        self.path.last_mut().expect("it is still there").successors = successors;
    }

    /// Starts the next round, or ends when nothing was cut that could be better.
    fn next_round(&mut self) -> Option<Step> {
        let start = self.space.start;
        let limit = match self.limit {
            None => {
                let estimate = self.evaluator.estimate(&self.space, &start);
                f64::from(self.moves()) + estimate
            }
            Some(_) => self.next_limit,
        };
        let too_long = self
            .incumbent
            .is_some_and(|best| self.evaluator.is_admissible() && limit >= f64::from(best));
        if limit == UNREACHABLE || too_long {
            let none_up_to = self.cut.then_some(Answer::NoneUpTo(self.max_moves));
            return Some(Step::Done(none_up_to.unwrap_or(Answer::Exhausted)));
        }
        if self.evaluator.is_admissible() && limit > f64::from(self.max_moves) {
            return Some(Step::Done(Answer::NoneUpTo(self.max_moves)));
        }
        self.limit = Some(limit);
        self.next_limit = UNREACHABLE;
        self.enter(start)
    }
}

impl<K: Key> Algorithm for IdaStar<K> {
    fn step(&mut self, nodes: u64) -> Step {
        let end = self.expanded + nodes;
        while self.expanded < end {
            if self.watch.is_over() {
                return Step::Cut;
            }
            let step = match self.path.last_mut() {
                None => self.next_round(),
                Some(frame) => match frame.successors.pop() {
                    // The incumbent may have become better since it was put here.
                    Some((estimate, key)) if self.admits(self.moves() + 1, estimate) => {
                        self.enter(key)
                    }
                    Some(_) => None,
                    None => {
                        self.path.pop();
                        None
                    }
                },
            };
            if self.is_cut {
                return Step::Cut;
            }
            if let Some(step) = step {
                return step;
            }
        }
        Step::More
    }

    fn tell(&mut self, positions: &[Position]) {
        let moves = self.space.moves_of(positions);
        self.incumbent = Some(self.incumbent.map_or(moves, |best| best.min(moves)));
    }

    fn slice_nodes(&self) -> u64 {
        slice_nodes(self.evaluator.steps_per_state(&self.space))
    }

    fn counts(&self) -> Counts {
        let waiting: usize = self.path.iter().map(|frame| frame.successors.len()).sum();
        let bytes = self.path.capacity() * size_of::<Frame<K>>()
            + self
                .path
                .iter()
                .map(|f| f.successors.capacity() * size_of::<(f64, K)>())
                .sum::<usize>();
        Counts {
            expanded: self.expanded,
            generated: self.generated,
            stored: self.deepest,
            open: waiting as u64,
            memory_bytes: bytes as u64,
        }
    }

    fn lower_bound(&self) -> u32 {
        let opening = self.space.opening.len() as u32;
        match self.limit {
            Some(limit) if self.evaluator.is_admissible() => limit.ceil() as u32,
            _ => opening,
        }
    }

    fn best_open(&self) -> Option<BestOpen> {
        let frame = self.path.last()?;
        let (score, key) = frame.successors.last()?;
        let position = self.space.position_of(key);
        Some(BestOpen { position, score: *score, moves: self.moves() + 1 })
    }
}
