//! Builds larger databases as the search takes longer: which come next, when they pay, and in
//! steps.
//!
//! Nobody knows in advance how long a board takes. So the next databases are started when the
//! search with the present ones has taken about as long as building them: whatever the board, this
//! at most doubles the time.
//!
//! Reference: Karlin, Manasse, Rudolph, Sleator, *Competitive Snoopy Caching*, 1988 (rent until the
//! rent has come to the price).

use std::sync::Arc;

use super::super::task::Task;
use super::cache;
use super::database::{Build, MAX_PATTERN_TILES, Shape, Values};
use super::{Plan, Tables};
use crate::search::pool::Pool;

/// By rung: entries of all databases together, at most; one byte each.
const RUNGS: [u64; 3] = [300_000, 4_000_000, 40_000_000];

/// The cost of building a placement, in states of the depth-first search.
const PLACEMENT_COST: u64 = 8;

/// The rungs that are left, and the one that comes next or is being built.
pub struct Ladder {
    /// The most tiles of a pattern, the next but one last.
    rungs: Vec<usize>,
    next: Option<Rung>,
    memory_bytes: u64,
}

/// A set of databases to be built.
struct Rung {
    plan: Plan,
    /// The databases, in the order of the plan, as far as they are there.
    databases: Vec<Option<Values>>,
    /// Those under construction, with their places; none before it is begun.
    builders: Vec<(usize, Box<dyn Build>)>,
    is_begun: bool,
}

impl Ladder {
    /// Returns the ladder for `task`, or `None` when a unit is too large for any.
    pub fn new(task: &Task, memory_bytes: u64) -> Option<Self> {
        let largest_unit = task.units.iter().map(|unit| unit.tiles.len()).max()?;
        let tiles: usize = task.units.iter().map(|unit| unit.tiles.len()).sum();
        let fits = |largest: usize, entries: u64| {
            largest <= MAX_PATTERN_TILES && entries_of(task.tiles.len(), tiles, largest) <= entries
        };
        if !fits(largest_unit, RUNGS[RUNGS.len() - 1]) {
            return None;
        }
        let mut rungs = vec![largest_unit];
        for entries in RUNGS {
            let last = rungs[rungs.len() - 1];
            let larger = (last + 1..=tiles).take_while(|&largest| fits(largest, entries));
            rungs.extend(larger.last());
        }
        rungs.reverse();
        let next = rungs.pop().map(|largest| Rung::new(task, largest));
        Some(Self { rungs, next, memory_bytes })
    }

    /// Says whether databases are being built.
    pub fn is_building(&self) -> bool {
        self.next.as_ref().is_some_and(|rung| rung.is_begun)
    }

    /// Starts the next databases if `spent` states outweigh building them, and they fit beside the
    /// `held` bytes.
    pub fn begin(&mut self, spent: u64, held: u64) {
        let Some(rung) = &mut self.next else { return };
        if rung.is_begun || rung.cost() > spent {
            return;
        }
        if held.saturating_add(rung.needed_bytes()) > self.memory_bytes {
            // Those after it are larger still.
            self.next = None;
            return;
        }
        rung.begin();
    }

    /// Expands at most so many states of each database under construction. Returns
    /// the tables when all are complete.
    pub fn step(&mut self, task: &Task, pool: &Pool, states: u64) -> Option<Arc<Tables>> {
        let rung = self.next.as_mut().filter(|rung| rung.is_begun)?;
        rung.step(pool, states);
        if !rung.builders.is_empty() {
            return None;
        }
        let rung = self.next.take()?;
        let databases = rung.databases.into_iter().flatten().collect();
        let tables = Tables::new(task, &rung.plan, databases);
        self.next = self.rungs.pop().map(|largest| Rung::new(task, largest));
        Some(Arc::new(tables))
    }

    /// Returns the memory that is held by what is being built.
    pub fn memory_bytes(&self) -> u64 {
        self.next.as_ref().filter(|rung| rung.is_begun).map_or(0, Rung::held_bytes)
    }
}

impl Rung {
    fn new(task: &Task, largest: usize) -> Self {
        let plan = Plan::new(task, largest);
        let databases = vec![None; plan.shapes.len()];
        Self { plan, databases, builders: Vec::new(), is_begun: false }
    }

    /// Returns what building takes, in states of the depth-first search.
    fn cost(&self) -> u64 {
        self.plan.shapes.iter().map(|shape| shape.placements() * PLACEMENT_COST).sum()
    }

    /// Returns the memory that it takes while it is built.
    fn needed_bytes(&self) -> u64 {
        self.plan.shapes.iter().map(Shape::building_bytes).sum()
    }

    /// Returns the memory held: by what is complete, and by what is being built.
    fn held_bytes(&self) -> u64 {
        let complete = self.databases.iter().flatten().map(|values| values.len() as u64);
        let building = self.builders.iter().map(|&(nth, _)| self.plan.shapes[nth].building_bytes());
        complete.sum::<u64>() + building.sum::<u64>()
    }

    fn begin(&mut self) {
        let builders = self.plan.shapes.iter().map(cache::build);
        self.builders = builders.enumerate().collect();
        self.is_begun = true;
    }

    fn step(&mut self, pool: &Pool, states: u64) {
        pool.each(&mut self.builders, |(_, builder)| {
            builder.step(states);
        });
        let is_complete = |(_, builder): &mut (usize, Box<dyn Build>)| builder.is_complete();
        for (nth, builder) in self.builders.extract_if(.., is_complete) {
            let (values, expanded) = builder.finish();
            cache::keep(&self.plan.shapes[nth], &values, expanded);
            self.databases[nth] = Some(values);
        }
    }
}

/// Returns the entries of all databases of `tiles` tiles, `largest` tiles in each.
fn entries_of(sites: usize, tiles: usize, largest: usize) -> u64 {
    let each = |tiles: usize| (sites as u64).saturating_pow(tiles as u32);
    let full = (tiles / largest) as u64;
    let rest = tiles % largest;
    each(largest).saturating_mul(full).saturating_add(if rest > 0 { each(rest) } else { 0 })
}
