//! From a draft to a puzzle, or to everything that is wrong with it.

use super::{
    Anchor, Board, Cell, Colour, Demand, Draft, Goal, Grid, Issue, Layout, MAX_CHANGING_TILES,
    MAX_OPENING, MAX_SIDE, MAX_TILES, MAX_WAYPOINTS, Position, Puzzle, Side, Size, Square,
    TileKind,
};

impl Draft {
    /// Returns the puzzle that this draft describes.
    ///
    /// # Errors
    /// Returns all issues at once, each with its cells.
    pub fn validate(&self) -> Result<Puzzle, Vec<Issue>> {
        let mut issues = Vec::new();
        self.check_sizes(&mut issues);
        if !issues.is_empty() {
            // The checks below compare cell by cell.
            return Err(issues);
        }
        self.check_start(&mut issues);
        self.check_terrain(&mut issues);
        for layout in self.layouts().filter(|&layout| layout != Layout::Start) {
            self.check_walls(layout, &mut issues);
            self.check_passes(layout, &mut issues);
            self.check_demand(layout, &mut issues);
        }
        let board = self.board();
        let placements = self.goal_placements(&board);
        if placements.is_empty() && issues.is_empty() {
            let cells = demand(&self.goal).into_iter().map(|(cell, _)| cell).collect();
            issues.push(Issue::NoPlacement { cells });
        }
        let mut puzzle = Puzzle {
            start: Position::at_start(&self.start, &self.palette),
            kinds: self.palette.kinds(),
            board,
            goal: Goal::new(placements),
            waypoints: self.waypoints.iter().map(|grid| Goal::waypoint(demand(grid))).collect(),
            opening: Vec::new(),
        };
        self.check_opening(&puzzle, &mut issues);
        if issues.is_empty() {
            puzzle.opening.clone_from(&self.opening);
            Ok(puzzle)
        } else {
            Err(issues)
        }
    }

    /// Says whether each layout has the size that it must have.
    pub(in crate::puzzle) fn has_right_sizes(&self) -> bool {
        let mut issues = Vec::new();
        self.check_sizes(&mut issues);
        issues.is_empty()
    }

    /// Returns what a waypoint asks for.
    pub(in crate::puzzle) fn waypoint_demand(&self, index: usize) -> Demand {
        demand(&self.waypoints[index])
    }

    fn check_sizes(&self, issues: &mut Vec<Issue>) {
        let board = self.start.size();
        for layout in self.layouts() {
            let size = self.layout(layout).size();
            let allowed = 1..=MAX_SIDE;
            if !allowed.contains(&size.width) || !allowed.contains(&size.height) {
                let (width, height) = (size.width.into(), size.height.into());
                issues.push(Issue::SizeOutOfRange { layout, width, height });
            } else if self.shares_walls(layout) {
                if size != board {
                    issues.push(Issue::SizeMismatch { layout, found: size, expected: board });
                }
            } else if size.width > board.width || size.height > board.height {
                issues.push(Issue::FloatingGoalTooLarge { found: size, board });
            }
        }
    }

    fn check_start(&self, issues: &mut Vec<Issue>) {
        let found = demand(&self.start).len();
        if found > MAX_TILES {
            issues.push(Issue::TooManyTiles { found });
        }
        let kinds = self.palette.kinds();
        let changes = |&(_, colour): &(Cell, Colour)| kinds.of(colour) != TileKind::Plain;
        if found <= MAX_TILES
            && found > MAX_CHANGING_TILES
            && demand(&self.start).iter().any(changes)
        {
            issues.push(Issue::TooManyChangingTiles { found });
        }
        let found = self.waypoints.len();
        if found > MAX_WAYPOINTS {
            issues.push(Issue::TooManyWaypoints { found });
        }
    }

    /// Checks that passes and thin walls stand where they may.
    fn check_terrain(&self, issues: &mut Vec<Issue>) {
        let size = self.start.size();
        let passes_where = |wanted: &dyn Fn(Cell) -> bool| -> Vec<Cell> {
            self.terrain.passes.keys().copied().filter(|&cell| wanted(cell)).collect()
        };
        let cells = passes_where(&|cell| !size.contains(cell));
        if !cells.is_empty() {
            issues.push(Issue::PassOutside { cells });
        }
        let cells = passes_where(&|cell| self.start.get(cell) == Some(&Square::Wall));
        if !cells.is_empty() {
            issues.push(Issue::PassOnWall { cells });
        }
        for colour in self.palette.colours() {
            let swatch = self.palette.swatch(colour);
            let cells = passes_where(&|cell| self.terrain.pass(cell) == Some(colour));
            if swatch.kind != TileKind::Plain && !cells.is_empty() {
                issues.push(Issue::PassWithoutColour { symbol: swatch.symbol, cells });
            }
        }
        let stray = self.terrain.thin_walls.iter().filter(|side| side.between(size).is_none());
        let sides: Vec<Side> = stray.copied().collect();
        if !sides.is_empty() {
            let cells = sides.iter().map(|side| side.cell()).collect();
            issues.push(Issue::ThinWallOutside { sides, cells });
        }
        self.check_passes(Layout::Start, issues);
        let start = Position::new(&self.start);
        let cells = self.palette.kinds().touching(&self.board(), &start);
        if !cells.is_empty() {
            issues.push(Issue::ChameleonTouches { cells });
        }
    }

    /// Checks that no tile stands, and none is asked for, on a pass of another colour.
    fn check_passes(&self, layout: Layout, issues: &mut Vec<Issue>) {
        if !self.shares_walls(layout) {
            return;
        }
        let tiles = demand(self.layout(layout)).into_iter();
        let foreign =
            tiles.filter(|&(cell, own)| self.terrain.pass(cell).is_some_and(|p| p != own));
        let cells: Vec<Cell> = foreign.map(|(cell, _)| cell).collect();
        if !cells.is_empty() {
            issues.push(Issue::TileOnPass { layout, cells });
        }
    }

    fn check_walls(&self, layout: Layout, issues: &mut Vec<Issue>) {
        let grid = self.layout(layout);
        let cells_where = |wanted: &dyn Fn(Cell, Square) -> bool| -> Vec<Cell> {
            grid.iter()
                .filter(|&(cell, &square)| wanted(cell, square))
                .map(|(cell, _)| cell)
                .collect()
        };
        if !self.shares_walls(layout) {
            let cells = cells_where(&|_, square| square == Square::Wall);
            if !cells.is_empty() {
                issues.push(Issue::FloatingGoalWalls { cells });
            }
            return;
        }
        let wall_at = |cell| self.start[cell] == Square::Wall;
        let cells = cells_where(&|cell, square| square == Square::Wall && !wall_at(cell));
        if !cells.is_empty() {
            issues.push(Issue::WallMismatch { layout, cells });
        }
        let cells = cells_where(&|cell, square| square.colour().is_some() && wall_at(cell));
        if !cells.is_empty() {
            issues.push(Issue::GoalOnWall { layout, cells });
        }
    }

    fn check_demand(&self, layout: Layout, issues: &mut Vec<Issue>) {
        let wanted = demand(self.layout(layout));
        if wanted.is_empty() {
            issues.push(Issue::EmptyGoal { layout });
        }
        let available = demand(&self.start);
        let kinds = self.palette.kinds();
        let is_chameleon =
            |&&(_, colour): &&(Cell, Colour)| kinds.of(colour) == TileKind::Chameleon;
        let chameleons = available.iter().filter(is_chameleon).count();
        for colour in self.palette.colours() {
            let cells: Vec<_> = cells_of(&wanted, colour);
            // A chameleon may take any colour.
            let more = if kinds.of(colour) == TileKind::Plain { chameleons } else { 0 };
            let available = cells_of(&available, colour).len() + more;
            if cells.len() > available {
                let symbol = self.palette.swatch(colour).symbol;
                let wanted = cells.len();
                issues.push(Issue::TooFewTiles { layout, symbol, wanted, available, cells });
            }
        }
    }

    fn check_opening(&self, puzzle: &Puzzle, issues: &mut Vec<Issue>) {
        let found = self.opening.len();
        if found > MAX_OPENING {
            issues.push(Issue::OpeningTooLong { found });
            return;
        }
        let mut position = puzzle.start.clone();
        for (index, &push) in self.opening.iter().enumerate() {
            match puzzle.apply(&position, push) {
                Some(next) => position = next,
                None => {
                    let (text, cell) = (push.to_string(), push.from);
                    issues.push(Issue::IllegalOpening { index, text, cell });
                    return;
                }
            }
        }
    }

    /// Returns the places where the goal may be reached, row by row.
    pub(in crate::puzzle) fn goal_placements(&self, board: &Board) -> Vec<Demand> {
        let wanted = demand(&self.goal);
        if self.anchor == Anchor::Fixed {
            return vec![wanted];
        }
        let Some((origin, extent)) = bounding_box(&wanted) else {
            return Vec::new();
        };
        let Size { width, height } = board.size();
        let offsets = (0..=height.saturating_sub(extent.height))
            .flat_map(|dy| (0..=width.saturating_sub(extent.width)).map(move |dx| (dx, dy)));
        offsets
            .map(|(dx, dy)| {
                let place = |&(cell, colour): &(Cell, Colour)| {
                    (Cell::new(cell.x - origin.x + dx, cell.y - origin.y + dy), colour)
                };
                wanted.iter().map(place).collect::<Demand>()
            })
            .filter(|demand| demand.iter().all(|&(cell, colour)| board.may_hold(cell, colour)))
            .collect()
    }
}

/// Returns the cells of `grid` that hold a colour, row by row.
fn demand(grid: &Grid<Square>) -> Demand {
    grid.iter().filter_map(|(cell, square)| square.colour().map(|colour| (cell, colour))).collect()
}

fn cells_of(demand: &Demand, wanted: Colour) -> Vec<Cell> {
    demand.iter().filter(|&&(_, colour)| colour == wanted).map(|&(cell, _)| cell).collect()
}

/// Returns the top left cell and the size of the smallest rectangle around the
/// cells, or `None` without any.
fn bounding_box(demand: &Demand) -> Option<(Cell, Size)> {
    let columns = || demand.iter().map(|(cell, _)| cell.x);
    let rows = || demand.iter().map(|(cell, _)| cell.y);
    let (left, top) = (columns().min()?, rows().min()?);
    let size = Size::new(columns().max()? - left + 1, rows().max()? - top + 1);
    Some((Cell::new(left, top), size))
}
