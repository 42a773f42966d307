//! A search that is watched does what it does when nobody watches.

use std::collections::HashMap;

use mondrian::puzzle::{Position, Random};
use mondrian::search::{Fate, Method, Options, Search, Status, Tracer};

use mondrian::trial::{all_methods, oracle, random_puzzle};

#[test]
fn a_watched_search_takes_the_same_steps() {
    let mut random = Random::new(41);
    let (mut better, mut pruned) = (0, 0);
    for _ in 0..60 {
        let puzzle = random_puzzle(&mut random, 4);
        let told = |options: &&Options| options.method.breaks_ties() && options.look_ahead == 0;
        for options in all_methods().iter().filter(told) {
            let mut search = Search::new(&puzzle, options);
            while search.step(u64::MAX) == Status::Running {}
            let progress = search.progress();
            let mut tracer = Tracer::new(&puzzle, options).unwrap();
            let (mut steps, mut made, mut stored) = (0, 0, progress.stored.min(1));
            let mut told: Vec<Vec<Position>> = Vec::new();
            while let Some(step) = tracer.step() {
                steps += 1;
                assert_eq!(step.number, steps);
                let parent = step.parent.map(|number| &told[number as usize - 1]);
                assert_eq!(parent.is_none(), steps == 1, "the start alone is made by none");
                assert!(parent.is_none_or(|made| made.contains(&step.position)));
                told.push(step.made.iter().map(|made| made.position.clone()).collect());
                made += step.made.len() as u64;
                stored = step.stored;
                better += step.made.iter().filter(|made| made.fate == Fate::Better).count();
                pruned += step.made.iter().filter(|made| made.fate == Fate::Pruned).count();
            }
            assert_eq!((steps, made), (progress.expanded, progress.generated), "{options:?}");
            assert_eq!(stored, progress.stored);
            assert_eq!(tracer.solution().map(|solution| solution.cost()), oracle(&puzzle));
        }
    }
    assert!(better > 20 && pruned > 20, "{better} {pruned}");
}

#[test]
fn what_is_told_of_a_step_is_so() {
    let mut random = Random::new(42);
    for _ in 0..60 {
        let puzzle = random_puzzle(&mut random, 4);
        if !puzzle.waypoints().is_empty() {
            continue; // A position may then be two states.
        }
        let options = Options { method: Method::Astar, ..Options::sequential() };
        let mut tracer = Tracer::new(&puzzle, &options).unwrap();
        let mut fewest: HashMap<Position, u32> = HashMap::new();
        let mut bound = 0.0;
        while let Some(step) = tracer.step() {
            assert_eq!(step.rank, f64::from(step.moves) + step.estimate);
            assert!(step.rank >= bound, "A* takes them in rising order");
            bound = step.rank;
            let moves = fewest.entry(step.position.clone()).or_insert(step.moves);
            assert_eq!(*moves, step.moves);
            for made in &step.made {
                assert_eq!(puzzle.apply(&step.position, made.push).as_ref(), Some(&made.position));
                assert_eq!(made.moves, step.moves + 1);
                let known = fewest.get(&made.position).copied();
                match made.fate {
                    Fate::New => assert_eq!(known, None),
                    Fate::Duplicate => assert!(known.unwrap() <= made.moves),
                    Fate::Better => assert!(known.unwrap() > made.moves),
                    Fate::PutOff => panic!("A* puts nothing off"),
                    Fate::Goal => assert!(puzzle.goal().is_reached(&made.position)),
                    Fate::Pruned => continue,
                }
                let fewer = known.map_or(made.moves, |known| known.min(made.moves));
                fewest.insert(made.position.clone(), fewer);
            }
        }
    }
}

#[test]
fn a_method_without_an_open_list_cannot_be_watched() {
    let puzzle = random_puzzle(&mut Random::new(1), 3);
    for method in [Method::Engine, Method::Idastar, Method::BreadthFirst] {
        let options = Options { method, ..Options::sequential() };
        let error = Tracer::new(&puzzle, &options).err().unwrap();
        assert!(error.to_string().starts_with(method.name()), "{error}");
    }
}
