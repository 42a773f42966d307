//! The tools: rectangle, fill, select and move, copy and paste, mirrors, turns.

use bevy::input::keyboard::Key;
use bevy::input::mouse::MouseButton;
use bevy::prelude::KeyCode;
use mondrian::app::boards::editable::EditableBoard;
use mondrian::app::boards::view::BoardView;
use mondrian::app::design::tools::Tool;
use mondrian::app::design::tools::select::Selection;
use mondrian::app::document::Edit;
use mondrian::app::document::brush::ActiveBrush;
use mondrian::puzzle::{
    Anchor, Brush, Cell, Colour, EditCommand, Layout, Region, Square, write_text,
};

use crate::harness::Designer;

const BLUE: Square = Square::Tile(Colour(0));

impl Designer {
    /// Returns how many tiles a board shows, drawn or only previewed.
    fn tiles_shown(&mut self, layout: Layout) -> usize {
        let world = self.app.world_mut();
        let mut boards = world.query::<(&EditableBoard, &BoardView)>();
        boards.iter(world).find(|(board, _)| board.0 == layout).unwrap().1.tiles.len()
    }

    fn tool(&self) -> Tool {
        *self.app.world().resource::<Tool>()
    }

    fn selected(&self) -> Option<(Layout, Region)> {
        self.app.world().resource::<Selection>().0
    }

    fn steps(&self) -> usize {
        self.document().history().steps().len() - 1
    }

    fn start_text(&self) -> String {
        write_text(self.draft()).split("\n\n").next().unwrap().to_owned()
    }
}

fn region(from: &str, to: &str) -> Region {
    Region::between(from.parse().unwrap(), to.parse().unwrap())
}

#[test]
fn shift_and_drag_draw_a_rectangle_when_the_button_goes_up() {
    let mut designer = Designer::new();
    designer.holding(KeyCode::ShiftLeft, Key::Shift, |designer| {
        let (from, to) = (designer.cell(Layout::Start, "b2"), designer.cell(Layout::Start, "d3"));
        designer.move_to(from);
        designer.button(MouseButton::Left, bevy::input::ButtonState::Pressed);
        designer.move_to(to);
        designer.settle();
        assert_eq!(designer.tiles_shown(Layout::Start), 6, "it is shown");
        assert_eq!(designer.steps(), 0, "and not drawn");
        designer.button(MouseButton::Left, bevy::input::ButtonState::Released);
    });
    assert_eq!(designer.square(Layout::Start, "c3"), BLUE);
    assert_eq!(designer.tiles_shown(Layout::Start), 6);
    assert_eq!(designer.steps(), 1);
    designer.control(KeyCode::KeyZ, "z", false);
    assert_eq!(designer.tiles_shown(Layout::Start), 0);
}

#[test]
fn escape_gives_a_rectangle_up() {
    let mut designer = Designer::new();
    designer.type_key(KeyCode::KeyR, "r");
    let (from, to) = (designer.cell(Layout::Goal, "a1"), designer.cell(Layout::Goal, "h8"));
    designer.move_to(from);
    designer.button(MouseButton::Left, bevy::input::ButtonState::Pressed);
    designer.move_to(to);
    designer.press(KeyCode::Escape, Key::Escape);
    assert_eq!(designer.tiles_shown(Layout::Goal), 0);
    designer.button(MouseButton::Left, bevy::input::ButtonState::Released);
    designer.settle();
    assert_eq!(designer.steps(), 0);
    assert_eq!(designer.tool(), Tool::Rectangle);
}

#[test]
fn fill_draws_on_what_hangs_together() {
    let mut designer = Designer::new();
    designer.level("..#.\n..#.\n##..\n\n....\n....\n...B");
    designer.type_key(KeyCode::KeyF, "f");
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    assert_eq!(designer.start_text(), "BB#.\nBB#.\n##..");
    assert_eq!(designer.steps(), 1);
    // The right button erases still.
    designer.stroke(MouseButton::Right, Layout::Start, &["a1"]);
    assert_eq!(designer.start_text(), ".B#.\nBB#.\n##..");
}

#[test]
fn a_selection_moves_with_what_is_in_it() {
    let mut designer = Designer::new();
    designer.level("BR..\n#...\n....\n\n....\n....\n...B");
    designer.type_key(KeyCode::KeyS, "s");
    designer.stroke(MouseButton::Left, Layout::Start, &["a1", "b2"]);
    assert_eq!(designer.selected(), Some((Layout::Start, region("a1", "b2"))));
    assert_eq!(designer.steps(), 0);
    designer.stroke(MouseButton::Left, Layout::Start, &["a1", "b1", "c2"]);
    assert_eq!(designer.start_text(), "....\n..BR\n..#.");
    assert_eq!(designer.selected(), Some((Layout::Start, region("c2", "d3"))));
    assert_eq!(designer.steps(), 1);
    designer.holding(KeyCode::ControlLeft, Key::Control, |designer| {
        designer.stroke(MouseButton::Left, Layout::Start, &["c2", "a1"]);
    });
    assert_eq!(designer.start_text(), "BR..\n#.BR\n..#.", "with Ctrl a copy moves");
    designer.press(KeyCode::Delete, Key::Delete);
    assert_eq!(designer.start_text(), "....\n..BR\n..#.");
    designer.press(KeyCode::Escape, Key::Escape);
    assert_eq!(designer.selected(), None);
    designer.press(KeyCode::Delete, Key::Delete);
    assert_eq!(designer.steps(), 3, "nothing is selected, nothing is erased");
}

#[test]
fn a_click_selects_a_cell_and_one_beside_it_nothing() {
    let mut designer = Designer::new();
    designer.type_key(KeyCode::KeyS, "s");
    designer.stroke(MouseButton::Left, Layout::Goal, &["c3"]);
    assert_eq!(designer.selected(), Some((Layout::Goal, region("c3", "c3"))));
    designer.stroke(MouseButton::Left, Layout::Goal, &["f6"]);
    assert_eq!(designer.selected(), None);
}

#[test]
fn a_copy_is_placed_where_it_is_clicked_on_either_board() {
    let mut designer = Designer::new();
    designer.level("BR..\n....\n\n....\n...B");
    designer.type_key(KeyCode::KeyS, "s");
    designer.stroke(MouseButton::Left, Layout::Start, &["a1", "b1"]);
    designer.control(KeyCode::KeyC, "c", false);
    designer.control(KeyCode::KeyV, "v", false);
    assert_eq!(designer.tool(), Tool::Stamp);
    let over = designer.cell(Layout::Goal, "c1");
    designer.move_to(over);
    designer.settle();
    assert_eq!(designer.tiles_shown(Layout::Goal), 3, "it hangs on the pointer");
    assert_eq!(designer.steps(), 0);
    designer.click(over);
    assert_eq!(designer.square(Layout::Goal, "b1"), BLUE);
    assert_eq!(designer.square(Layout::Goal, "c1"), designer.square(Layout::Start, "b1"));
    designer.stroke(MouseButton::Left, Layout::Start, &["d2"]);
    assert_eq!(designer.start_text(), "BR..\n..BR");
    assert_eq!(designer.steps(), 2, "each click is a step");
    designer.press(KeyCode::Escape, Key::Escape);
    assert_eq!(designer.tool(), Tool::Select);
    assert_eq!(designer.steps(), 2);
}

#[test]
fn cutting_copies_and_removes() {
    let mut designer = Designer::new();
    designer.level("BR..\n....\n\n....\n...B");
    designer.control(KeyCode::KeyA, "a", false);
    designer.control(KeyCode::KeyX, "x", false);
    assert_eq!(designer.start_text(), "....\n....");
    designer.control(KeyCode::KeyV, "v", false);
    designer.stroke(MouseButton::Left, Layout::Start, &["c2"]);
    assert_eq!(designer.start_text(), "BR..\n....", "it fits but one way");
}

#[test]
fn a_copy_goes_from_one_level_to_another() {
    let mut designer = Designer::new();
    designer.level("Q.\n\n.Q");
    designer.control(KeyCode::KeyA, "a", false);
    designer.control(KeyCode::KeyC, "c", false);
    designer.level("B..\n...\n\n..B\n...");
    designer.control(KeyCode::KeyV, "v", false);
    designer.stroke(MouseButton::Left, Layout::Start, &["c2"]);
    assert_eq!(designer.start_text(), "B..\n.Q.");
}

#[test]
fn mirrors_paint_alike() {
    let mut designer = Designer::new();
    designer.type_key(KeyCode::KeyM, "m");
    designer.stroke(MouseButton::Left, Layout::Start, &["a1", "b1"]);
    for cell in ["a1", "b1", "g1", "h1"] {
        assert_eq!(designer.square(Layout::Start, cell), BLUE, "{cell}");
    }
    designer.holding(KeyCode::ShiftLeft, Key::Shift, |designer| {
        designer.type_key(KeyCode::KeyM, "M");
    });
    designer.stroke(MouseButton::Left, Layout::Start, &["c3"]);
    for cell in ["c3", "f3", "c6", "f6"] {
        assert_eq!(designer.square(Layout::Start, cell), BLUE, "{cell}");
    }
    assert_eq!(designer.steps(), 2);
    let button = designer.control_of("Paints left and right alike");
    designer.click_on(button);
    designer.stroke(MouseButton::Left, Layout::Start, &["a4"]);
    assert_eq!(designer.square(Layout::Start, "h4"), Square::Empty);
    assert_eq!(designer.square(Layout::Start, "a5"), BLUE);
}

#[test]
fn keys_and_buttons_turn_the_design() {
    let mut designer = Designer::new();
    designer.level("B#.\n...\n\n.#.\n..B");
    designer.type_key(KeyCode::KeyZ, "z");
    assert_eq!(write_text(designer.draft()), ".B\n.#\n..\n\n..\n.#\nB.\n");
    designer.holding(KeyCode::ShiftLeft, Key::Shift, |designer| {
        designer.type_key(KeyCode::KeyZ, "Z");
    });
    designer.type_key(KeyCode::KeyX, "x");
    assert_eq!(designer.start_text(), ".#B\n...");
    designer.type_key(KeyCode::KeyY, "y");
    assert_eq!(designer.start_text(), "...\n.#B");
    designer.holding(KeyCode::ControlLeft, Key::Control, |designer| {
        designer.press(KeyCode::ArrowRight, Key::ArrowRight);
    });
    assert_eq!(designer.start_text(), "...\nB.#");
    let button = designer.control_of("Swaps top and bottom");
    designer.click_on(button);
    assert_eq!(designer.start_text(), "B.#\n...");
    assert_eq!(designer.steps(), 6);
}

#[test]
fn a_floating_goal_takes_no_walls_and_says_so() {
    let mut designer = Designer::new();
    designer.send(Edit(EditCommand::SetAnchor(Anchor::Floating)));
    designer.type_key(KeyCode::Digit1, "1");
    designer.stroke(MouseButton::Left, Layout::Goal, &["c3"]);
    assert!(designer.shows("A floating goal has no walls"));
    assert_eq!(designer.square(Layout::Goal, "c3"), Square::Empty);
    designer.stroke(MouseButton::Left, Layout::Start, &["c3"]);
    assert_eq!(designer.square(Layout::Start, "c3"), Square::Wall);
    assert!(!designer.shows("A floating goal has no walls"));
}

#[test]
fn alt_takes_the_brush_and_a_colour_brings_the_brush_back() {
    let mut designer = Designer::new();
    designer.level("R.\n..\n\n..\n.R");
    designer.type_key(KeyCode::KeyS, "s");
    designer.holding(KeyCode::AltLeft, Key::Alt, |designer| {
        designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    });
    let red = designer.draft().palette.find('R').unwrap();
    assert_eq!(*designer.app.world().resource::<ActiveBrush>(), ActiveBrush(Brush::Colour(red)));
    assert_eq!(designer.tool(), Tool::Paint);
    assert_eq!(designer.square(Layout::Start, "a1"), Square::Tile(red));
    designer.stroke(MouseButton::Left, Layout::Start, &["b2"]);
    assert_eq!(designer.draft().start[Cell::new(1, 1)], Square::Tile(red));
}

#[test]
fn what_was_copied_last_is_pasted() {
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Start, &["b1"]);
    designer.control(KeyCode::KeyC, "c", false);
    assert!(designer.shows("Start and goal copied"), "nothing is selected");
    designer.control(KeyCode::KeyA, "a", false);
    designer.control(KeyCode::KeyC, "c", false);
    assert!(designer.shows("Selection copied"));
    designer.control(KeyCode::KeyV, "v", false);
    assert_eq!(designer.tool(), Tool::Stamp);
    designer.press(KeyCode::Escape, Key::Escape);
    designer.press(KeyCode::Escape, Key::Escape);
    assert_eq!(designer.selected(), None);
    designer.control(KeyCode::KeyC, "c", false);
    designer.stroke(MouseButton::Right, Layout::Start, &["b1"]);
    designer.type_key(KeyCode::KeyB, "b");
    designer.control(KeyCode::KeyV, "v", false);
    assert_eq!(designer.tool(), Tool::Paint);
    assert_eq!(designer.tiles_shown(Layout::Start), 1, "the level as text is back");
}
