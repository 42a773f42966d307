//! What a search or a study of a level may take where nothing else is said: the same on
//! the command line and in the designer.

use std::num::NonZero;
use std::path::Path;
use std::time::Duration;

/// The time for listing all positions of a level.
pub const LIST_TIME: Duration = Duration::from_mins(10);
/// The time for solving it.
pub const PROVE_TIME: Duration = Duration::from_mins(1);
/// The time for solving it without each of its walls, all together.
pub const WALLS_TIME: Duration = Duration::from_mins(3);

/// Returns the threads of what was asked for: one for each processor.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Returns the threads of what works unasked: it leaves a processor to what draws.
pub fn spare_threads() -> usize {
    threads().saturating_sub(1).max(1)
}

/// The memory where the system does not say how much is available.
const FALLBACK_BYTES: u64 = 2 << 30;

/// Returns half of the memory that is available to this program.
pub fn memory_bytes() -> u64 {
    let read = |path: &str| std::fs::read_to_string(Path::new(path)).ok();
    let machine = read("/proc/meminfo").as_deref().and_then(available_bytes);
    // What a container may use, when there is a limit (else the file holds `max`).
    let container = read("/sys/fs/cgroup/memory.max").and_then(|text| text.trim().parse().ok());
    // What `ulimit -v` leaves this process.
    let process = read("/proc/self/limits").as_deref().and_then(address_space_bytes);
    machine
        .into_iter()
        .chain(container)
        .chain(process)
        .min()
        .map_or(FALLBACK_BYTES, |bytes| bytes / 2)
}

/// Reads `MemAvailable:  123456 kB` out of Linux' `/proc/meminfo`.
fn available_bytes(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// Reads the soft limit out of `Max address space   SOFT   HARD   bytes`, a line of
/// Linux' `/proc/self/limits`; there may be none.
fn address_space_bytes(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_the_process_are_read() {
        let limits =
            |soft: &str| format!("Limit  Soft\nMax address space  {soft}  unlimited  bytes\n");
        assert_eq!(address_space_bytes(&limits("4096")), Some(4096));
        assert_eq!(address_space_bytes(&limits("unlimited")), None);
        assert_eq!(address_space_bytes(""), None);
    }

    #[test]
    fn available_memory_is_read() {
        let text = "MemTotal:  8000000 kB\nMemAvailable:    1000 kB\nBuffers: 5 kB\n";
        assert_eq!(available_bytes(text), Some(1_024_000));
        assert_eq!(available_bytes("MemTotal: 3 kB"), None);
        assert!(memory_bytes() > 0);
    }
}
