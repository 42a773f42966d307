//! The landmarks that an allocation of extra moves violates, and the tightest of them.
//!
//! Mostly a few landmarks refute an allocation. So blocks are listed lazily, only as far as needed.
//! The entry of a pair table is a cache miss and is loaded only when something depends on it.

use super::block::{ALTERNATIVE_LEVELS, BLOCK_BITS, Block, ByAlternatives, NONE};
use super::store::{JointThreshold, LandmarkStore, Rows};
use crate::search::engine::reachability::thresholds::PairThreshold;
use crate::search::engine::stop_constraints::allocation::{Allocation, ExtraMoves};

/// Blocks that are listed before tiles are raised: mostly they suffice.
const FIRST_BLOCKS: usize = 2;

/// The effort of listing a block, and of counting its alternatives, in moves tried.
const LISTING_COST: u64 = 4;
const COUNTING_COST: u64 = 4;

/// The violated landmarks, for the current allocation and for each one on the way to it.
#[derive(Clone, Default)]
pub struct Violated {
    /// By block, of the current allocation last. Landmarks of two tiles may be satisfied until
    /// their requirement has been looked up.
    blocks: Vec<Block>,
    levels: Vec<Level>,
    /// By landmark of two tiles: its requirement, if it has been looked up.
    pair_thresholds: Vec<PairThreshold>,
    /// By block: the landmarks for which it has.
    has_threshold: Vec<Block>,
    /// By block: the landmarks by number of alternatives, valid from this block on since
    /// [`Self::tightest`] was called.
    by_alternatives: Vec<ByAlternatives>,
    counted_from: usize,
    effort: u64,
}

/// A step to the current allocation.
#[derive(Clone, Copy, Default)]
struct Level {
    /// The first block of the allocation before, and of this one.
    before: usize,
    begin: usize,
    /// The tiles that were raised.
    slots: [usize; 3],
}

/// A violated landmark and the number of its alternatives.
#[derive(Clone, Copy)]
pub struct Tightest {
    pub nth: usize,
    pub alternatives: u32,
}

/// The tiles of a state: their sites, extra moves and limits.
#[derive(Clone, Copy)]
pub struct Assignment<'a> {
    pub sites: &'a [u16],
    pub allocation: &'a Allocation,
    pub limits: &'a ExtraMoves,
}

impl<'a> Assignment<'a> {
    /// Returns the extra moves allocated to each tile.
    #[inline]
    pub const fn extra(self) -> &'a ExtraMoves {
        self.allocation.extra()
    }
}

impl Violated {
    /// Starts with another state.
    pub fn reset(&mut self) {
        self.blocks.clear();
        self.levels.clear();
        self.levels.push(Level::default());
        self.has_threshold.fill(NONE);
    }

    /// Goes on to an allocation in which up to three tiles have been raised.
    pub fn push(&mut self, slots: [usize; 3]) {
        let (before, begin) = (self.level().begin, self.blocks.len());
        self.levels.push(Level { before, begin, slots });
    }

    /// Returns to the allocation before.
    pub fn pop(&mut self) {
        self.blocks.truncate(self.level().begin);
        self.levels.pop();
    }

    fn level(&self) -> Level {
        self.levels.last().copied().unwrap_or_default()
    }

    fn listed(&self) -> usize {
        self.blocks.len() - self.level().begin
    }

    /// Adds a new landmark that is violated now, and so was before.
    pub fn add(&mut self, nth: usize) {
        let (block, mut end) = (nth / BLOCK_BITS, self.blocks.len());
        for step in self.levels.iter().rev() {
            if step.begin + block < end {
                self.blocks[step.begin + block].set(nth % BLOCK_BITS);
            }
            end = step.begin;
        }
    }

    /// Returns a landmark without alternative, or else one with the fewest; `None` if all are
    /// satisfied.
    pub fn tightest(
        &mut self,
        landmarks: &LandmarkStore,
        tiles: Assignment<'_>,
    ) -> Option<Tightest> {
        let Level { before, begin, .. } = self.level();
        let blocks = landmarks.blocks();
        let first = FIRST_BLOCKS.min(blocks).max(begin - before);
        if self.by_alternatives.len() < blocks {
            self.by_alternatives.resize(blocks, [NONE; ALTERNATIVE_LEVELS]);
        }
        self.counted_from = self.listed();
        let rows = landmarks.rows_of(tiles.sites, tiles.extra());
        let with_more = landmarks.rows_at_limits(tiles);
        // All landmarks of earlier blocks are satisfied.
        let mut from = 0;
        loop {
            if self.listed() >= first {
                let tightest = self.tightest_listed(landmarks, tiles, &with_more, from);
                if tightest.is_some() || self.listed() == blocks {
                    return tightest;
                }
                from = self.listed();
            }
            let block = self.list_block(landmarks, tiles, &rows);
            let failing = &self.blocks[begin + block];
            if !failing.is_empty() {
                let by_alternatives = &mut self.by_alternatives[block];
                landmarks.by_alternatives(block, failing, &with_more, by_alternatives);
                if let Some(nth) =
                    by_alternatives[0].first_without(landmarks.joint_landmarks(block))
                {
                    return Some(Tightest { nth: block * BLOCK_BITS + nth, alternatives: 0 });
                }
            }
        }
    }

    /// Lists the next block.
    fn list_block(
        &mut self,
        landmarks: &LandmarkStore,
        tiles: Assignment<'_>,
        rows: &Rows,
    ) -> usize {
        let (sites, has) = (tiles.sites, tiles.extra());
        let (Level { before, begin, slots }, block) = (self.level(), self.listed());
        let listed = if before + block < begin {
            let mut failing = self.blocks[before + block];
            if !failing.is_empty() {
                for slot in slots {
                    failing.retain(landmarks.row(block, slot, sites[slot], has[slot]));
                }
            }
            failing
        } else {
            self.effort += LISTING_COST;
            landmarks.violated_by_each(block, rows)
        };
        self.blocks.push(listed);
        if self.has_threshold.len() <= block {
            self.has_threshold.push(NONE);
            self.pair_thresholds.resize((block + 1) * BLOCK_BITS, PairThreshold::default());
        }
        block
    }

    /// Returns the tightest landmark of the listed blocks, from one on.
    fn tightest_listed(
        &mut self,
        landmarks: &LandmarkStore,
        tiles: Assignment<'_>,
        with_more: &Rows,
        from: usize,
    ) -> Option<Tightest> {
        let (mut tightest, begin): (Option<Tightest>, _) = (None, self.level().begin);
        let fewest = |of: Option<Tightest>| of.map_or(u32::MAX, |tightest| tightest.alternatives);
        for block in from..self.listed() {
            let failing = &self.blocks[begin + block];
            if failing.is_empty() {
                continue;
            }
            self.effort += COUNTING_COST;
            if block < self.counted_from {
                landmarks.by_alternatives(
                    block,
                    failing,
                    with_more,
                    &mut self.by_alternatives[block],
                );
            }
            let joint_landmarks = landmarks.joint_landmarks(block);
            for least in 0..ALTERNATIVE_LEVELS as u32 {
                if least >= fewest(tightest) {
                    break;
                }
                let some = &self.by_alternatives[block][least as usize];
                if let Some(nth) = some.first_without(joint_landmarks) {
                    tightest =
                        Some(Tightest { nth: block * BLOCK_BITS + nth, alternatives: least });
                    break;
                }
                // Those of several tiles are looked at only where there is no other: their
                // requirements lie far away in memory.
                let some = some.and(joint_landmarks);
                if tightest.is_none() && !some.is_empty() {
                    tightest = self.first_joint(landmarks, (block, &some, least), tiles);
                }
            }
            if fewest(tightest) == 0 {
                break;
            }
        }
        tightest
    }

    /// Returns the first of `some` joint landmarks, with so many alternatives by single tiles, that
    /// is violated.
    fn first_joint(
        &mut self,
        landmarks: &LandmarkStore,
        (block, some, least): (usize, &Block, u32),
        tiles: Assignment<'_>,
    ) -> Option<Tightest> {
        some.each().find_map(|nth| {
            let nth = block * BLOCK_BITS + nth;
            let more = self.joint_alternatives(landmarks, nth, tiles)?;
            Some(Tightest { nth, alternatives: least + more })
        })
    }

    /// Counts the ways in which the tiles of a core can satisfy a landmark together, up to
    /// [`ALTERNATIVE_LEVELS`]; `None` if they do already.
    fn joint_alternatives(
        &mut self,
        landmarks: &LandmarkStore,
        nth: usize,
        tiles: Assignment<'_>,
    ) -> Option<u32> {
        let (block, begin) = (nth / BLOCK_BITS, self.level().begin);
        let has_threshold = self.has_threshold[block].has(nth % BLOCK_BITS);
        let known = has_threshold.then(|| self.pair_thresholds[nth]);
        let threshold = landmarks.joint_threshold(nth, tiles.sites, known)?;
        if threshold.is_satisfied(tiles.extra()) {
            self.blocks[begin + block].clear(nth % BLOCK_BITS);
            return None;
        }
        if let (JointThreshold::Two(_, pair_thresholds), false) = (threshold, has_threshold) {
            self.has_threshold[block].set(nth % BLOCK_BITS);
            self.pair_thresholds[nth] = pair_thresholds;
        }
        Some(threshold.count_alternatives(tiles, ALTERNATIVE_LEVELS as u32))
    }

    /// Returns the effort since the last call, in moves tried.
    pub const fn take_effort(&mut self) -> u64 {
        std::mem::replace(&mut self.effort, 0)
    }
}
