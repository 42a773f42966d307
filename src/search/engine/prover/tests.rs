//! Tests of the prover by what it counts; what it proves is tested by [`crate::search::engine::tests`].

use super::*;
use crate::search::engine::truth;
use crate::search::goal_states;

/// States that the prover looks at in a step.
const STEP: u64 = 64;

#[test]
fn few_states_are_looked_at_twice_for_a_bound() {
    let (_, space) = truth::first_puzzle();
    let goals = goal_states::list(&space, &space.goal.placements, 10).unwrap();
    let expander = || truth::expander(&space, &[]);
    let policy = Policy::Only(Way::Forward);
    let mut prover = Prover::new(&space, 1, policy, expander, Some(goals), 1_000);
    prover.set_memory(1 << 30);
    prover.lower_incumbent(17);
    let (mut bound, mut before, mut held_back) = (prover.own_bound(), 0, 0);
    loop {
        let progressed = prover.step(&space, STEP).unwrap_or_else(|_| panic!("no memory"));
        if prover.own_bound() > bound {
            let (looked_at, stored) = (prover.looked_at - before, prover.counts().stored);
            // Some are stored anew, when a shorter way to them is found; and the last step may have
            // gone on to the next bound.
            assert!(
                looked_at <= stored + stored / 20 + STEP,
                "{bound}: {looked_at} looks at {stored}"
            );
            held_back = held_back.max(prover.held_back);
            (bound, before) = (prover.own_bound(), prover.looked_at);
        }
        if !matches!(progressed, Progressed::More) {
            break;
        }
    }
    assert_eq!(bound, 17);
    assert!(held_back > 1_000, "else there is nothing to look at twice");
}
