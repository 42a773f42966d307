//! Hints: what is known of the position on a board that is played, and how much of it the player
//! is shown. The designer plays by them.
//!
//! The search is its owner's: it begins one where [`Hints::needs_search`], and says what it finds.
//! What is found belongs to the moves that had been made when it was asked for; after other moves it
//! says nothing, unless these moves follow it.

use crate::puzzle::game::Plan;
use crate::puzzle::{Best, Move};
use crate::search::{Outcome, Verdict};
use crate::words;

/// The first grade that says which tile is to be moved: what follows is no longer the player's
/// own idea.
pub const NAMES_TILE: u8 = 2;

/// The last grade: the whole way.
pub const WHOLE: u8 = 4;

/// What is known about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Left {
    /// Nothing has been asked.
    Unasked,
    /// A search is running and has found nothing yet.
    Searching {
        /// The least number of moves that are needed.
        at_least: u32,
    },
    /// A way to the goal is known.
    Moves {
        /// Its moves.
        count: u32,
        /// There is no shorter way.
        proved: bool,
        /// While a search may find a shorter one yet, how many moves are needed at least.
        running: Option<u32>,
    },
    /// There is no way, or none has been found.
    None {
        /// What is said of it: `cannot be solved, proved`.
        words: String,
        /// There is none.
        is_proved: bool,
    },
}

/// The search that runs.
#[derive(Clone, Debug)]
struct Search {
    /// The moves that had been made when it began.
    at: Vec<Move>,
    at_least: u32,
}

/// A position from which no way is known.
#[derive(Clone, Debug)]
struct Failed {
    at: Vec<Move>,
    words: String,
    /// There is none; nor from any position that follows.
    is_proved: bool,
}

impl Failed {
    fn is_proved_after(&self, made: &[Move]) -> bool {
        self.is_proved && made.starts_with(&self.at)
    }

    fn holds_after(&self, made: &[Move]) -> bool {
        self.at == made || self.is_proved_after(made)
    }
}

/// What is known and what has been told.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    search: Option<Search>,
    plan: Option<Plan>,
    failed: Option<Failed>,
    /// How much has been told, 0 to [`WHOLE`], and after which moves.
    told: (u8, Vec<Move>),
}

impl Hints {
    /// Returns the moves that lead from here to the goal, after `made` moves.
    pub fn rest(&self, made: &[Move]) -> Option<&[Move]> {
        self.plan.as_ref()?.rest(made)
    }

    /// Says whether there is no shorter way than [`Hints::rest`].
    pub fn is_proved(&self, made: &[Move]) -> bool {
        self.rest(made).is_some() && self.plan.as_ref().is_some_and(|plan| plan.proved)
    }

    /// Returns what is known after `made` moves.
    pub fn left(&self, made: &[Move]) -> Left {
        let running = self.search.as_ref().filter(|search| search.at == made);
        let running = running.map(|search| search.at_least);
        if let Some(rest) = self.rest(made) {
            let (count, proved) = (rest.len() as u32, self.is_proved(made));
            return Left::Moves { count, proved, running };
        }
        match (running, &self.failed) {
            (Some(at_least), _) => Left::Searching { at_least },
            (None, Some(Failed { words, is_proved, .. })) if self.has_failed(made) => {
                Left::None { words: words.clone(), is_proved: *is_proved }
            }
            (None, _) => Left::Unasked,
        }
    }

    fn has_failed(&self, made: &[Move]) -> bool {
        self.failed.as_ref().is_some_and(|failed| failed.holds_after(made))
    }

    /// Says whether [`Left::None`] is to be told: where it turned out, and where it is asked for.
    /// Whoever plays on knows it.
    pub fn tells_failure(&self, made: &[Move]) -> bool {
        self.has_failed(made)
            && (self.failed.as_ref().is_some_and(|failed| failed.at == made)
                || self.grade(made) > 0)
    }

    /// Returns how much is to be told after `made` moves: 0 nothing, 1 how many moves are left,
    /// 2 which tile, 3 the move, 4 the rest.
    pub fn grade(&self, made: &[Move]) -> u8 {
        let (grade, at) = &self.told;
        if at == made {
            *grade
        } else if self.rest(made).is_some() {
            // Whoever follows the hints wants to know how many moves are left.
            (*grade).min(1)
        } else {
            0
        }
    }

    /// Tells a little more.
    pub fn tell_more(&mut self, made: &[Move]) {
        let grade = (self.grade(made) + 1).min(WHOLE);
        // There is no more to tell before something has been found.
        let grade = if self.rest(made).is_some() { grade } else { 1 };
        self.told = (grade, made.to_vec());
    }

    /// Takes a solution of the whole level for what is to be played.
    pub fn follow(&mut self, moves: Vec<Move>, proved: bool) {
        *self = Self { plan: Some(Plan { base: Vec::new(), moves, proved }), ..Self::default() };
    }

    /// Takes the best solution known, if `made` moves are on its way. Says whether nothing
    /// is left to be searched for.
    pub fn adopt(&mut self, known: Option<&Best>, made: &[Move]) -> bool {
        let Some(best) = known.filter(|best| best.moves.starts_with(made)) else { return false };
        self.plan = Some(Plan { base: Vec::new(), moves: best.moves.clone(), proved: best.proved });
        best.proved
    }

    /// Forgets that a search was stopped by a limit: another one may have more time.
    pub fn ask_again(&mut self) {
        self.failed = self.failed.take().filter(|failed| failed.is_proved);
    }

    /// Says whether nothing is known after `made` moves, and nobody searches.
    pub fn needs_search(&self, made: &[Move]) -> bool {
        self.search.is_none() && self.left(made) == Left::Unasked
    }

    /// A search has begun after `made` moves.
    pub fn begin(&mut self, made: Vec<Move>) {
        self.search = Some(Search { at: made, at_least: 0 });
    }

    /// Returns the moves that had been made when the search that runs began.
    pub fn searched_from(&self) -> Option<&[Move]> {
        Some(&self.search.as_ref()?.at)
    }

    /// The search has been stopped; returns whether one ran.
    pub fn stop(&mut self) -> bool {
        self.search.take().is_some()
    }

    /// The search has proved that so many moves are needed.
    pub fn prove(&mut self, at_least: u32) {
        if let Some(search) = &mut self.search {
            search.at_least = at_least;
        }
    }

    /// The search has found a solution, which may be no better than what is known.
    pub fn find(&mut self, moves: &[Move]) {
        let Some(Search { at, .. }) = &self.search else { return };
        if self.rest(at).is_none_or(|known| moves.len() < known.len()) {
            self.plan = Some(Plan { base: at.clone(), moves: moves.to_vec(), proved: false });
        }
    }

    /// The search has ended. Returns the moves from there on, if they are proved the best.
    pub fn end(&mut self, outcome: &Outcome) -> Option<Vec<Move>> {
        let Search { at, .. } = self.search.take()?;
        match &outcome.verdict {
            Verdict::Optimal { solution } => {
                let moves = solution.moves().to_vec();
                self.plan = Some(Plan { base: at, moves: moves.clone(), proved: true });
                return Some(moves);
            }
            Verdict::Feasible { .. } => {}
            Verdict::Unsolvable | Verdict::Unknown { .. } => {
                let is_proved = outcome.verdict == Verdict::Unsolvable;
                let words = words::verdict(outcome, None);
                self.failed = Some(Failed { at, words, is_proved });
            }
        }
        None
    }

    /// The goal cannot be reached any more after these moves. Says whether that is news.
    pub fn lose(&mut self, made: &[Move], words: impl FnOnce() -> String) -> bool {
        let is_news = self.failed.as_ref().is_none_or(|failed| !failed.is_proved_after(made));
        if is_news {
            let (at, words) = (made.to_vec(), words());
            self.failed = Some(Failed { at, words, is_proved: true });
        }
        is_news
    }

    /// No search could be made, or it has crashed.
    pub fn fail(&mut self, made: Vec<Move>, words: String) {
        self.search = None;
        self.failed = Some(Failed { at: made, words, is_proved: false });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{parse_moves, parse_text};
    use crate::search::{Options, Search as Solver, Status, Stop};

    fn moves(text: &str) -> Vec<Move> {
        parse_moves(text).unwrap()
    }

    /// Returns the outcome of a search of a board.
    fn outcome(text: &str) -> Outcome {
        let puzzle = parse_text(text, None).unwrap().validate().unwrap();
        let mut search = Solver::new(&puzzle, &Options::sequential());
        while search.step(1_000) == Status::Running {}
        search.outcome().unwrap().clone()
    }

    #[test]
    fn more_is_told_each_time_and_less_after_a_move_that_follows() {
        let mut hints = Hints::default();
        assert!(hints.needs_search(&[]));
        hints.tell_more(&[]);
        assert_eq!(hints.grade(&[]), 1, "nothing has been found");
        hints.begin(Vec::new());
        assert!(!hints.needs_search(&[]));
        let end = outcome("B..\n...\n\n...\n..B");
        assert_eq!(hints.end(&end).unwrap().len(), 2);
        hints.tell_more(&[]);
        hints.tell_more(&[]);
        assert_eq!(hints.grade(&[]), 3);
        let made = [hints.rest(&[]).unwrap()[0]];
        assert_eq!((hints.grade(&made), hints.rest(&made).unwrap().len()), (1, 1));
        assert_eq!(hints.left(&made), Left::Moves { count: 1, proved: true, running: None });
        let other = moves("c1L");
        assert_eq!((hints.grade(&other), hints.left(&other)), (0, Left::Unasked));
    }

    #[test]
    fn what_is_found_belongs_to_the_moves_it_was_asked_after() {
        let mut hints = Hints::default();
        let made = moves("a1R");
        hints.begin(made.clone());
        hints.prove(2);
        assert_eq!(hints.left(&made), Left::Searching { at_least: 2 });
        assert_eq!(hints.left(&[]), Left::Unasked);
        hints.find(&moves("c1D c2L a2R"));
        hints.find(&moves("c1D c2L a2R c2U"));
        assert_eq!(hints.rest(&made).unwrap().len(), 3, "a longer one is no news");
        assert!(!hints.is_proved(&made));
        assert!(hints.stop() && !hints.stop());
    }

    #[test]
    fn what_is_proved_is_not_asked_again() {
        let dead = outcome("#.#\n..B\n#R#\n\n#B#\n...\n#.#");
        let stopped = Outcome { verdict: Verdict::Unknown { lower_bound: 3 }, stop: Stop::Time };
        for (outcome, is_proved) in [(dead, true), (stopped, false)] {
            let mut hints = Hints::default();
            hints.begin(Vec::new());
            assert_eq!(hints.end(&outcome), None);
            assert!(matches!(hints.left(&[]), Left::None { .. }) && !hints.needs_search(&[]));
            let on = moves("c1L");
            assert_eq!(hints.needs_search(&on), !is_proved, "it holds for all that follows");
            assert!(hints.tells_failure(&[]) && !hints.tells_failure(&on), "it is told once");
            hints.ask_again();
            assert_eq!(hints.needs_search(&[]), !is_proved);
        }
    }

    #[test]
    fn what_is_lost_is_said_once_and_again_when_it_is_asked_for() {
        let (mut hints, at, on) = (Hints::default(), moves("c1L"), moves("c1L a1D"));
        assert!(hints.lose(&at, || "lost".to_owned()));
        assert!(!hints.lose(&on, || unreachable!("it was lost before")));
        assert_eq!(hints.left(&on), Left::None { words: "lost".to_owned(), is_proved: true });
        assert!(hints.tells_failure(&at) && !hints.tells_failure(&on));
        hints.tell_more(&on);
        assert!(hints.tells_failure(&on));
        assert_eq!(hints.left(&[]), Left::Unasked, "what comes before is another matter");
    }

    #[test]
    fn the_best_solution_known_is_followed_while_moves_follow_it() {
        let best = Best::found(moves("a1D a2R"), true);
        let mut hints = Hints::default();
        assert!(hints.adopt(Some(&best), &moves("a1D")));
        assert!(hints.is_proved(&moves("a1D")));
        assert!(!Hints::default().adopt(Some(&best), &moves("a1R")));
    }
}
