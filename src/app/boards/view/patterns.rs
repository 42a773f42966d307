//! The patterns on tiles, for eyes that do not tell their colours apart: simple
//! signs, a different one for each of twelve colours.

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use crate::app::kit::theme;

/// How many patterns there are.
pub const COUNT: usize = 12;

/// Width and height of a pattern, in pixels.
const SIDE: u32 = 64;
/// Samples of a pixel each way, for smooth edges.
const SAMPLES: u32 = 4;

/// The pictures of the patterns: white where there is ink.
#[derive(Resource)]
pub struct TilePatterns {
    signs: Vec<Handle<Image>>,
    /// For cells up to [`SIDE`], and for larger ones, where the lines of the first would blur.
    hatching: [Handle<Image>; 2],
}

impl FromWorld for TilePatterns {
    fn from_world(world: &mut World) -> Self {
        let mut images = world.resource_mut::<Assets<Image>>();
        let signs = (0..COUNT).map(|sign| images.add(picture(SIDE, |x, y| has_ink(sign, x, y))));
        let signs = signs.collect();
        Self { signs, hatching: [SIDE, 3 * SIDE].map(|side| images.add(picture(side, is_hatched))) }
    }
}

impl TilePatterns {
    /// Returns what draws a pattern on a tile of a colour.
    pub fn node(&self, pattern: usize, ground: Color) -> ImageNode {
        stretched(&self.signs[pattern % COUNT], theme::ink_on(ground))
    }

    /// Returns what draws the hatching of a pass in a cell of a side, in logical pixels.
    pub fn hatching(&self, ink: Color, side: f32) -> ImageNode {
        stretched(&self.hatching[usize::from(side > SIDE as f32)], ink)
    }
}

fn stretched(image: &Handle<Image>, ink: Color) -> ImageNode {
    let image = ImageNode::new(image.clone()).with_color(ink);
    ImageNode { image_mode: NodeImageMode::Stretch, ..image }
}

fn picture(side: u32, has_ink: impl Fn(f32, f32) -> bool) -> Image {
    let mut data = Vec::with_capacity((side * side * 4) as usize);
    for y in 0..side {
        for x in 0..side {
            let at = |pixel: u32, sample: u32| {
                let sample = (f32::from(sample as u8) + 0.5) / SAMPLES as f32;
                (f32::from(pixel as u8) + sample) / side as f32 - 0.5
            };
            let samples = (0..SAMPLES).flat_map(|v| (0..SAMPLES).map(move |u| (u, v)));
            let inked = samples.filter(|&(u, v)| has_ink(at(x, u), at(y, v))).count();
            let alpha = inked as u32 * 255 / (SAMPLES * SAMPLES);
            data.extend([255, 255, 255, alpha as u8]);
        }
    }
    Image::new(
        Extent3d { width: side, height: side, depth_or_array_layers: 1 },
        TextureDimension::D2,
        data,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    )
}

/// Says whether the hatching has ink at a place, as [`has_ink`] does. The lines go on from one
/// cell to the next.
fn is_hatched(x: f32, y: f32) -> bool {
    /// Lines across a cell.
    const LINES: f32 = 5.0;
    /// Part of the way from one to the next that a line takes.
    const INK: f32 = 0.25;
    ((x + y) * LINES).rem_euclid(1.0) < INK
}

/// Says whether a pattern has ink at a place, from the middle, ±0.5 each way.
fn has_ink(pattern: usize, x: f32, y: f32) -> bool {
    /// Half the width of a line.
    const LINE: f32 = 0.07;
    /// Half the extent of a sign.
    const REACH: f32 = 0.3;
    let inside = x.abs().max(y.abs()) < REACH;
    let disc = |cx: f32, cy: f32, radius: f32| (x - cx).hypot(y - cy) < radius;
    let slope = |offset: f32| offset.abs() < LINE * std::f32::consts::SQRT_2;
    match pattern {
        0 => disc(0.0, 0.0, 0.17),
        1 => inside && y.abs() < LINE,
        2 => inside && (x.abs() < LINE || y.abs() < LINE),
        3 => (0.2..REACH + 0.02).contains(&x.hypot(y)),
        4 => inside && slope(x + y),
        5 => disc(-0.18, 0.0, 0.1) || disc(0.18, 0.0, 0.1),
        6 => inside && x.abs() < LINE,
        7 => inside && (slope(x + y) || slope(x - y)),
        8 => inside && x.abs().max(y.abs()) > REACH - 2.0 * LINE,
        9 => x.abs() + y.abs() < 0.28,
        10 => inside && slope(x - y),
        _ => [-0.2, 0.2].iter().any(|&cx| [-0.2, 0.2].iter().any(|&cy| disc(cx, cy, 0.09))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_patterns_look_alike() {
        let points = || {
            (0..20).flat_map(|y| (0..20).map(move |x| (x, y))).map(|(x, y)| {
                (f32::from(x as u8) / 20.0 - 0.475, f32::from(y as u8) / 20.0 - 0.475)
            })
        };
        let pictures: Vec<Vec<bool>> = (0..COUNT)
            .map(|pattern| points().map(|(x, y)| has_ink(pattern, x, y)).collect())
            .collect();
        for (index, one) in pictures.iter().enumerate() {
            assert!(one.contains(&true) && one.contains(&false));
            for other in &pictures[..index] {
                let differing = one.iter().zip(other).filter(|(a, b)| a != b).count();
                assert!(differing >= 10, "pattern {index}");
            }
        }
    }
}
