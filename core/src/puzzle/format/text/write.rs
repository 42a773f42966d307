//! Positions and whole puzzles as text.

use super::parse_text;
use crate::puzzle::advice::classic;
use crate::puzzle::format::TextKind;
use crate::puzzle::format::level_file::{pass_rows, rows_from_grid};
use crate::puzzle::rules::{
    Anchor, Board, Draft, Grid, Layout, Palette, Position, Square, default_swatch, format_moves,
};

/// Writes all of `draft` but its title, colours and solution, in the letters of its
/// palette: who reads it must have them.
pub fn write_text(draft: &Draft) -> String {
    let label = |text| label_text(text, &draft.palette);
    let floating = match draft.anchor {
        Anchor::Floating => label("floating") + "\n",
        _ => String::new(),
    };
    let start = layout_text(draft, Layout::Start);
    let mut text = format!("{start}\n{floating}{}", layout_text(draft, Layout::Goal));
    if !draft.terrain.thin_walls.is_empty() {
        text += &format!("\nthin: {}\n", draft.terrain.thin_walls_text());
    }
    if !draft.terrain.passes.is_empty() {
        text += &format!("\n{}\n{}\n", label("passes:"), pass_rows(draft).join("\n"));
    }
    for index in 0..draft.waypoints.len() {
        text +=
            &format!("\n{}\n{}", label("waypoint:"), layout_text(draft, Layout::Waypoint(index)));
    }
    if !draft.opening.is_empty() {
        text += &format!("\nopening: {}\n", format_moves(&draft.opening));
    }
    text
}

/// Returns a label that stands on a line of its own, with a space in it where it would be
/// read as a row: where each of its characters is a letter of `palette`.
fn label_text(label: &str, palette: &Palette) -> String {
    if label.chars().all(|c| palette.find(c).is_some()) {
        return format!("{} :", label.trim_end_matches(':'));
    }
    label.to_owned()
}

/// As [`write_text`], for whoever has no palette: with other letters where those of the
/// draft would be read as something else, such as `0`, `x` or a comma.
pub fn plain_text(draft: &Draft) -> String {
    let text = write_text(draft);
    let is_position = TextKind::of(&text) == TextKind::Position;
    if is_position && parse_text(&text, None).is_ok_and(|read| is_same_but_letters(&read, draft)) {
        return text;
    }
    let mut renamed = draft.clone();
    renamed.palette = Palette::default();
    let letters = classic::symbols().filter(|c| !c.is_ascii_digit() && !"XxWw".contains(*c));
    for letter in letters.take(draft.palette.len()) {
        renamed.palette.push(default_swatch(letter, 0));
    }
    if renamed.palette.len() < draft.palette.len() { text } else { write_text(&renamed) }
}

/// Says whether two drafts differ in nothing but letters, colours and what is said about
/// them.
pub(super) fn is_same_but_letters(one: &Draft, other: &Draft) -> bool {
    let mut pairs = Vec::new();
    let mut agree = |one: &Grid<Square>, other: &Grid<Square>| {
        one.size() == other.size()
            && one.iter().zip(other.iter()).all(|((_, one), (_, other))| match (one, other) {
                (Square::Tile(one), Square::Tile(other)) => {
                    let known = pairs.iter().find(|(a, b)| a == one || b == other).copied();
                    pairs.extend(known.is_none().then_some((*one, *other)));
                    known.is_none_or(|pair| pair == (*one, *other))
                }
                _ => one == other,
            })
    };
    let passes = |draft: &Draft| {
        let mut grid = Grid::new(draft.start.size(), Square::Empty);
        let passes = draft.terrain.passes.iter().filter(|(cell, _)| grid.size().contains(**cell));
        for (&cell, &colour) in passes.collect::<Vec<_>>() {
            grid[cell] = Square::Tile(colour);
        }
        grid
    };
    agree(&one.start, &other.start)
        && agree(&one.goal, &other.goal)
        && agree(&passes(one), &passes(other))
        && one.terrain.thin_walls == other.terrain.thin_walls
        && one.waypoints.len() == other.waypoints.len()
        && one.waypoints.iter().zip(&other.waypoints).all(|(one, other)| agree(one, other))
        && one.anchor == other.anchor
        && one.opening == other.opening
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
