//! The shuffling on a thread of its own: it takes seconds where every start that is
//! tried is proved.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crate::puzzle::Draft;
use crate::search::{Shuffle, Status};

/// How long it works between two looks at whether it is still wanted.
const SLICE: Duration = Duration::from_millis(20);

/// What both sides see.
#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    /// Moves of the farthest start so far.
    moves: AtomicU32,
}

/// What has come of a shuffle.
#[derive(Default)]
pub(super) struct Found {
    /// The start that is nearest to what was wanted.
    pub(super) draft: Option<Draft>,
    /// Moves of the farthest start there is, where that is known.
    pub(super) most: Option<u32>,
}

/// A shuffle under way. Dropping it ends it.
pub(super) struct Shuffling {
    shared: Arc<Shared>,
    /// A resource is shared between threads, which a receiver is not.
    found: Mutex<Receiver<Found>>,
}

impl Shuffling {
    /// Starts shuffling `draft`; `None` when it cannot be shuffled or the system gives
    /// no thread.
    pub(super) fn start(
        draft: &Draft,
        wanted: u32,
        seed: u64,
        threads: usize,
        wake: Box<dyn Fn() + Send>,
    ) -> Option<Self> {
        let mut shuffle = Shuffle::new(draft, wanted, seed, threads)?;
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        let (sender, found) = channel();
        thread::Builder::new()
            .name("shuffle".into())
            .spawn(move || {
                while shuffle.step_for(SLICE) == Status::Running {
                    if theirs.stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let moves = shuffle.moves();
                    if theirs.moves.swap(moves, Ordering::Relaxed) != moves {
                        wake();
                    }
                }
                // Nobody waits any more when the dialog is closed.
                let found = Found { draft: shuffle.found().cloned(), most: shuffle.most() };
                let _ = sender.send(found);
                wake();
            })
            .ok()?;
        Some(Self { shared, found: Mutex::new(found) })
    }

    /// Returns the moves of the farthest start so far, 0 without one.
    pub(super) fn moves(&self) -> u32 {
        self.shared.moves.load(Ordering::Relaxed)
    }

    /// Returns what was found, once the looking is over.
    pub(super) fn take(&self) -> Option<Found> {
        let Ok(found) = self.found.lock() else { return Some(Found::default()) };
        match found.try_recv() {
            Ok(found) => Some(found),
            Err(TryRecvError::Empty) => None,
            // It has panicked.
            Err(TryRecvError::Disconnected) => Some(Found::default()),
        }
    }
}

impl Drop for Shuffling {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }
}
