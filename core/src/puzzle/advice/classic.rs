//! The classic sliding puzzles: numbered tiles and one empty cell, 3 × 3 (the
//! 8-puzzle), 4 × 4 (the 15-puzzle) or any other size; and layouts at random that can
//! be solved. The designer offers them, `search::Shuffle` chooses among them.

use std::ops::RangeInclusive;

use crate::puzzle::rules::{
    Anchor, Cell, Draft, Grid, Palette, Random, Rgb, Size, Square, Swatch, default_swatch,
    is_symbol,
};

/// Columns and rows that a classic puzzle may have: 15 × 15 is 224 tiles.
pub const CLASSIC_SIDES: RangeInclusive<u8> = 2..=15;

/// The colours of the tiles, row by row and from the first again.
pub(in crate::puzzle) const ROWS: [Rgb; 6] = [
    Rgb(0xe4, 0x51, 0x25),
    Rgb(0xf6, 0xdc, 0x5a),
    Rgb(0x00, 0x57, 0xa0),
    Rgb(0xd8, 0xd5, 0xcc),
    Rgb(0x28, 0x94, 0x49),
    Rgb(0xea, 0x8c, 0x26),
];

/// Returns the classic puzzle of this size, its start in order as the goal, or `None`
/// when a side is not among [`CLASSIC_SIDES`].
pub fn classic(size: Size) -> Option<Draft> {
    if !CLASSIC_SIDES.contains(&size.width) || !CLASSIC_SIDES.contains(&size.height) {
        return None;
    }
    let mut draft = Draft::new(size);
    draft.palette = Palette::default();
    let tiles = size.area() - 1;
    for (index, (cell, symbol)) in size.cells().zip(symbols()).take(tiles).enumerate() {
        let rgb = ROWS[usize::from(cell.y) % ROWS.len()];
        let label = Some((index + 1).to_string());
        let colour =
            draft.palette.push(Swatch { rgb, name: None, label, ..default_swatch(symbol, 0) })?;
        draft.goal[cell] = Square::Tile(colour);
    }
    draft.start = draft.goal.clone();
    draft.title = format!("The {tiles}-puzzle");
    Some(draft)
}

/// Returns the characters for the tiles: digits and letters first.
pub(in crate::puzzle) fn symbols() -> impl Iterator<Item = char> {
    let more = ('\u{c0}'..'\u{250}').filter(|letter| letter.is_alphabetic());
    ('1'..='9').chain('A'..='Z').chain('a'..='z').chain(more).filter(|&symbol| is_symbol(symbol))
}

/// Says whether [`shuffled`] can shuffle the start of `draft`: one empty cell, no
/// walls, at least two rows and columns, a fixed goal that asks for all tiles and
/// nothing on the way.
pub fn is_shuffled(draft: &Draft) -> bool {
    let size = draft.start.size();
    let all_tiles = |grid: &Grid<Square>| {
        grid.size() == size
            && grid.iter().filter(|(_, square)| square.colour().is_some()).count() + 1
                == size.area()
    };
    let has_no_wall = draft.start.iter().all(|(_, square)| *square != Square::Wall);
    size.width.min(size.height) > 1
        && draft.anchor == Anchor::Fixed
        && draft.waypoints.is_empty()
        && draft.opening.is_empty()
        && draft.is_plain()
        && has_no_wall
        && all_tiles(&draft.start)
        && all_tiles(&draft.goal)
        && draft.validate().is_ok()
}

/// Returns `draft` with a start at random, each that can be solved equally likely, and
/// none that is solved already; `None` unless [`is_shuffled`].
///
/// All layouts of the right parity can be reached on such a board: on all but 2 × 2 by
/// the theorem of Wilson (1974), on 2 × 2 since there are as many as turns of the ring.
pub fn shuffled(draft: &Draft, random: &mut Random) -> Option<Draft> {
    if !is_shuffled(draft) {
        return None;
    }
    let mut random = Random::new(random.next());
    let mut next = Draft { best: None, ..draft.clone() };
    let cells: Vec<Cell> = draft.start.size().cells().collect();
    let mut squares: Vec<Square> = cells.iter().map(|&cell| draft.start[cell]).collect();
    if squares.iter().filter(|square| **square != Square::Empty).count() < 2 {
        return None;
    }
    loop {
        random.shuffle(&mut squares);
        put(&mut next.start, &cells, &squares);
        let board = next.board();
        let placements = next.goal_placements(&board);
        if !next.warn_of_one_gap(&board, &placements).is_empty() {
            let mut tiles = (0..squares.len()).filter(|&at| squares[at] != Square::Empty);
            if let (Some(one), Some(two)) = (tiles.next(), tiles.next()) {
                squares.swap(one, two);
            }
            put(&mut next.start, &cells, &squares);
        }
        if next.start != next.goal {
            return Some(next);
        }
        // The same colour everywhere: there are as many layouts as cells.
    }
}

fn put(grid: &mut Grid<Square>, cells: &[Cell], squares: &[Square]) {
    for (&cell, &square) in cells.iter().zip(squares) {
        grid[cell] = square;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Issue, parse_text, write_level};

    #[test]
    fn all_sizes_are_levels_that_can_be_written_and_read() {
        for width in CLASSIC_SIDES {
            for height in [2, 3, 4, 15] {
                let draft = classic(Size::new(width, height)).unwrap();
                assert_eq!(draft.warnings(), [Issue::NothingToSolve]);
                let read = crate::puzzle::parse_level(&write_level(&draft)).unwrap().draft;
                assert_eq!(read, draft);
            }
        }
        assert!(classic(Size::new(1, 4)).is_none() && classic(Size::new(4, 16)).is_none());
        let eight = classic(Size::new(3, 3)).unwrap();
        let built_in = crate::puzzle::format::builtin::find("eight").unwrap().draft();
        assert_eq!((eight.goal, eight.palette), (built_in.goal, built_in.palette));
    }

    #[test]
    fn a_seed_brings_its_shuffle_back() {
        let draft = classic(Size::new(4, 4)).unwrap();
        let with = |seed| shuffled(&draft, &mut Random::new(seed)).unwrap();
        let text = crate::puzzle::layout_text(&with(5), crate::puzzle::Layout::Start);
        assert_eq!(
            text, "84FA\n1C65\n79E3\nBD2.\n",
            "what a seed has once brought it brings for ever"
        );
        assert_ne!(with(5).start, with(6).start);
    }

    #[test]
    fn only_boards_that_parity_decides_are_shuffled() {
        for text in ["ab\nc#\n\nab\nc#", "abc.\n\ncba.", "12\n..\n\n12\n..", "12\n3.\n\n12\n.."] {
            let draft = parse_text(text, None).unwrap();
            assert!(shuffled(&draft, &mut Random::new(1)).is_none(), "{text}");
        }
        let twins = parse_text("BB\nR.\n\nBR\nB.", None).unwrap();
        let mut random = Random::new(1);
        for _ in 0..20 {
            assert!(shuffled(&twins, &mut random).unwrap().warnings().is_empty());
        }
    }
}
