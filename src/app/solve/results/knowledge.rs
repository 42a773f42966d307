//! What is known of a board in a few numbers, from all that know something of it.

use super::{Results, Sheet};
use crate::app::document::Document;
use crate::app::solve::Run;
use crate::puzzle::{Best, Solution};
use crate::search::{Outcome, Verdict};
use crate::words::figures::moves;

/// What is known of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// No solution is shorter, in moves.
    pub lower_bound: u32,
    /// Moves of the best solution known.
    pub best: Option<u32>,
    /// There is no better one than the best.
    pub proved: bool,
    /// Whoever wrote the level says so of its best solution; nobody has shown it here.
    pub claimed: bool,
    /// There is no solution.
    pub unsolvable: bool,
    /// Nobody is searching any more.
    pub settled: bool,
}

impl Knowledge {
    /// Returns what is known of a board, in a few words.
    pub fn in_words(self) -> String {
        match (self.best, self.lower_bound) {
            _ if self.unsolvable => "cannot be solved".to_owned(),
            (Some(best), _) if self.proved => format!("{}, proved", moves(best)),
            (Some(best), 0) => format!("best {best}"),
            (Some(best), bound) => format!("at least {bound}, best {best}"),
            (None, 0) => "no solution found".to_owned(),
            (None, bound) => format!("at least {bound}, none found"),
        }
    }

    /// Says whether there is nothing more to know.
    pub const fn is_complete(&self) -> bool {
        self.proved || self.unsolvable
    }

    /// Returns the numbers of what is known.
    pub fn of_known(verdict: &Verdict) -> Self {
        Self {
            lower_bound: verdict.lower_bound().unwrap_or(0),
            best: verdict.solution().map(Solution::cost),
            proved: verdict.optimum().is_some(),
            unsolvable: *verdict == Verdict::Unsolvable,
            claimed: false,
            settled: verdict.is_settled(),
        }
    }

    /// Returns what the end of a search tells.
    pub fn of_outcome(outcome: &Outcome) -> Self {
        Self { settled: true, ..Self::of_known(&outcome.verdict) }
    }

    /// Returns what a search tells, that runs or has ended.
    pub fn of_run(run: &Run) -> Self {
        let now = Self {
            lower_bound: run.progress.lower_bound,
            best: run.found.last().map(|found| found.solution.cost()),
            ..Self::default()
        };
        let known = run.outcome().map_or(now, |outcome| now.and(Self::of_outcome(outcome)));
        // A search for short solutions alone leaves the rest to be found.
        let is_whole = run.options.limits.max_moves.is_none();
        Self { settled: !run.is_running() && is_whole, ..known }
    }

    /// Returns what both know together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let best = self.best.into_iter().chain(other.best).min();
        let lower_bound = self.lower_bound.max(other.lower_bound);
        // What is said of a longer solution says nothing of the best.
        let claims = |one: Self| one.claimed && one.best == best;
        Self {
            lower_bound,
            best,
            proved: self.proved || other.proved || best.is_some_and(|best| best <= lower_bound),
            claimed: claims(self) || claims(other),
            unsolvable: self.unsolvable || other.unsolvable,
            settled: self.settled || other.settled,
        }
    }
}

/// Returns what is known of the board that is drawn: by its file and by all that has been
/// computed here. `None` when that is no puzzle.
pub fn knowledge(document: &Document, results: &Results) -> Option<Knowledge> {
    document.puzzle()?;
    let of_level = document.draft().best.as_ref().map(|best| {
        let moves = best.moves.len() as u32;
        Knowledge {
            lower_bound: if best.proved { moves } else { 0 },
            best: Some(moves),
            proved: best.proved,
            claimed: best.claimed,
            ..Knowledge::default()
        }
    });
    let of_sheet = results.shown().map(Sheet::own_knowledge).unwrap_or_default();
    Some(of_level.unwrap_or_default().and(of_sheet))
}

/// Returns the best solution known of the board that is drawn, by its file or found here.
/// Proved it is called only where that has been shown here.
pub fn best(document: &Document, results: &Results) -> Option<Best> {
    let proved = knowledge(document, results)?.proved;
    let of_level = document.draft().best.as_ref().map(|best| best.moves.clone());
    let of_sheet = results.shown().and_then(Sheet::best).map(|(moves, _)| moves);
    let moves = match (of_level, of_sheet) {
        // What has just been found here is as good and newer.
        (Some(level), Some(sheet)) if level.len() < sheet.len() => level,
        (level, sheet) => sheet.or(level)?,
    };
    Some(Best::found(moves, proved))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_that_know_something_know_more_together() {
        let bound = Knowledge { lower_bound: 5, ..Knowledge::default() };
        let best = Knowledge { best: Some(7), ..Knowledge::default() };
        let both = bound.and(best);
        assert_eq!((both.lower_bound, both.best, both.proved), (5, Some(7), false));
        let better = Knowledge { best: Some(5), ..best };
        assert!(both.and(better).proved, "the bounds have met");
    }

    #[test]
    fn a_claim_is_of_its_own_solution() {
        let claim = Knowledge { best: Some(7), claimed: true, ..Knowledge::default() };
        assert!(claim.and(Knowledge::default()).claimed);
        let better = Knowledge { best: Some(6), ..Knowledge::default() };
        assert!(!claim.and(better).claimed, "it was wrong");
        assert!(!claim.proved && !claim.is_complete());
    }

    #[test]
    fn what_is_known_is_short() {
        let nothing = Knowledge::default();
        assert_eq!(nothing.in_words(), "no solution found");
        let between = Knowledge { lower_bound: 14, best: Some(19), ..nothing };
        assert_eq!(between.in_words(), "at least 14, best 19");
        let proved = Knowledge { best: Some(22), proved: true, ..nothing };
        assert_eq!(proved.in_words(), "22 moves, proved");
        assert_eq!(Knowledge { unsolvable: true, ..nothing }.in_words(), "cannot be solved");
        let bound = Knowledge { lower_bound: 9, ..nothing };
        assert_eq!(bound.in_words(), "at least 9, none found");
    }
}
