//! Tests of the tables and of the graph against all positions of small boards.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::instance::Instance;
use super::move_pruning::{MovePruning, PRUNED};
use super::pattern_databases::blocks::Blocks;
use super::pattern_databases::database::{Build, Builder, Shape};
use super::pattern_databases::ladder::Ladder;
use super::pattern_databases::placements::{Order, Sets, number_of_set};
use super::pattern_databases::site_set::SiteSet;
use super::pattern_databases::{LookedUp, Plan, Tables, cache};
use super::symmetry::NONE;
use crate::puzzle::{Puzzle, parse_text};
use crate::search::base::pool::Pool;
use crate::search::base::space::Space;
use crate::search::one_gap::tests::{for_each_permutation, net};
use crate::search::{Options, Search};

fn instance(text: &str) -> Instance {
    instance_of(&parse_text(text, None).unwrap().validate().unwrap()).expect("it is for the tables")
}

fn instance_of(puzzle: &Puzzle) -> Option<Instance> {
    Instance::new(&net(puzzle), &Space::<[u64; 12]>::new(puzzle))
}

/// Boards with one empty cell whose every position can be listed: start and goal.
const BOARDS: [&str; 7] = [
    "ab\ncd\ne.\n\n.a\nbc\nde",
    "abcd\nefg.\n\nabcd\nefg.",
    "#ab\ncde\nfg.\n\n#ab\ncde\nfg.",
    "abc\nd.e\nfg#\n\nabc\ndef\n.g#",
    // Equal tiles; tiles that are not asked for.
    "aab\nbcd\nef.\n\n.aa\nbcd\nebf",
    "aab\nccc\ndd.\n\n.ba\nacc\ncdd",
    "abcd\nefg.\n\nab.d\ne.g.",
];

/// Returns the moves from each position to the nearest goal, backwards from all goals
/// among the permutations of the start.
fn distances(instance: &Instance) -> FxHashMap<Vec<u8>, u16> {
    let mut found = FxHashMap::default();
    let mut queue = VecDeque::new();
    for_each_permutation(&mut instance.tiles.clone(), 0, &mut |tiles| {
        if instance.is_goal(tiles) {
            found.insert(tiles.to_vec(), 0);
            queue.push_back(tiles.to_vec());
        }
    });
    while let Some(tiles) = queue.pop_front() {
        let moves = found[&tiles];
        let empty = empty_of(&tiles);
        for site in instance.graph.neighbours(empty) {
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

/// Returns the first tables that a search of `instance` comes to use, at most so many.
fn tables<S: SiteSet>(instance: &Instance, most: usize) -> Vec<Arc<Tables<S>>> {
    let mut ladder = Ladder::new(instance, u64::MAX).expect("small units");
    let pool = Pool::new(1);
    let mut found = Vec::new();
    loop {
        ladder.begin(u64::MAX, 0);
        if !ladder.is_building() || found.len() == most {
            return found;
        }
        while ladder.is_building() {
            found.extend(ladder.step(instance, &pool, 100));
        }
    }
}

#[test]
fn estimates_are_never_too_high_and_0_at_goals_alone() {
    for instance in BOARDS.map(instance) {
        let distances = distances(&instance);
        let tables = tables::<u16>(&instance, usize::MAX);
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
    }
}

#[test]
fn all_positions_of_the_8_puzzle_are_estimated_well() {
    let instance = instance("abc\nde.\nfgh\n\n.ab\ncde\nfgh");
    let distances = distances(&instance);
    assert_eq!(distances.len(), 181_440);
    assert_eq!(distances.values().max(), Some(&31));
    let mut means = Vec::new();
    for tables in tables::<u16>(&instance, usize::MAX) {
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
fn a_move_leads_to_what_is_looked_up_afterwards() {
    fn walk<S: SiteSet + std::fmt::Debug>(text: &str, steps: usize) {
        let instance = instance(text);
        let tables = tables::<S>(&instance, 2);
        assert_eq!(tables.len(), 2, "{text}");
        for tables in tables {
            let mut random = fastrand::Rng::with_seed(31);
            let (mut now, mut then) = (LookedUp::default(), LookedUp::default());
            let mut tiles = instance.tiles.clone();
            for _ in 0..steps {
                let sums = tables.look_up(&tiles, &mut now);
                let empty = empty_of(&tiles);
                let before = tiles.clone();
                for (nth, site) in instance.graph.neighbours(empty).enumerate() {
                    let tile = before[usize::from(site)];
                    let mut next = before.clone();
                    next.swap(usize::from(empty), usize::from(site));
                    let sums_then = tables.look_up(&next, &mut then);
                    for view in 0..tables.views() {
                        let placed = tables.moved(view, &now, tile, empty, nth);
                        let sum = sums[view].wrapping_add_signed(now.rise(placed));
                        assert_eq!(sum, sums_then[view]);
                        let mut moved = then.clone();
                        assert_eq!(moved.replace(placed), placed, "as it is there");
                    }
                    if nth == 0 || random.bool() {
                        tiles = next;
                    }
                }
            }
        }
    }
    walk::<u16>(BOARDS[3], 500);
    walk::<u16>(BOARDS[5], 500);
    walk::<u16>("olm.\nkcgn\nbhad\nfjei\n\n.abc\ndefg\nhijk\nlmno", 500);
    walk::<u64>(&large(5, 5), 300);
    walk::<u64>(&large(8, 4), 300);
    walk::<u128>(&large(11, 6), 100);
}

/// Returns a solved puzzle of this size: its goal is its start.
fn large(width: usize, height: usize) -> String {
    let letters = ('a'..='z').chain('A'..='Z').chain('α'..='ω');
    // The others are walls.
    let letters: Vec<char> = letters.filter(|letter| !"WwXx".contains(*letter)).collect();
    let rows = (0..height).map(|row| {
        let cells = (1..=width).map(|column| (row * width + column) % (width * height));
        cells.map(|cell| if cell > 0 { letters[cell - 1] } else { '.' }).collect()
    });
    let rows = rows.collect::<Vec<String>>().join("\n");
    format!("{rows}\n\n{rows}")
}

#[test]
fn sets_are_numbered_without_gaps() {
    for (sites, tiles) in [(5, 0), (9, 8), (16, 7), (13, 4), (25, 4), (70, 2)] {
        let sets = Sets::new(sites);
        let mut number = 0;
        let mut chosen: Vec<u8> = (0..tiles as u8).collect();
        loop {
            let set = chosen.iter().fold(0_u128, |set, &site| set | 1 << site);
            assert_eq!(sets.number(set), number);
            number += 1;
            let end = |nth: usize| chosen.get(nth + 1).copied().unwrap_or(sites as u8);
            let Some(nth) = (0..tiles).find(|&nth| chosen[nth] + 1 < end(nth)) else { break };
            chosen[nth] += 1;
            (0..nth).for_each(|nth| chosen[nth] = nth as u8);
        }
        let all = (0..tiles as u32).fold(1, |all, nth| all * (sites as u32 - nth) / (nth + 1));
        assert_eq!(number, all, "{tiles} of {sites}");
    }
}

#[test]
fn databases_are_what_a_plain_search_of_the_relaxed_game_finds() {
    for (text, goals) in [
        (BOARDS[1], vec![vec![0], vec![5]]),
        (BOARDS[2], vec![vec![1], vec![0], vec![4]]),
        (BOARDS[4], vec![vec![1, 2], vec![3]]),
    ] {
        let instance = instance(text);
        let shape =
            Shape { graph: instance.graph.clone(), goals, free_goals: instance.free_goals.clone() };
        let blocks = Arc::new(Blocks::new(&shape.graph, shape.tiles()));
        for threads in [1, 2] {
            let pool = Pool::new(threads);
            let mut builder = Box::new(Builder::new(&shape, blocks.clone()));
            while !builder.is_complete() {
                builder.step(&pool, 7);
            }
            assert_eq!(*builder.finish().0, plain_values(&shape));
        }
    }
}

#[test]
fn what_was_solved_before_changes_nothing() {
    // No other test has this goal, so the first search builds its databases; the second finds them.
    let text = "hmfe\ndagj\nlc.i\nbokn\n\nabcd\ne.fg\nhijk\nlmno";
    let puzzle = parse_text(text, None).unwrap().validate().unwrap();
    let solve = || {
        let mut search = Search::new(&puzzle, &Options { threads: 1, ..Options::sequential() });
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
    let second_rung = 1_600_000 / 8;
    assert!(first.0.0 > second_rung, "larger databases are built: {first:?}");
    assert_eq!(solve(), first);
}

#[test]
fn a_database_that_is_kept_takes_as_many_steps_as_one_that_is_built() {
    let pool = Pool::new(1);
    for text in &BOARDS[..4] {
        let instance = instance(text);
        for largest in 1..4 {
            for shape in Plan::new(&instance, largest).shapes {
                let blocks = Arc::new(Blocks::new(&shape.graph, shape.tiles()));
                for states in [1, 7, 32, 1_000] {
                    let mut built = Box::new(Builder::new(&shape, blocks.clone()));
                    let mut steps = 0;
                    while !built.is_complete() {
                        built.step(&pool, states);
                        steps += 1;
                    }
                    let (values, allowed) = built.finish();
                    cache::keep(&shape, &blocks, &values, allowed);
                    let mut kept = cache::build(&shape, &blocks);
                    for _ in 0..steps {
                        assert!(!kept.is_complete());
                        kept.step(&pool, states);
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
    let entries = sites.pow(tiles as u32);
    let mut moves = vec![u8::MAX - 1; entries * sites];
    for index in 0..entries {
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
        for index in 0..entries {
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
            break;
        }
    }
    let orders = (1..=tiles).product::<usize>();
    let mut values = vec![None; shape.placements() as usize];
    for (index, row) in moves.chunks(sites).enumerate() {
        let placed: Vec<u8> = (0..tiles).map(|tile| site(index, tile) as u8).collect();
        if (1..tiles).all(|nth| !placed[..nth].contains(&placed[nth])) {
            let mut by_site: Vec<u8> = (0..tiles as u8).collect();
            by_site.sort_unstable_by_key(|&tile| placed[usize::from(tile)]);
            let set = number_of_set(by_site.iter().map(|&tile| placed[usize::from(tile)]));
            let order = Order::of(tiles, &by_site);
            let value = &mut values[set as usize * orders + usize::from(order)];
            assert_eq!(value.replace(*row.iter().min().expect("sites")), None, "{placed:?}");
        }
    }
    values.into_iter().map(|value| value.expect("every number is that of a placement")).collect()
}

/// Returns by depth what is reached by moves that are not pruned, with the states of the automaton,
/// and what is reached at that depth first by any moves.
fn layers(
    instance: &Instance,
    pruning: &MovePruning,
    depth: usize,
) -> Vec<[FxHashSet<Vec<u8>>; 2]> {
    let start = (instance.tiles.clone(), u32::from(instance.empty));
    let mut seen = FxHashSet::from_iter([start.0.clone()]);
    let mut all = vec![start.0.clone()];
    let mut kept = FxHashSet::from_iter([start]);
    let step = |tiles: &[u8], site: u8| {
        let mut next = tiles.to_vec();
        next.swap(usize::from(empty_of(tiles)), usize::from(site));
        next
    };
    let around = |tiles: &[u8]| instance.graph.neighbours(empty_of(tiles)).enumerate();
    let mut found = Vec::new();
    for _ in 0..depth {
        let moves = all.iter().flat_map(|tiles| around(tiles).map(|(_, site)| step(tiles, site)));
        all = moves.filter(|tiles| seen.insert(tiles.clone())).collect();
        let moves = kept.iter().flat_map(|(tiles, state)| {
            let after = around(tiles).map(|(nth, site)| (site, pruning.after(*state, nth)));
            let kept = after.filter(|&(_, state)| state != PRUNED);
            kept.map(|(site, state)| (step(tiles, site), state))
        });
        kept = moves.collect();
        let reached = kept.iter().map(|(tiles, _)| tiles.clone()).collect();
        found.push([reached, all.iter().cloned().collect()]);
    }
    found
}

#[test]
fn move_pruning_leaves_a_shortest_way_to_every_position() {
    let boards = [
        "abcde\nf#g#h\nijkl.\n\nabcde\nf#g#h\nij.kl",
        "abc\nd.e\nfgh\n\nabc\nde.\nfgh\n\nthin: b2R",
    ];
    for instance in BOARDS.into_iter().chain(boards).map(instance) {
        for states in [0, 2_000, 200_000] {
            let pruning = MovePruning::worth(&instance.graph, states, u64::MAX);
            for (depth, [kept, all]) in layers(&instance, &pruning, 18).into_iter().enumerate() {
                assert!(kept.is_superset(&all), "{depth} moves, {states} states");
            }
        }
    }
}

#[test]
fn move_pruning_leaves_few_ways_to_a_position() {
    let instance = instance("abcd\nefgh\nijkl\nmno.\n\nabcd\nefgh\nijkl\nmno.");
    // Ways of ten moves, without a table of positions.
    let ways = |states| {
        let pruning = MovePruning::worth(&instance.graph, states, u64::MAX);
        let mut ends = vec![(instance.empty, u32::from(instance.empty))];
        for _ in 0..10 {
            let longer = ends.iter().flat_map(|&(empty, state)| {
                let around = instance.graph.neighbours(empty).enumerate();
                around.map(move |(nth, site)| (site, state, nth))
            });
            let after = longer.map(|(site, state, nth)| (site, pruning.after(state, nth)));
            ends = after.filter(|&(_, state)| state != PRUNED).collect();
        }
        ends.len()
    };
    let mut seen = FxHashSet::from_iter([instance.tiles.clone()]);
    let mut layer = vec![instance.tiles.clone()];
    for _ in 0..10 {
        let next = layer.iter().flat_map(|tiles| {
            let empty = empty_of(tiles);
            instance.graph.neighbours(empty).map(move |site| {
                let mut next = tiles.clone();
                next.swap(usize::from(empty), usize::from(site));
                next
            })
        });
        layer = next.filter(|tiles| seen.insert(tiles.clone())).collect();
    }
    assert!(ways(0) > layer.len(), "the test has something to find");
    assert_eq!(ways(200_000), layer.len(), "one way to each position");
}
