//! Predecessors are the exact inverse of moves: on every small board, with every
//! arrangement of walls and of tiles in two colours.

use mondrian::puzzle::{Colour, Draft, Grid, Layout, Palette, Position, Puzzle, Size, Square};

use crate::support::fast_or_slow;

const SQUARES: [Square; 4] =
    [Square::Empty, Square::Wall, Square::Tile(Colour(0)), Square::Tile(Colour(1))];

/// Returns the puzzle whose start is the layout number `code`, or `None` when no
/// tile is on it. Its goal asks for what is there already: only the rules matter.
fn puzzle(size: Size, code: usize) -> Option<Puzzle> {
    let mut draft = Draft::new(size);
    draft.palette = Palette::ancestral();
    let mut start = Grid::new(size, Square::Empty);
    for (nth, cell) in size.cells().enumerate() {
        start[cell] = SQUARES[code >> (2 * nth) & 3];
    }
    *draft.layout_mut(Layout::Start) = start.clone();
    *draft.layout_mut(Layout::Goal) = start;
    draft.validate().ok()
}

/// Checks every position of one board, as start of a puzzle of its own.
fn check(size: Size) {
    for code in 0..1_usize << (2 * size.area()) {
        let Some(puzzle) = puzzle(size, code) else { continue };
        let position: &Position = puzzle.start();
        for push in puzzle.moves(position) {
            let after = puzzle.apply(position, push).expect("a legal move");
            let back = puzzle.predecessors(&after);
            let times = back.iter().filter(|found| **found == (push, position.clone())).count();
            assert_eq!(times, 1, "{position:?} {push}");
        }
        // The board of a predecessor is that of the position: only tiles move.
        for (push, before) in puzzle.predecessors(position) {
            let after = puzzle.apply(&before, push);
            assert_eq!(after.as_ref(), Some(position), "{before:?} {push}");
        }
    }
}

#[test]
fn predecessors_are_the_inverse_of_moves() {
    for (width, height) in [(1, 1), (6, 1), (1, 6), (3, 2), (2, 3)] {
        check(Size::new(width, height));
    }
    for (width, height) in fast_or_slow(vec![], vec![(8, 1), (4, 2), (2, 4), (3, 3)]) {
        check(Size::new(width, height));
    }
}
