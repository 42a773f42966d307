//! Says of many states that their estimate is too low: the pruning of the prover.
//!
//! The estimates let a tile stop anywhere. But where no wall follows, another tile must
//! stand, and the moves of that one are numbered too.
//!
//! Say that a solution takes T moves from a state, and that a division's sum is S. Each part
//! of the division makes at least its share. So no part makes more than its share + T − S,
//! and each tile no more than what that leaves after the slide distances of the others of its
//! part: so many moves it has **to spare** above its own slide distance, the least over the
//! divisions. Within these it can only stand on sites that lie so near to both its ends. And
//! on each way on which it can come to its end, it stops only before walls and before sites
//! on which another tile can stand. Where no way is left, T moves are not enough.
//!
//! The test is made for T = h + s, s from 0 to 4. With T = h each tile has so much to spare;
//! what the tiles of a division make beyond that adds up to s at most, also within a part, for
//! there all tiles have what the part has. So the state fails if in one of the divisions it
//! fails however the s moves more are given to tiles. Meanwhile the other divisions let every
//! tile have all s. Moves are given only where they help: a tile that does not arrive must get
//! one itself, or another must come to a site that it lacks.
//!
//! It never says so wrongly, for all of this holds in every solution; what stands in the way
//! of a move is not looked at, nor when a tile stands where. A state that passes with T
//! passes with T + 1. Backward the same holds for the ways from the start to the state;
//! tiles of one colour are then told apart by where they end.

mod arrive;
mod needs;
mod shares;
mod tables;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use self::arrive::Test;
use self::shares::{MAX_TILES, Parent};
use self::tables::Tables;
use super::class::Way;
use super::estimate::pattern::Asked;
use super::estimate::{Estimator, MAX_DIVISIONS, Sums};
use crate::search::heuristic::distance::Distances;
use crate::search::key::Key;
use crate::search::space::Space;

/// Moves above the estimate that are tested, at most.
pub const MAX_SPARE: u16 = 4;

/// The test: its tables and its working memory.
#[derive(Clone)]
pub struct Tightness {
    tables: Arc<Tables>,
    group_of_slot: Vec<usize>,
    /// For each target: the start, then the placements of the goal.
    parents: Vec<Parent>,
    test: Test,
}

/// A child of a state: the tile of `slot` has moved to `to`.
pub struct Asking<'a> {
    pub way: Way,
    pub sites: &'a [u16],
    pub slot: usize,
    pub to: u16,
    /// Its estimate of what lies ahead.
    pub estimate: u16,
}

impl Tightness {
    /// Prepares the test for what is `asked` by the start and by the placements of the goal;
    /// `None` if there are too many tiles, or tiles of which nothing is asked beside some of
    /// their colour of which something is, or the board is too large.
    pub fn new<K: Key>(space: &Space<K>, distances: &Distances, asked: &[Asked]) -> Option<Self> {
        let is_spare = |targets: &Asked| {
            targets.iter().zip(&space.groups).any(|(sites, group)| sites.len() < group.len)
        };
        if space.tile_count() > MAX_TILES || asked[1..].iter().any(is_spare) {
            return None;
        }
        let groups = space.groups.iter().enumerate();
        let group_of_slot = groups.flat_map(|(nth, group)| group.slots().map(move |_| nth));
        Some(Self {
            tables: Arc::new(Tables::new(space, distances, asked)?),
            group_of_slot: group_of_slot.collect(),
            parents: vec![Parent::default(); asked.len()],
            test: Test::default(),
        })
    }

    /// Returns the memory of the tables, which copies share.
    pub fn table_bytes(&self) -> u64 {
        self.tables.memory_bytes()
    }

    /// Must be called before the children of another state are asked for.
    pub fn begin(&mut self) {
        self.parents.iter_mut().for_each(|parent| parent.is_ready = false);
    }

    /// Returns how many moves more than its estimate a child needs, as far as can be told,
    /// from it to the goal, or backward from the start to it: the first of the numbers in
    /// `more`, which rise, that may be enough, or 1 more than the last.
    pub fn lacking(
        &mut self,
        estimator: &mut Estimator,
        sums: &Sums,
        child: &Asking<'_>,
        more: &[u16],
    ) -> u16 {
        let targets = if child.way == Way::Forward { 1..self.parents.len() } else { 0..1 };
        let mut more = more;
        let mut least = more.last().map_or(0, |last| last + 1);
        for target in targets {
            if let Some(nth) = self.first_enough(estimator, sums, child, target, more) {
                least = more[nth];
                more = &more[..nth];
            }
        }
        least
    }

    /// Returns which of the numbers `more` may be enough first to reach a target.
    fn first_enough(
        &mut self,
        estimator: &mut Estimator,
        sums: &Sums,
        child: &Asking<'_>,
        target: usize,
        more: &[u16],
    ) -> Option<usize> {
        let Self { tables, group_of_slot, parents, test } = self;
        let parent = &mut parents[target];
        let Asking { sites, slot, to, .. } = *child;
        if !parent.is_ready {
            parent.prepare(tables, group_of_slot, estimator, sums, sites, target);
        }
        let mut shares = [0; MAX_DIVISIONS];
        estimator.shares_after(sums, sites, slot, to, target, &mut shares);
        let estimate = parent.estimate_after(slot, &shares);
        let most = child.estimate + more.last()?;
        if estimate > most {
            return None;
        }
        let row = tables.first_row(target, group_of_slot[slot]) + u32::from(to);
        let before = std::mem::replace(&mut parent.rows[slot], row);
        let further = tables.tile(row).least as i16 - tables.tile(before).least as i16;
        let is_known = parent.set_spare(test, slot, &shares, estimate, further);
        let is_enough = |&more: &u16| {
            let more = (child.estimate + more).checked_sub(estimate);
            more.is_some_and(|more| !is_known || test.passes(tables, &parent.rows, more as u8))
        };
        let first = more.iter().position(is_enough);
        parent.rows[slot] = before;
        first
    }
}
