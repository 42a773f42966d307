//! What a search or a study of a level may take where nothing else is said: the same on
//! the command line and in the designer.

use std::num::NonZero;
#[cfg(any(test, not(any(target_os = "macos", windows))))]
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
    available_here().map_or(FALLBACK_BYTES, |bytes| bytes / 2)
}

/// Returns the least of what the machine has, and of what limits leave.
#[cfg(not(any(target_os = "macos", windows)))]
fn available_here() -> Option<u64> {
    let read = |path: &Path| std::fs::read_to_string(path).ok();
    let machine = read(Path::new("/proc/meminfo")).as_deref().and_then(available_bytes);
    // What `ulimit -v` leaves this process.
    let process = read(Path::new("/proc/self/limits")).as_deref().and_then(address_space_bytes);
    // What the containers and jobs may use in which it runs.
    let groups = read(Path::new("/proc/self/cgroup")).unwrap_or_default();
    let groups = group_bytes(&groups, Path::new("/sys/fs/cgroup"), read);
    [machine, process, groups].into_iter().flatten().min()
}

#[cfg(any(target_os = "macos", windows))]
fn available_here() -> Option<u64> {
    use sysinfo::{MemoryRefreshKind, RefreshKind, System};
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    Some(System::new_with_specifics(memory).available_memory()).filter(|&bytes| bytes > 0)
}

/// Returns the least memory limit of the control groups in `groups`, the text of
/// `/proc/self/cgroup`, and of all groups around them: a limit on a job holds for the steps in it.
/// They are mounted at `root`. In a container the path may be that of the host, and only its
/// last groups, or `root` alone, are there.
#[cfg(any(test, not(any(target_os = "macos", windows))))]
fn group_bytes(groups: &str, root: &Path, read: impl Fn(&Path) -> Option<String>) -> Option<u64> {
    let bytes_in = |folder: &Path, files: &[&str]| {
        let texts = files.iter().filter_map(|file| read(&folder.join(file)));
        // Without a limit version 2 says `max`, version 1 the largest number of pages.
        texts.filter_map(|text| text.trim().parse::<u64>().ok()).min()
    };
    let limits = groups.lines().filter_map(|line| {
        let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
        let (root, files): (_, &[&str]) = match controllers {
            "" => (root.to_owned(), &["memory.max", "memory.high"]),
            _ if controllers.split(',').any(|controller| controller == "memory") => {
                (root.join("memory"), &["memory.limit_in_bytes"])
            }
            _ => return None,
        };
        let group = Path::new(path.trim_start_matches('/'));
        group.ancestors().filter_map(|group| bytes_in(&root.join(group), files)).min()
    });
    limits.min()
}

/// Reads `MemAvailable:  123456 kB` out of Linux' `/proc/meminfo`.
#[cfg(any(test, not(any(target_os = "macos", windows))))]
fn available_bytes(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// Reads the soft limit out of `Max address space   SOFT   HARD   bytes`, a line of
/// Linux' `/proc/self/limits`; there may be none.
#[cfg(any(test, not(any(target_os = "macos", windows))))]
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
    fn the_least_limit_of_all_groups_around_counts() {
        let root = Path::new("/sys/fs/cgroup");
        let check = |groups: &str, files: &[(&str, &str)], expected| {
            let read = |path: &Path| {
                let file = files.iter().find(|(file, _)| root.join(file) == path)?;
                Some(format!("{}\n", file.1))
            };
            assert_eq!(group_bytes(groups, root, read), expected, "{groups}");
        };
        let slurm = "0::/system.slice/slurmstepd.scope/job_7/step_0/user/task_0\n";
        let job = ("system.slice/slurmstepd.scope/job_7/memory.max", "4096");
        let task =
            |bytes| ("system.slice/slurmstepd.scope/job_7/step_0/user/task_0/memory.max", bytes);
        check(slurm, &[job, task("max")], Some(4096));
        check(slurm, &[job, task("1024")], Some(1024));
        check(slurm, &[job, task("8192")], Some(4096));
        check("0::/a.slice\n", &[("a.slice/memory.high", "512"), ("memory.max", "max")], Some(512));
        // A container that sees the path of its host.
        check("0::/docker/abc\n", &[("memory.max", "2048")], Some(2048));
        check("0::/\n", &[("memory.max", "2048")], Some(2048));
        check("0::/\n", &[], None);
        let old =
            "5:cpu,cpuacct:/x\n4:hugetlb,memory:/slurm/uid_1/job_7/step_0\n1:name=systemd:/\n";
        let limit = |at, bytes| (at, bytes);
        let all = [
            limit("memory/slurm/uid_1/job_7/step_0/memory.limit_in_bytes", "9223372036854771712"),
            limit("memory/slurm/uid_1/job_7/memory.limit_in_bytes", "4096"),
            limit("memory/slurm/memory.limit_in_bytes", "8192"),
            limit("x/memory.limit_in_bytes", "1"),
        ];
        check(old, &all, Some(4096));
        check("torn\n7:memory", &all, None);
    }

    #[test]
    fn available_memory_is_read() {
        let text = "MemTotal:  8000000 kB\nMemAvailable:    1000 kB\nBuffers: 5 kB\n";
        assert_eq!(available_bytes(text), Some(1_024_000));
        assert_eq!(available_bytes("MemTotal: 3 kB"), None);
        assert!(memory_bytes() > 0);
    }
}
