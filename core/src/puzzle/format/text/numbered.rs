//! Numbered puzzles as people write them: all numbers on one line or in nested brackets,
//! with the size before them or without, and no goal.

use super::blocks::Line;
use super::cells::{Rows, Sign, Token};
use super::{NUMBERS, TextError};
use crate::puzzle::rules::{Colour, Palette, TileKind, UnknownName, named};

/// Where the gap is in the goal of a numbered puzzle that has none of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GapPlace {
    /// 1 2 3 … with the gap behind the last.
    #[default]
    Last,
    /// The gap, then 1 2 3 ….
    First,
}

named! {
    "goal": GapPlace {
        Last = "gap-last",
        First = "gap-first",
    }
}

impl GapPlace {
    /// Returns what a goal of this kind asks for.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Last => "1 2 3 … and the gap behind the last number",
            Self::First => "the gap, then 1 2 3 …",
        }
    }
}

/// Returns the size at the head of a board, `3`, `4 3` or `4x3`, and the lines behind it.
pub(super) fn size_of(lines: &[Line]) -> Option<((usize, usize), Vec<Line>)> {
    let (first, rest) = lines.split_first()?;
    let numbers: Vec<(usize, usize)> = numbers_before(&first.text);
    let crossed = crossed(&first.text);
    let cut = |end: usize| {
        let text: String = first.text.chars().skip(end).collect();
        let text = text.trim_start_matches([':', ',', ';']).to_owned();
        let skipped = first.text.chars().count() - text.chars().count();
        let line = Line { number: first.number, offset: first.offset + skipped, text };
        let head = (!line.text.trim().is_empty()).then_some(line);
        head.into_iter().chain(rest.iter().cloned()).collect::<Vec<_>>()
    };
    let fits = |size: (usize, usize), lines: &[Line]| {
        let cells = lines.iter().map(|line| count_of_numbers(&line.text)).sum::<usize>();
        cells > 0 && size.0.checked_mul(size.1) == Some(cells)
    };
    if let Some((size, end)) = crossed {
        let lines = cut(end);
        return fits(size, &lines).then_some((size, lines));
    }
    if let [(side, end), ..] = numbers[..] {
        let lines = cut(end);
        if fits((side, side), &lines) {
            return Some(((side, side), lines));
        }
    }
    if let [(width, _), (height, end), ..] = numbers[..] {
        let lines = cut(end);
        if fits((width, height), &lines) {
            return Some(((width, height), lines));
        }
    }
    None
}

/// Returns the first two numbers of a line and the characters up to their ends.
fn numbers_before(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    for word in text.split_inclusive([' ', '\t', ',', ';', ':']) {
        at += word.chars().count();
        let word = word.trim_end_matches([' ', '\t', ',', ';', ':']);
        if word.is_empty() {
            continue;
        }
        let Ok(number) = word.parse() else { break };
        found.push((number, at));
        if found.len() == 2 {
            break;
        }
    }
    found
}

/// Reads `4x3`, `4 x 3` or `4×3` at the head of a line.
fn crossed(text: &str) -> Option<((usize, usize), usize)> {
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
    let blanks = |text: &str| text.chars().take_while(|c| *c == ' ').count();
    let begin = blanks(text);
    let first = digits(&text[begin..]);
    let width = text[begin..begin + first].parse().ok()?;
    let mut at = begin + first;
    at += blanks(&text[at..]);
    let cross = text[at..].chars().next().filter(|c| "xX×*".contains(*c))?;
    let mut end = at + cross.len_utf8();
    end += blanks(&text[end..]);
    let second = digits(&text[end..]);
    let height = text[end..end + second].parse().ok()?;
    let end = end + second;
    // `4x3x…` is a row.
    let goes_on = text[end..].chars().next().is_some_and(|c| !" :,;\t".contains(c));
    (!goes_on).then(|| ((width, height), text[..end].chars().count()))
}

/// Returns how many cells of a numbered puzzle a line holds.
fn count_of_numbers(text: &str) -> usize {
    let is_sign = |c: char| c.is_ascii_digit() || "._xX".contains(c);
    text.split(|c| !is_sign(c)).filter(|word| !word.is_empty()).count()
}

/// Returns the number in a cell of a numbered puzzle, 0 for the gap; `None` where it is neither.
/// Tiles of the palette have the numbers that stand on them.
pub(super) fn number_of(token: &Token, given: &Palette) -> Option<usize> {
    let known = match &token.sign {
        Sign::Letter(c) => given.find(*c),
        Sign::Number(text) => {
            let by_label = |&colour: &Colour| given.swatch(colour).label.as_ref() == Some(text);
            let by_letter = text.parse().ok().and_then(|c| given.find(c));
            by_letter.or_else(|| given.colours().find(by_label))
        }
        Sign::Nothing | Sign::Word(_) => None,
    };
    if let Some(colour) = known {
        let swatch = given.swatch(colour);
        let mark = swatch.label.clone().unwrap_or_else(|| swatch.symbol.to_string());
        return mark.parse().ok().filter(|&number| number > 0 && swatch.kind == TileKind::Plain);
    }
    match &token.sign {
        Sign::Number(text) => text.parse().ok(),
        Sign::Letter('.' | '_' | 'x' | 'X') | Sign::Nothing => Some(0),
        Sign::Letter(_) | Sign::Word(_) => None,
    }
}

/// Returns the numbers of the cells when they are 0, for the gap, and 1, 2, 3 … in any order.
pub(super) fn numbers_of(rows: &Rows, given: &Palette) -> Option<Vec<usize>> {
    let numbers: Vec<usize> =
        rows.tokens().map(|token| number_of(token, given)).collect::<Option<_>>()?;
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    (numbers.len() > 1 && sorted.iter().copied().eq(0..numbers.len())).then_some(numbers)
}

/// Says whether these are 1, 2, 3 … in any order and one gap.
pub(super) fn is_numbered(rows: &Rows, given: &Palette) -> bool {
    numbers_of(rows, given).is_some()
}

/// Cuts a line of cells into rows.
pub(super) fn reshaped(rows: Rows, width: usize) -> Rows {
    let cells: Vec<_> = rows.rows.into_iter().flatten().collect();
    let rows_of = cells.chunks(width.max(1)).map(<[_]>::to_vec).collect();
    Rows { rows: rows_of, is_flat: false, ..rows }
}

/// Gives a line of numbers the shape of a square, and refuses a column of them.
pub(super) fn squared(rows: Rows) -> Result<Rows, TextError> {
    let cells = rows.tokens().count();
    let side = cells.isqrt();
    let at = rows.place();
    if rows.rows.len() > 1 {
        let message = format!(
            "{cells} numbers below each other: one column, or a board of several? write the size \
             before them, such as `1x{cells}`"
        );
        return Err(at.error(NUMBERS, message));
    }
    if side * side == cells {
        return Ok(reshaped(rows, side));
    }
    let message = format!("{cells} cells are no square: write the size before them, such as `4x3`");
    Err(at.error(NUMBERS, message))
}
