//! Who has the keys: no field keeps them, and what edits no text works from everywhere.

use bevy::input::keyboard::Key;
use bevy::input::mouse::MouseButton;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;
use mondrian::app::design::board_panel::SizeField;
use mondrian::app::design::tools::select::Selection;
use mondrian::app::document::brush::ActiveBrush;
use mondrian::app::kit::mode::Mode;
use mondrian::app::levels::file::FileCommand;
use mondrian::app::levels::text::LastCopied;
use mondrian::app::play::PlayCommand;
use mondrian::app::settings::Fold;
use mondrian::app::shell::actions;
use mondrian::app::shell::more_menu::MenuEntry;
use mondrian::app::work::search_settings::Field;
use mondrian::puzzle::{Brush, Colour, Layout, Size, load, save};

use crate::harness::Designer;
use crate::solving::SMALL;

/// Clicks into the field for the memory and types a digit there.
fn in_memory_field() -> (Designer, Entity) {
    let mut designer = Designer::new();
    designer.unfold(Fold::HowItSearches);
    let field = designer.find(&Field::Memory);
    designer.click_on(field);
    designer.type_key(KeyCode::Digit9, "9");
    assert!(typed(&designer, field).contains('9'));
    (designer, field)
}

fn typed(designer: &Designer, field: Entity) -> String {
    designer.app.world().get::<EditableText>(field).unwrap().value().to_string()
}

/// Presses 3, which is to choose the second colour and to change no field.
#[track_caller]
fn assert_digits_choose_brushes(mut designer: Designer, field: Entity) {
    let before = typed(&designer, field);
    designer.type_key(KeyCode::Digit3, "3");
    assert_eq!(typed(&designer, field), before);
    assert_eq!(*designer.resource::<ActiveBrush>(), ActiveBrush(Brush::Colour(Colour(1))));
}

#[test]
fn enter_and_escape_give_the_keys_back_to_the_boards() {
    for (code, key) in [
        (KeyCode::Enter, Key::Enter),
        (KeyCode::NumpadEnter, Key::Enter),
        (KeyCode::Escape, Key::Escape),
    ] {
        let (mut designer, field) = in_memory_field();
        designer.press(code, key);
        assert_eq!(designer.resource::<InputFocus>().get(), None);
        assert_digits_choose_brushes(designer, field);
    }
}

#[test]
fn the_pointer_on_a_board_means_the_board() {
    let (mut designer, field) = in_memory_field();
    let cell = designer.cell(Layout::Goal, "c3");
    designer.move_to(cell);
    designer.settle();
    assert_digits_choose_brushes(designer, field);
}

#[test]
fn marking_text_with_the_pointer_ends_anywhere() {
    let (mut designer, field) = in_memory_field();
    let from = designer.rect(field).unwrap().center();
    let to = designer.cell(Layout::Goal, "c3");
    designer.drag(MouseButton::Left, &[from, to]);
    assert_eq!(designer.resource::<InputFocus>().get(), Some(field));
}

#[test]
fn escape_in_a_field_stops_nothing_else() {
    let (mut designer, _) = in_memory_field();
    let region = mondrian::puzzle::Region::whole(Size::new(2, 2));
    designer.app.world_mut().resource_mut::<Selection>().0 = Some((Layout::Start, region));
    designer.press(KeyCode::Escape, Key::Escape);
    assert!(designer.resource::<Selection>().0.is_some());
    designer.press(KeyCode::Escape, Key::Escape);
    assert!(designer.resource::<Selection>().0.is_none());
}

#[test]
fn what_edits_no_text_works_in_a_field() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.mondrian.ron");
    save(&path, &mondrian::puzzle::parse_text("B..\n\n..B", None).unwrap()).unwrap();
    let mut designer = Designer::new();
    designer.send(FileCommand::OpenPath(path.clone()));
    designer.stroke(MouseButton::Left, Layout::Start, &["b1"]);
    designer.unfold(Fold::HowItSearches);
    let field = designer.find(&Field::Memory);
    designer.click_on(field);
    designer.control(KeyCode::KeyS, "s", false);
    assert_eq!(load(&path).unwrap().draft, *designer.draft());
    designer.control(KeyCode::KeyZ, "z", false);
    assert!(designer.document().is_dirty() && designer.document().can_redo());
    designer.control(KeyCode::KeyZ, "z", true);
    assert!(!designer.document().is_dirty());
    designer.press(KeyCode::F9, Key::F9);
    assert!(designer.asks("Generate levels"));
    designer.press(KeyCode::Escape, Key::Escape);
    designer.click_on(field);
    designer.control(KeyCode::KeyP, "p", false);
    assert_eq!(*designer.resource::<Mode>(), Mode::Play);
    designer.control(KeyCode::KeyP, "p", false);
    designer.click_on(field);
    designer.control(KeyCode::KeyQ, "q", false);
    assert!(designer.has_quit());
}

#[test]
fn what_edits_text_stays_in_the_field() {
    let (mut designer, field) = in_memory_field();
    designer.control(KeyCode::KeyA, "a", false);
    designer.control(KeyCode::KeyC, "c", false);
    assert!(designer.resource::<Selection>().0.is_none());
    assert_eq!(designer.resource::<LastCopied>().0, "");
    designer.control(KeyCode::KeyX, "x", false);
    designer.control(KeyCode::KeyV, "v", false);
    assert!(!designer.shows("What was copied is no level"));
    assert_eq!(designer.resource::<InputFocus>().get(), Some(field));
}

#[test]
fn the_program_ends_from_a_dialog_too() {
    let mut designer = Designer::new();
    designer.control(KeyCode::KeyI, "i", false);
    designer.control(KeyCode::KeyQ, "q", false);
    assert!(designer.has_quit());
}

#[test]
fn saving_from_the_properties_saves_what_is_typed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.mondrian.ron");
    save(&path, &mondrian::puzzle::parse_text("B..\n\n..B", None).unwrap()).unwrap();
    let mut designer = Designer::new();
    designer.send(FileCommand::OpenPath(path.clone()));
    designer.control(KeyCode::KeyI, "i", false);
    designer.type_key(KeyCode::KeyN, "n");
    designer.control(KeyCode::KeyS, "s", false);
    assert!(!designer.asks("About the level"));
    assert_eq!(load(&path).unwrap().draft.title, "n");
}

#[test]
fn escape_leaves_the_board_as_large_as_it_is() {
    let mut designer = Designer::new();
    for (key, side) in [(Key::Escape, 8), (Key::Enter, 5)] {
        let field = designer.find(&SizeField::Width);
        designer.click_on(field);
        designer.control(KeyCode::KeyA, "a", false);
        designer.type_key(KeyCode::Digit5, "5");
        let code = if key == Key::Enter { KeyCode::Enter } else { KeyCode::Escape };
        designer.press(code, key);
        assert_eq!(designer.draft().start.size(), Size::new(side, 8));
        let child = designer.app.world().get::<Children>(field).unwrap();
        let shown = child.iter().find_map(|child| designer.app.world().get::<EditableText>(child));
        assert_eq!(shown.unwrap().value().to_string(), side.to_string());
    }
}

#[test]
fn keys_of_the_menu_work_in_play_mode_as_well() {
    let mut designer = Designer::solving(SMALL);
    designer.send(PlayCommand::Enter);
    for (key, code, title) in [
        (Key::F7, KeyCode::F7, "Search step by step"),
        (Key::F8, KeyCode::F8, "All positions"),
        (Key::F9, KeyCode::F9, "Generate levels"),
    ] {
        designer.press(code, key);
        assert!(designer.asks(title), "{title}");
        designer.press(KeyCode::Escape, Key::Escape);
    }
    // By itself Ctrl+V does not end the game; with the menu open it is that entry.
    designer.app.world_mut().resource_mut::<LastCopied>().0 = "RB.\n...\n\n..R\n..B".to_owned();
    let more = designer.text("More");
    designer.click(more);
    designer.control(KeyCode::KeyV, "v", false);
    assert!(designer.draft().start.iter().next().unwrap().1.colour() == Some(Colour(1)));
}

#[test]
fn keys_that_an_open_menu_shows_choose_its_entries() {
    let mut designer = Designer::solving(SMALL);
    for (code, letter, title) in
        [(KeyCode::KeyI, "i", "About the level"), (KeyCode::KeyL, "l", "Levels")]
    {
        let more = designer.text("More");
        designer.click(more);
        let entry = designer.find(&MenuEntry(actions::PROPERTIES.words));
        assert!(designer.rect(entry).is_some(), "the menu is open");
        designer.control(code, letter, false);
        assert!(designer.asks(title), "{title}");
        designer.press(KeyCode::Escape, Key::Escape);
        assert!(!designer.asks(title), "{title}");
    }
    let more = designer.text("More");
    designer.click(more);
    designer.control(KeyCode::KeyQ, "q", false);
    assert!(designer.has_quit());
}
