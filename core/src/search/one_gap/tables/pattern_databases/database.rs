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
//! A database is filled breadth-first from the goal, with one bit for each state, a block of states
//! at a time ([`super::blocks`]).
//!
//! References: Korf, Felner, *Disjoint Pattern Database Heuristics*, 2002; Felner,
//! Korf, Hanan, *Additive Pattern Database Heuristics*, 2004; Korf, Schultze, *Large-Scale Parallel
//! Breadth-First Search*, 2005 (bits, block by block).

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::symmetry::Graph;
use super::blocks::Blocks;
use super::placements::{Order, number_of_set};
use crate::search::base::pool::Pool;

/// The values of a database by the number of the placement.
///
/// It is not `Arc<[u8]>`, for to make one of a vector copies it.
pub type Values = Arc<Vec<u8>>;

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

    /// Returns the number of placements.
    pub fn placements(&self) -> u64 {
        let sites = self.graph.sites() as u64;
        (0..self.tiles() as u64).map(|nth| sites - nth).product()
    }
}

/// A database under construction.
pub trait Build: Send {
    /// Works as long, about, as a search takes for so many states.
    fn step(&mut self, pool: &Pool, states: u64);
    /// Says whether there is nothing left to do.
    fn is_complete(&self) -> bool;
    /// Returns the values, and the work that must be allowed for them.
    fn finish(self: Box<Self>) -> (Values, u64);
}

/// Words that are read, and orders that are turned, in the time of a state.
const WORK_OF_STATE: u64 = 512;

/// Work between two meetings of the threads, about; the same whatever their number.
const CHUNK_WORK: usize = 1 << 20;

/// One that has been arrived at costs as much as so many words.
const ORDER_WORK: usize = 8;

/// The states arrived at last, of the sets of one shade.
struct Front {
    /// By block and word.
    words: Vec<u64>,
    /// By block, whether it has any.
    is_active: Vec<bool>,
}

/// A database that is filled.
pub struct Builder {
    blocks: Arc<Blocks>,
    /// By placement.
    values: Vec<u8>,
    /// The states that have been arrived at, by block and word.
    visited: Vec<u64>,
    fronts: [Front; 2],
    /// By set, whether a push may lead there from the states arrived at last.
    is_stirred: Vec<AtomicBool>,
    shade: u8,
    /// The value of what is arrived at.
    depth: u8,
    /// The next set to be looked at.
    set: usize,
    has_arrived: bool,
    is_complete: bool,
    allowed: u64,
    worked: u64,
    /// The work before the last chunk.
    worked_before: u64,
}

/// What all threads read.
struct Layer<'a> {
    blocks: &'a Blocks,
    /// The states arrived at last.
    last: &'a Front,
    is_stirred: &'a [AtomicBool],
    shade: u8,
    depth: u8,
}

/// A thread's part of a chunk: some sets, and what is held for them.
struct Part<'a> {
    sets: Range<usize>,
    values: &'a mut [u8],
    visited: &'a mut [u64],
    front: &'a mut [u64],
    is_active: &'a mut [bool],
    has_arrived: bool,
    work: usize,
}

impl Builder {
    /// Returns the memory that a database with these states takes, from beginning to end.
    pub fn bytes(blocks: &Blocks) -> u64 {
        let (sets, count) = (blocks.sets(), blocks.before(blocks.sets()));
        // Visited, and in a front.
        (sets * (blocks.orders.count() + 1) + count * (2 * 8 * blocks.words + 1)) as u64
    }

    /// Begins the database of `shape`, whose states are those of `blocks`.
    pub fn new(shape: &Shape, blocks: Arc<Blocks>) -> Self {
        let (sets, words) = (blocks.sets(), blocks.words);
        let front = |shade: u8| {
            let count = blocks.before_of_shade(sets, shade);
            Front { words: vec![0; count * words], is_active: vec![false; count] }
        };
        let mut goals: Vec<u8> = shape.goals.concat();
        goals.sort_unstable();
        let goal_set = number_of_set(goals.iter().copied()) as usize;
        let shade = blocks.shade(goal_set);
        let mut builder = Self {
            values: vec![HIGHEST; sets * blocks.orders.count()],
            visited: vec![0; blocks.before(sets) * words],
            fronts: [front(0), front(1)],
            is_stirred: (0..sets).map(|_| AtomicBool::new(false)).collect(),
            shade: 1 - shade,
            depth: 1,
            set: 0,
            has_arrived: false,
            is_complete: false,
            allowed: 0,
            worked: 0,
            worked_before: 0,
            blocks,
        };
        let mut regions: Vec<usize> = shape
            .free_goals
            .iter()
            .filter(|empty| !goals.contains(empty))
            .map(|&empty| Blocks::region(&shape.graph, &goals, empty))
            .collect();
        regions.sort_unstable();
        regions.dedup();
        builder.enter_goals(&shape.goals, &regions, goal_set, &mut Vec::new());
        builder
    }

    /// Enters all orders that put the tiles of each unit on its goal sites, in any way, after
    /// those already `placed`.
    fn enter_goals(
        &mut self,
        units: &[Vec<u8>],
        regions: &[usize],
        set: usize,
        placed: &mut Vec<u8>,
    ) {
        let Some(unit) = units.iter().find(|unit| !unit.iter().all(|site| placed.contains(site)))
        else {
            let blocks = self.blocks.clone();
            let mut tiles: Vec<u8> = (0..placed.len() as u8).collect();
            tiles.sort_unstable_by_key(|&tile| placed[usize::from(tile)]);
            let order = usize::from(Order::of(tiles.len(), &tiles));
            self.values[set * blocks.orders.count() + order] = 0;
            let front = &mut self.fronts[usize::from(1 - self.shade)];
            for region in regions {
                let block = blocks.before(set) + region;
                let among_shade = blocks.before_of_shade(set, 1 - self.shade) + region;
                self.visited[block * blocks.words + order / 64] |= 1 << (order % 64);
                front.words[among_shade * blocks.words + order / 64] |= 1 << (order % 64);
                front.is_active[among_shade] = true;
                stir(&blocks, block, &self.is_stirred);
            }
            return;
        };
        for &site in unit {
            if !placed.contains(&site) {
                placed.push(site);
                self.enter_goals(units, regions, set, placed);
                placed.pop();
            }
        }
    }

    /// Looks at the next sets, about a chunk of work.
    fn work(&mut self, pool: &Pool) {
        let (sets, planned) = self.next_chunk();
        self.set = sets.end;
        let is_small = planned < CHUNK_WORK / 8;
        let share = sets.len().div_ceil(if is_small { 1 } else { pool.threads() });
        let (mut parts, layer) = self.divide(sets, share);
        pool.each(&mut parts, |part| part.run(&layer));
        let work: usize = parts.iter().map(|part| part.work).sum();
        let has_arrived = parts.iter().any(|part| part.has_arrived);
        self.has_arrived |= has_arrived;
        self.worked_before = self.worked;
        self.worked += work as u64;
        if self.set == self.blocks.sets() {
            self.set = 0;
            self.shade = 1 - self.shade;
            self.depth += 1;
            self.is_complete = !self.has_arrived || self.depth == HIGHEST;
            self.has_arrived = false;
        }
    }

    /// Returns the next sets for about a chunk of work, and the work that is expected: it is not
    /// measured, so that it does not depend on the threads.
    fn next_chunk(&self) -> (Range<usize>, usize) {
        let blocks = &*self.blocks;
        let (mut end, mut planned) = (self.set, 0);
        while end < blocks.sets() && planned < CHUNK_WORK {
            planned += 1;
            if blocks.shade(end) == self.shade && self.is_stirred[end].load(Ordering::Relaxed) {
                let of_set = blocks.before(end)..blocks.before(end + 1);
                let pushes = of_set.map(|block| blocks.pushes(block).len());
                planned += pushes.sum::<usize>() * blocks.words;
            }
            end += 1;
        }
        (self.set..end, planned)
    }

    /// Takes sets apart, so many in each part, and returns what the parts read.
    fn divide(&mut self, sets: Range<usize>, share: usize) -> (Vec<Part<'_>>, Layer<'_>) {
        let (blocks, shade) = (&*self.blocks, self.shade);
        let (orders, words) = (blocks.orders.count(), blocks.words);
        let [first, second] = &mut self.fronts;
        let (front, last) = if shade == 0 { (first, &*second) } else { (second, &*first) };
        let of_shade = blocks.before_of_shade(sets.start, shade);
        let mut values = &mut self.values[sets.start * orders..];
        let mut visited = &mut self.visited[blocks.before(sets.start) * words..];
        let mut front_words = &mut front.words[of_shade * words..];
        let mut is_active = &mut front.is_active[of_shade..];
        let starts = sets.clone().step_by(share.max(1));
        let parts = starts.map(|start| {
            let sets = start..(start + share).min(sets.end);
            let count = blocks.before(sets.end) - blocks.before(sets.start);
            let of_shade =
                blocks.before_of_shade(sets.end, shade) - blocks.before_of_shade(sets.start, shade);
            Part {
                values: take(&mut values, sets.len() * orders),
                visited: take(&mut visited, count * words),
                front: take(&mut front_words, of_shade * words),
                is_active: take(&mut is_active, of_shade),
                sets,
                has_arrived: false,
                work: 0,
            }
        });
        let parts = parts.collect();
        let is_stirred = &self.is_stirred[..];
        (parts, Layer { blocks, last, is_stirred, shade, depth: self.depth })
    }
}

impl Build for Builder {
    fn step(&mut self, pool: &Pool, states: u64) {
        self.allowed = self.allowed.saturating_add(states.saturating_mul(WORK_OF_STATE));
        while self.worked < self.allowed && !self.is_complete {
            self.work(pool);
        }
    }

    fn is_complete(&self) -> bool {
        self.is_complete
    }

    fn finish(self: Box<Self>) -> (Values, u64) {
        // The last chunk begins when more than what was done before it is allowed.
        (Arc::new(self.values), self.worked_before / WORK_OF_STATE + 1)
    }
}

/// Takes the first `count` off `rest`.
fn take<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (taken, left) = std::mem::take(rest).split_at_mut(count);
    *rest = left;
    taken
}

/// Notes that pushes lead from a block to others.
fn stir(blocks: &Blocks, block: usize, is_stirred: &[AtomicBool]) {
    for push in blocks.pushes(block) {
        is_stirred[push.set as usize].store(true, Ordering::Relaxed);
    }
}

impl Part<'_> {
    /// Finds what can be arrived at in its sets.
    fn run(&mut self, layer: &Layer<'_>) {
        let Layer { blocks, shade, .. } = *layer;
        let mut arriving = vec![0_u64; blocks.words];
        let mut seen = vec![0_u64; blocks.words];
        let before = blocks.before_of_shade(self.sets.start, shade);
        for set in self.sets.clone().filter(|&set| blocks.shade(set) == shade) {
            self.work += 1;
            if layer.is_stirred[set].swap(false, Ordering::Relaxed) {
                self.look_at(set, layer, &mut arriving, &mut seen);
            } else {
                let of_set = blocks.before_of_shade(set, shade) - before;
                let count = blocks.before(set + 1) - blocks.before(set);
                self.is_active[of_set..of_set + count].fill(false);
            }
        }
    }

    /// Finds what can be arrived at in a set; the last two are for it to work with.
    fn look_at(&mut self, set: usize, layer: &Layer<'_>, arriving: &mut [u64], seen: &mut [u64]) {
        let &Layer { blocks, last, is_stirred, shade, depth } = layer;
        let (words, orders) = (blocks.words, blocks.orders.count());
        let of_set = blocks.before(set)..blocks.before(set + 1);
        let of_shade =
            blocks.before_of_shade(set, shade) - blocks.before_of_shade(self.sets.start, shade);
        let at = of_set.start - blocks.before(self.sets.start);
        let visited = &mut self.visited[at * words..(at + of_set.len()) * words];
        let values = &mut self.values[(set - self.sets.start) * orders..][..orders];
        seen.fill(0);
        for block in visited.chunks_exact(words) {
            seen.iter_mut().zip(block).for_each(|(seen, word)| *seen |= word);
        }
        for ((block, visited), nth) in of_set.zip(visited.chunks_exact_mut(words)).zip(of_shade..) {
            arriving.fill(0);
            for push in blocks.pushes(block) {
                let source = push.source as usize;
                if last.is_active[source] {
                    let source = &last.words[source * words..][..words];
                    self.work += words + gather(source, blocks.turn(*push), arriving);
                }
            }
            let front = &mut self.front[nth * words..][..words];
            let mut any = 0;
            for word in 0..words {
                let new = arriving[word] & !visited[word];
                front[word] = new;
                any |= new;
                visited[word] |= new;
                let mut unseen = new & !seen[word];
                seen[word] |= new;
                while unseen > 0 {
                    values[word * 64 + unseen.trailing_zeros() as usize] = depth;
                    unseen &= unseen - 1;
                }
            }
            self.is_active[nth] = any > 0;
            if any > 0 {
                self.has_arrived = true;
                stir(blocks, block, is_stirred);
            }
        }
    }
}

/// Adds the states of a block to those that a push leads to; returns the work beyond reading them.
fn gather(source: &[u64], turn: Option<&[u16]>, arriving: &mut [u64]) -> usize {
    let Some(turn) = turn else {
        arriving.iter_mut().zip(source).for_each(|(to, from)| *to |= from);
        return 0;
    };
    let mut turned = 0;
    for (nth, &word) in source.iter().enumerate() {
        let mut left = word;
        turned += left.count_ones() as usize;
        while left > 0 {
            let to = usize::from(turn[nth * 64 + left.trailing_zeros() as usize]);
            arriving[to / 64] |= 1 << (to % 64);
            left &= left - 1;
        }
    }
    turned * ORDER_WORK
}
