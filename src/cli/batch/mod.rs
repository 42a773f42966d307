//! `mondrian batch`: a pure function from lines to lines, so that any engine can run it over
//! any number of machines. Contract: `docs/cli/batch.md`.
//!
//! ```text
//!   inputs --input: one thread--> jobs, a few ahead --workers--> answers, as they come
//! ```
//!
//! The thread that reads looks at the ids alone, so that a shard costs no more than its own levels.
//! No process is started for a level, and nothing is kept of an answered one: memory is that
//! of the searches under way.

mod answer;
mod input;
mod resume;
mod task;

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub(super) use self::answer::Answer;
use self::input::Job;
use self::resume::Answered;
use super::args::{BatchArgs, SearchArgs, Shard};
use super::common::exit::Exit;
use super::common::goal::Goal;
use super::common::interrupt;
use super::common::output::{Output, Outputs};
use super::common::say::say;
use super::common::source::Source;
use super::panic_message;
use crate::search::allowance::threads;

/// The memory of one search where nothing else is said: a figure of the machine would make
/// answers depend on it.
const MEMORY_BYTES: u64 = 1 << 30;

/// How long a worker waits for a job before it looks whether the program is to stop.
const WAIT: Duration = Duration::from_millis(50);

/// Answers every input with a line.
pub(super) fn batch(
    args: &BatchArgs,
    goal: &Arc<Goal>,
    out: &mut (impl Write + Send),
) -> io::Result<Exit> {
    let files = if args.files.is_empty() { vec![Source::Stdin] } else { args.files.clone() };
    if let Some(message) = problem(args, &files) {
        say(format_args!("mondrian: {message}"));
        return Ok(Exit::Usage);
    }
    let Some(path) = &args.resume else {
        return run(args, goal, files, Answered::default(), out);
    };
    match resume::open(path) {
        Ok((mut file, answered)) => run(args, goal, files, answered, &mut file),
        Err(message) => {
            say(format_args!("mondrian: --resume {}: {message}", path.display()));
            Ok(Exit::Usage)
        }
    }
}

/// Says what is wrong with the command line.
fn problem(args: &BatchArgs, files: &[Source]) -> Option<String> {
    if args.search.limits.threads.is_some_and(|threads| threads != 1) {
        return Some("each level is searched with one thread; --jobs says how many at once".into());
    }
    if files.iter().filter(|&file| *file == Source::Stdin).count() > 1 {
        return Some("standard input can be read once".into());
    }
    if args.resume.as_deref() == Some(Path::new("-")) {
        return Some(
            "--resume - would be a file of that name: name one that can be read too".into(),
        );
    }
    let resume = args.resume.as_ref().map(|path| Output::File(path.clone()));
    let named = [("--resume", resume.as_ref())];
    let outputs = |level| Outputs { level, named: &named, prints: false, binary: false };
    files.iter().find_map(|file| outputs(file).problem())
}

/// What the workers share.
struct Shared<'a, W> {
    jobs: Mutex<Receiver<Job>>,
    out: Mutex<&'a mut W>,
    /// What keeps answers from being written.
    error: Mutex<Option<io::Error>>,
    stop: Arc<AtomicBool>,
    defaults: SearchArgs,
    goal: Arc<Goal>,
}

/// Which inputs are to be answered.
struct Wanted {
    shard: Option<Shard>,
    answered: Answered,
}

impl Wanted {
    /// Says whether the next input with this id is to be answered: it is neither another shard's
    /// nor answered already.
    fn is(&mut self, id: &str) -> bool {
        self.shard.is_none_or(|shard| is_in_shard(id, shard)) && !self.answered.take(id)
    }
}

fn run(
    args: &BatchArgs,
    goal: &Arc<Goal>,
    files: Vec<Source>,
    answered: Answered,
    out: &mut (impl Write + Send),
) -> io::Result<Exit> {
    let workers = args.jobs.map_or_else(threads, usize::from);
    let stop = interrupt::watch();
    // A few ahead, so that no worker waits; not more, so that memory does not grow.
    let (sender, receiver) = sync_channel(2 * workers);
    let is_unreadable = Arc::new(AtomicBool::new(false));
    let unreadable = Arc::clone(&is_unreadable);
    // Not waited for: it may wait for somebody to type when the program is told to stop.
    let mut wanted = Wanted { shard: args.shard, answered };
    let goals = Arc::clone(goal);
    let feed = move || input::feed(&files, &goals, &mut wanted, &sender, &unreadable);
    let reader = std::thread::spawn(feed);
    let shared = Shared {
        jobs: Mutex::new(receiver),
        out: Mutex::new(out),
        error: Mutex::new(None),
        stop: Arc::clone(&stop),
        defaults: args.search.clone(),
        goal: Arc::clone(goal),
    };
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| shared.work());
        }
    });
    if let Some(error) = lock(&shared.error).take() {
        return Err(error);
    }
    let is_left = stop.load(Ordering::Relaxed) && shared.has_more();
    if is_left {
        say("mondrian: stopped; what was begun is answered, the rest is left");
    } else if reader.join().is_err() {
        return Ok(Exit::Internal);
    }
    let read = if is_unreadable.load(Ordering::Relaxed) { Exit::Usage } else { Exit::Success };
    Ok(if is_left { Exit::Unknown.max(read) } else { read })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<W: Write + Send> Shared<'_, W> {
    /// Takes one job after the other until there are none, or the program is to stop.
    fn work(&self) {
        while !self.stop.load(Ordering::Relaxed) {
            let job = lock(&self.jobs).recv_timeout(WAIT);
            match job {
                Ok(job) => self.answer(job),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Says whether there is another job, or may yet be one.
    fn has_more(&self) -> bool {
        !matches!(lock(&self.jobs).try_recv(), Err(TryRecvError::Disconnected))
    }

    /// Answers a job, whatever becomes of it.
    fn answer(&self, job: Job) {
        let (id, level) = job.into_parts();
        let solved =
            guarded(|| level.read(&self.goal)?.solve(&self.defaults)).and_then(|solved| solved);
        let answer = Answer::new(id, solved);
        if let Err(error) = self.write(&answer) {
            lock(&self.error).get_or_insert(error);
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Writes an answer as one line, in one piece.
    fn write(&self, answer: &Answer) -> io::Result<()> {
        let mut line = serde_json::to_vec(answer)?;
        line.push(b'\n');
        let mut out = lock(&self.out);
        out.write_all(&line)?;
        out.flush()
    }
}

/// Does `work`, and returns a panic as an error.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // What a panic leaves half done is not looked at again.
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|panic| format!("internal error: {}", panic_message(&*panic)))
}

/// Says whether the input with this id belongs to the part: its CRC-32 (that of PNG and zip),
/// divided by the number of parts, leaves one less than the part's number.
fn is_in_shard(id: &str, shard: Shard) -> bool {
    crc32fast::hash(id.as_bytes()) % shard.of == shard.nth - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_is_in_one_shard() {
        let mut counts = [0; 3];
        for number in 0..3_000 {
            let id = format!("level {number}");
            let of = 3;
            let holds = |nth: &u32| is_in_shard(&id, Shard { nth: *nth, of });
            let found: Vec<u32> = (1..=of).filter(holds).collect();
            assert_eq!(found.len(), 1, "{id}");
            counts[found[0] as usize - 1] += 1;
        }
        assert!(counts.iter().all(|count| (900..1_100).contains(count)), "{counts:?}");
        // Part of the contract: other machines may run other versions.
        assert!(is_in_shard("level 1", Shard { nth: crc32fast::hash(b"level 1") % 7 + 1, of: 7 }));
        assert_eq!(crc32fast::hash(b"123456789"), 0xcbf4_3926);
    }
}
