//! The test of tightness against the true distances on small boards: it never says of an
//! exact estimate that it is too low, and says so of many that are.

use crate::search::engine::arrival::Arrival;
use crate::search::engine::class::{Deltas, Way};
use crate::search::engine::estimate::{Estimator, group_tables};
use crate::search::engine::expand::Expander;
use crate::search::engine::shape::Pushes;
use crate::search::engine::tight::Tightness;
use crate::search::engine::truth::{self, BOARDS, Key, from_start, to_goal};
use crate::search::heuristic::distance::Distances;
use crate::search::space::Space;

fn expander(space: &Space<Key>) -> Expander {
    let distances = Distances::new(space);
    let tightness = Tightness::new(space, &distances, &space.goal.placements);
    let tables = group_tables(space, &distances, &truth::asked(space), 1 << 20);
    let estimator = Estimator::new(space, &tables, &[]);
    assert!(tightness.is_some(), "nothing is spare");
    Expander::new(space, estimator, tightness)
}

#[test]
fn an_exact_estimate_is_never_said_to_be_too_low() {
    let (mut exact, mut too_low, mut said) = ([0; 2], [0; 2], [0; 2]);
    for text in BOARDS {
        let space = truth::space(text);
        let mut expander = expander(&space);
        let states = from_start(&space);
        let lefts = to_goal(&space, &states);
        for (nth, way) in [Way::Forward, Way::Backward].into_iter().enumerate() {
            let truth = if way == Way::Forward { &lefts } else { &states };
            for key in states.keys() {
                let pushes = Pushes::New(Arrival::UNKNOWN);
                expander.children(&space, way, key, pushes, Deltas::ALL, |mut child| {
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
