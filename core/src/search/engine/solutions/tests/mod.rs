//! The board against the rules, beams against breadth-first search, and solutions of random boards
//! against the rules.

mod costs;

use rustc_hash::FxHashSet;

use super::beam::{Beam, Ended, Settings};
use super::board::apply;
use super::evaluation::Task;
use super::guide::{GUIDE_FAR, Penalties, StopCosts, UNIT};
use super::plan::{Plan, without_loops};
use super::repair::{NEIGHBOURHOODS, Neighbourhoods, Repair};
use super::replan::Replan;
use super::windows::{CLASSES, Class};
use super::*;
use crate::puzzle::random::Random;
use crate::puzzle::{Draft, Puzzle, parse_text};
use crate::search::base::goal_states;
use crate::search::base::heuristic::distance::Distances;
use crate::search::base::space::NO_SITE;
use crate::search::engine::states::bucket::Way;
use crate::search::engine::tests::truth::{self, BOARDS, Key as TestKey};

const PENALTIES: Penalties = Penalties { goal: 0.25, start: 0.5, empty: 1.5 };

fn never() -> Watch {
    Watch::new(Deadline::never())
}

fn board_of(space: &Space<TestKey>) -> Board {
    let placements = &space.goal.placements;
    let ends = goal_states::list(space, placements, 20_000);
    Board::new(space, Distances::new(space), placements, ends.as_deref())
}

/// Calls `check` with each of the boards.
fn for_each_board(mut check: impl FnMut(&str, &Space<TestKey>, &Board)) {
    // Nine equal tiles keep their assignment.
    let many = "RRR..\nRRR..\nRRR.B\n.....\n\n.....\n..RRR\nB.RRR\n..RRR";
    for text in BOARDS.into_iter().chain([many]) {
        let space = truth::space(text);
        check(text, &space, &board_of(&space));
    }
}

/// Returns the pushes of a random way from the start and the states along it.
fn random_way(board: &Board, random: &mut Random, moves: usize) -> (Vec<Push>, Vec<Vec<u16>>) {
    let (mut pushes, mut states) = (Vec::new(), vec![board.start.clone()]);
    for _ in 0..moves {
        let mut state = states[states.len() - 1].clone();
        let all = slides(board, Way::Forward, &state);
        let Some(&push) = all.get(random.below(all.len().max(1))) else { break };
        apply(&mut state, push);
        pushes.push(push);
        states.push(state);
    }
    (pushes, states)
}

fn slides(board: &Board, way: Way, state: &[u16]) -> Vec<Push> {
    let mut occupancy = board.no_tiles();
    board.put(&mut occupancy, state);
    let mut all = Vec::new();
    for (slot, &from) in state.iter().enumerate() {
        board.for_each_slide(&occupancy, way, slot, from, |to| all.push(Push { from, to }));
    }
    all
}

fn plain(board: &Board, way: Way, seeds: Vec<Vec<u16>>, ends: &[u16]) -> Task {
    let mut stops = StopCosts::new(board, PENALTIES, ends);
    Task::new(board, way, seeds, ends, &mut stops, |_, units| units)
}

#[test]
fn slides_are_those_of_the_rules() {
    let mut random = Random::new(1);
    for_each_board(|text, space, board| {
        let (_, states) = random_way(board, &mut random, 20);
        let mut scratch = crate::search::base::space::Scratch::new(space);
        for state in states {
            let key: TestKey = board.key(space, &state);
            let after = |push: &Push| {
                let mut next = state.clone();
                apply(&mut next, *push);
                board.key::<TestKey>(space, &next)
            };
            let [mut next, mut before] = [Vec::new(), Vec::new()];
            space.for_each_successor(&key, &mut scratch, |_, key| next.push(key));
            space.for_each_predecessor(&key, &mut scratch, |key| before.push(key));
            for (way, mut expected) in [(Way::Forward, next), (Way::Backward, before)] {
                let mut found: Vec<TestKey> =
                    slides(board, way, &state).iter().map(after).collect();
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{way:?} {text}");
            }
        }
    });
}

#[test]
fn ways_of_keys_and_of_pushes_are_the_same() {
    let mut random = Random::new(2);
    for_each_board(|_, space, board| {
        let (pushes, _) = random_way(board, &mut random, 30);
        let keys = board.keys(space, &pushes);
        assert_eq!(pushes_along(space, &keys), pushes);
        assert_eq!(board.solves(&pushes), space.is_goal(&keys[keys.len() - 1]));
    });
}

#[test]
fn stops_cost_what_relaxation_finds() {
    let mut random = Random::new(3);
    for_each_board(|text, _, board| {
        let goal = &board.goals[0];
        let mut stops = StopCosts::new(board, PENALTIES, goal);
        let class = random.below(board.beyond.len());
        let penalty =
            |site: u16, direction: usize| match board.beyond[class][usize::from(site)][direction] {
                NO_SITE => 0.0,
                next if goal.contains(&next) => PENALTIES.goal,
                next if board.start.contains(&next) => PENALTIES.start,
                _ => PENALTIES.empty,
            };
        let end = random.below(board.sites()) as u16;
        // The slow twin: relaxes all moves until nothing changes.
        let mut costs = vec![GUIDE_FAR; board.sites()];
        costs[usize::from(end)] = 0;
        for _ in 0..board.sites() {
            for from in 0..board.sites() {
                for (direction, ray) in board.rays.from(class, from).into_iter().enumerate() {
                    for &to in ray {
                        let step = UNIT + (penalty(to, direction) * UNIT as f32) as u32;
                        costs[from] = costs[from].min(costs[usize::from(to)] + step).min(GUIDE_FAR);
                    }
                }
            }
        }
        assert_eq!(stops.ahead(board, Way::Forward, class, end), &costs[..], "{text}");
        for from in 0..board.sites() as u16 {
            let there = stops.ahead(board, Way::Backward, class, from)[usize::from(end)];
            assert_eq!(there, costs[usize::from(from)], "{text}");
        }
    });
}

#[test]
fn a_wide_beam_finds_what_there_is() {
    for text in BOARDS {
        let space = truth::space(text);
        let board = board_of(&space);
        let states = truth::from_start(&space);
        let Some(&fewest) = truth::to_goal(&space, &states).get(&space.start) else { continue };
        let mut beam = Beam::new(&board, 1 << 30, never());
        for way in [Way::Forward, Way::Backward] {
            // Forward to each placement, backward from all.
            let mut is_found = false;
            for longest in [fewest - 1, fewest] {
                for goal in &board.goals {
                    let (seeds, ends) = match way {
                        Way::Forward => (vec![board.start.clone()], goal),
                        Way::Backward => (board.ends.clone(), &board.start),
                    };
                    let task = plain(&board, way, seeds, ends);
                    let (longest, width) = (longest.into(), 1 << 16);
                    let settings = Settings { width, longest, patience: 99, ..Settings::default() };
                    beam.begin(&board, task, settings);
                    let ended = loop {
                        // Little at a time: it must go on where it stopped.
                        if let Some(ended) = beam.step(&board, &mut 7) {
                            break ended;
                        }
                    };
                    if let Ended::Found(pushes) = ended {
                        assert!(board.solves(&pushes), "{way:?} {text}");
                        assert_eq!(pushes.len(), usize::from(fewest), "{way:?} {text}");
                        is_found = true;
                    }
                }
                assert_eq!(is_found, longest == fewest, "{way:?} {text}");
            }
        }
    }
}

#[test]
fn gathering_changes_only_the_order() {
    let mut random = Random::new(5);
    let (mut before, mut after) = (0, 0);
    for_each_board(|_, space, board| {
        for nth in 0..30 {
            // Some are longer than what is looked at.
            let (way, states) = random_way(board, &mut random, if nth < 28 { 20 } else { 250 });
            let mut plan = Plan::new(board, way.clone());
            let focus: Vec<bool> = (0..board.tiles()).map(|_| random.bool()).collect();
            let pivot = random.below(plan.len());
            let far = |plan: &Plan| -> usize {
                let in_focus = (0..plan.len()).filter(|&nth| focus[plan.tile(nth)]);
                in_focus.map(|nth| nth.abs_diff(pivot)).sum()
            };
            let far_before = far(&plan);
            plan.gather(board, pivot, &focus);
            // Each state is a successor of the one before, by the rules.
            space.moves_along(&board.keys(space, plan.pushes()));
            assert_eq!(plan.state(plan.len()), &states[way.len()][..]);
            let again = Plan::new(board, plan.pushes().to_vec());
            for nth in 0..=plan.len() {
                assert_eq!(again.state(nth), plan.state(nth));
            }
            assert!((0..plan.len()).all(|nth| again.tile(nth) == plan.tile(nth)));
            assert!(far(&plan) <= far_before);
            (before, after) = (before + far_before, after + far(&plan));
        }
    });
    assert!(after < before, "{after} of {before}");
}

#[test]
fn what_lies_between_two_visits_is_left_out() {
    let space = truth::space("R..\n...\n\n..R\n...");
    let board = board_of(&space);
    let push = |from, to| Push { from, to };
    // Right, left, right again, down.
    let pushes = [push(0, 2), push(2, 0), push(0, 2), push(2, 5)];
    assert_eq!(without_loops(&board, &pushes), [push(0, 2), push(2, 5)]);
}

/// Returns the fewest moves to the end of a plan if all tiles but those of `slots` move as there:
/// by breadth-first search.
fn fewest_replanned(board: &Board, plan: &Plan, slots: &[usize]) -> usize {
    let others: Vec<usize> =
        (0..plan.len()).filter(|&nth| !slots.contains(&plan.tile(nth))).collect();
    let end = board.hash(plan.state(plan.len()));
    let mut layer = vec![(0, plan.state(0).to_vec())];
    let mut known: FxHashSet<(usize, Vec<u16>)> = layer.iter().cloned().collect();
    for moves in 0.. {
        if layer.iter().any(|(at, state)| *at == others.len() && board.hash(state) == end) {
            return moves;
        }
        let mut next = Vec::new();
        for (at, state) in layer {
            for push in slides(board, Way::Forward, &state) {
                let slot = state.iter().position(|&site| site == push.from).unwrap();
                let is_next = others
                    .get(at)
                    .is_some_and(|&nth| plan.tile(nth) == slot && plan.pushes()[nth] == push);
                if is_next || slots.contains(&slot) {
                    let mut after = (at + usize::from(is_next), state.clone());
                    apply(&mut after.1, push);
                    next.push(after);
                }
            }
        }
        next.retain(|state| known.insert(state.clone()));
        layer = next;
    }
    unreachable!("the plan itself leads there");
}

#[test]
fn replanning_finds_the_fewest_moves() {
    let mut random = Random::new(8);
    let mut shorter = 0;
    for_each_board(|text, space, board| {
        let mut replan = Replan::new(board, 1 << 24);
        for nth in 0..40 {
            let (way, _) = random_way(board, &mut random, 4 + nth / 2);
            let plan = Plan::new(board, way);
            let tiles = 1 + nth % board.tiles().min(3);
            let may_be_equal = random.bool();
            replan.begin(board, &plan, tiles, may_be_equal, &mut random);
            let found = loop {
                // Little at a time: it must go on where it stopped.
                if let Some(found) = replan.step(board, &mut 3) {
                    break found;
                }
            };
            let fewest = fewest_replanned(board, &plan, replan.slots());
            match found {
                None => assert!(fewest > plan.len() - usize::from(!may_be_equal), "{text}"),
                Some(pushes) => {
                    assert_eq!(pushes.len(), fewest, "{text}");
                    shorter += usize::from(fewest < plan.len());
                    let keys = board.keys(space, &pushes);
                    space.moves_along(&keys);
                    let end: TestKey = board.key(space, plan.state(plan.len()));
                    assert!(keys.last() == Some(&end), "{text}");
                }
            }
        }
    });
    assert!(shorter > 100, "{shorter}");
}

#[test]
fn what_saves_more_has_more_time() {
    let space = truth::space(BOARDS[0]);
    let board = board_of(&space);
    let mut random = Random::new(9);
    for best in [0, CLASSES.len()] {
        let mut all = Neighbourhoods::new(&board, 1 << 20);
        let mut spent = [0.0; NEIGHBOURHOODS];
        while spent.iter().sum::<f64>() < 2e8 {
            let nth = all.choose();
            let cost = CLASSES.get(nth).map_or(100, Class::states);
            let rate = if nth == best { 0.01 } else { 0.0002 };
            all.note(nth, cost as u64, (cost as f64 * rate + random.f64()) as usize);
            spent[nth] += cost as f64;
        }
        let (spent, sum) = (&spent[..all.count()], spent.iter().sum::<f64>());
        assert!(spent[best] > sum / 2.0, "{spent:?}");
        // The widest windows too.
        assert!(spent.iter().all(|&spent| spent > sum / 400.0), "{spent:?}");
    }
}

#[test]
fn a_random_way_becomes_as_short_as_can_be() {
    let mut random = Random::new(6);
    for text in BOARDS {
        let mut space = truth::space(text);
        for moves in [10, 30, 60] {
            let (way, states) = random_way(&board_of(&space), &mut random, moves);
            // The end of the way is the goal now.
            let end = &states[states.len() - 1];
            let fewest = usize::from(truth::from_start(&space)[&board_of(&space).key(&space, end)]);
            if fewest < 5 {
                continue;
            }
            let wanted = space.groups.iter().map(|group| {
                let mut sites = end[group.slots()].to_vec();
                sites.sort_unstable();
                sites
            });
            space.goal.placements = vec![wanted.enumerate().collect()];
            let board = board_of(&space);
            let mut beam = Beam::new(&board, 1 << 26, never());
            let mut neighbourhoods = Neighbourhoods::new(&board, 1 << 22);
            let stops = StopCosts::new(&board, PENALTIES, end);
            let mut repair = Repair::new(Plan::new(&board, way), stops, 3_000_000);
            while !repair.is_over() && repair.pushes().len() > fewest {
                repair.step(&board, &mut beam, &mut random, &mut neighbourhoods, &mut 50);
                assert!(board.solves(repair.pushes()), "{text}");
            }
            assert_eq!(repair.pushes().len(), fewest, "{text}");
            space = truth::space(text);
        }
    }
}

fn improver(space: &Space<TestKey>, threads: usize, memory_bytes: u64) -> Improver {
    Improver::new(board_of(space), threads, 1_000, memory_bytes, &Deadline::never())
}

/// Returns a random board of any kind that the improver meets.
fn random_puzzle(random: &mut Random) -> Option<Puzzle> {
    let (width, height) = (4 + random.below(4), 4 + random.below(4));
    let colours = 1 + random.below(4);
    let tiles: Vec<char> =
        (0..2 + random.below(5)).map(|_| ['R', 'G', 'B', 'Y'][random.below(colours)]).collect();
    let mut cells: Vec<usize> = (0..width * height).collect();
    let place = |cells: &[usize], tiles: &[char], walls: &[usize]| {
        let mut rows = vec![vec!['.'; width]; height];
        walls.iter().for_each(|&at| rows[at / width][at % width] = '#');
        cells.iter().zip(tiles).for_each(|(&at, &tile)| rows[at / width][at % width] = tile);
        let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        rows.join("\n")
    };
    random.shuffle(&mut cells);
    let walls = cells.split_off(cells.len() - random.below(5));
    let start = place(&cells, &tiles, &walls);
    random.shuffle(&mut cells);
    // Some goals leave tiles to spare, some float.
    let wanted = if random.below(3) == 0 { 1 + random.below(tiles.len()) } else { tiles.len() };
    let is_floating = random.below(3) == 0;
    let goal_walls: &[usize] = if is_floating { &[] } else { &walls };
    let goal = place(&cells, &tiles[..wanted], goal_walls);
    let between = if is_floating { "floating\n" } else { "" };
    let mut draft: Draft = parse_text(&format!("{start}\n\n{between}{goal}"), None).ok()?;
    let puzzle = draft.validate().ok()?;
    if random.below(4) > 0 {
        return Some(puzzle);
    }
    let first = *puzzle.moves(puzzle.start()).first()?;
    draft.opening = vec![first];
    draft.validate().ok()
}

#[test]
fn solutions_of_random_boards_are_solutions() {
    let mut random = Random::new(7);
    let pool = Pool::new(1);
    let (mut boards, mut solved) = (0, 0);
    while boards < 2_000 {
        let Some(puzzle) = random_puzzle(&mut random) else { continue };
        let space = Space::<TestKey>::new(&puzzle);
        if space.is_goal(&space.start) {
            continue;
        }
        boards += 1;
        let mut improver = improver(&space, 1, 8 << 20);
        let mut moves = u32::MAX;
        for _ in 0..8 {
            let Some(pushes) = improver.step(&pool, 500) else { continue };
            let solution = space.moves_along(&improver.keys(&space, &pushes));
            assert!((pushes.len() as u32) < moves, "only shorter ones are told");
            moves = pushes.len() as u32;
            assert_eq!(solution.len(), pushes.len() + puzzle.opening().len());
            puzzle.verify(solution).unwrap();
        }
        solved += u32::from(moves < u32::MAX);
    }
    assert!(solved > 1_000, "{solved}");
}

#[test]
fn the_same_happens_each_time() {
    let (_, space) = truth::first_puzzle();
    for threads in [1, 2] {
        let pool = Pool::new(threads);
        let run = || {
            let mut improver = improver(&space, threads, 1 << 26);
            let found: Vec<Option<Vec<Push>>> =
                (0..60).map(|_| improver.step(&pool, 5_000)).collect();
            (found, improver.counts().generated)
        };
        assert!(run() == run(), "{threads} threads");
    }
}

#[test]
fn memory_is_kept() {
    let (_, space) = truth::first_puzzle();
    let most = 6 << 20;
    let mut improver = improver(&space, 1, most);
    let pool = Pool::new(1);
    let mut least = u32::MAX;
    for _ in 0..100 {
        least = improver.step(&pool, 10_000).map_or(least, |pushes| pushes.len() as u32);
        let held = improver.counts().memory_bytes;
        assert!(held <= most, "{held}");
    }
    assert!(least <= 24, "{least}");
    assert!(!self::improver(&space, 1, 100 << 10).has_work(), "it would be of no use");
}
