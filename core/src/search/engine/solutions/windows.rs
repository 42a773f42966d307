//! Window repair: shortens a solution by solving windows of it again with narrow beams.
//!
//! Most moves of a solution do not depend on those just before them. So before a window is solved
//! again, the moves of some tiles are brought together in it ([`super::plan`]). Then a beam looks for
//! another way to the exact state at its end, a shorter one or one of the same length: what cannot be
//! shortened in one step may be in two.
//!
//! References: Siddiqui, Haslum, *Continuing Plan Quality Optimisation*, 2015 (windows of a
//! deordered plan); Nakhost, Müller, *Action Elimination and Plan Neighborhood Graph Search*, 2010.

use super::beam::{Beam, PATIENT_LAYERS, Settings};
use super::board::Board;
use super::evaluation::Task;
use super::guide::{StopCosts, some_noise};
use super::plan::Plan;
use crate::puzzle::random::Random;
use crate::search::engine::states::bucket::Way;

/// A class of windows: lengths in moves and the width of the beam.
pub struct Class {
    least: usize,
    most: usize,
    width: usize,
}

const fn class(least: usize, most: usize, width: usize) -> Class {
    Class { least, most, width }
}

impl Class {
    /// Returns the states that a window of this class takes, about.
    pub const fn states(&self) -> usize {
        self.width * (self.least + self.most) / 2
    }
}

pub const CLASSES: [Class; 4] =
    [class(10, 14, 100), class(15, 19, 300), class(20, 29, 4000), class(30, 39, 4000)];

/// A window that is being solved.
pub struct Window {
    pub first: usize,
    pub last: usize,
}

impl Window {
    /// Gathers some moves and begins to solve the window there.
    pub fn begin(
        board: &Board,
        plan: &mut Plan,
        stops: &mut StopCosts,
        beam: &mut Beam,
        random: &mut Random,
        class: &Class,
    ) -> Self {
        let mut focus = vec![false; board.tiles()];
        for _ in 0..=random.below(board.tiles().div_ceil(2)) {
            focus[plan.tile(random.below(plan.len()))] = true;
        }
        let pivot = random.below(plan.len());
        plan.gather(board, pivot, &focus);
        let length = random.usize(class.least..=class.most).min(plan.len());
        let first = pivot.saturating_sub(length / 2).min(plan.len() - length);
        let last = first + length;
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
        let task = Task::new(board, way, vec![seed.to_vec()], end, stops, |_, units| units);
        let noise = some_noise(random);
        let settings = Settings {
            width: class.width,
            noise,
            salt: random.next(),
            longest: length as u32,
            patience: PATIENT_LAYERS,
            movable,
        };
        beam.begin(board, task, settings);
        Self { first, last }
    }
}
