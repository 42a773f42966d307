//! Search from both ends under rising bounds: the proof of the engine.
//!
//! Write g for the moves from a side's own end, h for the estimate to the other
//! end, h' for the estimate back to the own end. Both estimates are consistent. A
//! state belongs to the class
//!
//! ```text
//!   f = g + h          b = 2g + h − h'
//! ```
//!
//! and a push changes f by 0 to 2 and b by 0 to 4. Along a solution of at most C
//! moves every state has f ≤ C on both sides, and for a state m on it b(m) forward
//! and b(m) backward add up to at most 2C. So to prove that there is no solution of
//! at most C moves it suffices that
//!
//! 1. each side holds all its states with f ≤ C and b ≤ k, where the two k add up
//!    to 2C − 1, and none of them is the other end;
//! 2. no push from a state of one side leads beyond its k to a state of the other.
//!
//! For take the first state m of such a solution that lies beyond k forward. Its b
//! backward is at most 2C − (k + 1), so the backward side holds it, and the push to
//! m is one of those looked at in 2. Without such an m the goal itself is held.
//!
//! No state is ever held by both sides: its two b would add up to twice the moves
//! of a solution through it, which are at least C while no shorter one exists, but
//! the two k add up to less than 2C. So states are compared only in 2.
//!
//! A state with f ≤ C has C − f moves to spare. Before it is expanded it is tested whether it
//! needs more ([`crate::search::engine::pruning`]); then no solution of C moves leads through it, and it is
//! **held back**: it stays stored, but is not expanded. For the next bound it has one move
//! more to spare and is tested again, as long as the test says something. States with little
//! to spare are by far the most, and on most boards this leaves out most of them. What is
//! said above of all states of a side then holds of all those on solutions of C moves, and it
//! needs no more: none of these is held back, so each is reached from the one before.
//!
//! Where it pays, neighbours are tested before they are stored, for the conflicts of their tiles
//! ([`crate::search::engine::pruning`]), and left out if told. Then the state that leads to them counts as expanded
//! **in part**, and is expanded again for the next bound. To leave a neighbour out is to hold
//! it back without storing it: what is said of those held back holds for it.
//!
//! A side holds a rectangle of classes. It is raised, its f by at most 1 and its b by
//! at most 2: each state held before is looked at once for the pushes that lead to the
//! new classes and no further (partial expansion), and each new state is expanded, or one
//! that was held back. No state is reached in the new classes at different moves: each
//! move more adds 1 to f and 2 to b, so one of the two would lie in the old rectangle or
//! beyond the new one. And a shorter way to a state has lower f and lower b, and so have
//! all states on it. So, in whatever order they are looked at, a state is stored first at
//! its least moves, unless all such ways lead through states held back: if a solution of
//! C moves led through it, one would lead through those. It is stored anew when such a
//! way is open.
//!
//! For each bound one side is raised, then the other, which looks beyond its k (2.) at
//! the same time. That goes deep: what an old state leads to is expanded before the next
//! old state is looked at. So when there are solutions of so many moves, the first is met
//! long before that side is complete, and it ends the search. How what k lacks is divided
//! between the sides, and which looks beyond, is a matter of policy ([`self::policy`]): it may
//! all go to one, while the other holds little more than what it begins with.
//!
//! When a new state is expanded, moves are left out that could as well have come before the
//! one that led to it ([`crate::search::engine::states::move_pruning`]): half of all, about, which lead to what is there
//! already.
//!
//! When the goal leaves tiles free in very many ways there is no backward side:
//! classes are by f alone, and this is A* with partial expansion.
//!
//! References: Sadhukhan, *A New Approach to Bidirectional Heuristic Search Using
//! Error Functions*, 2013 (BAE*, the bound by 2g + h − h'); Yoshizumi, Miura, Ishida,
//! *A\* with Partial Expansion*, 2000; Goldenberg et al., *Enhanced Partial
//! Expansion A\**, 2014; Alcázar, Riddle, Barley, *A Unifying View on Individual
//! Bounds and Heuristic Inaccuracies in Bidirectional Search*, 2020 (b bounds).

pub mod policy;
pub mod portfolio;
pub mod progressed;
mod round;
mod side;

use self::policy::{Plan, Policy};
use self::progressed::{Halt, Progressed};
use self::round::{End, Pass, Rounds};
use self::side::Side;
use crate::search::algorithm::{Answer, Counts};
use crate::search::arena::Full;
use crate::search::engine::estimate::DEAD;
use crate::search::engine::pruning::expander::Expander;
use crate::search::engine::pruning::meter::Tests;
use crate::search::engine::states::class::{Class, Way};
use crate::search::engine::states::store::Memory;
use crate::search::key::Key;
use crate::search::space::Space;

/// States that are expanded together, at most; fewer where memory is scarce.
const BATCH: u64 = 1 << 15;

/// The part of the memory that the neighbours of a batch may take, one in so many:
/// they are counted only afterwards.
const BATCH_SHARE: u64 = 8;

/// To generate so many neighbours takes as long as to look at a state, about.
const GENERATED_PER_LOOK: u64 = 8;

/// To test so many neighbours for conflicts takes as long.
const PAIRED_PER_LOOK: u64 = 2;

/// Each state that is expanded is looked at so often, about.
pub const LOOKS_PER_STATE: u64 = 4;

/// A side's b goes up by no more than this at once.
const MOST_B: u16 = 2;

/// States of each shard in a sample.
const SAMPLE: usize = 4;

/// A proof under way.
pub struct Prover<K> {
    rounds: Rounds<K>,
    forward: Side<K>,
    /// `None` when the goal is not one of few states.
    backward: Option<Side<K>>,
    /// No solution is shorter; solutions of so many moves are being looked for.
    bound: u16,
    /// So much was proved before.
    least: u16,
    pass: Option<Pass>,
    /// What is to be done for this bound; nothing when that is not decided.
    plan: Option<Plan>,
    /// Moves of the best solution known, from wherever.
    incumbent: u16,
    /// The states along the best solution of its own.
    path: Vec<K>,
    max_moves: u16,
    memory_bytes: u64,
    /// The memory that a state's neighbours take until they are stored.
    bytes_per_state: u64,
    policy: Policy,
    looked_at: u64,
    expanded: u64,
    generated: u64,
    held_back: u64,
    /// What the relaxed test and those for conflicts took, in states looked at.
    effort: u64,
}

impl<K: Key> Prover<K> {
    /// Prepares the proof for a start that is no goal. `seeds` are all goal states,
    /// or nothing when they are too many.
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
        let expander = rounds.expander();
        let tests = Tests::new(expander.tells_tightness(), expander.conflicts());
        let start = vec![(space.start, bound)];
        let forward = Side::new(space, Way::Forward, start, seeds.is_some(), tests);
        let backward = seeds.map(|seeds| {
            let ahead = |key: K| (key, rounds.expander().estimates(space, &key).to_start);
            let seeds = seeds.into_iter().map(ahead).collect();
            Side::new(space, Way::Backward, seeds, true, tests)
        });
        Self {
            rounds,
            forward,
            backward,
            bound,
            least: 0,
            pass: None,
            plan: None,
            incumbent: u16::MAX,
            path: Vec::new(),
            max_moves,
            memory_bytes: 0,
            bytes_per_state: Rounds::bytes_per_state(space),
            policy,
            looked_at: 0,
            expanded: 0,
            generated: 0,
            held_back: 0,
            effort: 0,
        }
    }

    /// Returns the moves that every solution takes at least.
    pub fn bound(&self) -> u16 {
        // When a round finds a solution of so many moves, that bound is passed too.
        self.bound.max(self.least).min(self.incumbent)
    }

    /// Tells that no solution is shorter than `bound`.
    pub fn raise_bound(&mut self, bound: u16) {
        self.least = self.least.max(bound);
    }

    /// Tells of a solution found elsewhere.
    pub fn lower_incumbent(&mut self, moves: u16) {
        self.incumbent = self.incumbent.min(moves);
    }

    /// Returns the bound that it is at: lower ones it has completed itself.
    pub const fn own_bound(&self) -> u16 {
        self.bound
    }

    /// Sets how much it may hold. Must be called before the first step.
    pub const fn set_memory(&mut self, bytes: u64) {
        self.memory_bytes = bytes;
    }

    /// Tells how many states are expected to be looked at in all.
    pub fn expect(&mut self, states: f64) {
        self.sides_mut().for_each(|side| side.tests.expect(states));
    }

    /// Has the relaxed test never made.
    pub fn leave_out_relaxed(&mut self) {
        self.sides_mut().for_each(|side| side.tests.leave_out_relaxed());
    }

    /// Says whether the relaxed test is made.
    pub fn makes_relaxed(&self) -> bool {
        let mut sides = std::iter::once(&self.forward).chain(&self.backward);
        sides.any(|side| side.tests.makes_relaxed())
    }

    fn sides_mut(&mut self) -> impl Iterator<Item = &mut Side<K>> {
        std::iter::once(&mut self.forward).chain(&mut self.backward)
    }

    /// Returns how many states it has looked at; what they lead to and what tests took counts
    /// too.
    pub const fn looked_at(&self) -> u64 {
        self.looked_at + self.generated / GENERATED_PER_LOOK + self.effort
    }

    /// Returns the states along the best solution that it found.
    pub fn path(&self) -> &[K] {
        &self.path
    }

    /// Returns the steps of the assignments that expanding a state takes, about.
    pub fn steps_per_state(&mut self) -> u64 {
        self.rounds.expander().steps_per_state()
    }

    /// Returns some of the states that each side holds, their sites by slot.
    pub fn sample(&self, space: &Space<K>) -> [Vec<Vec<u16>>; 2] {
        let slots = 0..space.tile_count();
        let sites = |key: &K| slots.clone().map(|slot| space.site(key, slot)).collect();
        let of = |side: &Side<K>| side.store.sample(SAMPLE).iter().map(sites).collect();
        [of(&self.forward), self.backward.as_ref().map_or_else(Vec::new, of)]
    }

    /// Returns what has been done, in states expanded; those held back were looked at too.
    pub const fn work(&self) -> u64 {
        self.expanded + (self.held_back + self.effort) / LOOKS_PER_STATE
    }

    pub fn counts(&self) -> Counts {
        let backward = self.backward.as_ref();
        let stored = self.forward.store.len() + backward.map_or(0, |side| side.store.len());
        Counts {
            expanded: self.expanded,
            generated: self.generated,
            stored,
            open: stored.saturating_sub(self.expanded),
            memory_bytes: self.memory_now(),
        }
    }

    /// Looks at about `states` states.
    pub fn step(&mut self, space: &Space<K>, states: u64) -> Result<Progressed, Halt> {
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
            match self.pass.take() {
                Some(pass) => match self.advance(space, pass, left) {
                    Err(Halt::Over) if self.incumbent < incumbent => return Ok(Progressed::Found),
                    looked_at => left -= looked_at?.min(left),
                },
                None => {
                    left -= 1;
                    if self.next_pass()? {
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

    /// Begins the next pass. Returns true when a side holds all states that it can
    /// reach, so that nothing is left to look at.
    fn next_pass(&mut self) -> Result<bool, Full> {
        let bound = self.bound;
        if self.backward.is_none() {
            if self.forward.reaches(bound) {
                if self.forward.is_exhausted() {
                    return Ok(true);
                }
                self.bound += 1;
            } else {
                self.begin_raise(Way::Forward, 0, false)?;
            }
            return Ok(false);
        }
        let Some(Plan { prober, more }) = self.plan else {
            let sides = [Way::Forward, Way::Backward].map(|way| self.side(way));
            self.plan = Some(Plan::new(self.policy, sides, self.lacking_b(bound).min(MOST_B)));
            return Ok(self.is_exhausted());
        };
        let other = prober.other();
        let left = self.lacking_b(bound).saturating_sub(more[prober as usize]);
        if !self.side(other).reaches(bound) || left > 0 {
            self.begin_raise(other, left.min(MOST_B), false)?;
        } else {
            self.begin_raise(prober, more[prober as usize], true)?;
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

    /// Begins to raise a side to the bound, and its b by `more`.
    fn begin_raise(&mut self, way: Way, more: u16, probes: bool) -> Result<(), Full> {
        let to = Class { f: self.bound, b: self.side(way).most.b + more };
        let memory = self.memory_left();
        let side = match way {
            Way::Forward => &mut self.forward,
            Way::Backward => self.backward.as_mut().expect("a backward pass has a side"),
        };
        let (due, seeds) = side.begin_raise(to, probes, &memory)?;
        self.rounds.rewind(&side.store.shape, &seeds);
        self.pass = Some(Pass { way, due, to, probes });
        Ok(())
    }

    fn side(&self, way: Way) -> &Side<K> {
        match way {
            Way::Forward => &self.forward,
            Way::Backward => self.backward.as_ref().expect("a backward pass has a side"),
        }
    }

    fn memory_now(&self) -> u64 {
        let backward = self.backward.as_ref().map_or(0, |side| side.store.memory_bytes());
        self.forward.store.memory_bytes() + backward + self.rounds.memory_bytes()
    }

    fn memory_left(&self) -> Memory {
        Memory::new(self.memory_bytes.saturating_sub(self.memory_now()))
    }

    /// Does a round of a pass and returns how many states it looked at, with what the relaxed test
    /// took, at least 1.
    fn advance(&mut self, space: &Space<K>, pass: Pass, left: u64) -> Result<u64, Halt> {
        let memory = self.memory_left();
        let (side, other) = match (pass.way, &mut self.backward) {
            (Way::Forward, backward) => (&mut self.forward, backward.as_ref()),
            (Way::Backward, Some(backward)) => (backward, Some(&self.forward)),
            (Way::Backward, None) => unreachable!("a backward pass has a side"),
        };
        let other = other.map(|side| &side.store);
        let batch = self.memory_bytes / BATCH_SHARE / self.bytes_per_state;
        let states = left.min(batch.clamp(1, BATCH));
        let way = pass.way;
        let round = self.rounds.run(space, side, other, &pass, states, &memory)?;
        side.note(&round.done);
        self.looked_at += round.done.looked_at;
        self.expanded += round.done.expanded;
        self.generated += round.done.generated;
        self.held_back += round.done.held_back();
        let effort = round.done.effort();
        self.effort += effort + round.done.paired / PAIRED_PER_LOOK;
        if round.is_cut {
            // What was met by then is a solution all the same.
            round.ends.into_iter().for_each(|end| self.take_path(space, way, end));
            return Err(Halt::Over);
        }
        if !round.is_over {
            self.pass = Some(pass);
        } else {
            side.end_raise(pass.to);
            if pass.probes {
                self.bound += 1;
                self.plan = None;
            }
        }
        for end in round.ends {
            self.take_path(space, way, end);
        }
        Ok((round.done.looked_at + effort).max(1))
    }

    /// Takes the solution through `end`, which was met going `way`, if it is better.
    fn take_path(&mut self, space: &Space<K>, way: Way, end: End<K>) {
        let End { key, moves, estimates, others } = end;
        // The other side's class is by the estimate of what lies ahead of that side.
        let others = others.map(|info| info.class.f - estimates.ahead(way.other()));
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
        // It may be shorter than was thought.
        self.incumbent = (path.len() - 1) as u16;
        self.path = path;
    }
}

#[cfg(test)]
mod tests;
