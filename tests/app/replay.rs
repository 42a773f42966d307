//! The replay: what is loaded, buttons, slider, keys, sliding tiles, the way back.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use mondrian::app::boards::view::BoardView;
use mondrian::app::replay::{Replay, ReplayBoard, ReplaySlider};
use mondrian::app::settings::Fold;
use mondrian::app::solve::SolverCommand;
use mondrian::app::work::search_settings::Field;

use crate::harness::Designer;
use crate::solving::SMALL;

/// Opens a level of three moves and solves it.
fn solved() -> Designer {
    let mut designer = Designer::solving(SMALL);
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    designer
}

fn at(designer: &Designer) -> usize {
    designer.resource::<Replay>().playhead().unwrap().at()
}

fn press(designer: &mut Designer, button: &str) {
    let entity = designer.control_of(button);
    designer.click_on(entity);
}

#[test]
fn the_newest_solution_is_loaded_but_the_board_stays_the_edited_one() {
    let mut designer = solved();
    let playhead = designer.resource::<Replay>().playhead().unwrap();
    assert_eq!((playhead.at(), playhead.track.move_count()), (0, 3));
    assert!(!designer.resource::<Replay>().is_open());
    let cover = designer.named("ReplayCover");
    assert!(designer.rect(cover).is_none());
}

#[test]
fn the_bar_says_what_it_would_replay() {
    let mut designer = solved();
    let (stepper, made) = (designer.named("Stepper"), designer.named("LastMove"));
    let said = |designer: &Designer| (designer.words(stepper), designer.words(made));
    assert_eq!(said(&designer), (String::new(), "solution, 3 moves".to_owned()));
    let slider = designer.only::<ReplaySlider>();
    let before = designer.rect(slider);
    press(&mut designer, "One move forward");
    assert_eq!(said(&designer).0, "1 / 3");
    assert_eq!(designer.rect(slider), before, "the slider stays where it is");
    let back = designer.control_of("Back to editing");
    designer.click_on(back);
    assert_eq!(said(&designer), (String::new(), "solution, 3 moves".to_owned()));
}

#[test]
fn buttons_step_and_jump() {
    let mut designer = solved();
    press(&mut designer, "One move forward");
    assert_eq!(at(&designer), 1);
    let cover = designer.named("ReplayCover");
    assert!(designer.rect(cover).is_some(), "the replay is on the screen");
    let caption = designer.named("ReplayCaption");
    assert_eq!(designer.words(caption), "REPLAY 1 / 3");
    let stepper = designer.named("Stepper");
    assert_eq!(designer.words(stepper), "1 / 3");
    let made = designer.named("LastMove");
    let first = designer.resource::<Replay>().playhead().unwrap().track.moves[0];
    assert_eq!(designer.words(made), first.to_string());
    press(&mut designer, "After the last move");
    assert_eq!(at(&designer), 3);
    press(&mut designer, "One move forward");
    assert_eq!(at(&designer), 3, "there is nothing after the last move");
    press(&mut designer, "One move back");
    assert_eq!(at(&designer), 2);
    press(&mut designer, "Before the first move");
    assert_eq!(at(&designer), 0);
}

#[test]
fn tiles_slide_between_cells_and_come_to_rest() {
    let mut designer = solved();
    press(&mut designer, "One move forward");
    let board = designer.only::<ReplayBoard>();
    let between = |designer: &Designer| {
        let view = designer.app.world().get::<BoardView>(board).unwrap();
        view.tiles.iter().any(|tile| tile.x.fract() != 0.0 || tile.y.fract() != 0.0)
    };
    assert!(between(&designer), "on its way");
    designer.until(|world| !world.resource::<Replay>().playhead().unwrap().is_moving());
    assert!(!between(&designer), "at rest");
}

#[test]
fn it_plays_to_the_end() {
    let mut designer = solved();
    press(&mut designer, "Play or pause");
    assert!(designer.resource::<Replay>().playhead().unwrap().is_playing());
    designer.until(|world| !world.resource::<Replay>().playhead().unwrap().is_playing());
    assert_eq!(at(&designer), 3);
}

#[test]
fn the_slider_goes_anywhere() {
    let mut designer = solved();
    let slider = designer.only::<ReplaySlider>();
    let rect = designer.rect(slider).unwrap();
    let point = |part: f32| rect.center() + Vec2::new(rect.width() * part, 0.0);
    designer.click(point(0.45));
    assert_eq!(at(&designer), 3, "a click on the rule");
    designer.drag(MouseButton::Left, &[point(0.45), point(0.3), point(0.2), point(-0.2)]);
    assert!((1..3).contains(&at(&designer)), "a drag of the handle");
    designer.drag(MouseButton::Left, &[point(-0.2), point(0.0), point(0.4), point(0.9)]);
    assert_eq!(at(&designer), 3);
}

#[test]
fn keys_step_and_play_and_go_back() {
    let mut designer = solved();
    designer.press(KeyCode::ArrowRight, Key::ArrowRight);
    designer.press(KeyCode::ArrowRight, Key::ArrowRight);
    assert_eq!(at(&designer), 2);
    designer.press(KeyCode::ArrowLeft, Key::ArrowLeft);
    assert_eq!(at(&designer), 1);
    designer.press(KeyCode::End, Key::End);
    assert_eq!(at(&designer), 3);
    designer.press(KeyCode::Home, Key::Home);
    assert_eq!(at(&designer), 0);
    designer.press(KeyCode::Space, Key::Space);
    assert!(designer.resource::<Replay>().playhead().unwrap().is_playing());
    designer.press(KeyCode::Escape, Key::Escape);
    assert!(!designer.resource::<Replay>().is_open());
    assert!(!designer.resource::<Replay>().playhead().unwrap().is_playing());
}

#[test]
fn keys_do_nothing_while_a_text_field_has_the_focus() {
    let mut designer = solved();
    designer.unfold(Fold::HowItSearches);
    let field = designer.find(&Field::Memory);
    designer.click_on(field);
    designer.press(KeyCode::ArrowRight, Key::ArrowRight);
    designer.press(KeyCode::End, Key::End);
    designer.press(KeyCode::Space, Key::Space);
    assert_eq!(at(&designer), 0);
    assert!(!designer.resource::<Replay>().is_open());
}

#[test]
fn a_solution_is_picked_from_the_list_and_left_again() {
    let mut designer = solved();
    let row = designer.named("solution 0");
    designer.click_on(row);
    assert!(designer.resource::<Replay>().is_open());
    let back = designer.control_of("Back to editing");
    press(&mut designer, "One move forward");
    designer.click_on(back);
    assert_eq!(at(&designer), 1, "it goes on from there");
    press(&mut designer, "After the last move");
    designer.click_on(back);
    assert_eq!(at(&designer), 0, "it is over, and begins anew");
    assert!(!designer.resource::<Replay>().is_open());
    let cover = designer.named("ReplayCover");
    assert!(designer.rect(cover).is_none());
}

#[test]
fn space_plays_after_a_click_on_another_button() {
    let mut designer = solved();
    press(&mut designer, "One move forward");
    designer.press(KeyCode::Space, Key::Space);
    assert!(designer.resource::<Replay>().playhead().unwrap().is_playing());
}
