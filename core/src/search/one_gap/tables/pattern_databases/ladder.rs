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

use super::super::instance::Instance;
use super::blocks::Blocks;
use super::cache;
use super::database::{Build, Builder, Shape, Values};
use super::placements::MAX_PATTERN_TILES;
use super::site_set::SiteSet;
use super::{Plan, Tables};
use crate::search::base::pool::Pool;

/// By rung: placements of all databases together, at most; one byte each.
const RUNGS: [u64; 4] = [300_000, 4_000_000, 40_000_000, 600_000_000];

/// Placements that are built in the time of a state of the depth-first search.
const PLACEMENTS_OF_STATE: u64 = 12;

/// The rungs that are left, and the one that comes next or is being built.
pub struct Ladder {
    /// The most tiles of a pattern, the next but one last.
    rungs: Vec<usize>,
    next: Option<Rung>,
    memory_bytes: u64,
}

/// A set of databases to be built, one after the other.
struct Rung {
    plan: Plan,
    /// Those that are there, in the order of the plan.
    databases: Vec<Values>,
    /// The one under construction; `None` before it is begun.
    builder: Option<Box<dyn Build>>,
    /// By number of tiles, for the numbers that there are.
    blocks: Vec<Option<Arc<Blocks>>>,
}

impl Ladder {
    /// Returns the ladder for `instance`, or `None` when a unit is too large for any.
    pub fn new(instance: &Instance, memory_bytes: u64) -> Option<Self> {
        let largest_unit = instance.units.iter().map(|unit| unit.tiles.len()).max()?;
        let tiles: usize = instance.units.iter().map(|unit| unit.tiles.len()).sum();
        let fits = |largest: usize, most: u64| {
            largest <= MAX_PATTERN_TILES && placements(instance.tiles.len(), tiles, largest) <= most
        };
        if !fits(largest_unit, RUNGS[RUNGS.len() - 1]) {
            return None;
        }
        let mut rungs = vec![largest_unit];
        for most in RUNGS {
            let last = rungs[rungs.len() - 1];
            let larger = (last + 1..=tiles).take_while(|&largest| fits(largest, most));
            rungs.extend(larger.last());
        }
        rungs.reverse();
        let next = rungs.pop().map(|largest| Rung::new(instance, largest));
        Some(Self { rungs, next, memory_bytes })
    }

    /// Says whether databases are being built.
    pub fn is_building(&self) -> bool {
        self.next.as_ref().is_some_and(|rung| rung.builder.is_some())
    }

    /// Starts the next databases if `spent` states outweigh building them, and they fit beside the
    /// `held` bytes.
    pub fn begin(&mut self, spent: u64, held: u64) {
        let Some(rung) = &mut self.next else { return };
        if rung.builder.is_some() || rung.cost() > spent {
            return;
        }
        rung.list_blocks();
        if held.saturating_add(rung.needed_bytes()) > self.memory_bytes {
            // Those after it are larger still.
            self.next = None;
            return;
        }
        rung.begin_database();
    }

    /// Works for about so many states on the database under construction. Returns the tables when
    /// all are complete.
    pub fn step<S: SiteSet>(
        &mut self,
        instance: &Instance,
        pool: &Pool,
        states: u64,
    ) -> Option<Arc<Tables<S>>> {
        let rung = self.next.as_mut().filter(|rung| rung.builder.is_some())?;
        rung.step(pool, states);
        if rung.builder.is_some() {
            return None;
        }
        let rung = self.next.take()?;
        let orders = rung.plan.shapes.iter().map(|shape| rung.blocks(shape).orders.clone());
        let databases = rung.databases.iter().cloned().zip(orders);
        let tables = Tables::new(instance, &rung.plan, databases);
        self.next = self.rungs.pop().map(|largest| Rung::new(instance, largest));
        Some(Arc::new(tables))
    }

    /// Returns the memory that is held by what is being built.
    pub fn memory_bytes(&self) -> u64 {
        self.next.as_ref().filter(|rung| rung.builder.is_some()).map_or(0, Rung::needed_bytes)
    }
}

impl Rung {
    fn new(instance: &Instance, largest: usize) -> Self {
        let plan = Plan::new(instance, largest);
        let blocks = vec![None; MAX_PATTERN_TILES + 1];
        Self { plan, databases: Vec::new(), builder: None, blocks }
    }

    /// Returns what building takes, in states of the depth-first search.
    fn cost(&self) -> u64 {
        self.plan.shapes.iter().map(Shape::placements).sum::<u64>() / PLACEMENTS_OF_STATE
    }

    /// Lists the states of all databases.
    fn list_blocks(&mut self) {
        for shape in &self.plan.shapes {
            self.blocks[shape.tiles()]
                .get_or_insert_with(|| cache::blocks(&shape.graph, shape.tiles()));
        }
    }

    fn blocks(&self, shape: &Shape) -> &Arc<Blocks> {
        self.blocks[shape.tiles()].as_ref().expect("it has been listed")
    }

    /// Returns the memory that it takes while it is built: the values of all, and the states of
    /// the largest. It counts as held from beginning to end.
    fn needed_bytes(&self) -> u64 {
        let values = self.plan.shapes.iter().map(Shape::placements).sum::<u64>();
        let states = self
            .plan
            .shapes
            .iter()
            .map(|shape| Builder::bytes(self.blocks(shape)) - shape.placements());
        let blocks = self.blocks.iter().flatten().map(|blocks| blocks.memory_bytes());
        values + states.max().unwrap_or(0) + blocks.sum::<u64>()
    }

    /// Begins the next database, if there is one.
    fn begin_database(&mut self) {
        let shape = self.plan.shapes.get(self.databases.len());
        self.builder = shape.map(|shape| cache::build(shape, self.blocks(shape)));
    }

    fn step(&mut self, pool: &Pool, states: u64) {
        let Some(builder) = &mut self.builder else { return };
        builder.step(pool, states);
        if let Some(builder) = self.builder.take_if(|builder| builder.is_complete()) {
            let (values, allowed) = builder.finish();
            let shape = &self.plan.shapes[self.databases.len()];
            cache::keep(shape, self.blocks(shape), &values, allowed);
            self.databases.push(values);
            self.begin_database();
        }
    }
}

/// Returns the placements of all databases of `tiles` tiles, `largest` tiles in each.
fn placements(sites: usize, tiles: usize, largest: usize) -> u64 {
    let each = |tiles: usize| {
        let choices = (0..tiles).map(|placed| (sites - placed) as u64);
        choices.fold(1, u64::saturating_mul)
    };
    let full = (tiles / largest) as u64;
    let rest = tiles % largest;
    each(largest).saturating_mul(full).saturating_add(if rest > 0 { each(rest) } else { 0 })
}
