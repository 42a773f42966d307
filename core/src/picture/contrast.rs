//! Contrast: what can be told from what it lies on. The inks on tiles and the hairlines
//! around them follow from it, in exported pictures and in the designer alike.
//!
//! Reference: *Web Content Accessibility Guidelines 2.1*, relative luminance and contrast
//! ratio; 4.5:1 for text (1.4.3), 3:1 for shapes (1.4.11).

use super::canvas::{BLACK, WHITE};
use crate::puzzle::Rgb;

/// The least contrast of a text with its ground.
pub const TEXT_CONTRAST: f32 = 4.5;
/// The least contrast of a shape with its ground.
pub const SHAPE_CONTRAST: f32 = 3.0;
/// Tiles with a smaller side have no hairline, in pixels: little else would be left.
pub const HAIRLINE_SIDE: u32 = 8;

/// Returns the relative luminance of a colour, 0 (black) to 1 (white).
fn luminance(colour: Rgb) -> f32 {
    let linear = |channel: u8| {
        let part = f32::from(channel) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(colour.0) + 0.7152 * linear(colour.1) + 0.0722 * linear(colour.2)
}

/// Returns the contrast ratio of two colours, 1 (alike) to 21 (black and white).
pub fn contrast(one: Rgb, other: Rgb) -> f32 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// Returns black or white, whichever is easier to read on `ground`: one of them always
/// has [`TEXT_CONTRAST`].
pub fn ink_on(ground: Rgb) -> Rgb {
    if contrast(BLACK, ground) >= contrast(WHITE, ground) { BLACK } else { WHITE }
}

/// Returns the colour of the line within the edge of a shape that would be lost on
/// `ground`, or `None` where the shape can be told from it.
///
/// It is the shape's own hue, so much darker on a light ground and lighter on a dark one
/// that it has [`SHAPE_CONTRAST`].
pub fn hairline(shape: Rgb, ground: Rgb) -> Option<Rgb> {
    // A hair more than needed: what is one pixel wide looks paler than it is.
    let is_lost = contrast(shape, ground) < SHAPE_CONTRAST;
    is_lost.then(|| with_contrast(shape, ground, 1.5 * SHAPE_CONTRAST))
}

/// Returns a colour, so much darker on a light ground and lighter on a dark one that it has at
/// least this contrast, which black or white must have.
pub(super) fn with_contrast(colour: Rgb, ground: Rgb, least: f32) -> Rgb {
    /// Steps from the colour to black or white.
    const STEPS: u16 = 16;
    let towards = ink_on(ground);
    let mix = |from: u8, to: u8, step: u16| {
        ((u16::from(from) * (STEPS - step) + u16::from(to) * step) / STEPS) as u8
    };
    let mixed = |step| {
        Rgb(
            mix(colour.0, towards.0, step),
            mix(colour.1, towards.1, step),
            mix(colour.2, towards.2, step),
        )
    };
    (0..=STEPS).map(mixed).find(|&line| contrast(line, ground) >= least).unwrap_or(towards)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::default_swatch;

    /// Colours all over the cube.
    fn colours() -> impl Iterator<Item = Rgb> {
        let steps = || (0..=255).step_by(15);
        steps().flat_map(move |r| {
            steps().flat_map(move |g| steps().map(move |b| Rgb(r as u8, g as u8, b as u8)))
        })
    }

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        assert!((contrast(BLACK, WHITE) - 21.0).abs() < 1e-3);
        assert!((contrast(WHITE, WHITE) - 1.0).abs() < 1e-6);
        // Known as the lightest grey on white that may be text.
        assert!(contrast(Rgb(0x76, 0x76, 0x76), WHITE) >= 4.5);
        assert!(contrast(Rgb(0x77, 0x77, 0x77), WHITE) < 4.5);
    }

    #[test]
    fn any_ground_has_an_ink_that_can_be_read() {
        for ground in colours() {
            assert!(contrast(ink_on(ground), ground) >= TEXT_CONTRAST, "{ground:?}");
        }
    }

    #[test]
    fn any_tile_can_be_told_from_any_board() {
        for ground in [WHITE, Rgb(0x1c, 0x1c, 0x1c)] {
            for tile in colours() {
                let edge = hairline(tile, ground).unwrap_or(tile);
                assert!(contrast(edge, ground) >= SHAPE_CONTRAST, "{tile:?} on {ground:?}");
            }
        }
    }

    #[test]
    fn yellow_and_orange_have_a_hairline_on_white_and_blue_has_none() {
        let of = |letter: char, ground| hairline(default_swatch(letter, 0).rgb, ground);
        for letter in ['Y', 'O'] {
            assert!(of(letter, WHITE).is_some(), "{letter}");
            assert_eq!(of(letter, Rgb(0x1c, 0x1c, 0x1c)), None, "{letter} on a dark board");
        }
        assert_eq!(of('B', WHITE), None);
        assert!(of('B', Rgb(0x1c, 0x1c, 0x1c)).is_some());
    }
}
