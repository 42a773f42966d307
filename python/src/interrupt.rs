//! Ctrl+C while Rust works: Python looks at its signals, and the work is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::search::SLICE;

/// Does `work` on another thread, so that Python's other threads run and Ctrl+C is heard; then the flag
/// that `work` watches becomes true, and what it returns is dropped.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            let watched = &stop;
            scope.spawn(move || sender.send(work(watched)));
            loop {
                match receiver.recv_timeout(SLICE) {
                    Ok(done) => return Ok(done),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(PyRuntimeError::new_err("internal error"));
                    }
                }
                if let Err(interrupt) = Python::attach(|py| py.check_signals()) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(interrupt);
                }
            }
        })
    })
}
