//! From the blocks of a text to a draft: the sizes that boards must have, the goal of a
//! numbered puzzle, a board without a goal.

use std::collections::BTreeMap;

use super::blocks::{Blocks, Line};
use super::cells::{Rows, Sign, Token, rows_of};
use super::margins::{check_ends, check_margins};
use super::meaning::Meaning;
use super::numbered::{is_numbered, number_of, reshaped, size_of, squared};
use super::{BOARDS, GapPlace, NUMBERS, TextError, brackets};
use crate::puzzle::format::{Loaded, TextKind};
use crate::puzzle::rules::{
    Anchor, Cell, Colour, Draft, Grid, Layout, MAX_SIDE, Palette, Size, Square,
};

/// Makes a level of the boards of a text.
pub(super) fn level_of(
    mut blocks: Blocks,
    given: &Palette,
    gap: GapPlace,
) -> Result<Loaded, TextError> {
    let is_pair = blocks.goal.is_empty() && brackets::part(&mut blocks, given)?;
    let (start, size) = board(&blocks.start, given, "start")?;
    let is_alone = blocks.goal.is_empty() && !is_list_of(&start, given);
    let is_bare = blocks.waypoints.is_empty() && blocks.passes.is_empty();
    if is_alone && is_bare && is_numbered(&start, given) {
        let draft = numbered(start, size, gap, given, &blocks)?;
        return Ok(Loaded {
            implied_goal: Some(gap),
            ..Loaded::read_from(TextKind::Position, draft)
        });
    }
    let (start, goal) = if blocks.goal.is_empty() {
        alone_or_pair(start, given)?
    } else {
        let (goal, _) = board(&blocks.goal, given, "goal")?;
        if is_pair {
            check_same_tiles(&start, &goal)?;
        }
        (start, Some(goal))
    };
    draft_of(&blocks, start, goal, size, given)
        .map(|draft| Loaded::read_from(TextKind::Position, draft))
}

/// Makes a draft of boards that say all that is in them.
fn draft_of(
    blocks: &Blocks,
    mut start: Rows,
    mut goal: Option<Rows>,
    size: Option<(usize, usize)>,
    given: &Palette,
) -> Result<Draft, TextError> {
    if let Some(rows) = goal.take() {
        let (one, other) = same_shape(start, rows, size, given)?;
        start = one;
        if blocks.is_floating {
            check_ends(&[&start, &other])?;
        } else {
            check_size(&other, &start, "goal")?;
        }
        goal = Some(other);
    }
    let mut waypoints = Vec::new();
    for (index, lines) in blocks.waypoints.iter().enumerate() {
        let name = Layout::Waypoint(index).to_string();
        let (rows, _) = board(lines, given, &name)?;
        check_size(&rows, &start, &name)?;
        waypoints.push(rows);
    }
    let mut passes = None;
    if !blocks.passes.is_empty() {
        let (rows, _) = board(&blocks.passes, given, "passes")?;
        check_size(&rows, &start, "passes")?;
        passes = Some(rows);
    }
    let boards = [&start].into_iter().chain(&goal).chain(&waypoints).chain(&passes);
    let boards: Vec<&Rows> = boards.collect();
    let meaning = Meaning::new(&boards, given)?;
    let grid = |rows: &Rows| grid_of(rows, &meaning);
    let mut draft = Draft::new(size_of_rows(&start)?);
    draft.start = grid(&start)?;
    draft.goal = match &goal {
        Some(goal) => grid(goal)?,
        // Nothing is asked for yet.
        None => draft.with_waypoint().waypoints.remove(0),
    };
    if blocks.is_floating {
        draft.anchor = Anchor::Floating;
    }
    draft.waypoints = waypoints.iter().map(grid).collect::<Result<_, _>>()?;
    draft.opening.clone_from(&blocks.opening);
    draft.terrain.thin_walls.clone_from(&blocks.thin_walls);
    if let Some(rows) = &passes {
        draft.terrain.passes = passes_of(rows, &draft.start, &meaning)?;
    }
    check_margins(blocks, &boards, &meaning)?;
    draft.palette = meaning.into_palette();
    Ok(draft)
}

/// Reads a board, with the size that stands before it.
fn board(
    lines: &[Line],
    given: &Palette,
    name: &str,
) -> Result<(Rows, Option<(usize, usize)>), TextError> {
    if let Some(((width, height), rest)) = size_of(lines)
        && let Ok(rows) = rows_of(&rest, given, name)
        && is_numbered(&rows, given)
        && rows.tokens().count() == width * height
        && (rows.is_flat || rows.rows[0].len() == width)
    {
        return Ok((reshaped(rows, width), Some((width, height))));
    }
    Ok((without_head(rows_of(lines, given, name)?, given), None))
}

/// Leaves out the empty head of a table of numbers, which has no room for so many gaps.
fn without_head(rows: Rows, given: &Palette) -> Rows {
    if let [head, rest @ ..] = &rows.rows[..]
        && head.iter().all(|token| token.sign == Sign::Nothing)
    {
        let rest = Rows { rows: rest.to_vec(), ..rows.clone() };
        if is_numbered(&rest, given) {
            return rest;
        }
    }
    rows
}

/// Says whether each row is a numbered puzzle: then there are many.
fn is_list_of(rows: &Rows, given: &Palette) -> bool {
    let one = |row: &Vec<_>| row.len() > 3 && is_numbered(&one_row(rows, row), given);
    rows.rows.len() > 1 && rows.rows.iter().all(one)
}

/// Returns a row as a board of its own.
fn one_row(rows: &Rows, row: &[Token]) -> Rows {
    Rows { rows: vec![row.to_vec()], is_flat: true, is_nested: false, ..rows.clone() }
}

/// Returns a numbered puzzle with the goal that goes without saying.
fn numbered(
    start: Rows,
    size: Option<(usize, usize)>,
    gap: GapPlace,
    given: &Palette,
    blocks: &Blocks,
) -> Result<Draft, TextError> {
    let is_line = start.rows.len() == 1 || start.rows[0].len() == 1;
    let is_shaped = size.is_some() || start.is_nested;
    let start = if is_line && !is_shaped { squared(start)? } else { start };
    let board = size_of_rows(&start)?;
    let meaning = Meaning::new(&[&start], given)?;
    let mut draft = Draft::new(board);
    draft.start = grid_of(&start, &meaning)?;
    // In the order of the numbers, which the signs of the start tell.
    let mut tiles: Vec<(usize, Square)> = Vec::new();
    for token in start.tokens() {
        if let Some(number @ 1..) = number_of(token, given) {
            tiles.push((number, meaning.square(token, &start)?));
        }
    }
    tiles.sort_by_key(|&(number, _)| number);
    let skipped = usize::from(gap == GapPlace::First);
    for (cell, (_, square)) in board.cells().skip(skipped).zip(tiles) {
        draft.goal[cell] = square;
    }
    draft.opening.clone_from(&blocks.opening);
    draft.terrain.thin_walls.clone_from(&blocks.thin_walls);
    draft.palette = meaning.into_palette();
    Ok(draft)
}

/// Returns a board alone, or the two of which each is a row in brackets. Refuses what is no board at
/// all: a word, a sentence, a list of puzzles.
fn alone_or_pair(rows: Rows, given: &Palette) -> Result<(Rows, Option<Rows>), TextError> {
    let at = rows.place();
    if is_list_of(&rows, given) {
        return match &rows.rows[..] {
            [start, goal] if rows.is_nested => {
                let (start, goal) = (one_row(&rows, start), one_row(&rows, goal));
                check_same_tiles(&start, &goal)?;
                Ok((start, Some(goal)))
            }
            [_, _] => {
                let message = "two lines of numbers: start and goal, or two puzzles? write `->` \
                               between start and goal, or its number before each puzzle";
                Err(at.error(NUMBERS, message))
            }
            _ => Err(at.error(NUMBERS, "each line is a puzzle of its own: one at a time")),
        };
    }
    let is_bare = |token: &Token| {
        matches!(token.sign, Sign::Letter('.' | '#' | '_') | Sign::Number(_) | Sign::Nothing)
    };
    if rows.rows.len() == 1 || !rows.tokens().any(is_bare) {
        return Err(at.error(BOARDS, "found 1 block of rows: the goal is missing"));
    }
    Ok((rows, None))
}

/// Refuses two boards, one after the other, that cannot be start and goal.
fn check_same_tiles(start: &Rows, goal: &Rows) -> Result<(), TextError> {
    let tiles = |rows: &Rows| -> Vec<String> {
        let mut tiles: Vec<String> = rows
            .tokens()
            .map(|token| match &token.sign {
                Sign::Number(number) => number.trim_start_matches('0').to_owned(),
                Sign::Letter('.' | '_') | Sign::Nothing => String::new(),
                Sign::Letter(c) => c.to_string(),
                Sign::Word(word) => word.clone(),
            })
            .collect();
        tiles.sort_unstable();
        tiles
    };
    if tiles(start) == tiles(goal) {
        return Ok(());
    }
    let message = "two boards that hold different tiles: no start and goal";
    Err(goal.place().error(goal.reading, message))
}

/// Gives numbers on one line the shape of the other board, else of a square. Only numbers that
/// stand in the same order twice may be one row: within one they never pass each other.
fn same_shape(
    start: Rows,
    goal: Rows,
    size: Option<(usize, usize)>,
    given: &Palette,
) -> Result<(Rows, Rows), TextError> {
    let count = |rows: &Rows| rows.tokens().count();
    let is_line = |rows: &Rows| rows.is_flat && is_numbered(rows, given);
    let same = count(&start) == count(&goal);
    let order = |rows: &Rows| -> Vec<usize> {
        rows.tokens().filter_map(|token| number_of(token, given)).filter(|&n| n > 0).collect()
    };
    match (is_line(&start), is_line(&goal)) {
        (true, true) if size.is_none() && same && order(&start) != order(&goal) => {
            Ok((squared(start)?, squared(goal)?))
        }
        (true, true) if size.is_none() && same && count(&start) > 3 => {
            let cells = count(&start);
            let message = format!(
                "{cells} numbers: one row, or a board of several? write the size before them, \
                 such as `{cells}x1`"
            );
            Err(start.place().error(NUMBERS, message))
        }
        (true, false) if same && size.is_none() => {
            let width = goal.rows[0].len();
            Ok((reshaped(start, width), goal))
        }
        (_, true) if same => {
            let width = start.rows[0].len();
            Ok((start, reshaped(goal, width)))
        }
        _ => Ok((start, goal)),
    }
}

fn check_size(rows: &Rows, start: &Rows, name: &str) -> Result<(), TextError> {
    let (found, expected) = (size_of_rows(rows)?, size_of_rows(start)?);
    if found == expected {
        return Ok(());
    }
    let hint = if name == "goal" {
        "; a floating goal is said by the line `floating` before its rows"
    } else {
        ""
    };
    let message = format!("{name}: {found} cells, the start has {expected}{hint}");
    Err(rows.place().error(rows.reading, message))
}

fn size_of_rows(rows: &Rows) -> Result<Size, TextError> {
    let (width, height) = (rows.rows.first().map_or(0, Vec::len), rows.rows.len());
    let allowed = 1..=usize::from(MAX_SIDE);
    if allowed.contains(&width) && allowed.contains(&height) {
        return Ok(Size::new(width as u8, height as u8));
    }
    let at = rows.place();
    let message = format!("{width} × {height} cells, allowed are 1 to {MAX_SIDE} each way");
    Err(at.error(rows.reading, message))
}

/// Returns the passes of their layer, in which walls of the start may be drawn.
fn passes_of(
    rows: &Rows,
    start: &Grid<Square>,
    meaning: &Meaning,
) -> Result<BTreeMap<Cell, Colour>, TextError> {
    let mut passes = BTreeMap::new();
    for ((cell, &square), token) in grid_of(rows, meaning)?.iter().zip(rows.tokens()) {
        match square {
            Square::Empty => {}
            Square::Tile(colour) => drop(passes.insert(cell, colour)),
            Square::Wall if start[cell] == Square::Wall => {}
            Square::Wall => {
                let message = format!("passes, {cell}: a wall where the start has none");
                return Err(token.at.error(rows.reading, message));
            }
        }
    }
    Ok(passes)
}

fn grid_of(rows: &Rows, meaning: &Meaning) -> Result<Grid<Square>, TextError> {
    let mut grid = Grid::new(size_of_rows(rows)?, Square::Empty);
    for (y, row) in rows.rows.iter().enumerate() {
        for (x, token) in row.iter().enumerate() {
            grid[Cell::new(x as u8, y as u8)] = meaning.square(token, rows)?;
        }
    }
    Ok(grid)
}
