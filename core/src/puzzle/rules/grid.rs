//! A rectangle of values, one for each cell. Used for drafts, positions and goals.

use std::ops::{Index, IndexMut};

use super::{Cell, Direction};

/// Width and height of a rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
}

impl Size {
    /// Returns the size of `width` columns and `height` rows.
    pub const fn new(width: u8, height: u8) -> Self {
        Self { width, height }
    }

    /// Returns the number of cells.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Says whether `cell` lies within.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.x < self.width && cell.y < self.height
    }

    /// Returns all cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Cell::new(x, y)))
    }

    /// Returns the neighbour of `cell` in `direction`, or `None` at the edge.
    pub fn neighbour(self, cell: Cell, direction: Direction) -> Option<Cell> {
        cell.step(direction).filter(|&next| self.contains(next))
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} × {}", self.width, self.height)
    }
}

/// A value for each cell of a rectangle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    size: Size,
    values: Vec<T>,
}

impl<T: Clone> Grid<T> {
    /// Returns a grid with `value` in every cell.
    pub fn new(size: Size, value: T) -> Self {
        Self { size, values: vec![value; size.area()] }
    }

    /// Returns the grid of the wanted size that shows this one moved right by
    /// `dx` and down by `dy`; cells that this one does not cover hold `value`.
    pub fn moved_onto(&self, size: Size, dx: i16, dy: i16, value: T) -> Self {
        let mut grid = Self::new(size, value);
        for cell in self.size.cells() {
            let x = i16::from(cell.x) + dx;
            let y = i16::from(cell.y) + dy;
            if let (Ok(x), Ok(y)) = (u8::try_from(x), u8::try_from(y))
                && size.contains(Cell::new(x, y))
            {
                grid[Cell::new(x, y)] = self[cell].clone();
            }
        }
        grid
    }
}

impl<T> Grid<T> {
    /// Returns width and height.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the value of `cell`, or `None` outside.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        self.size.contains(cell).then(|| &self[cell])
    }

    /// Returns each cell with its value, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &T)> {
        self.size.cells().zip(&self.values)
    }

    /// Returns the rows from the top, each from left to right.
    pub fn rows(&self) -> impl Iterator<Item = &[T]> {
        // A width of 0 has no rows to give; `chunks` would panic.
        self.values.chunks(usize::from(self.size.width).max(1))
    }

    fn offset(&self, cell: Cell) -> usize {
        assert!(self.size.contains(cell), "{cell} is outside {}", self.size);
        usize::from(cell.y) * usize::from(self.size.width) + usize::from(cell.x)
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;

    fn index(&self, cell: Cell) -> &T {
        &self.values[self.offset(cell)]
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        let offset = self.offset(cell);
        &mut self.values[offset]
    }
}
