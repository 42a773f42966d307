//! Which tests of tightness a side of the prover makes: those that pay. Used by
//! [`crate::search::engine::prover::side`].
//!
//! What pays is told by counting, not by time, so that it does not depend on the machine or on
//! the number of threads. A state that is held back saves being expanded, and what would come
//! of it: its neighbours with as much to spare or less are looked at, and those of them that
//! are not held back are expanded in turn.

use std::ops::AddAssign;

use super::{MAX_SPARE, Question, When};

/// Moves to spare of which states may have too few.
pub const LEVELS: usize = MAX_SPARE as usize + 1;

/// The quick test is made only while so large a part of the states is held back by it.
const WORTH_IT: f64 = 0.3;

/// What the test for conflicts takes when it is made late, in states looked at; and early it is
/// made as long as it tells of so large a part of the neighbours.
const CONFLICTS_TAKE: f64 = 0.6;
const WORTH_EARLY: f64 = 0.05;

/// What the quick test takes with the division by conflicts, in states looked at.
const PACKING_TAKES: f64 = 0.8;

/// Of fewer nothing can be learnt. What the quick test tells of a few hundred states near the
/// start is no guide: on `atomix_22` 18 % there, 45 % two bounds later.
const ENOUGH_TESTED: u64 = 20_000;
const ENOUGH_TOLD: u64 = 2_000;
const ENOUGH_PAIRED: u64 = 20_000;
const ENOUGH_ASKED: u64 = 100;
const ENOUGH_EXPANDED: u64 = 20;

/// Whether the relaxed test pays is judged when it has taken so much for a bound, and this part
/// of all that was looked at, one in so many: at first it takes more, for it has to learn.
const ENOUGH_EFFORT: u64 = 200_000;
const LEARNING_SHARE: u64 = 8;

/// It is given up where it would have to save so many times as much; and tried again for the next
/// bound unless that is so many times. What holding back a state saves is little where its
/// neighbours are tested too, for those are held back then.
const BIAS: f64 = 1.5;
const HOPE: f64 = 4.0;

/// The relaxed test begins when so many states have been looked at for a bound: before, to
/// learn whether it pays would take too long. It does so earlier where neighbours are tested
/// before they are stored, for there each state that is expanded takes more. (But the project's
/// own tests are about small boards.)
const ENOUGH_LOOKED_AT: u64 = if cfg!(test) { 0 } else { 500_000 };
const ENOUGH_EARLY: u64 = if cfg!(test) { 0 } else { 50_000 };

/// It begins after so many where the proof is expected to look at so many states in all.
const ENOUGH_IF_LONG: u64 = 20_000;
pub const LONG: f64 = 5e7;

/// What holding back saves as long as that is not known, in states looked at: with nothing to
/// spare, and so many times as much for each move.
const SAVED: f64 = 3.0;

/// To test a neighbour for conflicts takes so long, in states looked at.
const SIFTING_TAKES: f64 = 1.0;

/// Of the states that a state leads to with as much to spare, so many are expanded at most.
const MOST_ALIKE: f64 = 0.9;

/// What was done with states that have so much to spare.
#[derive(Clone, Copy, Default)]
pub struct Level {
    looked_at: u64,
    /// States that were tested for conflicts, and those told: neighbours with so much to spare,
    /// or when the test is made late those looked at.
    pub paired: u64,
    pub told: u64,
    /// Those looked at that were tested.
    tested: u64,
    pub held_back: u64,
    /// Those for which the division by conflicts was tried, and those of them held back by it, or
    /// for some placements of the goal by it and for others by the quick test.
    packed: u64,
    by_packing: u64,
    /// What the relaxed test did.
    slow: Slow,
    /// By what they have to spare, the neighbours of those expanded; and how many of them were
    /// tested for conflicts first.
    bred: [u64; LEVELS],
    sifted: u64,
}

/// What the relaxed test did: the states that it was made of, those of them held back, and what it
/// took, in states looked at.
#[derive(Clone, Copy, Default)]
struct Slow {
    asked: u64,
    refuted: u64,
    effort: u64,
}

/// What was done with a state.
pub struct Looked {
    /// What was asked of it, if anything was.
    pub question: Option<Question>,
    /// The answer was no.
    pub is_held_back: bool,
    /// It was because of conflicts alone.
    pub is_by_conflicts: bool,
    /// It was by the relaxed test, for one placement at least.
    pub is_by_relaxed: bool,
    /// It was because of the division by conflicts, for one placement at least, if that was tried.
    pub is_by_packing: Option<bool>,
    /// What the relaxed test took if it was made.
    pub effort: Option<u64>,
    /// Its neighbours, by what they have to spare.
    pub bred: [Bred; LEVELS],
}

/// The neighbours of a state that have so much to spare.
#[derive(Clone, Copy, Default)]
pub struct Bred {
    pub kept: u64,
    /// Those tested for conflicts, and those of them left out.
    pub paired: u64,
    pub told: u64,
}

/// By moves to spare.
pub type Levels = [Level; LEVELS];

impl AddAssign for Level {
    fn add_assign(&mut self, other: Self) {
        self.looked_at += other.looked_at;
        self.paired += other.paired;
        self.told += other.told;
        self.tested += other.tested;
        self.held_back += other.held_back;
        self.packed += other.packed;
        self.by_packing += other.by_packing;
        self.slow += other.slow;
        self.sifted += other.sifted;
        self.bred.iter_mut().zip(other.bred).for_each(|(own, other)| *own += other);
    }
}

impl AddAssign for Slow {
    fn add_assign(&mut self, other: Self) {
        self.asked += other.asked;
        self.refuted += other.refuted;
        self.effort += other.effort;
    }
}

impl Level {
    /// Notes what was done with a state.
    #[inline]
    pub fn note(&mut self, looked: Looked) {
        self.looked_at += 1;
        self.held_back += u64::from(looked.is_held_back);
        if let Some(question) = looked.question {
            self.paired += u64::from(question.conflicts);
            self.told += u64::from(looked.is_by_conflicts);
            let is_known = looked.is_by_conflicts || looked.is_by_relaxed;
            self.tested += u64::from(question.quick && !is_known);
        }
        if let Some(is_by_packing) = looked.is_by_packing {
            self.packed += 1;
            let is_last = looked.is_held_back && !looked.is_by_relaxed;
            self.by_packing += u64::from(is_last && is_by_packing);
        }
        if let Some(effort) = looked.effort {
            self.slow.asked += 1;
            self.slow.refuted += u64::from(looked.is_held_back && looked.is_by_relaxed);
            self.slow.effort += effort;
        }
        self.sifted += looked.bred.iter().map(|bred| bred.paired).sum::<u64>();
        self.bred.iter_mut().zip(looked.bred).for_each(|(all, bred)| *all += bred.kept);
    }

    /// Notes neighbours with so much to spare.
    pub const fn note_bred(&mut self, bred: Bred) {
        self.paired += bred.paired;
        self.told += bred.told;
    }

    const fn expanded(&self) -> u64 {
        self.looked_at - self.held_back
    }

    /// Returns what the relaxed test took, in states looked at.
    pub const fn effort(&self) -> u64 {
        self.slow.effort
    }

    /// Returns what looking at one takes.
    fn look(&self) -> f64 {
        1.0 + self.effort() as f64 / self.looked_at.max(1) as f64
    }
}

/// The tests that are made, by moves to spare.
#[derive(Clone, Copy)]
pub struct Tests {
    made: [Made; LEVELS],
    /// There are tests.
    tells: bool,
    /// The relaxed one too.
    begins: bool,
    /// It is not left out altogether.
    may_begin: bool,
    /// The proof is expected to take long.
    is_long: bool,
    /// When states are tested for conflicts.
    when: When,
}

#[derive(Clone, Copy)]
struct Made {
    conflicts: bool,
    quick: bool,
    packed: bool,
    relaxed: Relaxed,
    /// What holding back saves, in states looked at.
    saved: f64,
}

/// Whether a relaxed test is made.
#[derive(Clone, Copy, Default)]
struct Relaxed {
    is_made: bool,
    /// What it did when it was made last: the part held back, and what one took in states looked
    /// at.
    known: Option<(f64, f64)>,
}

impl Tests {
    /// Returns all tests but the relaxed one, or none; and those for conflicts at
    /// that time.
    pub fn new(all: bool, when: When) -> Self {
        let saved = |level| SAVED.powi(1 + level as i32);
        let [quick, packed] = quick_ones(all, when);
        let made = |level| Made {
            conflicts: when != When::Never,
            quick,
            packed,
            relaxed: Relaxed::default(),
            saved: saved(level),
        };
        let made = std::array::from_fn(made);
        Self { made, tells: all, begins: false, may_begin: true, is_long: false, when }
    }

    /// Returns what is asked of a state with so many moves to spare, if anything is.
    #[inline]
    pub fn question(&self, spare: u16) -> Option<Question> {
        let made = self.made.get(usize::from(spare))?;
        let Made { conflicts, quick, packed, relaxed, .. } = *made;
        let conflicts = conflicts && self.when == When::Late;
        let relaxed = relaxed.is_made;
        let question = Question { more: spare, conflicts, quick, packed, relaxed, learns: relaxed };
        (conflicts || quick || packed || relaxed).then_some(question)
    }

    /// Says whether neighbours with so many moves to spare are tested for conflicts.
    #[inline]
    pub fn early(&self, spare: usize) -> bool {
        self.when == When::Early && self.made.get(spare).is_some_and(|made| made.conflicts)
    }

    /// Tells how many states the proof is expected to look at in all.
    pub fn expect(&mut self, states: f64) {
        self.is_long = states >= LONG;
    }

    /// Has the relaxed one never made.
    pub const fn leave_out_relaxed(&mut self) {
        self.may_begin = false;
    }

    /// Says whether the relaxed one is made.
    pub fn makes_relaxed(&self) -> bool {
        self.made.iter().any(|made| made.relaxed.is_made)
    }

    /// Gives up relaxed and early tests that do not pay, by what has been done since the side was
    /// raised last, once that is enough to tell.
    pub fn judge(&mut self, levels: &Levels) {
        let looked_at = looked_at(levels);
        let all = quick_ones(self.tells, self.when);
        for (made, level) in self.made.iter_mut().zip(levels) {
            let worth = WORTH_EARLY * level.paired as f64;
            if self.when == When::Early && level.paired >= ENOUGH_PAIRED {
                made.conflicts &= level.told as f64 >= worth;
            }
            let (relaxed, enough) = (&mut made.relaxed, ENOUGH_EFFORT + looked_at / LEARNING_SHARE);
            if relaxed.is_made && level.slow.effort >= enough {
                relaxed.learn(&level.slow);
                let pays = relaxed.pays(made.saved, BIAS);
                made.set_relaxed(pays, all);
            }
        }
    }

    /// Chooses the tests for the next bound, by what was done for this one. Of the neighbours
    /// `new` were not known, as a part of all.
    pub fn choose(&mut self, levels: &Levels, new: f64) {
        let saved = saved(levels, new);
        let enough = match self.when {
            When::Early => ENOUGH_EARLY,
            When::Late | When::Never => ENOUGH_LOOKED_AT,
        };
        let enough = if self.is_long { ENOUGH_IF_LONG.min(enough) } else { enough };
        self.begins |= self.may_begin && looked_at(levels) > enough;
        let (all, begins) = (quick_ones(self.tells, self.when), self.tells && self.begins);
        for ((made, level), saved) in self.made.iter_mut().zip(levels).zip(saved) {
            made.saved = saved.unwrap_or(made.saved);
            let mut quickly = level.held_back.saturating_sub(level.slow.refuted + level.by_packing);
            match self.when {
                When::Never => {}
                When::Late => {
                    quickly = quickly.saturating_sub(level.told);
                    let least = CONFLICTS_TAKE / made.saved;
                    made.conflicts &= is_worth(level.told, level.paired, least, ENOUGH_TOLD);
                }
                // What this tells grows with the bound.
                When::Early => made.conflicts = true,
            }
            // They tell less of what the relaxed test has left: no guide to what they tell without.
            if made.relaxed.is_made || level.slow.asked == 0 {
                made.quick &= is_worth(quickly, level.tested, WORTH_IT, ENOUGH_TESTED);
                let least = PACKING_TAKES / made.saved;
                made.packed &= is_worth(level.by_packing, level.packed, least, ENOUGH_TESTED);
            }
            made.relaxed.learn(&level.slow);
            let pays = made.relaxed.pays(made.saved, HOPE);
            made.set_relaxed(begins && pays, all);
        }
    }
}

/// Returns whether there are a quick test and one with the division by conflicts.
fn quick_ones(tells: bool, when: When) -> [bool; 2] {
    [tells, tells && when != When::Never]
}

/// Says whether a test is made further that told so many; but of fewer than `enough` it is not
/// known.
fn is_worth(told: u64, tested: u64, least: f64, enough: u64) -> bool {
    tested < enough || told as f64 >= least * tested as f64
}

impl Made {
    /// Has the relaxed test made or not. Where it is given up `all` quick ones are made again.
    fn set_relaxed(&mut self, is_made: bool, all: [bool; 2]) {
        if self.relaxed.is_made && !is_made {
            [self.quick, self.packed] = all;
        }
        self.relaxed.is_made = is_made;
    }
}

impl Relaxed {
    fn learn(&mut self, done: &Slow) {
        if done.asked >= ENOUGH_ASKED {
            let (asked, refuted) = (done.asked as f64, done.refuted as f64);
            self.known = Some((refuted / asked, done.effort as f64 / asked));
        }
    }

    /// Says whether it pays where what is held back saves so much.
    fn pays(&self, saved: f64, hope: f64) -> bool {
        self.known.is_none_or(|(refuted, took)| refuted * saved * hope >= took)
    }
}

fn looked_at(levels: &Levels) -> u64 {
    levels.iter().map(|level| level.looked_at).sum()
}

/// Returns what holding back a state saves, by what it has to spare; nothing where too few
/// were expanded.
fn saved(levels: &Levels, new: f64) -> [Option<f64>; LEVELS] {
    let mut all = [None; LEVELS];
    for (nth, level) in levels.iter().enumerate() {
        let expanded = level.expanded();
        if expanded < ENOUGH_EXPANDED {
            continue;
        }
        let bred = |other: usize| level.bred[other] as f64 * new / expanded as f64;
        let goes_on = |other: usize| {
            let other = &levels[other];
            other.expanded() as f64 / other.looked_at.max(1) as f64
        };
        let below = (0..nth).map(|other| {
            bred(other) * (levels[other].look() + goes_on(other) * all[other].unwrap_or(0.0))
        });
        let sifted = SIFTING_TAKES * level.sifted as f64 / expanded as f64;
        let once = 1.0 + sifted + below.sum::<f64>() + bred(nth) * level.look();
        all[nth] = Some(once / (1.0 - (bred(nth) * goes_on(nth)).min(MOST_ALIKE)));
    }
    all
}
