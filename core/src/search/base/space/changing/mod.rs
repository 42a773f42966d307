//! States of puzzles whose tiles change: chameleons, which take colours, and numbered tiles, which
//! count their pushes.
//!
//! The **face** of a tile is the group that it belongs to now. Tiles stand in the order of their
//! faces, those of one face in the order of their sites. How many there are of each face follows
//! from the faces of the chameleons of the start, so a key needs no more than these:
//!
//! ```text
//!   fields   sites | stage, if there are waypoints | faces of chameleons, rising | pushes left
//! ```
//!
//! Pushes are left to numbered tiles, in the order in which these stand. A **change** is a push
//! with all that it changes, made ([`forward`]) or taken back ([`backward`]).

mod backward;
mod casts;
mod forward;
#[cfg(test)]
mod tests;

use std::ops::Range;

use super::{Group, Key, NO_SITE, Scratch, Space};
use crate::puzzle::{Direction, Grid, Position, Puzzle, TileKind};

/// Fields of a key beside those of sites and stage, and their largest value.
pub(super) fn fields_needed(puzzle: &Puzzle) -> (usize, usize) {
    let start = puzzle.start();
    let kinds = start.tiles().map(|(_, colour)| puzzle.kinds().of(colour));
    let count = kinds.filter(|kind| *kind != TileKind::Plain).count();
    let pushes = start.tiles().map(|(cell, _)| usize::from(start.left(cell)));
    let goals = puzzle.waypoints().iter().chain([puzzle.goal()]);
    let asked = goals.flat_map(|goal| &goal.placements()[0]).copied();
    let groups = start.tiles().chain(asked).map(|(_, colour)| colour.index());
    (count, pushes.chain(groups).max().unwrap_or(0))
}

/// What changes in a puzzle, and how.
pub struct Changing {
    /// By group.
    kinds: Vec<TileKind>,
    /// By group: the tiles that always are of it, the sum of those before it, and its chameleons at
    /// the start.
    fixed: Vec<usize>,
    fixed_before: Vec<usize>,
    chameleons_of: Vec<usize>,
    /// Chameleons and numbered tiles at the start.
    chameleons: usize,
    numbered: usize,
    /// The first field of the faces of chameleons.
    first_field: usize,
    /// By site: the sites that share a side with it on which no thin wall is, in the order of
    /// [`Direction::ALL`].
    around: Vec<[u16; 4]>,
}

impl Changing {
    /// `first_field` is that behind sites and stage.
    pub fn new(puzzle: &Puzzle, groups: &[Group], sites: &Grid<u16>, first_field: usize) -> Self {
        let kinds: Vec<TileKind> =
            groups.iter().map(|group| puzzle.kinds().of(group.colour)).collect();
        let lens = |wanted: &dyn Fn(TileKind) -> bool| -> Vec<usize> {
            let all = groups.iter().zip(&kinds);
            all.map(|(group, &kind)| if wanted(kind) { group.len } else { 0 }).collect()
        };
        let fixed = lens(&|kind| kind != TileKind::Chameleon);
        let chameleons_of = lens(&|kind| kind == TileKind::Chameleon);
        let numbered: usize = lens(&|kind| matches!(kind, TileKind::Numbered(_))).iter().sum();
        let terrain = puzzle.board().terrain();
        let cells = sites.iter().filter(|&(_, &site)| site != NO_SITE);
        let around = cells.map(|(cell, _)| {
            Direction::ALL.map(|direction| {
                let near = sites.size().neighbour(cell, direction);
                let near = near.filter(|_| !terrain.has_thin_wall(cell, direction));
                near.map_or(NO_SITE, |near| sites[near])
            })
        });
        Self {
            fixed_before: (0..fixed.len()).map(|nth| fixed[..nth].iter().sum()).collect(),
            chameleons: chameleons_of.iter().sum(),
            around: around.collect(),
            kinds,
            fixed,
            chameleons_of,
            numbered,
            first_field,
        }
    }

    /// Says what the tiles of a group are.
    pub fn kind(&self, group: usize) -> TileKind {
        self.kinds[group]
    }
}

/// What is unpacked of a state beside its sites.
#[derive(Default)]
pub struct Faces {
    /// By slot.
    of: Vec<u8>,
    /// By slot: the pushes left to a numbered tile.
    left: Vec<u8>,
    /// By slot: the place of a numbered tile among these.
    number: Vec<u8>,
    /// By group: its first slot; one more at the end.
    firsts: Vec<u8>,
    /// By site: the slot of the tile that stands there, from 1, or 0.
    pub(super) at: Vec<u8>,
    /// The sites beside chameleons that have taken no colour, as bits.
    beside_open: Vec<u64>,
    /// What [`Space::list_changes`] found, and the tiles to which it gives other faces.
    changes: Vec<Change>,
    painted: Vec<Painted>,
}

impl Faces {
    pub fn new(sites: usize) -> Self {
        Self { at: vec![0; sites], ..Self::default() }
    }

    /// Returns the group of the tile in `slot`.
    pub fn of(&self, slot: usize) -> usize {
        self.of[slot].into()
    }

    /// Returns the pushes left to the numbered tile in `slot`.
    pub fn left(&self, slot: usize) -> u8 {
        self.left[slot]
    }

    /// Returns the slots of a group.
    pub fn slots(&self, group: usize) -> Range<usize> {
        self.firsts[group].into()..self.firsts[group + 1].into()
    }

    /// Returns what [`Space::list_changes`] found.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    fn is_beside_open(&self, site: u16) -> bool {
        self.beside_open[usize::from(site) / 64] >> (site % 64) & 1 == 1
    }

    fn slot_at(&self, site: u16) -> Option<usize> {
        self.at.get(usize::from(site)).and_then(|&at| usize::from(at).checked_sub(1))
    }
}

/// A tile that gets another face.
#[derive(Clone, Copy)]
struct Painted {
    slot: u8,
    face: u8,
}

/// A push, made or taken back.
#[derive(Clone)]
pub struct Change {
    pub slot: usize,
    pub to: u16,
    /// The direction in which the tile goes, and how many cells.
    pub direction: usize,
    pub cells: u8,
    /// Pushes left afterwards, if the tile is numbered.
    pub left: u8,
    painted: Range<u32>,
}

impl Change {
    /// Says whether tiles get other faces.
    pub fn paints(&self) -> bool {
        !self.painted.is_empty()
    }
}

/// A tile for a key: its face, its site, the pushes left to it.
pub type Placed = (u8, u16, u8);

impl<K: Key> Space<K> {
    fn chameleon_face(&self, changing: &Changing, key: &K, nth: usize) -> usize {
        key.get(self.fields[changing.first_field + nth], self.mask).into()
    }

    fn left_field(changing: &Changing, number: usize) -> usize {
        changing.first_field + changing.chameleons + number
    }

    /// Returns the slots of `group` at `key`.
    pub(super) fn changing_slots(
        &self,
        changing: &Changing,
        key: &K,
        group: usize,
    ) -> Range<usize> {
        let (mut first, mut len) = (changing.fixed_before[group], changing.fixed[group]);
        for nth in 0..changing.chameleons {
            let face = self.chameleon_face(changing, key, nth);
            first += usize::from(face < group);
            len += usize::from(face == group);
        }
        first..first + len
    }

    /// Says whether no numbered tile must still be pushed.
    pub(super) fn is_spent(&self, changing: &Changing, key: &K) -> bool {
        let left = |number| key.get(self.fields[Self::left_field(changing, number)], self.mask);
        (0..changing.numbered).all(|number| left(number) == 0)
    }

    /// Unpacks what [`Space::load`] has not.
    pub(super) fn load_faces(&self, changing: &Changing, key: &K, scratch: &mut Scratch) {
        let Scratch { sites, faces, .. } = scratch;
        faces.of.clear();
        faces.left.clear();
        faces.number.clear();
        faces.firsts.clear();
        faces.beside_open.clear();
        faces.beside_open.resize(self.cells.len().div_ceil(64), 0);
        let (mut nth, mut number) = (0, 0);
        for (group, &kind) in changing.kinds.iter().enumerate() {
            faces.firsts.push(faces.of.len() as u8);
            let mut len = changing.fixed[group];
            while nth < changing.chameleons && self.chameleon_face(changing, key, nth) == group {
                (len, nth) = (len + 1, nth + 1);
            }
            let is_numbered = matches!(kind, TileKind::Numbered(_));
            if kind == TileKind::Chameleon {
                let slots = faces.of.len()..faces.of.len() + len;
                let near = sites[slots].iter().flat_map(|&site| changing.around[usize::from(site)]);
                for site in near.filter(|&site| site != NO_SITE) {
                    faces.beside_open[usize::from(site) / 64] |= 1 << (site % 64);
                }
            }
            for _ in 0..len {
                let mut left = 0;
                if is_numbered {
                    left = key.get(self.fields[Self::left_field(changing, number)], self.mask);
                }
                faces.of.push(group as u8);
                faces.left.push(left as u8);
                faces.number.push(number as u8);
                number += usize::from(is_numbered);
            }
        }
        faces.firsts.push(faces.of.len() as u8);
        for (slot, &site) in (1..).zip(&*sites) {
            faces.at[usize::from(site)] = slot;
        }
    }

    /// Packs tiles. They are put in order.
    pub fn key_of_placed(&self, changing: &Changing, tiles: &mut [Placed], stage: usize) -> K {
        tiles.sort_unstable();
        let mut key = K::ZERO;
        let (mut nth, mut number) = (0, 0);
        let mut set = |field: usize, value| key.set(self.fields[field], self.mask, value);
        let (mut group, mut of_group) = (0, 0);
        for (slot, &(face, site, left)) in tiles.iter().enumerate() {
            set(slot, site);
            if group != face {
                (group, of_group) = (face, 0);
            }
            of_group += 1;
            if matches!(changing.kinds[usize::from(face)], TileKind::Numbered(_)) {
                set(Self::left_field(changing, number), left.into());
                number += 1;
            } else if of_group > changing.fixed[usize::from(face)] && nth < changing.chameleons {
                set(changing.first_field + nth, face.into());
                nth += 1;
            }
        }
        self.with_stage(&key, stage)
    }

    /// Returns the key of a position whose tiles change.
    pub(super) fn key_of_changing(
        &self,
        changing: &Changing,
        position: &Position,
        stage: usize,
    ) -> K {
        let group = |colour| self.groups.binary_search_by_key(&colour, |group| group.colour).ok();
        let tiles = position.tiles().filter_map(|(cell, colour)| {
            Some((group(colour)? as u8, self.sites[cell], position.left(cell)))
        });
        let mut tiles: Vec<Placed> = tiles.take(self.tile_count()).collect();
        self.key_of_placed(changing, &mut tiles, stage)
    }

    /// Returns the position of a key of [`Space::key_of_changing`].
    pub(super) fn changed_position(&self, key: &K) -> Position {
        let mut scratch = Scratch::new(self);
        self.load(key, &mut scratch);
        let Scratch { sites, faces, .. } = &scratch;
        let cell = |slot: usize| self.cells[usize::from(sites[slot])];
        let tiles = (0..sites.len()).map(|slot| (cell(slot), self.groups[faces.of(slot)].colour));
        let mut position = Position::from_tiles(self.sites.size(), tiles);
        for slot in 0..sites.len() {
            position.set_left(cell(slot), faces.left[slot]);
        }
        position
    }

    /// Lists the pushes that the rules allow at the loaded state (`back`: those that may have led to
    /// it) in [`Faces::changes`].
    pub fn list_changes(&self, scratch: &mut Scratch, back: bool) {
        let changing = self.changing().expect("its tiles change");
        scratch.faces.changes.clear();
        scratch.faces.painted.clear();
        for slot in 0..self.tile_count() {
            if back {
                self.take_back(changing, scratch, slot);
            } else {
                self.push_tile(changing, scratch, slot);
            }
        }
    }

    /// Returns the state after `change`, which was listed at `key`, with the same stage.
    pub fn changed(&self, key: &K, scratch: &Scratch, change: &Change) -> K {
        let changing = self.changing().expect("its tiles change");
        let (sites, faces) = (&scratch.sites, &scratch.faces);
        let &Change { slot, to, left, .. } = change;
        if change.paints() {
            let mut tiles = self.tiles_after(scratch, change);
            return self.key_of_placed(changing, &mut tiles, self.stage(key));
        }
        let mut next = *key;
        let range = faces.slots(faces.of(slot));
        let is_numbered = matches!(changing.kinds[faces.of(slot)], TileKind::Numbered(_));
        let mut put = |at: usize, site, left: u8| {
            next.set(self.fields[at], self.mask, site);
            if is_numbered {
                let field = Self::left_field(changing, faces.number[at].into());
                next.set(self.fields[field], self.mask, left.into());
            }
        };
        let mut at = slot;
        while at > range.start && sites[at - 1] > to {
            put(at, sites[at - 1], faces.left[at - 1]);
            at -= 1;
        }
        while at + 1 < range.end && sites[at + 1] < to {
            put(at, sites[at + 1], faces.left[at + 1]);
            at += 1;
        }
        put(at, to, left);
        next
    }

    /// Returns the tiles after `change`, in no order.
    pub fn tiles_after(&self, scratch: &Scratch, change: &Change) -> Vec<Placed> {
        let faces = &scratch.faces;
        let tile = |slot: usize| (faces.of[slot], scratch.sites[slot], faces.left[slot]);
        let mut tiles: Vec<Placed> = (0..faces.of.len()).map(tile).collect();
        tiles[change.slot].1 = change.to;
        tiles[change.slot].2 = change.left;
        for &Painted { slot, face } in &faces.painted[change.painted_range()] {
            tiles[usize::from(slot)].0 = face;
        }
        tiles
    }

    /// Returns the slot of the moved tile after a change that paints nothing.
    pub fn slot_after_change(&self, scratch: &Scratch, change: &Change) -> usize {
        let range = scratch.faces.slots(scratch.faces.of(change.slot));
        let own = scratch.sites[change.slot];
        let below = scratch.sites[range.clone()].iter().filter(|&&site| site < change.to).count();
        range.start + below - usize::from(own < change.to)
    }

    /// Calls `visit` with each state that a push leads to at `key` (`back`: from which one leads to
    /// it, with the same stage) and the push.
    pub(super) fn for_each_change(
        &self,
        key: &K,
        scratch: &mut Scratch,
        back: bool,
        mut visit: impl FnMut(&Scratch, &Change, K),
    ) {
        self.load(key, scratch);
        self.list_changes(scratch, back);
        for change in &scratch.faces.changes {
            visit(scratch, change, self.changed(key, scratch, change));
        }
        self.unload(scratch);
    }

    /// Says whether a chameleon touches a coloured tile at `key`: no push ends so.
    pub fn is_unsettled(&self, key: &K) -> bool {
        let Some(changing) = self.changing() else { return false };
        let mut scratch = Scratch::new(self);
        self.load(key, &mut scratch);
        let faces = &scratch.faces;
        let kind = |slot: usize| changing.kinds[faces.of(slot)];
        let touches = |slot: usize| {
            let near = changing.around[usize::from(scratch.sites[slot])];
            near.iter().any(|&site| faces.slot_at(site).map(kind) == Some(TileKind::Plain))
        };
        (0..scratch.sites.len()).any(|slot| kind(slot) == TileKind::Chameleon && touches(slot))
    }
}

impl Change {
    fn painted_range(&self) -> Range<usize> {
        self.painted.start as usize..self.painted.end as usize
    }
}
