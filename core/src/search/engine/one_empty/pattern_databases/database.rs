//! Pattern databases: for some of the tiles (a pattern), the moves that these tiles
//! must make themselves, whatever the others do.
//!
//! The relaxed game knows the tiles of the pattern alone. The empty cell wanders
//! freely over all other sites; only moves of pattern tiles count. Every solution of
//! the real game is one of the relaxed game, and each of its moves counts in the
//! pattern of the one tile that it moves. So the values of patterns that share no
//! tile may be added, and the sum is at most the moves that are left.
//!
//! The sum need not be consistent: the value leaves out where the empty cell is, and
//! a move may show that it is on the bad side. The depth-first search does not mind
//! ([`super::super::depth_first`]).
//!
//! (Without regard to where the empty cell is, a database takes a third of the time to
//! build, but Korf's 100 15-puzzles then took eight times as many states.)
//!
//! Equal tiles must be in one pattern; then every arrangement of them on their goal
//! sites is a goal, and the value is the least over all.
//!
//! A placement has the index Σ site(tile j) · sitesʲ. That leaves entries unused where
//! two tiles would share a site, but a move changes the index by one addition.
//!
//! A database is filled breadth-first from the goal. A state is a placement and the
//! region over which the empty cell wanders, which the pattern tiles may cut in
//! pieces; the value of a placement is the least over the regions.
//!
//! References: Korf, Felner, *Disjoint Pattern Database Heuristics*, 2002; Felner,
//! Korf, Hanan, *Additive Pattern Database Heuristics*, 2004.

use std::sync::Arc;

use super::super::graph::Graph;
use super::site_set::SiteSet;

/// The values of a database by index.
pub type Values = Arc<[u8]>;

/// A value not known yet; no value at the end is as high.
const UNKNOWN: u8 = u8::MAX;

/// Values of this and above are all given as this, which keeps them admissible.
const HIGHEST: u8 = u8::MAX - 1;

/// What a database depends on: equal shapes have equal databases.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    pub graph: Graph,
    /// For each unit the goal sites of its tiles; the tiles of a placement in this
    /// order.
    pub goals: Vec<Vec<u8>>,
    /// Where the empty cell may be at the goal.
    pub free_goals: Vec<u8>,
}

impl Shape {
    /// Returns the number of tiles.
    pub fn tiles(&self) -> usize {
        self.goals.iter().map(Vec::len).sum()
    }

    /// Returns the number of entries.
    pub fn entries(&self) -> usize {
        self.graph.sites().pow(self.tiles() as u32)
    }

    /// Returns the memory that building takes at most, about, in bytes. It counts as held from
    /// beginning to end: what is held in between depends on how vectors grow.
    pub fn building_bytes(&self) -> u64 {
        let visited = match self.graph.sites() {
            0..=16 => 2,
            17..=32 => 4,
            33..=64 => 8,
            _ => 16,
        };
        self.entries() as u64 * (1 + visited + FRONTIER_SHARE)
    }

    /// Returns the number of placements.
    pub fn placements(&self) -> u64 {
        let sites = self.graph.sites() as u64;
        (0..self.tiles() as u64).map(|nth| sites - nth).product()
    }
}

/// Bytes of the two frontiers for each entry, about.
const FRONTIER_SHARE: u64 = 3;

/// A database under construction.
pub trait Build: Send {
    /// Expands at most so many states.
    fn step(&mut self, states: u64);
    /// Says whether there is nothing left to expand.
    fn is_complete(&self) -> bool;
    /// Returns the values by index, and the states expanded for them.
    fn finish(self: Box<Self>) -> (Values, u64);
}

/// Begins the database of `shape`.
pub fn build(shape: &Shape) -> Box<dyn Build> {
    match shape.graph.sites() {
        0..=16 => Box::new(Builder::<u16>::new(shape)),
        17..=32 => Box::new(Builder::<u32>::new(shape)),
        33..=64 => Box::new(Builder::<u64>::new(shape)),
        _ => Box::new(Builder::<u128>::new(shape)),
    }
}

/// A placement and the region over which the empty cell wanders.
#[derive(Clone, Copy)]
struct State<S> {
    index: u32,
    region: S,
}

/// A move of a tile to be looked at.
#[derive(Clone, Copy)]
struct Push<S> {
    /// The placement after it.
    index: u32,
    /// Where the tile came from, and the empty cell is now.
    from: u8,
    /// The sites without a tile after it.
    free: S,
}

/// States that are expanded together: what the table holds for all their moves is
/// fetched at once, which hides most of the time that memory takes to answer.
const TOGETHER: usize = 32;

struct Builder<S> {
    /// For each site those next to it.
    around: Vec<S>,
    all: S,
    /// 2³⁶ / sites, rounded up.
    reciprocal: u64,
    /// What one site more adds to the index, by tile.
    weights: Vec<u32>,
    values: Vec<u8>,
    /// By placement, where the empty cell has been.
    visited: Vec<S>,
    /// The value of what is arrived at.
    depth: u8,
    /// States of a value less by 1, from `at` on to be expanded.
    frontier: Vec<State<S>>,
    at: usize,
    next: Vec<State<S>>,
    pushes: Vec<Push<S>>,
    fetched: Vec<S>,
    expanded: u64,
}

impl<S: SiteSet> Builder<S> {
    fn new(shape: &Shape) -> Self {
        let sites = shape.graph.sites();
        let around = |site: u8| {
            let next = shape.graph.neighbours(site);
            next.fold(S::EMPTY, |set, next| set.or(S::of(next)))
        };
        let mut builder = Self {
            around: (0..sites as u8).map(around).collect(),
            all: S::below(sites),
            reciprocal: (1_u64 << 36).div_ceil(sites as u64),
            weights: (0..shape.tiles() as u32).map(|nth| (sites as u32).pow(nth)).collect(),
            values: vec![UNKNOWN; shape.entries()],
            visited: vec![S::EMPTY; shape.entries()],
            depth: 0,
            frontier: Vec::new(),
            at: 0,
            next: Vec::new(),
            pushes: Vec::new(),
            fetched: Vec::new(),
            expanded: 0,
        };
        builder.enter_goals(&shape.goals, &shape.free_goals, &mut Vec::new());
        builder.deepen();
        builder
    }

    /// Enters all placements that put the tiles of each unit on its goal sites, in
    /// any order, after those already `placed`.
    fn enter_goals(&mut self, units: &[Vec<u8>], free: &[u8], placed: &mut Vec<u8>) {
        let Some(unit) = units.iter().find(|unit| !unit.iter().all(|site| placed.contains(site)))
        else {
            let index = self.index(placed);
            let tiles = placed.iter().fold(S::EMPTY, |set, &site| set.or(S::of(site)));
            for &empty in free {
                if !self.visited[index as usize].has(empty) {
                    let region = self.region(self.all.without(tiles), empty);
                    self.arrive(index, region);
                }
            }
            return;
        };
        for &site in unit {
            if !placed.contains(&site) {
                placed.push(site);
                self.enter_goals(units, free, placed);
                placed.pop();
            }
        }
    }

    fn index(&self, placed: &[u8]) -> u32 {
        placed.iter().zip(&self.weights).map(|(&site, &weight)| u32::from(site) * weight).sum()
    }

    /// Goes on to the states that have been arrived at.
    fn deepen(&mut self) {
        std::mem::swap(&mut self.frontier, &mut self.next);
        self.next.clear();
        self.at = 0;
        self.depth += 1;
    }

    /// Notes that the empty cell can be all over `region`, which it could not before.
    #[inline]
    fn arrive(&mut self, index: u32, region: S) {
        let at = index as usize;
        // No need to look at the value, which is likely to be far away in memory.
        if self.visited[at] == S::EMPTY {
            self.values[at] = self.depth;
        }
        self.visited[at] = self.visited[at].or(region);
        self.next.push(State { index, region });
    }

    /// Returns the sites of `free` that can be reached from `from`, one of them.
    #[inline]
    fn region(&self, free: S, from: u8) -> S {
        let mut region = S::of(from);
        let mut new = region;
        while let Some(site) = new.pop() {
            let more = self.around[usize::from(site)].and(free).without(region);
            region = region.or(more);
            new = new.or(more);
        }
        region
    }

    /// Gathers the moves of the pattern tiles in a state.
    #[inline]
    fn gather(&mut self, State { index, region }: State<S>) {
        let mut sites = [0; MAX_PATTERN_TILES];
        let sites = &mut sites[..self.weights.len()];
        let mut rest = index;
        let mut tiles = S::EMPTY;
        for site in sites.iter_mut() {
            let quotient = self.divide(rest);
            *site = (rest - quotient * self.around.len() as u32) as u8;
            tiles = tiles.or(S::of(*site));
            rest = quotient;
        }
        let free = self.all.without(tiles);
        for (&from, &weight) in sites.iter().zip(&self.weights) {
            let mut targets = self.around[usize::from(from)].and(region);
            while let Some(to) = targets.pop() {
                let steps = u32::from(to).wrapping_sub(u32::from(from));
                let index = index.wrapping_add(steps.wrapping_mul(weight));
                let free = free.without(S::of(to)).or(S::of(from));
                self.pushes.push(Push { index, from, free });
            }
        }
    }

    /// Divides an index by the number of sites: by multiplication, exact because
    /// indexes are below 2²⁸ and sites no more than 2⁷.
    #[inline]
    fn divide(&self, index: u32) -> u32 {
        ((u64::from(index) * self.reciprocal) >> 36) as u32
    }

    /// Expands some states of the frontier, none of which may have been before.
    fn expand(&mut self, states: std::ops::Range<usize>) {
        self.pushes.clear();
        for nth in states {
            self.gather(self.frontier[nth]);
        }
        let visited = &self.visited;
        self.fetched.clear();
        self.fetched.extend(self.pushes.iter().map(|push| visited[push.index as usize]));
        for nth in 0..self.pushes.len() {
            let Push { index, from, free } = self.pushes[nth];
            // What was fetched may be out of date, but what was visited remains so.
            if !self.fetched[nth].has(from) && !self.visited[index as usize].has(from) {
                let region = self.region(free, from);
                self.arrive(index, region);
            }
        }
    }
}

/// A pattern has at most so many tiles.
pub const MAX_PATTERN_TILES: usize = 8;

impl<S: SiteSet> Build for Builder<S> {
    fn step(&mut self, states: u64) {
        let mut left = states as usize;
        while left > 0 && !self.is_complete() {
            if self.at == self.frontier.len() {
                self.deepen();
            }
            let count = TOGETHER.min(left).min(self.frontier.len() - self.at);
            self.expand(self.at..self.at + count);
            self.at += count;
            self.expanded += count as u64;
            left -= count;
        }
    }

    fn is_complete(&self) -> bool {
        let is_highest = self.depth + 1 == HIGHEST;
        self.at == self.frontier.len() && (self.next.is_empty() || is_highest)
    }

    fn finish(self: Box<Self>) -> (Values, u64) {
        let mut values = self.values;
        values.iter_mut().filter(|value| **value == UNKNOWN).for_each(|value| *value = HIGHEST);
        (values.into(), self.expanded)
    }
}
