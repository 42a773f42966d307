//! What the improver knows of a puzzle: states as rows of sites, their slides, and hashes of 64 bits
//! in place of exact keys. Nothing here depends on the width of a key, and nothing is proved by it.

use std::ops::Range;

use super::conflicts::Conflicts;
use crate::puzzle::random::Random;
use crate::puzzle::{Cell, Occupancy};
use crate::search::base::heuristic::distance::Distances;
use crate::search::base::heuristic::rays::Rays;
use crate::search::base::key::Key;
use crate::search::base::space::{NO_SITE, Space, Wanted};
use crate::search::engine::states::bucket::Way;

/// A slide of one tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    pub from: u16,
    pub to: u16,
}

impl Push {
    /// Returns the way back.
    pub const fn reversed(self) -> Self {
        Self { from: self.to, to: self.from }
    }
}

/// So many cells of runs take the time of a state when stop costs are computed: next to nothing on
/// the boards of Atomix, thousands of states where 60 tiles stand on 32 by 32 cells.
pub const RUNS_PER_STATE: u64 = 320;

/// The board. A state lists the site of each tile, the tiles of one colour next to each other and
/// in any order.
pub struct Board {
    cells: Vec<Cell>,
    walls: Occupancy,
    pub rays: Rays,
    pub distances: Distances,
    /// By colour, its slots.
    pub groups: Vec<Range<usize>>,
    /// By slot.
    group_of: Vec<u16>,
    pub start: Vec<u16>,
    /// By placement of the goal and by slot: the site that is asked for, or [`NO_SITE`] where a tile
    /// is to spare.
    pub goals: Vec<Vec<u16>>,
    /// All goal states; empty if they are too many.
    pub ends: Vec<Vec<u16>>,
    /// By class of colours, site and direction: the next site, or [`NO_SITE`] where the board
    /// ends slides.
    pub beyond: Vec<Vec<[u16; 4]>>,
    /// By colour and site: what a tile there adds to the hash.
    tags: Vec<u64>,
    /// What tiles lose by each other on their ways to the start and then to each placement of the
    /// goal, as far as it has been tabulated.
    pub conflicts: Vec<Option<Conflicts>>,
}

impl Board {
    /// Takes a puzzle, those placements of its goal that can be reached, and all its goal states
    /// unless they are too many.
    pub fn new<K: Key>(
        space: &Space<K>,
        distances: Distances,
        placements: &[Wanted],
        ends: Option<&[K]>,
    ) -> Self {
        let (sites, tiles) = (space.cells.len(), space.tile_count());
        let goal = |wanted: &Wanted| {
            let mut goal = vec![NO_SITE; tiles];
            for (group, wanted) in wanted {
                let first = space.groups[*group].first;
                goal[first..first + wanted.len()].copy_from_slice(wanted);
            }
            goal
        };
        let rays = Rays::new(space);
        let beyond = |class: usize| {
            let first = |ray: &[u16]| ray.first().copied().unwrap_or(NO_SITE);
            (0..sites).map(|site| rays.from(class, site).map(first)).collect()
        };
        let mut random = Random::new(0);
        Self {
            cells: space.cells.clone(),
            walls: space.empty.clone(),
            distances,
            groups: space.groups.iter().map(|group| group.slots()).collect(),
            group_of: (0..tiles).map(|slot| space.group_of(slot) as u16).collect(),
            start: sites_of(space, &space.start),
            goals: placements.iter().map(goal).collect(),
            ends: ends.unwrap_or(&[]).iter().map(|key| sites_of(space, key)).collect(),
            beyond: (0..rays.classes()).map(beyond).collect(),
            rays,
            conflicts: (0..=placements.len()).map(|_| None).collect(),
            tags: (0..space.groups.len() * sites).map(|_| random.next()).collect(),
        }
    }

    /// Returns the ends of the tiles by slot: those of the table of conflicts of this number.
    pub fn ends_of(&self, table: usize) -> &[u16] {
        table.checked_sub(1).map_or(&self.start, |placement| &self.goals[placement])
    }

    pub const fn sites(&self) -> usize {
        self.cells.len()
    }

    pub const fn tiles(&self) -> usize {
        self.start.len()
    }

    /// Returns the colour of a slot.
    #[inline]
    pub fn group_of(&self, slot: usize) -> usize {
        usize::from(self.group_of[slot])
    }

    /// Returns the class of a slot: which slides of the board end its own.
    #[inline]
    pub fn class(&self, slot: usize) -> usize {
        self.rays.class(self.group_of(slot))
    }

    /// Returns what a tile of `slot` on `site` adds to the hash of a state.
    #[inline]
    pub fn tag(&self, slot: usize, site: u16) -> u64 {
        self.tags[self.group_of(slot) * self.cells.len() + usize::from(site)]
    }

    /// Returns the hash of a state.
    pub fn hash(&self, state: &[u16]) -> u64 {
        state.iter().enumerate().fold(0, |hash, (slot, &site)| hash ^ self.tag(slot, site))
    }

    /// Returns what is in the way of tiles on a board without tiles.
    pub fn no_tiles(&self) -> Occupancy {
        self.walls.clone()
    }

    /// Puts the tiles of a state on the board.
    pub fn put(&self, occupancy: &mut Occupancy, state: &[u16]) {
        state.iter().for_each(|&site| occupancy.set(self.cells[usize::from(site)]));
    }

    /// Takes them off.
    pub fn take(&self, occupancy: &mut Occupancy, state: &[u16]) {
        state.iter().for_each(|&site| occupancy.clear(self.cells[usize::from(site)]));
    }

    /// Calls `visit` with each site to which the tile of `slot` on `from` may slide, or, backward,
    /// from which it may have come.
    #[inline]
    pub fn for_each_slide(
        &self,
        occupancy: &Occupancy,
        way: Way,
        slot: usize,
        from: u16,
        mut visit: impl FnMut(u16),
    ) {
        let runs = self.runs(occupancy, slot, from);
        for (nth, run) in runs.into_iter().enumerate() {
            match way {
                Way::Forward => run.last().into_iter().for_each(|&to| visit(to)),
                // It stands where something stops it: its run onwards is empty.
                Way::Backward if runs[nth ^ 1].is_empty() => run.iter().for_each(|&to| visit(to)),
                Way::Backward => {}
            }
        }
    }

    /// Returns the sites along which the tile of `slot` on `from` slides, nearest first. They end
    /// before another tile, or where the board ends the ray.
    #[inline]
    fn runs(&self, occupancy: &Occupancy, slot: usize, from: u16) -> [&[u16]; 4] {
        let runs = occupancy.runs(self.cells[usize::from(from)]);
        let rays = self.rays.from(self.class(slot), usize::from(from));
        std::array::from_fn(|nth| &rays[nth][..usize::from(runs[nth]).min(rays[nth].len())])
    }

    /// Returns the direction of a push.
    fn direction(&self, push: Push) -> usize {
        let [from, to] = [push.from, push.to].map(|site| self.cells[usize::from(site)]);
        let all = [to.y < from.y, to.y > from.y, to.x < from.x, to.x > from.x];
        all.into_iter().position(|is_it| is_it).expect("a push leads elsewhere")
    }

    /// Says whether a push of the tile of `slot` is legal.
    pub fn allows(&self, occupancy: &Occupancy, slot: usize, push: Push) -> bool {
        let run = self.runs(occupancy, slot, push.from)[self.direction(push)];
        run.last() == Some(&push.to)
    }

    /// Says whether a state fulfils a placement of the goal.
    pub fn fulfils(&self, state: &[u16], placement: usize) -> bool {
        let is_there = |(slot, &site): (usize, &u16)| {
            site == NO_SITE || state[self.groups[self.group_of(slot)].clone()].contains(&site)
        };
        self.goals[placement].iter().enumerate().all(is_there)
    }

    /// Returns the placement of the goal that a state fulfils.
    pub fn placement_of(&self, state: &[u16]) -> Option<usize> {
        (0..self.goals.len()).find(|&nth| self.fulfils(state, nth))
    }

    /// Says whether pushes are legal and end in the goal.
    pub fn solves(&self, pushes: &[Push]) -> bool {
        let (mut state, mut occupancy) = (self.start.clone(), self.no_tiles());
        for &push in pushes {
            self.put(&mut occupancy, &state);
            let slot = state.iter().position(|&site| site == push.from);
            let is_legal = slot.is_some_and(|slot| self.allows(&occupancy, slot, push));
            self.take(&mut occupancy, &state);
            if !is_legal {
                return false;
            }
            apply(&mut state, push);
        }
        self.placement_of(&state).is_some()
    }

    /// Returns the states along a solution as keys.
    pub fn keys<K: Key>(&self, space: &Space<K>, pushes: &[Push]) -> Vec<K> {
        let mut state = self.start.clone();
        let mut keys = vec![self.key(space, &state)];
        for &push in pushes {
            apply(&mut state, push);
            keys.push(self.key(space, &state));
        }
        keys
    }

    /// Returns the key of a state.
    pub fn key<K: Key>(&self, space: &Space<K>, state: &[u16]) -> K {
        let mut sorted = state.to_vec();
        self.groups.iter().for_each(|slots| sorted[slots.clone()].sort_unstable());
        space.key_of_sites(&sorted)
    }
}

/// Returns the pushes along a way of keys.
pub fn pushes_along<K: Key>(space: &Space<K>, keys: &[K]) -> Vec<Push> {
    let states: Vec<Vec<u16>> = keys.iter().map(|key| sites_of(space, key)).collect();
    let only_in =
        |one: &[u16], other: &[u16]| one.iter().copied().find(|site| !other.contains(site));
    let push = |pair: &[Vec<u16>]| {
        let (from, to) = (only_in(&pair[0], &pair[1]), only_in(&pair[1], &pair[0]));
        Push { from: from.expect("a tile moved"), to: to.expect("a tile moved") }
    };
    states.windows(2).map(push).collect()
}

fn sites_of<K: Key>(space: &Space<K>, key: &K) -> Vec<u16> {
    (0..space.tile_count()).map(|slot| space.site(key, slot)).collect()
}

/// Moves a tile in a state. Returns its slot.
pub fn apply(state: &mut [u16], push: Push) -> usize {
    let slot = state.iter().position(|&site| site == push.from).expect("a tile stands there");
    state[slot] = push.to;
    slot
}
