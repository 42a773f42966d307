//! Where slides end whatever the tiles do: at the edge, at a wall, at a thin wall, before a pass
//! of another colour. The one place that walks over a board cell by cell.
//!
//! Colours that no pass is for are stopped by the same cells and share a class. One class more
//! than there are colours for is that of a tile that would enter every pass: what is computed for
//! it holds for all.
//!
//! ```text
//!   R . r | . #      r a pass of red, | a thin wall
//!     1   0          cells to the right for red, from b1 and from c1
//!     0              for any other colour, from b1
//! ```

use super::{Cell, Colour, Direction, Grid, Terrain};

/// How far a tile may slide on an empty board, in cells, in the order of [`Direction::ALL`].
pub type Reach = [u8; 4];

/// The slides of each class of colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// The class of each colour that has passes; 0 of all others.
    class_of: Vec<u8>,
    /// The last is that of a tile that enters every pass, if there are passes.
    classes: Vec<Grid<Reach>>,
}

/// Which passes a tile enters.
enum Entry {
    None,
    Of(Colour),
    All,
}

impl Limits {
    pub(super) fn new(walls: &Grid<bool>, terrain: &Terrain) -> Self {
        let mut limits =
            Self { class_of: Vec::new(), classes: vec![reaches(walls, terrain, &Entry::None)] };
        for &colour in terrain.passes.values() {
            if limits.class_of.len() <= colour.index() {
                limits.class_of.resize(colour.index() + 1, 0);
            }
            if limits.class_of[colour.index()] == 0 {
                limits.class_of[colour.index()] = limits.classes.len() as u8;
                limits.classes.push(reaches(walls, terrain, &Entry::Of(colour)));
            }
        }
        if !terrain.passes.is_empty() {
            limits.classes.push(reaches(walls, terrain, &Entry::All));
        }
        limits
    }

    pub(super) fn class(&self, colour: Colour) -> usize {
        self.class_of.get(colour.index()).copied().unwrap_or(0).into()
    }

    /// Returns the class of a tile that enters every pass, the last one.
    pub(super) const fn freest(&self) -> usize {
        self.classes.len() - 1
    }

    pub(super) fn reach(&self, class: usize, cell: Cell) -> Reach {
        self.classes[class][cell]
    }
}

/// Returns the slides of a tile. From where it cannot stand it does not slide.
fn reaches(walls: &Grid<bool>, terrain: &Terrain, entry: &Entry) -> Grid<Reach> {
    let size = walls.size();
    let is_open = |cell: Cell| {
        !walls[cell]
            && terrain.pass(cell).is_none_or(|own| match entry {
                Entry::None => false,
                Entry::Of(colour) => own == *colour,
                Entry::All => true,
            })
    };
    let mut reaches = Grid::new(size, [0; 4]);
    let cells: Vec<Cell> = size.cells().collect();
    for (nth, direction) in Direction::ALL.into_iter().enumerate() {
        let mut extend = |cell: Cell| {
            let next = size.neighbour(cell, direction);
            if let Some(next) = next
                && is_open(cell)
                && is_open(next)
                && !terrain.has_thin_wall(cell, direction)
            {
                reaches[cell][nth] = reaches[next][nth] + 1;
            }
        };
        // The cell ahead is known before those behind it.
        match direction {
            Direction::Up | Direction::Left => cells.iter().for_each(|&cell| extend(cell)),
            Direction::Down | Direction::Right => {
                cells.iter().rev().for_each(|&cell| extend(cell));
            }
        }
    }
    reaches
}
