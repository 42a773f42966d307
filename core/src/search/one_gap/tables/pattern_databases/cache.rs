//! Databases that have been built, for the next search in this process: levels with
//! one board and one goal need the same. No search is told that one is here: it takes as many
//! steps to get it as to build it, each of them for nothing. So what it finds and counts does
//! not depend on what was solved before. What a search uses counts as held by that search;
//! beyond that, the last ones used are kept up to [`MOST_BYTES`].

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::super::symmetry::Graph;
use super::blocks::Blocks;
use super::database::{Build, Builder, Shape, Values};
use crate::search::base::pool::Pool;

/// Bytes kept at most: the largest databases for one 15- or 24-puzzle.
const MOST_BYTES: u64 = 80 << 20;

/// A database that has been built.
#[derive(Clone)]
struct Kept {
    shape: Shape,
    blocks: Arc<Blocks>,
    values: Values,
    /// The work that was allowed to build it, in states.
    allowed: u64,
}

impl Kept {
    fn bytes(&self) -> u64 {
        self.values.len() as u64 + self.blocks.memory_bytes()
    }
}

/// The last used is the last.
static CACHE: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

/// Begins the database of `shape`, or begins to hand out the one that is kept.
pub fn build(shape: &Shape, blocks: &Arc<Blocks>) -> Box<dyn Build> {
    match find(shape) {
        Some(Kept { values, allowed, .. }) => Box::new(Handout { values, allowed, left: allowed }),
        None => Box::new(Builder::new(shape, blocks.clone())),
    }
}

/// Returns the states of databases of so many tiles on a board.
pub fn blocks(graph: &Graph, tiles: usize) -> Arc<Blocks> {
    let of_shape = |kept: &&Kept| kept.shape.tiles() == tiles && kept.shape.graph == *graph;
    let found = lock().iter().find(of_shape).map(|kept| kept.blocks.clone());
    // Other searches need not wait while they are listed.
    found.unwrap_or_else(|| Arc::new(Blocks::new(graph, tiles)))
}

fn lock() -> MutexGuard<'static, Vec<Kept>> {
    CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn find(shape: &Shape) -> Option<Kept> {
    let mut cache = lock();
    let nth = cache.iter().position(|kept| kept.shape == *shape)?;
    let found = cache.remove(nth);
    cache.push(found.clone());
    Some(found)
}

/// Keeps the database of `shape`, for which so much work was allowed, and drops the least
/// recently used ones when there are too many.
pub fn keep(shape: &Shape, blocks: &Arc<Blocks>, values: &Values, allowed: u64) {
    let (shape, blocks, values) = (shape.clone(), blocks.clone(), values.clone());
    let mut cache = lock();
    cache.retain(|kept| kept.shape != shape);
    cache.push(Kept { shape, blocks, values, allowed });
    let mut bytes: u64 = cache.iter().map(Kept::bytes).sum();
    let mut forgotten = 0;
    while bytes > MOST_BYTES {
        bytes -= cache[forgotten].bytes();
        forgotten += 1;
    }
    cache.drain(..forgotten);
}

/// A database that is there, and is handed out when it would have been built.
struct Handout {
    values: Values,
    allowed: u64,
    left: u64,
}

impl Build for Handout {
    fn step(&mut self, _: &Pool, states: u64) {
        self.left = self.left.saturating_sub(states);
    }

    fn is_complete(&self) -> bool {
        self.left == 0
    }

    fn finish(self: Box<Self>) -> (Values, u64) {
        (self.values, self.allowed)
    }
}
