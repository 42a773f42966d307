//! The state space of a puzzle, compiled once: free cells numbered, tiles grouped
//! by colour, positions packed. Every method works on this.
//!
//! A **site** is the number of a free cell, from 0, row by row. A **state** is the
//! sites of all tiles, those of one colour in rising order, and the stage: how many
//! waypoints have been passed. States are packed into keys ([`super::key`]).

mod changing;
mod predecessors;
mod successors;
#[cfg(test)]
mod tests;

use std::ops::Range;

use super::key::{FieldAt, Key, bits_and_bytes, field_at};
use crate::puzzle::{Cell, Colour, Demand, Goal, Grid, Move, Occupancy, Position, Puzzle, Reach};

pub(in crate::search) use changing::{Change, Changing, Placed};
pub(in crate::search) use successors::{Push, Scratch};
use successors::{TABLE_WIDTH, table_index};

/// No site: a wall.
pub(in crate::search) const NO_SITE: u16 = u16::MAX;

/// The tiles of one colour: slots `first` to `first + len` of a state.
#[derive(Clone, Debug)]
pub(in crate::search) struct Group {
    pub colour: Colour,
    pub first: usize,
    pub len: usize,
    /// Which slides of the board end its own.
    pub class: usize,
}

impl Group {
    /// Returns the slots.
    pub fn slots(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.len
    }
}

/// What one placement of a goal asks for: for each group (by its index) the sites,
/// in rising order. Groups of which nothing is asked are left out.
pub(in crate::search) type Wanted = Vec<(usize, Vec<u16>)>;

/// A goal on sites.
#[derive(Clone, Debug)]
pub(in crate::search) struct SiteGoal {
    pub placements: Vec<Wanted>,
    /// For each site, the placement that asks for its first tile just there.
    by_first_site: Vec<Option<u32>>,
}

/// A puzzle compiled for searching.
pub(in crate::search) struct Space<K> {
    pub cells: Vec<Cell>,
    pub sites: Grid<u16>,
    /// The same in rows of equal length, for the tight loops.
    site_table: Vec<u16>,
    pub empty: Occupancy,
    /// By class and site: where the board ends slides, whatever the tiles do.
    reach: Vec<Reach>,
    /// By site: the colour that may enter, if it is a pass.
    passes: Vec<Option<Colour>>,
    /// Slides end at walls and edges alone: what is occupied says where.
    is_plain: bool,
    pub groups: Vec<Group>,
    pub goal: SiteGoal,
    pub waypoints: Vec<SiteGoal>,
    /// The state after the opening.
    pub start: K,
    /// Moves of the opening: every solution begins with them.
    pub opening: Vec<Move>,
    /// What changes, if tiles do: then groups have the slots of the start, of other states
    /// those that [`Space::slots`] says.
    changing: Option<Box<Changing>>,
    /// For each slot its group, for the tight loops.
    group_of_slot: Vec<u16>,
    /// Where each slot lies in a key; the stage last, if there are waypoints.
    fields: Vec<FieldAt>,
    mask: u64,
}

/// Returns the bits and the number of the fields that a key of `puzzle` needs.
pub(in crate::search) fn fields_needed(puzzle: &Puzzle) -> (u32, usize) {
    let sites = puzzle.board().free_cells().count();
    let tiles = puzzle.start().tiles().count();
    let stages = puzzle.waypoints().len();
    let mut largest = sites.saturating_sub(1).max(stages).max(1);
    let mut fields = tiles + usize::from(stages > 0);
    if puzzle.has_changing_tiles() {
        let (more, value) = changing::fields_needed(puzzle);
        largest = largest.max(value);
        fields += more;
    }
    (usize::BITS - largest.leading_zeros(), fields)
}

impl<K: Key> Space<K> {
    /// Compiles `puzzle`. `K` must hold what [`fields_needed`] says.
    pub fn new(puzzle: &Puzzle) -> Self {
        let (bits, field_count) = fields_needed(puzzle);
        let cells: Vec<Cell> = puzzle.board().free_cells().collect();
        let mut sites = Grid::new(puzzle.size(), NO_SITE);
        for (site, &cell) in cells.iter().enumerate() {
            sites[cell] = site as u16;
        }
        let mut site_table = vec![NO_SITE; TABLE_WIDTH * TABLE_WIDTH];
        for (cell, &site) in sites.iter() {
            site_table[table_index(cell)] = site;
        }
        let board = puzzle.board();
        let groups = groups_of(puzzle);
        let reach = |class| cells.iter().map(move |&cell| board.reach(class, cell));
        let reach = (0..=board.freest_class()).flat_map(reach).collect();
        let group_of_slot =
            groups.iter().enumerate().flat_map(|(nth, group)| vec![nth as u16; group.len]);
        let tiles = puzzle.start().tiles().count();
        let first_field = tiles + usize::from(!puzzle.waypoints().is_empty());
        let changing = puzzle
            .has_changing_tiles()
            .then(|| Box::new(Changing::new(puzzle, &groups, &sites, first_field)));
        let site_goal = |goal: &Goal| SiteGoal::new(goal, &sites, &groups);
        let mut space = Self {
            goal: site_goal(puzzle.goal()),
            waypoints: puzzle.waypoints().iter().map(site_goal).collect(),
            group_of_slot: group_of_slot.collect(),
            empty: board.occupancy().clone(),
            reach,
            passes: cells.iter().map(|&cell| board.terrain().pass(cell)).collect(),
            is_plain: board.terrain().is_plain(),
            changing,
            start: K::ZERO,
            opening: puzzle.opening().to_vec(),
            fields: (0..field_count).map(|nth| field_at::<K>(bits, nth)).collect(),
            mask: (1 << bits) - 1,
            cells,
            sites,
            site_table,
            groups,
        };
        space.start = space.state_after_opening(puzzle);
        space
    }

    fn state_after_opening(&self, puzzle: &Puzzle) -> K {
        let positions = puzzle.replay(puzzle.opening()).expect("a puzzle's opening is legal");
        let passed = |stage, position: &Position| puzzle.waypoints_passed(stage, position);
        let stage = positions.iter().fold(0, passed);
        self.key_of(positions.last().expect("the start at least"), stage)
    }

    /// Returns the key of `position` with `stage` waypoints passed.
    pub fn key_of(&self, position: &Position, stage: usize) -> K {
        if let Some(changing) = self.changing() {
            return self.key_of_changing(changing, position, stage);
        }
        let mut key = K::ZERO;
        let mut next: Vec<usize> = self.groups.iter().map(|group| group.first).collect();
        for (cell, colour) in position.tiles() {
            // Groups are in the order of their colours.
            let group = self.groups.binary_search_by_key(&colour, |group| group.colour);
            if let Ok(group) = group {
                key.set(self.fields[next[group]], self.mask, self.sites[cell]);
                next[group] += 1;
            }
        }
        if !self.waypoints.is_empty() {
            key.set(self.fields[self.tile_count()], self.mask, stage as u16);
        }
        key
    }

    /// Returns the key of the tiles on `sites`, by slot, none of the waypoints passed.
    pub fn key_of_sites(&self, sites: &[u16]) -> K {
        let mut key = K::ZERO;
        for (&field, &site) in self.fields.iter().zip(sites) {
            key.set(field, self.mask, site);
        }
        key
    }

    /// Returns the position of `key`.
    pub fn position_of(&self, key: &K) -> Position {
        if self.changing.is_some() {
            return self.changed_position(key);
        }
        let tiles = self.groups.iter().flat_map(|group| {
            group
                .slots()
                .map(move |slot| (self.cells[usize::from(self.site(key, slot))], group.colour))
        });
        Position::from_tiles(self.sites.size(), tiles)
    }

    /// Returns what changes, if tiles do in play.
    pub fn changing(&self) -> Option<&Changing> {
        self.changing.as_deref()
    }

    /// Returns the moves of a solution, the opening included, by the positions along it after the
    /// opening.
    pub fn moves_of(&self, positions: &[Position]) -> u32 {
        (self.opening.len() + positions.len() - 1) as u32
    }

    /// Returns the number of tiles.
    pub fn tile_count(&self) -> usize {
        self.group_of_slot.len()
    }

    /// Returns what [`bits_and_bytes`] says of its keys.
    pub fn bits_and_bytes(&self) -> (u32, usize) {
        bits_and_bytes::<K>(self.mask.count_ones(), self.fields.len())
    }

    /// Returns the number of cells without a wall or a tile.
    pub fn empty_count(&self) -> usize {
        self.cells.len() - self.tile_count()
    }

    /// Returns the number of classes that tiles are of: see [`crate::puzzle::Board::class`].
    pub fn classes(&self) -> usize {
        self.freest_class().max(1)
    }

    /// Returns the class whose slides go at least as far as those of any colour: see
    /// [`crate::puzzle::Board::freest_class`].
    pub fn freest_class(&self) -> usize {
        (self.reach.len() / self.cells.len().max(1)).saturating_sub(1)
    }

    /// Says whether some cells may be entered by one colour alone.
    pub fn has_passes(&self) -> bool {
        self.freest_class() > 0
    }

    /// Says whether tiles of a group may stand on `site`.
    pub fn may_hold(&self, group: usize, site: u16) -> bool {
        let pass = self.passes[usize::from(site)];
        pass.is_none_or(|own| own == self.groups[group].colour)
    }

    /// Returns how far a tile of a class slides from `site` on the board without other tiles,
    /// in cells, in the order of [`Direction::ALL`].
    #[inline]
    pub fn reach(&self, class: usize, site: usize) -> Reach {
        self.reach[class * self.cells.len() + site]
    }

    /// Returns the sites that a tile of a class may slide to from `site`, nearest first, in
    /// the direction that is `nth` of [`Direction::ALL`].
    pub fn ray(&self, class: usize, site: usize, nth: usize) -> impl Iterator<Item = u16> + '_ {
        let cell = self.cells[site];
        (1..=self.reach(class, site)[nth]).map(move |steps| self.site_after(cell, nth, steps))
    }

    /// Returns the slots of a group at `key`.
    pub fn slots(&self, key: &K, group: usize) -> Range<usize> {
        match self.changing() {
            None => self.groups[group].slots(),
            Some(changing) => self.changing_slots(changing, key, group),
        }
    }

    /// Returns the group of `slot` at the start.
    pub fn group_of(&self, slot: usize) -> usize {
        usize::from(self.group_of_slot[slot])
    }

    /// Returns the site of the tile in `slot`.
    #[inline]
    pub fn site(&self, key: &K, slot: usize) -> u16 {
        key.get(self.fields[slot], self.mask)
    }

    /// Returns how many waypoints have been passed.
    pub fn stage(&self, key: &K) -> usize {
        if self.waypoints.is_empty() {
            return 0;
        }
        usize::from(key.get(self.fields[self.tile_count()], self.mask))
    }

    /// Returns `key` with `stage` waypoints passed.
    pub fn with_stage(&self, key: &K, stage: usize) -> K {
        let mut key = *key;
        if !self.waypoints.is_empty() {
            key.set(self.fields[self.tile_count()], self.mask, stage as u16);
        }
        key
    }

    /// Says whether all waypoints have been passed and the goal is reached.
    pub fn is_goal(&self, key: &K) -> bool {
        self.stage(key) == self.waypoints.len()
            && self.changing().is_none_or(|changing| self.is_spent(changing, key))
            && self.fulfils(key, &self.goal)
    }

    fn fulfils(&self, key: &K, goal: &SiteGoal) -> bool {
        let Some((first_group, _)) = goal.placements[0].first() else {
            return true;
        };
        // A floating goal stands where a tile of its first group is its first tile.
        self.slots(key, *first_group).any(|slot| {
            let placement = goal.by_first_site[usize::from(self.site(key, slot))];
            placement.is_some_and(|nth| self.holds(key, &goal.placements[nth as usize]))
        })
    }

    fn holds(&self, key: &K, wanted: &Wanted) -> bool {
        wanted.iter().all(|(group, sites)| {
            let mut slots = self.slots(key, *group);
            // Both run in rising order.
            sites.iter().all(|&site| slots.any(|slot| self.site(key, slot) == site))
        })
    }

    /// Returns the moves of a path of states, the opening before them. Each state
    /// must be a successor of the one before.
    pub fn moves_along(&self, path: &[K]) -> Vec<Move> {
        let mut scratch = Scratch::new(self);
        let mut moves = self.opening.clone();
        for step in path.windows(2) {
            let push = self.push_between(&step[0], &step[1], &mut scratch);
            moves.push(Move::new(self.cells[usize::from(push.from)], push.direction));
        }
        moves
    }

    /// Returns the push that leads from a state to one of its successors.
    pub fn push_between(&self, key: &K, next: &K, scratch: &mut Scratch) -> Push {
        let mut found = None;
        self.for_each_successor(key, scratch, |push, after| {
            if after == *next {
                found = Some(push);
            }
        });
        found.expect("neighbours on a path are one move apart")
    }
}

/// Returns the tiles of the start by colour. Where tiles change there are groups without tiles at
/// the start, for colours that are asked for.
fn groups_of(puzzle: &Puzzle) -> Vec<Group> {
    let mut colours: Vec<Colour> = puzzle.start().tiles().map(|(_, colour)| colour).collect();
    colours.sort_unstable();
    let mut groups: Vec<Group> = Vec::new();
    for (slot, colour) in colours.into_iter().enumerate() {
        match groups.last_mut() {
            Some(group) if group.colour == colour => group.len += 1,
            _ => {
                let class = puzzle.board().class(colour);
                groups.push(Group { colour, first: slot, len: 1, class });
            }
        }
    }
    if puzzle.has_changing_tiles() {
        let goals = puzzle.waypoints().iter().chain([puzzle.goal()]);
        for &(_, colour) in goals.flat_map(|goal| &goal.placements()[0]) {
            let at = groups.partition_point(|group| group.colour < colour);
            if groups.get(at).is_none_or(|group| group.colour != colour) {
                let first = groups.get(at).map_or(0, |group| group.first);
                let class = puzzle.board().class(colour);
                groups.insert(at, Group { colour, first, len: 0, class });
            }
        }
    }
    groups
}

impl SiteGoal {
    fn new(goal: &Goal, sites: &Grid<u16>, groups: &[Group]) -> Self {
        let wanted = |demand: &Demand| -> Wanted {
            let sites_of = |group: &Group| -> Vec<u16> {
                let cells = demand.iter().filter(|(_, colour)| *colour == group.colour);
                cells.map(|&(cell, _)| sites[cell]).collect()
            };
            let groups = groups.iter().map(sites_of).enumerate();
            groups.filter(|(_, sites)| !sites.is_empty()).collect()
        };
        let placements: Vec<Wanted> = goal.placements().iter().map(wanted).collect();
        let mut by_first_site = vec![None; sites.size().area()];
        for (nth, placement) in placements.iter().enumerate() {
            if let Some((_, sites)) = placement.first() {
                by_first_site[usize::from(sites[0])] = Some(nth as u32);
            }
        }
        Self { placements, by_first_site }
    }
}
