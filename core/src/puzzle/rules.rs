//! A valid level and its rules: which moves there are, what they do, which
//! positions come before one, when the goal is reached, and whether a list of
//! moves is a solution. Everything that claims to solve anything ends up here.

use super::{Board, Cell, Colour, Direction, Move, Position, Size};

/// Cells and the colours that are asked for there.
pub type Demand = Vec<(Cell, Colour)>;

/// What is to be reached, in one or more places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The places where it may be reached: one of a fixed goal, one or more of a
    /// floating one. Each asks for the same colours in the same order.
    placements: Vec<Demand>,
}

impl Goal {
    pub(super) const fn new(placements: Vec<Demand>) -> Self {
        Self { placements }
    }

    /// Returns the placements, of which there is at least one; each lists the cells
    /// with their colours, none of them empty.
    pub fn placements(&self) -> &[Demand] {
        &self.placements
    }

    /// Says whether `position` fulfils one of the placements.
    pub fn is_reached(&self, position: &Position) -> bool {
        self.placements
            .iter()
            .any(|demand| demand.iter().all(|&(cell, colour)| position.tile(cell) == Some(colour)))
    }
}

/// A valid level: what a solver needs to know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    pub(super) board: Board,
    pub(super) start: Position,
    pub(super) goal: Goal,
    pub(super) waypoints: Vec<Goal>,
    pub(super) opening: Vec<Move>,
}

impl Puzzle {
    /// Returns size, walls, passes and thin walls.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns width and height of the board.
    pub const fn size(&self) -> Size {
        self.board.size()
    }

    /// Returns the position before the first move.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns what is to be reached.
    pub const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Returns what is to be passed before the goal, in this order.
    pub fn waypoints(&self) -> &[Goal] {
        &self.waypoints
    }

    /// Returns the moves that every solution must begin with. They are legal.
    pub fn opening(&self) -> &[Move] {
        &self.opening
    }

    /// Says whether all cells but one are taken by walls and tiles: then every slide is one
    /// step, as in the 15-puzzle.
    pub fn has_one_empty_cell(&self) -> bool {
        self.board.free_cells().count() == self.start.tiles().count() + 1
    }

    /// Returns the same puzzle to be solved from `position`, without an opening.
    ///
    /// Which waypoints have been passed already is the caller's to know: all of
    /// them are still asked for.
    #[must_use]
    pub fn with_start(&self, position: Position) -> Self {
        Self { start: position, opening: Vec::new(), ..self.clone() }
    }

    /// Returns the part of the puzzle from `position` to the waypoint with this number,
    /// from 0, or to the goal after the last one: without opening and waypoints.
    #[must_use]
    pub fn leg(&self, position: Position, waypoint: usize) -> Self {
        let goal = self.waypoints.get(waypoint).unwrap_or(&self.goal).clone();
        Self { goal, ..self.with_start(position).without_waypoints() }
    }

    /// Returns the same puzzle with nothing to be passed before the goal.
    #[must_use]
    pub fn without_waypoints(&self) -> Self {
        Self { waypoints: Vec::new(), ..self.clone() }
    }

    /// Returns what is left of the puzzle at `position` when the first `passed`
    /// waypoints are behind it.
    #[must_use]
    pub fn rest(&self, position: Position, passed: usize) -> Self {
        let waypoints = self.waypoints[passed..].to_vec();
        Self { waypoints, ..self.with_start(position) }
    }

    /// Returns the legal moves at `position`: tiles row by row, each in the order
    /// of [`Direction::ALL`].
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        let occupancy = self.board.occupancy_at(position);
        let pushes = position.tiles().flat_map(|(cell, colour)| {
            Direction::ALL.into_iter().map(move |direction| (Move::new(cell, direction), colour))
        });
        let legal = pushes.filter(|&(push, colour)| self.board.run(&occupancy, colour, push) > 0);
        legal.map(|(push, _)| push).collect()
    }

    /// Returns the cell where the pushed tile comes to rest, or `None` when there
    /// is no tile to push or the push moves nothing.
    pub fn landing(&self, position: &Position, push: Move) -> Option<Cell> {
        let colour = position.tile(push.from)?;
        let to = self.board.slide(&self.board.occupancy_at(position), colour, push);
        (to != push.from).then_some(to)
    }

    /// Returns the position after `push`, or `None` when it is not a legal move.
    pub fn apply(&self, position: &Position, push: Move) -> Option<Position> {
        let to = self.landing(position, push)?;
        Some(position.with_moved(push.from, to))
    }

    /// Returns every move that leads to `position`, with the position it is made in.
    ///
    /// A tile on p may have come in direction d exactly when something stops it
    /// behind p in direction d, from any free cell of the run before p.
    pub fn predecessors(&self, position: &Position) -> Vec<(Move, Position)> {
        let occupancy = self.board.occupancy_at(position);
        let mut found = Vec::new();
        for (cell, colour) in position.tiles() {
            for direction in Direction::ALL {
                for origin in self.board.origins(&occupancy, colour, cell, direction) {
                    let push = Move::new(origin, direction);
                    found.push((push, position.with_moved(cell, origin)));
                }
            }
        }
        found
    }

    /// Returns how many waypoints have been passed at `position` when `passed` of
    /// them had been before. One position may pass several.
    pub fn waypoints_passed(&self, passed: usize, position: &Position) -> usize {
        let ahead = self.waypoints[passed..].iter();
        passed + ahead.take_while(|waypoint| waypoint.is_reached(position)).count()
    }

    /// Returns the positions along `moves`, the start first.
    ///
    /// # Errors
    /// Names the first move that is not legal.
    pub fn replay(&self, moves: &[Move]) -> Result<Vec<Position>, ReplayError> {
        let mut positions = vec![self.start.clone()];
        for (index, &push) in moves.iter().enumerate() {
            let next = self
                .apply(&positions[index], push)
                .ok_or(ReplayError::IllegalMove { number: index + 1, push })?;
            positions.push(next);
        }
        Ok(positions)
    }

    /// Returns `moves` as a solution, after replaying them.
    ///
    /// # Errors
    /// Says why they do not solve the puzzle.
    pub fn verify(&self, moves: Vec<Move>) -> Result<Solution, ReplayError> {
        if !moves.starts_with(&self.opening) {
            return Err(ReplayError::OpeningNotPlayed);
        }
        let positions = self.replay(&moves)?;
        let passed =
            positions.iter().fold(0, |passed, position| self.waypoints_passed(passed, position));
        if passed < self.waypoints.len() {
            return Err(ReplayError::WaypointNotPassed { number: passed + 1 });
        }
        let last = positions.last().expect("the start at least");
        if !self.goal.is_reached(last) {
            return Err(ReplayError::GoalNotReached);
        }
        Ok(Solution { moves })
    }
}

/// Moves that solve a puzzle. Only [`Puzzle::verify`] makes one, so whoever holds
/// one holds moves that have been replayed through the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    moves: Vec<Move>,
}

impl Solution {
    /// Returns the moves, the opening included.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the number of moves, the opening included.
    pub const fn cost(&self) -> u32 {
        self.moves.len() as u32
    }
}

/// Why moves do not solve a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A move pushes no tile, or moves nothing; counted from 1.
    #[error("move {number}, {push}, moves nothing")]
    IllegalMove {
        /// Its place, from 1.
        number: usize,
        /// The move.
        push: Move,
    },
    /// The moves do not begin with the opening.
    #[error("the moves do not begin with the opening")]
    OpeningNotPlayed,
    /// A waypoint is not passed; counted from 1.
    #[error("waypoint {number} is not passed")]
    WaypointNotPassed {
        /// Its place, from 1.
        number: usize,
    },
    /// The goal is not reached at the end.
    #[error("the goal is not reached at the end")]
    GoalNotReached,
}
