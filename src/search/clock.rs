//! The one place of this layer that reads the clock: how long something has been at work.

use std::time::{Duration, Instant};

/// Runs from when it is started.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopwatch(Instant);

impl Stopwatch {
    /// Returns one that starts now.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Returns the time since then.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
