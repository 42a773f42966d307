//! What stands where, and that what does not fit can be seen to go on.

use bevy::prelude::*;
use bevy::ui_widgets::{Button, Scrollbar};
use mondrian::app::boards::editable::EditableBoard;
use mondrian::app::boards::slots::{
    BoardRoom, BoardToolsSlot, PaneHeading, ReplaySlot, ToolbarSlot,
};
use mondrian::app::document::Edit;
use mondrian::app::levels::browser::ShowLevels;
use mondrian::puzzle::{EditCommand, Layout, Size};

use crate::harness::Designer;

fn bars(designer: &mut Designer) -> usize {
    let world = designer.app.world_mut();
    let mut bars = world.query_filtered::<&Visibility, With<Scrollbar>>();
    bars.iter(world).filter(|visibility| **visibility != Visibility::Hidden).count()
}

#[test]
fn the_rule_of_the_bottom_bar_goes_on_between_the_boards() {
    let mut designer = Designer::new();
    let world = designer.app.world_mut();
    let rooms: Vec<_> = world.query::<(Entity, &BoardRoom)>().iter(world).collect();
    let goal = rooms.into_iter().find(|(_, room)| room.0 == Layout::Goal).unwrap().0;
    let replay = designer.only::<ReplaySlot>();
    let (goal, replay) = (designer.rect(goal).unwrap(), designer.rect(replay).unwrap());
    // The rule, and the space for the numbers between it and the board.
    assert_eq!(goal.min.x - replay.min.x, 2.0 + 18.0);
}

#[test]
fn a_bar_shows_that_there_is_more() {
    let mut designer = Designer::new();
    let before = bars(&mut designer);
    designer.send(ShowLevels);
    assert_eq!(bars(&mut designer), before + 1);
}

#[test]
fn everything_has_its_place_in_a_small_window() {
    let mut designer = Designer::new();
    designer.resize_window(1024.0, 640.0);
    let world = designer.app.world_mut();
    let rooms: Vec<_> = world.query_filtered::<Entity, With<BoardRoom>>().iter(world).collect();
    for room in rooms {
        let room = designer.rect(room).unwrap();
        assert!(room.width() > 220.0 && room.height() > 220.0, "{room:?}");
    }
    let bar = designer.only::<ToolbarSlot>();
    let world = designer.app.world_mut();
    let mut buttons = world.query_filtered::<(Entity, &ChildOf), With<Button>>();
    let buttons = buttons.iter(world).filter(|(_, group)| {
        world.get::<ChildOf>(group.parent()).is_some_and(|above| above.parent() == bar)
    });
    let buttons: Vec<_> = buttons.map(|(button, _)| button).collect();
    assert!(!buttons.is_empty());
    let slot = designer.rect(bar).unwrap();
    for button in buttons {
        let button = designer.rect(button).unwrap();
        assert!(slot.contains(button.min) && slot.contains(button.max), "{button:?} in {slot:?}");
    }
    for layout in [Layout::Start, Layout::Goal] {
        let tools = designer.find_where::<BoardToolsSlot>(|tools| tools.0 == layout);
        let tools = designer.rect(tools).unwrap();
        let heading = designer.find_where::<PaneHeading>(|heading| heading.0 == layout);
        let heading = designer.rect(heading).unwrap();
        let apart = heading.max.x <= tools.min.x || heading.max.y <= tools.min.y;
        assert!(apart, "{layout}: {heading:?} and {tools:?}");
    }
}

#[test]
fn a_wide_board_hangs_in_the_middle_under_its_heading() {
    let mut designer = Designer::new();
    designer.send(Edit(EditCommand::Resize { size: Size::new(20, 4), dx: 0, dy: 0 }));
    let world = designer.app.world_mut();
    let boards: Vec<_> = world
        .query::<(Entity, &EditableBoard, &ChildOf)>()
        .iter(world)
        .map(|(board, _, room)| (board, room.parent()))
        .collect();
    for (board, room) in boards {
        let (board, room) = (designer.rect(board).unwrap(), designer.rect(room).unwrap());
        assert!((board.center().x - room.center().x).abs() < 1.0, "{board:?} in {room:?}");
        assert_eq!(board.min.y, room.min.y);
    }
}
