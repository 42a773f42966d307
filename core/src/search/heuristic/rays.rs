//! Rays: where a tile may come to stand with one move if it may stop anywhere on its way
//! and no other tile is in the way. Slide distances and the patterns of the engine are
//! searches along them.

use crate::puzzle::Direction;
use crate::search::clock::{Deadline, Watch};
use crate::search::key::Key;
use crate::search::space::{NO_SITE, Space};

/// The sites on the four runs from each site, nearest first. A tile passes only empty cells,
/// so no run is longer than the number of empty cells.
pub struct Rays {
    sites: usize,
    /// Where the runs from a site begin; four for each.
    first: Vec<u32>,
    runs: Vec<u16>,
    /// Searches along them end then.
    deadline: Deadline,
}

impl Rays {
    pub fn new<K: Key>(space: &Space<K>) -> Self {
        let (longest, size) = (space.empty_count(), space.sites.size());
        let (mut first, mut runs) = (vec![0], Vec::new());
        for &cell in &space.cells {
            for direction in Direction::ALL {
                let next = |&at: &_| size.neighbour(at, direction);
                let cells = std::iter::successors(next(&cell), next);
                let sites = cells.map(|cell| space.sites[cell]);
                runs.extend(sites.take_while(|&site| site != NO_SITE).take(longest));
                first.push(runs.len() as u32);
            }
        }
        Self { sites: space.cells.len(), first, runs, deadline: Deadline::never() }
    }

    /// Has searches along them end when this deadline comes.
    pub fn until(self, deadline: &Deadline) -> Self {
        Self { deadline: deadline.clone(), ..self }
    }

    /// Returns what watches the deadline of a search along them.
    pub fn watch(&self) -> Watch {
        Watch::new(self.deadline.clone())
    }

    pub const fn sites(&self) -> usize {
        self.sites
    }

    /// Returns the four runs from a site.
    #[inline]
    pub fn from(&self, site: usize) -> impl Iterator<Item = &[u16]> {
        let first = &self.first[4 * site..4 * site + 5];
        first.windows(2).map(|ends| &self.runs[ends[0] as usize..ends[1] as usize])
    }
}
