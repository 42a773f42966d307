//! All that the designer shows: its panels in every state and each of its dialogs, one
//! after the other. Used by tests that hold something everywhere.

use bevy::prelude::*;
use mondrian::app::boards::heat_map::{HeatKind, HeatMap};
use mondrian::app::boards::view::TileMarks;
use mondrian::app::document::Edit;
use mondrian::app::document::brush::ChooseBrush;
use mondrian::app::kit::dialog::{CloseDialog, ShowMessage};
use mondrian::app::levels::browser::ShowLevels;
use mondrian::app::levels::choose_file::{ChooseFile, Purpose};
use mondrian::app::levels::classics::ShowClassics;
use mondrian::app::levels::file::FileCommand;
use mondrian::app::levels::properties::ShowProperties;
use mondrian::app::levels::text::TextCommand;
use mondrian::app::play::PlayCommand;
use mondrian::app::replay::ReplayCommand;
use mondrian::app::settings::Fold;
use mondrian::app::shell::help::ShowHelp;
use mondrian::app::shell::settings_dialog::ShowSettings;
use mondrian::app::solve::SolverCommand;
use mondrian::app::solve::solutions::SolutionCommand;
use mondrian::app::study::race::{Race, RaceCommand};
use mondrian::app::study::{Generator, Positions, ShowStudy};
use mondrian::app::work::ShowRace;
use mondrian::app::work::search_settings::SettingsCommand;
use mondrian::puzzle::{Brush, Cell, Colour, EditCommand, Layout, Square};
use mondrian::search::Method;

use crate::harness::Designer;
use crate::solving::SMALL;

/// Shows everything, and lets `look` see each, with what it is.
pub fn all(mut look: impl FnMut(&mut Designer, &str)) {
    let mut designer = Designer::solving(SMALL);
    look(&mut designer, "a level");
    designer.unfold(Fold::HowItSearches);
    look(&mut designer, "how it searches");
    designer.unfold(Fold::History);
    look(&mut designer, "the history");
    panels(&mut designer, &mut look);
    dialogs(&mut designer, &mut look);
    questions(&mut designer, &mut look);
    designer.send(PlayCommand::Enter);
    look(&mut designer, "play");
    designer.send(PlayCommand::Hint);
    designer.send(PlayCommand::Hint);
    look(&mut designer, "a hint");
}

fn panels(designer: &mut Designer, look: &mut impl FnMut(&mut Designer, &str)) {
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    look(designer, "a search");
    for kind in [HeatKind::Distance, HeatKind::Standing] {
        designer.send(ChooseBrush(Brush::Colour(Colour(0))));
        designer.app.world_mut().resource_mut::<HeatMap>().kind = kind;
        designer.settle();
        look(designer, "a heat map");
    }
    designer.app.world_mut().resource_mut::<HeatMap>().kind = HeatKind::Off;
    for method in Method::ALL {
        designer.send(SettingsCommand::Method(method));
        look(designer, method.name());
    }
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    designer.send(SolutionCommand::Show(0));
    designer.send(ReplayCommand::Forward);
    look(designer, "a replay");
    designer.send(SolutionCommand::Compare(1));
    look(designer, "two solutions");
    designer.send(ReplayCommand::Close);
    designer.send(Edit(EditCommand::AddWaypoint));
    look(designer, "a waypoint");
    designer.send(Edit(EditCommand::Undo));
    look(designer, "a step taken back");
    for marks in TileMarks::ALL {
        *designer.app.world_mut().resource_mut::<TileMarks>() = marks;
        designer.settle();
        look(designer, marks.label());
    }
    let (cells, square) = (vec![Cell::new(0, 0)], Square::Tile(Colour(0)));
    designer.send(Edit(EditCommand::Paint {
        layout: Layout::Goal,
        cells,
        brush: Brush::of(square),
    }));
    look(designer, "an issue");
    designer.send(Edit(EditCommand::Undo));
}

fn dialogs(designer: &mut Designer, look: &mut impl FnMut(&mut Designer, &str)) {
    designer.send(ShowHelp);
    look(designer, "help");
    designer.send(ShowSettings);
    look(designer, "settings");
    designer.send(ShowProperties);
    look(designer, "title, author, note");
    designer.send(ShowLevels);
    look(designer, "levels");
    designer.send(ShowClassics);
    look(designer, "classic puzzles");
    designer.send(TextCommand::AskCode { text: "x".into(), problem: Some("wrong".into()) });
    look(designer, "a share code");
    designer.send(ShowRace);
    look(designer, "a race");
    designer.send(RaceCommand::Start);
    designer.until(|world| !world.resource::<Race>().is_running());
    look(designer, "a race that is over");
    designer.send(ShowStudy::Steps);
    look(designer, "a search step by step");
    designer.send(ShowStudy::Positions);
    designer.until(|world| !world.resource::<Positions>().is_running());
    look(designer, "all positions");
    designer.send(ShowStudy::Graph);
    look(designer, "a graph");
    designer.send(ShowStudy::Generator);
    designer.click_on_text("Generate");
    designer.until(|world| !world.resource::<Generator>().is_running());
    look(designer, "the generator");
    designer.send(mondrian::app::design::colour_dialog::EditColour(Colour(0)));
    look(designer, "a colour");
    designer.click_on_text("Remove");
    look(designer, "a colour that is removed");
    designer.send(CloseDialog);
    designer.click_on_text("Sets");
    look(designer, "sets of colours");
    designer.send(ShowMessage { title: "A".into(), text: "message".into() });
    look(designer, "a message");
    designer.send(CloseDialog);
}

fn questions(designer: &mut Designer, look: &mut impl FnMut(&mut Designer, &str)) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.mondrian.ron");
    designer.send(FileCommand::SaveTo(path.clone()));
    let cells = vec![Cell::new(0, 1)];
    designer.send(Edit(EditCommand::Paint { layout: Layout::Start, cells, brush: Brush::Wall }));
    designer.send(FileCommand::New);
    look(designer, "a question about changes");
    designer.send(CloseDialog);
    let mut other = mondrian::puzzle::load(&path).unwrap().draft;
    other.note = "by another program".into();
    mondrian::puzzle::save(&path, &other).unwrap();
    designer.send(FileCommand::Save);
    look(designer, "a question about another program");
    designer.send(ChooseFile(Purpose::Save));
    look(designer, "a file that is chosen");
    designer.press(KeyCode::Enter, bevy::input::keyboard::Key::Enter);
    look(designer, "a question about a file that is there");
    designer.send(CloseDialog);
    designer.send(ChooseFile(Purpose::Open));
    look(designer, "a file that is opened");
    designer.send(CloseDialog);
    designer.send(Edit(EditCommand::Undo));
}
