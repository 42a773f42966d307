//! Tiles that are in each other's way: a lower bound by pairs that are chosen for each state.
//!
//! Patterns know only of conflicts within them, and only of colours with few tiles. Here any two
//! tiles may make a pair. Say that a solution brings each tile i to an end e(i). A tile makes at
//! least its slide distance, and two tiles i and j together as many moves as they need in the
//! relaxed game of the two ([`crate::search::engine::estimate::pattern`]), which may be more
//! than their slide distances. Pairs none of which has a tile of another make moves apart.
//!
//! Which of the ends of its colour a tile goes to is not known. But there are numbers for the
//! tiles and for the ends ([`super::duals`]) so that the slide distance of i to e exceeds the
//! sum of the two by r(i, e) ≥ 0. All numbers together are a lower bound, whichever tile goes
//! where; a pair that goes to d and e makes r(i, d) + r(j, e) moves more, and those that it
//! needs beyond its slide distances. The least of that over all d and e is what the pair weighs,
//! and disjoint pairs add up ([`super::matching`]).
//!
//! Reference: Felner, Korf, Hanan, *Additive Pattern Database Heuristics*, 2004 (databases of
//! pairs that are divided anew for each state); with equal tiles it is our own.

use std::ops::Range;

use super::duals::{self, Costs, duals};
use super::matching::{Edge, outweighs};
use crate::search::engine::estimate::pattern::{Asked, UNREACHED};
use crate::search::heuristic::distance::{Distances, FAR};
use crate::search::heuristic::rays::Rays;
use crate::search::key::Key;
use crate::search::pool::Pool;
use crate::search::space::Space;

/// Moves that a pair is known to make more, at most.
const MOST: usize = 3;

/// Sites, a bit for each: the highest is [`super::tables::Sites`]'s.
type Sites = [u64; 2];

/// Returns where a site is written.
#[inline]
const fn word_and_bit(site: u16) -> (usize, u64) {
    ((site / u64::BITS as u16) as usize, 1 << (site % u64::BITS as u16))
}

/// Stands for a distance that cannot be gone, and for longer ones.
const FARTHEST: u16 = 200;

/// What two tiles lose by each other, for all targets.
pub struct Conflicts {
    sites: usize,
    /// The slots of each colour.
    groups: Vec<Range<usize>>,
    targets: Vec<Target>,
}

/// The same for the start, or for one placement of the goal: for tiles that go to its **ends**,
/// one for each slot.
struct Target {
    ends: Vec<u16>,
    /// By end, then by site.
    distances: Vec<u8>,
    /// For each number of moves from 1: by end, then by the site of the tile that goes there,
    /// then by the end of another, the sites from which the two lose so many.
    losses: [Vec<Sites>; MOST],
}

/// Working memory.
#[derive(Clone, Default)]
pub struct Work {
    /// The ends that the tiles may go to and what they cost there more, tile by tile.
    options: Vec<(u8, u8)>,
    /// By slot, where its options begin, and how many of them cost nothing more: these come
    /// first.
    first: Vec<u16>,
    tight: Vec<u16>,
    /// By end, the sites from which a tile that goes there loses by one that is looked at,
    /// whichever of its tight options that takes.
    losing: Vec<Sites>,
    edges: Vec<Edge>,
}

impl Conflicts {
    /// Returns how many configurations must be looked at to compute the tables for so many
    /// targets; `None` if there are too many tiles of one colour.
    pub fn entries<K: Key>(space: &Space<K>, targets: usize) -> Option<u64> {
        let few = space.groups.iter().all(|group| group.len <= duals::MOST);
        let (tiles, sites) = (space.tile_count() as u64, space.cells.len() as u64);
        few.then(|| targets as u64 * tiles * tiles * sites * sites / 2)
    }

    /// Returns the memory that the tables for so many targets take.
    pub fn bytes<K: Key>(space: &Space<K>, targets: usize) -> u64 {
        let (tiles, sites) = (space.tile_count(), space.cells.len());
        (targets * tiles * sites * (1 + MOST * tiles * size_of::<Sites>())) as u64
    }

    /// Computes the tables for all that is `asked`, which is as many ends as there are tiles
    /// of each colour. `None` if the distance of two tiles is too long for a byte.
    pub fn new<K: Key>(
        space: &Space<K>,
        pool: &Pool,
        rays: &Rays,
        distances: &Distances,
        asked: &[Asked],
    ) -> Option<Self> {
        let mut targets: Vec<(Vec<u16>, Option<Target>)> =
            asked.iter().map(|asked| (asked.concat(), None)).collect();
        pool.each(&mut targets, |(ends, target)| *target = Target::new(rays, distances, ends));
        let targets: Option<Vec<Target>> = targets.into_iter().map(|(_, target)| target).collect();
        let groups = space.groups.iter().map(|group| group.slots()).collect();
        Some(Self { sites: rays.sites(), groups, targets: targets? })
    }

    /// Says whether the tiles on `sites` need more than `most` moves to a target.
    pub fn exceed(&self, work: &mut Work, target: usize, sites: &[u16], most: u16) -> bool {
        let target = &self.targets[target];
        let all = self.list_options(work, target, sites);
        let left = most as i16 - all;
        if left < 0 {
            return true;
        }
        self.list_edges(work, target, sites);
        outweighs(&mut work.edges, left)
    }

    /// Lists where each tile may go. Returns what all go at least.
    fn list_options(&self, work: &mut Work, target: &Target, sites: &[u16]) -> i16 {
        let Work { options, first, tight, .. } = work;
        options.clear();
        first.clear();
        tight.clear();
        let mut all = 0;
        for group in &self.groups {
            let distance = |slot: usize, end: usize| {
                i16::from(target.distances[end * self.sites + usize::from(sites[slot])])
            };
            if group.len() == 1 {
                all += distance(group.start, group.start);
                first.push(options.len() as u16);
                tight.push(1);
                options.push((group.start as u8, 0));
                continue;
            }
            let mut costs = Costs::default();
            for (costs, slot) in costs.iter_mut().zip(group.clone()) {
                costs.iter_mut().zip(group.clone()).for_each(|(cost, end)| {
                    *cost = distance(slot, end);
                });
            }
            let duals = duals(group.len(), &costs);
            for (nth, costs) in costs.iter().enumerate().take(group.len()) {
                all += duals.tiles[nth] + duals.ends[nth];
                let from = options.len();
                first.push(from as u16);
                let mut count = 0;
                for (end, cost) in group.clone().zip(costs) {
                    let more = cost - duals.tiles[nth] - duals.ends[end - group.start];
                    if more < MOST as i16 {
                        options.push((end as u8, more as u8));
                        if more == 0 {
                            let last = options.len() - 1;
                            options.swap(from + count, last);
                            count += 1;
                        }
                    }
                }
                tight.push(count as u16);
            }
        }
        first.push(options.len() as u16);
        all
    }

    /// Lists the pairs that weigh something.
    fn list_edges(&self, work: &mut Work, target: &Target, sites: &[u16]) {
        let Work { options, first, tight, losing, edges } = work;
        edges.clear();
        let of = |slot: usize| &options[usize::from(first[slot])..usize::from(first[slot + 1])];
        let tight_of = |slot: usize| &of(slot)[..usize::from(tight[slot])];
        for one in 0..sites.len() {
            let losing = self.losing(target, sites[one], tight_of(one), losing);
            for two in one + 1..sites.len() {
                let (word, bit) = word_and_bit(sites[two]);
                let loses = |&(end, _): &(u8, u8)| losing[usize::from(end)][word] & bit != 0;
                if tight_of(two).iter().all(loses) {
                    let weight = self.weight(target, sites, [one, two], [of(one), of(two)]);
                    if weight > 0 {
                        edges.push(Edge { ends: 1 << one | 1 << two, weight: weight.into() });
                    }
                }
            }
        }
    }

    /// Returns the sites, by end, from which another tile loses by all tight options of one.
    #[inline]
    fn losing<'a>(
        &self,
        target: &'a Target,
        site: u16,
        tight: &[(u8, u8)],
        all: &'a mut Vec<Sites>,
    ) -> &'a [Sites] {
        let count = target.ends.len();
        let row = |&(end, _): &(u8, u8)| {
            let first = (usize::from(end) * self.sites + usize::from(site)) * count;
            &target.losses[0][first..first + count]
        };
        let (one, others) = tight.split_first().expect("the cheapest assignment gives it an end");
        if others.is_empty() {
            return row(one);
        }
        all.clear();
        all.extend_from_slice(row(one));
        for other in others {
            for (all, sites) in all.iter_mut().zip(row(other)) {
                all.iter_mut().zip(sites).for_each(|(all, word)| *all &= word);
            }
        }
        all
    }

    /// Returns what two tiles make more, by the slots and the options of both.
    #[inline]
    fn weight(
        &self,
        target: &Target,
        sites: &[u16],
        [one, two]: [usize; 2],
        options: [&[(u8, u8)]; 2],
    ) -> u8 {
        let site = usize::from(sites[one]);
        let (word, bit) = word_and_bit(sites[two]);
        let mut least = MOST as u8;
        for &(end, more) in options[0] {
            let row = (usize::from(end) * self.sites + site) * target.ends.len();
            for &(other_end, other_more) in options[1] {
                let more = more + other_more;
                if end == other_end || more >= least {
                    continue;
                }
                let at = row + usize::from(other_end);
                let loses = |losses: &&Vec<Sites>| losses[at][word] & bit != 0;
                let lost = target.losses.iter().take_while(loses).count() as u8;
                least = least.min(more + lost);
                if least == 0 {
                    return 0;
                }
            }
        }
        least
    }
}

impl Target {
    fn new(rays: &Rays, distances: &Distances, ends: &[u16]) -> Option<Self> {
        let sites = rays.sites();
        let byte = |&moves: &u16| moves.min(FARTHEST) as u8;
        let rows = ends.iter().flat_map(|&end| distances.to(end).iter().map(byte));
        let losses = || vec![Sites::default(); ends.len() * sites * ends.len()];
        let mut target = Self {
            ends: ends.to_vec(),
            distances: rows.collect(),
            losses: std::array::from_fn(|_| losses()),
        };
        for two in 0..ends.len() {
            for site in 0..sites {
                // Both cannot go there.
                target.losses[0][(two * sites + site) * ends.len() + two] = [u64::MAX; 2];
            }
            for one in 0..two {
                target.note_losses(rays, distances, one, two)?;
            }
        }
        Some(target)
    }

    /// Notes what tiles lose that go to these two ends.
    fn note_losses(
        &mut self,
        rays: &Rays,
        distances: &Distances,
        one: usize,
        two: usize,
    ) -> Option<()> {
        let (sites, count) = (rays.sites(), self.ends.len());
        let ends = [self.ends[one], self.ends[two]];
        let together = rays.distances(2, std::iter::once(&ends[..]))?;
        let [to_one, to_two] = ends.map(|end| distances.to(end));
        for (nth, &moves) in together.iter().enumerate() {
            let (site, other) = (nth / sites, nth % sites);
            if moves == UNREACHED || to_one[site] == FAR || to_two[other] == FAR {
                continue;
            }
            let lost = u16::from(moves) - to_one[site] - to_two[other];
            for losses in self.losses.iter_mut().take(lost.into()) {
                set(&mut losses[(one * sites + site) * count + two], other);
                set(&mut losses[(two * sites + other) * count + one], site);
            }
        }
        Some(())
    }
}

fn set(sites: &mut Sites, site: usize) {
    let (word, bit) = word_and_bit(site as u16);
    sites[word] |= bit;
}
