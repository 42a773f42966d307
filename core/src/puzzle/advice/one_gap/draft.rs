//! What the designer says of a board with one empty cell.

use super::{Decision, Obstacle, OneGap};
use crate::puzzle::rules::{Board, Cell, Demand, Draft, Hindrance, Issue, Layout};

impl Draft {
    /// Returns the goals and waypoints that can never be reached because there is one empty cell,
    /// with the reason.
    pub(in crate::puzzle) fn warn_of_one_gap(
        &self,
        board: &Board,
        placements: &[Demand],
    ) -> Vec<Issue> {
        let tile = |cell| self.start[cell].colour();
        let Some(one_gap) = OneGap::new(board, tile) else { return Vec::new() };
        let goals = self.layouts().filter(|&layout| layout != Layout::Start);
        let of_layout = |layout| {
            let places = match layout {
                Layout::Waypoint(index) => vec![self.waypoint_demand(index)],
                _ => placements.to_vec(),
            };
            let obstacle = one_gap.obstacle(&places)?;
            Some(Issue::OneGap {
                layout,
                why: obstacle.why,
                // A floating goal is drawn elsewhere than it would stand.
                cells: if self.shares_walls(layout) {
                    one_gap.concerned(&obstacle)
                } else {
                    Vec::new()
                },
            })
        };
        goals.filter_map(of_layout).collect()
    }
}

impl OneGap {
    /// Returns what is in the way of a goal, in the first of its places, if none can be reached.
    pub(in crate::puzzle) fn obstacle(&self, places: &[Demand]) -> Option<Obstacle> {
        // Where more is asked for than there is that is the issue.
        let is_enough = |wanted: &Demand| {
            wanted.iter().all(|&(_, colour)| {
                let asked = wanted.iter().filter(|&&(_, other)| other == colour).count();
                asked <= self.colours.iter().filter(|&&other| other == colour).count()
            })
        };
        let mut first = None;
        for wanted in places {
            match self.decide(&self.start, self.gap, wanted) {
                Decision::Unsolvable(obstacle) if is_enough(wanted) => {
                    first = first.or(Some(obstacle))
                }
                _ => return None,
            }
        }
        first
    }

    /// Returns the cells of an obstacle; none where it is about the whole board.
    fn concerned(&self, obstacle: &Obstacle) -> Vec<Cell> {
        if obstacle.why == Hindrance::Parity && obstacle.sites.len() + 1 == self.cells.len() {
            return Vec::new();
        }
        obstacle.sites.iter().map(|&site| self.cells[usize::from(site)]).collect()
    }
}
