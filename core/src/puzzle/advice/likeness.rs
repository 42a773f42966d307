//! Levels that are one game: the same, turned or mirrored, whatever lies beyond the walls.
//! Used to name duplicates on import, and to know a level after it has been moved or renamed.

use crate::puzzle::edit::Transform;
use crate::puzzle::rules::{Anchor, Cell, Direction, Draft, Grid, Layout, Size, Square, Terrain};

/// How a level is like another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alike {
    /// The same moves solve both, but for where the board begins.
    Same,
    /// One is the other turned.
    Turned,
    /// One is the other mirrored, and perhaps turned.
    Mirrored,
}

impl Alike {
    /// Returns what is said behind the name of the other level.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Same => "",
            Self::Turned => ", turned",
            Self::Mirrored => ", mirrored",
        }
    }
}

/// What a level is known by, whichever way round it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// The identities of the level, turned and mirrored, in the order of [`WAYS`].
    ways: [Vec<u8>; 8],
}

/// The eight ways round, by what leads there from the level as it is.
const WAYS: [&[Transform]; 8] = {
    use Transform::{FlipHorizontal, RotateLeft, RotateRight};
    [
        &[],
        &[RotateLeft],
        &[RotateRight],
        &[RotateRight, RotateRight],
        &[FlipHorizontal],
        &[FlipHorizontal, RotateLeft],
        &[FlipHorizontal, RotateRight],
        &[FlipHorizontal, RotateRight, RotateRight],
    ]
};

/// The first of the ways that mirror.
const FIRST_MIRRORED: usize = 4;

impl Likeness {
    /// Returns what `draft` is known by; `None` when it has issues.
    pub fn of(draft: &Draft) -> Option<Self> {
        draft.validate().ok()?;
        let bare = Draft { best: None, ..draft.clone() }.without_outside();
        let way = |transforms: &[Transform]| {
            let turned = transforms.iter().fold(bare.clone(), |draft, &t| draft.transformed(t));
            turned.validate().ok().map(|puzzle| puzzle.identity())
        };
        let ways: Option<Vec<Vec<u8>>> = WAYS.iter().map(|way_round| way(way_round)).collect();
        Some(Self { ways: ways?.try_into().ok()? })
    }

    /// Returns what is equal for levels that are alike, and for no others.
    pub fn key(&self) -> &[u8] {
        self.ways.iter().min().expect("eight of them")
    }

    /// Says how this level is like `other`, if it is.
    pub fn to(&self, other: &Self) -> Option<Alike> {
        let way = self.ways.iter().position(|way| *way == other.ways[0])?;
        Some(match way {
            0 => Alike::Same,
            1..FIRST_MIRRORED => Alike::Turned,
            _ => Alike::Mirrored,
        })
    }
}

impl Draft {
    /// Returns the level with walls wherever no tile can come, cut down to what is left.
    fn without_outside(&self) -> Self {
        let mut is_inside = reached(&self.start, &self.terrain);
        // A demand where no tile can come keeps its cell.
        for layout in self.layouts().filter(|&layout| self.shares_walls(layout)) {
            let asked = self.layout(layout).iter().filter(|(_, square)| square.colour().is_some());
            asked.for_each(|(cell, _)| is_inside[cell] = true);
        }
        let mut draft = self.clone();
        for cell in self.start.size().cells().filter(|&cell| !is_inside[cell]) {
            draft.paint(Layout::Start, cell, Square::Wall);
        }
        let inside = || is_inside.iter().filter(|(_, inside)| **inside).map(|(cell, _)| cell);
        let (Some(left), Some(top)) = (inside().map(|c| c.x).min(), inside().map(|c| c.y).min())
        else {
            return draft;
        };
        let width = inside().map(|cell| cell.x - left + 1).max().unwrap_or(1);
        let height = inside().map(|cell| cell.y - top + 1).max().unwrap_or(1);
        let goal = trimmed(&draft.goal, |_, square| square.colour().is_some());
        let mut small = draft.resized(Size::new(width, height), -i16::from(left), -i16::from(top));
        if let (Anchor::Floating, Some(goal)) = (self.anchor, goal) {
            small.goal = goal;
        }
        small
    }
}

/// Says for each cell whether some tile may come there, walls and thin walls alone in the way.
pub(in crate::puzzle) fn reached(start: &Grid<Square>, terrain: &Terrain) -> Grid<bool> {
    let mut reached = Grid::new(start.size(), false);
    let tiles = start.iter().filter(|(_, square)| square.colour().is_some());
    let mut open: Vec<_> = tiles.map(|(cell, _)| cell).collect();
    while let Some(cell) = open.pop() {
        if start[cell] == Square::Wall || std::mem::replace(&mut reached[cell], true) {
            continue;
        }
        let free = Direction::ALL.into_iter().filter(|&d| !terrain.has_thin_wall(cell, d));
        open.extend(free.filter_map(|d| start.size().neighbour(cell, d)));
    }
    reached
}

/// Says whether `cell` is one of those `reached`, or beside one, corner to corner among it.
pub(in crate::puzzle) fn is_near(reached: &Grid<bool>, cell: Cell) -> bool {
    let columns = cell.x.saturating_sub(1)..=cell.x.saturating_add(1);
    let rows = cell.y.saturating_sub(1)..=cell.y.saturating_add(1);
    let mut near = columns.flat_map(|x| rows.clone().map(move |y| Cell::new(x, y)));
    near.any(|near| reached.get(near) == Some(&true))
}

/// Returns `grid` without the rows and columns at its edges in which nothing `counts`; `None`
/// when nothing does.
pub(in crate::puzzle) fn trimmed(
    grid: &Grid<Square>,
    counts: impl Fn(Cell, Square) -> bool,
) -> Option<Grid<Square>> {
    let kept = || grid.iter().filter(|&(cell, &square)| counts(cell, square)).map(|(cell, _)| cell);
    let (left, top) = (kept().map(|cell| cell.x).min()?, kept().map(|cell| cell.y).min()?);
    let (right, bottom) = (kept().map(|cell| cell.x).max()?, kept().map(|cell| cell.y).max()?);
    let size = Size::new(right - left + 1, bottom - top + 1);
    Some(grid.moved_onto(size, -i16::from(left), -i16::from(top), Square::Empty))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{builtin, parse_text};

    fn likeness(text: &str) -> Likeness {
        Likeness::of(&parse_text(text, None).unwrap()).unwrap()
    }

    #[test]
    fn every_way_round_is_alike_and_is_named() {
        for level in builtin::levels() {
            let draft = level.draft();
            let own = Likeness::of(&draft).unwrap();
            for (index, way) in WAYS.iter().enumerate() {
                let other = way.iter().fold(draft.clone(), |draft, &t| draft.transformed(t));
                let other = Likeness::of(&other).unwrap();
                assert_eq!(other.key(), own.key(), "{} {index}", level.name);
                // A level that is its own image may be named by the image.
                let alike = other.to(&own).unwrap();
                let is_image = own.ways[1..].contains(&own.ways[0]);
                let expected =
                    [Alike::Turned, Alike::Mirrored][usize::from(index >= FIRST_MIRRORED)];
                let expected = if index == 0 { Alike::Same } else { expected };
                assert!(is_image || alike == expected, "{} {index}: {alike:?}", level.name);
            }
        }
    }

    #[test]
    fn what_lies_outside_does_not_count() {
        let bare = likeness("R..\n..#\n\nfloating\nR");
        let walled = likeness(".......\n.#####.\n.#R..#.\n.#..##.\n.####..\n\nfloating\n.R");
        assert_eq!(walled.to(&bare), Some(Alike::Same));
        let mirrored = likeness("####.\n#..R#\n##..#\n.####\n\nfloating\nR");
        assert_eq!(mirrored.to(&bare), Some(Alike::Mirrored));
        assert_eq!(mirrored.key(), bare.key());
        for other in ["R..\n...\n\nfloating\nR", "R..\n..#\n\n..R\n..#", "R.B\n..#\n\nfloating\nR"]
        {
            assert_eq!(likeness(other).to(&bare), None, "{other}");
        }
    }

    #[test]
    fn a_level_with_issues_is_like_none() {
        assert!(Likeness::of(&parse_text("...\n\nR..", None).unwrap()).is_none());
    }
}
