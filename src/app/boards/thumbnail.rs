//! Boards in dialogs: draws them at the grain of the screen and gives each its room. Used
//! by the level browser and by the dialogs of `study`.

use bevy::asset::{HandleTemplate, RenderAssetUsages};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::window::PrimaryWindow;

use crate::app::settings::Settings;
use crate::picture::{self, Ground, Picture};
use crate::puzzle::{Draft, Layout, Position, Size, Terrain};

/// How small pictures are drawn: how many pixels a logical one has, and on what.
#[derive(Clone, Copy, Debug)]
pub(in crate::app) struct Grain {
    pub(in crate::app) density: f32,
    pub(in crate::app) ground: Ground,
}

impl Grain {
    /// Draws the start of `draft` for a room of `side` logical pixels. It can be done
    /// in the background.
    pub(in crate::app) fn thumbnail(self, draft: &Draft, side: f32) -> Picture {
        picture::thumbnail(draft, (side * self.density) as u32, self.ground)
    }
}

/// Draws boards for the screen.
#[derive(SystemParam)]
pub(in crate::app) struct Painter<'w, 's> {
    scale: Res<'w, UiScale>,
    window: Option<Single<'w, 's, &'static Window, With<PrimaryWindow>>>,
    settings: Res<'w, Settings>,
    images: ResMut<'w, Assets<Image>>,
}

impl Painter<'_, '_> {
    /// Returns the size of the window in logical pixels of what is drawn in it.
    pub(in crate::app) fn window_size(&self) -> Vec2 {
        self.window.as_ref().map_or(Vec2::splat(1e4), |window| window.size() / self.scale.0)
    }

    /// Returns how small pictures are drawn now.
    pub(in crate::app) fn grain(&self) -> Grain {
        let of_window = self.window.as_ref().map_or(1.0, |window| window.scale_factor());
        Grain { density: of_window * self.scale.0, ground: self.settings.theme.ground() }
    }

    /// Returns a picture as an image of the screen.
    pub(in crate::app) fn image(&mut self, picture: &Picture) -> Handle<Image> {
        let (width, height) = (picture.width(), picture.height());
        self.images.add(Image::new(
            Extent3d { width, height, depth_or_array_layers: 1 },
            TextureDimension::D2,
            picture.rgba_bytes(),
            TextureFormat::Rgba8UnormSrgb,
            RenderAssetUsages::RENDER_WORLD,
        ))
    }

    /// Returns a picture as an image, and its size in logical pixels.
    pub(in crate::app) fn sized(&mut self, picture: &Picture) -> (Handle<Image>, Vec2) {
        let size = Vec2::new(picture.width() as f32, picture.height() as f32);
        (self.image(picture), size / self.grain().density)
    }

    /// Returns the start of `draft` as an image for a room of `side` logical pixels.
    pub(in crate::app) fn level(&mut self, draft: &Draft, side: f32) -> Handle<Image> {
        let thumbnail = self.grain().thumbnail(draft, side);
        self.image(&thumbnail)
    }

    /// Returns the goal of `draft` in cells as large as those of its start, which has a
    /// room of `side` logical pixels.
    pub(in crate::app) fn goal(&mut self, draft: &Draft, side: f32) -> Handle<Image> {
        let longest = |size: Size| f32::from(size.width.max(size.height));
        let part = longest(draft.goal.size()) / longest(draft.start.size());
        let mut goal = Draft { start: draft.goal.clone(), ..draft.clone() };
        if !draft.shares_walls(Layout::Goal) {
            goal.terrain = Terrain::default();
        }
        self.level(&goal, side * part)
    }

    /// Returns `position` on the board of `draft`.
    pub(in crate::app) fn position(
        &mut self,
        draft: &Draft,
        at: &Position,
        side: f32,
    ) -> Handle<Image> {
        let grain = self.grain();
        let side = (side * grain.density) as u32;
        self.image(&picture::position_thumbnail(draft, at, side, grain.ground))
    }
}

/// Returns a picture in a room of `side` logical pixels each way.
pub(in crate::app) fn board(picture: Handle<Image>, side: f32) -> impl Scene {
    bsn! {
        Node {
            width: px(side),
            height: px(side),
            flex_shrink: 0.0,
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
        }
        Pickable::IGNORE
        Children [ (
            Node { max_width: percent(100), max_height: percent(100) }
            ImageNode { image: {HandleTemplate::Handle(picture)} }
            Pickable::IGNORE
        ) ]
    }
}
