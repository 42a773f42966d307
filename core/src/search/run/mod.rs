//! A search as a value: stepped, stopped at its limits, read at any time. The one
//! place that decides what a run has proved.

pub mod measure;
mod methods;
pub(in crate::search) mod step_tree;
pub(in crate::search) mod tracer;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::base::algorithm::{Algorithm, Answer, Step};
use super::base::clock::{Deadline, Stopwatch};
use super::base::options::{Aim, Options};
use super::base::outcome::{Found, Outcome, Progress, Status, Stop, Verdict};
use crate::puzzle::{Move, Puzzle, ReplayError, Solution};

impl Puzzle {
    /// Solves it: searches until the aim or a limit is reached. [`Search`] does the same in steps.
    ///
    /// ```
    /// use mondrian_core::puzzle::Puzzle;
    /// use mondrian_core::search::{Method, Options};
    /// let puzzle: Puzzle = "R..\n..#\nB..\n\nB..\n..#\n..R".parse().unwrap();
    /// let outcome = puzzle.solve(&Options { method: Method::Astar, ..Options::default() });
    /// assert_eq!(outcome.verdict.solution().unwrap().cost(), 5);
    /// ```
    pub fn solve(&self, options: &Options) -> Outcome {
        let mut search = Search::new(self, options);
        search.step(u64::MAX);
        search.outcome.expect("it has been stepped to its end")
    }
}

/// A search that is stepped by its owner: on a worker thread, or in between other
/// things. Nothing is lost between two steps.
///
/// ```
/// use mondrian_core::puzzle::parse_text;
/// use mondrian_core::search::{Options, Search, Status, Verdict};
/// let puzzle = parse_text("BR.\n...\n\n.BR\n...", None).unwrap().validate().unwrap();
/// let mut search = Search::new(&puzzle, &Options::default());
/// while search.step(1_000) == Status::Running {}
/// let Verdict::Optimal { solution } = &search.outcome().unwrap().verdict else { panic!() };
/// assert_eq!(solution.cost(), 2);
/// ```
pub struct Search {
    puzzle: Puzzle,
    options: Options,
    algorithm: Box<dyn Algorithm>,
    /// The end of the time limit, for what takes long between two looks at the clock.
    deadline: Deadline,
    /// States between two looks at the clock.
    slice_nodes: u64,
    /// What was proved before the search.
    bound_at_start: u32,
    /// What another search has proved.
    bound_told: u32,
    found: Vec<Found>,
    elapsed: Duration,
    peak_memory_bytes: u64,
    outcome: Option<Outcome>,
}

impl Search {
    /// Compiles `puzzle` and makes ready to search it.
    pub fn new(puzzle: &Puzzle, options: &Options) -> Self {
        let started = Stopwatch::start();
        let deadline = Deadline::never();
        let algorithm = methods::new(puzzle, options, &deadline);
        let mut search = Self {
            puzzle: puzzle.clone(),
            options: *options,
            slice_nodes: algorithm.slice_nodes(),
            algorithm,
            deadline,
            bound_at_start: methods::bound_at_start(puzzle, options),
            bound_told: 0,
            found: Vec::new(),
            elapsed: Duration::ZERO,
            peak_memory_bytes: 0,
            outcome: None,
        };
        search.elapsed = started.elapsed();
        search
    }

    /// Takes a solution found elsewhere, such as the best one that a level file holds: the
    /// search begins with it and looks for shorter ones alone. With the aim of any solution
    /// it is at its end. One that is longer than is looked for, or no better than what has
    /// been found, is left out of account.
    ///
    /// # Errors
    /// Says why the moves are no solution.
    pub fn tell(&mut self, moves: Vec<Move>) -> Result<(), ReplayError> {
        let solution = self.puzzle.verify(moves)?;
        let is_better = self.incumbent().is_none_or(|best| solution.cost() < best.cost());
        let is_short = solution.cost() <= methods::max_moves(&self.options);
        if self.outcome.is_none() && is_better && is_short {
            let positions = self.puzzle.replay(solution.moves())?;
            self.algorithm.tell(&positions[self.puzzle.opening().len()..]);
            self.add(solution, true);
        }
        Ok(())
    }

    /// Takes a lower bound, in moves, that another search of the same puzzle has proved: this
    /// one never says less, and a solution of as many moves is its end.
    pub fn raise_bound(&mut self, moves: u32) {
        self.bound_told = self.bound_told.max(moves);
    }

    /// Expands about `nodes` states, fewer when a limit or the end comes first.
    pub fn step(&mut self, nodes: u64) -> Status {
        let started = Stopwatch::start();
        let before = self.elapsed;
        let limit = self.options.limits.time;
        self.deadline.set(limit.map(|limit| limit.saturating_sub(before)));
        let mut left = nodes;
        while self.outcome.is_none() && left > 0 {
            let slice = left.min(self.slice_nodes);
            self.advance(slice);
            left -= slice;
            self.elapsed = before + started.elapsed();
        }
        self.status()
    }

    /// Searches for about as long as `slice`: as a rule a millisecond or so longer at
    /// most, some more where a single state takes long (many equal tiles) and where
    /// large tables grow.
    pub fn step_for(&mut self, slice: Duration) -> Status {
        let started = Stopwatch::start();
        while self.step(self.slice_nodes) == Status::Running && started.elapsed() < slice {}
        self.status()
    }

    /// Returns an iterator over the solutions that are yet to be found, each better than the one
    /// before. It searches when the next one is asked for; behind the last one is the outcome.
    ///
    /// ```
    /// use mondrian_core::puzzle::Puzzle;
    /// use mondrian_core::search::{Options, Search};
    /// let puzzle: Puzzle = "BR.\n...\n\n.BR\n...".parse().unwrap();
    /// let mut search = Search::new(&puzzle, &Options::default());
    /// let moves: Vec<u32> = search.improvements().map(|found| found.solution.cost()).collect();
    /// assert_eq!(moves.last(), Some(&2));
    /// assert!(search.outcome().is_some());
    /// ```
    pub fn improvements(&mut self) -> impl Iterator<Item = Found> + '_ {
        let mut told = self.found.len();
        std::iter::from_fn(move || {
            while self.found.len() == told && self.step(self.slice_nodes) == Status::Running {}
            told += 1;
            self.found.get(told - 1).cloned()
        })
    }

    /// Has the search end as soon as `asked` is true, in the middle of a step too.
    pub fn cancel_when(&self, asked: Arc<AtomicBool>) {
        self.deadline.watch(asked);
    }

    /// Ends the search with what is known by now.
    pub fn cancel(&mut self) {
        self.end(Stop::Cancelled);
    }

    /// Says whether there is more to do.
    pub const fn status(&self) -> Status {
        if self.outcome.is_some() { Status::Finished } else { Status::Running }
    }

    /// Returns the solutions found, each better than the one before.
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    /// Returns the end, once it has come.
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Returns a snapshot.
    pub fn progress(&self) -> Progress {
        let counts = self.algorithm.counts();
        Progress {
            expanded: counts.expanded,
            generated: counts.generated,
            stored: counts.stored,
            open: counts.open,
            memory_bytes: counts.memory_bytes,
            peak_memory_bytes: self.peak_memory_bytes.max(counts.memory_bytes),
            elapsed: self.elapsed,
            lower_bound: self.lower_bound(),
            incumbent: self.incumbent().map(Solution::cost),
            best_open: self.algorithm.best_open(),
        }
    }

    /// Returns what was asked for.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    fn incumbent(&self) -> Option<&Solution> {
        self.found.last().map(|found| &found.solution)
    }

    /// Returns the proved bound, which never exceeds a solution in hand.
    fn lower_bound(&self) -> u32 {
        if let Some(Outcome { verdict, .. }) = &self.outcome
            && let Some(bound) = verdict.lower_bound()
        {
            return bound;
        }
        let bound = self.algorithm.lower_bound().max(self.bound_at_start).max(self.bound_told);
        self.incumbent().map_or(bound, |solution| bound.min(solution.cost()))
    }

    fn advance(&mut self, nodes: u64) {
        let limits = &self.options.limits;
        if self.deadline.is_asked() {
            return self.end(Stop::Cancelled);
        }
        if limits.time.is_some_and(|limit| self.elapsed >= limit) {
            return self.end(Stop::Time);
        }
        let states_left = limits
            .states
            .map_or(u64::MAX, |limit| limit.saturating_sub(self.algorithm.counts().expanded));
        if states_left == 0 {
            return self.end(Stop::States);
        }
        let max_moves = methods::max_moves(&self.options);
        if self.puzzle.opening().len() > max_moves as usize {
            return self.finish(Answer::NoneUpTo(max_moves));
        }
        if self.incumbent().is_some_and(|solution| solution.cost() <= self.bound_told) {
            return self.finish(Answer::Exhausted);
        }
        let bound = self.lower_bound();
        let step = self.algorithm.step(nodes.min(states_left));
        self.peak_memory_bytes = self.peak_memory_bytes.max(self.algorithm.counts().memory_bytes);
        match step {
            Step::More => {}
            Step::Found(moves) => self.report(moves),
            Step::OutOfMemory => self.end(Stop::Memory),
            Step::Cut if self.deadline.is_asked() => self.end(Stop::Cancelled),
            Step::Cut => self.end(Stop::Time),
            Step::Done(answer) => self.finish(answer),
        }
        // A solution below a proved bound would lower it: then one of the two is wrong.
        debug_assert!(self.lower_bound() >= bound, "the proved bound fell below {bound}");
    }

    /// Replays a solution and takes it as the incumbent when it is better.
    fn report(&mut self, moves: Vec<Move>) {
        let solution = self
            .puzzle
            .verify(moves)
            .unwrap_or_else(|error| panic!("the search made a wrong solution: {error}"));
        if self.incumbent().is_some_and(|best| best.cost() <= solution.cost()) {
            return;
        }
        self.add(solution, false);
    }

    /// Takes a solution as the incumbent.
    fn add(&mut self, solution: Solution, is_told: bool) {
        let lower_bound = self.lower_bound().min(solution.cost());
        let (elapsed, expanded) = (self.elapsed, self.algorithm.counts().expanded);
        self.found.push(Found { solution, lower_bound, elapsed, expanded, is_told });
        if self.options.aim == Aim::Any {
            self.end(Stop::Finished);
        }
    }

    /// Ends a search that has nothing left to look at.
    fn finish(&mut self, answer: Answer) {
        let verdict = match (answer, self.incumbent()) {
            (Answer::GaveUp, _) => return self.end(Stop::GaveUp),
            // One that was constructed may be longer than what was looked for.
            (Answer::NoneUpTo(moves), Some(solution)) if solution.cost() > moves + 1 => {
                let lower_bound = self.lower_bound().max(moves + 1);
                Verdict::Feasible { solution: solution.clone(), lower_bound }
            }
            (_, Some(solution)) => Verdict::Optimal { solution: solution.clone() },
            (Answer::Exhausted, None) => Verdict::Unsolvable,
            (Answer::NoneUpTo(moves), None) => {
                Verdict::Unknown { lower_bound: self.lower_bound().max(moves + 1) }
            }
        };
        self.outcome = Some(Outcome { verdict, stop: Stop::Finished });
    }

    /// Ends a search with what is known by now.
    fn end(&mut self, stop: Stop) {
        if self.outcome.is_some() {
            return;
        }
        let verdict = Verdict::new(self.incumbent().cloned(), Some(self.lower_bound()));
        self.outcome = Some(Outcome { verdict, stop });
    }
}
