//! The store of learnt landmarks ([`super::explain`]), shared by all threads.
//!
//! For each slot, site and number of extra moves there is a row of bits: the landmarks that the
//! tile does not satisfy with that number. The intersection of the rows of a state is the set of
//! landmarks that no tile satisfies alone. Landmarks are ordered by activity, so that the first
//! blocks mostly suffice; a full store drops the less active half (clause deletion: Eén, Sörensson,
//! *An Extensible SAT-solver*, 2003).

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU32, Ordering};

use super::block::{
    BLOCK_BITS, Block, ByAlternatives, NO_ROW, NONE, by_alternatives, intersection,
};
use super::landmark::{Core, Landmark, PairCore};
use super::pair_table::PairTables;
use super::violated::Assignment;
use crate::search::engine::reachability::by_site::SitesByExtra;
use crate::search::engine::reachability::thresholds::{PairThreshold, TripleThreshold};
use crate::search::engine::stop_constraints::allocation::{ExtraMoves, MAX_ALLOCATED_TILES};
use crate::search::engine::stop_constraints::transitions::EXTRA_LEVELS;

/// Landmarks at most: 16 blocks, of which mostly the first few are looked at.
const MAX_LANDMARKS: usize = 16 * BLOCK_BITS;

/// Landmarks for which there is always room. When there are so many, and whenever their number has
/// doubled, they are ordered.
const ALWAYS_KEPT: usize = 64;

/// The tiles of a landmark that must arrive together.
#[derive(Clone, Copy)]
enum StoredCore {
    One,
    /// Their slots, and the number of the pair table.
    Two([u8; 2], u32),
    /// Their slots, and the number of the threshold. It says something only of the sites it was
    /// learnt for.
    Three([u8; 3], u32),
}

/// The extra moves with which several tiles satisfy a landmark together.
#[derive(Clone, Copy)]
pub enum JointThreshold {
    Two([usize; 2], PairThreshold),
    Three([usize; 3], TripleThreshold),
}

impl JointThreshold {
    #[inline]
    pub fn is_satisfied(self, has: &ExtraMoves) -> bool {
        match self {
            Self::Two(slots, threshold) => threshold.is_satisfied(slots, has),
            Self::Three(slots, threshold) => threshold.is_satisfied(slots, has),
        }
    }

    /// Counts the ways in which the slack allows that, up to `most`.
    #[inline]
    pub fn count_alternatives(self, tiles: Assignment<'_>, most: u32) -> u32 {
        let (has, limits, allocation, most) =
            (tiles.extra(), tiles.limits, tiles.allocation, most as usize);
        let count = match self {
            Self::Two(slots, threshold) => {
                let alternatives = threshold.alternatives(slots, has, limits);
                alternatives
                    .filter(|&alternatives| allocation.affords(slots, alternatives))
                    .take(most)
                    .count()
            }
            Self::Three(slots, threshold) => {
                let alternatives =
                    threshold.alternatives(slots, (has, limits), allocation.most_together(slots));
                alternatives
                    .filter(|&alternatives| allocation.affords(slots, alternatives))
                    .take(most)
                    .count()
            }
        };
        count as u32
    }
}

/// The rows of a state's tiles, as indices into each block.
#[derive(Clone, Copy)]
pub struct Rows {
    at: [u32; MAX_ALLOCATED_TILES],
    len: usize,
}

impl Rows {
    #[inline]
    fn get(&self) -> &[u32] {
        &self.at[..self.len]
    }
}

/// The landmarks of one target, as a structure of arrays.
#[derive(Default)]
pub struct LandmarkStore {
    /// The memory they may take.
    limit_bytes: u64,
    tiles: usize,
    sites: usize,
    activity: Vec<AtomicU32>,
    /// By block, slot, site and extra moves: the landmarks that the tile does not satisfy.
    unsatisfied: Vec<Block>,
    /// The tiles that must arrive together.
    cores: Vec<StoredCore>,
    /// By block: those of two or three tiles.
    joint_landmarks: Vec<Block>,
    pair_tables: PairTables,
    /// The requirements of three tiles.
    triple_thresholds: Vec<TripleThreshold>,
    /// How often they have been reordered.
    pub edition: u32,
}

impl LandmarkStore {
    /// Prepares a store of `limit_bytes`, but for a minimum.
    pub fn new(limit_bytes: u64) -> Self {
        Self { limit_bytes, ..Self::default() }
    }

    /// Adds a landmark. Returns its number.
    pub fn add(&mut self, sites: usize, landmark: &Landmark) -> usize {
        let nth = self.activity.len();
        if nth == 0 {
            (self.tiles, self.sites) = (landmark.within.len(), sites);
        }
        if self.is_full() || nth >= ALWAYS_KEPT && nth.is_power_of_two() {
            self.reorder();
        }
        let nth = self.activity.len();
        self.activity.push(AtomicU32::new(1));
        let core = match &landmark.core {
            Core::One => StoredCore::One,
            Core::Two(pair) => {
                let nth = self.pair_tables.add(sites, &pair.thresholds);
                StoredCore::Two(pair.slots.map(|slot| slot as u8), nth)
            }
            Core::Three { slots, threshold, .. } => {
                self.triple_thresholds.push(*threshold);
                StoredCore::Three(
                    slots.map(|slot| slot as u8),
                    self.triple_thresholds.len() as u32 - 1,
                )
            }
        };
        self.make_room(nth, core);
        for (slot, levels) in landmark.within.iter().enumerate() {
            for site in 0..sites {
                let least = extra_needed(levels, site).min(alone(&landmark.core, slot, site));
                for level in 0..least {
                    let row = self.first_row(nth / BLOCK_BITS, slot, site) + level;
                    self.unsatisfied[row].set(nth % BLOCK_BITS);
                }
            }
        }
        nth
    }

    /// Makes room for a landmark and enters its core.
    fn make_room(&mut self, nth: usize, core: StoredCore) {
        if nth.is_multiple_of(BLOCK_BITS) {
            self.unsatisfied.resize(self.first_row(nth / BLOCK_BITS + 1, 0, 0), NONE);
            self.joint_landmarks.push(NONE);
        }
        self.cores.push(core);
        if !matches!(core, StoredCore::One) {
            self.joint_landmarks[nth / BLOCK_BITS].set(nth % BLOCK_BITS);
        }
    }

    /// Says whether there is no room for more.
    fn is_full(&self) -> bool {
        let bytes = self.pair_tables.bytes() + self.unsatisfied.len() * size_of::<Block>();
        let nth = self.activity.len();
        nth == MAX_LANDMARKS || nth >= ALWAYS_KEPT && bytes as u64 >= self.limit_bytes
    }

    fn reorder(&mut self) {
        let is_full = self.is_full();
        let old = std::mem::take(self);
        self.limit_bytes = old.limit_bytes;
        (self.tiles, self.sites, self.edition) = (old.tiles, old.sites, old.edition + 1);
        let activity = |&nth: &usize| old.activity[nth].load(Ordering::Relaxed);
        let mut order: Vec<usize> = (0..old.activity.len()).collect();
        order.sort_by_key(|nth| Reverse(activity(nth)));
        if is_full {
            order.truncate(order.len() / 2);
        }
        for (nth, from) in order.into_iter().enumerate() {
            // Old activity counts less.
            self.activity.push(AtomicU32::new(activity(&from) / 2));
            let mut core = old.cores[from];
            match &mut core {
                StoredCore::One => {}
                StoredCore::Two(_, pair) => {
                    *pair = self.pair_tables.copy(self.sites, &old.pair_tables, *pair);
                }
                StoredCore::Three(_, three) => {
                    let from = std::mem::replace(three, self.triple_thresholds.len() as u32);
                    self.triple_thresholds.push(old.triple_thresholds[from as usize]);
                }
            }
            self.make_room(nth, core);
            let rows = EXTRA_LEVELS * self.tiles * self.sites;
            for row in 0..rows {
                if old.unsatisfied[from / BLOCK_BITS * rows + row].has(from % BLOCK_BITS) {
                    self.unsatisfied[nth / BLOCK_BITS * rows + row].set(nth % BLOCK_BITS);
                }
            }
        }
    }

    const fn first_row(&self, block: usize, slot: usize, site: usize) -> usize {
        ((block * self.tiles + slot) * self.sites + site) * EXTRA_LEVELS
    }

    /// Returns the landmarks of a block that a tile does not satisfy alone with fewer than
    /// [`EXTRA_LEVELS`] extra moves.
    #[inline]
    pub fn row(&self, block: usize, slot: usize, site: u16, extra: u8) -> &Block {
        &self.unsatisfied[self.first_row(block, slot, site.into()) + usize::from(extra)]
    }

    /// Returns the landmarks of a block that are of two or three tiles.
    #[inline]
    pub fn joint_landmarks(&self, block: usize) -> &Block {
        &self.joint_landmarks[block]
    }

    /// Returns the number of blocks.
    pub const fn blocks(&self) -> usize {
        self.activity.len().div_ceil(BLOCK_BITS)
    }

    /// Returns the rows of tiles with these extra moves.
    #[inline]
    pub fn rows_of(&self, sites: &[u16], has: &ExtraMoves) -> Rows {
        let mut rows = Rows { at: [0; MAX_ALLOCATED_TILES], len: sites.len() };
        let tiles = sites.iter().zip(has).enumerate();
        for (at, (slot, (&site, &extra))) in rows.at.iter_mut().zip(tiles) {
            *at = self.place(slot, site, extra);
        }
        rows
    }

    /// Returns the rows of tiles that may still be raised, at their limits.
    #[inline]
    pub fn rows_at_limits(&self, tiles: Assignment<'_>) -> Rows {
        let (has, limits) = (tiles.extra(), tiles.limits);
        let mut rows = Rows { at: [0; MAX_ALLOCATED_TILES], len: 0 };
        for (slot, &site) in tiles.sites.iter().enumerate() {
            if limits[slot] > has[slot] {
                let is_enough = usize::from(limits[slot]) >= EXTRA_LEVELS;
                let place = || self.place(slot, site, limits[slot]);
                rows.at[rows.len] = if is_enough { NO_ROW } else { place() };
                rows.len += 1;
            }
        }
        rows
    }

    #[inline]
    fn place(&self, slot: usize, site: u16, extra: u8) -> u32 {
        (self.first_row(0, slot, site.into()) + usize::from(extra)) as u32
    }

    #[inline]
    fn block_rows(&self, block: usize) -> &[Block] {
        let each = EXTRA_LEVELS * self.tiles * self.sites;
        &self.unsatisfied[block * each..][..each]
    }

    /// Returns the landmarks of a block that no tile satisfies alone.
    #[inline]
    pub fn violated_by_each(&self, block: usize, rows: &Rows) -> Block {
        intersection(self.block_rows(block), rows.get())
    }

    /// Returns the number of landmarks.
    pub const fn len(&self) -> usize {
        self.activity.len()
    }

    /// Says whether a landmark is violated.
    pub fn is_violated(&self, nth: usize, sites: &[u16], has: &ExtraMoves) -> bool {
        self.violated_by_each(nth / BLOCK_BITS, &self.rows_of(sites, has)).has(nth % BLOCK_BITS)
            && !self
                .joint_threshold(nth, sites)
                .is_some_and(|threshold| threshold.is_satisfied(has))
    }

    /// Sorts the `failing` landmarks of a block by how many tiles can satisfy them alone within
    /// their limits, for which these are the rows: none, one, two, or more.
    #[inline]
    pub fn by_alternatives(
        &self,
        block: usize,
        failing: &Block,
        more: &Rows,
        alternatives: &mut ByAlternatives,
    ) {
        by_alternatives(failing, self.block_rows(block), more.get(), alternatives);
    }

    /// Returns the fewest extra moves with which a tile satisfies a landmark alone, above what it
    /// has and within its limit.
    pub fn fewest_extra(&self, nth: usize, slot: usize, tiles: Assignment<'_>) -> Option<u8> {
        let (sites, has, limits) = (tiles.sites, tiles.extra(), tiles.limits);
        (has[slot] + 1..=limits[slot]).find(|&level| {
            usize::from(level) >= EXTRA_LEVELS
                || !self.row(nth / BLOCK_BITS, slot, sites[slot], level).has(nth % BLOCK_BITS)
        })
    }

    /// Returns the joint requirement of a landmark of several tiles.
    #[inline]
    pub fn joint_threshold(&self, nth: usize, sites: &[u16]) -> Option<JointThreshold> {
        match self.cores[nth] {
            StoredCore::One => None,
            StoredCore::Two(slots, pair) => {
                let slots = slots.map(usize::from);
                let on = slots.map(|slot| usize::from(sites[slot]));
                Some(JointThreshold::Two(slots, self.pair_tables.get(self.sites, pair, on)))
            }
            StoredCore::Three(slots, three) => Some(JointThreshold::Three(
                slots.map(usize::from),
                self.triple_thresholds[three as usize],
            )),
        }
    }

    /// Notes that a landmark was of use.
    #[inline]
    pub fn bump_activity(&self, nth: usize) {
        if let Some(activity) = self.activity.get(nth) {
            activity.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub const fn memory_bytes(&self) -> u64 {
        let core = self.cores.capacity() * size_of::<StoredCore>()
            + self.pair_tables.memory_bytes()
            + self.triple_thresholds.capacity() * size_of::<TripleThreshold>();
        let others = (self.unsatisfied.capacity() + self.joint_landmarks.capacity())
            * size_of::<Block>()
            + self.activity.capacity() * size_of::<AtomicU32>();
        (core + others) as u64
    }
}

/// Returns the extra moves of a tile that satisfy a landmark alone, wherever the other tiles of its
/// core are.
fn alone(core: &Core, slot: usize, site: usize) -> usize {
    match core {
        Core::One => EXTRA_LEVELS,
        Core::Two(pair) => pair_alone(pair, slot, site),
        // It says nothing of other sites.
        Core::Three { slots, sites, threshold } => {
            match slots.iter().position(|&one| one == slot) {
                None => EXTRA_LEVELS,
                Some(nth) if sites[nth] == site => threshold.alone(nth),
                Some(_) => 0,
            }
        }
    }
}

fn pair_alone(pair: &PairCore, slot: usize, site: usize) -> usize {
    let sites = pair.thresholds.len().isqrt();
    let alone =
        |threshold: &PairThreshold| (0..EXTRA_LEVELS).find(|&first| threshold.second(first) == 0);
    let most = if pair.slots[0] == slot {
        let row = &pair.thresholds[site * sites..][..sites];
        row.iter().map(|threshold| alone(threshold).unwrap_or(EXTRA_LEVELS)).max()
    } else if pair.slots[1] == slot {
        let column = pair.thresholds.iter().skip(site).step_by(sites);
        column.map(|threshold| threshold.second(0).into()).max()
    } else {
        return EXTRA_LEVELS;
    };
    most.unwrap_or(0)
}

/// Returns the extra moves by which a site is reached; [`EXTRA_LEVELS`] if it is not.
fn extra_needed(levels: &SitesByExtra, site: usize) -> usize {
    levels.iter().position(|within| within >> site & 1 == 1).unwrap_or(EXTRA_LEVELS)
}
