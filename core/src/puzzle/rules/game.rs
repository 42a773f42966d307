//! A game: where the tiles stand, the moves made and taken back, which tile is chosen.
//! The model of play, in the designer and on the web.

use super::{Cell, Colour, Direction, Goal, Move, Palette, Position, Puzzle};

/// A move that has been made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub push: Move,
    /// The tile that it pushes.
    pub tile: usize,
    /// Where the tile comes to rest.
    pub to: Cell,
    /// Moves of one click have one number: they are taken back together.
    gesture: u32,
    /// The engine has made or named it.
    pub is_helped: bool,
}

/// What a push has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// The tile has slid.
    Moved(Step),
    /// Something stands before it.
    Blocked,
}

/// A game on a level. Tiles are numbered row by row as at the start.
#[derive(Clone, Debug)]
pub struct Game {
    puzzle: Puzzle,
    /// The colours, which may be edited while the game stands.
    pub palette: Palette,
    /// Where the tiles stand, and before each of the moves made.
    position: Position,
    before: Vec<Position>,
    start: Vec<Cell>,
    cells: Vec<Cell>,
    steps: Vec<Step>,
    undone: Vec<Step>,
    gesture: u32,
    /// The tile that the arrows push.
    pub selected: Option<usize>,
}

impl Game {
    /// Returns the game at the start of `puzzle`, its opening played.
    pub fn new(puzzle: Puzzle, palette: Palette) -> Self {
        let tiles: Vec<_> = puzzle.start().tiles().collect();
        let cells: Vec<Cell> = tiles.iter().map(|&(cell, _)| cell).collect();
        let mut game = Self {
            position: puzzle.start().clone(),
            before: Vec::new(),
            start: cells.clone(),
            cells,
            puzzle,
            palette,
            steps: Vec::new(),
            undone: Vec::new(),
            gesture: 0,
            selected: None,
        };
        for push in game.puzzle.opening().to_vec() {
            let tile = game.tile_at(push.from).expect("the opening has been replayed");
            game.push(tile, push.direction);
        }
        game
    }

    /// Returns the level that is played.
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the cell of each tile.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the cell of each tile before the first move.
    pub fn start(&self) -> &[Cell] {
        &self.start
    }

    /// Returns the colour of a tile: that of a chameleon changes.
    pub fn colour(&self, tile: usize) -> Colour {
        self.position.tile(self.cells[tile]).expect("each tile stands on its cell")
    }

    /// Returns how many times a numbered tile must still be pushed; 0 for all others.
    pub fn left(&self, tile: usize) -> u8 {
        self.position.left(self.cells[tile])
    }

    /// Returns the colour that a tile has before the first move.
    pub fn first_colour(&self, tile: usize) -> Colour {
        self.puzzle.start().tile(self.start[tile]).expect("each tile stands on its cell")
    }

    /// Returns the moves made, the opening included.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the moves made, the opening included.
    pub fn moves(&self) -> Vec<Move> {
        self.steps.iter().map(|step| step.push).collect()
    }

    /// Says whether nothing but the opening has been played.
    pub fn is_at_start(&self) -> bool {
        self.steps.len() == self.puzzle.opening().len()
    }

    /// Returns the tile on `cell`.
    pub fn tile_at(&self, cell: Cell) -> Option<usize> {
        self.cells.iter().position(|&other| other == cell)
    }

    /// Returns where the tiles stand.
    pub fn position(&self) -> Position {
        self.position.clone()
    }

    /// Returns how many waypoints are behind the position.
    pub fn passed(&self) -> usize {
        if self.puzzle.waypoints().is_empty() {
            return 0;
        }
        let positions = self.puzzle.replay(&self.moves()).unwrap_or_default();
        positions.iter().fold(0, |passed, position| self.puzzle.waypoints_passed(passed, position))
    }

    /// Returns what is to be reached next: a waypoint or the goal.
    pub fn target(&self) -> &Goal {
        self.puzzle.waypoints().get(self.passed()).unwrap_or_else(|| self.puzzle.goal())
    }

    /// Says whether the goal is reached and every waypoint passed.
    pub fn is_won(&self) -> bool {
        self.passed() == self.puzzle.waypoints().len()
            && self.puzzle.goal().is_reached(&self.position())
    }

    /// Returns what is left of the puzzle from here.
    pub fn rest(&self) -> Puzzle {
        self.puzzle.rest(self.position(), self.passed())
    }

    /// Returns where a tile would come to rest, or `None` when it cannot move so.
    pub fn landing(&self, tile: usize, direction: Direction) -> Option<Cell> {
        self.puzzle.landing(&self.position(), Move::new(self.cells[tile], direction))
    }

    /// Begins a click or a key: the moves until the next are taken back together.
    pub const fn begin_gesture(&mut self) {
        self.gesture += 1;
    }

    /// Pushes a tile.
    pub fn push(&mut self, tile: usize, direction: Direction) -> Pushed {
        let Some(to) = self.landing(tile, direction) else { return Pushed::Blocked };
        let push = Move::new(self.cells[tile], direction);
        let step = Step { push, tile, to, gesture: self.gesture, is_helped: false };
        self.make(step);
        self.undone.clear();
        Pushed::Moved(step)
    }

    /// Notes that the last move was not the player's own idea.
    pub fn mark_helped(&mut self) {
        if let Some(step) = self.steps.last_mut() {
            step.is_helped = true;
        }
    }

    /// Says whether all moves were the player's own idea.
    pub fn is_own(&self) -> bool {
        self.steps.iter().all(|step| !step.is_helped)
    }

    fn make(&mut self, step: Step) {
        let after = self.puzzle.apply(&self.position, step.push).expect("a legal move");
        self.before.push(std::mem::replace(&mut self.position, after));
        self.cells[step.tile] = step.to;
        self.steps.push(step);
    }

    /// Says whether there is a move to take back.
    pub fn can_undo(&self) -> bool {
        !self.is_at_start()
    }

    /// Says whether there is a move to make again.
    pub const fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Takes the moves of the last click or key back and returns them, the last first.
    pub fn undo(&mut self) -> Vec<Step> {
        let mut taken: Vec<Step> = Vec::new();
        while self.can_undo()
            && let Some(&step) = self.steps.last()
            && taken.first().is_none_or(|first| first.gesture == step.gesture)
        {
            self.steps.pop();
            self.cells[step.tile] = step.push.from;
            self.position = self.before.pop().expect("as many as moves made");
            self.undone.push(step);
            taken.push(step);
        }
        taken
    }

    /// Makes the moves that were taken back last again and returns them.
    pub fn redo(&mut self) -> Vec<Step> {
        let mut made: Vec<Step> = Vec::new();
        while let Some(&step) = self.undone.last()
            && made.first().is_none_or(|first| first.gesture == step.gesture)
        {
            self.undone.pop();
            self.make(step);
            made.push(step);
        }
        made
    }

    /// Goes back to the start; redo leads back, move by move.
    pub fn restart(&mut self) {
        while !self.undo().is_empty() {}
    }

    /// Chooses the next tile that can move, or with `backwards` the one before, row by
    /// row as they stand now.
    pub fn select_next(&mut self, backwards: bool) {
        let can_move =
            |&tile: &usize| Direction::ALL.iter().any(|&d| self.landing(tile, d).is_some());
        let mut tiles: Vec<usize> = (0..self.cells.len()).filter(can_move).collect();
        tiles.sort_by_key(|&tile| self.cells[tile]);
        if backwards {
            tiles.reverse();
        }
        let at = self.selected.and_then(|own| tiles.iter().position(|&tile| tile == own));
        let next = at.map_or(0, |at| at + 1);
        self.selected = tiles.get(next).or_else(|| tiles.first()).copied();
    }

    /// Returns the only empty cell, where there is one only.
    pub fn gap(&self) -> Option<Cell> {
        self.puzzle.gap(&self.position)
    }

    /// Returns the tiles between `cell` and the gap, the one beside the gap first, and
    /// the direction in which they go; `None` when they are not in one row or column,
    /// or the board does not let one of them pass, or one has no push left.
    pub fn row_to_gap(&self, cell: Cell) -> Option<(Vec<usize>, Direction)> {
        let gap = self.gap()?;
        let towards = direction_between(cell, gap)?;
        let mut tiles = Vec::new();
        let mut at = gap;
        while at != cell {
            let near = self.puzzle.size().neighbour(at, towards.opposite())?;
            let tile = self.tile_at(near)?;
            // Once those before it have moved, `at` is empty.
            let (board, colour) = (self.puzzle.board(), self.colour(tile));
            board.next(board.class(colour), near, towards)?;
            if !self.puzzle.may_be_pushed(&self.position, near, colour) {
                return None;
            }
            tiles.push(tile);
            at = near;
        }
        Some((tiles, towards))
    }
}

/// Returns the direction from one cell to another in its row or column.
pub fn direction_between(from: Cell, to: Cell) -> Option<Direction> {
    match (to.x.cmp(&from.x), to.y.cmp(&from.y)) {
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => Some(Direction::Up),
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => Some(Direction::Down),
        (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => Some(Direction::Left),
        (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => Some(Direction::Right),
        _ => None,
    }
}

/// A solution from some position on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The moves that had been made when it was found.
    pub base: Vec<Move>,
    /// The moves that lead on to the goal.
    pub moves: Vec<Move>,
    /// There is no shorter way.
    pub proved: bool,
}

impl Plan {
    /// Returns what is left of it after these moves, if they follow it.
    pub fn rest(&self, made: &[Move]) -> Option<&[Move]> {
        let beyond = made.strip_prefix(self.base.as_slice())?;
        self.moves.strip_prefix(beyond)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{parse_moves, parse_text};

    fn game(text: &str) -> Game {
        let draft = parse_text(text, None).unwrap();
        Game::new(draft.validate().unwrap(), draft.palette)
    }

    fn cell(name: &str) -> Cell {
        name.parse().unwrap()
    }

    #[test]
    fn moves_are_made_taken_back_and_made_again() {
        let mut game = game("BR.\n...\n\n..R\n..B");
        for (tile, direction) in [(1, Direction::Right), (0, Direction::Down)] {
            game.begin_gesture();
            assert!(matches!(game.push(tile, direction), Pushed::Moved(_)));
        }
        game.begin_gesture();
        assert_eq!(game.push(0, Direction::Left), Pushed::Blocked);
        assert_eq!(game.cells(), [cell("a2"), cell("c1")]);
        assert_eq!(game.undo().len(), 1);
        assert_eq!(game.cells(), [cell("a1"), cell("c1")]);
        assert_eq!(game.redo().len(), 1);
        game.push(0, Direction::Right);
        assert!(game.is_won() && !game.can_redo());
        game.puzzle().verify(game.moves()).unwrap();
        game.restart();
        assert!(game.is_at_start() && game.can_redo());
    }

    #[test]
    fn a_move_that_was_helped_stays_so_until_it_is_taken_back() {
        let mut game = game("BR.\n...\n\n..R\n..B");
        game.push(1, Direction::Right);
        assert!(game.is_own());
        game.begin_gesture();
        game.push(0, Direction::Down);
        game.mark_helped();
        assert!(!game.is_own());
        game.undo();
        assert!(game.is_own());
        game.redo();
        assert!(!game.is_own(), "made again it is no other move");
        game.undo();
        game.push(0, Direction::Right);
        assert!(game.is_own());
    }

    #[test]
    fn the_opening_is_played_and_stays() {
        let mut draft = parse_text("BR.\n...\n\n..R\n..B", None).unwrap();
        draft.opening = parse_moves("b1R").unwrap();
        let mut game = Game::new(draft.validate().unwrap(), draft.palette);
        assert_eq!(game.steps().len(), 1);
        assert!(game.undo().is_empty() && game.is_at_start());
        game.push(0, Direction::Down);
        game.push(0, Direction::Right);
        game.puzzle().verify(game.moves()).unwrap();
    }

    #[test]
    fn waypoints_come_before_the_goal() {
        let mut draft = parse_text("B..\n...\n\n..B\n...", None).unwrap().with_waypoint();
        draft.waypoints[0][cell("a2")] = draft.start[cell("a1")];
        let mut game = Game::new(draft.validate().unwrap(), draft.palette);
        game.push(0, Direction::Right);
        assert!(!game.is_won());
        game.undo();
        game.push(0, Direction::Down);
        assert_eq!(game.passed(), 1);
        assert_eq!(game.target(), game.puzzle().goal());
        assert!(game.rest().waypoints().is_empty());
        game.push(0, Direction::Right);
        game.push(0, Direction::Up);
        assert!(game.is_won());
    }

    #[test]
    fn a_row_slides_to_the_gap_as_one() {
        let mut game = game("12.\n345\n\n123\n45.");
        assert_eq!(game.gap(), Some(cell("c1")));
        let (tiles, direction) = game.row_to_gap(cell("a1")).unwrap();
        assert_eq!((tiles.as_slice(), direction), ([1, 0].as_slice(), Direction::Right));
        game.begin_gesture();
        for tile in tiles {
            game.push(tile, direction);
        }
        assert_eq!(game.gap(), Some(cell("a1")));
        assert_eq!(game.undo().len(), 2);
        assert!(game.row_to_gap(cell("a2")).is_none() && game.row_to_gap(cell("c2")).is_some());
    }

    #[test]
    fn no_row_slides_with_a_tile_that_has_no_push_left() {
        let text = "(version: 2, title: \"\", palette: {'R': (color: \"#e45125\"), '1': (color: \"#56b4e9\", moves: 1)}, start: [\"R1.\"], \
                    goal: [\"R.1\"])";
        let draft = crate::puzzle::parse_level(text).unwrap().draft;
        let mut game = Game::new(draft.validate().unwrap(), draft.palette);
        assert!(game.row_to_gap(cell("a1")).is_some());
        game.push(1, Direction::Right);
        assert!(game.is_won());
        assert_eq!(game.row_to_gap(cell("c1")), None);
    }

    #[test]
    fn tab_goes_round_the_tiles_that_can_move() {
        let mut game = game("BR.\n##.\n\n.RB\n##.");
        game.select_next(false);
        assert_eq!(game.selected, Some(1), "the first is shut in");
        game.select_next(true);
        assert_eq!(game.selected, Some(1));
    }
}
