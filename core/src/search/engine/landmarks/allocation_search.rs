//! Searches for an allocation of the slack with which all tiles can arrive; without one the state
//! needs more moves.
//!
//! An allocation gives each tile its **extra moves** beyond its slide distance, within the slack of
//! each partition ([`crate::search::engine::stop_constraints::allocation`]). A solution gives one: under the
//! delete relaxation with these extra moves each tile arrives
//! ([`crate::search::engine::reachability::single`]), by induction over its moves: before a move
//! the tile stood on a site that it reaches here with the same extra moves, and so did the tile
//! that stopped it. Each two and three tiles arrive together too
//! ([`crate::search::engine::reachability::joint`]). Backward the same holds for the moves taken
//! back, the last first.
//!
//! **The search** is an implicit hitting set. It starts with the empty allocation, picks a violated
//! landmark ([`super::violated`]) and branches on its alternatives: the tiles that can satisfy it,
//! each with the extra moves it needs. Alternatives that have been refuted become limits for later
//! branches. An allocation that satisfies all known landmarks is verified by the reachability
//! checks; if it fails, the explanation is a new landmark ([`super::explain`]).
//!
//! Verifying and learning are expensive: a landmark of two tiles costs as much as evaluating fifty
//! states, one of three as much as hundreds. So they are limited to a share of the evaluation effort;
//! beyond that an allocation is accepted unverified, which is admissible.
//!
//! References: Bonet, Helmert, *Strengthening Landmark Heuristics via Hitting Sets*, 2010; Haslum,
//! Slaney, Thiébaux, *Minimal Landmarks for Optimal Delete-Free Planning*, 2012 (the loop of
//! hitting set and learnt landmark).

use std::mem::take;
use std::sync::{Arc, PoisonError, RwLock};

use super::explain::explain;
use super::landmark::Landmark;
use super::store::{JointThreshold, LandmarkStore};
use super::store_view::StoreView;
use super::violated::{Assignment, STEP_COST, Tightest, Violated};
use crate::search::engine::reachability::checks::JointChecks;
use crate::search::engine::reachability::context::Context;
use crate::search::engine::reachability::single::{Reachability, TileReach};
use crate::search::engine::stop_constraints::allocation::{
    Allocation, EXTRA_CAP, ExtraMoves, MAX_ALLOCATED_TILES,
};

/// Nodes of the search for one state and target, also if a reordering makes it begin again; beyond that
/// the state is not refuted.
const MAX_NODES: u32 = 3_000;

/// States are verified while verifying and learning stay below this share of the evaluation effort
/// (one in so many), or three times that while evaluation has tried no more moves than this. (Our own
/// tests always verify.)
const LEARNING_SHARE: u64 = 8;
const EARLY_EFFORT: u64 = 16_000_000;

/// The effort of a state for each of its tiles, in moves tried. A landmark takes as much as a state
/// on each of the sites.
pub const STATE_COST: u64 = 2;

/// The search: its working memory, and the landmarks shared by all copies.
#[derive(Clone)]
pub struct AllocationSearch {
    /// By target.
    shared: Arc<[RwLock<LandmarkStore>]>,
    rows: Vec<u32>,
    sites: Vec<u16>,
    violated: Violated,
    allocation: Allocation,
    /// The limits of the tiles, at each node.
    upper_bounds: ExtraMoves,
    nodes_left: u32,
    /// Whether the last allocation passed verification.
    is_verified: bool,
    reachable: Reachability,
    joint: JointChecks,
    failing_pairs: Vec<[usize; 2]>,
    /// Three tiles that cannot arrive together although each two can.
    failing_three: Option<[usize; 3]>,
    /// The effort since it was taken last, in moves tried, without learning: its share falls as a
    /// search goes on.
    pub effort: u64,
    /// The effort of evaluation, and of verifying and learning, in all.
    evaluating: u64,
    learning: u64,
}

impl AllocationSearch {
    /// Prepares the search for so many targets with landmarks of `limit_bytes` in all.
    pub fn new(targets: usize, limit_bytes: u64) -> Self {
        let landmarks = |_| RwLock::new(LandmarkStore::new(limit_bytes / targets as u64));
        Self {
            shared: (0..targets).map(landmarks).collect(),
            rows: Vec::new(),
            sites: Vec::new(),
            violated: Violated::default(),
            allocation: Allocation::default(),
            upper_bounds: [EXTRA_CAP; MAX_ALLOCATED_TILES],
            nodes_left: 0,
            is_verified: false,
            reachable: Reachability::default(),
            joint: JointChecks::default(),
            failing_pairs: Vec::new(),
            failing_three: None,
            effort: 0,
            evaluating: 0,
            learning: 0,
        }
    }

    /// Says whether there is no allocation of `more` moves than the estimate.
    #[inline(never)]
    pub fn refutes(
        &mut self,
        context: Context<'_>,
        target: usize,
        tiles: (&[u32], &[u16]),
        more: u8,
    ) -> bool {
        if tiles.1.len() > MAX_ALLOCATED_TILES {
            return false;
        }
        let before = self.evaluating;
        let is_refuted = self.refutes_state(context, target, tiles, more);
        self.evaluating += take(&mut self.violated.effort);
        self.effort += self.evaluating - before;
        is_refuted
    }

    fn refutes_state(
        &mut self,
        context: Context<'_>,
        target: usize,
        (rows, sites): (&[u32], &[u16]),
        more: u8,
    ) -> bool {
        self.rows.clear();
        self.rows.extend_from_slice(rows);
        self.sites.clear();
        self.sites.extend_from_slice(sites);
        self.evaluating += STATE_COST * sites.len() as u64;
        self.nodes_left = MAX_NODES;
        let shared = Arc::clone(&self.shared);
        self.is_verified = false;
        while self.nodes_left > 0 {
            self.nodes_left -= 1;
            if !self.allocation.begin(context.slack, self.sites.len(), more) {
                return false;
            }
            self.upper_bounds = [EXTRA_CAP; MAX_ALLOCATED_TILES];
            self.violated.reset();
            let mut view = StoreView::new(&shared[target]);
            let is_refuted = self.refutes_from(context, &mut view);
            // Otherwise the noted landmarks have new numbers: once more.
            if self.is_verified || !view.was_reordered() {
                return is_refuted;
            }
        }
        false
    }

    /// Says whether there is no allocation above the current one; false if landmarks were reordered.
    fn refutes_from(&mut self, context: Context<'_>, view: &mut StoreView<'_>) -> bool {
        let limits = self.allocation.upper_bounds(&self.upper_bounds);
        loop {
            let tiles =
                Assignment { sites: &self.sites, allocation: &self.allocation, limits: &limits };
            match self.violated.tightest(view.store(), tiles) {
                Some(Tightest { nth, alternatives }) => {
                    // At the root alone: threads would contend for the counters.
                    if self.nodes_left == MAX_NODES - 1 {
                        view.store().bump_activity(nth);
                    }
                    let upper_bounds = self.upper_bounds;
                    let is_refuted =
                        alternatives == 0 || self.refutes_alternatives(context, view, nth, limits);
                    self.upper_bounds = upper_bounds;
                    return is_refuted;
                }
                None if !self.can_afford_learning() => return false,
                None => {
                    // That takes long, and nothing in it asks the store: others may add to it.
                    let known = view.store().len();
                    let learnt = view.without(|| self.verify(context));
                    self.is_verified = learnt.is_empty();
                    if self.is_verified || view.was_reordered() {
                        return false;
                    }
                    // What others have learnt meanwhile may be the same.
                    let is_violated =
                        self.note_added(view, known) || self.add_landmarks(context, view, learnt);
                    if !is_violated {
                        return false;
                    }
                }
            }
        }
    }

    /// Says whether there is no allocation with any of the alternatives of a violated landmark.
    fn refutes_alternatives(
        &mut self,
        context: Context<'_>,
        view: &mut StoreView<'_>,
        nth: usize,
        mut limits: ExtraMoves,
    ) -> bool {
        for slot in 0..self.sites.len() {
            let tiles =
                Assignment { sites: &self.sites, allocation: &self.allocation, limits: &limits };
            let Some(extra) = view.store().fewest_extra(nth, slot, tiles) else { continue };
            if extra == EXTRA_CAP || !self.refutes_raise(context, view, [(slot, extra)]) {
                return false;
            }
            // Larger raises of this tile have been tried, whatever the others get.
            self.upper_bounds[slot] = extra - 1;
            limits[slot] = extra - 1;
        }
        let has = *self.allocation.extra();
        match view.store().joint_threshold(nth, &self.sites) {
            None => true,
            Some(JointThreshold::Two(slots, threshold)) => {
                threshold.alternatives(slots, &has, &limits).all(|extra| {
                    let given = [(slots[0], extra[0]), (slots[1], extra[1])];
                    !extra.contains(&EXTRA_CAP) && self.refutes_raise(context, view, given)
                })
            }
            Some(JointThreshold::Three(slots, threshold)) => {
                let more = self.allocation.most_together(slots);
                threshold.alternatives(slots, (&has, &limits), more).all(|extra| {
                    let given = std::array::from_fn::<_, 3, _>(|nth| (slots[nth], extra[nth]));
                    !extra.contains(&EXTRA_CAP) && self.refutes_raise(context, view, given)
                })
            }
        }
    }

    /// Says whether there is no allocation in which some tiles have so many extra moves.
    fn refutes_raise<const N: usize>(
        &mut self,
        context: Context<'_>,
        view: &mut StoreView<'_>,
        given: [(usize, u8); N],
    ) -> bool {
        if self.nodes_left == 0 {
            return false;
        }
        self.nodes_left -= 1;
        self.evaluating += STEP_COST;
        let before = self.allocation.snapshot();
        let is_paid = given.into_iter().all(|(slot, extra)| self.allocation.raise(slot, extra));
        let is_refuted = !is_paid || {
            self.violated.push(std::array::from_fn(|nth| given[nth.min(N - 1)].0));
            let is_refuted = self.refutes_from(context, view);
            self.violated.pop();
            is_refuted
        };
        self.allocation.restore(&before);
        is_refuted
    }

    /// Says whether an allocation that satisfies all known landmarks may be verified.
    fn can_afford_learning(&self) -> bool {
        let early = self.evaluating.min(EARLY_EFFORT);
        cfg!(test) || self.learning <= (2 * early + self.evaluating) / LEARNING_SHARE
    }

    /// Verifies the current allocation. Returns what is learnt if it fails.
    fn verify(&mut self, context: Context<'_>) -> Vec<Landmark> {
        let Self {
            rows, sites, allocation, reachable, joint, failing_pairs, failing_three, ..
        } = self;
        let tiles = rows.iter().zip(&*sites).enumerate().map(|(slot, (&row, &site))| {
            TileReach::new(context.tables, (row, row - u32::from(site)), allocation.extra()[slot])
        });
        let mut looked_at = reachable.begin(context.tables, tiles) + reachable.run(context);
        failing_pairs.clear();
        if reachable.unreached == 0 {
            looked_at += joint.list_failing_pairs(context, reachable, failing_pairs);
        }
        *failing_three = None;
        self.effort += looked_at;
        if reachable.unreached == 0 && failing_pairs.is_empty() {
            *failing_three = joint.failing_triple(context, reachable);
            let tiles = sites.len() as u64;
            let triples = tiles * (tiles - 1) * tiles.saturating_sub(2) / 6;
            looked_at += triples + take(&mut joint.triples.effort);
        }
        self.learning += looked_at;
        let arrive = self.reachable.unreached == 0
            && self.failing_pairs.is_empty()
            && self.failing_three.is_none();
        if arrive { Vec::new() } else { self.explain_failure(context) }
    }

    /// Returns the landmarks that a failed verification teaches.
    fn explain_failure(&mut self, context: Context<'_>) -> Vec<Landmark> {
        let Self { reachable, joint, failing_pairs, failing_three, .. } = self;
        let mut of = |failing: &[usize]| explain(context, reachable, failing, joint);
        let learnt = if reachable.unreached != 0 {
            vec![of(&[reachable.unreached.trailing_zeros() as usize])]
        } else if let Some(some) = failing_three {
            vec![of(some)]
        } else {
            failing_pairs.iter().map(|pair| of(pair)).collect()
        };
        joint.pairs.effort = 0;
        self.learning += take(&mut joint.triples.effort);
        learnt
    }

    /// Notes the landmarks from this number on that the allocation violates. Says whether there are
    /// some.
    fn note_added(&mut self, view: &StoreView<'_>, from: usize) -> bool {
        let mut is_violated = false;
        for nth in from..view.store().len() {
            if view.store().is_violated(nth, &self.sites, self.allocation.extra()) {
                self.violated.add(nth);
                is_violated = true;
            }
        }
        is_violated
    }

    /// Adds landmarks. Says whether the current allocation violates one.
    fn add_landmarks(
        &mut self,
        context: Context<'_>,
        view: &mut StoreView<'_>,
        learnt: Vec<Landmark>,
    ) -> bool {
        let (sites, tiles) = (context.tables.sites() as u64, self.sites.len() as u64);
        let mut is_violated = false;
        for landmark in learnt {
            self.learning += sites * STATE_COST * tiles;
            is_violated |= self.add_landmark(context, view, landmark);
        }
        is_violated && !view.was_reordered()
    }

    /// Adds a landmark. Says whether the current allocation violates it.
    fn add_landmark(
        &mut self,
        context: Context<'_>,
        view: &mut StoreView<'_>,
        landmark: Landmark,
    ) -> bool {
        let nth = view.add(context.tables.sites(), landmark);
        // After a reordering the number means nothing.
        let is_violated = !view.was_reordered()
            && view.store().is_violated(nth, &self.sites, self.allocation.extra());
        if is_violated {
            self.violated.add(nth);
        }
        is_violated
    }

    /// Says whether landmarks have been reordered, for some target.
    #[cfg(test)]
    pub fn was_reordered(&self) -> bool {
        self.shared.iter().any(|of| of.read().is_ok_and(|store| store.edition > 0))
    }

    /// Returns the memory of the shared landmarks.
    pub fn memory_bytes(&self) -> u64 {
        let bytes = |of: &RwLock<LandmarkStore>| {
            of.read().unwrap_or_else(PoisonError::into_inner).memory_bytes()
        };
        self.shared.iter().map(bytes).sum()
    }

    /// Returns the working memory, which copies do not share.
    pub fn working_bytes(&self) -> u64 {
        self.joint.pairs.memory_bytes() + self.joint.triples.memory_bytes()
    }
}
