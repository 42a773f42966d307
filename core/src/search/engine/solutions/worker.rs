//! One thread of the improver: runs a beam of the evolution or repairs a solution, and divides its
//! time between the two.

use super::beam::{Beam, Ended, Settings};
use super::board::{Board, RUNS_PER_STATE};
use super::evaluation::Task;
use super::guide::{Parameters, Penalties, StopCosts, UNIT};
use super::plan::Plan;
use super::population::{Planned, Population, Report};
use super::repair::{Neighbourhoods, Repair};
use crate::puzzle::random::Random;
use crate::search::base::clock::Watch;
use crate::search::base::memory_plan;
use crate::search::engine::states::bucket::Way;

/// The part of the time of the evolution, in hundredths. The repair has the rest.
const EVOLVING: u64 = 35;

/// States for which a solution is repaired at once.
const REPAIR_STATES: u64 = 100_000;

/// The cost of starting a beam, in states.
const STATES_PER_BEAM: u64 = 200;

/// Penalties when none have won yet.
const PENALTIES: Penalties = Penalties { goal: 0.2, start: 0.3, empty: 0.6 };

enum Activity {
    None,
    /// A beam of the evolution.
    Evolving(Planned),
    /// The solution of this number; a new one has none.
    Repairing(Option<u64>, Box<Repair>),
}

/// A worker.
pub struct Worker {
    nth: usize,
    random: Random,
    pub beam: Beam,
    activity: Activity,
    /// States expanded by beams of the evolution, and by repair.
    spent: [u64; 2],
    neighbourhoods: Neighbourhoods,
    /// What it has found, in order.
    pub reports: Vec<Report>,
}

impl Worker {
    pub fn new(board: &Board, nth: usize, memory_bytes: u64, watch: Watch) -> Self {
        Self {
            nth,
            random: Random::new(1 + nth as u64),
            beam: Beam::new(board, memory_plan::REPLANNING.rest(memory_bytes), watch),
            activity: Activity::None,
            spent: [0; 2],
            neighbourhoods: Neighbourhoods::new(board, memory_plan::REPLANNING.of(memory_bytes)),
            reports: Vec::new(),
        }
    }

    /// Expands about `states` states.
    pub fn step(&mut self, board: &Board, population: &Population, states: u64) {
        let mut left = states;
        while left > 0 && !self.beam.is_over() {
            if matches!(self.activity, Activity::None) {
                let cost = self.choose(board, population);
                left = left.saturating_sub(cost);
            }
            let before = left;
            let kind = match std::mem::replace(&mut self.activity, Activity::None) {
                Activity::None => continue,
                Activity::Evolving(planned) => {
                    self.evolve(board, population, planned, &mut left);
                    0
                }
                Activity::Repairing(number, repair) => {
                    self.repair(board, number, repair, &mut left);
                    1
                }
            };
            self.spent[kind] += before - left;
        }
    }

    /// Goes on with a beam of the evolution.
    fn evolve(&mut self, board: &Board, population: &Population, planned: Planned, left: &mut u64) {
        match self.beam.step(board, left) {
            None => self.activity = Activity::Evolving(planned),
            Some(Ended::Nothing) => self.reports.push(Report::Failed),
            Some(Ended::Found(pushes)) => {
                let Planned { parameters, width, .. } = planned;
                self.reports.push(Report::Ran(parameters, width, pushes.clone()));
                let repair = self.new_repair(board, population, Plan::new(board, pushes));
                self.activity = Activity::Repairing(None, Box::new(repair));
            }
        }
    }

    /// Goes on with a repair.
    fn repair(
        &mut self,
        board: &Board,
        number: Option<u64>,
        mut repair: Box<Repair>,
        left: &mut u64,
    ) {
        let (beam, random) = (&mut self.beam, &mut self.random);
        let is_shorter = repair.step(board, beam, random, &mut self.neighbourhoods, left);
        let is_over = repair.is_over();
        if is_shorter || is_over {
            let pushes = repair.pushes().to_vec();
            self.reports.push(match number {
                Some(number) => Report::Repaired(number, pushes),
                None if is_over => Report::New(pushes),
                None => Report::Better(pushes),
            });
        }
        if !is_over {
            self.activity = Activity::Repairing(number, repair);
        }
    }

    /// Chooses what to do next, and begins it. Returns its cost in states.
    fn choose(&mut self, board: &Board, population: &Population) -> u64 {
        let [evolving, repairing] = self.spent;
        if 100 * evolving > EVOLVING * (evolving + repairing)
            && let Some(solution) = population.to_repair(&mut self.random)
        {
            let plan = Plan::new(board, solution.pushes.clone());
            let repair = self.new_repair(board, population, plan);
            self.activity = Activity::Repairing(Some(solution.number), Box::new(repair));
            return 0;
        }
        let planned = population.planned(board, self.nth, &mut self.random);
        self.begin_evolving(board, planned);
        // A row of stop costs for each tile.
        STATES_PER_BEAM + (board.tiles() * board.rays.cells()) as u64 / RUNS_PER_STATE
    }

    fn begin_evolving(&mut self, board: &Board, planned: Planned) {
        let Parameters { way, placement, all_placements, penalties, noise, conflict, .. } =
            planned.parameters;
        let goal = &board.goals[placement];
        let mut stops = StopCosts::new(board, penalties, goal);
        let (seeds, end) = match way {
            Way::Forward => (vec![board.start.clone()], goal),
            Way::Backward => {
                let is_wanted = |end: &&Vec<u16>| all_placements || board.fulfils(end, placement);
                let ends: Vec<&Vec<u16>> = board.ends.iter().filter(is_wanted).collect();
                // A beam takes as many as it is wide: not always the same ones.
                let too_many = ends.len() > planned.width;
                let first = if too_many { self.random.below(ends.len()) } else { 0 };
                let seeds = ends[first..].iter().chain(&ends[..first]).take(planned.width);
                (seeds.copied().cloned().collect(), &board.start)
            }
        };
        let guide = |slot, units| planned.parameters.guide(slot, units);
        let mut task = Task::new(board, way, seeds, end, &mut stops, guide);
        let table = if way == Way::Forward { 1 + placement } else { 0 };
        if board.conflicts[table].is_some() {
            (task.table, task.conflict) = (table, (conflict * UNIT as f32) as u32);
        }
        let (salt, longest, movable) = (self.random.next(), planned.longest, Vec::new());
        let settings = Settings {
            width: planned.width,
            noise,
            salt,
            longest,
            patience: planned.patience,
            movable,
        };
        self.beam.begin(board, task, settings);
        self.activity = Activity::Evolving(planned);
    }

    fn new_repair(&mut self, board: &Board, population: &Population, plan: Plan) -> Repair {
        let stops = self.stops(board, population, &plan);
        Repair::new(plan, stops, REPAIR_STATES)
    }

    /// Returns the costs of stops by penalties that have won.
    fn stops(&mut self, board: &Board, population: &Population, plan: &Plan) -> StopCosts {
        let elite = population.some_elite(&mut self.random);
        let penalties = elite.map_or(PENALTIES, |elite| elite.penalties);
        StopCosts::new(board, penalties, plan.state(plan.len()))
    }

    /// Returns the memory held.
    pub fn memory_held(&self) -> u64 {
        let stops = match &self.activity {
            Activity::Repairing(_, repair) => repair.memory_held(),
            Activity::None | Activity::Evolving(_) => 0,
        };
        self.beam.memory_held() + (stops + self.neighbourhoods.memory_held()) as u64
    }
}
