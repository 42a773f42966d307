//! Estimates against the truth on all states of small boards.

use std::collections::{HashMap, VecDeque};

use super::*;
use crate::puzzle::Random;
use crate::search::base::goal_states;
use crate::search::base::heuristic::Heuristic;
use crate::trial::{random_draft, with_changes, with_terrain};

type Wide = u128;

/// States with the moves to each and those that pushes lead to.
type States = HashMap<Wide, (u16, Vec<Wide>)>;

/// Returns a random space whose tiles change, with all states that can be reached.
fn board(random: &mut Random) -> Option<(Space<Wide>, States)> {
    let plain = random_draft(random, 4);
    let draft = if random.bool() { with_terrain(&plain, random) } else { plain };
    let puzzle = with_changes(&draft, random).validate().ok()?.without_waypoints();
    let space = Space::<Wide>::new(&puzzle);
    space.changing()?;
    let mut scratch = Scratch::new(&space);
    let mut all = HashMap::new();
    let mut open = VecDeque::from([(space.start, 0)]);
    while let Some((key, moves)) = open.pop_front() {
        if all.len() > 2_000 {
            return None;
        }
        all.entry(key).or_insert_with(|| {
            let mut next = Vec::new();
            space.for_each_successor(&key, &mut scratch, |_, key| next.push(key));
            open.extend(next.iter().map(|&key| (key, moves + 1)));
            (moves, next)
        });
    }
    Some((space, all))
}

/// Returns the moves to the goal of the states from which it can be reached.
fn to_goal(space: &Space<Wide>, all: &States) -> HashMap<Wide, u16> {
    let mut before: HashMap<Wide, Vec<Wide>> = HashMap::new();
    for (&key, (_, next)) in all {
        next.iter().for_each(|&next| before.entry(next).or_default().push(key));
    }
    goal_states::moves_to(all.keys().copied().filter(|key| space.is_goal(key)), &before)
}

fn estimator(space: &Space<Wide>) -> ChangeEstimator {
    Evaluator::new(space, Heuristic::SlideDistance).into_changing().expect("its tiles change")
}

#[test]
fn estimates_are_never_too_high_and_one_move_lowers_them_by_one_at_most() {
    let mut random = Random::new(80);
    let (mut states, mut exact, mut dead) = (0, 0, 0);
    for _ in 0..500 {
        let Some((space, all)) = board(&mut random) else { continue };
        let left = to_goal(&space, &all);
        let mut estimator = estimator(&space);
        let mut scratch = Scratch::new(&space);
        let mut of: HashMap<Wide, (u16, u16)> = HashMap::new();
        for &key in all.keys() {
            space.load(&key, &mut scratch);
            of.insert(key, estimator.load(&scratch));
            space.unload(&mut scratch);
        }
        for (key, (moves, next)) in &all {
            let (goal, start) = of[key];
            let position = space.position_of(key);
            let truth = left.get(key).copied().unwrap_or(NEVER);
            assert!(
                goal <= truth && start <= *moves,
                "{goal} {start} {truth} {moves} {position:?}"
            );
            assert_eq!(goal == 0, space.is_goal(key), "{position:?}");
            assert_eq!(start == 0, *key == space.start, "{position:?}");
            for next in next {
                assert!(goal <= of[next].0 + 1 && of[next].1 <= start + 1, "{position:?}");
            }
            states += 1;
            exact += u32::from(goal == truth);
            dead += u32::from(goal == NEVER);
        }
    }
    assert!(states > 20_000 && dead > 500 && exact * 4 > states, "{states} {exact} {dead}");
}

#[test]
fn what_a_push_changes_is_what_is_there_afterwards() {
    let mut random = Random::new(81);
    let (mut pushes, mut painting) = (0, 0);
    for _ in 0..300 {
        let Some((space, all)) = board(&mut random) else { continue };
        let [mut one, mut other] = [(); 2].map(|()| estimator(&space));
        let [mut scratch, mut after] = [(); 2].map(|()| Scratch::new(&space));
        for key in all.keys() {
            for back in [false, true] {
                space.load(key, &mut scratch);
                one.load(&scratch);
                space.list_changes(&mut scratch, back);
                for change in scratch.faces().changes() {
                    let next = space.changed(key, &scratch, change);
                    space.load(&next, &mut after);
                    let expected = other.load(&after);
                    space.unload(&mut after);
                    assert_eq!(one.after(&space, &scratch, change), expected);
                    pushes += 1;
                    painting += u32::from(change.paints());
                }
                space.unload(&mut scratch);
            }
        }
    }
    assert!(pushes > 50_000 && painting > 500, "{pushes} {painting}");
}
