//! Expanding many states at once on all threads. What comes out, and its order, does
//! not depend on the number of threads.

use rayon::prelude::*;

use super::expand::{Deltas, Estimates, Expander, Way};
use super::store::{Id, Store};
use crate::search::key::Key;
use crate::search::space::Space;

/// Fewer states than this for each thread are not worth waking it.
const MIN_SHARE: usize = 128;

/// What is to be expanded.
#[derive(Clone, Copy)]
pub struct Order<'a, K> {
    pub space: &'a Space<K>,
    pub way: Way,
    pub store: &'a Store<K>,
    /// Only neighbours whose push changes the estimates so.
    pub wanted: Deltas,
    /// Only neighbours that are stored here, if given.
    pub within: Option<&'a Store<K>>,
}

/// One expanded state.
pub struct Expanded {
    pub id: Id,
    /// All changes that its pushes make.
    pub deltas: Deltas,
    /// Its neighbours: so many of [`Worker::neighbours`], after those of the states
    /// before it.
    pub neighbours: usize,
    pub generated: usize,
}

/// The work of one thread and its results.
pub struct Worker<K> {
    expander: Expander,
    pub expanded: Vec<Expanded>,
    pub neighbours: Vec<(K, Estimates)>,
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
        let share = ids.len().div_ceil(self.workers.len()).max(MIN_SHARE);
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
            let neighbours = worker.neighbours.capacity() * size_of::<(K, Estimates)>();
            let expanded = worker.expanded.capacity() * size_of::<Expanded>();
            worker.expander.memory_bytes() + (neighbours + expanded) as u64
        };
        self.workers.iter().map(of).sum()
    }
}

impl<K: Key> Worker<K> {
    fn run(&mut self, order: Order<'_, K>, ids: &[Id]) {
        let Order { space, way, store, wanted, within } = order;
        for &id in ids {
            let before = self.neighbours.len();
            let mut generated = 0;
            let neighbours = &mut self.neighbours;
            let known = store.deltas(id);
            let visit = |next: K, estimates| {
                generated += 1;
                if within.is_none_or(|other| other.find(&next).is_some()) {
                    neighbours.push((next, estimates));
                }
            };
            let deltas = self.expander.expand(space, way, store.key(id), known, wanted, visit);
            let neighbours = self.neighbours.len() - before;
            self.expanded.push(Expanded { id, deltas, neighbours, generated });
        }
    }
}
