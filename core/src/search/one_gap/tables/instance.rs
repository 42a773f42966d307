//! What is to be solved on a board with one empty cell, and whether the tables apply to it.

use super::symmetry::{Graph, MAX_SITES, NONE, Symmetry, symmetries};
use crate::puzzle::one_gap::{Net, Shape};
use crate::search::base::key::Key;
use crate::search::base::space::Space;

/// The tiles of one colour, all of which the goal asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The tiles, by their slots in a state.
    pub tiles: Vec<u8>,
    /// As many sites, in rising order.
    pub goals: Vec<u8>,
}

/// A start, a goal and the board between them.
pub struct Instance {
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

impl Instance {
    /// Returns the instance of `space`, a board with one empty cell of which `net` are the sites
    /// and blocks, or `None` when it is not one for the tables: waypoints, a floating goal, a goal
    /// that asks for some tiles of a colour but not for all, passes, or a board that is not one
    /// rich block.
    pub fn new<K: Key>(net: &Net, space: &Space<K>) -> Option<Self> {
        let sites = net.graph.sites();
        let [block] = net.blocks.all.as_slice() else { return None };
        if block.shape != Shape::Rich || block.sites.len() < sites || sites > MAX_SITES {
            return None;
        }
        if space.has_passes() || !space.waypoints.is_empty() {
            return None;
        }
        let [wanted] = space.goal.placements.as_slice() else { return None };
        let graph: Graph = net.graph.renumbered();
        let unit = |(group, goals): &(usize, Vec<u16>)| {
            let tiles: Vec<u8> = space.groups[*group].slots().map(|slot| slot as u8).collect();
            let goals: Vec<u8> = goals.iter().map(|&site| site as u8).collect();
            (tiles.len() == goals.len()).then_some(Unit { tiles, goals })
        };
        let units: Vec<Unit> = wanted.iter().map(unit).collect::<Option<_>>()?;
        if units.is_empty() {
            return None;
        }
        let mut tiles = vec![NONE; sites];
        for slot in 0..space.tile_count() {
            tiles[usize::from(space.site(&space.start, slot))] = slot as u8;
        }
        let empty = tiles.iter().position(|&tile| tile == NONE)? as u8;
        let is_asked = |site: &u8| units.iter().any(|unit| unit.goals.contains(site));
        let free_goals = (0..sites as u8).filter(|site| !is_asked(site)).collect();
        let symmetries = symmetries(&graph, space);
        let tile_count = space.tile_count();
        Some(Self { graph, symmetries, tiles, empty, units, free_goals, tile_count })
    }

    /// Says whether the position given by the tile on each site is a goal.
    pub fn is_goal(&self, tiles: &[u8]) -> bool {
        self.units.iter().all(|unit| {
            unit.goals.iter().all(|&site| unit.tiles.contains(&tiles[usize::from(site)]))
        })
    }
}
