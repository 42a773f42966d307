//! Play mode: going there and back, pointer, keys, undo of moves apart from edits,
//! winning, what is shown.

use bevy::input::ButtonState;
use bevy::input::keyboard::Key;
use bevy::prelude::*;
use mondrian::app::boards::view::BoardView;
use mondrian::app::document::Edit;
use mondrian::app::document::brush::ActiveBrush;
use mondrian::app::kit::mode::Mode;
use mondrian::app::levels::classics::ShowClassics;
use mondrian::app::levels::text::LastCopied;
use mondrian::app::play::{Play, PlayBoard, PlayCommand, PlayScreen, TargetBoard};
use mondrian::app::settings::{Preference, Settings};
use mondrian::app::shell::actions;
use mondrian::app::shell::more_menu::MenuEntry;
use mondrian::puzzle::edit::ReplacedBy;
use mondrian::puzzle::{Anchor, Brush, Cell, Direction, EditCommand, Layout, parse_moves};

use crate::harness::Designer;
use crate::solving::SMALL;

const EIGHT: &str = "123\n456\n.78\n\n123\n456\n78.";

#[test]
fn what_was_copied_does_not_end_the_game() {
    let mut designer = Designer::solving(SMALL);
    designer.send(PlayCommand::Enter);
    designer.app.insert_resource(LastCopied("B.\n\n.B".into()));
    designer.control(KeyCode::KeyV, "v", false);
    assert_eq!(designer.draft().start.size().to_string(), "3 × 2");
    designer.send(PlayCommand::Leave);
    designer.control(KeyCode::KeyV, "v", false);
    assert_eq!(designer.draft().start.size().to_string(), "2 × 1");
}

#[test]
fn buttons_and_keys_go_there_and_back() {
    let mut designer = Designer::solving(SMALL);
    let screen = designer.only::<PlayScreen>();
    assert!(designer.rect(screen).is_none());
    let play = designer.control_of("Play");
    designer.click_on(play);
    assert_eq!(designer.mode(), Mode::Play);
    let rect = designer.rect(screen).unwrap();
    assert!(rect.width() == 1280.0 && rect.max.y == 800.0, "{rect:?}");
    let design = designer.control_of("Design");
    designer.click_on(design);
    assert!(designer.rect(screen).is_none());
    designer.control(KeyCode::KeyP, "p", false);
    assert_eq!(designer.mode(), Mode::Play);
    designer.press(KeyCode::Escape, Key::Escape);
    assert_eq!(designer.mode(), Mode::Design);
}

#[test]
fn a_level_with_issues_is_not_played_and_says_why() {
    let mut designer = Designer::solving("B..\n...\n\n...\n..R");
    designer.send(PlayCommand::Enter);
    assert_eq!(designer.mode(), Mode::Design);
    assert!(designer.shows("Nothing to play yet. goal: 1 red tile is asked for"));
}

#[test]
fn where_one_stops_becomes_the_goal() {
    // There is no goal to be reached yet.
    let mut designer = Designer::solving("B..\n...\n\n...\n..R");
    let before = designer.draft().clone();
    let play = |designer: &mut Designer| {
        let more = designer.text("More");
        designer.click(more);
        let entry =
            designer.node::<MenuEntry>(|entry| *entry == MenuEntry(actions::PLAY_TO_GOAL.words));
        designer.click(entry);
    };
    play(&mut designer);
    assert_eq!(designer.mode(), Mode::Play);
    assert!(designer.shows("THE GOAL, IF YOU STOP HERE"));
    // The start is no win, nor a goal; and there is nothing to be searched for.
    let take = designer.control_of("Make this the goal");
    designer.click_on(take);
    designer.press(KeyCode::KeyS, Key::Character("s".into()));
    assert_eq!(designer.line(), "There is no goal yet: it will be where you stop.");
    designer.drag_cell("a1", "c1");
    assert!(designer.line().contains("Enter makes this the goal"));
    assert_eq!(*designer.draft(), before);
    // Who leaves has made nothing.
    designer.press(KeyCode::Escape, Key::Escape);
    designer.press(KeyCode::Escape, Key::Escape);
    assert_eq!((designer.mode(), designer.draft()), (Mode::Design, &before));
    play(&mut designer);
    assert_eq!(designer.made(), 0);
    designer.drag_cell("a1", "c1");
    designer.drag_cell("c1", "c2");
    designer.press(KeyCode::Enter, Key::Enter);
    assert_eq!(designer.mode(), Mode::Design);
    let best = designer.draft().best.clone().unwrap();
    assert_eq!((best.moves, best.proved), (parse_moves("a1R c1D").unwrap(), false));
    assert_eq!(designer.square(Layout::Goal, "c2"), designer.square(Layout::Start, "a1"));
    designer.control(KeyCode::KeyZ, "z", false);
    assert_eq!(*designer.draft(), before);
}

#[test]
fn the_board_is_large_and_in_the_middle() {
    let mut designer = Designer::playing(SMALL);
    let board = designer.only::<PlayBoard>();
    let rect = designer.rect(board).unwrap();
    // The numbers of its rows stand at its left and belong to it.
    assert!((rect.center().x - 640.0).abs() <= 8.0, "{rect:?}");
    assert!(rect.width() > 500.0, "{rect:?}");
}

#[test]
fn a_drag_pushes_a_tile() {
    let mut designer = Designer::playing(SMALL);
    designer.drag_cell("b1", "c1");
    assert_eq!((designer.made(), designer.places().as_str()), (1, "a1 c1"));
    designer.drag_cell("a1", "a2");
    assert_eq!(designer.places(), "a2 c1");
}

#[test]
fn a_click_chooses_a_tile_and_another_says_where_it_goes() {
    let mut designer = Designer::playing(SMALL);
    designer.click_cell("b1");
    assert_eq!(designer.game().selected, Some(1));
    designer.click_cell("c1");
    assert_eq!(designer.places(), "a1 c1");
    designer.click_cell("b2");
    assert_eq!(designer.game().selected, None, "neither in its row nor in its column");
    designer.click_cell("a1");
    designer.click_cell("a1");
    assert_eq!(designer.game().selected, None, "a second click lets it go");
}

#[test]
fn tab_chooses_and_arrows_push() {
    let mut designer = Designer::playing(SMALL);
    designer.arrow(KeyCode::ArrowDown);
    assert_eq!(designer.made(), 0);
    assert_eq!(designer.line(), "Choose a tile first: click it, or press Tab.");
    designer.press(KeyCode::Tab, Key::Tab);
    assert_eq!(designer.game().selected, Some(0));
    designer.press(KeyCode::Tab, Key::Tab);
    designer.arrow(KeyCode::ArrowRight);
    assert_eq!(designer.places(), "a1 c1");
    designer.holding(KeyCode::ShiftLeft, Key::Shift, |designer| {
        designer.press(KeyCode::Tab, Key::Tab);
    });
    designer.arrow(KeyCode::ArrowDown);
    assert_eq!(designer.places(), "a2 c1");
}

#[test]
fn a_push_that_moves_nothing_is_shown() {
    let mut designer = Designer::playing(SMALL);
    designer.drag_cell("a1", "b1");
    assert_eq!(designer.made(), 0);
    assert_eq!(designer.resource::<Play>().motion().blocked(), Some(0));
    assert_eq!(designer.line(), "That tile is blocked on that side.");
    designer.until(|world| !world.resource::<Play>().motion().is_moving());
}

#[test]
fn moves_and_edits_have_histories_of_their_own() {
    let mut designer = Designer::solving(SMALL);
    let wall = EditCommand::Paint {
        layout: Layout::Start,
        cells: vec![Cell::new(1, 1)],
        brush: Brush::Wall,
    };
    designer.send(Edit(wall));
    let edited = designer.draft().clone();
    designer.send(PlayCommand::Enter);
    designer.drag_cell("b1", "c1");
    designer.drag_cell("a1", "a2");
    designer.control(KeyCode::KeyZ, "z", false);
    assert_eq!(designer.places(), "a1 c1");
    designer.press(KeyCode::Backspace, Key::Backspace);
    designer.control(KeyCode::KeyZ, "z", false);
    assert_eq!(designer.made(), 0);
    assert_eq!(*designer.draft(), edited, "no edit is taken back");
    designer.control(KeyCode::KeyY, "y", false);
    designer.control(KeyCode::KeyZ, "z", true);
    assert_eq!(designer.places(), "a2 c1");
    let restart = designer.control_of("Restart");
    designer.click_on(restart);
    assert_eq!(designer.made(), 0);
    designer.send(PlayCommand::Leave);
    designer.control(KeyCode::KeyZ, "z", false);
    assert_ne!(*designer.draft(), edited, "here it is the edit");
}

#[test]
fn keys_of_the_editor_do_nothing_here() {
    let mut designer = Designer::playing(SMALL);
    let (draft, brush) = (designer.draft().clone(), *designer.resource::<ActiveBrush>());
    for (key, letter) in
        [(KeyCode::KeyX, "x"), (KeyCode::KeyZ, "z"), (KeyCode::Digit1, "1"), (KeyCode::KeyE, "e")]
    {
        designer.type_key(key, letter);
    }
    designer.press(KeyCode::F5, Key::F5);
    designer.press(KeyCode::Delete, Key::Delete);
    assert_eq!((designer.draft(), designer.resource::<ActiveBrush>()), (&draft, &brush));
    assert!(designer.resource::<mondrian::app::solve::results::Results>().run().is_none());
}

#[test]
fn on_a_board_with_one_gap_rows_slide() {
    let mut designer = Designer::playing(EIGHT);
    designer.click_cell("a1");
    assert_eq!(designer.made(), 2, "two tiles");
    assert_eq!(designer.game().gap(), Some(Cell::new(0, 0)));
    designer.control(KeyCode::KeyZ, "z", false);
    assert_eq!(designer.made(), 0, "taken back together");
    designer.click_cell("b2");
    assert_eq!(designer.made(), 0);
    assert!(designer.line().starts_with("Only tiles in the row or column"));
    designer.drag_cell("c3", "b3");
    assert_eq!(designer.made(), 2, "the whole row");
    assert!(designer.game().is_won());
}

#[test]
fn arrows_move_the_tile_or_the_gap() {
    let mut designer = Designer::playing(EIGHT);
    designer.arrow(KeyCode::ArrowLeft);
    assert_eq!(designer.game().gap(), Some(Cell::new(1, 2)), "the 7 has gone left");
    let option = designer.control_of("An arrow moves the gap");
    designer.click_on(option);
    assert!(designer.resource::<Settings>().play.arrows_move_gap);
    designer.arrow(KeyCode::ArrowLeft);
    assert_eq!(designer.game().gap(), Some(Cell::new(0, 2)));
    designer.arrow(KeyCode::ArrowLeft);
    assert_eq!(designer.line(), "There is no tile on that side of the empty cell.");
}

#[test]
fn whoever_wins_learns_how_good_it_was() {
    let mut designer = Designer::playing(SMALL);
    for (tile, direction) in [
        (1, Direction::Down),
        (1, Direction::Up),
        (1, Direction::Right),
        (0, Direction::Down),
        (0, Direction::Right),
    ] {
        designer.send(PlayCommand::Drag { tile, direction });
    }
    designer.until(|world| !world.resource::<Play>().motion().is_moving());
    assert_eq!(designer.line(), "Solved in 5 moves: the best known so far, not proved.");
    assert_eq!(designer.draft().best.as_ref().unwrap().moves.len(), 5);
    let counter = designer.named("Moves");
    assert_eq!(designer.words(counter), "5 / 5");
    let moves = parse_moves("b1R a1D a2R").unwrap();
    designer.send(Edit(EditCommand::KeepBest { moves, proved: true, in_play: false }));
    assert_eq!(designer.words(counter), "5 / 3");
    assert_eq!(designer.line(), "Solved in 5 moves. 3 are enough: the best possible, proved.");
    assert_eq!(designer.made(), 5, "a better solution does not end the game");
}

#[test]
fn tiles_slide_unless_that_is_switched_off() {
    let mut designer = Designer::playing(SMALL);
    let board = designer.only::<PlayBoard>();
    let is_between = |designer: &Designer| {
        let view = designer.app.world().get::<BoardView>(board).unwrap();
        view.tiles.iter().any(|tile| tile.x.fract() != 0.0 || tile.y.fract() != 0.0)
    };
    designer.send(PlayCommand::Drag { tile: 1, direction: Direction::Right });
    assert!(is_between(&designer));
    designer.until(|world| !world.resource::<Play>().motion().is_moving());
    assert!(!is_between(&designer));
    designer.send(Preference::Animation(false));
    designer.send(PlayCommand::Drag { tile: 0, direction: Direction::Down });
    assert!(!is_between(&designer) && designer.places() == "a2 c1");
}

#[test]
fn the_game_follows_the_level() {
    let mut designer = Designer::playing(SMALL);
    designer.drag_cell("b1", "c1");
    designer.send(PlayCommand::Leave);
    designer.send(PlayCommand::Enter);
    assert_eq!(designer.made(), 1, "the game has been kept");
    let title =
        EditCommand::SetTexts { title: "T".into(), author: String::new(), note: String::new() };
    designer.send(Edit(title));
    assert_eq!(designer.made(), 1);
    designer.level(EIGHT);
    assert_eq!((designer.mode(), designer.made()), (Mode::Play, 0));
    assert_eq!(designer.game().cells().len(), 8);
    designer.level("B..\n\n..R");
    assert_eq!(designer.mode(), Mode::Design, "that cannot be played");
}

#[test]
fn waypoints_and_floating_goals_say_what_they_are() {
    let mut designer = Designer::solving("B..\n...\n\n..B\n...");
    let mut draft = designer.draft().with_waypoint();
    draft.waypoints[0][Cell::new(0, 1)] = draft.start[Cell::new(0, 0)];
    draft.opening = parse_moves("a1R").unwrap();
    designer.send(Edit(EditCommand::Replace {
        draft: Box::new(draft),
        source: ReplacedBy::EarlierBoard,
    }));
    designer.send(PlayCommand::Enter);
    assert_eq!((designer.made(), designer.places().as_str()), (1, "c1"), "the opening is played");
    let target = designer.named("Target");
    assert_eq!(designer.words(target), "WAYPOINT 1 OF 1");
    assert!(designer.shows("The opening, 1 move, is played."));
    for direction in [Direction::Down, Direction::Left] {
        designer.send(PlayCommand::Drag { tile: 0, direction });
    }
    assert_eq!(designer.words(target), "GOAL");
    let mut floating = mondrian::puzzle::parse_text("BR.\n...\n\nR..\nB..", None).unwrap();
    floating.anchor = Anchor::Floating;
    designer.send(Edit(EditCommand::Replace {
        draft: Box::new(floating),
        source: ReplacedBy::EarlierBoard,
    }));
    assert!(designer.shows("Anywhere on the board."));
    let small = designer.only::<TargetBoard>();
    let size = designer.app.world().get::<BoardView>(small).unwrap().size;
    assert_eq!((size.width, size.height), (1, 2), "only what is asked for");
}

#[test]
fn everything_fits_a_small_window() {
    let mut designer = Designer::playing(SMALL);
    designer.resize_window(1024.0, 640.0);
    for button in ["Undo", "Search for the shortest way", "Solves this level in several ways"] {
        let button = designer.control_of(button);
        let rect = designer.rect(button).unwrap();
        assert!(rect.max.x <= 1024.0 && rect.max.y <= 640.0, "{rect:?}");
    }
}

#[test]
fn the_same_moves_win_another_level_as_well() {
    const OPEN: &str = "BR.\n...\n...\n\n..R\n...\n..B";
    let mut designer = Designer::playing(OPEN);
    let win = |designer: &mut Designer| {
        for (tile, direction) in
            [(1, Direction::Right), (0, Direction::Down), (0, Direction::Right)]
        {
            designer.send(PlayCommand::Drag { tile, direction });
        }
        assert!(designer.game().is_won());
        designer.draft().best.as_ref().map(|best| best.moves.len())
    };
    assert_eq!(win(&mut designer), Some(3));
    let cells = vec!["b2".parse::<Cell>().unwrap()];
    for layout in [Layout::Start, Layout::Goal] {
        let cells = cells.clone();
        designer.send(Edit(EditCommand::Paint { layout, cells, brush: Brush::Wall }));
    }
    assert_eq!(designer.draft().best, None);
    assert_eq!(win(&mut designer), Some(3));
}

#[test]
fn a_press_ends_with_the_board_that_it_was_on() {
    let mut designer = Designer::playing(SMALL);
    for away in [PlayCommand::Leave, PlayCommand::Enter] {
        let at = designer.play_cell("a1");
        designer.move_to(at);
        designer.button(MouseButton::Left, ButtonState::Pressed);
        if away == PlayCommand::Leave {
            designer.send(away);
        } else {
            designer.send(ShowClassics);
        }
        designer.button(MouseButton::Left, ButtonState::Released);
        designer.press(KeyCode::Escape, Key::Escape);
        designer.send(PlayCommand::Enter);
        assert_eq!(designer.game().selected, None);
    }
    designer.click_cell("a1");
    assert!(designer.game().selected.is_some());
}

#[test]
fn keys_mean_the_menu_while_it_is_open() {
    let mut designer = Designer::playing(EIGHT);
    let more = designer.text("More");
    designer.click(more);
    designer.arrow(KeyCode::ArrowDown);
    assert_eq!(designer.made(), 0);
    designer.press(KeyCode::Escape, Key::Escape);
    assert_eq!(designer.mode(), Mode::Play, "it closes the menu");
    designer.arrow(KeyCode::ArrowDown);
    assert_eq!(designer.made(), 1, "they mean the game again");
    designer.press(KeyCode::Escape, Key::Escape);
    assert_eq!(designer.mode(), Mode::Design, "and no menu is open");
}

#[test]
fn the_level_is_copied_whatever_was_selected_before_play() {
    let mut designer = Designer::solving(SMALL);
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    designer.control(KeyCode::KeyA, "a", false);
    designer.control(KeyCode::KeyC, "c", false);
    let region = designer.resource::<LastCopied>().0.clone();
    designer.send(PlayCommand::Enter);
    designer.control(KeyCode::KeyC, "c", false);
    let level = &designer.resource::<LastCopied>().0;
    assert!(*level != region && level.len() > region.len(), "{region}\n\n{level}");
}
