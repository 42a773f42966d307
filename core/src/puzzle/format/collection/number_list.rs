//! Numbered puzzles, one a line, as the literature lists them: a number, the tiles row by row,
//! and what else is known of them.
//!
//! ```text
//!   # Korf 1985
//!   1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 57 276361933
//!   `- number   `- 16 tiles, 0 the gap      `- what follows is kept as a note
//! ```
//!
//! Whether a number stands before the tiles, and how many tiles there are, is told by what
//! holds for every line of the file; where more than one reading does, none is taken.

use super::{Collection, CollectionError, Entry, entry_of};
use crate::puzzle::format::{GapPlace, parse_text_with};

/// The largest board that is looked for, in cells.
const MOST_CELLS: usize = 255;

/// A line of numbers and its place in the file, from 1.
struct Row {
    line: usize,
    numbers: Vec<usize>,
}

/// Where the tiles stand in every line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reading {
    /// Numbers before the tiles.
    skipped: usize,
    width: usize,
    height: usize,
}

/// Says whether every line of `text` holds the numbers of a puzzle: the gap and the first three
/// tiles at least. One line that is nothing but its tiles is a level, not a list, and what a
/// blank line divides is the text of a position. Two lines or two boards in one line may be start
/// and goal: that is for the reader of texts to say.
pub(super) fn is_list(text: &str) -> bool {
    let Some(rows) = rows_of(text) else { return false };
    let has_head = text.trim_start().starts_with('#');
    if rows.len() == 2 && rows.iter().all(is_plain) && !has_head
        || rows.len() == 1 && holds_two(&rows[0])
    {
        return false;
    }
    let is_row = |row: &Row| {
        let holds = |number| row.numbers.contains(&number);
        row.numbers.len() >= 4 && holds(0) && holds(1) && holds(2) && holds(3)
    };
    (rows.len() > 1 || rows.iter().any(|row| reading_of(row).len() == 1 && !is_plain(row)))
        && rows.iter().all(is_row)
}

/// Says whether a line is nothing but its tiles: then it is a numbered puzzle by itself.
fn is_plain(row: &Row) -> bool {
    reading_of(row)
        .iter()
        .any(|reading| reading.skipped == 0 && reading.width * reading.height == row.numbers.len())
}

/// Says whether tiles of a second board follow those of the first: no note, but a goal.
fn holds_two(row: &Row) -> bool {
    let holds_again = |reading: &Reading| {
        let cells = reading.width * reading.height;
        holds(row, Reading { skipped: reading.skipped + cells, ..*reading })
    };
    reading_of(row).iter().any(holds_again)
}

/// Returns the lines of numbers, or `None` when something else stands there.
fn rows_of(text: &str) -> Option<Vec<Row>> {
    let mut rows = Vec::new();
    let mut is_divided = false;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            is_divided |= line.is_empty() && !rows.is_empty();
            continue;
        }
        if is_divided {
            return None;
        }
        let words = line.split(|c: char| c.is_whitespace() || ",;[]()".contains(c));
        let words = words.filter(|word| !word.is_empty());
        let numbers: Option<Vec<usize>> = words.map(|word| word.parse().ok()).collect();
        rows.push(Row { line: index + 1, numbers: numbers.filter(|numbers| !numbers.is_empty())? });
    }
    (!rows.is_empty()).then_some(rows)
}

/// Returns the readings of a line: tiles that are 0 to n−1 in some order, on a square, with
/// nothing or one number before them.
fn reading_of(row: &Row) -> Vec<Reading> {
    let sides = 2..=MOST_CELLS.isqrt();
    let readings = [0, 1].into_iter().flat_map(|skipped| {
        sides.clone().map(move |side| Reading { skipped, width: side, height: side })
    });
    readings.filter(|reading| holds(row, *reading)).collect()
}

fn holds(row: &Row, reading: Reading) -> bool {
    let cells = reading.width * reading.height;
    let Some(tiles) = row.numbers.get(reading.skipped..reading.skipped + cells) else {
        return false;
    };
    let mut seen = vec![false; cells];
    tiles.iter().all(|&tile| tile < cells && !std::mem::replace(&mut seen[tile], true))
}

/// Reads a list; see the head of this file.
pub(super) fn parse(text: &str, name: &str, gap: GapPlace) -> Result<Collection, CollectionError> {
    let rows = rows_of(text).unwrap_or_default();
    if let Some(row) = rows.iter().find(|row| holds_two(row)) {
        let message = "two boards in one line: a goal is read of one level at a time";
        return Err(CollectionError::new(row.line, message));
    }
    let reading = common_reading(&rows)?;
    let entries = (1..).zip(&rows).map(|(number, row)| {
        let (before, rest) = row.numbers.split_at(reading.skipped);
        let number = before.first().copied().unwrap_or(number);
        let (tiles, after) = rest.split_at(reading.width * reading.height);
        let words: Vec<String> = tiles.iter().map(usize::to_string).collect();
        let text = format!("{}x{} {}", reading.width, reading.height, words.join(" "));
        let draft = parse_text_with(&text, None, gap)
            .map_err(|error| CollectionError::new(row.line, error.message))
            .map(|mut loaded| {
                loaded.draft.title = format!("{name} {number}").trim().to_owned();
                loaded.draft.note =
                    after.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
                loaded
            });
        entry_of(number, row.line, draft)
    });
    let entries: Vec<Entry> = entries.collect();
    Ok(Collection { implied_goal: Some(gap), ..Collection::new(name.to_owned(), entries) })
}

/// Returns the one reading that holds for all lines.
fn common_reading(rows: &[Row]) -> Result<Reading, CollectionError> {
    let Some((first, rest)) = rows.split_first() else {
        return Err(CollectionError::new(1, "there are no puzzles"));
    };
    let mut readings = reading_of(first);
    let none = |line| {
        let message = "no numbered puzzle stands here: the tiles of a square board, 0 for the gap, with one \
                       number or none before them";
        CollectionError::new(line, message)
    };
    if readings.is_empty() {
        return Err(none(first.line));
    }
    for row in rest {
        let left: Vec<Reading> =
            readings.iter().copied().filter(|&reading| holds(row, reading)).collect();
        if left.is_empty() {
            return Err(none(row.line));
        }
        readings = left;
    }
    match readings[..] {
        [reading] => Ok(reading),
        _ => {
            let sizes: Vec<String> = readings
                .iter()
                .map(|r| format!("{}×{} behind {} numbers", r.width, r.height, r.skipped))
                .collect();
            Err(CollectionError::new(first.line, format!("this may be {}", sizes.join(" or "))))
        }
    }
}
