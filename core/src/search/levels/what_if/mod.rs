//! What if: many levels that differ by one stroke, solved together. Used by the map over the
//! boards, by the list of next strokes, by `mondrian analyse --what-if` and by the evolution of
//! levels.
//!
//! Levels that are the same puzzle are solved once, and what is known of a puzzle stays in
//! [`Answers`]. The others are solved in rounds, each with more states than the one before, on
//! all threads, one level to a thread. Between two rounds the levels learn from each other, and
//! those that differ in their start alone from one listing; the argument of each lesson stands
//! where it is drawn (`lessons`, `shared_goal`).
//!
//! What is found in a round depends on nothing that another thread does in it. So the answers
//! are the same on any number of threads, unless a limit of time or memory ends a search. Only
//! where states are not limited, the last levels share the threads among them: which of several
//! shortest solutions is found then may depend on their number.

mod answers;
mod lessons;
mod shared_goal;
mod walls;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustc_hash::FxHashMap;

pub use self::answers::Answers;
use self::lessons::Ways;
use self::shared_goal::SharedGoal;
pub use self::walls::{WallEffect, WithoutWall, without_each_wall};
use crate::puzzle::random::mixed;
use crate::puzzle::{Draft, Puzzle, Solution};
use crate::search::base::clock::Stopwatch;
use crate::search::base::memory_plan;
use crate::search::base::options::{Limits, Options};
use crate::search::base::outcome::{Status, Stop, Verdict};
use crate::search::base::pool::Pool;
use crate::search::run::Search;

/// States that a search may expand in the first round, and how many times as many in each
/// further one: what is begun anew costs one part in so many.
const FIRST_STATES: u64 = 4_000;
const GROWTH: u64 = 16;

/// So many levels ask a listing first; when it settles less than half of them, the others wait for
/// a larger one.
const ASKED_FIRST: usize = 6;

/// Levels to be solved together.
///
/// ```
/// use std::sync::Arc;
/// use mondrian_core::puzzle::{Stroke, StrokeKind};
/// use mondrian_core::search::{Limits, what_if::{Run, WhatIf}};
/// let draft = "R..\n...\n\n..R\n...".parse().unwrap();
/// let strokes = Stroke::of_kind(&draft, StrokeKind::Walls);
/// let drafts: Vec<_> = strokes.iter().map(|stroke| stroke.apply(&draft)).collect();
/// let what_if = WhatIf::new(&drafts, &Arc::default());
/// what_if.run(&Run::new(Limits::default(), 1, &Arc::default()));
/// assert!((0..drafts.len()).all(|place| what_if.known(place).is_none_or(|known| known.is_settled())));
/// ```
pub struct WhatIf {
    /// For each draft its level; `None` where it is none.
    cases: Vec<Option<usize>>,
    levels: Vec<Level>,
    answers: Arc<Answers>,
}

/// One of the puzzles, and the drafts that are it.
struct Level {
    puzzle: Puzzle,
    identity: Vec<u8>,
    /// The first draft that is it.
    case: usize,
    known: Mutex<Verdict>,
    /// Its last search ended at a limit that another would end at.
    is_given_up: AtomicBool,
}

impl Level {
    fn known(&self) -> Verdict {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Adds what is known elsewhere; returns whether that says more.
    fn learn(&self, other: &Verdict) -> bool {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).learn(other)
    }

    fn wants_more(&self) -> bool {
        !self.is_given_up.load(Ordering::Relaxed) && !self.known().is_settled()
    }
}

/// What each search of a round may take.
#[derive(Clone, Copy)]
struct Share {
    states: u64,
    /// No further round gives it more states.
    is_last: bool,
    threads: usize,
    memory_bytes: Option<u64>,
}

/// How [`WhatIf::run`] is to work.
pub struct Run<'a> {
    /// Limits of time and memory hold for all searches together, that of states for each.
    pub limits: Limits,
    /// Threads, at least 1.
    pub threads: usize,
    /// Ends it as soon as it is true.
    pub stop: &'a Arc<AtomicBool>,
    /// Lists what levels that differ in their start alone share. A listing is not cut by steps.
    pub lists: bool,
    /// Says how soon a draft is wanted, by its place: the least first.
    pub order: &'a (dyn Fn(usize) -> u32 + Sync),
    /// Hears of each draft of which more is known than before, by its place.
    pub news: &'a (dyn Fn(usize, &Verdict) + Sync),
}

impl<'a> Run<'a> {
    /// Takes the drafts in their own order, and tells nobody.
    pub fn new(limits: Limits, threads: usize, stop: &'a Arc<AtomicBool>) -> Self {
        Self { limits, threads, stop, lists: true, order: &|_| 0, news: &|_, _| {} }
    }
}

/// A run between two steps.
pub struct Rounds {
    started: Stopwatch,
    shared: Vec<SharedGoal>,
    /// States of each search of the round that is next.
    states: u64,
    /// What is left of the round that has begun, with what each level knew then.
    queue: Mutex<Vec<(usize, Verdict)>>,
    share: Share,
}

/// A step of a run.
struct Work<'a> {
    run: &'a Run<'a>,
    pool: Pool,
    started: Stopwatch,
    slice: Duration,
    begun: Stopwatch,
}

impl Rounds {
    fn is_through(&mut self) -> bool {
        self.queue.get_mut().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}

impl Work<'_> {
    fn is_over(&self) -> bool {
        let time = self.run.limits.time;
        self.run.stop.load(Ordering::Relaxed)
            || time.is_some_and(|limit| self.started.elapsed() >= limit)
    }

    fn is_cut(&self) -> bool {
        self.is_over() || self.begun.elapsed() >= self.slice
    }
}

impl WhatIf {
    /// Makes ready to solve `drafts`. What `answers` know already is there at once.
    pub fn new(drafts: &[Option<Draft>], answers: &Arc<Answers>) -> Self {
        let mut places: FxHashMap<Vec<u8>, usize> = FxHashMap::default();
        let mut levels: Vec<Level> = Vec::new();
        let mut cases = Vec::with_capacity(drafts.len());
        for (case, draft) in drafts.iter().enumerate() {
            let puzzle = draft.as_ref().and_then(|draft| draft.validate().ok());
            cases.push(puzzle.map(|puzzle| {
                let identity = puzzle.identity();
                *places.entry(identity.clone()).or_insert_with(|| {
                    let known = Mutex::new(answers.get(&identity).unwrap_or_default());
                    let is_given_up = AtomicBool::new(false);
                    levels.push(Level { puzzle, identity, case, known, is_given_up });
                    levels.len() - 1
                })
            }));
        }
        Self { cases, levels, answers: Arc::clone(answers) }
    }

    /// Returns what is known of a draft, by its place; `None` where it is no level.
    pub fn known(&self, case: usize) -> Option<Verdict> {
        self.cases[case].map(|level| self.levels[level].known())
    }

    /// Returns the puzzle of a draft, by its place; `None` where it is no level.
    pub fn puzzle(&self, case: usize) -> Option<&Puzzle> {
        self.cases[case].map(|level| &self.levels[level].puzzle)
    }

    /// Solves until all is settled or a limit is met. Returns the time that it took.
    pub fn run(&self, run: &Run) -> Duration {
        let mut rounds = self.begin(run);
        while self.step_for(Duration::MAX, &mut rounds, run) == Status::Running {}
        rounds.started.elapsed()
    }

    /// Begins a run that is stepped.
    pub fn begin(&self, run: &Run) -> Rounds {
        Rounds {
            started: Stopwatch::start(),
            shared: if run.lists { self.shared_goals(run) } else { Vec::new() },
            states: FIRST_STATES.min(run.limits.states.unwrap_or(u64::MAX)),
            queue: Mutex::default(),
            share: Share { states: 0, is_last: false, threads: 1, memory_bytes: None },
        }
    }

    /// Goes on with a run for about `slice`: no further level is begun then.
    pub fn step_for(&self, slice: Duration, rounds: &mut Rounds, run: &Run) -> Status {
        let (pool, begun) = (Pool::new(run.threads), Stopwatch::start());
        let work = Work { run, pool, started: rounds.started, slice, begun };
        loop {
            if rounds.is_through() && !self.next_round(rounds, &work) {
                return Status::Finished;
            }
            self.round(rounds, &work);
            if work.is_over() {
                return Status::Finished;
            }
            if work.is_cut() {
                return Status::Running;
            }
        }
    }

    /// Makes the next round ready; says whether there is one.
    fn next_round(&self, rounds: &mut Rounds, work: &Work) -> bool {
        let run = work.run;
        rounds.shared.retain_mut(|shared| self.list_more(shared, work));
        self.tell_each_other(run);
        let pending: Vec<usize> =
            (0..self.levels.len()).filter(|&at| self.levels[at].wants_more()).collect();
        if pending.is_empty() || work.is_over() {
            return false;
        }
        let threads = work.pool.threads();
        let most = run.limits.states.unwrap_or(u64::MAX);
        // When each of the last levels may have several threads, it is solved to the end.
        let is_rest =
            2 * pending.len() <= threads && rounds.shared.is_empty() && run.limits.states.is_none();
        let states = if is_rest { most } else { rounds.states };
        let at_once = if is_rest { pending.len() } else { threads };
        let memory = run.limits.memory_bytes.map(|bytes| memory_plan::LISTINGS.rest(bytes));
        rounds.share = Share {
            states,
            is_last: states >= most,
            threads: if is_rest { threads / at_once } else { 1 },
            memory_bytes: memory.map(|bytes| bytes / at_once as u64),
        };
        rounds.states = states.saturating_mul(GROWTH).min(most);
        // What each search is told must not depend on what the others find meanwhile.
        let told = pending.into_iter().map(|level| (level, self.levels[level].known()));
        rounds.queue = Mutex::new(told.collect());
        true
    }

    /// Returns the families of levels that are open and that one listing may serve.
    fn shared_goals(&self, run: &Run) -> Vec<SharedGoal> {
        let open = self.levels.iter().enumerate().filter(|(_, level)| level.wants_more());
        let puzzles = open.map(|(at, level)| (at, &level.puzzle));
        let memory = run.limits.memory_bytes.map(|bytes| memory_plan::LISTINGS.of(bytes));
        shared_goal::families(puzzles, memory, run.threads, run.stop)
    }

    /// Lists more of what a family shares, and asks the listing about its levels that are open.
    /// Returns whether it is worth listing still more.
    fn list_more(&self, shared: &mut SharedGoal, work: &Work) -> bool {
        let mut open: Vec<usize> =
            shared.levels.iter().copied().filter(|&at| self.levels[at].wants_more()).collect();
        if open.len() < shared_goal::FEWEST {
            return false;
        }
        if !shared.grow(|| work.is_over()) {
            return shared.may_grow();
        }
        let shared = &*shared;
        // What is listed itself, or cannot be, needs no search.
        self.ask(shared, &open, 0, work);
        open.retain(|&at| self.levels[at].wants_more());
        // Short ways are met first; where none is known the places are taken in no order.
        open.sort_by_cached_key(|&at| {
            let known = self.levels[at].known();
            let cost = known.solution().map_or(u32::MAX, Solution::cost);
            (cost, mixed(0, at as u64))
        });
        let most = shared.most();
        let (first, others) = open.split_at(open.len().min(ASKED_FIRST));
        self.ask(shared, first, most, work);
        if 2 * first.iter().filter(|&&at| self.levels[at].wants_more()).count() <= first.len() {
            self.ask(shared, others, most, work);
        }
        shared.may_grow()
    }

    /// Asks a listing about levels of its family, each by a search that meets `most` states.
    fn ask(&self, shared: &SharedGoal, levels: &[usize], most: usize, work: &Work) {
        let next = AtomicUsize::new(0);
        let mut workers = vec![(); work.pool.threads().min(shared_goal::ASKING_AT_ONCE)];
        work.pool.each(&mut workers, |()| {
            while let Some(&at) = levels.get(next.fetch_add(1, Ordering::Relaxed)) {
                if work.is_over() {
                    return;
                }
                let level = &self.levels[at];
                let found = shared.known(&level.puzzle, &level.known(), most, &|| work.is_over());
                self.take(level, &found, work.run);
            }
        });
    }

    /// Goes on with a round.
    fn round(&self, rounds: &Rounds, work: &Work) {
        let Rounds { queue, share, .. } = rounds;
        let next = || {
            let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
            let nearest = (0..queue.len())
                .min_by_key(|&at| ((work.run.order)(self.levels[queue[at].0].case), queue[at].0))?;
            Some(queue.swap_remove(nearest))
        };
        let waiting = queue.lock().unwrap_or_else(PoisonError::into_inner).len();
        let mut workers = vec![(); work.pool.threads().min(waiting)];
        work.pool.each(&mut workers, |()| {
            while let Some((level, told)) = next() {
                self.solve(level, told, *share, work);
                if work.is_cut() {
                    return;
                }
            }
        });
    }

    fn solve(&self, level: usize, mut known: Verdict, share: Share, work: &Work) {
        let Work { run, started, .. } = work;
        let level = &self.levels[level];
        let limits = Limits {
            states: Some(share.states),
            time: run.limits.time.map(|limit| limit.saturating_sub(started.elapsed())),
            memory_bytes: share.memory_bytes,
            ..run.limits
        };
        let options = Options { limits, threads: share.threads, ..Options::sequential() };
        let mut search = Search::new(&level.puzzle, &options);
        search.cancel_when(Arc::clone(run.stop));
        if let Some(solution) = known.solution() {
            search.tell(solution.moves().to_vec()).expect("a solution of this puzzle");
        }
        while search.step_for(Duration::MAX) == Status::Running {}
        let Some(outcome) = search.outcome() else { return };
        known.learn(&outcome.verdict);
        let is_states = outcome.stop == Stop::States;
        level.is_given_up.store(!is_states || share.is_last, Ordering::Relaxed);
        self.take(level, &known, run);
    }

    /// Adds what has been found out about a level, and tells of it.
    fn take(&self, level: &Level, known: &Verdict, run: &Run) {
        if !level.learn(known) {
            return;
        }
        let known = level.known();
        self.answers.put(&level.identity, &known);
        for (case, its) in self.cases.iter().enumerate() {
            if its.is_some_and(|its| std::ptr::eq(&raw const self.levels[its], level)) {
                (run.news)(case, &known);
            }
        }
    }

    /// Lets the levels learn from each other.
    fn tell_each_other(&self, run: &Run) {
        let open: Vec<&Level> =
            self.levels.iter().filter(|level| !level.known().is_settled()).collect();
        let solved = self
            .levels
            .iter()
            .filter_map(|level| Some((&level.puzzle, level.known().solution()?.clone())));
        let ways = Ways::new(solved);
        for level in open {
            if run.stop.load(Ordering::Relaxed) {
                return;
            }
            let best = level.known().solution().map_or(u32::MAX, Solution::cost);
            if let Some(solution) = ways.borrowed(&level.puzzle, best) {
                let known = Verdict::new(Some(solution), level.known().lower_bound());
                self.take(level, &known, run);
            }
        }
    }
}

#[cfg(test)]
mod tests;
