//! Which sites a numbered tile can reach in exactly n moves.

use crate::search::base::heuristic::rays::Rays;
use crate::search::base::key::Key;
use crate::search::base::space::Space;

/// The sites that a numbered tile can reach in exactly n moves if nothing is in its way.
pub struct Walks {
    words: usize,
    sites: usize,
    /// By moves, then by site: rows of bits.
    reached: Vec<u64>,
}

impl Walks {
    /// Lists the walks of at most so many moves on the board of `space`.
    pub fn new<K: Key>(space: &Space<K>, most: usize) -> Self {
        let (rays, sites) = (Rays::new(space), space.cells.len());
        let words = sites.div_ceil(64);
        let mut reached = vec![0; (most + 1) * sites * words];
        for site in 0..sites {
            reached[site * words + site / 64] |= 1 << (site % 64);
        }
        for moves in 1..=most {
            let (before, after) = reached.split_at_mut(moves * sites * words);
            let before = &before[(moves - 1) * sites * words..];
            for site in 0..sites {
                for &next in rays.from(0, site).into_iter().flatten() {
                    let row = &before[usize::from(next) * words..][..words];
                    let own = after[site * words..][..words].iter_mut();
                    own.zip(row).for_each(|(own, word)| *own |= word);
                }
            }
        }
        Self { words, sites, reached }
    }

    /// Says whether so many moves lead there.
    pub fn lead(&self, moves: u8, from: u16, to: u16) -> bool {
        let row = (usize::from(moves) * self.sites + usize::from(from)) * self.words;
        self.reached[row + usize::from(to) / 64] >> (to % 64) & 1 == 1
    }
}
