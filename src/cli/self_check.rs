//! `mondrian self-check`: random levels through every method, against breadth-first
//! search and against each other.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use super::args::SelfCheckArgs;
use super::common::exit::Exit;
use super::common::interrupt;
use super::common::progress::LiveLine;
use super::common::say::say;
use crate::puzzle::{Layout, layout_text, write_level};
use crate::search::allowance::threads;
use crate::trial::{self, Disagreement, Tally};
use crate::words::figures;

/// What the trials so far have come to.
#[derive(Default)]
struct Sum {
    levels: u64,
    unsolvable: u64,
    given_up: u64,
    searches: u64,
    most_moves: u32,
    disagreements: u64,
}

/// Trials that several threads take one after the other.
struct Queue {
    next: AtomicU64,
    end: u64,
    stopped: Arc<AtomicBool>,
}

type Result = std::result::Result<Tally, Box<Disagreement>>;

/// Runs trials until the time is over, or those that were asked for; prints each level
/// on which something did not agree with the command that repeats it.
pub(super) fn self_check(args: &SelfCheckArgs, out: &mut impl Write) -> io::Result<Exit> {
    let (first, end) = match (args.level, args.levels) {
        (Some(nth), _) => (nth, nth.saturating_add(1)),
        (None, Some(count)) => (0, count),
        (None, None) => (0, u64::MAX),
    };
    let queue = Queue { next: AtomicU64::new(first), end, stopped: interrupt::watch() };
    if end == u64::MAX {
        let stopped = Arc::clone(&queue.stopped);
        let time = Duration::from_mins(1).mul_f64(args.minutes);
        // Nobody waits for this thread: it ends with the program if not before.
        std::thread::spawn(move || {
            std::thread::sleep(time);
            stopped.store(true, Ordering::Relaxed);
        });
    }
    let threads = args.threads.map_or_else(threads, usize::from);
    let mut sum = Sum::default();
    std::thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..threads {
            let (queue, sender) = (&queue, sender.clone());
            scope.spawn(move || queue.work(args.seed, &sender));
        }
        drop(sender);
        sum.collect(&results, args.seed, out)
    })?;
    writeln!(out, "{}", sum.text())?;
    if sum.disagreements > 0 {
        return Ok(Exit::Internal);
    }
    // Without a number of levels it ends whenever it is stopped.
    let lacking = if end == u64::MAX { 0 } else { (end - first).saturating_sub(sum.levels) };
    if lacking > 0 {
        say(format_args!("mondrian: stopped; {} not checked", figures::levels(lacking)));
        return Ok(Exit::Unknown);
    }
    Ok(Exit::Success)
}

impl Queue {
    fn work(&self, seed: u64, results: &Sender<(u64, Result)>) {
        while !self.stopped.load(Ordering::Relaxed) {
            let nth = self.next.fetch_add(1, Ordering::Relaxed);
            // Nobody listens when the output cannot be written.
            if nth >= self.end || results.send((nth, trial::run(seed, nth))).is_err() {
                return;
            }
        }
    }
}

impl Sum {
    /// Adds up results until the last thread has ended.
    fn collect(
        &mut self,
        results: &Receiver<(u64, Result)>,
        seed: u64,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let mut live = LiveLine::new(true);
        for (nth, result) in results {
            live.clear();
            self.add(nth, result, seed, out)?;
            live.draw(|| self.text());
        }
        live.clear();
        Ok(())
    }

    fn add(&mut self, nth: u64, result: Result, seed: u64, out: &mut impl Write) -> io::Result<()> {
        self.levels += 1;
        match result {
            Ok(tally) => {
                self.searches += tally.searches;
                self.given_up += u64::from(tally.given_up);
                self.unsolvable += u64::from(tally.moves.is_none() && !tally.given_up);
                self.most_moves = self.most_moves.max(tally.moves.unwrap_or(0));
                Ok(())
            }
            Err(wrong) => {
                self.disagreements += 1;
                report(nth, &wrong, seed, out)
            }
        }
    }

    fn text(&self) -> String {
        format!(
            "{} ({} unsolvable, up to {}, {} too large for breadth-first search), \
             {} searches, {}",
            figures::levels(self.levels),
            figures::grouped(self.unsolvable),
            figures::moves(self.most_moves),
            figures::grouped(self.given_up),
            figures::grouped(self.searches),
            match self.disagreements {
                0 => "no disagreement".to_owned(),
                1 => "1 DISAGREEMENT".to_owned(),
                more => format!("{more} DISAGREEMENTS"),
            }
        )
    }
}

fn report(nth: u64, wrong: &Disagreement, seed: u64, out: &mut impl Write) -> io::Result<()> {
    let Disagreement { level, options, what } = wrong;
    say(format_args!("level {nth} of seed {seed}: {what}"));
    if let Some(options) = options {
        say(format_args!("{options:?}"));
    }
    say(layout_text(level, Layout::Start));
    say(format_args!("repeat with: mondrian self-check --seed {seed} --level {nth}"));
    writeln!(out, "{}", write_level(level))?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Draft, Size, parse_level};

    #[test]
    fn so_many_levels_agree() {
        let args = SelfCheckArgs {
            minutes: 1.0,
            levels: Some(30),
            level: None,
            seed: 3,
            threads: Some(2),
        };
        let mut out = Vec::new();
        assert!(self_check(&args, &mut out).unwrap() == Exit::Success);
        let text = String::from_utf8(out).unwrap();
        assert!(text.starts_with("30 levels (") && text.ends_with("no disagreement\n"), "{text}");
    }

    #[test]
    fn a_disagreement_is_a_level_file_and_an_error() {
        let mut sum = Sum::default();
        let mut out = Vec::new();
        let level = Draft::new(Size::new(2, 1));
        let what = "5 moves by breadth-first search, but 4".to_owned();
        let wrong = Box::new(Disagreement { level: level.clone(), options: None, what });
        sum.add(7, Err(wrong), 1, &mut out).unwrap();
        assert_eq!(parse_level(&String::from_utf8(out).unwrap()).unwrap().draft, level);
        assert!(sum.text().ends_with("1 DISAGREEMENT"));
    }
}
