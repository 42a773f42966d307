//! Methods side by side as a picture: the boards, under them a table with a line for
//! each method and a bar for the positions that it has looked at.

use std::io::Write;

use super::board::boards;
use super::canvas::{Area, BLACK, BLUE, DIM, WHITE, YELLOW};
use super::legend::{Item, Legend};
use super::lettering::{self, Place};
use super::title::Title;
use super::{Look, Picture, PictureError, picture_png};
use crate::puzzle::{Draft, Rgb};

/// The titles of the columns, the name of the method first.
pub const RACE_TITLES: [&str; 8] =
    ["method", "first", "best", "proved", "looked at", "stored", "time", "memory"];

/// What one method has shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RaceLine {
    /// What it is called.
    pub name: String,
    /// What stands in the columns behind its name.
    pub cells: [String; RACE_TITLES.len() - 1],
    /// The length of its bar, from 0 to 1.
    pub part: f32,
    /// Whether it has proved what it has found: the bar is blue then, else yellow.
    pub proved: bool,
}

/// Height of a line, and of the letters in it, in pixels.
const LINE: u32 = 26;
const LETTERS: f32 = 17.0;
/// Width of the longest bar.
const BAR: u32 = 260;
/// Between two columns.
const GAP: u32 = 22;
/// Around everything.
const MARGIN: u32 = 24;

/// Writes the boards of `draft` and a table of these lines as a PNG, with its title on wish.
///
/// # Errors
/// It cannot be written.
pub fn race_png(
    draft: &Draft,
    lines: &[RaceLine],
    title: bool,
    out: &mut dyn Write,
) -> Result<(), PictureError> {
    picture_png(&race_picture(draft, lines, title), out)
}

/// Returns the boards of `draft` and a table of these lines, with its title on wish.
fn race_picture(draft: &Draft, lines: &[RaceLine], title: bool) -> Picture {
    let look = Look { cell: 36, title, ..Look::default() };
    let title = Title::of(draft, look);
    let boards = boards(draft, Look { title: false, ..look });
    let widths = column_widths(lines);
    let table = widths.iter().map(|width| width + GAP).sum::<u32>() + BAR;
    let legend = legend();
    let room = table.max(legend.least_width());
    let width = (2 * MARGIN + room).max(boards.width());
    let top = title.height() + boards.height();
    let bottom = top + LINE * (lines.len() as u32 + 1) + MARGIN / 2;
    let height = bottom + legend.height(room) + MARGIN;
    let mut picture = Picture::new(width, height, WHITE);
    // The boards have a margin of their own, of half a cell.
    picture.paste((MARGIN - 18, title.height()), &boards);
    title.write(&mut picture, MARGIN, MARGIN / 2);
    legend.write(&mut picture, (MARGIN, bottom), room);
    write_line(&mut picture, top, &widths, RACE_TITLES.map(str::to_owned), DIM);
    let rule = Area { left: MARGIN, top: top + LINE - 2, width: table, height: 1 };
    picture.fill(rule, BLACK);
    for (index, line) in lines.iter().enumerate() {
        let top = top + LINE * (index as u32 + 1);
        let [a, b, c, d, e, f, g] = line.cells.clone();
        write_line(&mut picture, top, &widths, [line.name.clone(), a, b, c, d, e, f, g], BLACK);
        let left = MARGIN + table - BAR;
        let length = (line.part.clamp(0.0, 1.0) * BAR as f32).ceil() as u32;
        let colour = if line.proved { BLUE } else { YELLOW };
        picture.fill(Area { left, top: top + 7, width: length, height: LINE - 14 }, colour);
    }
    picture
}

/// Returns what the columns and the bars say.
fn legend() -> Legend {
    Legend::new(vec![
        Item::word("first, best: moves of the first and of the best solution found"),
        Item::word("at least: no solution has fewer moves"),
        Item::word("looked at: positions whose moves were tried, as are the bars"),
        Item::word("stored: positions held at once, at most"),
        Item::word("!: stopped by a limit"),
        Item::colour(BLUE, "proved"),
        Item::colour(YELLOW, "not proved"),
    ])
}

/// Returns the widths of the columns, in pixels.
fn column_widths(lines: &[RaceLine]) -> [u32; RACE_TITLES.len()] {
    let width = |text: &str| lettering::width(text, LETTERS).ceil() as u32;
    let mut widths = RACE_TITLES.map(width);
    for line in lines {
        widths[0] = widths[0].max(width(&line.name));
        for (widest, cell) in widths[1..].iter_mut().zip(&line.cells) {
            *widest = (*widest).max(width(cell));
        }
    }
    widths
}

/// Writes the texts of one line: the first at the left of its column, the rest at the
/// right of theirs.
fn write_line(
    picture: &mut Picture,
    top: u32,
    widths: &[u32; RACE_TITLES.len()],
    texts: [String; RACE_TITLES.len()],
    ink: Rgb,
) {
    let y = (top + LINE / 2) as f32;
    let mut left = MARGIN;
    for (index, (text, width)) in texts.iter().zip(widths).enumerate() {
        let spare = if index == 0 { 0.0 } else { *width as f32 - lettering::width(text, LETTERS) };
        let place = Place { x: left as f32 + spare, y, size: LETTERS, centred: false };
        lettering::write(picture, text, place, ink);
        left += width + GAP;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::builtin;

    #[test]
    fn bars_are_as_long_as_what_they_show() {
        let draft = builtin::find("eight").unwrap().draft();
        let line = |name: &str, part: f32, proved: bool| RaceLine {
            name: name.into(),
            cells: ["5", "5", "proved", "181,440", "1", "0.10 s", "1.0 MiB"].map(str::to_owned),
            part,
            proved,
        };
        let lines = [
            line("breadth-first", 1.0, true),
            line("engine", 0.25, true),
            line("greedy", 0.5, false),
            line("none", 0.0, false),
        ];
        let picture = race_picture(&draft, &lines, false);
        let top = boards(&draft, Look { cell: 36, ..Look::default() }).height();
        let lengths = |colour: Rgb| -> Vec<u32> {
            let length = |index: u32| {
                let y = top + LINE * (index + 1) + LINE / 2;
                (0..picture.width()).filter(|&x| picture.pixel(x, y) == colour).count() as u32
            };
            (0..4).map(length).collect()
        };
        assert_eq!(lengths(BLUE), [BAR, BAR / 4, 0, 0]);
        assert_eq!(lengths(YELLOW), [0, 0, BAR / 2, 0]);
        let titled = race_picture(&draft, &lines, true);
        assert_eq!(titled.height() - picture.height(), 33, "the title has its own room");
        let mut bytes = Vec::new();
        race_png(&draft, &lines, true, &mut bytes).unwrap();
        assert!(bytes.starts_with(b"\x89PNG"));
    }
}
