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
//! Classes are filled in order of b, then f, each once: a state is stored when its
//! class is filled and never before (partial expansion), from the pushes of stored
//! states that change both estimates just so. A shorter way to a state has lower f
//! and lower b, and so have all states on it; so a state is stored first, and only,
//! at its least moves, and no state is ever expanded anew.
//!
//! When the goal leaves tiles free in very many ways there is no backward side:
//! classes are by f alone, and this is A* with partial expansion.
//!
//! References: Sadhukhan, *A New Approach to Bidirectional Heuristic Search Using
//! Error Functions*, 2013 (BAE*, the bound by 2g + h − h'); Yoshizumi, Miura, Ishida,
//! *A\* with Partial Expansion*, 2000; Goldenberg et al., *Enhanced Partial
//! Expansion A\**, 2014; Alcázar, Riddle, Barley, *A Unifying View on Individual
//! Bounds and Heuristic Inaccuracies in Bidirectional Search*, 2020 (b bounds).

use super::batch::{Batch, Order};
use super::expand::{Delta, Deltas, Estimates, Expander, Way};
use super::side::Side;
use super::store::{Class, Id};
use crate::search::algorithm::{Answer, Counts};
use crate::search::arena::Full;
use crate::search::key::Key;
use crate::search::space::Space;

/// States that are expanded together, at most.
const BATCH: usize = 4096;

/// What a step of the prover led to.
pub enum Progressed {
    /// Nothing in particular.
    More,
    /// A better solution: see [`Prover::path`].
    Found,
    /// There is nothing left to look at.
    Done(Answer),
}

/// What is being done, and how far it has come.
enum Task {
    /// Filling a class from one source after the other.
    Fill(Fill),
    /// Looking beyond k: the classes left to look from, the last first, and the
    /// next state.
    Probe { way: Way, classes: Vec<(Class, Id, Id)>, at: Id },
}

/// Filling a class.
struct Fill {
    way: Way,
    class: Class,
    /// Pushes from these sources, the last first; that within the class, which
    /// grows meanwhile, stands first.
    sources: Vec<Delta>,
    /// The next state of the last source, once it has been begun.
    at: Option<Id>,
    /// What the pushes of the states of the class change.
    deltas: Deltas,
}

/// A proof under way.
pub struct Prover<K> {
    batch: Batch<K>,
    forward: Side<K>,
    /// `None` when the goal is not one of few states.
    backward: Option<Side<K>>,
    /// No solution is shorter; solutions of so many moves are being looked for.
    bound: u16,
    probed: bool,
    task: Option<Task>,
    /// Moves of the best solution known, from wherever.
    incumbent: u16,
    /// The states along the best solution of its own.
    path: Vec<K>,
    max_moves: u16,
    memory_bytes: u64,
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
        Self {
            batch,
            forward,
            backward,
            bound,
            probed: false,
            task: None,
            incumbent: u16::MAX,
            path: Vec::new(),
            max_moves,
            memory_bytes,
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

    /// Returns the states along the best solution that it found.
    pub fn path(&self) -> &[K] {
        &self.path
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
            match self.task.take() {
                Some(Task::Fill(fill)) => self.fill(space, fill, &mut left)?,
                Some(Task::Probe { way, classes, at }) => {
                    self.probe(space, way, classes, at, &mut left);
                }
                None => {
                    left -= 1;
                    if self.choose_task()? {
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
            Way::Backward => self.backward.as_ref().expect("a backward task has a side"),
        }
    }

    fn side_mut(&mut self, way: Way) -> &mut Side<K> {
        match way {
            Way::Forward => &mut self.forward,
            Way::Backward => self.backward.as_mut().expect("a backward task has a side"),
        }
    }

    fn sides_mut(&mut self) -> impl Iterator<Item = &mut Side<K>> {
        [&mut self.forward].into_iter().chain(&mut self.backward)
    }

    /// Sets the next task, or raises a bound. Returns true when a side holds all
    /// states that it can reach, so that nothing is left to look at.
    fn choose_task(&mut self) -> Result<bool, Full> {
        let spare = self.spare_bytes();
        for side in [&mut self.forward].into_iter().chain(&mut self.backward) {
            if let Some(class) = side.begin_class() {
                side.add_seeds(class, spare)?;
                let (way, sources) = (side.way, side.sources_of(class));
                let (at, deltas) = (None, Deltas::default());
                self.task = Some(Task::Fill(Fill { way, class, sources, at, deltas }));
                return Ok(false);
            }
        }
        let bound = self.bound;
        if self.sides_mut().any(|side| side.is_exhausted(bound)) {
            return Ok(true);
        }
        let reach = self.backward.as_ref().map(|side| side.k + self.forward.k);
        match reach {
            Some(reach) if reach < 2 * bound - 1 => {
                let way = self.smaller_frontier();
                self.side_mut(way).raise_k(bound);
            }
            Some(_) if !self.probed => {
                self.probed = true;
                let way = self.smaller_frontier();
                let mut classes = self.side(way).classes_to_probe(bound);
                classes.reverse();
                let at = classes.last().map_or(0, |&(_, first, _)| first);
                self.task = Some(Task::Probe { way, classes, at });
            }
            _ => {
                self.bound += 1;
                self.probed = false;
                self.sides_mut().for_each(|side| side.raise_f(bound + 1));
            }
        }
        Ok(false)
    }

    /// Returns the way on which a higher k is likely to cost less: that with fewer
    /// states to look from.
    fn smaller_frontier(&self) -> Way {
        let backward = self.backward.as_ref().map_or(u64::MAX, Side::frontier);
        if self.forward.frontier() <= backward { Way::Forward } else { Way::Backward }
    }

    fn memory_now(&self) -> u64 {
        let backward = self.backward.as_ref().map_or(0, |side| side.store.memory_bytes());
        self.forward.store.memory_bytes() + backward + self.batch.memory_bytes()
    }

    fn spare_bytes(&self) -> u64 {
        self.memory_bytes.saturating_sub(self.memory_now())
    }

    fn fill(&mut self, space: &Space<K>, mut fill: Fill, left: &mut u64) -> Result<(), Full> {
        while let Some(&delta) = fill.sources.last() {
            let side = self.side(fill.way);
            let from = side.class_before(fill.class, delta).expect("sources exist");
            let is_within = from == fill.class;
            let wanted = if is_within {
                side.deltas_where(from, |next| next == from)
            } else {
                Deltas::default().with(delta)
            };
            let (first, end) = if is_within {
                (side.store.first_of_last_class(), side.store.len())
            } else {
                let members = side.store.members(from);
                members.filter(|m| m.deltas.intersects(wanted)).map_or((0, 0), |m| (m.first, m.end))
            };
            let at = fill.at.unwrap_or(first);
            if at >= end {
                fill.sources.pop();
                fill.at = None;
                continue;
            }
            if *left == 0 {
                self.task = Some(Task::Fill(fill));
                return Ok(());
            }
            let next = self.gather(fill.way, at, end, wanted, *left);
            *left = left.saturating_sub((self.ids.len() as u64).max(1));
            fill.at = Some(next);
            let order = (fill.way, wanted, fill.class);
            let deltas = self.expand_gathered(space, order)?;
            fill.deltas = if is_within { fill.deltas.union(deltas) } else { fill.deltas };
        }
        self.side_mut(fill.way).store.end(fill.deltas);
        Ok(())
    }

    /// Gathers states from `at` on whose pushes may be wanted; returns how far it came.
    fn gather(&mut self, way: Way, at: Id, end: Id, wanted: Deltas, left: u64) -> Id {
        let mut ids = std::mem::take(&mut self.ids);
        ids.clear();
        let store = &self.side(way).store;
        let most = BATCH.min(usize::try_from(left).unwrap_or(BATCH));
        let mut next = at;
        while next < end && ids.len() < most {
            let known = store.deltas(next);
            if known.is_empty() || known.intersects(wanted) {
                ids.push(next);
            }
            next += 1;
        }
        self.ids = ids;
        next
    }

    /// Stores the neighbours of the gathered states that wanted pushes lead to; they
    /// belong to `class`. Returns what all their pushes change.
    fn expand_gathered(
        &mut self,
        space: &Space<K>,
        (way, wanted, class): (Way, Deltas, Class),
    ) -> Result<Deltas, Full> {
        let spare = self.spare_bytes();
        let side = match way {
            Way::Forward => &mut self.forward,
            Way::Backward => self.backward.as_mut().expect("it is being filled"),
        };
        let order = Order { space, way, store: &side.store, wanted, within: None };
        self.batch.run(order, &self.ids);
        let mut all = Deltas::default();
        let mut arrived = None;
        for worker in &self.batch.workers {
            for expanded in &worker.expanded {
                all = all.union(expanded.deltas);
                self.expanded += u64::from(side.store.deltas(expanded.id).is_empty());
                side.store.set_deltas(expanded.id, expanded.deltas);
                self.generated += expanded.generated as u64;
            }
            for &(next, estimates) in &worker.neighbours {
                if side.store.insert(next, spare)? && estimates.ahead(way) == 0 {
                    arrived = arrived.or(Some(next));
                }
            }
        }
        if let Some(end) = arrived {
            self.take_path(space, way, &end, class.f, None);
        }
        Ok(all)
    }

    fn probe(
        &mut self,
        space: &Space<K>,
        way: Way,
        mut classes: Vec<(Class, Id, Id)>,
        mut at: Id,
        left: &mut u64,
    ) {
        while let Some(&(class, _, end)) = classes.last() {
            let wanted = self.side(way).deltas_beyond(class, self.bound);
            while at < end {
                if *left == 0 {
                    self.task = Some(Task::Probe { way, classes, at });
                    return;
                }
                at = self.gather(way, at, end, wanted, *left);
                *left = left.saturating_sub((self.ids.len() as u64).max(1));
                self.probe_gathered(space, way, wanted, class);
            }
            classes.pop();
            at = classes.last().map_or(0, |&(_, first, _)| first);
        }
    }

    /// Looks whether the other side holds neighbours of the gathered states.
    fn probe_gathered(&mut self, space: &Space<K>, way: Way, wanted: Deltas, class: Class) {
        let backward = self.backward.as_ref().expect("only two sides meet");
        let (own, other) = match way {
            Way::Forward => (&self.forward, backward),
            Way::Backward => (backward, &self.forward),
        };
        let within = Some(&other.store);
        let order = Order { space, way, store: &own.store, wanted, within };
        self.batch.run(order, &self.ids);
        let mut met = Vec::new();
        for worker in &self.batch.workers {
            self.generated += worker.expanded.iter().map(|e| e.generated as u64).sum::<u64>();
            let mut neighbours = worker.neighbours.iter();
            for expanded in &worker.expanded {
                let found = neighbours.by_ref().take(expanded.neighbours);
                met.extend(found.map(|&(next, estimates)| (expanded.id, next, estimates)));
            }
        }
        for (id, next, estimates) in met {
            let key = *self.side(way).store.key(id);
            let ahead = self.batch.expander().estimates(space, &key).ahead(way);
            self.meet(space, way, &next, class.f - ahead + 1, estimates);
        }
    }

    /// Takes the solution through a state that the other side holds and this one
    /// reaches in `moves`.
    fn meet(&mut self, space: &Space<K>, way: Way, key: &K, moves: u16, estimates: Estimates) {
        let other = way.other();
        let store = &self.side(other).store;
        let id = store.find(key).expect("it was found there");
        let others = store.class_of(id).f - estimates.ahead(other);
        self.take_path(space, way, key, moves, Some(others));
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
