//! Keys: brushes, dialogs, and that they do nothing in a text field.

use bevy::input::keyboard::Key;
use bevy::input::mouse::MouseButton;
use bevy::prelude::{KeyCode, With};
use mondrian::app::dialog::Dialog;
use mondrian::app::editor::Brush;
use mondrian::app::palette_panel::SizeField;
use mondrian::puzzle::{Colour, Layout, Size, Square};

use crate::harness::Designer;

fn brush(designer: &Designer) -> Brush {
    *designer.app.world().resource::<Brush>()
}

fn dialogs(designer: &mut Designer) -> usize {
    let world = designer.app.world_mut();
    world.query_filtered::<(), With<Dialog>>().iter(world).count()
}

#[test]
fn digits_choose_the_brush() {
    let mut designer = Designer::new();
    designer.type_key(KeyCode::Digit1, "1");
    assert_eq!(brush(&designer), Brush::Wall);
    designer.type_key(KeyCode::Digit3, "3");
    assert_eq!(brush(&designer), Brush::Colour(Colour(1)));
    designer.type_key(KeyCode::Digit0, "0");
    assert_eq!(brush(&designer), Brush::Eraser);
    // There is no such colour.
    designer.type_key(KeyCode::Digit9, "9");
    assert_eq!(brush(&designer), Brush::Eraser);
}

#[test]
fn typing_into_a_field_is_typing() {
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    let width = designer.node::<SizeField>(|field| *field == SizeField::Width);
    designer.click(width);
    designer.type_key(KeyCode::Digit1, "1");
    designer.type_key(KeyCode::Digit2, "2");
    designer.control(KeyCode::KeyZ, "z", false);
    assert_eq!(brush(&designer), Brush::default());
    assert_eq!(designer.square(Layout::Start, "a1"), Square::Tile(Colour(0)));
    designer.press(KeyCode::Enter, Key::Enter);
    assert_eq!(designer.draft().start.size(), Size::new(12, 8));
}

#[test]
fn escape_closes_and_destroys_nothing() {
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    designer.press(KeyCode::F1, Key::F1);
    assert_eq!(dialogs(&mut designer), 1);
    // The dialog covers the boards, and the keys mean it.
    designer.stroke(MouseButton::Left, Layout::Start, &["b1"]);
    designer.type_key(KeyCode::Digit1, "1");
    designer.press(KeyCode::Escape, Key::Escape);
    assert_eq!(dialogs(&mut designer), 0);
    assert_eq!(designer.square(Layout::Start, "b1"), Square::Empty);
    assert_eq!(brush(&designer), Brush::default());
    designer.press(KeyCode::Escape, Key::Escape);
    assert_eq!(designer.square(Layout::Start, "a1"), Square::Tile(Colour(0)));
}
