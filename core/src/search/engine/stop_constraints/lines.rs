//! Lines of sight: where a tile can slide past another, and which sites it passes.

use crate::puzzle::Direction;
use crate::search::base::key::Key;
use crate::search::base::space::Space;
use crate::search::engine::states::sets::SiteSet;

/// Lines of sight between sites, the same for moves in both directions.
pub struct Lines {
    sites: usize,
    /// By site, then by the site of another tile: where a tile may come with one move.
    open: Vec<SiteSet>,
    /// By two sites in line: the sites after the first up to the second.
    swept: Vec<SiteSet>,
}

impl Lines {
    pub fn new<K: Key>(space: &Space<K>) -> Self {
        let (sites, class) = (space.cells.len(), space.freest_class());
        let (mut open, mut swept) = (Vec::new(), vec![0; sites * sites]);
        for from in 0..sites {
            // By the site of another tile.
            let (mut all, mut hidden) = (0, vec![0; sites]);
            for nth in 0..Direction::ALL.len() {
                let run: Vec<usize> = space.ray(class, from, nth).map(usize::from).collect();
                let whole = run.iter().fold(0, |all, &site| all | 1 << site);
                let mut before = 0;
                for site in run {
                    hidden[site] = whole & !before;
                    before |= 1 << site;
                    swept[from * sites + site] = before;
                }
                all |= whole;
            }
            open.extend(hidden.iter().map(|hidden| all & !hidden));
        }
        Self { sites, open, swept }
    }

    /// Returns where a tile may come from a site with one move if another tile is in its way.
    #[inline]
    pub fn open(&self, from: usize, other: usize) -> SiteSet {
        self.open[from * self.sites + other]
    }

    /// Returns the sites that a move passes, including the last.
    #[inline]
    pub fn swept(&self, from: usize, to: usize) -> SiteSet {
        self.swept[from * self.sites + to]
    }

    pub const fn memory_bytes(&self) -> usize {
        (self.open.capacity() + self.swept.capacity()) * size_of::<SiteSet>()
    }
}
