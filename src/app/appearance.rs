//! Light or dark. The screen is built in the colours of [`super::theme`]; under the
//! dark theme each of them is replaced where it appears. What has the colour of a
//! palette keeps it.

use bevy::app::AppExit;
use bevy::prelude::*;

use super::settings::{Settings, Theme};
use super::theme;

/// Each colour of the theme, and what stands for it in the dark: none of them can be
/// that of a palette, and no two are the same.
const DARK: [(Color, Color); 14] = [
    (theme::WHITE, Color::srgb(0.1101, 0.1101, 0.1101)),
    (theme::BLACK, Color::srgb(0.9011, 0.9011, 0.8911)),
    (theme::DIM, Color::srgb(0.6801, 0.6801, 0.6801)),
    (theme::FIELD, Color::srgb(0.1701, 0.1701, 0.1701)),
    (theme::FIELD_HOVER, Color::srgb(0.2301, 0.2301, 0.2301)),
    (theme::FIELD_PRESSED, Color::srgb(0.3301, 0.3301, 0.3301)),
    (theme::GRID, Color::srgb(0.2401, 0.2401, 0.2401)),
    (theme::BLUE, Color::srgb(0.3501, 0.6601, 0.9101)),
    (theme::RED, Color::srgb(0.9401, 0.4201, 0.3601)),
    (theme::YELLOW, Color::srgb(0.9651, 0.8631, 0.3531)),
    (theme::ON_YELLOW, Color::srgb(0.0003, 0.0003, 0.0003)),
    (theme::VEIL, Color::srgba(0.0501, 0.0501, 0.0501, 0.7)),
    (theme::FAINT, Color::srgb(0.4501, 0.4501, 0.4501)),
    (theme::SELECTION, Color::srgb(0.1801, 0.3301, 0.4801)),
];

/// Returns `color` as the theme shows it, from whichever theme it is.
pub(super) fn painted(color: Color, theme: Theme) -> Color {
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

    #[test]
    fn dark_text_can_be_read() {
        let contrast = |one: Color, other: Color| {
            let (one, other) = (one.luminance() + 0.05, other.luminance() + 0.05);
            one.max(other) / one.min(other)
        };
        for theme in [Theme::Light, Theme::Dark] {
            let ground = painted(theme::WHITE, theme);
            for (text, least) in [(theme::BLACK, 12.0), (theme::DIM, 4.5), (theme::RED, 4.5)] {
                let found = contrast(painted(text, theme), ground);
                assert!(found >= least, "{theme:?}: {found}");
            }
        }
        assert!(contrast(theme::ON_YELLOW, theme::YELLOW) > 4.5);
    }
}
