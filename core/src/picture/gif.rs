//! A solution as an animated GIF: the tiles slide as in the replay of the designer.
//!
//! One picture is held, and each frame is written as soon as it is drawn: the memory does
//! not depend on the number of moves. Only what has changed is drawn and written, which is
//! where the tile was and where it is, or the caption.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::io::Write;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use rustc_hash::FxHashMap;

use super::board;
use super::canvas::{self, Area, BLACK, Picture, WHITE};
use super::lettering::{self, Place};
use super::title::Title;
use super::{Look, PictureError, terrain};
use crate::puzzle::{
    Cell, Draft, Move, Palette, Position, Puzzle, ReplayError, Rgb, Size, Terrain, TileKind,
};

/// Times in hundredths of a second, the unit of the format.
const SLIDE_FRAME_CS: u16 = 3;
const REST_CS: u16 = 30;
const START_CS: u16 = 100;
const END_CS: u16 = 250;
/// Frames of a slide: these, and one more for each cell.
const SLIDE_FRAMES: u32 = 3;

/// Writes the best solution of `draft` as an animated GIF that repeats.
///
/// # Errors
/// The level has issues, no solution is known, or it cannot be written.
pub fn solution_gif(draft: &Draft, look: Look, out: &mut dyn Write) -> Result<(), PictureError> {
    let puzzle = draft.validate().map_err(|issues| {
        PictureError::Invalid(issues.first().map_or_else(String::new, ToString::to_string))
    })?;
    let best = draft.best.as_ref().ok_or(PictureError::NoSolution)?;
    let mut film = Film::new(draft, &puzzle, best.moves.len(), look);
    let (width, height) = (film.screen.width(), film.screen.height());
    // The largest board with the largest cells is 4,200 pixels wide.
    let mut encoder = Encoder::new(out, width as u16, height as u16, &[])?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut screening = Screening { film: &mut film, encoder };
    screening.show(Area { left: 0, top: 0, width, height }, START_CS)?;
    let mut position = puzzle.start().clone();
    for (number, &push) in (1..).zip(&best.moves) {
        let landing = puzzle.landing(&position, push);
        let landing = landing.ok_or(ReplayError::IllegalMove { number, push })?;
        screening.slide(&position, push, landing)?;
        let next = puzzle.apply(&position, push).expect("it has a landing");
        screening.change(&position.with_moved(push.from, landing), &next)?;
        screening.rest(number)?;
        position = next;
    }
    screening.encoder.into_inner()?;
    Ok(())
}

/// What is drawn of a solution.
struct Film {
    look: Look,
    moves: usize,
    /// The board without tiles and without a caption.
    empty: Picture,
    /// The corner of the board in it.
    corner: (u32, u32),
    /// Its thin walls are drawn over tiles.
    terrain: (Terrain, Size),
    /// What is seen.
    screen: Picture,
    palette: Palette,
    /// Where tiles stand that were chameleons at the start, whatever they are now.
    chameleons: BTreeSet<Cell>,
    /// Height of the board and the space above it.
    caption_top: u32,
}

impl Film {
    /// Draws the start.
    fn new(draft: &Draft, puzzle: &Puzzle, moves: usize, look: Look) -> Self {
        let size = puzzle.size();
        let margin = board::margin(look);
        let (width, height) = canvas::board_extent(size, look);
        let title = Title::of(draft, look);
        let corner = (margin, margin + title.height());
        let caption_top = corner.1 + height;
        let mut empty =
            Picture::new(width + 2 * margin, caption_top + margin + look.cell / 2, WHITE);
        let walls = size.cells().filter(|&cell| puzzle.board().is_wall(cell));
        board::draw_board(&mut empty, corner, size, walls, look);
        terrain::draw_passes(&mut empty, corner, &draft.terrain, size, &draft.palette, look);
        terrain::draw_thin_walls(&mut empty, corner, &draft.terrain, size, look);
        title.write(&mut empty, margin, margin / 2);
        let palette = draft.palette.clone();
        let screen = empty.clone();
        let terrain = (draft.terrain.clone(), size);
        let is_one = |colour| palette.swatch(colour).kind == TileKind::Chameleon;
        let chameleons = puzzle.start().tiles().filter(|&(_, colour)| is_one(colour));
        let chameleons = chameleons.map(|(cell, _)| cell).collect();
        let mut film =
            Self { look, moves, empty, corner, terrain, screen, palette, chameleons, caption_top };
        for (cell, _) in puzzle.start().tiles() {
            film.draw_tile(puzzle.start(), cell);
        }
        film.draw_caption(0);
        film
    }

    fn area(&self, at: (f32, f32)) -> Area {
        canvas::tile_area(self.corner, at, self.look)
    }

    /// Returns the tile that stands on `cell` at `position`.
    fn tile(&self, position: &Position, cell: Cell) -> Picture {
        let colour = position.tile(cell).expect("a tile stands there");
        let left = position.left(cell);
        let has_changed = self.chameleons.contains(&cell);
        board::tile_picture(self.palette.swatch(colour), left, has_changed, self.look)
    }

    /// Draws the tile that stands on `cell` at `position` there.
    fn draw_tile(&mut self, position: &Position, cell: Cell) -> Area {
        self.put(&self.tile(position, cell), point(cell))
    }

    /// Draws a tile somewhere.
    fn put(&mut self, tile: &Picture, at: (f32, f32)) -> Area {
        let area = self.area(at);
        self.screen.paste((area.left, area.top), tile);
        let (terrain, size) = &self.terrain;
        terrain::draw_thin_walls(&mut self.screen, self.corner, terrain, *size, self.look);
        area
    }

    /// Draws how many moves have been made, and returns where that has changed anything.
    fn draw_caption(&mut self, made: usize) -> Option<Area> {
        let (width, height) = (self.screen.width(), self.screen.height() - self.caption_top);
        let mut strip = Picture::new(width, height, WHITE);
        let place = Place {
            x: width as f32 / 2.0,
            y: height as f32 / 2.0,
            size: (self.look.cell as f32 / 2.0).max(9.0),
            centred: true,
        };
        lettering::write(&mut strip, &format!("{made} / {}", self.moves), place, BLACK);
        let corner = (0, self.caption_top);
        let changed = self.screen.difference(corner, &strip)?;
        self.screen.paste(corner, &strip);
        Some(changed)
    }
}

/// A film that is being written.
struct Screening<'a, W: Write> {
    film: &'a mut Film,
    encoder: Encoder<W>,
}

impl<W: Write> Screening<'_, W> {
    /// Shows a tile on its way, until it has landed.
    fn slide(
        &mut self,
        position: &Position,
        push: Move,
        landing: Cell,
    ) -> Result<(), PictureError> {
        let (from, to) = (point(push.from), point(landing));
        let distance = (to.0 - from.0).abs() + (to.1 - from.1).abs();
        let count = SLIDE_FRAMES + distance as u32;
        let mut before = self.film.area(from);
        let tile = self.film.tile(position, push.from);
        for step in 1..=count {
            let part = ease(step as f32 / count as f32);
            let along = |from: f32, to: f32| (to - from).mul_add(part, from);
            self.film.screen.restore(before, &self.film.empty);
            let at = (along(from.0, to.0), along(from.1, to.1));
            let area = self.film.put(&tile, at);
            self.show(before.and(area), SLIDE_FRAME_CS)?;
            before = area;
        }
        if self.film.chameleons.remove(&push.from) {
            self.film.chameleons.insert(landing);
        }
        Ok(())
    }

    /// Shows what has become of tiles that have changed: colours and numbers, all at once.
    fn change(&mut self, before: &Position, after: &Position) -> Result<(), PictureError> {
        let mut changed: Option<Area> = None;
        for (cell, colour) in after.tiles() {
            if (before.tile(cell), before.left(cell)) != (Some(colour), after.left(cell)) {
                let area = self.film.draw_tile(after, cell);
                changed = Some(changed.map_or(area, |others| others.and(area)));
            }
        }
        changed.map_or(Ok(()), |area| self.show(area, SLIDE_FRAME_CS))
    }

    /// Shows the number of moves that have been made. A frame by itself: one with the landing
    /// would hold all that lies between the tile and the caption.
    fn rest(&mut self, made: usize) -> Result<(), PictureError> {
        // Where nothing has changed, one pixel keeps the time.
        let pixel = Area { left: 0, top: 0, width: 1, height: 1 };
        let area = self.film.draw_caption(made).unwrap_or(pixel);
        let rest = if made == self.film.moves { END_CS } else { REST_CS };
        self.show(area, rest - SLIDE_FRAME_CS)
    }

    /// Writes what is seen in a rectangle, as one frame: browsers show a frame without a delay for
    /// a tenth of a second.
    fn show(&mut self, area: Area, delay: u16) -> Result<(), PictureError> {
        let (indices, palette) = indexed(&self.film.screen, area);
        Ok(self.encoder.write_frame(&frame(indices, palette, area, delay))?)
    }
}

const fn point(cell: Cell) -> (f32, f32) {
    (cell.x as f32, cell.y as f32)
}

/// Starts fast and comes to rest softly: a pushed tile.
fn ease(part: f32) -> f32 {
    let left = 1.0 - part;
    1.0 - left * left * left
}

/// Colours that a frame may have.
const MOST_COLOURS: usize = 256;

/// Returns the pixels of a rectangle by their place among its colours, and the colours. Where
/// there are more than a frame may have, those of the fewest pixels become the ones that are most
/// like them: these are shades at the edges of letters.
fn indexed(picture: &Picture, area: Area) -> (Vec<u8>, Vec<u8>) {
    let mut counts: FxHashMap<Rgb, u32> = FxHashMap::default();
    let mut colours: Vec<Rgb> = Vec::new();
    for &pixel in picture.rows_of(area).flatten() {
        let count = counts.entry(pixel).or_insert_with(|| {
            colours.push(pixel);
            0
        });
        *count += 1;
    }
    if colours.len() > MOST_COLOURS {
        // Stable, so that the same picture makes the same file.
        colours.sort_by_key(|colour| Reverse(counts[colour]));
    }
    let (kept, others) = colours.split_at(colours.len().min(MOST_COLOURS));
    let mut places: FxHashMap<Rgb, u8> =
        (0..=u8::MAX).zip(kept).map(|(at, &it)| (it, at)).collect();
    for &other in others {
        let like = (0..=u8::MAX).zip(kept).min_by_key(|(_, kept)| difference(**kept, other));
        places.insert(other, like.expect("there are some").0);
    }
    let indices = picture.rows_of(area).flatten().map(|pixel| places[pixel]).collect();
    (indices, kept.iter().flat_map(|colour| [colour.0, colour.1, colour.2]).collect())
}

/// Returns how unlike two colours are: the square of their distance.
fn difference(one: Rgb, other: Rgb) -> u32 {
    let pairs = [(one.0, other.0), (one.1, other.1), (one.2, other.2)];
    pairs.iter().map(|&(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
}

fn frame(indices: Vec<u8>, palette: Vec<u8>, area: Area, delay: u16) -> Frame<'static> {
    let (width, height) = (area.width as u16, area.height as u16);
    let mut frame = Frame::from_palette_pixels(width, height, indices, palette, None);
    (frame.left, frame.top) = (area.left as u16, area.top as u16);
    frame.delay = delay;
    frame.dispose = DisposalMethod::Keep;
    frame
}

impl From<gif::EncodingError> for PictureError {
    fn from(error: gif::EncodingError) -> Self {
        match error {
            gif::EncodingError::Io(error) => Self::Write(error),
            error => Self::Encoding(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests;
