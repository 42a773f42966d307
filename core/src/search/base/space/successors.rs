//! Successors of a packed state, generated without allocating.

use super::changing::Faces;
use super::{Key, Space};
use crate::puzzle::{Cell, Direction, MAX_SIDE, Occupancy, Reach};

/// One push: which tile moved from which site to which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    /// The slot of the tile in the state before the push.
    pub slot: u16,
    /// The site on which it stood.
    pub from: u16,
    /// The site on which it comes to rest.
    pub to: u16,
    /// The direction of the push.
    pub direction: Direction,
}

/// Sites are looked up in rows of this length, whatever the size of the board.
pub(super) const TABLE_WIDTH: usize = MAX_SIDE as usize;

/// Returns where the site of `cell` stands in the table.
pub(super) const fn table_index(cell: Cell) -> usize {
    cell.y as usize * TABLE_WIDTH + cell.x as usize
}

/// Working memory for unpacking one state, used again and again.
pub struct Scratch {
    pub(super) sites: Vec<u16>,
    occupancy: Occupancy,
    /// Nothing where tiles do not change.
    pub(super) faces: Faces,
}

impl Scratch {
    /// Returns working memory for the states of `space`.
    pub fn new<K: Key>(space: &Space<K>) -> Self {
        Self {
            sites: vec![0; space.tile_count()],
            occupancy: space.empty.clone(),
            faces: Faces::new(if space.changing().is_some() { space.cells.len() } else { 0 }),
        }
    }

    /// Returns what the tiles of the state that is loaded are, where tiles change.
    pub const fn faces(&self) -> &Faces {
        &self.faces
    }

    /// Returns the sites of the state that is loaded.
    #[inline]
    pub fn sites(&self) -> &[u16] {
        &self.sites
    }
}

impl<K: Key> Space<K> {
    /// Calls `visit` with each push that is legal at `key` and the state after it.
    pub fn for_each_successor(
        &self,
        key: &K,
        scratch: &mut Scratch,
        mut visit: impl FnMut(Push, K),
    ) {
        if self.changing().is_some() {
            return self.for_each_change(key, scratch, false, |loaded, change, next| {
                let mut next = next;
                self.advance_stage(&mut next);
                let (slot, from) = (change.slot as u16, loaded.sites[change.slot]);
                let direction = Direction::ALL[change.direction];
                visit(Push { slot, from, to: change.to, direction }, next);
            });
        }
        self.load(key, scratch);
        for slot in 0..self.tile_count() {
            let from = scratch.sites[slot];
            let cell = self.cells[usize::from(from)];
            let runs = self.runs(scratch, slot);
            for (nth, direction) in Direction::ALL.into_iter().enumerate() {
                if runs[nth] == 0 {
                    continue;
                }
                let to = self.site_after(cell, nth, runs[nth]);
                let mut next = self.with_moved(key, &scratch.sites, slot, to);
                self.advance_stage(&mut next);
                visit(Push { slot: slot as u16, from, to, direction }, next);
            }
        }
        self.unload(scratch);
    }

    /// Returns how far the tile in `slot` of the state that is loaded slides, in cells, in
    /// the order of [`Direction::ALL`].
    #[inline]
    pub fn runs(&self, loaded: &Scratch, slot: usize) -> Reach {
        let site = usize::from(loaded.sites[slot]);
        let runs = loaded.occupancy.runs(self.cells[site]);
        if self.is_plain { runs } else { self.ended(runs, self.group_at(loaded, slot), site) }
    }

    /// Returns [`Space::runs`] as if the tile were of `group`.
    pub fn runs_as(&self, loaded: &Scratch, slot: usize, group: usize) -> Reach {
        let site = usize::from(loaded.sites[slot]);
        self.ended(loaded.occupancy.runs(self.cells[site]), group, site)
    }

    /// Returns the group of a tile of the state that is loaded.
    fn group_at(&self, loaded: &Scratch, slot: usize) -> usize {
        if self.changing().is_some() { loaded.faces.of(slot) } else { self.group_of(slot) }
    }

    /// Ends the runs from `site` where the board does.
    fn ended(&self, runs: Reach, group: usize, site: usize) -> Reach {
        let reach = self.reach(self.groups[group].class, site);
        std::array::from_fn(|nth| runs[nth].min(reach[nth]))
    }

    /// Unpacks `key`, to be followed by [`Space::unload`].
    pub fn load(&self, key: &K, scratch: &mut Scratch) {
        for slot in 0..self.tile_count() {
            let site = self.site(key, slot);
            scratch.sites[slot] = site;
            scratch.occupancy.set(self.cells[usize::from(site)]);
        }
        if let Some(changing) = self.changing() {
            self.load_faces(changing, key, scratch);
        }
    }

    /// Leaves only the walls.
    pub fn unload(&self, scratch: &mut Scratch) {
        for &site in &scratch.sites {
            scratch.occupancy.clear(self.cells[usize::from(site)]);
            if let Some(at) = scratch.faces.at.get_mut(usize::from(site)) {
                *at = 0;
            }
        }
    }

    /// Returns `key` with the tile of `slot` on `to` instead, its group in rising
    /// order again. `sites` is `key` unpacked.
    #[inline]
    pub fn with_moved(&self, key: &K, sites: &[u16], slot: usize, to: u16) -> K {
        let mut next = *key;
        let group = &self.groups[self.group_of(slot)];
        let (first, end) = (group.first, group.first + group.len);
        let mut at = slot;
        while at > first && sites[at - 1] > to {
            next.set(self.fields[at], self.mask, sites[at - 1]);
            at -= 1;
        }
        while at + 1 < end && sites[at + 1] < to {
            next.set(self.fields[at], self.mask, sites[at + 1]);
            at += 1;
        }
        next.set(self.fields[at], self.mask, to);
        next
    }

    /// Returns the slot of the tile of `slot` once it is on `to`; see [`Space::with_moved`].
    #[inline]
    pub fn slot_after(&self, sites: &[u16], slot: usize, to: u16) -> usize {
        let group = &self.groups[self.group_of(slot)];
        let below = sites[group.slots()].iter().filter(|&&site| site < to).count();
        group.first + below - usize::from(sites[slot] < to)
    }

    /// Returns the site `steps` cells from `cell` in the direction that is `nth` of
    /// [`Direction::ALL`]; it must be one.
    #[inline]
    pub fn site_after(&self, cell: Cell, nth: usize, steps: u8) -> u16 {
        const WIDTH: isize = TABLE_WIDTH as isize;
        const STRIDES: [isize; 4] = [-WIDTH, WIDTH, -1, 1];
        let at = table_index(cell).wrapping_add_signed(STRIDES[nth] * isize::from(steps));
        self.site_table[at]
    }

    /// Counts the waypoints that are passed at `key`.
    pub(super) fn advance_stage(&self, key: &mut K) {
        if self.waypoints.is_empty() {
            return;
        }
        let mut stage = self.stage(key);
        while stage < self.waypoints.len() && self.fulfils(key, &self.waypoints[stage]) {
            stage += 1;
        }
        key.set(self.fields[self.tile_count()], self.mask, stage as u16);
    }
}
