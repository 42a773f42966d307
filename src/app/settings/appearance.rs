//! Light or dark. The screen is built in the colours of [`crate::app::kit::theme`]; under the
//! dark theme each of them is replaced where it appears. What has the colour of a
//! palette keeps it.

use bevy::app::AppExit;
use bevy::prelude::*;

use super::{Settings, Theme};
use crate::app::kit::theme;

/// Each colour of the theme, and what stands for it in the dark: none of them can be
/// that of a palette, and no two are the same.
const DARK: [(Color, Color); 19] = [
    (theme::WHITE, Color::srgb(0.1101, 0.1101, 0.1101)),
    (theme::BLACK, Color::srgb(0.9011, 0.9011, 0.8911)),
    (theme::DIM, Color::srgb(0.7501, 0.7501, 0.7501)),
    (theme::FIELD, Color::srgb(0.1701, 0.1701, 0.1701)),
    (theme::FIELD_HOVER, Color::srgb(0.2301, 0.2301, 0.2301)),
    (theme::FIELD_PRESSED, Color::srgb(0.3003, 0.3003, 0.3003)),
    (theme::GRID, Color::srgb(0.2401, 0.2401, 0.2401)),
    (theme::BLUE, Color::srgb(0.3701, 0.6701, 0.9201)),
    (theme::RED, Color::srgb(0.9701, 0.5301, 0.4701)),
    (theme::YELLOW, Color::srgb(0.9651, 0.8631, 0.3531)),
    (theme::ON_YELLOW, Color::srgb(0.0003, 0.0003, 0.0003)),
    (theme::VEIL, Color::srgba(0.0501, 0.0501, 0.0501, 0.7)),
    (theme::FAINT, Color::srgb(0.5801, 0.5801, 0.5801)),
    (theme::SELECTION, Color::srgb(0.1801, 0.3301, 0.4801)),
    (theme::HEAT[0], Color::srgb(0.1801, 0.1721, 0.1991)),
    (theme::HEAT[1], Color::srgb(0.2381, 0.2271, 0.2621)),
    (theme::HEAT[2], Color::srgb(0.2921, 0.2791, 0.3221)),
    (theme::HEAT[3], Color::srgb(0.3461, 0.3311, 0.3811)),
    (theme::HEAT[4], Color::srgb(0.4011, 0.3831, 0.4421)),
];

/// Returns `color` as the theme shows it, from whichever theme it is.
pub(in crate::app) fn painted(color: Color, theme: Theme) -> Color {
    let entry = DARK.iter().find(|(light, dark)| *light == color || *dark == color);
    match (entry, theme) {
        (Some(&(light, _)), Theme::Light) => light,
        (Some(&(_, dark)), Theme::Dark) => dark,
        (None, _) => color,
    }
}

/// The theme that the widgets have now.
#[derive(Resource, Default)]
struct Shown(Theme);

type Painted<'w> = (
    Option<Mut<'w, BackgroundColor>>,
    Option<Mut<'w, BorderColor>>,
    Option<Mut<'w, TextColor>>,
    Option<Mut<'w, Outline>>,
    Option<Mut<'w, ImageNode>>,
);

fn paint((ground, border, text, outline, image): Painted, theme: Theme) {
    // Only what differs is written: everything written is drawn anew.
    if let Some(mut ground) = ground {
        let color = painted(ground.0, theme);
        ground.set_if_neq(BackgroundColor(color));
    }
    if let Some(mut border) = border {
        let BorderColor { top, right, bottom, left } = *border;
        let [top, right, bottom, left] =
            [top, right, bottom, left].map(|color| painted(color, theme));
        border.set_if_neq(BorderColor { top, right, bottom, left });
    }
    if let Some(mut text) = text {
        let color = painted(text.0, theme);
        text.set_if_neq(TextColor(color));
    }
    if let Some(mut outline) = outline {
        let color = painted(outline.color, theme);
        if outline.color != color {
            outline.color = color;
        }
    }
    // The icons of the tools; a picture is not tinted.
    if let Some(mut image) = image {
        let color = painted(image.color, theme);
        if image.color != color {
            image.color = color;
        }
    }
}

/// What has a colour of any kind.
type Coloured = (
    Option<&'static mut BackgroundColor>,
    Option<&'static mut BorderColor>,
    Option<&'static mut TextColor>,
    Option<&'static mut Outline>,
    Option<&'static mut ImageNode>,
);

/// A colour has been given to it.
type ColourChanged = Or<(
    Changed<BackgroundColor>,
    Changed<BorderColor>,
    Changed<TextColor>,
    Changed<Outline>,
    Changed<ImageNode>,
)>;

/// Gives everything the colours of another theme.
fn switch(
    settings: Res<Settings>,
    mut shown: ResMut<Shown>,
    mut widgets: ResMut<bevy::feathers::theme::UiTheme>,
    mut ground: ResMut<ClearColor>,
    mut all: Query<Coloured>,
) {
    if shown.0 == settings.theme {
        return;
    }
    shown.0 = settings.theme;
    *widgets = theme::widget_theme(|color| painted(color, settings.theme));
    ground.0 = painted(theme::WHITE, settings.theme);
    for coloured in &mut all {
        paint(coloured, settings.theme);
    }
}

/// Paints what has just been drawn in light colours.
fn paint_new(settings: Res<Settings>, mut changed: Query<Coloured, ColourChanged>) {
    for coloured in &mut changed {
        paint(coloured, settings.theme);
    }
}

fn is_dark(settings: Res<Settings>) -> bool {
    settings.theme == Theme::Dark
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shown>().add_systems(
        Last,
        (switch.run_if(resource_changed::<Settings>), paint_new.run_if(is_dark))
            .chain()
            .run_if(not(on_message::<AppExit>)),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{self, SHAPE_CONTRAST, TEXT_CONTRAST};

    #[test]
    fn each_colour_has_its_own_and_none_is_of_a_palette() {
        let all: Vec<Color> = DARK.iter().flat_map(|&(light, dark)| [light, dark]).collect();
        for (index, color) in all.iter().enumerate() {
            assert!(!all[..index].contains(color), "{color:?} is there twice");
            let srgb = color.to_srgba();
            let byte = |channel: f32| (channel * 255.0).round() as u8;
            let nearest = Color::srgb_u8(byte(srgb.red), byte(srgb.green), byte(srgb.blue));
            assert_ne!(*color, nearest.with_alpha(srgb.alpha));
        }
    }

    #[test]
    fn switching_there_and_back_changes_nothing() {
        for (light, dark) in DARK {
            assert_eq!(painted(light, Theme::Dark), dark);
            assert_eq!(painted(dark, Theme::Light), light);
            assert_eq!(painted(painted(light, Theme::Dark), Theme::Dark), dark);
        }
        let tile = theme::color(crate::puzzle::Rgb(255, 255, 255));
        assert_eq!(painted(tile, Theme::Dark), tile);
    }

    fn contrast(one: Color, other: Color) -> f32 {
        picture::contrast(theme::rgb(one), theme::rgb(other))
    }

    /// Each text of the theme with the grounds that it is used on.
    const TEXTS: [(Color, &[Color]); 7] = [
        (theme::BLACK, &GROUNDS),
        (theme::DIM, &GROUNDS),
        (theme::FAINT, &[theme::WHITE, theme::FIELD]),
        (theme::RED, &[theme::WHITE, theme::FIELD, theme::FIELD_HOVER]),
        (theme::BLUE, &[theme::WHITE, theme::FIELD, theme::FIELD_HOVER]),
        (theme::WHITE, &[theme::BLUE, theme::RED, theme::BLACK]),
        (theme::ON_YELLOW, &[theme::YELLOW]),
    ];
    const GROUNDS: [Color; 4] =
        [theme::WHITE, theme::FIELD, theme::FIELD_HOVER, theme::FIELD_PRESSED];

    #[test]
    fn every_text_can_be_read_on_its_grounds() {
        for theme in [Theme::Light, Theme::Dark] {
            let check = |text: Color, ground: Color| {
                let found = contrast(painted(text, theme), painted(ground, theme));
                assert!(found >= TEXT_CONTRAST, "{theme:?}: {text:?} on {ground:?}: {found}");
            };
            for (text, grounds) in TEXTS {
                grounds.iter().for_each(|&ground| check(text, ground));
            }
            check(theme::BLACK, theme::SELECTION);
            theme::HEAT.iter().for_each(|&ground| check(theme::BLACK, ground));
        }
    }

    #[test]
    fn the_steps_of_the_heat_map_can_be_told_apart() {
        for theme in [Theme::Light, Theme::Dark] {
            let mut last = painted(theme::WHITE, theme);
            let ground = last;
            for step in theme::HEAT {
                let step = painted(step, theme);
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
        let tiles: Vec<Color> = palette.chain(known).map(theme::color).collect();
        for theme in [Theme::Light, Theme::Dark] {
            let ground = painted(theme::WHITE, theme);
            for &tile in tiles.iter().chain(&[Color::WHITE, Color::BLACK]) {
                let edge = theme::hairline(tile, ground).unwrap_or(tile);
                let found = contrast(edge, ground);
                assert!(found >= SHAPE_CONTRAST, "{theme:?}: {tile:?}: {found}");
            }
        }
    }
}
