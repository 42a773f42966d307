//! A position of a game: where the tiles are, what can be pushed and where it goes.

use std::collections::BTreeMap;

use mondrian_core::puzzle::game::{Pushed, Step};
use mondrian_core::puzzle::{
    Cell, Direction, Draft, Game, Goal, Move, Puzzle, TileKind, format_moves,
};
use mondrian_core::report::rows;
use serde::Serialize;

/// A position after moves.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayObject {
    moves: String,
    count: usize,
    opening: usize,
    position: Vec<String>,
    tiles: Vec<TileObject>,
    path: Vec<StepObject>,
    pushes: Vec<PushObject>,
    slides: BTreeMap<String, String>,
    passed: usize,
    target: String,
    placements: usize,
    reached: Option<Vec<String>>,
    won: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TileObject {
    cell: String,
    colour: usize,
    /// Of numbered tiles alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    left: Option<u8>,
    /// Of chameleons that have taken a colour alone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    taken: bool,
}

/// A push, and where the tile comes to rest.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct PushObject {
    #[serde(rename = "move")]
    push: String,
    tile: usize,
    from: String,
    to: String,
}

/// A push that has been made.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct StepObject {
    #[serde(flatten)]
    push: PushObject,
    /// The colour that the tile had.
    colour: usize,
}

/// Returns the game after these moves, before which the opening is played if they do not begin
/// with it.
pub fn game_after(draft: &Draft, puzzle: &Puzzle, moves: &[Move]) -> Result<Game, String> {
    let mut game = Game::new(puzzle.clone(), draft.palette.clone());
    let opening = puzzle.opening();
    let played = if moves.starts_with(opening) { opening.len() } else { 0 };
    for (index, push) in moves.iter().enumerate().skip(played) {
        let tile = game.tile_at(push.from);
        let pushed = tile.map(|tile| game.push(tile, push.direction));
        if !matches!(pushed, Some(Pushed::Moved(_))) {
            return Err(format!("move {}, {push}, moves nothing", index + 1));
        }
    }
    Ok(game)
}

impl PlayObject {
    /// Returns the position of a game.
    pub fn new(game: &Game) -> Self {
        let puzzle = game.puzzle();
        let position = game.position();
        let passed = game.passed();
        let is_last = passed == puzzle.waypoints().len();
        let target = game.target();
        Self {
            moves: format_moves(&game.moves()),
            count: game.steps().len(),
            opening: puzzle.opening().len(),
            position: rows(puzzle.board(), &position, &game.palette),
            tiles: (0..game.cells().len()).map(|tile| TileObject::new(game, tile)).collect(),
            path: path(game),
            pushes: pushes(game),
            slides: slides(game),
            passed,
            target: if is_last { "goal".to_owned() } else { format!("waypoint {}", passed + 1) },
            placements: target.placements().len(),
            reached: reached(target, game),
            won: game.is_won(),
        }
    }
}

impl TileObject {
    fn new(game: &Game, tile: usize) -> Self {
        let (colour, kinds) = (game.colour(tile), game.puzzle().kinds());
        let is_numbered = matches!(kinds.of(colour), TileKind::Numbered(_));
        Self {
            cell: game.cells()[tile].to_string(),
            colour: colour.index(),
            left: is_numbered.then(|| game.left(tile)),
            taken: colour != game.first_colour(tile),
        }
    }
}

impl PushObject {
    fn new(push: Move, tile: usize, to: Cell) -> Self {
        let (from, to) = (push.from.to_string(), to.to_string());
        Self { push: push.to_string(), tile, from, to }
    }
}

/// Returns the moves made, each with the colour that its tile had then.
fn path(game: &Game) -> Vec<StepObject> {
    let puzzle = game.puzzle();
    // Where no tile changes its colour now is that of then.
    let changes = puzzle.has_changing_tiles();
    let mut position = puzzle.start().clone();
    let step = |step: &Step| {
        let mut colour = game.colour(step.tile);
        if changes {
            colour = position.tile(step.push.from).expect("the moves have been made");
            position = puzzle.apply(&position, step.push).expect("the moves have been made");
        }
        StepObject { push: PushObject::new(step.push, step.tile, step.to), colour: colour.index() }
    };
    game.steps().iter().map(step).collect()
}

/// Returns what can be pushed, tile by tile.
fn pushes(game: &Game) -> Vec<PushObject> {
    let (puzzle, position) = (game.puzzle(), game.position());
    let board = puzzle.board();
    let occupancy = board.occupancy_at(&position);
    let may_be_pushed =
        |&(tile, &cell): &(usize, &Cell)| puzzle.may_be_pushed(&position, cell, game.colour(tile));
    let mut pushes = Vec::new();
    for (tile, &cell) in game.cells().iter().enumerate().filter(may_be_pushed) {
        for direction in Direction::ALL {
            let push = Move::new(cell, direction);
            let to = board.slide(&occupancy, game.colour(tile), push);
            if to != cell {
                pushes.push(PushObject::new(push, tile, to));
            }
        }
    }
    pushes
}

/// Returns for each cell in line with the only gap the pushes that bring the gap there.
fn slides(game: &Game) -> BTreeMap<String, String> {
    let cells = if game.gap().is_some() { game.cells() } else { &[] };
    let slide = |&cell: &Cell| {
        let (tiles, direction) = game.row_to_gap(cell)?;
        let moves: Vec<_> =
            tiles.into_iter().map(|tile| Move::new(game.cells()[tile], direction)).collect();
        Some((cell.to_string(), format_moves(&moves)))
    };
    cells.iter().filter_map(slide).collect()
}

/// Returns the cells where a goal stands on the board, if it does, whatever pushes are left.
fn reached(goal: &Goal, game: &Game) -> Option<Vec<String>> {
    let position = game.position();
    let stands = |&(cell, colour): &(Cell, _)| position.tile(cell) == Some(colour);
    let placement = goal.placements().iter().find(|demand| demand.iter().all(stands))?;
    Some(placement.iter().map(|(cell, _)| cell.to_string()).collect())
}
