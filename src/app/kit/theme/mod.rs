//! The look, De Stijl: white ground, black rules, primaries used sparingly. Here are the
//! colours and sizes; `parts` are the labels, buttons and fields that every panel uses,
//! `tokens` says which colour each part of a widget has.

mod parts;
mod tokens;

use bevy::prelude::*;
use bevy::text::EditableText;

pub use parts::{
    bare_button, button, heading, label, label_dim, plain_button, primary_button, stop_button,
    text_field, write_into,
};
pub(in crate::app) use tokens::widget_theme;

use crate::picture;
use crate::puzzle::Rgb;

/// The ground. As all colours here it is none that a palette can hold, by a hair that
/// nobody sees: `appearance` knows them by it and puts those of the dark theme in
/// their places.
pub const WHITE: Color = Color::srgb(0.9999, 0.9999, 0.9999);
/// Rules, walls and text.
pub const BLACK: Color = Color::srgb(0.0001, 0.0001, 0.0001);
/// Text of lesser weight; dark enough to read on white.
pub const DIM: Color = Color::srgb(0.26, 0.26, 0.26);
/// The ground of buttons and fields.
pub const FIELD: Color = Color::srgb(0.955, 0.955, 0.945);
/// The same under the pointer.
pub const FIELD_HOVER: Color = Color::srgb(0.90, 0.90, 0.885);
/// The same while pressed, and the lines between cells.
pub const FIELD_PRESSED: Color = Color::srgb(0.82, 0.82, 0.80);
/// The lines between cells.
pub const GRID: Color = Color::srgb(0.86, 0.86, 0.85);
/// What is proved. What is chosen is black.
pub const BLUE: Color = Color::srgb(0.0, 0.341, 0.627);
/// What is wrong.
pub const RED: Color = Color::srgb(0.78, 0.121, 0.081);
/// What is known and not proved.
pub const YELLOW: Color = Color::srgb(0.965, 0.863, 0.353);
/// Text on a ground of `YELLOW`.
pub const ON_YELLOW: Color = Color::srgb(0.0002, 0.0002, 0.0002);
/// What dims the screen behind a dialog.
pub const VEIL: Color = Color::srgba(0.9999, 0.9999, 0.9999, 0.7);
/// What cannot be used now, and the letters beside a board: as pale as can be read.
pub const FAINT: Color = Color::srgb(0.431, 0.431, 0.431);
/// Behind chosen text.
pub const SELECTION: Color = Color::srgb(0.701, 0.821, 0.931);
/// The scale of a heat map, from little to much: no colour of a tile, each step as far from
/// the last as eyes need, and [`BLACK`] can be read on all.
pub const HEAT: [Color; 5] = [
    Color::srgb(0.9141, 0.8731, 0.9591),
    Color::srgb(0.8091, 0.7731, 0.8491),
    Color::srgb(0.7141, 0.6821, 0.7491),
    Color::srgb(0.6271, 0.5981, 0.6581),
    Color::srgb(0.5461, 0.5221, 0.5741),
];

/// Width of the rules between the parts of the screen, in logical pixels.
pub const RULE: f32 = 2.0;
/// Space around the content of a part of the screen.
pub const PADDING: f32 = 12.0;
/// Space between things that belong together.
pub const GAP: f32 = 6.0;
/// Height of buttons and fields.
pub const ROW: f32 = 26.0;
/// Width of the column at the right.
pub const SOLVER_WIDTH: f32 = 304.0;
/// Height of the bar at the bottom.
pub const BOTTOM_HEIGHT: f32 = 52.0;
/// Size of ordinary text.
pub const TEXT: f32 = 14.0;
/// Size of small text.
pub const SMALL: f32 = 13.0;

/// Returns the colour of the screen for a colour of a palette.
pub const fn color(rgb: Rgb) -> Color {
    Color::srgb_u8(rgb.0, rgb.1, rgb.2)
}

/// Returns a colour of the screen as one of a palette, the nearest.
pub(in crate::app) fn rgb(color: Color) -> Rgb {
    let [red, green, blue, _] = color.to_srgba().to_u8_array();
    Rgb(red, green, blue)
}

/// Returns black or white, whichever is easier to read on `ground`, which is the
/// colour of a palette: both themes show those alike.
pub fn ink_on(ground: Color) -> Color {
    color(picture::ink_on(rgb(ground)))
}

/// Returns the line within the edge of what has the colour of a palette, where it would be
/// lost on `ground`.
pub(in crate::app) fn hairline(shape: Color, ground: Color) -> Option<Color> {
    picture::hairline(rgb(shape), rgb(ground)).map(color)
}

/// The text of a field does not take the colour of the theme by itself, and white
/// on white cannot be read.
fn ink_field_on_add(add: On<Add, EditableText>, mut commands: Commands) {
    commands.entity(add.entity).insert(TextColor(BLACK));
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(widget_theme(|color| color))
        .insert_resource(ClearColor(WHITE))
        .add_observer(ink_field_on_add);
}
