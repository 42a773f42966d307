//! Colours by what they are for. What is drawn names one, and has it in the light and in the
//! dark; what has the colour of a palette has it in both. `docs/look.md` is the table.
//!
//! ```text
//!   Fill(theme::FIELD)    its ground      Ink(theme::DIM)      its text or its icon
//!   Frame(theme::INK)     its border      Around(theme::BLUE)  the outline around it
//! ```

use bevy::app::AppExit;
use bevy::feathers::theme::{InheritableThemeTextColor, UiTheme};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::tokens::widget_theme;
use crate::app::kit::frame::FrameSystems;
use crate::picture::Ground;
use crate::puzzle::Rgb;

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// White ground, black rules.
    #[default]
    Light,
    /// The other way round.
    Dark,
}

impl Theme {
    /// Returns the ground of small pictures of boards.
    pub(in crate::app) const fn ground(self) -> Ground {
        match self {
            Self::Light => Ground::White,
            Self::Dark => Ground::Dark,
        }
    }
}

/// The theme that is shown.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shown(pub Theme);

/// A colour of the theme: its name in `docs/look.md`, and what it is in the light and in the dark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token {
    /// Its name, that of the page's variable where the page has it too.
    pub name: &'static str,
    light: (Rgb, f32),
    dark: (Rgb, f32),
}

impl Token {
    /// Returns a token by its colours in the light and in the dark, such as `0xf4f4f1`.
    pub(super) const fn new(name: &'static str, light: u32, dark: u32) -> Self {
        Self { name, light: (rgb(light), 1.0), dark: (rgb(dark), 1.0) }
    }

    /// Returns it so strong, from 0 for nothing to 1.
    pub(super) const fn faded(self, alpha: f32) -> Self {
        Self { light: (self.light.0, alpha), dark: (self.dark.0, alpha), ..self }
    }

    /// Returns its colour.
    pub fn color(&self, theme: Theme) -> Color {
        let (Rgb(red, green, blue), alpha) = match theme {
            Theme::Light => self.light,
            Theme::Dark => self.dark,
        };
        Color::srgb_u8(red, green, blue).with_alpha(alpha)
    }
}

const fn rgb(hex: u32) -> Rgb {
    Rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// What something is drawn in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Paint {
    /// A colour of the theme.
    Of(Token),
    /// A colour of a palette, the same in both themes.
    Own(Color),
}

impl Default for Paint {
    fn default() -> Self {
        Self::Own(Color::NONE)
    }
}

impl From<Color> for Paint {
    fn from(color: Color) -> Self {
        Self::Own(color)
    }
}

impl Paint {
    /// Returns its colour.
    pub fn color(&self, theme: Theme) -> Color {
        match self {
            Self::Of(token) => token.color(theme),
            Self::Own(color) => *color,
        }
    }

    /// Returns it so strong, from 0 for nothing to 1.
    #[must_use]
    pub fn with_alpha(self, alpha: f32) -> Self {
        match self {
            Self::Of(token) => Self::Of(token.faded(alpha)),
            Self::Own(color) => Self::Own(color.with_alpha(alpha)),
        }
    }
}

/// The ground of a node.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
#[require(BackgroundColor)]
pub struct Fill(pub Paint);

/// The border of a node.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
#[require(BorderColor)]
pub struct Frame(pub Paint);

/// The text or the icon of a node.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Ink(pub Paint);

/// The outline around a node, which it must have.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Around(pub Paint);

/// Gives everything its colours: what has been named in this frame, and all of it in another
/// theme. What is equal is not written, for everything written is drawn anew.
fn paint(
    shown: Res<Shown>,
    mut grounds: Query<(Ref<Fill>, &mut BackgroundColor)>,
    mut frames: Query<(Ref<Frame>, &mut BorderColor)>,
    mut texts: Query<(Ref<Ink>, &mut TextColor)>,
    mut icons: Query<(Ref<Ink>, &mut ImageNode)>,
    mut outlines: Query<(Ref<Around>, &mut Outline)>,
) {
    let (theme, all) = (shown.0, shown.is_changed());
    for (fill, mut ground) in &mut grounds {
        if all || fill.is_changed() {
            ground.set_if_neq(BackgroundColor(fill.0.color(theme)));
        }
    }
    for (frame, mut border) in &mut frames {
        if all || frame.is_changed() {
            border.set_if_neq(BorderColor::all(frame.0.color(theme)));
        }
    }
    for (ink, mut text) in &mut texts {
        // A text may have come after its ink.
        if all || ink.is_changed() || text.is_added() {
            text.set_if_neq(TextColor(ink.0.color(theme)));
        }
    }
    for (ink, mut image) in &mut icons {
        let color = ink.0.color(theme);
        if (all || ink.is_changed() || image.is_added()) && image.color != color {
            image.color = color;
        }
    }
    for (around, mut outline) in &mut outlines {
        let color = around.0.color(theme);
        if (all || around.is_changed() || outline.is_changed()) && outline.color != color {
            outline.color = color;
        }
    }
}

/// Below this luminance text of the dark theme is what stands on a pale ground.
const DARK: f32 = 0.05;

/// Letters are blended in linear light: dark ones on a pale ground come out thinner than the
/// pale ones around them. In the dark theme, where both stand side by side, they are drawn twice.
fn weigh(
    shown: Res<Shown>,
    texts: Query<(Entity, Ref<TextColor>, Has<TextShadow>)>,
    mut commands: Commands,
) {
    // What has one colour in both themes does not change with them.
    let changed = texts.iter().filter(|(_, color, _)| shown.is_changed() || color.is_changed());
    for (entity, color, is_heavy) in changed {
        let color = color.0;
        let is_dark = color.luminance() < DARK && color.alpha() > 0.0;
        if shown.0 == Theme::Dark && is_dark {
            commands.entity(entity).insert(TextShadow { offset: Vec2::ZERO, color });
        } else if is_heavy {
            commands.entity(entity).remove::<TextShadow>();
        }
    }
}

/// Gives the widgets of Feathers the colours of another theme; what is written on them takes its
/// colour only when it is told anew.
fn paint_widgets(
    shown: Res<Shown>,
    mut widgets: ResMut<UiTheme>,
    mut ground: ResMut<ClearColor>,
    inked: Query<(Entity, &InheritableThemeTextColor)>,
    mut commands: Commands,
) {
    *widgets = widget_theme(shown.0);
    ground.0 = super::GROUND.color(shown.0);
    for (entity, ink) in &inked {
        commands.entity(entity).insert(ink.clone());
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shown>()
        .insert_resource(widget_theme(Theme::Light))
        .insert_resource(ClearColor(super::GROUND.color(Theme::Light)))
        .add_systems(
            Update,
            paint_widgets.run_if(resource_changed::<Shown>).after(FrameSystems::Bound),
        )
        .add_systems(Last, (paint, weigh).chain().run_if(not(on_message::<AppExit>)));
}
