//! What stands where, and that what does not fit can be seen to go on.

use bevy::prelude::*;
use bevy::ui_widgets::Scrollbar;
use mondrian::app::layout::{BoardRoom, ReplaySlot};
use mondrian::app::levels::ShowLevels;
use mondrian::puzzle::Layout;

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
    // The rule, and the space between it and the board.
    assert_eq!(goal.min.x - replay.min.x, 2.0 + 12.0);
}

#[test]
fn a_bar_shows_that_there_is_more() {
    let mut designer = Designer::new();
    assert_eq!(bars(&mut designer), 0);
    designer.send(ShowLevels);
    assert_eq!(bars(&mut designer), 1);
}
