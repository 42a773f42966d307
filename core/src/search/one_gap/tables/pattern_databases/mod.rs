//! The estimate: pattern databases for all tiles added up, looked at straight and in
//! a mirror, and how it changes with a move.
//!
//! A symmetry of the board that maps the goal onto itself (tiles of one colour onto
//! tiles of one colour) maps every position to one as far from the goal. Looking the
//! mirrored position up in the same databases divides the tiles in another way, and
//! the larger sum of the two is still not too high.

pub mod blocks;
pub mod cache;
pub mod database;
pub mod ladder;
mod partition;
pub mod placements;
pub mod site_set;

use std::sync::Arc;

use self::database::{Shape, Values};
use self::partition::{Partition, divide};
use self::placements::{Order, Orders, Sets};
use self::site_set::SiteSet;
use super::instance::Instance;
use super::symmetry::{MAX_SITES, Symmetry};

/// The most views of a position: straight and mirrored.
pub const VIEWS: usize = 2;

/// The sums of the views, in moves; 0 for one that is not used.
pub type Sums = [u16; VIEWS];

/// How the tiles are divided among databases.
pub struct Plan {
    partition: Partition,
    pub shapes: Vec<Shape>,
}

impl Plan {
    /// Divides the tiles of `instance` into patterns of at most `largest` tiles.
    pub fn new(instance: &Instance, largest: usize) -> Self {
        let partition = divide(&instance.graph, &instance.units, largest);
        let shape = |group: &Vec<usize>| Shape {
            graph: instance.graph.clone(),
            goals: group.iter().map(|&unit| instance.units[unit].goals.clone()).collect(),
            free_goals: instance.free_goals.clone(),
        };
        Self { shapes: partition.iter().map(shape).collect(), partition }
    }
}

/// Where a tile is looked up in one view.
#[derive(Clone, Copy)]
struct Place {
    pattern: u8,
    /// Among the tiles of its pattern.
    slot: u8,
}

/// A move of a tile to a site next to it, as one view sees it.
#[derive(Clone, Copy, Default)]
struct Step<S> {
    /// The two sites.
    flip: S,
    /// The sites below both.
    below: S,
    between: S,
    /// It leads to the higher site.
    is_up: bool,
}

/// Where the tiles are looked up in one view.
struct View<S> {
    /// By tile.
    places: Vec<Place>,
    /// By `site * 4 + nth`, the move of a tile there from the nth neighbour.
    steps: Vec<Step<S>>,
    /// By what is seen, the site.
    seen_from: Symmetry,
}

/// The database of a pattern.
struct Pattern {
    values: Values,
    orders: Arc<Orders>,
}

/// The databases of a plan.
pub struct Tables<S> {
    sets: Sets,
    patterns: Vec<Pattern>,
    views: Vec<View<S>>,
}

/// Where the tiles of a pattern are in a view, and the value of that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placed<S> {
    /// The sites under the tiles, as bits.
    set: S,
    /// The number of their order.
    order: u16,
    /// By `view * (patterns + 1) + pattern`; the last pattern is for tiles that are in none.
    at: u16,
    pub value: u8,
}

/// Where the tiles of all patterns are in all views.
#[derive(Clone, Default)]
pub struct LookedUp<S>(Vec<Placed<S>>);

impl<S: SiteSet> LookedUp<S> {
    /// Puts a pattern where it is after a move, or was before it; returns where it has been.
    #[inline]
    pub fn replace(&mut self, placed: Placed<S>) -> Placed<S> {
        std::mem::replace(&mut self.0[usize::from(placed.at)], placed)
    }

    /// Returns how much the value of a pattern rises if it comes to be `placed`.
    #[inline]
    pub fn rise(&self, placed: Placed<S>) -> i16 {
        i16::from(placed.value) - i16::from(self.0[usize::from(placed.at)].value)
    }
}

impl<S: SiteSet> Tables<S> {
    /// Puts the databases of `plan` together, in its order, each with the orders of its tiles.
    pub fn new(
        instance: &Instance,
        plan: &Plan,
        databases: impl Iterator<Item = (Values, Arc<Orders>)>,
    ) -> Self {
        let straight: Symmetry = instance.graph.all().collect();
        let mut views = vec![view(instance, plan, &straight)];
        let useful = |map: &&Symmetry| is_useful(instance, plan, map);
        let mirror = instance.symmetries.iter().find(useful);
        views.extend(mirror.map(|map| view(instance, plan, map)));
        let patterns = databases.map(|(values, orders)| Pattern { values, orders }).collect();
        Self { sets: Sets::new(instance.graph.sites()), patterns, views }
    }

    /// Returns the number of views.
    pub const fn views(&self) -> usize {
        self.views.len()
    }

    /// Returns the places of a view: one for each pattern, and one that stays empty for tiles
    /// that are in none.
    const fn stride(&self) -> usize {
        self.patterns.len() + 1
    }

    /// Looks a position up, given by the tile on each site.
    pub fn look_up(&self, tiles: &[u8], LookedUp(found): &mut LookedUp<S>) -> Sums {
        let stride = self.stride();
        found.clear();
        found.extend((0..stride * VIEWS).map(|at| Placed { at: at as u16, ..Placed::default() }));
        let mut sums = [0; VIEWS];
        for (nth, view) in self.views.iter().enumerate() {
            let found = &mut found[nth * stride..][..self.patterns.len()];
            let mut orders = [Order::default(); MAX_SITES];
            for (site, &from) in view.seen_from.iter().enumerate() {
                let tile = tiles[usize::from(from)];
                let place = view.places.get(usize::from(tile));
                let Some(&Place { pattern, slot }) = place else { continue };
                let pattern = usize::from(pattern);
                if let Some(found) = found.get_mut(pattern) {
                    found.set = found.set.or(S::of(site as u8));
                    orders[pattern].tell(self.patterns[pattern].orders.tiles(), slot);
                }
            }
            for ((found, order), pattern) in found.iter_mut().zip(orders).zip(&self.patterns) {
                found.order = order.number();
                found.value = self.value(pattern, *found);
                sums[nth] += u16::from(found.value);
            }
        }
        sums
    }

    /// Returns what a database says of a placement.
    #[inline(always)]
    fn value(
        &self,
        Pattern { values, orders }: &Pattern,
        Placed { set, order, .. }: Placed<S>,
    ) -> u8 {
        values[self.sets.number(set) as usize * orders.count() + usize::from(order)]
    }

    /// Returns where the pattern of `tile` is, in a view, after it has moved to `empty` from its
    /// `nth` neighbour.
    #[inline(always)]
    pub fn moved(
        &self,
        view: usize,
        now: &LookedUp<S>,
        tile: u8,
        empty: u8,
        nth: usize,
    ) -> Placed<S> {
        let View { places, steps, .. } = &self.views[view];
        let number = usize::from(places[usize::from(tile)].pattern);
        let placed = now.0[view * self.stride() + number];
        let Some(pattern) = self.patterns.get(number) else { return placed };
        let Step { flip, below, between, is_up } = steps[usize::from(empty) * 4 + nth];
        let Placed { set, mut order, at, .. } = placed;
        let passed = set.and(between);
        if passed != S::EMPTY {
            let lower = set.and(below).count();
            let higher = lower + passed.count();
            let turn = if is_up {
                pattern.orders.turn(lower, higher)
            } else {
                pattern.orders.turn(higher, lower)
            };
            order = turn[usize::from(order)];
        }
        let placed = Placed { set: set.xor(flip), order, at, value: 0 };
        Placed { value: self.value(pattern, placed), ..placed }
    }

    /// Returns the memory held.
    pub fn memory_bytes(&self) -> u64 {
        let values = self.patterns.iter().map(|pattern| pattern.values.len());
        let largest = self.patterns.iter().map(|pattern| pattern.orders.memory_bytes()).max();
        values.sum::<usize>() as u64 + largest.unwrap_or(0) + self.sets.memory_bytes()
    }
}

/// Returns the unit whose goals are those of `unit` in a mirror.
fn mirrored(instance: &Instance, map: &Symmetry, unit: usize) -> Option<usize> {
    let image = |goals: &[u8]| {
        let mut image: Vec<u8> = goals.iter().map(|&site| map[usize::from(site)]).collect();
        image.sort_unstable();
        image
    };
    let goals = image(&instance.units[unit].goals);
    instance.units.iter().position(|other| other.goals == goals)
}

/// Says whether the goal is the same in the mirror, but the patterns are not.
fn is_useful(instance: &Instance, plan: &Plan, map: &Symmetry) -> bool {
    let images: Option<Vec<usize>> =
        (0..instance.units.len()).map(|unit| mirrored(instance, map, unit)).collect();
    let Some(images) = images else { return false };
    !plan.partition.iter().all(|group| {
        let mut image: Vec<usize> = group.iter().map(|&unit| images[unit]).collect();
        image.sort_unstable();
        plan.partition.iter().any(|other| {
            let mut other = other.clone();
            other.sort_unstable();
            other == image
        })
    })
}

fn view<S: SiteSet>(instance: &Instance, plan: &Plan, map: &Symmetry) -> View<S> {
    let spare = Place { pattern: plan.partition.len() as u8, slot: 0 };
    let mut places = vec![spare; instance.tile_count];
    for (pattern, group) in plan.partition.iter().enumerate() {
        let mut slots = 0..;
        for &seen_as in group {
            let unit = (0..instance.units.len())
                .find(|&unit| mirrored(instance, map, unit) == Some(seen_as));
            let unit = unit.expect("a symmetry of the goal maps units onto units");
            for (&tile, slot) in instance.units[unit].tiles.iter().zip(&mut slots) {
                places[usize::from(tile)] = Place { pattern: pattern as u8, slot };
            }
        }
    }
    let mut seen_from = map.clone();
    for (site, &seen) in map.iter().enumerate() {
        seen_from[usize::from(seen)] = site as u8;
    }
    let mut steps = vec![Step::default(); map.len() * 4];
    for site in 0..map.len() as u8 {
        for (nth, from) in instance.graph.neighbours(site).enumerate() {
            let (from, to) = (map[usize::from(from)], map[usize::from(site)]);
            let below = |site: u8| S::below(site.into());
            let step = Step {
                flip: S::of(from).or(S::of(to)),
                below: below(from.min(to)),
                between: below(from.max(to)).without(below(from.min(to) + 1)),
                is_up: from < to,
            };
            steps[usize::from(site) * 4 + nth] = step;
        }
    }
    View { places, steps, seen_from }
}
