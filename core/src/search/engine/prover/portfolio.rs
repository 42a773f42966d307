//! A portfolio of provers with different policies, raced until the best is left.
//!
//! Whether to search from one end, and from which, or from both depends on how accurate the
//! estimates are each way and on how much pruning refutes. The factor is five and more, and the
//! only reliable way to tell is to race them. All provers get equal shares of the work. One is
//! dropped when it has done more work than another needed for the same bound, by a quarter. When
//! all have worked long, the one is left that came farthest with the least work. Who will need least
//! is not extrapolated: the first bounds mislead, and the wrong prover took ten times as long on some
//! levels.
//!
//! All decisions are by states examined and generated, not by time, so with one thread they do not
//! depend on the machine.
//!
//! References: Huberman, Lukose, Hogg, *An Economics Approach to Hard Computational Problems*, 1997
//! (portfolios); Jamieson, Talwalkar, *Non-stochastic Best Arm Identification*, 2016 (successive
//! halving).

use std::cmp::Reverse;

use super::Prover;
use super::progress::{Halt, Progressed};
use super::side_policy::Policy;
use crate::search::base::algorithm::Counts;
use crate::search::base::key::Key;
use crate::search::base::space::Space;
use crate::search::engine::estimate::DEAD;
use crate::search::engine::pruning::expander::Expander;
use crate::search::engine::states::bucket::Way;
use crate::search::engine::table_growth::{Sample, YOUNG_STATES};

/// The work of one turn: each starts with cold caches.
const TURN_WORK: u64 = 1 << 12;

/// A prover is dropped when its work exceeds that with which another completed its bound by this
/// factor.
const BEHIND_FACTOR: f64 = 1.25;

/// The race ends when each has done this share (one part in this number) of the work that the whole
/// proof is expected to take, and after so much at the latest.
const RACE_WORK: u64 = 2_000_000;
const RACE_SHARE: f64 = 2.0;

/// Provers of the same puzzle.
pub struct Portfolio<K> {
    members: Vec<Member<K>>,
    /// Moves of the best solution known.
    incumbent: u16,
    /// The counts of dropped provers.
    before: Counts,
    work_before: u64,
    /// The states along the best solution.
    path: Vec<K>,
}

struct Member<K> {
    prover: Prover<K>,
    /// The bounds it has completed, and its work then.
    done: Vec<(u16, u64)>,
}

impl<K: Key> Portfolio<K> {
    /// Prepares the proof for a start that is no goal. `seeds` are all goal states, or `None` if
    /// there are too many: then only forward search is possible.
    pub fn new(
        space: &Space<K>,
        threads: usize,
        expander: impl Fn() -> Expander,
        seeds: Option<Vec<K>>,
        max_moves: u16,
    ) -> Self {
        let policies =
            [Policy::OneSided(Way::Forward), Policy::OneSided(Way::Backward), Policy::Smaller];
        let count = if seeds.is_some() { policies.len() } else { 1 };
        let member = |&policy: &Policy| {
            let seeds = seeds.clone();
            let prover = Prover::new(space, threads, policy, &expander, seeds, max_moves);
            Member { prover, done: Vec::new() }
        };
        let members = policies[..count].iter().map(member).collect();
        Self {
            members,
            incumbent: u16::MAX,
            before: Counts::default(),
            work_before: 0,
            path: Vec::new(),
        }
    }

    /// Returns the lower bound on all solutions.
    pub fn bound(&self) -> u16 {
        self.members.iter().map(|member| member.prover.bound()).max().unwrap_or(DEAD)
    }

    /// Takes a lower bound proved elsewhere.
    pub fn raise_bound(&mut self, bound: u16) {
        self.members.iter_mut().for_each(|member| member.prover.raise_bound(bound));
    }

    /// Takes a solution found elsewhere.
    pub fn lower_incumbent(&mut self, moves: u16) {
        self.incumbent = self.incumbent.min(moves);
        self.members.iter_mut().for_each(|member| member.prover.lower_incumbent(moves));
    }

    /// Returns the states along the best solution that they found.
    pub fn path(&self) -> &[K] {
        &self.path
    }

    /// Returns the steps of assignments in expanding a state, about.
    pub fn steps_per_state(&mut self) -> u64 {
        self.members[0].prover.steps_per_state()
    }

    /// Returns a sample of stored states, of each side from the prover that stores most.
    pub fn sample(&self, space: &Space<K>) -> Sample {
        let mut all = [Vec::new(), Vec::new()];
        for member in &self.members {
            for (sample, own) in all.iter_mut().zip(member.prover.sample(space)) {
                if own.len() > sample.len() {
                    *sample = own;
                }
            }
        }
        all
    }

    /// Returns the work done, in states examined.
    pub fn work(&self) -> u64 {
        let running: u64 = self.members.iter().map(|member| member.prover.work()).sum();
        self.work_before + running
    }

    pub fn counts(&self) -> Counts {
        let mut all = self.before;
        self.members.iter().for_each(|member| all += member.prover.counts());
        all
    }

    /// Returns the work that the proof is expected to take in all, as the race counts it, if that can
    /// be told.
    pub fn expected(&self) -> Option<f64> {
        // If a shorter solution exists this is too low a last bound, but nothing depends on it.
        let last = self.incumbent.saturating_sub(1);
        let all = self.members.iter().map(|member| member.expected_for(last));
        Some(all.fold(f64::INFINITY, f64::min)).filter(|states| states.is_finite())
    }

    /// Examines about `states` states; all provers together may hold `memory_bytes`.
    pub fn step(
        &mut self,
        space: &Space<K>,
        states: u64,
        memory_bytes: u64,
    ) -> Result<Progressed, Halt> {
        let mut left = states;
        while left > 0 {
            let nth = self.next();
            let share = if self.members.len() == 1 { left } else { left.min(TURN_WORK) };
            left -= share;
            match self.step_one(space, nth, share, memory_bytes) {
                Ok(Progressed::More) => {}
                Ok(progressed) => return Ok(progressed),
                Err(Halt::Full) if self.members.len() > 1 => self.drop_one(nth),
                Err(halt) => return Err(halt),
            }
            self.judge();
        }
        Ok(Progressed::More)
    }

    /// Returns the prover that has done least.
    fn next(&self) -> usize {
        let members = self.members.iter().enumerate();
        members.min_by_key(|(_, member)| member.prover.race_work()).expect("one is left at least").0
    }

    fn step_one(
        &mut self,
        space: &Space<K>,
        nth: usize,
        states: u64,
        memory_bytes: u64,
    ) -> Result<Progressed, Halt> {
        let memory = |member: &Member<K>| member.prover.counts().memory_bytes;
        let others = self.members.iter().enumerate().filter(|&(other, _)| other != nth);
        let taken: u64 = others.map(|(_, member)| memory(member)).sum();
        let member = &mut self.members[nth];
        let bound = member.prover.own_bound();
        let memory = memory_bytes.saturating_sub(taken);
        let progressed = member.prover.step(space, states, memory)?;
        let work = member.prover.race_work();
        member.done.extend((bound..member.prover.own_bound()).map(|bound| (bound, work)));
        self.raise_bound(self.bound());
        if matches!(progressed, Progressed::Found) {
            self.path = self.members[nth].prover.path().to_vec();
            self.lower_incumbent((self.path.len() - 1) as u16);
        }
        Ok(progressed)
    }

    /// Drops provers that are far behind, and all but one when they have worked long.
    fn judge(&mut self) {
        if self.members.len() == 1 {
            return;
        }
        let is_behind = |member: &Member<K>| {
            let at = member.prover.own_bound();
            let needed = self.members.iter().filter_map(|other| other.needed_for(at)).min();
            let allowed = needed.map(|needed| (BEHIND_FACTOR * needed as f64) as u64);
            allowed.is_some_and(|allowed| member.prover.race_work() > allowed.max(YOUNG_STATES))
        };
        if let Some(nth) = self.members.iter().position(is_behind) {
            return self.drop_one(nth);
        }
        let most = self.most();
        if self.members.iter().all(|member| member.prover.race_work() >= most) {
            self.drop_one(self.worst());
        }
    }

    /// Returns the work of each before one only is left.
    fn most(&self) -> u64 {
        let expected = self.expected().unwrap_or(f64::INFINITY);
        ((expected / RACE_SHARE) as u64).clamp(YOUNG_STATES, RACE_WORK)
    }

    /// Returns the prover that has completed fewest bounds, of several the one with most work.
    fn worst(&self) -> usize {
        let standing = |nth: &usize| {
            let last = self.members[*nth].done.last();
            last.map(|&(bound, work)| (bound, Reverse(work)))
        };
        (0..self.members.len()).min_by_key(standing).expect("there are some")
    }

    fn drop_one(&mut self, nth: usize) {
        let Member { prover, .. } = self.members.remove(nth);
        self.before += prover.counts().of_the_past();
        self.work_before += prover.work();
    }
}

impl<K: Key> Member<K> {
    /// Returns the work with which it completed `bound`.
    fn needed_for(&self, bound: u16) -> Option<u64> {
        self.done.iter().find(|done| done.0 == bound).map(|done| done.1)
    }

    /// Returns its work when it completes `bound`, extrapolated by the larger of its last growth
    /// and that since; infinite if unknown.
    fn expected_for(&self, bound: u16) -> f64 {
        let [.., (_, before), (completed, last)] = self.done[..] else { return f64::INFINITY };
        let [before, last, now] = [before, last, self.prover.race_work()].map(|work| work as f64);
        let growth = (last / before).max(now / last);
        if growth <= 1.0 {
            // Both bounds were completed in one turn.
            return f64::INFINITY;
        }
        last * growth.powi(i32::from(bound) - i32::from(completed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::base::goal_states;
    use crate::search::engine::tests::truth;

    fn begun(space: &Space<truth::Key>) -> Portfolio<truth::Key> {
        let goals = goal_states::list(space, &space.goal.placements, 10).unwrap();
        let expander = || truth::expander(space, &[]);
        Portfolio::new(space, 1, expander, Some(goals), 1_000)
    }

    #[test]
    fn not_all_are_left_and_those_prove_what_all_began() {
        let (puzzle, space) = truth::first_puzzle();
        let mut portfolio = begun(&space);
        portfolio.lower_incumbent(24);
        let mut bound = portfolio.bound();
        let mut most = 0;
        loop {
            let progressed =
                portfolio.step(&space, 1 << 12, 1 << 30).unwrap_or_else(|_| panic!("no memory"));
            assert!(portfolio.bound() >= bound, "what is proved stays proved");
            bound = portfolio.bound();
            assert!(portfolio.counts().expanded >= most, "what the dropped did counts too");
            most = portfolio.counts().expanded;
            match progressed {
                Progressed::More => {}
                Progressed::Found => {
                    let moves = space.moves_along(portfolio.path());
                    puzzle.verify(moves).unwrap();
                }
                Progressed::Done(_) => break,
            }
        }
        assert_eq!((bound, portfolio.path().len()), (22, 23));
        assert!(portfolio.members.len() < 3);
        let left = portfolio.members.iter().map(|member| member.prover.counts().expanded);
        assert!(most > left.sum());
    }
}
