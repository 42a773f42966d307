//! The test of tightness against the true distances on small boards: it never says of moves
//! that are enough that they are too few, and says so of many that are.

use std::collections::HashMap;

use super::expander::{Expander, Look};
use super::{MAX_SPARE, Question};
use crate::search::engine::estimate::{Division, MAX_DIVISIONS};
use crate::search::engine::states::class::{Deltas, Way};
use crate::search::engine::states::layout::Pushes;
use crate::search::engine::states::move_pruning::Arrival;
use crate::search::engine::truth::{self, BOARDS, Key, from_start, to_goal};
use crate::search::random::Random;
use crate::search::space::Space;

const LEVELS: usize = MAX_SPARE as usize + 1;

/// Returns lists of divisions that can be used together: none, and random ones.
fn some_divisions(space: &Space<Key>, random: &mut Random) -> Vec<Vec<Division>> {
    let mut all = vec![Vec::new()];
    let complete = |division: &Vec<Vec<usize>>| division.concat().len() == space.groups.len();
    let mut divisions: Vec<_> = truth::divisions(space).into_iter().filter(complete).collect();
    for count in 1..=MAX_DIVISIONS {
        random.shuffle(&mut divisions);
        let some = divisions.iter().take(count);
        all.push(some.map(|division| truth::computed(space, division)).collect());
    }
    all
}

/// What came of the tests: by way and moves to spare, how many states could do with these, and
/// of the others how many the test told.
#[derive(Debug, Default)]
struct Told {
    enough: [[u32; LEVELS]; 2],
    too_few: [[u32; LEVELS]; 2],
    told: [[u32; LEVELS]; 2],
}

fn told(tests: Question) -> Told {
    told_by(truth::expander, tests)
}

fn told_by(expander: impl Fn(&Space<Key>, &[Division]) -> Expander, tests: Question) -> Told {
    let nothing = Look::at(Pushes::New(Arrival::UNKNOWN), Deltas::default());
    let mut random = Random::new(7);
    let mut all = Told::default();
    for text in BOARDS {
        let space = truth::space(text);
        let states = from_start(&space);
        let lefts = to_goal(&space, &states);
        for divisions in some_divisions(&space, &mut random) {
            let mut expander = expander(&space, &divisions);
            assert!(expander.tells_tightness(), "nothing is spare");
            for (nth, way) in [Way::Forward, Way::Backward].into_iter().enumerate() {
                let truth = if way == Way::Forward { &lefts } else { &states };
                // There are many.
                for key in states.keys().filter(|&key| key % 3 == 0) {
                    let estimate = expander.estimates(&space, key).ahead(way);
                    let moves = truth.get(key).copied().unwrap_or(u16::MAX);
                    let mut may_before = false;
                    for more in 0..=MAX_SPARE {
                        let suffices = moves <= estimate + more;
                        let question = Some(Question { more, ..tests });
                        let look = Look { question, ..nothing };
                        let may = expander.children(&space, way, key, look, |_| ()).is_some();
                        let position = space.position_of(key);
                        assert!(may || !suffices, "{way:?} {more} {position:?}");
                        assert!(may || !may_before, "{way:?} {more} {position:?}");
                        may_before = may;
                        let level = usize::from(more);
                        all.enough[nth][level] += u32::from(suffices);
                        all.too_few[nth][level] += u32::from(!suffices);
                        all.told[nth][level] += u32::from(!may);
                    }
                }
            }
        }
    }
    all
}

#[test]
fn moves_that_are_enough_are_never_said_to_be_too_few() {
    let none = Question::NONE;
    let quick = told(Question { quick: true, ..none });
    let packed = told(Question { quick: true, packed: true, ..none });
    let relaxed = told(Question { quick: true, relaxed: true, learns: true, ..none });
    let all = told(Question { quick: true, packed: true, relaxed: true, learns: true, ..none });
    let unpacked = Question { quick: true, relaxed: true, learns: true, ..none };
    let unpacked = told_by(truth::without_conflicts, unpacked);
    let alone = told(Question { packed: true, ..none });
    let without_quick = told(Question { relaxed: true, learns: true, ..none });
    let conflicts = told(Question { conflicts: true, ..none });
    for nth in 0..2 {
        assert_eq!(conflicts.too_few[nth], quick.too_few[nth]);
        assert!(conflicts.told[nth][0] * 10 > conflicts.too_few[nth][0], "{conflicts:?}");
        assert!(conflicts.told[nth][1] > 0, "{conflicts:?}");
        assert!(quick.enough[nth][0] > 5_000, "{quick:?}");
        assert!(quick.told[nth][0] * 2 > quick.too_few[nth][0], "{quick:?}");
        assert_eq!(quick.too_few[nth], relaxed.too_few[nth]);
        assert!(relaxed.told[nth][0] > quick.told[nth][0], "{relaxed:?}");
        assert!(relaxed.told[nth][1] * 2 > quick.told[nth][1] * 3, "{relaxed:?}");
        for more in 0..=1 {
            assert!(packed.told[nth][more] > quick.told[nth][more], "{packed:?}");
            assert_eq!(alone.told[nth][more], packed.told[nth][more]);
            assert_eq!(without_quick.told[nth][more], all.told[nth][more]);
            assert_eq!(relaxed.told[nth][more], all.told[nth][more], "it divides by conflicts");
            assert!(all.told[nth][more] >= unpacked.told[nth][more], "{all:?}");
            assert!(all.told[nth][more] > packed.told[nth][more], "{all:?}");
        }
    }
}

/// Asks of all children of all states whether conflicts tell that they need more moves than so
/// many. Calls `check` with the moves that a child needs, those it is asked for and the answer.
fn ask_children(
    space: &Space<Key>,
    expander: &mut Expander,
    way: Way,
    truth: &HashMap<Key, u16>,
    states: impl Iterator<Item = Key>,
    mut check: impl FnMut(&Key, u16, u16, bool),
) {
    // What is known of the state from the question is used for its children; it is not told.
    let question = Question { more: 200, conflicts: true, packed: true, ..Question::NONE };
    let new = Look::at(Pushes::New(Arrival::UNKNOWN), Deltas::ALL);
    let all = Look { question: Some(question), ..new };
    for state in states {
        expander.children(space, way, &state, all, |mut child| {
            let (key, estimate) = (child.key(), child.estimates.ahead(way));
            let needs = truth.get(&key).copied().unwrap_or(u16::MAX);
            for most in estimate..=estimate + MAX_SPARE {
                let exceeds = child.exceeds(most);
                check(&key, needs, most, exceeds);
            }
        });
    }
}

#[test]
fn children_are_told_as_the_states_that_they_are() {
    let mut told = [0; 2];
    for text in BOARDS {
        let space = truth::space(text);
        let states = from_start(&space);
        let lefts = to_goal(&space, &states);
        for (nth, knows_triples) in [false, true].into_iter().enumerate() {
            let mut expander = truth::knowing(&space, &[], knows_triples);
            let mut other = truth::knowing(&space, &[], knows_triples);
            for way in [Way::Forward, Way::Backward] {
                let truth = if way == Way::Forward { &lefts } else { &states };
                let keys = states.keys().copied();
                ask_children(
                    &space,
                    &mut expander,
                    way,
                    truth,
                    keys,
                    |key, needs, most, exceeds| {
                        assert!(
                            !exceeds || needs > most,
                            "{way:?} {most} {:?}",
                            space.position_of(key)
                        );
                        told[nth] += u32::from(exceeds);
                        let more = most - other.estimates(&space, key).ahead(way);
                        let question = Some(Question { more, conflicts: true, ..Question::NONE });
                        let nothing = Look::at(Pushes::New(Arrival::UNKNOWN), Deltas::default());
                        let look = Look { question, ..nothing };
                        let may = other.children(&space, way, key, look, |_| ()).is_some();
                        assert_eq!(exceeds, !may, "{way:?} {most} {:?}", space.position_of(key));
                    },
                );
            }
        }
    }
    let [by_pairs, by_triples] = told;
    assert!(by_pairs > 1_000 && by_triples > by_pairs, "{told:?}");
}

#[test]
fn what_is_told_does_not_depend_on_what_was_asked_before() {
    let nothing = Look::at(Pushes::New(Arrival::UNKNOWN), Deltas::default());
    let mut told = 0;
    for text in BOARDS {
        let space = truth::space(text);
        let mut keys: Vec<Key> = from_start(&space).into_keys().collect();
        keys.sort_unstable();
        keys.truncate(3_000);
        for way in [Way::Forward, Way::Backward] {
            let ask = |expander: &mut Expander, key: &Key| {
                let answers = (0..=2).map(|more| {
                    let question =
                        Some(Question { more, relaxed: true, learns: true, ..Question::NONE });
                    let look = Look { question, ..nothing };
                    expander.children(&space, way, key, look, |_| ()).is_some()
                });
                answers.collect::<Vec<_>>()
            };
            let mut expanders = [(); 2].map(|()| truth::expander(&space, &[]));
            let first: Vec<_> = keys.iter().map(|key| ask(&mut expanders[0], key)).collect();
            let then = keys.iter().rev().map(|key| ask(&mut expanders[1], key));
            assert!(first.iter().rev().cloned().eq(then), "{text}");
            told += first.iter().flatten().filter(|&&may| !may).count();
        }
    }
    assert!(told > 10_000, "{told}");
}
