//! What a brush makes of a draft: pure functions, used by documents and by what shows what a brush
//! is about to do.

use super::Brush;
use crate::puzzle::rules::{Anchor, Cell, Colour, Draft, Layout, Palette, Square, TileKind};

/// Draws with `brush` on cells of `layout`, which must exist. `before` is the draft as it was
/// before the stroke: the eraser takes what lay on top of each cell then, first a tile and the
/// next time the pass under it.
pub fn paint(draft: &mut Draft, before: &Draft, layout: Layout, cells: &[Cell], brush: Brush) {
    let square = match brush {
        Brush::Wall => Square::Wall,
        Brush::Colour(colour) if colour.index() < draft.palette.len() => Square::Tile(colour),
        Brush::New(kind) => match entry(&mut draft.palette, kind) {
            Some(colour) => Square::Tile(colour),
            None => return,
        },
        Brush::Eraser => return erase(draft, before, layout, cells),
        Brush::Pass(colour) if can_hold(draft, layout, brush) => {
            cells.iter().for_each(|&cell| draft.paint_pass(cell, Some(colour)));
            return;
        }
        Brush::Colour(_) | Brush::Pass(_) | Brush::ThinWall => return,
    };
    cells.iter().for_each(|&cell| draft.paint(layout, cell, square));
}

fn erase(draft: &mut Draft, before: &Draft, layout: Layout, cells: &[Cell]) {
    let had_tile = |cell: Cell| {
        let exists = before.layouts().any(|other| other == layout);
        exists && before.layout(layout).get(cell).is_some_and(|square| square.colour().is_some())
    };
    for &cell in cells {
        draft.paint(layout, cell, Square::Empty);
        if draft.shares_walls(layout) && !had_tile(cell) {
            draft.paint_pass(cell, None);
        }
    }
}

/// Returns the entry of the palette whose tiles are of `kind`, appended if need be.
fn entry(palette: &mut Palette, kind: TileKind) -> Option<Colour> {
    let known = palette.of_kind(kind);
    known.or_else(|| palette.fresh_swatch(kind).and_then(|swatch| palette.push(swatch)))
}

/// Says whether `brush` can be used on a layout: a floating goal has neither walls nor passes.
pub const fn can_hold(draft: &Draft, layout: Layout, brush: Brush) -> bool {
    let is_floating = matches!((layout, draft.anchor), (Layout::Goal, Anchor::Floating));
    !(is_floating && matches!(brush, Brush::Wall | Brush::ThinWall | Brush::Pass(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Size;

    const A1: Cell = Cell::new(0, 0);

    fn painted(draft: &Draft, brush: Brush) -> Draft {
        let mut next = draft.clone();
        paint(&mut next, draft, Layout::Start, &[A1, A1], brush);
        next
    }

    #[test]
    fn the_eraser_takes_the_tile_and_then_the_pass_under_it() {
        let red = Colour(2);
        let pass = painted(&Draft::new(Size::new(3, 2)), Brush::Pass(red));
        let both = painted(&pass, Brush::Colour(red));
        assert_eq!(both.terrain.pass(A1), Some(red));
        let erased = painted(&both, Brush::Eraser);
        assert_eq!(erased, pass, "though the stroke came over the cell twice");
        assert!(painted(&erased, Brush::Eraser).terrain.is_plain());
        assert!(painted(&pass, Brush::Wall).terrain.is_plain());
    }

    #[test]
    fn the_first_chameleon_brings_its_entry() {
        let draft = Draft::new(Size::new(3, 2));
        let first = painted(&draft, Brush::New(TileKind::Chameleon));
        assert_eq!(first.start[A1], Square::Tile(Colour(5)));
        let second = painted(&first, Brush::New(TileKind::Chameleon));
        assert_eq!(second.palette.len(), 6);
        let numbered = painted(&second, Brush::New(TileKind::Numbered(4)));
        assert_eq!(numbered.palette.swatch(Colour(6)).kind, TileKind::Numbered(4));
    }

    #[test]
    fn a_floating_goal_has_no_passes() {
        let mut draft = Draft::new(Size::new(3, 2));
        draft.anchor = Anchor::Floating;
        let before = draft.clone();
        paint(&mut draft, &before, Layout::Goal, &[A1], Brush::Pass(Colour(0)));
        assert_eq!(draft, before);
    }
}
