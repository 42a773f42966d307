//! Hints in grades, solving from the position on the board, playing the solution and
//! interrupting it; what is stale does nothing.

use std::time::Duration;

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use mondrian::app::document::Edit;
use mondrian::app::play::{Hints, Play, PlayCommand};
use mondrian::app::settings::Preference;
use mondrian::app::solve::panel::TakeIntoPlay;
use mondrian::app::work::search_settings::{Field, SettingsCommand};
use mondrian::app::work::wake::SearchMaker;
use mondrian::puzzle::edit::ReplacedBy;
use mondrian::puzzle::{Direction, EditCommand, OpenedLevel, parse_text};
use mondrian::search::Search;

use crate::harness::Designer;
use crate::solving::{LARGE, SMALL};

const EIGHT: &str = "152\n483\n7.6\n\n123\n456\n78.";

/// Starts a designer that plays the 8-puzzle, with longer frames than usual: a solution
/// that plays by itself rests for a while between two moves.
fn playing_fast() -> Designer {
    let mut designer = Designer::playing(EIGHT);
    let frame = Duration::from_millis(10);
    designer.app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    designer
}

fn until_found(designer: &mut Designer) {
    designer.until(|world| !world.resource::<Hints>().is_searching());
}

fn until_still(designer: &mut Designer) {
    designer.until(|world| {
        !world.resource::<Hints>().is_playing() && !world.resource::<Play>().motion().is_moving()
    });
}

#[test]
fn hints_tell_more_each_time() {
    let mut designer = Designer::playing(EIGHT);
    let hint = |designer: &mut Designer| {
        designer.type_key(KeyCode::KeyH, "h");
        until_found(designer);
        designer.line()
    };
    assert_eq!(hint(&mut designer), "5 moves left, proved.  H tells which tile.");
    assert_eq!(hint(&mut designer), "5 moves left, proved.  Move the 8. H tells where.");
    assert_eq!(hint(&mut designer), "5 moves left, proved.  Push the 8 down. H tells the rest.");
    assert_eq!(hint(&mut designer), "5 moves left, proved.  b2D b1D c1L c2U c3U");
    assert_eq!(designer.made(), 0);
    designer.click_cell("b2");
    assert_eq!(designer.line(), "4 moves left, proved.  H tells which tile.", "it was followed");
    designer.control(KeyCode::KeyZ, "z", false);
    assert!(designer.line().starts_with("5 moves left"));
    designer.click_cell("a3");
    assert!(!designer.line().contains("left"), "another way is not told by itself");
}

#[test]
fn s_solves_from_here_and_s_again_plays() {
    let mut designer = playing_fast();
    designer.click_cell("b2");
    designer.type_key(KeyCode::KeyS, "s");
    until_found(&mut designer);
    assert_eq!(designer.made(), 1, "solving moves nothing");
    assert_eq!(designer.line(), "4 moves left, proved.  S plays them, N makes one.");
    designer.type_key(KeyCode::KeyN, "n");
    assert_eq!(designer.made(), 2);
    designer.type_key(KeyCode::KeyS, "s");
    until_still(&mut designer);
    assert!(designer.game().is_won());
    assert_eq!(designer.line(), "Solved in 5 moves, with help: the best known so far, not proved.");
}

#[test]
fn from_the_start_the_proof_is_kept_with_the_level() {
    let mut designer = Designer::playing(EIGHT);
    designer.type_key(KeyCode::KeyS, "s");
    until_found(&mut designer);
    let best = designer.draft().best.clone().unwrap();
    assert_eq!((best.moves.len(), best.proved), (5, true));
    assert!(!designer.document().is_dirty(), "no file holds it, and S finds it again");
    let title =
        EditCommand::SetTexts { title: "Mine".into(), author: String::new(), note: String::new() };
    designer.send(Edit(title));
    designer.send(PlayCommand::Restart);
    assert!(designer.document().is_dirty());
}

#[test]
fn anything_interrupts_what_plays() {
    let mut designer = playing_fast();
    designer.send(Preference::Animation(false));
    for interrupt in [
        (|designer: &mut Designer| designer.type_key(KeyCode::KeyS, "s")) as fn(&mut Designer),
        |designer| designer.press(KeyCode::Escape, Key::Escape),
        |designer| designer.send(PlayCommand::Undo),
        |designer| designer.click_cell("a1"),
    ] {
        designer.send(PlayCommand::Restart);
        designer.type_key(KeyCode::KeyS, "s");
        until_found(&mut designer);
        if !designer.hints().is_playing() {
            designer.type_key(KeyCode::KeyS, "s");
        }
        designer.until(|world| world.resource::<Play>().game().unwrap().steps().len() == 2);
        interrupt(&mut designer);
        assert!(!designer.hints().is_playing());
        let made = designer.made();
        // As many as it rests between two moves, and some more.
        for _ in 0..20 {
            designer.app.update();
        }
        assert_eq!(designer.made(), made, "nothing plays on");
        assert!(made < 5);
    }
}

#[test]
fn a_search_that_is_overtaken_does_nothing() {
    let mut designer = Designer::playing(LARGE);
    designer.search_for_long();
    designer.type_key(KeyCode::KeyS, "s");
    assert!(designer.hints().is_searching());
    designer.arrow(KeyCode::ArrowRight);
    assert_eq!(designer.made(), 1);
    assert!(!designer.hints().is_searching(), "it was of another position");
    let made = designer.game().moves();
    assert!(designer.hints().rest(&made).is_none());
    designer.type_key(KeyCode::KeyS, "s");
    designer.press(KeyCode::Escape, Key::Escape);
    assert!(!designer.hints().is_searching(), "Esc stops it");
    assert_eq!(designer.mode(), mondrian::app::kit::mode::Mode::Play, "and does not leave");
}

#[test]
fn a_dead_end_is_said_to_be_one() {
    // Once the tile has gone right it cannot come back to the middle.
    let mut designer = Designer::playing("#.#\nB..\n#R#\n\n#B#\n...\n#.#");
    designer.send(PlayCommand::Drag { tile: 0, direction: Direction::Right });
    designer.type_key(KeyCode::KeyH, "h");
    until_found(&mut designer);
    assert_eq!(designer.line(), "From here it cannot be solved, proved.");
    let take_back = designer.named("TakeBack");
    designer.click_on(take_back);
    assert_eq!(designer.made(), 0);
}

#[test]
fn a_solved_board_has_nothing_to_tell() {
    let mut designer = Designer::playing(SMALL);
    for (tile, direction) in [(1, Direction::Right), (0, Direction::Down), (0, Direction::Right)] {
        designer.send(PlayCommand::Drag { tile, direction });
    }
    assert!(designer.game().is_won());
    designer.type_key(KeyCode::KeyS, "s");
    until_found(&mut designer);
    designer.type_key(KeyCode::KeyS, "s");
    assert!(!designer.hints().is_playing());
    assert_eq!(designer.made(), 3);
}

#[test]
fn the_best_that_is_known_needs_no_search() {
    let mut designer = Designer::playing(EIGHT);
    designer.type_key(KeyCode::KeyS, "s");
    until_found(&mut designer);
    let best = designer.draft().best.clone().unwrap();
    let mut draft = designer.draft().clone();
    draft.best = Some(best.clone());
    let level = OpenedLevel { draft, path: None, warnings: Vec::new(), unsaved: false };
    designer.send(Edit(EditCommand::Open(Box::new(level))));
    designer.send(PlayCommand::Enter);
    designer.app.world_mut().write_message(PlayCommand::Solve);
    designer.app.update();
    assert!(!designer.hints().is_searching() && !designer.hints().is_playing());
    assert_eq!(designer.hints().rest(&[]), Some(&best.moves[..]));
    designer.type_key(KeyCode::KeyS, "s");
    assert!(designer.hints().is_playing());
}

#[test]
fn a_solution_is_taken_into_play_where_it_was_watched() {
    let mut designer = Designer::playing(EIGHT);
    designer.type_key(KeyCode::KeyS, "s");
    until_found(&mut designer);
    let moves = designer.draft().best.clone().unwrap().moves;
    designer.send(PlayCommand::Leave);
    designer.send(TakeIntoPlay { moves: moves.clone(), made: 2, proved: true });
    assert_eq!(designer.made(), 2);
    assert_eq!(designer.hints().rest(&moves[..2]), Some(&moves[2..]));
    // Another level has another solution.
    designer.send(Edit(EditCommand::Transform(mondrian::puzzle::Transform::FlipVertical)));
    assert_eq!(designer.hints().rest(&[]), None);
}

#[test]
fn a_solution_of_another_goal_is_not_followed() {
    let mut designer = Designer::playing(EIGHT);
    designer.type_key(KeyCode::KeyS, "s");
    until_found(&mut designer);
    let moves = designer.draft().best.clone().unwrap().moves;
    designer.send(PlayCommand::Leave);
    let other = EIGHT.replace("78.", "7.8");
    designer.send(Edit(EditCommand::Replace {
        draft: Box::new(parse_text(&other, None).unwrap()),
        source: ReplacedBy::EarlierBoard,
    }));
    designer.send(TakeIntoPlay { moves, made: 2, proved: false });
    assert_eq!(designer.made(), 2, "it goes to the position that was watched");
    assert_eq!(designer.hints().rest(&designer.game().moves()), None);
}

#[test]
fn a_bad_field_of_the_solver_panel_keeps_the_memory_limit() {
    let mut designer = Designer::playing(EIGHT);
    designer.send(SettingsCommand::Field(Field::Time, "soon".to_owned()));
    designer.app.insert_resource(SearchMaker(|puzzle, options| {
        assert!(options.limits.memory_bytes.is_some(), "without a limit");
        Search::new(puzzle, options)
    }));
    designer.type_key(KeyCode::KeyS, "s");
    until_found(&mut designer);
    let line = designer.line();
    assert!(line.starts_with("5 moves left, proved."), "{line}");
}

#[test]
fn s_tries_again_what_has_failed() {
    let mut designer = Designer::playing(EIGHT);
    designer.app.insert_resource(SearchMaker(|_, _| panic!("no search today")));
    designer.type_key(KeyCode::KeyS, "s");
    until_found(&mut designer);
    let line = designer.line();
    assert!(line.contains("no search today"), "{line}");
    designer.app.insert_resource(SearchMaker(Search::new));
    designer.type_key(KeyCode::KeyS, "s");
    until_found(&mut designer);
    let line = designer.line();
    assert!(line.starts_with("5 moves left, proved."), "{line}");
}

#[test]
fn at_the_start_there_are_no_moves_to_take_back() {
    let mut designer = Designer::playing("#.#\n..B\n#R#\n\n#B#\n...\n#.#");
    designer.type_key(KeyCode::KeyH, "h");
    until_found(&mut designer);
    let line = designer.line();
    assert!(line.contains("cannot be solved") && !line.contains("Ctrl+Z"), "{line}");
}
