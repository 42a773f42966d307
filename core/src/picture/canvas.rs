//! A picture in memory, rectangles and blended pixels; the colours, which are those of
//! `docs/look.md`, and where the cells of boards lie. Used by everything that draws.

use super::{Ground, Look};
use crate::puzzle::{Cell, Rgb, Size};

/// Ground of a picture.
pub(super) const WHITE: Rgb = Rgb(0xff, 0xff, 0xff);
/// Walls, rules and text.
pub(super) const BLACK: Rgb = Rgb(0x00, 0x00, 0x00);
pub(super) const GRID_LINE: Rgb = Rgb(0xdc, 0xdc, 0xd9);
/// Captions.
pub(super) const DIM: Rgb = Rgb(0x5c, 0x5c, 0x5c);
/// What is proved, and what is known.
pub(super) const BLUE: Rgb = Rgb(0x00, 0x57, 0xa0);
pub(super) const YELLOW: Rgb = Rgb(0xf6, 0xdc, 0x5a);
/// Width of the frame around a board.
pub(super) const FRAME: u32 = 2;
/// Letters are left out in smaller cells.
pub(super) const MIN_LETTER_CELL: u32 = 12;

/// The colours of a board without its tiles.
pub(super) struct Inks {
    pub(super) ground: Rgb,
    pub(super) walls: Rgb,
    pub(super) lines: Rgb,
}

impl Inks {
    pub(super) const fn of(ground: Ground) -> Self {
        match ground {
            Ground::White => Self { ground: WHITE, walls: BLACK, lines: GRID_LINE },
            Ground::Dark => Self {
                ground: Rgb(0x1c, 0x1c, 0x1c),
                walls: Rgb(0xe6, 0xe6, 0xe3),
                lines: Rgb(0x3a, 0x3a, 0x3a),
            },
        }
    }
}

/// A picture, row by row from the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<Rgb>,
}

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Picture {
    /// Returns a picture of one colour.
    pub(super) fn new(width: u32, height: u32, ground: Rgb) -> Self {
        Self { width, height, pixels: vec![ground; width as usize * height as usize] }
    }

    /// Returns the width in pixels.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height in pixels.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Returns the colour of a pixel, which must lie within.
    pub fn pixel(&self, x: u32, y: u32) -> Rgb {
        assert!(x < self.width, "{x} is outside {}", self.width);
        self.pixels[y as usize * self.width as usize + x as usize]
    }

    /// Returns red, green and blue of each pixel.
    pub fn rgb_bytes(&self) -> Vec<u8> {
        self.pixels.iter().flat_map(|&Rgb(red, green, blue)| [red, green, blue]).collect()
    }

    /// Returns the pixels, row by row.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[Rgb]> {
        self.pixels.chunks(self.width as usize)
    }

    /// Returns red, green, blue and full opacity of each pixel.
    pub fn rgba_bytes(&self) -> Vec<u8> {
        self.pixels.iter().flat_map(|&Rgb(red, green, blue)| [red, green, blue, 255]).collect()
    }

    /// Fills a rectangle; what lies outside is left out.
    pub(super) fn fill(&mut self, area: Area, colour: Rgb) {
        let right = (area.left + area.width).min(self.width);
        for y in area.top..(area.top + area.height).min(self.height) {
            let row = y as usize * self.width as usize;
            if area.left < right {
                self.pixels[row + area.left as usize..row + right as usize].fill(colour);
            }
        }
    }

    /// Draws another picture, its upper left corner there; what lies outside is left out.
    pub(super) fn paste(&mut self, (left, top): (u32, u32), other: &Self) {
        let columns = other.width.min(self.width.saturating_sub(left)) as usize;
        for y in 0..other.height.min(self.height.saturating_sub(top)) {
            let from = y as usize * other.width as usize;
            let to = (y + top) as usize * self.width as usize + left as usize;
            let row = &other.pixels[from..from + columns];
            self.pixels[to..to + columns].copy_from_slice(row);
        }
    }

    /// Makes a rectangle that lies within what it is in `other`, a picture of the same size.
    pub(super) fn restore(&mut self, area: Area, other: &Self) {
        for y in area.top..area.top + area.height {
            let from = y as usize * self.width as usize + area.left as usize;
            let row = from..from + area.width as usize;
            self.pixels[row.clone()].copy_from_slice(&other.pixels[row]);
        }
    }

    /// Mixes `colour` into a pixel, `coverage` from 0 (none) to 1; outside it does
    /// nothing.
    pub(super) fn blend(&mut self, x: i64, y: i64, colour: Rgb, coverage: f32) {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { return };
        if x >= self.width || y >= self.height {
            return;
        }
        let pixel = &mut self.pixels[y as usize * self.width as usize + x as usize];
        let mix = |from: u8, to: u8| {
            let mixed = f32::from(from) + (f32::from(to) - f32::from(from)) * coverage;
            mixed.round().clamp(0.0, 255.0) as u8
        };
        *pixel = Rgb(mix(pixel.0, colour.0), mix(pixel.1, colour.1), mix(pixel.2, colour.2));
    }

    /// Returns the smallest rectangle in which `other`, its upper left corner there, differs
    /// from what is under it, or `None` when it does not; it must lie within.
    pub(super) fn difference(&self, (left, top): (u32, u32), other: &Self) -> Option<Area> {
        let under = self.rows_of(Area { left, top, width: other.width, height: other.height });
        let mut found: Option<Area> = None;
        for (y, (one, two)) in (top..).zip(under.zip(other.rows())) {
            let differs = |&x: &usize| one[x] != two[x];
            let Some(first) = (0..two.len()).find(differs) else { continue };
            let last = (0..two.len()).rev().find(differs).unwrap_or(first);
            let (width, left) = ((last - first + 1) as u32, left + first as u32);
            let row = Area { left, top: y, width, height: 1 };
            found = Some(found.map_or(row, |found| found.and(row)));
        }
        found
    }

    /// Returns the rows of a rectangle that lies within.
    pub(super) fn rows_of(&self, area: Area) -> impl Iterator<Item = &[Rgb]> {
        let columns = area.left as usize..(area.left + area.width) as usize;
        let rows = self.rows().skip(area.top as usize).take(area.height as usize);
        rows.map(move |row| &row[columns.clone()])
    }
}

impl Area {
    /// Returns the smallest rectangle that holds both.
    pub(super) fn and(self, other: Self) -> Self {
        let (left, top) = (self.left.min(other.left), self.top.min(other.top));
        let right = (self.left + self.width).max(other.left + other.width);
        let bottom = (self.top + self.height).max(other.top + other.height);
        Self { left, top, width: right - left, height: bottom - top }
    }
}

/// Returns the room that a board takes, in pixels, its frame included.
pub(super) fn board_extent(size: Size, look: Look) -> (u32, u32) {
    // The last cell has no line behind it: the frame stands there.
    let along = |cells: u8| u32::from(cells) * look.cell - 1 + 2 * FRAME;
    (along(size.width), along(size.height))
}

/// Returns where a cell lies on the board at `corner`, the lines beside it left out.
pub(super) fn cell_area(corner: (u32, u32), cell: Cell, look: Look) -> Area {
    tile_area(corner, (cell.x.into(), cell.y.into()), look)
}

/// Returns where a tile stands on the board at `corner`.
pub(super) fn tile_area(corner: (u32, u32), (x, y): (f32, f32), look: Look) -> Area {
    let along = |from: u32, cells: f32| {
        // Places between cells are not negative.
        from + FRAME + (cells * look.cell as f32).round() as u32
    };
    let side = look.cell - 1;
    Area { left: along(corner.0, x), top: along(corner.1, y), width: side, height: side }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgb = Rgb(200, 0, 0);

    #[test]
    fn what_differs_is_found_and_cut_out() {
        let white = Picture::new(5, 4, WHITE);
        let mut other = white.clone();
        assert_eq!(white.difference((0, 0), &other), None);
        let area = Area { left: 1, top: 2, width: 3, height: 1 };
        other.fill(area, RED);
        assert_eq!(white.difference((0, 0), &other), Some(area));
        assert_eq!(white.difference((1, 1), &Picture::new(2, 2, WHITE)), None);
        let pixel = Area { width: 1, height: 1, ..area };
        assert_eq!(other.difference((0, 1), &Picture::new(2, 2, WHITE)), Some(pixel));
        assert_eq!(other.rows_of(area).collect::<Vec<_>>(), [[RED; 3]]);
        other.restore(Area { width: 2, ..area }, &white);
        assert_eq!(other.rows_of(area).collect::<Vec<_>>(), [[WHITE, WHITE, RED]]);
        other.restore(area, &white);
        assert_eq!(white, other);
    }

    #[test]
    fn two_rectangles_lie_in_one() {
        let one = Area { left: 1, top: 5, width: 2, height: 2 };
        let other = Area { left: 2, top: 1, width: 7, height: 1 };
        let both = Area { left: 1, top: 1, width: 8, height: 6 };
        assert_eq!((one.and(other), other.and(one), one.and(one)), (both, both, one));
    }

    #[test]
    fn what_lies_outside_is_left_out() {
        let mut picture = Picture::new(2, 2, WHITE);
        picture.fill(Area { left: 1, top: 1, width: 9, height: 9 }, RED);
        picture.fill(Area { left: 7, top: 0, width: 9, height: 9 }, RED);
        picture.blend(-1, 0, RED, 1.0);
        picture.blend(0, 0, RED, 0.5);
        assert_eq!(picture.pixel(1, 1), RED);
        assert_eq!(picture.pixel(0, 1), WHITE);
        assert_eq!(picture.pixel(0, 0), Rgb(228, 128, 128));
        assert_eq!(picture.rgba_bytes()[..4], [228, 128, 128, 255]);
    }
}
