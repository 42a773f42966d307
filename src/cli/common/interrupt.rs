//! SIGINT and SIGTERM: the first ends a command as its limits do, the second at once. SIGHUP, when the
//! terminal or the connection goes, is like a first one.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Returns what becomes true at the first signal. Not to be asked for before the level has
/// been read: until then a signal ends the program, which may wait for somebody to type.
pub(in crate::cli) fn watch() -> Arc<AtomicBool> {
    let asked = Arc::new(AtomicBool::new(false));
    let by_hand = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: the second signal finds what the first has left. Where the system
        // refuses, signals end the program as they always do.
        let _ = flag::register_conditional_default(signal, Arc::clone(&by_hand))
            .and_then(|_| flag::register(signal, Arc::clone(&by_hand)))
            .and_then(|_| flag::register(signal, Arc::clone(&asked)));
    }
    // A terminal that is closed sends more than one: none of them ends the program at once.
    #[cfg(unix)]
    if !ignores_hangup() {
        let _ = flag::register(signal_hook::consts::SIGHUP, Arc::clone(&asked));
    }
    asked
}

/// Says whether `nohup` has started the program: then it outlives its terminal. Only Linux tells.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok());
    ignored.is_some_and(|bits| bits & (1 << (signal_hook::consts::SIGHUP - 1)) != 0)
}
