//! Heuristics of the teaching set: estimates of the moves that are left, evaluated
//! afresh for each state. Used by best-first search and by IDA*.
//!
//! | heuristic | never too high | why |
//! |---|---|---|
//! | `slide-distance` | always | see [`distance`] |
//! | `misplaced` | without chameleons | a move changes the colour of one cell to the better |
//! | `manhattan` | with one empty cell | then a move is one step, else it is many |
//! | `euclidean` | with one empty cell and no two goal cells of one colour | then it is below Manhattan; else one tile may be the nearest of several cells |

mod assignment;
mod changing;
pub(in crate::search) mod distance;
pub(in crate::search) mod rays;

pub(in crate::search) use self::assignment::Assignment;
pub(in crate::search) use self::changing::{ChangeEstimator, NEVER};
use self::distance::Distances;
use super::key::Key;
use super::options::Heuristic;
use super::space::{Scratch, SiteGoal, Space};
use crate::puzzle::{Cell, MAX_PUSHES};

/// No number of moves suffices.
pub(in crate::search) const UNREACHABLE: f64 = f64::INFINITY;

/// Steps of the assignments for one estimate, from which on it takes long: some microseconds.
const HEAVY_STEPS: u64 = 10_000;

/// A heuristic ready to estimate states of one space.
pub(in crate::search) struct Evaluator {
    kind: Heuristic,
    /// By class of colours: the cost of bringing a tile from a site to a goal site, by
    /// `[goal site][site]`. One for all where it is the same for all.
    costs: Vec<Vec<Vec<f64>>>,
    admissible: bool,
    assignment: Assignment,
    /// Estimates by assignment where tiles change, and working memory.
    changing: Option<Box<(ChangeEstimator, Scratch)>>,
}

impl Evaluator {
    /// Prepares `kind` for `space`.
    pub fn new<K: Key>(space: &Space<K>, kind: Heuristic) -> Self {
        let between = |measure: &dyn Fn(Cell, Cell) -> f64| -> Vec<Vec<f64>> {
            let row = |&to: &Cell| space.cells.iter().map(|&from| measure(from, to)).collect();
            space.cells.iter().map(row).collect()
        };
        let costs = match kind {
            Heuristic::Euclidean => vec![between(&euclidean)],
            Heuristic::Manhattan => vec![between(&manhattan)],
            Heuristic::Misplaced => vec![between(&|from, to| f64::from(u8::from(from != to)))],
            Heuristic::SlideDistance => Distances::new(space).to_costs(),
        };
        let steps_only = space.empty_count() <= 1;
        let admissible = match kind {
            // One move may give many chameleons the colours that are asked for.
            Heuristic::Misplaced => space.changing().is_none(),
            Heuristic::SlideDistance => true,
            Heuristic::Manhattan => steps_only,
            // A chameleon may be the nearest of several cells.
            Heuristic::Euclidean => {
                steps_only && asks_for_one_of_each(space) && space.changing().is_none()
            }
        };
        let is_assigned = matches!(kind, Heuristic::Manhattan | Heuristic::SlideDistance);
        let changing = space.changing().filter(|_| is_assigned).map(|changing| {
            Box::new((ChangeEstimator::new(space, changing, &costs), Scratch::new(space)))
        });
        Self { kind, costs, admissible, assignment: Assignment::default(), changing }
    }

    /// Says whether the estimate never exceeds the number of moves that are left.
    /// If so it is also consistent: one move lowers it by at most 1.
    pub const fn is_admissible(&self) -> bool {
        self.admissible
    }

    /// Returns the estimate for `key`: 0 exactly at a goal. With waypoints ahead it
    /// is the larger of the estimates to the next one and to the goal, at least 1.
    pub fn estimate<K: Key>(&mut self, space: &Space<K>, key: &K) -> f64 {
        if space.changing().is_some() {
            return self.estimate_changing(space, key);
        }
        let to_goal = self.estimate_to(space, key, &space.goal);
        match space.waypoints.get(space.stage(key)) {
            None => to_goal,
            Some(waypoint) => to_goal.max(self.estimate_to(space, key, waypoint)).max(1.0),
        }
    }

    /// Returns more than any state of `space` that leads somewhere has.
    pub fn highest<K: Key>(&self, space: &Space<K>) -> f64 {
        let costs = self.costs.iter().flatten().flatten().filter(|cost| cost.is_finite());
        let longest = costs.fold(0.0, |most: f64, &cost| most.max(cost));
        space.tile_count() as f64 * longest.max(f64::from(MAX_PUSHES)) + 1.0
    }

    /// Returns the estimator of tiles that change.
    pub fn into_changing(self) -> Option<ChangeEstimator> {
        self.changing.map(|changing| changing.0)
    }

    /// Says whether one estimate takes long beside a look at the clock.
    pub fn is_heavy<K: Key>(&self, space: &Space<K>) -> bool {
        self.steps_per_state(space) / (4 * space.tile_count() as u64).max(1) > HEAVY_STEPS
    }

    /// Returns the steps of the assignments that expanding a state takes, about.
    pub fn steps_per_state<K: Key>(&self, space: &Space<K>) -> u64 {
        let of_goal = |goal: &SiteGoal| {
            let of_group = |(group, sites): &(usize, Vec<u16>)| {
                let (tiles, goals) = (space.groups[*group].len as u64, sites.len() as u64);
                let is_assigned =
                    matches!(self.kind, Heuristic::Manhattan | Heuristic::SlideDistance);
                tiles * goals * if is_assigned { goals } else { 1 }
            };
            let each: u64 = goal.placements[0].iter().map(of_group).sum();
            each * goal.placements.len() as u64
        };
        let waypoint = space.waypoints.iter().map(of_goal).max().unwrap_or(0);
        4 * space.tile_count() as u64 * (of_goal(&space.goal) + waypoint)
    }

    fn estimate_to<K: Key>(&mut self, space: &Space<K>, key: &K, goal: &SiteGoal) -> f64 {
        let mut least = UNREACHABLE;
        for placement in &goal.placements {
            let mut total = 0.0;
            for (group, sites) in placement {
                let costs = &self.costs[space.groups[*group].class.min(self.costs.len() - 1)];
                let slots = space.groups[*group].slots();
                let tiles = slots.map(|slot| usize::from(space.site(key, slot)));
                total += match self.kind {
                    Heuristic::Euclidean => nearest(costs, sites, tiles),
                    Heuristic::Misplaced => unfulfilled(sites, tiles),
                    Heuristic::Manhattan | Heuristic::SlideDistance => {
                        let cost = |goal: u16, tile: usize| costs[usize::from(goal)][tile];
                        self.assignment.least_cost(&cost, sites, tiles)
                    }
                };
                if total >= least {
                    break;
                }
            }
            least = least.min(total);
        }
        least
    }
}

/// Says whether no goal asks for two tiles of one colour.
fn asks_for_one_of_each<K: Key>(space: &Space<K>) -> bool {
    let goals = space.waypoints.iter().chain([&space.goal]);
    goals.flat_map(|goal| &goal.placements).flatten().all(|(_, sites)| sites.len() <= 1)
}

fn euclidean(from: Cell, to: Cell) -> f64 {
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    f64::from(dx).hypot(f64::from(dy))
}

fn manhattan(from: Cell, to: Cell) -> f64 {
    f64::from(from.x.abs_diff(to.x)) + f64::from(from.y.abs_diff(to.y))
}

/// Returns the sum, over the goal sites, of the cost from the nearest tile.
fn nearest(costs: &[Vec<f64>], goal: &[u16], tiles: impl Iterator<Item = usize> + Clone) -> f64 {
    let least = |&site: &u16| {
        let costs = &costs[usize::from(site)];
        tiles.clone().map(|tile| costs[tile]).fold(UNREACHABLE, f64::min)
    };
    goal.iter().map(least).sum()
}

/// Returns the number of goal sites without a tile.
fn unfulfilled(goal: &[u16], tiles: impl Iterator<Item = usize> + Clone) -> f64 {
    let empty = |&&site: &&u16| tiles.clone().all(|tile| tile != usize::from(site));
    goal.iter().filter(empty).count() as f64
}
