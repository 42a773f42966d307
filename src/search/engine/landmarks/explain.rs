//! Landmarks: what a failed look at one state tells of all others. Used by
//! [`super::store`], which keeps them.
//!
//! Say that a tile does not arrive, as far as the relaxed test goes ([`crate::search::engine::reachability::single`]), because
//! others would have to hold it on some of the sites X, and with the detours that they have been
//! given none comes there. Then **one of the tiles makes more detours**: that one, so as to arrive
//! without these sites, or another, so as to come to X. How many it takes at least depends on
//! nothing but where the tile stands: all others are taken to hold it wherever they like, but not
//! on X. So it is computed for all sites at once, and the landmark holds for every state.
//!
//! The same of two tiles that do not arrive together ([`crate::search::engine::reachability::pairs`]): they make more
//! detours, by which is tabulated for each two sites, or another tile comes to X. And of three
//! ([`crate::search::engine::reachability::triples`]); this is not tabulated but said of the sites on which they stand, wherever the
//! other tiles are.
//!
//! **What it says is right.** Let Yᵢ be some of the sites X to which the tile i may come all the
//! same. Say that in a solution no tile comes to X but i to Yᵢ before a certain move, and that this
//! move is the first by which a tile i comes to another site of X (or, for the tile that is to
//! arrive, to its end). Before it other tiles stood on X only where they may, so up to this move i
//! was held nowhere on X but on the Yₖ of others. So it made as many detours as it takes at least
//! if it is barred there alone. If no tile makes so many there is no such move: then those that are
//! to arrive do not, or have done so in the game for two, barred in the same way. Backward the
//! moves taken back are numbered from the last.
//!
//! X is made as small as can be while the landmark still tells of the scene that it was learnt
//! from: the fewer sites, the harder they are to come to, and the more it says of other states.
//!
//! References: Hoffmann, Porteous, Sebastia, *Ordered Landmarks in Planning*, 2004 (facts that
//! each solution passes); Helmert, Domshlak, *Landmarks, Critical Paths and Abstractions*, 2009
//! (cuts by which estimates are raised). That they are kept, with what it takes by site, and are
//! asked of other states like learnt clauses (Marques-Silva, Sakallah, *GRASP*, 1999) is ours.

#[cfg(test)]
mod tests;

use crate::search::engine::reachability::pairs::Together;
use crate::search::engine::reachability::single::{Case, Scene, Tile};
use crate::search::engine::reachability::triples::{Three, Trio};
use crate::search::engine::stops::allocation::{Detours, MANY};
use crate::search::engine::stops::site_tables::Sites;
use crate::search::engine::stops::transitions::{DETOURS, LEVELS, each};
use crate::search::heuristic::distance::FAR;

/// By detours, from 0: sites of a tile.
pub type Levels = [Sites; LEVELS];

/// What a landmark says: one of the tiles makes as many detours as it takes it at least, or two or
/// three together do.
pub struct Landmark {
    /// By slot: from where it takes no more detours than so many.
    pub within: Vec<Levels>,
    pub several: Several,
}

/// Tiles that are to arrive together, if it is more than one.
pub enum Several {
    One,
    Two(Pair),
    /// Three, for the sites where they stood when it was learnt.
    Three {
        slots: [usize; 3],
        sites: [usize; 3],
        trio: Trio,
    },
}

/// Two tiles that are to arrive together.
pub struct Pair {
    pub slots: [usize; 2],
    /// By the sites of both, the detours with which they do.
    pub joint: Vec<Joint>,
}

/// With how many detours of a second tile two arrive together, by those of the first. Those of
/// both are told apart up to [`LEVELS`]: with so many they may arrive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joint(u16);

impl Joint {
    const BITS: usize = 3;

    /// The fewest of the second, by those of the first.
    pub fn new(seconds: [u8; LEVELS]) -> Self {
        let bits = seconds.iter().enumerate();
        Self(bits.fold(0, |all, (first, &second)| all | u16::from(second) << (Self::BITS * first)))
    }

    #[inline]
    pub const fn second(self, first: usize) -> u8 {
        (self.0 >> (Self::BITS * first) & 7) as u8
    }

    /// Says whether the tiles of these slots keep it.
    #[inline]
    pub const fn is_kept(self, [one, other]: [usize; 2], has: &Detours) -> bool {
        self.second(has[one] as usize) <= has[other]
    }

    /// Lists the ways in which they do if they get no more than they can.
    pub fn ways(
        self,
        [one, other]: [usize; 2],
        has: &Detours,
        can: &Detours,
    ) -> impl Iterator<Item = [u8; 2]> {
        let mut fewest = u8::MAX;
        let (least, most) = (has[other], can[other]);
        (has[one]..=can[one]).filter_map(move |first| {
            let second = if first < MANY { self.second(first.into()) } else { 0 }.max(least);
            let is_new = second < fewest && second <= most;
            fewest = fewest.min(second);
            is_new.then_some([first, second])
        })
    }
}

/// Learns what tells that a tile does not arrive in a scene in which all have gone everywhere, or
/// two or three that do not arrive together.
pub fn learn(
    case: Case<'_>,
    scene: &Scene,
    failing: &[usize],
    (together, three): (&mut Together, &mut Three),
) -> Landmark {
    let lesson = Lesson { case, scene, failing };
    let sites = lesson.shrink(lesson.needed(), together, three);
    let barred = lesson.barred(sites, failing);
    let several = match *failing {
        [one, two] => {
            let slots = [one, two];
            let firsts = slots.map(|slot| scene.tiles[slot].first);
            Several::Two(Pair { slots, joint: joint(case, firsts, barred) })
        }
        [one, two, last] => {
            let slots = [one, two, last];
            let tiles = slots.map(|slot| &scene.tiles[slot]);
            let trio = three.trio(case, tiles, !barred);
            Several::Three { slots, sites: tiles.map(Tile::site), trio }
        }
        _ => Several::One,
    };
    let within = (0..scene.tiles.len()).map(|nth| lesson.within(sites, nth)).collect();
    Landmark { within, several }
}

/// What something is to be learnt from.
struct Lesson<'a> {
    case: Case<'a>,
    scene: &'a Scene,
    failing: &'a [usize],
}

impl Lesson<'_> {
    /// Returns sites with which the landmark tells of the scene: those that the failing tiles
    /// need, and where others would come to these, those that they need for it.
    fn needed(&self) -> Sites {
        let tiles = &self.scene.tiles;
        let lacks = |tile: &Tile| tile.needs() & !self.scene.without(tile);
        let mut sites = match *self.failing {
            [one, two] => {
                let two = [&tiles[one], &tiles[two]];
                (two[0].needs() | two[1].needs()) & !self.scene.others(two)
            }
            [one, two, last] => {
                let some = [one, two, last];
                some.iter().fold(0, |all, &nth| all | tiles[nth].needs())
                    & !self.scene.without_three(some)
            }
            _ => lacks(&tiles[self.failing[0]]),
        };
        loop {
            let before = sites;
            for (nth, tile) in tiles.iter().enumerate() {
                if self.breaks(sites, nth) {
                    sites |= lacks(tile);
                }
            }
            if sites == before {
                return sites;
            }
        }
    }

    /// Leaves out what is not needed, first of all sites to which others come easily.
    fn shrink(&self, mut sites: Sites, together: &mut Together, three: &mut Three) -> Sites {
        let mut order: Vec<usize> = each(sites).collect();
        order.sort_by_cached_key(|&site| std::cmp::Reverse(self.ease(site)));
        // Of three tiles, which take long to look at, as many at once as can be.
        let mut at_once = if self.failing.len() == 3 { order.len() / 2 } else { 1 }.max(1);
        let mut left = &order[..];
        while !left.is_empty() {
            let (some, rest) = left.split_at(at_once.min(left.len()));
            let fewer = some.iter().fold(sites, |sites, site| sites & !(1 << site));
            let is_left_out = sites == fewer || self.tells(fewer, together, three);
            if is_left_out {
                sites = fewer;
            }
            if is_left_out || some.len() == 1 {
                left = rest;
            }
            if self.failing.len() == 3 {
                at_once = if is_left_out { some.len() * 2 } else { some.len().div_ceil(2) };
            }
        }
        sites
    }

    /// Says how easily others come to a site: those count most that need the fewest detours.
    fn ease(&self, site: usize) -> u64 {
        let others = self.scene.tiles.iter().enumerate();
        let others = others.filter(|(nth, _)| !self.failing.contains(nth));
        let ease = |(_, tile): (usize, &Tile)| {
            let within = &self.case.tables.tile(tile.row()).within;
            let level = (0..LEVELS).find(|&level| within[level] >> site & 1 == 1);
            1 << (8 * (LEVELS - level.unwrap_or(LEVELS)))
        };
        others.map(ease).sum()
    }

    /// Says whether the landmark by these sites tells that the scene fails.
    fn tells(&self, sites: Sites, together: &mut Together, three: &mut Three) -> bool {
        if self.any_breaks(sites) {
            return false;
        }
        let (tiles, held) = (&self.scene.tiles, !self.barred(sites, self.failing));
        match *self.failing {
            [one, two] => !together.arrive(self.case, [&tiles[one], &tiles[two]], held),
            [one, two, last] => {
                !three.arrive(self.case, [one, two, last].map(|nth| &tiles[nth]), held)
            }
            _ => true,
        }
    }

    /// Says whether one of the tiles has detours enough to do more than it may.
    fn any_breaks(&self, sites: Sites) -> bool {
        // Most likely it is these.
        let first = self.failing.iter().copied();
        first.chain(0..self.scene.tiles.len()).any(|nth| self.breaks(sites, nth))
    }

    /// Says whether a tile has detours enough to do more than it may.
    fn breaks(&self, sites: Sites, nth: usize) -> bool {
        let (tile, goals) = (&self.scene.tiles[nth], self.goals(sites, nth));
        // Mostly it does not come there however others hold it.
        self.case.tables.tile(tile.row()).within[tile.has()] & goals != 0
            && comes(self.case, tile, self.barred(sites, &[nth]), goals)
    }

    /// Returns where it may not come.
    fn goals(&self, sites: Sites, nth: usize) -> Sites {
        let tile = &self.scene.tiles[nth];
        let ends = if *self.failing == [nth] { self.case.tables.ends(tile.first) } else { 0 };
        sites & !tile.on() | ends
    }

    /// Returns from where it comes there, by detours.
    fn within(&self, sites: Sites, nth: usize) -> Levels {
        let first = self.scene.tiles[nth].first;
        levels(self.case, first, self.barred(sites, &[nth]), self.goals(sites, nth))
    }

    /// Returns on which of the sites some tiles are not held by others.
    fn barred(&self, sites: Sites, some: &[usize]) -> Sites {
        let others = self.scene.tiles.iter().enumerate().filter(|(nth, _)| !some.contains(nth));
        others.fold(sites, |barred, (_, tile)| barred & !tile.on())
    }
}

/// Says whether a tile comes to one of the goals with the detours that it has if others hold it
/// wherever it likes, but not on the sites barred.
fn comes(case: Case<'_>, tile: &Tile, barred: Sites, goals: Sites) -> bool {
    let mut on: Levels = [0; LEVELS];
    on[0] = 1 << tile.site();
    for level in 0..=tile.has() {
        let (mut new, mut seen) = (on[level], on[..level].iter().fold(0, |all, on| all | on));
        while new & !seen != 0 {
            let site = (new & !seen).trailing_zeros() as usize;
            seen |= 1 << site;
            for detour in 0..DETOURS.min(tile.has() + 1 - level) {
                on[level + detour] |= case.onward(tile.first, site, detour, barred);
            }
            new |= on[level];
        }
        if on[level] & goals != 0 {
            return true;
        }
    }
    false
}

/// Returns by detours from where a tile comes to one of the goals if others hold it wherever it
/// likes, but not on the sites barred.
fn levels(case: Case<'_>, first: u32, barred: Sites, goals: Sites) -> Levels {
    let tables = case.tables;
    let mut all = [goals; LEVELS];
    for level in 0..LEVELS {
        let mut from = all[level.saturating_sub(1)];
        // What is no detour leads nearer, so that is known then.
        for &site in tables.nearest_first(first) {
            let site = usize::from(site);
            let steps = tables.steps(first, site);
            let comes = |detour: usize| {
                let goals = if detour == 0 { from } else { all[level - detour] };
                steps.to[detour] & goals != 0
                    && case.onward(first, site, detour, barred) & goals != 0
            };
            if from >> site & 1 == 0 && (0..DETOURS.min(level + 1)).any(comes) {
                from |= 1 << site;
            }
        }
        all[level] = from;
    }
    all
}

/// Returns by the sites of two tiles with how many detours they arrive together if others hold
/// them wherever they like, but not on the sites barred.
fn joint(case: Case<'_>, firsts: [u32; 2], barred: Sites) -> Vec<Joint> {
    let sites = case.tables.sites();
    let allowed = firsts.map(|first| {
        let of = |site: usize| -> [Sites; DETOURS] {
            std::array::from_fn(|detour| case.onward(first, site, detour, barred))
        };
        (0..sites).map(of).collect()
    });
    let comes = |&site: &usize| case.tables.least(firsts[1] + site as u32) != FAR;
    let all = (0..sites).filter(comes).fold(0, |all, site| all | 1 << site);
    let rows = vec![0; LEVELS * LEVELS * sites];
    let mut two = Two { case, firsts, barred, allowed, sites, all, rows };
    for first in 0..LEVELS {
        for second in 0..LEVELS - first {
            for &site in case.tables.nearest_first(firsts[0]) {
                let row = two.row([first, second], usize::from(site));
                let at = two.at([first, second], usize::from(site));
                two.rows[at] = row;
            }
        }
    }
    let of = |one: usize, other: usize| {
        let arrives = |detours| two.rows[two.at(detours, one)] >> other & 1 == 1;
        Joint::new(std::array::from_fn(|first| {
            // With so many detours together it is taken to be enough.
            let second = (0..LEVELS - first).find(|&second| arrives([first, second]));
            second.unwrap_or(LEVELS - first) as u8
        }))
    };
    (0..sites * sites).map(|both| of(both / sites, both % sites)).collect()
}

/// Two tiles on their way to arrive together.
struct Two<'a> {
    case: Case<'a>,
    firsts: [u32; 2],
    barred: Sites,
    /// By tile and site, where it may go as others hold it, by how much that is a detour.
    allowed: [Vec<[Sites; DETOURS]>; 2],
    sites: usize,
    /// From where the second comes to its ends at all.
    all: Sites,
    /// By the detours of both, then by the site of the first: from where the second does.
    rows: Vec<Sites>,
}

impl Two<'_> {
    const fn at(&self, [first, second]: [usize; 2], site: usize) -> usize {
        (first * LEVELS + second) * self.sites + site
    }

    /// Returns a row, when those with fewer detours and those of nearer sites are known.
    fn row(&self, [first, second]: [usize; 2], site: usize) -> Sites {
        let Self { case, firsts, barred, .. } = *self;
        let (tables, lines) = (case.tables, case.tables.lines());
        let ends = firsts.map(|first| tables.ends(first));
        let mut row = if ends[0] >> site & 1 == 1 { ends[1] } else { 0 };
        if first > 0 {
            row |= self.rows[self.at([first - 1, second], site)];
        }
        if second > 0 {
            row |= self.rows[self.at([first, second - 1], site)];
        }
        if row == self.all {
            return row;
        }
        let steps = tables.steps(firsts[0], site);
        for detour in 0..DETOURS.min(first + 1) {
            let after = |to: usize| self.rows[self.at([first - detour, second], to)];
            for to in each(self.allowed[0][site][detour]) {
                row |= after(to) & !lines.swept(site, to);
            }
            for needed in each(steps.needed[detour] & barred) {
                // The second stands beyond where that ends, so not in the way.
                for to in each(case.held_by(firsts[0], site, detour, needed)) {
                    row |= after(to) & 1 << needed;
                }
            }
        }
        for &from in tables.nearest_first(firsts[1]) {
            let from = usize::from(from);
            if row >> from & 1 == 1 {
                continue;
            }
            let open = lines.open(from, site);
            let goes = |detour: usize| {
                let least = if detour == 0 {
                    row
                } else {
                    self.rows[self.at([first, second - detour], site)]
                };
                let to = self.allowed[1][from][detour];
                (to | case.held_by(firsts[1], from, detour, site)) & open & least != 0
            };
            if (0..DETOURS.min(second + 1)).any(goes) {
                row |= 1 << from;
            }
        }
        row
    }
}
