//! Boards by other ways than painting with the mouse: their edges are dragged, their
//! cells drawn by the keyboard, a copy is turned before it is placed.

use bevy::input::keyboard::Key;
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use mondrian::app::boards::editable::EditableBoard;
use mondrian::app::boards::view::CellSide;
use mondrian::app::design::tools::cell_cursor::CellCursor;
use mondrian::app::design::tools::edges::EdgeHandle;
use mondrian::app::document::Edit;
use mondrian::puzzle::{Colour, Direction, EditCommand, Layout, Size, Square, write_text};

use crate::harness::Designer;
use crate::solving::SMALL;

fn board(designer: &mut Designer, layout: Layout) -> Entity {
    designer.find_where(|board: &EditableBoard| board.0 == layout)
}

/// Drags an edge of the start board outwards by so many cells.
fn drag_edge(designer: &mut Designer, edge: Direction, cells: Vec2) {
    let start = board(designer, Layout::Start);
    let world = designer.app.world_mut();
    let side = world.get::<CellSide>(start).unwrap().0;
    let mut handles = world.query::<(&EdgeHandle, &ChildOf, &UiGlobalTransform)>();
    let found = handles
        .iter(world)
        .find(|(handle, parent, _)| handle.0 == edge && parent.parent() == start);
    let from = found.unwrap().2.translation;
    let to = from + cells * side;
    designer.drag(MouseButton::Left, &[from, from.lerp(to, 0.5), to]);
}

#[test]
fn an_edge_that_is_dragged_resizes_the_board_in_one_step() {
    let mut designer = Designer::solving(SMALL);
    drag_edge(&mut designer, Direction::Right, Vec2::new(2.0, 0.0));
    assert_eq!(designer.draft().start.size(), Size::new(5, 2));
    assert_eq!(designer.square(Layout::Start, "a1"), Square::Tile(Colour(0)));
    drag_edge(&mut designer, Direction::Up, Vec2::new(0.0, -1.0));
    assert_eq!(designer.draft().start.size(), Size::new(5, 3));
    assert_eq!(designer.square(Layout::Start, "a2"), Square::Tile(Colour(0)), "the top has moved");
    designer.send(Edit(EditCommand::Undo));
    designer.send(Edit(EditCommand::Undo));
    assert_eq!(write_text(designer.draft()), format!("{SMALL}\n"), "nothing has been painted");
    assert!(!designer.document().can_undo());
}

/// Brings the focus to a board as Tab does.
fn focus(designer: &mut Designer, layout: Layout) {
    let entity = board(designer, layout);
    designer.app.insert_resource(InputFocusVisible(true));
    let mut focus = designer.app.world_mut().resource_mut::<InputFocus>();
    focus.set(entity, FocusCause::Navigated);
    designer.settle();
}

#[test]
fn a_board_is_drawn_by_the_keyboard() {
    let mut designer = Designer::solving("...\n...\n\n...\n...");
    focus(&mut designer, Layout::Start);
    designer.type_key(KeyCode::Digit1, "1");
    let wall = designer.draft().start.clone();
    designer.press(KeyCode::ArrowRight, Key::ArrowRight);
    designer.press(KeyCode::ArrowDown, Key::ArrowDown);
    assert_eq!(designer.draft().start, wall, "going draws nothing");
    designer.press(KeyCode::Enter, Key::Enter);
    let drawn = designer.square(Layout::Start, "b2");
    assert_ne!(drawn, Square::Empty);
    for _ in 0..5 {
        designer.press(KeyCode::ArrowLeft, Key::ArrowLeft);
    }
    designer.press(KeyCode::Space, Key::Space);
    assert_eq!(designer.square(Layout::Start, "a2"), drawn, "it stops at the edge");
    designer.press(KeyCode::Delete, Key::Delete);
    assert_eq!(designer.square(Layout::Start, "a2"), Square::Empty);
    assert_eq!(designer.square(Layout::Start, "b2"), drawn);
    focus(&mut designer, Layout::Goal);
    let cursor = *designer.resource::<CellCursor>();
    assert_eq!(
        cursor.at.map(|(layout, cell)| (layout, cell.to_string())),
        Some((Layout::Goal, "a2".into()))
    );
    designer.stroke(MouseButton::Left, Layout::Start, &["c1"]);
    assert_eq!(designer.resource::<CellCursor>().at, None, "the mouse takes over");
}

#[test]
fn a_copy_is_turned_before_it_is_placed() {
    let mut designer = Designer::solving("BR.\n...\n...\n\n...\n...\n..B");
    designer.type_key(KeyCode::KeyS, "s");
    designer.stroke(MouseButton::Left, Layout::Start, &["a1", "b1"]);
    designer.control(KeyCode::KeyC, "c", false);
    designer.control(KeyCode::KeyV, "v", false);
    designer.type_key(KeyCode::KeyR, "r");
    designer.stroke(MouseButton::Left, Layout::Start, &["c3"]);
    let (blue, red) = (designer.square(Layout::Start, "a1"), designer.square(Layout::Start, "b1"));
    let text = write_text(designer.draft());
    assert_eq!(
        (designer.square(Layout::Start, "c2"), designer.square(Layout::Start, "c3")),
        (blue, red),
        "{text}"
    );
    // What was copied is as it was: pasted anew it lies flat.
    designer.press(KeyCode::Escape, Key::Escape);
    designer.control(KeyCode::KeyV, "v", false);
    designer.stroke(MouseButton::Left, Layout::Goal, &["b1"]);
    assert_eq!(designer.square(Layout::Goal, "b1"), red, "{}", write_text(designer.draft()));
}

#[test]
fn tab_passes_over_what_is_hidden_and_comes_to_the_boards() {
    let mut designer = Designer::solving(SMALL);
    let mut boards = 0;
    for nth in 0..90 {
        designer.press(KeyCode::Tab, Key::Tab);
        let focused = designer.resource::<InputFocus>().get().expect("something has the focus");
        assert!(designer.rect(focused).is_some(), "stop {nth} is not on the screen");
        boards += usize::from(designer.app.world().get::<EditableBoard>(focused).is_some());
    }
    assert!(boards >= 2, "{boards}");
}
