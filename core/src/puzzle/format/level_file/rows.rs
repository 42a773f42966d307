//! Rows of letters as layouts and as the layer of passes, and back.

use std::collections::BTreeMap;

use crate::puzzle::rules::{
    Cell, Colour, Draft, Grid, Issue, Layout, MAX_SIDE, Palette, Size, Square, default_swatch,
};

/// Returns the rows of `grid` with the letters of `palette`.
pub(in crate::puzzle) fn rows_from_grid(grid: &Grid<Square>, palette: &Palette) -> Vec<String> {
    let symbol = |square: &Square| match square {
        Square::Empty => '.',
        Square::Wall => '#',
        Square::Tile(colour) => palette.swatch(*colour).symbol,
    };
    grid.rows().map(|row| row.iter().map(symbol).collect()).collect()
}

/// Returns the rows of the layer of passes; those that lie beyond the board are not in it.
pub(in crate::puzzle) fn pass_rows(draft: &Draft) -> Vec<String> {
    let mut layer = Grid::new(draft.start.size(), Square::Empty);
    for (&cell, &colour) in &draft.terrain.passes {
        if layer.size().contains(cell) {
            layer[cell] = Square::Tile(colour);
        }
    }
    rows_from_grid(&layer, &draft.palette)
}

/// Returns a palette for the letters of these rows, in their order.
pub(super) fn default_palette<'a>(layouts: impl Iterator<Item = &'a Vec<String>>) -> Palette {
    let mut palette = Palette::default();
    for symbol in layouts.flatten().flat_map(|row| row.chars()) {
        // A symbol that is taken or not allowed is refused, which is right here.
        palette.push(default_swatch(symbol, palette.len()));
    }
    palette
}

/// Reads the layer of passes; what does not fit is reported and left out. Walls of the start
/// may be drawn in it.
pub(super) fn passes_from_rows(
    rows: &[String],
    start: &Grid<Square>,
    palette: &Palette,
    issues: &mut Vec<Issue>,
) -> BTreeMap<Cell, Colour> {
    let (expected, height) = (start.size(), rows.len());
    if height != usize::from(expected.height) {
        let width = rows.first().map_or(0, |row| row.chars().count());
        issues.push(Issue::PassesSize { width, height, expected });
    }
    let (mut passes, mut walls) = (BTreeMap::new(), Vec::new());
    for (y, row) in rows.iter().take(expected.height.into()).enumerate() {
        let (found, expected) = (row.chars().count(), usize::from(expected.width));
        if found != expected {
            issues.push(Issue::PassesRowLength { row: y, found, expected });
        }
        for (x, symbol) in row.chars().take(expected).enumerate() {
            let cell = Cell::new(x as u8, y as u8);
            match (symbol, palette.find(symbol)) {
                ('.', _) => {}
                ('#', _) if start[cell] == Square::Wall => {}
                ('#', _) => walls.push(cell),
                (_, Some(colour)) => drop(passes.insert(cell, colour)),
                (_, None) => issues.push(Issue::UnknownPass { cell, symbol }),
            }
        }
    }
    if !walls.is_empty() {
        issues.push(Issue::PassesWalls { cells: walls });
    }
    passes
}

/// Puts `rows` on a grid; what does not fit is reported and left empty.
pub(super) fn grid_from_rows(
    layout: Layout,
    rows: &[String],
    palette: &Palette,
    issues: &mut Vec<Issue>,
) -> Grid<Square> {
    let width = rows.first().map_or(0, |row| row.chars().count());
    let height = rows.len();
    let allowed = 1..=usize::from(MAX_SIDE);
    if !allowed.contains(&width) || !allowed.contains(&height) {
        issues.push(Issue::SizeOutOfRange { layout, width, height });
        return Grid::new(Size::new(1, 1), Square::Empty);
    }
    let mut grid = Grid::new(Size::new(width as u8, height as u8), Square::Empty);
    for (y, row) in rows.iter().enumerate() {
        let found = row.chars().count();
        if found != width {
            issues.push(Issue::RowLength { layout, row: y, found, expected: width });
        }
        for (x, symbol) in row.chars().take(width).enumerate() {
            let cell = Cell::new(x as u8, y as u8);
            grid[cell] = match symbol {
                '.' => Square::Empty,
                '#' => Square::Wall,
                _ => match palette.find(symbol) {
                    Some(colour) => Square::Tile(colour),
                    None => {
                        issues.push(Issue::UnknownColour { layout, cell, symbol });
                        Square::Empty
                    }
                },
            };
        }
    }
    grid
}
