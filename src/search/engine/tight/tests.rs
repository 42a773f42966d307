//! The test of tightness against the true distances on small boards: it never says of an
//! exact estimate that it is too low, and says so of many that are.

use std::collections::{HashMap, VecDeque};

use crate::puzzle::parse_text;
use crate::search::engine::class::{Deltas, Way};
use crate::search::engine::estimate::pattern::{Asked, by_group};
use crate::search::engine::estimate::{Estimator, group_tables};
use crate::search::engine::expand::Expander;
use crate::search::engine::tight::Tightness;
use crate::search::heuristic::distance::Distances;
use crate::search::space::{Space, Wanted};

type Key = u128;

/// Tiles of one colour each, of one colour, both; with walls and without; goals of all
/// tiles, of some, and floating ones.
const BOARDS: [&str; 8] = [
    "R.B.\n....\n..#.\nG...\n\n....\n.RB.\n.G#.\n....",
    "RB.G\n....\n....\n....\n\n....\n.G..\n..B.\nR...",
    "R...\n.R..\n....\n...B\n\n....\n..R.\n.RB.\n....",
    "RR..\n....\n#...\n..RR\n\n....\n.RR.\n#RR.\n....",
    "R..B.\n.#.#.\n..G..\n.....\n\n.....\n.#R#.\n.BG..\n.....",
    "R.B.\n....\n..#.\nG..B\n\nRB\nBG",
    "R.B.\n....\n.#..\nG..#\n\nRB\n.G",
    "R.B.R\n.....\n..#..\n\n.....\n.RB..\n.R#..",
];

/// Returns the states that can be reached and the moves to each.
fn from_start(space: &Space<Key>) -> HashMap<Key, u16> {
    let mut moves = HashMap::from([(space.start, 0)]);
    let mut queue = VecDeque::from([space.start]);
    while let Some(key) = queue.pop_front() {
        let next_moves = moves[&key] + 1;
        for next in successors(space, &key) {
            moves.entry(next).or_insert_with(|| {
                queue.push_back(next);
                next_moves
            });
        }
    }
    moves
}

/// Returns the moves from each of these states to the goal, where it can be reached.
fn to_goal(space: &Space<Key>, states: &HashMap<Key, u16>) -> HashMap<Key, u16> {
    let mut before: HashMap<Key, Vec<Key>> = HashMap::new();
    for &key in states.keys() {
        for next in successors(space, &key) {
            before.entry(next).or_default().push(key);
        }
    }
    let mut queue: VecDeque<Key> =
        states.keys().copied().filter(|key| space.is_goal(key)).collect();
    let mut moves: HashMap<Key, u16> = queue.iter().map(|&key| (key, 0)).collect();
    while let Some(key) = queue.pop_front() {
        let next_moves = moves[&key] + 1;
        for &previous in before.get(&key).into_iter().flatten() {
            moves.entry(previous).or_insert_with(|| {
                queue.push_back(previous);
                next_moves
            });
        }
    }
    moves
}

fn successors(space: &Space<Key>, key: &Key) -> Vec<Key> {
    let mut scratch = crate::search::space::Scratch::new(space);
    let mut all = Vec::new();
    space.for_each_successor(key, &mut scratch, |_, next| all.push(next));
    all
}

fn expander(space: &Space<Key>) -> Expander {
    let distances = Distances::new(space);
    let groups = space.groups.iter().enumerate();
    let sites = |slot| space.site(&space.start, slot);
    let start: Wanted =
        groups.map(|(nth, group)| (nth, group.slots().map(sites).collect())).collect();
    let placements = &space.goal.placements;
    let tightness = Tightness::new(space, &distances, placements);
    let asked = std::iter::once(&start).chain(placements);
    let asked: Vec<Asked> = asked.map(|one| by_group(space.groups.len(), one)).collect();
    let tables = group_tables(space, &distances, &asked, 1 << 20);
    let estimator = Estimator::new(space, &tables, &[]);
    assert!(tightness.is_some(), "nothing is spare");
    Expander::new(space, estimator, tightness)
}

#[test]
fn an_exact_estimate_is_never_said_to_be_too_low() {
    let (mut exact, mut too_low, mut said) = ([0; 2], [0; 2], [0; 2]);
    for text in BOARDS {
        let puzzle = parse_text(text, None).unwrap().validate().unwrap();
        let space = Space::<Key>::new(&puzzle);
        let mut expander = expander(&space);
        let states = from_start(&space);
        let lefts = to_goal(&space, &states);
        for (nth, way) in [Way::Forward, Way::Backward].into_iter().enumerate() {
            let truth = if way == Way::Forward { &lefts } else { &states };
            for key in states.keys() {
                let none = Deltas::default();
                expander.children(&space, way, key, none, Deltas::ALL, |mut child| {
                    let is_exact = truth.get(&child.key()) == Some(&child.estimates.ahead(way));
                    let may_be = child.may_be_exact();
                    assert!(may_be || !is_exact, "{way:?} {:?}", space.position_of(&child.key()));
                    exact[nth] += u32::from(is_exact);
                    too_low[nth] += u32::from(!is_exact);
                    said[nth] += u32::from(!may_be);
                });
            }
        }
    }
    for nth in 0..2 {
        assert!(exact[nth] > 10_000, "{exact:?}");
        assert!(said[nth] * 2 > too_low[nth], "{said:?} of {too_low:?}");
    }
}
