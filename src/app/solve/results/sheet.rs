//! What is known of one board: by the search that was asked for, by live solving, leg by
//! leg, and by counting.

use std::sync::Arc;

use super::solutions::Solutions;
use super::{Knowledge, SheetId};
use crate::app::solve::Run;
use crate::app::solve::count::Ways;
use crate::app::solve::legs::LegsRun;
use crate::puzzle::{Draft, Move, Puzzle, Solution};
use crate::search::{Reason, Verdict};

/// What is known of one board.
pub struct Sheet {
    /// Its number.
    pub id: SheetId,
    /// The board, as a puzzle: whatever stands here is true of it.
    pub puzzle: Arc<Puzzle>,
    /// The same as it was drawn last, with its colours.
    pub draft: Option<Arc<Draft>>,
    /// The search that was asked for: the running one or the last one.
    pub run: Option<Run>,
    /// What live solving has found out.
    pub live: Verdict,
    /// It has come to its end.
    pub live_settled: bool,
    /// Live solving has looked at so many states.
    pub live_states: u64,
    /// The search leg by leg.
    pub legs: Option<LegsRun>,
    /// The solutions of all searches that were asked for.
    pub solutions: Solutions,
    /// How many shortest solutions there are.
    pub ways: Option<Ways>,
    /// The first of them, by moves, always in the same order.
    pub shortest: Vec<Vec<Move>>,
    /// The most memory that counting them has held, in bytes.
    pub counting_bytes: u64,
    /// Why there is no solution.
    pub reason: Option<Reason>,
}

impl Sheet {
    pub(super) fn new(id: SheetId, puzzle: Arc<Puzzle>) -> Self {
        Self {
            id,
            puzzle,
            draft: None,
            run: None,
            live: Verdict::default(),
            live_settled: false,
            live_states: 0,
            legs: None,
            solutions: Solutions::default(),
            ways: None,
            shortest: Vec::new(),
            counting_bytes: 0,
            reason: None,
        }
    }

    /// Says whether a search that was asked for is running, or about to stop.
    pub fn is_searched(&self) -> bool {
        self.run.as_ref().is_some_and(Run::is_running)
    }

    /// Says whether something of it was asked for.
    pub(super) const fn was_asked_for(&self) -> bool {
        self.run.is_some() || self.legs.is_some()
    }

    /// Says whether nothing would be lost with it.
    pub(super) fn is_empty(&self) -> bool {
        !self.was_asked_for() && self.live == Verdict::default() && !self.live_settled
    }

    /// Returns the moves of the best solution that has been found of it here, and whether
    /// it is proved the best.
    pub fn best(&self) -> Option<(Vec<Move>, bool)> {
        let of_run = self.run.iter().flat_map(|run| &run.found).map(|found| &found.solution);
        let of_list = self.solutions.all().iter().map(|known| &known.solution);
        let all = of_run.chain(of_list).chain(self.live.solution()).map(Solution::moves);
        let of_legs = self.legs.iter().filter_map(LegsRun::solution);
        let best = all.chain(of_legs).min_by_key(|moves| moves.len())?;
        let proved = self.own_knowledge().proved;
        Some((best.to_vec(), proved))
    }

    /// Returns what the searches have found out here.
    pub fn own_knowledge(&self) -> Knowledge {
        let of_run = self.run.as_ref().map(Knowledge::of_run).unwrap_or_default();
        let of_legs = self
            .legs
            .as_ref()
            .and_then(LegsRun::solution)
            .map(|moves| Knowledge { best: Some(moves.len() as u32), ..Knowledge::default() });
        let mut of_live = Knowledge::of_known(&self.live);
        of_live.settled |= self.live_settled;
        of_live.and(of_run).and(of_legs.unwrap_or_default())
    }

    /// Returns how many states were looked at by the search that has proved that there is
    /// no solution.
    pub fn states_of_refutation(&self) -> Option<u64> {
        let of_run = self.run.as_ref().and_then(|run| {
            let outcome = run.outcome()?;
            (outcome.verdict == Verdict::Unsolvable).then_some(run.progress.expanded)
        });
        of_run.or_else(|| (self.live == Verdict::Unsolvable).then_some(self.live_states))
    }
}
