//! The palette: add, edit, remove with what happens to the tiles, sets of colours.

use bevy::input::keyboard::Key;
use bevy::input::mouse::MouseButton;
use bevy::prelude::*;
use mondrian::app::design::colour_dialog::ColourField;
use mondrian::app::document::brush::ChooseBrush;
use mondrian::app::kit::dialog::Dialog;
use mondrian::puzzle::{Brush, Colour, Layout, Rgb, Square, TileKind};

use crate::harness::Designer;

impl Designer {
    fn press_button(&mut self, caption: &str) {
        let place = self.text(caption);
        self.click(place);
    }

    fn fill(&mut self, field: ColourField, text: &str) {
        let field = self.find(&field);
        self.click_on(field);
        self.control(KeyCode::KeyA, "a", false);
        for character in text.chars() {
            self.type_key(KeyCode::F20, &character.to_string());
        }
    }

    fn has_dialog(&mut self) -> bool {
        let world = self.app.world_mut();
        world.query_filtered::<(), With<Dialog>>().iter(world).count() > 0
    }
}

#[test]
fn a_colour_is_renamed_labelled_and_recoloured_as_one_step() {
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    designer.press_button("Edit");
    designer.fill(ColourField::Name, "sea");
    designer.fill(ColourField::Label, "7");
    designer.fill(ColourField::Rgb, "#010203");
    designer.press(KeyCode::Enter, Key::Enter);
    assert!(!designer.has_dialog());
    let swatch = designer.draft().palette.swatch(Colour(0)).clone();
    assert_eq!((swatch.name.as_deref(), swatch.label.as_deref()), (Some("sea"), Some("7")));
    assert_eq!((swatch.symbol, swatch.rgb), ('B', Rgb(1, 2, 3)));
    assert!(designer.shows("Sea"));
    designer.control(KeyCode::KeyZ, "z", false);
    assert_eq!(designer.draft().palette.swatch(Colour(0)).label, None);
    assert_eq!(designer.square(Layout::Start, "a1"), Square::Tile(Colour(0)));
}

#[test]
fn what_is_no_colour_is_refused_with_words() {
    let mut designer = Designer::new();
    designer.press_button("Edit");
    designer.fill(ColourField::Rgb, "blue");
    designer.press_button("OK");
    assert!(designer.has_dialog());
    assert!(designer.shows("'blue' is not a colour such as #e45125"));
    designer.press(KeyCode::Escape, Key::Escape);
    assert!(!designer.document().can_undo());
}

#[test]
fn removing_a_colour_asks_about_its_tiles() {
    let mut designer = Designer::new();
    designer.level("BR.\n...\n\n..B\n.R.");
    designer.send(ChooseBrush(Brush::Colour(Colour(0))));
    designer.press_button("Edit");
    designer.press_button("Remove");
    assert!(designer.shows("2 cells are blue"));
    designer.press_button("Red");
    assert_eq!(designer.draft().palette.find('B'), None);
    assert_eq!(designer.square(Layout::Start, "a1"), designer.square(Layout::Start, "b1"));
    designer.control(KeyCode::KeyZ, "z", false);
    assert!(designer.draft().palette.find('B').is_some());
    assert_ne!(designer.square(Layout::Start, "a1"), designer.square(Layout::Start, "b1"));
    designer.press_button("Edit");
    designer.press_button("Remove");
    designer.press_button("Erase them");
    assert_eq!(designer.square(Layout::Start, "a1"), Square::Empty);
}

#[test]
fn a_colour_without_tiles_goes_without_a_question() {
    let mut designer = Designer::new();
    let before = designer.draft().palette.len();
    designer.press_button("Add");
    assert_eq!(designer.draft().palette.len(), before + 1);
    designer.press_button("Edit");
    designer.press_button("Remove");
    assert!(!designer.has_dialog());
    assert_eq!(designer.draft().palette.len(), before);
}

#[test]
fn a_set_recolours_the_level() {
    let mut designer = Designer::new();
    designer.press_button("Sets");
    designer.press_button("Okabe–Ito");
    let rgb = |designer: &Designer, colour| designer.draft().palette.swatch(Colour(colour)).rgb;
    assert_eq!(rgb(&designer, 0), Rgb(0x00, 0x72, 0xb2));
    designer.control(KeyCode::KeyZ, "z", false);
    assert_eq!(rgb(&designer, 0), Rgb(0x00, 0x57, 0xa0));
}

#[test]
fn the_dialog_of_numbered_tiles_asks_how_often_they_are_pushed() {
    let mut designer = Designer::new();
    designer.send(ChooseBrush(Brush::New(TileKind::Numbered(3))));
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    designer.press_button("Edit");
    designer.fill(ColourField::Pushes, "0");
    designer.press_button("OK");
    assert!(designer.has_dialog() && designer.shows("'0' is not a number from 1 to 99"));
    designer.fill(ColourField::Pushes, "12");
    designer.press(KeyCode::Enter, Key::Enter);
    let swatch = designer.draft().palette.swatch(Colour(5));
    assert_eq!(swatch.kind, TileKind::Numbered(12));
}
