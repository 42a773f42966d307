//! The threads of a search: both engines build tables and expand states on them, and
//! so does the listing of all positions. On the web there is one.

#[cfg_attr(target_family = "wasm", path = "alone.rs")]
#[cfg_attr(not(target_family = "wasm"), path = "threads.rs")]
mod threads;

pub use threads::{for_all, thread_index};

/// Some threads, at least the one that calls.
pub struct Pool {
    pool: Option<threads::Threads>,
    threads: usize,
}

impl Pool {
    /// Makes a pool of `threads`. When the system gives none, one must do.
    pub fn new(threads: usize) -> Self {
        let pool = if threads > 1 { threads::Threads::new(threads) } else { None };
        let threads = if pool.is_some() { threads } else { 1 };
        Self { pool, threads }
    }

    /// Returns the number of threads.
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// Calls `work` with each of `items`.
    pub fn each<T: Send>(&self, items: &mut [T], work: impl Fn(&mut T) + Send + Sync) {
        match &self.pool {
            Some(pool) if items.len() > 1 => pool.each(items, work),
            _ => items.iter_mut().for_each(work),
        }
    }

    /// Calls both, at the same time if there are threads; what they divide further is
    /// done on the same threads.
    pub fn join<A: Send, B: Send>(
        &self,
        one: impl FnOnce() -> A + Send,
        other: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        match &self.pool {
            Some(pool) => pool.join(one, other),
            None => (one(), other()),
        }
    }
}
