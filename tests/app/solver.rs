//! The solver panel: solving by a click, live figures, stopping, stale results,
//! limits typed into fields, a search that fails.

use std::sync::atomic::{AtomicBool, Ordering};

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use mondrian::app::document::brush::ActiveBrush;
use mondrian::app::document::{Document, Edit};
use mondrian::app::settings::Fold;
use mondrian::app::solve::SolverCommand;
use mondrian::app::solve::count::Ways;
use mondrian::app::solve::panel::BestOpenBoard;
use mondrian::app::solve::results::Results;
use mondrian::app::work::search_settings::{Field, SettingsCommand, SolverSettings};
use mondrian::app::work::wake::SearchMaker;
use mondrian::puzzle::{Brush, Cell, EditCommand, Layout, Move, OpenedLevel, Puzzle, builtin};
use mondrian::search::{Aim, Method, Options, Search, Verdict};
use mondrian::words::figures;

use crate::harness::Designer;
use crate::solving::{LARGE, SMALL};

fn is_running(world: &World) -> bool {
    world.resource::<Results>().is_running()
}

/// Starts a search that does not end by itself within a test.
fn solve_for_long(designer: &mut Designer) {
    designer.search_for_long();
    let button = designer.named("Solve");
    designer.click_on(button);
    designer.until(|world| {
        is_running(world) && world.resource::<Results>().run().unwrap().progress.expanded > 0
    });
}

#[test]
fn the_small_board_is_not_drawn_before_it_has_room() {
    let mut designer = Designer::solving(SMALL);
    designer.unfold(Fold::HowItSearches);
    let board = designer.only::<BestOpenBoard>();
    designer.app.world_mut().write_message(SolverCommand::Solve);
    let mut frames_seen = 0;
    for _ in 0..100_000 {
        designer.app.update();
        if let Some(rect) = designer.rect(board) {
            assert!(rect.width() > 60.0, "{rect:?}");
            frames_seen += 1;
        }
        if frames_seen == 5 {
            break;
        }
    }
    assert_eq!(frames_seen, 5);
}

#[test]
fn a_click_solves_the_level() {
    let mut designer = Designer::solving(SMALL);
    assert_eq!(designer.verdict(), "Not solved yet: press Solve");
    let button = designer.named("Solve");
    designer.click_on(button);
    designer.until_ended();
    assert!(designer.verdict().starts_with("3 moves, proved"));
    let run = designer.resource::<Results>().run().unwrap();
    assert!(matches!(run.outcome().unwrap().verdict, Verdict::Optimal { .. }));
    let title = designer.named("SolutionsTitle");
    let found = designer.resource::<Results>().found().len();
    assert_eq!(designer.words(title), format!("Solutions found: {found}"));
    let best = designer.named(&format!("solution {}", found - 1));
    assert!(designer.rect(best).is_some(), "the solution is listed");
    let best = designer.resource::<Document>().draft().best.clone().unwrap();
    assert_eq!((best.moves.len(), best.proved), (3, true), "saving keeps it");
}

/// Counts the ways of so many moves that solve a puzzle, one by one.
fn ways(puzzle: &Puzzle, moves: &mut Vec<Move>, left: u32) -> u128 {
    if left == 0 {
        return u128::from(puzzle.verify(moves.clone()).is_ok());
    }
    let position = puzzle.replay(moves).unwrap().pop().unwrap();
    let mut found = 0;
    for push in puzzle.moves(&position) {
        moves.push(push);
        found += ways(puzzle, moves, left - 1);
        moves.pop();
    }
    found
}

#[test]
fn shortest_solutions_are_counted_after_the_proof() {
    for text in [SMALL, "B..\n...\n...\n\n...\n...\n..B", "B.\n\n.B"] {
        let mut designer = Designer::solving(text);
        designer.send(SolverCommand::Solve);
        designer.until_ended();
        let run = designer.resource::<Results>().run().unwrap();
        let cost = run.found.last().unwrap().solution.cost();
        let expected = ways(&run.puzzle, &mut Vec::new(), cost);
        let ways = |world: &World| world.resource::<Results>().shown().unwrap().ways;
        designer.until(|world| ways(world).is_some_and(|ways| ways != Ways::Counting));
        assert_eq!(ways(designer.app.world()), Some(Ways::Counted(expected)));
        let counting = designer.resource::<Results>().shown().unwrap().counting_bytes;
        let searching = designer.resource::<Results>().run().unwrap().progress.memory_bytes;
        designer.app.update();
        let figure = designer.named("memory");
        assert!(counting > 0);
        assert_eq!(designer.words(figure), figures::memory(counting.max(searching)));
        let words = designer.verdict();
        match expected {
            1 => assert!(words.ends_with(", proved · one shortest solution"), "{words}"),
            _ => assert!(
                words.ends_with(&format!(", proved · {expected} shortest solutions")),
                "{words}"
            ),
        }
    }
}

#[test]
fn figures_move_while_it_searches_and_stop_ends_it() {
    let mut designer = Designer::solving(LARGE);
    solve_for_long(&mut designer);
    let looked_at = designer.named("positions tried");
    let first = designer.words(looked_at);
    designer.until(|world| world.get::<Text>(looked_at).unwrap().0 != first);
    let solve = designer.named("Solve");
    assert!(designer.rect(solve).is_none(), "Stop is in its place");
    let stop = designer.named("Stop");
    designer.click_on(stop);
    designer.until_ended();
    let verdict = designer.verdict();
    assert!(verdict.starts_with("at least ") && verdict.ends_with(" | stopped"), "{verdict}");
    assert!(designer.resource::<Results>().run().unwrap().was_stopped());
    assert!(designer.rect(solve).is_some());
}

#[test]
fn a_press_and_release_within_one_frame_solves() {
    let mut designer = Designer::solving(SMALL);
    let button = designer.named("Solve");
    let at = designer.rect(button).unwrap().center();
    designer.click_in_one_frame(at);
    designer.until_ended();
    assert!(designer.verdict().starts_with("3 moves, proved"));
}

#[test]
fn keys_solve_and_stop() {
    let mut designer = Designer::solving(LARGE);
    designer.search_for_long();
    designer.press(KeyCode::F5, Key::F5);
    designer.until(is_running);
    designer.press(KeyCode::Escape, Key::Escape);
    designer.until_ended();
}

#[test]
fn keys_of_an_open_menu_mean_nothing_behind_it() {
    let mut designer = Designer::solving(LARGE);
    solve_for_long(&mut designer);
    let brush = *designer.resource::<ActiveBrush>();
    let more = designer.text("More");
    designer.click(more);
    designer.type_key(KeyCode::Digit3, "3");
    assert_eq!(*designer.resource::<ActiveBrush>(), brush);
    designer.press(KeyCode::Escape, Key::Escape);
    designer.settle();
    let run = designer.resource::<Results>().run().unwrap();
    assert!(run.is_running() && !run.stopping, "the menu was closed, not the search");
    designer.press(KeyCode::Escape, Key::Escape);
    designer.until_ended();
}

#[test]
fn the_best_so_far_is_kept_while_the_search_goes_on() {
    let mut designer = Designer::solving(SMALL);
    let mut draft = builtin::find("first-puzzle").unwrap().draft();
    draft.best = None;
    let level = OpenedLevel { draft, path: None, warnings: Vec::new(), unsaved: false };
    designer.send(Edit(EditCommand::Open(Box::new(level))));
    // It finds a solution soon, and looks for better ones for hours.
    designer.send(SettingsCommand::Method(Method::Mondrian));
    designer.send(SolverCommand::Solve);
    designer.until(|world| !world.resource::<Results>().found().is_empty());
    assert!(is_running(designer.app.world()));
    let document = designer.document();
    assert!(document.draft().best.is_some() && document.is_dirty());
    assert!(!document.can_undo(), "it is no step");
}

/// Until then a search of [`waiting`] does nothing.
static MAY_SEARCH: AtomicBool = AtomicBool::new(false);

fn waiting(puzzle: &Puzzle, options: &Options) -> Search {
    while !MAY_SEARCH.load(Ordering::Relaxed) {
        std::thread::yield_now();
    }
    Search::new(puzzle, options)
}

#[test]
fn a_search_that_ends_while_the_level_is_edited_is_kept_once_that_is_undone() {
    let mut designer = Designer::solving(SMALL);
    designer.app.insert_resource(SearchMaker(waiting));
    designer.send(SolverCommand::Solve);
    let cells = vec![Cell::new(0, 1)];
    designer.send(Edit(EditCommand::Paint { layout: Layout::Start, cells, brush: Brush::Wall }));
    MAY_SEARCH.store(true, Ordering::Relaxed);
    designer.until_ended();
    assert_eq!(designer.draft().best, None);
    designer.send(Edit(EditCommand::Undo));
    let best = designer.draft().best.clone().expect("it is of the level again");
    assert_eq!((best.moves.len(), best.proved), (3, true));
    let revision = designer.document().revision();
    designer.settle();
    assert_eq!(designer.document().revision(), revision, "it is kept once");
}

#[test]
fn another_level_ends_the_search_and_forgets_it() {
    let mut designer = Designer::solving(LARGE);
    solve_for_long(&mut designer);
    designer.level(SMALL);
    assert!(designer.resource::<Results>().run().is_none());
    assert_eq!(designer.verdict(), "Not solved yet: press Solve");
}

#[test]
fn a_level_with_issues_cannot_be_solved_and_says_why() {
    let mut designer = Designer::solving("B..\n\n...");
    let button = designer.named("Solve");
    assert!(designer.app.world().get::<InteractionDisabled>(button).is_some());
    assert_eq!(designer.verdict(), "Draw a goal: where shall the tiles end?");
    designer.click_on(button);
    designer.press(KeyCode::F5, Key::F5);
    assert!(designer.resource::<Results>().run().is_none());
}

#[test]
fn a_limit_is_typed_and_holds() {
    let mut designer = Designer::solving(LARGE);
    designer.send(SettingsCommand::Method(Method::BreadthFirst));
    designer.unfold(Fold::HowItSearches);
    let field = designer.find(&Field::Time);
    designer.click_on(field);
    for (code, text) in [(KeyCode::Digit0, "0"), (KeyCode::Period, "."), (KeyCode::Digit1, "1")] {
        designer.type_key(code, text);
    }
    assert_eq!(designer.resource::<SolverSettings>().text(Field::Time), "0.1");
    // The field has the focus still.
    designer.press(KeyCode::F5, Key::F5);
    designer.until_ended();
    let verdict = designer.verdict();
    assert!(verdict.starts_with("at least ") && verdict.ends_with("stopped at the time limit"));
}

#[test]
fn what_is_no_number_keeps_from_solving() {
    let mut designer = Designer::solving(SMALL);
    designer.send(SettingsCommand::Field(Field::Time, "soon".into()));
    assert_eq!(designer.verdict(), "Time, s: 'soon' is not a number");
    let button = designer.named("Solve");
    assert!(designer.app.world().get::<InteractionDisabled>(button).is_some());
}

#[test]
fn results_name_their_method_when_another_is_chosen() {
    let mut designer = Designer::solving(SMALL);
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    let note = designer.named("MethodNote");
    assert!(designer.rect(note).is_none());
    designer.send(SettingsCommand::Method(Method::Greedy));
    assert!(designer.rect(note).is_some());
    assert_eq!(designer.words(note), "by engine");
}

#[test]
fn the_aim_is_chosen_by_a_click() {
    let mut designer = Designer::solving(SMALL);
    designer.unfold(Fold::HowItSearches);
    let button = designer.control_of(Aim::Any.name());
    designer.click_on(button);
    assert_eq!(designer.resource::<SolverSettings>().aim, Aim::Any);
}

#[test]
fn a_panic_in_the_search_is_a_message() {
    let mut designer = Designer::solving(SMALL);
    designer.app.insert_resource(SearchMaker(|_, _| panic!("no search today")));
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    assert_eq!(designer.verdict(), "The search failed: no search today");
    designer.app.insert_resource(SearchMaker(Search::new));
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    assert!(designer.verdict().starts_with("3 moves, proved"));
}
