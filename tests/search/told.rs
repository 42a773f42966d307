//! Searches that are told of a solution: they find nothing worse, prove the same, and what
//! a level file holds is never taken for proved.

use std::time::Duration;

use mondrian::puzzle::{Best, Move, Puzzle, Random, Solution, builtin};
use mondrian::search::{Aim, Limits, Method, Options, Outcome, Search, Status, Stop, Verdict};
use mondrian::trial::{all_methods, is_feasible, oracle, random_puzzle};

use crate::agreement::prove;
use crate::slow;

/// Returns some solution, by the method that finds the worst.
fn some_solution(puzzle: &Puzzle) -> Option<Vec<Move>> {
    let options = Options { aim: Aim::Any, method: Method::Greedy, ..Options::sequential() };
    let mut search = Search::new(puzzle, &options);
    while search.step(u64::MAX) == Status::Running {}
    search.found().last().map(|found| found.solution.moves().to_vec())
}

fn told(puzzle: &Puzzle, options: &Options, moves: &[Move]) -> Search {
    let mut search = Search::new(puzzle, options);
    search.tell(moves.to_vec()).expect("a solution");
    search
}

fn ended(mut search: Search) -> Search {
    while search.step(u64::MAX) == Status::Running {}
    search
}

#[test]
fn every_method_proves_the_same_with_a_solution_and_without() {
    let mut random = Random::new(51);
    let mut solved = 0;
    for _ in 0..if slow() { 5_000 } else { 300 } {
        let puzzle = random_puzzle(&mut random, 4);
        let (Some(moves), Some(best)) = (some_solution(&puzzle), oracle(&puzzle)) else { continue };
        solved += 1;
        for options in all_methods() {
            if !is_feasible(&options, Some(best)) {
                continue;
            }
            let search = ended(told(&puzzle, &options, &moves));
            let Verdict::Optimal { solution } = &search.outcome().unwrap().verdict else {
                panic!("{options:?}: {:?}", search.outcome())
            };
            assert_eq!(solution.cost(), best, "{options:?}");
            assert!(search.found()[0].is_told);
            // The best one told is proved, and nothing else is found.
            let again = ended(told(&puzzle, &options, solution.moves()));
            assert_eq!(again.found().len(), 1, "{options:?}");
            let verdict = &again.outcome().unwrap().verdict;
            assert_eq!(verdict, &Verdict::Optimal { solution: solution.clone() }, "{options:?}");
        }
    }
    assert!(solved > 50, "{solved}");
}

#[test]
fn a_search_that_is_told_does_not_depend_on_how_it_is_cut() {
    let mut random = Random::new(52);
    for _ in 0..60 {
        let puzzle = random_puzzle(&mut random, 5);
        let Some(moves) = some_solution(&puzzle) else { continue };
        for options in all_methods() {
            if !is_feasible(&options, oracle(&puzzle)) {
                continue;
            }
            let whole = ended(told(&puzzle, &options, &moves));
            let mut cut = told(&puzzle, &options, &moves);
            while cut.step(random.u64(1..50)) == Status::Running {}
            // Which of equally good solutions is found may differ.
            let known = |search: &Search| {
                let Outcome { verdict, stop } = search.outcome().expect("it has ended").clone();
                (verdict.name(), verdict.solution().map(Solution::cost), stop)
            };
            assert_eq!(known(&cut), known(&whole), "{options:?}");
        }
    }
}

fn four_across() -> (Puzzle, Vec<Move>) {
    let draft = builtin::find("four-across").unwrap().draft();
    let puzzle = draft.validate().unwrap();
    (puzzle, draft.best.expect("a solution").moves)
}

#[test]
fn limits_leave_the_solution_told() {
    let (puzzle, moves) = four_across();
    let with = |limits, aim| {
        ended(told(&puzzle, &Options { limits, aim, ..Options::sequential() }, &moves))
    };
    let no_time = Limits { time: Some(Duration::ZERO), ..Limits::NONE };
    let search = with(no_time, Aim::Prove);
    let outcome = search.outcome().unwrap();
    assert_eq!((outcome.stop, search.progress().expanded), (Stop::Time, 0));
    assert!(
        matches!(&outcome.verdict, Verdict::Feasible { solution, .. } if solution.cost() == 15)
    );
    // Longer than is looked for: as if it had not been told.
    let search = with(Limits { max_moves: Some(14), ..Limits::NONE }, Aim::Prove);
    assert!(matches!(search.outcome().unwrap().verdict, Verdict::Unknown { lower_bound: 15 }));
    let search = with(Limits { max_moves: Some(15), ..Limits::NONE }, Aim::Prove);
    assert!(matches!(search.outcome().unwrap().verdict, Verdict::Optimal { .. }));
}

#[test]
fn with_any_solution_the_one_told_will_do() {
    let (puzzle, moves) = four_across();
    let options = Options { aim: Aim::Any, ..Options::sequential() };
    let search = told(&puzzle, &options, &moves);
    let outcome = search.outcome().expect("it has ended");
    assert_eq!(outcome.stop, Stop::Finished);
    assert!(matches!(outcome.verdict, Verdict::Feasible { .. }), "nothing is proved");
}

#[test]
fn what_is_no_solution_is_refused() {
    let (puzzle, moves) = four_across();
    let mut search = Search::new(&puzzle, &Options::sequential());
    assert!(search.tell(moves[1..].to_vec()).is_err());
    assert!(search.found().is_empty());
    assert_eq!(search.progress().incumbent, None);
}

/// [`mondrian::puzzle::builtin::Builtin::draft`] takes what they say for proved.
#[test]
fn the_built_in_levels_are_proved_by_a_search_that_knows_nothing() {
    for level in builtin::levels() {
        let draft = level.draft();
        let Some(Best { moves, proved: true, .. }) = &draft.best else { continue };
        let puzzle = draft.validate().unwrap();
        assert_eq!(
            prove(&puzzle, &Options::sequential()),
            Some(moves.len() as u32),
            "{}",
            level.name
        );
    }
}

#[test]
fn a_solution_of_as_many_moves_as_are_proved_elsewhere_is_the_end() {
    let (puzzle, moves) = four_across();
    for options in [Options::sequential(), Options { method: Method::Astar, ..Options::default() }]
    {
        let mut search = told(&puzzle, &options, &moves);
        let most = moves.len() as u32;
        search.raise_bound(most - 1);
        assert_eq!(search.progress().lower_bound, most - 1);
        search.raise_bound(most);
        let search = ended(search);
        assert_eq!(search.progress().expanded, 0);
        assert!(matches!(search.outcome().unwrap().verdict, Verdict::Optimal { .. }));
    }
}
