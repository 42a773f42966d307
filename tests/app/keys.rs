//! Keys: brushes, dialogs, and that a text field has those that write.

use bevy::input::keyboard::Key;
use bevy::input::mouse::MouseButton;
use bevy::input_focus::InputFocus;
use bevy::prelude::{ChildOf, Children, KeyCode, With};
use bevy::text::EditableText;
use mondrian::app::design::board_panel::SizeField;
use mondrian::app::document::brush::ActiveBrush;
use mondrian::app::kit::dialog::Dialog;
use mondrian::app::kit::mode::Mode;
use mondrian::app::shell::actions::TABLE;
use mondrian::app::shell::help::{LINES, Line};
use mondrian::puzzle::{Brush, Colour, Layout, Size, Square};

use crate::harness::Designer;

fn brush(designer: &Designer) -> Brush {
    **designer.app.world().resource::<ActiveBrush>()
}

fn dialogs(designer: &mut Designer) -> usize {
    let world = designer.app.world_mut();
    world.query_filtered::<(), With<Dialog>>().iter(world).count()
}

#[test]
fn the_page_of_keys_is_the_help() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/designer/keys.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut expected = String::from("# Keys\n\n`F1` shows this table in the designer.\n");
    for (keys, does) in LINES.iter().map(Line::parts) {
        if keys.is_empty() {
            let (first, rest) = does.split_at(1);
            let of = if does == "THE PUZZLE" {
                "word | what it means"
            } else {
                "key or button | what it does"
            };
            expected += &format!("\n## {first}{}\n\n| {of} |\n|---|---|\n", rest.to_lowercase());
        } else {
            expected += &format!("| {keys} | {does} |\n");
        }
    }
    assert_eq!(page, expected);
}

#[test]
fn no_key_has_two_meanings_and_the_help_names_each() {
    let help: Vec<_> = LINES.iter().map(|line| line.parts().0).collect();
    for mode in [Mode::Design, Mode::Play] {
        let all = TABLE.into_iter().flatten();
        let all = all.filter(|it| it.mode.is_none_or(|own| own == mode));
        let mut keys: Vec<_> = all.flat_map(|it| it.keys.split(", ")).collect();
        for key in &keys {
            let key = match *key {
                "Ctrl+Left" | "Ctrl+Right" | "Ctrl+Up" | "Ctrl+Down" => "Ctrl+arrows",
                key => key,
            };
            let names_it =
                |line: &String| line == key || line.split([',', ' ']).any(|word| word == key);
            assert!(help.iter().any(names_it), "the help does not name {key}");
        }
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count, "{keys:?}");
    }
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
    assert_eq!(brush(&designer), Brush::default());
    // That edits no text: a field has no undo of its own.
    designer.control(KeyCode::KeyZ, "z", false);
    assert_eq!(designer.square(Layout::Start, "a1"), Square::Empty);
    designer.press(KeyCode::Enter, Key::Enter);
    assert_eq!(designer.draft().start.size(), Size::new(12, 8));
}

#[test]
fn a_quick_hand_is_understood_in_slow_frames() {
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    designer.control_in_one_frame(KeyCode::KeyZ, "z");
    assert_eq!(designer.square(Layout::Start, "a1"), Square::Empty);
}

#[test]
fn a_field_understands_a_quick_hand_too() {
    let mut designer = Designer::new();
    let width = designer.node::<SizeField>(|field| *field == SizeField::Width);
    designer.click(width);
    designer.type_key(KeyCode::Digit9, "9");
    designer.control_in_one_frame(KeyCode::KeyA, "a");
    designer.type_key(KeyCode::Digit7, "7");
    designer.press(KeyCode::Enter, Key::Enter);
    assert_eq!(designer.draft().start.size(), Size::new(7, 8), "all of it was selected");
    assert_eq!(brush(&designer), Brush::default());
}

fn field_texts(designer: &mut Designer) -> Vec<String> {
    let world = designer.app.world_mut();
    let mut fields = world.query::<(&SizeField, &Children)>();
    let inner: Vec<_> =
        fields.iter(world).map(|(field, inner)| (*field == SizeField::Height, inner[0])).collect();
    let text = |(height, entity)| (height, world.get::<EditableText>(entity).unwrap().value());
    let mut texts: Vec<_> =
        inner.into_iter().map(text).map(|(height, text)| (height, text.to_string())).collect();
    texts.sort();
    texts.into_iter().map(|(_, text)| text).collect()
}

#[test]
fn a_size_field_that_is_left_shows_the_size() {
    let mut designer = Designer::new();
    let width = designer.node::<SizeField>(|field| *field == SizeField::Width);
    designer.click(width);
    designer.type_key(KeyCode::Digit9, "9");
    designer.type_key(KeyCode::Digit9, "9");
    designer.press(KeyCode::Enter, Key::Enter);
    designer.settle();
    assert_eq!(designer.draft().start.size(), Size::new(32, 8));
    assert_eq!(field_texts(&mut designer), ["32", "8"]);
    let height = designer.node::<SizeField>(|field| *field == SizeField::Height);
    designer.click(height);
    designer.press(KeyCode::Backspace, Key::Backspace);
    designer.press(KeyCode::Delete, Key::Delete);
    designer.press(KeyCode::Enter, Key::Enter);
    designer.settle();
    assert_eq!(designer.draft().start.size(), Size::new(32, 8));
    assert_eq!(field_texts(&mut designer), ["32", "8"]);
}

#[test]
fn tab_stays_within_the_list_of_levels() {
    let mut designer = Designer::new();
    designer.control(KeyCode::KeyL, "l", false);
    for _ in 0..20 {
        designer.press(KeyCode::Tab, Key::Tab);
        let world = designer.app.world();
        let mut entity = world.resource::<InputFocus>().get().expect("something has the focus");
        while world.get::<Dialog>(entity).is_none() {
            entity = world.get::<ChildOf>(entity).expect("it is in the dialog").parent();
        }
    }
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
