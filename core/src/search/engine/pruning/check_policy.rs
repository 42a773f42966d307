//! Decides which checks pay, for one side of the prover and by slack.
//!
//! Each check runs only while it prunes enough to pay for itself. Cost and benefit are counted in
//! states examined, not in seconds, so decisions do not depend on the machine or the number of
//! threads. A refuted state saves its expansion and what would come of it: its children with no
//! more slack are examined, and those not refuted are expanded in turn.
//!
//! Reference: Tolpin, Beja, Shimony, Felner, Karpas, *Toward Rational Deployment of Multiple
//! Heuristics in A\**, 2013 (an expensive heuristic is evaluated only where its expected saving
//! exceeds its cost).

use std::ops::AddAssign;

use super::check_list::Checks;
use super::{ConflictTiming, MAX_SLACK};

/// Slack levels that are checked.
pub const SLACK_LEVELS: usize = MAX_SLACK as usize + 1;

/// The support check goes on while it refutes at least this part of the states.
const MIN_SUPPORT_RATE: f64 = 0.3;

/// The cost of a conflict check before expansion, in states examined; before storage it goes on
/// while it refutes at least this part of the neighbours.
const CONFLICT_COST: f64 = 0.6;
const MIN_EARLY_CONFLICT_RATE: f64 = 0.05;

/// The cost of a support check with the partition by conflicts, in states examined.
const PARTITION_COST: f64 = 0.8;

/// Minimum samples for a rate. That of the support check must be large: the states near the start
/// are not typical.
const MIN_SUPPORT_SAMPLE: u64 = 20_000;
const MIN_CONFLICT_SAMPLE: u64 = 2_000;
const MIN_EARLY_CONFLICT_SAMPLE: u64 = 20_000;
const MIN_LANDMARK_SAMPLE: u64 = 100;
const MIN_EXPANDED_SAMPLE: u64 = 20;

/// Landmarks are judged when their effort for a bound exceeds this, and this share (one in so many)
/// of all states examined: at first they cost more because they have to learn.
const MIN_LANDMARK_EFFORT: u64 = 200_000;
const LANDMARK_EFFORT_SHARE: u64 = 8;

/// Hysteresis: landmarks are disabled within a bound if their cost exceeds the benefit by the first
/// factor, and enabled for the next bound unless it exceeds it by the second. The benefit looks
/// small where neighbours are checked too, for then those are refuted.
const DISABLE_FACTOR: f64 = 1.5;
const ENABLE_FACTOR: f64 = 4.0;

/// Landmarks start when so many states have been examined for a bound: before that learning would
/// not pay off. With checks before storage they start earlier, since expanding a state costs more
/// there. (Our own tests are about small boards.)
const LANDMARKS_AFTER: u64 = if cfg!(test) { 0 } else { 500_000 };
const LANDMARKS_AFTER_EARLY_CHECKS: u64 = if cfg!(test) { 0 } else { 50_000 };

/// They start after so many where the proof is expected to examine so many states in all.
const LANDMARKS_AFTER_IF_LONG: u64 = 20_000;
pub const LONG_PROOF_STATES: f64 = 5e7;

/// The prior of what refuting a state saves, in states examined, without slack; it is multiplied by
/// this for each move of slack.
const PRIOR_SAVING: f64 = 3.0;

/// The cost of checking a neighbour for conflicts, in states examined.
const NEIGHBOUR_CHECK_COST: f64 = 1.0;

/// At most this many children with the same slack are taken to be expanded per state: the saving
/// would diverge at 1.
const MAX_SAME_SLACK_GROWTH: f64 = 0.9;

/// The counts of states with one slack.
#[derive(Clone, Copy, Default)]
pub struct SlackLevel {
    examined: u64,
    /// States checked for conflicts and those refuted: neighbours of this slack, or states examined
    /// if the check runs before expansion.
    pub conflict_checked: u64,
    pub conflict_pruned: u64,
    /// States examined on which the support check ran.
    support_checked: u64,
    pub deferred: u64,
    /// Those on which the partition by conflicts was tried, and those that it refuted for some
    /// placement of the goal while supports refuted the others.
    partition_checked: u64,
    partition_pruned: u64,
    /// What landmarks did.
    landmark: LandmarkCounts,
    /// By slack, the children of the states expanded; and how many were checked for conflicts
    /// first.
    children: [u64; SLACK_LEVELS],
    neighbours_checked: u64,
}

/// The states evaluated by landmarks, those refuted, and the effort in states examined.
#[derive(Clone, Copy, Default)]
struct LandmarkCounts {
    asked: u64,
    refuted: u64,
    effort: u64,
}

/// What was done with a state.
pub struct Examined {
    /// The checks that ran, if any.
    pub checks: Option<Checks>,
    /// They refuted it.
    pub is_deferred: bool,
    /// Conflicts alone refuted it.
    pub is_by_conflicts: bool,
    /// Landmarks or reachability refuted it, for some placement.
    pub is_by_landmarks: bool,
    /// Whether the partition by conflicts refuted it for some placement, if that was tried.
    pub is_by_partition: Option<bool>,
    /// The effort of landmarks, if they were used.
    pub effort: Option<u64>,
    /// Its children, by slack.
    pub children: [Children; SLACK_LEVELS],
}

/// The children of a state with one slack.
#[derive(Clone, Copy, Default)]
pub struct Children {
    pub kept: u64,
    /// Those checked for conflicts, and those left out.
    pub conflict_checked: u64,
    pub conflict_pruned: u64,
}

/// By slack.
pub type SlackLevels = [SlackLevel; SLACK_LEVELS];

impl AddAssign for SlackLevel {
    fn add_assign(&mut self, other: Self) {
        self.examined += other.examined;
        self.conflict_checked += other.conflict_checked;
        self.conflict_pruned += other.conflict_pruned;
        self.support_checked += other.support_checked;
        self.deferred += other.deferred;
        self.partition_checked += other.partition_checked;
        self.partition_pruned += other.partition_pruned;
        self.landmark += other.landmark;
        self.neighbours_checked += other.neighbours_checked;
        self.children.iter_mut().zip(other.children).for_each(|(own, other)| *own += other);
    }
}

impl AddAssign for LandmarkCounts {
    fn add_assign(&mut self, other: Self) {
        self.asked += other.asked;
        self.refuted += other.refuted;
        self.effort += other.effort;
    }
}

impl SlackLevel {
    /// Counts a state.
    #[inline]
    pub fn note(&mut self, examined: Examined) {
        self.examined += 1;
        self.deferred += u64::from(examined.is_deferred);
        if let Some(checks) = examined.checks {
            self.conflict_checked += u64::from(checks.conflicts);
            self.conflict_pruned += u64::from(examined.is_by_conflicts);
            let is_known = examined.is_by_conflicts || examined.is_by_landmarks;
            self.support_checked += u64::from(checks.supports && !is_known);
        }
        if let Some(is_by_partition) = examined.is_by_partition {
            self.partition_checked += 1;
            let is_last = examined.is_deferred && !examined.is_by_landmarks;
            self.partition_pruned += u64::from(is_last && is_by_partition);
        }
        if let Some(effort) = examined.effort {
            self.landmark.asked += 1;
            self.landmark.refuted += u64::from(examined.is_deferred && examined.is_by_landmarks);
            self.landmark.effort += effort;
        }
        self.neighbours_checked +=
            examined.children.iter().map(|children| children.conflict_checked).sum::<u64>();
        self.children
            .iter_mut()
            .zip(examined.children)
            .for_each(|(all, children)| *all += children.kept);
    }

    /// Counts children of this slack.
    pub const fn note_children(&mut self, children: Children) {
        self.conflict_checked += children.conflict_checked;
        self.conflict_pruned += children.conflict_pruned;
    }

    const fn expanded(&self) -> u64 {
        self.examined - self.deferred
    }

    /// Returns the effort of landmarks, in states examined.
    pub const fn effort(&self) -> u64 {
        self.landmark.effort
    }

    /// Returns the cost of examining a state.
    fn cost(&self) -> f64 {
        1.0 + self.effort() as f64 / self.examined.max(1) as f64
    }
}

/// The checks that are enabled, by slack.
#[derive(Clone, Copy)]
pub struct CheckPolicy {
    enabled: [Enabled; SLACK_LEVELS],
    /// There are checks.
    has_checks: bool,
    /// Landmarks have started.
    landmarks_begin: bool,
    /// They may start.
    landmarks_allowed: bool,
    /// The proof is expected to take long.
    is_long: bool,
    /// When conflicts are checked.
    timing: ConflictTiming,
}

#[derive(Clone, Copy)]
struct Enabled {
    conflicts: bool,
    supports: bool,
    partition: bool,
    landmarks: LandmarkMeter,
    /// What refuting a state saves, in states examined.
    saved: f64,
}

/// Whether landmarks are used.
#[derive(Clone, Copy, Default)]
struct LandmarkMeter {
    is_enabled: bool,
    /// Their refutation rate and cost per state when they were used last.
    known: Option<(f64, f64)>,
}

impl CheckPolicy {
    /// Enables all checks but landmarks, or none; conflicts at that time.
    pub fn new(all: bool, timing: ConflictTiming) -> Self {
        let saved = |level| PRIOR_SAVING.powi(1 + level as i32);
        let [supports, partition] = support_checks(all, timing);
        let enabled = |level| Enabled {
            conflicts: timing != ConflictTiming::Never,
            supports,
            partition,
            landmarks: LandmarkMeter::default(),
            saved: saved(level),
        };
        let enabled = std::array::from_fn(enabled);
        Self {
            enabled,
            has_checks: all,
            landmarks_begin: false,
            landmarks_allowed: true,
            is_long: false,
            timing,
        }
    }

    /// Returns the checks for a state with this slack, if any.
    #[inline]
    pub fn checks(&self, slack: u16) -> Option<Checks> {
        let enabled = self.enabled.get(usize::from(slack))?;
        let Enabled { conflicts, supports, partition, landmarks, .. } = *enabled;
        let conflicts = conflicts && self.timing == ConflictTiming::BeforeExpansion;
        let landmarks = landmarks.is_enabled;
        let checks = Checks { slack, conflicts, supports, partition, landmarks, learn: landmarks };
        (conflicts || supports || partition || landmarks).then_some(checks)
    }

    /// Says whether neighbours with this slack are checked for conflicts before they are stored.
    #[inline]
    pub fn early(&self, slack: usize) -> bool {
        self.timing == ConflictTiming::BeforeStorage
            && self.enabled.get(slack).is_some_and(|enabled| enabled.conflicts)
    }

    /// Takes the number of states that the proof is expected to examine in all.
    pub fn expect(&mut self, states: f64) {
        self.is_long = states >= LONG_PROOF_STATES;
    }

    /// Never uses landmarks.
    pub const fn disable_landmarks(&mut self) {
        self.landmarks_allowed = false;
    }

    /// Says whether landmarks are used.
    pub fn uses_landmarks(&self) -> bool {
        self.enabled.iter().any(|enabled| enabled.landmarks.is_enabled)
    }

    /// Disables landmarks and early conflict checks that do not pay, once the raise has counted
    /// enough.
    pub fn judge(&mut self, levels: &SlackLevels) {
        let examined = examined(levels);
        let all = support_checks(self.has_checks, self.timing);
        for (enabled, level) in self.enabled.iter_mut().zip(levels) {
            let worth = MIN_EARLY_CONFLICT_RATE * level.conflict_checked as f64;
            if self.timing == ConflictTiming::BeforeStorage
                && level.conflict_checked >= MIN_EARLY_CONFLICT_SAMPLE
            {
                enabled.conflicts &= level.conflict_pruned as f64 >= worth;
            }
            let (landmarks, enough) =
                (&mut enabled.landmarks, MIN_LANDMARK_EFFORT + examined / LANDMARK_EFFORT_SHARE);
            if landmarks.is_enabled && level.landmark.effort >= enough {
                landmarks.learn(&level.landmark);
                let pays = landmarks.pays(enabled.saved, DISABLE_FACTOR);
                enabled.set_landmarks(pays, all);
            }
        }
    }

    /// Chooses the checks for the next bound by the counts of this one; `new` is the part of the
    /// neighbours that were not stored before.
    pub fn choose(&mut self, levels: &SlackLevels, new: f64) {
        let saved = saved(levels, new);
        let enough = match self.timing {
            ConflictTiming::BeforeStorage => LANDMARKS_AFTER_EARLY_CHECKS,
            ConflictTiming::BeforeExpansion | ConflictTiming::Never => LANDMARKS_AFTER,
        };
        let enough = if self.is_long { LANDMARKS_AFTER_IF_LONG.min(enough) } else { enough };
        self.landmarks_begin |= self.landmarks_allowed && examined(levels) > enough;
        let (all, landmarks_begin) =
            (support_checks(self.has_checks, self.timing), self.has_checks && self.landmarks_begin);
        for ((enabled, level), saved) in self.enabled.iter_mut().zip(levels).zip(saved) {
            enabled.saved = saved.unwrap_or(enabled.saved);
            let mut quickly =
                level.deferred.saturating_sub(level.landmark.refuted + level.partition_pruned);
            match self.timing {
                ConflictTiming::Never => {}
                ConflictTiming::BeforeExpansion => {
                    quickly = quickly.saturating_sub(level.conflict_pruned);
                    let least = CONFLICT_COST / enabled.saved;
                    enabled.conflicts &= is_worth(
                        level.conflict_pruned,
                        level.conflict_checked,
                        least,
                        MIN_CONFLICT_SAMPLE,
                    );
                }
                // The rate of these grows with the bound, so they always get another chance.
                ConflictTiming::BeforeStorage => enabled.conflicts = true,
            }
            // After landmarks these refute less: that says nothing about their use without.
            if enabled.landmarks.is_enabled || level.landmark.asked == 0 {
                enabled.supports &=
                    is_worth(quickly, level.support_checked, MIN_SUPPORT_RATE, MIN_SUPPORT_SAMPLE);
                let least = PARTITION_COST / enabled.saved;
                enabled.partition &= is_worth(
                    level.partition_pruned,
                    level.partition_checked,
                    least,
                    MIN_SUPPORT_SAMPLE,
                );
            }
            enabled.landmarks.learn(&level.landmark);
            let pays = enabled.landmarks.pays(enabled.saved, ENABLE_FACTOR);
            enabled.set_landmarks(landmarks_begin && pays, all);
        }
    }
}

/// Returns whether supports are checked, and whether also by the partition of conflicts.
fn support_checks(has_checks: bool, timing: ConflictTiming) -> [bool; 2] {
    [has_checks, has_checks && timing != ConflictTiming::Never]
}

/// Says whether a check pays with this refutation rate; an `enough` large sample is needed to say
/// no.
fn is_worth(pruned: u64, checked: u64, least: f64, enough: u64) -> bool {
    checked < enough || pruned as f64 >= least * checked as f64
}

impl Enabled {
    /// Enables or disables landmarks. Without them `all` support checks run again.
    fn set_landmarks(&mut self, is_enabled: bool, all: [bool; 2]) {
        if self.landmarks.is_enabled && !is_enabled {
            [self.supports, self.partition] = all;
        }
        self.landmarks.is_enabled = is_enabled;
    }
}

impl LandmarkMeter {
    fn learn(&mut self, done: &LandmarkCounts) {
        if done.asked >= MIN_LANDMARK_SAMPLE {
            let (asked, refuted) = (done.asked as f64, done.refuted as f64);
            self.known = Some((refuted / asked, done.effort as f64 / asked));
        }
    }

    /// Says whether landmarks pay if a refuted state saves so much.
    fn pays(&self, saved: f64, hope: f64) -> bool {
        self.known.is_none_or(|(refuted, took)| refuted * saved * hope >= took)
    }
}

fn examined(levels: &SlackLevels) -> u64 {
    levels.iter().map(|level| level.examined).sum()
}

/// Returns what refuting a state saves, by slack; `None` where too few states were expanded.
fn saved(levels: &SlackLevels, new: f64) -> [Option<f64>; SLACK_LEVELS] {
    let mut all = [None; SLACK_LEVELS];
    for (nth, level) in levels.iter().enumerate() {
        let expanded = level.expanded();
        if expanded < MIN_EXPANDED_SAMPLE {
            continue;
        }
        let children = |other: usize| level.children[other] as f64 * new / expanded as f64;
        let goes_on = |other: usize| {
            let other = &levels[other];
            other.expanded() as f64 / other.examined.max(1) as f64
        };
        let below = (0..nth).map(|other| {
            children(other) * (levels[other].cost() + goes_on(other) * all[other].unwrap_or(0.0))
        });
        let neighbours_checked =
            NEIGHBOUR_CHECK_COST * level.neighbours_checked as f64 / expanded as f64;
        let once = 1.0 + neighbours_checked + below.sum::<f64>() + children(nth) * level.cost();
        all[nth] = Some(once / (1.0 - (children(nth) * goes_on(nth)).min(MAX_SAME_SLACK_GROWTH)));
    }
    all
}
