//! One side of the bidirectional search: what it has stored, from where and how far.

use crate::search::base::arena::Full;
use crate::search::base::key::Key;
use crate::search::base::space::Space;
use crate::search::engine::pruning::counters::Counters;
use crate::search::engine::pruning::expander::Expander;
use crate::search::engine::states::bucket::{
    Bucket, Deltas, Purpose, PushFilter, WantedPushes, Way,
};
use crate::search::engine::states::layout::{Iteration, Record};
use crate::search::engine::states::store::{MemoryBudget, Store};

/// One side of the search.
pub struct Side<K> {
    pub way: Way,
    pub store: Store,
    /// The states it begins at, with the estimate ahead.
    seeds: Vec<(K, u16)>,
    /// Whether there is another side; without one all buckets have b = 0.
    pub two_sided: bool,
    /// The least bucket of a seed.
    least: Bucket,
    /// All its states up to this bucket are stored, but for deferred ones, once it has begun.
    pub most: Bucket,
    has_begun: bool,
    /// The number of states when the last raise began.
    len_before: u64,
    /// The iteration of that raise.
    iteration: Iteration,
    /// In that raise a push of a state with far changes led out of the rectangle; `None` where there
    /// are no far changes.
    leads_far_out: Option<bool>,
}

/// What is to be done in a raise.
pub struct Pending {
    /// The pushes wanted from states expanded before.
    from_old: PushFilter,
    /// The pushes wanted from open states.
    from_new: PushFilter,
    /// The rectangle before.
    pub held: Option<Bucket>,
    /// Open states of this iteration have been examined, or are queued.
    pub iteration: Iteration,
}

impl Pending {
    /// Returns the wanted pushes of a state of `bucket`.
    #[inline]
    pub fn pushes(&self, bucket: Bucket, is_open: bool) -> WantedPushes {
        if is_open { self.from_new.from(bucket) } else { self.from_old.from(bucket) }
    }

    /// Says whether states of `bucket` were stored before this raise.
    #[inline]
    pub fn was_due(&self, bucket: Bucket) -> bool {
        self.held.is_some_and(|held| is_within(bucket, held))
    }
}

impl<K: Key> Side<K> {
    /// Prepares a side that begins at `seeds`.
    pub fn new(space: &Space<K>, way: Way, seeds: Vec<(K, u16)>, two_sided: bool) -> Self {
        let nearest = seeds.iter().map(|&(_, ahead)| ahead).min().unwrap_or(0);
        let least = seed_bucket(nearest, two_sided);
        let store = Store::new(space, least);
        Self {
            way,
            store,
            seeds,
            two_sided,
            least,
            most: least,
            has_begun: false,
            len_before: 0,
            iteration: Iteration::default(),
            leads_far_out: space.changing().map(|_| false),
        }
    }

    /// Says whether it stores its states up to `f`.
    pub const fn reaches(&self, f: u16) -> bool {
        self.has_begun && self.most.f >= f
    }

    /// Starts a raise up to `to` that looks beyond if it `probes`. Returns what is to be done, and
    /// the seeds that it newly stores.
    pub fn begin_raise(
        &mut self,
        to: Bucket,
        probes: bool,
        memory: &MemoryBudget,
    ) -> Result<(Pending, Vec<(K, Bucket)>), Full> {
        self.len_before = self.store.len();
        self.iteration = self.iteration.next();
        self.leads_far_out = self.leads_far_out.map(|_| false);
        self.store.make_hold(to, memory)?;
        let mut seeds = Vec::new();
        for nth in 0..self.seeds.len() {
            let (key, ahead) = self.seeds[nth];
            let bucket = seed_bucket(ahead, self.two_sided);
            if is_within(bucket, to) && !self.holds(bucket) {
                let record = Record::seed(bucket, self.iteration);
                self.store.insert(&key, record, memory)?;
                seeds.push((key, bucket));
            }
        }
        let pending = Pending {
            from_old: self.wanted(to, probes, |bucket| !self.holds(bucket)),
            from_new: self.wanted(to, probes, |_| true),
            held: self.has_begun.then_some(self.most),
            iteration: self.iteration,
        };
        Ok((pending, seeds))
    }

    fn wanted(&self, to: Bucket, probes: bool, is_due: impl Fn(Bucket) -> bool) -> PushFilter {
        let purpose = |bucket: Bucket| Purpose {
            keep: is_within(bucket, to) && is_due(bucket),
            probe: probes && bucket.f <= to.f && bucket.b > to.b,
        };
        PushFilter::new(self.way, self.two_sided, self.least, to, purpose)
    }

    /// Takes what a round of a raise did.
    pub fn note(&mut self, done: Counters) {
        self.leads_far_out = self.leads_far_out.map(|leads| leads || done.far_out > 0);
    }

    /// Ends a raise: all states up to `to` are stored.
    pub const fn end_raise(&mut self, to: Bucket) {
        self.most = to;
        self.has_begun = true;
    }

    /// Says whether it stores all states it can reach: none is open, and no push leads
    /// outside.
    pub fn is_exhausted(&self) -> bool {
        let held = |&(_, ahead): &(K, u16)| self.holds(seed_bucket(ahead, self.two_sided));
        self.len_before == self.store.len() && self.seeds.iter().all(held) && self.is_closed()
    }

    fn is_closed(&self) -> bool {
        let outside = |bucket| Purpose { keep: !self.holds(bucket), probe: false };
        let outside = PushFilter::new(self.way, self.two_sided, self.least, self.most, outside);
        let leads_out = |record: Record| match self.leads_far_out {
            _ if record.is_open() => true,
            Some(leads_far_out) if record.deltas() == Deltas::FAR => leads_far_out,
            _ => record.deltas().intersects(outside.from(record.bucket).keep),
        };
        let mut records =
            self.store.shards.iter().flat_map(|shard| shard.records(&self.store.layout));
        !records.any(leads_out)
    }

    /// Says whether all states of `bucket` are stored, but for those reached only through deferred
    /// ones.
    pub const fn holds(&self, bucket: Bucket) -> bool {
        self.has_begun && is_within(bucket, self.most)
    }

    /// Returns the states from `key`, which is at most `moves` from a seed, back to that seed,
    /// without `key`.
    pub fn chain(&self, space: &Space<K>, expander: &mut Expander, key: &K, moves: u16) -> Vec<K> {
        let mut chain = Vec::new();
        let mut at = *key;
        let mut left = moves;
        while left > 0 {
            let mut back = None;
            expander.expand(space, self.way.other(), &at, |next, estimates| {
                if back.is_none()
                    && let Some(record) = self.store.find(&next)
                    && record.bucket.f < left + estimates.ahead(self.way)
                {
                    back = Some((next, record.bucket.f - estimates.ahead(self.way)));
                }
            });
            (at, left) = back.expect("a stored state was reached from one a move nearer");
            chain.push(at);
        }
        chain
    }
}

/// Says whether a bucket lies in the rectangle up to `most`.
pub const fn is_within(bucket: Bucket, most: Bucket) -> bool {
    bucket.f <= most.f && bucket.b <= most.b
}

/// Returns the bucket of a seed.
const fn seed_bucket(ahead: u16, two_sided: bool) -> Bucket {
    Bucket { f: ahead, b: if two_sided { ahead } else { 0 } }
}
