//! Which walls matter: the level solved again without each wall in turn. Used by
//! `mondrian analyse` and by the designer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::clock::Stopwatch;
use super::pool::Pool;
use super::{Limits, Options, Outcome, Search, Status, Stop, Verdict};
use crate::puzzle::{Cell, Draft, Layout, Square};

/// What becomes of a level without one of its walls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithoutWall {
    /// The wall.
    pub cell: Cell,
    /// What is known of the level without it; `None` when it is no level any more, because
    /// its opening cannot be played.
    pub outcome: Option<Outcome>,
}

/// What taking a wall away does to a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallEffect {
    /// Nothing: the shortest solution is as long, or there is none as before.
    None,
    /// Nothing is proved of the one or the other.
    Undecided,
    /// The shortest solution is another number of moves, or there is one only with or only
    /// without the wall, or its opening cannot be played.
    Matters,
}

impl WithoutWall {
    /// Compares with what is known of the level `with` the wall.
    pub fn effect(&self, with: &Verdict) -> WallEffect {
        let Some(outcome) = &self.outcome else { return WallEffect::Matters };
        match (settled(with), settled(&outcome.verdict)) {
            (Some(one), Some(other)) if one == other => WallEffect::None,
            (Some(_), Some(_)) => WallEffect::Matters,
            _ => WallEffect::Undecided,
        }
    }
}

/// Returns the moves of the shortest solution, `None` where none exists; nothing when that
/// is not proved.
fn settled(verdict: &Verdict) -> Option<Option<u32>> {
    match verdict {
        Verdict::Optimal { solution } => Some(Some(solution.cost())),
        Verdict::Unsolvable => Some(None),
        Verdict::Feasible { .. } | Verdict::Unknown { .. } => None,
    }
}

/// Solves `draft` without each of its walls in turn, on as many threads as `options` say,
/// each level by one thread. `options` hold for each level by itself, but the memory is
/// divided between the threads. `together` is the time limit of all, if there is one. Calls
/// `done` after each. Walls are row by row; what has not been solved when `stop` becomes true
/// is cancelled.
pub fn without_each_wall(
    draft: &Draft,
    options: &Options,
    together: Option<Duration>,
    stop: &Arc<AtomicBool>,
    done: impl Fn() + Send + Sync,
) -> Vec<WithoutWall> {
    let started = Stopwatch::start();
    let walls = draft.start.iter().filter(|(_, square)| **square == Square::Wall);
    let mut found: Vec<WithoutWall> =
        walls.map(|(cell, _)| WithoutWall { cell, outcome: None }).collect();
    let pool = Pool::new(options.threads);
    let mut options = Options { threads: 1, ..*options };
    let share = |bytes: u64| bytes / pool.threads() as u64;
    options.limits.memory_bytes = options.limits.memory_bytes.map(share);
    pool.each(&mut found, |without| {
        let left = together.map(|together| together.saturating_sub(started.elapsed()));
        let time = options.limits.time.into_iter().chain(left).min();
        let limits = Limits { time, ..options.limits };
        let options = Options { limits, ..options };
        without.outcome = solve_without(draft, without.cell, &options, stop);
        done();
    });
    found
}

fn solve_without(
    draft: &Draft,
    wall: Cell,
    options: &Options,
    stop: &Arc<AtomicBool>,
) -> Option<Outcome> {
    // To begin a search takes a while too, and there may be hundreds of walls.
    let nothing = |stop| Some(Outcome { verdict: Verdict::Unknown { lower_bound: 0 }, stop });
    if stop.load(Ordering::Relaxed) {
        return nothing(Stop::Cancelled);
    }
    if options.limits.time == Some(Duration::ZERO) {
        return nothing(Stop::Time);
    }
    let mut draft = Draft { best: None, ..draft.clone() };
    draft.paint(Layout::Start, wall, Square::Empty);
    let puzzle = draft.validate().ok()?;
    let mut search = Search::new(&puzzle, options);
    search.cancel_when(Arc::clone(stop));
    while search.step_for(Duration::MAX) == Status::Running {}
    search.outcome().cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::parse_text;

    #[test]
    fn a_wall_matters_only_where_that_is_proved() {
        let puzzle = parse_text("B.\n..\n\n.B\n..", None).unwrap().validate().unwrap();
        let solution = puzzle.verify(vec!["a1R".parse().unwrap()]).unwrap();
        let with = Verdict::Optimal { solution: solution.clone() };
        let effect = |verdict| {
            let outcome = Some(Outcome { verdict, stop: Stop::Time });
            WithoutWall { cell: Cell { x: 0, y: 0 }, outcome }.effect(&with)
        };
        assert_eq!(effect(Verdict::Optimal { solution: solution.clone() }), WallEffect::None);
        assert_eq!(effect(Verdict::Unsolvable), WallEffect::Matters);
        let feasible = Verdict::Feasible { solution, lower_bound: 0 };
        assert_eq!(effect(feasible), WallEffect::Undecided);
        assert_eq!(effect(Verdict::Unknown { lower_bound: 5 }), WallEffect::Undecided);
    }

    fn costs(text: &str, threads: usize) -> Vec<(String, Option<u32>)> {
        let draft = parse_text(text, None).unwrap();
        let options = Options { threads, ..Options::default() };
        let found = without_each_wall(&draft, &options, None, &Arc::default(), || {});
        let cost = |without: &WithoutWall| match &without.outcome.as_ref().unwrap().verdict {
            Verdict::Optimal { solution } => Some(solution.cost()),
            Verdict::Unsolvable => None,
            other => panic!("{other:?}"),
        };
        found.iter().map(|without| (without.cell.to_string(), cost(without))).collect()
    }

    #[test]
    fn a_wall_may_be_a_stop_a_hindrance_or_neither() {
        // c1 stops the tile on its goal, b3 is in the way of nothing.
        let text = "B.#\n...\n.#.\n\n.B#\n...\n.#.";
        let expected = vec![("c1".to_owned(), None), ("b3".to_owned(), Some(1))];
        assert_eq!(costs(text, 1), expected);
        assert_eq!(costs(text, 2), expected);
        // Without the wall it slides all the way at once.
        let text = "B#.\n...\n\n.#B\n...";
        assert_eq!(costs(text, 2), [("b1".to_owned(), Some(1))]);
    }

    #[test]
    fn a_stopped_search_is_cancelled() {
        let draft = crate::puzzle::builtin::find("first-puzzle").unwrap().draft();
        let stops = |together, stop: bool| {
            let stop = Arc::new(AtomicBool::new(stop));
            let found = without_each_wall(&draft, &Options::default(), together, &stop, || {});
            found.iter().map(|without| without.outcome.as_ref().unwrap().stop).collect::<Vec<_>>()
        };
        let walls = stops(None, true).len();
        assert!(walls > 10);
        assert_eq!(stops(None, true), vec![Stop::Cancelled; walls]);
        assert_eq!(stops(Some(Duration::ZERO), false), vec![Stop::Time; walls]);
    }
}
