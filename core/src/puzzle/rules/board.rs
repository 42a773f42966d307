//! The board: its size, its walls, passes and thin walls, and how far a tile slides on it.
//!
//! A slide ends where the tiles end it or where the board does ([`super::limits`]), whichever
//! comes first. The former are bit operations on one word a row and one word a column:
//!
//! ```text
//!   column      a b c d e          bit 0 and bit width+1 are the edges, always
//!   row      |  . # . T .  |       set; bit x+1 is column x, set where a wall or
//!   bit    0  1 2 3 4 5  6         a tile stands. A tile on d slides left to the
//!   word   1  0 1 0 1 0  1         cell after the next set bit: c.
//! ```

use super::limits::Limits;
use super::{
    Cell, Colour, Direction, Grid, MAX_SIDE, Move, Position, Reach, Size, Square, Terrain,
};

/// What a board consists of, and where slides end on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    walls: Grid<bool>,
    terrain: Terrain,
    empty: Occupancy,
    limits: Limits,
}

impl Board {
    /// Returns the board with the walls of `layout`, of at most
    /// [`MAX_SIDE`] cells each way, and what of `terrain` lies on it.
    pub fn new(layout: &Grid<Square>, terrain: &Terrain) -> Self {
        let size = layout.size();
        let mut walls = Grid::new(size, false);
        let mut empty = Occupancy::edges(size);
        for (cell, &square) in layout.iter() {
            if square == Square::Wall {
                walls[cell] = true;
                empty.set(cell);
            }
        }
        let limits = Limits::new(&walls, terrain);
        Self { walls, terrain: terrain.clone(), empty, limits }
    }

    /// Returns width and height.
    pub const fn size(&self) -> Size {
        self.walls.size()
    }

    /// Says whether `cell` is a wall.
    pub fn is_wall(&self, cell: Cell) -> bool {
        self.walls[cell]
    }

    /// Says whether a tile of `colour` may stand on `cell`: not on a wall, nor on a pass of
    /// another colour.
    pub fn may_hold(&self, cell: Cell, colour: Colour) -> bool {
        !self.is_wall(cell) && self.terrain.pass(cell).is_none_or(|own| own == colour)
    }

    /// Returns its passes and thin walls.
    pub const fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// Returns the class of `colour`: the slides of all colours of one class are the same.
    pub fn class(&self, colour: Colour) -> usize {
        self.limits.class(colour)
    }

    /// Returns the last of the classes, which are counted from 0: that of a tile that would
    /// enter every pass. Without passes it is that of all colours, else of none.
    pub const fn freest_class(&self) -> usize {
        self.limits.freest()
    }

    /// Returns how far a tile of a class slides from `cell` when no other tile stands on the
    /// board, in cells, in the order of [`Direction::ALL`].
    pub fn reach(&self, class: usize, cell: Cell) -> Reach {
        self.limits.reach(class, cell)
    }

    /// Returns how far a tile of `colour` on `cell` slides in `direction`, in cells.
    pub fn run(&self, occupancy: &Occupancy, colour: Colour, push: Move) -> u8 {
        let Move { from, direction } = push;
        let reach = self.reach(self.class(colour), from)[direction as usize];
        occupancy.run(from, direction).min(reach)
    }

    /// Returns the cell on which a tile of `colour` comes to rest when it is pushed: that from
    /// which it is pushed when it cannot move.
    pub fn slide(&self, occupancy: &Occupancy, colour: Colour, push: Move) -> Cell {
        moved(push.from, push.direction, self.run(occupancy, colour, push))
    }

    /// Returns the cells from which a push in `direction` may have brought a tile of `colour`
    /// to `cell`, nearest first: none unless something stops it behind `cell`, else the free
    /// run that it came along.
    pub fn origins(
        &self,
        occupancy: &Occupancy,
        colour: Colour,
        cell: Cell,
        direction: Direction,
    ) -> impl Iterator<Item = Cell> + use<> {
        let back = direction.opposite();
        let run = |direction| self.run(occupancy, colour, Move::new(cell, direction));
        let length = if run(direction) == 0 { run(back) } else { 0 };
        (1..=length).map(move |steps| moved(cell, back, steps))
    }

    /// Returns the neighbour of `cell` that a tile of a class may slide to from there when no
    /// tile is in its way.
    pub fn next(&self, class: usize, cell: Cell, direction: Direction) -> Option<Cell> {
        let reach = self.reach(class, cell)[direction as usize];
        (reach > 0).then(|| moved(cell, direction, 1))
    }

    /// Returns the cells that are no walls, row by row.
    pub fn free_cells(&self) -> impl Iterator<Item = Cell> {
        self.walls.iter().filter(|(_, wall)| !**wall).map(|(cell, _)| cell)
    }

    /// Returns what is occupied when no tile stands on the board.
    pub const fn occupancy(&self) -> &Occupancy {
        &self.empty
    }

    /// Returns what is occupied at `position`.
    pub fn occupancy_at(&self, position: &Position) -> Occupancy {
        let mut occupancy = self.empty.clone();
        for (cell, _) in position.tiles() {
            occupancy.set(cell);
        }
        occupancy
    }
}

const SIDE: usize = MAX_SIDE as usize;

/// Which cells a tile cannot enter: edges, walls and tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occupancy {
    rows: [u64; SIDE],
    columns: [u64; SIDE],
}

impl Occupancy {
    fn edges(size: Size) -> Self {
        Self { rows: [1 | 2 << size.width; SIDE], columns: [1 | 2 << size.height; SIDE] }
    }

    /// Makes `cell` occupied.
    pub const fn set(&mut self, cell: Cell) {
        self.rows[cell.y as usize] |= 2 << cell.x;
        self.columns[cell.x as usize] |= 2 << cell.y;
    }

    /// Makes `cell` free.
    pub const fn clear(&mut self, cell: Cell) {
        self.rows[cell.y as usize] &= !(2 << cell.x);
        self.columns[cell.x as usize] &= !(2 << cell.y);
    }

    /// Says whether `cell` is occupied.
    pub const fn is_set(&self, cell: Cell) -> bool {
        self.rows[cell.y as usize] & (2 << cell.x) != 0
    }

    /// Returns how many free cells lie before `cell` in `direction`: how far a
    /// tile on it slides, in cells. What stands on `cell` itself does not matter.
    pub const fn run(&self, cell: Cell, direction: Direction) -> u8 {
        let (word, at) = match direction {
            Direction::Left | Direction::Right => (self.rows[cell.y as usize], cell.x + 1),
            Direction::Up | Direction::Down => (self.columns[cell.x as usize], cell.y + 1),
        };
        // The edges are set, so neither count runs off the word.
        let run = match direction {
            Direction::Right | Direction::Down => (word >> (at + 1)).trailing_zeros(),
            Direction::Left | Direction::Up => (word << (64 - at)).leading_zeros(),
        };
        run as u8
    }

    /// Returns [`Occupancy::run`] for all directions, in the order of
    /// [`Direction::ALL`].
    #[inline]
    pub const fn runs(&self, cell: Cell) -> [u8; 4] {
        let (row, column) = (self.rows[cell.y as usize], self.columns[cell.x as usize]);
        [
            (column << (63 - cell.y)).leading_zeros() as u8,
            (column >> (cell.y + 2)).trailing_zeros() as u8,
            (row << (63 - cell.x)).leading_zeros() as u8,
            (row >> (cell.x + 2)).trailing_zeros() as u8,
        ]
    }

    /// Returns the cell on which a tile on `cell` comes to rest when it is pushed
    /// in `direction`: `cell` itself when it cannot move.
    pub const fn slide(&self, cell: Cell, direction: Direction) -> Cell {
        moved(cell, direction, self.run(cell, direction))
    }
}

const fn moved(cell: Cell, direction: Direction, steps: u8) -> Cell {
    match direction {
        Direction::Up => Cell::new(cell.x, cell.y - steps),
        Direction::Down => Cell::new(cell.x, cell.y + steps),
        Direction::Left => Cell::new(cell.x - steps, cell.y),
        Direction::Right => Cell::new(cell.x + steps, cell.y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the run by walking cell by cell: the slow twin.
    fn naive_run(layout: &Grid<Square>, cell: Cell, direction: Direction) -> u8 {
        let mut at = cell;
        let mut run = 0;
        while let Some(next) = layout.size().neighbour(at, direction)
            && layout[next] == Square::Empty
        {
            at = next;
            run += 1;
        }
        run
    }

    #[track_caller]
    fn check_runs(layout: &Grid<Square>) {
        let board = Board::new(layout, &Terrain::default());
        let occupancy = board.occupancy_at(&Position::new(layout));
        for cell in layout.size().cells() {
            let runs = Direction::ALL.map(|direction| naive_run(layout, cell, direction));
            assert_eq!(occupancy.runs(cell), runs, "{layout:?} {cell}");
            for (direction, run) in Direction::ALL.into_iter().zip(runs) {
                assert_eq!(occupancy.run(cell, direction), run, "{layout:?} {cell} {direction:?}");
                let rest = occupancy.slide(cell, direction);
                let distance = rest.x.abs_diff(cell.x) + rest.y.abs_diff(cell.y);
                assert_eq!(distance, run);
            }
        }
    }

    #[test]
    fn runs_equal_their_naive_twin_on_every_small_board() {
        const SQUARES: [Square; 3] = [Square::Empty, Square::Wall, Square::Tile(Colour(0))];
        for (width, height) in [(1, 1), (1, 6), (6, 1), (3, 3), (4, 2)] {
            let size = Size::new(width, height);
            for code in 0..3_u32.pow(size.area() as u32) {
                let mut layout = Grid::new(size, Square::Empty);
                for (nth, cell) in size.cells().enumerate() {
                    layout[cell] = SQUARES[(code / 3_u32.pow(nth as u32) % 3) as usize];
                }
                check_runs(&layout);
            }
        }
    }

    #[test]
    fn runs_equal_their_naive_twin_on_large_boards() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..200 {
            let size = Size::new(random.u8(20..=32), random.u8(20..=32));
            let mut layout = Grid::new(size, Square::Empty);
            for cell in size.cells() {
                if random.u8(..8) == 0 {
                    layout[cell] = Square::Wall;
                }
            }
            check_runs(&layout);
        }
    }
}
