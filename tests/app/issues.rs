//! Issues while drawing: the counts, the list, its clicks, and Solve that is off
//! with the reason.

use bevy::input::mouse::MouseButton;
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use mondrian::app::boards::editable::EditableBoard;
use mondrian::app::boards::view::BoardView;
use mondrian::app::design::targets::Target;
use mondrian::app::document::Edit;
use mondrian::app::solve::SolverCommand;
use mondrian::app::solve::issues_panel::IssueRow;
use mondrian::app::solve::results::Results;
use mondrian::puzzle::{Brush, EditCommand, Layout, Square};

use crate::harness::Designer;

impl Designer {
    fn marks(&mut self, layout: Layout) -> Vec<String> {
        let world = self.app.world_mut();
        let mut boards = world.query::<(&EditableBoard, &BoardView)>();
        let board = boards.iter(world).find(|(board, _)| board.0 == layout).unwrap().1;
        board.marks.iter().map(ToString::to_string).collect()
    }

    fn issue_rows(&mut self) -> usize {
        let world = self.app.world_mut();
        world.query::<&IssueRow>().iter(world).count()
    }

    fn click_issue(&mut self, index: usize) {
        let row = self.find(&IssueRow(index));
        self.click_on(row);
    }

    fn count(&mut self, colour: u8, of_target: bool) -> String {
        let which = if of_target { "asks for" } else { "has" };
        let entity = self.named(&format!("{which} {colour}"));
        self.words(entity)
    }

    fn cannot_solve(&mut self) -> Option<String> {
        let button = self.named("Solve");
        let is_off = self.app.world().get::<InteractionDisabled>(button).is_some();
        is_off.then(|| self.verdict())
    }
}

#[test]
fn tiles_are_counted_as_they_are_drawn() {
    let mut designer = Designer::new();
    assert_eq!((designer.count(0, false), designer.count(0, true)), ("–".into(), "–".into()));
    designer.stroke(MouseButton::Left, Layout::Start, &["a1", "c1"]);
    designer.stroke(MouseButton::Left, Layout::Goal, &["a8"]);
    assert_eq!((designer.count(0, false), designer.count(0, true)), ("3".into(), "1".into()));
    designer.send(Edit(EditCommand::Undo));
    assert_eq!(designer.count(0, true), "–");
}

#[test]
fn a_goal_still_to_be_drawn_is_asked_for_and_no_issue() {
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    assert_eq!(designer.cannot_solve().unwrap(), "Draw a goal: where shall the tiles end?");
    assert_eq!(designer.issue_rows(), 0);
}

#[test]
fn a_click_on_an_issue_marks_its_cells_alone() {
    let mut designer = Designer::new();
    designer.level("B..\n...\n\nBB.\nR..");
    assert_eq!(designer.issue_rows(), 2);
    assert_eq!(designer.marks(Layout::Goal), ["a1", "b1", "a2"]);
    designer.click_issue(1);
    assert_eq!(designer.marks(Layout::Goal), ["a2"]);
    designer.click_issue(1);
    assert_eq!(designer.marks(Layout::Goal), ["a1", "b1", "a2"]);
    designer.click_issue(0);
    designer.stroke(MouseButton::Right, Layout::Goal, &["b1"]);
    assert_eq!(designer.issue_rows(), 1);
    assert_eq!(designer.marks(Layout::Goal), ["a2"], "the issue that was clicked is gone");
}

#[test]
fn a_warning_is_listed_and_marked_when_it_is_clicked() {
    let mut designer = Designer::new();
    designer.level("B.#.\n..#.\n\n..#.\n.B#.");
    assert!(designer.shows("closed off"));
    assert_eq!(designer.cannot_solve(), None);
    assert!(designer.marks(Layout::Start).is_empty());
    designer.click_issue(0);
    assert_eq!(designer.marks(Layout::Start), ["d1", "d2"]);
}

#[test]
fn walls_that_differ_are_told() {
    let mut designer = Designer::new();
    designer.level("B#.\n...\n\n...\n..B");
    assert!(designer.shows("walls of the start are not drawn"));
    designer.click_issue(0);
    assert_eq!(designer.marks(Layout::Goal), ["b1"]);
}

#[test]
fn what_needs_no_search_switches_it_off_and_says_why() {
    let mut designer = Designer::new();
    designer.level("B.\n..\n\nB.\n..");
    let reason = designer.cannot_solve().unwrap();
    assert_eq!(reason, "0 moves: the start shows the goal already");
    designer.level("B#.\n.#.\n\n.#B\n.#.");
    let reason = designer.cannot_solve().unwrap();
    assert_eq!(
        reason,
        "Cannot be solved: goal, c1: walled off, no tile of the colour can get there"
    );
    assert_eq!(designer.marks(Layout::Goal), ["c1"]);
}

/// The cells of START with a dot: where tiles can stop.
fn stops(designer: &mut Designer) -> Vec<String> {
    let board = designer.find_where(|board: &EditableBoard| board.0 == Layout::Start);
    let view = designer.app.world().get::<BoardView>(board).unwrap();
    view.stops.iter().map(ToString::to_string).collect()
}

#[test]
fn a_cell_where_its_colour_never_stops_is_marked_with_those_where_it_can() {
    let mut designer = Designer::new();
    designer.level("B..\n\n.B.");
    assert_eq!(
        designer.cannot_solve().unwrap(),
        "Cannot be solved: no blue tile can ever stop on b1 of the goal"
    );
    assert!(designer.shows("of the goal; a stopper on c1 would make it stop there"));
    assert_eq!(designer.marks(Layout::Goal), ["b1"]);
    assert_eq!(stops(&mut designer), ["a1", "c1"]);
    assert_eq!(designer.issue_rows(), 1);
    // Now something stops it there.
    designer.stroke(MouseButton::Left, Layout::Start, &["c1"]);
    assert_eq!(designer.cannot_solve(), None);
    assert!(stops(&mut designer).is_empty() && designer.marks(Layout::Goal).is_empty());
}

#[test]
fn what_no_moves_can_reach_is_told_by_the_verdict() {
    // The tiles keep their order in a row.
    let mut designer = Designer::solving("BR..\n\n..RB");
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    designer.until(|world| {
        world.resource::<Results>().shown().is_some_and(|sheet| sheet.reason.is_some())
    });
    let why = "all 3 positions looked at, none is the goal";
    assert_eq!(designer.verdict(), format!("Cannot be solved: {why}"));
    let cells = vec!["d1".parse().unwrap()];
    let brush = Brush::of(Square::Wall);
    designer.send(Edit(EditCommand::Paint { layout: Layout::Start, cells, brush }));
    assert!(!designer.verdict().contains(why), "it is another board");
}

#[test]
fn issues_take_room_only_when_there_are_some() {
    let mut designer = Designer::new();
    let issues = designer.named("Issues");
    assert!(designer.rect(issues).is_none(), "nothing is wrong with a level that is not begun");
    designer.level("B..\n...\n\n...\n..B");
    assert!(designer.rect(issues).is_none());
    let board = designer.find(&EditableBoard(Layout::Goal));
    let before = designer.rect(board);
    designer.stroke(MouseButton::Left, Layout::Goal, &["a1"]);
    assert!(designer.rect(issues).is_some());
    assert_eq!(designer.rect(board), before, "the boards stay where they are");
}

#[test]
fn an_issue_of_a_waypoint_shows_the_waypoint() {
    let mut designer = Designer::new();
    designer.level("B..\n...\n\n..B\n...");
    designer.send(Edit(EditCommand::AddWaypoint));
    assert_eq!(*designer.resource::<Target>(), Target(Layout::Goal));
    designer.click_issue(0);
    assert_eq!(*designer.resource::<Target>(), Target(Layout::Waypoint(0)));
}
