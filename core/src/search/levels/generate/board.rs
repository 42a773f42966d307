//! Random walls and goals: the board of a level before its start is chosen.

use super::recipe::Recipe;
use crate::puzzle::random::Random;
use crate::puzzle::{
    Anchor, Cell, Colour, Direction, Draft, Grid, Layout, Palette, Side, Size, Square,
    default_swatch,
};

/// Letters of the colours, those of the ancestor first.
const LETTERS: &str = "BGROYPACDEFHIJKLMNQSTUVWXZ";

/// Returns a board with random walls and a random goal; its start holds the tiles of the
/// goal, somewhere. `None` when the walls came out in a way that will not do.
pub fn random_board(recipe: &Recipe, random: &mut Random) -> Option<Draft> {
    let mut draft = Draft::new(recipe.size);
    draft.palette = palette(recipe.colours);
    for cell in walls(recipe, random)? {
        draft.paint(Layout::Start, cell, Square::Wall);
    }
    if !is_connected(&draft.start) {
        return None;
    }
    let mut free: Vec<Cell> = empty_cells(&draft.start);
    random.shuffle(&mut free);
    // Every colour comes as often as the others, or once more.
    let mut colours: Vec<Colour> =
        (0..recipe.tiles).map(|nth| Colour((nth % recipe.colours) as u8)).collect();
    random.shuffle(&mut colours);
    let goal = if recipe.floating { cluster(&draft.start, recipe.tiles, random)? } else { free };
    for (&cell, &colour) in goal.iter().zip(&colours) {
        draft.paint(Layout::Start, cell, Square::Tile(colour));
        draft.paint(Layout::Goal, cell, Square::Tile(colour));
    }
    add_terrain(recipe, &mut draft, random);
    if recipe.floating {
        draft.goal = cut_out(&draft.goal, &goal);
        draft.anchor = Anchor::Floating;
    }
    Some(draft)
}

/// Puts passes on cells without a tile, one colour after the other, and thin walls on sides
/// between two cells without a wall, so far as there are.
fn add_terrain(recipe: &Recipe, draft: &mut Draft, random: &mut Random) {
    if recipe.passes > 0 {
        let mut free = empty_cells(&draft.start);
        random.shuffle(&mut free);
        for (nth, &cell) in free.iter().take(recipe.passes).enumerate() {
            draft.paint_pass(cell, Some(Colour((nth % recipe.colours) as u8)));
        }
    }
    if recipe.thin_walls > 0 {
        let is_free = |cell: Cell| draft.start[cell] != Square::Wall;
        let divides = |side: &Side| {
            side.between(recipe.size).is_some_and(|(one, other)| is_free(one) && is_free(other))
        };
        let mut sides: Vec<Side> = Side::inner(recipe.size).filter(divides).collect();
        random.shuffle(&mut sides);
        for &side in sides.iter().take(recipe.thin_walls) {
            draft.paint_thin_wall(side, true);
        }
    }
}

fn palette(colours: usize) -> Palette {
    let mut palette = Palette::default();
    for symbol in LETTERS.chars().take(colours) {
        palette.push(default_swatch(symbol, palette.len())).expect("all letters differ");
    }
    palette
}

/// Returns as many cells as the recipe wants walls, with the mirrors of each.
fn walls(recipe: &Recipe, random: &mut Random) -> Option<Vec<Cell>> {
    let mut cells: Vec<Cell> = recipe.size.cells().collect();
    random.shuffle(&mut cells);
    let mut walls: Vec<Cell> = Vec::new();
    for cell in cells {
        let images = recipe.symmetry.spread(&[cell], recipe.size);
        if walls.len() + images.len() <= recipe.walls && !walls.contains(&cell) {
            walls.extend(images);
        }
    }
    (walls.len() == recipe.walls).then_some(walls)
}

fn empty_cells(layout: &Grid<Square>) -> Vec<Cell> {
    let empty = layout.iter().filter(|(_, square)| **square == Square::Empty);
    empty.map(|(cell, _)| cell).collect()
}

fn neighbours(size: Size, cell: Cell) -> impl Iterator<Item = Cell> {
    Direction::ALL.into_iter().filter_map(move |direction| size.neighbour(cell, direction))
}

/// Says whether a walk leads from any cell without a wall to any other.
fn is_connected(layout: &Grid<Square>) -> bool {
    let free = empty_cells(layout);
    let mut reached = Grid::new(layout.size(), false);
    let mut waiting: Vec<Cell> = free.first().copied().into_iter().collect();
    let mut count = 0;
    while let Some(cell) = waiting.pop() {
        if layout[cell] == Square::Wall || std::mem::replace(&mut reached[cell], true) {
            continue;
        }
        count += 1;
        waiting.extend(neighbours(layout.size(), cell));
    }
    count == free.len()
}

/// Returns connected cells, grown from a random one.
fn cluster(layout: &Grid<Square>, tiles: usize, random: &mut Random) -> Option<Vec<Cell>> {
    let free = empty_cells(layout);
    let mut cells = vec![free[random.below(free.len())]];
    while cells.len() < tiles {
        let near = cells.iter().flat_map(|&cell| neighbours(layout.size(), cell));
        let mut near: Vec<Cell> =
            near.filter(|cell| layout[*cell] == Square::Empty && !cells.contains(cell)).collect();
        near.sort_unstable();
        near.dedup();
        if near.is_empty() {
            return None;
        }
        cells.push(near[random.below(near.len())]);
    }
    Some(cells)
}

/// Returns the part of `goal` around `cells`, without walls: a goal in a grid of its own.
fn cut_out(goal: &Grid<Square>, cells: &[Cell]) -> Grid<Square> {
    let bounds = |at: fn(&Cell) -> u8| {
        let (least, most) = (cells.iter().map(at).min(), cells.iter().map(at).max());
        (least.unwrap_or(0), most.unwrap_or(0))
    };
    let ((left, right), (top, bottom)) = (bounds(|cell| cell.x), bounds(|cell| cell.y));
    let size = Size::new(right - left + 1, bottom - top + 1);
    let mut cut = Grid::new(size, Square::Empty);
    for &cell in cells {
        cut[Cell::new(cell.x - left, cell.y - top)] = goal[cell];
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_and_thin_walls_come_as_asked_for_and_change_nothing_else() {
        let plain = Recipe::default();
        let recipe = Recipe { passes: 4, thin_walls: 5, ..plain.clone() };
        for seed in 1..50 {
            let Some(before) = random_board(&plain, &mut Random::new(seed)) else { continue };
            let draft = random_board(&recipe, &mut Random::new(seed)).unwrap();
            assert_eq!((draft.terrain.passes.len(), draft.terrain.thin_walls.len()), (4, 5));
            assert_eq!((&draft.start, &draft.goal), (&before.start, &before.goal));
            draft.validate().unwrap();
        }
    }
}
