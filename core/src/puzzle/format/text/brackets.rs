//! Boards in brackets one after the other, `[[3,1],[2,0]] [[1,2],[3,0]]`: start and goal.

use super::blocks::{Blocks, Line};
use super::fields::{CLOSING, OPENING, is_between};
use super::{At, FIELDS, TextError};
use crate::puzzle::rules::Palette;

/// A pair of brackets: between which characters, and how deep the brackets in it go.
struct Group {
    /// Of the text of all lines, a line end counted as a character.
    begin: usize,
    end: usize,
    inner: usize,
}

/// Parts a start that is two boards in brackets into start and goal. Says whether it was.
///
/// # Errors
/// There are more than two boards.
pub(super) fn part(blocks: &mut Blocks, palette: &Palette) -> Result<bool, TextError> {
    let Some(boards) = boards(&blocks.start, palette) else { return Ok(false) };
    match &boards[..] {
        [] | [_] => Ok(false),
        [start, goal] => {
            let goal = cut(&blocks.start, goal);
            blocks.start = cut(&blocks.start, start);
            blocks.goal = goal;
            Ok(true)
        }
        [_, _, third, ..] => {
            let at = cut(&blocks.start, third).first().map_or(At::START, |line| line.at(0));
            let message = format!("{} boards in brackets: start and goal are two", boards.len());
            Err(at.error(FIELDS, message))
        }
    }
}

/// Returns the groups that hold rows; `None` when the brackets do not match, or anything stands
/// outside them.
fn boards(lines: &[Line], palette: &Palette) -> Option<Vec<Group>> {
    let is_free = |c: char| palette.find(c).is_none();
    let mut open: Vec<(char, Group)> = Vec::new();
    let mut boards = Vec::new();
    for (at, c) in lines.iter().flat_map(|line| line.text.chars().chain(['\n'])).enumerate() {
        if OPENING.contains(c) && is_free(c) {
            open.push((c, Group { begin: at, end: at, inner: 0 }));
        } else if CLOSING.contains(c) && is_free(c) {
            let (partner, group) = open.pop()?;
            if OPENING.find(partner) != CLOSING.find(c) {
                return None;
            }
            if let Some((_, outer)) = open.last_mut() {
                outer.inner = outer.inner.max(group.inner + 1);
            }
            if group.inner == 1 {
                boards.push(Group { end: at + 1, ..group });
            }
        } else if open.is_empty() && !c.is_whitespace() && !is_between(c) {
            return None;
        }
    }
    open.is_empty().then_some(boards)
}

/// Returns the part of the lines that is in a group.
fn cut(lines: &[Line], group: &Group) -> Vec<Line> {
    let mut before = 0;
    let mut cut = Vec::new();
    for line in lines {
        let length = line.text.chars().count();
        let begin = group.begin.saturating_sub(before).min(length);
        let end = group.end.saturating_sub(before).min(length);
        if begin < end {
            let text = line.text.chars().skip(begin).take(end - begin).collect();
            cut.push(Line { number: line.number, offset: line.offset + begin, text });
        }
        before += length + 1;
    }
    cut
}
