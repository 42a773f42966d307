//! Trials of the search against itself and against plain breadth-first search: what
//! `mondrian self-check` runs, and the random puzzles of the tests.
//!
//! A trial is numbered, and all that is random in it comes from its seed and number, so
//! that one that fails can be repeated. Whatever claims a proof must agree with
//! [`oracle`], which is written on the rules alone.

mod checks;
mod oracle;
mod puzzles;
mod twins;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use checks::{all_methods, is_feasible};
pub use oracle::{Oracle, oracle, oracle_within};
pub use puzzles::{Kind, any_draft, random_draft, random_puzzle, with_changes, with_terrain};
pub use twins::twins;

use puzzles::walled_one_empty_cell;

use crate::puzzle::random::mixed;
use crate::puzzle::{Draft, Random};
use crate::search::Options;

/// Positions that the oracle looks at before it gives a board up.
const MOST_POSITIONS: usize = 60_000;

/// What agreed in a trial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Searches that were run.
    pub searches: u64,
    /// The fewest moves, if the board was not given up and has a solution.
    pub moves: Option<u32>,
    /// The board has too many positions for breadth-first search.
    pub given_up: bool,
}

/// What did not agree.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// The level on which it happened: the twin, if it was one.
    pub level: Draft,
    /// The options of the search, if it was one.
    pub options: Option<Options>,
    /// What was expected and what was found.
    pub what: String,
}

/// Returns the numbers of a trial.
const fn numbers(seed: u64, nth: u64) -> Random {
    Random::new(mixed(seed, nth))
}

/// Runs trial number `nth` of those that come from `seed`. Every other one has passes and thin
/// walls, every third chameleons or numbered tiles, every seventh one empty cell between walls.
///
/// # Errors
/// The first disagreement found; a panic is one, too.
pub fn run(seed: u64, nth: u64) -> Result<Tally, Box<Disagreement>> {
    let mut random = numbers(seed, nth);
    let plain =
        if nth % 7 == 6 { walled_one_empty_cell(&mut random) } else { any_draft(&mut random) };
    let has_terrain = nth % 2 == 1;
    let draft = if has_terrain { with_terrain(&plain, &mut random) } else { plain };
    let draft = if nth % 3 == 2 { with_changes(&draft, &mut random) } else { draft };
    let trial = AssertUnwindSafe(|| checks::check(&draft, &mut random));
    catch_unwind(trial).unwrap_or_else(|panic| {
        let what = format!("panic: {}", message_of(&*panic));
        Err(Box::new(Disagreement { level: draft.clone(), options: None, what }))
    })
}

fn message_of(panic: &dyn Any) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without words")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::share_code;

    #[test]
    fn a_seed_brings_its_levels_back_for_ever() {
        let level = |nth| share_code(&any_draft(&mut numbers(7, nth)));
        assert_eq!(
            [level(0), level(1)],
            [
                "mondrian1:AAAABGQrWnSMLMeacYwBPOYxIxtRgQinK6KFu2hAAACX8eHb",
                "mondrian1:AAAABGErWnSMTMeacYwBPOYyIxtRgQim3FQFJtygAABvbm-E",
            ]
        );
    }

    #[test]
    fn boards_with_one_empty_cell_have_walls_and_few_enough_positions() {
        let (mut solved, mut most) = (0, 0);
        for nth in 0..40 {
            let puzzle = walled_one_empty_cell(&mut numbers(3, nth)).validate().unwrap();
            let (cells, tiles) = (puzzle.size().area(), puzzle.start().tiles().count());
            assert_eq!(puzzle.board().free_cells().count(), tiles + 1);
            assert!(cells > tiles + 1, "there are walls");
            match oracle_within(&puzzle, MOST_POSITIONS) {
                Oracle::GivenUp => panic!("too many positions: {nth}"),
                Oracle::Moves(moves) => (solved, most) = (solved + 1, most.max(moves)),
                Oracle::Unsolvable => {}
            }
        }
        assert!(solved > 15 && most > 6, "{solved} solved, {most} moves at most");
    }

    #[test]
    fn a_trial_repeats_itself() {
        let moves = |seed| (0..20).map(|nth| run(seed, nth).unwrap()).collect::<Vec<_>>();
        let once = moves(5);
        assert_eq!(moves(5), once);
        assert_ne!(moves(6), once);
        assert!(once.iter().any(|tally| tally.moves.is_some_and(|moves| moves > 1)));
        assert!(once.iter().any(|tally| tally.moves.is_none()));
        assert!(once.iter().all(|tally| tally.given_up || tally.searches > 20));
    }
}
