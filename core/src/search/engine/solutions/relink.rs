//! Relinking: joins the beginning of one solution and the end of another by a beam.
//!
//! Reference: Glover, Laguna, Martí, *Fundamentals of Scatter Search and Path Relinking*, 2000.

use super::beam::{Beam, Ended, Settings};
use super::board::{Board, Push};
use super::evaluation::Task;
use super::guide::{StopCosts, some_noise};
use super::plan::{Plan, without_loops};
use crate::puzzle::random::Random;
use crate::search::engine::states::bucket::Way;

/// Gaps tried for a pair of solutions, and the width of the beams.
const TRIES: usize = 10;
const WIDTH: usize = 500;

/// Gaps, in moves at least.
const LEAST_GAP: u32 = 4;
const MOST_GAP: u32 = 30;

/// States of the other solution that are looked at.
const MOST_ENDS: usize = 48;

/// Two solutions.
pub struct Relink {
    one: Plan,
    other: Plan,
    stops: StopCosts,
    /// Pairs of states with the longest way between them that will do, the best last.
    gaps: Vec<Gap>,
    running: Option<Gap>,
}

#[derive(Clone, Copy)]
struct Gap {
    worth: i64,
    from: usize,
    to: usize,
    longest: u32,
}

impl Relink {
    /// Lists the gaps that may be bridged to a solution shorter than `below`. Returns the work in
    /// states as well.
    pub fn new(
        board: &Board,
        beam: &mut Beam,
        random: &mut Random,
        [one, other]: [Plan; 2],
        mut stops: StopCosts,
        below: usize,
    ) -> (Self, u64) {
        let mut gaps = Vec::new();
        let every = other.len().div_ceil(MOST_ENDS);
        let mut looks = 0;
        for to in (2 + random.below(every)..=other.len()).step_by(every) {
            let rest = other.len() - to;
            let end = other.state(to);
            let task =
                Task::new(board, Way::Forward, Vec::new(), end, &mut stops, |_, units| units);
            beam.begin_estimates();
            for from in 0..one.len().min(below.saturating_sub(rest + 1)) {
                let estimate = beam.estimate(board, &task, one.state(from));
                looks += 1;
                let least = from + rest + estimate as usize;
                if (LEAST_GAP..=MOST_GAP).contains(&estimate) && least < below {
                    // A long gap needs more moves to spare to be bridged.
                    let spare = (below - 1 - least) as i64;
                    let worth = 100 * spare - 25 * i64::from(estimate) + random.below(200) as i64;
                    gaps.push(Gap { worth, from, to, longest: (below - 1 - from - rest) as u32 });
                }
            }
        }
        gaps.sort_by_key(|gap| gap.worth);
        gaps.drain(..gaps.len().saturating_sub(TRIES));
        (Self { one, other, stops, gaps, running: None }, looks)
    }

    /// Expands at most `states` states, and subtracts them. Returns the result once it is over.
    pub fn step(
        &mut self,
        board: &Board,
        beam: &mut Beam,
        random: &mut Random,
        states: &mut u64,
    ) -> Option<Option<Vec<Push>>> {
        let gap = match self.running {
            Some(gap) => gap,
            None => {
                let Some(gap) = self.gaps.pop() else { return Some(None) };
                self.begin(board, beam, random, gap);
                gap
            }
        };
        let ended = beam.step(board, states)?;
        self.running = None;
        let Ended::Found(way) = ended else { return None };
        let (head, tail) = (&self.one.pushes()[..gap.from], &self.other.pushes()[gap.to..]);
        Some(Some(without_loops(board, &[head, &way, tail].concat())))
    }

    pub fn memory_held(&self) -> usize {
        self.stops.memory_held() + self.one.memory_held() + self.other.memory_held()
    }

    fn begin(&mut self, board: &Board, beam: &mut Beam, random: &mut Random, gap: Gap) {
        let ends = [self.one.state(gap.from), self.other.state(gap.to)];
        let (way, [seed, end]) = match random.bool() {
            true => (Way::Forward, ends),
            false => (Way::Backward, [ends[1], ends[0]]),
        };
        let task =
            Task::new(board, way, vec![seed.to_vec()], end, &mut self.stops, |_, units| units);
        let noise = some_noise(random);
        let (longest, movable) = (gap.longest, Vec::new());
        let settings = Settings { width: WIDTH, noise, salt: random.next(), longest, movable };
        beam.begin(board, task, settings);
        self.running = Some(gap);
    }
}
