//! Work on a thread of its own that sends what it finds to the frames. Dropping the job
//! stops it: the thread ends by itself after its next look.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

/// What the work is given.
pub(super) struct Outlet<T> {
    sender: Sender<T>,
    stop: Arc<AtomicBool>,
}

impl<T> Outlet<T> {
    /// Sends something to the frames. Nobody may be there any more.
    pub(super) fn send(&self, found: T) {
        let _ = self.sender.send(found);
    }

    /// Says whether the work is to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns what becomes true when the work is to end.
    pub(super) fn stop(&self) -> &AtomicBool {
        &self.stop
    }
}

/// Work that is being done, or is done.
pub(super) struct Job<T> {
    /// In a mutex only because a receiver is not to be shared between threads.
    receiver: Mutex<Receiver<T>>,
    stop: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
}

impl<T: Send + 'static> Job<T> {
    /// Starts `work`. When the system gives no thread, nothing ever comes and the job is
    /// not running.
    pub(super) fn start(work: impl FnOnce(&Outlet<T>) + Send + 'static) -> Self {
        let (sender, receiver) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let outlet = Outlet { sender, stop: Arc::clone(&stop) };
        let thread = thread::Builder::new().name("study".into()).spawn(move || work(&outlet)).ok();
        Self { receiver: Mutex::new(receiver), stop, thread }
    }

    /// Returns what has come since the last call.
    pub(super) fn take(&mut self) -> Vec<T> {
        self.receiver
            .get_mut()
            .map_or_else(|_| Vec::new(), |receiver| receiver.try_iter().collect())
    }

    /// Says whether more may come.
    pub(super) fn is_running(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Asks the work to end; what it has found by then still comes.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
