//! Computes better estimates for a search that takes long.
//!
//! It starts with slide distances. Once the states examined outweigh the tables, tiles that are in
//! each other's way make patterns of two, and then the tables of conflicts of all pairs are computed
//! ([`conflicts`]). The proof then starts again; what it has proved stays proved.
//!
//! Patterns of three and four tiles, several partitions, and asking a sample of states first whether
//! what was computed pays, gained nothing (docs/ablations.md).
//!
//! Reference: Felner, Korf, Hanan, *Additive Pattern Database Heuristics*, 2004.

mod conflicts;

use std::sync::Arc;

use crate::search::base::clock::Deadline;
use crate::search::base::heuristic::distance::Distances;
use crate::search::base::heuristic::rays::Rays;
use crate::search::base::key::Key;
use crate::search::base::memory_plan;
use crate::search::base::pool::Pool;
use crate::search::base::space::{Space, Wanted};
use crate::search::engine::estimate::pattern_database::{
    PatternDatabase, TargetSites, UNREACHED, by_group, distances_to,
};
use crate::search::engine::estimate::{
    ColourTable, DEAD, Estimator, Partition, colour_tables, pattern_choice,
};
use crate::search::engine::pruning::Pruner;
use crate::search::engine::pruning::expander::Expander;

/// A proof is young until this many states have been examined: most boards are proved by then, so
/// nothing is computed or judged before.
pub const YOUNG_STATES: u64 = 20_000;

/// Patterns of a partition, at most. Their distances of 8 bits are then less than half of [`DEAD`], as
/// are the slide distances of all tiles, so that no sum is that of a dead state.
const MAX_PATTERNS: usize = DEAD as usize / 2 / UNREACHED as usize;

/// Table entries computed in the time of examining a state, at least.
const ENTRIES_PER_EXAMINED: u64 = 64;

/// Tables of colours are dense up to this many entries, if they have room; else hashed.
const MAX_DENSE_ENTRIES: usize = 24 << 20;

/// Boards with fewer tiles have too few states for checks to save what they cost. (Our own tests
/// check them too.)
const FEWEST_TILES_CHECKED: usize = if cfg!(test) { 1 } else { 5 };

/// Steps of measuring pairs at once: some milliseconds.
const MEASURED_AT_ONCE: usize = 1 << 22;

/// The tables of the estimates and of the checks, and how far they have come.
pub struct TableGrowth {
    distances: Distances,
    /// By target: the ends asked of each colour.
    asked: Vec<TargetSites>,
    rays: Rays,
    pruner: Option<Pruner>,
    /// The memory of the pair tables, once they have been tried.
    conflicts_bytes: Option<u64>,
    /// By colour.
    tables: Vec<ColourTable>,
    estimator: Estimator,
    stage: Stage,
    deadline: Deadline,
    /// For tests: waits for nothing.
    is_hurried: bool,
}

enum Stage {
    Waiting,
    /// Pairs of tiles, the first of which have been measured.
    Measuring {
        pairs: Vec<pattern_choice::Pair>,
        done: usize,
        sample: Sample,
    },
    /// Computes the tables of patterns.
    Building {
        tables: Vec<Table>,
        done: usize,
    },
    /// The patterns are in use, or there are none.
    Done,
}

/// States that the sides store, forward first, as sites by slot.
pub type Sample = [Vec<Vec<u16>>; 2];

/// The distances of a pattern to a target; `None` before they are computed.
struct Table {
    /// The colour of each tile.
    tiles: [usize; 2],
    target: usize,
    moves: Option<Vec<u8>>,
}

/// The result of a step.
pub enum Grown {
    /// There was nothing to do.
    No,
    /// Go on.
    Working,
    /// The estimates are better now.
    Better,
}

impl TableGrowth {
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
        let table_bytes = memory_plan::TABLE.of(memory_bytes);
        let dense = MAX_DENSE_ENTRIES.min(table_bytes as usize / size_of::<u16>());
        let tables = colour_tables(space, &distances, &asked, dense);
        let pruner = (space.tile_count() >= FEWEST_TILES_CHECKED)
            .then(|| Pruner::new(space, &distances, &asked, table_bytes))
            .flatten()
            .filter(|pruner| pruner.table_bytes() <= table_bytes);
        Self {
            rays: Rays::new(space).until(deadline),
            pruner,
            conflicts_bytes: None,
            distances,
            asked,
            estimator: Estimator::new(space, &tables, &[]),
            tables,
            stage: Stage::Waiting,
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
            if let Stage::Building { tables, .. } = &self.stage { tables } else { &[] };
        let built: usize = built.iter().flat_map(|table| &table.moves).map(Vec::len).sum();
        let pruner = self.pruner.as_ref().map_or(0, Pruner::table_bytes);
        groups
            + pruner
            + self.conflicts_bytes.unwrap_or(0)
            + self.estimator.pattern_bytes()
            + built as u64
    }

    /// Works for some milliseconds, or for as long as a table takes, if the provers have done enough
    /// `work` since they began, in states examined, and `bytes_left` allow it. `sample` returns states
    /// that they store.
    pub fn grow<K: Key>(
        &mut self,
        space: &Space<K>,
        pool: &Pool,
        work: u64,
        bytes_left: u64,
        sample: impl FnOnce() -> Sample,
    ) -> Grown {
        if self.conflicts_are_due(space, work, bytes_left) {
            let is_better = self.learn_conflicts(space, pool);
            return if is_better { Grown::Better } else { Grown::Working };
        }
        match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Done => return Grown::No,
            Stage::Waiting if work < YOUNG_STATES && !self.is_hurried => {
                self.stage = Stage::Waiting;
                return Grown::No;
            }
            Stage::Waiting if self.entries_of_pattern() > memory_plan::TABLE.of(bytes_left) => {}
            Stage::Waiting => {
                let (pairs, sample) = (pattern_choice::pairs(space), sample());
                self.stage = Stage::Measuring { pairs, done: 0, sample };
            }
            Stage::Measuring { mut pairs, mut done, sample } => {
                // One placement is enough.
                let ahead = [(&*sample[0], &self.asked[1]), (&*sample[1], &self.asked[0])];
                let at_once = MEASURED_AT_ONCE / self.rays.sites().pow(2);
                let end = pairs.len().min(done + at_once.max(pool.threads()));
                pool.each(&mut pairs[done..end], |pair| {
                    pair.measure(&self.rays, &self.distances, ahead);
                });
                done = end;
                if done < pairs.len() {
                    self.stage = Stage::Measuring { pairs, done, sample };
                } else {
                    self.stage = self.choose_patterns(space, &pairs);
                }
            }
            Stage::Building { mut tables, mut done } => {
                let entries = self.entries_of_pattern() * (tables.len() / self.asked.len()) as u64;
                if done == 0 && 2 * entries > bytes_left {
                    return Grown::No;
                }
                if work < entries / ENTRIES_PER_EXAMINED && !self.is_hurried {
                    self.stage = Stage::Building { tables, done };
                    return Grown::No;
                }
                let end = tables.len().min(done + pool.threads());
                pool.each(&mut tables[done..end], |table| {
                    let asked = &self.asked[table.target];
                    table.moves = distances_to(&self.rays, &table.tiles, asked);
                });
                if self.deadline.is_over() {
                    // A table that was cut is not valid; the search ends here.
                    return Grown::Working;
                }
                done = end;
                if done == tables.len() {
                    return self.use_patterns(space, &tables);
                }
                self.stage = Stage::Building { tables, done };
            }
        }
        Grown::Working
    }

    /// Chooses the patterns: disjoint pairs of tiles, and colours of two tiles.
    fn choose_patterns<K: Key>(&self, space: &Space<K>, pairs: &[pattern_choice::Pair]) -> Stage {
        let mut patterns = pattern_choice::disjoint(pairs);
        let twos = space.groups.iter().enumerate().filter(|(_, group)| group.len == 2);
        patterns.extend(twos.map(|(nth, _)| [nth, nth]));
        if !(1..=MAX_PATTERNS).contains(&patterns.len()) {
            return Stage::Done;
        }
        let tables = patterns.into_iter().flat_map(|tiles| {
            (0..self.asked.len()).map(move |target| Table { tiles, target, moves: None })
        });
        Stage::Building { tables: tables.collect(), done: 0 }
    }

    /// Returns the entries of the tables of a pattern, for all targets.
    fn entries_of_pattern(&self) -> u64 {
        (self.rays.sites() as u64).pow(2) * self.asked.len() as u64
    }

    /// Uses the patterns.
    fn use_patterns<K: Key>(&mut self, space: &Space<K>, tables: &[Table]) -> Grown {
        let patterns = tables.chunks(self.asked.len()).map(pattern_of);
        // A maze where two tiles need hundreds of moves does without.
        let Some(patterns) = patterns.collect::<Option<Partition>>() else {
            return Grown::Working;
        };
        self.estimator = Estimator::new(space, &self.tables, &patterns);
        Grown::Better
    }
}

/// Returns the pattern of these tables.
fn pattern_of(tables: &[Table]) -> Option<Arc<PatternDatabase>> {
    let moves: Option<Vec<&[u8]>> = tables.iter().map(|table| table.moves.as_deref()).collect();
    let mut groups = tables[0].tiles.to_vec();
    groups.dedup();
    Some(Arc::new(PatternDatabase::new(groups, &moves?)))
}
