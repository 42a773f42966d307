//! A text cut into its boards and labelled lines, without what mails and chats put around
//! it: fences, quotation marks of a reply, characters without width.

use std::collections::BTreeSet;

use super::{At, BOARDS, TextError};
use crate::puzzle::rules::terrain::parse_sides;
use crate::puzzle::rules::{Move, Palette, Side, parse_moves};

/// A line of a board.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// In the text, from 1.
    pub number: usize,
    /// Columns of the text before it.
    pub offset: usize,
    pub text: String,
}

impl Line {
    pub(super) const fn at(&self, index: usize) -> At {
        At { line: self.number, column: self.offset + index + 1 }
    }
}

/// The boards of a text, each by its lines, and its labelled lines.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    /// The first line that holds spaces and nothing else.
    pub of_spaces: Option<Line>,
    pub start: Vec<Line>,
    /// Empty when there is none.
    pub goal: Vec<Line>,
    pub is_floating: bool,
    pub waypoints: Vec<Vec<Line>>,
    pub opening: Vec<Move>,
    pub thin_walls: BTreeSet<Side>,
    /// The layer of passes; empty when there is none.
    pub passes: Vec<Line>,
}

/// What a line says by itself.
enum Label {
    Start,
    Goal,
    Floating,
    Waypoint,
    Opening,
    ThinWalls,
    Passes,
}

const LABELS: [(&str, Label); 7] = [
    ("start", Label::Start),
    ("goal", Label::Goal),
    ("floating", Label::Floating),
    ("waypoint", Label::Waypoint),
    ("opening", Label::Opening),
    ("thin", Label::ThinWalls),
    ("passes", Label::Passes),
];

/// Takes a text apart.
pub(super) fn split(text: &str, palette: &Palette) -> Result<Blocks, TextError> {
    let mut splitter = Splitter::default();
    for line in cleaned(text, palette) {
        splitter.take(line, palette)?;
    }
    splitter.finish()
}

/// What a block of lines belongs to.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Part {
    /// The next board in order: the start, then the goal.
    #[default]
    Next,
    Start,
    Goal,
    Waypoint,
    Passes,
}

#[derive(Default)]
struct Splitter {
    blocks: Blocks,
    /// The lines since the last break, and what they belong to.
    open: Vec<Line>,
    part: Part,
    has_opening: bool,
    has_thin_walls: bool,
    last: usize,
}

impl Splitter {
    fn take(&mut self, line: Line, palette: &Palette) -> Result<(), TextError> {
        self.last = line.number;
        let text = line.text.trim();
        if text.is_empty() || is_rule(text, palette) {
            if text.is_empty() && !line.text.is_empty() {
                self.blocks.of_spaces.get_or_insert(line);
            }
            return self.close();
        }
        if let Some((label, rest)) = self.label(text, palette) {
            return self.labelled(&line, label, rest);
        }
        self.open.push(line);
        Ok(())
    }

    /// Returns the label of a line and what follows it.
    fn label<'a>(&self, text: &'a str, palette: &Palette) -> Option<(&'static Label, &'a str)> {
        let is_cell = |c: char| ".#".contains(c) || palette.find(c).is_some();
        if text.chars().all(is_cell) {
            return None;
        }
        // No row of a start can be mistaken for it.
        let is_floating = text.eq_ignore_ascii_case("floating")
            && self.open.is_empty()
            && !self.blocks.start.is_empty();
        if is_floating {
            return Some((&Label::Floating, ""));
        }
        LABELS.iter().find_map(|(name, label)| Some((label, named(text, name)?)))
    }

    fn labelled(&mut self, line: &Line, label: &Label, rest: &str) -> Result<(), TextError> {
        self.close()?;
        match label {
            Label::Start => self.part = Part::Start,
            Label::Goal => self.part = Part::Goal,
            Label::Floating => {
                self.part = Part::Goal;
                self.blocks.is_floating = true;
            }
            Label::Waypoint => self.part = Part::Waypoint,
            Label::Passes => self.part = Part::Passes,
            Label::ThinWalls => {
                if std::mem::replace(&mut self.has_thin_walls, true) {
                    return Err(line.at(0).error(BOARDS, "a second list of thin walls"));
                }
                self.blocks.thin_walls = parse_sides(rest)
                    .map_err(|error| line.at(0).error(BOARDS, format!("thin: {error}")))?;
                return Ok(());
            }
            Label::Opening => {
                if std::mem::replace(&mut self.has_opening, true) {
                    return Err(line.at(0).error(BOARDS, "a second opening"));
                }
                self.blocks.opening = parse_moves(rest)
                    .map_err(|error| line.at(0).error(BOARDS, format!("opening: {error}")))?;
                return Ok(());
            }
        }
        if !rest.is_empty() {
            let offset = line.text.chars().count() - rest.chars().count();
            let (number, offset) = (line.number, line.offset + offset);
            self.open.push(Line { number, offset, text: rest.to_owned() });
        }
        Ok(())
    }

    /// Ends a block of lines.
    fn close(&mut self) -> Result<(), TextError> {
        let lines = std::mem::take(&mut self.open);
        let Some(first) = lines.first() else { return Ok(()) };
        let blocks = &mut self.blocks;
        let board = match std::mem::take(&mut self.part) {
            Part::Start => &mut blocks.start,
            Part::Goal => &mut blocks.goal,
            Part::Passes if blocks.passes.is_empty() => &mut blocks.passes,
            Part::Passes => {
                return Err(first.at(0).error(BOARDS, "a second layer of passes"));
            }
            Part::Waypoint => {
                blocks.waypoints.push(lines);
                return Ok(());
            }
            Part::Next if blocks.start.is_empty() => &mut blocks.start,
            Part::Next => &mut blocks.goal,
        };
        if !board.is_empty() {
            let message = "one board too many: a third block of rows is a waypoint only after \
                           the line `waypoint:`";
            return Err(first.at(0).error(BOARDS, message));
        }
        *board = lines;
        Ok(())
    }

    fn finish(mut self) -> Result<Blocks, TextError> {
        self.close()?;
        let end = At { line: self.last.max(1), column: 1 };
        if self.part != Part::Next || self.blocks.is_floating && self.blocks.goal.is_empty() {
            return Err(end.error(BOARDS, "rows are missing after the last label"));
        }
        if self.blocks.start.is_empty() {
            return Err(At::START.error(BOARDS, "there are no rows"));
        }
        Ok(self.blocks)
    }
}

/// Returns what follows `name` and a colon.
fn named<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (head, rest) = text.split_once(':')?;
    // Waypoints may be counted.
    let head = head.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    head.eq_ignore_ascii_case(name).then(|| rest.trim())
}

/// Says whether a line only divides: `---`, `===`, `->`.
fn is_rule(text: &str, palette: &Palette) -> bool {
    const MARKS: &str = "-=>→⇒─—";
    let is_mark = |c: char| MARKS.contains(c) && palette.find(c).is_none();
    text.chars().all(is_mark) && (text.chars().count() > 1 || "→⇒".contains(text))
}

/// Says whether a line is drawn between the rows of a table: `|---|:--:|`, `+---+---+`, `├───┤`.
fn is_drawn(text: &str, palette: &Palette) -> bool {
    const JOINTS: &str = "+┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╭╮╰╯┏┳┓┣╋┫┗┻┛";
    let is_dash = |c: char| "-─━═".contains(c);
    let is_free = |c: char| {
        (is_dash(c) || JOINTS.contains(c) || "|: ".contains(c)) && palette.find(c).is_none()
    };
    if !text.chars().all(is_free) || !text.contains(is_dash) {
        return false;
    }
    // A dash between bars may stand for an empty cell, three hardly.
    let mut fields = text.split('|').map(|field| field.trim_matches([' ', ':']));
    text.contains(|c| JOINTS.contains(c))
        || text.contains('|')
            && fields
                .all(|field| field.is_empty() || field.chars().filter(|c| is_dash(*c)).count() > 2)
}

/// Returns the lines without what is only wrapping. An arrow between two boards on one
/// line becomes an empty line.
fn cleaned(text: &str, palette: &Palette) -> Vec<Line> {
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n");
    let is_free = |c: char| palette.find(c).is_none();
    let is_unseen = |c: char| {
        matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' | '\u{fe0f}')
            && is_free(c)
    };
    let written = |line: &&str| !line.trim().is_empty();
    let quoted =
        is_free('>') && text.lines().filter(written).all(|l| l.trim_start().starts_with('>'));
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut line: String = line.chars().filter(|&c| !is_unseen(c)).collect();
        let mut offset = 0;
        if quoted && let Some((before, rest)) = line.clone().split_once('>') {
            offset = before.chars().count() + 1;
            line = rest.to_owned();
        }
        if is_free('`') && line.trim_start().starts_with("```") {
            line.clear();
        }
        for bar in ["│", "║", "┃"].iter().filter(|bar| bar.chars().all(is_free)) {
            line = line.replace(bar, "|");
        }
        if is_drawn(line.trim(), palette) {
            continue;
        }
        push_split(&mut lines, Line { number: index + 1, offset, text: line }, palette);
    }
    lines
}

fn push_split(lines: &mut Vec<Line>, line: Line, palette: &Palette) {
    let arrow = ["->", "=>", "→", "⇒"].into_iter().find_map(|arrow| {
        let is_free = arrow.chars().all(|c| palette.find(c).is_none());
        let (before, after) = line.text.split_once(arrow).filter(|_| is_free)?;
        (!before.trim().is_empty() && !after.trim().is_empty())
            .then(|| (before.to_owned(), arrow, after.to_owned()))
    });
    let Some((before, arrow, after)) = arrow else { return lines.push(line) };
    let (number, offset) = (line.number, line.offset);
    let second = offset + before.chars().count() + arrow.chars().count();
    lines.push(Line { number, offset, text: before });
    lines.push(Line { number, offset, text: String::new() });
    push_split(lines, Line { number, offset: second, text: after }, palette);
}
