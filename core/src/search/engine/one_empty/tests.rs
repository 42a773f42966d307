//! Tests of the tables and of the graph against all positions of small boards.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::graph::{Graph, NONE};
use super::pattern_databases::database::{self, Shape};
use super::pattern_databases::ladder::Ladder;
use super::pattern_databases::{LookedUp, Plan, Tables, cache};
use super::task::Task;
use crate::puzzle::parse_text;
use crate::search::constructive::tests::for_each_permutation;
use crate::search::pool::Pool;
use crate::search::space::Space;
use crate::search::{Options, Search};

fn space(text: &str) -> Space<u128> {
    Space::new(&parse_text(text, None).unwrap().validate().unwrap())
}

fn task(text: &str) -> Task {
    Task::new(&space(text)).expect("it is for the tables")
}

/// Boards with one empty cell whose every position can be listed: start and goal.
const BOARDS: [&str; 8] = [
    "ab\ncd\ne.\n\n.a\nbc\nde",
    "abcd\nefg.\n\nabcd\nefg.",
    "#ab\ncde\nfg.\n\n#ab\ncde\nfg.",
    "abc\nd.e\nfg#\n\nabc\ndef\n.g#",
    // Equal tiles; tiles that are not asked for.
    "aab\nbcd\nef.\n\n.aa\nbcd\nebf",
    "aab\nccc\ndd.\n\n.ba\nacc\ncdd",
    "abcd\nefg.\n\nab.d\ne.g.",
    "abc\ndef\ng..\n\nabc\nd.e\n...",
];

/// Returns the moves from each position to the nearest goal, backwards from all goals
/// among the permutations of the start.
fn distances(task: &Task) -> FxHashMap<Vec<u8>, u16> {
    let mut found = FxHashMap::default();
    let mut queue = VecDeque::new();
    for_each_permutation(&mut task.tiles.clone(), 0, &mut |tiles| {
        if task.is_goal(tiles) {
            found.insert(tiles.to_vec(), 0);
            queue.push_back(tiles.to_vec());
        }
    });
    while let Some(tiles) = queue.pop_front() {
        let moves = found[&tiles];
        let empty = empty_of(&tiles);
        for site in task.graph.neighbours(empty) {
            let mut next = tiles.clone();
            next.swap(usize::from(empty), usize::from(site));
            found.entry(next.clone()).or_insert_with(|| {
                queue.push_back(next);
                moves + 1
            });
        }
    }
    found
}

fn empty_of(tiles: &[u8]) -> u8 {
    tiles.iter().position(|&tile| tile == NONE).expect("one site is empty") as u8
}

/// Returns all tables that a search of `task` may come to use.
fn all_tables(task: &Task) -> Vec<Arc<Tables>> {
    let mut ladder = Ladder::new(task, u64::MAX).expect("small units");
    let pool = Pool::new(1);
    let mut found = Vec::new();
    loop {
        ladder.begin(u64::MAX, 0);
        if !ladder.is_building() {
            return found;
        }
        while ladder.is_building() {
            found.extend(ladder.step(task, &pool, 100));
        }
    }
}

#[test]
fn estimates_are_never_too_high_and_0_at_goals_alone() {
    // The last of the boards has two empty cells: it is for the general engine.
    let tasks = BOARDS.iter().filter_map(|text| Task::new(&space(text)));
    let mut checked = 0;
    for task in tasks {
        let distances = distances(&task);
        let tables = all_tables(&task);
        assert!(tables.len() > 1, "more than one rung");
        for tables in &tables {
            let mut now = LookedUp::default();
            for (tiles, &moves) in &distances {
                let sums = tables.look_up(tiles, &mut now);
                for &sum in &sums[..tables.views()] {
                    assert!(sum <= moves, "{sum} for {moves} at {tiles:?}");
                    assert_eq!(sum == 0, moves == 0, "{tiles:?}");
                }
            }
        }
        checked += 1;
    }
    assert_eq!(checked, BOARDS.len() - 1);
}

#[test]
fn all_positions_of_the_8_puzzle_are_estimated_well() {
    let task = task("abc\nde.\nfgh\n\n.ab\ncde\nfgh");
    let distances = distances(&task);
    assert_eq!(distances.len(), 181_440);
    assert_eq!(distances.values().max(), Some(&31));
    let mut means = Vec::new();
    for tables in all_tables(&task) {
        let mut now = LookedUp::default();
        let mut total = 0;
        for (tiles, &moves) in &distances {
            let sums = tables.look_up(tiles, &mut now);
            assert!(sums.iter().all(|&sum| sum <= moves));
            total += u64::from(sums.into_iter().max().unwrap_or(0));
        }
        means.push(total as f64 / distances.len() as f64);
    }
    // Manhattan distance first: every tile is 2 from its goal on average, less where
    // it is next to it; larger databases are better.
    assert!(means.is_sorted_by(|a, b| a < b), "{means:?}");
    assert!(means[0] > 13.0 && means[0] < 15.0, "{means:?}");
}

#[test]
fn a_change_leads_to_what_is_looked_up_afterwards() {
    let task = task(BOARDS[3]);
    let distances = distances(&task);
    for tables in all_tables(&task) {
        let (mut now, mut then) = (LookedUp::default(), LookedUp::default());
        for tiles in distances.keys() {
            tables.look_up(tiles, &mut now);
            let empty = empty_of(tiles);
            for site in task.graph.neighbours(empty) {
                let mut next = tiles.clone();
                next.swap(usize::from(empty), usize::from(site));
                tables.look_up(&next, &mut then);
                for view in 0..tables.views() {
                    let tile = tiles[usize::from(site)];
                    let change = tables.change(view, &now, tile, site, empty);
                    assert_eq!(change.index, then.indexes[change.at]);
                    assert_eq!(change.value, then.values[change.at]);
                }
            }
        }
    }
}

#[test]
fn databases_are_what_a_plain_search_of_the_relaxed_game_finds() {
    for (text, goals) in [
        (BOARDS[1], vec![vec![0], vec![5]]),
        (BOARDS[2], vec![vec![1], vec![0], vec![4]]),
        (BOARDS[4], vec![vec![1, 2], vec![3]]),
    ] {
        let task = task(text);
        let shape = Shape { graph: task.graph.clone(), goals, free_goals: task.free_goals.clone() };
        let mut builder = database::build(&shape);
        while !builder.is_complete() {
            builder.step(7);
        }
        assert_eq!(builder.finish().0[..], plain_values(&shape));
    }
}

#[test]
fn what_was_solved_before_changes_nothing() {
    // No other test has this goal, so the first search builds its databases; the second finds them.
    let text = "hmfe\ndagj\nlc.i\nbokn\n\nabcd\ne.fg\nhijk\nlmno";
    let puzzle = parse_text(text, None).unwrap().validate().unwrap();
    let solve = || {
        let mut search = Search::new(&puzzle, &Options { threads: 1, ..Options::default() });
        while search.outcome().is_none() {
            search.step(1_000);
        }
        let progress = search.progress();
        let counts = (progress.expanded, progress.generated, progress.stored);
        let outcome = search.outcome().expect("it has ended");
        let solution = outcome.verdict.solution().expect("it is solvable").moves().to_vec();
        (counts, progress.peak_memory_bytes, solution)
    };
    let first = solve();
    let second_rung = 1_400_000;
    assert!(first.0.0 > second_rung, "larger databases are built: {first:?}");
    assert_eq!(solve(), first);
}

#[test]
fn a_database_that_is_kept_takes_as_many_steps_as_one_that_is_built() {
    for text in &BOARDS[..4] {
        let task = task(text);
        for largest in 1..4 {
            for shape in Plan::new(&task, largest).shapes {
                for states in [1, 7, 32, 1_000] {
                    let mut built = database::build(&shape);
                    let mut steps = 0;
                    while !built.is_complete() {
                        built.step(states);
                        steps += 1;
                    }
                    let (values, expanded) = built.finish();
                    cache::keep(&shape, &values, expanded);
                    let mut kept = cache::build(&shape);
                    for _ in 0..steps {
                        assert!(!kept.is_complete());
                        kept.step(states);
                    }
                    assert!(kept.is_complete());
                    assert!(Arc::ptr_eq(&kept.finish().0, &values));
                }
            }
        }
    }
}

/// Fills a database the slow way: the empty cell moves site by site, at no cost where
/// there is no pattern tile, and values are lowered until nothing changes.
fn plain_values(shape: &Shape) -> Vec<u8> {
    let sites = shape.graph.sites();
    let tiles = shape.tiles();
    let site = |index: usize, tile: usize| index / sites.pow(tile as u32) % sites;
    let mut moves = vec![u8::MAX - 1; shape.entries() * sites];
    for index in 0..shape.entries() {
        let placed: Vec<u8> = (0..tiles).map(|tile| site(index, tile) as u8).collect();
        let mut rest = &placed[..];
        let is_goal = shape.goals.iter().all(|unit| {
            let (tiles, others) = rest.split_at(unit.len());
            rest = others;
            unit.iter().all(|site| tiles.contains(site))
        });
        for &empty in shape.free_goals.iter().filter(|_| is_goal) {
            moves[index * sites + usize::from(empty)] = 0;
        }
    }
    loop {
        let before = moves.clone();
        for index in 0..shape.entries() {
            let placed: Vec<usize> = (0..tiles).map(|tile| site(index, tile)).collect();
            for empty in (0..sites).filter(|empty| !placed.contains(empty)) {
                let at = index * sites + empty;
                for next in shape.graph.neighbours(empty as u8).map(usize::from) {
                    // The tile on `next`, if there is one, goes to `empty`.
                    let least = match placed.iter().position(|&site| site == next) {
                        None => moves[index * sites + next],
                        Some(tile) => {
                            let weight = sites.pow(tile as u32);
                            let index = index + empty * weight - next * weight;
                            moves[index * sites + next].saturating_add(1)
                        }
                    };
                    moves[at] = moves[at].min(least);
                }
            }
        }
        if moves == before {
            return moves.chunks(sites).map(|row| *row.iter().min().expect("sites")).collect();
        }
    }
}

#[test]
fn boards_that_reach_all_even_permutations_are_recognised() {
    // All boards of 2 x 4 and 3 x 3 cells, the whole 3 x 3 aside.
    let (mut yes, mut no) = (0, 0);
    for (width, height) in [(3_usize, 3_usize), (4, 2)] {
        for walls in 0..1_u32 << (width * height) {
            let free = width * height - walls.count_ones() as usize;
            if !(2..=8).contains(&free) {
                continue;
            }
            let (rows, last) = layout(width, height, walls);
            let space = space(&format!("{rows}\n{rows}"));
            assert_eq!(space.cells.len() - 1, last);
            let graph = Graph::new(&space);
            let mut tiles: Vec<u8> = (0..free as u8).collect();
            tiles[free - 1] = NONE;
            let reached = count_reached(&graph, tiles);
            let half = (1..=free).product::<usize>() / 2;
            if graph.reaches_all_even() {
                assert_eq!(reached, half, "{rows}");
                yes += 1;
            } else {
                // Few sites may have no others: a square of four turns through all.
                assert!(reached < half || free <= 4, "{rows}: {reached} of {half}");
                no += 1;
            }
        }
    }
    // Six blocks of 2 x 3, one of 2 x 4, and 3 x 3 without one of its corners.
    assert_eq!(yes, 6 + 1 + 4);
    assert!(no > 500, "{no}");
}

/// Returns rows with the given walls, a tile of its own letter on every free cell but
/// the last, and the number of tiles.
fn layout(width: usize, height: usize, walls: u32) -> (String, usize) {
    let last = (0..width * height).rev().find(|at| walls >> at & 1 == 0);
    let mut letters = 'a'..;
    let mut count = 0;
    let mut rows = String::new();
    for at in 0..width * height {
        rows.push(match walls >> at & 1 {
            1 => '#',
            _ if Some(at) == last => '.',
            _ => {
                count += 1;
                letters.next().expect("more letters than cells")
            }
        });
        if at % width == width - 1 {
            rows.push('\n');
        }
    }
    (rows, count)
}

fn count_reached(graph: &Graph, tiles: Vec<u8>) -> usize {
    let mut seen = rustc_hash::FxHashSet::from_iter([tiles.clone()]);
    let mut queue = vec![tiles];
    while let Some(tiles) = queue.pop() {
        let empty = empty_of(&tiles);
        for site in graph.neighbours(empty) {
            let mut next = tiles.clone();
            next.swap(usize::from(empty), usize::from(site));
            if seen.insert(next.clone()) {
                queue.push(next);
            }
        }
    }
    seen.len()
}
