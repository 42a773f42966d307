//! Methods side by side as a picture: the boards, under them a table with a line for
//! each method and a bar for the positions that it has looked at.

use std::io::Write;

use super::board::{BLACK, WHITE, boards};
use super::canvas::Area;
use super::lettering::{self, Place};
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
const BLUE: Rgb = Rgb(0x00, 0x57, 0xa0);
const DIM: Rgb = Rgb(0x61, 0x61, 0x61);

/// Writes the boards of `draft` and a table of these lines as a PNG.
///
/// # Errors
/// It cannot be written.
pub fn race_png(
    draft: &Draft,
    lines: &[RaceLine],
    out: &mut dyn Write,
) -> Result<(), PictureError> {
    picture_png(&race_picture(draft, lines), out)
}

/// Returns the boards of `draft` and a table of these lines.
pub fn race_picture(draft: &Draft, lines: &[RaceLine]) -> Picture {
    let boards = boards(draft, Look { cell: 36, ..Look::default() });
    let widths = column_widths(lines);
    let table = widths.iter().map(|width| width + GAP).sum::<u32>() + BAR;
    let width = (2 * MARGIN + table).max(boards.width());
    let top = boards.height();
    let height = top + LINE * (lines.len() as u32 + 1) + MARGIN;
    let mut picture = Picture::new(width, height, WHITE);
    // The boards have a margin of their own, of half a cell.
    picture.paste((MARGIN - 18, 0), &boards);
    write_line(&mut picture, top, &widths, RACE_TITLES.map(str::to_owned), DIM);
    let rule = Area { left: MARGIN, top: top + LINE - 2, width: table, height: 1 };
    picture.fill(rule, BLACK);
    for (index, line) in lines.iter().enumerate() {
        let top = top + LINE * (index as u32 + 1);
        let [a, b, c, d, e, f, g] = line.cells.clone();
        write_line(&mut picture, top, &widths, [line.name.clone(), a, b, c, d, e, f, g], BLACK);
        let left = MARGIN + table - BAR;
        let length = (line.part.clamp(0.0, 1.0) * BAR as f32).ceil() as u32;
        picture.fill(Area { left, top: top + 7, width: length, height: LINE - 14 }, BLUE);
    }
    picture
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
        let line = |name: &str, part: f32| RaceLine {
            name: name.into(),
            cells: ["5", "5", "proved", "181,440", "1", "0.10 s", "1.0 MiB"].map(str::to_owned),
            part,
        };
        let lines = [line("breadth-first", 1.0), line("engine", 0.25), line("none", 0.0)];
        let picture = race_picture(&draft, &lines);
        let lengths: Vec<u32> = (0..3)
            .map(|index| {
                let y = picture.height() - MARGIN - LINE * (3 - index) + LINE / 2;
                let right = picture.width() - MARGIN;
                (right - BAR..right).filter(|&x| picture.pixel(x, y) == BLUE).count() as u32
            })
            .collect();
        assert_eq!(lengths, [BAR, BAR / 4, 0]);
        let mut bytes = Vec::new();
        race_png(&draft, &lines, &mut bytes).unwrap();
        assert!(bytes.starts_with(b"\x89PNG"));
    }
}
