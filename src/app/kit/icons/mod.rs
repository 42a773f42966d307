//! The icons of tools and small buttons, in the ink of the text beside them.

mod pictures;

use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use super::bound::{Value, bound};
use super::theme;
use pictures::SIDE;

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
    /// To the first of a row, to the last; one back, one on.
    First,
    Last,
    Back,
    Forward,
    Play,
    Pause,
    /// What is below is unfolded, or can be opened.
    Down,
    Differ,
    Close,
}

/// A node of its size shows it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IconImage(pub Icon);

impl Icon {
    /// Says whether a pixel has ink. Some are others mirrored or turned.
    fn has_ink(self, x: usize, y: usize) -> bool {
        let last = SIDE - 1;
        let (picture, x, y) = match self {
            Self::Paint => (&pictures::PAINT, x, y),
            Self::Rectangle => (&pictures::RECTANGLE, x, y),
            Self::Fill => (&pictures::FILL, x, y),
            Self::Select => (&pictures::SELECT, x, y),
            Self::Copy => (&pictures::COPY, x, y),
            Self::Cut => (&pictures::CUT, x, y),
            Self::Paste => (&pictures::PASTE, x, y),
            Self::MirrorLeftRight => (&pictures::MIRROR, x, y),
            Self::MirrorUpDown => (&pictures::MIRROR, y, x),
            Self::RotateLeft => (&pictures::ROTATE_RIGHT, last - x, y),
            Self::RotateRight => (&pictures::ROTATE_RIGHT, x, y),
            Self::FlipHorizontal => (&pictures::FLIP, x, y),
            Self::FlipVertical => (&pictures::FLIP, y, x),
            Self::ShiftLeft => (&pictures::ARROW_LEFT, x, y),
            Self::ShiftRight => (&pictures::ARROW_LEFT, last - x, y),
            Self::ShiftUp => (&pictures::ARROW_LEFT, y, x),
            Self::ShiftDown => (&pictures::ARROW_LEFT, last - y, x),
            Self::Fit => (&pictures::FIT, x, y),
            Self::Layers => (&pictures::LAYERS, x, y),
            Self::First => (&pictures::FIRST, x, y),
            Self::Last => (&pictures::FIRST, last - x, y),
            Self::Back => (&pictures::BACK, x, y),
            Self::Forward => (&pictures::BACK, last - x, y),
            Self::Play => (&pictures::PLAY, x, y),
            Self::Pause => (&pictures::PAUSE, x, y),
            Self::Down => (&pictures::DOWN, x, y),
            Self::Differ => (&pictures::DIFFER, x, y),
            Self::Close => (&pictures::CLOSE, x, y),
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
    insert: On<Insert, IconImage>,
    mut icons: Query<(&IconImage, Option<&mut ImageNode>)>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    let Ok((IconImage(icon), node)) = icons.get_mut(insert.entity) else { return };
    let image = images.add(icon.picture());
    match node {
        // It keeps its ink.
        Some(mut node) => node.image = image,
        None => drop(commands.entity(insert.entity).insert(ImageNode::new(image))),
    }
}

/// Shows one icon or another.
pub(in crate::app) fn icon_of<M: 'static, F: Value<Icon, M>>(icon: F) -> impl Scene {
    bound(icon, |mut it, icon| {
        if it.get::<IconImage>() != Some(&IconImage(icon)) {
            it.insert(IconImage(icon));
        }
    })
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
