//! Which tile is to go where: equal tiles share the cells of their colour, and those of which
//! nothing is asked the rest. Parity says whether that can be.
//!
//! The argument is that of `puzzle/advice/parity`: whether "permutation even" agrees with "gap on white"
//! never changes. Where two tiles may change places at the goal (equal ones, or two that it does
//! not ask for) it can be reached either way. One tile that it does not ask for may change places
//! with the gap: that helps if their sites have one shade.
//!
//! References: Johnson, Story, *Notes on the "15" Puzzle*, 1879; Wilson, *Graph Puzzles, Homotopy,
//! and the Alternating Group*, 1974.

use std::sync::Arc;

use super::board::{Graph, NONE};
use crate::puzzle::cycles;
use crate::search::base::key::Key;
use crate::search::base::space::{Space, Wanted};

/// A start, a goal and the board between them.
pub struct Task {
    pub graph: Graph,
    /// For each two sites the edges between them.
    pub apart: Arc<Vec<Vec<u16>>>,
    /// The tile on each site at the start, by its slot in a state, [`NONE`] where the gap is.
    pub start: Vec<u16>,
    /// The same at the goal.
    pub goal: Vec<u16>,
    /// Parity forbids every solution.
    pub is_forbidden: bool,
}

impl Task {
    /// Returns the task of `space`; `None` when it has more or less than one empty cell, waypoints,
    /// a floating goal, passes, tiles that change, or cells that no way leads to.
    pub fn new<K: Key>(space: &Space<K>) -> Option<Self> {
        if space.empty_count() != 1 || !space.waypoints.is_empty() {
            return None;
        }
        if space.has_passes() || space.changing().is_some() {
            return None;
        }
        let [wanted] = space.goal.placements.as_slice() else { return None };
        let graph = Graph::new(space);
        let mut start = vec![NONE; graph.sites()];
        let mut group_of = vec![NONE; space.tile_count()];
        for (number, group) in (0..).zip(&space.groups) {
            for slot in group.slots() {
                start[usize::from(space.site(&space.start, slot))] = slot as u16;
                group_of[slot] = number;
            }
        }
        let apart: Vec<Vec<u16>> =
            graph.all().map(|site| graph.distances(site, |_| true)).collect();
        if apart[0].contains(&NONE) {
            return None;
        }
        let goal = assigned(space, wanted, &start, &apart);
        let mut task = Self { graph, apart: Arc::new(apart), start, goal, is_forbidden: false };
        task.is_forbidden = !task.agrees() && !task.swap(wanted, &group_of);
        Some(task)
    }

    /// Says whether start and goal have one parity.
    fn agrees(&self) -> bool {
        let piece_goal =
            |tile: &u16| self.goal.iter().position(|other| other == tile).expect("the same pieces");
        let image: Vec<usize> = self.start.iter().map(piece_goal).collect();
        // A permutation of so many cycles is so many swaps away from rest.
        let swaps = image.len() - cycles(&image);
        let gap = self.start.iter().position(|&tile| tile == NONE).expect("a gap");
        swaps % 2 == usize::from(self.apart[gap][image[gap]]) % 2
    }

    /// Lets the two nearest pieces that may do so change places at the goal, which turns the
    /// parity. Returns whether there are any.
    fn swap(&mut self, wanted: &Wanted, group_of: &[u16]) -> bool {
        let apart = Arc::clone(&self.apart);
        let is_asked = |site: usize| wanted.iter().any(|(_, sites)| sites.contains(&(site as u16)));
        let group = |site: usize| group_of.get(usize::from(self.goal[site]));
        let may = |one: usize, other: usize| match (group(one), group(other)) {
            (Some(one_group), Some(other_group)) => {
                one_group == other_group || !is_asked(one) && !is_asked(other)
            }
            // The gap with a tile that is not asked for.
            _ => !is_asked(one) && !is_asked(other) && apart[one][other].is_multiple_of(2),
        };
        let sites = self.goal.len();
        let pairs = (0..sites).flat_map(|one| (0..one).map(move |other| (one, other)));
        let nearest = pairs
            .filter(|&(one, other)| may(one, other))
            .min_by_key(|&(one, other)| apart[one][other]);
        if let Some((one, other)) = nearest {
            self.goal.swap(one, other);
        }
        nearest.is_some()
    }
}

/// Returns the tile for each site at the goal, those at rest and the nearest first.
fn assigned<K: Key>(
    space: &Space<K>,
    wanted: &Wanted,
    start: &[u16],
    apart: &[Vec<u16>],
) -> Vec<u16> {
    let mut goal = vec![NONE; start.len()];
    let mut left: Vec<u16> = (0..space.tile_count() as u16).collect();
    let mut free: Vec<u16> = (0..start.len() as u16).collect();
    let mut assign = |tiles: &[u16], sites: &[u16]| {
        let from = |tile: u16| {
            let site = start.iter().position(|&other| other == tile).expect("it is somewhere");
            &apart[site]
        };
        let mut pairs: Vec<(u16, u16, u16)> = Vec::new();
        for &tile in tiles {
            pairs.extend(sites.iter().map(|&site| (from(tile)[usize::from(site)], tile, site)));
        }
        pairs.sort_unstable();
        for (_, tile, site) in pairs {
            let is_open = left.contains(&tile) && free.contains(&site);
            if is_open {
                goal[usize::from(site)] = tile;
                left.retain(|&other| other != tile);
                free.retain(|&other| other != site);
            }
        }
        (left.clone(), free.clone())
    };
    let mut rest = assign(&[], &[]);
    for (group, sites) in wanted {
        let tiles: Vec<u16> = space.groups[*group].slots().map(|slot| slot as u16).collect();
        rest = assign(&tiles, sites);
    }
    assign(&rest.0, &rest.1);
    goal
}
