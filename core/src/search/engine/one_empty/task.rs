//! What is to be solved on a board with one empty cell, and whether the tables and
//! the parity apply to it.

use super::graph::{Graph, MAX_SITES, NONE, Symmetry};
use crate::puzzle::cycles;
use crate::search::key::Key;
use crate::search::space::Space;

/// The tiles of one colour, all of which the goal asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The tiles, by their slots in a state.
    pub tiles: Vec<u8>,
    /// As many sites, in rising order.
    pub goals: Vec<u8>,
}

/// A start, a goal and the board between them.
pub struct Task {
    pub graph: Graph,
    pub symmetries: Vec<Symmetry>,
    /// The tile on each site at the start, [`NONE`] on the empty one.
    pub tiles: Vec<u8>,
    pub empty: u8,
    /// Tiles of colours that the goal does not ask for are in none.
    pub units: Vec<Unit>,
    /// The sites that the goal leaves empty or to any tile.
    pub free_goals: Vec<u8>,
    pub tile_count: usize,
}

impl Task {
    /// Returns the task of `space`, or `None` when it is not one for the tables: more
    /// or less than one empty cell, waypoints, a floating goal, a goal that asks for
    /// some tiles of a colour but not for all, passes, tiles that change, or a board on
    /// which parity alone does not tell what can be reached.
    pub fn new<K: Key>(space: &Space<K>) -> Option<Self> {
        let sites = space.cells.len();
        if space.empty_count() != 1 || sites > MAX_SITES || !space.waypoints.is_empty() {
            return None;
        }
        if space.has_passes() || space.changing().is_some() {
            return None;
        }
        let [wanted] = space.goal.placements.as_slice() else { return None };
        let graph = Graph::new(space);
        let unit = |(group, goals): &(usize, Vec<u16>)| {
            let tiles: Vec<u8> = space.groups[*group].slots().map(|slot| slot as u8).collect();
            let goals: Vec<u8> = goals.iter().map(|&site| site as u8).collect();
            (tiles.len() == goals.len()).then_some(Unit { tiles, goals })
        };
        let units: Vec<Unit> = wanted.iter().map(unit).collect::<Option<_>>()?;
        if units.is_empty() || !graph.reaches_all_even() {
            return None;
        }
        let mut tiles = vec![NONE; sites];
        for slot in 0..space.tile_count() {
            tiles[usize::from(space.site(&space.start, slot))] = slot as u8;
        }
        let empty = tiles.iter().position(|&tile| tile == NONE)? as u8;
        let is_asked = |site: &u8| units.iter().any(|unit| unit.goals.contains(site));
        let free_goals = (0..sites as u8).filter(|site| !is_asked(site)).collect();
        let symmetries = graph.symmetries(space);
        let tile_count = space.tile_count();
        Some(Self { graph, symmetries, tiles, empty, units, free_goals, tile_count })
    }

    /// Says whether the position given by the tile on each site is a goal.
    pub fn is_goal(&self, tiles: &[u8]) -> bool {
        self.units.iter().all(|unit| {
            unit.goals.iter().all(|&site| unit.tiles.contains(&tiles[usize::from(site)]))
        })
    }

    /// Says whether parity forbids every solution; if not, there is one.
    ///
    /// Take the empty cell for one more piece. A move swaps two pieces, so it turns
    /// an even permutation into an odd one and back; and it takes the empty cell
    /// from a white site to a black one or back, as on a chessboard. So whether
    /// "permutation even" agrees with "empty cell on white" never changes. Where two
    /// tiles may change places at the goal (equal ones, or two that it does not ask
    /// for) it can be reached either way. One tile that it does not ask for may
    /// change places with the empty cell: that helps if their sites have one shade.
    /// In all other cases the board is one on which all even permutations can be
    /// reached ([`Graph::reaches_all_even`]).
    pub fn is_forbidden_by_parity(&self) -> bool {
        let spare = self.free_goals.len() - 1;
        if spare > 1 || self.units.iter().any(|unit| unit.tiles.len() > 1) {
            return false;
        }
        self.free_goals.iter().all(|&empty_goal| !self.agrees_with(empty_goal))
    }

    /// Says whether the goal with the empty cell on `empty_goal` has the parity of
    /// the start. All tiles differ, at most one is not asked for.
    fn agrees_with(&self, empty_goal: u8) -> bool {
        let sites = self.tiles.len();
        let mut goal_of = vec![NONE; self.tile_count];
        for unit in &self.units {
            goal_of[usize::from(unit.tiles[0])] = unit.goals[0];
        }
        let rest = self.free_goals.iter().find(|&&site| site != empty_goal);
        let piece_goal = |&tile: &u8| match tile {
            NONE => empty_goal,
            tile => match goal_of[usize::from(tile)] {
                NONE => *rest.expect("a tile that is not asked for leaves a second site"),
                goal => goal,
            },
        };
        let image: Vec<usize> = self.tiles.iter().map(|tile| piece_goal(tile).into()).collect();
        // A permutation of so many cycles is so many swaps away from rest.
        let swaps = sites - cycles(&image);
        let moves = self.graph.distances(self.empty, None)[usize::from(empty_goal)];
        swaps % 2 == usize::from(moves) % 2
    }
}
