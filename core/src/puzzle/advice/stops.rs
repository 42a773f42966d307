//! Where tiles can stop at all: what shows without a search that a cell of the goal will
//! never hold its colour. Used by the warnings of a draft.
//!
//! The argument is a relaxation: whatever has been reached once counts as reached for
//! ever, by every tile at the same time. Tiles of a colour *can stop* on their cells at the
//! start, and on a cell of the run that they slide along from where they can stop, if
//! the board ends the slide there, or on the next cell **another** tile can stop.
//!
//! ```text
//!   B . .      blue slides past b1 and stops on c1: alone it never stops on b1
//!   B . R      red stands on c1: blue can stop on b1
//! ```
//!
//! Nothing that moves can do is left out, by induction over the moves of any play: the
//! tile that is pushed stands where it can stop, nothing of the board is in its way, and what
//! stops it is the board, or another tile, which stands where that can stop. So a cell that
//! is not found here is never held by the colour, in any play. The reverse does not hold:
//! what is found may need tiles in two places at once.

use crate::puzzle::rules::{Board, Cell, Colour, Direction, Grid, Position};

/// The cells where the tiles of each colour can stop.
pub(super) struct Stops {
    colours: Vec<OfColour>,
    /// Of how many colours tiles can stop on each cell.
    by: Grid<u16>,
}

/// One colour of the board.
struct OfColour {
    colour: Colour,
    /// There are two tiles of it or more: one can stop another.
    has_twins: bool,
    cells: Grid<bool>,
}

impl Stops {
    /// Returns where tiles can stop that stand as at `position`.
    pub(super) fn new(board: &Board, position: &Position) -> Self {
        let mut stops = Self { colours: Vec::new(), by: Grid::new(board.size(), 0) };
        for (cell, colour) in position.tiles() {
            stops.add_tile(colour, cell);
        }
        let mut is_growing = true;
        while is_growing {
            is_growing = false;
            for at in 0..stops.colours.len() {
                is_growing |= stops.grow(at, board);
            }
        }
        stops
    }

    /// Says whether a tile of `colour` can stop on `cell`.
    pub(super) fn has(&self, colour: Colour, cell: Cell) -> bool {
        self.of(colour).is_some_and(|of| of.cells.get(cell) == Some(&true))
    }

    /// Returns the cells where tiles of `colour` can stop, row by row.
    pub(super) fn cells(&self, colour: Colour) -> Vec<Cell> {
        let cells = self.of(colour).map(|of| of.cells.iter());
        cells.into_iter().flatten().filter(|(_, can)| **can).map(|(cell, _)| cell).collect()
    }

    fn of(&self, colour: Colour) -> Option<&OfColour> {
        self.colours.iter().find(|of| of.colour == colour)
    }

    fn add_tile(&mut self, colour: Colour, cell: Cell) {
        let known = self.colours.iter().position(|of| of.colour == colour);
        let at = known.unwrap_or_else(|| {
            let cells = Grid::new(self.by.size(), false);
            self.colours.push(OfColour { colour, has_twins: false, cells });
            self.colours.len() - 1
        });
        self.colours[at].has_twins = known.is_some();
        self.add(at, cell);
    }

    /// Returns whether the cell is a new one.
    fn add(&mut self, at: usize, cell: Cell) -> bool {
        let is_new = !std::mem::replace(&mut self.colours[at].cells[cell], true);
        self.by[cell] += u16::from(is_new);
        is_new
    }

    /// Adds what one colour can reach from where it can stop, as far as the others are
    /// known by now; returns whether there was something to add.
    fn grow(&mut self, at: usize, board: &Board) -> bool {
        let class = board.class(self.colours[at].colour);
        let mut open = self.cells(self.colours[at].colour);
        let known = open.len();
        let mut seen = known;
        while let Some(from) = open.pop() {
            for direction in Direction::ALL {
                let run = board.reach(class, from)[direction as usize];
                let mut cell = from;
                for step in 1..=run {
                    cell = board.size().neighbour(cell, direction).expect("within the run");
                    let next = board.size().neighbour(cell, direction);
                    let is_end = step == run;
                    if (is_end || next.is_some_and(|next| self.can_block(at, next)))
                        && self.add(at, cell)
                    {
                        seen += 1;
                        open.push(cell);
                    }
                }
            }
        }
        seen > known
    }

    /// Says whether another tile than one of this colour that slides can stand on `cell`.
    fn can_block(&self, at: usize, cell: Cell) -> bool {
        let of = &self.colours[at];
        let own = u16::from(of.cells[cell]);
        self.by[cell] > own || own == 1 && of.has_twins
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Puzzle, parse_text};
    use std::collections::HashSet;

    fn puzzle(rows: &str) -> Puzzle {
        // Any goal will do.
        let tile = rows.chars().find(char::is_ascii_alphabetic).unwrap();
        let mut goal: String =
            rows.chars().map(|c| if c.is_ascii_alphabetic() { '.' } else { c }).collect();
        goal = goal.replacen('.', &tile.to_string(), 1);
        parse_text(&format!("{rows}\n\n{goal}"), None).unwrap().validate().unwrap()
    }

    #[track_caller]
    fn check(rows: &str, expected: &str) {
        let puzzle = puzzle(rows);
        let stops = Stops::new(puzzle.board(), puzzle.start());
        let colour = puzzle.start().tiles().next().unwrap().1;
        let cells: Vec<_> = stops.cells(colour).iter().map(Cell::to_string).collect();
        assert_eq!(cells.join(" "), expected, "{rows}");
    }

    #[test]
    fn a_tile_alone_stops_at_ends_only() {
        check("B..", "a1 c1");
        check("B..\n...\n...", "a1 c1 a3 c3");
        check("B.#\n...\n...", "a1 b1 a2 c2 a3 b3 c3");
    }

    #[test]
    fn others_stop_it_and_so_do_twins() {
        check("B.R", "a1 b1 c1");
        check("B.B", "a1 b1 c1");
        // Behind the wall it stops nothing.
        check("B..#R", "a1 c1");
        // Red stops blue on b2, and may be away when it comes again.
        check("B..\n#..\n#R#", "a1 b1 c1 b2 c2 b3");
    }

    /// Every position that moves lead to, one by one.
    fn reached(puzzle: &Puzzle) -> HashSet<Position> {
        let mut seen = HashSet::from([puzzle.start().clone()]);
        let mut open = vec![puzzle.start().clone()];
        while let Some(position) = open.pop() {
            for push in puzzle.moves(&position) {
                let next = puzzle.apply(&position, push).unwrap();
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        seen
    }

    #[test]
    fn whatever_moves_reach_is_among_them() {
        let mut random = fastrand::Rng::with_seed(38);
        let mut narrower = 0;
        for _ in 0..200 {
            let (width, height) = (random.usize(1..=4), random.usize(1..=2));
            let squares = b".....##BRG";
            let row = |random: &mut fastrand::Rng| -> String {
                (0..width).map(|_| squares[random.usize(..squares.len())] as char).collect()
            };
            let rows: Vec<String> = (0..height).map(|_| row(&mut random)).collect();
            let rows = rows.join("\n");
            if !rows.contains(['B', 'R', 'G']) || !rows.contains('.') {
                continue;
            }
            let puzzle = puzzle(&rows);
            let stops = Stops::new(puzzle.board(), puzzle.start());
            for position in reached(&puzzle) {
                for (cell, colour) in position.tiles() {
                    assert!(stops.has(colour, cell), "{rows}: {cell}");
                }
            }
            let free = puzzle.board().free_cells().count();
            narrower +=
                usize::from(stops.colours.iter().any(|of| stops.cells(of.colour).len() < free));
        }
        assert!(narrower > 20, "it says something: {narrower}");
    }
}
