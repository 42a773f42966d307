//! The history: one undo for everything, the list and its clicks, and an undo that
//! is seen.

use bevy::input::keyboard::Key;
use bevy::input::mouse::MouseButton;
use bevy::prelude::{KeyCode, Query, ScrollPosition, With};
use mondrian::app::design::history_panel::{HistoryArea, HistoryRow};
use mondrian::app::document::Edit;
use mondrian::app::levels::file::FileCommand;
use mondrian::app::replay::{Replay, ReplayCommand};
use mondrian::app::settings::Fold;
use mondrian::puzzle::edit::ReplacedBy;
use mondrian::puzzle::{
    Anchor, Brush, Cell, Colour, ColourSet, Direction, Draft, EditCommand, Layout, Move, Region,
    Size, Square, Transform, default_swatch, parse_moves, parse_text,
};

use crate::harness::Designer;
use crate::solving::SMALL;

/// One of each edit that there is.
fn edits(draft: &Draft) -> Vec<Edit> {
    let (a1, b2) = (Cell::new(0, 0), Cell::new(1, 1));
    let region = Region::between(a1, b2);
    let layout = Layout::Start;
    let clip = draft.clip(layout, region).unwrap().into();
    let opening = vec![Move::new(a1, Direction::Down)];
    let swatch = default_swatch('B', 0);
    vec![
        Edit(EditCommand::Paint { layout: Layout::Goal, cells: vec![b2], brush: Brush::Wall }),
        Edit(EditCommand::MoveRegion { layout, region, corner: Cell::new(1, 0), copy: false }),
        Edit(EditCommand::Paste { layout, clip, corner: a1 }),
        Edit(EditCommand::Resize { size: Size::new(6, 5), dx: 2, dy: 1 }),
        Edit(EditCommand::Transform(Transform::RotateLeft)),
        Edit(EditCommand::Transform(Transform::Shift(Direction::Up))),
        Edit(EditCommand::AddColour(default_swatch('Z', 0))),
        Edit(EditCommand::SetSwatch(Colour(0), mondrian::puzzle::Swatch { name: None, ..swatch })),
        Edit(EditCommand::UseColours(ColourSet::OkabeIto)),
        Edit(EditCommand::AddWaypoint),
        Edit(EditCommand::Paint {
            layout: Layout::Waypoint(0),
            cells: vec![a1],
            brush: Brush::Wall,
        }),
        Edit(EditCommand::SetOpening(opening)),
        Edit(EditCommand::SetAnchor(Anchor::Floating)),
        Edit(EditCommand::Resize { size: Size::new(2, 2), dx: 0, dy: 0 }),
        Edit(EditCommand::RemoveColour { colour: Colour(0), heir: Some(Colour(2)) }),
        Edit(EditCommand::RemoveWaypoint(0)),
        Edit(EditCommand::CopyStartToGoal),
        Edit(EditCommand::Clear),
    ]
}

#[test]
fn everything_is_undone_and_done_again() {
    let mut designer = Designer::new();
    designer.level(SMALL);
    let mut seen = vec![designer.draft().clone()];
    for edit in edits(designer.draft()) {
        designer.send(edit.clone());
        assert_ne!(designer.draft(), seen.last().unwrap(), "{edit:?} changes something");
        seen.push(designer.draft().clone());
    }
    for expected in seen.iter().rev().skip(1) {
        designer.send(Edit(EditCommand::Undo));
        assert_eq!(designer.draft(), expected);
    }
    for expected in seen.iter().skip(1) {
        designer.send(Edit(EditCommand::Redo));
        assert_eq!(designer.draft(), expected);
    }
}

#[test]
fn the_list_names_the_steps_and_a_click_goes_there() {
    let mut designer = Designer::new();
    designer.unfold(Fold::History);
    let row = designer.find(&HistoryRow(0));
    assert!(designer.rect(row).is_some(), "it begins with the first state");
    designer.stroke(MouseButton::Left, Layout::Start, &["a1", "c1"]);
    designer.type_key(KeyCode::Digit1, "1");
    designer.stroke(MouseButton::Left, Layout::Start, &["a2"]);
    for name in ["New level", "Blue × 3", "Wall × 1"] {
        let place = designer.text(name);
        designer.click(place);
    }
    assert_eq!(designer.square(Layout::Start, "a2"), Square::Wall);
    let first = designer.text("New level");
    designer.click(first);
    assert_eq!(designer.square(Layout::Start, "a1"), Square::Empty);
    assert!(designer.document().can_redo());
    let second = designer.text("Blue × 3");
    designer.click(second);
    assert_eq!(designer.square(Layout::Start, "c1"), Square::Tile(Colour(0)));
    assert_eq!(designer.square(Layout::Start, "a2"), Square::Empty);
}

#[test]
fn a_thousand_steps_are_listed_by_a_few_rows() {
    let mut designer = Designer::new();
    designer.unfold(Fold::History);
    for step in 0..1_200_u16 {
        let cells = vec![Cell::new((step / 2 % 8) as u8, 0)];
        let brush = if step % 2 == 0 { Brush::Wall } else { Brush::Eraser };
        let paint = EditCommand::Paint { layout: Layout::Start, cells, brush };
        designer.app.world_mut().write_message(Edit(paint));
        // One message a step: what is sent in one frame is one frame's work.
    }
    designer.settle();
    assert_eq!(designer.document().history().steps().len(), 1_201);
    let world = designer.app.world_mut();
    let rows: Vec<_> = world.query::<&HistoryRow>().iter(world).map(|row| row.0).collect();
    assert!(rows.len() < 60, "{} rows", rows.len());
    assert!(rows.contains(&1_200), "the newest step can be seen");
    world
        .run_system_cached(|mut areas: Query<&mut ScrollPosition, With<HistoryArea>>| {
            areas.single_mut().unwrap().y = 0.0;
        })
        .unwrap();
    designer.settle();
    let first = designer.text("New level");
    designer.click(first);
    assert_eq!(designer.document().history().at(), 0);
}

#[test]
fn each_new_step_can_be_seen() {
    let mut designer = Designer::new();
    designer.unfold(Fold::History);
    for step in 0..60_u8 {
        let cells = vec![Cell::new(step % 8, step / 8)];
        let brush = Brush::Wall;
        designer.send(Edit(EditCommand::Paint { layout: Layout::Start, cells, brush }));
        let row = designer.find(&HistoryRow(usize::from(step) + 1));
        let area = designer.only::<HistoryArea>();
        let (row, area) = (designer.rect(row).unwrap(), designer.rect(area).unwrap());
        assert!(area.min.y <= row.min.y && row.max.y <= area.max.y, "{step}: {row:?} {area:?}");
    }
}

#[test]
fn undo_while_a_replay_covers_the_board_shows_the_board() {
    let mut designer = Designer::solving(SMALL);
    designer.send(mondrian::app::solve::SolverCommand::Solve);
    designer.until_ended();
    let cells = vec![Cell::new(0, 1)];
    let paint = EditCommand::Paint { layout: Layout::Start, cells, brush: Brush::Wall };
    designer.send(Edit(paint));
    designer.send(ReplayCommand::Last);
    assert!(!designer.resource::<Replay>().is_open(), "no solution of this board is known");
    designer.send(mondrian::app::solve::SolverCommand::Solve);
    designer.until_ended();
    designer.send(ReplayCommand::Last);
    assert!(designer.resource::<Replay>().is_open());
    designer.control(KeyCode::KeyZ, "z", false);
    assert!(!designer.resource::<Replay>().is_open());
    assert_eq!(designer.square(Layout::Start, "a2"), Square::Empty);
    designer.press(KeyCode::Space, Key::Space);
    assert!(designer.resource::<Replay>().is_open(), "that of the board before is there again");
}

#[test]
fn a_level_opened_at_start_has_its_first_step() {
    let mut designer = Designer::with(|app| {
        app.world_mut().write_message(FileCommand::OpenBuiltin(0));
    });
    assert!(designer.shows("Opened"));
}

#[test]
fn a_level_that_comes_while_a_waypoint_is_painted_is_a_step_of_its_own() {
    let mut designer = Designer::new();
    designer.send(Edit(EditCommand::AddWaypoint));
    designer.send(Edit(EditCommand::BeginStroke));
    let (layout, cells) = (Layout::Waypoint(0), vec!["a1".parse().unwrap()]);
    designer.send(Edit(EditCommand::Paint { layout, cells, brush: Brush::Wall }));
    let pasted = Box::new(parse_text("B.\n\n.B", None).unwrap());
    designer.send(Edit(EditCommand::Replace { draft: pasted, source: ReplacedBy::EarlierBoard }));
    designer.send(Edit(EditCommand::EndStroke));
    let steps = designer.document().history().steps();
    let names: Vec<_> = steps.iter().map(|step| step.name.as_str()).collect();
    assert_eq!(names, ["New level", "Add a waypoint", "Wall × 1", "Earlier board"]);
}

#[test]
fn a_best_found_during_a_stroke_that_paints_nothing_stays() {
    let mut designer = Designer::solving("B..\n...\n\n...\n..B");
    designer.send(Edit(EditCommand::BeginStroke));
    let moves = parse_moves("a1D a2R").unwrap();
    designer.send(Edit(EditCommand::KeepBest { moves, proved: true, in_play: false }));
    designer.send(Edit(EditCommand::EndStroke));
    assert!(!designer.document().can_undo());
    let (layout, cells) = (Layout::Start, vec!["b2".parse().unwrap()]);
    designer.send(Edit(EditCommand::Paint { layout, cells, brush: Brush::Wall }));
    designer.send(Edit(EditCommand::Undo));
    assert!(designer.draft().best.is_some());
}
