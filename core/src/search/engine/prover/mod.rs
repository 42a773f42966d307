//! Bidirectional search under rising bounds: the proof of the engine.
//!
//! Write g for the moves from a side's own end, h for the estimate to the other end, h' for the
//! estimate back to the own end. Both estimates are consistent. A state belongs to the bucket
//!
//! ```text
//!   f = g + h          b = 2g + h − h'
//! ```
//!
//! and a push changes f by 0 to 2 and b by 0 to 4. Along a solution of at most C moves every state
//! has f ≤ C on both sides, and the b forward and the b backward of a state on it add up to at most
//! 2C. So to prove that there is no solution of at most C moves it suffices that
//!
//! 1. each side stores all its states with f ≤ C and b ≤ k, where the two k add up to 2C − 1, and
//!    none of them is the other end;
//! 2. no push from a state of one side leads beyond its k to a state of the other.
//!
//! For take the first state m of such a solution that lies beyond k forward. Its b backward is at
//! most 2C − (k + 1), so the backward side stores it, and the push to m is one of those looked at
//! in 2. Without such an m the goal itself is stored.
//!
//! No state is stored by both sides: its two b would add up to twice the moves of a solution
//! through it, which are at least C while no shorter one exists, but the two k add up to less than
//! 2C. So the sides are compared only in 2.
//!
//! **Pruning.** A state with f ≤ C has a slack of C − f. Before it is expanded it is checked
//! whether it needs more ([`crate::search::engine::pruning`]). If so, no solution of C moves leads
//! through it, and it is **deferred**: it stays stored, but is not expanded at this bound. At the
//! next bound it has one more move of slack and is checked again. States with little slack are by
//! far the most, and on most boards most of them are deferred. What is said above of all states of
//! a side then holds of those on solutions of C moves, which is enough: none of these is deferred,
//! so each is reached from the one before.
//!
//! **Raising a side.** A side stores a rectangle of buckets. When it is raised, its f goes up by at
//! most 1 and its b by at most 2. Each stored state is examined once for the pushes into the new
//! buckets (partial expansion), and each new or deferred state is expanded. No state is reached in
//! the new buckets at different g: each move more adds 1 to f and 2 to b, so one of the two would
//! lie in the old rectangle or beyond the new one. A shorter way to a state has lower f and b, and
//! so have all states on it. So, in whatever order states are examined, a state is stored first at
//! its least g, unless all such ways lead through deferred states; if a solution of C moves led
//! through it, one would lead through those. It is stored again with its lower g when such a way
//! opens.
//!
//! For each bound one side is raised, then the other, which looks beyond its k (2.) at the same
//! time. That goes depth first: what an old state leads to is expanded before the next old state is
//! examined. So if there are solutions of C moves, one is met long before that side is complete,
//! and it ends the search. How k is divided between the sides is a matter of policy ([`side_policy`]).
//!
//! Redundant orders of independent moves are pruned
//! ([`crate::search::engine::states::move_pruning`]), about half of all moves.
//!
//! If the goal leaves tiles free in very many ways there is no backward side: buckets are by f
//! alone, and this is A* with partial expansion.
//!
//! References: Sadhukhan, *A New Approach to Bidirectional Heuristic Search Using Error Functions*,
//! 2013 (BAE*, the bound by 2g + h − h'); Alcázar, Riddle, Barley, *A Unifying View on Individual
//! Bounds and Heuristic Inaccuracies in Bidirectional Search*, 2020 (b bounds); Yoshizumi, Miura,
//! Ishida, *A\* with Partial Expansion*, 2000; Goldenberg and others, *Enhanced Partial Expansion
//! A\**, 2014.

pub mod portfolio;
pub mod progress;
mod round;
mod section;
mod side;
pub mod side_policy;

use self::progress::{Halt, Progressed};
use self::round::Rounds;
use self::section::{End, Raise};
use self::side::Side;
use self::side_policy::Policy;
use crate::search::base::algorithm::{Answer, Counts};
use crate::search::base::arena::Full;
use crate::search::base::key::Key;
use crate::search::base::memory_plan;
use crate::search::base::space::Space;
use crate::search::engine::estimate::DEAD;
use crate::search::engine::pruning::counters::Counters;
use crate::search::engine::pruning::expander::Expander;
use crate::search::engine::states::bucket::{Bucket, Way};
use crate::search::engine::states::store::MemoryBudget;

/// States expanded in one round: enough to keep all threads busy; fewer where memory is scarce.
const MAX_BATCH: u64 = 1 << 15;

/// The most by which a side's b goes up at once; [`Prover::next_raise`] relies on it.
const MAX_B_STEP: u16 = 2;

/// States generated in about the time of one examined.
const GENERATED_PER_WORK: u64 = 3;

/// States of each shard in a sample: about a thousand in all.
const SAMPLE_PER_SHARD: usize = 4;

/// A proof under way.
pub struct Prover<K> {
    rounds: Rounds<K>,
    forward: Side<K>,
    /// `None` when the goal has too many states.
    backward: Option<Side<K>>,
    /// The bound under proof: no solution is shorter.
    bound: u16,
    /// A bound proved elsewhere.
    least: u16,
    raise: Option<Raise>,
    /// The side that gets the b of this bound and looks beyond, once decided.
    prober: Option<Way>,
    /// Moves of the best solution known.
    incumbent: u16,
    /// The states along the best solution that it found.
    path: Vec<K>,
    max_moves: u16,
    memory_bytes: u64,
    /// Memory of a state's neighbours until they are stored.
    bytes_per_state: u64,
    policy: Policy,
    done: Counters,
}

impl<K: Key> Prover<K> {
    /// Prepares the proof for a start that is no goal. `seeds` are all goal states, or `None` if
    /// there are too many.
    pub fn new(
        space: &Space<K>,
        threads: usize,
        policy: Policy,
        expander: impl Fn() -> Expander,
        seeds: Option<Vec<K>>,
        max_moves: u16,
    ) -> Self {
        let mut rounds = Rounds::new(threads, expander);
        let bound = rounds.expander().estimates(space, &space.start).to_goal;
        let start = vec![(space.start, bound)];
        let forward = Side::new(space, Way::Forward, start, seeds.is_some());
        let backward = seeds.map(|seeds| {
            let ahead = |key: K| (key, rounds.expander().estimates(space, &key).to_start);
            let seeds = seeds.into_iter().map(ahead).collect();
            Side::new(space, Way::Backward, seeds, true)
        });
        Self {
            rounds,
            forward,
            backward,
            bound,
            least: 0,
            raise: None,
            prober: None,
            incumbent: u16::MAX,
            path: Vec::new(),
            max_moves,
            memory_bytes: 0,
            bytes_per_state: Rounds::bytes_per_state(space),
            policy,
            done: Counters::default(),
        }
    }

    /// Returns the lower bound on all solutions.
    pub fn bound(&self) -> u16 {
        // A solution found in the middle of a bound proves that bound too.
        self.bound.max(self.least).min(self.incumbent)
    }

    /// Takes a lower bound proved elsewhere.
    pub fn raise_bound(&mut self, bound: u16) {
        self.least = self.least.max(bound);
    }

    /// Takes a solution found elsewhere.
    pub fn lower_incumbent(&mut self, moves: u16) {
        self.incumbent = self.incumbent.min(moves);
    }

    /// Returns the bound under its own proof.
    pub const fn own_bound(&self) -> u16 {
        self.bound
    }

    /// Returns the work done: the states examined, with checks converted to these.
    pub const fn work(&self) -> u64 {
        self.done.work()
    }

    /// Returns the work that a race is judged by: what it generates takes time too, and some examine
    /// as many states but expand far more of them.
    pub const fn race_work(&self) -> u64 {
        self.done.work() + self.done.generated / GENERATED_PER_WORK
    }

    /// Returns the states along the best solution that it found.
    pub fn path(&self) -> &[K] {
        &self.path
    }

    /// Returns the steps of assignments in expanding a state, about.
    pub fn steps_per_state(&mut self) -> u64 {
        self.rounds.expander().steps_per_state()
    }

    /// Returns a sample of the stored states of each side, as sites by slot.
    pub fn sample(&self, space: &Space<K>) -> [Vec<Vec<u16>>; 2] {
        let slots = 0..space.tile_count();
        let sites = |key: &K| slots.clone().map(|slot| space.site(key, slot)).collect();
        let of = |side: &Side<K>| side.store.sample(SAMPLE_PER_SHARD).iter().map(sites).collect();
        [of(&self.forward), self.backward.as_ref().map_or_else(Vec::new, of)]
    }

    pub fn counts(&self) -> Counts {
        let backward = self.backward.as_ref();
        let stored = self.forward.store.len() + backward.map_or(0, |side| side.store.len());
        Counts {
            expanded: self.done.expanded,
            generated: self.done.generated,
            stored,
            open: stored.saturating_sub(self.done.expanded),
            memory_bytes: self.memory_now(),
        }
    }

    /// Examines about `states` states; it may hold `memory_bytes`.
    pub fn step(
        &mut self,
        space: &Space<K>,
        states: u64,
        memory_bytes: u64,
    ) -> Result<Progressed, Halt> {
        self.memory_bytes = memory_bytes;
        let mut left = states;
        let incumbent = self.incumbent;
        while left > 0 {
            let bound = self.bound();
            if bound == self.incumbent || bound >= DEAD {
                return Ok(Progressed::Done(Answer::Exhausted));
            }
            if bound > self.max_moves {
                return Ok(Progressed::Done(Answer::NoneUpTo(self.max_moves.into())));
            }
            match self.raise.take() {
                Some(raise) => match self.advance(space, raise, left) {
                    Err(Halt::Over) if self.incumbent < incumbent => return Ok(Progressed::Found),
                    examined => left -= examined?.min(left),
                },
                None => {
                    left -= 1;
                    if self.next_raise()? {
                        return Ok(Progressed::Done(Answer::Exhausted));
                    }
                }
            }
            if self.incumbent < incumbent {
                return Ok(Progressed::Found);
            }
        }
        Ok(Progressed::More)
    }

    /// Starts the next raise, or goes on to the next bound. Returns true if a side has stored all
    /// states it can reach, so that nothing is left.
    fn next_raise(&mut self) -> Result<bool, Full> {
        let bound = self.bound;
        let Some(backward) = &self.backward else {
            if self.forward.reaches(bound) {
                if self.forward.is_exhausted() {
                    return Ok(true);
                }
                self.bound += 1;
            } else {
                self.begin_raise(Way::Forward, 0, false)?;
            }
            return Ok(false);
        };
        let Some(prober) = self.prober else {
            self.prober = Some(self.policy.prober(&self.forward, backward));
            return Ok(self.is_exhausted());
        };
        let (other, lacking) = (prober.other(), self.lacking_b(bound));
        let more = lacking.min(MAX_B_STEP);
        let left = lacking - more;
        if !self.side(other).reaches(bound) || left > 0 {
            self.begin_raise(other, left.min(MAX_B_STEP), false)?;
        } else {
            self.begin_raise(prober, more, true)?;
        }
        Ok(false)
    }

    fn is_exhausted(&self) -> bool {
        self.forward.is_exhausted() || self.backward.as_ref().is_some_and(Side::is_exhausted)
    }

    /// Returns by how much the b of both sides together must go up for this bound.
    fn lacking_b(&self, bound: u16) -> u16 {
        let backward = self.backward.as_ref().map_or(0, |side| side.most.b);
        (2 * bound).saturating_sub(1 + self.forward.most.b + backward)
    }

    /// Starts to raise a side to the bound, and its b by `more`.
    fn begin_raise(&mut self, way: Way, more: u16, probes: bool) -> Result<(), Full> {
        let to = Bucket { f: self.bound, b: self.side(way).most.b + more };
        let memory = self.memory_left();
        let side = match way {
            Way::Forward => &mut self.forward,
            Way::Backward => self.backward.as_mut().expect("a backward raise has a side"),
        };
        let (pending, seeds) = side.begin_raise(to, probes, &memory)?;
        self.rounds.rewind(&side.store.layout, &seeds);
        self.raise = Some(Raise { way, pending, to, probes });
        Ok(())
    }

    fn side(&self, way: Way) -> &Side<K> {
        match way {
            Way::Forward => &self.forward,
            Way::Backward => self.backward.as_ref().expect("a backward raise has a side"),
        }
    }

    fn memory_now(&self) -> u64 {
        let backward = self.backward.as_ref().map_or(0, |side| side.store.memory_bytes());
        self.forward.store.memory_bytes() + backward + self.rounds.memory_bytes()
    }

    fn memory_left(&self) -> MemoryBudget {
        MemoryBudget::new(self.memory_bytes.saturating_sub(self.memory_now()))
    }

    /// Runs a round of a raise. Returns the states examined, with the effort of the checks, at least
    /// 1.
    fn advance(&mut self, space: &Space<K>, raise: Raise, left: u64) -> Result<u64, Halt> {
        let memory = self.memory_left();
        let (side, other) = match (raise.way, &mut self.backward) {
            (Way::Forward, backward) => (&mut self.forward, backward.as_ref()),
            (Way::Backward, Some(backward)) => (backward, Some(&self.forward)),
            (Way::Backward, None) => unreachable!("a backward raise has a side"),
        };
        let other = other.map(|side| &side.store);
        let batch = memory_plan::ROUND.of(self.memory_bytes) / self.bytes_per_state;
        let states = left.min(batch.clamp(1, MAX_BATCH));
        let way = raise.way;
        let round = self.rounds.run(space, side, other, &raise, states, &memory)?;
        self.done += round.done;
        side.note(round.done);
        if round.is_cut {
            // A solution met before the deadline counts all the same.
            round.ends.into_iter().for_each(|end| self.take_path(space, way, end));
            return Err(Halt::Over);
        }
        if !round.is_over {
            self.raise = Some(raise);
        } else {
            side.end_raise(raise.to);
            if raise.probes {
                self.bound += 1;
                self.prober = None;
            }
        }
        for end in round.ends {
            self.take_path(space, way, end);
        }
        Ok(round.done.work().max(1))
    }

    /// Takes the solution through `end`, which was met in direction `way`, if it is better.
    fn take_path(&mut self, space: &Space<K>, way: Way, end: End<K>) {
        let End { key, moves, estimates, others } = end;
        // The other side's f contains the estimate of what lies ahead of that side.
        let others = others.map(|record| record.bucket.f - estimates.ahead(way.other()));
        let total = moves + others.unwrap_or(0);
        if total >= self.incumbent || total > self.max_moves {
            return;
        }
        self.incumbent = total;
        let chain = |prover: &mut Self, way, moves| {
            let side = match way {
                Way::Forward => &prover.forward,
                Way::Backward => prover.backward.as_ref().expect("it has one"),
            };
            side.chain(space, prover.rounds.expander(), &key, moves)
        };
        let mut path = chain(self, way, moves);
        path.reverse();
        path.push(key);
        if let Some(others) = others {
            path.extend(chain(self, way.other(), others));
        }
        if way == Way::Backward {
            path.reverse();
        }
        // It may be shorter than its f suggested.
        self.incumbent = (path.len() - 1) as u16;
        self.path = path;
    }
}

#[cfg(test)]
mod tests;
