//! The landmarks learnt so far ([`super::explain`]), and which of them tell something of a state.
//! Used by the relaxed test ([`super::search`]), shared by all copies of it.
//!
//! By slot, site and number of detours there is a row of bits, one for each landmark: whether
//! the tile would have to make more. What all rows of a state have in common is what no tile keeps
//! with so many detours. Those that told most come first, and when there is no room for more, half
//! of them are kept.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU32, Ordering};

use super::block::{Bits, NONE, NOWHERE, TIER, by_ways, in_common};
use super::explain::{self, Joint, Landmark, Levels, Pair};
use super::pair_table::Joints;
use super::violated::Tiles;
use crate::search::engine::reachability::triples::Trio;
use crate::search::engine::stops::allocation::{Detours, MAX_TILES};
use crate::search::engine::stops::transitions::LEVELS;

/// Landmarks are looked at in tiers of [`TIER`], those of most use first: mostly no more are needed.
/// So many landmarks there are at most.
const MOST: usize = 16 * TIER;

/// So many there is room for, however little memory there is.
const LEAST: usize = 64;

/// They are put in order when there are so many, and whenever there are twice as many.
const FIRST_ORDER: usize = 64;

/// The tiles of a landmark that are to arrive together.
#[derive(Clone, Copy)]
enum Several {
    One,
    /// Their slots, and which of the pairs that is, from 0.
    Two([u8; 2], u32),
    /// Their slots, and which of the threes that is, from 0. It tells something only of the sites
    /// that it was learnt for.
    Three([u8; 3], u32),
}

/// With how many detours several tiles keep a landmark together.
#[derive(Clone, Copy)]
pub enum Group {
    Two([usize; 2], Joint),
    Three([usize; 3], Trio),
}

impl Group {
    #[inline]
    pub fn is_kept(self, has: &Detours) -> bool {
        match self {
            Self::Two(slots, joint) => joint.is_kept(slots, has),
            Self::Three(slots, trio) => trio.is_kept(slots, has),
        }
    }

    /// Counts the ways in which they do if they get no more than they can, up to so many.
    #[inline]
    pub fn count_ways(self, tiles: Tiles<'_>, most: u32) -> u32 {
        let (has, can, giving, most) = (tiles.has(), tiles.can, tiles.giving, most as usize);
        let count = match self {
            Self::Two(slots, joint) => {
                let ways = joint.ways(slots, has, can);
                ways.filter(|&ways| giving.affords(slots, ways)).take(most).count()
            }
            Self::Three(slots, trio) => {
                let ways = trio.ways(slots, (has, can), giving.most_together(slots));
                ways.filter(|&ways| giving.affords(slots, ways)).take(most).count()
            }
        };
        count as u32
    }
}

/// Where rows of tiles lie, in each tier.
#[derive(Clone, Copy)]
pub struct Places {
    at: [u32; MAX_TILES],
    len: usize,
}

impl Places {
    #[inline]
    fn get(&self) -> &[u32] {
        &self.at[..self.len]
    }
}

/// The landmarks of one target. What is looked up of many of them at once lies in one array for
/// each thing, so that the processor waits for all of it together.
#[derive(Default)]
pub struct Landmarks {
    /// The memory that they may take.
    limit_bytes: u64,
    tiles: usize,
    sites: usize,
    uses: Vec<AtomicU32>,
    /// By tier, slot, site and level: the landmarks for which it takes more detours.
    above: Vec<Bits>,
    /// Which tiles are to arrive together.
    several: Vec<Several>,
    /// By tier: those of two tiles or three.
    of_several: Vec<Bits>,
    joints: Joints,
    /// What three tiles need.
    trios: Vec<Trio>,
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
        }
        if self.is_full() || nth >= FIRST_ORDER && nth.is_power_of_two() {
            self.put_in_order();
        }
        let nth = self.uses.len();
        self.uses.push(AtomicU32::new(1));
        let several = match &landmark.several {
            explain::Several::One => Several::One,
            explain::Several::Two(pair) => {
                let nth = self.joints.add(sites, &pair.joint);
                Several::Two(pair.slots.map(|slot| slot as u8), nth)
            }
            explain::Several::Three { slots, trio, .. } => {
                self.trios.push(*trio);
                Several::Three(slots.map(|slot| slot as u8), self.trios.len() as u32 - 1)
            }
        };
        self.make_room(nth, several);
        for (slot, levels) in landmark.within.iter().enumerate() {
            for site in 0..sites {
                let least = detours(levels, site).min(alone(&landmark.several, slot, site));
                for level in 0..least {
                    let row = self.first_row(nth / TIER, slot, site) + level;
                    self.above[row].set(nth % TIER);
                }
            }
        }
        nth
    }

    /// Makes room for what there is of a landmark by tier, and writes which tiles are to arrive
    /// together.
    fn make_room(&mut self, nth: usize, several: Several) {
        if nth.is_multiple_of(TIER) {
            self.above.resize(self.first_row(nth / TIER + 1, 0, 0), NONE);
            self.of_several.push(NONE);
        }
        self.several.push(several);
        if !matches!(several, Several::One) {
            self.of_several[nth / TIER].set(nth % TIER);
        }
    }

    /// Says whether there is no room for more.
    fn is_full(&self) -> bool {
        let bytes = self.joints.bytes() + self.above.len() * size_of::<Bits>();
        let nth = self.uses.len();
        nth == MOST || nth >= LEAST && bytes as u64 >= self.limit_bytes
    }

    fn put_in_order(&mut self) {
        let is_full = self.is_full();
        let old = std::mem::take(self);
        self.limit_bytes = old.limit_bytes;
        (self.tiles, self.sites, self.edition) = (old.tiles, old.sites, old.edition + 1);
        let uses = |&nth: &usize| old.uses[nth].load(Ordering::Relaxed);
        let mut order: Vec<usize> = (0..old.uses.len()).collect();
        order.sort_by_key(|nth| Reverse(uses(nth)));
        if is_full {
            order.truncate(order.len() / 2);
        }
        for (nth, from) in order.into_iter().enumerate() {
            // What was of use long ago counts less.
            self.uses.push(AtomicU32::new(uses(&from) / 2));
            let mut several = old.several[from];
            match &mut several {
                Several::One => {}
                Several::Two(_, pair) => {
                    *pair = self.joints.copy(self.sites, &old.joints, *pair);
                }
                Several::Three(_, three) => {
                    let from = std::mem::replace(three, self.trios.len() as u32);
                    self.trios.push(old.trios[from as usize]);
                }
            }
            self.make_room(nth, several);
            let rows = LEVELS * self.tiles * self.sites;
            for row in 0..rows {
                if old.above[from / TIER * rows + row].has(from % TIER) {
                    self.above[nth / TIER * rows + row].set(nth % TIER);
                }
            }
        }
    }

    const fn first_row(&self, tier: usize, slot: usize, site: usize) -> usize {
        ((tier * self.tiles + slot) * self.sites + site) * LEVELS
    }

    /// Returns those of a tier that a tile does not keep by itself with so many detours, fewer
    /// than [`LEVELS`].
    #[inline]
    pub fn row(&self, tier: usize, slot: usize, site: u16, detours: u8) -> &Bits {
        &self.above[self.first_row(tier, slot, site.into()) + usize::from(detours)]
    }

    /// Returns those of a tier that are of two tiles or three.
    #[inline]
    pub fn of_several(&self, tier: usize) -> &Bits {
        &self.of_several[tier]
    }

    /// Returns how many tiers there are.
    pub const fn tiers(&self) -> usize {
        self.uses.len().div_ceil(TIER)
    }

    /// Returns where in each tier the rows of tiles lie that make so many detours.
    #[inline]
    pub fn places(&self, sites: &[u16], has: &Detours) -> Places {
        let mut places = Places { at: [0; MAX_TILES], len: sites.len() };
        let tiles = sites.iter().zip(has).enumerate();
        for (at, (slot, (&site, &detours))) in places.at.iter_mut().zip(tiles) {
            *at = self.place(slot, site, detours);
        }
        places
    }

    /// Returns where those lie of tiles that may have more than they have, for what they can.
    #[inline]
    pub fn places_with_more(&self, tiles: Tiles<'_>) -> Places {
        let (has, can) = (tiles.has(), tiles.can);
        let mut places = Places { at: [0; MAX_TILES], len: 0 };
        for (slot, &site) in tiles.sites.iter().enumerate() {
            if can[slot] > has[slot] {
                let is_enough = usize::from(can[slot]) >= LEVELS;
                let place = || self.place(slot, site, can[slot]);
                places.at[places.len] = if is_enough { NOWHERE } else { place() };
                places.len += 1;
            }
        }
        places
    }

    #[inline]
    fn place(&self, slot: usize, site: u16, detours: u8) -> u32 {
        (self.first_row(0, slot, site.into()) + usize::from(detours)) as u32
    }

    #[inline]
    fn rows(&self, tier: usize) -> &[Bits] {
        let each = LEVELS * self.tiles * self.sites;
        &self.above[tier * each..][..each]
    }

    /// Returns those of a tier that all these rows have: no tile keeps them by itself with its
    /// detours.
    #[inline]
    pub fn failing(&self, tier: usize, places: &Places) -> Bits {
        in_common(self.rows(tier), places.get())
    }

    /// Says whether one of them is not kept.
    pub fn fails(&self, nth: usize, sites: &[u16], has: &Detours) -> bool {
        self.failing(nth / TIER, &self.places(sites, has)).has(nth % TIER)
            && !self.group(nth, sites, None).is_some_and(|group| group.is_kept(has))
    }

    /// Writes which of the `failing` landmarks of a tier can be kept in no way, in one, in two, and
    /// in more, if one of the tiles makes no more detours than it can, for which these are the
    /// places; those of two tiles by one of them whatever the other does.
    #[inline]
    pub fn by_ways(&self, tier: usize, failing: &Bits, more: &Places, ways: &mut [Bits; 4]) {
        by_ways(failing, self.rows(tier), more.get(), ways);
    }

    /// Returns the fewest detours with which a tile keeps a landmark, more than it has and no more
    /// than it can; of two tiles whatever the other does.
    pub fn least(&self, nth: usize, slot: usize, tiles: Tiles<'_>) -> Option<u8> {
        let (sites, has, can) = (tiles.sites, tiles.has(), tiles.can);
        (has[slot] + 1..=can[slot]).find(|&level| {
            usize::from(level) >= LEVELS
                || !self.row(nth / TIER, slot, sites[slot], level).has(nth % TIER)
        })
    }

    /// Says whether a tile does not keep a landmark with so many detours, fewer than [`LEVELS`],
    /// neither by itself nor together with another.
    #[inline]
    pub fn is_not_kept_by(&self, nth: usize, slot: usize, site: u16, detours: u8) -> bool {
        self.row(nth / TIER, slot, site, detours).has(nth % TIER)
            && match self.several[nth] {
                Several::One => true,
                Several::Two(slots, _) => !slots.contains(&(slot as u8)),
                Several::Three(slots, ..) => !slots.contains(&(slot as u8)),
            }
    }

    /// Returns with how many detours the tiles of a landmark keep it together, if it is of several;
    /// what two of them need may be `known`.
    #[inline]
    pub fn group(&self, nth: usize, sites: &[u16], known: Option<Joint>) -> Option<Group> {
        match self.several[nth] {
            Several::One => None,
            Several::Two(slots, pair) => {
                let slots = slots.map(usize::from);
                let on = || slots.map(|slot| usize::from(sites[slot]));
                Some(Group::Two(
                    slots,
                    known.unwrap_or_else(|| self.joints.get(self.sites, pair, on())),
                ))
            }
            Several::Three(slots, three) => {
                Some(Group::Three(slots.map(usize::from), self.trios[three as usize]))
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
        let several = self.several.capacity() * size_of::<Several>()
            + self.joints.memory_bytes()
            + self.trios.capacity() * size_of::<Trio>();
        let others = (self.above.capacity() + self.of_several.capacity()) * size_of::<Bits>()
            + self.uses.capacity() * size_of::<AtomicU32>();
        (several + others) as u64
    }
}

/// Returns how many detours of a tile suffice wherever the others are that make none, if the
/// landmark is of that tile and others.
fn alone(several: &explain::Several, slot: usize, site: usize) -> usize {
    match several {
        explain::Several::One => LEVELS,
        explain::Several::Two(pair) => pair_least(pair, slot, site),
        // Elsewhere it says nothing.
        explain::Several::Three { slots, sites, trio } => {
            match slots.iter().position(|&one| one == slot) {
                None => LEVELS,
                Some(nth) if sites[nth] == site => trio.alone(nth),
                Some(_) => 0,
            }
        }
    }
}

fn pair_least(pair: &Pair, slot: usize, site: usize) -> usize {
    let sites = pair.joint.len().isqrt();
    let alone = |joint: &Joint| (0..LEVELS).find(|&first| joint.second(first) == 0);
    let most = if pair.slots[0] == slot {
        let row = &pair.joint[site * sites..][..sites];
        row.iter().map(|joint| alone(joint).unwrap_or(LEVELS)).max()
    } else if pair.slots[1] == slot {
        let column = pair.joint.iter().skip(site).step_by(sites);
        column.map(|joint| joint.second(0).into()).max()
    } else {
        return LEVELS;
    };
    most.unwrap_or(0)
}

/// Returns the detours with which a site is within, [`LEVELS`] if with none.
fn detours(levels: &Levels, site: usize) -> usize {
    levels.iter().position(|within| within >> site & 1 == 1).unwrap_or(LEVELS)
}
