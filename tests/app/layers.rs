//! How large the boards are, one of them in the room of both, and that nothing jumps.

use bevy::input::keyboard::Key;
use bevy::input::mouse::MouseButton;
use bevy::prelude::*;
use mondrian::app::boards::editable::EditableBoard;
use mondrian::app::boards::view::BoardView;
use mondrian::app::design::history_panel::HistoryArea;
use mondrian::app::design::targets::TargetButton;
use mondrian::app::document::Edit;
use mondrian::app::replay::{ReplayBoard, ReplayCommand};
use mondrian::app::settings::{Fold, Preference, Settings, SettingsFile};
use mondrian::app::solve::SolverCommand;
use mondrian::app::solve::solutions::SolutionCommand;
use mondrian::puzzle::{Colour, EditCommand, Layout, Size, Square};

use crate::harness::Designer;
use crate::solving::SMALL;

/// Starts a designer with a level, everything as it is at first.
fn first_use() -> Designer {
    let mut designer = Designer::new();
    designer.level(SMALL);
    designer
}

fn board(designer: &mut Designer, layout: Layout) -> Option<Rect> {
    let board = designer.find(&EditableBoard(layout));
    let world = designer.app.world();
    let is_seen = world.get::<InheritedVisibility>(board).is_some_and(|seen| seen.get());
    designer.rect(board).filter(|_| is_seen)
}

/// The colours of the ghosts on a board, with their cells.
fn ghosts(designer: &mut Designer, layout: Layout) -> Vec<(f32, f32)> {
    let board = designer.find(&EditableBoard(layout));
    let view = designer.app.world().get::<BoardView>(board).unwrap();
    view.ghosts.iter().map(|ghost| (ghost.x, ghost.y)).collect()
}

#[test]
fn a_square_board_has_440_pixels_in_the_usual_window() {
    let mut designer = first_use();
    for side in [3, 4, 6, 7, 8, 9, 10, 12, 15, 16, 20, 32] {
        let size = Size::new(side, side);
        designer.send(Edit(EditCommand::Resize { size, dx: 0, dy: 0 }));
        for layout in [Layout::Start, Layout::Goal] {
            let board = board(&mut designer, layout).unwrap();
            assert!(board.width() >= 440.0 && board.height() >= 440.0, "{size}: {board:?}");
        }
    }
}

#[test]
fn one_board_has_the_room_of_both_and_is_painted_on() {
    let mut designer = first_use();
    let both = board(&mut designer, Layout::Start).unwrap();
    designer.type_key(KeyCode::KeyO, "o");
    let start = board(&mut designer, Layout::Start).unwrap();
    assert!(start.width() > 1.1 * both.width(), "{start:?}");
    assert!(board(&mut designer, Layout::Goal).is_none());
    assert_eq!(ghosts(&mut designer, Layout::Start), [(2.0, 0.0), (2.0, 1.0)]);
    designer.type_key(KeyCode::KeyG, "g");
    assert!(board(&mut designer, Layout::Start).is_none());
    assert_eq!(ghosts(&mut designer, Layout::Goal), [(0.0, 0.0), (1.0, 0.0)]);
    designer.stroke(MouseButton::Right, Layout::Goal, &["c1"]);
    assert_eq!(designer.square(Layout::Goal, "c1"), Square::Empty);
    designer.send(Edit(EditCommand::Undo));
    assert_eq!(designer.square(Layout::Goal, "c1"), Square::Tile(Colour(1)));
    // Back by its tab, and to both by the button.
    let tab = designer.find(&TargetButton(Layout::Start));
    designer.click_on(tab);
    assert!(board(&mut designer, Layout::Start).is_some());
    let button = designer.control_of("Shows one large board");
    designer.click_on(button);
    assert_eq!(board(&mut designer, Layout::Start), Some(both));
    assert!(board(&mut designer, Layout::Goal).is_some());
    assert!(ghosts(&mut designer, Layout::Start).is_empty());
}

#[test]
fn a_solution_is_watched_on_the_only_board_whichever_is_on_top() {
    let mut designer = first_use();
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    designer.type_key(KeyCode::KeyO, "o");
    designer.type_key(KeyCode::KeyG, "g");
    designer.send(SolutionCommand::Show(0));
    let cover = designer.named("ReplayCover");
    assert!(designer.rect(cover).is_some_and(|cover| cover.width() > 800.0));
    designer.send(ReplayCommand::Close);
    assert!(board(&mut designer, Layout::Goal).is_some(), "the goal is on top again");
}

#[test]
fn one_board_is_remembered() {
    let mut designer = Designer::with(|app| {
        let mut settings = SettingsFile::default();
        settings.settings.one_board = true;
        app.insert_resource(settings);
    });
    designer.level(SMALL);
    assert!(board(&mut designer, Layout::Goal).is_none());
    designer.type_key(KeyCode::KeyO, "o");
    assert!(!designer.resource::<Settings>().one_board);
}

#[test]
fn nothing_jumps_while_it_is_drawn_solved_and_watched() {
    let mut designer = first_use();
    let places = |designer: &mut Designer| {
        let map = designer.control_of("how far");
        let title = designer.named("SolutionsTitle");
        let rects = [map, title].map(|entity| designer.rect(entity).unwrap().min);
        (rects, board(designer, Layout::Goal).unwrap())
    };
    let before = places(&mut designer);
    let solve = designer.named("Solve");
    let button = designer.rect(solve);
    designer.stroke(MouseButton::Left, Layout::Goal, &["a3"]);
    assert_eq!(places(&mut designer), before, "with an issue");
    designer.send(Edit(EditCommand::Undo));
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    assert_eq!(places(&mut designer), before, "solved");
    designer.send(SolutionCommand::Show(0));
    assert_eq!(places(&mut designer), before, "watched");
    assert_eq!(designer.rect(solve), button);
    designer.press(KeyCode::Escape, Key::Escape);
    assert_eq!(places(&mut designer), before);
}

#[test]
fn the_board_that_is_watched_is_as_large_as_the_one_that_is_drawn() {
    let mut designer = first_use();
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    for (width, height, scale) in
        [(1280.0, 800.0, 1.0), (1280.0, 800.0, 1.5), (1024.0, 700.0, 1.25)]
    {
        designer.resize_window(width, height);
        designer.send(Preference::Scale(scale));
        let drawn = board(&mut designer, Layout::Start).unwrap();
        designer.send(SolutionCommand::Show(0));
        let watched = designer.only::<ReplayBoard>();
        assert_eq!(designer.rect(watched), Some(drawn), "{width} × {height}, {scale}");
        designer.send(ReplayCommand::Close);
    }
}

#[test]
fn how_it_searches_and_the_history_are_folded_at_first_and_remembered() {
    let mut designer = first_use();
    let search = designer.named("HowItSearches");
    let history = designer.only::<HistoryArea>();
    assert!(designer.rect(search).is_none() && designer.rect(history).is_none());
    for fold in [Fold::HowItSearches, Fold::History] {
        designer.unfold(fold);
    }
    assert!(designer.rect(search).is_some() && designer.rect(history).is_some());
    let unfolded = &designer.resource::<Settings>().unfolded;
    assert_eq!(*unfolded, [Fold::HowItSearches, Fold::History]);
    designer.unfold(Fold::History);
    assert!(designer.rect(history).is_none());
    assert_eq!(designer.resource::<Settings>().unfolded, [Fold::HowItSearches]);
}
