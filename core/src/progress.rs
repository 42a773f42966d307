//! What the player has reached: which puzzles, and in how few moves. In `progress.txt`
//! ([`crate::records`]), by the puzzle itself, so that files may be moved and renamed.

use crate::puzzle::Puzzle;
use crate::records::PROGRESS;

/// How far the player has come with a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Progress {
    /// Not solved.
    #[default]
    Open,
    /// Solved, in this many moves at best.
    Solved(u32),
    /// Solved in this many moves, and no solution known has fewer.
    Best(u32),
}

impl Progress {
    /// Returns how far the player has come with `puzzle`, which is known to be solved in `known`
    /// moves.
    pub fn of(puzzle: &Puzzle, known: Option<u32>) -> Self {
        match (best(puzzle), known) {
            (None, _) => Self::Open,
            (Some(own), Some(known)) if own <= known => Self::Best(own),
            (Some(own), _) => Self::Solved(own),
        }
    }

    /// Says whether the level has been solved.
    pub const fn is_solved(self) -> bool {
        !matches!(self, Self::Open)
    }
}

/// Remembers that the player has solved `puzzle` in `moves` moves. Says whether that is the first
/// time, or better than before.
pub fn remember(puzzle: &Puzzle, moves: u32) -> bool {
    PROGRESS.add(puzzle, moves)
}

/// Returns the fewest moves in which the player has solved `puzzle`.
pub fn best(puzzle: &Puzzle) -> Option<u32> {
    PROGRESS.get(puzzle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::parse_text;

    #[test]
    fn a_level_is_open_solved_or_solved_in_the_best_number_of_moves() {
        // No other test plays this one.
        let puzzle = |text| parse_text(text, None).unwrap().validate().unwrap();
        let played = puzzle("B...\n..#.\n\n...B\n..#.");
        assert_eq!(Progress::of(&played, Some(1)), Progress::Open);
        assert!(remember(&played, 3) && !remember(&played, 4));
        assert_eq!(Progress::of(&played, None), Progress::Solved(3), "nothing to compare with");
        assert_eq!(Progress::of(&played, Some(1)), Progress::Solved(3));
        assert!(remember(&played, 1));
        assert_eq!(Progress::of(&played, Some(1)), Progress::Best(1));
        // The same game with other letters, and another one.
        let other = puzzle("Q...\n..#.\n\n...Q\n..#.");
        assert_eq!(Progress::of(&other, None), Progress::Solved(1));
        let other = puzzle("B..#\n..#.\n\n..B#\n..#.");
        assert_eq!(Progress::of(&other, None), Progress::Open);
    }
}
