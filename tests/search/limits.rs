//! Limits hold, and what is known at a limit is said and nothing more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mondrian::search::explore::{self, Explore};
use mondrian::search::{Aim, Limits, Method, Options, Outcome, Search, Status, Stop, Verdict};

use crate::known::board_b;
use mondrian::trial::all_methods;

fn run(options: &Options) -> Search {
    let mut search = Search::new(&board_b(), options);
    while search.step(u64::MAX) == Status::Running {}
    search
}

#[test]
fn the_limit_of_states_is_kept_exactly() {
    for options in all_methods().into_iter().filter(|o| o.method != Method::Engine) {
        let limits = Limits { states: Some(1_234), ..Limits::NONE };
        let search = run(&Options { limits, ..options });
        // A look ahead is finished before the limit is looked at.
        let most = if options.look_ahead == 0 { 1_234 } else { 1_234 + 10_000 };
        assert!((1_234..=most).contains(&search.progress().expanded), "{options:?}");
        assert_eq!(search.outcome().unwrap().stop, Stop::States);
    }
}

#[test]
fn the_memory_limit_is_kept() {
    for method in [Method::Engine, Method::Astar, Method::Mondrian, Method::BreadthFirst] {
        // The engine proves this board in little more than that.
        let limit = if method == Method::Engine { 100_000 } else { 1 << 20 };
        let limits = Limits { memory_bytes: Some(limit), ..Limits::NONE };
        let search = run(&Options { method, limits, ..Options::sequential() });
        let outcome = search.outcome().unwrap();
        assert_eq!(outcome.stop, Stop::Memory, "{method:?}");
        assert!(search.progress().peak_memory_bytes <= limit);
        assert!(outcome.verdict.lower_bound().is_some_and(|bound| bound <= 15));
    }
}

#[test]
fn no_time_means_no_work() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::NONE };
    let search = run(&Options { limits, ..Options::sequential() });
    assert_eq!(search.outcome().unwrap().stop, Stop::Time);
    assert_eq!(search.progress().expanded, 0);
}

#[test]
fn cancelling_keeps_what_is_known() {
    let options = Options { method: Method::Mondrian, ..Options::sequential() };
    let mut search = Search::new(&board_b(), &options);
    while search.found().is_empty() {
        search.step(1);
    }
    search.cancel();
    let outcome = search.outcome().unwrap();
    assert_eq!(outcome.stop, Stop::Cancelled);
    let Verdict::Feasible { solution, lower_bound } = &outcome.verdict else { panic!() };
    assert!(*lower_bound <= 15 && solution.cost() >= 15);
}

#[test]
fn any_solution_ends_the_aim_any() {
    for method in [Method::Engine, Method::Mondrian, Method::Greedy] {
        let search = run(&Options { aim: Aim::Any, method, ..Options::sequential() });
        assert_eq!(search.found().len(), 1);
        assert_eq!(search.outcome().unwrap().stop, Stop::Finished);
    }
}

#[test]
fn no_solution_up_to_a_length_is_not_called_unsolvable() {
    for method in [Method::Engine, Method::Astar, Method::Mondrian, Method::BreadthFirst] {
        let limits = Limits { max_moves: Some(6), ..Limits::NONE };
        let search = run(&Options { method, limits, ..Options::sequential() });
        let outcome = search.outcome().unwrap();
        // More than the length may be known from the start.
        let Verdict::Unknown { lower_bound: 7..=15 } = outcome.verdict else {
            panic!("{method:?}: {:?}", outcome.verdict)
        };
        assert_eq!(outcome.stop, Stop::Finished);
    }
}

/// Runs `work` while another thread makes `asked` true at some moment.
fn interrupted<T>(random: &mut fastrand::Rng, asked: &AtomicBool, work: impl FnOnce() -> T) -> T {
    let turns = random.u32(..4_000_000);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            (0..turns).for_each(|nth| assert!(std::hint::black_box(nth) < turns));
            asked.store(true, Ordering::Relaxed);
        });
        work()
    })
}

#[test]
fn what_is_cut_in_the_middle_proves_nothing() {
    let mut random = fastrand::Rng::with_seed(7);
    let any = Options { look_ahead: 0, threads: 1, ..Options::sequential() };
    for options in [
        any,
        Options { threads: 2, ..any },
        Options { method: Method::Astar, ..any },
        Options { method: Method::Mondrian, look_ahead: 2, ..any },
        Options { method: Method::BreadthFirst, ..any },
        Options { method: Method::Idastar, ..any },
    ] {
        let mut cut = 0;
        for _ in 0..30 {
            let asked: Arc<AtomicBool> = Arc::default();
            let search = interrupted(&mut random, &asked, || {
                let mut search = Search::new(&board_b(), &options);
                search.cancel_when(Arc::clone(&asked));
                // In one step: only the deadline is looked at within it.
                while search.step(u64::MAX) == Status::Running {}
                search
            });
            let Outcome { verdict, stop } = search.outcome().unwrap();
            cut += u32::from(*stop == Stop::Cancelled);
            assert!(matches!(stop, Stop::Cancelled | Stop::Finished), "{options:?}: {stop:?}");
            assert!(verdict.lower_bound().is_some_and(|bound| bound <= 15), "{options:?}");
            let moves = verdict.solution().map(|solution| solution.cost());
            assert!(moves.is_none_or(|moves| moves >= 15), "{options:?}");
            assert!(!matches!(verdict, Verdict::Optimal { .. }) || moves == Some(15));
        }
        assert!(cut > 0, "{options:?}");
    }
}

#[test]
fn a_listing_that_is_cut_tells_whole_layers_only() {
    let puzzle = mondrian::puzzle::builtin::find("eight").unwrap().draft().validate().unwrap();
    let listed = |asked: &Arc<AtomicBool>| {
        let mut explore = Explore::from_start(&puzzle, explore::Limits::default(), 2);
        explore.cancel_when(Arc::clone(asked));
        while explore.step_for(Duration::MAX) == Status::Running {}
        explore
    };
    let whole = listed(&Arc::default());
    let counted = whole.measured().unwrap();
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..30 {
        let asked: Arc<AtomicBool> = Arc::default();
        let explore = interrupted(&mut random, &asked, || listed(&asked));
        assert!(whole.by_moves().starts_with(explore.by_moves()));
        assert!(explore.listed().is_none_or(|listed| listed == whole.listed().unwrap()));
        assert!(explore.measured().is_none_or(|measured| measured == counted));
        assert!(explore.measured().is_some() == (explore.stop() == Some(Stop::Finished)));
    }
}
