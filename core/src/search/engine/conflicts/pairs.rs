//! Pairs of tiles that are in each other's way: how many moves two tiles lose by each other.
//!
//! The patterns of the estimate know only conflicts within a pattern, and only colours with few
//! tiles. Here any two tiles can make a pair. Suppose a solution brings each tile i to an end e(i).
//! A tile makes at least its slide distance; two tiles i and j make at least what they need in the
//! relaxed game of the two ([`crate::search::engine::estimate::pattern_database`]). The **excess**
//! of a pair is the difference to the sum of its slide distances. Pairs that share no tile add up.
//!
//! To which end of its colour a tile goes is unknown. The dual values of the assignment
//! ([`super::reduced_costs`]) solve that: the slide distance of i to e exceeds the sum of the two
//! values by the reduced cost r(i, e) ≥ 0. All values together are a lower bound, wherever the
//! tiles go; a pair that goes to d and e makes r(i, d) + r(j, e) plus its excess more. The minimum
//! over all d and e is the **weight** of the pair, and the weights of disjoint pairs add up
//! ([`super::partition`]).
//!
//! Reference: Felner, Korf, Hanan, *Additive Pattern Database Heuristics*, 2004 (pair databases
//! partitioned anew for each state); the extension to equal tiles is our own.

use std::ops::Range;

use super::partition::Edge;
use super::reduced_costs::{CAPPED, MAX_EQUAL_TILES, ReducedCostCache, ReducedCosts};
use crate::search::base::heuristic::distance::{Distances, NO_WAY};
use crate::search::base::heuristic::rays::Rays;
use crate::search::base::key::Key;
use crate::search::base::pool::Pool;
use crate::search::base::space::Space;
use crate::search::engine::estimate::pattern_database::{TargetSites, UNREACHED};

/// Excess is capped at this.
const MAX_EXCESS: usize = CAPPED as usize;

/// Sites as bits in words.
type SiteWords = [u64; 2];

/// Returns the word and the bit of a site.
#[inline]
const fn word_and_bit(site: u16) -> (usize, u64) {
    ((site / u64::BITS as u16) as usize, 1 << (site % u64::BITS as u16))
}

/// The excess of every pair, for all targets.
pub struct PairExcess {
    sites: usize,
    /// The slots of each colour.
    groups: Vec<Range<usize>>,
    targets: Vec<TargetTable>,
}

/// The table for the start or for one placement of the goal, whose **ends** are numbered like
/// slots.
struct TargetTable {
    ends: Vec<u16>,
    /// By end: whose tiles go there.
    groups: Vec<usize>,
    /// By end, then by site.
    distances: Vec<u8>,
    /// For each excess from 1 up: by end and site of one tile, then by the end of another, the
    /// sites from which the two have that excess or more.
    with_excess: [Vec<SiteWords>; MAX_EXCESS],
}

/// The end a tile goes to, and its site.
type EndAndSite = (usize, u16);

impl PairExcess {
    /// Returns the configurations to be searched for so many targets; `None` if a colour has too
    /// many tiles.
    pub fn entries<K: Key>(space: &Space<K>, targets: usize) -> Option<u64> {
        let few = space.groups.iter().all(|group| group.len <= MAX_EQUAL_TILES);
        let (tiles, sites) = (space.tile_count() as u64, space.cells.len() as u64);
        few.then(|| targets as u64 * tiles * tiles * sites * sites / 2)
    }

    /// Returns the memory that the tables take for so many targets.
    pub fn bytes<K: Key>(space: &Space<K>, targets: usize) -> u64 {
        let (tiles, sites) = (space.tile_count(), space.cells.len());
        (targets * tiles * sites * (1 + MAX_EXCESS * tiles * size_of::<SiteWords>())) as u64
    }

    /// Computes the tables; every target has as many ends as tiles, colour by colour. `None` if a
    /// distance of two tiles does not fit a byte.
    pub fn new<K: Key>(
        space: &Space<K>,
        pool: &Pool,
        rays: &Rays,
        distances: &Distances,
        asked: &[TargetSites],
    ) -> Option<Self> {
        let mut targets: Vec<(&TargetSites, Option<TargetTable>)> =
            asked.iter().map(|asked| (asked, None)).collect();
        pool.each(&mut targets, |(asked, target)| {
            *target = TargetTable::new(rays, distances, asked);
        });
        let targets: Option<Vec<TargetTable>> =
            targets.into_iter().map(|(_, target)| target).collect();
        let groups = space.groups.iter().map(|group| group.slots()).collect();
        Some(Self { sites: rays.sites(), groups, targets: targets? })
    }

    /// Returns the slots of each colour.
    pub fn groups(&self) -> &[Range<usize>] {
        &self.groups
    }

    /// Returns the excess of two tiles.
    #[inline]
    fn excess(&self, target: usize, one: EndAndSite, two: EndAndSite) -> u8 {
        let target = &self.targets[target];
        let (word, bit) = word_and_bit(two.1);
        let at = (one.0 * self.sites + usize::from(one.1)) * target.ends.len() + two.0;
        let loses = |with_excess: &&Vec<SiteWords>| with_excess[at][word] & bit != 0;
        target.with_excess.iter().take_while(loses).count() as u8
    }

    /// Returns the distance from a site to the end numbered `slot`.
    #[inline]
    pub fn distance(&self, target: usize, slot: usize, site: u16) -> i16 {
        self.targets[target].distance(self.sites, slot, site)
    }

    /// Appends the reduced costs of the tiles of one colour and returns the cost of their
    /// assignment.
    pub fn append_reduced_costs(
        &self,
        nth: usize,
        group: &Range<usize>,
        sites: &[u16],
        cache: &mut ReducedCostCache,
        reduced_costs: &mut Vec<ReducedCosts>,
    ) -> i16 {
        let target = &self.targets[nth];
        if group.len() == 1 {
            reduced_costs.push(ReducedCosts::single(group.start));
            return target.distance(self.sites, group.start, sites[group.start]);
        }
        let distance = |end: usize, site: u16| target.distance(self.sites, end, site);
        cache.append(nth, group, &sites[group.clone()], distance, reduced_costs)
    }

    /// Appends all pairs that have a weight.
    pub fn list_pairs(
        &self,
        target: usize,
        sites: &[u16],
        reduced_costs: &[ReducedCosts],
        pairs: &mut Vec<Edge>,
    ) {
        let count = sites.len();
        for one in 0..count {
            let tight = usize::from(reduced_costs[one].tight);
            let row = (tight * self.sites + usize::from(sites[one])) * count;
            let with_excess = &self.targets[target].with_excess[0][row..row + count];
            for two in one + 1..count {
                let (word, bit) = word_and_bit(sites[two]);
                // Most pairs have no excess at the ends of reduced cost 0, so they have no weight.
                if with_excess[usize::from(reduced_costs[two].tight)][word] & bit == 0 {
                    continue;
                }
                let both = [reduced_costs[one], reduced_costs[two]];
                let weight = self.weight(target, [sites[one], sites[two]], both);
                if weight > 0 {
                    pairs.push(Edge { tiles: 1 << one | 1 << two, weight: weight.into() });
                }
            }
        }
    }

    /// Returns the weight of a pair.
    #[inline]
    fn weight(&self, target: usize, sites: [u16; 2], reduced_costs: [ReducedCosts; 2]) -> u8 {
        let mut least = MAX_EXCESS as u8;
        for (end, more) in reduced_costs[0].below(least) {
            for (other_end, other_more) in reduced_costs[1].below(least - more.min(least)) {
                let more = more + other_more;
                if end == other_end || more >= least {
                    continue;
                }
                least =
                    least.min(more + self.excess(target, (end, sites[0]), (other_end, sites[1])));
                if least == 0 {
                    return 0;
                }
            }
        }
        least
    }
}

impl TargetTable {
    #[inline]
    fn distance(&self, sites: usize, end: usize, site: u16) -> i16 {
        self.distances[end * sites + usize::from(site)].into()
    }

    fn new(rays: &Rays, distances: &Distances, asked: &TargetSites) -> Option<Self> {
        let sites = rays.sites();
        let (ends, by_group) = (asked.concat(), asked.iter().enumerate());
        let groups: Vec<usize> = by_group.flat_map(|(nth, of)| vec![nth; of.len()]).collect();
        // The largest also stands for "unreachable".
        let byte = |&moves: &u16| u8::try_from(moves).unwrap_or(u8::MAX);
        let both = ends.iter().zip(&groups);
        let rows = both.flat_map(|(&end, &group)| distances.of_group(group, end).iter().map(byte));
        let with_excess = || vec![SiteWords::default(); ends.len() * sites * ends.len()];
        let mut target = Self {
            distances: rows.collect(),
            with_excess: std::array::from_fn(|_| with_excess()),
            ends: ends.clone(),
            groups,
        };
        for two in 0..ends.len() {
            for site in 0..sites {
                // Two tiles cannot share an end.
                target.with_excess[0][(two * sites + site) * ends.len() + two] = [u64::MAX; 2];
            }
            for one in 0..two {
                target.note_excess(rays, distances, one, two)?;
            }
        }
        Some(target)
    }

    /// Enters the excess of tiles that go to these two ends.
    fn note_excess(
        &mut self,
        rays: &Rays,
        distances: &Distances,
        one: usize,
        two: usize,
    ) -> Option<()> {
        let (sites, count) = (rays.sites(), self.ends.len());
        let ends = [self.ends[one], self.ends[two]];
        let groups = [self.groups[one], self.groups[two]];
        excess_of_pair(rays, distances, groups, ends, |[site, other], excess| {
            let excess = excess.unwrap_or(0);
            for with_excess in self.with_excess.iter_mut().take(excess.into()) {
                set(&mut with_excess[(one * sites + site) * count + two], other);
                set(&mut with_excess[(two * sites + other) * count + one], site);
            }
        })
    }
}

/// Calls `note` with all sites from which two tiles, given by their groups, can come to their `ends`
/// alone, and by how many moves they exceed their slide distances together; `None` if they cannot
/// come there together. Returns `None` if the deadline of the rays comes or a distance is too long.
pub fn excess_of_pair(
    rays: &Rays,
    distances: &Distances,
    groups: [usize; 2],
    ends: [u16; 2],
    mut note: impl FnMut([usize; 2], Option<u16>),
) -> Option<()> {
    let together = rays.distances(&groups, std::iter::once(&ends[..]))?;
    let [to_one, to_two] = [0, 1].map(|nth| distances.of_group(groups[nth], ends[nth]));
    for (nth, &moves) in together.iter().enumerate() {
        let (site, other) = (nth / rays.sites(), nth % rays.sites());
        if site != other && to_one[site] != NO_WAY && to_two[other] != NO_WAY {
            let excess = || u16::from(moves) - to_one[site] - to_two[other];
            note([site, other], (moves != UNREACHED).then(excess));
        }
    }
    Some(())
}

fn set(sites: &mut SiteWords, site: usize) {
    let (word, bit) = word_and_bit(site as u16);
    sites[word] |= bit;
}
