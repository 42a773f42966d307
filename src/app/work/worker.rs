//! The thread that a search of the designer runs on, and the mailbox through which
//! it reports. No Bevy: the solver plugin owns a [`Worker`] and empties its
//! mailbox once a frame.
//!
//! Neither side waits for the other. The worker steps the search in slices and
//! leaves a snapshot every tenth of a second, and with each better solution; a frame takes what is there, and takes nothing
//! when the worker is just writing. Stopping sets a flag; the thread is never
//! joined, it ends by itself after its slice.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use crate::proofs;
use crate::puzzle::{Move, Puzzle};
use crate::search::{Found, Options, Outcome, Progress, Search, Status, Verdict};

/// How long the search is stepped between two snapshots: long enough that taking
/// one costs nothing, short enough that Stop is felt at once.
const SLICE: Duration = Duration::from_millis(8);

/// How often a snapshot is left and the screen is asked to show it.
const WAKE_EVERY: Duration = Duration::from_millis(100);

/// Makes the search that a worker steps: [`Search::new`], or a test's own.
pub type MakeSearch = fn(&Puzzle, &Options) -> Search;

/// Asks for a frame; called from the thread of the work.
pub type Wake = Box<dyn Fn() + Send + Sync>;

/// How a worker ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The search ended.
    Outcome(Outcome),
    /// The search panicked, with this message.
    Panicked(String),
}

/// What has happened since the mailbox was last emptied.
#[derive(Default)]
pub struct Report {
    /// The newest snapshot.
    pub progress: Option<Progress>,
    /// Solutions found, each better than the one before.
    pub found: Vec<Found>,
    /// How it ended, when it did. Nothing comes after it.
    pub end: Option<End>,
}

impl Report {
    const fn is_empty(&self) -> bool {
        self.progress.is_none() && self.found.is_empty() && self.end.is_none()
    }
}

/// What is known of the puzzle when a search of it begins, for methods that begin with it.
#[derive(Default)]
pub struct Told {
    /// A solution.
    pub solution: Option<Vec<Move>>,
    /// What searches here have proved: no solution is shorter, in moves.
    pub lower_bound: u32,
}

#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    mailbox: Mutex<Report>,
}

impl Shared {
    /// Opens the mailbox. A report stays whole even if a holder of the lock
    /// panicked, for nothing between locking and unlocking leaves it half written.
    fn open(&self) -> MutexGuard<'_, Report> {
        self.mailbox.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A search on a thread of its own. Dropping it stops the search.
pub struct Worker {
    shared: Arc<Shared>,
}

impl Worker {
    /// Starts searching, with what is `told` where the method begins with that.
    ///
    /// # Errors
    /// Says why the system gave no thread.
    pub fn start(
        puzzle: Puzzle,
        options: Options,
        told: Told,
        make: MakeSearch,
        wake: Wake,
    ) -> std::io::Result<Self> {
        let told = if options.begins_with_known() { told } else { Told::default() };
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        thread::Builder::new().name("search".into()).spawn(move || {
            let job = AssertUnwindSafe(|| {
                let mut search = make(&puzzle, &options);
                search.raise_bound(told.lower_bound);
                if let Some(Err(error)) = told.solution.map(|moves| search.tell(moves)) {
                    panic!("the solution known is none: {error}");
                }
                run(&theirs, &puzzle, search, &wake);
            });
            if let Err(panic) = catch_unwind(job) {
                theirs.open().end = Some(End::Panicked(message(panic.as_ref())));
            }
            wake();
        })?;
        Ok(Self { shared })
    }

    /// Asks the search to end; it does after its slice, and reports its outcome.
    pub fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }

    /// Empties the mailbox; `None` when nothing is there or the worker holds it.
    pub fn take(&self) -> Option<Report> {
        let mut mailbox = match self.shared.mailbox.try_lock() {
            Ok(mailbox) => mailbox,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        (!mailbox.is_empty()).then(|| std::mem::take(&mut *mailbox))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Steps a search to its end. The search is dropped here, on the worker's thread:
/// giving back gigabytes takes longer than a frame.
fn run(shared: &Shared, puzzle: &Puzzle, mut search: Search, wake: &Wake) {
    let mut reported = 0;
    let mut woken: Option<Instant> = None;
    loop {
        if shared.stop.load(Ordering::Relaxed) {
            search.cancel();
        }
        let finished = search.step_for(SLICE) == Status::Finished;
        let news = search.found()[reported..].to_vec();
        reported += news.len();
        let due = woken.is_none_or(|woken| woken.elapsed() >= WAKE_EVERY);
        if !due && news.is_empty() && !finished {
            // Frames that come for another reason do not draw the figures anew.
            continue;
        }
        {
            let mut mailbox = shared.open();
            mailbox.progress = Some(search.progress());
            mailbox.found.extend(news);
            mailbox.end = search.outcome().cloned().map(End::Outcome);
        }
        if finished {
            if let Some(Outcome { verdict: Verdict::Optimal { solution }, .. }) = search.outcome() {
                proofs::remember(puzzle, solution.cost());
            }
            return;
        }
        if due {
            woken = Some(Instant::now());
            wake();
        }
    }
}

/// Returns what a panic said.
fn message(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_else(|| "no message".to_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::puzzle::parse_text;
    use crate::search::Stop;

    /// Runs a worker until it has ended and returns everything that it reported.
    fn report_of(text: &str, make: MakeSearch, stop: bool) -> Report {
        let puzzle = parse_text(text, None).unwrap().validate().unwrap();
        let (woken, wakes) = mpsc::channel();
        let wake = Box::new(move || {
            let _ = woken.send(());
        });
        let worker =
            Worker::start(puzzle, Options::default(), Told::default(), make, wake).unwrap();
        if stop {
            worker.stop();
        }
        let mut all = Report::default();
        // The thread drops its end of the channel when it is over.
        while wakes.recv().is_ok() {}
        if let Some(report) = worker.take() {
            all.progress = report.progress.or(all.progress);
            all.found.extend(report.found);
            all.end = report.end;
        }
        all
    }

    #[test]
    fn a_worker_reports_the_solution_and_the_outcome() {
        let report = report_of("BR.\n...\n\n..R\n..B", Search::new, false);
        assert_eq!(report.found.last().unwrap().solution.cost(), 3);
        let Some(End::Outcome(outcome)) = report.end else { panic!("no outcome") };
        assert!(matches!(outcome.verdict, Verdict::Optimal { .. }));
        assert_eq!(report.progress.unwrap().incumbent, Some(3));
    }

    #[test]
    fn a_stopped_worker_says_that_it_was_cancelled() {
        // A search of this takes longer than any test.
        let large = "A...B...\n....#...\n..C....D\n#.......\n...E...#\n.F....G.\n...#....\nH......I\n\n\
                     ........\n...D#...\n...A....\n#..FBC..\n...GHI.#\n....E...\n...#....\n........";
        let report = report_of(large, Search::new, true);
        let Some(End::Outcome(outcome)) = report.end else { panic!("no outcome") };
        assert_eq!(outcome.stop, Stop::Cancelled);
    }

    #[test]
    fn a_panic_becomes_a_report() {
        let report = report_of("BR.\n...\n\n..R\n..B", |_, _| panic!("no search today"), false);
        assert_eq!(report.end, Some(End::Panicked("no search today".into())));
    }
}
