//! What the workers share: parameters that have won, solutions, and when to begin anew.
//!
//! The parameters of the guide evolve: those whose beams found the shortest solutions are varied,
//! with narrow beams at first and wider ones as work goes by. The solutions are a small population
//! that is repaired. When an **epoch** has found nothing for half of its age, the next one begins
//! from nothing, every third from the best of those before.
//!
//! All is measured in states expanded, so with one thread the same happens each time.
//!
//! References: Rechenberg, *Evolutionsstrategie*, 1973; Luby, Sinclair, Zuckerman, *Optimal Speedup
//! of Las Vegas Algorithms*, 1993 (restarts).

use super::beam::PATIENT_LAYERS;
use super::board::{Board, Push};
use super::guide::Parameters;
use crate::puzzle::random::Random;
use crate::search::engine::states::bucket::Way;

/// Parameters kept, and solutions.
const KEPT: usize = 8;

/// The narrowest beam of the evolution, and the widest.
const LEAST_WIDTH: usize = 256;
const MOST_WIDTH: usize = 16_384;

/// The widest beam doubles first when this many states have been expanded, then when twice as many.
const WIDER_AFTER: u64 = 140_000;

/// An epoch ends when nothing has come for half its age and at least this many states.
const PATIENCE: u64 = 2_800_000;

/// One epoch in this number begins from the best of all.
const CHAMPIONS_EVERY: usize = 3;

/// What a worker has to tell.
pub enum Report {
    /// A beam of this width found a solution with these parameters.
    Ran(Parameters, usize, Vec<Push>),
    /// A beam found nothing.
    Failed,
    /// A new solution that is still repaired.
    Better(Vec<Push>),
    /// A new solution, repaired.
    New(Vec<Push>),
    /// The solution of this number became this one.
    Repaired(u64, Vec<Push>),
}

struct Elite {
    parameters: Parameters,
    moves: u32,
    width: usize,
}

/// A solution with its number.
#[derive(Clone)]
pub struct Solution {
    pub number: u64,
    pub pushes: Vec<Push>,
}

/// What all workers know.
pub struct Population {
    /// By length.
    elites: Vec<Elite>,
    pub solutions: Vec<Solution>,
    champions: Vec<Vec<Push>>,
    /// The length of the best solution known.
    pub incumbent: u32,
    /// The least length of a way that a beam has found, before it was repaired.
    shortest_run: Option<u32>,
    max_moves: u32,
    /// Beams that found nothing before the first way.
    failed: u32,
    number: u64,
    /// States expanded by all workers.
    work: u64,
    epoch: Epoch,
}

#[derive(Default)]
struct Epoch {
    nth: usize,
    /// The work when it began, and when its best solution became shorter.
    begun: u64,
    improved: u64,
    best: u32,
}

/// A run of the evolution.
pub struct Planned {
    pub parameters: Parameters,
    pub width: usize,
    pub longest: u32,
    pub patience: usize,
}

impl Population {
    /// Begins without a solution.
    pub fn new(max_moves: u32) -> Self {
        Self {
            elites: Vec::new(),
            solutions: Vec::new(),
            champions: Vec::new(),
            incumbent: u32::MAX,
            shortest_run: None,
            max_moves,
            failed: 0,
            number: 0,
            work: 0,
            epoch: Epoch { best: u32::MAX, ..Epoch::default() },
        }
    }

    /// Returns the states expanded in this epoch.
    const fn age(&self) -> u64 {
        self.work - self.epoch.begun
    }

    /// Returns what the next beam of the evolution is run with.
    pub fn planned(&self, board: &Board, nth_worker: usize, random: &mut Random) -> Planned {
        let Some(shortest_run) = self.shortest_run else {
            return self.first_planned(board, nth_worker, random);
        };
        let weighed = self.age().max(3 * self.work / 10) / WIDER_AFTER + 1;
        let widest = (LEAST_WIDTH << weighed.ilog2().min(16)).min(MOST_WIDTH);
        let width = (widest >> random.below(5)).max(LEAST_WIDTH);
        // On crowded boards repair makes 140 moves of 340: no beam would find 150.
        let [incumbent, best] =
            [self.incumbent, self.epoch.best].map(|moves| moves.max(shortest_run));
        let elites = self.elites.len();
        let longest = match self.elites.last() {
            Some(worst) if elites >= KEPT => worst.moves,
            _ => incumbent.saturating_add(incumbent / 3),
        };
        let longest = longest.min(best.saturating_add(4 + best / 8)).min(self.max_moves).max(1);
        // Those that have won are varied more often the more there are.
        let parameters = if random.below(KEPT) >= elites || random.below(5) == 0 {
            Parameters::random(board, random)
        } else {
            self.elites[good(elites, random)].parameters.mutated(board, random)
        };
        Planned { parameters, width, longest, patience: PATIENT_LAYERS }
    }

    /// Plans a beam while none has found a way: all widths for the same time in all (the sequence of
    /// Luby and others), however long the way, and with more and more patience.
    fn first_planned(&self, board: &Board, nth_worker: usize, random: &mut Random) -> Planned {
        let nth = self.failed as usize + nth_worker;
        let doublings = (nth / 2 + 1).trailing_zeros();
        let width = (LEAST_WIDTH << doublings).min(MOST_WIDTH);
        let placement = random.below(board.goals.len());
        let way = if nth.is_multiple_of(2) { Way::Forward } else { Way::Backward };
        let parameters = match nth {
            0 | 1 => Parameters::first(board, way, placement),
            _ => Parameters::random(board, random),
        };
        let patience = PATIENT_LAYERS + self.failed as usize;
        Planned { parameters, width, longest: self.max_moves.max(1), patience }
    }

    /// Returns a solution to repair.
    pub fn to_repair(&self, random: &mut Random) -> Option<&Solution> {
        let len = self.solutions.len();
        (len > 0).then(|| &self.solutions[good(len, random)])
    }

    /// Returns parameters that have won.
    pub fn some_elite(&self, random: &mut Random) -> Option<&Parameters> {
        let len = self.elites.len();
        (len > 0).then(|| &self.elites[random.below(len)].parameters)
    }

    /// Takes a report, and returns the solution in it if it is the best so far.
    pub fn take(&mut self, board: &Board, report: Report) -> Option<Vec<Push>> {
        let pushes = match report {
            Report::Failed => {
                self.failed += u32::from(self.shortest_run.is_none());
                return None;
            }
            Report::Ran(parameters, width, pushes) => {
                let moves = pushes.len() as u32;
                self.shortest_run = Some(self.shortest_run.map_or(moves, |least| least.min(moves)));
                self.take_elite(parameters, width, moves);
                pushes
            }
            Report::Better(pushes) => pushes,
            Report::New(pushes) => {
                let is_better =
                    self.solutions.last().is_none_or(|last| pushes.len() < last.pushes.len());
                if is_better || self.solutions.len() < KEPT {
                    self.add(pushes.clone());
                }
                pushes
            }
            Report::Repaired(number, pushes) => {
                let known = self.solutions.iter_mut().find(|known| known.number == number);
                if let Some(known) = known.filter(|known| pushes.len() <= known.pushes.len()) {
                    known.pushes.clone_from(&pushes);
                }
                pushes
            }
        };
        self.keep_the_best();
        let moves = pushes.len() as u32;
        // Hashes may be equal by chance.
        if moves >= self.incumbent || !board.solves(&pushes) {
            return None;
        }
        self.incumbent = moves;
        Some(pushes)
    }

    fn keep_the_best(&mut self) {
        self.solutions.sort_by_key(|known| known.pushes.len());
        self.solutions.truncate(KEPT);
    }

    fn take_elite(&mut self, parameters: Parameters, width: usize, moves: u32) {
        let is_worse = |elite: &Elite| (elite.moves, elite.width) >= (moves, width);
        let at = self.elites.iter().position(is_worse).unwrap_or(self.elites.len());
        self.elites.insert(at, Elite { parameters, moves, width });
        self.elites.truncate(KEPT);
    }

    fn add(&mut self, pushes: Vec<Push>) {
        self.number += 1;
        self.solutions.push(Solution { number: self.number, pushes });
    }

    /// Takes a solution found elsewhere.
    pub fn tell(&mut self, pushes: Vec<Push>) {
        self.incumbent = pushes.len() as u32;
        self.add(pushes);
        self.keep_the_best();
    }

    /// Counts states expanded, and begins the next epoch when it is time.
    pub fn note_work(&mut self, states: u64) {
        self.work += states;
        let best = self.solutions.first().map_or(u32::MAX, |best| best.pushes.len() as u32);
        if best < self.epoch.best {
            (self.epoch.best, self.epoch.improved) = (best, self.work);
        }
        let (age, still) = (self.age(), self.work - self.epoch.improved);
        if self.incumbent < u32::MAX && still > age / 2 + PATIENCE {
            self.next_epoch();
        }
    }

    fn next_epoch(&mut self) {
        let old = std::mem::take(&mut self.solutions);
        self.champions.extend(old.into_iter().next().map(|best| best.pushes));
        self.champions.sort_by_key(Vec::len);
        self.elites.clear();
        let nth = self.epoch.nth + 1;
        let (begun, improved) = (self.work, self.work);
        self.epoch = Epoch { nth, begun, improved, best: u32::MAX };
        if (nth + 1).is_multiple_of(CHAMPIONS_EVERY) {
            let count = self.champions.len().min(KEPT);
            let champions: Vec<Vec<Push>> = self.champions.drain(..count).collect();
            champions.into_iter().for_each(|pushes| self.add(pushes));
            self.epoch.best =
                self.solutions.first().map_or(u32::MAX, |best| best.pushes.len() as u32);
        }
    }
}

/// Returns a random number below `len`, low ones more often.
fn good(len: usize, random: &mut Random) -> usize {
    random.below(len).min(random.below(len))
}
