//! The map of what each cell would do with what the hand holds.

use bevy::prelude::*;
use mondrian::app::boards::editable::EditableBoard;
use mondrian::app::boards::heat_map::HeatMap;
use mondrian::app::boards::view::{CellSide, HeatNumber, HeatPlace};
use mondrian::app::design::tools::Preview;
use mondrian::app::document::Edit;
use mondrian::app::document::brush::ChooseBrush;
use mondrian::app::levels::file::FileCommand;
use mondrian::app::settings::{Preference, Theme};
use mondrian::app::solve::SolverCommand;
use mondrian::app::solve::results::Results;
use mondrian::app::solve::verdict_bar::{Tone, Verdict};
use mondrian::app::study::{FormField, GeneratedCard, Generator, ShowStudy};
use mondrian::app::what_if::map::WhatIfMap;
use mondrian::app::what_if::panel::StrokeRow;
use mondrian::app::what_if::strokes::{NextStrokes, Wish};
use mondrian::picture::{TEXT_CONTRAST, contrast};
use mondrian::puzzle::edit::ReplacedBy;
use mondrian::puzzle::{
    Brush, Cell, Colour, EditCommand, Layout, Square, Stroke, builtin, parse_text,
};
use mondrian::search::{Options, Search, Status};

use crate::contrast::rgb;
use crate::harness::Designer;

/// Nothing stops the tile where the goal wants it; one wall would.
const UNSOLVABLE: &str = "B...\n....\n....\n....\n\n..B.\n....\n....\n....";

fn with_map(text: &str) -> Designer {
    let mut designer = Designer::solving(text);
    let button = designer.control_of("what if");
    designer.click_on(button);
    designer
}

/// Waits until the map has come to its end.
fn until_done(designer: &mut Designer) {
    designer.until(|world| !world.resource::<WhatIfMap>().is_running());
}

/// Returns what the map says on a cell of START.
fn label(designer: &Designer, cell: &str) -> String {
    let cell: Cell = cell.parse().unwrap();
    let is_there = |place| matches!(place, HeatPlace::Cell(at) | HeatPlace::Over(at) if at == cell);
    let heat = designer.resource::<HeatMap>();
    let found = heat.cells.iter().find(|heat| is_there(heat.place));
    found.map_or_else(String::new, |heat| heat.label.clone())
}

#[test]
fn every_number_is_that_of_the_level_that_a_click_makes() {
    let mut designer = with_map(UNSOLVABLE);
    designer.send(ChooseBrush(Brush::Wall));
    until_done(&mut designer);
    let draft = designer.draft().clone();
    let mut solvable = 0;
    for cell in draft.start.size().cells() {
        let Some(next) = (Stroke::Wall { cell, is_there: true }).apply(&draft) else { continue };
        let Ok(puzzle) = next.validate() else { continue };
        let mut search = Search::new(&puzzle, &Options::sequential());
        while search.step(100_000) == Status::Running {}
        let expected = search.outcome().unwrap().verdict.solution().map(|found| found.cost());
        let said = label(&designer, &cell.to_string());
        match expected {
            Some(moves) => assert_eq!(said, moves.to_string(), "{cell}"),
            None => assert_eq!(said, "·", "{cell}: it could not be solved before"),
        }
        solvable += usize::from(expected.is_some());
    }
    assert!(solvable > 0);
}

#[test]
fn a_click_on_a_cell_has_its_verdict_at_once() {
    let mut designer = with_map(UNSOLVABLE);
    designer.send(ChooseBrush(Brush::Wall));
    until_done(&mut designer);
    assert_ne!(designer.resource::<Verdict>().0.tone, Tone::Proved);
    let moves = label(&designer, "d1");
    assert_eq!(moves, "1");
    let cells = vec!["d1".parse().unwrap()];
    let paint = EditCommand::Paint { layout: Layout::Start, cells, brush: Brush::Wall };
    designer.send(Edit(paint));
    assert_eq!(designer.resource::<Verdict>().0.tone, Tone::Proved);
    assert!(designer.verdict().starts_with(&moves), "{}", designer.verdict());
}

#[test]
fn nothing_of_another_board_or_brush_stays() {
    let mut designer = with_map(UNSOLVABLE);
    designer.send(ChooseBrush(Brush::Wall));
    until_done(&mut designer);
    assert!(!designer.resource::<HeatMap>().cells.is_empty());
    designer.send(ChooseBrush(Brush::Colour(Colour(0))));
    assert!(designer.resource::<HeatMap>().cells.is_empty());
    until_done(&mut designer);
    assert!(!designer.resource::<HeatMap>().cells.is_empty());
    let other = parse_text("R..\n...\n\n..R\n...", None).unwrap();
    designer.send(Edit(EditCommand::Replace {
        draft: Box::new(other),
        source: ReplacedBy::EarlierBoard,
    }));
    assert!(designer.resource::<HeatMap>().cells.is_empty());
    until_done(&mut designer);
    let off = designer.control_of("off");
    designer.click_on(off);
    assert!(designer.resource::<HeatMap>().cells.is_empty());
    assert!(!designer.resource::<WhatIfMap>().is_running());
}

#[test]
fn the_next_stroke_is_shown_under_the_pointer_and_made_by_a_click() {
    let mut designer = with_map(UNSOLVABLE);
    designer.until(|world| !world.resource::<NextStrokes>().is_running());
    let best = designer.resource::<NextStrokes>().best(3);
    assert!(!best.is_empty(), "a single stroke makes it solvable");
    let before = designer.draft().clone();
    let row = designer.find(&StrokeRow(best[0].stroke));
    let place = designer.rect(row).expect("the row is on the screen").center();
    designer.move_to(place);
    designer.settle();
    let preview = designer.resource::<Preview>().draft.clone();
    assert_eq!(preview.as_deref(), best[0].stroke.apply(&before).as_ref());
    assert_eq!(*designer.draft(), before, "nothing is drawn yet");
    designer.click_on(row);
    assert_eq!(Some(designer.draft().start.clone()), preview.map(|draft| draft.start.clone()));
    let moves = best[0].optimum().unwrap().to_string();
    assert!(designer.verdict().starts_with(&moves), "{}", designer.verdict());
    designer.send(Edit(EditCommand::Undo));
    assert_eq!(designer.draft().start, before.start);
}

#[test]
fn a_blank_board_has_no_next_stroke_and_says_so() {
    let mut designer = Designer::new();
    let what_if = designer.control_of("what if");
    designer.click_on(what_if);
    designer.until(|world| {
        let next = world.resource::<NextStrokes>();
        next.draft().is_some() && !next.is_running()
    });
    assert!(designer.shows("No single stroke makes it a level."));
}

#[test]
fn what_is_found_moves_neither_the_map_nor_the_next_strokes() {
    let mut designer = Designer::solving("B...\n....\n....\n....\n\n...B\n....\n....\n....");
    let what_if = designer.control_of("what if");
    designer.click_on(what_if);
    let places = |designer: &mut Designer| {
        ["what if", "unique"].map(|caption| {
            let button = designer.control_of(caption);
            designer.rect(button)
        })
    };
    let before = places(&mut designer);
    designer.until(|world| !world.resource::<NextStrokes>().is_running());
    assert!(!designer.resource::<NextStrokes>().best(1).is_empty());
    assert_eq!(places(&mut designer), before, "the map and the strokes have come");
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    assert!(!designer.resource::<Results>().solutions().all().is_empty());
    assert_eq!(places(&mut designer), before, "solutions have come");
}

#[test]
fn levels_evolve_from_the_one_that_is_drawn() {
    let mut designer = Designer::solving("BR..\n....\n....\n....\n\n....\n.B..\n..R.\n....");
    let before = designer.draft().clone();
    designer.send(ShowStudy::Generator);
    let evolve = designer.control_of("From this level");
    designer.click_on(evolve);
    for field in FormField::ALL {
        let counts = matches!(field, FormField::Least | FormField::Most | FormField::Seed);
        let entity = designer.find(&field);
        assert_eq!(designer.rect(entity).is_some(), counts, "{field:?}");
    }
    for (field, key, text) in
        [(FormField::Least, KeyCode::Digit3, "3"), (FormField::Most, KeyCode::Digit5, "5")]
    {
        let entity = designer.find(&field);
        designer.click_on(entity);
        designer.control(KeyCode::KeyA, "a", false);
        designer.type_key(key, text);
    }
    let button = designer.control_of("Generate");
    designer.click_on(button);
    designer.until(|world| world.resource::<Generator>().count() > 0);
    let card = designer.find(&GeneratedCard(0));
    assert_eq!(*designer.draft(), before, "the draft is not touched");
    designer.click_on(card);
    let best = designer.draft().best.clone().unwrap();
    assert!((3..=5).contains(&best.moves.len()) && best.proved);
}

/// Says of each number of the map what is too pale in a theme: what it says, its contrast.
fn pale(designer: &mut Designer, theme: Theme) -> Vec<(String, f32)> {
    designer.send(Preference::Theme(theme));
    let world = designer.app.world_mut();
    let mut numbers = world.query_filtered::<(&Text, &TextColor, &ChildOf), With<HeatNumber>>();
    let numbers: Vec<_> = numbers
        .iter(world)
        .filter(|(text, ..)| !text.0.is_empty())
        .map(|(text, ink, parent)| (text.0.clone(), ink.0, parent.parent()))
        .collect();
    assert!(!numbers.is_empty());
    let read = |(text, ink, place): (String, Color, Entity)| {
        let own = world.get::<BackgroundColor>(place).unwrap().0;
        // Without a ground of its own it lies on whatever tile, wall or pass is there.
        let found = if own.alpha() < 1.0 { 1.0 } else { contrast(rgb(ink), rgb(own)) };
        (text, found)
    };
    numbers.into_iter().map(read).filter(|(_, found)| *found < TEXT_CONTRAST).collect()
}

#[test]
fn every_number_can_be_read_on_what_it_lies_over_and_what_is_open_has_no_place_in_the_scale() {
    let mut designer = Designer::solving("..\n\n..");
    designer.send(FileCommand::OpenBuiltin(builtin::find_index("first-puzzle").unwrap()));
    let empty = designer.draft().start.iter().filter(|(_, square)| **square == Square::Empty);
    let cells: Vec<Cell> = empty.map(|(cell, _)| cell).take(3).collect();
    let brush = Brush::Pass(Colour(0));
    designer.send(Edit(EditCommand::Paint { layout: Layout::Start, cells, brush }));
    let button = designer.control_of("what if");
    designer.click_on(button);
    for brush in [Brush::Wall, Brush::Eraser, Brush::ThinWall, Brush::Colour(Colour(0)), brush] {
        designer.send(ChooseBrush(brush));
        let is_open = |world: &World| {
            let heat = world.resource::<HeatMap>();
            heat.cells.iter().any(|heat| heat.is_open)
        };
        designer.until(|world| is_open(world) || !world.resource::<WhatIfMap>().is_running());
        assert!(is_open(designer.app.world()), "{brush:?}: it is too easy for this test");
        for theme in [Theme::Light, Theme::Dark] {
            assert_eq!(pale(&mut designer, theme), [], "{brush:?} {theme:?}");
        }
        let heat = designer.resource::<HeatMap>();
        for heat in heat.cells.iter().chain(&heat.target_cells) {
            assert!(!heat.label.contains('≤'), "{heat:?}");
            assert_eq!(heat.is_open, heat.label.starts_with('≥'), "{heat:?}");
            assert!(!(heat.is_open && heat.step.is_some()), "{heat:?}");
        }
    }
}

#[test]
fn the_numbers_of_thin_walls_stand_beside_them() {
    let mut designer = Designer::solving("..\n\n..");
    designer.send(FileCommand::OpenBuiltin(builtin::find_index("all-together").unwrap()));
    let button = designer.control_of("what if");
    designer.click_on(button);
    designer.send(ChooseBrush(Brush::ThinWall));
    until_done(&mut designer);
    let world = designer.app.world_mut();
    let mut numbers = world.query_filtered::<(&Text, &ChildOf), With<HeatNumber>>();
    let said = numbers.iter(world).filter(|(text, _)| !text.0.is_empty());
    let rooms: Vec<Entity> = said.map(|(_, parent)| parent.parent()).collect();
    let board = designer.find(&EditableBoard(Layout::Start));
    let side = designer.app.world().get::<CellSide>(board).unwrap().0;
    let board = designer.rect(board).unwrap();
    assert!(rooms.len() > 5);
    for room in &rooms {
        let room = designer.rect(*room).unwrap();
        let cell = |place: Vec2| ((place - board.min) / side).floor();
        assert_eq!(cell(room.min), cell(room.max), "within one cell");
        let others = rooms.iter().filter_map(|&other| designer.rect(other));
        let touching = others.filter(|other| !other.intersect(room).is_empty());
        assert_eq!(touching.count(), 1, "only itself");
    }
}

#[test]
fn next_strokes_try_thin_walls_and_passes() {
    let mut designer = with_map("BR.\n...\n\n.BR\n...\n\nthin: a2R\n\npasses:\n...\nR..\n");
    designer.app.world_mut().resource_mut::<NextStrokes>().wish = Wish::Less;
    designer.until(|world| !world.resource::<NextStrokes>().is_running());
    let next = designer.resource::<NextStrokes>().best(usize::MAX);
    let has = |kind: fn(&Stroke) -> bool| next.iter().any(|next| kind(&next.stroke));
    assert!(has(|stroke| matches!(stroke, Stroke::ThinWall { is_there: false, .. })));
    assert!(has(|stroke| matches!(stroke, Stroke::Pass { colour: None, .. })));
}
