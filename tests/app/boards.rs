//! The boards: zoom and pan, waypoints, the opening, resizing from any edge, signs
//! on tiles, names on hover.

use std::time::Duration;

use bevy::input::keyboard::Key;
use bevy::input::mouse::MouseButton;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use mondrian::app::boards::editable::EditableBoard;
use mondrian::app::boards::view::Zoom;
use mondrian::app::boards::view::{BoardView, CellSide, TileMarks};
use mondrian::app::design::board_panel::OpeningField;
use mondrian::app::design::targets::{AddWaypointButton, TargetButton};
use mondrian::app::design::tools::Tool;
use mondrian::app::document::Edit;
use mondrian::app::replay::Replay;
use mondrian::app::settings::Fold;
use mondrian::puzzle::{Colour, EditCommand, Layout, Size, Square, format_moves};

use crate::harness::Designer;
use crate::solving::SMALL;

const BLUE: Square = Square::Tile(Colour(0));

impl Designer {
    fn board(&mut self, layout: Layout) -> Entity {
        self.find(&EditableBoard(layout))
    }

    fn side(&mut self, layout: Layout) -> f32 {
        let board = self.board(layout);
        self.app.world().get::<CellSide>(board).unwrap().0
    }

    fn type_text(&mut self, text: &str) {
        for character in text.chars() {
            self.type_key(KeyCode::F20, &character.to_string());
        }
    }
}

#[test]
fn the_wheel_zooms_at_the_pointer() {
    let mut designer = Designer::new();
    let before = designer.side(Layout::Start);
    let at = designer.cell(Layout::Start, "g2");
    designer.wheel(at, 3.0);
    assert!(designer.side(Layout::Start) > 1.8 * before);
    assert_eq!(designer.side(Layout::Goal), before, "the other board stays");
    let now = designer.cell(Layout::Start, "g2");
    assert!(now.distance(at) < before, "{now} is near {at}");
    designer.click(at);
    assert_eq!(designer.square(Layout::Start, "g2"), BLUE, "painting hits what is seen");
    let fit = designer.control_of("Shows the whole boards again");
    designer.click_on(fit);
    assert_eq!(designer.side(Layout::Start), before);
    designer.wheel(at, -5.0);
    assert_eq!(designer.side(Layout::Start), before, "never smaller than its room");
}

#[test]
fn a_drag_with_space_moves_the_board_and_paints_nothing() {
    let mut designer = Designer::solving(SMALL);
    designer.send(mondrian::app::solve::SolverCommand::Solve);
    designer.until_ended();
    let steps = designer.document().history().steps().len();
    let at = designer.cell(Layout::Goal, "b2");
    designer.wheel(at, 5.0);
    let before = designer.cell(Layout::Goal, "b2");
    designer.holding(KeyCode::Space, Key::Space, |designer| {
        designer
            .drag(MouseButton::Left, &[at, at + Vec2::new(20.0, 10.0), at + Vec2::new(40.0, 20.0)]);
    });
    let moved = designer.cell(Layout::Goal, "b2") - before;
    assert_eq!(moved, Vec2::new(40.0, 20.0));
    assert_eq!(designer.document().history().steps().len(), steps);
    let playing = |designer: &Designer| {
        designer.resource::<Replay>().playhead().is_some_and(|playhead| playhead.is_playing())
    };
    assert!(!playing(&designer), "moving a board is not playing");
    designer.press(KeyCode::Space, Key::Space);
    assert!(playing(&designer));
}

#[test]
fn a_board_that_is_zoomed_cannot_be_lost() {
    let mut designer = Designer::new();
    let at = designer.cell(Layout::Start, "d4");
    designer.wheel(at, 2.0);
    designer.holding(KeyCode::Space, Key::Space, |designer| {
        designer.drag(MouseButton::Left, &[at, at + Vec2::new(900.0, 0.0)]);
    });
    let board = designer.board(Layout::Start);
    let offset = designer.app.world().get::<Zoom>(board).unwrap().offset;
    assert!(offset.x < 400.0, "{offset}");
    designer.level(SMALL);
    assert_eq!(*designer.app.world().get::<Zoom>(board).unwrap(), Zoom::default());
}

#[test]
fn waypoints_are_added_drawn_and_removed() {
    let mut designer = Designer::new();
    designer.level("B..\n#..\n\n#..\n..B");
    let add = designer.only::<AddWaypointButton>();
    designer.click_on(add);
    let waypoint = Layout::Waypoint(0);
    designer.stroke(MouseButton::Left, waypoint, &["c1"]);
    assert_eq!(designer.square(waypoint, "c1"), BLUE);
    assert_eq!(designer.square(Layout::Goal, "c1"), Square::Empty);
    designer.stroke(MouseButton::Right, waypoint, &["a2"]);
    assert_eq!(designer.square(Layout::Start, "a2"), Square::Empty, "walls are shared");
    let goal = designer.find(&TargetButton(Layout::Goal));
    designer.click_on(goal);
    designer.stroke(MouseButton::Left, Layout::Goal, &["b1"]);
    assert_eq!(designer.square(Layout::Goal, "b1"), BLUE);
    let tab = designer.find(&TargetButton(waypoint));
    designer.click_on(tab);
    let remove = designer.control_of("Remove waypoint");
    designer.click_on(remove);
    assert!(designer.draft().waypoints.is_empty());
    // The board shows the goal again.
    designer.stroke(MouseButton::Right, Layout::Goal, &["b1"]);
    assert_eq!(designer.square(Layout::Goal, "b1"), Square::Empty);
}

#[test]
fn undoing_a_waypoint_while_it_is_shown_shows_the_goal() {
    let mut designer = Designer::new();
    designer.level(SMALL);
    let add = designer.only::<AddWaypointButton>();
    designer.click_on(add);
    designer.send(Edit(EditCommand::Undo));
    designer.stroke(MouseButton::Left, Layout::Goal, &["a1"]);
    assert_eq!(designer.square(Layout::Goal, "a1"), BLUE);
}

#[test]
fn an_opening_is_typed_and_keys_mean_the_field() {
    let mut designer = Designer::new();
    designer.level(SMALL);
    designer.unfold(Fold::HowItSearches);
    let field = designer.only::<OpeningField>();
    designer.click_on(field);
    let steps = |designer: &Designer| designer.document().history().steps().len();
    let before = steps(&designer);
    designer.type_text("xyzmfsrbe");
    designer.control(KeyCode::KeyZ, "z", false);
    assert_eq!(steps(&designer), before, "keys do nothing in a field");
    assert_eq!(*designer.resource::<Tool>(), Tool::Paint);
    assert!(designer.shows("An opening is moves such as"));
    designer.control(KeyCode::KeyA, "a", false);
    designer.type_text("a1D");
    assert_eq!(format_moves(&designer.draft().opening), "a1D");
    assert!(designer.shows("opening a1D"));
    // A press on a board leaves the field.
    designer.stroke(MouseButton::Middle, Layout::Start, &["a1"]);
    designer.send(Edit(EditCommand::Undo));
    assert!(designer.draft().opening.is_empty());
    let text = designer.app.world().get::<bevy::text::EditableText>(field).unwrap().value();
    assert_eq!(text.to_string(), "");
}

#[test]
fn a_board_grows_at_the_edge_that_is_chosen() {
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    designer.stroke(MouseButton::Left, Layout::Goal, &["h8"]);
    let corner = designer.control_of("Resizing keeps the bottom right");
    designer.click_on(corner);
    for more in ["One column more", "One row more"] {
        let more = designer.control_of(more);
        designer.click_on(more);
    }
    assert_eq!(designer.draft().start.size(), Size::new(9, 9));
    assert_eq!(designer.square(Layout::Start, "b2"), BLUE, "it grew at the left and the top");
    assert_eq!(designer.square(Layout::Goal, "i9"), BLUE);
}

#[test]
fn signs_on_tiles_are_a_setting() {
    let mut designer = Designer::new();
    designer.level(SMALL);
    let start = designer.board(Layout::Start);
    let tile = |designer: &Designer| {
        designer.app.world().get::<BoardView>(start).unwrap().tiles[0].clone()
    };
    assert_eq!((tile(&designer).letter.as_str(), tile(&designer).pattern), ("", None));
    designer.type_key(KeyCode::KeyL, "l");
    assert_eq!(tile(&designer).letter, "B");
    let marks = designer.named("TileMarks");
    designer.click_on(marks);
    assert_eq!(*designer.resource::<TileMarks>(), TileMarks::Patterns);
    assert_eq!(tile(&designer).letter, "");
    assert!(tile(&designer).pattern.is_some());
    let world = designer.app.world_mut();
    let mut pictures = world.query_filtered::<&ChildOf, With<ImageNode>>();
    let drawn = pictures.iter(world).filter(|parent| parent.parent() == start).count();
    assert_eq!(drawn, 2);
}

#[test]
fn names_come_on_hover_after_a_moment() {
    let mut designer = Designer::with(|app| {
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)));
    });
    let button = designer.control_of("Fills an area");
    let middle = designer.rect(button).unwrap().center();
    designer.move_to(middle);
    assert!(!designer.shows("Fills an area of cells that are alike (F)"));
    designer.settle();
    designer.settle();
    assert!(designer.shows("Fills an area of cells that are alike (F)"));
    let cell = designer.cell(Layout::Start, "c2");
    designer.move_to(cell);
    designer.settle();
    assert!(designer.shows("c2"));
}
