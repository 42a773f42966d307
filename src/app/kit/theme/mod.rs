//! The look, De Stijl: white ground, black rules, primaries used sparingly. `docs/look.md` is the
//! table of it. Here are the colours and sizes; `paint` gives them to what is drawn, `parts` are
//! the labels, buttons and fields that every panel uses, `tokens` says which colour each part of
//! a widget has.

mod paint;
mod parts;
mod tokens;

use bevy::prelude::*;
use bevy::text::EditableText;

pub use paint::{Around, Fill, Frame, Ink, Paint, Shown, Theme, Token};
pub use parts::{
    bare_button, button, heading, label, label_dim, plain_button, primary_button, stop_button,
    text_field, title, write_into,
};

pub(in crate::app) use parts::spare_if;

use crate::picture;
use crate::puzzle::Rgb;

const fn of(name: &'static str, light: u32, dark: u32) -> Paint {
    Paint::Of(Token::new(name, light, dark))
}

/// Nothing is to be seen.
pub const NONE: Paint = Paint::Own(Color::NONE);
/// The ground.
pub const GROUND: Paint = of("ground", 0xff_ffff, 0x1c_1c1c);
/// Rules, walls and text.
pub const INK: Paint = of("ink", 0x00_0000, 0xe6_e6e3);
/// Text of lesser weight; it can be read on all grounds but what is pressed.
pub const DIM: Paint = of("dim", 0x5c_5c5c, 0xad_adab);
/// The ground of buttons and fields.
pub const FIELD: Paint = of("field", 0xf4_f4f1, 0x2b_2b2b);
/// The same under the pointer.
pub const FIELD_HOVER: Paint = of("hover", 0xe6_e6e2, 0x3a_3a3a);
/// The same while pressed.
pub const FIELD_PRESSED: Paint = of("pressed", 0xd1_d1cc, 0x54_5454);
/// The lines between cells.
pub const GRID: Paint = of("grid", 0xdc_dcd9, 0x3a_3a3a);
/// What is proved, and the one action that is the next. What is chosen is black.
pub const BLUE: Paint = of("blue", 0x00_57a0, 0x6d_b2ee);
/// What is wrong, and what ends something.
pub const RED: Paint = of("red", 0xc8_230f, 0xff_7a68);
/// What is known and not proved.
pub const YELLOW: Paint = of("yellow", 0xf6_dc5a, 0xf6_dc5a);
/// Text on a ground of `YELLOW`.
pub const ON_YELLOW: Paint = of("on-yellow", 0x00_0000, 0x00_0000);
/// What dims the screen behind a dialog.
pub const VEIL: Paint = Paint::Of(Token::new("veil", 0xff_ffff, 0x0d_0d0d).faded(0.7));
/// What cannot be used now, and the letters beside a board: as pale as can be read.
pub const FAINT: Paint = of("faint", 0x6e_6e6e, 0x94_9494);
/// Behind chosen text.
pub const SELECTION: Paint = of("selection", 0xb3_d1ed, 0x2e_547a);
/// The scale of a heat map, from little to much: no colour of a tile, each step as far from
/// the last as eyes need, and [`INK`] can be read on all.
pub const HEAT: [Paint; 5] = [
    of("heat-1", 0xe9_dff5, 0x2e_2c33),
    of("heat-2", 0xce_c5d9, 0x3d_3a43),
    of("heat-3", 0xb6_aebf, 0x4a_4752),
    of("heat-4", 0xa0_98a8, 0x58_5461),
    of("heat-5", 0x8b_8592, 0x66_6271),
];

/// All colours of the theme.
pub const ALL: [Paint; 19] = [
    GROUND,
    INK,
    DIM,
    FIELD,
    FIELD_HOVER,
    FIELD_PRESSED,
    GRID,
    BLUE,
    RED,
    YELLOW,
    ON_YELLOW,
    VEIL,
    FAINT,
    SELECTION,
    HEAT[0],
    HEAT[1],
    HEAT[2],
    HEAT[3],
    HEAT[4],
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
pub const SOLVER_WIDTH: f32 = 226.0;
/// Height of the bar at the bottom.
pub const BOTTOM_HEIGHT: f32 = 48.0;
/// Size of ordinary text, in logical pixels.
pub const TEXT: f32 = 13.0;
/// Height of a line of it.
pub const LINE: f32 = 16.0;
/// Size of a sentence that matters.
pub const MEDIUM: f32 = 16.0;
/// Size of titles, and of what stands beside a large number.
pub const LARGE: f32 = 20.0;
/// Size of a number that is the message.
pub const HUGE: f32 = 32.0;
/// Size of the number of a game.
pub const COLOSSAL: f32 = 48.0;

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
    commands.entity(add.entity).insert(Ink(INK));
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((paint::plugin, parts::plugin)).add_observer(ink_field_on_add);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{SHAPE_CONTRAST, TEXT_CONTRAST};

    /// The rows of the tables of `docs/look.md`, by their first columns.
    fn rows() -> impl Iterator<Item = Vec<String>> {
        let lines = include_str!("../../../../docs/look.md").lines();
        lines.filter_map(|line| {
            let cells = line.strip_prefix("| ")?.split(" | ");
            Some(cells.map(|cell| cell.trim_matches(['`', ' ', '|']).to_owned()).collect())
        })
    }

    #[test]
    fn the_theme_is_what_the_table_says() {
        let is_here =
            |row: &Vec<String>| row[1].starts_with('#') && matches!(&*row[3], "both" | "window");
        let listed: Vec<_> = rows().filter(is_here).collect();
        assert_eq!(listed.len(), ALL.len());
        for paint in ALL {
            let Paint::Of(token) = paint else { panic!("{paint:?} has no name") };
            let mut found = listed.iter().filter(|row| row[0] == token.name);
            let row = found.next().unwrap_or_else(|| panic!("{} is not listed", token.name));
            assert!(found.next().is_none(), "{} is listed twice", token.name);
            for (theme, column) in [(Theme::Light, 1), (Theme::Dark, 2)] {
                let has = rgb(token.color(theme)).to_string();
                assert_eq!(has, row[column], "{} in the {theme:?}", token.name);
            }
        }
        let sizes: Vec<f32> = rows().filter_map(|row| row[0].parse().ok()).collect();
        assert_eq!(sizes, [TEXT, MEDIUM, LARGE, HUGE, COLOSSAL]);
        let pixels = |what: &str| rows().find(|row| row[0].starts_with(what)).unwrap()[1].clone();
        assert_eq!(pixels("rules between"), RULE.to_string());
        assert_eq!(pixels("between things"), GAP.to_string());
        assert_eq!(pixels("around the content"), PADDING.to_string());
        assert!(pixels("height of buttons").starts_with(&format!("{ROW};")));
    }

    fn contrast(one: Color, other: Color) -> f32 {
        picture::contrast(rgb(one), rgb(other))
    }

    /// Each text of the theme with the grounds that it is used on.
    const TEXTS: [(Paint, &[Paint]); 7] = [
        (INK, &GROUNDS),
        (DIM, &GROUNDS),
        (FAINT, &[GROUND, FIELD]),
        (RED, &[GROUND, FIELD]),
        (BLUE, &[GROUND, FIELD, FIELD_HOVER]),
        (GROUND, &[BLUE, RED, INK]),
        (ON_YELLOW, &[YELLOW]),
    ];
    const GROUNDS: [Paint; 3] = [GROUND, FIELD, FIELD_HOVER];

    #[test]
    fn every_text_can_be_read_on_its_grounds() {
        for theme in [Theme::Light, Theme::Dark] {
            let check = |text: Paint, ground: Paint| {
                let found = contrast(text.color(theme), ground.color(theme));
                assert!(found >= TEXT_CONTRAST, "{theme:?}: {text:?} on {ground:?}: {found}");
            };
            for (text, grounds) in TEXTS {
                grounds.iter().for_each(|&ground| check(text, ground));
            }
            check(INK, FIELD_PRESSED);
            check(INK, SELECTION);
            HEAT.iter().for_each(|&ground| check(INK, ground));
        }
    }

    #[test]
    fn the_steps_of_the_heat_map_can_be_told_apart() {
        for theme in [Theme::Light, Theme::Dark] {
            let mut last = GROUND.color(theme);
            let ground = last;
            for step in HEAT {
                let step = step.color(theme);
                assert!(contrast(step, last) >= 1.2, "{theme:?}: {step:?} after {last:?}");
                assert!(contrast(step, ground) > contrast(last, ground), "{theme:?}: {step:?}");
                last = step;
            }
        }
    }

    #[test]
    fn tiles_of_any_colour_can_be_told_from_the_board() {
        let palette = (0..12).map(|n| crate::puzzle::default_swatch('Q', n).rgb);
        let known = "BGROYP".chars().map(|letter| crate::puzzle::default_swatch(letter, 0).rgb);
        let tiles: Vec<Color> = palette.chain(known).map(color).collect();
        for theme in [Theme::Light, Theme::Dark] {
            let ground = GROUND.color(theme);
            for &tile in tiles.iter().chain(&[Color::WHITE, Color::BLACK]) {
                let edge = hairline(tile, ground).unwrap_or(tile);
                let found = contrast(edge, ground);
                assert!(found >= SHAPE_CONTRAST, "{theme:?}: {tile:?}: {found}");
            }
        }
    }
}
