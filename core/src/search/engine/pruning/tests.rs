//! The checks against true distances on small boards: they are admissible, and refute much.

use std::collections::HashMap;
use std::sync::Arc;

use super::MAX_SLACK;
use super::changing::ChangingStates;
use super::expander::{Expander, Look};
use crate::puzzle::random::Random;
use crate::puzzle::{Cell, TileKind, parse_text};
use crate::search::base::clock::Deadline;
use crate::search::base::heuristic::Evaluator;
use crate::search::base::options::Heuristic;
use crate::search::base::space::Space;
use crate::search::engine::estimate::pattern_database::PatternDatabase;
use crate::search::engine::estimate::{DEAD, Partition};
use crate::search::engine::states::bucket::{Deltas, Way};
use crate::search::engine::states::layout::Expansion;
use crate::search::engine::states::move_pruning::CreatingMove;
use crate::search::engine::tests::truth::{
    self, BOARDS, Key, TERRAIN_BOARDS, from_start, from_start_within, to_goal,
};
use crate::trial::{random_draft, with_changes, with_terrain};

/// Slack levels that are checked.
const LEVELS: usize = MAX_SLACK as usize + 1;

/// Returns some partitions: one without patterns, and random ones.
fn some_partitions(space: &Space<Key>, random: &mut Random) -> Vec<Partition> {
    let complete = |partition: &Vec<Vec<usize>>| partition.concat().len() == space.groups.len();
    let mut partitions: Vec<_> = truth::partitions(space).into_iter().filter(complete).collect();
    random.shuffle(&mut partitions);
    let some = partitions.iter().take(3).map(|partition| truth::computed(space, partition));
    std::iter::once(Vec::new()).chain(some).collect()
}

/// By direction and slack: the states that can be solved within it, those that cannot, and those
/// refuted.
#[derive(Debug, Default)]
struct Tally {
    enough: [[u32; LEVELS]; 2],
    too_few: [[u32; LEVELS]; 2],
    refuted: [[u32; LEVELS]; 2],
}

fn tally(
    boards: &[&str],
    expander: impl Fn(&Space<Key>, &[Arc<PatternDatabase>]) -> Expander,
) -> Tally {
    let nothing = Look::at(Expansion::Unexpanded(CreatingMove::UNKNOWN), Deltas::default());
    let mut random = Random::new(7);
    let mut all = Tally::default();
    for text in boards {
        let space = truth::space(text);
        let states = from_start(&space);
        let lefts = to_goal(&space, &states);
        for patterns in some_partitions(&space, &mut random) {
            let mut expander = expander(&space, &patterns);
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
                        let look = Look { slack: Some(slack), ..nothing };
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
    let all = tally(&BOARDS, truth::expander);
    let without = tally(&BOARDS, truth::without_conflicts);
    for nth in 0..2 {
        assert!(all.enough[nth][0] > 5_000, "{all:?}");
        assert_eq!(all.too_few[nth], without.too_few[nth]);
        // Nearly all states that need more moves are told with no slack or with one move.
        for slack in 0..=1 {
            assert!(all.refuted[nth][slack] * 10 > all.too_few[nth][slack] * 9, "{all:?}");
            assert!(all.refuted[nth][slack] >= without.refuted[nth][slack], "{all:?} {without:?}");
        }
    }
}

#[test]
fn conflicts_alone_never_say_so_either() {
    let (mut needed, mut refuted) = (0, 0);
    for text in truth::boards() {
        let space = truth::space(text);
        let states = from_start(&space);
        let lefts = to_goal(&space, &states);
        let mut pruner = truth::pruner(&space, true, 1 << 24).expect("nothing is spare");
        for (way, truth) in [(Way::Forward, &lefts), (Way::Backward, &states)] {
            for key in states.keys() {
                let sites: Vec<u16> =
                    (0..space.tile_count()).map(|slot| space.site(key, slot)).collect();
                let moves = truth.get(key).copied().unwrap_or(u16::MAX);
                for most in 0..12 {
                    let exceeds = pruner.conflicts_exceed(way, &sites, most);
                    assert!(
                        !exceeds || moves > most,
                        "{way:?} {most} {:?}",
                        space.position_of(key)
                    );
                    needed += u32::from(moves > most);
                    refuted += u32::from(exceeds);
                }
            }
        }
    }
    assert!(refuted * 2 > needed, "{refuted} of {needed}");
}

/// What is refuted there is compared with the truth alone: a landmark learnt from one state may
/// refute another that the checks of that state by itself do not, so the order counts.
#[test]
fn they_are_not_with_passes_and_thin_walls() {
    let found = tally(&TERRAIN_BOARDS, truth::expander);
    for nth in 0..2 {
        assert!(found.enough[nth][0] > 100 && found.refuted[nth][0] > 100, "{found:?}");
    }
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
                    let look = Look { slack: Some(slack), ..nothing };
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

/// Checks all states by an expander, in this order. None that can be solved within its slack may be
/// refuted.
fn check_all<'a>(
    space: &Space<Key>,
    expander: &mut Expander,
    states: impl Iterator<Item = (&'a Key, u16)>,
) {
    let nothing = Look::at(Expansion::Unexpanded(CreatingMove::UNKNOWN), Deltas::default());
    for (key, moves) in states {
        let estimate = expander.estimates(space, key).ahead(Way::Forward);
        for slack in 0..=MAX_SLACK {
            let look = Look { slack: Some(slack), ..nothing };
            let may = expander.children(space, Way::Forward, key, look, |_| ()).is_some();
            assert!(may || moves > estimate + slack, "{slack} {:?}", space.position_of(key));
        }
    }
}

#[test]
fn nor_while_another_thread_learns_and_the_store_is_full() {
    let mut reordered = 0;
    for text in BOARDS {
        let space = truth::space(text);
        let states = from_start(&space);
        let lefts = to_goal(&space, &states);
        let mut all: Vec<(&Key, u16)> = lefts.iter().map(|(key, &moves)| (key, moves)).collect();
        all.sort_unstable();
        all.truncate(4_000);
        // So little memory that the less active half is dropped again and again.
        let pruner = truth::pruner(&space, true, 1).expect("nothing is spare");
        let mut expanders =
            [(); 2].map(|()| truth::expander_with(&space, &[], Some(pruner.clone())));
        let [one, two] = &mut expanders;
        std::thread::scope(|scope| {
            scope.spawn(|| check_all(&space, one, all.iter().copied()));
            scope.spawn(|| check_all(&space, two, all.iter().rev().copied()));
        });
        reordered += usize::from(pruner.search.was_reordered());
    }
    assert!(reordered > 2, "{reordered}");
}

/// Returns a random board whose tiles change, with the moves to each of its states.
fn changing_board(random: &mut Random) -> Option<(Space<Key>, HashMap<Key, u16>)> {
    let plain = random_draft(random, 4);
    let draft = if random.bool() { with_terrain(&plain, random) } else { plain };
    let puzzle = with_changes(&draft, random).validate().ok()?.without_waypoints();
    let space = Space::<Key>::new(&puzzle);
    space.changing()?;
    let states = from_start_within(&space, 2_000)?;
    Some((space, states))
}

#[test]
fn nor_where_tiles_change() {
    let nothing = Look::at(Expansion::Unexpanded(CreatingMove::UNKNOWN), Deltas::default());
    let mut random = Random::new(82);
    let (mut enough, mut too_few, mut refuted) = ([0; LEVELS], [0; LEVELS], [0; LEVELS]);
    for _ in 0..400 {
        let Some((space, states)) = changing_board(&mut random) else { continue };
        let lefts = to_goal(&space, &states);
        let estimator = || {
            let evaluator = Evaluator::new(&space, Heuristic::SlideDistance);
            evaluator.into_changing().expect("its tiles change")
        };
        let narrow = ChangingStates::new(&space, estimator());
        let wide = ChangingStates::with_wide_words(&space, estimator());
        let [mut expander, mut twin] =
            [narrow, wide].map(|states| Expander::changing(&space, states, &Deadline::never()));
        for key in states.keys() {
            let estimate = expander.estimates(&space, key).to_goal;
            if estimate >= DEAD {
                continue;
            }
            let moves = lefts.get(key).copied().unwrap_or(u16::MAX);
            for slack in 0..=MAX_SLACK {
                let look = Look { slack: Some(slack), ..nothing };
                let [may, same] = [&mut expander, &mut twin]
                    .map(|one| one.children(&space, Way::Forward, key, look, |_| ()).is_some());
                let suffices = moves <= estimate + slack;
                assert!(
                    may || !suffices,
                    "{slack} {estimate} {moves} {:?}",
                    space.position_of(key)
                );
                assert_eq!(may, same, "{slack} {:?}", space.position_of(key));
                let level = usize::from(slack);
                enough[level] += u32::from(suffices);
                too_few[level] += u32::from(!suffices);
                refuted[level] += u32::from(!may);
            }
        }
    }
    // Where tiles may stand anywhere most of those that cannot be solved at all pass.
    assert!(
        enough[0] > 5_000 && refuted[0] * 5 > too_few[0] * 2,
        "{enough:?} {too_few:?} {refuted:?}"
    );
}

/// Two staircases, one back along the other, where each move goes one cell: farther than distances
/// are told apart. A chameleon stands by itself.
fn winding_corridor() -> Space<Key> {
    let mut cells = vec![vec!['#'; 32]; 32];
    for nth in 0..28_usize {
        for (x, y) in [(nth, nth), (nth + 1, nth), (nth, nth + 2), (nth, nth + 3)] {
            cells[y][x] = '.';
        }
    }
    // The turn.
    cells[28..=30].iter_mut().for_each(|row| row[28] = '.');
    cells[0][31] = 'C';
    let rows = |(x, y): (usize, usize)| {
        let mut cells = cells.clone();
        cells[y][x] = 'R';
        cells.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
    };
    let text = format!("{}\n\n{}", rows((0, 0)), rows((0, 2)));
    let mut draft = parse_text(&text, None).unwrap();
    let chameleon = draft.start[Cell { x: 31, y: 0 }].colour().expect("a tile");
    draft.palette.swatch_mut(chameleon).kind = TileKind::Chameleon;
    Space::new(&draft.validate().unwrap())
}

#[test]
fn nor_in_long_corridors() {
    let space = winding_corridor();
    let lefts = to_goal(&space, &from_start(&space));
    let evaluator = Evaluator::new(&space, Heuristic::SlideDistance);
    let states =
        ChangingStates::new(&space, evaluator.into_changing().expect("one is a chameleon"));
    let mut expander = Expander::changing(&space, states, &Deadline::never());
    let nothing = Look::at(Expansion::Unexpanded(CreatingMove::UNKNOWN), Deltas::default());
    let (moves, estimate) = (lefts[&space.start], expander.estimates(&space, &space.start).to_goal);
    let look = Look { slack: Some(moves - estimate), ..nothing };
    assert!(moves > 100 && moves - estimate <= MAX_SLACK, "{estimate} {moves}");
    assert!(expander.children(&space, Way::Forward, &space.start, look, |_| ()).is_some());
}
