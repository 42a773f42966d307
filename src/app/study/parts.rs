//! Small scenes that the dialogs of this folder share: boards, figures, rows.

use bevy::asset::HandleTemplate;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::app::levels::{image_of, pixels_per_unit};
use crate::app::settings::Settings;
use crate::app::theme::{self, label, label_dim};
use crate::picture::{Picture, thumbnail};
use crate::puzzle::{Draft, Position};

/// Draws boards for the screen.
#[derive(SystemParam)]
pub(super) struct Painter<'w, 's> {
    scale: Res<'w, UiScale>,
    window: Option<Single<'w, 's, &'static Window, With<PrimaryWindow>>>,
    settings: Res<'w, Settings>,
    images: ResMut<'w, Assets<Image>>,
}

impl Painter<'_, '_> {
    /// Returns the size of the window in logical pixels of what is drawn in it.
    pub(super) fn window_size(&self) -> Vec2 {
        self.window.as_ref().map_or(Vec2::splat(1e4), |window| window.size() / self.scale.0)
    }

    /// Returns a picture as an image, and its size in logical pixels.
    pub(super) fn picture(&mut self, picture: &Picture) -> (Handle<Image>, Vec2) {
        let density = pixels_per_unit(self.window.as_deref().copied(), &self.scale);
        let size = Vec2::new(picture.width() as f32, picture.height() as f32);
        (self.images.add(image_of(picture)), size / density)
    }

    /// Returns the start of `draft` as an image for a room of `side` logical pixels.
    pub(super) fn level(&mut self, draft: &Draft, side: f32) -> Handle<Image> {
        let density = pixels_per_unit(self.window.as_deref().copied(), &self.scale);
        let ground = self.settings.theme.ground();
        self.images.add(image_of(&thumbnail(draft, (side * density) as u32, ground)))
    }

    /// Returns `position` on the board of `draft`.
    pub(super) fn position(&mut self, draft: &Draft, at: &Position, side: f32) -> Handle<Image> {
        self.level(&draft.with_start(at), side)
    }
}

/// Returns a picture in a room of `side` logical pixels each way.
pub(super) fn board(picture: Handle<Image>, side: f32) -> impl Scene {
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

/// Returns a figure with its name.
pub(super) fn figure(name: &'static str, value: impl Into<String>) -> Box<dyn Scene> {
    let value = value.into();
    Box::new(bsn! {
        Node { flex_shrink: 0.0, column_gap: px(8) }
        Children [
            ( Node { width: px(140), flex_shrink: 0.0 } Children [ label_dim(name) ] ),
            ( Node { flex_shrink: 1.0, min_width: px(0) } Children [ label(value) ] ),
        ]
    })
}

/// Returns a row of controls.
pub(super) fn row(controls: Box<dyn SceneList>) -> impl Scene {
    bsn! {
        Node { align_items: AlignItems::Center, column_gap: px(theme::GAP), flex_shrink: 0.0 }
        Children [ {controls} ]
    }
}
