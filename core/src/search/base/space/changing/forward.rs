//! Pushes, and the colours that chameleons take when they have ended.

use super::{Change, Changing, Faces, Key, Painted, Scratch, Space};
use crate::puzzle::TileKind;

/// The order in which a chameleon looks for a colour around it, as indices of `Direction::ALL`: up,
/// right, down, left.
pub(super) const AROUND: [usize; 4] = [0, 3, 1, 2];

impl<K: Key> Space<K> {
    /// Lists the pushes of the tile in `slot`.
    pub(super) fn push_tile(&self, changing: &Changing, scratch: &mut Scratch, slot: usize) {
        let left = scratch.faces.left[slot];
        let kind = changing.kinds[scratch.faces.of(slot)];
        let is_numbered = matches!(kind, TileKind::Numbered(_));
        if is_numbered && left == 0 {
            return;
        }
        let runs = self.runs(scratch, slot);
        let from = self.cells[usize::from(scratch.sites[slot])];
        for (direction, &cells) in runs.iter().enumerate().filter(|(_, cells)| **cells > 0) {
            let to = self.site_after(from, direction, cells);
            let Scratch { sites, faces, .. } = &mut *scratch;
            let first = faces.painted.len() as u32;
            let may_paint =
                kind == TileKind::Chameleon || kind == TileKind::Plain && faces.is_beside_open(to);
            if may_paint {
                changing.adapt(sites, faces, slot, (to, direction));
            }
            let painted = first..faces.painted.len() as u32;
            let left = left.saturating_sub(1);
            faces.changes.push(Change { slot, to, direction, cells, left, painted });
        }
    }
}

impl Changing {
    /// Lists the tiles that have other faces when the tile in `slot` has come to `to`.
    fn adapt(&self, sites: &[u16], faces: &mut Faces, slot: usize, (to, direction): (u16, usize)) {
        let first = faces.painted.len();
        let Faces { of, at, painted, .. } = faces;
        let slot_at = |site: u16| at.get(usize::from(site)).and_then(|&at| at.checked_sub(1));
        // The tile is not where it was.
        let near = |site: u16, direction: usize| {
            let found = slot_at(self.around[usize::from(site)][direction]).map(usize::from);
            found.filter(|&other| other != slot)
        };
        let mut colour = Some(of[slot]);
        if self.kinds[usize::from(of[slot])] == TileKind::Chameleon {
            let coloured = |direction: usize| {
                let face = of[near(to, direction)?];
                (self.kinds[usize::from(face)] == TileKind::Plain).then_some(face)
            };
            // The tile that stopped it comes first.
            colour = coloured(direction).or_else(|| AROUND.into_iter().find_map(coloured));
            painted.extend(colour.map(|face| Painted { slot: slot as u8, face }));
        }
        let Some(face) = colour else { return };
        let mut next = first;
        let mut site = to;
        loop {
            for other in (0..4).filter_map(|direction| near(site, direction)) {
                let is_chameleon = self.kinds[usize::from(of[other])] == TileKind::Chameleon;
                let slot = other as u8;
                if is_chameleon && painted[first..].iter().all(|known| known.slot != slot) {
                    painted.push(Painted { slot, face });
                }
            }
            // What is painted paints further.
            let Some(one) = painted.get(next) else { return };
            let one = usize::from(one.slot);
            site = if one == slot { to } else { sites[one] };
            next += 1;
        }
    }
}
