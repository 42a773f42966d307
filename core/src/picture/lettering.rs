//! Text on pictures, in the one font that comes with the program.

use ab_glyph_rasterizer::{Point, Rasterizer, point};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider as _};

use super::canvas::Picture;
use crate::puzzle::Rgb;

/// Fira Mono, Latin letters, under the SIL Open Font Licence beside it.
const FONT: &[u8] = include_bytes!("../../assets/fonts/FiraMono-subset.ttf");

/// Steps of opacity at the edges of letters: few, so that the colours of a picture
/// fit the palette of a GIF.
const STEPS: f32 = 4.0;

/// Where a text stands and how large it is, in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The middle of the text, or its left edge.
    pub(super) x: f32,
    /// The middle of its capital letters.
    pub(super) y: f32,
    /// The height of its lines.
    pub(super) size: f32,
    /// `x` is the middle.
    pub(super) centred: bool,
}

/// The font at one size.
struct Lettering {
    font: FontRef<'static>,
    /// Pixels for a unit of the font.
    scale: f32,
    /// Pixels for an em.
    em: f32,
}

impl Lettering {
    /// Returns the font with lines of `size` pixels.
    fn new(size: f32) -> Self {
        let font = FontRef::new(FONT).expect("the font that comes with the program");
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        let scale = size / (metrics.ascent - metrics.descent);
        Self { font, scale, em: f32::from(metrics.units_per_em) * scale }
    }

    /// Returns the glyph of a letter; the box where the font lacks it.
    fn glyph(&self, letter: char) -> GlyphId {
        self.font.charmap().map(letter).unwrap_or(GlyphId::NOTDEF)
    }

    /// Returns how far the next letter stands behind this one, in pixels.
    fn advance(&self, glyph: GlyphId) -> f32 {
        let metrics = self.font.glyph_metrics(Size::unscaled(), LocationRef::default());
        metrics.advance_width(glyph).unwrap_or_default() * self.scale
    }

    /// Returns the outline of a glyph; a space has none.
    fn outline(&self, glyph: GlyphId) -> Vec<Curve> {
        let mut pen = Pen::default();
        if let Some(outline) = self.font.outline_glyphs().get(glyph) {
            let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            outline.draw(settings, &mut pen).expect("the font that comes with the program");
        }
        pen.curves
    }
}

/// Writes `text`. Characters that the font lacks are boxes.
pub(super) fn write(picture: &mut Picture, text: &str, place: Place, ink: Rgb) {
    let lettering = Lettering::new(place.size);
    let left = if place.centred { place.x - width(text, place.size) / 2.0 } else { place.x };
    // Capital letters of this font are 0.69 of an em high, and an em is a little less
    // than the line.
    let baseline = place.y + 0.345 * lettering.em;
    let mut x = left;
    for letter in text.chars() {
        let glyph = lettering.glyph(letter);
        draw(picture, &lettering.outline(glyph), lettering.scale, point(x, baseline), ink);
        x += lettering.advance(glyph);
    }
}

/// Returns how wide `text` is at this size, in pixels.
pub(super) fn width(text: &str, size: f32) -> f32 {
    let lettering = Lettering::new(size);
    text.chars().map(|letter| lettering.advance(lettering.glyph(letter))).sum()
}

/// Draws an outline whose origin is at `origin`.
fn draw(picture: &mut Picture, outline: &[Curve], scale: f32, origin: Point, ink: Rgb) {
    let points = || outline.iter().flat_map(Curve::points);
    if outline.is_empty() {
        return;
    }
    // Whole pixels around it; y goes up in the font and down on the picture.
    let bound = |least: f32, most: f32, at: f32| {
        let (whole, part) = (at.trunc(), at.fract());
        ((least + part).floor() + whole, (most + part).ceil() + whole)
    };
    let extent = |values: &dyn Fn(Point) -> f32| {
        points()
            .map(values)
            .fold((f32::MAX, f32::MIN), |(least, most), v| (least.min(v), most.max(v)))
    };
    let (least_x, most_x) = extent(&|p| p.x * scale);
    let (least_y, most_y) = extent(&|p| p.y * -scale);
    let (left, right) = bound(least_x, most_x, origin.x);
    let (top, bottom) = bound(least_y, most_y, origin.y);
    let offset = point(origin.x - left, origin.y - top);
    let placed = |p: Point| point(p.x * scale + offset.x, p.y * -scale + offset.y);
    let mut raster = Rasterizer::new((right - left) as usize, (bottom - top) as usize);
    for curve in outline {
        match *curve {
            Curve::Line(a, b) => raster.draw_line(placed(a), placed(b)),
            Curve::Quad(a, b, c) => raster.draw_quad(placed(a), placed(b), placed(c)),
            Curve::Cubic(a, b, c, d) => {
                raster.draw_cubic(placed(a), placed(b), placed(c), placed(d));
            }
        }
    }
    raster.for_each_pixel_2d(|dx, dy, coverage| {
        let coverage = (coverage.min(1.0) * STEPS).round() / STEPS;
        if coverage > 0.0 {
            let (x, y) = (left as i64 + i64::from(dx), top as i64 + i64::from(dy));
            picture.blend(x, y, ink, coverage);
        }
    });
}

/// A part of an outline, in units of the font.
#[derive(Clone, Copy, Debug)]
enum Curve {
    Line(Point, Point),
    Quad(Point, Point, Point),
    Cubic(Point, Point, Point, Point),
}

impl Curve {
    /// Returns the points that it lies between.
    fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let points = match *self {
            Self::Line(a, b) => [a, b, a, b],
            Self::Quad(a, b, c) => [a, b, c, c],
            Self::Cubic(a, b, c, d) => [a, b, c, d],
        };
        points.into_iter()
    }
}

/// Collects an outline.
#[derive(Default)]
struct Pen {
    curves: Vec<Curve>,
    first: Point,
    last: Point,
}

impl Pen {
    fn go(&mut self, x: f32, y: f32) -> (Point, Point) {
        let from = self.last;
        self.last = point(x, y);
        (from, self.last)
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.first = point(x, y);
        self.last = self.first;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (from, to) = self.go(x, y);
        self.curves.push(Curve::Line(from, to));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let (from, to) = self.go(x, y);
        self.curves.push(Curve::Quad(from, point(cx, cy), to));
    }

    fn curve_to(&mut self, bx: f32, by: f32, cx: f32, cy: f32, x: f32, y: f32) {
        let (from, to) = self.go(x, y);
        self.curves.push(Curve::Cubic(from, point(bx, by), point(cx, cy), to));
    }

    fn close(&mut self) {
        if self.last != self.first {
            self.line_to(self.first.x, self.first.y);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_stands_in_the_middle() {
        let (white, black) = (Rgb(255, 255, 255), Rgb(0, 0, 0));
        let mut picture = Picture::new(40, 40, white);
        write(&mut picture, "H", Place { x: 20.0, y: 20.0, size: 30.0, centred: true }, black);
        let area =
            picture.difference((0, 0), &Picture::new(40, 40, white)).expect("something is drawn");
        let right = 40 - area.left - area.width;
        let below = 40 - area.top - area.height;
        assert!(area.left.abs_diff(right) <= 1, "{area:?}");
        assert!(area.top.abs_diff(below) <= 2, "{area:?}");
        assert!(area.height > 10);
    }
}
