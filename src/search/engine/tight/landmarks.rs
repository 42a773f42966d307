//! The landmarks learnt so far ([`super::landmark`]), and which of them tell something of a state.
//! Used by the relaxed test ([`super::relaxed`]), shared by all copies of it.
//!
//! By slot, site and number of detours there is a row of bits, one for each landmark: whether
//! the tile would have to make more. What all rows of a state have in common is what no tile keeps
//! with so many detours. Those that told most come first, and when there is no room for more, half
//! of them are kept.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU32, Ordering};

use super::detours::{BITS, Detours, at_most, of_slot};
use super::landmark::{Joint, Landmark, Levels};
use super::steps::{LEVELS, each_tile};
use super::tables::Sites;

/// Landmarks are looked at in tiers of so many words of 64, those of most use first: mostly no more
/// are needed.
pub const WORDS: usize = 8;
const TIER: usize = 64 * WORDS;
const MOST: usize = 16 * TIER;

/// So many there is room for, however little memory there is.
const LEAST: usize = 64;

/// They are put in order when there are so many, and whenever there are twice as many.
const FIRST_ORDER: usize = 64;

/// A bit for each landmark of a tier.
pub type Bits = [u64; WORDS];

/// As many detours as can be written, of all tiles.
const NEVER: [u64; 2] = [u64::MAX / 15 * 7; 2];

/// What a landmark says of a state.
#[derive(Clone, Copy)]
pub struct Told {
    pub nth: u32,
    /// The detours that it takes each tile at least to keep it, in two halves.
    least: [u64; 2],
    /// Two tiles that keep it together.
    pub pair: Option<([u8; 2], Joint)>,
}

impl Told {
    /// Returns the detours that it takes each tile at least to keep it.
    #[inline]
    pub fn least(&self) -> Detours {
        Detours::from(self.least[1]) << 64 | Detours::from(self.least[0])
    }

    /// Says whether it is not kept if tiles make so many detours.
    #[inline]
    pub fn fails(&self, has: Detours) -> bool {
        at_most(self.least(), has).is_empty()
            && self.pair.is_none_or(|([one, other], joint)| {
                joint.second(of_slot(has, one.into()).into()) > of_slot(has, other.into())
            })
    }
}

/// The landmarks of one target. What is looked up of many of them at once lies in one array for
/// each thing, so that the processor waits for all of it together.
#[derive(Default)]
pub struct Landmarks {
    /// The memory that they may take, and how many that are.
    limit_bytes: u64,
    most: usize,
    tiles: usize,
    sites: usize,
    uses: Vec<AtomicU32>,
    /// By tier, level, slot and site: the landmarks for which it takes more detours.
    above: Vec<Bits>,
    /// By tier, slot, site and landmark of the tier: the detours that it takes.
    least: Vec<u8>,
    /// Those of two tiles: their slots, and which of the pairs that is, from 0.
    pairs: Vec<Option<([u8; 2], u32)>>,
    /// By the site of the first: those of the second from which they need detours.
    apart: Vec<Sites>,
    /// By the sites of both.
    joint: Vec<Joint>,
    /// How often they have been put in order.
    pub edition: u32,
}

impl Landmarks {
    /// Prepares for landmarks that take so much memory at most, unless that is very little.
    pub fn new(limit_bytes: u64) -> Self {
        Self { limit_bytes, ..Self::default() }
    }

    /// Adds one. Returns its number.
    pub fn add(&mut self, sites: usize, landmark: &Landmark) -> usize {
        let nth = self.uses.len();
        if nth == 0 {
            (self.tiles, self.sites) = (landmark.within.len(), sites);
            let rows = self.tiles * sites;
            let pair = sites * (size_of::<Sites>() + sites * size_of::<Joint>());
            let bytes = pair + rows + rows * LEVELS / 8;
            self.most = (self.limit_bytes as usize / bytes).clamp(LEAST, MOST);
        }
        if nth == self.most || nth >= FIRST_ORDER && nth.is_power_of_two() {
            self.put_in_order();
        }
        let nth = self.uses.len();
        self.uses.push(AtomicU32::new(1));
        self.make_room(nth);
        for (slot, levels) in landmark.within.iter().enumerate() {
            for site in 0..sites {
                let at = self.least_at(nth, slot, site);
                self.least[at] = detours(levels, site);
            }
        }
        let pair = landmark.pair.as_ref();
        self.add_pair(pair.map(|pair| (pair.slots.map(|slot| slot as u8), &*pair.joint)));
        self.write(nth);
        nth
    }

    /// Returns how many there are.
    pub const fn len(&self) -> usize {
        self.uses.len()
    }

    /// Adds what there is of two tiles, if the landmark added is of two.
    fn add_pair(&mut self, pair: Option<([u8; 2], &[Joint])>) {
        let sites = self.sites;
        let nth = (self.joint.len() / (sites * sites)) as u32;
        self.pairs.push(pair.map(|(slots, _)| (slots, nth)));
        let Some((_, joint)) = pair else { return };
        for row in joint.chunks_exact(sites) {
            let row = row.iter().enumerate();
            let apart = row.filter(|(_, joint)| joint.second(0) > 0);
            self.apart.push(apart.fold(0, |all, (second, _)| all | 1 << second));
        }
        self.joint.extend_from_slice(joint);
    }

    fn put_in_order(&mut self) {
        let old = std::mem::take(self);
        (self.limit_bytes, self.most) = (old.limit_bytes, old.most);
        (self.tiles, self.sites, self.edition) = (old.tiles, old.sites, old.edition + 1);
        let uses = |&nth: &usize| old.uses[nth].load(Ordering::Relaxed);
        let mut order: Vec<usize> = (0..old.uses.len()).collect();
        order.sort_by_key(|nth| Reverse(uses(nth)));
        if order.len() == self.most {
            order.truncate(self.most / 2);
        }
        for (nth, from) in order.into_iter().enumerate() {
            // What was of use long ago counts less.
            self.uses.push(AtomicU32::new(uses(&from) / 2));
            self.make_room(nth);
            for slot in 0..self.tiles {
                for site in 0..self.sites {
                    let at = self.least_at(nth, slot, site);
                    self.least[at] = old.least[old.least_at(from, slot, site)];
                    for level in 0..LEVELS {
                        let bits = &old.above[old.row(from / TIER, level, slot, site)];
                        let bit = bits[from % TIER / 64] >> (from % 64) & 1;
                        let row = self.row(nth / TIER, level, slot, site);
                        self.above[row][nth % TIER / 64] |= bit << (nth % 64);
                    }
                }
            }
            self.add_pair(old.pairs[from].map(|(slots, pair)| (slots, old.joint_of(pair))));
        }
    }

    fn joint_of(&self, pair: u32) -> &[Joint] {
        let rows = self.sites * self.sites;
        &self.joint[pair as usize * rows..][..rows]
    }

    /// Makes room for what there is of a landmark by tier.
    fn make_room(&mut self, nth: usize) {
        if nth.is_multiple_of(TIER) {
            self.above.resize(self.row(nth / TIER + 1, 0, 0, 0), [0; WORDS]);
            self.least.resize(self.least_at(nth + TIER, 0, 0), 0);
        }
    }

    #[inline]
    const fn least_at(&self, nth: usize, slot: usize, site: usize) -> usize {
        ((nth / TIER * self.tiles + slot) * self.sites + site) * TIER + nth % TIER
    }

    /// Sets the bits of a landmark.
    fn write(&mut self, nth: usize) {
        for slot in 0..self.tiles {
            let of_pair = self.pairs[nth].and_then(|(slots, pair)| {
                let place = slots.iter().position(|&own| usize::from(own) == slot)?;
                Some((pair, place))
            });
            for site in 0..self.sites {
                let least = self.least[self.least_at(nth, slot, site)];
                let most = of_pair
                    .map_or(LEVELS as u8, |(pair, place)| self.joint_least(pair, place, site));
                for level in 0..usize::from(least.min(most)) {
                    let row = self.row(nth / TIER, level, slot, site);
                    self.above[row][nth % TIER / 64] |= 1 << (nth % 64);
                }
            }
        }
    }

    /// Returns how many detours of one of two tiles suffice, wherever the other is that makes
    /// none.
    fn joint_least(&self, pair: u32, place: usize, site: usize) -> u8 {
        let (joint, sites) = (self.joint_of(pair), 0..self.sites);
        let alone = |joint: Joint| (0..LEVELS).find(|&first| joint.second(first) == 0);
        let most = if place == 0 {
            let row = &joint[site * self.sites..][..self.sites];
            row.iter().map(|&joint| alone(joint).unwrap_or(LEVELS) as u8).max()
        } else {
            sites.map(|first| joint[first * self.sites + site].second(0)).max()
        };
        most.unwrap_or(0)
    }

    const fn row(&self, tier: usize, level: usize, slot: usize, site: usize) -> usize {
        ((tier * LEVELS + level) * self.tiles + slot) * self.sites + site
    }

    /// Returns how many tiers there are.
    pub const fn tiers(&self) -> usize {
        self.uses.len().div_ceil(TIER)
    }

    /// Returns the landmarks of a tier that no tile keeps alone with so many detours, by their
    /// levels and sites; those of pairs may be kept.
    #[inline]
    pub fn find(&self, tier: usize, tiles: impl Iterator<Item = (usize, usize)>) -> Bits {
        let mut found = [u64::MAX; WORDS];
        for (slot, (level, site)) in tiles.enumerate() {
            let row = &self.above[self.row(tier, level, slot, site)];
            found.iter_mut().zip(row).for_each(|(found, row)| *found &= row);
        }
        found
    }

    /// Returns those that are not kept as long as no detours are made.
    #[inline]
    pub fn find_failing(&self, tier: usize, sites: &[u16]) -> Bits {
        let mut found = self.find(tier, sites.iter().map(|&site| (0, site.into())));
        for (word, found) in found.iter_mut().enumerate() {
            for nth in each_tile(*found) {
                if let Some((slots, pair)) = self.pairs[tier * TIER + 64 * word + nth] {
                    let [one, other] = slots.map(|slot| usize::from(sites[usize::from(slot)]));
                    let apart = self.apart[pair as usize * self.sites + one] >> other & 1;
                    *found &= !(u64::from(apart == 0) << nth);
                }
            }
        }
        found
    }

    /// Appends what some landmarks say of a state. One thing is looked up after the other, each of
    /// all of them, so that no look-up waits for another.
    #[inline]
    pub fn append(&self, some: impl Iterator<Item = usize>, sites: &[u16], all: &mut Vec<Told>) {
        let before = all.len();
        all.extend(some.map(|nth| {
            let pair = self.pairs[nth].map(|(slots, pair)| {
                let [one, other] = slots.map(|slot| usize::from(sites[usize::from(slot)]));
                (slots, self.joint_of(pair)[one * self.sites + other])
            });
            Told { nth: nth as u32, least: NEVER, pair }
        }));
        for (slot, &site) in sites.iter().enumerate() {
            let (half, shift) = (slot / 16, BITS * (slot % 16) as u32);
            for told in &mut all[before..] {
                let at = self.least_at(told.nth as usize, slot, site.into());
                let lacks = u64::from(7 - self.least[at]);
                told.least[half] -= lacks << shift;
            }
        }
    }

    /// Notes that a landmark was of use.
    #[inline]
    pub fn note_use(&self, nth: usize) {
        if let Some(uses) = self.uses.get(nth) {
            uses.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub const fn memory_bytes(&self) -> u64 {
        let pairs = self.pairs.capacity() * size_of::<Option<([u8; 2], u32)>>()
            + self.apart.capacity() * size_of::<Sites>()
            + self.joint.capacity() * size_of::<Joint>();
        let others = self.above.capacity() * size_of::<Bits>()
            + self.least.capacity()
            + self.uses.capacity() * size_of::<AtomicU32>();
        (pairs + others) as u64
    }
}

/// Returns the detours with which a site is within, [`LEVELS`] if with none.
fn detours(levels: &Levels, site: usize) -> u8 {
    let level = levels.iter().position(|within| within >> site & 1 == 1);
    level.unwrap_or(LEVELS) as u8
}
