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
//!    to at least 2C − 1, and no state is held by both (or is an end) at moves that
//!    add up to C or less;
//! 2. no push from a state of one side leads beyond its k to a state of the other.
//!
//! For take the first state m of such a solution that lies beyond k forward. Its b
//! backward is at most 2C − (k + 1), so the backward side holds it, and the push to
//! m is one of those looked at in 2. Without such an m the goal itself is held.
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

use std::collections::VecDeque;

use super::expand::{Delta, Deltas, Estimates, Expander, Way};
use super::store::{Class, Id, Store};
use crate::search::algorithm::{Answer, Counts};
use crate::search::arena::Full;
use crate::search::key::Key;
use crate::search::space::Space;

/// What a step of the prover led to.
pub enum Progressed {
    /// Nothing in particular.
    More,
    /// A better solution, as the states along it.
    Found,
    /// There is nothing left to look at.
    Done(Answer),
}

/// One side of the search.
struct Side<K> {
    store: Store<K>,
    /// The states that it begins at, with the estimate ahead.
    seeds: Vec<(K, u16)>,
    /// The least f, and b, of its seeds.
    least: u16,
    /// Classes up to this b are filled or pending.
    k: u16,
    pending: VecDeque<Class>,
}

/// What is being done, and how far it has come.
enum Task {
    /// Filling a class from one source after the other.
    Fill { way: Way, class: Class, source: usize, at: Option<Id>, deltas: Deltas },
    /// Looking beyond k: the classes to look from, and the next state.
    Probe { way: Way, classes: Vec<(Class, Id, Id)>, at: Id },
}

/// A proof under way.
pub struct Prover<K> {
    expander: Expander,
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
    neighbours: Vec<(K, Estimates)>,
}

impl<K: Key> Prover<K> {
    /// Prepares the proof for a start that is no goal. `seeds` are all goal states,
    /// or nothing when they are too many.
    pub fn new(
        space: &Space<K>,
        mut expander: Expander,
        seeds: Option<Vec<K>>,
        max_moves: u16,
        memory_bytes: u64,
    ) -> Self {
        let start = expander.estimates(space, &space.start);
        let bound = start.to_goal;
        let side = |seeds: Vec<(K, u16)>, k| {
            let least = seeds.iter().map(|&(_, ahead)| ahead).min().unwrap_or(0);
            let pending = VecDeque::from([Class { b: least.min(k), f: least }]);
            Side { store: Store::new(), seeds, least, k, pending }
        };
        let forward = side(vec![(space.start, bound)], if seeds.is_some() { bound } else { 0 });
        let backward = seeds.map(|seeds| {
            let ahead = |key: K| (key, expander.estimates(space, &key).to_start);
            side(seeds.into_iter().map(ahead).collect(), bound)
        });
        Self {
            expander,
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
            neighbours: Vec::new(),
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
                Some(task) => self.advance(space, task, &mut left)?,
                None => {
                    left -= 1;
                    if self.choose_task() {
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

    fn ways(&self) -> impl Iterator<Item = Way> + use<K> {
        let count = if self.backward.is_some() { 2 } else { 1 };
        Way::BOTH.into_iter().take(count)
    }

    /// Sets the next task, or a higher bound. Returns true when a side holds all
    /// states that it can reach, so that nothing is left to look at.
    fn choose_task(&mut self) -> bool {
        for way in self.ways() {
            if let Some(class) = self.side_mut(way).pending.pop_front() {
                self.side_mut(way).store.begin(class);
                let deltas = Deltas::default();
                self.add_seeds(way, class);
                self.task = Some(Task::Fill { way, class, source: 0, at: None, deltas });
                return false;
            }
        }
        if self.ways().any(|way| self.is_exhausted(way)) {
            return true;
        }
        let two_sided = self.backward.as_ref().map(|side| side.k);
        match two_sided {
            Some(k) if u32::from(self.forward.k) + u32::from(k) < 2 * u32::from(self.bound) - 1 => {
                let way = self.smaller_frontier();
                let (bound, side) = (self.bound, self.side_mut(way));
                side.k += 1;
                let b = side.k;
                side.pending.extend((side.least..=bound).map(|f| Class { b, f }));
            }
            Some(_) if !self.probed => {
                self.probed = true;
                self.task = Some(self.probe(self.smaller_frontier()));
            }
            _ => {
                self.bound += 1;
                self.probed = false;
                let f = self.bound;
                for way in self.ways() {
                    let side = self.side_mut(way);
                    let classes = side.least.min(side.k)..=side.k;
                    side.pending.extend(classes.map(|b| Class { b, f }));
                }
            }
        }
        false
    }

    /// Returns the way on which a higher k is likely to cost less: that with fewer
    /// states to look from.
    fn smaller_frontier(&self) -> Way {
        let frontier = |way| -> u64 {
            let side = self.side(way);
            let near = side.store.classes().filter(|(class, _)| class.b + 2 > side.k);
            near.map(|(_, members)| u64::from(members.end - members.first)).sum()
        };
        if frontier(Way::Forward) <= frontier(Way::Backward) { Way::Forward } else { Way::Backward }
    }

    /// Says whether no push from a stored state leads to a class not filled yet.
    fn is_exhausted(&self, way: Way) -> bool {
        let side = self.side(way);
        let seeded = side
            .seeds
            .iter()
            .all(|&(_, ahead)| self.backward.is_none() || ahead <= self.bound && ahead <= side.k);
        seeded
            && side.store.classes().all(|(class, members)| {
                let beyond =
                    self.deltas_where(way, class, |next| next.f > self.bound || next.b > side.k);
                !members.deltas.intersects(beyond)
            })
    }

    /// Returns the class after a push, going `way`.
    fn class_after(&self, way: Way, class: Class, delta: Delta) -> Class {
        let (own, other) = match way {
            Way::Forward => (delta.goal, delta.start),
            Way::Backward => (delta.start, delta.goal),
        };
        let f = class.f + (1 + own) as u16;
        let b = if self.backward.is_some() { class.b + (2 + own - other) as u16 } else { 0 };
        Class { b, f }
    }

    fn deltas_where(&self, way: Way, class: Class, is: impl Fn(Class) -> bool) -> Deltas {
        let fits = Delta::all().filter(|&delta| is(self.class_after(way, class, delta)));
        fits.fold(Deltas::default(), Deltas::with)
    }

    fn add_seeds(&mut self, way: Way, class: Class) {
        let two_sided = self.backward.is_some();
        let memory = self.spare();
        let side = self.side_mut(way);
        for &(key, ahead) in &side.seeds {
            if ahead == class.f && (ahead == class.b || !two_sided) {
                side.store.insert(key, memory).expect("the seeds are few");
            }
        }
    }

    fn memory_now(&self) -> u64 {
        let backward = self.backward.as_ref().map_or(0, |side| side.store.memory_bytes());
        self.forward.store.memory_bytes() + backward + self.expander.memory_bytes()
    }

    fn spare(&self) -> u64 {
        self.memory_bytes.saturating_sub(self.memory_now())
    }

    fn advance(&mut self, space: &Space<K>, task: Task, left: &mut u64) -> Result<(), Full> {
        match task {
            Task::Fill { .. } => self.fill(space, task, left),
            Task::Probe { way, classes, at } => {
                self.run_probe(space, way, classes, at, left);
                Ok(())
            }
        }
    }

    /// Returns the class from which `delta` leads to `class`, if there can be one.
    fn source_of(&self, way: Way, class: Class, delta: Delta) -> Option<Class> {
        let step = self.class_after(way, Class { b: 0, f: 0 }, delta);
        Some(Class { b: class.b.checked_sub(step.b)?, f: class.f.checked_sub(step.f)? })
    }

    fn fill(&mut self, space: &Space<K>, task: Task, left: &mut u64) -> Result<(), Full> {
        let Task::Fill { way, class, mut source, mut at, mut deltas } = task else {
            unreachable!("only called to fill")
        };
        // Sources in the class itself come last: it grows while they are looked at.
        let mut sources: Vec<Delta> = Delta::all().collect();
        sources.sort_by_key(|&delta| self.source_of(way, class, delta) == Some(class));
        let wanted_within = self.deltas_where(way, class, |next| next == class);
        while let Some(&delta) = sources.get(source) {
            let Some(from) = self.source_of(way, class, delta) else {
                source += 1;
                continue;
            };
            let within = from == class;
            let wanted = if within { wanted_within } else { Deltas::default().with(delta) };
            let members = self.members_to_visit(way, from, within, wanted);
            let mut id = at.unwrap_or(members.start);
            while id < if within { self.side(way).store.len() } else { members.end } {
                if *left == 0 {
                    self.task = Some(Task::Fill { way, class, source, at: Some(id), deltas });
                    return Ok(());
                }
                let known = self.side(way).store.deltas(id);
                if known.is_empty() || known.intersects(wanted) {
                    *left -= 1;
                    let found = self.visit(space, way, id, wanted, class)?;
                    deltas = if within { deltas.union(found) } else { deltas };
                } else if within {
                    deltas = deltas.union(known);
                }
                id += 1;
            }
            at = None;
            if within {
                break;
            }
            source += 1;
        }
        self.side_mut(way).store.end(deltas);
        Ok(())
    }

    fn members_to_visit(
        &self,
        way: Way,
        from: Class,
        within: bool,
        wanted: Deltas,
    ) -> std::ops::Range<Id> {
        let store = &self.side(way).store;
        if within {
            return store.first_of_last_class()..store.len();
        }
        match store.members(from) {
            Some(members) if members.deltas.intersects(wanted) => members.first..members.end,
            _ => 0..0,
        }
    }

    /// Stores the neighbours of a state that `wanted` pushes lead to; they belong to
    /// `class`. Returns what all its pushes change.
    fn visit(
        &mut self,
        space: &Space<K>,
        way: Way,
        id: Id,
        wanted: Deltas,
        class: Class,
    ) -> Result<Deltas, Full> {
        let key = *self.side(way).store.key(id);
        let mut neighbours = std::mem::take(&mut self.neighbours);
        neighbours.clear();
        let found = self.expander.expand(space, way, &key, wanted, |next, estimates| {
            neighbours.push((next, estimates));
        });
        if self.side(way).store.deltas(id).is_empty() {
            self.expanded += 1;
            self.side_mut(way).store.set_deltas(id, found);
        }
        self.generated += neighbours.len() as u64;
        let spare = self.spare();
        let mut result = Ok(found);
        for &(next, estimates) in &neighbours {
            match self.side_mut(way).store.insert(next, spare) {
                Ok(true) => {
                    let moves = class.f - estimates.ahead(way);
                    if estimates.ahead(way) == 0 {
                        self.take_path(space, way, &next, moves, None);
                    } else {
                        self.meet(space, way, &next, moves, estimates);
                    }
                }
                Ok(false) => {}
                Err(full) => result = Err(full),
            }
        }
        self.neighbours = neighbours;
        result
    }

    /// Looks whether the other side holds a state that this one reaches in `moves`.
    fn meet(&mut self, space: &Space<K>, way: Way, key: &K, moves: u16, estimates: Estimates) {
        if self.backward.is_none() {
            return;
        }
        let other = way.other();
        let store = &self.side(other).store;
        let Some(id) = store.find(key) else { return };
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
        let mut path = self.chain(space, way, key, moves);
        path.reverse();
        path.push(*key);
        if let Some(others) = others {
            path.extend(self.chain(space, way.other(), key, others));
        }
        if way == Way::Backward {
            path.reverse();
        }
        self.path = path;
    }

    /// Returns the states from `key`, which lies `moves` from the end of `way`, to
    /// that end, without `key`.
    fn chain(&mut self, space: &Space<K>, way: Way, key: &K, moves: u16) -> Vec<K> {
        let mut chain = Vec::new();
        let mut at = *key;
        for left in (0..moves).rev() {
            let mut back = None;
            let store = match way {
                Way::Forward => &self.forward.store,
                Way::Backward => &self.backward.as_ref().expect("it has one").store,
            };
            self.expander.expand(space, way.other(), &at, Deltas::ALL, |next, estimates| {
                if back.is_none()
                    && let Some(id) = store.find(&next)
                    && store.class_of(id).f == left + estimates.ahead(way)
                {
                    back = Some(next);
                }
            });
            at = back.expect("a stored state was reached from one a move nearer");
            chain.push(at);
        }
        chain
    }

    fn probe(&self, way: Way) -> Task {
        let side = self.side(way);
        let near = side
            .store
            .classes()
            .filter(|&(class, members)| members.deltas.intersects(self.deltas_beyond(way, class)));
        let mut classes: Vec<_> =
            near.map(|(class, members)| (class, members.first, members.end)).collect();
        classes.sort_unstable();
        classes.reverse();
        let at = classes.last().map_or(0, |&(_, first, _)| first);
        Task::Probe { way, classes, at }
    }

    /// Returns the pushes that lead beyond k but may belong to a solution.
    fn deltas_beyond(&self, way: Way, class: Class) -> Deltas {
        let k = self.side(way).k;
        self.deltas_where(way, class, |next| next.b > k && next.f <= self.bound)
    }

    fn run_probe(
        &mut self,
        space: &Space<K>,
        way: Way,
        mut classes: Vec<(Class, Id, Id)>,
        mut at: Id,
        left: &mut u64,
    ) {
        while let Some(&(class, _, end)) = classes.last() {
            let wanted = self.deltas_beyond(way, class);
            while at < end {
                if *left == 0 {
                    self.task = Some(Task::Probe { way, classes, at });
                    return;
                }
                if self.side(way).store.deltas(at).intersects(wanted) {
                    *left -= 1;
                    self.look_beyond(space, way, at, class, wanted);
                }
                at += 1;
            }
            classes.pop();
            at = classes.last().map_or(0, |&(_, first, _)| first);
        }
    }

    fn look_beyond(&mut self, space: &Space<K>, way: Way, id: Id, class: Class, wanted: Deltas) {
        let key = *self.side(way).store.key(id);
        let mut neighbours = std::mem::take(&mut self.neighbours);
        neighbours.clear();
        let estimates = self.expander.estimates(space, &key);
        self.expander.expand(space, way, &key, wanted, |next, estimates| {
            neighbours.push((next, estimates));
        });
        self.generated += neighbours.len() as u64;
        let moves = class.f - estimates.ahead(way) + 1;
        for &(next, estimates) in &neighbours {
            if estimates.ahead(way) == 0 {
                self.take_path(space, way, &next, moves, None);
            } else {
                self.meet(space, way, &next, moves, estimates);
            }
        }
        self.neighbours = neighbours;
    }
}
