//! What is remembered from one run to the next, and what the settings do.

use std::path::Path;

use bevy::input::keyboard::Key;
use bevy::input::mouse::MouseButton;
use bevy::prelude::*;
use mondrian::app::boards::view::TileMarks;
use mondrian::app::document::{Document, Edit};
use mondrian::app::levels::file::FileCommand;
use mondrian::app::replay::{Replay, ReplayCommand, Speed};
use mondrian::app::settings::{Preference, Settings, SettingsFile, Theme};
use mondrian::app::work::search_settings::{Field, SettingsCommand, SolverSettings};
use mondrian::puzzle::{Colour, Layout, Square};
use mondrian::search::Method;

use crate::harness::Designer;

fn with_settings(path: &Path) -> Designer {
    let file = SettingsFile::read(path);
    Designer::with(|app| {
        app.insert_resource(file);
    })
}

fn settings(designer: &Designer) -> Settings {
    designer.app.world().resource::<Settings>().clone()
}

fn quit(mut designer: Designer) {
    designer.send(FileCommand::Quit);
    assert!(designer.has_quit());
}

#[test]
fn everything_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config/settings.ron");
    let mut designer = with_settings(&path);
    designer.send(Preference::Theme(Theme::Dark));
    designer.send(Preference::Animation(false));
    designer.send(Preference::Scale(1.25));
    designer.send(ReplayCommand::Speed(Speed::Fast));
    designer.type_key(KeyCode::KeyL, "l");
    designer.send(SettingsCommand::Method(Method::Astar));
    designer.send(SettingsCommand::Field(Field::Time, "12".into()));
    let expected = settings(&designer);
    quit(designer);
    let again = with_settings(&path);
    assert_eq!(settings(&again), expected);
    let world = again.app.world();
    let solver = world.resource::<SolverSettings>();
    assert_eq!((solver.method, solver.text(Field::Time)), (Method::Astar, "12"));
    assert_eq!(world.resource::<Replay>().speed(), Speed::Fast);
    assert_eq!(*world.resource::<TileMarks>(), TileMarks::Letters);
    assert_eq!(world.resource::<UiScale>().0, 1.25);
}

#[test]
fn a_bad_file_gives_a_message_and_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.ron");
    std::fs::write(&path, "(theme: purple)").unwrap();
    let mut designer = with_settings(&path);
    assert!(designer.shows("The settings are lost"));
    assert!(designer.shows("settings.bad.ron"));
    assert_eq!(settings(&designer).theme, Theme::Light);
    designer.press(KeyCode::Escape, Key::Escape);
    designer.send(Preference::Theme(Theme::Dark));
    quit(designer);
    let kept = std::fs::read_to_string(folder.path().join("settings.bad.ron")).unwrap();
    assert_eq!(kept, "(theme: purple)");
    assert_eq!(settings(&with_settings(&path)).theme, Theme::Dark);
}

fn grounds(designer: &mut Designer) -> Vec<Color> {
    let world = designer.app.world_mut();
    world.query::<&BackgroundColor>().iter(world).map(|ground| ground.0).collect()
}

#[test]
fn dark_is_dark_at_once_and_light_again() {
    let mut designer = Designer::new();
    designer.stroke(MouseButton::Left, Layout::Start, &["a1"]);
    let light = grounds(&mut designer);
    let brightest =
        |colors: &[Color]| colors.iter().filter(|color| color.luminance() > 0.95).count();
    assert!(brightest(&light) > 0);
    designer.control(KeyCode::Comma, ",", false);
    let dark = designer.control_of("Dark");
    designer.click_on(dark);
    designer.press(KeyCode::Escape, Key::Escape);
    // What is drawn only now is dark as well.
    designer.stroke(MouseButton::Left, Layout::Start, &["b1"]);
    assert_eq!(brightest(&grounds(&mut designer)), 0);
    designer.send(Preference::Theme(Theme::Light));
    designer.send(Edit(mondrian::puzzle::EditCommand::Undo));
    assert_eq!(brightest(&grounds(&mut designer)), brightest(&light));
}

#[test]
fn painting_meets_its_cell_at_every_scale() {
    let mut designer = Designer::new();
    designer.control(KeyCode::Comma, ",", false);
    let scale = designer.control_of("150 %");
    designer.click_on(scale);
    designer.press(KeyCode::Escape, Key::Escape);
    designer.settle();
    assert_eq!(designer.app.world().resource::<UiScale>().0, 1.5);
    let at = designer.cell_at_scale(1.5, Layout::Start, "e5");
    designer.click(at);
    let tiles = designer.draft().start.iter().filter(|(_, square)| **square != Square::Empty);
    let names: Vec<_> = tiles.map(|(cell, _)| cell.to_string()).collect();
    assert_eq!(names, ["e5"]);
    assert_eq!(designer.square(Layout::Start, "e5"), Square::Tile(Colour(0)));
    // The wheel zooms at the pointer, so the same cell is under it.
    designer.wheel(at, 3.0);
    let moved = designer.cell_at_scale(1.5, Layout::Start, "e5");
    assert!(moved.distance(at) < 3.0, "{moved} is not {at}");
    let other = designer.cell_at_scale(1.5, Layout::Start, "d5");
    designer.click(other);
    assert_eq!(designer.square(Layout::Start, "d5"), Square::Tile(Colour(0)));
}

#[test]
fn without_animation_tiles_jump() {
    let mut designer = Designer::new();
    designer.send(FileCommand::OpenBuiltin(0));
    designer.send(Preference::Animation(false));
    designer.send(ReplayCommand::Forward);
    let replay = designer.app.world().resource::<Replay>();
    let playhead = replay.playhead().unwrap();
    assert_eq!((playhead.at(), playhead.is_moving()), (1, false));
    assert!(designer.app.world().resource::<Document>().puzzle().is_some());
}
