//! Live solving: the verdict bar speaks of what is on the boards in the very frame of
//! an edit, the search waits for a pause and gives way to Solve.

use std::time::Duration;

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use mondrian::app::document::{Document, Edit};
use mondrian::app::replay::Replay;
use mondrian::app::settings::{Preference, Settings};
use mondrian::app::solve::SolverCommand;
use mondrian::app::solve::count::Ways;
use mondrian::app::solve::live::{Live, PAUSE};
use mondrian::app::solve::results::Results;
use mondrian::app::solve::verdict_bar::Verdict;
use mondrian::app::work::search_settings::{Field, SettingsCommand};
use mondrian::app::work::wake::SearchMaker;
use mondrian::puzzle::{
    Best, Brush, Cell, EditCommand, Layout, Move, OpenedLevel, Puzzle, Square, parse_text,
};
use mondrian::search::{self, Aim, Method, Options, Search, Status};

use crate::harness::Designer;
use crate::solving::{LARGE, SMALL};

const DOTS: &str = "\u{2026}";

/// Opens a level with live solving on; no time passes but what a test lets pass.
fn live(text: &str) -> Designer {
    let mut designer = Designer::solving("..\n\n..");
    pass(&mut designer, Duration::ZERO);
    designer.send(Preference::Live(true));
    designer.level(text);
    designer
}

/// Lets so much time pass, and none from then on.
fn pass(designer: &mut Designer, time: Duration) {
    // One frame counts a quarter of a second at most.
    designer.app.insert_resource(TimeUpdateStrategy::ManualDuration(time / 4));
    for _ in 0..4 {
        designer.app.update();
    }
    designer.app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    designer.app.update();
}

fn line(designer: &mut Designer) -> String {
    designer.verdict()
}

/// Says whether this tells nothing of the board: its search has just begun, or waits.
fn is_nothing(said: &str) -> bool {
    said == DOTS || said.starts_with("Solving while you draw")
}

fn is_searching(designer: &Designer) -> bool {
    designer.resource::<Live>().is_searching()
}

/// Waits until the search is over, and what is counted after it.
fn until_said(designer: &mut Designer) -> String {
    designer.until(|world| {
        let verdict = &world.resource::<Verdict>().0;
        let is_told = verdict.words != DOTS && verdict.note != DOTS;
        let sheet = world.resource::<Results>().shown();
        let counts = sheet.is_some_and(|sheet| {
            let known = sheet.own_knowledge();
            known.proved && !matches!(sheet.ways, Some(Ways::Counted(_) | Ways::NotCounted))
                || known.unsolvable && sheet.reason.is_none()
        });
        is_told && !counts && !world.resource::<Live>().is_searching()
    });
    line(designer)
}

fn paint(cell: (u8, u8), square: Square) -> EditCommand {
    let cells = vec![Cell::new(cell.0, cell.1)];
    EditCommand::Paint { layout: Layout::Start, cells, brush: Brush::of(square) }
}

/// Sends an edit and returns what the line says at the end of that very frame.
fn said_in_the_frame_of(designer: &mut Designer, edit: EditCommand) -> String {
    designer.app.world_mut().write_message(Edit(edit));
    designer.app.update();
    line(designer)
}

#[test]
fn a_small_board_answers_without_a_pause() {
    let mut designer = live(SMALL);
    assert_eq!(until_said(&mut designer), "3 moves, proved · 3 shortest solutions");
    assert!(designer.resource::<Results>().run().is_none(), "by a search of its own");
}

#[test]
fn no_verdict_outlives_its_edit_by_a_frame() {
    let mut designer = live(SMALL);
    until_said(&mut designer);
    // The tiles stand in another order; whatever the answer is, it is not known yet.
    assert_eq!(
        said_in_the_frame_of(&mut designer, paint((1, 0), Square::Empty)),
        "Goal: 1 red tile is asked for, the start has none"
    );
    // What has been found out of the board is there again at once.
    assert_eq!(
        said_in_the_frame_of(&mut designer, EditCommand::Undo),
        "3 moves, proved · 3 shortest solutions"
    );
    let wall = paint((0, 1), Square::Wall);
    let said = said_in_the_frame_of(&mut designer, wall);
    assert!(is_nothing(&said), "{said}");
    until_said(&mut designer);
}

#[test]
fn a_search_that_ends_in_the_frame_of_an_edit_is_not_listened_to() {
    let mut designer = live("BR...\n.....\n\n....R\n....B");
    // The search has ended by now, and nobody has looked at it: the next frame brings
    // its report and the edit at once. Each board is one of its own.
    for x in 1..4 {
        let said = said_in_the_frame_of(&mut designer, paint((x, 1), Square::Wall));
        assert!(is_nothing(&said), "{said}");
        std::thread::yield_now();
    }
    let answer = until_said(&mut designer);
    let document = designer.resource::<Document>();
    let mut search = Search::new(document.puzzle().unwrap(), &mondrian::search::Options::default());
    while search.step(10_000) == mondrian::search::Status::Running {}
    let verdict = &search.outcome().unwrap().verdict;
    let expected = match verdict.solution() {
        Some(solution) => format!("{} moves, proved", solution.cost()),
        None => "Cannot be solved: ".to_owned(),
    };
    assert!(answer.starts_with(&expected), "{answer}");
}

#[test]
fn a_larger_board_waits_for_the_pause() {
    let mut designer = live(LARGE);
    designer.search_for_long();
    assert!(!is_searching(&designer));
    assert_eq!(line(&mut designer), DOTS);
    pass(&mut designer, PAUSE / 2);
    designer.send(Edit(paint((3, 3), Square::Wall)));
    designer.send(Edit(EditCommand::Undo));
    pass(&mut designer, PAUSE / 2);
    assert!(!is_searching(&designer), "the pause begins anew with each edit");
    pass(&mut designer, PAUSE);
    assert!(is_searching(&designer));
    // The only empty cell is gone.
    let said = said_in_the_frame_of(&mut designer, paint((3, 3), Square::Wall));
    assert!(said.starts_with("Cannot be solved: start"), "{said}");
    assert!(!is_searching(&designer));
}

#[test]
fn it_gives_way_to_the_search_that_is_asked_for() {
    let mut designer = live(LARGE);
    designer.search_for_long();
    pass(&mut designer, PAUSE);
    assert!(is_searching(&designer));
    designer.send(SolverCommand::Solve);
    assert!(!is_searching(&designer));
    pass(&mut designer, PAUSE * 2);
    assert!(!is_searching(&designer), "as long as that runs");
    designer.until(|world| world.resource::<Results>().run().unwrap().progress.lower_bound > 0);
    let bound = designer.resource::<Results>().run().unwrap().progress.lower_bound;
    assert!(line(&mut designer).starts_with("at least "), "it says what that has proved: {bound}");
    designer.send(SolverCommand::Stop);
    designer.until_ended();
}

#[test]
fn what_is_asked_for_goes_on_from_the_bound_that_is_proved() {
    let mut designer = Designer::solving(LARGE);
    designer.search_for_long();
    let mut results = designer.app.world_mut().resource_mut::<Results>();
    results.shown_mut().unwrap().live = search::Verdict::Unknown { lower_bound: 60 };
    designer.send(SolverCommand::Solve);
    designer.until(|world| world.resource::<Results>().run().unwrap().progress.expanded > 0);
    let bound = designer.resource::<Results>().run().unwrap().progress.lower_bound;
    assert!(bound >= 60, "{bound}");
    designer.send(SolverCommand::Stop);
    designer.until_ended();
}

#[test]
fn what_is_asked_for_goes_on_from_the_best_solution() {
    let mut designer = Designer::solving(DETOUR);
    let puzzle = designer.document().puzzle().unwrap().clone();
    let longer = solved(search_greedily(&puzzle, &Options::sequential()));
    let longer = puzzle.verify(longer).unwrap();
    let mut results = designer.app.world_mut().resource_mut::<Results>();
    results.shown_mut().unwrap().live =
        search::Verdict::Feasible { solution: longer.clone(), lower_bound: 0 };
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    let found = designer.resource::<Results>().found();
    assert_eq!(found[0].solution, longer, "the list begins with it");
    assert!(found[1..].iter().all(|found| found.solution.cost() < longer.cost()));
    assert!(found.len() > 1);
}

#[test]
fn what_cannot_be_solved_is_said() {
    let mut designer = live("B..\n\n...");
    assert_eq!(line(&mut designer), "Draw a goal: where shall the tiles end?");
    // Each tile slides past the middle.
    designer.level("B..\n\n.B.");
    let said = "Cannot be solved: no blue tile can ever stop on b1 of the goal";
    assert_eq!(line(&mut designer), said);
    // Each cell can be had, but not both at once.
    designer.level("BR..\n\n..RB");
    let said = until_said(&mut designer);
    assert_eq!(said, "Cannot be solved: all 3 positions looked at, none is the goal");
    designer.send(Edit(paint((3, 0), Square::Wall)));
    assert!(!line(&mut designer).contains("all 3 positions"));
}

#[test]
fn it_is_switched_by_its_box_and_by_a_key_and_is_remembered() {
    let mut designer = live(SMALL);
    until_said(&mut designer);
    let switch = designer.control_of("At every pause");
    designer.click_on(switch);
    assert!(!designer.resource::<Settings>().live);
    assert_eq!(line(&mut designer), "3 moves, proved · 3 shortest solutions", "it stays known");
    designer.holding(KeyCode::ShiftLeft, Key::Shift, |designer| {
        designer.press(KeyCode::F5, Key::F5);
    });
    assert!(designer.resource::<Settings>().live);
    assert!(designer.resource::<Results>().run().is_none(), "F5 alone would have solved");
    assert_eq!(until_said(&mut designer), "3 moves, proved · 3 shortest solutions");
}

#[test]
fn an_opened_level_stays_as_it_was_and_a_drawn_one_keeps_its_solution() {
    let mut designer = live(SMALL);
    until_said(&mut designer);
    assert!(!designer.document().is_dirty(), "looking at a level does not change it");
    let texts = ("Mine".to_owned(), String::new(), String::new());
    designer.send(Edit(EditCommand::SetTexts { title: texts.0, author: texts.1, note: texts.2 }));
    let best = designer.draft().best.clone().expect("it is kept");
    assert!(best.proved);
    designer.document().puzzle().unwrap().verify(best.moves).unwrap();
}

/// Greedy search finds a longer way than the shortest.
const DETOUR: &str = "B....\n.....\n..#..\n....R\n\n.....\n..B..\n..#..\nR....";

fn search_greedily(puzzle: &Puzzle, options: &Options) -> Search {
    Search::new(puzzle, &Options { method: Method::Greedy, aim: Aim::Any, ..*options })
}

fn solved(mut search: Search) -> Vec<Move> {
    while search.step(10_000) == Status::Running {}
    search.found().last().unwrap().solution.moves().to_vec()
}

#[test]
fn a_worse_solution_does_not_take_the_place_of_the_best() {
    let mut designer = live("B..\n\n...");
    let mut draft = parse_text(DETOUR, None).unwrap();
    let puzzle = draft.validate().unwrap();
    let best = solved(Search::new(&puzzle, &Options::sequential()));
    let greedy = solved(search_greedily(&puzzle, &Options::sequential()));
    assert!(best.len() < greedy.len());
    draft.best = Some(Best::found(best.clone(), false));
    designer.app.insert_resource(SearchMaker(search_greedily));
    let level = OpenedLevel { draft, path: None, warnings: Vec::new(), unsaved: false };
    designer.send(Edit(EditCommand::Open(Box::new(level))));
    designer.until(|world| !world.resource::<Live>().is_searching());
    let track = &designer.resource::<Replay>().playhead().unwrap().track;
    assert_eq!(track.moves, best);
}

#[test]
fn a_panic_leaves_the_line_without_an_answer() {
    let mut designer = live(LARGE);
    designer.app.insert_resource(SearchMaker(|_, _| panic!("no search today")));
    pass(&mut designer, PAUSE);
    assert_eq!(until_said(&mut designer), "No proof yet: Solve goes on");
}

#[test]
fn a_search_for_short_solutions_alone_does_not_spare_it() {
    let mut designer = Designer::solving(SMALL);
    designer.send(SettingsCommand::Field(Field::MaxMoves, "2".into()));
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    designer.send(Preference::Live(true));
    assert_eq!(until_said(&mut designer), "3 moves, proved · 3 shortest solutions");
}
