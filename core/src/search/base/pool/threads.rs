//! Threads, by rayon.

use rayon::prelude::*;

/// Some threads of their own.
pub struct Threads(rayon::ThreadPool);

impl Threads {
    /// Makes so many, or none when the system gives none.
    pub fn new(threads: usize) -> Option<Self> {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok().map(Self)
    }

    /// Calls `work` with each of `items`.
    pub fn each<T: Send>(&self, items: &mut [T], work: impl Fn(&mut T) + Send + Sync) {
        self.0.install(|| items.par_iter_mut().for_each(work));
    }

    /// Calls both at the same time.
    pub fn join<A: Send, B: Send>(
        &self,
        one: impl FnOnce() -> A + Send,
        other: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        self.0.install(|| rayon::join(one, other))
    }
}

/// Runs all jobs, on the threads of the pool around it if there are several.
pub fn for_all<J: Send>(
    threads: usize,
    jobs: impl Iterator<Item = J>,
    run: impl Fn(J) + Send + Sync,
) {
    if threads == 1 {
        jobs.for_each(run);
    } else {
        let jobs: Vec<J> = jobs.collect();
        jobs.into_par_iter().with_max_len(1).for_each(run);
    }
}

/// Returns the number of the thread in the pool around it, 0 without one.
pub fn thread_index() -> usize {
    rayon::current_thread_index().unwrap_or(0)
}
