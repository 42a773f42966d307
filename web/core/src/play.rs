//! A position of a game: where the tiles are, what can be pushed and where it goes.

use std::collections::BTreeMap;

use mondrian_core::puzzle::game::Pushed;
use mondrian_core::puzzle::{Cell, Direction, Draft, Game, Goal, Move, Puzzle, format_moves};
use mondrian_core::report::rows;
use serde::Serialize;

/// A position after moves.
#[derive(Serialize)]
pub struct PlayObject {
    moves: String,
    count: usize,
    opening: usize,
    position: Vec<String>,
    tiles: Vec<TileObject>,
    path: Vec<PushObject>,
    pushes: Vec<PushObject>,
    slides: BTreeMap<String, String>,
    passed: usize,
    target: String,
    placements: usize,
    reached: Option<Vec<String>>,
    won: bool,
}

#[derive(Serialize)]
struct TileObject {
    cell: String,
    colour: usize,
}

/// A push, and where the tile comes to rest.
#[derive(Serialize)]
struct PushObject {
    #[serde(rename = "move")]
    push: String,
    tile: usize,
    from: String,
    to: String,
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
        let tile = |tile: usize| TileObject {
            cell: game.cells()[tile].to_string(),
            colour: game.colour(tile).index(),
        };
        let path = game.steps().iter().map(|step| PushObject::new(step.push, step.tile, step.to));
        Self {
            moves: format_moves(&game.moves()),
            count: game.steps().len(),
            opening: puzzle.opening().len(),
            position: rows(puzzle.board(), &position, &game.palette),
            tiles: (0..game.cells().len()).map(tile).collect(),
            path: path.collect(),
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

impl PushObject {
    fn new(push: Move, tile: usize, to: Cell) -> Self {
        let (from, to) = (push.from.to_string(), to.to_string());
        Self { push: push.to_string(), tile, from, to }
    }
}

/// Returns what can be pushed, tile by tile.
fn pushes(game: &Game) -> Vec<PushObject> {
    let (board, position) = (game.puzzle().board(), game.position());
    let occupancy = board.occupancy_at(&position);
    let mut pushes = Vec::new();
    for (tile, &cell) in game.cells().iter().enumerate() {
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

/// Returns the cells where a goal stands on the board, if it does.
fn reached(goal: &Goal, game: &Game) -> Option<Vec<String>> {
    let position = game.position();
    let stands = |&(cell, colour): &(Cell, _)| position.tile(cell) == Some(colour);
    let placement = goal.placements().iter().find(|demand| demand.iter().all(stands))?;
    Some(placement.iter().map(|(cell, _)| cell.to_string()).collect())
}
