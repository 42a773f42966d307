//! Costs of states against the cheapest of all assignments, and estimates against true costs.

use super::super::evaluation::{Cost, Evaluator, MAX_ASSIGNED, arrange, put};
use super::*;

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
