//! One search that was asked for, as it is seen from the frames: figures, solutions and
//! how it ended. It stands on the sheet of its board (`results`).

use std::time::Duration;

use crate::app::work::worker::{End, Report};
use crate::puzzle::Puzzle;
use crate::search::{Found, Options, Outcome, Progress, Stop, Verdict};

/// One search, from Solve to its end.
pub struct Run {
    /// Counts the searches of this session, from 1.
    pub serial: u64,
    /// What is searched, as it was when the search began.
    pub puzzle: Puzzle,
    /// What was asked for.
    pub options: Options,
    /// The newest snapshot.
    pub progress: Progress,
    /// Solutions found, each better than the one before.
    pub found: Vec<Found>,
    /// States expanded per second.
    pub per_second: u64,
    /// Stop has been asked for, and the worker has not answered yet.
    pub stopping: bool,
    /// What the plot shows.
    pub history: History,
    /// How it ended, when it did.
    pub end: Option<End>,
    /// Expanded and elapsed when the rate was last taken.
    rate_taken: (u64, Duration),
}

/// What was known at one time of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Time searched.
    pub elapsed: Duration,
    /// Moves of the best solution.
    pub best: Option<u32>,
    /// The proved lower bound, in moves.
    pub lower_bound: u32,
    /// States waiting.
    pub open: u64,
}

/// What was known in the course of a search, thinned out as it grows longer.
#[derive(Clone, Debug)]
pub struct History {
    samples: Vec<Sample>,
    /// The least time between two samples.
    step: Duration,
}

impl Default for History {
    fn default() -> Self {
        Self { samples: Vec::new(), step: Duration::from_millis(250) }
    }
}

impl History {
    /// So many samples are kept at most.
    const MOST: usize = 400;

    /// Returns the samples in the order of time.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Takes a sample of the time when a solution was found.
    fn add_found(&mut self, found: &Found, open: u64) {
        self.samples.push(Sample {
            elapsed: found.elapsed,
            best: Some(found.solution.cost()),
            lower_bound: found.lower_bound,
            open,
        });
    }

    /// Takes a sample when it is time for one, or when it says something new.
    fn add(&mut self, progress: &Progress, ended: bool) {
        let sample = Sample {
            elapsed: progress.elapsed,
            best: progress.incumbent,
            lower_bound: progress.lower_bound,
            open: progress.open,
        };
        let is_news = |last: &Sample| {
            (last.best, last.lower_bound) != (sample.best, sample.lower_bound)
                || sample.elapsed >= last.elapsed + self.step
        };
        if !ended && !self.samples.last().is_none_or(is_news) {
            return;
        }
        self.samples.push(sample);
        if self.samples.len() > Self::MOST {
            let mut nth = 0;
            self.samples.retain(|_| {
                nth += 1;
                nth % 2 == 1
            });
            let whole = sample.elapsed.as_secs_f64();
            self.step = Duration::from_secs_f64(2.0 * whole / Self::MOST as f64);
        }
    }
}

impl Run {
    pub(super) fn new(serial: u64, puzzle: Puzzle, options: Options) -> Self {
        Self {
            serial,
            puzzle,
            options,
            progress: Progress::default(),
            found: Vec::new(),
            per_second: 0,
            stopping: false,
            history: History::default(),
            end: None,
            rate_taken: (0, Duration::ZERO),
        }
    }

    /// Says whether it has not ended.
    pub const fn is_running(&self) -> bool {
        self.end.is_none()
    }

    /// Returns the outcome, unless it runs or has failed.
    pub const fn outcome(&self) -> Option<&Outcome> {
        match &self.end {
            Some(End::Outcome(outcome)) => Some(outcome),
            Some(End::Panicked(_)) | None => None,
        }
    }

    /// Says whether it ended because somebody stopped it.
    pub fn was_stopped(&self) -> bool {
        self.outcome().is_some_and(|outcome| outcome.stop == Stop::Cancelled)
    }

    /// Ends it with what is known by now: nobody listens to its worker any more.
    pub(super) fn abandon(&mut self) {
        let lower_bound = self.progress.lower_bound;
        let verdict = match self.found.last() {
            Some(found) => Verdict::Feasible { solution: found.solution.clone(), lower_bound },
            None => Verdict::Unknown { lower_bound },
        };
        self.end = Some(End::Outcome(Outcome { verdict, stop: Stop::Cancelled }));
        self.stopping = false;
    }

    /// Takes over what the worker reports.
    pub(super) fn apply(&mut self, report: Report) {
        if let Some(progress) = report.progress {
            self.progress = progress;
        }
        for found in &report.found {
            self.history.add_found(found, self.progress.open);
        }
        self.found.extend(report.found);
        if report.end.is_some() {
            self.end = report.end;
            self.stopping = false;
        }
        self.update_rate();
        let ended = !self.is_running();
        self.history.add(&self.progress, ended);
    }

    /// Takes the rate over the last half second or more; in the end, over all.
    fn update_rate(&mut self) {
        const WINDOW: Duration = Duration::from_millis(500);
        let now = (self.progress.expanded, self.progress.elapsed);
        let (expanded, elapsed) =
            if self.is_running() { self.rate_taken } else { (0, Duration::ZERO) };
        let window = now.1.saturating_sub(elapsed);
        let due = !self.is_running() || window >= WINDOW || self.per_second == 0;
        if due && !window.is_zero() {
            self.per_second = ((now.0 - expanded) as f64 / window.as_secs_f64()) as u64;
            self.rate_taken = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_history_is_thinned_out_and_keeps_its_end() {
        let mut history = History::default();
        for second in 0..10_000 {
            let progress = Progress {
                elapsed: Duration::from_secs(second),
                open: second,
                ..Progress::default()
            };
            history.add(&progress, second == 9_999);
        }
        let samples = history.samples();
        assert!((150..=History::MOST).contains(&samples.len()), "{}", samples.len());
        assert_eq!(samples.first().unwrap().open, 0);
        assert_eq!(samples.last().unwrap().open, 9_999);
        assert!(samples.is_sorted_by_key(|sample| sample.elapsed));
    }
}
