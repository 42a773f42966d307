//! What is said of a game that is won, the ways on from there, and what is said of one that is
//! lost.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use mondrian::app::document::Edit;
use mondrian::app::levels::text::LastCopied;
use mondrian::app::play::{Hints, Play, PlayBoard, PlayCommand};
use mondrian::app::settings::Preference;
use mondrian::puzzle::edit::ReplacedBy;
use mondrian::puzzle::{Direction, Draft, EditCommand, parse_level, parse_moves};

use crate::harness::Designer;
use crate::solving::{LARGE, SMALL};

/// A tile that must not leave its cell, for nothing brings it back.
const FRAGILE: &str = ".B..\n####\nR...\n\n.B..\n####\n...R";

/// Wins the game on `SMALL` in three moves.
fn win(designer: &mut Designer) {
    for (tile, direction) in [(1, Direction::Right), (0, Direction::Down), (0, Direction::Right)] {
        designer.send(PlayCommand::Drag { tile, direction });
    }
    assert!(designer.game().is_won());
}

fn until_still(designer: &mut Designer) {
    designer.until(|world| {
        let play = world.resource::<Play>();
        !play.is_watched() && !play.motion().is_moving()
    });
}

fn is_shown(designer: &mut Designer, name: &str) -> bool {
    let named = designer.named(name);
    designer.rect(named).is_some()
}

/// Returns what lies on the board beside its tiles.
fn nodes(designer: &mut Designer) -> usize {
    let board = designer.only::<PlayBoard>();
    let world = designer.app.world();
    let children = world.get::<Children>(board).into_iter().flatten();
    let is_drawn = |&&child: &&Entity| {
        world.get::<Node>(child).is_some_and(|node| node.display != Display::None)
    };
    children.filter(is_drawn).count()
}

#[test]
fn a_win_is_said_in_large_type_and_drawn() {
    let mut designer = Designer::playing(SMALL);
    assert!(!is_shown(&mut designer, "WonMoves"));
    win(&mut designer);
    until_still(&mut designer);
    let drawn = nodes(&mut designer);
    for (name, words) in [("WonMoves", "3"), ("WonVerdict", "the best known")] {
        let text = designer.named(name);
        assert_eq!(designer.words(text), words);
        let font = designer.app.world().get::<TextFont>(text).unwrap();
        assert!(matches!(font.font_size, FontSize::Px(size) if size >= 32.0));
        let rect = designer.rect(text).unwrap();
        assert!(rect.min.x > 1064.0 && rect.max.x <= 1280.0, "{rect:?}");
    }
    let moves = parse_moves("b1R a1D a2R").unwrap();
    designer.send(Edit(EditCommand::KeepBest { moves, proved: true, in_play: false }));
    assert_eq!(designer.line(), "Solved in 3 moves: the best possible, proved.");
    // Taken back it is a game as before.
    designer.control(KeyCode::KeyZ, "z", false);
    until_still(&mut designer);
    assert!(!is_shown(&mut designer, "WonMoves"));
    assert!(nodes(&mut designer) < drawn, "the trails are gone");
}

#[test]
fn the_picture_unfolds_and_any_command_shows_the_whole() {
    let mut designer = Designer::playing(SMALL);
    win(&mut designer);
    designer.until(|world| !world.resource::<Play>().motion().is_sliding());
    assert!(designer.resource::<Play>().motion().win_part() < 1.0);
    designer.send(PlayCommand::SelectNext { backwards: false });
    assert_eq!(designer.resource::<Play>().motion().win_part(), 1.0);

    designer.send(PlayCommand::Restart);
    designer.send(Preference::Animation(false));
    win(&mut designer);
    assert_eq!(designer.resource::<Play>().motion().win_part(), 1.0, "nothing moves");
}

#[test]
fn the_result_is_copied_with_the_level() {
    let mut designer = Designer::playing(SMALL);
    designer.type_key(KeyCode::KeyC, "c");
    assert_eq!(designer.resource::<LastCopied>().0, "", "there is none yet");
    win(&mut designer);
    until_still(&mut designer);
    let share = designer.control_of("Share my result");
    designer.click_on(share);
    let copied = &designer.resource::<LastCopied>().0;
    assert!(copied.starts_with("Untitled: 3 moves; shortest: 3 moves, the best known\nmondrian"));
    assert!(designer.shows("Your result copied"));
}

#[test]
fn the_own_moves_are_watched_again_and_stay_ones_own() {
    let mut designer = Designer::playing(SMALL);
    designer.type_key(KeyCode::KeyW, "w");
    assert!(!designer.resource::<Play>().is_watched());
    win(&mut designer);
    until_still(&mut designer);
    designer.type_key(KeyCode::KeyW, "w");
    assert!(designer.resource::<Play>().is_watched() && designer.made() < 3);
    until_still(&mut designer);
    assert_eq!(designer.line(), "Solved in 3 moves: the best known so far, not proved.");
    designer.type_key(KeyCode::KeyW, "w");
    designer.press(KeyCode::Escape, Key::Escape);
    let made = designer.made();
    until_still(&mut designer);
    assert_eq!(designer.made(), made, "it stops where it is");
}

#[test]
fn without_a_pack_enter_begins_again() {
    let mut designer = Designer::playing(SMALL);
    win(&mut designer);
    until_still(&mut designer);
    let next = designer.control_of("Next level");
    assert!(designer.rect(next).is_none());
    designer.press(KeyCode::Enter, Key::Enter);
    assert_eq!(designer.made(), 0);
}

fn replace(designer: &mut Designer, draft: Draft) {
    let draft = Box::new(draft);
    designer.send(Edit(EditCommand::Replace { draft, source: ReplacedBy::EarlierBoard }));
}

#[test]
fn the_note_of_the_level_is_shown() {
    let mut designer = Designer::solving(SMALL);
    let note = "Red goes first, and blue makes use of it.".to_owned();
    let draft = Draft { note: note.clone(), ..designer.draft().clone() };
    replace(&mut designer, draft);
    designer.send(PlayCommand::Enter);
    let shown = designer.named("Note");
    assert_eq!(designer.words(shown), note);
    let rect = designer.rect(shown).unwrap();
    assert!(rect.max.x < 216.0 && rect.height() > 30.0, "it is wrapped: {rect:?}");
}

#[test]
fn a_numbered_tile_without_a_push_off_its_goal_is_told_once() {
    let level = "(version: 2, title: \"\", palette: {'1': (color: \"#56b4e9\", moves: 1), 'R': (color: \"#e45125\")}, \
                 start: [\"1..\", \"..R\"], goal: [\"..1\", \"R..\"])";
    let mut designer = Designer::solving(SMALL);
    replace(&mut designer, parse_level(level).unwrap().draft);
    designer.send(PlayCommand::Enter);
    let take_back = designer.named("TakeBack");
    assert!(designer.rect(take_back).is_none());
    designer.drag_cell("a1", "a2");
    let words = "From here it cannot be solved: the tile on a2 has no push left.";
    assert_eq!(designer.line(), words);
    // Whoever plays on knows it, and may ask again.
    designer.drag_cell("c2", "b2");
    assert!(designer.line().starts_with("Drag a tile"), "{}", designer.line());
    for (code, key) in [(KeyCode::KeyH, "h"), (KeyCode::KeyS, "s"), (KeyCode::KeyN, "n")] {
        designer.type_key(code, key);
        assert_eq!(designer.line(), words);
        assert!(!designer.hints().is_searching());
    }
    designer.click_on(take_back);
    designer.click_on(take_back);
    assert_eq!(designer.made(), 0);
    assert!(designer.rect(take_back).is_none());
}

#[test]
fn what_a_search_in_the_background_proves_is_told() {
    let mut designer = Designer::playing(FRAGILE);
    designer.send(Preference::Live(true));
    designer.drag_cell("b1", "c1");
    designer.until(|world| {
        let made = world.resource::<Play>().game().unwrap().moves();
        world.resource::<Hints>().tells_failure(&made)
    });
    assert_eq!(designer.line(), "From here it cannot be solved, proved.");
    designer.control(KeyCode::KeyZ, "z", false);
    assert!(!designer.line().contains("cannot be solved"));
}

#[test]
fn one_move_is_made_at_the_first_press() {
    let mut designer = Designer::playing("152\n483\n7.6\n\n123\n456\n78.");
    designer.type_key(KeyCode::KeyN, "n");
    designer.until(|world| !world.resource::<Hints>().is_searching());
    assert_eq!((designer.made(), designer.game().is_own()), (1, false));
    designer.type_key(KeyCode::KeyN, "n");
    assert_eq!(designer.made(), 2, "and the next at once");
}

#[test]
fn a_move_that_is_still_searched_for_can_be_called_off() {
    let mut designer = Designer::playing(LARGE);
    designer.search_for_long();
    designer.type_key(KeyCode::KeyN, "n");
    assert!(designer.hints().is_searching());
    designer.press(KeyCode::Escape, Key::Escape);
    assert_eq!((designer.made(), designer.hints().is_searching()), (0, false));
}

#[test]
fn the_best_known_solution_gives_its_move_at_the_first_press() {
    let mut designer = Designer::solving(SMALL);
    let moves = parse_moves("b1R a1D a2R").unwrap();
    designer.send(Edit(EditCommand::KeepBest { moves, proved: true, in_play: false }));
    designer.send(PlayCommand::Enter);
    designer.type_key(KeyCode::KeyN, "n");
    assert_eq!((designer.made(), designer.hints().is_searching()), (1, false));
}
