//! Painting with the mouse, and taking it back.

use bevy::input::mouse::MouseButton;
use bevy::prelude::KeyCode;
use mondrian::app::design::brush_row::BrushRow;
use mondrian::app::document::Edit;
use mondrian::app::document::brush::ActiveBrush;
use mondrian::app::levels::file::FileCommand;
use mondrian::puzzle::{Brush, Colour, EditCommand, Layout, Size, Square, builtin};

use crate::harness::Designer;

const BLUE: Square = Square::Tile(Colour(0));

#[test]
fn a_drag_paints_every_cell_on_its_way_and_is_one_step() {
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Start, &["a1", "f1", "f4"]);
    for cell in ["a1", "b1", "c1", "d1", "e1", "f1", "f2", "f3", "f4"] {
        assert_eq!(designer.square(Layout::Start, cell), BLUE, "{cell}");
    }
    assert_eq!(designer.square(Layout::Goal, "a1"), Square::Empty);
    designer.control(KeyCode::KeyZ, "z", false);
    assert_eq!(designer.square(Layout::Start, "a1"), Square::Empty);
    assert_eq!(designer.square(Layout::Start, "f4"), Square::Empty);
    assert!(!designer.document().can_undo());
    designer.control(KeyCode::KeyZ, "Z", true);
    assert_eq!(designer.square(Layout::Start, "f4"), BLUE);
}

#[test]
fn the_right_button_erases() {
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Goal, &["b2", "e2"]);
    designer.stroke(MouseButton::Right, Layout::Goal, &["c2", "d2"]);
    assert_eq!(designer.square(Layout::Goal, "b2"), BLUE);
    assert_eq!(designer.square(Layout::Goal, "c2"), Square::Empty);
    assert_eq!(designer.square(Layout::Goal, "d2"), Square::Empty);
    assert_eq!(designer.square(Layout::Goal, "e2"), BLUE);
}

#[test]
fn walls_are_shared() {
    let mut designer = Designer::new();
    let wall = designer.node::<BrushRow>(|row| row.0 == Brush::Wall);
    designer.click(wall);
    designer.stroke(MouseButton::Left, Layout::Goal, &["c3"]);
    assert_eq!(designer.square(Layout::Start, "c3"), Square::Wall);
    designer.stroke(MouseButton::Right, Layout::Start, &["c3"]);
    assert_eq!(designer.square(Layout::Goal, "c3"), Square::Empty);
}

#[test]
fn the_middle_button_takes_the_brush() {
    let mut designer = Designer::new();
    designer.type_key(KeyCode::Digit4, "4");
    designer.stroke(MouseButton::Left, Layout::Start, &["h8"]);
    designer.type_key(KeyCode::Digit1, "1");
    designer.stroke(MouseButton::Middle, Layout::Start, &["h8"]);
    assert_eq!(
        *designer.app.world().resource::<ActiveBrush>(),
        ActiveBrush(Brush::Colour(Colour(2)))
    );
}

#[test]
fn a_drag_beyond_the_board_ends_at_its_edge() {
    let mut designer = Designer::new();
    let inside = designer.cell(Layout::Start, "b2");
    let beyond = inside - bevy::math::Vec2::new(400.0, 0.0);
    designer.drag(MouseButton::Left, &[inside, beyond]);
    assert_eq!(designer.square(Layout::Start, "a2"), BLUE);
    // The button went up outside: moving on paints nothing.
    let elsewhere = designer.cell(Layout::Start, "a8");
    designer.move_to(elsewhere);
    assert_eq!(designer.square(Layout::Start, "a8"), Square::Empty);
}

#[test]
fn undo_goes_back_across_a_resize() {
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Start, &["h8"]);
    designer.send(Edit(EditCommand::Resize { size: Size::new(3, 20), dx: 0, dy: 0 }));
    designer.stroke(MouseButton::Left, Layout::Start, &["c20"]);
    assert_eq!(designer.square(Layout::Start, "c20"), BLUE);
    designer.control(KeyCode::KeyZ, "z", false);
    designer.control(KeyCode::KeyZ, "z", false);
    assert_eq!(designer.draft().start.size(), Size::new(8, 8));
    assert_eq!(designer.square(Layout::Start, "h8"), BLUE);
    designer.control(KeyCode::KeyY, "y", false);
    designer.control(KeyCode::KeyY, "y", false);
    assert_eq!(designer.square(Layout::Start, "c20"), BLUE);
}

#[test]
fn issues_are_told_and_marked() {
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    assert!(designer.shows("Draw a goal: where shall the tiles end?"));
    designer.stroke(MouseButton::Left, Layout::Goal, &["b1", "c1"]);
    assert!(designer.shows("2 blue tiles are asked for, the start has 1"));
    designer.stroke(MouseButton::Right, Layout::Goal, &["b1"]);
    assert!(designer.shows("8 × 8, 1 tile"));
}

#[test]
fn the_first_stroke_can_be_taken_back_by_the_button() {
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    let undo = designer.text("Undo");
    designer.click(undo);
    assert_eq!(designer.square(Layout::Start, "a1"), Square::Empty);
}

#[test]
fn clearing_leaves_nothing_that_cannot_be_seen() {
    let mut designer = Designer::new();
    let level = builtin::find_index("by-way-of-the-middle").unwrap();
    designer.send(FileCommand::OpenBuiltin(level));
    assert!(designer.shows("1 waypoint"));
    let clear = designer.text("Clear both");
    designer.click(clear);
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    designer.stroke(MouseButton::Left, Layout::Goal, &["b1"]);
    assert!(designer.shows("6 × 6, 1 tile"));
}

#[test]
fn a_goal_made_floating_and_fixed_again_is_what_it_was() {
    let mut designer = Designer::new();
    let level = builtin::find_index("first-puzzle").unwrap();
    designer.send(FileCommand::OpenBuiltin(level));
    let before = designer.draft().goal.clone();
    for choice in ["Floating", "Fixed"] {
        let radio = designer.text(choice);
        designer.click(radio);
    }
    assert_eq!(designer.draft().goal, before);
}

#[test]
fn the_buttons_of_the_boards_act() {
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Start, &["a1", "c1"]);
    let copy = designer.text("Copy →");
    designer.click(copy);
    assert_eq!(designer.draft().start, designer.draft().goal);
    let clear = designer.text("Clear both");
    designer.click(clear);
    assert_eq!(designer.square(Layout::Goal, "a1"), Square::Empty);
    let floating = designer.text("Floating");
    designer.click(floating);
    assert_eq!(designer.draft().anchor, mondrian::puzzle::Anchor::Floating);
}
