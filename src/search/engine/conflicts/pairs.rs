//! Tiles that are in each other's way: a lower bound by pairs that are chosen for each state.
//!
//! Patterns know only of conflicts within them, and only of colours with few tiles. Here any two
//! tiles may make a pair. Say that a solution brings each tile i to an end e(i). A tile makes at
//! least its slide distance, and two tiles i and j together as many moves as they need in the
//! relaxed game of the two ([`crate::search::engine::estimate::pattern_database`]), which may be more
//! than their slide distances. Pairs none of which has a tile of another make moves apart.
//!
//! Which of the ends of its colour a tile goes to is not known. But there are numbers for the
//! tiles and for the ends ([`super::assignment`]) so that the slide distance of i to e exceeds the
//! sum of the two by r(i, e) ≥ 0. All numbers together are a lower bound, whichever tile goes
//! where; a pair that goes to d and e makes r(i, d) + r(j, e) moves more, and those that it
//! needs beyond its slide distances. The least of that over all d and e is what the pair weighs,
//! and disjoint pairs add up ([`super::packing`]).
//!
//! Reference: Felner, Korf, Hanan, *Additive Pattern Database Heuristics*, 2004 (databases of
//! pairs that are divided anew for each state); with equal tiles it is our own.

use std::ops::Range;

use super::assignment;
use super::packing::Edge;
use super::reduced_costs::{Memory, Options, TOO_MUCH};
use crate::search::engine::estimate::pattern_database::{Asked, UNREACHED};
use crate::search::heuristic::distance::{Distances, FAR};
use crate::search::heuristic::rays::Rays;
use crate::search::key::Key;
use crate::search::pool::Pool;
use crate::search::space::Space;

/// Moves that a pair is known to make more, at most.
const MOST: usize = TOO_MUCH as usize;

/// Sites, a bit for each, as many as [`crate::search::engine::stops::site_tables::Sites`] has.
pub type Sites = [u64; 2];

/// Returns where a site is written.
#[inline]
pub const fn word_and_bit(site: u16) -> (usize, u64) {
    ((site / u64::BITS as u16) as usize, 1 << (site % u64::BITS as u16))
}

/// Stands for a distance that cannot be gone, and for longer ones.
pub const FARTHEST: u16 = 200;

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

/// A tile, by its end, and its site.
pub type Going = (usize, u16);

/// Pairs of tiles.
#[derive(Clone, Default)]
pub struct Pairs {
    /// Those that weigh something, and perhaps triples.
    pub edges: Vec<Edge>,
    /// Those that lose more at the ends that cost nothing more than they weigh: a third tile
    /// may bar them from other ends.
    pub soft: Vec<Soft>,
}

/// Two tiles that make less more elsewhere than at the ends that cost nothing more.
#[derive(Clone, Copy)]
pub struct Soft {
    pub slots: [u8; 2],
    /// Where they make least more, and what they lose there.
    pub ends: [u8; 2],
    pub lost: u8,
}

impl Pairs {
    /// Begins with none.
    pub fn clear(&mut self) {
        self.edges.clear();
        self.soft.clear();
    }

    /// Begins with those of another that have none of some tiles.
    pub fn take_without(&mut self, other: &Self, tiles: u64) {
        self.clear();
        self.edges.extend(other.edges.iter().filter(|edge| edge.ends & tiles == 0));
        let stay = |soft: &&Soft| soft.slots.iter().all(|slot| tiles >> slot & 1 == 0);
        self.soft.extend(other.soft.iter().filter(stay));
    }
}

impl Conflicts {
    /// Returns how many configurations must be looked at to compute the tables for so many
    /// targets; `None` if there are too many tiles of one colour.
    pub fn entries<K: Key>(space: &Space<K>, targets: usize) -> Option<u64> {
        let few = space.groups.iter().all(|group| group.len <= assignment::MOST);
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

    /// Returns the slots of each colour.
    pub fn groups(&self) -> &[Range<usize>] {
        &self.groups
    }

    /// Returns how many tiles there are.
    pub fn tiles(&self) -> usize {
        self.groups.last().map_or(0, |group| group.end)
    }

    /// Returns how many targets there are.
    pub const fn targets(&self) -> usize {
        self.targets.len()
    }

    /// Returns where the end of this number lies.
    pub fn end(&self, target: usize, end: usize) -> u16 {
        self.targets[target].ends[end]
    }

    /// Returns what two tiles lose by each other, by their ends and their sites.
    #[inline]
    pub fn lost(&self, target: usize, one: Going, two: Going) -> u8 {
        let target = &self.targets[target];
        let (word, bit) = word_and_bit(two.1);
        let at = (one.0 * self.sites + usize::from(one.1)) * target.ends.len() + two.0;
        let loses = |losses: &&Vec<Sites>| losses[at][word] & bit != 0;
        target.losses.iter().take_while(loses).count() as u8
    }

    /// Says whether two tiles lose more than so many moves.
    #[inline]
    pub fn loses_more(&self, target: usize, one: Going, two: Going, than: u8) -> bool {
        let target = &self.targets[target];
        let (word, bit) = word_and_bit(two.1);
        let at = (one.0 * self.sites + usize::from(one.1)) * target.ends.len() + two.0;
        target.losses.get(usize::from(than)).is_some_and(|losses| losses[at][word] & bit != 0)
    }

    /// Returns how far a site lies from the end of the same number as `slot`.
    #[inline]
    pub fn distance(&self, target: usize, slot: usize, site: u16) -> i16 {
        self.targets[target].distance(self.sites, slot, site)
    }

    /// Appends where the tiles of one colour may go, and returns what they go at least.
    pub fn append_options(
        &self,
        nth: usize,
        group: &Range<usize>,
        sites: &[u16],
        memory: &mut Memory,
        options: &mut Vec<Options>,
    ) -> i16 {
        let target = &self.targets[nth];
        if group.len() == 1 {
            options.push(Options::single(group.start));
            return target.distance(self.sites, group.start, sites[group.start]);
        }
        let distance = |end: usize, site: u16| target.distance(self.sites, end, site);
        memory.append(nth, group, &sites[group.clone()], distance, options)
    }

    /// Lists the pairs that weigh something.
    pub fn list_pairs(&self, target: usize, sites: &[u16], options: &[Options], pairs: &mut Pairs) {
        for one in 0..sites.len() {
            self.list_pairs_of(target, sites, options, one, one + 1..sites.len(), pairs);
        }
    }

    /// Lists those of the tile in one slot with others.
    #[inline]
    pub fn list_pairs_of(
        &self,
        target: usize,
        sites: &[u16],
        options: &[Options],
        one: usize,
        others: impl Iterator<Item = usize>,
        pairs: &mut Pairs,
    ) {
        let count = sites.len();
        let row = (usize::from(options[one].tight) * self.sites + usize::from(sites[one])) * count;
        let losses = &self.targets[target].losses[0][row..row + count];
        for two in others {
            let (word, bit) = word_and_bit(sites[two]);
            // Most lose nothing by what costs nothing more.
            if losses[usize::from(options[two].tight)][word] & bit == 0 {
                continue;
            }
            let (weight, soft) =
                self.weight(target, sites, [one, two], [options[one], options[two]]);
            if weight > 0 {
                pairs.edges.push(Edge { ends: 1 << one | 1 << two, weight: weight.into() });
            }
            let going = |slot: usize| (usize::from(options[slot].tight), sites[slot]);
            if weight < MOST as u8 && weight < self.lost(target, going(one), going(two)) {
                pairs.soft.push(soft);
            }
        }
    }

    /// Returns what two tiles make more, by the slots and the options of both, and where.
    #[inline]
    fn weight(
        &self,
        target: usize,
        sites: &[u16],
        [one, two]: [usize; 2],
        options: [Options; 2],
    ) -> (u8, Soft) {
        let mut least = MOST as u8;
        let mut soft = Soft { slots: [one as u8, two as u8], ends: [0; 2], lost: 0 };
        for (end, more) in options[0].below(least) {
            for (other_end, other_more) in options[1].below(least - more.min(least)) {
                let more = more + other_more;
                if end == other_end || more >= least {
                    continue;
                }
                let lost = self.lost(target, (end, sites[one]), (other_end, sites[two]));
                if more + lost < least {
                    least = more + lost;
                    soft = Soft { ends: [end as u8, other_end as u8], lost, ..soft };
                }
                if least == 0 {
                    return (0, soft);
                }
            }
        }
        (least, soft)
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
