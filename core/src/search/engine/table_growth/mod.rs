//! Computes better estimates for a search that takes long.
//!
//! It starts with slide distances and climbs a ladder: to patterns of two, three and four tiles,
//! each once the states expanded outweigh the tables. Which partitions are good is measured on
//! states that the prover stores. The proof then starts again; what it has proved stays proved.
//!
//! References: Holte and others, *Maximizing over Multiple Pattern Databases Speeds up Heuristic
//! Search*, 2006 (several partitions, of which the largest sum counts).

mod conflicts;

use std::slice;
use std::sync::Arc;

use crate::search::clock::Deadline;
use crate::search::engine::estimate::pattern_database::{
    MAX_PATTERN_TILES, PatternDatabase, TargetSites, by_group, distances_to,
};
use crate::search::engine::estimate::{
    ColourTable, Estimator, Partition, colour_tables, pattern_choice,
};
use crate::search::engine::pruning::Pruner;
use crate::search::engine::pruning::expander::Expander;
use crate::search::heuristic::distance::Distances;
use crate::search::heuristic::rays::Rays;
use crate::search::key::Key;
use crate::search::pool::Pool;
use crate::search::space::{Space, Wanted};
use conflicts::estimates;

/// By rung: tiles of a pattern, entries of its table, patterns tried and partitions used, all at
/// most; and the states expanded before.
const RUNGS: [Rung; 3] = [
    Rung { tiles: 2, entries: 1 << 20, patterns: 1, used: 1, after: 20_000 },
    Rung { tiles: 3, entries: 1 << 23, patterns: 64, used: 3, after: 200_000 },
    Rung { tiles: MAX_PATTERN_TILES, entries: 1 << 24, patterns: 24, used: 3, after: 5_000_000 },
];

struct Rung {
    tiles: usize,
    entries: u64,
    patterns: usize,
    used: usize,
    after: u64,
}

/// Table entries computed in the time of expanding a state, at least.
const ENTRIES_PER_EXPANDED: u64 = 64;

/// With landmarks the last rung waits for so many times as many states: it mostly gains little over
/// them.
const LANDMARK_PATIENCE: u64 = 4;

/// The share of the free memory, one in so many, for all tables tried, and for one of them: all are
/// written once by target and once together.
const ALL_TABLES_SHARE: u64 = 4;
const TABLE_SHARE: u64 = 32;

/// Tables of colours in no pattern are dense up to so many entries and this share of memory, one in
/// so many; else hashed.
const MAX_DENSE_ENTRIES: usize = 24 << 20;
const DENSE_MEMORY_SHARE: u64 = 64;

/// Boards with fewer tiles have too few states for checks to save what they cost. (Our own tests
/// check them too.)
const FEWEST_TILES_CHECKED: usize = if cfg!(test) { 1 } else { 5 };

/// States are checked if the site tables take at most this share of memory, one in so many.
const SITE_TABLES_SHARE: u64 = 32;

/// Landmarks may take this share of memory, one in so many, and so many bytes.
const LANDMARK_MEMORY_SHARE: u64 = 16;
const MAX_LANDMARK_BYTES: u64 = 256 << 20;

/// Patterns of a partition: with distances of 8 bits no sum comes near that of a dead state.
const MAX_PATTERNS: usize = 24;

/// A further partition is used if it leaves at most this part of the states; and the proof starts
/// again if all together leave at most this, since its work is repeated.
const ANOTHER_MAX_LEFT: f64 = 0.9;
const ALL_MAX_LEFT: f64 = 0.85;

/// An estimate higher by 1 divides the states by this.
const STATES_PER_MOVE: f64 = 2.5;

/// Steps of measuring pairs at once: some milliseconds.
const MEASURED_AT_ONCE: usize = 1 << 22;

/// The tables of the estimates and of the checks, and how far they have come.
pub struct Ladder {
    distances: Distances,
    /// By target: the ends asked of each colour.
    asked: Vec<TargetSites>,
    rays: Rays,
    pruner: Option<Pruner>,
    /// The memory of the pair tables, once they have been tried.
    conflicts_bytes: Option<u64>,
    /// By colour.
    tables: Vec<ColourTable>,
    /// The partitions in use.
    partitions: Vec<Partition>,
    estimator: Estimator,
    rung: usize,
    climb: Climb,
    deadline: Deadline,
    /// For tests: waits for nothing, and takes what does not pay.
    is_hurried: bool,
}

enum Climb {
    Resting,
    /// Pairs of tiles, the first of which have been measured.
    Measuring {
        pairs: Vec<pattern_choice::Pair>,
        done: usize,
        sample: Sample,
    },
    /// Computes the tables for these partitions, given by colours.
    Building {
        groupings: Vec<Vec<Vec<usize>>>,
        tables: Vec<Table>,
        done: usize,
        sample: Sample,
    },
}

/// States that the sides store, forward first, as sites by slot.
pub type Sample = [Vec<Vec<u16>>; 2];

/// The distances of a pattern to a target; `None` before they are computed.
struct Table {
    /// The colours, and the colour of each tile.
    pattern: Vec<usize>,
    tiles: Vec<usize>,
    target: usize,
    moves: Option<Vec<u8>>,
}

/// The result of a step.
pub enum Climbed {
    /// There was nothing to do.
    No,
    /// Go on.
    Working,
    /// The estimates are better now.
    Up,
}

impl Ladder {
    pub fn new<K: Key>(
        space: &Space<K>,
        distances: Distances,
        placements: Vec<Wanted>,
        start: Option<Wanted>,
        memory_bytes: u64,
        deadline: &Deadline,
    ) -> Self {
        let groups = space.groups.len();
        let none = Vec::new();
        let targets = std::iter::once(start.as_ref().unwrap_or(&none)).chain(&placements);
        let asked: Vec<TargetSites> = targets.map(|wanted| by_group(groups, wanted)).collect();
        let dense =
            MAX_DENSE_ENTRIES.min((memory_bytes / DENSE_MEMORY_SHARE) as usize / size_of::<u16>());
        let tables = colour_tables(space, &distances, &asked, dense);
        let landmark_bytes = (memory_bytes / LANDMARK_MEMORY_SHARE).min(MAX_LANDMARK_BYTES);
        let pruner = (space.tile_count() >= FEWEST_TILES_CHECKED)
            .then(|| Pruner::new(space, &distances, &asked, landmark_bytes))
            .flatten()
            .filter(|pruner| pruner.table_bytes() <= memory_bytes / SITE_TABLES_SHARE);
        Self {
            rays: Rays::new(space).until(deadline),
            pruner,
            conflicts_bytes: None,
            distances,
            asked,
            estimator: Estimator::new(space, &tables, &[]),
            tables,
            partitions: Vec::new(),
            rung: 0,
            climb: Climb::Resting,
            deadline: deadline.clone(),
            is_hurried: false,
        }
    }

    #[cfg(test)]
    pub const fn hurry(&mut self) {
        self.is_hurried = true;
    }

    /// Returns an expander with the current estimates.
    pub fn expander<K: Key>(&self, space: &Space<K>) -> Expander {
        Expander::new(space, self.estimator.clone(), self.pruner.clone(), &self.deadline)
    }

    /// Returns the memory of shared tables.
    pub fn memory_bytes(&self) -> u64 {
        let groups: u64 = self.tables.iter().map(ColourTable::shared_bytes).sum();
        let built: &[Table] =
            if let Climb::Building { tables, .. } = &self.climb { tables } else { &[] };
        let built: usize = built.iter().flat_map(|table| &table.moves).map(Vec::len).sum();
        let pruner = self.pruner.as_ref().map_or(0, Pruner::table_bytes);
        groups
            + pruner
            + self.conflicts_bytes.unwrap_or(0)
            + self.estimator.pattern_bytes()
            + built as u64
    }

    /// Works for some milliseconds, or for as long as a table takes, if enough states have been
    /// expanded since the last time and `bytes_left` allow it. `sample` returns states that the
    /// prover stores.
    pub fn climb<K: Key>(
        &mut self,
        space: &Space<K>,
        pool: &Pool,
        expanded: u64,
        bytes_left: u64,
        sample: impl FnOnce() -> Sample,
    ) -> Climbed {
        if self.conflicts_are_due(space, expanded, bytes_left) {
            let is_better = self.learn_conflicts(space, pool, &sample());
            return if is_better { Climbed::Up } else { Climbed::Working };
        }
        let Some(rung) = RUNGS.get(self.rung) else { return Climbed::No };
        match std::mem::replace(&mut self.climb, Climb::Resting) {
            Climb::Resting if self.waits(rung, expanded) => return Climbed::No,
            Climb::Resting => {
                let (pairs, sample) = (pattern_choice::pairs(space), sample());
                self.climb = Climb::Measuring { pairs, done: 0, sample };
            }
            Climb::Measuring { mut pairs, mut done, sample } => {
                // One placement is enough.
                let ahead = [(&*sample[0], &self.asked[1]), (&*sample[1], &self.asked[0])];
                let at_once = MEASURED_AT_ONCE / self.rays.sites().pow(2);
                let end = pairs.len().min(done + at_once.max(pool.threads()));
                pool.each(&mut pairs[done..end], |pair| {
                    pair.measure(&self.rays, &self.distances, ahead);
                });
                done = end;
                if done < pairs.len() {
                    self.climb = Climb::Measuring { pairs, done, sample };
                } else {
                    self.climb = self.choose_patterns(space, &pairs, bytes_left, sample);
                }
            }
            Climb::Building { groupings, mut tables, mut done, sample } => {
                let entries = self.entries(&tables);
                if done == 0 && 2 * entries > bytes_left {
                    self.rung += 1;
                    return Climbed::No;
                }
                if expanded < entries / ENTRIES_PER_EXPANDED && !self.is_hurried {
                    self.climb = Climb::Building { groupings, tables, done, sample };
                    return Climbed::No;
                }
                let end = tables.len().min(done + pool.threads());
                pool.each(&mut tables[done..end], |table| {
                    let asked = &self.asked[table.target];
                    table.moves = distances_to(&self.rays, &table.tiles, asked);
                });
                if self.deadline.is_over() {
                    // A table that was cut is not valid; the search ends here.
                    return Climbed::Working;
                }
                done = end;
                if done == tables.len() {
                    let climbed = self.arrive(space, groupings, &tables, &sample);
                    self.rung += 1;
                    return climbed;
                }
                self.climb = Climb::Building { groupings, tables, done, sample };
            }
        }
        Climbed::Working
    }

    /// Chooses the patterns of this rung. Where no larger ones fit, other partitions of the same
    /// size may be better than those of the rung before.
    fn choose_patterns<K: Key>(
        &mut self,
        space: &Space<K>,
        pairs: &[pattern_choice::Pair],
        bytes_left: u64,
        sample: Sample,
    ) -> Climb {
        let rung = &RUNGS[self.rung];
        let most = rung.entries.min(bytes_left / TABLE_SHARE);
        let tiles = |groups: &[usize]| groups.iter().map(|&nth| space.groups[nth].len as u32).sum();
        let entries = |groups: &[usize]| {
            let configurations = (self.rays.sites() as u64).saturating_pow(tiles(groups));
            configurations.saturating_mul(self.asked.len() as u64)
        };
        let fits = |groups: &[usize]| tiles(groups) <= rung.tiles as u32 && entries(groups) <= most;
        let mut patterns: Vec<Vec<usize>> = Vec::new();
        let mut groupings = pattern_choice::partitions(space.groups.len(), pairs, fits);
        groupings.retain_mut(|partition| {
            partition.retain(|groups| fits(groups));
            let new = partition.iter().filter(|groups| !patterns.contains(groups));
            let new: Vec<Vec<usize>> = new.cloned().collect();
            let together: u64 = patterns.iter().chain(&new).map(|groups| entries(groups)).sum();
            let is_good = (1..=MAX_PATTERNS).contains(&partition.len())
                && (patterns.is_empty() || patterns.len() + new.len() <= rung.patterns)
                && together <= bytes_left / ALL_TABLES_SHARE;
            patterns.extend(if is_good { new } else { Vec::new() });
            is_good
        });
        let tables = patterns.into_iter().flat_map(|pattern| {
            let tiles = pattern.iter().flat_map(|&nth| vec![nth; space.groups[nth].len]);
            let tiles: Vec<usize> = tiles.collect();
            let table = move |target| {
                let (pattern, tiles) = (pattern.clone(), tiles.clone());
                Table { pattern, tiles, target, moves: None }
            };
            (0..self.asked.len()).map(table)
        });
        Climb::Building { tables: tables.collect(), groupings, done: 0, sample }
    }

    /// Returns the estimates of the sample, raised by landmarks.
    fn best_estimates(&self, estimator: &mut Estimator, sample: &Sample) -> Vec<u16> {
        estimates(estimator, self.pruner.as_ref().filter(|_| self.asks_landmarks()), sample)
    }

    /// Says whether it is too early for this rung.
    fn waits(&self, rung: &Rung, expanded: u64) -> bool {
        let is_early = expanded < rung.after
            || expanded < LANDMARK_PATIENCE * rung.after && self.asks_landmarks();
        is_early && !self.is_hurried
    }

    /// Says whether a rung must gain over landmarks: the last, where starting again is expensive.
    fn asks_landmarks(&self) -> bool {
        let knows = self.pruner.as_ref().is_some_and(Pruner::knows_landmarks);
        knows && self.rung + 1 == RUNGS.len()
    }

    fn entries(&self, tables: &[Table]) -> u64 {
        let sites = self.rays.sites() as u64;
        tables.iter().map(|table| sites.pow(table.tiles.len() as u32)).sum()
    }

    /// Takes the partitions that raise the estimates most, as long as that pays.
    fn arrive<K: Key>(
        &mut self,
        space: &Space<K>,
        groupings: Vec<Vec<Vec<usize>>>,
        tables: &[Table],
        sample: &Sample,
    ) -> Climbed {
        let patterns: Vec<Arc<PatternDatabase>> =
            tables.chunks(self.asked.len()).filter_map(pattern_of).collect();
        let find = |groups: &Vec<usize>| patterns.iter().find(|one| one.groups == *groups).cloned();
        // A maze where two tiles need hundreds of moves does without.
        let new = groupings.iter().filter_map(|all| all.iter().map(find).collect());
        let mut partitions: Vec<Partition> = new.collect();
        let Some(first) = partitions.first().map(covered) else { return Climbed::Working };
        let old = self.partitions.iter().filter(|old| covered(old) == first);
        partitions.extend(old.cloned());
        let base = self.best_estimates(&mut self.estimator.clone(), sample);
        let chosen = self.choose(space, partitions, &base, sample);
        if let Some((partitions, left)) = chosen
            && (left < ALL_MAX_LEFT || self.is_hurried)
        {
            self.estimator = Estimator::new(space, &self.tables, &partitions);
            self.partitions = partitions;
            return Climbed::Up;
        }
        Climbed::Working
    }

    /// Chooses partitions greedily by the states they leave. Returns them with the part that they
    /// leave.
    fn choose<K: Key>(
        &self,
        space: &Space<K>,
        partitions: Vec<Partition>,
        base: &[u16],
        sample: &Sample,
    ) -> Option<(Vec<Partition>, f64)> {
        let own = |partition: &Partition| {
            let mut alone = Estimator::new(space, &self.tables, slice::from_ref(partition));
            self.best_estimates(&mut alone, sample)
        };
        let all: Vec<Vec<u16>> = partitions.iter().map(own).collect();
        let mut chosen = Vec::new();
        let (mut most, mut left) = (vec![0; base.len()], f64::INFINITY);
        while chosen.len() < RUNGS[self.rung].used {
            let with = |nth: usize| (states_left(base, &most, &all[nth]), nth);
            let best = (0..all.len()).map(with).min_by(|one, other| one.0.total_cmp(&other.0));
            let (after, best) = best?;
            if after > ANOTHER_MAX_LEFT * left {
                break;
            }
            left = after;
            most.iter_mut().zip(&all[best]).for_each(|(most, &own)| *most = own.max(*most));
            chosen.push(partitions[best].clone());
        }
        Some((chosen, left))
    }
}

/// Returns the colours in the patterns of a partition.
fn covered(partition: &Partition) -> Vec<usize> {
    let mut groups: Vec<usize> =
        partition.iter().flat_map(|pattern| pattern.groups.iter().copied()).collect();
    groups.sort_unstable();
    groups
}

/// Returns the pattern of these tables.
fn pattern_of(tables: &[Table]) -> Option<Arc<PatternDatabase>> {
    let moves: Option<Vec<&[u8]>> = tables.iter().map(|table| table.moves.as_deref()).collect();
    Some(Arc::new(PatternDatabase::new(tables[0].pattern.clone(), &moves?)))
}

/// Returns the part of the states left by the larger of two estimates, compared with `base`.
fn states_left(base: &[u16], one: &[u16], other: &[u16]) -> f64 {
    let gains = base.iter().zip(one.iter().zip(other));
    let left = |(&base, (&one, &other)): (&u16, (&u16, &u16))| {
        STATES_PER_MOVE.powi(i32::from(base) - i32::from(one.max(other)))
    };
    gains.map(left).sum::<f64>() / base.len().max(1) as f64
}
