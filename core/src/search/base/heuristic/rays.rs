//! Rays: where a tile may come to stand with one move if it may stop anywhere on its way
//! and no other tile is in the way. Slide distances and the patterns of the engine are
//! searches along them.

use crate::puzzle::{Direction, MAX_SIDE};
use crate::search::base::clock::{Deadline, Watch};
use crate::search::base::key::Key;
use crate::search::base::space::Space;

/// The sites on the four runs from each site, nearest first, by class of colours. A tile passes
/// only empty cells, so no run is longer than the number of empty cells.
pub struct Rays {
    sites: usize,
    /// The longest run, in cells.
    longest: usize,
    classes: Vec<Runs>,
    /// By group of tiles.
    class_of: Vec<usize>,
    /// Searches along them end then.
    deadline: Deadline,
}

/// The runs of one class.
struct Runs {
    /// Where the runs from a site begin; four for each.
    first: Vec<u32>,
    runs: Vec<u16>,
}

impl Runs {
    fn new<K: Key>(space: &Space<K>, class: usize) -> Self {
        let longest = space.empty_count();
        let (mut first, mut runs) = (vec![0], Vec::new());
        for site in 0..space.cells.len() {
            for nth in 0..Direction::ALL.len() {
                runs.extend(space.ray(class, site, nth).take(longest));
                first.push(runs.len() as u32);
            }
        }
        Self { first, runs }
    }
}

impl Rays {
    pub fn new<K: Key>(space: &Space<K>) -> Self {
        Self {
            sites: space.cells.len(),
            longest: space.empty_count(),
            classes: (0..space.classes()).map(|class| Runs::new(space, class)).collect(),
            class_of: space.groups.iter().map(|group| group.class).collect(),
            deadline: Deadline::never(),
        }
    }

    /// Says whether every run goes on to its end, so that two runs the same way along the same line
    /// end together. Where few cells are empty they are shorter.
    pub const fn go_to_the_end(&self) -> bool {
        self.longest >= MAX_SIDE as usize
    }

    /// Has searches along them end when this deadline comes.
    pub fn until(self, deadline: &Deadline) -> Self {
        Self { deadline: deadline.clone(), ..self }
    }

    /// Returns what watches the deadline of a search along them.
    pub fn watch(&self) -> Watch {
        Watch::new(self.deadline.clone())
    }

    /// Returns the cells of all runs of a class together.
    pub fn cells(&self) -> usize {
        self.classes[0].runs.len()
    }

    pub const fn sites(&self) -> usize {
        self.sites
    }

    /// Returns the class of the tiles of `group`; that of a group without tiles is the first.
    pub fn class(&self, group: usize) -> usize {
        self.class_of.get(group).copied().unwrap_or(0)
    }

    /// Returns the number of classes.
    pub const fn classes(&self) -> usize {
        self.classes.len()
    }

    /// Returns the four runs from a site for the tiles of a class.
    #[inline]
    pub fn from(&self, class: usize, site: usize) -> [&[u16]; 4] {
        let Runs { first, runs } = &self.classes[class];
        let first = &first[4 * site..4 * site + 5];
        std::array::from_fn(|nth| &runs[first[nth] as usize..first[nth + 1] as usize])
    }
}
