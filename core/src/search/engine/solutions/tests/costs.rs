//! Costs of states against the cheapest of all assignments, and estimates against true costs.

use std::collections::HashSet;

use super::super::conflicts::BLOCKED;
use super::super::evaluation::{Cost, Evaluator, MAX_ASSIGNED, arrange, put};
use super::*;
use crate::search::base::heuristic::distance::NO_WAY;

/// Returns the cheapest assignment of the tiles of a colour, by trying all.
fn cheapest(cost: &dyn Fn(usize, u16) -> u32, ends: std::ops::Range<usize>, tiles: &[u16]) -> u32 {
    let Some((&tile, rest)) = tiles.split_first() else { return 0 };
    let mut least = u32::MAX;
    let mut all: Vec<usize> = ends.collect();
    fn choose(
        cost: &dyn Fn(usize, u16) -> u32,
        tile: u16,
        rest: &[u16],
        ends: &mut Vec<usize>,
        sum: u32,
        least: &mut u32,
    ) {
        for nth in 0..ends.len() {
            let end = ends.swap_remove(nth);
            let sum = sum + cost(end, tile);
            match rest.split_first() {
                None => *least = sum.min(*least),
                Some((&next, rest)) => choose(cost, next, rest, ends, sum, least),
            }
            ends.push(end);
            let last = ends.len() - 1;
            ends.swap(nth, last);
        }
    }
    choose(cost, tile, rest, &mut all, 0, &mut least);
    least
}

#[test]
fn costs_are_those_of_the_cheapest_assignment() {
    let mut random = Random::new(4);
    for_each_board(|text, _, board| {
        let goal = board.goals[random.below(board.goals.len())].clone();
        let task = plain(board, Way::Forward, Vec::new(), &goal);
        let mut evaluator = Evaluator::new(board, 1 << 16);
        evaluator.begin();
        let (_, states) = random_way(board, &mut random, 25);
        for mut state in states {
            arrange(board, &task, &mut state);
            evaluator.load(board, &task, &state);
            let mut total = Cost::default();
            for slots in &board.groups {
                let tiles = &state[slots.clone()];
                let moves = |end: usize, site: u16| match goal[end] {
                    NO_SITE => 0,
                    goal => {
                        let group = board.group_of(end);
                        board.distances.of_group(group, goal)[usize::from(site)].into()
                    }
                };
                if slots.len() > MAX_ASSIGNED {
                    let costs = slots.clone().zip(tiles).map(|(end, &site)| moves(end, site));
                    total.moves += costs.sum::<u32>();
                    continue;
                }
                total.moves += cheapest(&moves, slots.clone(), tiles);
            }
            assert_eq!(evaluator.total.moves, total.moves, "{text}");
            // Each neighbour costs what it costs when it is loaded itself.
            for push in slides(board, Way::Forward, &state) {
                let slot = state.iter().position(|&site| site == push.from).unwrap();
                let moved = evaluator.neighbours(board, &task, slot, push.from).with(push.to);
                let mut next = state.clone();
                next[slot] = push.to;
                let mut alone = Evaluator::new(board, 1 << 16);
                let mut sorted = next.clone();
                for slots in board.groups.iter().filter(|slots| slots.len() <= MAX_ASSIGNED) {
                    sorted[slots.clone()].sort_unstable();
                }
                alone.load(board, &task, &sorted);
                assert_eq!(moved, alone.total, "{text}");
                // An exchange of ends never costs more.
                put(board, &task, &mut next, slot, push.to);
                alone.load(board, &task, &next);
                assert!(alone.total.guide <= moved.guide, "{text}");
            }
        }
    });
}

#[test]
fn estimates_are_never_too_high() {
    for text in BOARDS {
        let space = truth::space(text);
        let board = board_of(&space);
        let states = truth::from_start(&space);
        let to_goal = truth::to_goal(&space, &states);
        let mut evaluator = Evaluator::new(&board, 1 << 16);
        let mut least = std::collections::HashMap::new();
        for goal in &board.goals {
            let task = plain(&board, Way::Forward, Vec::new(), goal);
            evaluator.begin();
            for (&key, _) in to_goal.iter().take(2_000) {
                let state: Vec<u16> =
                    (0..space.tile_count()).map(|slot| space.site(&key, slot)).collect();
                evaluator.load(&board, &task, &state);
                let moves = least.entry(key).or_insert(u32::MAX);
                *moves = evaluator.total.moves.min(*moves);
            }
        }
        assert_eq!(least.is_empty(), to_goal.is_empty(), "{text}");
        for (key, moves) in least {
            assert!(moves <= to_goal[&key].into(), "{text}");
        }
    }
}

/// Returns the moves of two tiles of these slots from their sites to others, if they may stop
/// anywhere but not pass each other: listed one by one.
fn moves_together(board: &Board, slots: [usize; 2], from: [u16; 2], ends: [u16; 2]) -> Option<u16> {
    let (mut known, mut layer, mut moves) = (HashSet::from([from]), vec![from], 0);
    while !layer.is_empty() {
        if layer.contains(&ends) {
            return Some(moves);
        }
        let mut next = Vec::new();
        for at in layer {
            for nth in [0, 1] {
                for ray in board.rays.from(board.class(slots[nth]), at[nth].into()) {
                    for &to in ray.iter().take_while(|&&to| to != at[1 - nth]) {
                        let mut moved = at;
                        moved[nth] = to;
                        next.extend(known.insert(moved).then_some(moved));
                    }
                }
            }
        }
        (layer, moves) = (next, moves + 1);
    }
    None
}

/// Calls `check` with boards and each of their first two tables of conflicts: to the start, and to a
/// placement of the goal.
fn for_each_table(mut check: impl FnMut(&str, &Board, usize)) {
    // In the corridor none gets past another; nine equal tiles keep their assignment.
    let more = ["RGB..\n\n..BGR", "RRR..\nRRR..\nRRR.B\n\n..RRR\nB.RRR\n..RRR"];
    for (text, table) in BOARDS.into_iter().chain(more).flat_map(|text| [(text, 0), (text, 1)]) {
        let mut board = board_of(&truth::space(text));
        let mut conflicts = Conflicts::new(&board);
        while !conflicts.is_complete() {
            conflicts.tabulate(&board, board.ends_of(table)).unwrap();
        }
        board.conflicts[table] = Some(conflicts);
        check(text, &board, table);
    }
}

#[test]
fn conflicts_are_what_two_tiles_lose() {
    let (mut random, mut blocked) = (Random::new(6), 0);
    for_each_table(|text, board, table| {
        let (conflicts, ends) = (board.conflicts[table].as_ref().unwrap(), board.ends_of(table));
        for _ in 0..200 {
            let slots = [random.below(board.tiles()), random.below(board.tiles())];
            let at = slots.map(|_| random.below(board.sites()) as u16);
            if slots[0] == slots[1] || at[0] == at[1] {
                continue;
            }
            let [one, two] = [0, 1].map(|nth| conflicts.place(slots[nth], at[nth]));
            let found = conflicts.of(one, &[two]);
            let to = slots.map(|slot| ends[slot]);
            if to.contains(&NO_SITE) {
                assert_eq!(found, 0, "{text}");
                continue;
            }
            let [alone, other] = [0, 1].map(|nth| {
                let to_end = board.distances.of_group(board.group_of(slots[nth]), to[nth]);
                to_end[usize::from(at[nth])]
            });
            if alone == NO_WAY || other == NO_WAY {
                continue;
            }
            let together = moves_together(board, slots, at, to);
            let expected = together.map_or(BLOCKED.into(), |moves| moves - alone - other);
            assert_eq!(found, u32::from(expected), "{slots:?} {at:?} {text}");
            blocked += u32::from(together.is_none());
        }
    });
    assert!(blocked > 0);
}

#[test]
fn a_state_loses_what_its_pairs_lose() {
    let (mut random, mut lost) = (Random::new(7), 0);
    for_each_table(|text, board, table| {
        let conflicts = board.conflicts[table].as_ref().unwrap();
        let of_all = |places: &[usize]| -> u32 {
            (0..places.len()).map(|one| conflicts.of(places[one], &places[..one])).sum()
        };
        let way = if table == 0 { Way::Backward } else { Way::Forward };
        let mut task = plain(board, way, Vec::new(), board.ends_of(table));
        (task.table, task.conflict) = (table, 3);
        let mut evaluator = Evaluator::new(board, 1 << 16);
        for mut state in random_way(board, &mut random, 20).1 {
            arrange(board, &task, &mut state);
            evaluator.load(board, &task, &state);
            // Each tile goes to an end of its own, and all together as cheaply as can be.
            let mut sorted = evaluator.ends.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..board.tiles()).collect::<Vec<_>>(), "{text}");
            let to_ends = evaluator.ends.iter().zip(&state);
            let guide: u32 = to_ends.clone().map(|(&end, &site)| task.cost(end, site).guide).sum();
            assert_eq!(guide, evaluator.total.guide, "{text}");
            let places: Vec<usize> =
                to_ends.map(|(&end, &site)| conflicts.place(end, site)).collect();
            assert_eq!(evaluator.lost, of_all(&places), "{text}");
            lost += evaluator.lost;
            for push in slides(board, way, &state) {
                let slot = state.iter().position(|&site| site == push.from).unwrap();
                let mut moved = places.clone();
                moved[slot] = conflicts.place(evaluator.ends[slot], push.to);
                let costs = evaluator.neighbours(board, &task, slot, push.from);
                assert_eq!(costs.conflict(push.to), 3 * of_all(&moved), "{text}");
            }
        }
    });
    assert!(lost > 0);
}
