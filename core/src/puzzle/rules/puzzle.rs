//! A valid level and its rules: which moves there are, what they do, which
//! positions come before one, when the goal is reached, and whether a list of
//! moves is a solution. Everything that claims to solve anything ends up here.

use super::{Board, Cell, Colour, Direction, Kinds, Move, Position, Size, TileKind};

/// Cells and the colours that are asked for there.
pub type Demand = Vec<(Cell, Colour)>;

/// What is to be reached, in one or more places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The places where it may be reached: one of a fixed goal, one or more of a
    /// floating one. Each asks for the same colours in the same order.
    placements: Vec<Demand>,
    /// It is reached only when no tile must still be pushed: the goal at the end.
    is_last: bool,
}

impl Goal {
    pub(super) const fn new(placements: Vec<Demand>) -> Self {
        Self { placements, is_last: true }
    }

    pub(super) fn waypoint(demand: Demand) -> Self {
        Self { placements: vec![demand], is_last: false }
    }

    /// Says whether all numbered tiles must have been pushed as often as they say.
    pub const fn is_last(&self) -> bool {
        self.is_last
    }

    /// Returns the placements, of which there is at least one; each lists the cells
    /// with their colours, none of them empty.
    pub fn placements(&self) -> &[Demand] {
        &self.placements
    }

    /// Says whether `position` fulfils one of the placements, and at the end no numbered tile
    /// must still be pushed.
    pub fn is_reached(&self, position: &Position) -> bool {
        let holds = |demand: &Demand| {
            demand.iter().all(|&(cell, colour)| position.tile(cell) == Some(colour))
        };
        self.placements.iter().any(holds) && (!self.is_last || position.is_spent())
    }
}

/// A valid level: what a solver needs to know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    pub(super) board: Board,
    pub(super) kinds: Kinds,
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

    /// Returns what the tiles of each colour are.
    pub const fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// Says whether there are chameleons or numbered tiles on the board, which change in play.
    pub fn has_changing_tiles(&self) -> bool {
        self.start().tiles().any(|(_, colour)| self.kinds.of(colour) != TileKind::Plain)
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

    /// Returns the only empty cell at `position`, where there is one only.
    pub fn gap(&self, position: &Position) -> Option<Cell> {
        let mut empty = self.board.free_cells().filter(|&cell| position.tile(cell).is_none());
        let gap = empty.next()?;
        empty.next().is_none().then_some(gap)
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
        let legal = pushes.filter(|&(push, colour)| {
            self.may_be_pushed(position, push.from, colour)
                && self.board.run(&occupancy, colour, push) > 0
        });
        legal.map(|(push, _)| push).collect()
    }

    /// Says whether the tile on `cell` has pushes left: only numbered ones run out of them.
    pub fn may_be_pushed(&self, position: &Position, cell: Cell, colour: Colour) -> bool {
        !matches!(self.kinds.of(colour), TileKind::Numbered(_)) || position.left(cell) > 0
    }

    /// Returns the cell where the pushed tile comes to rest, or `None` when there
    /// is no tile to push, it has no push left, or the push moves nothing.
    pub fn landing(&self, position: &Position, push: Move) -> Option<Cell> {
        let colour = position.tile(push.from)?;
        if !self.may_be_pushed(position, push.from, colour) {
            return None;
        }
        let to = self.board.slide(&self.board.occupancy_at(position), colour, push);
        (to != push.from).then_some(to)
    }

    /// Returns the position after `push`, or `None` when it is not a legal move.
    pub fn apply(&self, position: &Position, push: Move) -> Option<Position> {
        let to = self.landing(position, push)?;
        let mut next = position.with_moved(push.from, to);
        next.set_left(to, position.left(push.from).saturating_sub(1));
        self.kinds.adapt(&self.board, &mut next, to, push.direction);
        Some(next)
    }

    /// Returns every move that leads to `position`, with the position it is made in. Chameleons
    /// that may have had no colour before are not given it back: with chameleons on the board
    /// only moves that change no colour are found.
    ///
    /// A tile on p may have come in direction d exactly when something stops it
    /// behind p in direction d, from any free cell of the run before p.
    pub fn predecessors(&self, position: &Position) -> Vec<(Move, Position)> {
        let occupancy = self.board.occupancy_at(position);
        let mut found = Vec::new();
        for (cell, colour) in position.tiles() {
            let left = position.left(cell);
            let before = match self.kinds.of(colour) {
                TileKind::Numbered(moves) if left >= moves => continue,
                TileKind::Numbered(_) => left + 1,
                TileKind::Plain | TileKind::Chameleon => 0,
            };
            for direction in Direction::ALL {
                for origin in self.board.origins(&occupancy, colour, cell, direction) {
                    let push = Move::new(origin, direction);
                    let mut from = position.with_moved(cell, origin);
                    from.set_left(origin, before);
                    if self.kinds.are_plain() || self.apply(&from, push).as_ref() == Some(position)
                    {
                        found.push((push, from));
                    }
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
///
/// ```
/// use mondrian_core::puzzle::{Puzzle, ReplayError, parse_moves};
/// let puzzle: Puzzle = "R..\n...\n\n..R\n...".parse().unwrap();
/// let solution = puzzle.verify(parse_moves("a1R").unwrap()).unwrap();
/// assert_eq!(solution.cost(), 1);
/// let error = puzzle.verify(parse_moves("a1D").unwrap()).unwrap_err();
/// assert_eq!(error, ReplayError::GoalNotReached);
/// ```
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
#[non_exhaustive]
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
