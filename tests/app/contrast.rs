//! Every text can be read where it stands, in the light and in the dark.

use bevy::prelude::*;
use mondrian::app::kit::dialog::Dialog;
use mondrian::app::settings::{Preference, Theme};
use mondrian::picture::{TEXT_CONTRAST, contrast};
use mondrian::puzzle::Rgb;

use crate::harness::Designer;
use crate::screens;

pub fn rgb(color: Color) -> Rgb {
    let [red, green, blue, _] = color.to_srgba().to_u8_array();
    Rgb(red, green, blue)
}

/// Returns `above` as it is seen over `below`.
fn over(above: Color, below: Color) -> Color {
    let (above, below) = (above.to_srgba(), below.to_srgba());
    let mix = |above: f32, below: f32, part: f32| (above - below).mul_add(part, below);
    Color::srgb(
        mix(above.red, below.red, above.alpha),
        mix(above.green, below.green, above.alpha),
        mix(above.blue, below.blue, above.alpha),
    )
}

/// Returns the ground that a node is drawn on.
fn ground(world: &World, node: Entity) -> Color {
    let below = || match world.get::<ChildOf>(node) {
        Some(parent) => ground(world, parent.parent()),
        None => world.resource::<ClearColor>().0,
    };
    match world.get::<BackgroundColor>(node) {
        Some(own) if own.0.alpha() >= 1.0 => own.0,
        Some(own) => over(own.0, below()),
        None => below(),
    }
}

fn is_below(world: &World, node: Entity, top: Entity) -> bool {
    node == top
        || world.get::<ChildOf>(node).is_some_and(|parent| is_below(world, parent.parent(), top))
}

#[test]
fn dark_letters_are_as_heavy_as_the_pale_ones_around_them() {
    let mut designer = Designer::new();
    designer.app.world_mut().spawn((Text::new("black in both"), TextColor(Color::BLACK)));
    let mut heavy = |theme| {
        designer.send(Preference::Theme(theme));
        let world = designer.app.world_mut();
        let mut texts = world.query::<(&Text, Has<TextShadow>)>();
        ["Design", "Play", "black in both"].map(|caption| {
            let found = texts.iter(world).find(|(text, _)| text.0 == caption);
            found.unwrap().1
        })
    };
    assert_eq!(heavy(Theme::Dark), [true, false, true], "what is chosen is dark on a pale ground");
    assert_eq!(heavy(Theme::Light), [false; 3]);
}

#[test]
fn every_text_can_be_read_where_it_stands() {
    let mut pale = std::collections::BTreeSet::new();
    let mut seen = 0;
    screens::all(|designer, screen| {
        for theme in [Theme::Dark, Theme::Light] {
            designer.send(Preference::Theme(theme));
            let world = designer.app.world_mut();
            let dialog = world.query_filtered::<Entity, With<Dialog>>().iter(world).next();
            let texts: Vec<(Entity, String, Color)> = world
                .query::<(Entity, &Text, &TextColor, &ComputedNode)>()
                .iter(world)
                .filter(|(_, text, _, node)| !text.0.is_empty() && node.size().x > 0.0)
                .map(|(entity, text, color, _)| (entity, text.0.clone(), color.0))
                .collect();
            for (entity, text, color) in texts {
                // What is behind a dialog is not to be read.
                if dialog.is_some_and(|dialog| !is_below(world, entity, dialog)) {
                    continue;
                }
                seen += 1;
                let ground = ground(world, entity);
                let found = contrast(rgb(over(color, ground)), rgb(ground));
                if found < TEXT_CONTRAST {
                    pale.insert(format!("{text:?} ({screen}, {theme:?}): {found:.2}"));
                }
            }
        }
    });
    assert!(seen > 1000, "only {seen} texts");
    assert!(pale.is_empty(), "too pale:\n{pale:#?}");
}
