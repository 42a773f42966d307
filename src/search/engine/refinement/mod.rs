//! Better estimates for a search that shows itself hard: it begins with slide distances,
//! and climbs to patterns of two, three, four tiles once it has expanded so many states
//! that they soon pay. The prover then begins anew: what it has proved stays proved.

mod conflicts;

use std::slice;
use std::sync::Arc;

use crate::search::clock::Deadline;
use crate::search::engine::conflicts::triple_builder::Building;
use crate::search::engine::estimate::pattern_database::{
    Asked, MAX_TILES, PatternTable, by_group, distances_to,
};
use crate::search::engine::estimate::{
    Division, Estimator, GroupTable, group_tables, pattern_choice,
};
use crate::search::engine::pruning::Tightness;
use crate::search::engine::pruning::expander::Expander;
use crate::search::heuristic::distance::Distances;
use crate::search::heuristic::rays::Rays;
use crate::search::key::Key;
use crate::search::pool::Pool;
use crate::search::space::{Space, Wanted};
use conflicts::{estimates, raise};

/// The tiles of a pattern and the entries of its table, the patterns tried, the divisions
/// used, all at most, and the states expanded before they are thought of.
const RUNGS: [Rung; 3] = [
    Rung { tiles: 2, entries: 1 << 20, patterns: 1, used: 1, after: 20_000 },
    Rung { tiles: 3, entries: 1 << 23, patterns: 64, used: 3, after: 200_000 },
    Rung { tiles: MAX_TILES, entries: 1 << 24, patterns: 24, used: 3, after: 5_000_000 },
];

struct Rung {
    tiles: usize,
    entries: u64,
    patterns: usize,
    used: usize,
    after: u64,
}

/// One state expanded takes as long as so many entries of a table, or longer.
const ENTRIES_PER_STATE: u64 = 64;

/// Where landmarks are asked the last rung waits for so many times as many states: on `katomic_08`,
/// `katomic_14`, `katomic_54` and `atomix_22` it left 97 to 99 in 100 of what they leave.
const PATIENCE: u64 = 4;

/// The part of the memory left that the tables tried may take, and that of one of them, one
/// in so many: all are written once by target and once together.
const ALL_SHARE: u64 = 4;
const TABLE_SHARE: u64 = 32;

/// Tables of groups that belong to no pattern are dense up to so many entries, and up to
/// this part of the memory, one in so many; else kept by hashing.
const MAX_DENSE: usize = 24 << 20;
const DENSE_SHARE: u64 = 64;

/// States are tested for tightness if the tables for that take no more than this part of the
/// memory, one in so many.
const TIGHTNESS_SHARE: u64 = 32;

/// What is learnt by them may take this part of the memory, and so much.
const LANDMARKS_SHARE: u64 = 16;
const MAX_LANDMARKS: u64 = 256 << 20;

/// Patterns of a division, at most. Their distances are written in 8 bits: so no sum comes
/// near that of a dead state.
const MAX_PATTERNS: usize = 24;

/// A further division is used if it leaves no more than this part of the states, and the
/// proof begins anew if they leave no more than this together: what has been done is done
/// again.
const WORTH_ANOTHER: f64 = 0.9;
const WORTH_ALL: f64 = 0.85;

/// An estimate that is higher by 1 leaves one state in so many, about.
const GROWTH: f64 = 2.5;

/// Steps of pairs that are measured at once: some milliseconds of work.
const STEPS_AT_ONCE: usize = 1 << 22;

/// What estimates are made of, and how far they have come.
pub struct Ladder {
    distances: Distances,
    /// What the start and each placement ask of each group.
    asked: Vec<Asked>,
    rays: Rays,
    tightness: Option<Tightness>,
    /// The memory of what is known of conflicts, once that has been computed.
    conflicts_bytes: Option<u64>,
    /// The same for triples, from when that begins.
    triples_bytes: Option<u64>,
    /// The tables of triples, as long as they are being computed.
    building: Option<Building>,
    /// By group.
    tables: Vec<GroupTable>,
    /// What it has come to.
    divisions: Vec<Division>,
    estimator: Estimator,
    rung: usize,
    climb: Climb,
    deadline: Deadline,
    /// For tests: it waits for nothing, and takes what does not pay too.
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
    /// Computes the tables for these divisions, by their groups.
    Building {
        divided: Vec<Vec<Vec<usize>>>,
        tables: Vec<Table>,
        done: usize,
        sample: Sample,
    },
}

/// States that the sides hold, the forward side first: their sites by slot.
pub type Sample = [Vec<Vec<u16>>; 2];

/// The distances of a pattern to a target, once they are computed.
struct Table {
    /// The groups, and their numbers, one for each tile.
    pattern: Vec<usize>,
    tiles: Vec<usize>,
    target: usize,
    moves: Option<Vec<u8>>,
}

/// What a step of the ladder led to.
pub enum Climbed {
    /// There was nothing to do.
    No,
    /// It is at work.
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
        let asked: Vec<Asked> = targets.map(|wanted| by_group(groups, wanted)).collect();
        let dense = MAX_DENSE.min((memory_bytes / DENSE_SHARE) as usize / size_of::<u16>());
        let tables = group_tables(space, &distances, &asked, dense);
        Self {
            rays: Rays::new(space).until(deadline),
            tightness: Tightness::new(
                space,
                &distances,
                &asked,
                (memory_bytes / LANDMARKS_SHARE).min(MAX_LANDMARKS),
            )
            .filter(|test| test.table_bytes() <= memory_bytes / TIGHTNESS_SHARE),
            conflicts_bytes: None,
            triples_bytes: None,
            building: None,
            distances,
            asked,
            estimator: Estimator::new(space, &tables, &[]),
            tables,
            divisions: Vec::new(),
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

    /// Returns an expander with the estimates that it has come to.
    pub fn expander<K: Key>(&self, space: &Space<K>) -> Expander {
        Expander::new(space, self.estimator.clone(), self.tightness.clone(), &self.deadline)
    }

    /// Returns the memory that the tables of the estimates take, but for what is each
    /// expander's own.
    pub fn memory_bytes(&self) -> u64 {
        let groups: u64 = self.tables.iter().map(GroupTable::shared_bytes).sum();
        let built: &[Table] =
            if let Climb::Building { tables, .. } = &self.climb { tables } else { &[] };
        let built: usize = built.iter().flat_map(|table| &table.moves).map(Vec::len).sum();
        let tightness = self.tightness.as_ref().map_or(0, Tightness::table_bytes);
        groups
            + tightness
            + self.conflicts_bytes.unwrap_or(0)
            + self.triples_bytes.unwrap_or(0)
            + self.estimator.pattern_bytes()
            + built as u64
    }

    /// Climbs for some milliseconds, or for as long as a table takes, if the search has
    /// expanded enough states since it did last, and so many bytes of memory are left.
    /// `sample` gives some of the states that it holds.
    pub fn climb<K: Key>(
        &mut self,
        space: &Space<K>,
        pool: &Pool,
        expanded: u64,
        bytes_left: u64,
        sample: impl FnOnce() -> Sample,
    ) -> Climbed {
        if let Some(lesson) = self.lesson(space, expanded, bytes_left) {
            return self.learn(space, pool, lesson, sample);
        }
        let Some(rung) = RUNGS.get(self.rung) else { return Climbed::No };
        match std::mem::replace(&mut self.climb, Climb::Resting) {
            Climb::Resting if self.waits(rung, expanded) => return Climbed::No,
            Climb::Resting => {
                let (pairs, sample) = (pattern_choice::pairs(space), sample());
                self.climb = Climb::Measuring { pairs, done: 0, sample };
            }
            Climb::Measuring { mut pairs, mut done, sample } => {
                // One placement tells enough.
                let ahead = [(&*sample[0], &self.asked[1]), (&*sample[1], &self.asked[0])];
                let at_once = STEPS_AT_ONCE / self.rays.sites().pow(2);
                let end = pairs.len().min(done + at_once.max(pool.threads()));
                pool.each(&mut pairs[done..end], |pair| {
                    pair.measure(&self.rays, &self.distances, ahead);
                });
                done = end;
                if done < pairs.len() {
                    self.climb = Climb::Measuring { pairs, done, sample };
                } else {
                    self.climb = self.divide(space, &pairs, bytes_left, sample);
                }
            }
            Climb::Building { divided, mut tables, mut done, sample } => {
                let entries = self.entries(&tables);
                if done == 0 && 2 * entries > bytes_left {
                    self.rung += 1;
                    return Climbed::No;
                }
                if expanded < entries / ENTRIES_PER_STATE && !self.is_hurried {
                    self.climb = Climb::Building { divided, tables, done, sample };
                    return Climbed::No;
                }
                let end = tables.len().min(done + pool.threads());
                pool.each(&mut tables[done..end], |table| {
                    let asked = &self.asked[table.target];
                    table.moves = distances_to(&self.rays, &table.tiles, asked);
                });
                if self.deadline.is_over() {
                    // What was cut is no table; nobody goes on from here.
                    return Climbed::Working;
                }
                done = end;
                if done == tables.len() {
                    let climbed = self.arrive(space, divided, &tables, &sample);
                    self.rung += 1;
                    return climbed;
                }
                self.climb = Climb::Building { divided, tables, done, sample };
            }
        }
        Climbed::Working
    }

    /// Chooses the patterns of this rung, by what the search holds now: where no larger ones
    /// fit, other divisions of the same size may be better than those of the rung before.
    fn divide<K: Key>(
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
        let mut divided = pattern_choice::divide(space.groups.len(), pairs, fits);
        divided.retain_mut(|division| {
            division.retain(|groups| fits(groups));
            let new = division.iter().filter(|groups| !patterns.contains(groups));
            let new: Vec<Vec<usize>> = new.cloned().collect();
            let together: u64 = patterns.iter().chain(&new).map(|groups| entries(groups)).sum();
            let is_good = (1..=MAX_PATTERNS).contains(&division.len())
                && (patterns.is_empty() || patterns.len() + new.len() <= rung.patterns)
                && together <= bytes_left / ALL_SHARE;
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
        Climb::Building { tables: tables.collect(), divided, done: 0, sample }
    }

    /// Returns the estimates of the sample, raised by what is told of it whatever they are, and by
    /// landmarks.
    fn with_all_told(&self, estimator: &mut Estimator, told: &[u16], sample: &Sample) -> Vec<u16> {
        let landmarks = self.tightness.as_ref().filter(|_| self.asks_landmarks());
        let mut all = estimates(estimator, landmarks, sample);
        raise(&mut all, told);
        all
    }

    /// Says whether it is too early for this rung.
    fn waits(&self, rung: &Rung, expanded: u64) -> bool {
        let is_early =
            expanded < rung.after || expanded < PATIENCE * rung.after && self.asks_landmarks();
        is_early && !self.is_hurried
    }

    /// Says whether what a rung gains is judged by what landmarks leave to gain: on the last, where
    /// to begin anew takes long.
    fn asks_landmarks(&self) -> bool {
        let knows = self.tightness.as_ref().is_some_and(Tightness::knows_landmarks);
        knows && self.rung + 1 == RUNGS.len()
    }

    fn entries(&self, tables: &[Table]) -> u64 {
        let sites = self.rays.sites() as u64;
        tables.iter().map(|table| sites.pow(table.tiles.len() as u32)).sum()
    }

    /// Takes the divisions that raise the estimates most, as long as it pays.
    fn arrive<K: Key>(
        &mut self,
        space: &Space<K>,
        divided: Vec<Vec<Vec<usize>>>,
        tables: &[Table],
        sample: &Sample,
    ) -> Climbed {
        let patterns: Vec<Arc<PatternTable>> =
            tables.chunks(self.asked.len()).filter_map(pattern_of).collect();
        let find = |groups: &Vec<usize>| patterns.iter().find(|one| one.groups == *groups).cloned();
        // A maze where two tiles need hundreds of moves does without.
        let new = divided.iter().filter_map(|all| all.iter().map(find).collect());
        let mut divisions: Vec<Division> = new.collect();
        let Some(first) = divisions.first().map(covered) else { return Climbed::Working };
        let old = self.divisions.iter().filter(|old| covered(old) == first);
        divisions.extend(old.cloned());
        let told = self.told_at_least(sample);
        let base = self.with_all_told(&mut self.estimator.clone(), &told, sample);
        let chosen = self.choose(space, divisions, [&base, &told], sample);
        if let Some((divisions, left)) = chosen
            && (left < WORTH_ALL || self.is_hurried)
        {
            self.estimator = Estimator::new(space, &self.tables, &divisions);
            self.divisions = divisions;
            return Climbed::Up;
        }
        Climbed::Working
    }

    /// Chooses some of the divisions, each time that which leaves the fewest states with
    /// those before. Returns them with the part of the states that they leave.
    fn choose<K: Key>(
        &self,
        space: &Space<K>,
        divisions: Vec<Division>,
        [base, told]: [&[u16]; 2],
        sample: &Sample,
    ) -> Option<(Vec<Division>, f64)> {
        let own = |division: &Division| {
            let mut alone = Estimator::new(space, &self.tables, slice::from_ref(division));
            self.with_all_told(&mut alone, told, sample)
        };
        let all: Vec<Vec<u16>> = divisions.iter().map(own).collect();
        let mut chosen = Vec::new();
        let (mut most, mut left) = (vec![0; base.len()], f64::INFINITY);
        while chosen.len() < RUNGS[self.rung].used {
            let with = |nth: usize| (states_left(base, &most, &all[nth]), nth);
            let best = (0..all.len()).map(with).min_by(|one, other| one.0.total_cmp(&other.0));
            let (after, best) = best?;
            if after > WORTH_ANOTHER * left {
                break;
            }
            left = after;
            most.iter_mut().zip(&all[best]).for_each(|(most, &own)| *most = own.max(*most));
            chosen.push(divisions[best].clone());
        }
        Some((chosen, left))
    }
}

/// Returns the groups whose tiles belong to the patterns of a division.
fn covered(division: &Division) -> Vec<usize> {
    let mut groups: Vec<usize> =
        division.iter().flat_map(|pattern| pattern.groups.iter().copied()).collect();
    groups.sort_unstable();
    groups
}

/// Returns the pattern whose tables these are.
fn pattern_of(tables: &[Table]) -> Option<Arc<PatternTable>> {
    let moves: Option<Vec<&[u8]>> = tables.iter().map(|table| table.moves.as_deref()).collect();
    Some(Arc::new(PatternTable::new(tables[0].pattern.clone(), &moves?)))
}

/// Returns which part of the states that a search with the estimates `base` expands will
/// be left with the larger of two others.
fn states_left(base: &[u16], one: &[u16], other: &[u16]) -> f64 {
    let gains = base.iter().zip(one.iter().zip(other));
    let left = |(&base, (&one, &other)): (&u16, (&u16, &u16))| {
        GROWTH.powi(i32::from(base) - i32::from(one.max(other)))
    };
    gains.map(left).sum::<f64>() / base.len().max(1) as f64
}
