//! Which landmarks are not kept while moves are given to tiles, one way after the other. Used by
//! the relaxed test ([`super::search`]).
//!
//! Mostly few landmarks have to be looked at until it is seen that moves were given in vain. So
//! they are listed tier by tier, no further than is needed. What two tiles need to keep one lies
//! far away in memory: it is fetched only for those on which something depends.

use super::block::{Bits, NONE, TIER};
use super::explain::Joint;
use super::store::{Group, Landmarks, Places};
use crate::search::engine::stops::allocation::{Detours, Giving};

/// Tiers that are listed before tiles are given moves.
const FIRST_TIERS: usize = 2;

/// Where one is found that is not kept, so many of two tiles or three are looked at for one that is
/// harder to keep: on some boards nearly all are of three.
const ENOUGH_LOOKS: u32 = 3;

/// What it takes to list a tier, and to count in how many ways its landmarks can be kept, in ways
/// of tiles that are looked at.
const LISTING_TAKES: u64 = 4;
const COUNTING_TAKES: u64 = 4;

/// The landmarks that are not kept, for what is given now and for all that was given before it
/// came to that.
#[derive(Clone, Default)]
pub struct Failing {
    /// By tier, of what is given now last. Some of two tiles may be kept: those for which that has
    /// not been looked up.
    tiers: Vec<Bits>,
    steps: Vec<Step>,
    /// By landmark of two tiles: what these need to keep it, if that was looked up and is something.
    joint: Vec<Joint>,
    /// By tier, those for which it was.
    is_known: Vec<Bits>,
    /// By tier, in how many ways its landmarks can be kept: of those that have been listed since
    /// [`Self::hardest`] was asked, from this one on.
    ways: Vec<[Bits; 4]>,
    counted_from: usize,
    effort: u64,
}

/// A step to what is given now.
#[derive(Clone, Copy, Default)]
struct Step {
    /// Where the tiers begin of what was given before, and those of what is given now.
    before: usize,
    begin: usize,
    /// The tiles that make more detours since.
    slots: [usize; 3],
}

/// A landmark that is not kept, and in how many ways it can be.
#[derive(Clone, Copy)]
pub struct Hardest {
    pub nth: usize,
    pub ways: u32,
}

/// The hardest that has been found, and how many of two tiles or three have been looked at.
#[derive(Default)]
struct Choice {
    hardest: Option<Hardest>,
    looks: u32,
}

impl Choice {
    fn fewest(&self) -> u32 {
        self.hardest.map_or(u32::MAX, |hardest| hardest.ways)
    }
}

/// The tiles of a state: where they stand, and what they make and may make.
#[derive(Clone, Copy)]
pub struct Tiles<'a> {
    pub sites: &'a [u16],
    pub giving: &'a Giving,
    pub can: &'a Detours,
}

impl<'a> Tiles<'a> {
    /// Returns the detours that they have been given.
    #[inline]
    pub const fn has(self) -> &'a Detours {
        self.giving.has()
    }
}

impl Failing {
    /// Begins with another state.
    pub fn begin(&mut self) {
        self.tiers.clear();
        self.steps.clear();
        self.steps.push(Step::default());
        self.is_known.fill(NONE);
    }

    /// Goes on to where up to three tiles, those named more than once, make more detours than before.
    pub fn give(&mut self, slots: [usize; 3]) {
        let (before, begin) = (self.now().begin, self.tiers.len());
        self.steps.push(Step { before, begin, slots });
    }

    /// Comes back from there.
    pub fn take_back(&mut self) {
        self.tiers.truncate(self.now().begin);
        self.steps.pop();
    }

    fn now(&self) -> Step {
        self.steps.last().copied().unwrap_or_default()
    }

    fn listed(&self) -> usize {
        self.tiers.len() - self.now().begin
    }

    /// Notes a new landmark that is not kept now: so it was not with less.
    pub fn note(&mut self, nth: usize) {
        let (tier, mut end) = (nth / TIER, self.tiers.len());
        for step in self.steps.iter().rev() {
            if step.begin + tier < end {
                self.tiers[step.begin + tier].set(nth % TIER);
            }
            end = step.begin;
        }
    }

    /// Returns a landmark that cannot be kept in any way, or else that which can be kept in the
    /// fewest; nothing where all are kept.
    pub fn hardest(&mut self, landmarks: &Landmarks, tiles: Tiles<'_>) -> Option<Hardest> {
        let Step { before, begin, .. } = self.now();
        let tiers = landmarks.tiers();
        let first = FIRST_TIERS.min(tiers).max(begin - before);
        if self.ways.len() < tiers {
            self.ways.resize(tiers, [NONE; 4]);
        }
        self.counted_from = self.listed();
        let places = landmarks.places(tiles.sites, tiles.has());
        let with_more = landmarks.places_with_more(tiles);
        // Of the tiers before this one all are kept.
        let mut from = 0;
        loop {
            if self.listed() >= first {
                let hardest = self.hardest_listed(landmarks, tiles, &with_more, from);
                if hardest.is_some() || self.listed() == tiers {
                    return hardest;
                }
                from = self.listed();
            }
            let tier = self.list(landmarks, tiles, &places);
            let failing = &self.tiers[begin + tier];
            if !failing.is_empty() {
                let ways = &mut self.ways[tier];
                landmarks.by_ways(tier, failing, &with_more, ways);
                if let Some(nth) = ways[0].first_without(landmarks.of_several(tier)) {
                    return Some(Hardest { nth: tier * TIER + nth, ways: 0 });
                }
            }
        }
    }

    /// Lists the next tier.
    fn list(&mut self, landmarks: &Landmarks, tiles: Tiles<'_>, places: &Places) -> usize {
        let (sites, has) = (tiles.sites, tiles.has());
        let (Step { before, begin, slots }, tier) = (self.now(), self.listed());
        let listed = if before + tier < begin {
            let mut failing = self.tiers[before + tier];
            if !failing.is_empty() {
                for slot in slots {
                    failing.retain(landmarks.row(tier, slot, sites[slot], has[slot]));
                }
            }
            failing
        } else {
            self.effort += LISTING_TAKES;
            landmarks.failing(tier, places)
        };
        self.tiers.push(listed);
        if self.is_known.len() <= tier {
            self.is_known.push(NONE);
            self.joint.resize((tier + 1) * TIER, Joint::default());
        }
        tier
    }

    /// Returns of those that are listed, from a tier on, that which can be kept in the fewest ways.
    fn hardest_listed(
        &mut self,
        landmarks: &Landmarks,
        tiles: Tiles<'_>,
        with_more: &Places,
        from: usize,
    ) -> Option<Hardest> {
        let (mut choice, begin) = (Choice::default(), self.now().begin);
        for tier in from..self.listed() {
            let failing = &self.tiers[begin + tier];
            if failing.is_empty() {
                continue;
            }
            self.effort += COUNTING_TAKES;
            if tier < self.counted_from {
                landmarks.by_ways(tier, failing, with_more, &mut self.ways[tier]);
            }
            let of_several = landmarks.of_several(tier);
            for least in 0..4 {
                if least >= choice.fewest() {
                    break;
                }
                let some = &self.ways[tier][least as usize];
                if let Some(nth) = some.first_without(of_several) {
                    choice.hardest = Some(Hardest { nth: tier * TIER + nth, ways: least });
                    break;
                }
                let some = some.and(of_several);
                if !some.is_empty() {
                    self.look(landmarks, (tier, &some, least), tiles, &mut choice);
                }
            }
            if choice.fewest() == 0 {
                break;
            }
        }
        choice.hardest
    }

    /// Looks at some landmarks of two tiles or three that can be kept in so many ways by one, for one
    /// that is harder than what has been found.
    fn look(
        &mut self,
        landmarks: &Landmarks,
        (tier, some, least): (usize, &Bits, u32),
        tiles: Tiles<'_>,
        choice: &mut Choice,
    ) {
        for nth in some.each() {
            let enough = choice.fewest() - least;
            if enough == 0 || choice.hardest.is_some() && choice.looks >= ENOUGH_LOOKS {
                break;
            }
            choice.looks += 1;
            let nth = tier * TIER + nth;
            let more = self.together(landmarks, nth, tiles, enough);
            if let Some(more) = more.filter(|&more| more < enough) {
                choice.hardest = Some(Hardest { nth, ways: least + more });
            }
        }
    }

    /// Counts the ways, up to so many, in which the two or three tiles of a landmark keep it
    /// together; nothing if they do already.
    fn together(
        &mut self,
        landmarks: &Landmarks,
        nth: usize,
        tiles: Tiles<'_>,
        most: u32,
    ) -> Option<u32> {
        let (tier, begin) = (nth / TIER, self.now().begin);
        let is_known = self.is_known[tier].has(nth % TIER);
        let known = is_known.then(|| self.joint[nth]);
        let group = landmarks.group(nth, tiles.sites, known)?;
        if group.is_kept(tiles.has()) {
            self.tiers[begin + tier].clear(nth % TIER);
            return None;
        }
        if let (Group::Two(_, joint), false) = (group, is_known) {
            self.is_known[tier].set(nth % TIER);
            self.joint[nth] = joint;
        }
        Some(group.count_ways(tiles, most))
    }

    /// Returns what it has taken since this was asked last, in ways of tiles that are looked at.
    pub const fn take_effort(&mut self) -> u64 {
        std::mem::replace(&mut self.effort, 0)
    }
}
