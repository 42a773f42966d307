//! Messages to whoever runs the program, on standard error.

use std::fmt;
use std::io::{self, Write as _};

/// Prints a message. Unlike `eprintln!` it does not panic when nobody listens: a
/// search goes on when the terminal behind it is gone.
pub(in crate::cli) fn say(message: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{message}");
}
