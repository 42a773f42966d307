//! The heuristics of the teaching set where tiles change.

use super::{Evaluator, NEVER, UNREACHABLE};
use crate::puzzle::TileKind;
use crate::search::base::key::Key;
use crate::search::base::options::Heuristic;
use crate::search::base::space::{Scratch, SiteGoal, Space};

impl Evaluator {
    /// Returns the estimate for a state whose tiles change: 0 exactly at a goal.
    pub(in crate::search::base::heuristic) fn estimate_changing<K: Key>(
        &mut self,
        space: &Space<K>,
        key: &K,
    ) -> f64 {
        if space.is_goal(key) {
            return 0.0;
        }
        if let Some((estimator, scratch)) = self.changing.as_deref_mut() {
            let moves = estimator.moves_to_goals(space, scratch, key);
            return if moves == NEVER { UNREACHABLE } else { f64::from(moves.max(1)) };
        }
        let mut scratch = Scratch::new(space);
        space.load(key, &mut scratch);
        let ahead = space.waypoints.get(space.stage(key)).map(|goal| (goal, false));
        let goals = ahead.into_iter().chain([(&space.goal, true)]);
        goals.map(|(goal, is_last)| self.crude(space, &scratch, goal, is_last)).fold(1.0, f64::max)
    }

    /// Returns the sum over the cells of a goal, each by itself, and what must still be pushed.
    fn crude<K: Key>(
        &self,
        space: &Space<K>,
        scratch: &Scratch,
        goal: &SiteGoal,
        is_last: bool,
    ) -> f64 {
        let changing = space.changing().expect("its tiles change");
        let (faces, sites) = (scratch.faces(), scratch.sites());
        let may_serve = |slot: usize, group: usize| {
            let kinds = (changing.kind(faces.of(slot)), changing.kind(group));
            faces.of(slot) == group || kinds == (TileKind::Chameleon, TileKind::Plain)
        };
        let of_cell = |group: usize, goal: u16| match self.kind {
            Heuristic::Misplaced => {
                f64::from(u8::from(faces.slots(group).all(|slot| sites[slot] != goal)))
            }
            _ => {
                let class = space.groups[group].class.min(self.costs.len() - 1);
                let slots = (0..sites.len()).filter(|&slot| may_serve(slot, group));
                let costs = &self.costs[class][usize::from(goal)];
                slots.map(|slot| costs[usize::from(sites[slot])]).fold(UNREACHABLE, f64::min)
            }
        };
        let of_placement = |(group, goals): &(usize, Vec<u16>)| -> f64 {
            let cells: f64 = goals.iter().map(|&goal| of_cell(*group, goal)).sum();
            let left = faces.slots(*group).map(|slot| f64::from(faces.left(slot))).sum();
            if is_last { cells.max(left) } else { cells }
        };
        let sums = goal.placements.iter().map(|wanted| wanted.iter().map(of_placement).sum());
        sums.fold(UNREACHABLE, f64::min)
    }
}
