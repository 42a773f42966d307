//! The one place of this layer that reads the clock: how long something has been at work,
//! and when it has to end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
use std::time::Instant;

#[cfg(target_family = "wasm")]
use imported::Instant;

/// Runs from when it is started.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

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

/// When a search has to end, in the middle of whatever it does. All that work for a search
/// hold the same one; what they leave half done is not looked at again.
#[derive(Clone, Debug)]
pub struct Deadline(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    made: Instant,
    /// In nanoseconds after that; the largest number where there is no limit.
    over_at: AtomicU64,
    asked: OnceLock<Arc<AtomicBool>>,
}

impl Deadline {
    /// Returns one that never comes.
    pub fn never() -> Self {
        let over_at = AtomicU64::new(u64::MAX);
        Self(Arc::new(Shared { made: Instant::now(), over_at, asked: OnceLock::new() }))
    }

    /// Lets it come when so much time has passed from now.
    pub fn set(&self, left: Option<Duration>) {
        let at = left.and_then(|left| self.0.made.elapsed().checked_add(left));
        let at = at.and_then(|at| u64::try_from(at.as_nanos()).ok());
        self.0.over_at.store(at.unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Lets it come as soon as this is true. The first one counts.
    pub fn watch(&self, asked: Arc<AtomicBool>) {
        let _ = self.0.asked.set(asked);
    }

    /// Says whether somebody has asked for the end.
    pub fn is_asked(&self) -> bool {
        self.0.asked.get().is_some_and(|asked| asked.load(Ordering::Relaxed))
    }

    /// Says whether it has come.
    pub fn is_over(&self) -> bool {
        let over_at = self.0.over_at.load(Ordering::Relaxed);
        self.is_asked()
            || over_at != u64::MAX && self.0.made.elapsed().as_nanos() >= u128::from(over_at)
    }
}

/// Looks at a deadline once in a while: to read the clock takes longer than to expand an
/// easy state.
#[derive(Clone, Debug)]
pub struct Watch {
    deadline: Deadline,
    turns: u32,
    is_over: bool,
}

/// It is looked at once in this many turns.
const TURNS: u32 = 16;

impl Watch {
    pub const fn new(deadline: Deadline) -> Self {
        Self { deadline, turns: 0, is_over: false }
    }

    /// Says whether the deadline has come; may say so some turns late.
    #[inline]
    pub fn is_over(&mut self) -> bool {
        self.turns += 1;
        if self.turns >= TURNS {
            self.turns = 0;
            self.is_over = self.deadline.is_over();
        }
        self.is_over
    }

    /// Says whether it has come by now.
    pub fn is_over_now(&mut self) -> bool {
        self.is_over = self.deadline.is_over();
        self.is_over
    }
}
