//! Fields: a text that is longer than what can be typed stays whole, and Enter takes
//! what is typed only in a field.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use mondrian::app::design::board_panel::OpeningField;
use mondrian::app::design::colour_dialog::EditColour;
use mondrian::app::document::Edit;
use mondrian::app::levels::text::TextCommand;
use mondrian::app::settings::Fold;
use mondrian::puzzle::{Colour, EditCommand, builtin, parse_moves, share_code};

use crate::harness::Designer;

fn texts(designer: &Designer) -> (String, String) {
    (designer.draft().title.clone(), designer.draft().note.clone())
}

#[test]
fn a_note_longer_than_its_field_stays() {
    let mut designer = Designer::new();
    let note = "word ".repeat(200);
    designer.send(Edit(EditCommand::SetTexts {
        title: "Old".into(),
        author: String::new(),
        note: note.clone(),
    }));
    designer.control(KeyCode::KeyI, "i", false);
    designer.control(KeyCode::KeyA, "a", false);
    designer.type_key(KeyCode::KeyN, "n");
    designer.press(KeyCode::Enter, Key::Enter);
    assert_eq!(texts(&designer), ("n".into(), note));
}

#[test]
fn what_is_typed_and_entered_in_one_slow_frame_is_taken_whole() {
    let mut designer = Designer::new();
    designer.control(KeyCode::KeyI, "i", false);
    designer.enter_in_one_frame(&[
        (KeyCode::KeyT, "T"),
        (KeyCode::KeyW, "w"),
        (KeyCode::KeyO, "o"),
    ]);
    assert_eq!(designer.draft().title, "Two");
    assert!(!designer.asks("About the level"));
}

#[test]
fn a_name_and_a_label_longer_than_their_fields_stay() {
    let mut designer = Designer::new();
    let mut swatch = designer.draft().palette.swatch(Colour(0)).clone();
    swatch.name = Some("a colour ".repeat(8).trim().to_owned());
    swatch.label = Some("twelve".into());
    designer.send(Edit(EditCommand::SetSwatch(Colour(0), swatch.clone())));
    designer.send(EditColour(Colour(0)));
    designer.press(KeyCode::Enter, Key::Enter);
    assert!(!designer.shows("Label"), "it is taken");
    assert_eq!(*designer.draft().palette.swatch(Colour(0)), swatch);
}

#[test]
fn an_opening_longer_than_its_field_stays() {
    let mut designer = Designer::new();
    let opening = parse_moves("a1R h1L").unwrap().repeat(150);
    designer.send(Edit(EditCommand::SetOpening(opening.clone())));
    designer.unfold(Fold::HowItSearches);
    let field = designer.only::<OpeningField>();
    designer.click_on(field);
    assert_eq!(designer.draft().opening, opening);
}

#[test]
fn enter_on_cancel_changes_nothing() {
    let mut designer = Designer::new();
    designer.control(KeyCode::KeyI, "i", false);
    designer.type_key(KeyCode::KeyN, "n");
    designer.tab_to("Cancel");
    designer.press(KeyCode::Enter, Key::Enter);
    assert!(!designer.asks("About the level"));
    assert_eq!(texts(&designer).0, "");

    designer.send(EditColour(Colour(0)));
    designer.type_key(KeyCode::KeyN, "n");
    designer.tab_to("Cancel");
    designer.press(KeyCode::Enter, Key::Enter);
    assert!(!designer.shows("Label"));

    let code = share_code(&builtin::find("exchange").unwrap().draft());
    designer.send(TextCommand::AskCode { text: code, problem: None });
    designer.tab_to("Cancel");
    designer.press(KeyCode::Enter, Key::Enter);
    assert!(!designer.asks("Open a share code"));
    assert!(!designer.document().is_dirty() && designer.document().is_blank());
}

#[test]
fn enter_takes_a_look_that_was_clicked() {
    let mut designer = Designer::new();
    designer.send(EditColour(Colour(0)));
    let look =
        designer.node::<mondrian::app::kit::tooltip::Tooltip>(|tip| tip.0 == "yellow, #f6dc5a");
    designer.click(look);
    designer.press(KeyCode::Enter, Key::Enter);
    assert!(!designer.shows("Label"), "it is taken");
    assert_eq!(designer.draft().palette.swatch(Colour(0)).rgb.to_string(), "#f6dc5a");
}
