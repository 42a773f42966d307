//! The text of a position: start rows, a blank line, goal rows. For the clipboard
//! and for `mondrian show`. mondrianMaker's letters are understood.

use super::level_file::{default_palette, grid_from_rows, rows_from_grid};
use super::{Anchor, Board, Draft, Grid, Issue, Layout, Palette, Position, Square};

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// There are not two blocks of rows with a blank line between them.
    #[error("expected start rows, a blank line and goal rows; found {found} blocks of rows")]
    Blocks {
        /// How many blocks were found.
        found: usize,
    },
    /// The rows cannot be put on a board.
    #[error("{}", .0.first().map_or_else(String::new, Issue::to_string))]
    Rows(Vec<Issue>),
}

/// Writes start and goal of `draft`.
pub fn write_text(draft: &Draft) -> String {
    format!("{}\n{}", layout_text(draft, Layout::Start), layout_text(draft, Layout::Goal))
}

/// Writes the rows of one layout of `draft`; a waypoint must exist.
pub fn layout_text(draft: &Draft, layout: Layout) -> String {
    let rows = rows_from_grid(draft.layout(layout), &draft.palette);
    rows.into_iter().map(|row| row + "\n").collect()
}

/// Writes the rows of one position, without the goal.
pub fn position_text(board: &Board, position: &Position, palette: &Palette) -> String {
    let mut grid = Grid::new(board.size(), Square::Empty);
    for cell in board.size().cells() {
        grid[cell] = match position.tile(cell) {
            Some(colour) => Square::Tile(colour),
            None if board.is_wall(cell) => Square::Wall,
            None => Square::Empty,
        };
    }
    rows_from_grid(&grid, palette).into_iter().map(|row| row + "\n").collect()
}

/// Reads a text of a position. Without a palette, letters get the default colours.
/// Spaces between cells are skipped, `X` is a wall where the palette has no `X`.
/// A goal of another size than the start floats.
///
/// # Errors
/// Says what is wrong with the rows; whether the level is valid is for
/// [`Draft::validate`] to say.
pub fn parse_text(text: &str, palette: Option<&Palette>) -> Result<Draft, TextError> {
    let x_is_wall = palette.is_none_or(|palette| palette.find('X').is_none());
    let normal = |symbol| if symbol == 'X' && x_is_wall { '#' } else { symbol };
    let mut blocks: Vec<Vec<String>> = vec![Vec::new()];
    for line in text.lines() {
        let row: String = line.chars().filter(|c| !c.is_whitespace()).map(normal).collect();
        match blocks.last_mut() {
            Some(block) if !row.is_empty() => block.push(row),
            Some(block) if !block.is_empty() => blocks.push(Vec::new()),
            _ => {}
        }
    }
    blocks.retain(|block| !block.is_empty());
    let [start, goal] = &blocks[..] else {
        return Err(TextError::Blocks { found: blocks.len() });
    };
    let palette = palette.cloned().unwrap_or_else(|| default_palette([start, goal].into_iter()));
    let mut issues = Vec::new();
    let start = grid_from_rows(Layout::Start, start, &palette, &mut issues);
    let goal = grid_from_rows(Layout::Goal, goal, &palette, &mut issues);
    if !issues.is_empty() {
        return Err(TextError::Rows(issues));
    }
    let mut draft = Draft::new(start.size());
    draft.anchor = if goal.size() == start.size() { Anchor::Fixed } else { Anchor::Floating };
    (draft.palette, draft.start, draft.goal) = (palette, start, goal);
    Ok(draft)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Cell, Size};

    #[test]
    fn text_round_trips() {
        let text = "BG..\nRO.#\n\n....\n..BG\n";
        let draft = parse_text(text, None).unwrap();
        assert_eq!(draft.start.size(), Size::new(4, 2));
        assert_eq!(draft.anchor, Anchor::Fixed);
        assert_eq!(write_text(&draft), text);
    }

    #[test]
    fn the_ancestors_letters_are_understood() {
        let draft = parse_text("  B X\r\n. .\r\n\r\n\r\n. X\n. B\n\n", None).unwrap();
        assert_eq!(write_text(&draft), "B#\n..\n\n.#\n.B\n");
        let mut palette = Palette::default();
        palette.push(crate::puzzle::default_swatch('X', 0));
        let draft = parse_text("X.\n\n.X", Some(&palette)).unwrap();
        assert_eq!(draft.start[Cell::new(0, 0)].colour(), palette.find('X'));
    }

    #[test]
    fn a_smaller_goal_floats() {
        assert_eq!(parse_text("B.\n..\n\nB", None).unwrap().anchor, Anchor::Floating);
    }

    #[test]
    fn bad_texts_say_why() {
        let error = |text| parse_text(text, None).unwrap_err().to_string();
        assert!(error("").contains("found 0 blocks"));
        assert!(error("B.\n\n.B\n\n.B").contains("found 3 blocks"));
        assert_eq!(error("B.\n.\n\n.B\n.."), "start, row 2: 1 cells, the first row has 2");
    }
}
