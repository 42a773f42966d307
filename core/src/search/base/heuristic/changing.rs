//! Estimates for puzzles whose tiles change.
//!
//! All cells that are asked for a colour or for a chameleon get tiles of their own at the least
//! cost: tiles of the colour, and chameleons, which may take any. Never too high, for in a
//! solution some tile comes to each cell, by moves of its own; the distances are those of the
//! colour that is asked for, which enters its passes, while a chameleon enters none. Consistent:
//! one move changes the costs of one tile by at most 1, and a colour that is taken only forbids.
//!
//! Numbered tiles are pushed exactly as often as they say, so what is left of that is a bound
//! too, and the larger of the two counts; where they have to go farther there is no way. Moves of
//! tiles of different numbered colours, and of all others, are different moves: the bounds add up.

use std::collections::BTreeMap;

use super::{Evaluator, UNREACHABLE};
use crate::puzzle::{Cell, Colour, Demand, Goal, Position, Puzzle, TileKind};
use crate::search::base::key::Key;
use crate::search::base::options::Heuristic;
use crate::search::base::space::Space;

/// Where the tiles of a state stand.
struct Tiles {
    /// By site.
    colours: Vec<Option<Colour>>,
    /// The sites of coloured tiles and chameleons.
    changing: Vec<usize>,
    /// By numbered colour: the sites of its tiles, and the pushes that they must still be given.
    numbered: BTreeMap<Colour, (Vec<usize>, f64)>,
}

impl Tiles {
    fn new<K: Key>(space: &Space<K>, puzzle: &Puzzle, position: &Position) -> Self {
        let colours = vec![None; space.cells.len()];
        let mut tiles = Self { colours, changing: Vec::new(), numbered: BTreeMap::new() };
        for (cell, colour) in position.tiles() {
            let site = usize::from(space.sites[cell]);
            tiles.colours[site] = Some(colour);
            if let TileKind::Numbered(_) = puzzle.kinds().of(colour) {
                let (sites, left) = tiles.numbered.entry(colour).or_default();
                sites.push(site);
                *left += f64::from(position.left(cell));
            } else {
                tiles.changing.push(site);
            }
        }
        tiles
    }
}

impl Evaluator {
    /// Returns the estimate for a state whose tiles change: 0 exactly at a goal.
    pub(super) fn estimate_changing<K: Key>(
        &mut self,
        space: &Space<K>,
        puzzle: &Puzzle,
        key: &K,
    ) -> f64 {
        if space.is_goal(key) {
            return 0.0;
        }
        let tiles = Tiles::new(space, puzzle, &space.position_of(key));
        let ahead = puzzle.waypoints().get(space.stage(key));
        let goals = [puzzle.goal()].into_iter().chain(ahead);
        goals.map(|goal| self.moves_to(space, puzzle, &tiles, goal)).fold(1.0, f64::max)
    }

    fn moves_to<K: Key>(
        &mut self,
        space: &Space<K>,
        puzzle: &Puzzle,
        tiles: &Tiles,
        goal: &Goal,
    ) -> f64 {
        let mut least = UNREACHABLE;
        for demand in goal.placements() {
            let is_numbered =
                |&&(_, colour): &&(Cell, Colour)| tiles.numbered.contains_key(&colour);
            let rest: Demand = demand.iter().filter(|one| !is_numbered(one)).copied().collect();
            let mut total = self.cost(space, puzzle, tiles, &rest, &tiles.changing);
            for (&colour, (sites, left)) in &tiles.numbered {
                let of_colour = demand.iter().filter(|&&(_, other)| other == colour);
                let wanted: Demand = of_colour.copied().collect();
                let cost = self.cost(space, puzzle, tiles, &wanted, sites);
                // Only what is never too high shows that there is no way.
                let is_bound = self.is_admissible();
                total += if is_bound && cost > *left { UNREACHABLE } else { cost };
                if goal.is_last() && cost < *left {
                    total += left - cost;
                }
            }
            least = least.min(total);
        }
        least
    }

    /// Returns the cost of bringing some of the tiles on `sites` to the cells of `wanted`.
    fn cost<K: Key>(
        &mut self,
        space: &Space<K>,
        puzzle: &Puzzle,
        tiles: &Tiles,
        wanted: &Demand,
        sites: &[usize],
    ) -> f64 {
        let (kinds, board) = (puzzle.kinds(), puzzle.board());
        let mut colour_of_goal = vec![None; tiles.colours.len()];
        let goals: Vec<u16> = wanted.iter().map(|&(cell, _)| space.sites[cell]).collect();
        for (&goal, &(_, colour)) in goals.iter().zip(wanted) {
            colour_of_goal[usize::from(goal)] = Some(colour);
        }
        let costs = &self.costs;
        let cost = |goal: u16, tile: usize| {
            let (Some(asked), Some(own)) = (colour_of_goal[usize::from(goal)], tiles.colours[tile])
            else {
                return UNREACHABLE;
            };
            let may_become =
                kinds.of(own) == TileKind::Chameleon && kinds.of(asked) == TileKind::Plain;
            if own == asked || may_become {
                costs[board.class(asked).min(costs.len() - 1)][usize::from(goal)][tile]
            } else {
                UNREACHABLE
            }
        };
        match self.kind {
            Heuristic::Manhattan | Heuristic::SlideDistance => {
                self.assignment.least_cost(&cost, &goals, sites.iter().copied())
            }
            Heuristic::Euclidean => {
                let nearest = |&goal: &u16| {
                    sites.iter().map(|&tile| cost(goal, tile)).fold(UNREACHABLE, f64::min)
                };
                goals.iter().map(nearest).sum()
            }
            Heuristic::Misplaced => {
                let is_missed = |goal: &&u16| {
                    let site = usize::from(**goal);
                    tiles.colours[site] != colour_of_goal[site]
                };
                goals.iter().filter(is_missed).count() as f64
            }
        }
    }
}
