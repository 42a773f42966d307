//! The listing of all positions against plain breadth-first search through the rules.

use std::collections::HashMap;
use std::time::Duration;

use mondrian::puzzle::{Position, Puzzle, Random, builtin, parse_text};
use mondrian::search::explore::{Explore, FromGoalError, Left, Limits, Listed, Measured, Phase};
use mondrian::search::{Status, Stop};
use mondrian::trial::{oracle, random_draft, random_puzzle, with_changes, with_terrain};

use crate::slow;

/// A position and the number of waypoints passed.
type State = (usize, Position);

/// The graph of positions, built through the rules alone.
struct Graph {
    states: Vec<State>,
    /// Moves from the start, the opening included.
    depth: Vec<u32>,
    next: Vec<Vec<usize>>,
}

impl Graph {
    fn new(puzzle: &Puzzle) -> Self {
        let opened = puzzle.replay(puzzle.opening()).unwrap();
        let passed = opened.iter().fold(0, |passed, at| puzzle.waypoints_passed(passed, at));
        let start = (passed, opened.last().unwrap().clone());
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut graph = Self {
            states: vec![start],
            depth: vec![puzzle.opening().len() as u32],
            next: Vec::new(),
        };
        while let Some((passed, position)) = graph.states.get(graph.next.len()).cloned() {
            let from = graph.next.len();
            let mut next = Vec::new();
            for push in puzzle.moves(&position) {
                let after = puzzle.apply(&position, push).unwrap();
                let state = (puzzle.waypoints_passed(passed, &after), after);
                let fresh = graph.states.len();
                let number = *numbers.entry(state.clone()).or_insert(fresh);
                if number == fresh {
                    graph.states.push(state);
                    graph.depth.push(graph.depth[from] + 1);
                }
                next.push(number);
            }
            graph.next.push(next);
        }
        graph
    }

    /// Returns the distance to the goal and the number of ways of each state: sweeps
    /// forward over all moves until nothing changes.
    fn to_goal(&self, puzzle: &Puzzle) -> (Vec<Option<u32>>, Vec<u128>) {
        let is_goal = |(passed, position): &State| {
            *passed == puzzle.waypoints().len() && puzzle.goal().is_reached(position)
        };
        let mut left: Vec<Option<u32>> =
            self.states.iter().map(|state| is_goal(state).then_some(0)).collect();
        let mut ways: Vec<u128> = left.iter().map(|left| u128::from(left.is_some())).collect();
        for moves in 1.. {
            let nearer = |&&to: &&usize| left[to] == Some(moves - 1);
            let of = |from: usize| self.next[from].iter().filter(nearer).map(|&to| ways[to]).sum();
            let found: Vec<(usize, u128)> = (0..self.states.len())
                .filter(|&from| left[from].is_none())
                .map(|from| (from, of(from)))
                .filter(|&(_, ways)| ways > 0)
                .collect();
            if found.is_empty() {
                break;
            }
            for (from, count) in found {
                (left[from], ways[from]) = (Some(moves), count);
            }
        }
        (left, ways)
    }
}

fn run(explore: &mut Explore) {
    while explore.step_for(Duration::ZERO) == Status::Running {}
}

fn explored(puzzle: &Puzzle, threads: usize) -> Explore {
    let mut explore = Explore::from_start(puzzle, Limits::default(), threads);
    run(&mut explore);
    assert_eq!(explore.stop(), Some(Stop::Finished));
    explore
}

fn count(values: impl Iterator<Item = u32>) -> Vec<u64> {
    let mut counts = Vec::new();
    for value in values {
        counts.resize(counts.len().max(value as usize + 1), 0);
        counts[value as usize] += 1;
    }
    counts
}

fn check_listed(puzzle: &Puzzle, listed: &Listed, graph: &Graph) {
    assert_eq!(listed.positions, graph.states.len() as u64);
    assert_eq!(listed.by_moves, count(graph.depth.iter().copied()));
    let farthest = &listed.farthest;
    assert_eq!(Some(&farthest.moves), graph.depth.iter().max());
    assert_eq!(Some(&farthest.count), listed.by_moves.last());
    assert_eq!(farthest.path.len() as u32, farthest.moves);
    assert!(farthest.path.starts_with(puzzle.opening()));
    assert_eq!(puzzle.replay(&farthest.path).unwrap().last(), Some(&farthest.position));
}

fn check_measured(puzzle: &Puzzle, measured: &Measured, graph: &Graph) -> Vec<Option<u32>> {
    let (left, ways) = graph.to_goal(puzzle);
    assert_eq!(measured.by_distance, count(left.iter().copied().flatten()));
    assert_eq!(measured.dead, left.iter().filter(|left| left.is_none()).count() as u64);
    let opening = puzzle.opening().len() as u32;
    assert_eq!(measured.optimum, left[0].map(|moves| moves + opening));
    assert_eq!(measured.shortest_solutions, ways[0]);
    assert_eq!(measured.optimum, oracle(puzzle));
    let Some(farthest) = &measured.farthest else {
        assert!(left.iter().all(Option::is_none));
        return left;
    };
    assert_eq!(Some(farthest.moves), left.iter().copied().flatten().max());
    assert_eq!(Some(&farthest.count), measured.by_distance.last());
    assert_eq!(farthest.path.len() as u32, farthest.moves);
    let from = puzzle.with_start(farthest.position.clone());
    let passed = from.replay(&farthest.path).unwrap().into_iter();
    let passed: Vec<Position> = passed.collect();
    assert!(puzzle.goal().is_reached(passed.last().unwrap()));
    left
}

/// Checks that the shortest solutions listed are so many, are different, and solve.
fn check_solutions(puzzle: &Puzzle, explore: &Explore) {
    let measured = explore.measured().unwrap();
    let all = explore.shortest_solutions(50);
    assert_eq!(all.len() as u128, measured.shortest_solutions.min(50));
    for moves in &all {
        assert_eq!(Some(puzzle.verify(moves.clone()).unwrap().cost()), measured.optimum);
    }
    assert_eq!(all.iter().collect::<std::collections::HashSet<_>>().len(), all.len());
    assert_eq!(explore.shortest_solutions(3), all[..all.len().min(3)]);
}

/// Compares the listing of all positions with plain breadth-first search.
fn check(puzzle: &Puzzle) -> Explore {
    let graph = Graph::new(puzzle);
    let explore = explored(puzzle, 1);
    check_listed(puzzle, explore.listed().unwrap(), &graph);
    let left = check_measured(puzzle, explore.measured().unwrap(), &graph);
    for ((passed, position), left) in graph.states.iter().zip(left) {
        let expected = left.map_or(Left::Never, Left::Moves);
        assert_eq!(explore.left(position, *passed), expected);
        let path = explore.path_to_goal(position, *passed);
        assert_eq!(path.map(|path| path.len() as u32), left);
    }
    check_solutions(puzzle, &explore);
    let many = explored(puzzle, 2);
    assert_eq!((many.listed(), many.measured()), (explore.listed(), explore.measured()));
    explore
}

#[test]
fn the_listing_agrees_with_breadth_first_search_through_the_rules() {
    let mut random = Random::new(31);
    let (mut dead, mut ways, mut waypoints) = (0, 0, 0);
    for _ in 0..if slow() { 3000 } else { 1000 } {
        let puzzle = random_puzzle(&mut random, 4);
        let explore = check(&puzzle);
        let measured = explore.measured().unwrap();
        dead += u32::from(measured.dead > 0 && measured.optimum.is_some());
        ways += u32::from(measured.shortest_solutions > 1);
        waypoints += u32::from(!puzzle.waypoints().is_empty());
    }
    assert!(dead > 10 && ways > 10 && waypoints > 10, "{dead} {ways} {waypoints}");
}

#[test]
fn so_does_that_of_chameleons_and_numbered_tiles() {
    let mut random = Random::new(32);
    let (mut dead, mut waypoints) = (0, 0);
    for _ in 0..if slow() { 2000 } else { 300 } {
        let plain = random_draft(&mut random, 3);
        let draft = if random.bool() { with_terrain(&plain, &mut random) } else { plain };
        let puzzle = with_changes(&draft, &mut random).validate().unwrap();
        let explore = check(&puzzle);
        let measured = explore.measured().unwrap();
        dead += u32::from(measured.dead > 0 && measured.optimum.is_some());
        waypoints += u32::from(!puzzle.waypoints().is_empty());
    }
    assert!(dead > 10 && waypoints > 5, "{dead} {waypoints}");
}

/// Returns all ways to put the tiles of `puzzle` on its board.
fn arrangements(puzzle: &Puzzle) -> Vec<Position> {
    let cells: Vec<_> = puzzle.board().free_cells().collect();
    let mut all = vec![Vec::new()];
    for (_, colour) in puzzle.start().tiles() {
        let placed = |tiles: Vec<_>| {
            let free = cells.iter().filter(|&&cell| tiles.iter().all(|&(at, _)| at != cell));
            let with = |&cell| tiles.iter().copied().chain([(cell, colour)]).collect::<Vec<_>>();
            free.map(with).collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(placed).collect();
    }
    let positions = all.into_iter().map(|tiles| Position::from_tiles(puzzle.size(), tiles));
    positions.collect::<std::collections::HashSet<_>>().into_iter().collect()
}

#[test]
fn the_listing_from_the_goal_agrees_with_a_search_from_every_position() {
    let mut random = Random::new(32);
    let mut checked = 0;
    while checked < if slow() { 300 } else { 40 } {
        let puzzle = random_puzzle(&mut random, 3);
        let listing = Explore::from_goal(&puzzle, Limits::default(), 2);
        if !puzzle.waypoints().is_empty() {
            assert_eq!(listing.err(), Some(FromGoalError::Waypoints));
            continue;
        }
        let mut listing = listing.unwrap();
        run(&mut listing);
        let mut all = Vec::new();
        for position in arrangements(&puzzle) {
            let expected = oracle(&puzzle.with_start(position.clone()));
            assert_eq!(listing.left(&position, 0), expected.map_or(Left::Never, Left::Moves));
            all.extend(expected);
        }
        let listed = listing.listed().unwrap();
        assert_eq!(listed.by_moves, count(all.iter().copied()));
        let farthest = &listed.farthest;
        let from = puzzle.with_start(farthest.position.clone());
        assert_eq!(from.verify(farthest.path.clone()).unwrap().cost(), farthest.moves);
        assert_eq!(Some(&farthest.moves), all.iter().max());
        checked += 1;
    }
}

#[test]
fn the_hardest_eight_puzzles_are_the_two_that_are_known() {
    let goal = "\n\n123\n456\n78.";
    // One palette for both: colours are numbered by it.
    let palette = parse_text("12345678.\n\n1........", None).unwrap().palette;
    let hardest = ["867\n254\n3.1", "647\n85.\n321"].map(|start| {
        let draft = parse_text(&format!("{start}{goal}"), Some(&palette)).unwrap();
        draft.validate().unwrap()
    });
    let explore = explored(&hardest[0], 2);
    assert_eq!(explore.listed().unwrap().positions, 181_440);
    let measured = explore.measured().unwrap();
    assert_eq!((measured.optimum, measured.dead), (Some(31), 0));
    assert_eq!(measured.by_distance.last(), Some(&2));
    for puzzle in &hardest {
        assert_eq!(explore.left(puzzle.start(), 0), Left::Moves(31));
    }
    let farthest = measured.farthest.as_ref().unwrap();
    let found = [&farthest.position].into_iter().chain(&farthest.others);
    let found: std::collections::HashSet<_> = found.collect();
    assert_eq!(found, hardest.iter().map(Puzzle::start).collect());
}

#[test]
fn the_positions_of_four_across_are_counted() {
    let puzzle = builtin::find("four-across").unwrap().draft().validate().unwrap();
    let explore = explored(&puzzle, 2);
    let listed = explore.listed().unwrap();
    assert_eq!((listed.positions, listed.farthest.moves), (5_241_888, 33));
    assert_eq!(explore.measured().unwrap().optimum, Some(15));
}

#[test]
fn limits_stop_the_listing_with_what_is_known() {
    let puzzle = builtin::find("four-across").unwrap().draft().validate().unwrap();
    let stopped = |limits: Limits| {
        let mut explore = Explore::from_start(&puzzle, limits, 1);
        run(&mut explore);
        assert_eq!(explore.progress().phase, Phase::Listing);
        assert!(explore.listed().is_none() && explore.measured().is_none());
        assert_eq!(explore.by_moves()[..2], [1, 4]);
        explore.stop().unwrap()
    };
    let positions = Limits { positions: Some(20_000), ..Limits::default() };
    assert_eq!(stopped(positions), Stop::States);
    let memory = Limits { memory_bytes: Some(1 << 20), ..Limits::default() };
    assert_eq!(stopped(memory), Stop::Memory);

    let mut explore = Explore::from_start(&puzzle, Limits::default(), 1);
    assert_eq!(explore.step_for(Duration::ZERO), Status::Running);
    explore.cancel();
    assert_eq!((explore.status(), explore.stop()), (Status::Finished, Some(Stop::Cancelled)));
}

#[test]
fn a_position_is_picked_by_its_distance_and_a_seed() {
    let text = "123\n45.\n...\n\n123\n...\n.45";
    let puzzle = parse_text(text, None).unwrap().validate().unwrap();
    let forward = explored(&puzzle, 1);
    let mut backward = Explore::from_goal(&puzzle, Limits::default(), 2).unwrap();
    assert_eq!(backward.pick(1..=9, 1), None, "only the goals are known yet");
    run(&mut backward);
    for explore in [&forward, &backward] {
        let picks = (0..20).map(|seed| explore.pick(7..=9, seed).unwrap()).collect::<Vec<_>>();
        for pick in &picks {
            assert!(matches!(explore.left(pick, 0), Left::Moves(7..=9)));
        }
        assert!(picks.iter().collect::<std::collections::HashSet<_>>().len() > 15);
        assert_eq!(explore.pick(7..=9, 3).as_ref(), Some(&picks[3]));
        assert!(puzzle.goal().is_reached(&explore.pick(0..=0, 5).unwrap()));
        assert_eq!(explore.pick(60_000..=u32::MAX, 3), None);
    }
}
