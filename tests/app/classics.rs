//! The classic puzzles: the dialog, shuffles at random and to a proved number of moves,
//! boards that cannot be solved.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit};
use mondrian::app::document::Edit;
use mondrian::app::levels::classics::{
    ClassicField, ClassicStatus, Classics, MakeClassic, ShowClassics, What,
};
use mondrian::app::play::PlayCommand;
use mondrian::puzzle::{EditCommand, Size, is_shuffled};

use crate::harness::Designer;
use crate::solving::SMALL;

fn make(designer: &mut Designer, what: What, moves: Option<u32>, seed: u64) {
    designer.send(ShowClassics);
    designer.send(MakeClassic { what, moves, seed: Some(seed) });
    designer.until(|world| !world.resource::<Classics>().is_busy());
}

fn enter(designer: &mut Designer, field: ClassicField, text: &str) {
    let field = designer.find(&field);
    let mut text_field = designer.app.world_mut().get_mut::<EditableText>(field).unwrap();
    text_field.queue_edit(TextEdit::SelectAll);
    text_field.queue_edit(TextEdit::Insert(text.into()));
    designer.settle();
}

fn press(designer: &mut Designer, button: &str) {
    let button = designer.control_of(button);
    designer.click_on(button);
    designer.until(|world| !world.resource::<Classics>().is_busy());
}

#[test]
fn the_dialog_makes_any_size() {
    let mut designer = Designer::solving(SMALL);
    designer.send(ShowClassics);
    press(&mut designer, "24-puzzle");
    press(&mut designer, "New puzzle");
    assert_eq!(designer.draft().start.size(), Size::new(5, 5));
    assert_eq!(designer.draft().title, "The 24-puzzle");
    assert!(is_shuffled(designer.draft()) && designer.document().obstacle().is_none());
    assert!(!designer.document().is_dirty(), "it can be made again");
    assert!(designer.draft().note.starts_with("Shuffled at random, seed "));
    designer.send(ShowClassics);
    enter(&mut designer, ClassicField::Width, "2");
    enter(&mut designer, ClassicField::Height, "7");
    press(&mut designer, "New puzzle");
    assert_eq!(designer.draft().start.size(), Size::new(2, 7));
}

#[test]
fn a_field_that_cannot_be_is_named() {
    let mut designer = Designer::solving(SMALL);
    designer.send(ShowClassics);
    let said = |designer: &mut Designer| {
        press(designer, "New puzzle");
        let status = designer.only::<ClassicStatus>();
        designer.words(status)
    };
    enter(&mut designer, ClassicField::Width, "40");
    assert_eq!(said(&mut designer), "Sides are 2 to 15 cells.");
    enter(&mut designer, ClassicField::Width, "3");
    enter(&mut designer, ClassicField::Moves, "many");
    assert_eq!(said(&mut designer), "'many' is not a number of moves from 1 to 500.");
    assert_eq!(designer.draft().start.size(), Size::new(3, 2), "the level is as it was");
}

#[test]
fn the_wanted_number_of_moves_is_proved() {
    let mut designer = Designer::solving(SMALL);
    make(&mut designer, What::New(Size::new(3, 3)), Some(17), 3);
    let best = designer.draft().best.clone().unwrap();
    assert_eq!((best.moves.len(), best.proved), (17, true));
    designer.document().puzzle().unwrap().verify(best.moves).unwrap();
    let first = designer.draft().start.clone();
    make(&mut designer, What::New(Size::new(3, 3)), Some(17), 3);
    assert_eq!(designer.draft().start, first, "the seed brings it back");
}

#[test]
fn a_number_of_moves_that_no_start_needs_is_said_to_be_so() {
    let mut designer = Designer::solving(SMALL);
    let before = designer.draft().clone();
    for (size, wanted, said) in [
        (Size::new(3, 3), 32, "No start is 32 moves from the goal: the farthest is 31 moves away."),
        (Size::new(4, 4), 81, "No start is 81 moves from the goal: the farthest is 80 moves away."),
    ] {
        make(&mut designer, What::New(size), Some(wanted), 3);
        let status = designer.only::<ClassicStatus>();
        assert_eq!(designer.words(status), said);
        assert_eq!(*designer.draft(), before);
    }
}

#[test]
fn shuffling_the_board_is_one_step_of_the_history() {
    let mut designer = Designer::solving("123\n456\n.78\n\n123\n456\n78.");
    designer.send(PlayCommand::Enter);
    let before = designer.draft().clone();
    make(&mut designer, What::This, None, 9);
    assert_ne!(designer.draft().start, before.start);
    assert_eq!(designer.draft().goal, before.goal);
    assert_eq!(designer.made(), 0, "a new game");
    designer.send(Edit(EditCommand::Undo));
    assert_eq!(designer.draft().start, before.start);
}

#[test]
fn a_dialog_that_is_closed_shuffles_nothing() {
    let mut designer = Designer::solving(SMALL);
    let before = designer.draft().clone();
    designer.send(ShowClassics);
    let what = What::New(Size::new(4, 4));
    designer.send(MakeClassic { what, moves: Some(70), seed: Some(1) });
    assert!(designer.resource::<Classics>().is_busy());
    designer.press(KeyCode::Escape, Key::Escape);
    designer.until(|world| !world.resource::<Classics>().is_busy());
    assert_eq!(*designer.draft(), before);
}

#[test]
fn a_board_of_the_wrong_parity_is_said_to_be_unsolvable_at_once() {
    let mut designer = Designer::solving("123\n456\n87.\n\n123\n456\n78.");
    assert!(designer.shows("unsolvable, by parity: two tiles would have to change places"));
    designer.send(PlayCommand::Enter);
    assert!(designer.line().contains("by parity"), "{}", designer.line());
}

fn write(designer: &mut Designer, note: &str) {
    let (title, author) = ("Mine".to_owned(), String::new());
    designer.send(Edit(EditCommand::SetTexts { title, author, note: note.to_owned() }));
}

#[test]
fn a_new_puzzle_asks_before_changes_are_lost() {
    let mut designer = Designer::solving(SMALL);
    write(&mut designer, "");
    assert!(designer.document().is_dirty());
    designer.send(ShowClassics);
    press(&mut designer, "24-puzzle");
    press(&mut designer, "New puzzle");
    assert_eq!(designer.draft().title, "Mine");
    let discard = designer.text("Discard");
    designer.click(discard);
    assert_eq!(designer.draft().title, "The 24-puzzle");
}

#[test]
fn a_note_of_the_user_outlives_a_shuffle() {
    let mut designer = Designer::solving("123\n456\n.78\n\n123\n456\n78.");
    write(&mut designer, "For Ada.");
    make(&mut designer, What::This, None, 9);
    assert_eq!(designer.draft().note, "For Ada.");
    write(&mut designer, "");
    make(&mut designer, What::This, None, 9);
    assert_eq!(designer.draft().note, "Shuffled at random, seed 9.");
    make(&mut designer, What::This, Some(5), 9);
    assert_eq!(designer.draft().note, "Shuffled to 5 moves, proved.", "that was not the user's");
}
