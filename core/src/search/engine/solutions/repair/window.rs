//! Searches for a shorter way between two states of a solution: breadth first from both ends,
//! through states that can lie on a way that is short enough.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::puzzle::random::Random;
use crate::search::clock::Watch;
use crate::search::engine::states::bucket::Way;
use crate::search::engine::states::move_pruning::{CreatingMove, Footprint};
use crate::search::engine::states::slides::{self, Slide};
use crate::search::heuristic::distance::Distances;
use crate::search::key::Key;
use crate::search::space::{Scratch, Space};

/// The result of a step.
pub enum Searched<K> {
    /// Go on.
    More,
    /// The states of a way that is short enough, both ends included.
    Found(Vec<K>),
    /// There is none.
    None,
}

/// What is searched.
pub struct Task<K> {
    /// Two different states.
    pub ends: [K; 2],
    /// The longest way that will do, in moves.
    pub most: u16,
    /// The slots of the tiles that may move: of a colour all or none.
    pub slots: Vec<usize>,
}

/// The search for a way.
pub struct Window<K> {
    task: Task<K>,
    sides: [Side<K>; 2],
}

/// The search from one end.
struct Side<K> {
    way: Way,
    /// By colour and site: the slide distance to the other end.
    ahead: Vec<u16>,
    /// The reached states with their parents; the end is its own.
    before: FxHashMap<K, K>,
    /// The last layer and the next one, with the moves that created the states.
    layer: Vec<(K, CreatingMove)>,
    next: Vec<(K, CreatingMove)>,
    /// Moves of the states in `layer`, and the next of them to be expanded.
    moves: u16,
    at: usize,
}

impl<K: Key> Window<K> {
    pub fn new() -> Self {
        let task = Task { ends: [K::ZERO; 2], most: 0, slots: Vec::new() };
        let sides = [Way::Forward, Way::Backward].map(Side::new);
        Self { task, sides }
    }

    /// Starts to search for a way.
    pub fn begin(&mut self, space: &Space<K>, distances: &Distances, task: Task<K>) {
        let ([one, two], [forward, backward]) = (task.ends, &mut self.sides);
        forward.begin(space, distances, one, &two);
        backward.begin(space, distances, two, &one);
        self.task = task;
    }

    /// Returns the memory held, about.
    pub fn memory_held(&self) -> u64 {
        self.sides.iter().map(Side::memory_held).sum()
    }

    /// Frees its memory.
    pub fn release(&mut self) {
        self.sides = [Way::Forward, Way::Backward].map(Side::new);
    }

    /// Expands at most `states` states, and subtracts those that it expanded.
    pub fn step(
        &mut self,
        space: &Space<K>,
        scratch: &mut Scratch,
        random: &mut Random,
        watch: &mut Watch,
        states: &mut u64,
    ) -> Searched<K> {
        while *states > 0 && !watch.is_over() {
            let [one, two] = &mut self.sides;
            if one.moves + two.moves >= self.task.most {
                return Searched::None;
            }
            let is_second = two.at > 0 || one.at == 0 && two.layer.len() < one.layer.len();
            let (side, other) = if is_second { (two, &*one) } else { (one, &*two) };
            let Some(reached) = side.layer.get(side.at).copied() else {
                if side.next.is_empty() {
                    return Searched::None;
                }
                side.layer.clear();
                std::mem::swap(&mut side.layer, &mut side.next);
                random.shuffle(&mut side.layer);
                (side.moves, side.at) = (side.moves + 1, 0);
                continue;
            };
            *states -= 1;
            side.at += 1;
            let may_take = u32::from(self.task.most - side.moves - 1);
            if let Some(met) =
                side.expand(space, scratch, reached, &self.task.slots, may_take, other)
            {
                return Searched::Found(self.path(met));
            }
        }
        Searched::More
    }

    /// Returns the states along the way through a state that both sides have reached.
    fn path(&self, met: K) -> Vec<K> {
        let [forward, backward] = &self.sides;
        let mut path: Vec<K> = forward.chain(met).collect();
        path.reverse();
        path.push(met);
        path.extend(backward.chain(met));
        path
    }
}

impl<K: Key> Side<K> {
    fn new(way: Way) -> Self {
        Self {
            way,
            ahead: Vec::new(),
            before: FxHashMap::default(),
            layer: Vec::new(),
            next: Vec::new(),
            moves: 0,
            at: 0,
        }
    }

    fn begin(&mut self, space: &Space<K>, distances: &Distances, from: K, to: &K) {
        self.ahead.clear();
        for group in &space.groups {
            let nearest = |site: usize| {
                let to = group.slots().map(|slot| space.site(to, slot));
                to.map(|to| distances.to(to)[site]).min().unwrap_or(0)
            };
            self.ahead.extend((0..distances.sites()).map(nearest));
        }
        self.before.clear();
        self.before.insert(from, from);
        self.layer.clear();
        self.layer.push((from, CreatingMove::UNKNOWN));
        self.next.clear();
        (self.moves, self.at) = (0, 0);
    }

    fn memory_held(&self) -> u64 {
        let reached = self.before.capacity() * (2 * size_of::<K>() + 1);
        let layers =
            (self.layer.capacity() + self.next.capacity()) * size_of::<(K, CreatingMove)>();
        (reached + layers) as u64
    }

    /// Adds the neighbours of a state of the layer that moves of the tiles in these slots lead
    /// to, and that may take no more moves than so many. Returns one that the other side has
    /// reached. Some are left out, for they are reached by others of the layer (see
    /// [`crate::search::engine::states::move_pruning`]).
    fn expand(
        &mut self,
        space: &Space<K>,
        scratch: &mut Scratch,
        (key, created_by): (K, CreatingMove),
        slots: &[usize],
        may_take: u32,
        other: &Self,
    ) -> Option<K> {
        let sites = space.cells.len();
        let (ahead, before, next) = (&self.ahead, &mut self.before, &mut self.next);
        let left = |slot: usize, site: u16| {
            u32::from(ahead[space.group_of(slot) * sites + usize::from(site)])
        };
        space.load(&key, scratch);
        let last = Footprint::new(space, scratch, self.way, created_by);
        // The other tiles have the same sites at both ends.
        let all: u32 = slots.iter().map(|&slot| left(slot, scratch.sites()[slot])).sum();
        let mut met = None;
        let mut visit = |step: Slide| {
            if last.as_ref().is_some_and(|last| last.is_redundant(step)) {
                return;
            }
            let from = scratch.sites()[step.slot];
            if all - left(step.slot, from) + left(step.slot, step.to) > may_take {
                return;
            }
            let child = space.with_moved(&key, scratch.sites(), step.slot, step.to);
            if let Entry::Vacant(place) = before.entry(child) {
                place.insert(key);
                if other.before.contains_key(&child) {
                    met = Some(child);
                }
                let slot = space.slot_after(scratch.sites(), step.slot, step.to);
                next.push((child, CreatingMove::new(slot, step.direction)));
            }
        };
        for &slot in slots {
            slides::each_of(space, scratch, self.way, slot, &mut visit);
        }
        space.unload(scratch);
        met
    }

    /// Returns the states before one that has been reached, back to the end.
    fn chain(&self, key: K) -> impl Iterator<Item = K> {
        let mut at = key;
        std::iter::from_fn(move || {
            let before = self.before[&at];
            let is_end = before == at;
            at = before;
            (!is_end).then_some(before)
        })
    }
}
