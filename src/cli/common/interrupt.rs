//! SIGINT and SIGTERM: the first ends a command as its limits do, the second at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Returns what becomes true at the first signal. Not to be asked for before the level has
/// been read: until then a signal ends the program, which may wait for somebody to type.
pub(in crate::cli) fn watch() -> Arc<AtomicBool> {
    let asked = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: the second signal finds what the first has left. Where the system
        // refuses, signals end the program as they always do.
        let _ = flag::register_conditional_default(signal, Arc::clone(&asked))
            .and_then(|_| flag::register(signal, Arc::clone(&asked)));
    }
    asked
}
