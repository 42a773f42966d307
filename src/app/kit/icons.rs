//! The icons of the tools, drawn here in letters: one `#` is one pixel.

use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use super::theme;

/// Width and height of an icon, in pixels.
const SIDE: usize = 13;

/// What an icon stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Icon {
    #[default]
    Paint,
    Rectangle,
    Fill,
    Select,
    Copy,
    Cut,
    Paste,
    MirrorLeftRight,
    MirrorUpDown,
    RotateLeft,
    RotateRight,
    FlipHorizontal,
    FlipVertical,
    ShiftLeft,
    ShiftRight,
    ShiftUp,
    ShiftDown,
    Fit,
    Layers,
}

/// A node of its size shows it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IconImage(pub Icon);

type Picture = [&'static str; SIDE];

const PAINT: Picture = [
    "...........##",
    "..........###",
    ".........###.",
    "........###..",
    ".......###...",
    "......###....",
    "....####.....",
    "...#####.....",
    "..#####......",
    ".#####.......",
    ".####........",
    "####.........",
    "##...........",
];
const RECTANGLE: Picture = [
    ".............",
    ".............",
    "#############",
    "#############",
    "##.........##",
    "##.........##",
    "##.........##",
    "##.........##",
    "##.........##",
    "#############",
    "#############",
    ".............",
    ".............",
];
const FILL: Picture = [
    "....#........",
    "....##.......",
    "....###......",
    "...#.#.#.....",
    "..#..#..#....",
    ".#...#...#...",
    "#.........##.",
    "##########.##",
    ".########..##",
    "..######...##",
    "...####....##",
    "....##.....##",
    "............#",
];
const SELECT: Picture = [
    "###..###..###",
    "#...........#",
    "#...........#",
    ".............",
    ".............",
    "#...........#",
    "#...........#",
    "#...........#",
    ".............",
    ".............",
    "#...........#",
    "#...........#",
    "###..###..###",
];
const COPY: Picture = [
    "#########....",
    "#.......#....",
    "#.......#....",
    "#..##########",
    "#..#........#",
    "#..#........#",
    "#..#........#",
    "#..#........#",
    "#..#........#",
    "####........#",
    "...#........#",
    "...#........#",
    "...##########",
];
const CUT: Picture = [
    "..#.......#..",
    "..##.....##..",
    "...##...##...",
    "....##.##....",
    ".....###.....",
    "......#......",
    ".....###.....",
    "....##.##....",
    ".####...####.",
    "##..#...#..##",
    "#...#...#...#",
    "##.##...##.##",
    ".###.....###.",
];
const PASTE: Picture = [
    "....#####....",
    "#####...#####",
    "#...#####...#",
    "#...........#",
    "#..#######..#",
    "#..#######..#",
    "#..#######..#",
    "#..#######..#",
    "#..#######..#",
    "#..#######..#",
    "#..#######..#",
    "#...........#",
    "#############",
];
const MIRROR: Picture = [
    "......#......",
    "......#......",
    ".............",
    "####..#..####",
    "####..#..####",
    "####.....####",
    "####..#..####",
    "####..#..####",
    "####.....####",
    "####..#..####",
    "......#......",
    ".............",
    "......#......",
];
const FLIP: Picture = [
    "......#......",
    "......#......",
    ".....#.#.....",
    "....##.##....",
    "...###.#.#...",
    "..####.#..#..",
    ".#####.#...#.",
    "######.#....#",
    "######.######",
    ".............",
    "......#......",
    "......#......",
    "......#......",
];
const ROTATE_RIGHT: Picture = [
    ".........#...",
    ".........##..",
    "...#########.",
    "..##########.",
    ".##......##..",
    ".##......#...",
    ".##..........",
    ".##..........",
    ".##........##",
    ".##........##",
    "..##......##.",
    "...########..",
    "....######...",
];
const ARROW_LEFT: Picture = [
    ".............",
    ".....#.......",
    "....##.......",
    "...##........",
    "..##.........",
    ".############",
    "#############",
    ".############",
    "..##.........",
    "...##........",
    "....##.......",
    ".....#.......",
    ".............",
];
const FIT: Picture = [
    "#####...#####",
    "#...........#",
    "#...........#",
    "#...........#",
    "#...#####...#",
    "....#####....",
    "....#####....",
    "....#####....",
    "#...#####...#",
    "#...........#",
    "#...........#",
    "#...........#",
    "#####...#####",
];

const LAYERS: Picture = [
    "....#########",
    "....#.......#",
    "....#.......#",
    "....#.......#",
    "#########...#",
    "#########...#",
    "#########...#",
    "#########...#",
    "#########...#",
    "#############",
    "#########....",
    "#########....",
    "#########....",
];

impl Icon {
    /// Says whether a pixel has ink. Some are others mirrored or turned.
    fn has_ink(self, x: usize, y: usize) -> bool {
        let last = SIDE - 1;
        let (picture, x, y) = match self {
            Self::Paint => (&PAINT, x, y),
            Self::Rectangle => (&RECTANGLE, x, y),
            Self::Fill => (&FILL, x, y),
            Self::Select => (&SELECT, x, y),
            Self::Copy => (&COPY, x, y),
            Self::Cut => (&CUT, x, y),
            Self::Paste => (&PASTE, x, y),
            Self::MirrorLeftRight => (&MIRROR, x, y),
            Self::MirrorUpDown => (&MIRROR, y, x),
            Self::RotateLeft => (&ROTATE_RIGHT, last - x, y),
            Self::RotateRight => (&ROTATE_RIGHT, x, y),
            Self::FlipHorizontal => (&FLIP, x, y),
            Self::FlipVertical => (&FLIP, y, x),
            Self::ShiftLeft => (&ARROW_LEFT, x, y),
            Self::ShiftRight => (&ARROW_LEFT, last - x, y),
            Self::ShiftUp => (&ARROW_LEFT, y, x),
            Self::ShiftDown => (&ARROW_LEFT, last - y, x),
            Self::Fit => (&FIT, x, y),
            Self::Layers => (&LAYERS, x, y),
        };
        picture[y].as_bytes()[x] == b'#'
    }

    fn picture(self) -> Image {
        let pixels = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
        let alpha = pixels.map(|(x, y)| if self.has_ink(x, y) { 255 } else { 0 });
        let data = alpha.flat_map(|alpha| [255, 255, 255, alpha]).collect();
        let side = SIDE as u32;
        let mut image = Image::new(
            Extent3d { width: side, height: side, depth_or_array_layers: 1 },
            TextureDimension::D2,
            data,
            TextureFormat::Rgba8UnormSrgb,
            RenderAssetUsages::RENDER_WORLD,
        );
        image.sampler = ImageSampler::nearest();
        image
    }
}

fn draw_icon(
    add: On<Add, IconImage>,
    icons: Query<&IconImage>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    if let Ok(IconImage(icon)) = icons.get(add.entity) {
        let image = ImageNode::new(images.add(icon.picture()));
        commands.entity(add.entity).insert(image);
    }
}

/// Returns a node that shows an icon.
pub fn icon(icon: Icon) -> impl Scene {
    bsn! {
        Node { width: px(SIDE as f32), height: px(SIDE as f32), flex_shrink: 0.0 }
        Pickable::IGNORE
        IconImage({icon})
        theme::Ink(theme::INK)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(draw_icon);
}
