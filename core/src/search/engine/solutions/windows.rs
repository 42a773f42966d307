//! Window repair: shortens a solution by solving windows of it again with narrow beams.
//!
//! Most moves of a solution do not depend on those just before them. So before a window is solved
//! again, the moves of some tiles are brought together in it ([`super::plan`]). Then a beam looks for
//! a shorter way to the exact state at its end, or, every other time, for a different way of the
//! same length: what cannot be shortened in one step may be in two. Time is shared among classes of
//! windows by length and width: which of them pay differs from level to level.
//!
//! References: Siddiqui, Haslum, *Continuing Plan Quality Optimisation*, 2015 (windows of a
//! deordered plan); Nakhost, Müller, *Action Elimination and Plan Neighborhood Graph Search*, 2010.

use super::beam::{Beam, Ended, Settings};
use super::board::{Board, Push};
use super::evaluation::Task;
use super::guide::{StopCosts, some_noise};
use super::plan::Plan;
use crate::puzzle::random::Random;
use crate::search::engine::states::bucket::Way;

/// A class of windows: lengths in moves, width of the beam, share of the time.
struct Class {
    least: usize,
    most: usize,
    width: usize,
    share: f64,
}

const fn class(least: usize, most: usize, width: usize, share: f64) -> Class {
    Class { least, most, width, share }
}

const CLASSES: [Class; 14] = [
    class(5, 9, 300, 0.2),
    class(10, 14, 100, 0.5),
    class(10, 14, 300, 1.0),
    class(15, 19, 100, 1.0),
    class(15, 19, 300, 1.5),
    class(15, 19, 1000, 1.0),
    class(20, 29, 100, 1.0),
    class(20, 29, 300, 1.0),
    class(20, 29, 1000, 1.5),
    class(20, 29, 4000, 0.5),
    class(30, 39, 300, 1.0),
    class(30, 39, 1000, 0.7),
    class(30, 39, 4000, 0.3),
    class(40, 59, 1000, 0.5),
];

/// Solutions of so many moves or fewer are not repaired: the prover does better.
const LEAST_MOVES: usize = 4;

/// The cost of starting a window, in states, besides one for each move of the solution.
const STATES_PER_WINDOW: u64 = 100;

/// What each class has cost, in states.
#[derive(Clone, Default)]
pub struct Spent([u64; CLASSES.len()]);

/// One solution under repair.
pub struct Repair {
    plan: Plan,
    stops: StopCosts,
    window: Option<Window>,
    /// States that are left for it.
    left: u64,
}

/// The window that is being solved.
struct Window {
    first: usize,
    last: usize,
    class: usize,
}

impl Repair {
    pub const fn new(plan: Plan, stops: StopCosts, states: u64) -> Self {
        Self { plan, stops, window: None, left: states }
    }

    /// Says whether there is anything left to do.
    pub fn is_over(&self) -> bool {
        self.left == 0 || self.plan.len() <= LEAST_MOVES
    }

    pub fn pushes(&self) -> &[Push] {
        self.plan.pushes()
    }

    pub fn memory_held(&self) -> usize {
        self.stops.memory_held() + self.plan.memory_held()
    }

    /// Expands at most `states` states, and subtracts them. Says whether the solution became shorter.
    pub fn step(
        &mut self,
        board: &Board,
        beam: &mut Beam,
        random: &mut Random,
        spent: &mut Spent,
        states: &mut u64,
    ) -> bool {
        if self.window.is_none() {
            let cost = STATES_PER_WINDOW + self.plan.len() as u64;
            *states = states.saturating_sub(cost);
            self.left = self.left.saturating_sub(cost);
            self.begin(board, beam, random, spent, cost);
        }
        let before = *states;
        let ended = beam.step(board, states);
        let Some(window) = &self.window else { return false };
        spent.0[window.class] += before - *states;
        self.left = self.left.saturating_sub(before - *states);
        let Some(ended) = ended else { return false };
        let (first, last) = (window.first, window.last);
        self.window = None;
        let Ended::Found(way) = ended else { return false };
        let pushes = self.plan.with(board, first, last, &way);
        let is_shorter = pushes.len() < self.plan.len();
        self.plan = Plan::new(board, pushes);
        is_shorter
    }

    /// Gathers some moves and begins to solve the window there.
    fn begin(
        &mut self,
        board: &Board,
        beam: &mut Beam,
        random: &mut Random,
        spent: &mut Spent,
        cost: u64,
    ) {
        let plan = &mut self.plan;
        let mut focus = vec![false; board.tiles()];
        for _ in 0..=random.below(board.tiles().div_ceil(2)) {
            focus[plan.tile(random.below(plan.len()))] = true;
        }
        let pivot = random.below(plan.len());
        plan.gather(board, pivot, &focus);
        let waited = |nth: usize, random: &mut Random| {
            (spent.0[nth] as f64 + 140.0 * random.f64()) / CLASSES[nth].share
        };
        let all = (0..CLASSES.len()).map(|nth| (waited(nth, random), nth));
        let (_, nth) =
            all.min_by(|one, other| one.0.total_cmp(&other.0)).expect("there are classes");
        spent.0[nth] += cost;
        let class = &CLASSES[nth];
        let length = random.usize(class.least..=class.most).min(plan.len());
        let first = pivot.saturating_sub(length / 2).min(plan.len() - length);
        let last = first + length;
        let longest = length as u32 - u32::from(random.bool());
        let (from, to) = (plan.state(first), plan.state(last));
        let forward = random.bool();
        let placement = board.placement_of(to).filter(|_| last == plan.len());
        let goal;
        let (way, seed, end) = match placement {
            Some(nth) if forward => {
                goal = board.goals[nth].clone();
                (Way::Forward, from, &goal[..])
            }
            _ if forward => (Way::Forward, from, to),
            _ => (Way::Backward, to, from),
        };
        let mut movable = Vec::new();
        if random.bool() {
            movable.resize(board.tiles(), false);
            for nth in first..last {
                movable[board.groups[board.group_of(plan.tile(nth))].clone()].fill(true);
            }
        }
        let task =
            Task::new(board, way, vec![seed.to_vec()], end, &mut self.stops, |_, units| units);
        let noise = some_noise(random);
        let settings =
            Settings { width: class.width, noise, salt: random.next(), longest, movable };
        beam.begin(board, task, settings);
        self.window = Some(Window { first, last, class: nth });
    }
}
