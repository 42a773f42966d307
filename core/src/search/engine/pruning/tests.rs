//! The checks against true distances on small boards: they are admissible, and refute much.

use std::collections::HashMap;

use super::expander::{Expander, Look};
use super::{Checks, MAX_SLACK};
use crate::puzzle::random::Random;
use crate::search::engine::estimate::{MAX_ESTIMATE_PARTITIONS, Partition};
use crate::search::engine::states::bucket::{Deltas, Way};
use crate::search::engine::states::layout::Expansion;
use crate::search::engine::states::move_pruning::CreatingMove;
use crate::search::engine::truth::{self, BOARDS, Key, TERRAIN_BOARDS, from_start, to_goal};
use crate::search::space::Space;

/// Slack levels that are checked.
const LEVELS: usize = MAX_SLACK as usize + 1;

/// Returns lists of partitions that can be used together: none, and random ones.
fn some_partitions(space: &Space<Key>, random: &mut Random) -> Vec<Vec<Partition>> {
    let mut all = vec![Vec::new()];
    let complete = |partition: &Vec<Vec<usize>>| partition.concat().len() == space.groups.len();
    let mut partitions: Vec<_> = truth::partitions(space).into_iter().filter(complete).collect();
    for count in 1..=MAX_ESTIMATE_PARTITIONS {
        random.shuffle(&mut partitions);
        let some = partitions.iter().take(count);
        all.push(some.map(|partition| truth::computed(space, partition)).collect());
    }
    all
}

/// By direction and slack: the states that can be solved within it, those that cannot, and those
/// refuted.
#[derive(Debug, Default)]
struct Tally {
    enough: [[u32; LEVELS]; 2],
    too_few: [[u32; LEVELS]; 2],
    refuted: [[u32; LEVELS]; 2],
}

fn tally(tests: Checks) -> Tally {
    tally_with(truth::expander, tests)
}

fn tally_with(expander: impl Fn(&Space<Key>, &[Partition]) -> Expander, tests: Checks) -> Tally {
    tally_of(&BOARDS, expander, tests)
}

fn tally_of(
    boards: &[&str],
    expander: impl Fn(&Space<Key>, &[Partition]) -> Expander,
    tests: Checks,
) -> Tally {
    let nothing = Look::at(Expansion::Unexpanded(CreatingMove::UNKNOWN), Deltas::default());
    let mut random = Random::new(7);
    let mut all = Tally::default();
    for text in boards {
        let space = truth::space(text);
        let states = from_start(&space);
        let lefts = to_goal(&space, &states);
        for partitions in some_partitions(&space, &mut random) {
            let mut expander = expander(&space, &partitions);
            assert!(expander.has_pruner(), "nothing is spare");
            for (nth, way) in [Way::Forward, Way::Backward].into_iter().enumerate() {
                let truth = if way == Way::Forward { &lefts } else { &states };
                // There are many.
                for key in states.keys().filter(|&key| key % 3 == 0) {
                    let estimate = expander.estimates(&space, key).ahead(way);
                    let moves = truth.get(key).copied().unwrap_or(u16::MAX);
                    let mut may_before = false;
                    for slack in 0..=MAX_SLACK {
                        let suffices = moves <= estimate + slack;
                        let checks = Some(Checks { slack, ..tests });
                        let look = Look { checks, ..nothing };
                        let may = expander.children(&space, way, key, look, |_| ()).is_some();
                        let position = space.position_of(key);
                        assert!(may || !suffices, "{way:?} {slack} {position:?}");
                        assert!(may || !may_before, "{way:?} {slack} {position:?}");
                        may_before = may;
                        let level = usize::from(slack);
                        all.enough[nth][level] += u32::from(suffices);
                        all.too_few[nth][level] += u32::from(!suffices);
                        all.refuted[nth][level] += u32::from(!may);
                    }
                }
            }
        }
    }
    all
}

#[test]
fn moves_that_are_enough_are_never_said_to_be_too_few() {
    let none = Checks::NONE;
    let supports = tally(Checks { supports: true, ..none });
    let partition = tally(Checks { supports: true, partition: true, ..none });
    let landmarks = tally(Checks { supports: true, landmarks: true, learn: true, ..none });
    let all =
        tally(Checks { supports: true, partition: true, landmarks: true, learn: true, ..none });
    let unpacked = Checks { supports: true, landmarks: true, learn: true, ..none };
    let unpacked = tally_with(truth::without_conflicts, unpacked);
    let alone = tally(Checks { partition: true, ..none });
    let without_quick = tally(Checks { landmarks: true, learn: true, ..none });
    let conflicts = tally(Checks { conflicts: true, ..none });
    for nth in 0..2 {
        assert_eq!(conflicts.too_few[nth], supports.too_few[nth]);
        assert!(conflicts.refuted[nth][0] * 10 > conflicts.too_few[nth][0], "{conflicts:?}");
        assert!(conflicts.refuted[nth][1] > 0, "{conflicts:?}");
        assert!(supports.enough[nth][0] > 5_000, "{supports:?}");
        assert!(supports.refuted[nth][0] * 2 > supports.too_few[nth][0], "{supports:?}");
        assert_eq!(supports.too_few[nth], landmarks.too_few[nth]);
        assert!(landmarks.refuted[nth][0] > supports.refuted[nth][0], "{landmarks:?}");
        assert!(landmarks.refuted[nth][1] * 2 > supports.refuted[nth][1] * 3, "{landmarks:?}");
        for slack in 0..=1 {
            assert!(partition.refuted[nth][slack] > supports.refuted[nth][slack], "{partition:?}");
            assert_eq!(alone.refuted[nth][slack], partition.refuted[nth][slack]);
            assert_eq!(without_quick.refuted[nth][slack], all.refuted[nth][slack]);
            assert_eq!(
                landmarks.refuted[nth][slack], all.refuted[nth][slack],
                "it divides by conflicts"
            );
            assert!(all.refuted[nth][slack] >= unpacked.refuted[nth][slack], "{all:?}");
            assert!(all.refuted[nth][slack] > partition.refuted[nth][slack], "{all:?}");
        }
    }
}

/// What is refuted there is compared with the truth alone: a landmark learnt from one state may
/// refute another that the checks of that state by itself do not, so the order counts.
#[test]
fn they_are_not_with_passes_and_thin_walls() {
    let supports = Checks { supports: true, ..Checks::NONE };
    let all = Checks { partition: true, landmarks: true, learn: true, ..supports };
    for tests in [supports, all] {
        let found = tally_of(&TERRAIN_BOARDS, truth::expander, tests);
        for nth in 0..2 {
            assert!(found.enough[nth][0] > 100 && found.refuted[nth][0] > 100, "{found:?}");
        }
    }
}

/// Checks all children of all states for conflicts. Calls `check` with the moves that a child
/// needs, those it is allowed, and the answer.
fn ask_children(
    space: &Space<Key>,
    expander: &mut Expander,
    way: Way,
    truth: &HashMap<Key, u16>,
    states: impl Iterator<Item = Key>,
    mut check: impl FnMut(&Key, u16, u16, bool),
) {
    // What is computed for the state is reused for its children; nothing is refuted with so much
    // slack.
    let checks = Checks { slack: 200, conflicts: true, partition: true, ..Checks::NONE };
    let new = Look::at(Expansion::Unexpanded(CreatingMove::UNKNOWN), Deltas::ALL);
    let all = Look { checks: Some(checks), ..new };
    for state in states {
        expander.children(space, way, &state, all, |mut child| {
            let (key, estimate) = (child.key(), child.estimates.ahead(way));
            let needs = truth.get(&key).copied().unwrap_or(u16::MAX);
            for most in estimate..=estimate + MAX_SLACK {
                let exceeds = child.exceeds(most);
                check(&key, needs, most, exceeds);
            }
        });
    }
}

#[test]
fn children_are_told_as_the_states_that_they_are() {
    let mut refuted = [0; 2];
    for text in truth::boards() {
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
                        refuted[nth] += u32::from(exceeds);
                        let slack = most - other.estimates(&space, key).ahead(way);
                        let checks = Some(Checks { slack, conflicts: true, ..Checks::NONE });
                        let nothing = Look::at(
                            Expansion::Unexpanded(CreatingMove::UNKNOWN),
                            Deltas::default(),
                        );
                        let look = Look { checks, ..nothing };
                        let may = other.children(&space, way, key, look, |_| ()).is_some();
                        assert_eq!(exceeds, !may, "{way:?} {most} {:?}", space.position_of(key));
                    },
                );
            }
        }
    }
    let [by_pairs, by_triples] = refuted;
    assert!(by_pairs > 1_000 && by_triples > by_pairs, "{refuted:?}");
}

#[test]
fn what_is_told_does_not_depend_on_what_was_asked_before() {
    let nothing = Look::at(Expansion::Unexpanded(CreatingMove::UNKNOWN), Deltas::default());
    let mut refuted = 0;
    for text in BOARDS {
        let space = truth::space(text);
        let mut keys: Vec<Key> = from_start(&space).into_keys().collect();
        keys.sort_unstable();
        keys.truncate(3_000);
        for way in [Way::Forward, Way::Backward] {
            let ask = |expander: &mut Expander, key: &Key| {
                let answers = (0..=2).map(|slack| {
                    let checks =
                        Some(Checks { slack, landmarks: true, learn: true, ..Checks::NONE });
                    let look = Look { checks, ..nothing };
                    expander.children(&space, way, key, look, |_| ()).is_some()
                });
                answers.collect::<Vec<_>>()
            };
            let mut expanders = [(); 2].map(|()| truth::expander(&space, &[]));
            let first: Vec<_> = keys.iter().map(|key| ask(&mut expanders[0], key)).collect();
            let then = keys.iter().rev().map(|key| ask(&mut expanders[1], key));
            assert!(first.iter().rev().cloned().eq(then), "{text}");
            refuted += first.iter().flatten().filter(|&&may| !may).count();
        }
    }
    assert!(refuted > 10_000, "{refuted}");
}
