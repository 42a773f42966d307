//! `mondrian show`: a level as text, or its best solution board by board.

use std::io::{self, Write};

use crate::cli::args::ShowArgs;
use crate::cli::common::exit::Exit;
use crate::cli::common::goal::Goal;
use crate::cli::common::say::say;
use crate::puzzle::{Draft, Puzzle, plain_text, position_text, write_level};

/// Prints a level as a text from which the same is read again.
pub(in crate::cli) fn show(args: &ShowArgs, goal: &Goal, out: &mut impl Write) -> io::Result<Exit> {
    let source = &args.level;
    let Some((loaded, puzzle)) = source.read_puzzle(goal, None)? else {
        return Ok(Exit::Usage);
    };
    if !args.solution {
        // The text of a position has no letters for chameleons and numbered tiles.
        let is_text = loaded.draft.palette.is_plain();
        let draft = &loaded.draft;
        write!(out, "{}", if is_text { plain_text(draft) } else { write_level(draft) })?;
        return Ok(Exit::Success);
    }
    let shown = show_solution(&loaded.draft, &puzzle, out)?;
    if !shown {
        say(source.blame("no solution is known; `mondrian solve --save` finds one"));
    }
    Ok(if shown { Exit::Success } else { Exit::Usage })
}

/// Prints the start, then each move with the board after it; says whether there is
/// a solution to print.
fn show_solution(draft: &Draft, puzzle: &Puzzle, out: &mut impl Write) -> io::Result<bool> {
    let Some(best) = &draft.best else { return Ok(false) };
    let positions = puzzle.replay(&best.moves).expect("it was replayed when it was read");
    let board = |position| position_text(puzzle.board(), position, &draft.palette);
    write!(out, "{}", board(&positions[0]))?;
    for (number, (push, position)) in (1..).zip(best.moves.iter().zip(&positions[1..])) {
        write!(out, "\n{number}. {push}\n{}", board(position))?;
    }
    Ok(true)
}
