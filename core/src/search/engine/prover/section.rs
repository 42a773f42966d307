//! One section of a side's states in a round: expands its own states, then stores the children that
//! belong to it.

use super::side::{Pending, is_within};
use crate::search::base::arena::Full;
use crate::search::base::key::Key;
use crate::search::base::space::Space;
use crate::search::engine::pruning::counters::Counters;
use crate::search::engine::pruning::expander::{Expander, Look};
use crate::search::engine::states::bucket::{Bucket, Deltas, Estimates, Purpose, Way};
use crate::search::engine::states::layout::{Address, Layout, Record, SHARDS};
use crate::search::engine::states::move_pruning::CreatingMove;
use crate::search::engine::states::shard::{Cursor, Inserted, PREFETCH_BATCH, Shard, prefetch};
use crate::search::engine::states::store::{MemoryBudget, Store};

/// Sections of a store: enough that threads wait little for the last one.
pub const SECTIONS: usize = 32;

/// Shards of a section.
pub const SHARDS_EACH: usize = SHARDS / SECTIONS;

/// Slots visited per expanded state, at most: bounds the time of a round.
const SLOTS_PER_STATE: usize = 64;

/// What a raise does with the states of a side.
pub struct Raise {
    pub way: Way,
    pub pending: Pending,
    /// It will store all states up to this bucket.
    pub to: Bucket,
    /// Whether children beyond are looked up on the other side.
    pub probes: bool,
}

impl Raise {
    /// Says what is done with states of `bucket` that a push leads to from one that is open or not.
    fn purpose(&self, bucket: Bucket, is_open: bool) -> Purpose {
        Purpose {
            keep: is_within(bucket, self.to) && (is_open || !self.pending.was_due(bucket)),
            probe: self.probes && bucket.f <= self.to.f && bucket.b > self.to.b,
        }
    }
}

/// A state in which a solution was met.
#[derive(Clone, Copy)]
pub struct End<K> {
    pub key: K,
    /// Moves from where the side began.
    pub moves: u16,
    pub estimates: Estimates,
    /// Its record on the other side; `None` if it is the other end.
    pub others: Option<Record>,
}

/// A child to be stored, or just stored.
#[derive(Clone, Copy)]
pub struct Neighbour<K> {
    pub key: K,
    pub bucket: Bucket,
    pub created_by: CreatingMove,
}

/// A section's state in a raise, and what it did in a round.
pub struct Section<K> {
    pub cursors: [Cursor; SHARDS_EACH],
    /// States just stored that have not been examined.
    pub fresh: Vec<Neighbour<K>>,
    /// States beyond the rectangle, to be looked up on the other side.
    pub beyond: Vec<End<K>>,
    pub ends: Vec<End<K>>,
    pub done: Counters,
}

/// What all sections share in a round.
pub struct RoundContext<'a, K> {
    pub space: &'a Space<K>,
    pub raise: &'a Raise,
    pub two_sided: bool,
    /// Tiles change: pushes may change the estimates by more than 1.
    pub is_changing: bool,
    pub other: Option<&'a Store>,
    pub layout: Layout,
    /// States that a section expands, at most.
    pub quota: u64,
}

/// Returns the section of a state.
#[inline]
pub fn section_of<K: Key>(layout: &Layout, key: &K) -> usize {
    layout.address(key).shard / SHARDS_EACH
}

impl<K: Key> Section<K> {
    pub fn new() -> Self {
        Self {
            cursors: Default::default(),
            fresh: Vec::new(),
            beyond: Vec::new(),
            ends: Vec::new(),
            done: Counters::default(),
        }
    }

    /// Expands states of `shards`, the first of which has number `first`.
    pub fn expand(
        &mut self,
        context: &RoundContext<'_, K>,
        first: usize,
        shards: &mut [Shard],
        expander: &mut Expander,
        neighbours: &mut [Vec<Neighbour<K>>],
    ) {
        neighbours.iter_mut().for_each(Vec::clear);
        let layout = &context.layout;
        let mut expanded = Vec::with_capacity(PREFETCH_BATCH);
        while self.done.examined < context.quota && !self.fresh.is_empty() {
            let wanted = (context.quota - self.done.examined).min(PREFETCH_BATCH as u64) as usize;
            for Neighbour { key, bucket, created_by } in
                self.fresh.split_off(self.fresh.len().saturating_sub(wanted))
            {
                if expander.is_over() {
                    return;
                }
                let record = Record::new(bucket, created_by, context.raise.pending.iteration);
                let after = self.examine(context, record, &key, expander, neighbours);
                expanded.extend(after.map(|after| (key, after)));
            }
            // Only now, since most states are deferred.
            let addresses = prefetch(layout, shards, expanded.iter().map(|(key, _)| key));
            for ((key, after), address) in expanded.drain(..).zip(addresses) {
                let shard = &mut shards[address.shard - first];
                let at = shard.find(layout, address.order, &key).expect("it was stored");
                // It may have been reached by a shorter way since.
                if shard.record_at(layout, at).bucket == after.bucket {
                    shard.set_record(layout, at, after);
                }
            }
        }
        let mut slots = context.quota as usize * SLOTS_PER_STATE;
        for (nth, shard) in shards.iter_mut().enumerate() {
            let mut cursor = self.cursors[nth];
            while !cursor.is_done && self.done.examined < context.quota && slots > 0 {
                let next = shard.next(layout, &mut cursor, &mut slots);
                let wanted = next.filter(|&(at, _)| context.is_wanted(shard.record_at(layout, at)));
                if let Some((at, rank)) = wanted {
                    if expander.is_over() {
                        return;
                    }
                    let address = Address { shard: first + nth, order: rank };
                    let (key, record) =
                        (shard.key_at(layout, address, at), shard.record_at(layout, at));
                    let after = self.examine(context, record, &key, expander, neighbours);
                    let iteration = context.raise.pending.iteration;
                    shard.set_record(layout, at, Record { iteration, ..after.unwrap_or(record) });
                }
            }
            self.cursors[nth] = cursor;
        }
        self.probe(context);
    }

    /// Expands a state unless it is deferred. Returns its new record if it was expanded.
    fn examine(
        &mut self,
        context: &RoundContext<'_, K>,
        record: Record,
        key: &K,
        expander: &mut Expander,
        neighbours: &mut [Vec<Neighbour<K>>],
    ) -> Option<Record> {
        let (ends, beyond, way) = (&mut self.ends, &mut self.beyond, context.raise.way);
        let is_open = record.is_open();
        let wanted = context.raise.pending.pushes(record.bucket, is_open);
        let slack = context.checked_slack(record);
        let wanted_all = context.all_if_changing(wanted.keep.union(wanted.probe));
        let look = Look { expansion: record.expansion, wanted: wanted_all, slack };
        let (mut generated, mut out) = (0, 0);
        let deltas = expander.children(context.space, way, key, look, |child| {
            generated += 1;
            let (estimates, delta) = (child.estimates, child.delta);
            let bucket = record.bucket.after(way, delta, context.two_sided);
            let moves = bucket.f - estimates.ahead(way);
            let (keep, probe) = if context.is_changing {
                out += u64::from(!is_within(bucket, context.raise.to));
                let purpose = context.raise.purpose(bucket, is_open);
                (purpose.keep, purpose.probe)
            } else {
                (wanted.keep.contains(delta), wanted.probe.contains(delta))
            };
            if probe {
                beyond.push(End { key: child.key(), moves, estimates, others: None });
            }
            if keep {
                let key = child.key();
                if estimates.ahead(way) == 0 {
                    ends.push(End { key, moves, estimates, others: None });
                }
                let to = section_of(&context.layout, &key);
                neighbours[to].push(Neighbour { key, bucket, created_by: child.created_by() });
            }
        });
        self.done.examined += 1;
        self.done.generated += generated;
        self.done.effort += expander.take_effort();
        let deltas = deltas?;
        self.done.expanded += u64::from(is_open);
        if context.is_changing && deltas == Deltas::FAR {
            self.done.far_out += out;
        }
        if self.beyond.len() >= PREFETCH_BATCH {
            self.probe(context);
        }
        Some(record.expanded(deltas))
    }

    /// Looks states beyond the rectangle up on the other side.
    fn probe(&mut self, context: &RoundContext<'_, K>) {
        let Some(other) = context.other else { return };
        for states in self.beyond.chunks(PREFETCH_BATCH) {
            let addresses =
                prefetch(&other.layout, &other.shards, states.iter().map(|end| &end.key));
            for (end, address) in states.iter().zip(addresses) {
                if let Some(found) = other.find_at(address, &end.key) {
                    self.ends.push(End { others: Some(found), ..*end });
                }
            }
        }
        self.beyond.clear();
    }

    /// Stores those that are new.
    pub fn store(
        &mut self,
        context: &RoundContext<'_, K>,
        shards: &mut [Shard],
        mut neighbours: impl Iterator<Item = Neighbour<K>>,
        memory: &MemoryBudget,
    ) -> Result<(), Full> {
        let (layout, allowed) = (&context.layout, |bytes| memory.take(bytes));
        let mut some: Vec<Neighbour<K>> = Vec::with_capacity(PREFETCH_BATCH);
        loop {
            some.clear();
            some.extend(neighbours.by_ref().take(PREFETCH_BATCH));
            if some.is_empty() {
                return Ok(());
            }
            let addresses = prefetch(layout, shards, some.iter().map(|neighbour| &neighbour.key));
            for (&neighbour, address) in some.iter().zip(addresses) {
                let Neighbour { key, bucket, created_by } = neighbour;
                let nth = address.shard % SHARDS_EACH;
                let record = Record::new(bucket, created_by, context.raise.pending.iteration);
                let inserted = shards[nth].insert(layout, address.order, &key, record, &allowed)?;
                if inserted == Inserted::Added {
                    self.cursors[nth].invalidate();
                }
                if inserted != Inserted::Duplicate {
                    self.fresh.push(neighbour);
                }
            }
        }
    }
}

impl<K> RoundContext<'_, K> {
    /// Returns the slack with which a state is checked before it is expanded.
    #[inline]
    fn checked_slack(&self, record: Record) -> Option<u16> {
        record.is_open().then_some(self.raise.to.f - record.bucket.f)
    }

    /// Says whether a walk must examine a state: one that is open and not of this iteration, or one
    /// that was due before and has wanted pushes. New states are queued as fresh instead, even in
    /// old buckets.
    #[inline]
    fn is_wanted(&self, record: Record) -> bool {
        let pending = &self.raise.pending;
        if record.is_open() {
            return record.iteration != pending.iteration;
        }
        let wanted = pending.pushes(record.bucket, false);
        let is_far = self.is_changing && record.deltas() == Deltas::FAR;
        pending.was_due(record.bucket)
            && (is_far || record.deltas().intersects(wanted.keep.union(wanted.probe)))
    }

    /// Returns all changes where it must be seen whether pushes lead out of the rectangle.
    const fn all_if_changing(&self, wanted: Deltas) -> Deltas {
        if self.is_changing { Deltas::ALL } else { wanted }
    }
}
