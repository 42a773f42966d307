//! What this program has proved: which puzzles, and the moves of their best solutions. A
//! level file may say "proved" because somebody wrote it there; the program says so of what
//! stands here, in `proofs.txt` ([`crate::records`]), and of what it proves while it runs. What
//! a file that cannot be written would hold is proved again when it is asked for.

use crate::puzzle::{Draft, Puzzle};
use crate::records::PROOFS;

/// Remembers that no solution of `puzzle` is shorter than one of `moves` moves, which has
/// been found.
pub fn remember(puzzle: &Puzzle, moves: u32) {
    PROOFS.add(puzzle, moves);
}

/// Takes the best solution of `draft` for proved if it is one that this program has proved.
pub fn confirm(draft: &mut Draft) {
    let Some(best) = &mut draft.best else { return };
    let moves = best.moves.len() as u32;
    if best.proved {
        return;
    }
    let Ok(puzzle) = Draft { best: None, ..draft.clone() }.validate() else { return };
    if let Some(best) = draft.best.as_mut().filter(|_| is_proved(&puzzle, moves)) {
        best.claimed = true;
        best.confirm();
    }
}

/// Says whether `moves` are the fewest that solve `puzzle`, as has been proved.
pub fn is_proved(puzzle: &Puzzle, moves: u32) -> bool {
    proved(puzzle) == Some(moves)
}

/// Returns the moves of the best solution of `puzzle`, where that has been proved.
pub fn proved(puzzle: &Puzzle) -> Option<u32> {
    PROOFS.get(puzzle)
}
