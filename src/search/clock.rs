//! The one place of this layer that reads the clock: how long something has been at work.

use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
use std::time::Instant;

#[cfg(target_family = "wasm")]
use imported::Instant;

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

/// The clock of a web page: the one of the standard library traps there.
#[cfg(target_family = "wasm")]
mod imported {
    use std::time::Duration;

    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Returns the milliseconds since the page was opened; never less than before.
        safe fn now_ms() -> f64;
    }

    /// A moment, in milliseconds.
    #[derive(Clone, Copy, Debug)]
    pub struct Instant(f64);

    impl Instant {
        pub fn now() -> Self {
            Self(now_ms())
        }

        pub fn elapsed(&self) -> Duration {
            Duration::from_secs_f64((now_ms() - self.0).max(0.0) / 1000.0)
        }
    }
}
