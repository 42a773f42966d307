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

use std::hash::BuildHasher;
use std::ops::Range;

use rustc_hash::FxBuildHasher;

use super::duals::{self, Costs, Duals, duals};
use super::matching::{Edge, outweighs};
use crate::search::engine::estimate::pattern::{Asked, UNREACHED};
use crate::search::heuristic::distance::{Distances, FAR};
use crate::search::heuristic::rays::Rays;
use crate::search::key::Key;
use crate::search::pool::Pool;
use crate::search::space::Space;

/// Moves that a pair is known to make more, at most.
const MOST: usize = 3;

/// Sites, a bit for each, as many as [`super::tables::Sites`] has.
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
    /// By slot, where its options begin: first comes one that costs nothing more.
    first: Vec<u16>,
    /// Duals that have been computed, by a hash of what they are of.
    memory: Vec<Remembered>,
    edges: Vec<Edge>,
}

/// The duals of some equal tiles.
#[derive(Clone, Default)]
struct Remembered {
    /// The target, the first slot and the sites; nothing at first.
    of: (u16, u16, [u16; duals::MOST]),
    duals: Duals,
}

/// Duals that are remembered.
const REMEMBERED: usize = 1 << 12;

impl Work {
    /// Returns the duals of equal tiles on these sites, which cost so much.
    fn duals(&mut self, target: usize, slot: usize, sites: &[u16], costs: &Costs) -> Duals {
        // So what is remembered of nothing is of no tiles.
        let mut of = (target as u16 + 1, slot as u16, [u16::MAX; duals::MOST]);
        of.2[..sites.len()].copy_from_slice(sites);
        if self.memory.is_empty() {
            self.memory.resize_with(REMEMBERED, Remembered::default);
        }
        let at = FxBuildHasher.hash_one(of) as usize % REMEMBERED;
        let remembered = &mut self.memory[at];
        if remembered.of != of {
            *remembered = Remembered { of, duals: duals(sites.len(), costs) };
        }
        remembered.duals
    }
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
        let all = self.list_options(work, target, sites);
        let target = &self.targets[target];
        let left = most as i16 - all;
        if left < 0 {
            return true;
        }
        self.list_edges(work, target, sites);
        outweighs(&mut work.edges, left)
    }

    /// Lists where each tile may go. Returns what all go at least.
    fn list_options(&self, work: &mut Work, nth: usize, sites: &[u16]) -> i16 {
        let target = &self.targets[nth];
        work.options.clear();
        work.first.clear();
        let mut all = 0;
        for group in &self.groups {
            if group.len() == 1 {
                let slot = group.start;
                all += target.distance(self.sites, slot, sites[slot]);
                work.first.push(work.options.len() as u16);
                work.options.push((slot as u8, 0));
            } else {
                all += self.list_options_of(work, nth, group, &sites[group.clone()]);
            }
        }
        work.first.push(work.options.len() as u16);
        all
    }

    /// The same for several equal tiles.
    fn list_options_of(
        &self,
        work: &mut Work,
        nth: usize,
        group: &Range<usize>,
        sites: &[u16],
    ) -> i16 {
        let (target, len) = (&self.targets[nth], group.len());
        let mut costs = Costs::default();
        for (costs, &site) in costs.iter_mut().zip(sites) {
            let row = costs.iter_mut().zip(group.clone());
            row.for_each(|(cost, end)| *cost = target.distance(self.sites, end, site));
        }
        let duals = work.duals(nth, group.start, sites, &costs);
        let Work { options, first, .. } = work;
        for (tile, costs) in costs.iter().enumerate().take(len) {
            first.push(options.len() as u16);
            let more = |end: usize| costs[end] - duals.tiles[tile] - duals.ends[end];
            let tight = (0..len).find(|&end| more(end) == 0);
            let tight = tight.expect("the cheapest assignment gives it an end");
            options.push(((group.start + tight) as u8, 0));
            let others = (0..len).filter(|&end| end != tight && more(end) < MOST as i16);
            options.extend(others.map(|end| ((group.start + end) as u8, more(end) as u8)));
        }
        duals.tiles.iter().chain(&duals.ends).sum()
    }

    /// Lists the pairs that weigh something.
    fn list_edges(&self, work: &mut Work, target: &Target, sites: &[u16]) {
        let Work { options, first, edges, .. } = work;
        edges.clear();
        let count = target.ends.len();
        let of = |slot: usize| &options[usize::from(first[slot])..usize::from(first[slot + 1])];
        for one in 0..sites.len() {
            let row = (usize::from(of(one)[0].0) * self.sites + usize::from(sites[one])) * count;
            let losses = &target.losses[0][row..row + count];
            for two in one + 1..sites.len() {
                let (word, bit) = word_and_bit(sites[two]);
                // Most lose nothing by what costs nothing more.
                if losses[usize::from(of(two)[0].0)][word] & bit == 0 {
                    continue;
                }
                let weight = self.weight(target, sites, [one, two], [of(one), of(two)]);
                if weight > 0 {
                    edges.push(Edge { ends: 1 << one | 1 << two, weight: weight.into() });
                }
            }
        }
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
    #[inline]
    fn distance(&self, sites: usize, end: usize, site: u16) -> i16 {
        self.distances[end * sites + usize::from(site)].into()
    }

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
