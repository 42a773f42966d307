//! Expanding many states at once on all threads. What comes out, and its order, does
//! not depend on the number of threads.

use rayon::prelude::*;

use super::class::{Class, Deltas, Estimates, Wanted, Way};
use super::expand::Expander;
use super::store::{Id, Store};
use crate::search::key::Key;
use crate::search::space::Space;

/// Fewer states than this for each thread are not worth waking it, and fewer yet
/// when they take more steps than these together.
const MIN_SHARE: u64 = 128;
const MIN_SHARE_STEPS: u64 = 1_000_000;

/// What is to be expanded.
#[derive(Clone, Copy)]
pub struct Order<'a, K> {
    pub space: &'a Space<K>,
    pub way: Way,
    pub two_sided: bool,
    pub store: &'a Store<K>,
    /// Only neighbours in wanted classes.
    pub wanted: &'a Wanted,
    /// Only neighbours that are stored here, if given.
    pub within: Option<&'a Store<K>>,
}

/// One expanded state.
pub struct Expanded {
    pub id: Id,
    /// All changes that its pushes make.
    pub deltas: Deltas,
    pub generated: u32,
}

/// A neighbour of an expanded state.
pub struct Neighbour<K> {
    pub key: K,
    pub class: Class,
    pub estimates: Estimates,
}

/// The work of one thread and its results.
pub struct Worker<K> {
    expander: Expander,
    pub expanded: Vec<Expanded>,
    pub neighbours: Vec<Neighbour<K>>,
}

/// The threads.
pub struct Batch<K> {
    pool: Option<rayon::ThreadPool>,
    pub workers: Vec<Worker<K>>,
}

impl<K: Key> Batch<K> {
    /// Makes a pool of `threads`. When the system gives none, one must do.
    pub fn new(threads: usize, expander: impl Fn() -> Expander) -> Self {
        let pool =
            (threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
        let pool = pool.and_then(Result::ok);
        let count = if pool.is_some() { threads } else { 1 };
        let worker = || Worker { expander: expander(), expanded: vec![], neighbours: vec![] };
        Self { pool, workers: (0..count).map(|_| worker()).collect() }
    }

    /// Returns an expander for single states.
    pub fn expander(&mut self) -> &mut Expander {
        &mut self.workers[0].expander
    }

    /// Expands the states of `ids`. The results lie with the workers, in the order
    /// of `ids` from the first worker to the last.
    pub fn run(&mut self, order: Order<'_, K>, ids: &[Id]) {
        for worker in &mut self.workers {
            worker.expanded.clear();
            worker.neighbours.clear();
        }
        let steps = self.expander().steps_per_state().max(1);
        let least = (MIN_SHARE_STEPS / steps).clamp(1, MIN_SHARE) as usize;
        let share = ids.len().div_ceil(self.workers.len()).max(least);
        let jobs = self.workers.iter_mut().zip(ids.chunks(share));
        match &self.pool {
            Some(pool) if ids.len() > share => {
                let mut jobs: Vec<_> = jobs.collect();
                pool.install(|| {
                    jobs.par_iter_mut().for_each(|(worker, ids)| worker.run(order, ids));
                });
            }
            _ => jobs.for_each(|(worker, ids)| worker.run(order, ids)),
        }
    }

    /// Returns the memory held by all workers.
    pub fn memory_bytes(&self) -> u64 {
        let of = |worker: &Worker<K>| {
            let neighbours = worker.neighbours.capacity() * size_of::<Neighbour<K>>();
            let expanded = worker.expanded.capacity() * size_of::<Expanded>();
            worker.expander.memory_bytes() + (neighbours + expanded) as u64
        };
        self.workers.iter().map(of).sum()
    }
}

impl<K: Key> Worker<K> {
    fn run(&mut self, order: Order<'_, K>, ids: &[Id]) {
        let Order { space, way, two_sided, store, wanted, within } = order;
        for &id in ids {
            let mut generated = 0;
            let (neighbours, info) = (&mut self.neighbours, store.info(id));
            let visit = |key: K, estimates, delta| {
                generated += 1;
                if within.is_none_or(|other| other.find(&key).is_some()) {
                    let class = info.class.after(way, delta, two_sided);
                    neighbours.push(Neighbour { key, class, estimates });
                }
            };
            let wanted = wanted.from(info.class);
            let key = store.key(id);
            let deltas = self.expander.expand(space, way, key, info.deltas, wanted, visit);
            self.expanded.push(Expanded { id, deltas, generated });
        }
    }
}
