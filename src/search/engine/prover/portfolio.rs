//! Several provers of the same puzzle, which raise their sides by different policies, until
//! one shows itself best. Used by the engine as if it were one.
//!
//! Whether it is best to search from one end only, and from which, or from both, depends on
//! how exact the estimates are each way and on how many states the tests of tightness hold
//! back. It makes a difference of five times and more, and is told best by trying. So all have
//! the same share of the work, until one has done so much more than another needed for the
//! same bound that it is dropped. When they have worked for long, that is left which needs
//! the least work for the bounds ahead if it goes on growing as from the last bound to this.
//! Of two that are expected to need about the same both go on until the next bound tells.
//!
//! With few tiles the relaxed test ([`crate::search::engine::pruning`]) may win at first and lose in the end, when most
//! states have several moves to spare: of those it takes longest and tells least. So where the one
//! that is left makes it, and the proof is expected to be long, a **challenger** is given the same
//! share, which searches from both ends without that test. The first to complete a bound that takes
//! much work has won, unless one of them was far behind before.
//!
//! All is told in states looked at, not in time, so that what comes out does not depend on
//! the machine or the number of threads.

use super::Prover;
use super::policy::Policy;
use super::progressed::{Halt, Progressed};
use crate::search::algorithm::Counts;
use crate::search::engine::estimate::DEAD;
use crate::search::engine::pruning::expander::Expander;
use crate::search::engine::pruning::meter::LONG;
use crate::search::engine::refinement::Sample;
use crate::search::engine::states::class::Way;
use crate::search::key::Key;
use crate::search::space::Space;

/// The work that each is given in turn, and when they have worked for long: what one has in the
/// caches is lost with each turn.
const TURN: u64 = 1 << 12;
const LONG_TURN: u64 = 1 << 15;

/// One is dropped if it has done so many times the work with which another completed the
/// bound that it is at.
const BEHIND: f64 = 1.7;

/// With less work nothing can be told.
const LEAST: u64 = 20_000;

/// Nor where all the work has become less than so many times as much with a bound: the first ones
/// are passed one after the other with nothing to do.
const LEAST_GROWTH: f64 = 1.2;

/// When each has done so much work, one only is left, or already when that is this part, one
/// in so many, of what is still expected to come.
const MOST: u64 = 2_000_000;
const MOST_SHARE: f64 = 10.0;

/// That is chosen by the work for the bound so many bounds ahead.
const AHEAD: u16 = 2;

/// One that is expected to need no more than so many times the work of the best stays for so many
/// times as much work: the growth of the next bound tells them apart (sooner in the project's own
/// tests, where a challenger is to have its turn).
const CLOSE: f64 = if cfg!(test) { 1.2 } else { 1.5 };
const LONGER: u64 = 3;

/// So does one that has needed no more than so many times the work of the best for the highest bound
/// that all have completed: then only the growth differs, which is measured on too little (but not
/// in the project's own tests).
const ALIKE: f64 = if cfg!(test) { 0.0 } else { 1.05 };

/// A challenge is for so few tiles (with more none was won on the levels of the bench) and where the
/// proof is expected to look at so many states (but the project's own tests are about small boards).
const FEW_TILES: usize = 9;
const CHALLENGED: f64 = if cfg!(test) { 0.0 } else { LONG };

/// A challenger is dropped only after so much work; and it is decided by who first completes a bound
/// with so much.
const LEAST_CHALLENGE: u64 = 1_500_000;
const DECISIVE: u64 = if cfg!(test) { 5_000 } else { 6_000_000 };

/// What is looked at without the relaxed test takes this part of the time of the rest (0.51 on
/// `katomic_14`).
const QUICK_TAKES: f64 = 0.5;

/// Provers of the same puzzle.
pub struct Rivals<K> {
    rivals: Vec<Rival<K>>,
    /// The one that is to challenge that which is left of the others, until it does.
    challenger: Option<Rival<K>>,
    memory_bytes: u64,
    /// Moves of the best solution known, from wherever.
    incumbent: u16,
    /// What those did that were dropped.
    before: Counts,
    work_before: u64,
    /// The states along the best solution of all.
    path: Vec<K>,
}

struct Rival<K> {
    prover: Prover<K>,
    /// It goes without the relaxed test.
    is_quick: bool,
    work: u64,
    /// The bounds that it has completed, and the work that it had done then.
    done: Vec<(u16, u64)>,
}

impl<K: Key> Rivals<K> {
    /// Prepares the proof for a start that is no goal. `seeds` are all goal states, or nothing
    /// when they are too many: then there is one way only.
    pub fn new(
        space: &Space<K>,
        threads: usize,
        expander: impl Fn() -> Expander,
        seeds: Option<Vec<K>>,
        max_moves: u16,
        memory_bytes: u64,
    ) -> Self {
        let policies = [Policy::Only(Way::Forward), Policy::Only(Way::Backward), Policy::Both];
        let count = if seeds.is_some() { policies.len() } else { 1 };
        let rival = |&policy: &Policy| {
            let seeds = seeds.clone();
            let prover = Prover::new(space, threads, policy, &expander, seeds, max_moves);
            Rival { prover, is_quick: false, work: 0, done: Vec::new() }
        };
        let rivals = policies[..count].iter().map(rival).collect();
        let has_challenger = seeds.is_some() && space.tile_count() <= FEW_TILES;
        let challenger = has_challenger.then(|| {
            let mut challenger = Rival { is_quick: true, ..rival(&Policy::Both) };
            challenger.prover.leave_out_relaxed();
            challenger
        });
        Self {
            rivals,
            challenger,
            memory_bytes,
            incumbent: u16::MAX,
            before: Counts::default(),
            work_before: 0,
            path: Vec::new(),
        }
    }

    /// Returns the moves that every solution takes at least.
    pub fn bound(&self) -> u16 {
        self.rivals.iter().map(|rival| rival.prover.bound()).max().unwrap_or(DEAD)
    }

    /// Tells that no solution is shorter than `bound`.
    pub fn raise_bound(&mut self, bound: u16) {
        self.rivals.iter_mut().for_each(|rival| rival.prover.raise_bound(bound));
    }

    /// Tells of a solution found elsewhere.
    pub fn lower_incumbent(&mut self, moves: u16) {
        self.incumbent = self.incumbent.min(moves);
        self.rivals.iter_mut().for_each(|rival| rival.prover.lower_incumbent(moves));
    }

    /// Lets it hold more.
    pub const fn add_memory(&mut self, bytes: u64) {
        self.memory_bytes = self.memory_bytes.saturating_add(bytes);
    }

    /// Returns the states along the best solution that it found.
    pub fn path(&self) -> &[K] {
        &self.path
    }

    /// Returns the steps of the assignments that expanding a state takes, about.
    pub fn steps_per_state(&mut self) -> u64 {
        self.rivals[0].prover.steps_per_state()
    }

    /// Returns some of the states that are held, of each way those of the rival that has
    /// most.
    pub fn sample(&self, space: &Space<K>) -> Sample {
        let mut all = [Vec::new(), Vec::new()];
        for rival in &self.rivals {
            for (sample, own) in all.iter_mut().zip(rival.prover.sample(space)) {
                if own.len() > sample.len() {
                    *sample = own;
                }
            }
        }
        all
    }

    /// Returns what has been done, in states expanded, about.
    pub fn work(&self) -> u64 {
        let running: u64 = self.rivals.iter().map(|rival| rival.prover.work()).sum();
        self.work_before + running
    }

    pub fn counts(&self) -> Counts {
        self.rivals.iter().fold(self.before, |all, rival| {
            let own = rival.prover.counts();
            Counts {
                expanded: all.expanded + own.expanded,
                generated: all.generated + own.generated,
                stored: all.stored + own.stored,
                open: all.open + own.open,
                memory_bytes: all.memory_bytes + own.memory_bytes,
            }
        })
    }

    /// Returns how many states the proof is expected to look at in all, if that can be told.
    pub fn expected(&self) -> Option<f64> {
        // A shorter solution may be found: but what is proved then is a lower bound.
        let last = self.incumbent.saturating_sub(1);
        let all = self.rivals.iter().map(|rival| rival.expected_for(last));
        Some(all.fold(f64::INFINITY, f64::min)).filter(|states| states.is_finite())
    }

    /// Looks at about `states` states.
    pub fn step(&mut self, space: &Space<K>, states: u64) -> Result<Progressed, Halt> {
        let mut left = states;
        while left > 0 {
            let nth = self.next();
            let turn = if self.rivals[0].work < MOST { TURN } else { LONG_TURN };
            let share = if self.rivals.len() == 1 { left } else { left.min(turn) };
            left -= share;
            match self.step_one(space, nth, share) {
                Ok(Progressed::More) => {}
                Ok(progressed) => return Ok(progressed),
                Err(Halt::Full) if self.rivals.len() > 1 => self.drop_one(nth),
                Err(halt) => return Err(halt),
            }
            self.judge();
        }
        Ok(Progressed::More)
    }

    /// Returns the one that has done least.
    fn next(&self) -> usize {
        let rivals = self.rivals.iter().enumerate();
        rivals.min_by_key(|(_, rival)| rival.work).expect("one is left at least").0
    }

    fn step_one(&mut self, space: &Space<K>, nth: usize, states: u64) -> Result<Progressed, Halt> {
        let memory = |rival: &Rival<K>| rival.prover.counts().memory_bytes;
        let others = self.rivals.iter().enumerate().filter(|&(other, _)| other != nth);
        let taken: u64 = others.map(|(_, rival)| memory(rival)).sum();
        let expected = self.expected();
        let rival = &mut self.rivals[nth];
        if let Some(states) = expected {
            rival.prover.expect(states);
        }
        rival.prover.set_memory(self.memory_bytes.saturating_sub(taken));
        let (bound, before) = (rival.prover.own_bound(), rival.prover.looked_at());
        let progressed = rival.prover.step(space, states)?;
        rival.note_work(rival.prover.looked_at() - before);
        for bound in bound..rival.prover.own_bound() {
            rival.done.push((bound, rival.work));
        }
        self.raise_bound(self.bound());
        if matches!(progressed, Progressed::Found) {
            self.path = self.rivals[nth].prover.path().to_vec();
            self.lower_incumbent((self.path.len() - 1) as u16);
        }
        Ok(progressed)
    }

    /// Drops those that are far behind, and all but one when they have worked for long.
    fn judge(&mut self) {
        if self.rivals.len() == 1 {
            return self.challenge();
        }
        let is_behind = |rival: &Rival<K>| {
            let at = rival.prover.own_bound();
            let needed = self.rivals.iter().filter_map(|other| other.needed_for(at)).min();
            let allowed = needed.map(|needed| (BEHIND * needed as f64) as u64);
            let least = if rival.is_quick { LEAST_CHALLENGE } else { LEAST };
            allowed.is_some_and(|allowed| rival.work > allowed.max(least))
        };
        if let Some(nth) = self.rivals.iter().position(is_behind) {
            return self.drop_one(nth);
        }
        if self.rivals.iter().any(|rival| rival.is_quick) {
            return self.settle_challenge();
        }
        let (most, done) = (self.most(), self.rivals.iter().map(|rival| rival.work).min());
        if done.is_some_and(|done| done >= most) {
            let (worst, is_close) = self.worst();
            if !is_close || done.is_some_and(|done| done >= LONGER * most) {
                self.drop_one(worst);
            }
        }
    }

    /// Lets the challenger begin once the one that is left makes the relaxed test.
    fn challenge(&mut self) {
        // With many tiles, and most of the time, there is none.
        if self.challenger.is_none() {
            return;
        }
        let is_long = self.expected().is_some_and(|states| states >= CHALLENGED);
        if !(is_long && self.rivals[0].prover.makes_relaxed()) {
            return;
        }
        let Some(mut challenger) = self.challenger.take() else { return };
        challenger.prover.raise_bound(self.bound());
        challenger.prover.lower_incumbent(self.incumbent);
        self.rivals.push(challenger);
    }

    /// Leaves the one of the two that is first to complete a bound with enough work.
    fn settle_challenge(&mut self) {
        let is_decisive =
            |rival: &Rival<K>| rival.done.last().is_some_and(|done| done.1 >= DECISIVE);
        if let Some(winner) = self.rivals.iter().position(is_decisive) {
            self.drop_one(1 - winner);
        }
    }

    /// Returns the one that is expected to need most work, and whether that is little more than
    /// another is expected to need.
    fn worst(&self) -> (usize, bool) {
        let highest = self.rivals.iter().map(Rival::completed).max().unwrap_or(0);
        let expected = self.rivals.iter().map(|rival| rival.expected_for(highest + AHEAD));
        let expected: Vec<f64> = expected.collect();
        let all = 0..expected.len();
        let worst = all.max_by(|&one, &other| expected[one].total_cmp(&expected[other]));
        let worst = worst.expect("there are some");
        let best = expected.iter().copied().fold(f64::INFINITY, f64::min);
        let is_close = expected[worst] <= CLOSE * best || self.is_alike(worst, ALIKE);
        (worst, is_close && best.is_finite())
    }

    /// Says whether one has needed no more than so many times the work of the best for the highest
    /// bound that all have completed.
    fn is_alike(&self, nth: usize, times: f64) -> bool {
        let completed = self.rivals.iter().map(Rival::completed).min().unwrap_or(0);
        let needed = |rival: &Rival<K>| rival.needed_for(completed).map(|work| work as f64);
        let best = self.rivals.iter().filter_map(needed).fold(f64::INFINITY, f64::min);
        needed(&self.rivals[nth]).is_some_and(|needed| needed <= times * best)
    }

    /// Returns how much work each may do before one only is left.
    fn most(&self) -> u64 {
        let expected = self.expected().unwrap_or(f64::INFINITY);
        ((expected / MOST_SHARE) as u64).clamp(LEAST, MOST)
    }

    fn drop_one(&mut self, nth: usize) {
        let Rival { prover, .. } = self.rivals.remove(nth);
        let counts = prover.counts();
        self.before.expanded += counts.expanded;
        self.before.generated += counts.generated;
        self.work_before += prover.work();
    }
}

impl<K: Key> Rival<K> {
    fn note_work(&mut self, looked_at: u64) {
        let takes = if self.is_quick { QUICK_TAKES } else { 1.0 };
        self.work += ((takes * looked_at as f64) as u64).max(1);
    }

    /// Returns the work that it had done when it had completed `bound`, if it has.
    fn needed_for(&self, bound: u16) -> Option<u64> {
        self.done.iter().find(|done| done.0 == bound).map(|done| done.1)
    }

    /// Returns the highest bound that it has completed.
    fn completed(&self) -> u16 {
        self.done.last().map_or(0, |done| done.0)
    }

    /// Returns the work that it will have done when it completes `bound` if that grows as it
    /// did last, or as it has since, if that is more; infinite if that cannot be told.
    fn expected_for(&self, bound: u16) -> f64 {
        let [.., (_, before), (completed, last)] = self.done[..] else { return f64::INFINITY };
        let [before, last, now] = [before, last, self.work].map(|work| work as f64);
        let growth = (last / before).max(now / last);
        if growth < LEAST_GROWTH {
            return f64::INFINITY;
        }
        last * growth.powi(i32::from(bound) - i32::from(completed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::engine::truth;
    use crate::search::goal_states;

    fn begun(space: &Space<truth::Key>) -> Rivals<truth::Key> {
        let goals = goal_states::list(space, &space.goal.placements, 10).unwrap();
        let expander = || truth::expander(space, &[]);
        Rivals::new(space, 1, expander, Some(goals), 1_000, 1 << 30)
    }

    #[test]
    fn they_are_alike_by_the_last_bound_that_all_have_completed() {
        let (_, space) = truth::first_puzzle();
        let mut rivals = begun(&space);
        let alike = |rivals: &Rivals<_>| [0, 1, 2].map(|nth| rivals.is_alike(nth, 1.05));
        assert_eq!(alike(&rivals), [false; 3], "none has completed any");
        let done = [vec![(18, 80), (19, 1_000)], vec![(18, 84), (19, 1_040)], vec![(18, 85)]];
        rivals.rivals.iter_mut().zip(done).for_each(|(rival, done)| rival.done = done);
        assert_eq!(alike(&rivals), [true, true, false], "by bound 18");
        rivals.rivals[2].done.push((19, 990));
        assert_eq!(alike(&rivals), [true, false, true], "by bound 19");
    }

    #[test]
    fn not_all_are_left_and_those_prove_what_all_began() {
        let (puzzle, space) = truth::first_puzzle();
        let mut rivals = begun(&space);
        rivals.lower_incumbent(24);
        let mut bound = rivals.bound();
        let (mut most, mut is_challenged) = (0, false);
        loop {
            let progressed = rivals.step(&space, 1 << 12).unwrap_or_else(|_| panic!("no memory"));
            assert!(rivals.bound() >= bound, "what is proved stays proved");
            bound = rivals.bound();
            assert!(rivals.counts().expanded >= most, "what the dropped did counts too");
            most = rivals.counts().expanded;
            is_challenged |= rivals.rivals.iter().any(|rival| rival.is_quick);
            match progressed {
                Progressed::More => {}
                Progressed::Found => {
                    let moves = space.moves_along(rivals.path());
                    puzzle.verify(moves).unwrap();
                }
                Progressed::Done(_) => break,
            }
        }
        assert_eq!((bound, rivals.path().len()), (22, 23));
        assert!(is_challenged && rivals.challenger.is_none());
        // Two stay to the end only if they are expected to need about the same.
        assert!(rivals.rivals.len() < 3);
        assert!(rivals.rivals.len() == 1 || rivals.worst().1);
        let left = rivals.rivals.iter().map(|rival| rival.prover.counts().expanded);
        assert!(most > left.sum());
    }
}
