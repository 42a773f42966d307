//! The lines of a board as rows of tokens: what stands in each cell, before anybody asks
//! what it means. Letters may stand side by side, a cell each, or with separators between
//! them, and then numbers may have several digits.

use std::collections::BTreeSet;

use super::blocks::Line;
use super::fields::{self, Shape};
use super::numbered::is_numbered;
use super::{At, CELLS, FIELDS, TextError};
use crate::puzzle::rules::Palette;

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// A letter, or a mark such as `.`.
    Letter(char),
    /// A number, as it is written.
    Number(String),
    /// Several letters where a cell should be.
    Word(String),
    /// Nothing, between two separators.
    Nothing,
}

/// A cell and its place in the text.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub sign: Sign,
    pub at: At,
}

/// The rows of one board; all of one length.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    pub rows: Vec<Vec<Token>>,
    /// How they were read, for errors about what they mean.
    pub reading: &'static str,
    /// The rows are one line that may have to be cut: numbers, none in brackets of its own.
    pub is_flat: bool,
    /// Brackets stand around each row.
    pub is_nested: bool,
    /// How many empty fields at the ends of its rows were taken for no cells.
    pub cut: (usize, usize),
}

impl Rows {
    pub(super) fn tokens(&self) -> impl Iterator<Item = &Token> {
        self.rows.iter().flatten()
    }

    /// Returns where the first cell stands; a row in brackets may have none.
    pub(super) fn place(&self) -> At {
        self.tokens().next().map_or(At::START, |token| token.at)
    }
}

/// Reads the rows of a board, `name` in errors.
pub(super) fn rows_of(lines: &[Line], palette: &Palette, name: &str) -> Result<Rows, TextError> {
    if let Some(rows) = literal(lines, palette) {
        return checked(rows, name);
    }
    let pieces = fields::pieces(lines, palette)?;
    if pieces.shape != Shape::Lines {
        let (rows, cut) = fields::cells(&pieces, palette)?;
        let is_nested = pieces.shape == Shape::Nested;
        let is_flat = rows.len() == 1 && !is_nested;
        return checked(Rows { rows, reading: FIELDS, is_flat, is_nested, cut }, name);
    }
    let words: Vec<Vec<Token>> = pieces.rows.iter().map(fields::words).collect();
    let is_number = |token: &&Token| matches!(&token.sign, Sign::Number(n) if n.len() > 1);
    let spaced = words.iter().any(|row| row.len() > 1);
    let long = words.iter().flatten().find(is_number);
    let reading = if spaced { FIELDS } else { CELLS };
    let letters = || -> Result<Rows, TextError> {
        let rows = pieces.rows.iter().map(|row| fields::letters(row, palette, reading));
        let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
        let is_flat = rows.len() == 1;
        Ok(Rows { rows, reading, is_flat, is_nested: false, cut: (0, 0) })
    };
    if is_column(&words) && !letters().is_ok_and(|rows| is_numbered(&rows, palette)) {
        let message = "numbers one below the other, or a tile for each digit? write commas or \
                       spaces between cells";
        return Err(words[0][0].at.error(CELLS, message));
    }
    let Some(long) = long.filter(|_| spaced) else { return checked(letters()?, name) };
    let at = long.at;
    // Numbers of several digits with spaces between them, or groups of letters?
    let is_flat = words.len() == 1;
    let rows = Rows { rows: words, reading: FIELDS, is_flat, is_nested: false, cut: (0, 0) };
    let numbers = every_word(rows, palette).and_then(|rows| checked(rows, name));
    match (numbers, letters().and_then(|rows| checked(rows, name))) {
        (Err(_), Ok(letters)) => Ok(letters),
        (Ok(rows), Ok(_)) if !count_up(&rows) => Err(at.error(
            FIELDS,
            "a number of several digits, or a tile for each digit? write commas between cells",
        )),
        (numbers, _) => numbers,
    }
}

/// Says whether each line is a number of one or two digits, and some have two.
fn is_column(words: &[Vec<Token>]) -> bool {
    let digits = |row: &Vec<Token>| match &row[..] {
        [Token { sign: Sign::Number(number), .. }] => number.len(),
        _ => usize::MAX,
    };
    words.len() > 1 && words.iter().map(digits).max() == Some(2)
}

/// Reads rows in which every character is a cell of `palette`, whatever it looks like.
fn literal(lines: &[Line], palette: &Palette) -> Option<Rows> {
    let is_cell = |c: char| ".#".contains(c) || palette.find(c).is_some() || c == ' ';
    let is_number = |word: &str| word.len() > 1 && word.bytes().all(|b| b.is_ascii_digit());
    let is_numbered = |text: &str| {
        text.split(' ').filter(|word| !word.is_empty()).count() > 1
            && text.split(' ').any(is_number)
    };
    let is_row = |line: &Line| line.text.trim().chars().all(is_cell) && !is_numbered(&line.text);
    if palette.is_empty() || !lines.iter().all(is_row) {
        return None;
    }
    let rows = lines.iter().map(|line| {
        let cells = line.text.chars().enumerate().filter(|(_, c)| !c.is_whitespace());
        cells.map(|(index, c)| Token { sign: Sign::Letter(c), at: line.at(index) }).collect()
    });
    let rows = rows.collect();
    Some(Rows { rows, reading: CELLS, is_flat: false, is_nested: false, cut: (0, 0) })
}

/// Refuses words that are neither a number nor one letter.
fn every_word(rows: Rows, palette: &Palette) -> Result<Rows, TextError> {
    for token in rows.tokens() {
        fields::check_word(token, palette)?;
    }
    Ok(rows)
}

/// Says whether the numbers are 1, 2, 3 … without a gap: then they are numbers.
fn count_up(rows: &Rows) -> bool {
    let numbers: Vec<u32> = rows
        .tokens()
        .filter_map(|token| match &token.sign {
            Sign::Number(number) => number.parse().ok(),
            _ => None,
        })
        .filter(|&number| number > 0)
        .collect();
    let different: BTreeSet<u32> = numbers.iter().copied().collect();
    different.len() == numbers.len() && different.last() == Some(&(numbers.len() as u32))
}

fn checked(rows: Rows, name: &str) -> Result<Rows, TextError> {
    let expected = rows.rows.first().map_or(0, Vec::len);
    let uneven = rows.rows.iter().enumerate().find(|(_, row)| row.len() != expected);
    let Some((index, row)) = uneven else { return Ok(rows) };
    let at = row.first().or_else(|| rows.rows[0].first()).map_or(At::START, |token| token.at);
    let message =
        format!("{name}, row {}: {} cells, the first row has {expected}", index + 1, row.len());
    Err(at.error(rows.reading, message))
}
