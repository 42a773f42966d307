//! Rectangles of a layout: selected, copied, pasted, moved; and the cells that hang
//! together, which a fill paints. Passes and thin walls go along. Used by the tools of the
//! designer.

use super::Transform;
use crate::puzzle::rules::{
    Cell, Colour, Direction, Draft, Grid, Layout, Palette, Side, Size, Square, Terrain,
};

/// A rectangle of at least one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// Its top left cell.
    pub corner: Cell,
    /// Its columns and rows.
    pub size: Size,
}

impl Region {
    /// Returns the smallest region that holds both cells.
    pub fn between(one: Cell, other: Cell) -> Self {
        let corner = Cell::new(one.x.min(other.x), one.y.min(other.y));
        let size = Size::new(one.x.abs_diff(other.x) + 1, one.y.abs_diff(other.y) + 1);
        Self { corner, size }
    }

    /// Returns all cells of a board.
    pub const fn whole(size: Size) -> Self {
        Self { corner: Cell::new(0, 0), size }
    }

    /// Says whether `cell` lies within.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.x >= self.corner.x
            && cell.y >= self.corner.y
            && cell.x - self.corner.x < self.size.width
            && cell.y - self.corner.y < self.size.height
    }

    /// Returns its cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        let Cell { x, y } = self.corner;
        self.size.cells().map(move |cell| Cell::new(x + cell.x, y + cell.y))
    }

    /// Returns the part of it that lies on a board.
    pub fn within(self, board: Size) -> Option<Self> {
        let Cell { x, y } = self.corner;
        let width = board.width.checked_sub(x)?.min(self.size.width);
        let height = board.height.checked_sub(y)?.min(self.size.height);
        (width > 0 && height > 0)
            .then_some(Self { corner: self.corner, size: Size::new(width, height) })
    }

    /// Returns it moved right by `dx` and down by `dy` cells, but not beyond the
    /// edge of a board that it lies on.
    pub fn moved(self, dx: i16, dy: i16, board: Size) -> Self {
        let along = |at: u8, by: i16, extent: u8, side: u8| {
            (i16::from(at) + by).clamp(0, i16::from(side.saturating_sub(extent))) as u8
        };
        let corner = Cell::new(
            along(self.corner.x, dx, self.size.width, board.width),
            along(self.corner.y, dy, self.size.height, board.height),
        );
        Self { corner, ..self }
    }
}

/// What has been copied: squares with the colours that they name, so that it can be
/// pasted into a level with another palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clip {
    /// The squares.
    pub squares: Grid<Square>,
    /// The passes, and the thin walls between two of the cells.
    pub terrain: Terrain,
    /// The palette of the level that it comes from.
    pub palette: Palette,
}

impl Clip {
    /// Returns it turned or mirrored.
    pub fn transformed(&self, transform: Transform) -> Self {
        Self {
            squares: transform.grid(&self.squares),
            terrain: transform.terrain(&self.terrain, self.squares.size()),
            palette: self.palette.clone(),
        }
    }

    /// Returns the region that it covers with its middle on `cell`, so far as the
    /// board is large enough to stay on it.
    pub fn around(&self, cell: Cell, board: Size) -> Region {
        let region = Region { corner: Cell::new(0, 0), size: self.squares.size() };
        let (dx, dy) = (region.size.width / 2, region.size.height / 2);
        region.moved(i16::from(cell.x) - i16::from(dx), i16::from(cell.y) - i16::from(dy), board)
    }
}

impl Draft {
    /// Returns a copy of what is drawn in `region` of `layout`, so far as the region
    /// lies on it.
    pub fn clip(&self, layout: Layout, region: Region) -> Option<Clip> {
        let grid = self.layout(layout);
        let region = region.within(grid.size())?;
        let (dx, dy) = (i16::from(region.corner.x), i16::from(region.corner.y));
        let squares = grid.moved_onto(region.size, -dx, -dy, Square::Empty);
        let terrain = if self.shares_walls(layout) {
            self.terrain.moved(|cell| {
                let is_within = region.contains(cell);
                is_within.then(|| Cell::new(cell.x - region.corner.x, cell.y - region.corner.y))
            })
        } else {
            Terrain::default()
        };
        Some(Clip { squares, terrain, palette: self.palette.clone() })
    }

    /// Draws `clip` on `layout`, its top left cell on `corner`. What is empty in it
    /// leaves what is there; what lies beyond the board is left out. A colour that
    /// the palette lacks is added to it. A floating goal gets no passes and thin walls.
    pub fn paste(&mut self, layout: Layout, clip: &Clip, corner: Cell) {
        for (cell, &square) in clip.squares.iter() {
            let (Some(x), Some(y)) = (corner.x.checked_add(cell.x), corner.y.checked_add(cell.y))
            else {
                continue;
            };
            let square = match square {
                Square::Empty => continue,
                Square::Wall => Square::Wall,
                Square::Tile(colour) => match self.colour_like(&clip.palette, colour) {
                    Some(colour) => Square::Tile(colour),
                    // 255 others are enough.
                    None => continue,
                },
            };
            self.paint(layout, Cell::new(x, y), square);
        }
        if self.shares_walls(layout) {
            self.paste_terrain(clip, corner);
        }
    }

    fn paste_terrain(&mut self, clip: &Clip, corner: Cell) {
        let placed = |cell: Cell| {
            Some(Cell::new(corner.x.checked_add(cell.x)?, corner.y.checked_add(cell.y)?))
        };
        let terrain = clip.terrain.moved(placed);
        for (&cell, &colour) in &terrain.passes {
            if let Some(colour) = self.colour_like(&clip.palette, colour) {
                self.paint_pass(cell, Some(colour));
            }
        }
        for &side in &terrain.thin_walls {
            self.paint_thin_wall(side, true);
        }
    }

    /// Returns the colour with the same symbol as one of another palette.
    fn colour_like(&mut self, palette: &Palette, colour: Colour) -> Option<Colour> {
        let swatch = palette.swatch(colour);
        self.palette.find(swatch.symbol).or_else(|| self.palette.push(swatch.clone()))
    }

    /// Moves what is drawn in `region` of `layout` so that its top left cell comes
    /// to `corner`, or draws it there a second time.
    pub fn move_region(&mut self, layout: Layout, region: Region, corner: Cell, copy: bool) {
        let Some(clip) = self.clip(layout, region) else { return };
        if !copy {
            self.erase(layout, region);
        }
        self.paste(layout, &clip, corner);
    }

    /// Removes what is drawn in `region` of `layout`: passes, and thin walls between two of
    /// its cells, too.
    pub fn erase(&mut self, layout: Layout, region: Region) {
        for cell in region.cells() {
            self.paint(layout, cell, Square::Empty);
        }
        if self.shares_walls(layout) {
            self.terrain.passes.retain(|&cell, _| !region.contains(cell));
            let size = self.start.size();
            let is_inner = |side: &Side| {
                side.between(size).is_some_and(|(a, b)| region.contains(a) && region.contains(b))
            };
            self.terrain.thin_walls.retain(|side| !is_inner(side));
        }
    }

    /// Returns the connected cells around `cell` that show the same, `cell`
    /// first; none when it lies outside. Thin walls divide them.
    pub fn alike_from(&self, layout: Layout, cell: Cell) -> Vec<Cell> {
        let grid = self.layout(layout);
        let Some(&wanted) = grid.get(cell) else { return Vec::new() };
        let bare = Terrain::default();
        let terrain = if self.shares_walls(layout) { &self.terrain } else { &bare };
        let mut seen = Grid::new(grid.size(), false);
        seen[cell] = true;
        let mut cells = vec![cell];
        let mut next = 0;
        while next < cells.len() {
            for direction in Direction::ALL {
                let Some(near) = grid.size().neighbour(cells[next], direction) else { continue };
                let is_alike = grid[near] == wanted && terrain.pass(near) == terrain.pass(cell);
                if is_alike && !seen[near] && !terrain.has_thin_wall(cells[next], direction) {
                    seen[near] = true;
                    cells.push(near);
                }
            }
            next += 1;
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Rgb, Swatch, default_swatch, parse_text, write_text};

    fn region(from: &str, to: &str) -> Region {
        Region::between(from.parse().unwrap(), to.parse().unwrap())
    }

    fn cell(name: &str) -> Cell {
        name.parse().unwrap()
    }

    #[test]
    fn a_region_moves_with_its_walls_and_covers_only_where_it_is_drawn() {
        let mut draft = parse_text("B#..\n.R.G\n\n...B\n....", None).unwrap();
        draft.move_region(Layout::Start, region("a1", "b2"), cell("c1"), false);
        // The tile of the region covers the one on d2, its empty cell nothing.
        assert_eq!(write_text(&draft), "..B#\n...R\n\n...#\n....\n");
    }

    #[test]
    fn what_is_empty_in_a_copy_leaves_what_is_there() {
        let mut draft = parse_text("B...\n..G.\n\n...B\n....", None).unwrap();
        draft.move_region(Layout::Start, region("a1", "a2"), cell("c1"), true);
        assert_eq!(write_text(&draft), "B.B.\n..G.\n\n...B\n....\n");
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let mut draft = parse_text("BR.\n...\n\n..B\n...", None).unwrap();
        let clip = draft.clip(Layout::Start, region("a1", "b1")).unwrap();
        draft.paste(Layout::Start, &clip, cell("c2"));
        assert_eq!(write_text(&draft), "BR.\n..B\n\n..B\n...\n");
        assert!(draft.clip(Layout::Start, region("f5", "g5")).is_none());
    }

    #[test]
    fn a_copy_brings_its_colours_along() {
        let from = parse_text("Q\n\nQ", None).unwrap();
        let clip = from.clip(Layout::Start, region("a1", "a1")).unwrap();
        let mut draft = Draft::new(Size::new(2, 1));
        draft.paste(Layout::Goal, &clip, cell("b1"));
        assert_eq!(draft.palette.len(), 6);
        assert_eq!(draft.goal[cell("b1")], Square::Tile(Colour(5)));
        let other = Swatch {
            symbol: 'Q',
            rgb: Rgb(1, 2, 3),
            name: None,
            label: None,
            ..default_swatch('Q', 0)
        };
        *draft.palette.swatch_mut(Colour(5)) = other.clone();
        draft.paste(Layout::Start, &clip, cell("a1"));
        assert_eq!(draft.palette.swatch(Colour(5)), &other, "it has one of this symbol");
    }

    #[test]
    fn a_region_stays_on_the_board() {
        let board = Size::new(4, 3);
        let moved = region("b1", "c2").moved(9, -9, board);
        assert_eq!(moved, region("c1", "d2"));
        assert_eq!(region("c2", "f9").within(board), Some(region("c2", "d3")));
        assert_eq!(region("e1", "f1").within(board), None);
    }

    #[test]
    fn alike_cells_hang_together() {
        let draft = parse_text("..#.\nB.#.\n\n....\n....", None).unwrap();
        let mut cells = draft.alike_from(Layout::Start, cell("a1"));
        cells.sort();
        assert_eq!(cells, [cell("a1"), cell("b1"), cell("b2")]);
        assert_eq!(draft.alike_from(Layout::Start, cell("a2")), [cell("a2")]);
        assert!(draft.alike_from(Layout::Start, cell("a9")).is_empty());
    }
}
