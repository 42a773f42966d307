//! The whole design turned, mirrored or shifted. Used by the designer.
//!
//! ```text
//!   RotateRight         FlipHorizontal     Shift(Right)
//!   a b c     d a       a b c     c b a    a b c     c a b
//!   d e f  →  e b       d e f  →  f e d    d e f  →  f d e
//!             f c
//! ```

use crate::puzzle::rules::{
    Anchor, Best, Cell, Direction, Draft, Grid, Layout, Move, Side, Size, Square, Terrain,
};

/// A change of the whole design that loses nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transform {
    /// A quarter turn to the left.
    RotateLeft,
    /// A quarter turn to the right.
    RotateRight,
    /// Left and right change places.
    FlipHorizontal,
    /// Top and bottom change places.
    FlipVertical,
    /// One cell in a direction; what leaves the board comes in at the other side.
    Shift(Direction),
}

impl Transform {
    /// Says whether every solution stays one: turning and mirroring change nothing
    /// for the rules, shifting moves tiles past the edge.
    pub const fn keeps_solutions(self) -> bool {
        !matches!(self, Self::Shift(_))
    }

    /// Returns the size that a board of `size` has afterwards.
    const fn size(self, size: Size) -> Size {
        match self {
            Self::RotateLeft | Self::RotateRight => Size::new(size.height, size.width),
            Self::FlipHorizontal | Self::FlipVertical | Self::Shift(_) => size,
        }
    }

    /// Returns where `cell` of a board of `size` comes to lie.
    fn cell(self, cell: Cell, size: Size) -> Cell {
        let Cell { x, y } = cell;
        let Size { width, height } = size;
        match self {
            Self::RotateLeft => Cell::new(y, width - 1 - x),
            Self::RotateRight => Cell::new(height - 1 - y, x),
            Self::FlipHorizontal => Cell::new(width - 1 - x, y),
            Self::FlipVertical => Cell::new(x, height - 1 - y),
            Self::Shift(Direction::Up) => Cell::new(x, (y + height - 1) % height),
            Self::Shift(Direction::Down) => Cell::new(x, (y + 1) % height),
            Self::Shift(Direction::Left) => Cell::new((x + width - 1) % width, y),
            Self::Shift(Direction::Right) => Cell::new((x + 1) % width, y),
        }
    }

    /// Returns what becomes of a push in `direction`.
    const fn direction(self, direction: Direction) -> Direction {
        use Direction::{Down, Left, Right, Up};
        match (self, direction) {
            (Self::RotateLeft, Right) | (Self::RotateRight, Left) => Up,
            (Self::RotateLeft, Left) | (Self::RotateRight, Right) => Down,
            (Self::RotateLeft, Up) | (Self::RotateRight, Down) => Left,
            (Self::RotateLeft, Down) | (Self::RotateRight, Up) => Right,
            (Self::FlipHorizontal, Left | Right) | (Self::FlipVertical, Up | Down) => {
                direction.opposite()
            }
            (Self::FlipHorizontal | Self::FlipVertical | Self::Shift(_), _) => direction,
        }
    }

    pub(super) fn grid(self, grid: &Grid<Square>) -> Grid<Square> {
        let mut moved = Grid::new(self.size(grid.size()), Square::Empty);
        for (cell, &square) in grid.iter() {
            moved[self.cell(cell, grid.size())] = square;
        }
        moved
    }

    /// Returns where `cell` of a board of `size` comes to lie; one that lies beyond it, in
    /// what is wrong, stays.
    fn cell_or_stray(self, cell: Cell, size: Size) -> Cell {
        if size.contains(cell) { self.cell(cell, size) } else { cell }
    }

    /// Returns the same moves on the board that was of `size`.
    fn moves(self, moves: &[Move], size: Size) -> Vec<Move> {
        let moved = |push: &Move| {
            let from = self.cell_or_stray(push.from, size);
            Move::new(from, self.direction(push.direction))
        };
        moves.iter().map(moved).collect()
    }

    /// Returns where a side of a cell of a board of `size` comes to lie.
    pub(super) fn side(self, side: Side, size: Size) -> Side {
        let cell = self.cell_or_stray(side.cell(), size);
        Side::new(cell, self.direction(side.direction()))
    }

    /// Returns the passes and thin walls of a board or of a part of it that was of `size`. A
    /// thin wall that is shifted onto an edge stays there, and comes back with the next shift.
    pub(super) fn terrain(self, terrain: &Terrain, size: Size) -> Terrain {
        let passes = terrain.passes.iter();
        Terrain {
            passes: passes.map(|(&at, &own)| (self.cell_or_stray(at, size), own)).collect(),
            thin_walls: terrain.thin_walls.iter().map(|&side| self.side(side, size)).collect(),
        }
    }
}

impl Draft {
    /// Returns the design turned, mirrored or shifted: all layouts, passes, thin walls, the
    /// opening, and the best solution where it stays one. A floating goal does not shift: only
    /// the places relative to each other count.
    pub fn transformed(&self, transform: Transform) -> Self {
        let mut draft = self.clone();
        let size = self.start.size();
        for layout in self.layouts() {
            let is_loose = layout == Layout::Goal && self.anchor == Anchor::Floating;
            if !is_loose || transform.keeps_solutions() {
                *draft.layout_mut(layout) = transform.grid(self.layout(layout));
            }
        }
        draft.terrain = transform.terrain(&self.terrain, size);
        draft.opening = transform.moves(&self.opening, size);
        let kept = self.best.as_ref().filter(|_| transform.keeps_solutions());
        draft.best =
            kept.map(|best| Best { moves: transform.moves(&best.moves, size), ..best.clone() });
        draft
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{builtin, parse_text, write_text};

    #[track_caller]
    fn check(transform: Transform, expected: &str) {
        let draft = parse_text("B.#\n...\n\n..#\nB..", None).unwrap();
        assert_eq!(write_text(&draft.transformed(transform)), expected);
    }

    #[test]
    fn each_does_what_it_says() {
        check(Transform::RotateRight, ".B\n..\n.#\n\nB.\n..\n.#\n");
        check(Transform::RotateLeft, "#.\n..\nB.\n\n#.\n..\n.B\n");
        check(Transform::FlipHorizontal, "#.B\n...\n\n#..\n..B\n");
        check(Transform::FlipVertical, "...\nB.#\n\nB..\n..#\n");
        check(Transform::Shift(Direction::Right), "#B.\n...\n\n#..\n.B.\n");
        check(Transform::Shift(Direction::Left), ".#B\n...\n\n.#.\n..B\n");
        check(Transform::Shift(Direction::Up), "...\nB.#\n\nB..\n..#\n");
        check(Transform::Shift(Direction::Down), "...\nB.#\n\nB..\n..#\n");
    }

    #[test]
    fn solutions_go_with_the_board() {
        use Transform::{FlipHorizontal, FlipVertical, RotateLeft, RotateRight};
        for level in builtin::levels() {
            let draft = level.draft();
            for transform in [RotateLeft, RotateRight, FlipHorizontal, FlipVertical] {
                let turned = draft.transformed(transform);
                let best = turned.best.clone().unwrap();
                turned.validate().unwrap().verify(best.moves).unwrap();
            }
        }
    }

    #[test]
    fn there_is_a_way_back_from_each() {
        use Transform::{FlipHorizontal, FlipVertical, RotateLeft, RotateRight, Shift};
        let level = builtin::levels()[0].draft();
        let there_and_back = |there, back| level.transformed(there).transformed(back);
        assert_eq!(there_and_back(RotateLeft, RotateRight), level);
        assert_eq!(there_and_back(FlipHorizontal, FlipHorizontal), level);
        assert_eq!(there_and_back(FlipVertical, FlipVertical), level);
        for direction in Direction::ALL {
            let back = there_and_back(Shift(direction), Shift(direction.opposite()));
            assert_eq!(Draft { best: None, ..back }, Draft { best: None, ..level.clone() });
        }
    }

    #[test]
    fn a_floating_goal_turns_but_does_not_shift() {
        let draft = parse_text("BR.\n\nfloating\nBR", None).unwrap();
        assert_eq!(draft.anchor, Anchor::Floating);
        let shifted = draft.transformed(Transform::Shift(Direction::Right));
        assert_eq!(write_text(&shifted), ".BR\n\nfloating\nBR\n");
        let turned = draft.transformed(Transform::RotateRight);
        assert_eq!(write_text(&turned), "B\nR\n.\n\nfloating\nB\nR\n");
    }
}
