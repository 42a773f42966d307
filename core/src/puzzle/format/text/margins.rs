//! Blanks at the ends of rows: around the cells, or empty cells? Where nothing in a text tells,
//! it is refused.

use super::blocks::{Blocks, Line};
use super::cells::{Rows, Sign};
use super::meaning::Meaning;
use super::{CELLS, FIELDS, TextError};
use crate::puzzle::rules::Square;

/// Refuses separators at the ends of rows that are not the same for all boards, where nothing
/// else says whether they stand beside cells.
pub(super) fn check_ends(boards: &[&Rows]) -> Result<(), TextError> {
    let odd = boards.iter().find(|rows| rows.cut != boards[0].cut);
    let Some(rows) = odd else { return Ok(()) };
    let at = rows.place();
    let message = "separators at the ends of rows: beside empty cells? write `.` for those";
    Err(at.error(FIELDS, message))
}

/// Refuses rows that do not all begin and end with as many spaces, where no cell is written as
/// empty: the spaces may be the empty cells.
pub(super) fn check_margins(
    blocks: &Blocks,
    boards: &[&Rows],
    meaning: &Meaning,
) -> Result<(), TextError> {
    if boards.iter().any(|rows| writes_empty_cells(rows, meaning)) {
        return Ok(());
    }
    check_ends(boards)?;
    let lines = [&blocks.start, &blocks.goal, &blocks.passes].into_iter();
    let lines = lines.chain(&blocks.waypoints).flatten();
    // Where separators stand between cells an empty one can be seen.
    let mut lines = lines.filter(|line| !is_separated(line));
    let Some(first) = lines.next().map(margins) else { return Ok(()) };
    let odd = lines.find(|line| margins(line) != first || is_blank(line));
    let Some(line) = odd.or(blocks.of_spaces.as_ref()) else { return Ok(()) };
    let message =
        "spaces that may be cells: write `.` for an empty cell, and no spaces around rows";
    Err(line.at(0).error(CELLS, message))
}

/// Says whether some sign of a board is an empty cell; a blank between separators is none.
fn writes_empty_cells(rows: &Rows, meaning: &Meaning) -> bool {
    let mut signs = rows.tokens().filter(|token| token.sign != Sign::Nothing);
    signs.any(|token| meaning.square(token, rows) == Ok(Square::Empty))
}

/// Says whether a mark may stand around rows.
fn is_frame(c: char) -> bool {
    "|[](){}\"',;".contains(c)
}

/// Returns a text without the spaces and the marks around it.
fn unframed(text: &str) -> &str {
    text.trim().trim_matches(is_frame)
}

/// Returns how many spaces a line has before and after its cells.
fn margins(line: &Line) -> (usize, usize) {
    let inner = unframed(&line.text);
    let is_framed = inner.len() < line.text.trim().len();
    let text = if is_framed { inner } else { line.text.as_str() };
    // Spaces alone: a tab is a separator.
    let (start, end) = (text.trim_start_matches(' '), text.trim_end_matches(' '));
    (text.len() - start.len(), text.len() - end.len())
}

/// Says whether separators stand between the cells of a line, not only between its rows.
fn is_separated(line: &Line) -> bool {
    let text = line.text.replace("],[", "").replace("),(", "");
    unframed(&text).contains(['|', ',', ';', '\t'])
}

/// Says whether there is nothing but spaces in a frame.
fn is_blank(line: &Line) -> bool {
    let mut rest = line.text.chars().filter(|&c| !is_frame(c)).peekable();
    rest.peek().is_some() && rest.all(char::is_whitespace)
}
