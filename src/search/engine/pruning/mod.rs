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
//! Before that it is asked whether the moves are enough for tiles that are in each other's way:
//! the estimates know of some of these conflicts only ([`conflicts`], [`triples`]). Where there
//! are many tiles this is asked of the neighbours of a state before they are stored
//! ([`children`]).
//!
//! What is in each other's way in a state divides its tiles too ([`packing`]), mostly with a larger
//! sum than the divisions of the estimates, so that less is left to spare: s less by how much that
//! sum is above h. What passes by those is tested with this division more.
//!
//! What the test so far leaves can be asked again, in a way that takes longer and tells more:
//! whether the tiles can come to where they are needed one after the other ([`relaxed`]), and at
//! last whether each two and three of them can do so together ([`together`], [`three`]). Why one
//! state fails is kept
//! ([`landmark`]), and asked of all others before the tests above, which are then made only of what
//! that leaves. [`self::meter`] says where that pays.
//!
//! It never says so wrongly, for all of this holds in every solution; what stands in the way
//! of a move is not looked at, nor when a tile stands where, but for two or three at a time at last.
//! A state that passes with T passes with T + 1, unless it passed because there was too much to try,
//! or it was not looked at because that would have taken too long. Backward the same holds for the
//! ways from the start to the state; tiles of one colour are then told apart by where they end.

mod cascade;
mod checks;
pub mod counters;
pub mod expander;
pub mod meter;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

pub use self::checks::Question;
use crate::search::engine::conflicts::neighbours::Children;
pub use crate::search::engine::conflicts::neighbours::Push;
use crate::search::engine::conflicts::pairs::Conflicts;
use crate::search::engine::conflicts::reduced_costs::Memory;
use crate::search::engine::conflicts::triples::Triples;
use crate::search::engine::estimate::pattern_database::Asked;
use crate::search::engine::estimate::{Estimator, Sums};
use crate::search::engine::landmarks::search::Relaxed;
use crate::search::engine::states::class::Way;
use crate::search::engine::stops::site_tables::Tables;
use crate::search::engine::stops::slack::{MAX_TILES, Spare};
use crate::search::engine::stops::support_check::Test;
use crate::search::heuristic::distance::Distances;
use crate::search::key::Key;
use crate::search::space::Space;

/// Moves above the estimate that are tested, at most.
pub const MAX_SPARE: u16 = 4;

/// How far what conflicts tell is looked for around an estimate.
const ABOUT: u16 = 6;

/// The relaxed test looks at so many ways for each tile while a state is looked at, about.
const WAYS_PER_LOOK: u64 = 4;

/// When states are tested for conflicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Never,
    /// Before they are expanded.
    Late,
    /// Before they are stored.
    Early,
}

/// States are tested early from so many tiles on, if there are as many tiles for each placement
/// of the goal. With fewer, states that are told are cheaper to store than to test each time
/// that they are reached (measured on the levels of the bench; but the project's own tests are
/// about few tiles).
const EARLY_TILES: usize = if cfg!(test) { 3 } else { 12 };
const TILES_PER_PLACEMENT: usize = 4;

/// The test: its tables and its working memory.
#[derive(Clone)]
pub struct Tightness {
    tables: Arc<Tables>,
    /// Once they have been computed.
    conflicts: Option<Arc<Conflicts>>,
    triples: Option<Arc<Triples>>,
    memory: Memory,
    children: Children,
    /// The state asked about last was told by conflicts alone, for all targets.
    by_conflicts: bool,
    /// Whether the division by conflicts told of that state, for one target at least; nothing if
    /// it was not tried.
    by_packing: Option<bool>,
    /// The relaxed test told of it, for one target at least.
    by_relaxed: bool,
    group_of_slot: Vec<usize>,
    /// The start, then the placements of the goal.
    targets: usize,
    /// By slot, what the tables hold of the tile.
    rows: Vec<u32>,
    /// Without the division by conflicts and with it, and what these allow, if it was computed.
    spare: [Spare; 2],
    allowed: [Option<Allowed>; 2],
    test: Test,
    relaxed: Relaxed,
    /// The ways that the relaxed test has looked at since this was taken last; nothing if it was
    /// not made.
    effort: Option<u64>,
}

/// How many moves tiles have to spare.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Allowed {
    /// Any number, as far as can be told.
    Any,
    Some,
    /// Fewer than the estimate of the division by conflicts needs.
    TooFew,
}

impl Tightness {
    /// Prepares the test for what is `asked` by the start and by the placements of the goal, where
    /// what it learns may take so many `landmark_bytes`; `None` if there are too many tiles, or
    /// tiles of which nothing is asked beside some of their colour of which something is, or the
    /// board is too large.
    pub fn new<K: Key>(
        space: &Space<K>,
        distances: &Distances,
        asked: &[Asked],
        landmark_bytes: u64,
    ) -> Option<Self> {
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
            conflicts: None,
            triples: None,
            memory: Memory::default(),
            children: Children::default(),
            by_conflicts: false,
            by_packing: None,
            by_relaxed: false,
            group_of_slot: group_of_slot.collect(),
            targets: asked.len(),
            rows: Vec::new(),
            spare: Default::default(),
            allowed: [None; 2],
            test: Test::default(),
            relaxed: Relaxed::new(asked.len(), landmark_bytes),
            effort: None,
        })
    }

    /// Has it know of conflicts.
    pub fn set_conflicts(&mut self, conflicts: Arc<Conflicts>) {
        self.conflicts = Some(conflicts);
        self.forget();
    }

    /// Returns what it knows of conflicts.
    pub fn conflicts(&self) -> Option<&Conflicts> {
        self.conflicts.as_deref()
    }

    /// Returns when states are tested for conflicts.
    pub fn when_conflicts(&self) -> When {
        match self.conflicts {
            None => When::Never,
            Some(_) if self.is_early() => When::Early,
            Some(_) => When::Late,
        }
    }

    /// Says whether states are tested for conflicts early, once they are.
    pub fn is_early(&self) -> bool {
        let tiles = self.group_of_slot.len();
        tiles >= EARLY_TILES && tiles >= TILES_PER_PLACEMENT * (self.targets - 1)
    }

    /// Has it know of triples too; it must know of conflicts.
    pub fn set_triples(&mut self, triples: Arc<Triples>) {
        self.triples = Some(triples);
        self.forget();
    }

    /// Says whether it, or a copy of it, has learnt landmarks.
    pub fn knows_landmarks(&self) -> bool {
        self.relaxed.memory_bytes() > 0
    }

    /// Returns the memory of the tables but for conflicts, and of the landmarks, which copies
    /// share.
    pub fn table_bytes(&self) -> u64 {
        self.tables.memory_bytes() + self.relaxed.memory_bytes()
    }

    /// Says whether the state with these sites, sums and `estimate` may be solved, or backward
    /// reached from the start.
    pub fn may_suffice(
        &mut self,
        estimator: &Estimator,
        sums: &Sums,
        way: Way,
        sites: &[u16],
        question: Question,
    ) -> bool {
        let estimate = sums.estimates.ahead(way);
        self.by_conflicts = question.conflicts;
        (self.by_packing, self.by_relaxed) = (None, false);
        self.targets_of(way).any(|target| {
            let own = estimator.largest(sums, target);
            let more = (estimate + question.more).checked_sub(own);
            more.is_some_and(|more| {
                let question = Question { more, ..question };
                self.reaches(estimator, sums, target, sites, question)
            })
        })
    }

    /// Must be called before anything is asked of another state or of its neighbours.
    pub fn forget(&mut self) {
        self.children.forget();
    }

    /// Says whether conflicts tell that the state with these sites needs more than `most` moves
    /// after a push: forward to the goal, backward from the start.
    #[inline]
    pub fn child_exceeds(&mut self, way: Way, sites: &[u16], push: Push, most: u16) -> bool {
        let targets = self.targets_of(way);
        let Self { conflicts, triples, children, memory, .. } = self;
        let (known, triples) = (conflicts.as_deref(), triples.as_deref());
        known.is_some_and(|known| {
            children.exceed((known, triples), memory, targets, sites, push, most)
        })
    }

    /// Returns how many moves conflicts tell at least that the state with these sites needs,
    /// where that is about `estimate`; else nothing or less than it could.
    pub fn told_at_least(&mut self, way: Way, sites: &[u16], estimate: u16) -> u16 {
        self.forget();
        let targets = self.targets_of(way);
        let mut exceed = |most| targets.clone().all(|target| self.exceeds(target, sites, most));
        let about = estimate.saturating_sub(ABOUT)..estimate + ABOUT;
        about.take_while(|&most| exceed(most)).last().map_or(0, |most| most + 1)
    }

    const fn targets_of(&self, way: Way) -> Range<usize> {
        match way {
            Way::Forward => 1..self.targets,
            Way::Backward => 0..1,
        }
    }

    fn reaches(
        &mut self,
        estimator: &Estimator,
        sums: &Sums,
        target: usize,
        sites: &[u16],
        question: Question,
    ) -> bool {
        let estimate = estimator.largest(sums, target);
        if question.conflicts && self.exceeds(target, sites, estimate + question.more) {
            return false;
        }
        self.by_conflicts = false;
        let tells = question.quick || question.packed || question.relaxed;
        !tells || self.arrives((estimator, sums), estimate, target, sites, question)
    }

    fn exceeds(&mut self, target: usize, sites: &[u16], most: u16) -> bool {
        let Self { conflicts, triples, children, memory, .. } = self;
        conflicts.as_deref().is_some_and(|known| {
            let packing = children.packing(known, memory, target, sites);
            packing.exceeds((known, triples.as_deref()), target, sites, most)
        })
    }

    /// Says whether the state asked about last was told by conflicts alone.
    pub const fn is_by_conflicts(&self) -> bool {
        self.by_conflicts
    }

    /// Says whether it was told by the relaxed test, for one target at least.
    pub const fn is_by_relaxed(&self) -> bool {
        self.by_relaxed
    }

    /// Says of that state whether the division by conflicts was tried, and told.
    pub const fn is_by_packing(&self) -> Option<bool> {
        self.by_packing
    }

    /// Returns what the relaxed test has taken since this was asked last, in states looked at;
    /// `None` if it was not made.
    pub fn take_effort(&mut self) -> Option<u64> {
        // In the time that it takes to look at a state it looks at some ways for each tile.
        let tiles = self.group_of_slot.len() as u64;
        self.effort.take().map(|ways| ways.div_ceil(WAYS_PER_LOOK * tiles))
    }
}
