//! Move pruning: the moves of the empty cell that a depth-first search leaves out, since another
//! way of the empty cell does the same.
//!
//! Two walks of the empty cell from one site are equal if they move all tiles alike, whatever the
//! tiles are. Of equal walks one is kept: the shortest, of those the first in the order of the
//! neighbours. All walks up to some length are listed once for a board. Those that are not kept
//! are the words of an automaton [Aho, Corasick 1975] that reads the moves of a search and says
//! which next ones would complete a word.
//!
//! No shortest solution is lost: with the walk that is kept in the place of the word it contains,
//! a solution is shorter, or as long and earlier in the order, and that ends. This holds for a
//! search that cuts by the length of whole solutions, as iterative deepening does, without a table
//! of positions beside it [Holte, Burch 2014].
//!
//! References: Taylor, Korf, *Pruning Duplicate Nodes in Depth-First Search*, 1993; Holte, Burch,
//! *Automatic Move Pruning for Single-Agent Search*, 2014.

use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::symmetry::{Graph, NONE};

/// The most neighbours of a site.
pub const MOST_NEIGHBOURS: usize = 4;

/// The state after a move that is left out; among walks, one that is not kept.
pub const PRUNED: u32 = u32::MAX;

/// No walk.
const NO_WALK: u32 = u32::MAX - 1;

/// No longer list is worth its time.
const MOST_WALKS: u64 = 1 << 20;

/// A walk is listed in the time of at most this many states of the depth-first search.
const STATES_OF_WALK: u64 = 2;

/// Walks for each site at least: those that go back the way they came are left out in any case.
const WALKS_OF_SITE: u64 = 16;

/// Bytes for a walk while all are listed.
const WALK_BYTES: u64 = (size_of::<Walk>() + 2 * size_of::<(u64, u32)>()) as u64;

/// The automaton of a board. A state is the part of the last moves that may begin a word; the
/// states numbered as the sites know nothing but where the empty cell is.
pub struct MovePruning {
    /// By state and neighbour, the state after the move there or [`PRUNED`].
    after: Vec<[u32; MOST_NEIGHBOURS]>,
}

/// The automata of a board, by how many walks they may take.
type Automata = FxHashMap<u64, Arc<MovePruning>>;

/// Those of the last board: the next level often has the same.
static LAST: Mutex<Option<(Graph, Automata)>> = Mutex::new(None);

impl MovePruning {
    /// Returns the automaton that is worth its time in a search of about `states` states and is
    /// made within so many bytes.
    pub fn worth(graph: &Graph, states: u64, memory_bytes: u64) -> Arc<Self> {
        // Few numbers, so that what is kept fits again.
        let worth = (states / STATES_OF_WALK).next_power_of_two().min(MOST_WALKS);
        let least = WALKS_OF_SITE * graph.sites() as u64;
        let most = worth.min(memory_bytes / WALK_BYTES).max(least);
        let find = |last: &Option<(Graph, Automata)>| {
            let (_, kept) = last.as_ref().filter(|(of, _)| of == graph)?;
            kept.get(&most).cloned()
        };
        let lock = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = find(&lock()) {
            return found;
        }
        // Other searches need not wait for it.
        let made = Arc::new(Self::new(graph, most));
        let mut last = lock();
        let kept = last.take().filter(|(of, _)| of == graph);
        let (_, kept) = last.insert(kept.unwrap_or_else(|| (graph.clone(), Automata::default())));
        kept.insert(most, made.clone());
        made
    }

    /// Makes the automaton from all walks up to a length of which there are about `most` at most.
    fn new(graph: &Graph, most: u64) -> Self {
        let mut walks = Walks::list(graph, most).all;
        let sites = graph.sites();
        let begins_word = begin_words(&walks);
        let is_state = |nth: usize| nth < sites || begins_word[nth];
        // The state of a walk that begins no word is its longest end that does.
        let mut states = Vec::with_capacity(walks.len());
        let mut count = 0..;
        for (nth, walk) in walks.iter().enumerate() {
            let state = if is_state(nth) { count.next() } else { None };
            states.push(state.unwrap_or_else(|| states[walk.suffix as usize]));
        }
        let mut after = Vec::with_capacity(count.start as usize);
        for nth in 0..walks.len() {
            for (neighbour, &to) in graph.around(walks[nth].end).iter().enumerate() {
                if walks[nth].longer[neighbour] == NO_WALK {
                    walks[nth].longer[neighbour] = match walks[nth].suffix {
                        NO_WALK if to == NONE => PRUNED,
                        NO_WALK => u32::from(to),
                        suffix => walks[suffix as usize].longer[neighbour],
                    };
                }
            }
            if is_state(nth) {
                let state = |walk| if walk == PRUNED { PRUNED } else { states[walk as usize] };
                after.push(walks[nth].longer.map(state));
            }
        }
        Self { after }
    }

    /// Returns the state after the empty cell has passed `path`, a site at least.
    pub fn after_path(&self, graph: &Graph, path: &[u8]) -> u32 {
        path.windows(2).fold(path[0].into(), |state, step| {
            let nth = graph.neighbours(step[0]).position(|site| site == step[1]);
            self.after(state, nth.expect("sites on a path are next to each other"))
        })
    }

    /// Returns the state after the empty cell has gone to its `nth` neighbour, or [`PRUNED`]
    /// where that is left out or there is none.
    #[inline]
    pub fn after(&self, state: u32, nth: usize) -> u32 {
        self.after[state as usize][nth]
    }

    /// Returns the memory held.
    pub fn memory_bytes(&self) -> u64 {
        size_of_val(&*self.after) as u64
    }
}

/// A walk that is kept.
struct Walk {
    start: u8,
    end: u8,
    steps: u8,
    /// By step, the first lowest, which neighbour it leads to.
    path: u64,
    /// The same walk without its first step.
    suffix: u32,
    /// By neighbour of its end the walk that is longer by that step, [`PRUNED`], or [`NO_WALK`]
    /// where there is no neighbour or none so long is listed.
    longer: [u32; MOST_NEIGHBOURS],
}

/// Bits of a step of a path.
const STEP_BITS: u32 = 2;

/// The longest walks.
const MOST_STEPS: u8 = (u64::BITS / STEP_BITS) as u8;

/// The walks of a board, while they are listed.
struct Walks<'a> {
    graph: &'a Graph,
    /// Rising by length, then in their order. The first have no step, one for each site.
    all: Vec<Walk>,
    /// By what a walk makes of the tiles, hashed, the first such walk.
    seen: FxHashMap<u64, u32>,
}

impl<'a> Walks<'a> {
    fn list(graph: &'a Graph, most: u64) -> Self {
        let longer = [NO_WALK; MOST_NEIGHBOURS];
        let stay =
            |site| Walk { start: site, end: site, steps: 0, path: 0, suffix: NO_WALK, longer };
        let mut walks =
            Self { graph, all: graph.all().map(stay).collect(), seen: FxHashMap::default() };
        let mut tiles = [vec![0; graph.sites()], vec![0; graph.sites()]];
        for site in graph.all() {
            walks.replay(u32::from(site), &mut tiles[0]);
            walks.seen.insert(hash(site, &tiles[0]), site.into());
        }
        let mut layer = 0..walks.all.len();
        // The next layer has about twice as many.
        while !layer.is_empty()
            && walks.all[layer.start].steps < MOST_STEPS
            && (walks.all.len() + 2 * layer.len()) as u64 <= most
        {
            let end = walks.all.len();
            layer.for_each(|nth| walks.lengthen(nth, &mut tiles));
            layer = end..walks.all.len();
        }
        walks
    }

    /// Lists the walks that are a step longer than walk `nth`, with room for two boards.
    fn lengthen(&mut self, nth: usize, [tiles, others]: &mut [Vec<u8>; 2]) {
        let Walk { start, end, steps, path, suffix, .. } = self.all[nth];
        self.replay(nth as u32, tiles);
        for (neighbour, to) in self.graph.neighbours(end).enumerate() {
            let suffix = match suffix {
                NO_WALK => to.into(),
                suffix => self.all[suffix as usize].longer[neighbour],
            };
            // There is a word in it without its first step: that one will do.
            if suffix == PRUNED {
                continue;
            }
            tiles.swap(end.into(), to.into());
            let number = self.all.len() as u32;
            let first = *self.seen.entry(hash(start, tiles)).or_insert(number);
            // Two that differ may have one hash: then both are kept.
            let is_pruned = first < number && self.all[first as usize].start == start && {
                self.replay(first, others);
                tiles == others
            };
            tiles.swap(end.into(), to.into());
            self.all[nth].longer[neighbour] = if is_pruned { PRUNED } else { number };
            if !is_pruned {
                let path = path | (neighbour as u64) << (STEP_BITS * u32::from(steps));
                let longer = [NO_WALK; MOST_NEIGHBOURS];
                self.all.push(Walk { start, end: to, steps: steps + 1, path, suffix, longer });
            }
        }
    }

    /// Fills `tiles` with what is on each site after a walk, the tiles being numbered as the sites
    /// where they were before it.
    fn replay(&self, nth: u32, tiles: &mut [u8]) {
        let walk = &self.all[nth as usize];
        (0..).zip(&mut *tiles).for_each(|(site, tile)| *tile = site);
        let mut at = walk.start;
        for step in 0..u32::from(walk.steps) {
            let neighbour = walk.path >> (STEP_BITS * step) & ((1 << STEP_BITS) - 1);
            let to = self.graph.around(at)[neighbour as usize];
            tiles.swap(at.into(), to.into());
            at = to;
        }
    }
}

fn hash(start: u8, tiles: &[u8]) -> u64 {
    FxBuildHasher.hash_one((start, tiles))
}

/// Says of each walk whether it begins one that is not kept.
fn begin_words(walks: &[Walk]) -> Vec<bool> {
    let mut found = vec![false; walks.len()];
    for (nth, walk) in walks.iter().enumerate().rev() {
        found[nth] = walk.longer.iter().any(|&longer| match longer {
            NO_WALK => false,
            PRUNED => true,
            longer => found[longer as usize],
        });
    }
    found
}
