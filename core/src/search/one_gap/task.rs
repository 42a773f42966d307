//! Boards with one empty cell as the search sees them: what is to be reached, and whether it can
//! be.

use std::sync::Arc;

use super::board::NONE;
use crate::puzzle::one_gap::{Decision, Net, OneGap};
use crate::puzzle::{Cell, Colour, Demand, Puzzle};
use crate::search::base::key::Key;
use crate::search::base::space::Space;

/// What is known before a search.
pub enum Solvability {
    /// There is no solution.
    Unsolvable,
    /// There is one.
    Solvable(Box<Task>),
    /// Nothing.
    Nothing,
}

/// A start, and arrangements that are to be reached one after the other.
pub struct Task {
    board: OneGap,
    /// For each two sites the edges between them.
    pub apart: Arc<Vec<Vec<u16>>>,
    /// The tile on each site at the waypoints and at the goal, by its slot in a state, [`NONE`]
    /// where the gap is. Equal tiles, and those of which nothing is asked, go where they are near.
    pub goals: Vec<Vec<u16>>,
}

/// What is known of one goal: an arrangement of it that can be reached.
enum Reached {
    Never,
    By(Vec<u16>),
    Perhaps,
}

impl Solvability {
    /// Decides what can be reached from the start of `space`. Nothing is known where there is more
    /// or less than one empty cell, where tiles change, and with certain passes.
    pub fn new<K: Key>(puzzle: &Puzzle, space: &Space<K>) -> Self {
        if space.changing().is_some() {
            return Self::Nothing;
        }
        let start = space.position_of(&space.start);
        let Some(board) = OneGap::new(puzzle.board(), |cell| start.tile(cell)) else {
            return Self::Nothing;
        };
        let graph = &board.net().graph;
        let apart = graph.all().map(|site| graph.distances(site, |_| true)).collect();
        let mut task = Task { board, apart: Arc::new(apart), goals: Vec::new() };
        let waypoints = puzzle.waypoints()[space.stage(&space.start)..].iter();
        // Cells that nothing may enter are no gaps, but look like some in a row of tiles.
        let mut is_open = space.empty_count() != 1;
        for goal in waypoints.chain([puzzle.goal()]) {
            match task.reached(goal.placements()) {
                Reached::Never => return Self::Unsolvable,
                Reached::By(goal) if !is_open => task.goals.push(goal),
                Reached::By(_) => {}
                Reached::Perhaps => is_open = true,
            }
        }
        if is_open { Self::Nothing } else { Self::Solvable(Box::new(task)) }
    }
}

impl Task {
    pub fn net(&self) -> &Net {
        self.board.net()
    }

    pub fn start(&self) -> &[u16] {
        &self.board.start
    }

    pub fn cells(&self) -> &[Cell] {
        &self.board.cells
    }

    /// Returns the colours of the tiles, by slot.
    pub fn colours(&self) -> &[Colour] {
        &self.board.colours
    }

    /// Finds the arrangement of one of the placements that is nearest to the last goal, by the
    /// tiles' distances.
    fn reached(&self, placements: &[Demand]) -> Reached {
        let from = self.goals.last().map_or(self.start(), |goal| goal);
        let mut at = vec![NONE; self.colours().len()];
        let mut gap = self.board.gap;
        for (site, &tile) in (0..).zip(from) {
            match at.get_mut(usize::from(tile)) {
                Some(at) => *at = site,
                None if self.goals.is_empty() => {}
                None => gap = site,
            }
        }
        let apart = |tile: u16, site: u16| {
            self.apart[usize::from(at[usize::from(tile)])][usize::from(site)]
        };
        let (mut best, mut is_open) = (None, false);
        for wanted in placements {
            match self.board.decide(from, gap, wanted) {
                Decision::Unsolvable(_) => {}
                Decision::Open => is_open = true,
                Decision::Solvable(settled) => {
                    let goal = settled.goal(&self.net().blocks, self.colours(), apart);
                    let tiles = (0..).zip(&goal).filter(|&(_, &tile)| tile != NONE);
                    let sum: u64 = tiles.map(|(site, &tile)| u64::from(apart(tile, site))).sum();
                    if best.as_ref().is_none_or(|&(least, _)| sum < least) {
                        best = Some((sum, goal));
                    }
                }
            }
        }
        match best {
            Some((_, goal)) => Reached::By(goal),
            None if is_open => Reached::Perhaps,
            None => Reached::Never,
        }
    }
}
