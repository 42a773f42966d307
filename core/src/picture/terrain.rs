//! Passes and thin walls on pictures: a pass in a pale shade of its colour with hatching, a thin
//! wall as a rule on the line between two cells.

use super::Look;
use super::canvas::{Area, Inks, MIN_LETTER_CELL, Picture, board_extent, cell_area};
use super::contrast::{ink_on, with_contrast};
use super::lettering::{self, Place};
use crate::puzzle::{Direction, Palette, Rgb, Size, Swatch, Terrain};

/// Parts of a hundred of a colour in its pass, and in the hatching there, which has at least this
/// contrast with the pass.
const PALE: u16 = 28;
const HATCH: u16 = 60;
const HATCH_CONTRAST: f32 = 1.8;
/// Smaller cells have no hatching, in pixels.
const MIN_HATCHED_CELL: u32 = 8;

/// Draws the passes of a board of `size`, its frame's corner at `corner`, before its tiles.
pub(super) fn draw_passes(
    picture: &mut Picture,
    corner: (u32, u32),
    terrain: &Terrain,
    size: Size,
    palette: &Palette,
    look: Look,
) {
    for (&cell, &colour) in terrain.passes.iter().filter(|(cell, _)| size.contains(**cell)) {
        let area = cell_area(corner, cell, look);
        let rgb = palette.swatch(colour).rgb;
        let ground = Inks::of(look.ground).ground;
        picture.fill(area, pale(rgb, ground));
        if look.cell < MIN_HATCHED_CELL {
            continue;
        }
        let (step, hatch) = ((look.cell / 5).max(4), hatch(rgb, ground));
        for (x, y) in (0..area.width).flat_map(|x| (0..area.height).map(move |y| (x, y))) {
            if (x + y) % step == 0 {
                let (left, top) = (area.left + x, area.top + y);
                picture.fill(Area { left, top, width: 1, height: 1 }, hatch);
            }
        }
        draw_sign(picture, area, palette.swatch(colour), look);
    }
}

/// Writes on a pass what is written on the tiles that enter it, in a free space amid the
/// hatching.
fn draw_sign(picture: &mut Picture, area: Area, swatch: &Swatch, look: Look) {
    let symbol = swatch.symbol.to_string();
    let text = match &swatch.label {
        Some(label) => label.as_str(),
        None if look.letters => &symbol,
        None => return,
    };
    if look.cell < MIN_LETTER_CELL {
        return;
    }
    let ground = pale(swatch.rgb, Inks::of(look.ground).ground);
    let inset = area.width / 5;
    let (left, top) = (area.left + inset, area.top + inset);
    let side = area.width - 2 * inset;
    picture.fill(Area { left, top, width: side, height: side }, ground);
    let half = side as f32 / 2.0;
    let size = look.cell as f32 / text.chars().count().max(2) as f32;
    let place = Place { x: left as f32 + half, y: top as f32 + half, size, centred: true };
    lettering::write(picture, text, place, ink_on(ground));
}

/// Draws the thin walls of a board of `size`, after its tiles.
pub(super) fn draw_thin_walls(
    picture: &mut Picture,
    corner: (u32, u32),
    terrain: &Terrain,
    size: Size,
    look: Look,
) {
    let width = thin_wall_width(look.cell);
    let inks = Inks::of(look.ground);
    let extent = board_extent(size, look);
    for side in &terrain.thin_walls {
        let Some((cell, _)) = side.between(size) else { continue };
        let cell = cell_area(corner, cell, look);
        // The line stands behind the cell, in the middle of the rule. At its ends the rule covers
        // the crossings, so that those that meet are joined.
        let before = width / 2;
        let along = |start: u32, length: u32, edge: u32, extent: u32| {
            let first = (start - 1).saturating_sub(before).max(edge);
            let last = (start + length - before + width).min(edge + extent);
            (first, last - first)
        };
        let rule = if side.direction() == Direction::Right {
            let (top, height) = along(cell.top, cell.height, corner.1, extent.1);
            Area { left: cell.left + cell.width - before, width, top, height }
        } else {
            let (left, across) = along(cell.left, cell.width, corner.0, extent.0);
            Area { top: cell.top + cell.height - before, height: width, left, width: across }
        };
        picture.fill(rule, inks.walls);
    }
}

/// Returns how wide thin walls are between cells of this side, in pixels: at least twice a line
/// of the grid, and no beam on large boards.
pub fn thin_wall_width(side: u32) -> u32 {
    (side / 12).clamp(2, 6)
}

/// Returns the pale shade that a pass of a colour has.
pub fn pale(rgb: Rgb, ground: Rgb) -> Rgb {
    mixed(rgb, ground, PALE)
}

/// Returns the shade of the hatching on a pass of a colour.
pub fn hatch(rgb: Rgb, ground: Rgb) -> Rgb {
    with_contrast(mixed(rgb, ground, HATCH), pale(rgb, ground), HATCH_CONTRAST)
}

/// Mixes `parts` hundredths of one colour with another.
pub(super) fn mixed(one: Rgb, other: Rgb, parts: u16) -> Rgb {
    let mix = |a: u8, b: u8| ((u16::from(a) * parts + u16::from(b) * (100 - parts)) / 100) as u8;
    Rgb(mix(one.0, other.0), mix(one.1, other.1), mix(one.2, other.2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Ground;
    use crate::picture::board::thumbnail;
    use crate::picture::canvas::{BLACK, WHITE};
    use crate::picture::contrast::contrast;
    use crate::puzzle::parse_text;

    #[test]
    fn a_pass_is_pale_and_a_thin_wall_is_black() {
        let text = "R..\n...\n\n..R\n...\n\nthin: a1R b1D\n\npasses:\n..R\n...\n";
        let draft = parse_text(text, None).unwrap();
        // Cells of 20 pixels behind a frame of 2.
        let picture = thumbnail(&draft, 63, Ground::White);
        assert_eq!((picture.width(), picture.height()), (63, 43));
        let red = Rgb(0xe4, 0x51, 0x25);
        assert_eq!(picture.pixel(12, 12), red);
        assert_eq!([20, 21].map(|x| picture.pixel(x, 12)), [BLACK, BLACK], "also over the tile");
        assert_eq!([19, 22].map(|x| picture.pixel(x, 12)), [red, WHITE]);
        assert_eq!([20, 21].map(|y| picture.pixel(30, y)), [BLACK, BLACK]);
        let pass: std::collections::HashSet<_> = (44..60)
            .flat_map(|x| (4..20).map(move |y| (x, y)))
            .map(|(x, y)| picture.pixel(x, y))
            .collect();
        assert_eq!(pass, [pale(red, WHITE), hatch(red, WHITE)].into());
        let plain = parse_text("R..\n...\n\n..R\n...", None).unwrap();
        assert_ne!(thumbnail(&plain, 63, Ground::White), picture);
    }

    #[test]
    fn the_hatching_of_each_colour_can_be_seen() {
        for (nth, symbol) in ('A'..='Z').enumerate() {
            let rgb = crate::puzzle::default_swatch(symbol, nth).rgb;
            for ground in [Ground::White, Ground::Dark] {
                let ground = Inks::of(ground).ground;
                let seen = contrast(hatch(rgb, ground), pale(rgb, ground));
                assert!(seen >= HATCH_CONTRAST, "{rgb:?} on {ground:?}: {seen}");
            }
        }
    }
}
