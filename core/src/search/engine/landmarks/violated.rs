//! The landmarks that an allocation of extra moves violates, and the tightest of them.
//!
//! Mostly a few landmarks refute an allocation. So blocks are listed lazily, only as far as needed.
//! The entry of a pair table is a cache miss and is loaded only when something depends on it.

use super::block::{ALTERNATIVE_LEVELS, BLOCK_BITS, Block, NONE};
use super::store::{LandmarkStore, Rows};
use crate::search::engine::stop_constraints::allocation::{Allocation, ExtraMoves};

/// The effort of a step of the search, in moves tried: of a node, of listing a block, of counting its
/// alternatives.
pub const STEP_COST: u64 = 4;

/// The violated landmarks, for the current allocation and for each one on the way to it.
#[derive(Clone, Default)]
pub struct Violated {
    /// By block, of the current allocation last. Landmarks of two tiles may be satisfied until
    /// their requirement has been looked up.
    blocks: Vec<Block>,
    levels: Vec<Level>,
    /// The effort since it was taken last, in moves tried.
    pub effort: u64,
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

    /// Returns a landmark without alternative, or else one with the fewest in the blocks that were
    /// listed for the allocation before and the first one after these that has any; `None` if all are
    /// satisfied.
    pub fn tightest(
        &mut self,
        landmarks: &LandmarkStore,
        tiles: Assignment<'_>,
    ) -> Option<Tightest> {
        let Level { before, begin, .. } = self.level();
        let rows = landmarks.rows_of(tiles.sites, tiles.extra());
        let with_more = landmarks.rows_at_limits(tiles);
        let mut tightest: Option<Tightest> = None;
        for block in 0..landmarks.blocks() {
            if tightest.is_some_and(|found| found.alternatives == 0 || block >= begin - before) {
                break;
            }
            if block == self.blocks.len() - begin {
                self.list_block(landmarks, tiles, &rows);
            }
            self.look_at(landmarks, block, tiles, &with_more, &mut tightest);
        }
        tightest
    }

    /// Lists the next block.
    fn list_block(&mut self, landmarks: &LandmarkStore, tiles: Assignment<'_>, rows: &Rows) {
        let (sites, has) = (tiles.sites, tiles.extra());
        let Level { before, begin, slots } = self.level();
        let block = self.blocks.len() - begin;
        let listed = if before + block < begin {
            let mut failing = self.blocks[before + block];
            if !failing.is_empty() {
                for slot in slots {
                    failing.retain(landmarks.row(block, slot, sites[slot], has[slot]));
                }
            }
            failing
        } else {
            self.effort += STEP_COST;
            landmarks.violated_by_each(block, rows)
        };
        self.blocks.push(listed);
    }

    /// Takes the tightest landmark of a block if it is tighter.
    fn look_at(
        &mut self,
        landmarks: &LandmarkStore,
        block: usize,
        tiles: Assignment<'_>,
        with_more: &Rows,
        tightest: &mut Option<Tightest>,
    ) {
        let failing = &self.blocks[self.level().begin + block];
        if failing.is_empty() {
            return;
        }
        self.effort += STEP_COST;
        let mut by_alternatives = [NONE; ALTERNATIVE_LEVELS];
        landmarks.by_alternatives(block, failing, with_more, &mut by_alternatives);
        let joint_landmarks = landmarks.joint_landmarks(block);
        for (least, some) in (0..).zip(&by_alternatives) {
            if tightest.is_some_and(|found| found.alternatives <= least) {
                break;
            }
            if let Some(nth) = some.first_without(joint_landmarks) {
                *tightest = Some(Tightest { nth: block * BLOCK_BITS + nth, alternatives: least });
                break;
            }
            // Those of several tiles are looked at only where there is no other: their requirements
            // lie far away in memory.
            let some = some.and(joint_landmarks);
            if tightest.is_none() && !some.is_empty() {
                *tightest = self.first_joint(landmarks, (block, &some, least), tiles);
            }
        }
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
        let threshold = landmarks.joint_threshold(nth, tiles.sites)?;
        if threshold.is_satisfied(tiles.extra()) {
            let (block, begin) = (nth / BLOCK_BITS, self.level().begin);
            self.blocks[begin + block].clear(nth % BLOCK_BITS);
            return None;
        }
        Some(threshold.count_alternatives(tiles, ALTERNATIVE_LEVELS as u32))
    }
}
