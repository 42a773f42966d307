//! The strokes that the hand could make now, each with the place where it would be made. No
//! Bevy: it runs on the thread of the work.

use std::sync::Arc;

use crate::app::boards::view::HeatPlace;
use crate::puzzle::edit::{can_hold, paint};
use crate::puzzle::{Brush, Cell, Draft, Layout, Region, Side, Square, Symmetry};

/// What is asked: the level that is drawn and what the hand holds.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub draft: Arc<Draft>,
    /// That of the document: it rises when the level becomes another puzzle.
    pub puzzle_revision: u64,
    pub brush: Brush,
    pub mirrors: Symmetry,
    /// What is selected is moved, whatever the brush is.
    pub selection: Option<(Layout, Region)>,
    /// The layout that the board at the right shows.
    pub target: Layout,
}

/// A stroke: where it is made, and the level after it; `None` where it changes nothing.
pub(super) struct Case {
    pub layout: Layout,
    pub place: HeatPlace,
    pub draft: Option<Draft>,
}

impl Question {
    /// Says whether another question has the same answers: titles and the best solution are no
    /// part of what is asked.
    pub fn is_same(&self, other: &Self) -> bool {
        let hand = |question: &Self| {
            (question.brush, question.mirrors, question.selection, question.target)
        };
        hand(self) == hand(other)
            && self.puzzle_revision == other.puzzle_revision
            && self.draft.palette == other.draft.palette
    }

    /// Returns all strokes, START first, row by row.
    pub fn cases(&self) -> Vec<Case> {
        if let Some((layout, region)) = self.selection {
            return self.moves_of(layout, region);
        }
        let layouts = [Layout::Start, self.target];
        let layouts =
            layouts.into_iter().filter(|&layout| can_hold(&self.draft, layout, self.brush));
        if self.brush == Brush::ThinWall {
            // They stand on all boards alike.
            return Side::inner(self.draft.start.size())
                .map(|side| self.case(Layout::Start, HeatPlace::Side(side), self.with_side(side)))
                .collect();
        }
        layouts
            .flat_map(|layout| {
                let cells = self.draft.layout(layout).size().cells();
                cells.map(move |cell| (layout, cell))
            })
            .map(|(layout, cell)| {
                self.case(layout, self.place(layout, cell), self.painted(layout, cell))
            })
            .collect()
    }

    fn case(&self, layout: Layout, place: HeatPlace, draft: Draft) -> Case {
        // The best solution is of the level as it is.
        let is_same = draft == *self.draft;
        let draft = (!is_same).then_some(Draft { best: None, ..draft });
        Case { layout, place, draft }
    }

    fn place(&self, layout: Layout, cell: Cell) -> HeatPlace {
        if self.draft.layout(layout)[cell] == Square::Empty {
            HeatPlace::Cell(cell)
        } else {
            HeatPlace::Over(cell)
        }
    }

    fn painted(&self, layout: Layout, cell: Cell) -> Draft {
        let mut next = Draft::clone(&self.draft);
        let cells = self.mirrors.spread(&[cell], self.draft.layout(layout).size());
        paint(&mut next, &self.draft, layout, &cells, self.brush);
        next
    }

    fn with_side(&self, side: Side) -> Draft {
        let mut next = Draft::clone(&self.draft);
        let is_there = !next.terrain.thin_walls.contains(&side);
        for side in self.mirrors.spread_sides(&[side], next.start.size()) {
            next.paint_thin_wall(side, is_there);
        }
        next
    }

    /// The number stands where the top left cell of the selection would come to.
    fn moves_of(&self, layout: Layout, region: Region) -> Vec<Case> {
        let size = self.draft.layout(layout).size();
        let fits = |corner: &Cell| {
            let moved = Region { corner: *corner, ..region };
            moved.within(size) == Some(moved) && *corner != region.corner
        };
        size.cells()
            .filter(fits)
            .map(|corner| {
                let mut next = Draft::clone(&self.draft);
                next.move_region(layout, region, corner, false);
                self.case(layout, self.place(layout, corner), next)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Colour, parse_text, write_text};

    fn question(brush: Brush) -> Question {
        let draft = Arc::new(parse_text("B.#\n...\n\n..#\n..B", None).unwrap());
        let (mirrors, target) = (Symmetry::default(), Layout::Goal);
        Question { draft, puzzle_revision: 0, brush, mirrors, selection: None, target }
    }

    fn changing(question: &Question) -> Vec<Case> {
        question.cases().into_iter().filter(|case| case.draft.is_some()).collect()
    }

    #[test]
    fn every_cell_of_both_boards_is_asked_about() {
        let tile = changing(&question(Brush::Colour(Colour(0))));
        assert_eq!(tile.len(), 5 + 5, "all but where it stands already");
        assert_eq!(changing(&question(Brush::Wall)).len(), 5 + 5);
        // Taking the one wall away is asked about on both boards.
        assert_eq!(changing(&question(Brush::Eraser)).len(), 2 + 2);
        assert_eq!(changing(&question(Brush::ThinWall)).len(), 7);
    }

    #[test]
    fn what_is_selected_is_moved() {
        let cell = Cell::new(0, 0);
        let region = Region::between(cell, cell);
        let selection = Some((Layout::Start, region));
        let cases = changing(&Question { selection, ..question(Brush::Wall) });
        assert_eq!(cases.len(), 5);
        let texts: Vec<String> =
            cases.iter().map(|case| write_text(case.draft.as_ref().unwrap())).collect();
        assert_eq!(texts[0], ".B#\n...\n\n..#\n..B\n");
    }
}
