//! Methods side by side: the dialog, the table while it fills, limits, the picture.

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use mondrian::app::kit::dialog::CloseDialog;
use mondrian::app::levels::choose_file::{Chosen, Purpose};
use mondrian::app::play::PlayCommand;
use mondrian::app::settings::Preference;
use mondrian::app::solve::live::{Live, PAUSE};
use mondrian::app::study::race::{Race, RaceCommand, RaceRow};
use mondrian::app::work::ShowRace;
use mondrian::puzzle::Direction;
use mondrian::search::{Aim, Racer};

use crate::harness::Designer;
use crate::solving::{LARGE, SMALL};

const EIGHT: &str = "152\n483\n7.6\n\n123\n456\n78.";

fn until_ended(designer: &mut Designer) {
    designer.until(|world| {
        let race = world.resource::<Race>();
        let mut rows = (0..Racer::ALL.len()).filter_map(|racer| race.row(racer));
        !race.is_running() && rows.all(|row| *row != RaceRow::Waiting)
    });
}

fn cell(designer: &mut Designer, racer: usize, column: usize) -> String {
    let cell = designer.named(&format!("race {racer} {column}"));
    designer.words(cell)
}

#[test]
fn all_methods_agree_on_the_best() {
    let mut designer = Designer::solving(EIGHT);
    designer.send(ShowRace);
    let go = designer.named("Race");
    designer.click_on(go);
    until_ended(&mut designer);
    for racer in 0..Racer::ALL.len() {
        let words: Vec<_> = [1, 2].map(|column| cell(&mut designer, racer, column)).into();
        assert_eq!(words, ["5", "proved"], "{}", Racer::ALL[racer].name);
    }
}

#[test]
fn only_the_chosen_take_part_and_stop_at_their_first_solution() {
    let mut designer = Designer::solving(EIGHT);
    designer.send(ShowRace);
    for racer in 2..Racer::ALL.len() {
        let choice = designer.named(Racer::ALL[racer].name);
        designer.click_on(choice);
    }
    designer.send(RaceCommand::Aim(Aim::Any));
    designer.send(RaceCommand::Start);
    until_ended(&mut designer);
    let race = designer.resource::<Race>();
    assert!(race.row(2).is_none());
    let Some(RaceRow::Shown(row)) = race.row(1) else { panic!("A* takes part") };
    assert_eq!(row.first.unwrap().moves, 5);
    assert!(cell(&mut designer, 8, 0).is_empty());
}

#[test]
fn it_starts_from_the_position_that_is_played() {
    let mut designer = Designer::playing(SMALL);
    designer.send(PlayCommand::Drag { tile: 1, direction: Direction::Right });
    designer.send(ShowRace);
    designer.send(RaceCommand::Start);
    until_ended(&mut designer);
    assert_eq!(cell(&mut designer, 0, 1), "2");
}

#[test]
fn it_can_be_stopped_and_another_level_clears_it() {
    let mut designer = Designer::solving(LARGE);
    designer.search_for_long();
    designer.send(ShowRace);
    designer.send(RaceCommand::Start);
    assert!(designer.resource::<Race>().is_running());
    designer.send(RaceCommand::Stop);
    assert!(!designer.resource::<Race>().is_running());
    assert_eq!(designer.resource::<Race>().row(4), Some(&RaceRow::Waiting));
    designer.level(SMALL);
    assert!(designer.resource::<Race>().row(0).is_none());
}

#[test]
fn the_table_is_written_as_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("race.png");
    let mut designer = Designer::solving(EIGHT);
    designer.send(RaceCommand::Start);
    until_ended(&mut designer);
    designer.send(Chosen(Purpose::Race, path.clone()));
    assert!(std::fs::read(&path).unwrap().starts_with(b"\x89PNG"));
    assert!(designer.shows("race.png is written"));
    designer.send(Chosen(Purpose::Race, folder.path().join("none/race.png")));
    assert!(designer.shows("race.png is not written"));
}

#[test]
fn what_was_shown_of_another_position_is_forgotten() {
    let mut designer = Designer::playing(SMALL);
    designer.send(ShowRace);
    designer.send(RaceCommand::Start);
    until_ended(&mut designer);
    designer.send(CloseDialog);
    designer.send(ShowRace);
    assert!(designer.resource::<Race>().row(0).is_some(), "the board is the same");
    designer.send(CloseDialog);
    designer.send(PlayCommand::Drag { tile: 1, direction: Direction::Right });
    designer.send(ShowRace);
    assert!(designer.resource::<Race>().row(0).is_none());
}

#[test]
fn nothing_else_searches_beside_a_race() {
    let mut designer = Designer::playing(LARGE);
    designer.search_for_long();
    designer.send(PlayCommand::Solve);
    assert!(designer.hints().is_searching());
    designer.send(RaceCommand::Start);
    assert!(designer.resource::<Race>().is_running() && !designer.hints().is_searching());
    designer.send(Preference::Live(true));
    // Longer than its pause before a search.
    designer.app.insert_resource(TimeUpdateStrategy::ManualDuration(PAUSE));
    designer.settle();
    assert!(designer.resource::<Race>().is_running());
    assert!(!designer.resource::<Live>().is_searching());
    designer.send(RaceCommand::Stop);
    assert!(designer.resource::<Live>().is_searching(), "it goes on after the race");
}

/// Frames in which the race has changed.
#[derive(Resource, Default)]
struct Changes(u32);

#[test]
fn a_race_without_news_is_not_drawn_anew() {
    let mut designer = Designer::with(|app| {
        app.init_resource::<Changes>().add_systems(
            Last,
            |race: Res<Race>, mut changes: ResMut<Changes>| {
                changes.0 += u32::from(race.is_changed());
            },
        );
    });
    designer.app.insert_resource(Changes(0));
    designer.settle();
    assert_eq!(designer.resource::<Changes>().0, 0);
}
