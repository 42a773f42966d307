//! Consistent lower bounds for the engine: to the start and to each placement of the goal,
//! incrementally: a push changes only what depends on the tile that moved.
//!
//! The tiles are partitioned into parts whose moves add up. A part is a pattern
//! ([`pattern_database`]) or, for a colour in none, its slide distances by the cheapest assignment
//! ([`colour_table`]). The search starts without patterns; they are chosen and computed when it
//! takes long ([`crate::search::engine::table_growth`]). There may be several partitions, of which
//! the largest sum counts. A push changes each sum by −1, 0 or 1, and so the maximum, and the
//! minimum over the placements.
//!
//! Reference: Holte, Felner, Newton, Meshulam, Furcy, *Maximizing over Multiple Pattern Databases
//! Speeds up Heuristic Search*, 2006 (several small ones beat a large one).

mod colour_table;
pub mod pattern_choice;
pub mod pattern_database;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

pub use self::colour_table::{ColourTable, is_reachable};
use self::pattern_database::{FEW, PatternDatabase, TargetSites, UNREACHED};
use crate::search::engine::states::bucket::{Delta, Estimates};
use crate::search::heuristic::distance::Distances;
use crate::search::key::Key;
use crate::search::space::Space;

/// The estimate of a state that cannot be solved; no other state has it.
pub const DEAD: u16 = u16::MAX / 4;

/// Partitions used together, at most: each costs lookups for every push.
pub const MAX_ESTIMATE_PARTITIONS: usize = 3;

/// Patterns that share no tile.
pub type Partition = Vec<Arc<PatternDatabase>>;

/// Lower bounds on the moves of the tiles to the goal, for each of its placements, and to the
/// start. Copies share their tables.
#[derive(Clone)]
pub struct Estimator {
    /// The start and the placements of the goal.
    targets: usize,
    patterns: Vec<Arc<PatternDatabase>>,
    /// By partition: which patterns it has; at least one partition.
    partitions: Vec<Range<usize>>,
    /// The colours in no pattern, with their slots.
    groups: Vec<(ColourTable, Range<usize>)>,
    /// By slot, then by partition.
    parts: Vec<Part>,
    /// The sites of a colour, and its row, after a push.
    moved: Vec<u16>,
    row: Vec<u16>,
    /// By target, of the first few: all bits set unless it is a placement of the goal.
    no_goal: [u16; FEW],
    /// The largest sum by target.
    largest: Vec<u16>,
}

/// The part that a tile belongs to.
#[derive(Clone, Copy)]
struct Part {
    /// Counts the patterns first, then the colours in none.
    nth: usize,
    /// In a pattern: the distance of the rows of two consecutive sites.
    stride: usize,
}

/// The estimates of one state, and working memory.
#[derive(Clone, Default)]
pub struct Sums {
    /// By partition, then by target.
    to_targets: Vec<u16>,
    /// By pattern.
    loaded: Vec<Loaded>,
    /// The row of each colour in no pattern.
    of_groups: Vec<u16>,
    pub estimates: Estimates,
}

/// What is loaded of a pattern.
#[derive(Clone, Copy, Default)]
struct Loaded {
    /// Where its row begins.
    row: usize,
    /// What the other parts of its partition add for the first few targets.
    rest: [u16; FEW],
}

impl Estimator {
    /// Prepares the estimates from the tables of all colours and from `partitions`, all of which
    /// have the same tiles in patterns.
    pub fn new<K: Key>(space: &Space<K>, tables: &[ColourTable], partitions: &[Partition]) -> Self {
        assert!(partitions.len() <= MAX_ESTIMATE_PARTITIONS, "so many are chosen at most");
        let targets = tables.first().map_or(2, ColourTable::targets);
        let (patterns, partitions) = numbered(partitions);
        let mut parts = vec![Part { nth: 0, stride: 0 }; space.tile_count() * partitions.len()];
        for (of, range) in partitions.iter().enumerate() {
            for nth in range.clone() {
                let groups = &patterns[nth].groups;
                let slots = groups.iter().flat_map(|&group| space.groups[group].slots());
                let mut stride = targets;
                for slot in slots.rev() {
                    parts[slot * partitions.len() + of] = Part { nth, stride };
                    stride *= space.cells.len();
                }
            }
        }
        let mut groups = Vec::new();
        for (nth, group) in space.groups.iter().enumerate() {
            if !patterns.iter().any(|pattern| pattern.groups.contains(&nth)) {
                let part = Part { nth: patterns.len() + groups.len(), stride: 0 };
                let slots = group.slots();
                parts[slots.start * partitions.len()..slots.end * partitions.len()].fill(part);
                groups.push((tables[nth].clone(), slots));
            }
        }
        let (moved, row, largest) = (Vec::new(), Vec::new(), Vec::new());
        let is_goal = |nth| (1..targets).contains(&nth);
        let no_goal = std::array::from_fn(|nth| if is_goal(nth) { 0 } else { u16::MAX });
        Self { targets, patterns, partitions, groups, parts, moved, row, no_goal, largest }
    }

    /// Computes the estimates of the state with these sites.
    pub fn load(&mut self, sites: &[u16], sums: &mut Sums) {
        let Sums { to_targets, loaded, of_groups, estimates } = sums;
        loaded.clear();
        loaded.resize(self.patterns.len(), Loaded::default());
        for (&site, parts) in sites.iter().zip(self.parts.chunks(self.partitions.len())) {
            for part in parts.iter().filter(|part| part.stride > 0) {
                loaded[part.nth].row += usize::from(site) * part.stride;
            }
        }
        of_groups.clear();
        for (table, slots) in &mut self.groups {
            table.push(&sites[slots.clone()], of_groups);
        }
        to_targets.clear();
        to_targets.resize(self.partitions.len() * self.targets, 0);
        for (range, sums) in self.partitions.iter().zip(to_targets.chunks_mut(self.targets)) {
            let patterns = &self.patterns[range.clone()];
            for (pattern, loaded) in patterns.iter().zip(&loaded[range.clone()]) {
                add(sums, pattern.row(loaded.row).iter().map(|&byte| in_moves(byte)));
            }
            for row in of_groups.chunks(self.targets) {
                add(sums, row.iter().copied());
            }
            for (pattern, loaded) in patterns.iter().zip(&mut loaded[range.clone()]) {
                let rests = loaded.rest.iter_mut().zip(sums.iter().zip(pattern.row(loaded.row)));
                // What is unreached stays so, and so the sum.
                rests.for_each(|(rest, (sum, &byte))| *rest = sum - u16::from(byte));
            }
        }
        begin_anew(&mut self.largest, self.targets);
        for sums in to_targets.chunks(self.targets) {
            let all = self.largest.iter_mut().zip(sums);
            all.for_each(|(largest, &sum)| *largest = sum.max(*largest));
        }
        *estimates = self.of_largest();
    }

    /// Returns how the estimates change when the tile of `slot`, one of those on `sites`, moves to
    /// `to`.
    #[inline]
    pub fn change(&mut self, sums: &Sums, sites: &[u16], slot: usize, to: u16) -> Delta {
        let partitions = self.partitions.len();
        let parts = &self.parts[slot * partitions..][..partitions];
        if parts[0].nth >= self.patterns.len() {
            return self.change_of_group(sums, parts[0].nth, sites, slot, to);
        }
        let (to, from) = (usize::from(to), usize::from(sites[slot]));
        let loaded = |part: &Part| {
            let loaded = &sums.loaded[part.nth];
            (loaded, loaded.row + to * part.stride - from * part.stride)
        };
        if self.targets <= FEW {
            // By far the most frequent case.
            let mut largest = [0; FEW];
            for part in parts {
                let (Loaded { rest, .. }, row) = loaded(part);
                let new = self.patterns[part.nth].few(row);
                for nth in 0..FEW {
                    largest[nth] = (rest[nth] + u16::from(new[nth])).max(largest[nth]);
                }
            }
            let goal = largest.iter().zip(&self.no_goal).map(|(largest, none)| largest | none);
            let to_goal = goal.fold(u16::MAX, u16::min);
            return change(sums.estimates, Estimates { to_goal, to_start: largest[0] });
        }
        begin_anew(&mut self.largest, self.targets);
        for (part, sums_of) in parts.iter().zip(sums.to_targets.chunks_exact(self.targets)) {
            let (pattern, (old, new)) = (&self.patterns[part.nth], loaded(part));
            replace(&mut self.largest, sums_of, pattern.row(new), pattern.row(old.row), in_moves);
        }
        change(sums.estimates, self.of_largest())
    }

    fn change_of_group(
        &mut self,
        sums: &Sums,
        nth: usize,
        sites: &[u16],
        slot: usize,
        to: u16,
    ) -> Delta {
        let nth = nth - self.patterns.len();
        let (table, slots) = &mut self.groups[nth];
        self.row.clear();
        if slots.len() == 1 {
            table.push(&[to], &mut self.row);
        } else {
            self.moved.clear();
            self.moved.extend_from_slice(&sites[slots.clone()]);
            shift(&mut self.moved, slot - slots.start, to);
            table.push(&self.moved, &mut self.row);
        }
        let (new, old) = (&self.row, &sums.of_groups[nth * self.targets..][..self.targets]);
        if self.targets == 2 {
            // It changes all partitions alike.
            let change = |nth: usize| (new[nth] as i16 - old[nth] as i16) as i8;
            return Delta { goal: change(1), start: change(0) };
        }
        begin_anew(&mut self.largest, self.targets);
        for sums in sums.to_targets.chunks_exact(self.targets) {
            replace(&mut self.largest, sums, &self.row, old, |moves| moves);
        }
        change(sums.estimates, self.of_largest())
    }

    fn of_largest(&self) -> Estimates {
        let to_goal = self.largest[1..].iter().copied().min().unwrap_or(0);
        Estimates { to_goal, to_start: self.largest[0] }
    }

    /// Returns the number of partitions, at least 1.
    #[inline]
    pub const fn partitions(&self) -> usize {
        self.partitions.len()
    }

    /// Returns the part of a tile by partition.
    #[inline]
    pub fn parts(&self, slot: usize) -> impl Iterator<Item = usize> {
        let partitions = self.partitions.len();
        self.parts[slot * partitions..][..partitions].iter().map(|part| part.nth)
    }

    /// Returns the sum of a partition to a target.
    #[inline]
    pub fn sum(&self, sums: &Sums, partition: usize, target: usize) -> u16 {
        sums.to_targets[partition * self.targets + target]
    }

    /// Returns the largest sum to a target.
    #[inline]
    pub fn largest(&self, sums: &Sums, target: usize) -> u16 {
        let sums = (0..self.partitions.len()).map(|partition| self.sum(sums, partition, target));
        sums.max().expect("there is a partition")
    }

    /// Lists the share of each part in the moves to a target.
    #[inline]
    pub fn shares(&self, sums: &Sums, target: usize, shares: &mut Vec<u16>) {
        shares.clear();
        let patterns = self.patterns.iter().zip(&sums.loaded);
        shares.extend(patterns.map(|(pattern, loaded)| in_moves(pattern.row(loaded.row)[target])));
        shares.extend(sums.of_groups.chunks_exact(self.targets).map(|row| row[target]));
    }

    /// Returns the steps of assignments in expanding a state, about.
    pub fn steps_per_state(&self) -> u64 {
        self.groups.iter().map(|(table, _)| table.steps_per_state()).sum()
    }

    /// Returns the memory of the patterns, which copies share.
    pub fn pattern_bytes(&self) -> u64 {
        self.patterns.iter().map(|pattern| pattern.memory_bytes()).sum()
    }

    /// Returns the memory held, without what copies share.
    pub fn memory_bytes(&self) -> u64 {
        self.groups.iter().map(|(table, _)| table.memory_bytes()).sum()
    }

    /// Drops hashed rows when there are many. No [`Sums`] may be in use.
    pub fn tidy(&mut self) {
        self.groups.iter_mut().for_each(|(table, _)| table.forget_if_many());
    }
}

/// Prepares the tables of all colours, for what the start and each placement of the goal ask; they
/// are dense up to `most_dense` entries.
pub fn colour_tables<K: Key>(
    space: &Space<K>,
    distances: &Distances,
    asked: &[TargetSites],
    most_dense: usize,
) -> Vec<ColourTable> {
    let table = |nth: usize| {
        let targets = asked.iter().map(|asked| asked[nth].clone()).collect();
        ColourTable::new((nth, space.groups[nth].len), targets, distances, most_dense)
    };
    (0..space.groups.len()).map(table).collect()
}

/// Returns all patterns, and those of each partition; at least one partition.
fn numbered(partitions: &[Partition]) -> (Vec<Arc<PatternDatabase>>, Vec<Range<usize>>) {
    let mut first = 0;
    let mut range = |partition: &Partition| {
        first += partition.len();
        first - partition.len()..first
    };
    let mut ranges: Vec<Range<usize>> = partitions.iter().map(&mut range).collect();
    if ranges.is_empty() {
        ranges.push(range(&Vec::new()));
    }
    (partitions.concat(), ranges)
}

/// Clears `largest` for so many targets.
fn begin_anew(largest: &mut Vec<u16>, targets: usize) {
    largest.clear();
    largest.resize(targets, 0);
}

/// Adds a part's moves to each target.
fn add(sums: &mut [u16], moves: impl Iterator<Item = u16>) {
    sums.iter_mut().zip(moves).for_each(|(sum, moves)| *sum = (*sum + moves).min(DEAD));
}

/// Raises `largest` to the sums of a partition in which a part's row has changed.
#[inline]
fn replace<T: Copy>(
    largest: &mut [u16],
    sums: &[u16],
    new: &[T],
    old: &[T],
    in_moves: impl Fn(T) -> u16,
) {
    let rows = sums.iter().zip(new.iter().zip(old));
    for (largest, (&sum, (&new, &old))) in largest.iter_mut().zip(rows) {
        // A sum that was cut at DEAD stays above every sum that was not.
        *largest = (sum - in_moves(old).min(sum) + in_moves(new)).max(*largest);
    }
}

#[inline]
const fn change(before: Estimates, after: Estimates) -> Delta {
    Delta {
        goal: (after.to_goal as i16 - before.to_goal as i16) as i8,
        start: (after.to_start as i16 - before.to_start as i16) as i8,
    }
}

#[inline]
const fn in_moves(byte: u8) -> u16 {
    if byte == UNREACHED { DEAD } else { byte as u16 }
}

/// Replaces the site at `at` by `to` and keeps the sites in rising order.
fn shift(sites: &mut [u16], mut at: usize, to: u16) {
    while at > 0 && sites[at - 1] > to {
        sites[at] = sites[at - 1];
        at -= 1;
    }
    while at + 1 < sites.len() && sites[at + 1] < to {
        sites[at] = sites[at + 1];
        at += 1;
    }
    sites[at] = to;
}
