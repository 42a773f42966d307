//! What stands for threads where there are none: without rayon the module for the web is
//! a fifth smaller.

use std::convert::Infallible;

/// Never there.
pub struct Threads(Infallible);

impl Threads {
    /// Returns that there are none.
    pub const fn new(_threads: usize) -> Option<Self> {
        None
    }

    pub const fn each<T>(&self, _items: &mut [T], _work: impl Fn(&mut T)) {
        match self.0 {}
    }

    pub const fn join<A, B>(&self, _one: impl FnOnce() -> A, _other: impl FnOnce() -> B) -> (A, B) {
        match self.0 {}
    }
}

/// Runs all jobs, one after the other.
pub fn for_all<J>(_threads: usize, jobs: impl Iterator<Item = J>, run: impl Fn(J)) {
    jobs.for_each(run);
}

/// Returns the number of the only thread.
pub const fn thread_index() -> usize {
    0
}
