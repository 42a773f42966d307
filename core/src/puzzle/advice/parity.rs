//! What parity says of boards with one empty cell, without a search. Used by the
//! warnings of a draft and by the shuffling of the classic puzzles.
//!
//! Take the empty cell for one more piece. A move exchanges it with a tile beside it:
//! an even arrangement of the pieces becomes an odd one, and the empty cell goes from a
//! white cell of a chessboard to a black one or back. So whether "arrangement even"
//! agrees with "empty cell on white" never changes, and where start and goal differ in
//! it no moves lead from one to the other.
//!
//! ```text
//!   1 2 3        1 2 3
//!   4 5 6   ->   4 5 6    never: one exchange of tiles, no step of the empty cell
//!   8 7 .        7 8 .
//! ```
//!
//! Reference: Johnson, Story, *Notes on the "15" Puzzle*, 1879.

use crate::puzzle::rules::{Cell, Colour, Demand, Draft, Grid, Square};

impl Draft {
    /// Says whether parity forbids every solution. Where tiles are equal, or more than
    /// one is not asked for, it never does.
    pub(super) fn is_forbidden_by_parity(&self, placements: &[Demand]) -> bool {
        let Some(pieces) = Pieces::new(&self.start) else { return false };
        !placements.is_empty() && placements.iter().all(|wanted| pieces.is_forbidden(wanted))
    }
}

/// The tiles of a board with one empty cell, all of different colours.
struct Pieces {
    /// Cells that are no walls, row by row, with the tile on each; `None` once.
    tiles: Vec<(Cell, Option<Colour>)>,
}

impl Pieces {
    fn new(start: &Grid<Square>) -> Option<Self> {
        let free = start.iter().filter(|(_, square)| **square != Square::Wall);
        let tiles: Vec<_> = free.map(|(cell, square)| (cell, square.colour())).collect();
        // Also two empty cells are equal.
        let all_differ = tiles
            .iter()
            .enumerate()
            .all(|(index, (_, tile))| tiles[..index].iter().all(|(_, other)| other != tile));
        (all_differ && tiles.iter().any(|(_, tile)| tile.is_none())).then_some(Self { tiles })
    }

    fn is_forbidden(&self, wanted: &Demand) -> bool {
        let is_free = |cell: Cell| self.tiles.iter().any(|&(other, _)| other == cell);
        let has_tile = |colour| self.tiles.iter().any(|&(_, tile)| tile == Some(colour));
        if !wanted.iter().all(|&(cell, colour)| is_free(cell) && has_tile(colour)) {
            return false; // There is another reason.
        }
        let asked = |cell: Cell| wanted.iter().any(|&(other, _)| other == cell);
        let left: Vec<Cell> =
            self.tiles.iter().map(|&(cell, _)| cell).filter(|&cell| !asked(cell)).collect();
        match left[..] {
            [gap] => !self.agrees(wanted, gap, None),
            // A tile that is not asked for ends on either.
            [one, two] => {
                !self.agrees(wanted, one, Some(two)) && !self.agrees(wanted, two, Some(one))
            }
            _ => false,
        }
    }

    /// Says whether the goal with the empty cell on `gap`, and the tile that is not
    /// asked for on `rest`, has the parity of the start.
    fn agrees(&self, wanted: &Demand, gap: Cell, rest: Option<Cell>) -> bool {
        let goal_of = |tile: Option<Colour>| match tile {
            None => Some(gap),
            Some(colour) => {
                wanted.iter().find(|&&(_, other)| other == colour).map(|&(cell, _)| cell).or(rest)
            }
        };
        let place = |cell| self.tiles.iter().position(|&(other, _)| other == cell);
        let image: Option<Vec<usize>> =
            self.tiles.iter().map(|&(_, tile)| place(goal_of(tile)?)).collect();
        // Two tiles of a colour are asked for, of which there is one: another issue.
        let Some(image) = image else { return true };
        let swaps = image.len() - cycles(&image);
        let from =
            self.tiles.iter().find(|(_, tile)| tile.is_none()).map_or(gap, |&(cell, _)| cell);
        let steps = usize::from(from.x.abs_diff(gap.x) + from.y.abs_diff(gap.y));
        swaps % 2 == steps % 2
    }
}

/// Returns the number of cycles of the map that takes each place to its image.
pub(crate) fn cycles(image: &[usize]) -> usize {
    let mut seen = vec![false; image.len()];
    let mut count = 0;
    for start in 0..image.len() {
        let mut at = start;
        count += usize::from(!seen[start]);
        while !std::mem::replace(&mut seen[at], true) {
            at = image[at];
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use crate::puzzle::{Issue, parse_text};

    #[track_caller]
    fn check(text: &str, forbidden: bool) {
        let warnings = parse_text(text, None).unwrap().warnings();
        assert_eq!(warnings.contains(&Issue::WrongParity), forbidden, "{text}\n{warnings:?}");
    }

    #[test]
    fn one_exchange_is_forbidden_and_two_are_not() {
        check("123\n456\n87.\n\n123\n456\n78.", true);
        check("123\n456\n8.7\n\n123\n456\n78.", true);
        check("213\n456\n87.\n\n123\n456\n78.", false);
        check("152\n483\n7.6\n\n123\n456\n78.", false);
    }

    #[test]
    fn what_may_stand_either_way_is_not_forbidden() {
        check("113\n456\n87.\n\n113\n456\n78.", false);
        check("123\n456\n87.\n\n123\n456\n...", false);
        // The 8 may change places with the empty cell, which turns the parity, but for
        // a step of the empty cell, which turns it back.
        check("123\n456\n87.\n\n123\n456\n7..", true);
        check("123\n45.\n876\n\n123\n456\n.7.", false);
        check("12.\n...\n\n21.\n...", false);
    }

    #[test]
    fn walls_are_no_places() {
        check("12#\n34.\n\n21#\n34.", true);
        check("12#\n34.\n\n21#\n43.", false);
    }
}
