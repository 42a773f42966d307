//! The symmetries of a board with one empty cell, and whether parity alone tells what can be reached
//! on it.

use crate::puzzle::Cell;
use crate::search::base::graph::{self, Site};
use crate::search::base::key::Key;
use crate::search::base::space::{NO_SITE, Space};

/// No site, and no tile.
pub const NONE: u8 = u8::NONE;

/// More sites than this are not for the tables.
pub const MAX_SITES: usize = 128;

/// Sites and edges of a board of at most [`MAX_SITES`] sites.
pub type Graph = graph::Graph<u8>;

/// A map of sites onto sites that keeps edges: a reflection or a turn of the board.
pub type Symmetry = Vec<u8>;

impl Graph {
    /// Says whether every even permutation of the tiles can be reached: the graph
    /// stays in one piece whichever site is taken away, and is more than one ring.
    ///
    /// (Boards have no rings of odd length, and the one other exception of the
    /// theorem has.)
    ///
    /// Reference: Wilson, *Graph Puzzles, Homotopy, and the Alternating Group*, 1974.
    pub fn reaches_all_even(&self) -> bool {
        let sites = self.sites();
        let ends: usize = self.all().map(|site| self.neighbours(site).count()).sum();
        let stays_whole = |site: u8| {
            let from = u8::from(site == 0);
            let reached = self.distances(from, |next| next != site);
            reached.iter().filter(|&&moves| moves != NONE).count() == sites - 1
        };
        sites > 2 && ends / 2 > sites && self.all().all(stays_whole)
    }

    /// Returns the reflections and turns of the board that map sites onto sites and edges onto
    /// edges.
    pub fn symmetries<K: Key>(&self, space: &Space<K>) -> Vec<Symmetry> {
        let size = space.sites.size();
        let (right, bottom) = (size.width - 1, size.height - 1);
        let maps = (1..8).filter(|map| map & 4 == 0 || size.width == size.height);
        let image = |map: u8, cell: Cell| {
            let x = if map & 1 > 0 { right - cell.x } else { cell.x };
            let y = if map & 2 > 0 { bottom - cell.y } else { cell.y };
            let (x, y) = if map & 4 > 0 { (y, x) } else { (x, y) };
            let site = space.sites[Cell::new(x, y)];
            (site != NO_SITE).then_some(site as u8)
        };
        let images =
            maps.filter_map(|map| space.cells.iter().map(|&cell| image(map, cell)).collect());
        images.filter(|image| self.is_kept_by(image)).collect()
    }

    /// Says whether a map takes each edge to an edge: thin walls may have no image.
    fn is_kept_by(&self, image: &Symmetry) -> bool {
        self.all().all(|site| {
            let to = image[usize::from(site)];
            self.neighbours(site)
                .all(|next| self.neighbours(to).any(|other| other == image[usize::from(next)]))
        })
    }
}
