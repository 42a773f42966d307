//! What is most likely not meant, or cannot be solved for a reason that shows
//! without a search. Used by the designer while a level is drawn.

use super::stops::Stops;
use crate::puzzle::rules::{
    Board, Cell, Colour, Demand, Direction, Draft, Grid, Issue, Layout, Position, Square, TileKind,
};

/// The parts of a board that tiles of one class never leave.
struct Parts {
    /// The part of each cell, counted from 0; `None` where no tile of the class may be.
    of: Grid<Option<usize>>,
    /// The tiles of each part, by colour.
    tiles: Vec<Vec<usize>>,
}

impl Parts {
    fn new(draft: &Draft, board: &Board, class: usize) -> Self {
        let mut parts = Self { of: Grid::new(board.size(), None), tiles: Vec::new() };
        for first in board.free_cells() {
            let pass = board.terrain().pass(first);
            if parts.of[first].is_some() || pass.is_some_and(|own| board.class(own) != class) {
                continue;
            }
            let part = parts.tiles.len();
            let mut tiles = vec![0; draft.palette.len()];
            parts.of[first] = Some(part);
            let mut open = vec![first];
            while let Some(cell) = open.pop() {
                let tile = draft.start[cell].colour().filter(|&own| board.class(own) == class);
                tile.into_iter().for_each(|own| tiles[own.index()] += 1);
                for near in Direction::ALL.into_iter().filter_map(|d| board.next(class, cell, d)) {
                    if parts.of[near].is_none() {
                        parts.of[near] = Some(part);
                        open.push(near);
                    }
                }
            }
            parts.tiles.push(tiles);
        }
        parts
    }

    fn part(&self, cell: Cell) -> Option<usize> {
        self.of.get(cell).copied().flatten()
    }
}

/// Returns the cells of `wanted` in parts that do not have so many tiles of the colour.
/// `parts` are by class.
fn out_of_reach(parts: &[Parts], board: &Board, wanted: &Demand) -> Vec<Cell> {
    let part = |cell: Cell, colour| parts[board.class(colour)].part(cell);
    let is_short = |&&(cell, colour): &&(Cell, Colour)| {
        let Some(own) = part(cell, colour) else { return false };
        let asked = wanted.iter().filter(|&&(c, k)| k == colour && part(c, k) == Some(own)).count();
        asked > parts[board.class(colour)].tiles[own][colour.index()]
    };
    wanted.iter().filter(is_short).map(|&(cell, _)| cell).collect()
}

impl Draft {
    /// Returns what a designer should know beside the issues of
    /// [`Draft::validate`]; nothing while sizes are wrong.
    pub fn warnings(&self) -> Vec<Issue> {
        let mut warnings = Vec::new();
        if !self.has_right_sizes() {
            return warnings;
        }
        let board = self.board();
        let placements = self.goal_placements(&board);
        if self.is_solved_already(&placements) {
            warnings.push(Issue::NothingToSolve);
        }
        if self.has_no_move() {
            warnings.push(Issue::NothingMoves);
        }
        self.warn_of_walls(&mut warnings);
        if self.has_chameleons() {
            // Which colours there will be nobody knows beforehand.
            return warnings;
        }
        self.warn_of_reach(&board, &placements, &mut warnings);
        // What is walled off shows best where to mend it.
        if !warnings.iter().any(|issue| matches!(issue, Issue::OutOfReach { .. })) {
            warnings.extend(self.warn_of_one_gap(&board, &placements));
        }
        if !warnings.iter().any(Issue::forbids_every_solution) {
            self.warn_of_stops(&board, &placements, &mut warnings);
        }
        warnings
    }

    fn has_chameleons(&self) -> bool {
        let colours = || self.palette.colours();
        let is_one = |&colour: &Colour| self.palette.swatch(colour).kind == TileKind::Chameleon;
        colours().filter(is_one).any(|colour| self.count(Layout::Start, colour) > 0)
    }

    /// Says whether no move has to be made.
    fn is_solved_already(&self, placements: &[Demand]) -> bool {
        let is_met = |wanted: &Demand| {
            !wanted.is_empty()
                && wanted
                    .iter()
                    .all(|&(cell, colour)| self.start.get(cell) == Some(&Square::Tile(colour)))
        };
        let is_spent = Position::at_start(&self.start, &self.palette).is_spent();
        let is_at_end = self.opening.is_empty() && self.waypoints.is_empty() && is_spent;
        is_at_end && placements.iter().any(is_met)
    }

    /// Says whether nothing can be done and something must be.
    fn has_no_move(&self) -> bool {
        let Ok(puzzle) = self.validate() else { return false };
        puzzle.moves(puzzle.start()).is_empty() && puzzle.verify(Vec::new()).is_err()
    }

    /// Walls of the start may be left out of a goal; who reads it is misled.
    fn warn_of_walls(&self, warnings: &mut Vec<Issue>) {
        let others = self.layouts().filter(|&layout| layout != Layout::Start);
        for layout in others.filter(|&layout| self.shares_walls(layout)) {
            let grid = self.layout(layout);
            let is_missing = |&(cell, square): &(Cell, &Square)| {
                *square == Square::Empty && self.start[cell] == Square::Wall
            };
            let cells: Vec<_> = grid.iter().filter(is_missing).map(|(cell, _)| cell).collect();
            if !cells.is_empty() {
                warnings.push(Issue::WallsNotDrawn { layout, cells });
            }
        }
    }

    /// Names the cells that will never hold their colour: see `stops`. The goal is
    /// reached at the end of the opening or later, a waypoint perhaps before.
    fn warn_of_stops(&self, board: &Board, placements: &[Demand], warnings: &mut Vec<Issue>) {
        let start = Position::new(&self.start);
        let opened = self.position_after_opening();
        for layout in self.layouts().filter(|&layout| layout != Layout::Start) {
            let (places, from) = match layout {
                Layout::Waypoint(index) => (vec![self.waypoint_demand(index)], &start),
                _ => (placements.to_vec(), opened.as_ref().unwrap_or(&start)),
            };
            let stops = Stops::new(board, from);
            let missing = |wanted: &Demand, colour: Colour| -> Vec<Cell> {
                let of_colour = wanted.iter().filter(|&&(_, other)| other == colour);
                of_colour.map(|&(cell, _)| cell).filter(|&cell| !stops.has(colour, cell)).collect()
            };
            for colour in self.palette.colours() {
                let asked = self.count(layout, colour);
                if asked > self.count(Layout::Start, colour) || places.is_empty() {
                    continue; // Too few tiles, or no place for the goal: issues of their own.
                }
                if places.iter().any(|wanted| missing(wanted, colour).is_empty()) {
                    continue;
                }
                // A floating goal is marked where it is drawn.
                let cells = if self.shares_walls(layout) {
                    missing(&places[0], colour)
                } else {
                    let squares = self.layout(layout).iter();
                    squares.filter(|(_, s)| s.colour() == Some(colour)).map(|(c, _)| c).collect()
                };
                let symbol = self.palette.swatch(colour).symbol;
                let stops = stops.cells(colour);
                let stoppers = match cells[..] {
                    [cell] if self.shares_walls(layout) => self.stoppers(from, colour, cell),
                    _ => Vec::new(),
                };
                warnings.push(Issue::CannotStop { layout, symbol, cells, stops, stoppers });
            }
        }
    }

    /// Returns the free cells beside `cell` on which a wall would let tiles of `colour` stop on
    /// it, as far as `stops` tells: some of them may make the level unsolvable in another way.
    fn stoppers(&self, from: &Position, colour: Colour, cell: Cell) -> Vec<Cell> {
        let is_free = |cell: Cell| {
            let mut sharing = self.layouts().filter(|&layout| self.shares_walls(layout));
            self.terrain.pass(cell).is_none()
                && from.tiles().all(|(place, _)| place != cell)
                && sharing.all(|layout| self.layout(layout).get(cell) == Some(&Square::Empty))
        };
        let lets = |stopper: Cell| {
            let mut draft = self.clone();
            draft.start[stopper] = Square::Wall;
            // The opening may not be played any more.
            let is_level = self.opening.is_empty() || draft.position_after_opening().is_some();
            is_level && Stops::new(&draft.board(), from).has(colour, cell)
        };
        let beside = Direction::ALL.iter().filter_map(|&to| self.start.size().neighbour(cell, to));
        let mut stoppers: Vec<Cell> =
            beside.filter(|&beside| is_free(beside) && lets(beside)).collect();
        stoppers.sort_by_key(|cell| (cell.y, cell.x));
        stoppers
    }

    /// Returns the position after the opening, if that can be played.
    fn position_after_opening(&self) -> Option<Position> {
        if self.opening.is_empty() {
            return None;
        }
        self.validate().ok()?.replay(&self.opening).ok()?.pop()
    }

    fn warn_of_reach(&self, board: &Board, placements: &[Demand], warnings: &mut Vec<Issue>) {
        let parts: Vec<Parts> =
            (0..=board.freest_class()).map(|class| Parts::new(self, board, class)).collect();
        let everywhere: Vec<usize> =
            self.palette.colours().map(|colour| self.count(Layout::Start, colour)).collect();
        // Where there are too few tiles on the whole board that is the issue.
        let is_enough = |wanted: &Demand| {
            self.palette.colours().all(|colour| {
                let asked = wanted.iter().filter(|&&(_, other)| other == colour).count();
                asked <= everywhere[colour.index()]
            })
        };
        let goals = self.layouts().filter(|&layout| layout != Layout::Start);
        for layout in goals {
            let places = match layout {
                Layout::Waypoint(index) => vec![self.waypoint_demand(index)],
                _ => placements.to_vec(),
            };
            let short = |wanted: &Demand| out_of_reach(&parts, board, wanted);
            let Some(first) = places.first().filter(|wanted| is_enough(wanted)) else { continue };
            if !places.iter().all(|wanted| !short(wanted).is_empty()) {
                continue;
            }
            // A floating goal is marked where it is drawn, and as a whole.
            let cells = if self.shares_walls(layout) {
                short(first)
            } else {
                let squares = self.layout(layout).iter();
                squares.filter(|(_, s)| s.colour().is_some()).map(|(cell, _)| cell).collect()
            };
            warnings.push(Issue::OutOfReach { layout, cells });
        }
        let is_dead = |&cell: &Cell| {
            parts.iter().all(|parts| {
                parts.part(cell).is_none_or(|part| parts.tiles[part].iter().all(|&n| n == 0))
            })
        };
        let cells: Vec<Cell> = board.free_cells().filter(is_dead).collect();
        if everywhere.iter().any(|&count| count > 0) && !cells.is_empty() {
            warnings.push(Issue::ClosedOff { cells });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Anchor, parse_text};

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let draft = parse_text(text, None).unwrap();
        check_draft(&draft, expected);
    }

    #[track_caller]
    fn check_draft(draft: &Draft, expected: &[&str]) {
        let found: Vec<_> = draft.warnings().iter().map(ToString::to_string).collect();
        assert_eq!(found, expected);
    }

    const SOLVED: &str = "goal: the start shows it already, there is nothing to solve";

    #[test]
    fn a_goal_that_the_start_shows_is_nothing_to_solve() {
        check("B.\n..\n\nB.\n..", &[SOLVED]);
        check("B.\n..\n\n.B\n..", &[]);
        check("B.\n..\n\n..\n..", &[]);
    }

    #[test]
    fn a_floating_goal_is_met_anywhere() {
        let mut draft = parse_text(".BR\n...\n\nBR.\n...", None).unwrap();
        check_draft(&draft, &[]);
        draft.anchor = Anchor::Floating;
        check_draft(&draft, &[SOLVED]);
    }

    #[test]
    fn a_board_without_a_move_is_told() {
        let stuck = "start: unsolvable, no tile has an empty cell beside it";
        check("BR\n\nRB", &[stuck]);
        check(
            "B#\n#.\n\n.#\n#B",
            &[
                stuck,
                "goal, b2: walled off, no tile of the colour can get there",
                "start, b2: closed off, no tile can get there",
            ],
        );
        check("BR\n\nBR", &[SOLVED]);
        check("B.\n\n.B", &[]);
    }

    #[test]
    fn walls_that_a_goal_lacks_are_told() {
        check("B#.\n...\n\n..B\n...", &["goal, b1: walls of the start are not drawn"]);
    }

    #[test]
    fn what_no_tile_can_get_to_is_told() {
        check(
            "B#.\n.#.\n\n.#B\n.#.",
            &[
                "goal, c1: walled off, no tile of the colour can get there",
                "start, c1 c2: closed off, no tile can get there",
            ],
        );
        // Too few tiles on the whole board is an issue already.
        check("B#.\nR#.\n\n.#B\nB#.", &["start, c1 c2: closed off, no tile can get there"]);
        check("B.#R\n\n.B#R", &[]);
    }

    #[test]
    fn a_cell_where_its_colour_never_stops_is_told() {
        check(
            "B..\n\n.B.",
            &[
                "goal, b1: 'B' can never stop there, only on a1 c1; a stopper on c1 would make it stop there",
            ],
        );
        // Something may stop it there.
        check("B.R\n\n.B.", &[]);
        // Too few tiles are an issue already.
        check("B..\n\n.BB", &[]);
        check("B..\n\n.R.", &[]);
    }

    #[test]
    fn an_opening_may_leave_the_only_way() {
        // A tile does not come back to where nothing stops it.
        let mut draft = parse_text(".B.\n\n.B.", None).unwrap();
        check_draft(&draft, &[SOLVED]);
        draft.opening = crate::puzzle::parse_moves("b1L").unwrap();
        let told = "goal, b1: 'B' can never stop there, only on a1 c1";
        check_draft(&draft, &[&format!("{told}; a stopper on c1 would make it stop there")]);
        // What stands in the way of the opening is no help.
        let mut longer = parse_text("B....\n\n..B..", None).unwrap();
        longer.opening = crate::puzzle::parse_moves("a1R e1L a1R").unwrap();
        check_draft(&longer, &["goal, c1: 'B' can never stop there, only on a1 e1"]);
        // What cannot be played is an issue of its own.
        draft.opening = crate::puzzle::parse_moves("c1L").unwrap();
        check_draft(&draft, &[]);
    }

    #[test]
    fn a_floating_goal_is_reached_in_any_place_that_will_do() {
        let text = "B..\n...\n\n.B.\n...";
        let mut draft = parse_text(text, None).unwrap();
        let told = "goal, b1: 'B' can never stop there, only on a1 c1 a2 c2; a stopper on c1 would make it stop there";
        check_draft(&draft, &[told]);
        draft.anchor = Anchor::Floating;
        check_draft(&draft, &[SOLVED]);
    }

    #[test]
    fn a_floating_goal_is_out_of_reach_where_no_place_will_do() {
        let mut draft = parse_text("B#R\n\nB..\n", None).unwrap();
        draft.goal = parse_text("BR.\n\nBR.", None).unwrap().start;
        draft.anchor = Anchor::Floating;
        check_draft(&draft, &[]);
        draft.start = parse_text("B.#.R\n\nB....", None).unwrap().start;
        check_draft(&draft, &["goal, a1 b1: walled off, no tile of the colour can get there"]);
    }
}
