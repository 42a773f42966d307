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
//! A side holds a rectangle of classes. When its f or its b is raised by 1, each
//! stored state is looked at once for the pushes that lead to the new row of classes
//! and no further (partial expansion), and so are the states that are new. States of
//! one row cannot be the same at different moves, because then they would differ in
//! f and in b; and a shorter way to a state has lower f and lower b, and so have all
//! states on it. So a state is stored first, and only, at its least moves, and no
//! push is ever made twice.
//!
//! When the goal leaves tiles free in very many ways there is no backward side:
//! classes are by f alone, and this is A* with partial expansion.
//!
//! References: Sadhukhan, *A New Approach to Bidirectional Heuristic Search Using
//! Error Functions*, 2013 (BAE*, the bound by 2g + h − h'); Yoshizumi, Miura, Ishida,
//! *A\* with Partial Expansion*, 2000; Goldenberg et al., *Enhanced Partial
//! Expansion A\**, 2014; Alcázar, Riddle, Barley, *A Unifying View on Individual
//! Bounds and Heuristic Inaccuracies in Bidirectional Search*, 2020 (b bounds).

use super::batch::{Batch, Neighbour, Order};
use super::class::{Class, Wanted, Way};
use super::expand::Expander;
use super::side::Side;
use super::store::Id;
use crate::search::algorithm::{Answer, Counts};
use crate::search::arena::Full;
use crate::search::key::Key;
use crate::search::space::Space;

/// States that are expanded together, at most; fewer where memory is scarce.
const BATCH: u64 = 4096;

/// The part of the memory that the neighbours of a batch may take, one in so many:
/// they are counted only afterwards.
const BATCH_SHARE: u64 = 8;

/// Pushes that a tile may have, about: four of them forward, and backward not many
/// more on most boards.
const PUSHES: u64 = 4;

/// What a step of the prover led to.
pub enum Progressed {
    /// Nothing in particular.
    More,
    /// A better solution: see [`Prover::path`].
    Found,
    /// There is nothing left to look at.
    Done(Answer),
}

/// Looking at the states of one side for the pushes that are wanted.
struct Pass {
    way: Way,
    wanted: Wanted,
    /// The next state.
    at: Id,
    /// Whether neighbours are only looked for on the other side, not stored.
    is_probe: bool,
}

/// What is to be done next at one value of the bound.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Raise the f of both sides, the backward side second.
    RaiseForward,
    RaiseBackward,
    /// Raise one b or the other.
    Reach,
    /// Look beyond.
    Probe,
}

/// A proof under way.
pub struct Prover<K> {
    batch: Batch<K>,
    forward: Side<K>,
    /// `None` when the goal is not one of few states.
    backward: Option<Side<K>>,
    /// No solution is shorter; solutions of so many moves are being looked for.
    bound: u16,
    stage: Stage,
    pass: Option<Pass>,
    /// Moves of the best solution known, from wherever.
    incumbent: u16,
    /// The states along the best solution of its own.
    path: Vec<K>,
    max_moves: u16,
    memory_bytes: u64,
    /// States that are expanded together, at most.
    most_batched: u64,
    /// A state did not fit the memory limit: nothing more can be proved.
    is_full: bool,
    expanded: u64,
    generated: u64,
    ids: Vec<Id>,
}

impl<K: Key> Prover<K> {
    /// Prepares the proof for a start that is no goal. `seeds` are all goal states,
    /// or nothing when they are too many.
    pub fn new(
        space: &Space<K>,
        threads: usize,
        expander: impl Fn() -> Expander,
        seeds: Option<Vec<K>>,
        max_moves: u16,
        memory_bytes: u64,
    ) -> Self {
        let mut batch = Batch::new(threads, expander);
        let bound = batch.expander().estimates(space, &space.start).to_goal;
        let forward = Side::new(Way::Forward, vec![(space.start, bound)], seeds.is_some());
        let backward = seeds.map(|seeds| {
            let ahead = |key: K| (key, batch.expander().estimates(space, &key).to_start);
            Side::new(Way::Backward, seeds.into_iter().map(ahead).collect(), true)
        });
        let pushes = PUSHES * (space.tile_count() as u64).max(1);
        let neighbour_bytes = pushes * size_of::<Neighbour<K>>() as u64;
        Self {
            batch,
            forward,
            backward,
            bound,
            stage: Stage::RaiseForward,
            pass: None,
            incumbent: u16::MAX,
            path: Vec::new(),
            max_moves,
            memory_bytes,
            most_batched: (memory_bytes / BATCH_SHARE / neighbour_bytes).clamp(1, BATCH),
            is_full: false,
            expanded: 0,
            generated: 0,
            ids: Vec::new(),
        }
    }

    /// Returns the moves that every solution takes at least.
    pub const fn bound(&self) -> u16 {
        self.bound
    }

    /// Tells of a solution found elsewhere.
    pub fn lower_incumbent(&mut self, moves: u16) {
        self.incumbent = self.incumbent.min(moves);
    }

    /// Lets it hold more.
    pub const fn add_memory(&mut self, bytes: u64) {
        self.memory_bytes = self.memory_bytes.saturating_add(bytes);
    }

    /// Returns the states along the best solution that it found.
    pub fn path(&self) -> &[K] {
        &self.path
    }

    /// Returns the steps of the assignments that expanding a state takes, about.
    pub fn steps_per_state(&mut self) -> u64 {
        self.batch.expander().steps_per_state()
    }

    pub fn counts(&self) -> Counts {
        let backward = self.backward.as_ref();
        let stored = self.forward.store.len() + backward.map_or(0, |side| side.store.len());
        Counts {
            expanded: self.expanded,
            generated: self.generated,
            stored: stored.into(),
            open: u64::from(stored).saturating_sub(self.expanded),
            memory_bytes: self.memory_now(),
        }
    }

    /// Looks at about `states` states.
    pub fn step(&mut self, space: &Space<K>, states: u64) -> Result<Progressed, Full> {
        let mut left = states;
        let incumbent = self.incumbent;
        while left > 0 {
            if self.bound >= self.incumbent {
                return Ok(Progressed::Done(Answer::Exhausted));
            }
            if self.bound > self.max_moves {
                return Ok(Progressed::Done(Answer::NoneUpTo(self.max_moves.into())));
            }
            if self.is_full {
                return Err(Full);
            }
            match self.pass.take() {
                Some(pass) => self.advance(space, pass, &mut left),
                None => {
                    left -= 1;
                    if self.next_stage()? {
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

    fn side(&self, way: Way) -> &Side<K> {
        match way {
            Way::Forward => &self.forward,
            Way::Backward => self.backward.as_ref().expect("a backward pass has a side"),
        }
    }

    fn side_mut(&mut self, way: Way) -> &mut Side<K> {
        match way {
            Way::Forward => &mut self.forward,
            Way::Backward => self.backward.as_mut().expect("a backward pass has a side"),
        }
    }

    /// Begins the next pass, or raises the bound. Returns true when a side holds all
    /// states that it can reach, so that nothing is left to look at.
    fn next_stage(&mut self) -> Result<bool, Full> {
        let bound = self.bound;
        match (self.stage, &self.backward) {
            (Stage::RaiseForward, backward) => {
                let last = backward.is_none();
                self.stage = if last { Stage::Probe } else { Stage::RaiseBackward };
                self.raise_f(Way::Forward, bound)?;
            }
            (Stage::RaiseBackward, _) => {
                self.stage = Stage::Reach;
                self.raise_f(Way::Backward, bound)?;
            }
            (Stage::Reach, Some(backward)) => {
                if self.is_exhausted() {
                    return Ok(true);
                }
                if self.forward.most.b + backward.most.b < 2 * bound - 1 {
                    let way = self.smaller_frontier();
                    self.raise_b(way)?;
                } else {
                    let way = self.smaller_frontier();
                    let wanted = self.side(way).beyond();
                    self.stage = Stage::Probe;
                    self.pass = Some(Pass { way, wanted, at: 0, is_probe: true });
                }
            }
            (Stage::Reach | Stage::Probe, _) => {
                if self.is_exhausted() {
                    return Ok(true);
                }
                self.bound += 1;
                self.stage = Stage::RaiseForward;
            }
        }
        Ok(false)
    }

    fn is_exhausted(&self) -> bool {
        self.forward.is_exhausted() || self.backward.as_ref().is_some_and(Side::is_exhausted)
    }

    /// Lets the f of a side go up to `bound`.
    fn raise_f(&mut self, way: Way, bound: u16) -> Result<(), Full> {
        let is_first = self.side(way).store.len() == 0;
        self.side_mut(way).most.f = bound;
        self.begin_raise(way, |class| class.f == bound || is_first)
    }

    /// Lets the b of a side go up by 1.
    fn raise_b(&mut self, way: Way) -> Result<(), Full> {
        let side = self.side_mut(way);
        side.most.b += 1;
        let b = side.most.b;
        self.begin_raise(way, |class| class.b == b)
    }

    fn begin_raise(&mut self, way: Way, is_new: impl Fn(Class) -> bool) -> Result<(), Full> {
        let limit = self.limit_bytes(way);
        let wanted = self.side_mut(way).begin_raise(is_new, limit)?;
        self.pass = Some(Pass { way, wanted, at: 0, is_probe: false });
        Ok(())
    }

    /// Returns the way on which a higher b is likely to cost less: that with fewer
    /// states to look from.
    fn smaller_frontier(&self) -> Way {
        let backward = self.backward.as_ref().map_or(u64::MAX, Side::frontier);
        if self.forward.frontier() <= backward { Way::Forward } else { Way::Backward }
    }

    fn memory_now(&self) -> u64 {
        let backward = self.backward.as_ref().map_or(0, |side| side.store.memory_bytes());
        self.forward.store.memory_bytes() + backward + self.batch.memory_bytes()
    }

    /// Returns what the store of a side may hold beside all else that is held now.
    fn limit_bytes(&self, way: Way) -> u64 {
        let others = self.memory_now() - self.side(way).store.memory_bytes();
        self.memory_bytes.saturating_sub(others)
    }

    fn advance(&mut self, space: &Space<K>, mut pass: Pass, left: &mut u64) {
        // A raise goes on through the states that it adds.
        while !self.is_full && pass.at < self.side(pass.way).store.len() {
            if *left == 0 {
                self.pass = Some(pass);
                return;
            }
            self.gather(&mut pass, *left);
            *left = left.saturating_sub((self.ids.len() as u64).max(1));
            self.expand_gathered(space, &pass);
        }
    }

    /// Gathers the next states of a pass whose pushes may be wanted.
    fn gather(&mut self, pass: &mut Pass, left: u64) {
        let mut ids = std::mem::take(&mut self.ids);
        ids.clear();
        let most = self.most_batched.min(left) as usize;
        let first = pass.at;
        for (info, id) in self.side(pass.way).store.infos_from(first).iter().zip(first..) {
            pass.at = id + 1;
            if info.deltas.is_empty() || info.deltas.intersects(pass.wanted.from(info.class)) {
                ids.push(id);
                if ids.len() == most {
                    break;
                }
            }
        }
        self.ids = ids;
    }

    /// Expands the gathered states and stores their neighbours, or looks for them on
    /// the other side.
    fn expand_gathered(&mut self, space: &Space<K>, pass: &Pass) {
        let two_sided = self.backward.is_some();
        let (side, other) = match (pass.way, &mut self.backward) {
            (Way::Forward, backward) => (&mut self.forward, backward.as_ref()),
            (Way::Backward, Some(backward)) => (backward, Some(&self.forward)),
            (Way::Backward, None) => unreachable!("a backward pass has a side"),
        };
        let within = if pass.is_probe { other.map(|other| &other.store) } else { None };
        let (way, wanted) = (pass.way, &pass.wanted);
        let order = Order { space, way, two_sided, store: &side.store, wanted, within };
        self.batch.run(order, &self.ids);
        let others = other.map_or(0, |other| other.store.memory_bytes());
        let limit = self.memory_bytes.saturating_sub(others + self.batch.memory_bytes());
        let mut ends = Vec::new();
        for worker in &self.batch.workers {
            for expanded in &worker.expanded {
                self.expanded += u64::from(side.store.info(expanded.id).deltas.is_empty());
                self.generated += u64::from(expanded.generated);
                side.store.set_deltas(expanded.id, expanded.deltas);
            }
            for &Neighbour { key, class, estimates } in &worker.neighbours {
                let is_end = estimates.ahead(way) == 0;
                let is_new = pass.is_probe || {
                    let inserted = side.insert(key, class, limit);
                    self.is_full |= inserted.is_err();
                    inserted.unwrap_or(false)
                };
                if is_new && (pass.is_probe || is_end) {
                    ends.push((key, class.f - estimates.ahead(way), estimates));
                }
            }
        }
        for (key, moves, estimates) in ends {
            let other = pass.is_probe.then(|| self.side(way.other()));
            let others = other.map(|other| {
                let id = other.store.find(&key).expect("it was found there");
                other.store.info(id).class.f - estimates.ahead(other.way)
            });
            self.take_path(space, way, &key, moves, others);
        }
    }

    /// Takes the solution through `key` if it is better: `moves` on the side of
    /// `way`, and on the other side, unless `key` is its end.
    fn take_path(&mut self, space: &Space<K>, way: Way, key: &K, moves: u16, others: Option<u16>) {
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
            side.chain(space, prover.batch.expander(), key, moves)
        };
        let mut path = chain(self, way, moves);
        path.reverse();
        path.push(*key);
        if let Some(others) = others {
            path.extend(chain(self, way.other(), others));
        }
        if way == Way::Backward {
            path.reverse();
        }
        self.path = path;
    }
}
