//! Rounds of the prover: many states of one side are expanded on all threads, then their children
//! are stored.
//!
//! The shards of a store are divided into sections. In the first half of a round each section
//! expands states of its own and sorts the children by section; in the second half each section
//! stores those that belong to it. Cost and verdict do not depend on the number of threads. What
//! is stored does a little: which states are refuted depends on which thread has learnt which
//! landmark first.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::section::{
    End, Neighbour, Raise, RoundContext, SECTIONS, SHARDS_EACH, Section, section_of,
};
use super::side::Side;
use crate::search::base::arena::Full;
use crate::search::base::key::Key;
use crate::search::base::pool::{for_all, thread_index};
use crate::search::base::space::Space;
use crate::search::engine::pruning::counters::Counters;
use crate::search::engine::pruning::expander::Expander;
use crate::search::engine::states::bucket::Bucket;
use crate::search::engine::states::layout::Layout;
use crate::search::engine::states::move_pruning::CreatingMove;
use crate::search::engine::states::shard::Shard;
use crate::search::engine::states::store::{MemoryBudget, Store};

/// The result of a round.
pub struct RoundResult<K> {
    pub ends: Vec<End<K>>,
    pub done: Counters,
    /// The raise is complete.
    pub is_over: bool,
    /// The deadline came: some states were not examined, and nothing was stored. No round may
    /// follow.
    pub is_cut: bool,
}

/// Working memory for rounds.
pub struct Rounds<K> {
    sections: Vec<Section<K>>,
    /// By the section they come from and the section they belong to.
    neighbours: Vec<Vec<Vec<Neighbour<K>>>>,
    /// One for each thread.
    expanders: Vec<Mutex<Expander>>,
}

impl<K: Key> Rounds<K> {
    pub fn new(threads: usize, expander: impl Fn() -> Expander) -> Self {
        let sections = (0..SECTIONS).map(|_| Section::new()).collect();
        let queues = || (0..SECTIONS).map(|_| Vec::new()).collect();
        let neighbours = (0..SECTIONS).map(|_| queues()).collect();
        let expanders = (0..threads.max(1)).map(|_| Mutex::new(expander())).collect();
        Self { sections, neighbours, expanders }
    }

    /// Returns an expander for single states.
    pub fn expander(&mut self) -> &mut Expander {
        self.expanders[0].get_mut().expect("no thread panicked")
    }

    /// Must be called before the first round of a raise, in which `seeds` are new.
    pub fn rewind(&mut self, layout: &Layout, seeds: &[(K, Bucket)]) {
        for section in &mut self.sections {
            section.cursors = Default::default();
            section.fresh.clear();
        }
        for &(key, bucket) in seeds {
            let seed = Neighbour { key, bucket, created_by: CreatingMove::UNKNOWN };
            self.sections[section_of(layout, &key)].fresh.push(seed);
        }
    }

    /// Expands about `states` states of `side`.
    pub fn run(
        &mut self,
        space: &Space<K>,
        side: &mut Side<K>,
        other: Option<&Store>,
        raise: &Raise,
        states: u64,
        memory: &MemoryBudget,
    ) -> Result<RoundResult<K>, Full> {
        let quota = states.div_ceil(SECTIONS as u64);
        let (two_sided, layout) = (side.two_sided, side.store.layout);
        let is_changing = space.changing().is_some();
        let context = RoundContext { space, raise, two_sided, is_changing, other, layout, quota };
        self.expand(&context, &mut side.store.shards);
        if self.is_over() {
            return Ok(RoundResult { is_cut: true, ..self.collect() });
        }
        if !self.store(&context, &mut side.store.shards, memory) {
            return Err(Full);
        }
        Ok(self.collect())
    }

    /// Says whether the deadline has come: then some states may not have been examined.
    fn is_over(&mut self) -> bool {
        let mut expanders = self.expanders.iter_mut();
        expanders.any(|expander| expander.get_mut().expect("no thread panicked").is_over_now())
    }

    fn expand(&mut self, context: &RoundContext<'_, K>, shards: &mut [Shard]) {
        let expanders = &self.expanders;
        let sections = self.sections.iter_mut().zip(&mut self.neighbours);
        let jobs = sections.zip(shards.chunks_mut(SHARDS_EACH)).enumerate();
        for_all(expanders.len(), jobs, |(nth, ((section, neighbours), shards))| {
            // With one thread the current pool, if any, is not ours.
            let thread = thread_index() % expanders.len();
            let mut expander = expanders[thread].lock().expect("no thread panicked");
            section.expand(context, nth * SHARDS_EACH, shards, &mut expander, neighbours);
        });
    }

    /// Stores all children; returns false if memory ran out.
    fn store(
        &mut self,
        context: &RoundContext<'_, K>,
        shards: &mut [Shard],
        memory: &MemoryBudget,
    ) -> bool {
        let (is_full, neighbours) = (AtomicBool::new(false), &self.neighbours);
        let jobs = self.sections.iter_mut().zip(shards.chunks_mut(SHARDS_EACH)).enumerate();
        for_all(self.expanders.len(), jobs, |(nth, (section, shards))| {
            let from_all = neighbours.iter().flat_map(|from| &from[nth]).copied();
            if section.store(context, shards, from_all, memory).is_err() {
                is_full.store(true, Ordering::Relaxed);
            }
        });
        !is_full.into_inner()
    }

    fn collect(&mut self) -> RoundResult<K> {
        let (ends, done) = (Vec::new(), Counters::default());
        let mut all = RoundResult { ends, done, is_over: true, is_cut: false };
        for section in &mut self.sections {
            all.ends.append(&mut section.ends);
            all.done += std::mem::take(&mut section.done);
            all.is_over &=
                section.fresh.is_empty() && section.cursors.iter().all(|cursor| cursor.is_done);
        }
        all
    }

    /// Returns the memory held.
    pub fn memory_bytes(&self) -> u64 {
        let fresh: usize = self.sections.iter().map(|section| section.fresh.capacity()).sum();
        let neighbours: usize = self.neighbours.iter().flatten().map(Vec::capacity).sum();
        let of = |expander: &Mutex<Expander>| {
            expander.lock().map_or(0, |expander| expander.memory_bytes())
        };
        let tables: u64 = self.expanders.iter().map(of).sum();
        tables + ((fresh + neighbours) * size_of::<Neighbour<K>>()) as u64
    }

    /// Returns the memory that a state's children take until they are stored.
    pub fn bytes_per_state(space: &Space<K>) -> u64 {
        /// Pushes of a tile, about: four forward, and on most boards few more backward.
        const PUSHES: u64 = 4;
        let pushes = PUSHES * (space.tile_count() as u64).max(1);
        pushes * size_of::<Neighbour<K>>() as u64
    }
}
