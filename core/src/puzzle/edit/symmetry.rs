//! Symmetric drawing: the cells that mirror the one under the brush. Used by the
//! tools of the designer.

use super::Transform;
use crate::puzzle::rules::{Cell, Side, Size};

/// Which mirrors stand on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    /// What is drawn at the left is drawn at the right as well.
    pub left_right: bool,
    /// What is drawn at the top is drawn at the bottom as well.
    pub up_down: bool,
}

impl Symmetry {
    /// Returns `cells` with all their mirror images, each cell once, the given ones
    /// first.
    pub fn spread(self, cells: &[Cell], size: Size) -> Vec<Cell> {
        let mut all: Vec<Cell> = Vec::with_capacity(4 * cells.len());
        let across = |cell: Cell| Cell::new(size.width - 1 - cell.x, cell.y);
        let down = |cell: Cell| Cell::new(cell.x, size.height - 1 - cell.y);
        all.extend(cells.iter().filter(|&&cell| size.contains(cell)));
        if self.left_right {
            all.extend(all.clone().into_iter().map(across));
        }
        if self.up_down {
            all.extend(all.clone().into_iter().map(down));
        }
        let mut seen = rustc_hash::FxHashSet::default();
        all.retain(|&cell| seen.insert(cell));
        all
    }

    /// Returns `sides` with all their mirror images, each side once, the given ones first.
    pub fn spread_sides(self, sides: &[Side], size: Size) -> Vec<Side> {
        let mut all: Vec<Side> =
            sides.iter().filter(|side| size.contains(side.cell())).copied().collect();
        let mirrors =
            [(self.left_right, Transform::FlipHorizontal), (self.up_down, Transform::FlipVertical)];
        for (_, mirror) in mirrors.into_iter().filter(|(stands, _)| *stands) {
            all.extend(all.clone().into_iter().map(|side| mirror.side(side, size)));
        }
        let mut seen = rustc_hash::FxHashSet::default();
        all.retain(|&side| seen.insert(side));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(left_right: bool, up_down: bool, from: &str, expected: &str) {
        let symmetry = Symmetry { left_right, up_down };
        let cells = symmetry.spread(&[from.parse().unwrap()], Size::new(5, 4));
        assert_eq!(cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn mirrors_stand_in_the_middle() {
        check(false, false, "b1", "b1");
        check(true, false, "b1", "b1 d1");
        check(false, true, "b1", "b1 b4");
        check(true, true, "b1", "b1 d1 b4 d4");
        check(true, true, "c2", "c2 c3");
        check(true, true, "f1", "");
    }

    #[test]
    fn sides_are_mirrored_as_cells_are() {
        let both = Symmetry { left_right: true, up_down: true };
        let sides = both.spread_sides(&["a1R".parse().unwrap()], Size::new(4, 3));
        assert_eq!(format!("{sides:?}"), "[a1R, c1R, a3R, c3R]");
        let sides = both.spread_sides(&["b1R".parse().unwrap()], Size::new(4, 1));
        assert_eq!(format!("{sides:?}"), "[b1R]", "in the mirror it is itself");
    }
}
