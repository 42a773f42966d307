//! Tests of the prover by what it counts; what it proves is tested by
//! [`crate::search::engine::tests`].

use super::*;
use crate::search::base::goal_states;
use crate::search::engine::tests::truth;

/// States examined in a step.
const STEP: u64 = 64;

#[test]
fn few_states_are_looked_at_twice_for_a_bound() {
    let (_, space) = truth::first_puzzle();
    let goals = goal_states::list(&space, &space.goal.placements, 10).unwrap();
    let expander = || truth::expander(&space, &[]);
    let policy = Policy::OneSided(Way::Forward);
    let mut prover = Prover::new(&space, 1, policy, expander, Some(goals), 1_000);
    prover.lower_incumbent(17);
    let (mut bound, mut before, mut open) = (prover.own_bound(), 0, 0);
    loop {
        let progressed = prover.step(&space, STEP, 1 << 30).unwrap_or_else(|_| panic!("no memory"));
        if prover.own_bound() > bound {
            let (examined, stored) = (prover.done.examined - before, prover.counts().stored);
            // Some are stored again when a shorter way opens, and the last step may have gone on to
            // the next bound.
            assert!(
                examined <= stored + stored / 20 + STEP,
                "{bound}: {examined} looks at {stored}"
            );
            open = open.max(prover.counts().open);
            (bound, before) = (prover.own_bound(), prover.done.examined);
        }
        if !matches!(progressed, Progressed::More) {
            break;
        }
    }
    assert_eq!(bound, 17);
    assert!(open > 1_000, "else there is nothing to look at twice");
}
