//! Consistent lower bounds for the engine: to the start and to each placement of the goal,
//! incrementally: a push changes only what depends on the tile that moved.
//!
//! The tiles are partitioned into parts whose moves add up. A part is a pattern
//! ([`pattern_database`]) or, for a colour in none, its slide distances by the cheapest assignment
//! ([`colour_table`]). The search starts without patterns; they are chosen and computed when it
//! takes long ([`crate::search::engine::table_growth`]). A push changes each sum by −1, 0 or 1, and so
//! the minimum over the placements.
//!
//! Reference: Felner, Korf, Hanan, *Additive Pattern Database Heuristics*, 2004.

mod colour_table;
pub mod pattern_choice;
pub mod pattern_database;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

pub use self::colour_table::{ColourTable, is_reachable};
use self::pattern_database::{PatternDatabase, TARGETS_AT_ONCE, TargetSites, UNREACHED};
use crate::search::base::heuristic::NEVER;
use crate::search::base::heuristic::distance::Distances;
use crate::search::base::key::Key;
use crate::search::base::space::Space;
use crate::search::engine::states::bucket::{Delta, Estimates};

/// The estimate of a state that cannot be solved; no other state has it.
pub const DEAD: u16 = NEVER;

/// Patterns that share no tile.
pub type Partition = Vec<Arc<PatternDatabase>>;

/// Lower bounds on the moves of the tiles to the goal, for each of its placements, and to the
/// start. Copies share their tables.
#[derive(Clone)]
pub struct Estimator {
    /// The start and the placements of the goal.
    targets: usize,
    patterns: Partition,
    /// The colours in no pattern, with their slots.
    groups: Vec<(ColourTable, Range<usize>)>,
    /// By slot.
    parts: Vec<Part>,
    /// The sites of a colour, and its row, after a push.
    moved: Vec<u16>,
    row: Vec<u16>,
    /// By target, of the first few: all bits set unless it is a placement of the goal.
    no_goal: [u16; TARGETS_AT_ONCE],
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
    /// By target.
    to_targets: Vec<u16>,
    /// By pattern.
    loaded: Vec<Loaded>,
    /// The row of each colour in no pattern.
    of_groups: Vec<u16>,
    pub estimates: Estimates,
}

impl Sums {
    /// Returns the estimate of the moves to a target.
    #[inline]
    pub fn to_target(&self, target: usize) -> u16 {
        self.to_targets[target]
    }
}

/// What is loaded of a pattern.
#[derive(Clone, Copy, Default)]
struct Loaded {
    /// Where its row begins.
    row: usize,
    /// What the other parts add for the first few targets.
    rest: [u16; TARGETS_AT_ONCE],
}

impl Estimator {
    /// Prepares the estimates from the tables of all colours and from `patterns`.
    pub fn new<K: Key>(
        space: &Space<K>,
        tables: &[ColourTable],
        patterns: &[Arc<PatternDatabase>],
    ) -> Self {
        let targets = tables.first().map_or(2, ColourTable::targets);
        let mut parts = vec![Part { nth: 0, stride: 0 }; space.tile_count()];
        for (nth, pattern) in patterns.iter().enumerate() {
            let slots = pattern.groups.iter().flat_map(|&group| space.groups[group].slots());
            let mut stride = targets;
            for slot in slots.rev() {
                parts[slot] = Part { nth, stride };
                stride *= space.cells.len();
            }
        }
        let mut groups = Vec::new();
        for (nth, group) in space.groups.iter().enumerate() {
            if !patterns.iter().any(|pattern| pattern.groups.contains(&nth)) {
                let slots = group.slots();
                parts[slots.clone()].fill(Part { nth: patterns.len() + groups.len(), stride: 0 });
                groups.push((tables[nth].clone(), slots));
            }
        }
        let is_goal = |nth| (1..targets).contains(&nth);
        let no_goal = std::array::from_fn(|nth| if is_goal(nth) { 0 } else { u16::MAX });
        let (patterns, moved, row) = (patterns.to_vec(), Vec::new(), Vec::new());
        Self { targets, patterns, groups, parts, moved, row, no_goal }
    }

    /// Computes the estimates of the state with these sites.
    pub fn load(&mut self, sites: &[u16], sums: &mut Sums) {
        let Sums { to_targets, loaded, of_groups, estimates } = sums;
        loaded.clear();
        loaded.resize(self.patterns.len(), Loaded::default());
        let parts = sites.iter().zip(&self.parts);
        for (&site, part) in parts.filter(|(_, part)| part.stride > 0) {
            loaded[part.nth].row += usize::from(site) * part.stride;
        }
        of_groups.clear();
        for (table, slots) in &mut self.groups {
            table.push(&sites[slots.clone()], of_groups);
        }
        to_targets.clear();
        to_targets.resize(self.targets, 0);
        for (pattern, loaded) in self.patterns.iter().zip(&*loaded) {
            add(to_targets, pattern.row(loaded.row).iter().map(|&byte| in_moves(byte)));
        }
        for row in of_groups.chunks(self.targets) {
            add(to_targets, row.iter().copied());
        }
        for (pattern, loaded) in self.patterns.iter().zip(loaded) {
            let rests = loaded.rest.iter_mut().zip(to_targets.iter().zip(pattern.row(loaded.row)));
            // No move makes a target reachable that was not: the new byte is UNREACHED again, and
            // the sum that of a dead state.
            rests.for_each(|(rest, (sum, &byte))| *rest = sum - u16::from(byte));
        }
        *estimates = nearest(to_targets.iter().copied());
    }

    /// Returns how the estimates change when the tile of `slot`, one of those on `sites`, moves to
    /// `to`.
    #[inline]
    pub fn change(&mut self, sums: &Sums, sites: &[u16], slot: usize, to: u16) -> Delta {
        let part = self.parts[slot];
        let Some(pattern) = self.patterns.get(part.nth) else {
            return self.change_of_group(sums, part.nth, sites, slot, to);
        };
        let (to, from) = (usize::from(to), usize::from(sites[slot]));
        let Loaded { row, rest } = &sums.loaded[part.nth];
        let new = row + to * part.stride - from * part.stride;
        if self.targets <= TARGETS_AT_ONCE {
            // By far the most frequent case.
            let new = pattern.few(new);
            let after: [u16; TARGETS_AT_ONCE] =
                std::array::from_fn(|nth| rest[nth] + u16::from(new[nth]));
            let goal = after.iter().zip(&self.no_goal).map(|(after, none)| after | none);
            let to_goal = goal.fold(u16::MAX, u16::min);
            return Delta::between(sums.estimates, Estimates { to_goal, to_start: after[0] });
        }
        let rows = pattern.row(*row).iter().zip(pattern.row(new));
        let rows = rows.map(|(&old, &new)| (in_moves(old), in_moves(new)));
        Delta::between(sums.estimates, nearest(replaced(&sums.to_targets, rows)))
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
            let change = |nth: usize| new[nth] as i16 - old[nth] as i16;
            return Delta { goal: change(1), start: change(0) };
        }
        let rows = old.iter().copied().zip(new.iter().copied());
        Delta::between(sums.estimates, nearest(replaced(&sums.to_targets, rows)))
    }

    /// Returns the part of a tile.
    #[inline]
    pub fn part(&self, slot: usize) -> usize {
        self.parts[slot].nth
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

/// Adds a part's moves to each target.
fn add(sums: &mut [u16], moves: impl Iterator<Item = u16>) {
    sums.iter_mut().zip(moves).for_each(|(sum, moves)| *sum = (*sum + moves).min(DEAD));
}

/// Returns the sums by target after a part's moves have changed, given as they were and as they are.
#[inline]
fn replaced(sums: &[u16], rows: impl Iterator<Item = (u16, u16)>) -> impl Iterator<Item = u16> {
    // A sum that was cut at DEAD stays above every sum that was not.
    sums.iter().zip(rows).map(|(&sum, (old, new))| sum - old.min(sum) + new)
}

/// Returns the estimates from the sums by target: the first is that of the start.
#[inline]
fn nearest(mut sums: impl Iterator<Item = u16>) -> Estimates {
    let to_start = sums.next().expect("there is a start");
    Estimates { to_goal: sums.min().unwrap_or(0), to_start }
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
