//! The list of solutions and the list of moves: sorting, removing, comparing, copying,
//! going to a move, marks, beginning with the moves made so far.

use bevy::prelude::*;
use mondrian::app::document::Edit;
use mondrian::app::levels::text::LastCopied;
use mondrian::app::replay::{Replay, ReplayCommand};
use mondrian::app::solve::SolverCommand;
use mondrian::app::solve::panel::{MoveRow, ShortestRow, ShortestTitle};
use mondrian::app::solve::results::KnownSolution;
use mondrian::app::solve::results::Results;
use mondrian::app::solve::solutions::SolutionCommand;
use mondrian::app::work::search_settings::SettingsCommand;
use mondrian::puzzle::{Brush, Cell, Colour, EditCommand, Layout, Rgb, format_moves, parse_moves};
use mondrian::search::Method;

use crate::harness::Designer;
use crate::solving::SMALL;

/// Breadth-first search and greedy search find different solutions of it.
const WIDE: &str = "B....\n.....\n..#..\n....R\n\n.....\n..B..\n..#..\nR....";

/// Solves by one method after the other.
fn solved_by(text: &str, methods: &[Method]) -> Designer {
    let mut designer = Designer::solving(text);
    for &method in methods {
        designer.send(SettingsCommand::Method(method));
        designer.send(SolverCommand::Solve);
        designer.until_ended();
    }
    designer
}

fn sorted(designer: &Designer) -> Vec<&KnownSolution> {
    let results = designer.resource::<Results>();
    results.solutions().sorted(results.sort())
}

fn ids(designer: &Designer) -> Vec<usize> {
    sorted(designer).iter().map(|known| known.id).collect()
}

fn at(designer: &Designer) -> usize {
    designer.resource::<Replay>().playhead().unwrap().at()
}

fn press(designer: &mut Designer, button: &str) {
    let entity = designer.control_of(button);
    designer.click_on(entity);
}

#[test]
fn solutions_of_all_searches_are_listed_once() {
    let mut designer = solved_by(SMALL, &[Method::Engine]);
    let before = ids(&designer).len();
    designer.send(SolverCommand::Solve);
    designer.until_ended();
    assert_eq!(ids(&designer).len(), before, "the same are not listed twice");
    designer.send(Edit(EditCommand::Paint {
        layout: Layout::Start,
        cells: vec![Cell::new(0, 1)],
        brush: Brush::Colour(Colour(0)),
    }));
    assert_eq!(ids(&designer).len(), 0, "they are of another board");
    designer.send(Edit(EditCommand::Undo));
    assert_eq!(ids(&designer).len(), before, "and here it is again");
    designer.level("B..\n...\n\n...\n..B");
    let title = designer.named("SolutionsTitle");
    assert_eq!(designer.words(title), "Solutions");
}

#[test]
fn solutions_are_shown_in_the_colours_that_the_board_has_now() {
    let mut designer = solved_by(SMALL, &[Method::Engine]);
    let mut swatch = designer.draft().palette.swatch(Colour(0)).clone();
    swatch.rgb = Rgb(1, 2, 3);
    designer.send(Edit(EditCommand::SetSwatch(Colour(0), swatch)));
    let shown = |designer: &Designer| {
        let track = &designer.resource::<Replay>().playhead().unwrap().track;
        track.palette.swatch(Colour(0)).rgb
    };
    assert_eq!(shown(&designer), Rgb(1, 2, 3));
    designer.send(SolutionCommand::Show(0));
    assert_eq!(shown(&designer), Rgb(1, 2, 3));
}

#[test]
fn the_list_is_sorted_and_shortened() {
    let mut designer = solved_by(WIDE, &[Method::Greedy, Method::BreadthFirst]);
    let costs: Vec<u32> = sorted(&designer).iter().map(|known| known.solution.cost()).collect();
    assert!(costs.is_sorted() && costs.len() > 1, "{costs:?}");
    let by_time = designer.control_of("Lists the quickest");
    designer.click_on(by_time);
    let known = sorted(&designer);
    assert!(known.is_sorted_by_key(|known| known.elapsed));
    let first = ids(&designer)[0];
    let remove = designer.named(&format!("delete {first}"));
    designer.click_on(remove);
    assert!(!ids(&designer).contains(&first));
    let best = designer.draft().best.clone().expect("the level keeps its best");
    assert!(best.proved);
    let title = designer.named("SolutionsTitle");
    assert_eq!(designer.words(title), format!("Solutions found: {}", costs.len() - 1));
}

#[test]
fn a_click_on_a_move_goes_there() {
    let mut designer = solved_by(SMALL, &[Method::Engine]);
    let panel = designer.named("MovesPanel");
    assert!(designer.rect(panel).is_none(), "only while a solution is watched");
    let row = designer.named("solution 0");
    designer.click_on(row);
    assert!(designer.rect(panel).is_some());
    let second = designer.find(&MoveRow(1));
    designer.click_on(second);
    assert_eq!(at(&designer), 2);
    designer.send(ReplayCommand::Close);
    assert!(designer.rect(panel).is_none());
}

#[test]
fn moves_are_copied_in_words_and_in_notation() {
    let mut designer = solved_by(SMALL, &[Method::Engine]);
    designer.send(SolutionCommand::Show(0));
    press(&mut designer, "Copy notation");
    let copied = designer.resource::<LastCopied>().0.clone();
    let moves = designer.resource::<Replay>().playhead().unwrap().track.moves.clone();
    assert_eq!(parse_moves(&copied).unwrap(), moves);
    press(&mut designer, "Copy words");
    let copied = designer.resource::<LastCopied>().0.clone();
    assert_eq!(copied.lines().count(), 3);
    assert!(copied.starts_with("1. ") && copied.contains(" at "), "{copied}");
}

#[test]
fn moves_against_the_score_are_marked_with_a_legend() {
    // Blue leaves its goal for a while, since red has to pass.
    let mut designer = solved_by("B.R\n...\n\nB..\n..R", &[Method::BreadthFirst]);
    designer.send(SolutionCommand::Show(0));
    assert!(designer.shows("seems farther from the goal: "));
    assert!(designer.shows("a tile leaves its goal: "));
}

#[test]
fn two_solutions_stand_side_by_side_and_change_places() {
    let mut designer = solved_by(WIDE, &[Method::Greedy, Method::BreadthFirst]);
    let sorted = ids(&designer);
    let (first, second) = (sorted[0], sorted[sorted.len() - 1]);
    designer.send(SolutionCommand::Show(first));
    let compare = designer.named(&format!("compare {second}"));
    designer.click_on(compare);
    assert!(designer.shows("Both have "));
    designer.send(SolutionCommand::Swap(1));
    let solutions = designer.resource::<Results>().solutions();
    let track = &designer.resource::<Replay>().playhead().unwrap().track;
    assert_eq!(solutions.shown(track).unwrap().id, second);
    assert_eq!(solutions.compared().unwrap().id, first);
    assert_eq!(at(&designer), 1);
}

#[test]
fn the_moves_made_so_far_become_the_opening() {
    let mut designer = solved_by(SMALL, &[Method::Engine]);
    designer.send(SolutionCommand::Show(0));
    designer.send(ReplayCommand::Seek(2));
    let moves = designer.resource::<Replay>().playhead().unwrap().track.moves.clone();
    press(&mut designer, "As opening");
    assert_eq!(designer.draft().opening, moves[..2]);
    let best = designer.draft().best.clone().expect("it begins so");
    assert_eq!((best.moves, best.proved), (moves, true));
    assert!(!designer.resource::<Replay>().is_open(), "the level is seen again");
    designer.send(Edit(EditCommand::Undo));
    assert!(designer.draft().opening.is_empty());
}

#[test]
fn it_is_solved_from_where_the_replay_stands() {
    let mut designer = solved_by(SMALL, &[Method::Engine]);
    designer.send(SolutionCommand::Show(0));
    designer.send(ReplayCommand::Seek(1));
    press(&mut designer, "Makes them the opening");
    designer.until_ended();
    let run = designer.resource::<Results>().run().unwrap();
    assert_eq!(run.puzzle.opening().len(), 1);
    assert_eq!(run.found.last().unwrap().solution.cost(), 3);
}

#[test]
fn all_shortest_solutions_are_stepped_through() {
    let mut designer = solved_by("B..\n...\n...\n\n...\n...\n..B", &[Method::Engine]);
    designer.until(|world| world.resource::<Results>().shown().unwrap().shortest.len() == 2);
    let moves = |designer: &Designer| {
        format_moves(&designer.resource::<Replay>().playhead().unwrap().track.moves)
    };
    let mut watched = Vec::new();
    for button in ["next", "next", "next", "shortest"] {
        let button = designer.control_of(&format!("Plays the {button}"));
        designer.click_on(button);
        watched.push(moves(&designer));
    }
    assert_eq!(watched, ["a1D a3R", "a1R c1D", "a1D a3R", "a1R c1D"]);
    let title = designer.only::<ShortestTitle>();
    designer.click_on(title);
    assert!(designer.shows("Shortest: 2"));
    let row = designer.find(&ShortestRow(0));
    designer.click_on(row);
    assert_eq!(moves(&designer), "a1D a3R");
    // Where there is one way only there is nothing to step through.
    let mut designer = solved_by("B.\n\n.B", &[Method::Engine]);
    designer.until(|world| world.resource::<Results>().shown().unwrap().shortest.len() == 1);
    let title = designer.only::<ShortestTitle>();
    assert!(designer.rect(title).is_none());
}
