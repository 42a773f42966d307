//! Estimates for the engine: to the start, and to each placement of the goal, kept so that
//! a push changes them only by the tile that moved.
//!
//! The tiles are divided into parts whose moves are estimated apart and added. A part is a
//! **pattern** ([`pattern`]) or, where there is none, the tiles of one colour: the sum of
//! their slide distances, assigned at least cost ([`group`]). The search begins without
//! patterns; once it shows itself hard they are chosen and computed ([`crate::search::engine::refinement`]).
//!
//! There may be several **divisions**; the largest of their sums counts. A move changes
//! each sum by −1, 0 or 1, so also the largest, and the least over the placements.
//!
//! Reference: Holte, Felner, Newton, Meshulam, Furcy, *Maximizing over Multiple Pattern
//! Databases Speeds up Heuristic Search*, 2006 (several small ones beat a large one).

mod colour_table;
pub mod pattern_choice;
pub mod pattern_database;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

pub use self::colour_table::{GroupTable, is_reachable};
use self::pattern_database::{Asked, FEW, PatternTable, UNREACHED};
use crate::search::engine::states::class::{Delta, Estimates};
use crate::search::heuristic::distance::Distances;
use crate::search::key::Key;
use crate::search::space::Space;

/// An estimate that no state has which can be solved.
pub const DEAD: u16 = u16::MAX / 4;

/// Divisions that are used together, at most.
pub const MAX_DIVISIONS: usize = 3;

/// Patterns none of which has a tile of another.
pub type Division = Vec<Arc<PatternTable>>;

/// The moves that the tiles of a space need to the goal, for each of its placements, and
/// to the start, or fewer. Copies share their tables.
#[derive(Clone)]
pub struct Estimator {
    /// The start, then the placements of the goal.
    targets: usize,
    patterns: Vec<Arc<PatternTable>>,
    /// For each division which of the patterns make it; at least one division.
    divisions: Vec<Range<usize>>,
    /// The groups that belong to no pattern, with their slots.
    groups: Vec<(GroupTable, Range<usize>)>,
    /// By slot, then by division.
    parts: Vec<Part>,
    /// The sites of a group, and its row, after a move.
    moved: Vec<u16>,
    row: Vec<u16>,
    /// Of the first targets, all bits for those that are no placement of the goal.
    no_goal: [u16; FEW],
    /// The largest sums for each target.
    largest: Vec<u16>,
}

/// What estimates the tile of a slot.
#[derive(Clone, Copy)]
struct Part {
    /// The patterns first, then the groups that belong to none.
    nth: usize,
    /// In a pattern, how far the rows of two sites lie apart that follow each other.
    stride: usize,
}

/// Working memory for one state: its estimates.
#[derive(Clone, Default)]
pub struct Sums {
    /// For each division to each target.
    to_targets: Vec<u16>,
    /// For each pattern.
    loaded: Vec<Loaded>,
    /// The row of each group that belongs to no pattern.
    of_groups: Vec<u16>,
    pub estimates: Estimates,
}

/// What is loaded of a pattern.
#[derive(Clone, Copy, Default)]
struct Loaded {
    /// Where its row begins.
    row: usize,
    /// What the other parts of its division add to the moves to the first targets.
    rest: [u16; FEW],
}

impl Estimator {
    /// Prepares the estimates from the tables of all groups and from `divisions`, all of
    /// which have the same tiles in patterns.
    pub fn new<K: Key>(space: &Space<K>, tables: &[GroupTable], divisions: &[Division]) -> Self {
        assert!(divisions.len() <= MAX_DIVISIONS, "so many are chosen at most");
        let targets = tables.first().map_or(2, GroupTable::targets);
        let (patterns, divisions) = numbered(divisions);
        let mut parts = vec![Part { nth: 0, stride: 0 }; space.tile_count() * divisions.len()];
        for (of, range) in divisions.iter().enumerate() {
            for nth in range.clone() {
                let groups = &patterns[nth].groups;
                let slots = groups.iter().flat_map(|&group| space.groups[group].slots());
                let mut stride = targets;
                for slot in slots.rev() {
                    parts[slot * divisions.len() + of] = Part { nth, stride };
                    stride *= space.cells.len();
                }
            }
        }
        let mut groups = Vec::new();
        for (nth, group) in space.groups.iter().enumerate() {
            if !patterns.iter().any(|pattern| pattern.groups.contains(&nth)) {
                let part = Part { nth: patterns.len() + groups.len(), stride: 0 };
                let slots = group.slots();
                parts[slots.start * divisions.len()..slots.end * divisions.len()].fill(part);
                groups.push((tables[nth].clone(), slots));
            }
        }
        let (moved, row, largest) = (Vec::new(), Vec::new(), Vec::new());
        let is_goal = |nth| (1..targets).contains(&nth);
        let no_goal = std::array::from_fn(|nth| if is_goal(nth) { 0 } else { u16::MAX });
        Self { targets, patterns, divisions, groups, parts, moved, row, no_goal, largest }
    }

    /// Computes the estimates of the state with these sites.
    pub fn load(&mut self, sites: &[u16], sums: &mut Sums) {
        let Sums { to_targets, loaded, of_groups, estimates } = sums;
        loaded.clear();
        loaded.resize(self.patterns.len(), Loaded::default());
        for (&site, parts) in sites.iter().zip(self.parts.chunks(self.divisions.len())) {
            for part in parts.iter().filter(|part| part.stride > 0) {
                loaded[part.nth].row += usize::from(site) * part.stride;
            }
        }
        of_groups.clear();
        for (table, slots) in &mut self.groups {
            table.push(&sites[slots.clone()], of_groups);
        }
        to_targets.clear();
        to_targets.resize(self.divisions.len() * self.targets, 0);
        for (range, sums) in self.divisions.iter().zip(to_targets.chunks_mut(self.targets)) {
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

    /// Returns how the estimates change when the tile of `slot`, one of those on `sites`,
    /// moves to `to`.
    #[inline]
    pub fn change(&mut self, sums: &Sums, sites: &[u16], slot: usize, to: u16) -> Delta {
        let divisions = self.divisions.len();
        let parts = &self.parts[slot * divisions..][..divisions];
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
            // It changes all divisions alike.
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

    /// Returns the number of divisions, at least 1.
    #[inline]
    pub const fn divisions(&self) -> usize {
        self.divisions.len()
    }

    /// Returns by division which part the tile of `slot` belongs to.
    #[inline]
    pub fn parts(&self, slot: usize) -> impl Iterator<Item = usize> {
        let divisions = self.divisions.len();
        self.parts[slot * divisions..][..divisions].iter().map(|part| part.nth)
    }

    /// Returns the sum of a division to a target.
    #[inline]
    pub fn sum(&self, sums: &Sums, division: usize, target: usize) -> u16 {
        sums.to_targets[division * self.targets + target]
    }

    /// Returns the largest sum to a target.
    #[inline]
    pub fn largest(&self, sums: &Sums, target: usize) -> u16 {
        let sums = (0..self.divisions.len()).map(|division| self.sum(sums, division, target));
        sums.max().expect("there is a division")
    }

    /// Lists, by part, what each adds to the moves to a target.
    #[inline]
    pub fn shares(&self, sums: &Sums, target: usize, shares: &mut Vec<u16>) {
        shares.clear();
        let patterns = self.patterns.iter().zip(&sums.loaded);
        shares.extend(patterns.map(|(pattern, loaded)| in_moves(pattern.row(loaded.row)[target])));
        shares.extend(sums.of_groups.chunks_exact(self.targets).map(|row| row[target]));
    }

    /// Returns the steps of the assignments that expanding a state takes, about.
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

    /// Drops what is kept by hashing when it has grown large; to be called while no
    /// [`Sums`] are in use.
    pub fn tidy(&mut self) {
        self.groups.iter_mut().for_each(|(table, _)| table.forget_if_many());
    }
}

/// Prepares the tables of all groups, for what the start and each placement of the goal
/// ask; they are dense up to `most_dense` entries.
pub fn group_tables<K: Key>(
    space: &Space<K>,
    distances: &Distances,
    asked: &[Asked],
    most_dense: usize,
) -> Vec<GroupTable> {
    let table = |nth: usize| {
        let targets = asked.iter().map(|asked| asked[nth].clone()).collect();
        GroupTable::new(space.groups[nth].len, targets, distances, most_dense)
    };
    (0..space.groups.len()).map(table).collect()
}

/// Returns all patterns, and which make each division; one division at least.
fn numbered(divisions: &[Division]) -> (Vec<Arc<PatternTable>>, Vec<Range<usize>>) {
    let mut first = 0;
    let mut range = |division: &Division| {
        first += division.len();
        first - division.len()..first
    };
    let mut ranges: Vec<Range<usize>> = divisions.iter().map(&mut range).collect();
    if ranges.is_empty() {
        ranges.push(range(&Vec::new()));
    }
    (divisions.concat(), ranges)
}

/// Makes `largest` ready for the sums to so many targets.
fn begin_anew(largest: &mut Vec<u16>, targets: usize) {
    largest.clear();
    largest.resize(targets, 0);
}

/// Adds a part's moves to each target.
fn add(sums: &mut [u16], moves: impl Iterator<Item = u16>) {
    sums.iter_mut().zip(moves).for_each(|(sum, moves)| *sum = (*sum + moves).min(DEAD));
}

/// Raises the `largest` to the `sums` of a division in which a part's row has become
/// another.
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
