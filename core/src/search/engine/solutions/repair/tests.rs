//! Windows against plain breadth-first search, plans against the rules, and the repair of
//! random ways.

use super::*;
use crate::search::engine::truth::{self, BOARDS, Key};
use crate::search::goal_states;

fn never() -> Watch {
    Watch::new(Deadline::never())
}

/// Returns the states of a random way from the start.
fn random_way(space: &Space<Key>, random: &mut Random, moves: usize) -> Vec<Key> {
    let mut scratch = Scratch::new(space);
    let mut way = vec![space.start];
    for _ in 0..moves {
        let mut all = Vec::new();
        space.for_each_successor(&way[way.len() - 1], &mut scratch, |_, next| all.push(next));
        if all.is_empty() {
            break;
        }
        way.push(all[random.below(all.len())]);
    }
    way
}

/// Panics unless each state is a successor of the one before.
fn check(space: &Space<Key>, way: &[Key]) {
    let mut scratch = Scratch::new(space);
    for pair in way.windows(2) {
        let mut is_next = false;
        space.for_each_successor(&pair[0], &mut scratch, |_, next| is_next |= next == pair[1]);
        assert!(is_next);
    }
}

#[test]
fn a_window_finds_a_way_just_when_there_is_one() {
    let mut random = Random::new(1);
    for text in BOARDS {
        let mut space = truth::space(text);
        let (distances, mut scratch) = (Distances::new(&space), Scratch::new(&space));
        let mut window = Window::new();
        for _ in 0..30 {
            let moves = 1 + random.below(12);
            let way = random_way(&space, &mut random, moves);
            let [from, to] = [way[0], way[way.len() - 1]];
            space.start = from;
            let fewest = truth::from_start(&space)[&to];
            if fewest == 0 {
                continue;
            }
            for most in [fewest - 1, fewest, fewest + 1] {
                let slots = (0..space.tile_count()).collect();
                let task = Task { ends: [from, to], most, slots };
                window.begin(&space, &distances, task);
                let searched = loop {
                    // Little at a time: it must go on where it stopped.
                    let searched =
                        window.step(&space, &mut scratch, &mut random, &mut never(), &mut 3);
                    if !matches!(searched, Searched::More) {
                        break searched;
                    }
                };
                match searched {
                    Searched::Found(found) => {
                        check(&space, &found);
                        assert_eq!([found[0], found[found.len() - 1]], [from, to]);
                        let length = found.len() as u16 - 1;
                        assert!((fewest..=most).contains(&length), "{length} of {most}: {text}");
                    }
                    _ => assert!(most < fewest, "nothing within {most}, not {fewest}: {text}"),
                }
            }
        }
    }
}

#[test]
fn gathering_changes_only_the_order() {
    let mut random = Random::new(2);
    let (mut before, mut after) = (0, 0);
    for text in BOARDS {
        let space = truth::space(text);
        let mut scratch = Scratch::new(&space);
        for nth in 0..30 {
            // Some are longer than what is looked at.
            let moves = if nth < 28 { 20 } else { 250 };
            let way = random_way(&space, &mut random, moves);
            let mut plan = Plan::new(&space, &mut scratch, way.clone());
            let focus: Vec<bool> = (0..space.tile_count()).map(|_| random.below(2) > 0).collect();
            let pivot = random.below(plan.len());
            let far = |plan: &Plan<Key>| -> usize {
                let in_focus = (0..plan.len()).filter(|&nth| focus[plan.tile(nth)]);
                in_focus.map(|nth| nth.abs_diff(pivot)).sum()
            };
            let tiles = |plan: &Plan<Key>| {
                let mut tiles: Vec<usize> = (0..plan.len()).map(|nth| plan.tile(nth)).collect();
                tiles.sort_unstable();
                tiles
            };
            let (tiles_before, far_before) = (tiles(&plan), far(&plan));
            plan.gather(&space, &mut scratch, pivot, &focus);
            check(&space, plan.states());
            assert_eq!(plan.states().len(), way.len());
            assert_eq!([plan.states()[0], plan.states()[moves]], [way[0], way[moves]]);
            assert_eq!(tiles(&plan), tiles_before);
            // The plan still knows which tile is where.
            let again = Plan::new(&space, &mut scratch, plan.states().to_vec());
            assert!((0..plan.len()).all(|nth| again.tile(nth) == plan.tile(nth)));
            assert!(far(&plan) <= far_before);
            (before, after) = (before + far_before, after + far(&plan));
        }
    }
    assert!(after < before, "{after} of {before}");
}

#[test]
fn a_random_way_becomes_as_short_as_can_be() {
    let mut random = Random::new(3);
    for text in BOARDS {
        let mut space = truth::space(text);
        for moves in [3, 10, 30, 60] {
            let way = random_way(&space, &mut random, moves);
            let end = way[way.len() - 1];
            space.start = way[0];
            let fewest = usize::from(truth::from_start(&space)[&end]);
            if fewest == 0 {
                continue;
            }
            let mut repair =
                Repair::new(&space, Distances::new(&space), 1 << 24, &Deadline::never());
            let mut least = way.len() - 1;
            repair.take(&space, way);
            while repair.has_work() {
                if let Some(path) = repair.step(&space, 50) {
                    check(&space, &path);
                    assert_eq!([path[0], path[path.len() - 1]], [space.start, end]);
                    assert!(path.len() - 1 < least);
                    least = path.len() - 1;
                }
            }
            assert_eq!(least, fewest, "{text}");
        }
    }
}

#[test]
fn little_memory_is_enough_for_short_windows() {
    let mut random = Random::new(4);
    let space = truth::board("R....B\n......\n..G...\n......\n.R..K.\n....YO");
    let way = random_way(&space, &mut random, 200);
    let before = way.len() - 1;
    let most = 1 << 16;
    let mut repair = Repair::new(&space, Distances::new(&space), most, &Deadline::never());
    repair.take(&space, way);
    let mut least = before;
    for _ in 0..1_000 {
        least = repair.step(&space, 1_000).map_or(least, |path| path.len() - 1);
        assert!(repair.memory_held() <= 2 * most, "{}", repair.memory_held());
    }
    assert!(least < before, "{least} of {before}");
    assert!(repair.is_full);
}

#[test]
fn only_what_may_move_does() {
    let space = truth::space("R.B\n...\n\n..B\nR..");
    let (distances, mut scratch) = (Distances::new(&space), Scratch::new(&space));
    let goal = &goal_states::list(&space, &space.goal.placements, 10).unwrap()[0];
    let mut window = Window::new();
    for (group, is_found) in [(0, true), (1, false)] {
        let slots = space.groups[group].slots().collect();
        let task = Task { ends: [space.start, *goal], most: 9, slots };
        window.begin(&space, &distances, task);
        let searched =
            window.step(&space, &mut scratch, &mut Random::new(1), &mut never(), &mut 1_000);
        assert_eq!(matches!(searched, Searched::Found(_)), is_found);
    }
}

#[test]
fn what_lies_between_two_visits_is_left_out() {
    let path: Vec<Key> = vec![1, 2, 3, 2, 4, 5, 4, 6];
    assert_eq!(without_loops(&path), [1, 2, 4, 6]);
}
