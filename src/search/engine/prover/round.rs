//! Rounds of the prover: many states of one side are expanded at once on all threads,
//! then their neighbours are stored. Cost and verdict do not depend on the number of threads; nor
//! does what is stored, as long as the same tests are made ([`crate::search::engine::pruning::meter`]: what they take depends
//! a little on which thread has learnt what).
//!
//! The shards of a store are divided into sections. In the first half of a round each
//! section expands states of its own and sorts the neighbours by section; in the
//! second half each section stores those that belong to it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::side::{Due, Side};
use crate::search::arena::Full;
use crate::search::engine::pruning::Question;
use crate::search::engine::pruning::counters::Done;
use crate::search::engine::pruning::expander::{Expander, Look};
use crate::search::engine::pruning::meter::{Bred, LEVELS, Looked, Tests};
use crate::search::engine::states::class::{Class, Estimates, Way};
use crate::search::engine::states::layout::{Info, Place, Pushes, SHARDS, Shape};
use crate::search::engine::states::move_pruning::Arrival;
use crate::search::engine::states::shard::{Inserted, Shard, TOGETHER, Walk, fetch};
use crate::search::engine::states::store::{Memory, Store};
use crate::search::key::Key;
use crate::search::pool::{for_all, thread_index};
use crate::search::space::Space;

/// Sections of a store: so many that threads which have none left wait little for the last.
pub const SECTIONS: usize = 32;

const SHARDS_EACH: usize = SHARDS / SECTIONS;

/// Slots that are looked at for one state that is expanded, at most.
const SLOTS_PER_STATE: usize = 64;

/// What the states of a side are looked at for.
pub struct Pass {
    pub way: Way,
    pub due: Due,
    /// It will hold all states up to here.
    pub to: Class,
    /// Neighbours beyond that are looked for on the other side.
    pub probes: bool,
}

/// A state through which a solution leads.
#[derive(Clone, Copy)]
pub struct End<K> {
    pub key: K,
    /// Moves from where the side began.
    pub moves: u16,
    pub estimates: Estimates,
    /// What is kept of it on the other side; `None` if it is the other end.
    pub others: Option<Info>,
}

/// A neighbour to be stored, or just stored.
#[derive(Clone, Copy)]
struct Neighbour<K> {
    key: K,
    class: Class,
    arrival: Arrival,
}

/// The state of one section in a pass, and what it did in a round.
struct Section<K> {
    walks: [Walk; SHARDS_EACH],
    /// States just stored that have not been looked at.
    fresh: Vec<Neighbour<K>>,
    /// States beyond what is held, to be looked for on the other side.
    beyond: Vec<End<K>>,
    ends: Vec<End<K>>,
    done: Done,
}

/// What happened in a round.
pub struct Rounded<K> {
    pub ends: Vec<End<K>>,
    pub done: Done,
    /// All states have been looked at that the pass is about.
    pub is_over: bool,
    /// The deadline has come: some were not looked at, and nothing was stored. No more rounds.
    pub is_cut: bool,
}

/// Working memory for rounds.
pub struct Rounds<K> {
    sections: Vec<Section<K>>,
    /// By the section that they come from and the section that they belong to.
    neighbours: Vec<Vec<Vec<Neighbour<K>>>>,
    /// One for each thread.
    expanders: Vec<Mutex<Expander>>,
}

/// What all sections need to know in a round.
struct Order<'a, K> {
    space: &'a Space<K>,
    pass: &'a Pass,
    tests: Tests,
    two_sided: bool,
    other: Option<&'a Store>,
    shape: Shape,
    /// States that a section expands, at most.
    quota: u64,
}

impl<K: Key> Rounds<K> {
    pub fn new(threads: usize, expander: impl Fn() -> Expander) -> Self {
        let sections = (0..SECTIONS).map(|_| Section::new()).collect();
        let buckets = || (0..SECTIONS).map(|_| Vec::new()).collect();
        let neighbours = (0..SECTIONS).map(|_| buckets()).collect();
        let expanders = (0..threads.max(1)).map(|_| Mutex::new(expander())).collect();
        Self { sections, neighbours, expanders }
    }

    /// Returns an expander for single states.
    pub fn expander(&mut self) -> &mut Expander {
        self.expanders[0].get_mut().expect("no thread panicked")
    }

    /// Must be called before the first round of a pass, in which `seeds` are new.
    pub fn rewind(&mut self, shape: &Shape, seeds: &[(K, Class)]) {
        for section in &mut self.sections {
            section.walks = Default::default();
            section.fresh.clear();
        }
        for &(key, class) in seeds {
            let seed = Neighbour { key, class, arrival: Arrival::UNKNOWN };
            self.sections[section_of(shape, &key)].fresh.push(seed);
        }
    }

    /// Expands about `states` states of `side`.
    pub fn run(
        &mut self,
        space: &Space<K>,
        side: &mut Side<K>,
        other: Option<&Store>,
        pass: &Pass,
        states: u64,
        memory: &Memory,
    ) -> Result<Rounded<K>, Full> {
        let quota = states.div_ceil(SECTIONS as u64);
        let (two_sided, shape) = (side.two_sided, side.store.shape);
        let order = Order { space, pass, tests: side.tests, two_sided, other, shape, quota };
        self.expand(&order, &mut side.store.shards);
        if self.is_over() {
            return Ok(Rounded { is_cut: true, ..self.sum_up() });
        }
        if !self.store(&order, &mut side.store.shards, memory) {
            return Err(Full);
        }
        Ok(self.sum_up())
    }

    /// Says whether the deadline has come: then some states may not have been looked at.
    fn is_over(&mut self) -> bool {
        let mut expanders = self.expanders.iter_mut();
        expanders.any(|expander| expander.get_mut().expect("no thread panicked").is_over_now())
    }

    fn expand(&mut self, order: &Order<'_, K>, shards: &mut [Shard]) {
        let expanders = &self.expanders;
        let sections = self.sections.iter_mut().zip(&mut self.neighbours);
        let jobs = sections.zip(shards.chunks_mut(SHARDS_EACH)).enumerate();
        for_all(expanders.len(), jobs, |(nth, ((section, neighbours), shards))| {
            // With one thread there may be a pool around it, but it is not ours.
            let thread = thread_index() % expanders.len();
            let mut expander = expanders[thread].lock().expect("no thread panicked");
            section.expand(order, nth * SHARDS_EACH, shards, &mut expander, neighbours);
        });
    }

    /// Stores all neighbours; returns false if memory was lacking.
    fn store(&mut self, order: &Order<'_, K>, shards: &mut [Shard], memory: &Memory) -> bool {
        let (is_full, neighbours) = (AtomicBool::new(false), &self.neighbours);
        let jobs = self.sections.iter_mut().zip(shards.chunks_mut(SHARDS_EACH)).enumerate();
        for_all(self.expanders.len(), jobs, |(nth, (section, shards))| {
            let from_all = neighbours.iter().flat_map(|from| &from[nth]).copied();
            if section.store(order, shards, from_all, memory).is_err() {
                is_full.store(true, Ordering::Relaxed);
            }
        });
        !is_full.into_inner()
    }

    fn sum_up(&mut self) -> Rounded<K> {
        let (ends, done) = (Vec::new(), Done::default());
        let mut all = Rounded { ends, done, is_over: true, is_cut: false };
        for section in &mut self.sections {
            all.ends.append(&mut section.ends);
            all.done += std::mem::take(&mut section.done);
            all.is_over &=
                section.fresh.is_empty() && section.walks.iter().all(|walk| walk.is_done);
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

    /// Returns the memory that a state's neighbours take until they are stored.
    pub fn bytes_per_state(space: &Space<K>) -> u64 {
        /// Pushes that a tile may have, about: four of them forward, and backward not
        /// many more on most boards.
        const PUSHES: u64 = 4;
        let pushes = PUSHES * (space.tile_count() as u64).max(1);
        pushes * size_of::<Neighbour<K>>() as u64
    }
}

/// Returns to which section a state belongs.
#[inline]
fn section_of<K: Key>(shape: &Shape, key: &K) -> usize {
    shape.place(key).shard / SHARDS_EACH
}

impl<K: Key> Section<K> {
    fn new() -> Self {
        Self {
            walks: Default::default(),
            fresh: Vec::new(),
            beyond: Vec::new(),
            ends: Vec::new(),
            done: Done::default(),
        }
    }

    /// Expands states of `shards`, the first of which is number `first`.
    fn expand(
        &mut self,
        order: &Order<'_, K>,
        first: usize,
        shards: &mut [Shard],
        expander: &mut Expander,
        neighbours: &mut [Vec<Neighbour<K>>],
    ) {
        neighbours.iter_mut().for_each(Vec::clear);
        let shape = &order.shape;
        let mut expanded = Vec::with_capacity(TOGETHER);
        while self.done.looked_at < order.quota && !self.fresh.is_empty() {
            let wanted = (order.quota - self.done.looked_at).min(TOGETHER as u64) as usize;
            for Neighbour { key, class, arrival } in
                self.fresh.split_off(self.fresh.len().saturating_sub(wanted))
            {
                if expander.is_over() {
                    return;
                }
                let info = Info::new(class, arrival, order.pass.due.turn);
                let after = self.look_at(order, info, &key, expander, neighbours);
                expanded.extend(after.map(|after| (key, after)));
            }
            // Only now, for most are held back.
            let places = fetch(shape, shards, expanded.iter().map(|(key, _)| key));
            for ((key, after), place) in expanded.drain(..).zip(places) {
                let shard = &mut shards[place.shard - first];
                let at = shard.find(shape, place.order, &key).expect("it was stored");
                // It may have been reached by a shorter way since.
                if shard.info_at(shape, at).class == after.class {
                    shard.set_info(shape, at, after);
                }
            }
        }
        let mut slots = order.quota as usize * SLOTS_PER_STATE;
        for (nth, shard) in shards.iter_mut().enumerate() {
            let mut walk = self.walks[nth];
            while !walk.is_done && self.done.looked_at < order.quota && slots > 0 {
                let next = shard.next(shape, &mut walk, &mut slots);
                let wanted = next.filter(|&(at, _)| order.is_wanted(shard.info_at(shape, at)));
                if let Some((at, rank)) = wanted {
                    if expander.is_over() {
                        return;
                    }
                    let place = Place { shard: first + nth, order: rank };
                    let (key, info) = (shard.key_at(shape, place, at), shard.info_at(shape, at));
                    let after = self.look_at(order, info, &key, expander, neighbours);
                    let turn = order.pass.due.turn;
                    shard.set_info(shape, at, Info { turn, ..after.unwrap_or(info) });
                }
            }
            self.walks[nth] = walk;
        }
        self.probe(order);
    }

    /// Expands a state, unless it is held back. Returns what is known of it then.
    fn look_at(
        &mut self,
        order: &Order<'_, K>,
        info: Info,
        key: &K,
        expander: &mut Expander,
        neighbours: &mut [Vec<Neighbour<K>>],
    ) -> Option<Info> {
        let (ends, beyond, way) = (&mut self.ends, &mut self.beyond, order.pass.way);
        let is_new = info.is_new();
        let wanted = order.pass.due.pushes(info.class, info.is_open());
        let (spare, question) = (order.spare(info.class), order.question(info));
        let wanted_all = wanted.keep.union(wanted.probe);
        let look = Look { pushes: info.pushes, wanted: wanted_all, question };
        let mut generated = 0;
        let mut bred = [Bred::default(); LEVELS];
        let deltas = expander.children(order.space, way, key, look, |mut child| {
            generated += 1;
            let (estimates, delta) = (child.estimates, child.delta);
            let class = info.class.after(way, delta, order.two_sided);
            let moves = class.f - estimates.ahead(way);
            if wanted.probe.contains(delta) {
                beyond.push(End { key: child.key(), moves, estimates, others: None });
            }
            if wanted.keep.contains(delta) {
                let spare = order.spare(class);
                if let Some(bred) = bred.get_mut(spare) {
                    let is_paired = order.tests.early(spare);
                    let is_told = is_paired && child.exceeds(estimates.ahead(way) + spare as u16);
                    bred.paired += u64::from(is_paired);
                    bred.told += u64::from(is_told);
                    bred.kept += u64::from(!is_told);
                    if is_told {
                        return;
                    }
                }
                let key = child.key();
                if estimates.ahead(way) == 0 {
                    ends.push(End { key, moves, estimates, others: None });
                }
                let to = section_of(&order.shape, &key);
                neighbours[to].push(Neighbour { key, class, arrival: child.arrival() });
            }
        });
        self.done.looked_at += 1;
        self.done.generated += generated;
        if let Some(level) = self.done.levels.get_mut(spare) {
            level.note(Looked {
                question,
                is_held_back: deltas.is_none(),
                is_by_conflicts: expander.is_by_conflicts(),
                is_by_relaxed: expander.is_by_relaxed(),
                is_by_packing: expander.is_by_packing().filter(|_| question.is_some()),
                effort: expander.take_effort(),
                bred,
            });
        }
        let deltas = deltas?;
        let mut is_part = false;
        for (level, bred) in self.done.levels.iter_mut().zip(bred) {
            level.note_bred(bred);
            self.done.paired += bred.paired;
            self.done.left_out += bred.told;
            is_part |= bred.told > 0;
        }
        self.done.expanded += u64::from(is_new);
        self.done.pushes += expander.pushes() as u64;
        if self.beyond.len() >= TOGETHER {
            self.probe(order);
        }
        let pushes = match info.pushes {
            _ if !is_part => Pushes::Change(deltas),
            Pushes::New(arrival) | Pushes::Part(arrival) => Pushes::Part(arrival),
            Pushes::Change(_) => Pushes::Part(Arrival::UNKNOWN),
        };
        Some(Info { pushes, ..info })
    }

    /// Looks for the states beyond on the other side.
    fn probe(&mut self, order: &Order<'_, K>) {
        let Some(other) = order.other else { return };
        for states in self.beyond.chunks(TOGETHER) {
            let places = fetch(&other.shape, &other.shards, states.iter().map(|end| &end.key));
            for (end, place) in states.iter().zip(places) {
                if let Some(found) = other.find_at(place, &end.key) {
                    self.ends.push(End { others: Some(found), ..*end });
                }
            }
        }
        self.beyond.clear();
    }

    /// Stores those that are not there yet.
    fn store(
        &mut self,
        order: &Order<'_, K>,
        shards: &mut [Shard],
        mut neighbours: impl Iterator<Item = Neighbour<K>>,
        memory: &Memory,
    ) -> Result<(), Full> {
        let (shape, allowed) = (&order.shape, |bytes| memory.take(bytes));
        let mut some: Vec<Neighbour<K>> = Vec::with_capacity(TOGETHER);
        loop {
            some.clear();
            some.extend(neighbours.by_ref().take(TOGETHER));
            if some.is_empty() {
                return Ok(());
            }
            let places = fetch(shape, shards, some.iter().map(|neighbour| &neighbour.key));
            for (&neighbour, place) in some.iter().zip(places) {
                let Neighbour { key, class, arrival } = neighbour;
                let nth = place.shard % SHARDS_EACH;
                let info = Info::new(class, arrival, order.pass.due.turn);
                let inserted = shards[nth].insert(shape, place.order, &key, info, &allowed)?;
                if inserted == Inserted::Added {
                    self.walks[nth].lose_place();
                }
                if inserted != Inserted::Known {
                    self.fresh.push(neighbour);
                }
            }
        }
    }
}

impl<K> Order<'_, K> {
    /// Returns the moves to spare of a state.
    #[inline]
    fn spare(&self, class: Class) -> usize {
        usize::from(self.pass.to.f - class.f)
    }

    /// Returns what is asked of a state before it is expanded, if anything is: a side begins
    /// at its seeds whatever they need, for what it costs is guessed from where they lead.
    #[inline]
    fn question(&self, info: Info) -> Option<Question> {
        let is_reached = matches!(info.pushes, Pushes::New(from) if from != Arrival::UNKNOWN);
        let spare = self.spare(info.class) as u16;
        self.tests.question(spare).filter(|_| is_reached)
    }

    /// Says whether a walk is to look at a state: one that was held before this pass and was
    /// held back then, or has pushes that are wanted. Others are fresh: also where they would have
    /// been due before, but were reached only through such as were held back.
    #[inline]
    fn is_wanted(&self, info: Info) -> bool {
        let due = &self.pass.due;
        if info.is_open() {
            return info.turn != due.turn;
        }
        let wanted = due.pushes(info.class, false);
        due.was_due(info.class) && info.deltas().intersects(wanted.keep.union(wanted.probe))
    }
}
