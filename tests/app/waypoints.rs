//! What helps to understand a level: solving it leg by leg and without its waypoints,
//! heat maps.

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use mondrian::app::boards::editable::EditableBoard;
use mondrian::app::boards::view::BoardView;
use mondrian::app::document::Edit;
use mondrian::app::document::brush::ChooseBrush;
use mondrian::app::replay::Replay;
use mondrian::app::solve::SolverCommand;
use mondrian::app::solve::legs::{LegsCommand, LegsRun};
use mondrian::app::solve::results::Results;
use mondrian::app::work::search_settings::{Field, SettingsCommand};
use mondrian::puzzle::{Brush, Colour, EditCommand, Layout, OpenedLevel, builtin, parse_text};

use crate::harness::Designer;
use crate::solving::{LARGE, SMALL};

/// Opens a level whose way past a waypoint is longer than the one without it.
fn with_waypoint() -> Designer {
    let mut designer = Designer::solving(SMALL);
    let mut draft = parse_text("B...\n....\n....\n\n...B\n....\n....", None).unwrap();
    // One move leads to the goal; the waypoint lies off its way.
    draft.waypoints.push(parse_text("....\n....\nB...\n\n....\n....\n....", None).unwrap().start);
    let level = OpenedLevel { draft, path: None, warnings: Vec::new(), unsaved: true };
    designer.send(Edit(EditCommand::Open(Box::new(level))));
    designer
}

fn legs(world: &World) -> Option<&LegsRun> {
    world.resource::<Results>().shown()?.legs.as_ref()
}

fn until_done(designer: &mut Designer) {
    designer.until(|world| {
        let run = legs(world);
        run.is_some_and(|run| !run.is_running())
    });
}

#[test]
fn legs_add_up_and_stand_beside_the_level_without_waypoints() {
    let mut designer = with_waypoint();
    let button = designer.named("SolveLegs");
    designer.click_on(button);
    until_done(&mut designer);
    let text = designer.named("LegsText");
    let words = designer.words(text);
    // a1D; then a3R d3U, or a3U a1R.
    assert_eq!(words, "Leg by leg: 1 + 2 = 3 moves\nWithout waypoints: 1 move, proved");
    let best = designer.draft().best.clone().expect("the legs together are a solution");
    assert_eq!((best.moves.len(), best.proved), (3, false));
    let track = &designer.resource::<Replay>().playhead().unwrap().track;
    assert_eq!(track.move_count(), 3);
}

#[test]
fn an_opening_counts_with_the_first_leg() {
    let mut designer = with_waypoint();
    let opening = mondrian::puzzle::parse_moves("a1R d1L").unwrap();
    designer.send(Edit(EditCommand::SetOpening(opening)));
    designer.send(LegsCommand::Start);
    until_done(&mut designer);
    let text = designer.named("LegsText");
    let words = designer.words(text);
    assert_eq!(words, "Leg by leg: 3 + 2 = 5 moves\nWithout waypoints: 3 moves, proved");
}

#[test]
fn a_leg_without_a_way_is_said() {
    let mut designer = Designer::solving(SMALL);
    // In one row the tiles keep their order, which only a search finds out.
    let draft = parse_text("BR..\n\n..BR\n\nwaypoint:\nR..B", None).unwrap();
    let level = OpenedLevel { draft, path: None, warnings: Vec::new(), unsaved: false };
    designer.send(Edit(EditCommand::Open(Box::new(level))));
    designer.send(LegsCommand::Start);
    until_done(&mut designer);
    let text = designer.named("LegsText");
    let words = designer.words(text);
    assert_eq!(words, "Leg by leg: no way\nWithout waypoints: 2 moves, proved");
}

#[test]
fn legs_give_way_to_solve_and_to_edits() {
    let mut designer = Designer::solving(SMALL);
    let draft = builtin::find("by-way-of-the-middle").unwrap().draft();
    let level = OpenedLevel { draft, path: None, warnings: Vec::new(), unsaved: false };
    designer.send(Edit(EditCommand::Open(Box::new(level))));
    designer.app.world_mut().write_message(LegsCommand::Start);
    designer.app.update();
    designer.app.world_mut().write_message(SolverCommand::Solve);
    designer.app.update();
    let legs_run = legs(designer.app.world()).unwrap().is_running();
    assert!(!(legs_run && designer.resource::<Results>().is_running()), "never both");
    designer.until_ended();
    designer.send(LegsCommand::Start);
    designer.send(Edit(EditCommand::AddWaypoint));
    let text = designer.named("LegsText");
    assert_eq!(designer.words(text), "", "they are of another board");
    designer.send(Edit(EditCommand::Undo));
    let words = designer.words(text);
    // Whether they were through before the edit is a matter of time.
    assert!(words.starts_with("Leg by leg: ") || words.ends_with("Stopped."), "{words}");
}

#[test]
fn legs_that_run_can_be_stopped_whatever_the_fields_say() {
    let mut designer = Designer::solving(SMALL);
    let mut draft = parse_text(LARGE, None).unwrap();
    draft.waypoints.push(draft.goal.clone());
    let level = OpenedLevel { draft, path: None, warnings: Vec::new(), unsaved: false };
    designer.send(Edit(EditCommand::Open(Box::new(level))));
    designer.search_for_long();
    designer.send(LegsCommand::Start);
    designer.send(SettingsCommand::Field(Field::Time, "soon".into()));
    let button = designer.named("SolveLegs");
    designer.click_on(button);
    assert!(legs(designer.app.world()).unwrap().stopped);
    assert!(designer.app.world().get::<InteractionDisabled>(button).is_some());
}

/// How often the results have changed.
#[derive(Resource, Default)]
struct Changes(u32);

#[test]
fn results_do_not_change_while_nothing_happens() {
    let mut designer = Designer::with(|app| {
        app.init_resource::<Changes>().add_systems(
            Last,
            |results: Res<Results>, mut changes: ResMut<Changes>| {
                changes.0 += u32::from(results.is_changed());
            },
        );
    });
    let before = designer.resource::<Changes>().0;
    designer.settle();
    assert_eq!(designer.resource::<Changes>().0, before);
}

#[test]
fn one_move_is_said_in_the_singular() {
    let mut designer = Designer::solving("B..\n\n..B");
    let distance = designer.control_of("how far");
    designer.click_on(distance);
    let text = designer.named("HeatText");
    assert!(designer.words(text).ends_with(": 1 move at most."), "{}", designer.words(text));
}

#[test]
fn a_level_without_waypoints_offers_no_legs() {
    let mut designer = Designer::solving(SMALL);
    let button = designer.named("SolveLegs");
    assert!(designer.rect(button).is_none());
    designer.send(LegsCommand::Start);
    assert!(legs(designer.app.world()).is_none());
}

fn heated(designer: &mut Designer) -> usize {
    let board = designer.find_where(|board: &EditableBoard| board.0 == Layout::Start);
    designer.app.world().get::<BoardView>(board).unwrap().heat.len()
}

#[test]
fn a_heat_map_follows_its_kind_the_brush_and_the_solutions() {
    let mut designer = Designer::solving(SMALL);
    assert_eq!(heated(&mut designer), 0);
    let distance = designer.control_of("how far");
    designer.click_on(distance);
    assert_eq!(heated(&mut designer), 6, "every cell has its distance");
    let standing = designer.control_of("visits");
    designer.click_on(standing);
    assert_eq!(heated(&mut designer), 0);
    let text = designer.named("HeatText");
    assert!(designer.words(text).starts_with("Solve first"));
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    let blue = heated(&mut designer);
    assert!((2..6).contains(&blue), "where blue stands: {blue}");
    designer.send(ChooseBrush(Brush::Eraser));
    assert_eq!(heated(&mut designer), 0, "an eraser has no colour");
    designer.send(ChooseBrush(Brush::Colour(Colour(0))));
    assert_eq!(heated(&mut designer), blue);
    let off = designer.control_of("off");
    designer.click_on(off);
    assert_eq!(heated(&mut designer), 0);
}
