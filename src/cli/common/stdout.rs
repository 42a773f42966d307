//! Standard output, which may have been closed (`mondrian levels >&-`): the standard library then puts
//! `/dev/null` in its place before `main`, and what is printed would be lost without a word.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether it was closed when the program began.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks whether it is open. To be called before the standard library begins.
pub extern "C" fn look_at_stdout() {
    let folder = std::path::Path::new("/proc/self/fd");
    let is_closed = folder.join("1").symlink_metadata().is_err() && folder.is_dir();
    IS_CLOSED.store(is_closed, Ordering::Relaxed);
}

/// Standard output, open or closed.
pub(in crate::cli) enum Stdout {
    Open(io::Stdout),
    Closed,
}

/// Returns standard output.
pub(in crate::cli) fn stdout() -> Stdout {
    if IS_CLOSED.load(Ordering::Relaxed) { Stdout::Closed } else { Stdout::Open(io::stdout()) }
}

impl Stdout {
    /// Says whether it is closed, before anything is written by another way.
    pub(in crate::cli) fn check(&self) -> io::Result<()> {
        match self {
            Self::Open(_) => Ok(()),
            Self::Closed => Err(io::Error::other("standard output is closed")),
        }
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Open(out) => out.write(bytes),
            Self::Closed => self.check().map(|()| 0),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Open(out) => out.flush(),
            // What has not been written was not to be.
            Self::Closed => Ok(()),
        }
    }
}
