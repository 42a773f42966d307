//! What the chameleons of a state may be, all together.

use super::Changing;
use crate::puzzle::TileKind;

impl Changing {
    /// Returns in how many ways chameleons can have taken colours, and tiles been pushed, at most.
    pub fn most_faces(&self) -> u128 {
        let of_chameleons = (self.kinds.len() as u128).saturating_pow(self.chameleons as u32);
        let kinds = self.kinds.iter().zip(&self.fixed);
        kinds.fold(of_chameleons, |ways, (kind, &tiles)| match kind {
            TileKind::Numbered(most) => {
                ways.saturating_mul((u128::from(*most) + 1).saturating_pow(tiles as u32))
            }
            TileKind::Plain | TileKind::Chameleon => ways,
        })
    }

    /// Returns the tiles of each group when the chameleons have these faces.
    pub fn lens(&self, cast: &[u8]) -> Vec<usize> {
        let mut lens = self.fixed.clone();
        cast.iter().for_each(|&face| lens[usize::from(face)] += 1);
        lens
    }

    /// Returns all that the faces of the chameleons may be, each in rising order; `None` if these
    /// are more than `most`.
    pub fn casts(&self, most: usize) -> Option<Vec<Vec<u8>>> {
        let mut casts = vec![Vec::new()];
        for _ in 0..self.chameleons {
            let mut longer = Vec::new();
            for cast in &casts {
                let least = cast.last().map_or(0, |&face| usize::from(face));
                for face in least..self.kinds.len() {
                    let has = cast.iter().filter(|&&other| usize::from(other) == face).count();
                    let may_be = match self.kinds[face] {
                        TileKind::Plain => self.fixed[face] > 0,
                        TileKind::Chameleon => has < self.chameleons_of[face],
                        TileKind::Numbered(_) => false,
                    };
                    if may_be {
                        longer.push(cast.iter().copied().chain([face as u8]).collect());
                    }
                }
            }
            casts = longer;
            if casts.len() > most {
                return None;
            }
        }
        Some(casts)
    }
}
