//! States whose tiles change against the rules, and pushes taken back against pushes made.

use std::collections::{HashMap, HashSet};

use super::*;
use crate::puzzle::{Move, Random};
use crate::trial::{random_draft, with_changes, with_terrain};

type Wide = u128;

/// Returns a random puzzle whose tiles change, with a board of up to `side` cells each way.
fn puzzle(random: &mut Random, side: u8) -> Puzzle {
    loop {
        let plain = random_draft(random, side);
        let draft = if random.bool() { with_terrain(&plain, random) } else { plain };
        let puzzle = with_changes(&draft, random).validate().expect("it is valid");
        if puzzle.has_changing_tiles() {
            return puzzle;
        }
    }
}

fn next(space: &Space<Wide>, key: &Wide, scratch: &mut Scratch) -> Vec<(Move, Wide)> {
    let mut found = Vec::new();
    space.for_each_successor(key, scratch, |push, next| {
        found.push((Move::new(space.cells[usize::from(push.from)], push.direction), next));
    });
    found.sort_unstable();
    found
}

#[test]
fn packed_states_follow_the_rules() {
    let mut random = Random::new(70);
    let mut painted = 0;
    for _ in 0..2_000 {
        let puzzle = puzzle(&mut random, 6);
        let space = Space::<Wide>::new(&puzzle);
        let mut scratch = Scratch::new(&space);
        let mut position = puzzle.start().clone();
        for _ in 0..20 {
            let key = space.key_of(&position, 0);
            assert_eq!(space.position_of(&key), position);
            let mut expected: Vec<_> = puzzle.moves(&position);
            expected.sort_unstable();
            let found = next(&space, &key, &mut scratch);
            assert!(found.iter().map(|(push, _)| *push).eq(expected), "{position:?}");
            for (push, next) in found {
                let after = puzzle.apply(&position, push).expect("a legal move");
                let passed = puzzle.waypoints_passed(0, &after);
                assert_eq!(next, space.key_of(&after, passed), "{position:?} {push}");
                let is_goal =
                    passed == puzzle.waypoints().len() && puzzle.goal().is_reached(&after);
                assert_eq!(space.is_goal(&next), is_goal);
            }
            let Some(&push) = random.choice(puzzle.moves(&position)).as_ref() else { break };
            let colours = |position: &Position| -> Vec<_> {
                let mut all: Vec<_> = position.tiles().map(|(_, colour)| colour).collect();
                all.sort_unstable();
                all
            };
            let before = colours(&position);
            position = puzzle.apply(&position, push).expect("a legal move");
            painted += usize::from(colours(&position) != before);
        }
    }
    assert!(painted > 100, "{painted}");
}

/// All states that can be reached, each with those that a push leads to; `None` if there are many.
fn reachable(space: &Space<Wide>) -> Option<HashMap<Wide, Vec<Wide>>> {
    let mut scratch = Scratch::new(space);
    let (mut all, mut open) = (HashMap::new(), vec![space.start]);
    while let Some(key) = open.pop() {
        if all.len() > 3_000 {
            return None;
        }
        all.entry(key).or_insert_with(|| {
            let after = next(space, &key, &mut scratch).into_iter().map(|(_, next)| next);
            let after: Vec<Wide> = after.collect();
            open.extend(&after);
            after
        });
    }
    Some(all)
}

#[test]
fn pushes_taken_back_are_those_that_can_be_made() {
    let mut random = Random::new(71);
    let (mut states, mut repainted) = (0, 0);
    for _ in 0..600 {
        let puzzle = puzzle(&mut random, 4);
        let space = Space::<Wide>::new(&puzzle);
        let Some(all) = reachable(&space) else { continue };
        let mut before: HashMap<Wide, HashSet<Wide>> = HashMap::new();
        for (&key, after) in &all {
            after.iter().for_each(|&next| _ = before.entry(next).or_default().insert(key));
        }
        let mut scratch = Scratch::new(&space);
        for &key in all.keys() {
            let mut found = HashSet::new();
            let mut listed = Vec::new();
            space.for_each_predecessor(&key, &mut scratch, |previous| listed.push(previous));
            for previous in listed {
                let leads =
                    next(&space, &previous, &mut scratch).iter().any(|(_, next)| *next == key);
                assert!(leads, "{:?} {:?}", space.position_of(&previous), space.position_of(&key));
                assert!(!space.is_unsettled(&previous));
                assert!(found.insert(previous) || !space.waypoints.is_empty(), "listed twice");
            }
            for previous in before.get(&key).into_iter().flatten() {
                assert!(found.contains(previous), "{:?}", space.position_of(previous));
                let open = |key| {
                    let tiles = space.position_of(key);
                    tiles
                        .tiles()
                        .filter(|&(_, colour)| puzzle.kinds().of(colour) == TileKind::Chameleon)
                        .count()
                };
                repainted += usize::from(open(previous) != open(&key));
            }
            states += 1;
        }
    }
    assert!(states > 30_000 && repainted > 500, "{states} {repainted}");
}
