//! Repair: shortens a solution by searching parts of it again.
//!
//! There are two kinds of **neighbourhoods** of a solution: windows of its moves ([`super::windows`])
//! in classes by length and width of the beam, and replanning of one to four tiles
//! ([`super::replan`]). Which of them pay differs from level to level and as a solution becomes
//! better, so each has a share of the time in proportion to the moves that it has saved for its time.
//!
//! References: Ropke, Pisinger, *An Adaptive Large Neighborhood Search Heuristic for the Pickup and
//! Delivery Problem with Time Windows*, 2006; Waldspurger, Weihl, *Stride Scheduling*, 1995 (shares
//! by virtual time).

use super::beam::{Beam, Ended};
use super::board::{Board, Push};
use super::guide::StopCosts;
use super::plan::{Plan, without_loops};
use super::replan::{MOST_TILES, Replan};
use super::windows::{CLASSES, Window};
use crate::puzzle::random::Random;

/// Moves of a solution that take the time of a state when tiles of it are replanned.
const MOVES_PER_STATE: u64 = 8;

/// A neighbourhood counts as if it had saved one move more, for this many states more.
const PRIOR_STATES: f64 = 20_000.0;

/// The windows, and then replanning of one tile, of two and so on.
pub const NEIGHBOURHOODS: usize = CLASSES.len() + MOST_TILES;

/// What a worker keeps from one repair to the next.
pub struct Neighbourhoods {
    replan: Replan,
    /// Those that there are: few tiles cannot be replanned by more.
    count: usize,
    /// By neighbourhood: states that it has cost, and moves that it has saved.
    cost: [f64; NEIGHBOURHOODS],
    saved: [f64; NEIGHBOURHOODS],
    /// By neighbourhood: its virtual time, which passes the more slowly the more it saves.
    passed: [f64; NEIGHBOURHOODS],
}

impl Neighbourhoods {
    pub fn new(board: &Board, memory_bytes: u64) -> Self {
        Self {
            replan: Replan::new(board, memory_bytes),
            count: CLASSES.len() + board.tiles().min(MOST_TILES),
            cost: [0.0; NEIGHBOURHOODS],
            saved: [0.0; NEIGHBOURHOODS],
            passed: [0.0; NEIGHBOURHOODS],
        }
    }

    /// Returns the moves that a neighbourhood saves in a state, by what it has done.
    fn rate(&self, nth: usize) -> f64 {
        (self.saved[nth] + 1.0) / (self.cost[nth] + PRIOR_STATES)
    }

    /// Chooses the neighbourhood whose share of the time will be farthest behind what it saves once
    /// it has been searched: a wide window takes 1000 times as long as the replanning of a tile, so
    /// it has to wait for longer.
    pub fn choose(&self) -> usize {
        let after = |nth: usize| {
            let next = CLASSES.get(nth).map_or(0.0, |class| class.states() as f64);
            self.passed[nth] + next / self.rate(nth)
        };
        let all = (0..self.count).map(|nth| (after(nth), nth));
        all.min_by(|one, other| one.0.total_cmp(&other.0)).expect("there are some").1
    }

    /// Notes what a search of a neighbourhood has cost, in states, and the moves that it saved.
    pub fn note(&mut self, nth: usize, cost: u64, saved: usize) {
        self.passed[nth] += cost as f64 / self.rate(nth);
        self.cost[nth] += cost as f64;
        self.saved[nth] += saved as f64;
    }

    #[cfg(test)]
    pub const fn count(&self) -> usize {
        self.count
    }

    pub fn memory_held(&self) -> usize {
        self.replan.memory_held()
    }
}

/// One solution under repair.
pub struct Repair {
    plan: Plan,
    stops: StopCosts,
    running: Option<Running>,
    /// States that are left for it.
    left: u64,
}

/// The neighbourhood that is searched.
struct Running {
    nth: usize,
    cost: u64,
    /// `None` while tiles are replanned.
    window: Option<Window>,
}

impl Repair {
    pub const fn new(plan: Plan, stops: StopCosts, states: u64) -> Self {
        Self { plan, stops, running: None, left: states }
    }

    /// Says whether there is anything left to do.
    pub const fn is_over(&self) -> bool {
        self.left == 0
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
        all: &mut Neighbourhoods,
        states: &mut u64,
    ) -> bool {
        let before = *states;
        let mut running = match self.running.take() {
            Some(running) => running,
            None => {
                let running = self.begin(board, beam, random, all);
                *states = states.saturating_sub(running.cost);
                running
            }
        };
        let at = *states;
        let ended = match &running.window {
            None => all.replan.step(board, states),
            Some(window) => beam.step(board, states).map(|ended| match ended {
                Ended::Found(way) => Some(self.plan.with(window.first, window.last, &way)),
                Ended::Nothing => None,
            }),
        };
        running.cost += at - *states;
        self.left = self.left.saturating_sub(before - *states);
        let Some(found) = ended else {
            self.running = Some(running);
            return false;
        };
        let found = found.map(|pushes| without_loops(board, &pushes));
        let length = found.as_ref().map_or(self.plan.len(), Vec::len);
        let saved = self.plan.len().saturating_sub(length);
        all.note(running.nth, running.cost, saved);
        if let Some(pushes) = found {
            self.plan = Plan::new(board, pushes);
        }
        saved > 0
    }

    fn begin(
        &mut self,
        board: &Board,
        beam: &mut Beam,
        random: &mut Random,
        all: &mut Neighbourhoods,
    ) -> Running {
        let nth = all.choose();
        let moves = self.plan.len() as u64;
        let (cost, window) = if let Some(tiles) = nth.checked_sub(CLASSES.len()) {
            let may_be_equal = random.below(4) == 0;
            all.replan.begin(board, &self.plan, tiles + 1, may_be_equal, random);
            (1 + moves / MOVES_PER_STATE, None)
        } else {
            let window =
                Window::begin(board, &mut self.plan, &mut self.stops, beam, random, &CLASSES[nth]);
            (moves, Some(window))
        };
        Running { nth, cost, window }
    }
}
