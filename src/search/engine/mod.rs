//! The engine: a solution soon, better ones after it, and the proof. An improver
//! (weighted A*) and a prover (search from both ends) take turns on one puzzle and
//! tell each other what they find: an incumbent ends the proof early, a proof ends
//! the improvement.

mod estimate;
mod expand;
mod prover;
mod store;

use self::estimate::{DEAD, Estimator};
use self::expand::Expander;
use self::prover::{Progressed, Prover};
use super::BestOpen;
use super::algorithm::{Algorithm, Answer, Counts, Step};
use super::best_first::{BestFirst, Order};
use super::heuristic::Evaluator;
use super::heuristic::distance::Distances;
use super::key::Key;
use super::space::{Space, Wanted};
use super::{Heuristic, Options};
use crate::puzzle::Puzzle;

/// Goals that leave tiles free are listed up to so many states.
const MAX_GOAL_STATES: usize = 20_000;

/// The weight of the improver: it seldom looks back and still prefers short ways.
const IMPROVER_WEIGHT: f64 = 3.0;

/// The improver gives up after so many expansions without a better solution.
const IMPROVER_PATIENCE: u64 = 200_000;

/// The engine at work.
pub(super) struct Engine<K> {
    space: Space<K>,
    /// Moves of the opening, which the prover does not count.
    opening: u16,
    improver: Option<Improver<K>>,
    prover: Option<Prover<K>>,
    answer: Option<fn() -> Answer>,
    started: bool,
    /// The most that was held by the improver, counted on after it has gone.
    past: Counts,
}

struct Improver<K> {
    search: BestFirst<K>,
    gives_up_at: u64,
}

impl<K: Key> Engine<K> {
    /// Makes ready to search `puzzle`, which has no waypoints.
    pub fn new(puzzle: &Puzzle, options: &Options, max_moves: u32, memory_bytes: u64) -> Self {
        let space = Space::<K>::new(puzzle);
        let opening = space.opening.len() as u16;
        let improver_space = Space::<K>::new(puzzle);
        let evaluator = Evaluator::new(&improver_space, Heuristic::SlideDistance);
        let order = Order::Weighted(IMPROVER_WEIGHT);
        let share = memory_bytes / 4;
        let search = BestFirst::new(improver_space, evaluator, order, max_moves, share);
        let _ = options;
        let left = (max_moves as u16).saturating_sub(opening);
        let prover = prover(&space, left, memory_bytes - share);
        Self {
            improver: Some(Improver { search, gives_up_at: IMPROVER_PATIENCE }),
            answer: prover.is_none().then_some(|| Answer::Exhausted),
            prover,
            space,
            opening,
            started: false,
            past: Counts::default(),
        }
    }

    fn step_improver(&mut self, nodes: u64) -> Option<Step> {
        let improver = self.improver.as_mut()?;
        let step = improver.search.step(nodes);
        let counts = improver.search.counts();
        match step {
            Step::Found(moves) => {
                improver.gives_up_at = counts.expanded + IMPROVER_PATIENCE;
                if let Some(prover) = &mut self.prover {
                    prover.lower_incumbent(moves.len() as u16 - self.opening);
                }
                return Some(Step::Found(moves));
            }
            Step::Done(answer) => return Some(Step::Done(answer)),
            Step::OutOfMemory => self.drop_improver(),
            Step::More if counts.expanded >= improver.gives_up_at => self.drop_improver(),
            Step::More => {}
        }
        None
    }

    fn drop_improver(&mut self) {
        if let Some(improver) = self.improver.take() {
            self.past = Counts { open: 0, memory_bytes: 0, ..improver.search.counts() };
        }
    }

    fn step_prover(&mut self, nodes: u64) -> Option<Step> {
        let prover = self.prover.as_mut()?;
        match prover.step(&self.space, nodes) {
            Err(_) => Some(Step::OutOfMemory),
            Ok(Progressed::More) => None,
            Ok(Progressed::Done(Answer::NoneUpTo(moves))) => {
                Some(Step::Done(Answer::NoneUpTo(moves + u32::from(self.opening))))
            }
            Ok(Progressed::Done(answer)) => Some(Step::Done(answer)),
            Ok(Progressed::Found) => {
                let moves = self.space.moves_along(prover.path());
                if let Some(improver) = &mut self.improver {
                    improver.search.lower_incumbent(moves.len() as u32);
                }
                Some(Step::Found(moves))
            }
        }
    }
}

impl<K: Key> Algorithm for Engine<K> {
    fn step(&mut self, nodes: u64) -> Step {
        if let Some(answer) = self.answer {
            return Step::Done(answer());
        }
        if !self.started {
            self.started = true;
            if self.space.is_goal(&self.space.start) {
                self.answer = Some(|| Answer::Exhausted);
                return Step::Found(self.space.moves_along(&[self.space.start]));
            }
        }
        let half = nodes.div_ceil(2);
        if let Some(step) = self.step_improver(half) {
            return step;
        }
        let rest = if self.improver.is_some() { nodes - half } else { nodes };
        self.step_prover(rest).unwrap_or(Step::More)
    }

    fn counts(&self) -> Counts {
        let prover = self.prover.as_ref().map(Prover::counts).unwrap_or_default();
        let improver = self.improver.as_ref().map_or(self.past, |i| i.search.counts());
        Counts {
            expanded: prover.expanded + improver.expanded,
            generated: prover.generated + improver.generated,
            stored: prover.stored + improver.stored,
            open: prover.open + improver.open,
            memory_bytes: prover.memory_bytes + improver.memory_bytes,
        }
    }

    fn lower_bound(&self) -> u32 {
        let prover = self.prover.as_ref().map_or(0, Prover::bound);
        u32::from(self.opening) + u32::from(prover)
    }

    fn best_open(&self) -> Option<BestOpen> {
        self.improver.as_ref().and_then(|improver| improver.search.best_open())
    }
}

/// Says whether the engine's tables can hold the estimates of `space`: all but huge
/// mazes with hundreds of tiles.
pub(super) fn is_within_range<K: Key>(space: &Space<K>) -> bool {
    let distances = Distances::new(space);
    let longest = distances.longest();
    space.waypoints.is_empty() && space.tile_count() * usize::from(longest) < usize::from(DEAD / 2)
}

/// Returns the prover, or `None` when the estimate alone proves that there is no
/// solution.
fn prover<K: Key>(space: &Space<K>, max_moves: u16, memory_bytes: u64) -> Option<Prover<K>> {
    let distances = Distances::new(space);
    let from = |slot: usize| space.site(&space.start, slot);
    let reachable = |wanted: &Wanted| {
        let single = Estimator::new(space, &distances, std::slice::from_ref(wanted));
        Expander::new(space, single, None).estimates(space, &space.start).to_goal < DEAD
    };
    let placements: Vec<Wanted> =
        space.goal.placements.iter().filter(|wanted| reachable(wanted)).cloned().collect();
    if placements.is_empty() {
        return None;
    }
    let start: Wanted = space
        .groups
        .iter()
        .enumerate()
        .map(|(nth, group)| (nth, group.slots().map(from).collect()))
        .collect();
    let seeds = goal_states(space, &placements);
    let to_goal = Estimator::new(space, &distances, &placements);
    let to_start = seeds.is_some().then(|| Estimator::new(space, &distances, &[start]));
    let expander = Expander::new(space, to_goal, to_start);
    Some(Prover::new(space, expander, seeds, max_moves, memory_bytes))
}

/// Returns all states that fulfil one of `placements`, or `None` when they are many.
fn goal_states<K: Key>(space: &Space<K>, placements: &[Wanted]) -> Option<Vec<K>> {
    let mut states = Vec::new();
    for wanted in placements {
        let mut filler = Filler { space, free: vec![true; space.cells.len()], states: &mut states };
        let mut sites: Vec<Vec<u16>> = vec![Vec::new(); space.groups.len()];
        for (group, wanted) in wanted {
            sites[*group].clone_from(wanted);
            wanted.iter().for_each(|&site| filler.free[usize::from(site)] = false);
        }
        if !filler.fill(&mut sites, 0, 0) {
            return None;
        }
    }
    // Two placements of a goal with spare tiles may share a state.
    let mut seen = rustc_hash::FxHashSet::default();
    states.retain(|sites| seen.insert(sites.clone()));
    Some(states.iter().map(|sites| space.key_of_sites(sites)).collect())
}

/// Places spare tiles in all ways.
struct Filler<'a, K> {
    space: &'a Space<K>,
    free: Vec<bool>,
    states: &'a mut Vec<Vec<u16>>,
}

impl<K: Key> Filler<'_, K> {
    /// Places the tiles that `group` and those after it still lack, each group's in
    /// rising order from `from`. Returns false when there are too many ways.
    fn fill(&mut self, sites: &mut Vec<Vec<u16>>, group: usize, from: u16) -> bool {
        let Some(wanted) = self.space.groups.get(group) else {
            let state = sites.iter().flat_map(|group| {
                let mut sorted = group.clone();
                sorted.sort_unstable();
                sorted
            });
            self.states.push(state.collect());
            return self.states.len() <= MAX_GOAL_STATES;
        };
        if sites[group].len() == wanted.len {
            return self.fill(sites, group + 1, 0);
        }
        for site in from..self.free.len() as u16 {
            if self.free[usize::from(site)] {
                self.free[usize::from(site)] = false;
                sites[group].push(site);
                let few = self.fill(sites, group, site + 1);
                sites[group].pop();
                self.free[usize::from(site)] = true;
                if !few {
                    return false;
                }
            }
        }
        true
    }
}
