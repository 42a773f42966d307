//! Work on a thread of its own that sends what it finds to the frames. Dropping the job
//! stops it: the thread ends by itself after its next look.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use super::worker::Wake;

/// What the work is given. Its parts go in this order: the frame that is asked for at the
/// end finds that nothing more comes.
pub(in crate::app) struct Outlet<T> {
    sender: Sender<T>,
    stop: Arc<AtomicBool>,
    frames: Frames,
}

/// Asks for a frame, also at the end.
struct Frames(Wake);

impl Drop for Frames {
    fn drop(&mut self) {
        (self.0)();
    }
}

impl<T> Outlet<T> {
    /// Sends something to the frames. Nobody may be there any more.
    pub(in crate::app) fn send(&self, found: T) {
        let _ = self.sender.send(found);
        (self.frames.0)();
    }

    /// Says whether the work is to end.
    pub(in crate::app) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns what becomes true when the work is to end.
    pub(in crate::app) const fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }
}

/// Work that is being done, or is done.
pub(in crate::app) struct Job<T> {
    /// In a mutex only because a receiver is not to be shared between threads.
    receiver: Mutex<Receiver<T>>,
    stop: Arc<AtomicBool>,
    is_over: bool,
}

impl<T: Send + 'static> Job<T> {
    /// Starts `work`, which asks for a frame by `wake` whenever it has sent something and
    /// when it ends. When the system gives no thread, it ends at once.
    pub(in crate::app) fn start(
        wake: Wake,
        work: impl FnOnce(&Outlet<T>) + Send + 'static,
    ) -> Self {
        let (sender, receiver) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let outlet = Outlet { sender, stop: Arc::clone(&stop), frames: Frames(wake) };
        let started = thread::Builder::new().name("study".into()).spawn(move || work(&outlet));
        Self { receiver: Mutex::new(receiver), stop, is_over: started.is_err() }
    }

    /// Returns what has come since the last call.
    pub(in crate::app) fn take(&mut self) -> Vec<T> {
        let Ok(receiver) = self.receiver.get_mut() else { return Vec::new() };
        let mut found = Vec::new();
        loop {
            match receiver.try_recv() {
                Ok(next) => found.push(next),
                Err(TryRecvError::Empty) => return found,
                Err(TryRecvError::Disconnected) => {
                    self.is_over = true;
                    return found;
                }
            }
        }
    }

    /// Says whether more may come; it is known when the last has been taken.
    pub(in crate::app) const fn is_running(&self) -> bool {
        !self.is_over
    }

    /// Asks the work to end; what it has found by then still comes.
    pub(in crate::app) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_asked_for_whenever_there_is_news() {
        let (woken, wakes) = channel();
        let wake = Box::new(move || {
            let _ = woken.send(());
        });
        let mut job = Job::start(wake, |outlet: &Outlet<u32>| {
            outlet.send(1);
            outlet.send(2);
        });
        let (mut frames, mut found) = (0, Vec::new());
        while wakes.recv().is_ok() {
            frames += 1;
            found.extend(job.take());
        }
        assert_eq!((frames, found), (3, vec![1, 2]));
        assert!(!job.is_running(), "the last frame has found that it is over");
    }
}
