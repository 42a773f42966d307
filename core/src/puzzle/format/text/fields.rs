//! Separators: commas, semicolons, tabs, bars, brackets, quotation marks, and what stands
//! between them.

use super::blocks::Line;
use super::cells::{Sign, Token};
use super::{At, CELLS, FIELDS, TextError};
use crate::puzzle::rules::Palette;

/// Characters of a row with their places.
pub(super) type Row = Vec<(char, At)>;

/// How the rows of a block were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A line a row, and no separator but spaces.
    Lines,
    /// A line a row, or marks between the rows, with separators between the cells.
    Separated,
    /// Brackets around each row.
    Nested,
}

/// The rows of a block, still as characters.
pub(super) struct Pieces {
    pub rows: Vec<Row>,
    pub shape: Shape,
}

pub(super) const OPENING: &str = "([{";
pub(super) const CLOSING: &str = ")]}";
const QUOTES: &str = "\"'`“”‘’«»";

pub(super) const fn is_between(c: char) -> bool {
    matches!(c, ',' | ';' | '\t' | '|')
}

/// Takes a block apart into rows.
pub(super) fn pieces(lines: &[Line], palette: &Palette) -> Result<Pieces, TextError> {
    let is_free = |c: char| palette.find(c).is_none();
    let mut rows: Vec<Row> = lines
        .iter()
        .map(|line| line.text.chars().enumerate().map(|(i, c)| (c, line.at(i))).collect())
        .collect();
    let has = |rows: &[Row], wanted: &dyn Fn(char) -> bool| {
        rows.iter().flatten().any(|&(c, _)| wanted(c) && is_free(c))
    };
    if has(&rows, &|c| QUOTES.contains(c)) {
        rows = unquoted(rows, palette);
    }
    let brackets = |c: char| (OPENING.contains(c) || CLOSING.contains(c)) && is_free(c);
    if has(&rows, &brackets) {
        if let Some(pieces) = bracketed(&rows, palette) {
            return pieces;
        }
        if let Some(&(c, at)) = rows.iter().flatten().find(|&&(c, _)| brackets(c))
            && has(&rows, &is_between)
        {
            return Err(at.error(FIELDS, format!("the bracket {c:?} has no partner")));
        }
    }
    Ok(without_brackets(rows, palette))
}

/// Leaves quotation marks out. A quoted string of several letters is a row of its own.
fn unquoted(rows: Vec<Row>, palette: &Palette) -> Vec<Row> {
    let is_quote = |c: char| QUOTES.contains(c) && palette.find(c).is_none();
    let mut strings: Vec<Row> = Vec::new();
    let (mut is_open, mut has_strays) = (false, false);
    for (c, at) in rows.iter().flatten().copied() {
        if is_quote(c) {
            is_open = !is_open;
            if is_open {
                strings.push(Row::new());
            }
        } else if let (true, Some(string)) = (is_open, strings.last_mut()) {
            string.push((c, at));
        } else if !c.is_whitespace()
            && !is_between(c)
            && !OPENING.contains(c)
            && !CLOSING.contains(c)
        {
            // Not to be passed over.
            has_strays = true;
        }
    }
    let is_row = |string: &Row| string.len() > 1 && !string.iter().any(|&(c, _)| is_between(c));
    if !is_open && !has_strays && !strings.is_empty() && strings.iter().all(is_row) {
        return strings;
    }
    let unquoted = |(c, at)| if is_quote(c) { (' ', at) } else { (c, at) };
    rows.into_iter().map(|row| row.into_iter().map(unquoted).collect()).collect()
}

/// Takes the rows out of brackets; `None` when they do not match.
fn bracketed(rows: &[Row], palette: &Palette) -> Option<Result<Pieces, TextError>> {
    let is_free = |c: char| palette.find(c).is_none();
    let mut open: Vec<char> = Vec::new();
    // Of each group that holds no other: its cells.
    let mut groups: Vec<Row> = Vec::new();
    let (mut deepest, mut innermost, mut stray) = (0, false, None);
    for (c, at) in rows.iter().flat_map(|row| row.iter().copied().chain(line_end(row))) {
        if OPENING.contains(c) && is_free(c) {
            open.push(c);
            deepest = deepest.max(open.len());
            groups.push(Row::new());
            innermost = true;
        } else if CLOSING.contains(c) && is_free(c) {
            let partner = open.pop()?;
            if OPENING.find(partner) != CLOSING.find(c) {
                return None;
            }
            innermost = false;
        } else if let (true, Some(group)) = (innermost, groups.last_mut()) {
            group.push((c, at));
        } else if !c.is_whitespace() && !is_between(c) {
            stray = stray.or(Some((c, at)));
        }
    }
    if !open.is_empty() {
        return None;
    }
    if let Some((c, at)) = stray {
        return Some(Err(at.error(FIELDS, format!("{c:?} stands outside the brackets"))));
    }
    groups.retain(|group| group.iter().any(|(c, _)| !c.is_whitespace()));
    if groups.is_empty() {
        return None;
    }
    if groups.len() == 1 && deepest == 1 {
        // One bracket around all: the lines in it are the rows.
        let lines = groups[0].split(|&(c, _)| c == '\n').map(<[_]>::to_vec);
        let lines = lines.filter(|line| line.iter().any(|(c, _)| !c.is_whitespace())).collect();
        let pieces = without_brackets(lines, palette);
        return Some(Ok(Pieces { shape: Shape::Separated, ..pieces }));
    }
    Some(Ok(Pieces { rows: groups, shape: Shape::Nested }))
}

/// Returns what stands for the end of a line within brackets.
fn line_end(row: &Row) -> Option<(char, At)> {
    row.last().map(|&(_, at)| ('\n', at))
}

/// Finds the rows by lines, or by marks between them where all is on one line.
fn without_brackets(rows: Vec<Row>, palette: &Palette) -> Pieces {
    let is_free = |c: char| palette.find(c).is_none();
    let parts = |mark: char| -> Option<Vec<Row>> {
        if !is_free(mark) {
            return None;
        }
        let split: Vec<Row> =
            rows.iter().flat_map(|row| row.split(|&(c, _)| c == mark)).map(trimmed).collect();
        let count = |row: &Row| row.iter().filter(|&&(c, _)| !c.is_whitespace()).count();
        let even = split.iter().all(|row| count(row) > 0);
        (split.len() > rows.len() && even).then_some(split)
    };
    let between = |rows: &[Row]| {
        let inner = |row: &Row| trimmed(row).iter().any(|&(c, _)| is_between(c) && is_free(c));
        rows.iter().any(inner)
    };
    if let Some(split) = parts('/').filter(|split| is_board(split)) {
        let shape = if between(&split) { Shape::Separated } else { Shape::Lines };
        return Pieces { rows: split, shape };
    }
    if rows.len() == 1 {
        for mark in [';', ','] {
            let cells = |row: &Row| words(row).len() > 1 || between(std::slice::from_ref(row));
            let wide = parts(mark).filter(|split| split.iter().all(cells) && is_board(split));
            if let Some(split) = wide {
                return Pieces { rows: split, shape: Shape::Separated };
            }
        }
    }
    let shape = if between(&rows) { Shape::Separated } else { Shape::Lines };
    Pieces { rows, shape }
}

/// Says whether rows that a mark divides are of one length, in cells or in letters.
fn is_board(rows: &[Row]) -> bool {
    let even = |count: &dyn Fn(&Row) -> usize| rows.iter().all(|row| count(row) == count(&rows[0]));
    let fields = |row: &Row| {
        row.split(|&(c, _)| is_between(c) || c.is_whitespace()).filter(|f| !f.is_empty()).count()
    };
    let letters = |row: &Row| row.iter().filter(|&&(c, _)| !c.is_whitespace()).count();
    even(&fields) && (fields(&rows[0]) > 1 || even(&letters))
}

fn trimmed(row: impl AsRef<[(char, At)]>) -> Row {
    let row = row.as_ref();
    let is_dark = |&(c, _): &(char, At)| !c.is_whitespace();
    let (Some(first), Some(last)) = (row.iter().position(is_dark), row.iter().rposition(is_dark))
    else {
        return Row::new();
    };
    row[first..=last].to_vec()
}

/// Returns the words of a row, whatever they are.
pub(super) fn words(row: &Row) -> Vec<Token> {
    let words = row.split(|&(c, _)| c.is_whitespace()).filter(|word| !word.is_empty());
    words.map(word).collect()
}

fn word(letters: &[(char, At)]) -> Token {
    let text: String = letters.iter().map(|&(c, _)| c).collect();
    let at = letters[0].1;
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.chars().next() {
        Some(c) if text.chars().count() == 1 && !is_number => Token { sign: Sign::Letter(c), at },
        _ if is_number => Token { sign: Sign::Number(text), at },
        _ => Token { sign: Sign::Word(text), at },
    }
}

/// Returns the letters of a row, a cell each.
pub(super) fn letters(
    row: &Row,
    palette: &Palette,
    reading: &'static str,
) -> Result<Vec<Token>, TextError> {
    let letters = row.iter().filter(|(c, _)| !c.is_whitespace());
    letters
        .map(|&(c, at)| {
            let token = word(&[(c, at)]);
            check_letter(c, at, palette, reading).map(|()| token)
        })
        .collect()
}

/// Refuses a word that is no cell.
pub(super) fn check_word(token: &Token, palette: &Palette) -> Result<(), TextError> {
    match &token.sign {
        Sign::Letter(c) => check_letter(*c, token.at, palette, FIELDS),
        Sign::Word(text) => {
            let shown: String = text.chars().take(20).collect();
            Err(token.at.error(FIELDS, format!("{shown:?} is neither a number nor one letter")))
        }
        Sign::Number(_) | Sign::Nothing => Ok(()),
    }
}

/// Refuses what may be an empty cell, a wall or an ornament, for all that can be told.
fn check_letter(
    c: char,
    at: At,
    palette: &Palette,
    reading: &'static str,
) -> Result<(), TextError> {
    let picture = matches!(c, '\u{1f000}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}');
    // Beside spaces they are ornaments, like any other sign.
    let mark = "()/".contains(c) && reading == CELLS;
    if palette.find(c).is_some() || ".#_".contains(c) || c.is_alphanumeric() || picture || mark {
        return Ok(());
    }
    let message = format!(
        "{c:?} stands for nothing here: `.` is an empty cell, `#` a wall, letters and numbers \
         are tiles"
    );
    Err(at.error(reading, message))
}

/// Rows of cells.
type Cells = Vec<Vec<Token>>;

/// Returns the cells of rows with separators. An empty field is a cell where a row would
/// be too short without it. Says too how many empty fields at
/// both ends were taken for none.
pub(super) fn cells(
    pieces: &Pieces,
    palette: &Palette,
) -> Result<(Cells, (usize, usize)), TextError> {
    let rows: Vec<Vec<Token>> = pieces.rows.iter().map(|row| fields(row, palette)).collect();
    for token in rows.iter().flatten() {
        check_word(token, palette)?;
    }
    let is_dark = |token: &Token| token.sign != Sign::Nothing;
    let before = |row: &Vec<Token>| row.iter().position(is_dark).unwrap_or(row.len());
    let after = |row: &Vec<Token>| row.iter().rev().position(is_dark).unwrap_or(row.len());
    let cut = |first: usize, last: usize| -> Vec<Vec<Token>> {
        let end = |row: &Vec<Token>| row.len().saturating_sub(last).max(first.min(row.len()));
        rows.iter().map(|row| row[first.min(row.len())..end(row)].to_vec()).collect()
    };
    // What all rows have at an end belongs to no cell.
    let first = rows.iter().map(before).min().unwrap_or(0);
    let last = rows.iter().map(after).min().unwrap_or(0);
    let same = cut(first, last);
    if same.iter().all(|row| row.len() == same[0].len()) {
        return Ok((same, (first, last)));
    }
    // A mark that goes on to the next line is not written after the last one.
    let bare =
        |row: &Vec<Token>| row[before(row)..(row.len() - after(row)).max(before(row))].to_vec();
    let bare: Vec<Vec<Token>> = rows.iter().map(bare).filter(|row| !row.is_empty()).collect();
    let is_even = bare.iter().all(|row| row.len() == bare[0].len());
    Ok((if is_even { bare } else { same }, (first, last)))
}

/// Returns the fields of a row; one may hold several words.
fn fields(row: &Row, palette: &Palette) -> Vec<Token> {
    let row = &trimmed_blanks(row);
    let is_mark = |c: char| is_between(c) && palette.find(c).is_none();
    let mut cells = Vec::new();
    let mut field = Row::new();
    let end = row.last().map_or(At::START, |&(_, at)| at);
    for (c, at) in row.iter().copied().map(|(c, at)| (Some(c), at)).chain([(None, end)]) {
        match c {
            Some(c) if !is_mark(c) => field.push((c, at)),
            _ => {
                let found = words(&std::mem::take(&mut field));
                if found.is_empty() {
                    cells.push(Token { sign: Sign::Nothing, at });
                }
                cells.extend(found);
            }
        }
    }
    // The bars of a table stand around it.
    let is_bar = |at: Option<&(char, At)>| at.is_some_and(|&(c, _)| c == '|');
    if is_bar(row.last()) {
        cells.pop();
    }
    if is_bar(row.first()) && !cells.is_empty() {
        cells.remove(0);
    }
    cells
}

/// Takes spaces, not tabs, from both ends of a row.
fn trimmed_blanks(row: &Row) -> Row {
    let is_dark = |&(c, _): &(char, At)| c == '\t' || !c.is_whitespace();
    let (Some(first), Some(last)) = (row.iter().position(is_dark), row.iter().rposition(is_dark))
    else {
        return Row::new();
    };
    row[first..=last].to_vec()
}
