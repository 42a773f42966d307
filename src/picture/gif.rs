//! A solution as an animated GIF: the tiles slide as in the replay of the designer.

use std::collections::HashMap;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::board::{self, BLACK, Tile, WHITE};
use super::canvas::{Area, Picture};
use super::lettering::{self, Place};
use super::title::Title;
use super::{Look, PictureError};
use crate::puzzle::{Draft, Move, Puzzle, Rgb};

/// Times in hundredths of a second, the unit of the format.
const SLIDE_FRAME_CS: u16 = 3;
const REST_CS: u16 = 30;
const START_CS: u16 = 100;
const END_CS: u16 = 250;
/// Frames of a slide: these, and one more for each cell.
const SLIDE_FRAMES: u32 = 3;

/// Returns the best solution of `draft` as an animated GIF that repeats.
///
/// # Errors
/// The level has issues, or no solution is known.
pub fn solution_gif(draft: &Draft, look: Look) -> Result<Vec<u8>, PictureError> {
    let puzzle = draft.validate().map_err(|issues| {
        PictureError::Invalid(issues.first().map_or_else(String::new, ToString::to_string))
    })?;
    let best = draft.best.as_ref().ok_or(PictureError::NoSolution)?;
    let frames = Film::new(draft, &puzzle, look).frames(&puzzle, &best.moves)?;
    encode(&frames).map_err(|error| PictureError::Encoding(error.to_string()))
}

/// A picture and how long it is shown, in hundredths of a second.
type Shown = (Picture, u16);

/// Draws the positions of a solution.
struct Film<'a> {
    draft: &'a Draft,
    look: Look,
    /// The board without tiles, with room for the caption.
    empty: Picture,
    /// The corner of the board in it.
    corner: (u32, u32),
    /// Height of the board and the space above it.
    caption_top: u32,
}

impl<'a> Film<'a> {
    fn new(draft: &'a Draft, puzzle: &Puzzle, look: Look) -> Self {
        let size = puzzle.size();
        let margin = board::margin(look);
        let (width, height) = board::board_extent(size, look);
        let title = Title::of(draft, look);
        let corner = (margin, margin + title.height());
        let caption_top = corner.1 + height;
        let mut empty =
            Picture::new(width + 2 * margin, caption_top + margin + look.cell / 2, WHITE);
        let walls = size.cells().filter(|&cell| puzzle.board().is_wall(cell));
        board::draw_board(&mut empty, corner, size, walls, look);
        title.write(&mut empty, margin, margin / 2);
        Self { draft, look, empty, corner, caption_top }
    }

    /// Returns the pictures of the whole solution.
    fn frames(&self, puzzle: &Puzzle, moves: &[Move]) -> Result<Vec<Shown>, PictureError> {
        let positions = puzzle.replay(moves)?;
        let picture = |at: usize, pushed: Option<(usize, f32, f32)>| {
            self.picture(&positions[at].tiles().collect::<Vec<_>>(), pushed, (at, moves.len()))
        };
        let mut frames = vec![(picture(0, None), START_CS)];
        for (index, &push) in moves.iter().enumerate() {
            let position = &positions[index];
            let landing = puzzle.landing(position, push).expect("the move has been replayed");
            let tile = position.tiles().position(|(cell, _)| cell == push.from);
            let tile = tile.expect("a legal move pushes a tile");
            let point = |cell: crate::puzzle::Cell| (f32::from(cell.x), f32::from(cell.y));
            let (from, to) = (point(push.from), point(landing));
            let distance = (to.0 - from.0).abs() + (to.1 - from.1).abs();
            let count = SLIDE_FRAMES + distance as u32;
            for step in 1..count {
                let part = ease(step as f32 / count as f32);
                let along = |from: f32, to: f32| (to - from).mul_add(part, from);
                let pushed = (tile, along(from.0, to.0), along(from.1, to.1));
                frames.push((picture(index, Some(pushed)), SLIDE_FRAME_CS));
            }
            let rest = if index + 1 == moves.len() { END_CS } else { REST_CS };
            frames.push((picture(index + 1, None), rest));
        }
        Ok(frames)
    }

    /// Draws these tiles, one of them perhaps elsewhere, and how many of the moves
    /// have been made.
    fn picture(
        &self,
        tiles: &[(crate::puzzle::Cell, crate::puzzle::Colour)],
        pushed: Option<(usize, f32, f32)>,
        (at, of): (usize, usize),
    ) -> Picture {
        let mut picture = self.empty.clone();
        for (index, &(cell, colour)) in tiles.iter().enumerate() {
            let (x, y) = match pushed {
                Some((tile, x, y)) if tile == index => (x, y),
                _ => (f32::from(cell.x), f32::from(cell.y)),
            };
            let tile = Tile { x, y, swatch: self.draft.palette.swatch(colour) };
            board::draw_tile(&mut picture, self.corner, &tile, self.look);
        }
        let room = picture.height() - self.caption_top;
        let place = Place {
            x: picture.width() as f32 / 2.0,
            y: self.caption_top as f32 + room as f32 / 2.0,
            size: (self.look.cell as f32 / 2.0).max(9.0),
            centred: true,
        };
        lettering::write(&mut picture, &format!("{at} / {of}"), place, BLACK);
        picture
    }
}

/// Starts fast and comes to rest softly: a pushed tile.
fn ease(part: f32) -> f32 {
    let left = 1.0 - part;
    1.0 - left * left * left
}

fn encode(frames: &[Shown]) -> Result<Vec<u8>, gif::EncodingError> {
    let mut bytes = Vec::new();
    let (first, _) = &frames[0];
    // The largest board with the largest cells is 4,200 pixels wide.
    let (width, height) = (first.width() as u16, first.height() as u16);
    let mut encoder = Encoder::new(&mut bytes, width, height, &[])?;
    encoder.set_repeat(Repeat::Infinite)?;
    let whole = Area { left: 0, top: 0, width: first.width(), height: first.height() };
    let mut before: Option<&Picture> = None;
    for (picture, delay) in frames {
        // A frame holds what has changed. Where nothing has, one pixel keeps the time.
        let area = before.map_or(Some(whole), |before| before.difference(picture));
        let area = area.unwrap_or(Area { width: 1, height: 1, ..whole });
        encoder.write_frame(&frame(&picture.crop(area), area, *delay))?;
        before = Some(picture);
    }
    drop(encoder);
    Ok(bytes)
}

/// Returns the frame of these pixels with exactly their colours, or the nearest 256
/// where there are more.
fn frame(pixels: &[Rgb], area: Area, delay: u16) -> Frame<'static> {
    let (width, height) = (area.width as u16, area.height as u16);
    let mut palette = Vec::new();
    let mut places = HashMap::new();
    let mut indices = Vec::with_capacity(pixels.len());
    for &pixel in pixels {
        let next = places.len();
        let place = *places.entry(pixel).or_insert_with(|| {
            palette.extend([pixel.0, pixel.1, pixel.2]);
            next
        });
        indices.push(place.min(255) as u8);
    }
    let mut frame = if places.len() <= 256 {
        Frame::from_palette_pixels(width, height, indices, palette, None)
    } else {
        let bytes: Vec<u8> = pixels.iter().flat_map(|&Rgb(r, g, b)| [r, g, b]).collect();
        Frame::from_rgb_speed(width, height, &bytes, 10)
    };
    (frame.left, frame.top) = (area.left as u16, area.top as u16);
    frame.delay = delay;
    frame.dispose = DisposalMethod::Keep;
    frame
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{builtin, parse_text};

    /// Plays the frames one over the other and returns the last picture, the number
    /// of frames and the time in hundredths of a second.
    fn play(bytes: &[u8]) -> (Vec<u8>, usize, u32) {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes).unwrap();
        let width = usize::from(decoder.width());
        let mut screen = vec![0; width * usize::from(decoder.height()) * 3];
        let (mut count, mut time) = (0, 0);
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            count += 1;
            time += u32::from(frame.delay);
            for (index, pixel) in frame.buffer.chunks(4).enumerate() {
                let (dx, dy) = (index % usize::from(frame.width), index / usize::from(frame.width));
                let at = (usize::from(frame.top) + dy) * width + usize::from(frame.left) + dx;
                screen[3 * at..3 * at + 3].copy_from_slice(&pixel[..3]);
            }
        }
        (screen, count, time)
    }

    #[test]
    fn the_last_picture_is_the_solved_board() {
        let draft = builtin::find("four-across").unwrap().draft();
        let look = Look { cell: 16, title: true, ..Look::default() };
        let puzzle = draft.validate().unwrap();
        let moves = &draft.best.as_ref().unwrap().moves;
        let film = Film::new(&draft, &puzzle, look);
        let last = puzzle.replay(moves).unwrap().pop().unwrap();
        let tiles: Vec<_> = last.tiles().collect();
        let expected = film.picture(&tiles, None, (moves.len(), moves.len()));
        let (screen, count, time) = play(&solution_gif(&draft, look).unwrap());
        assert!(screen == expected.rgb_bytes(), "the last picture differs");
        assert!(count > 4 * moves.len(), "{count} frames");
        let rests = u32::from(START_CS + END_CS) + 14 * u32::from(REST_CS);
        assert_eq!(time, rests + (count as u32 - 16) * u32::from(SLIDE_FRAME_CS));
    }

    #[test]
    fn without_a_solution_there_is_no_film() {
        let draft = parse_text("B.\n\n.B", None).unwrap();
        let error = solution_gif(&draft, Look::default()).unwrap_err();
        assert_eq!(error.to_string(), "no solution is known");
        let draft = parse_text("B.\n\n.R", None).unwrap();
        let error = solution_gif(&draft, Look::default()).unwrap_err();
        assert!(error.to_string().starts_with("the level has issues: "), "{error}");
    }

    #[test]
    fn more_colours_than_a_palette_holds_are_no_error() {
        let pixels: Vec<Rgb> =
            (0..300_u16).map(|n| Rgb((n / 2) as u8, (n % 256) as u8, 0)).collect();
        let area = Area { left: 0, top: 0, width: 300, height: 1 };
        let frame = frame(&pixels, area, 1);
        assert!(frame.palette.unwrap().len() <= 768);
        assert_eq!(frame.buffer.len(), 300);
    }
}
