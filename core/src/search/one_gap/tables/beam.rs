//! Beam search by the pattern databases on all threads, with growing width. Proves nothing.
//!
//! As [`crate::search::engine::solutions::beam`], but a position has at most three new neighbours,
//! each one lookup away.
//!
//! Reference: Reddy, *Speech Understanding Systems*, 1977 (beam search).

use rustc_hash::FxHashSet;

use super::instance::Instance;
use super::pattern_databases::site_set::SiteSet;
use super::pattern_databases::{LookedUp, Tables};
use super::symmetry::NONE;
use crate::search::base::key::Key;
use crate::search::base::memory_plan;
use crate::search::base::outcome::BestOpen;
use crate::search::base::pool::Pool;
use crate::search::base::space::Space;

/// Positions in the first, narrowest beam.
const FIRST_WIDTH: usize = 16;

/// Each round is wider by this factor.
const WIDTH_FACTOR: usize = 2;

/// Layers of the first rounds, at most, as a multiple of the first estimate.
const DEEPEST_BY_ESTIMATE: u32 = 6;

/// A thread is not woken for fewer positions than this.
const MIN_SHARE: usize = 128;

/// Positions expanded between two looks at the memory.
const TOGETHER: usize = 1024;

/// A position of the last layer.
#[derive(Clone, Copy)]
struct Node<K> {
    key: K,
    empty: u8,
    /// Where the empty cell was before.
    before: u8,
}

/// A position that may be kept.
#[derive(Clone, Copy)]
struct Candidate<K> {
    /// The sum of the views' estimates, with ties broken.
    order: u32,
    /// The index of its parent in the last layer.
    parent: u32,
    node: Node<K>,
}

/// A kept position's parent and the neighbour that the empty cell went to.
#[derive(Clone, Copy)]
struct Link {
    parent: u32,
    empty: u8,
}

/// A thread's part of a layer.
struct Worker<K, S> {
    tiles: Vec<u8>,
    now: LookedUp<S>,
    sites: Vec<u16>,
    /// Its part of the layer.
    part: std::ops::Range<usize>,
    candidates: Vec<Candidate<K>>,
    arrived: Option<Link>,
}

/// The result of a step.
pub enum Beamed {
    /// Go on.
    More,
    /// A better solution: the sites that the empty cell passes.
    Found(Vec<u8>),
    /// The beam will not be made wider.
    Spent,
}

/// Beam searches of growing width.
pub struct Beam<K, S> {
    width: usize,
    layer: Vec<Node<K>>,
    /// The next position of the layer to be expanded.
    at: usize,
    workers: Vec<Worker<K, S>>,
    candidates: Vec<Candidate<K>>,
    /// The links between layers, without the start.
    links: Vec<Vec<Link>>,
    /// Hashes of all positions kept in this round: a beam may lose one by chance.
    seen: FxHashSet<u64>,
    /// The lowest estimate in the last layer, the mean of the views.
    best: f64,
    deepest: u32,
    incumbent: u32,
    max_moves: u32,
    memory_bytes: u64,
    expanded: u64,
    generated: u64,
    most_stored: u64,
}

impl<K: Key, S: SiteSet> Beam<K, S> {
    /// Prepares beams from the start.
    pub fn new(
        space: &Space<K>,
        instance: &Instance,
        threads: usize,
        max_moves: u32,
        memory_bytes: u64,
    ) -> Self {
        let worker = || Worker {
            tiles: vec![NONE; instance.tiles.len()],
            now: LookedUp::default(),
            sites: Vec::new(),
            part: 0..0,
            candidates: Vec::new(),
            arrived: None,
        };
        let mut beam = Self {
            width: FIRST_WIDTH,
            layer: Vec::new(),
            at: 0,
            workers: (0..threads).map(|_| worker()).collect(),
            candidates: Vec::new(),
            links: Vec::new(),
            seen: FxHashSet::default(),
            best: 0.0,
            deepest: 0,
            incumbent: u32::MAX,
            max_moves,
            memory_bytes,
            expanded: 0,
            generated: 0,
            most_stored: 0,
        };
        beam.begin(space, instance);
        beam
    }

    /// Takes a solution found elsewhere.
    pub fn lower_incumbent(&mut self, moves: u32) {
        self.incumbent = self.incumbent.min(moves);
    }

    /// Sets the memory that it may hold; says whether it had to give up for it.
    pub fn limit_memory(&mut self, bytes: u64) -> bool {
        self.memory_bytes = bytes;
        let is_full = self.is_full();
        if is_full {
            self.retire();
        }
        is_full
    }

    /// Says whether it holds so much that it might come to hold too much: what grows may double.
    fn is_full(&self) -> bool {
        self.memory_held() > memory_plan::GROWING.of(self.memory_bytes)
    }

    fn begin(&mut self, space: &Space<K>, instance: &Instance) {
        self.layer.clear();
        self.layer.push(Node { key: space.start, empty: instance.empty, before: NONE });
        self.links.clear();
        self.seen.clear();
        self.seen.insert(space.start.hash64());
        self.candidates.clear();
        self.at = 0;
    }

    fn next_round(&mut self, space: &Space<K>, instance: &Instance) {
        self.width = self.width.saturating_mul(WIDTH_FACTOR);
        self.deepest = self.deepest.saturating_add(self.deepest / 4);
        self.begin(space, instance);
    }

    /// Expands about `states` states. Must not be called once spent.
    pub fn step(
        &mut self,
        space: &Space<K>,
        instance: &Instance,
        tables: &Tables<S>,
        pool: &Pool,
        states: u64,
    ) -> Beamed {
        if self.deepest == 0 {
            let sums = tables.look_up(&instance.tiles, &mut self.workers[0].now);
            self.best = f64::from(sums.iter().sum::<u16>()) / tables.views() as f64;
            self.deepest = u32::from(sums.into_iter().max().unwrap_or(0)) * DEEPEST_BY_ESTIMATE;
        }
        let mut left = states as usize;
        while left > 0 {
            if self.is_full() {
                self.retire();
                return Beamed::Spent;
            }
            if self.at < self.layer.len() {
                let count = left.min(self.layer.len() - self.at).min(TOGETHER);
                left -= count;
                if let Some(path) = self.expand(space, instance, tables, pool, count) {
                    self.incumbent = path.len() as u32 - 1;
                    self.next_round(space, instance);
                    return Beamed::Found(path);
                }
            } else {
                left = left.saturating_sub(self.candidates.len() / 8);
                if !self.next_layer(tables.views()) {
                    // A wider round would not fit.
                    if self.memory_held() > memory_plan::WIDENING.of(self.memory_bytes) {
                        self.retire();
                        return Beamed::Spent;
                    }
                    self.next_round(space, instance);
                }
            }
        }
        Beamed::More
    }

    /// Expands the next `count` positions; returns a better solution.
    fn expand(
        &mut self,
        space: &Space<K>,
        instance: &Instance,
        tables: &Tables<S>,
        pool: &Pool,
        count: usize,
    ) -> Option<Vec<u8>> {
        let share = count.div_ceil(self.workers.len()).max(MIN_SHARE);
        let end = self.at + count;
        for worker in &mut self.workers {
            worker.part = self.at..(self.at + share).min(end);
            self.at = worker.part.end;
        }
        let most = self.max_moves.min(self.incumbent.saturating_sub(1));
        // Without room for one more move the layer only comes to its end.
        let left = most.checked_sub(self.links.len() as u32 + 1)?;
        let layer = &self.layer;
        let used = count.div_ceil(share);
        pool.each(&mut self.workers[..used], |worker| {
            worker.run(space, instance, tables, layer, left);
        });
        self.expanded += count as u64;
        for worker in &mut self.workers {
            self.generated += worker.candidates.len() as u64;
            self.candidates.append(&mut worker.candidates);
        }
        let stored = self.layer.len() + self.candidates.len();
        self.most_stored = self.most_stored.max(stored as u64);
        let arrived = self.workers.iter_mut().find_map(|worker| worker.arrived.take());
        arrived.map(|link| self.path(instance, link))
    }

    /// Returns the sites that the empty cell passes on the way to the goal.
    fn path(&self, instance: &Instance, last: Link) -> Vec<u8> {
        let mut path = vec![last.empty];
        let mut at = last.parent;
        for links in self.links.iter().rev() {
            let link = links[at as usize];
            path.push(link.empty);
            at = link.parent;
        }
        path.push(instance.empty);
        path.reverse();
        path
    }

    /// Keeps the best candidates as the next layer; returns false without any.
    fn next_layer(&mut self, views: usize) -> bool {
        self.candidates.sort_unstable_by_key(|candidate| candidate.order);
        if let Some(best) = self.candidates.first() {
            self.best = f64::from(best.order >> 16) / views as f64;
        }
        let mut links = Vec::new();
        self.layer.clear();
        for candidate in &self.candidates {
            if self.seen.insert(candidate.node.key.hash64()) {
                self.layer.push(candidate.node);
                links.push(Link { parent: candidate.parent, empty: candidate.node.empty });
                if links.len() == self.width {
                    break;
                }
            }
        }
        self.candidates.clear();
        self.at = 0;
        if links.is_empty() || self.links.len() as u32 >= self.deepest {
            return false;
        }
        self.links.push(links);
        true
    }

    /// Gives its memory back.
    fn retire(&mut self) {
        (self.layer, self.candidates, self.links) = (Vec::new(), Vec::new(), Vec::new());
        self.seen = FxHashSet::default();
        self.workers.clear();
    }

    pub const fn expanded(&self) -> u64 {
        self.expanded
    }

    pub const fn generated(&self) -> u64 {
        self.generated
    }

    pub const fn stored(&self) -> u64 {
        self.most_stored
    }

    pub fn open(&self) -> u64 {
        self.candidates.len() as u64
    }

    /// Returns the best position of the last layer.
    pub fn best_open(&self, space: &Space<K>) -> Option<BestOpen> {
        let position = space.position_of(&self.layer.first()?.key);
        Some(BestOpen { position, score: self.best, moves: self.links.len() as u32 })
    }

    /// Returns the memory held, the tables aside.
    pub fn memory_held(&self) -> u64 {
        let links: usize = self.links.iter().map(Vec::capacity).sum();
        let working: usize = self.workers.iter().map(|worker| worker.candidates.capacity()).sum();
        let bytes = links * size_of::<Link>()
            + (working + self.candidates.capacity()) * size_of::<Candidate<K>>()
            + self.layer.capacity() * size_of::<Node<K>>()
            + self.seen.capacity() * (size_of::<u64>() + 1);
        bytes as u64
    }
}

impl<K: Key, S: SiteSet> Worker<K, S> {
    /// Expands its part of `layer`; drops what needs more than `left` moves.
    fn run(
        &mut self,
        space: &Space<K>,
        instance: &Instance,
        tables: &Tables<S>,
        layer: &[Node<K>],
        left: u32,
    ) {
        for parent in self.part.clone() {
            let Node { key, empty, before } = layer[parent];
            self.sites.clear();
            self.tiles[usize::from(empty)] = NONE;
            for slot in 0..instance.tile_count {
                let site = space.site(&key, slot);
                self.sites.push(site);
                self.tiles[usize::from(site)] = slot as u8;
            }
            let sums = tables.look_up(&self.tiles, &mut self.now);
            for (nth, to) in
                instance.graph.neighbours(empty).enumerate().filter(|&(_, to)| to != before)
            {
                let tile = self.tiles[usize::from(to)];
                let mut after = sums;
                for (view, sum) in after.iter_mut().enumerate().take(tables.views()) {
                    let placed = tables.moved(view, &self.now, tile, empty, nth);
                    *sum = sum.wrapping_add_signed(self.now.rise(placed));
                }
                let estimate = u32::from(after.into_iter().max().unwrap_or(0));
                if estimate > left {
                    continue;
                }
                let parent = parent as u32;
                if estimate == 0 {
                    self.arrived = Some(Link { parent, empty: to });
                    return;
                }
                let key = space.with_moved(&key, &self.sites, usize::from(tile), empty.into());
                // The sum of the views distinguishes more than their maximum.
                let sum = after.into_iter().map(u32::from).sum::<u32>();
                let order = sum << 16 | key.hash64() as u32 & 0xffff;
                let node = Node { key, empty: to, before: empty };
                self.candidates.push(Candidate { order, parent, node });
            }
        }
    }
}
