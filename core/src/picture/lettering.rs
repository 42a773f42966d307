//! Text on pictures, in the one font that comes with the program.

use ab_glyph::{Font as _, FontRef, Glyph, ScaleFont as _, point};

use super::canvas::Picture;
use crate::puzzle::Rgb;

/// Fira Mono, Latin letters, under the SIL Open Font Licence beside it.
const FONT: &[u8] = include_bytes!("../../../assets/fonts/FiraMono-subset.ttf");

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

/// Writes `text`. Characters that the font lacks are boxes.
pub(super) fn write(picture: &mut Picture, text: &str, place: Place, ink: Rgb) {
    let font = FontRef::try_from_slice(FONT).expect("the font that comes with the program");
    let scaled = font.as_scaled(place.size);
    let left = if place.centred { place.x - width(text, place.size) / 2.0 } else { place.x };
    // Capital letters of this font are 0.69 of an em high, and an em is a little less
    // than the line.
    let em = place.size / scaled.font.height_unscaled() * scaled.font.units_per_em().unwrap_or(1.0);
    let baseline = place.y + 0.345 * em;
    let mut x = left;
    for character in text.chars() {
        let id = scaled.glyph_id(character);
        let glyph: Glyph = id.with_scale_and_position(place.size, point(x, baseline));
        x += scaled.h_advance(id);
        let Some(outline) = font.outline_glyph(glyph) else { continue };
        let corner = outline.px_bounds().min;
        outline.draw(|dx, dy, coverage| {
            let coverage = (coverage.min(1.0) * STEPS).round() / STEPS;
            if coverage > 0.0 {
                let (x, y) = (corner.x as i64 + i64::from(dx), corner.y as i64 + i64::from(dy));
                picture.blend(x, y, ink, coverage);
            }
        });
    }
}

/// Returns how wide `text` is at this size, in pixels.
pub(super) fn width(text: &str, size: f32) -> f32 {
    let font = FontRef::try_from_slice(FONT).expect("the font that comes with the program");
    let scaled = font.as_scaled(size);
    text.chars().map(|character| scaled.h_advance(scaled.glyph_id(character))).sum()
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
