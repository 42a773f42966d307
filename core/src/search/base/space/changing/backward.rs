//! Pushes taken back: all states from which a push leads to one, exactly.
//!
//! What a push has painted belongs to a chameleon again. In the state before, no chameleon touches a
//! coloured tile. So of the tiles that were painted beside the one that was pushed, all that are
//! joined to each other by touching were, and they touch no other coloured tile:
//!
//! ```text
//!   R R M .      M has come to stand beside two red ones: both were painted or none; so were
//!   . . R .      those below and above it, each by itself
//! ```

use super::forward::AROUND;
use super::{Change, Changing, Faces, Key, Painted, Scratch, Space};
use crate::puzzle::TileKind;

/// The tile that was pushed, and what it was then.
struct Pushed {
    slot: usize,
    /// The group before.
    face: usize,
    left: u8,
}

impl<K: Key> Space<K> {
    /// Lists the pushes that may have brought the tile in `slot` where it is.
    pub(super) fn take_back(&self, changing: &Changing, scratch: &mut Scratch, slot: usize) {
        let face = scratch.faces.of(slot);
        let mut left = scratch.faces.left[slot];
        if let TileKind::Numbered(moves) = changing.kinds[face] {
            if left >= moves {
                return;
            }
            left += 1;
        }
        self.take_back_as(changing, scratch, &Pushed { slot, face, left }, &[]);
        let painted = scratch.faces.slots(face).len() - changing.fixed[face];
        if changing.kinds[face] != TileKind::Plain || painted == 0 {
            return;
        }
        // It was coloured, and painted others.
        for sources in changing.choices(scratch, slot, painted) {
            self.with_types(changing, scratch, Some(face), (slot, &sources));
            if sources.len() < painted {
                // It was a chameleon itself, and others were too, or not.
                self.with_types(changing, scratch, None, (slot, &sources));
            }
        }
        self.with_types(changing, scratch, None, (slot, &[]));
    }

    /// Takes back a push that painted the tiles in `painted`, and the one in `slot` itself unless
    /// it was of `face`, for each of the kinds of chameleons that they may have been.
    fn with_types(
        &self,
        changing: &Changing,
        scratch: &mut Scratch,
        face: Option<usize>,
        (slot, painted): (usize, &[u8]),
    ) {
        let own = face.is_none().then_some(slot as u8);
        let slots: Vec<u8> = own.into_iter().chain(painted.iter().copied()).collect();
        let mut all: Vec<Vec<Painted>> = vec![Vec::new()];
        for &slot in &slots {
            let mut longer = Vec::new();
            for known in &all {
                for group in 0..changing.kinds.len() {
                    let taken = known.iter().filter(|one| usize::from(one.face) == group).count();
                    let has = scratch.faces.slots(group).len() + taken;
                    if has < changing.chameleons_of[group] {
                        let one = Painted { slot, face: group as u8 };
                        longer.push(known.iter().copied().chain([one]).collect());
                    }
                }
            }
            all = longer;
        }
        for painted in all {
            let was = face.unwrap_or_else(|| painted[0].face.into());
            let pushed = Pushed { slot, face: was, left: 0 };
            self.take_back_as(changing, scratch, &pushed, &painted);
        }
    }

    /// Lists the pushes of a tile as it was, after which `painted` tiles had these faces no more.
    fn take_back_as(
        &self,
        changing: &Changing,
        scratch: &mut Scratch,
        pushed: &Pushed,
        painted: &[Painted],
    ) {
        let slot = pushed.slot;
        let cell = self.cells[usize::from(scratch.sites[slot])];
        let runs = self.runs_as(scratch, slot, pushed.face);
        for direction in 0..runs.len() {
            // Up and down stand side by side, left and right too.
            let onwards = direction ^ 1;
            if runs[onwards] > 0 || !changing.is_painted_so(scratch, slot, painted, onwards) {
                continue;
            }
            for cells in 1..=runs[direction] {
                let to = self.site_after(cell, direction, cells);
                if changing.may_come_from(&scratch.faces, pushed, painted, to) {
                    let faces = &mut scratch.faces;
                    let first = faces.painted.len() as u32;
                    faces.painted.extend_from_slice(painted);
                    let painted = first..faces.painted.len() as u32;
                    let left = pushed.left;
                    faces.changes.push(Change { slot, to, direction, cells, left, painted });
                }
            }
        }
    }
}

impl Changing {
    /// Returns the choices of tiles that the one in `slot` may have painted, at least one tile and
    /// `most` at most.
    fn choices(&self, scratch: &Scratch, slot: usize, most: usize) -> Vec<Vec<u8>> {
        let mut parts: Vec<Vec<u8>> = Vec::new();
        for site in self.around[usize::from(scratch.sites[slot])] {
            let Some(first) = scratch.faces.slot_at(site) else { continue };
            if first != slot && parts.iter().all(|part| !part.contains(&(first as u8))) {
                parts.extend(self.joined(scratch, slot, first, most));
            }
        }
        (1..1_usize << parts.len())
            .map(|chosen| {
                let parts = parts.iter().enumerate();
                let some = parts.filter(|(nth, _)| chosen >> nth & 1 == 1);
                some.flat_map(|(_, part)| part.iter().copied()).collect::<Vec<u8>>()
            })
            .filter(|painted| painted.len() <= most)
            .collect()
    }

    /// Returns the coloured tiles joined to the one in `first` without that in `slot`, if all are
    /// of its colour and `most` at most.
    fn joined(&self, scratch: &Scratch, slot: usize, first: usize, most: usize) -> Option<Vec<u8>> {
        let face = scratch.faces.of(slot);
        let mut part = vec![first as u8];
        let mut next = 0;
        while let Some(&at) = part.get(next) {
            if scratch.faces.of(at.into()) != face || part.len() > most {
                return None;
            }
            next += 1;
            for site in self.around[usize::from(scratch.sites[usize::from(at)])] {
                let Some(near) = scratch.faces.slot_at(site) else { continue };
                let is_coloured = self.kinds[scratch.faces.of(near)] == TileKind::Plain;
                if is_coloured && near != slot && !part.contains(&(near as u8)) {
                    part.push(near as u8);
                }
            }
        }
        Some(part)
    }

    /// Says whether the tile in `slot` takes the colour that it has, if it is one of `painted`, at
    /// the end of a push in `direction`.
    fn is_painted_so(
        &self,
        scratch: &Scratch,
        slot: usize,
        painted: &[Painted],
        direction: usize,
    ) -> bool {
        if painted.first().is_none_or(|first| usize::from(first.slot) != slot) {
            return true;
        }
        let coloured = |direction: usize| {
            let near = self.around[usize::from(scratch.sites[slot])][direction];
            let near = scratch.faces.slot_at(near)?;
            let is_coloured = self.kinds[scratch.faces.of(near)] == TileKind::Plain
                && painted.iter().all(|one| usize::from(one.slot) != near);
            is_coloured.then(|| scratch.faces.of(near))
        };
        let taken = coloured(direction).or_else(|| AROUND.into_iter().find_map(coloured));
        taken == Some(scratch.faces.of(slot))
    }

    /// Says whether no chameleon touches a coloured tile if the tile that was pushed stands on
    /// `site` again.
    fn may_come_from(
        &self,
        faces: &Faces,
        pushed: &Pushed,
        painted: &[Painted],
        site: u16,
    ) -> bool {
        let forbidden = match self.kinds[pushed.face] {
            TileKind::Plain => TileKind::Chameleon,
            TileKind::Chameleon => TileKind::Plain,
            TileKind::Numbered(_) => return true,
        };
        let was = |slot: usize| {
            let painted = painted.iter().find(|one| usize::from(one.slot) == slot);
            self.kinds[painted.map_or_else(|| faces.of(slot), |one| one.face.into())]
        };
        let near =
            self.around[usize::from(site)].into_iter().filter_map(|near| faces.slot_at(near));
        near.into_iter().all(|near| near == pushed.slot || was(near) != forbidden)
    }
}
