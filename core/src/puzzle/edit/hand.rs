//! The strokes that the hand could make now, each with the place where it would be made: what is
//! asked of them is [what if](crate::search::what_if).

use super::{Brush, Region, Symmetry, can_hold, paint};
use crate::puzzle::rules::{Cell, Draft, Layout, Side, Square};

/// What the hand holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// What is painted with.
    pub brush: Brush,
    /// What is painted is painted at its mirror images, too.
    pub mirrors: Symmetry,
    /// What is selected is moved, whatever the brush is.
    pub selection: Option<(Layout, Region)>,
    /// The layout that is shown beside the start.
    pub target: Layout,
}

/// A stroke: where it is made, and the level after it; `None` where it changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The layout.
    pub layout: Layout,
    /// Where on it.
    pub place: Place,
    /// The level, without a best solution.
    pub draft: Option<Draft>,
}

/// Where a stroke is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On an empty cell.
    Cell(Cell),
    /// On a cell where something stands.
    Over(Cell),
    /// On the line between two cells.
    Side(Side),
}

impl Place {
    /// Returns its cell, or the first of the two.
    pub const fn cell(self) -> Cell {
        match self {
            Self::Cell(cell) | Self::Over(cell) => cell,
            Self::Side(side) => side.cell(),
        }
    }
}

impl Hand {
    /// Returns all strokes on a level, START first, row by row; of those that change nothing only where they would be.
    pub fn cases(&self, draft: &Draft) -> Vec<Case> {
        if let Some((layout, region)) = self.selection {
            return moves_of(draft, layout, region);
        }
        let layouts = [Layout::Start, self.target];
        let layouts = layouts.into_iter().filter(|&layout| can_hold(draft, layout, self.brush));
        if self.brush == Brush::ThinWall {
            // They stand on all boards alike.
            return Side::inner(draft.start.size())
                .map(|side| {
                    case(draft, Layout::Start, Place::Side(side), self.with_side(draft, side))
                })
                .collect();
        }
        layouts
            .flat_map(|layout| draft.layout(layout).size().cells().map(move |cell| (layout, cell)))
            .map(|(layout, cell)| {
                case(draft, layout, place(draft, layout, cell), self.painted(draft, layout, cell))
            })
            .collect()
    }

    fn painted(&self, draft: &Draft, layout: Layout, cell: Cell) -> Draft {
        let mut next = draft.clone();
        let cells = self.mirrors.spread(&[cell], draft.layout(layout).size());
        paint(&mut next, draft, layout, &cells, self.brush);
        next
    }

    fn with_side(&self, draft: &Draft, side: Side) -> Draft {
        let mut next = draft.clone();
        let is_there = !next.terrain.thin_walls.contains(&side);
        for side in self.mirrors.spread_sides(&[side], next.start.size()) {
            next.paint_thin_wall(side, is_there);
        }
        next
    }
}

fn case(before: &Draft, layout: Layout, place: Place, draft: Draft) -> Case {
    // The best solution is of the level as it is.
    let is_same = draft == *before;
    let draft = (!is_same).then_some(Draft { best: None, ..draft });
    Case { layout, place, draft }
}

fn place(draft: &Draft, layout: Layout, cell: Cell) -> Place {
    if draft.layout(layout)[cell] == Square::Empty { Place::Cell(cell) } else { Place::Over(cell) }
}

/// Returns the moves of a region; the place of each is where its top left cell would come to.
fn moves_of(draft: &Draft, layout: Layout, region: Region) -> Vec<Case> {
    let size = draft.layout(layout).size();
    let fits = |corner: &Cell| {
        let moved = Region { corner: *corner, ..region };
        moved.within(size) == Some(moved) && *corner != region.corner
    };
    size.cells()
        .filter(fits)
        .map(|corner| {
            let mut next = draft.clone();
            next.move_region(layout, region, corner, false);
            case(draft, layout, place(draft, layout, corner), next)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Colour, parse_text, write_text};

    fn changing(brush: Brush, selection: Option<(Layout, Region)>) -> Vec<Case> {
        let draft = parse_text("B.#\n...\n\n..#\n..B", None).unwrap();
        let (mirrors, target) = (Symmetry::default(), Layout::Goal);
        let mut cases = Hand { brush, mirrors, selection, target }.cases(&draft);
        cases.retain(|case| case.draft.is_some());
        cases
    }

    #[test]
    fn every_cell_of_both_boards_is_asked_about() {
        let count = |brush| changing(brush, None).len();
        assert_eq!(count(Brush::Colour(Colour(0))), 5 + 5, "all but where it stands already");
        assert_eq!(count(Brush::Wall), 5 + 5);
        // Taking the one wall away is asked about on both boards.
        assert_eq!(count(Brush::Eraser), 2 + 2);
        assert_eq!(count(Brush::ThinWall), 7);
    }

    #[test]
    fn what_is_selected_is_moved() {
        let cell = Cell::new(0, 0);
        let region = Region::between(cell, cell);
        let cases = changing(Brush::Wall, Some((Layout::Start, region)));
        assert_eq!(cases.len(), 5);
        assert_eq!(write_text(cases[0].draft.as_ref().unwrap()), ".B#\n...\n\n..#\n..B\n");
    }
}
